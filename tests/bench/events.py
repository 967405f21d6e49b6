#!/usr/bin/env python3
"""What an event costs with many units, beside hand-written C with CVODE: part
of ./dev bench. CPU times, and errors at the end against closed forms."""

import json
import os
import resource
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
from support.speed import (BALLS, THERMOSTATS, height,  # noqa: E402
                           temperature)

# name, model, array, closed form, seconds
PROBLEMS = (
    ("thermostats", THERMOSTATS, "T", temperature, 2),
    ("balls", BALLS, "h", height, 1),
)


def compile_hand(folder):
    program = os.path.join(folder, "hand_events")
    subprocess.run(
        ["cc", "-O2", "-o", program, os.path.join(HERE, "hand_events.c"),
         "-lsundials_cvode", "-lsundials_nvecserial", "-lm"], check=True)
    return program


def cpu(words):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return json.loads(done.stdout), (after.ru_utime + after.ru_stime -
                                     before.ru_utime - before.ru_stime)


def run_fmu(program, folder, text, array, n, tolerance, stop):
    source, fmu = (os.path.join(folder, "units" + end)
                   for end in (".mo", ".fmu"))
    with open(source, "w") as out:
        out.write(text.replace("n = 60", f"n = {n}"))
    subprocess.run([program, "build", "-q", source, "-o", fmu], check=True)
    words = [program, "simulate", fmu, "--json", "--tolerance", tolerance,
             "--stop"]
    _, short = cpu([*words, "1e-9", "--step", "1e-9"])
    report, seconds = cpu([*words, str(stop), "--step", str(stop)])
    final = [report["final"][f"{array}[{k}]"] for k in range(1, n + 1)]
    return (report["steps"], report["rhs_evaluations"], report["events"],
            seconds - short, final)


def run_hand(program, name, n, tolerance, stop, method):
    done = subprocess.run([program, name, str(n), tolerance, str(stop),
                           method], capture_output=True, text=True, check=True)
    words = done.stdout.split()
    return (*map(int, words[:3]), float(words[3]), [*map(float, words[4:])])


def error_of(figures, exact, n, stop):
    return max(abs(figures[4][k - 1] - exact(k, n, stop))
               for k in range(1, n + 1))


def row(what, figures, error):
    steps, evaluations, events, seconds, _ = figures
    print(f"{what:>22} {steps:>7} {evaluations:>8} {events:>7} "
          f"{seconds:>7.3f} {seconds/events*1e6:>8.1f} {error:>9.2g}",
          flush=True)


def hand_rows(program, name, n, tolerance, stop, exact, like):
    """At the tolerance, and at the first one with an error like that."""
    for method in ("bdf", "adams"):
        for power in range(int(tolerance[3:]), 14):
            figures = run_hand(program, name, n, f"1e-{power}", stop, method)
            error = error_of(figures, exact, n, stop)
            is_like = error <= 3*like
            if is_like or power == int(tolerance[3:]):
                row(f"by hand, {method}, 1e-{power}", figures, error)
            if is_like:
                break


def main():
    program = sys.argv[1]
    print("events                    steps  evaluations events   CPU s "
          "us/event     error")
    with tempfile.TemporaryDirectory() as folder:
        hand = compile_hand(folder)
        for name, text, array, exact, stop in PROBLEMS:
            for n, tolerance in ((100, "1e-6"), (1000, "1e-6")):
                print(f"{n} {name}")
                mine = run_fmu(program, folder, text, array, n, tolerance,
                               stop)
                like = error_of(mine, exact, n, stop)
                row(f"FMU, {tolerance}", mine, like)
                hand_rows(hand, name, n, tolerance, stop, exact, like)


main()
