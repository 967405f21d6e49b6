"""A pendulum for 1000 s in FMPy (Co-Simulation) and libcosim: where it is at
the end, its energy and its length.

  check_swings.py FMU X ERROR CHANGE [NAME=VALUE ...]

X is x at the end, ERROR how far it may be off, CHANGE how far the energy.
Prints one JSON line per test: [name, null or reason].
"""

import json
import math
import sys
import traceback

import fmpy
from libcosimpy.CosimLogging import CosimLogLevel, log_output_level

from cosim_run import cosim_run

STOP, STEPS = 1000.0, 2000
NAMES = ["x", "y", "energy"]


def run_fmpy(fmu, starts):
    result = fmpy.simulate_fmu(
        fmu, fmi_type="CoSimulation", start_time=0, stop_time=STOP,
        output_interval=STOP/STEPS, relative_tolerance=1e-9, output=NAMES,
        start_values=starts)
    return [[float(row[name]) for name in NAMES] for row in result]


def run_cosim(fmu, starts):
    return cosim_run(fmu, STOP, STEPS, starts, NAMES)


def fault(rows, right, error, change):
    off = abs(rows[-1][0] - right)
    if not off <= error:
        return f"x is off by {off:.2g}"
    length = max(abs(math.hypot(x, y) - 1) for x, y, _ in rows)
    if not length <= 1e-11:
        return f"length error {length:.2g}"
    changed = max(abs(row[2] - rows[0][2]) for row in rows)
    return None if changed <= change else f"energy changes by {changed:.2g}"


def main():
    log_output_level(CosimLogLevel.FATAL)
    fmu, *numbers = sys.argv[1:5]
    starts = {name: float(value) for name, value in
              (word.split("=") for word in sys.argv[5:])}
    for name, run in (("fmpy-cs", run_fmpy), ("cosim", run_cosim)):
        try:
            reason = fault(run(fmu, starts), *map(float, numbers))
        except Exception:
            reason = traceback.format_exc().strip().splitlines()[-1]
        print(json.dumps([name, reason]), flush=True)


main()
