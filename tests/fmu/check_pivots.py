"""A pendulum that swings above its pivot, in FMPy's Model Exchange with CVode:
every exchange of states is an event, and nothing else is.

  check_pivots.py FMU

Prints one JSON line per test: [name, null or reason].
"""

import json
import math
import re
import sys

import fmpy

STOP = 40.0


def run(fmu):
    """Number of event modes entered, pivots by the FMU's own count, result."""
    calls, messages = [], []
    result = fmpy.simulate_fmu(
        fmu, fmi_type="ModelExchange", solver="CVode", start_time=0,
        stop_time=STOP, output_interval=0.1, relative_tolerance=1e-9,
        record_events=False, output=["x", "y", "energy"], debug_logging=True,
        logger=lambda *words: messages.append(str(words[-1])),
        fmi_call_logger=lambda call: calls.append(call.split("(")[0]))
    pivots = re.search(r"pivots=(\d+)", " ".join(messages))
    return calls.count("fmi2EnterEventMode"), int(pivots[1]), result


def period():
    """phi'' = -sin(phi), amplitude 2 pi/3; arithmetic-geometric mean."""
    a, b = 1.0, math.cos(math.pi/3)
    while a - b > 1e-15:
        a, b = (a + b)/2, math.sqrt(a*b)
    return 2*math.pi/a


def events_are_pivots(events, pivots, result):
    """Four in a period: on both sides the pendulum leaves the upper and the
    lower quarter, where x and where y is the better state."""
    expected = 4*STOP/period()
    if events != pivots:
        return f"{events} events for {pivots} pivots"
    if abs(pivots - expected) > 2:
        return f"{pivots} pivots, expected about {expected:.1f}"
    return None


def keeps_length(events, pivots, result):
    worst = max(abs(math.hypot(row["x"], row["y"]) - 1) for row in result)
    return None if worst < 1e-10 else f"length error {worst:.2g}"


def keeps_energy(events, pivots, result):
    change = max(abs(row["energy"] - 1.5) for row in result)
    return None if change < 5e-6 else f"energy changes by {change:.2g}"


def main():
    outcome = run(sys.argv[1])
    for name, test in (("events", events_are_pivots), ("length", keeps_length),
                       ("energy", keeps_energy)):
        print(json.dumps([name, test(*outcome)]), flush=True)


main()
