"""An amplifier with positive feedback whose output jumps, in FMPy's Model
Exchange with CVode: where the branch of its loop ends there is an event, and
nowhere else.

  check_jump.py FMU

Prints one JSON line per test: [name, null or reason].
"""

import json
import math
import sys

import fmpy

STOP = 5.0
V, GAIN = 15.0, 1e4
FOLD = V/2 - V/GAIN  # of vc, where the output leaves its limit


def jumps():
    """Number of jumps up to STOP, vc there."""
    time, side, n = math.log(V/(V - FOLD)), 1, 1
    period = math.log((V + FOLD)/(V - FOLD))
    while time + period < STOP:
        time, side, n = time + period, -side, n + 1
    return n, side*((FOLD + V)*math.exp(time - STOP) - V)


def run(fmu, tolerance, points):
    calls = []
    result = fmpy.simulate_fmu(
        fmu, fmi_type="ModelExchange", solver="CVode", stop_time=STOP,
        output_interval=STOP/points, relative_tolerance=tolerance,
        record_events=False, output=["vc", "vout"],
        fmi_call_logger=lambda call: calls.append(call.split("(")[0]))
    # the importer looks for events once before it begins
    return calls.count("fmi2EnterEventMode"), result


def check(fmu, tolerance, points):
    events, result = run(fmu, tolerance, points)
    n, last = jumps()
    off = abs(result["vc"][-1] - last)
    if events != n:
        return f"{events} events, expected {n}"
    if off > 100*tolerance:
        return f"vc is off by {off:.2g}"
    if max(abs(abs(v) - V) for v in result["vout"]) > 1e-6:
        return "the output is not at its limits"
    return None


for tolerance, points in ((1e-4, 5), (1e-6, 50), (1e-8, 1000)):
    try:
        outcome = check(sys.argv[1], tolerance, points)
    except Exception as error:  # noqa: BLE001: whatever the importer raises
        outcome = str(error)[:500]
    print(json.dumps([f"{tolerance:g}", outcome]))
