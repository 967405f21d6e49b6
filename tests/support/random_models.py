"""A sample of ./dev random: models that nobody wrote, beside their meaning."""

import os
import sys

from .suite import RELEASE, TESTS, need

sys.path.insert(0, os.path.join(TESTS, "bench"))
import dynamics_ways  # noqa: E402
import random_models  # noqa: E402

# 112: a loop variable hid a variable of its name after the loop.
SAMPLE = {"functions": range(110, 140), "events": range(0, 40)}
# In groups, which run side by side; each has a few seconds.
DYNAMICS = [range(first, first + 25) for first in range(0, 200, 25)]


def sample(kind, seeds):
    for seed in seeds:
        wrong, text = random_models.check(RELEASE, kind, seed)
        need(not wrong, f"{seed}: {wrong[:3]}\n{text}")


def dynamics(seeds):
    """Two ways of each, with the compiler that is inside of the program."""
    for seed in seeds:
        wrong, text = dynamics_ways.check(RELEASE, seed, 2, ("fast",))
        need(not wrong, f"{seed}: {wrong[:3]}\n{text}")


def collect(runner):
    for kind, seeds in SAMPLE.items():
        runner.add(f"random/{kind}",
                   lambda kind=kind, seeds=seeds: sample(kind, seeds))
    for seeds in DYNAMICS:
        runner.add(f"random/dynamics_{seeds.start}",
                   lambda seeds=seeds: dynamics(seeds))
