"""The runner itself: listing needs neither a build nor packages."""

import os
import sys

from .suite import TESTS, folder, need, run

RUN = os.path.join(TESTS, "run")


def listed(*words):
    """What --list prints where only the standard library can be imported
    (-S: no site-packages) and nothing has been built."""
    with folder() as empty:
        done = run([sys.executable, "-S", "-B", RUN, "--list", *words],
                   env={**os.environ, "FOUCAULT_BUILD": empty,
                        "PYTHONPATH": ""})
    need(done.returncode == 0, f"tests/run --list: {done.stderr[-2000:]}")
    return done.stdout.split("\n")[:-1]


def list_alone(runner):
    """Every test of this run is listed there too."""
    missing = set(runner.names()) - set(listed())
    need(not missing, f"not listed: {', '.join(sorted(missing)[:10])}")


def list_filtered():
    """A word leaves the tests whose names hold it, and no others."""
    names = listed("unit/arena", "--filter", "golden/alias/")
    need("unit/arena" in names and "golden/alias/chain" in names,
         f"not listed: {names}")
    wrong = [name for name in names
             if "unit/arena" not in name and "golden/alias/" not in name]
    need(not wrong, f"listed too: {wrong}")


def collect(runner):
    runner.add("runner/list_alone", lambda: list_alone(runner))
    runner.add("runner/list_filtered", list_filtered)
