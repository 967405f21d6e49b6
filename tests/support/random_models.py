"""A sample of ./dev random: models that nobody wrote, beside their meaning."""

import os
import sys

from .suite import RELEASE, TESTS, need

sys.path.insert(0, os.path.join(TESTS, "bench"))
import random_models  # noqa: E402

# 112: a loop variable hid a variable of its name after the loop.
SAMPLE = {"functions": range(110, 140), "events": range(0, 40)}


def sample(kind):
    for seed in SAMPLE[kind]:
        wrong, text = random_models.check(RELEASE, kind, seed)
        need(not wrong, f"{seed}: {wrong[:3]}\n{text}")


def collect(runner):
    for kind in SAMPLE:
        runner.add(f"random/{kind}", lambda kind=kind: sample(kind))
