"""Writing results: megabytes a second of CPU time, of a run with all variables,
without what the run itself costs."""

import os

from .families import ladder
from .measure import Figure

TITLE = "Results"


def figures(bench):
    fmu = bench.build("ladder", ladder(bench.size(500, 10)))
    words = ("simulate", fmu, "-q", "--stop", "1", "--step",
             bench.size("0.002", "0.1"))
    for ending, goal in (("csv", ">= 100"), ("mat", "")):
        path = bench.file("results." + ending)
        own, bare = bench.interleave(
            lambda p=path: bench.foucault(*words, "--output", p)[1],
            lambda: bench.foucault(*words, "--variables", "time", "--output",
                                   bench.file("none.csv"))[1])
        size = os.path.getsize(path)/1e6
        yield Figure(f".{ending}, {size:.1f} MB", "MB/s",
                     [size/max(a - b, 1e-4) for a, b in zip(own, bare)],
                     goal=goal, is_rate=True)
