"""The benchmark itself, on tiny sizes: every group measures what it says, a
change is seen, and the page has what was measured."""

import copy
import json
import os
import subprocess
import sys

from .suite import RELEASE, TESTS, folder, need, read, write

PROGRAM = os.path.join(TESTS, "bench", "bench.py")
sys.path.insert(0, os.path.join(TESTS, "bench"))
GROUPS = ("translation", "runs", "events", "loops", "results", "calls",
          "derivatives", "studies")


def run(*words):
    return subprocess.run(
        [sys.executable, "-B", PROGRAM, RELEASE, *words, "--tiny",
         "--rounds", "1"], capture_output=True, text=True, check=False,
        timeout=300)


def measures(group):
    def test():
        done = run(group, "--json", "-")
        need(done.returncode == 0, done.stderr[-1000:])
        found = json.loads(done.stdout)["groups"]
        need(list(found) == [group], list(found))
        for figure in found[group]:
            need(figure["unit"] == "exponent" or
                 0 < figure["value"] < float("inf"), figure)
            need(not figure["beside"] or figure["ratio"] > 0, figure)
    return test


def statistics():
    """Medians, noise, growth and goals, by hand."""
    from speed.measure import Figure, exponent
    figure = Figure("a", "s", [1, 9, 3, 2, 4], "b", [2, 8, 4], "<= 3.9")
    need(figure.value == 3 and figure.ratio == 4 and figure.misses(), figure)
    need(abs(figure.noise - 1/3) < 1e-12, figure.noise)  # quartiles 2 and 4
    need(not Figure("a", "s", [3], goal="<= 3").misses(), "3 <= 3")
    need(Figure("a", "1/s", [3], goal=">= 4", is_rate=True).misses(), "3")
    need(abs(exponent([10, 100, 1000], [2, 20*10**.5, 2000]) - 1.5) < 1e-9,
         "growth")


def compared():
    import bench
    figure = {"name": "a", "beside": "", "unit": "s", "value": 1.0,
              "noise": 0.02, "is_rate": False}
    old = {"groups": {"runs": [figure]}}
    for value, is_rate, word in ((1.3, False, "slower"), (0.7, False, "faster"),
                                 (1.3, True, "faster"), (0.7, True, "slower"),
                                 (1.1, False, ""), (0.9, True, "")):
        new = copy.deepcopy(old)
        new["groups"]["runs"][0].update(value=value, is_rate=is_rate)
        lines, is_slower = bench.compare(old, new)
        need(is_slower == (word == "slower"), (value, lines))
        need(bool(lines) == bool(word) and
             all(line.startswith(word + ": a: 1 to") for line in lines),
             lines)


def page_and_file():
    """--json, --update and --compare of one run after the other."""
    with folder() as place:
        page, file = (os.path.join(place, n) for n in ("page.md", "a.json"))
        write(page, "before\n<!-- bench -->\nold\n<!-- end of bench -->\n"
                    "after\n")
        done = run("loops", "--json", file, "--update", page)
        need(done.returncode == 0, done.stderr[-1000:])
        text = read(page)
        need("old" not in text and text.startswith("before\n") and
             text.endswith("after\n") and "### Algebraic loops" in text, text)
        known = json.loads(read(file))
        for figure in known["groups"]["loops"]:
            figure["value"] *= 1e6
        write(file, json.dumps(known))
        done = run("loops", "--compare", file)
        need(done.returncode == 1 and done.stdout.count("slower: ") == 3,
             done.stdout)


def refuses():
    done = run("nothing_like_it")
    need(done.returncode == 1 and "no group holds nothing_like_it" in
         done.stderr, done.stderr)


def collect(runner):
    for group in GROUPS:
        runner.add(f"bench/{group}", measures(group))
    for test in (statistics, compared, page_and_file, refuses):
        runner.add(f"bench/{test.__name__}", test)
