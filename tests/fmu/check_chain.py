"""A chain of links in FMPy (Co-Simulation, Model Exchange) and libcosim: all
end a swing from 45 degrees where minimal coordinates do, and keep the energy
when thrown; in Model Exchange every exchange of states is an event.

  check_chain.py FMU LINKS SECONDS BOUND

SECONDS is how long the thrown chain is followed, BOUND that of the change of
energy. Prints one JSON line per test: [name, null or reason].
"""

import json
import math
import os
import re
import sys
import traceback

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(TESTS, "numeric"))

import fmpy  # noqa: E402
from libcosimpy.CosimLogging import (CosimLogLevel,  # noqa: E402
                                     log_output_level)

from chain import end_by_angles, energy_scale  # noqa: E402
from cosim_run import cosim_run  # noqa: E402


def run_fmpy(fmu, kind, degrees, stop, name, **more):
    result = fmpy.simulate_fmu(
        fmu, fmi_type=kind, start_time=0, stop_time=stop,
        output_interval=stop/100, relative_tolerance=1e-9,
        record_events=False, output=[name, "energy"],
        start_values={"phi0": math.radians(degrees)}, **more)
    energy = [float(line["energy"]) for line in result]
    return (float(result[-1][name]),
            max(abs(value - energy[0]) for value in energy))


def run_cosim(fmu, degrees, stop, name):
    (_, first), (end, energy) = cosim_run(
        fmu, stop, 100, {"phi0": math.radians(degrees)}, [name, "energy"])
    return end, abs(energy - first)


def agree(fmu, n):
    """Not chaotic within two seconds: the last mass is at one place."""
    name = f"x{n}"
    right = end_by_angles(n, math.radians(45), 2.0)
    ends = {"cs": run_fmpy(fmu, "CoSimulation", 45, 2.0, name)[0],
            "me": run_fmpy(fmu, "ModelExchange", 45, 2.0, name)[0],
            "cosim": run_cosim(fmu, 45, 2.0, name)[0]}
    worst = max(abs(end - right) for end in ends.values())
    return None if worst < 2e-7 else f"{name} ends at {ends}, not at {right}"


def keeps_energy(run, n, bound):
    change = run()[1]/energy_scale(n)
    return None if change <= bound else f"energy changes by {change:.2g}"


def exchanges(fmu, n, stop, bound):
    """The change of energy, and event modes as many as pivots by the FMU's
    own count."""
    calls, messages = [], []
    reason = keeps_energy(lambda: run_fmpy(
        fmu, "ModelExchange", 115, stop, f"x{n}", solver="CVode",
        debug_logging=True,
        logger=lambda *words: messages.append(str(words[-1])),
        fmi_call_logger=lambda call: calls.append(call.split("(")[0])),
        n, bound)
    events = calls.count("fmi2EnterEventMode")
    pivots = int(re.search(r"pivots=(\d+)", " ".join(messages))[1])
    if events != pivots or pivots == 0:
        return f"{events} events for {pivots} pivots"
    return reason


def main():
    log_output_level(CosimLogLevel.FATAL)
    fmu, n = sys.argv[1], int(sys.argv[2])
    seconds, bound = map(float, sys.argv[3:])
    name = f"x{n}"
    tests = {
        "agree": lambda: agree(fmu, n),
        "fmpy-cs": lambda: keeps_energy(
            lambda: run_fmpy(fmu, "CoSimulation", 115, seconds, name), n,
            bound),
        "fmpy-me": lambda: exchanges(fmu, n, min(seconds, 4.0), bound),
        "cosim": lambda: keeps_energy(
            lambda: run_cosim(fmu, 115, seconds, name), n, bound),
    }
    for test, function in tests.items():
        try:
            reason = function()
        except Exception:
            reason = traceback.format_exc().strip().splitlines()[-1]
        print(json.dumps([test, reason]), flush=True)


main()
