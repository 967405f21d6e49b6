"""A sample of ./dev metamorphic: one motion in other units, by other reductions
and integrators. Each cell of it was wrong without a word once, but for those of
the pendulum, one of each kind that scale.py does not look at."""

import os
import sys

from .suite import RELEASE, TESTS, folder, need

sys.path.insert(0, os.path.join(TESTS, "bench"))
import metamorphic  # noqa: E402

# A cell, and which part of what is allowed; None: it is off, with a warning.
SAMPLE = {
    "pendulum": {"projection/ida/start=1e+06": 0.1, "ggl/bdf/steps=1": 0.1,
                 "dummy/ida/resting=zero": 0.1},
    # The velocity is zero at first: its nominal value was 1, in kilometres.
    "index1": {"dummy/bdf/me=km": 1},
    # CVODE's quotients of differences were rounding, and it went straight on.
    "stabilized": {"dummy/bdf/me=um": 1},
    "triple": {"ggl/bdf/me=um": 1},
    # The tolerance was that of a step, and each exchange of states is a start.
    "two": {"dummy/bdf/me=m": 0.4},
    # Residuals were looked at where one had doubled, in units of their own.
    "crank": {"none/adams/unit=km": None},
}


def sample(name):
    with folder() as place:
        cells = metamorphic.Cells(RELEASE, place, lambda text: None)
        cells.table(name, lambda key: key[len(name) + 1:] in SAMPLE[name])
        found = cells.kinds
    need(len(found) == len(SAMPLE[name]), f"cells {list(found)}")
    for key, (kind, text, part) in found.items():
        allowed = SAMPLE[name][key[len(name) + 1:]]
        good = (kind == "warned" if allowed is None else
                kind == "right" and part < allowed)
        need(good, f"{key}: {kind}, {text}")


def collect(runner):
    for name in SAMPLE:
        runner.add(f"metamorphic/{name}", lambda name=name: sample(name))
