"""How translation grows with a model: CPU time, memory and growth of the
passes before the C compiler; and building FMUs."""

import os
import re
import subprocess

from . import builds
from .families import capacitors, chain, components, flat_text, ladder
from .measure import Failed, Figure, exponent

TITLE = "Translation"

# Takes the place of the C compiler: an empty library at once.
NO_COMPILER = """#!/bin/sh
while [ $# -gt 1 ]; do [ "$1" = -o ] && : > "$2"; shift; done
"""
PASS = re.compile(r"^  (\w+): ([\d.]+) s in ([\d.]+) s, [\d.]+ MB held, "
                  r"([\d.]+) MB", re.M)


def passes(bench, path):
    """CPU seconds of all passes after the parser, and the MB used at most."""
    compiler = bench.write("no_compiler", NO_COMPILER)
    os.chmod(compiler, 0o755)
    done = subprocess.run(
        [bench.program, "build", "-q", "-v", path, "-o",
         bench.file("passes.fmu")],
        env={**os.environ, "CC": compiler}, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True, check=False)
    found = [f for f in PASS.findall(done.stderr) if f[0] != "parse"]
    if done.returncode or not found:
        raise Failed(done.stderr[-1000:])
    return sum(float(s) for _, s, _, _ in found), float(found[-1][3])


FAMILIES = (
    ("ladder of arrays, index 1", ladder, 2, ""),
    ("ladder of connected components, index 1", components, 9, "<= 5"),
    ("ladder of capacitors, index 2", capacitors, 3, ""),
    ("chain of pendulum links, index 3", chain, 5, ""),
)


def family(bench, name, make, per, goal):
    """Microseconds and kB an equation of the largest, and how its time grows
    from a tenth of it on."""
    sizes = [bench.largest//10, bench.largest]
    paths = [bench.write(f"family{n}.mo", make(n//per)) for n in sizes]
    small, large = bench.interleave(*(lambda p=p: passes(bench, p)
                                      for p in paths))
    equations = sizes[1]
    yield Figure(f"{name}, {equations:,} equations", "us/equation",
                 [s/equations*1e6 for s, _ in large], goal=goal)
    yield Figure(f"{name}: memory", "kB/equation",
                 [mb*1e3/equations for _, mb in large])
    costs = [min(s for s, _ in column) for column in (small, large)]
    yield Figure(f"{name}: growth", "exponent",
                 [exponent(sizes, [max(c, 1e-4) for c in costs])],
                 goal="" if bench.tiny else "<= 1.15")


def parsing(bench):
    path = bench.write("text.mo", flat_text(bench.largest//10))
    size = os.path.getsize(path)/1e6
    return bench.alone(
        "parse", "MB/s",
        lambda: size/bench.foucault("build", "-q", "--dump=parse", path)[1],
        is_rate=True)


def figures(bench):
    yield parsing(bench)
    for row in FAMILIES:
        yield from family(bench, *row)
    yield from builds.figures(bench)
