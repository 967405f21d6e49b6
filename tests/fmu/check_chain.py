"""A chain of links in FMPy (Co-Simulation, Model Exchange) and libcosim: all
agree at the end of a swing from 45 degrees and keep the energy when thrown.

  check_chain.py FMU LINKS

Prints one JSON line per test: [name, null or reason].
"""

import json
import math
import os
import sys
import traceback

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(TESTS, "numeric"))

import fmpy  # noqa: E402
from libcosimpy.CosimExecution import CosimExecution  # noqa: E402
from libcosimpy.CosimLogging import (CosimLogLevel,  # noqa: E402
                                     log_output_level)
from libcosimpy.CosimObserver import CosimObserver  # noqa: E402
from libcosimpy.CosimSlave import CosimLocalSlave  # noqa: E402

from chain import energy_scale  # noqa: E402


def run_fmpy(fmu, kind, degrees, stop, name):
    result = fmpy.simulate_fmu(
        fmu, fmi_type=kind, start_time=0, stop_time=stop,
        output_interval=stop/100, relative_tolerance=1e-9,
        record_events=False, output=[name, "energy"],
        start_values={"phi0": math.radians(degrees)})
    energy = [float(line["energy"]) for line in result]
    return (float(result[-1][name]),
            max(abs(value - energy[0]) for value in energy))


def run_cosim(fmu, degrees, stop, name):
    execution = CosimExecution.from_step_size(round(stop/100*1e9))
    slave = execution.add_local_slave(CosimLocalSlave(fmu, "chain"))
    observer = CosimObserver.create_last_value()
    execution.add_observer(observer)
    reference = {v.name.decode(): v.reference
                 for v in execution.slave_variables(slave)}
    execution.real_initial_value(slave, reference["phi0"],
                                 math.radians(degrees))
    execution.step()
    first = observer.last_real_values(slave, [reference["energy"]])[0]
    if not execution.step(step_count=99):
        raise RuntimeError("a step failed")
    end, energy = observer.last_real_values(
        slave, [reference[name], reference["energy"]])
    return end, abs(energy - first)


def agree(fmu, n):
    """Not chaotic within two seconds: the last mass is at one place."""
    name = f"x{n}"
    ends = {"cs": run_fmpy(fmu, "CoSimulation", 45, 2.0, name)[0],
            "me": run_fmpy(fmu, "ModelExchange", 45, 2.0, name)[0],
            "cosim": run_cosim(fmu, 45, 2.0, name)[0]}
    spread = max(ends.values()) - min(ends.values())
    return None if spread < 1e-6 else f"{name} ends at {ends}"


def keeps_energy(run, n):
    change = run()[1]/energy_scale(n)
    return None if change < 2e-5 else f"energy changes by {change:.2g}"


def main():
    log_output_level(CosimLogLevel.FATAL)
    fmu, n = sys.argv[1], int(sys.argv[2])
    name = f"x{n}"
    tests = {
        "agree": lambda: agree(fmu, n),
        "fmpy-cs": lambda: keeps_energy(
            lambda: run_fmpy(fmu, "CoSimulation", 115, 10.0, name), n),
        "fmpy-me": lambda: keeps_energy(
            lambda: run_fmpy(fmu, "ModelExchange", 115, 4.0, name), n),
        "cosim": lambda: keeps_energy(
            lambda: run_cosim(fmu, 115, 10.0, name), n),
    }
    for test, function in tests.items():
        try:
            reason = function()
        except Exception:
            reason = traceback.format_exc().strip().splitlines()[-1]
        print(json.dumps([test, reason]), flush=True)


main()
