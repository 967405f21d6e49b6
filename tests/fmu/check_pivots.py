"""Mechanisms that turn over, in FMPy's Model Exchange with CVode: every
exchange of states is an event, and nothing else is.

  check_pivots.py FMU MODEL

Prints one JSON line per test: [name, null or reason].
"""

import json
import math
import re
import sys

import fmpy



def rods(*ends):
    """Length errors of rods between masses, given by pairs of names; o is
    the origin."""
    def worst(row):
        def place(axis, name):
            return row[axis + name] if name != "o" else 0.0
        return max(abs(math.hypot(place("x", b) - place("x", a),
                                  place("y", b) - place("y", a)) - length)
                   for a, b, length in ends)
    return worst


# Seconds, selection sets, pivots, error of the rods, change of each energy.
# The pendulums have four pivots in a swing, or turn: on both sides they leave
# the upper and the lower quarter, where x and where y is the better state.
MODELS = {
    "large_swing": (40.0, 1, (17, 20), rods(("o", "", 1)), {"energy": 5e-6}),
    "two_pendulums": (10.0, 2, (70, 76),
                      rods(("o", "1", 1), ("o", "2", 0.4)),
                      {"energy1": 2e-5, "energy2": 1e-4}),
    "double_pendulum_high": (10.0, 1, (30, 60),
                             rods(("o", "1", 1), ("1", "2", 1)),
                             {"energy": 1e-4}),
}


def run(fmu, stop):
    """Number of event modes entered, pivots by the FMU's own count, result."""
    calls, messages = [], []
    result = fmpy.simulate_fmu(
        fmu, fmi_type="ModelExchange", solver="CVode", start_time=0,
        stop_time=stop, output_interval=stop/400, relative_tolerance=1e-9,
        record_events=False, debug_logging=True,
        output=[v.name for v in fmpy.read_model_description(fmu).modelVariables
                if v.type == "Real"],
        logger=lambda *words: messages.append(str(words[-1])),
        fmi_call_logger=lambda call: calls.append(call.split("(")[0]))
    pivots = re.search(r"pivots=(\d+)", " ".join(messages))
    return calls.count("fmi2EnterEventMode"), int(pivots[1]), result


def events_are_pivots(events, pivots, sets, expected):
    """Where several sets change at one event, each counts."""
    least, most = expected
    if not events <= pivots <= (events if sets == 1 else 1.1*events):
        return f"{events} events for {pivots} pivots"
    if not least <= pivots <= most:
        return f"{pivots} pivots, expected {least} to {most}"
    return None


def keeps_length(result, error):
    worst = max(error(row) for row in result)
    return None if worst < 1e-10 else f"length error {worst:.2g}"


def keeps_energy(result, bounds):
    for name, bound in bounds.items():
        change = max(abs(result[name] - result[name][0]))
        if not change < bound:
            return f"{name} changes by {change:.2g}"
    return None


def main():
    fmu, model = sys.argv[1:]
    stop, sets, expected, error, bounds = MODELS[model]
    events, pivots, result = run(fmu, stop)
    for name, reason in (
            ("events", events_are_pivots(events, pivots, sets, expected)),
            ("length", keeps_length(result, error)),
            ("energy", keeps_energy(result, bounds))):
        print(json.dumps([name, reason]), flush=True)


main()
