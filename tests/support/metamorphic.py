"""A sample of ./dev metamorphic: one motion in other units, by other reductions
and integrators, at other steps, beside states at rest. Each cell of it was wrong
without a word once, or stands for a way that none of the others takes."""

import os
import sys

from .suite import RELEASE, TESTS, folder, need

sys.path.insert(0, os.path.join(TESTS, "bench"))
import metamorphic  # noqa: E402

SAMPLE = {
    # The velocity is zero at first: its nominal value was 1, in kilometres.
    "index1": ("dummy/bdf/me=km",),
    # CVODE's quotients of differences were rounding, and it went straight on.
    "stabilized": ("dummy/bdf/me=um",),
    # The tolerance was that of a step, and each exchange of states is a start.
    "two": ("dummy/bdf/me=m",),
}


def sample(name):
    with folder() as place:
        cells = metamorphic.Cells(RELEASE, place, lambda text: None)
        cells.table(name, lambda key: key[len(name) + 1:] in SAMPLE[name])
        found = cells.kinds
    need(len(found) == len(SAMPLE[name]), f"cells {list(found)}")
    for key, (kind, text) in found.items():
        need(kind == "right", f"{key}: {kind}, {text}")


def collect(runner):
    for name in SAMPLE:
        runner.add(f"metamorphic/{name}", lambda name=name: sample(name))
