"""A sample of ./dev metamorphic: one motion in other units, by other reductions
and integrators. Each cell of it was wrong without a word once, but for those of
the pendulum, one of each kind that scale.py does not look at."""

import json
import os
import sys

from .suite import RELEASE, TESTS, folder, need, python, quick_build, write

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
    # Unknowns of a loop had tolerances below the rounding of the largest.
    "loop": {"dummy/ida/unit=um": 1},
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


def imported(name, reduction, is_off):
    """In an importer whose matrix is made of differences a curve in
    micrometres is off; the FMU says so, and is silent about the right ones."""
    with folder() as place:
        path = write(os.path.join(place, "m.mo"), metamorphic.source(name))
        fmu = os.path.join(place, "m.fmu")
        quick_build(path, "-o", fmu, "--quiet", "--tolerance", "1e-6",
                    "--reduction", reduction)
        stop = metamorphic.MECHANISMS[name][1]
        found = {}
        for unit in (1.0, 1e6):
            done = python("fmu/importer_steps.py", fmu, str(stop), "0.2",
                          f"U={unit!r}", "--", "x", "y")
            need(done.returncode == 0, done.stderr)
            found[unit] = json.loads(done.stdout)
    far = max(abs(a - b/1e6) for a, b in zip(found[1.0]["final"],
                                             found[1e6]["final"]))
    need((far > 1e-3) == is_off, f"{name} is off by {far}")
    for unit, one in found.items():
        text = "".join(one["said"])
        expected = 1 if is_off and unit != 1 else 0
        need(text.count("do not follow the derivatives: v") == expected,
             f"{name} {unit}: {text}")


def collect(runner):
    runner.add("metamorphic/imported",
               lambda: imported("stabilized", "dummy", True))
    runner.add("metamorphic/imported_right",
               lambda: imported("pendulum", "dummy", False))
    for name in SAMPLE:
        runner.add(f"metamorphic/{name}", lambda name=name: sample(name))
