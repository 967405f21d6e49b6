"""Short runs of what ./dev soak does for hours."""

import os
import sys

from .suite import DEV, RELEASE, TESTS, Failure, folder

sys.path.insert(0, os.path.join(TESTS, "bench"))
import soak  # noqa: E402

STEPS, INSTANCES = 50000, 400


def run(function):
    try:
        function()
    except SystemExit as reason:
        raise Failure(str(reason)) from None


def steps():
    with folder() as place:
        run(lambda: soak.steps(RELEASE, STEPS, place))


def instances(model):
    built = os.path.join(os.path.dirname(DEV), "tests", "soak")
    run(lambda: soak.instances(built, model, INSTANCES))


def collect(runner):
    runner.add("soak/steps", steps)
    for model in soak.MODELS:
        runner.add(f"soak/instances_{model}", lambda m=model: instances(m))
