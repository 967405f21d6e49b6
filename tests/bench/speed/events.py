"""Events with many units, beside hand-written C with CVODE, its roots and a new
start after each event (hand_events.c), at like error: the tolerance by hand at
which the error at the end, against closed forms, is not three times ours."""

import os
import sys

from .measure import ROOT, Failed, Figure, compile_hand

sys.path.insert(0, os.path.join(ROOT, "tests"))
from support.speed import (BALLS, PWM, THERMOSTATS, height,  # noqa: E402
                           temperature)

TITLE = "Events"
# name, model, array, closed form, seconds
PROBLEMS = (
    ("thermostats", THERMOSTATS, "T", temperature, 2),
    ("balls", BALLS, "h", height, 1),
)
TOLERANCE, LEAST = 6, 13  # powers of ten


def run_fmu(bench, fmu, stop, *words):
    """The report, and CPU seconds without loading: those of a very short run
    are subtracted."""
    words = [fmu, "--tolerance", f"1e-{TOLERANCE}", *words, "--stop"]
    _, short = bench.report("simulate", *words, "1e-9", "--step", "1e-9")
    report, seconds = bench.report("simulate", *words, str(stop), "--step",
                                   str(stop))
    return report, max(seconds - short, 1e-6)


def run_hand(bench, program, name, n, power, stop, method):
    """CPU seconds, and the values at the end."""
    text, _ = bench.cpu(program, name, str(n), f"1e-{power}", str(stop),
                        method)
    words = text.split()
    return max(float(words[3]), 1e-6), [*map(float, words[4:])]


def error_of(values, exact, n, stop):
    return max(abs(value - exact(k, n, stop))
               for k, value in enumerate(values, 1))


def like_power(bench, program, name, n, stop, method, exact, error):
    """The tolerance by hand with an error like this."""
    for power in range(TOLERANCE, LEAST):
        _, values = run_hand(bench, program, name, n, power, stop, method)
        if error_of(values, exact, n, stop) <= 3*error:
            return power
    return LEAST


def many_units(bench, program, name, text, array, exact, stop):
    n = bench.size(1000, 10)
    fmu = bench.build(name, text.replace("n = 60", f"n = {n}"))
    report, _ = run_fmu(bench, fmu, stop)
    final = [report["final"][f"{array}[{k}]"] for k in range(1, n + 1)]
    error = error_of(final, exact, n, stop)
    if not error < 1e-3:
        raise Failed(f"{name}: error {error}")
    powers = {method: like_power(bench, program, name, n, stop, method, exact,
                                 error) for method in ("adams", "bdf")}
    hand = [lambda m=m, p=p: run_hand(bench, program, name, n, p, stop, m)[0]
            for m, p in powers.items()]
    own, *others = bench.interleave(lambda: run_fmu(bench, fmu, stop)[1],
                                    *hand)
    best = [min(both) for both in zip(*others)]
    yield Figure(f"{n:,} {name}, {report['events']:,} events", "events/s",
                 [report["events"]/s for s in own], is_rate=True)
    yield Figure(f"{n:,} {name}, at like error", "CPU s", own,
                 "C by hand, the faster of Adams and BDF",
                 [a/b for a, b in zip(own, best)], goal="<= 1.2")


def figures(bench):
    program = compile_hand(bench, "hand_events")
    for problem in PROBLEMS:
        yield from many_units(bench, program, *problem)
    fmu, stop = bench.build("pwm", PWM), bench.size(2, 0.05)
    n = run_fmu(bench, fmu, stop)[0]["events"]
    yield bench.alone("pulse width modulation", "events/s",
                      lambda: n/run_fmu(bench, fmu, stop)[1], is_rate=True)
