"""Building FMUs: what a user waits for."""

import os
import time

from .families import components
from .measure import ROOT, Figure

PENDULUM = os.path.join(ROOT, "models/multibody/pendulum.mo")


def wall(bench, *words):
    begin = time.monotonic()
    bench.foucault(*words)
    return time.monotonic() - begin


def figures(bench):
    fmu = bench.file("built.fmu")
    for what, words, goal in (
            ("the C compiler", (), ""),
            ("--compiler fast", ("--compiler", "fast"), "<= 0.1")):
        yield bench.alone(
            f"an FMU of the pendulum, {what}", "CPU s",
            lambda w=words: bench.foucault("build", "-q", PENDULUM, "-o", fmu,
                                           *w)[1], goal=goal)
    yield bench.alone(
        "`simulate` of the pendulum's text, 1e-9 s", "s on the clock",
        lambda: wall(bench, "simulate", PENDULUM, "-q", "--stop", "1e-9",
                     "--step", "1e-9", "--output", bench.file("no.csv"),
                     "--no-cache"), goal="<= 0.05")
    count = bench.instructions(bench.program, "build", "-q", "--dump=c",
                               PENDULUM)
    if count:
        yield Figure("the pendulum's text to C", "million instructions",
                     [count/1e6])
    n = bench.size(1000, 20)
    path = bench.write("cells.mo", components(n))
    text, _ = bench.foucault("build", "-q", "--dump=c", path)
    yield Figure(f"C text of {n:,} connected cells", "kB", [len(text)/1e3])
    yield bench.alone(
        f"an FMU of {n:,} connected cells", "CPU s",
        lambda: bench.foucault("build", "-q", path, "-o", fmu)[1])
