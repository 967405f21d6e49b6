"""The runner itself: help and listing need neither a build nor packages, and
commands of ./dev that run at once set up one after the other."""

import os
import shutil
import subprocess
import sys

from .suite import ROOT, TESTS, folder, need, run

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


def help_at_once():
    """`./dev test --help` and `--list` set up nothing and build nothing."""
    with folder() as place:
        shutil.copy(os.path.join(ROOT, "dev"), place)
        for name in set(os.listdir(ROOT)) - {"dev", "build", ".git"}:
            os.symlink(os.path.join(ROOT, name), os.path.join(place, name))
        for word, right in (("--help", "--slowest"),
                            ("--list", "unit/arena")):
            done = run([os.path.join(place, "dev"), "test", word])
            need(done.returncode == 0 and right in done.stdout, done.stderr)
        need(not os.path.exists(os.path.join(place, "build")),
             "something has been set up")


def set_up_in_turn():
    """Four processes of ./dev that find the same thing missing: one fetches
    it, the others wait and find it."""
    with open(os.path.join(ROOT, "dev"), encoding="utf-8") as file:
        functions = file.read().split('\ncase "${1:-help}"')[0]
    with folder() as place:
        script = os.path.join(place, "dev")
        with open(script, "w", encoding="utf-8") as file:
            file.write(functions + """
fetch_slowly() {
  [[ -f build/there ]] && return 0
  echo fetching >>build/log
  sleep 0.2
  touch build/there
}
alone set_up fetch_slowly
""")
        started = [subprocess.Popen(["bash", script]) for _ in range(4)]
        need(all(one.wait(60) == 0 for one in started), "a process failed")
        with open(os.path.join(place, "build/log"), encoding="utf-8") as file:
            need(file.read() == "fetching\n", "fetched more than once")


def collect(runner):
    runner.add("runner/list_alone", lambda: list_alone(runner))
    runner.add("runner/list_filtered", list_filtered)
    runner.add("runner/help_at_once", help_at_once)
    runner.add("runner/set_up_in_turn", set_up_in_turn)
