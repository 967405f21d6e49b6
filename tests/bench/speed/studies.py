"""Runs a second of `foucault sweep`, for a pendulum of 10 s, on all processors:
beside a process a run, and beside a loop over FMPy's simulate_fmu."""

import os
import sys

from .measure import HERE, Figure

sys.path.insert(0, os.path.dirname(HERE))
import sweep  # noqa: E402

TITLE = "Many runs"


def figures(bench):
    fmu = bench.build("study", "multibody/pendulum.mo", "--type", "cs")
    sweep.RUNS = bench.size(2000, 20)
    sweep.LOOP = bench.size(20, 2)
    others = [("a process a run",
               lambda: sweep.processes(bench.program, fmu)[0], ">= 20")]
    if sweep.fmpy_loop(fmu) is not None:
        others.append(("FMPy's simulate_fmu",
                       lambda: sweep.fmpy_loop(fmu)[0], ">= 50"))
    own, *theirs = bench.interleave(
        lambda: sweep.sweep(bench.program, fmu),
        *(run for _, run, _ in others))
    for (who, _, goal), samples in zip(others, theirs):
        yield Figure("runs of a pendulum of 10 s", "runs/s",
                     [rate for rate, _, _ in own], who,
                     [a[0]/b for a, b in zip(own, samples)], goal=goal,
                     is_rate=True)
    yield Figure("CPU time of one of them", "ms",
                 [1e3*seconds for _, seconds, _ in own])
    yield Figure("processors that are busy", "share",
                 [busy for _, _, busy in own], goal=">= 0.9", is_rate=True)
