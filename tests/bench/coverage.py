#!/usr/bin/env python3
"""Which lines and branches the tests reach: ./dev coverage [WORD ...]

  coverage.py BUILD [--missing WORD] [--json] [--update PAGE]

BUILD is a build with FOUCAULT_COVERAGE whose tests have run. Prints lines and
branches by room, and the files with the least. A line of the runtime counts if
a unit test or an FMU has reached it.

--missing WORD: the lines that were not reached, of files whose path holds WORD
--json:         all figures by file
--update PAGE:  writes the table into the page, between its two marks
"""

import argparse
import concurrent.futures
import json
import os
import subprocess
import sys
from collections import defaultdict

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import page_marks  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
ROOMS = ("generator", "fmu_runtime")
# For other machines than this one, and for models that TinyCC compiles.
ELSEWHERE = ("generator/windows/", "fmu_runtime/prelinked/")
BEGIN, END = "<!-- coverage -->", "<!-- end of coverage -->"
FEW = 12  # files with the least


def counted_objects(build):
    """Notes of compiled files; those that never ran have no counts, and count
    as well."""
    build = os.path.abspath(build)  # gcov runs in the folder of each object
    return [os.path.join(where, name)
            for where, _, names in os.walk(build) for name in names
            if name.endswith(".gcno")]


def read_object(path):
    """The files that gcov reports of one object."""
    done = subprocess.run(["gcov", "--json-format", "--stdout",
                           "--branch-probabilities", path],
                          capture_output=True, cwd=os.path.dirname(path))
    try:
        return json.loads(done.stdout)
    except ValueError:
        return {"files": []}


def source_of(name, folder):
    """Relative to the root; empty: not ours."""
    path = os.path.normpath(name if os.path.isabs(name)
                            else os.path.join(folder, name))
    if not os.path.exists(path):
        path = os.path.join(ROOT, name)
    path = os.path.relpath(path, ROOT)
    ours = path.split(os.sep)[0] in ROOMS and not path.startswith(ELSEWHERE)
    return path if ours else ""


class Counts:
    """By file: how often each line ran, and each way of its branches."""

    def __init__(self):
        self.lines = defaultdict(lambda: defaultdict(int))
        self.ways = defaultdict(lambda: defaultdict(list))

    def add(self, report):
        folder = report.get("current_working_directory", ROOT)
        for file in report["files"]:
            source = source_of(file["file"], folder)
            for line in file["lines"] if source else ():
                number = line["line_number"]
                self.lines[source][number] += line["count"]
                ways = [way["count"] for way in line["branches"]]
                known = self.ways[source][number]
                if len(known) == len(ways):
                    ways = [a + b for a, b in zip(known, ways)]
                if len(ways) >= len(known):
                    self.ways[source][number] = ways

    def figures(self, source):
        """Lines, those reached, branches, those taken."""
        lines = self.lines[source].values()
        ways = [way for line in self.ways[source].values() for way in line]
        return (len(lines), sum(n > 0 for n in lines), len(ways),
                sum(n > 0 for n in ways))

    def missing(self, source):
        """Ranges of lines that were not reached."""
        ranges = []
        for number in sorted(self.lines[source]):
            if self.lines[source][number]:
                ranges.append(None)
            elif ranges and ranges[-1]:
                ranges[-1][1] = number
            else:
                ranges.append([number, number])
        return [r for r in ranges if r]


def room_of(source):
    """generator/flatten, fmu_runtime/events."""
    parts = source.split(os.sep)
    return "/".join(parts[:2]) if len(parts) > 2 else parts[0]


def total(counts, sources):
    return [sum(column) for column in
            zip(*(counts.figures(source) for source in sources))] or [0] * 4


def share(part, whole):
    return f"{100 * part / whole:.1f}" if whole else "-"


def table(counts):
    rooms = defaultdict(list)
    for source in sorted(counts.lines):
        rooms[room_of(source)].append(source)
    rows = [(room, *total(counts, sources))
            for room, sources in sorted(rooms.items())]
    for top in ROOMS:
        rows.append((f"all of {top}", *total(
            counts, [s for s in counts.lines if s.startswith(top + os.sep)])))
    lines = ["| room | lines | reached, % | branches | taken, % |",
             "|---|---|---|---|---|"]
    for room, n_lines, reached, n_ways, taken in rows:
        lines.append(f"| {room} | {n_lines:,} | {share(reached, n_lines)} | "
                     f"{n_ways:,} | {share(taken, n_ways)} |")
    return "\n".join(lines)


def print_least(counts):
    worst = []
    for source in counts.lines:
        n_lines, reached, _, _ = counts.figures(source)
        worst.append((n_lines - reached, source, n_lines))
    print("\nnot reached, most lines first:")
    for missed, source, n_lines in sorted(worst, reverse=True)[:FEW]:
        print(f"{missed:5} of {n_lines:4}  {source}")


def read(build):
    counts = Counts()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for report in pool.map(read_object, counted_objects(build)):
            counts.add(report)
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build")
    parser.add_argument("--missing", default=None)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--update", default=None)
    options = parser.parse_args()
    counts = read(options.build)
    if not counts.lines:
        sys.exit(f"{options.build} has no counts: ./dev coverage")
    if options.json:
        print(json.dumps({source: dict(zip(
            ("lines", "reached", "branches", "taken"),
            counts.figures(source))) for source in sorted(counts.lines)}))
    elif options.missing is not None:
        for source in sorted(counts.lines):
            for first, last in counts.missing(source) \
                    if options.missing in source else ():
                print(f"{source}:{first}" + (f"-{last}" if last > first
                                             else ""))
    else:
        print(table(counts))
        print_least(counts)
    if options.update:
        page_marks.replace(options.update, BEGIN, END, table(counts))


if __name__ == "__main__":
    main()
