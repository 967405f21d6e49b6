#!/usr/bin/env python3
"""What translation, runs and events cost, and beside whom: ./dev bench

  bench.py PROGRAM [WORD ...] [--rounds N] [--largest N] [--tiny]
           [--json FILE] [--compare OLD.json] [--update PAGE]

Measures the groups whose names hold a WORD, or all of them. Each figure is the
median of N rounds (5); where it stands beside another program's the two run in
turn, and the ratio is the median of the rounds' ratios. CPU seconds, unless a
unit says otherwise.

--largest N:   equations of the largest model that is translated (100,000)
--tiny:        tiny models: to see that the benchmark works
--json FILE:   all figures with their samples; - is standard output
--compare OLD: what has changed since a run with --json by more than the noise
               of both; exit status 1 if something has become slower
--update PAGE: writes the tables into the page, between its two marks
"""

import argparse
import json
import os
import platform
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import page_marks  # noqa: E402
from speed import (calls, derivatives, events, loops, peers,  # noqa: E402
                   results, runs, studies, translation)
from speed.measure import Bench, Failed  # noqa: E402

GROUPS = {"translation": translation, "runs": runs, "events": events,
          "loops": loops, "results": results, "calls": calls,
          "derivatives": derivatives, "studies": studies, "peers": peers}
BEGIN, END = "<!-- bench -->", "<!-- end of bench -->"
SURE = 3        # noises that a change has to be larger than
SMALL = 0.05    # and this, of the value


def number(value):
    """Three digits, and no exponent where a reader does not need it."""
    if value == 0 or 1e-3 <= abs(value) < 1e3:
        return f"{value:.3g}"
    return f"{value:,.0f}" if abs(value) < 1e9 and abs(value) >= 1e3 \
        else f"{value:.2e}"


def row(figure):
    """The cells of a line."""
    ratio = "" if figure.ratio is None else number(figure.ratio)
    goal = figure.goal + (", missed" if figure.misses() else "")
    noise = f"{100*figure.noise:.0f} %" if len(figure.samples) > 1 else ""
    return (figure.name, f"{number(figure.value)} {figure.unit}", noise, ratio,
            figure.beside, goal)


HEAD = ("what", "figure", "noise", "ratio", "beside", "goal")


def as_markdown(groups):
    parts = []
    for name, figures in groups.items():
        lines = [f"### {GROUPS[name].TITLE}", "",
                 "| " + " | ".join(HEAD) + " |", "|" + "---|"*len(HEAD)]
        lines += ["| " + " | ".join(row(f)) + " |" for f in figures]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def print_group(name, figures):
    rows = [HEAD, *map(row, figures)]
    widths = [max(len(r[k]) for r in rows) for k in range(len(HEAD))]
    print(f"\n{GROUPS[name].TITLE}")
    for cells in rows:
        print("  " + "  ".join(c.ljust(w) for c, w in
                               zip(cells, widths)).rstrip(), flush=True)


def about(bench, seconds):
    return (f"{platform.machine()}, {os.cpu_count()} processors, "
            f"{time.strftime('%Y-%m-%d')}, {bench.rounds} rounds, "
            f"{seconds/60:.0f} minutes")


def compare(old, new):
    """Lines about what has changed, and whether something is slower. Rates
    are better where they are larger."""
    lines, is_slower = [], False
    known = {(group, f["name"], f["beside"]): f
             for group, figures in old["groups"].items() for f in figures}
    for group, figures in new["groups"].items():
        for f in figures:
            before = known.get((group, f["name"], f["beside"]))
            if not before or not before["value"] or not f["value"]:
                continue
            change = f["value"]/before["value"] - 1
            sure = max(SURE*(f["noise"] + before["noise"]), SMALL)
            if abs(change) <= sure:
                continue
            worse = (change < 0) == f["is_rate"]
            is_slower |= worse
            lines.append(f"{'slower' if worse else 'faster'}: {f['name']}: "
                         f"{number(before['value'])} to {number(f['value'])} "
                         f"{f['unit']} ({100*change:+.0f} %, noise "
                         f"{100*sure/SURE:.0f} %)")
    return lines, is_slower


def arguments(words):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter,
        usage=argparse.SUPPRESS)
    parser.add_argument("program")
    parser.add_argument("words", nargs="*")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--largest", type=int, default=None)
    parser.add_argument("--tiny", action="store_true")
    for option in ("--json", "--compare", "--update"):
        parser.add_argument(option, default=None)
    return parser.parse_intermixed_args(words)


def measure(bench, names, is_quiet):
    groups = {}
    for name in names:
        groups[name] = list(GROUPS[name].figures(bench))
        if not is_quiet and groups[name]:
            print_group(name, groups[name])
    return {name: figures for name, figures in groups.items() if figures}


def main(*words):
    options = arguments(words)
    names = [name for name in GROUPS if not options.words or
             any(word in name for word in options.words)]
    if not names:
        sys.exit(f"bench: no group holds {' or '.join(options.words)}; there "
                 f"are {', '.join(GROUPS)}")
    old = None
    if options.compare:
        with open(options.compare, encoding="utf-8") as file:
            old = json.load(file)
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options.program, folder, max(options.rounds, 1),
                      options.tiny, options.largest)
        try:
            groups = measure(bench, names, options.json == "-")
        except Failed as failure:
            sys.exit(f"bench: {failure}")
    said = about(bench, time.monotonic() - begin)
    new = {"about": said, "groups": {
        name: [f.as_json() for f in figures]
        for name, figures in groups.items()}}
    if options.json == "-":
        print(json.dumps(new, indent=1))
    else:
        print(f"\n{said}")
    if options.json and options.json != "-":
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(new, file, indent=1)
    if options.update:
        page_marks.replace(options.update, BEGIN, END,
                           f"*{said}.*\n\n{as_markdown(groups)}")
    if old:
        lines, is_slower = compare(old, new)
        print("\n".join(lines or ["nothing has changed by more than the "
                                  "noise"]))
        return 1 if is_slower else 0
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
