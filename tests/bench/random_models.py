#!/usr/bin/env python3
"""Random models beside their meaning: ./dev random
[functions|events|dynamics] [FIRST [LAST]] [--jobs N]

functions: an algorithm with loops, branches, arrays and records, computed at
translation, taken apart, called, as a section of the model, and
differentiated; Python carries out the same statements.
events: when-equations with sample(), change(), edge(), pre() and elsewhen;
Python does what the specification says about each instant.

dynamics: differential equations, loops, constraints of high index, components
and events with a known solution (random_dynamics.py), each model in three ways:
a reduction, an integrator, its matrices, a compiler and its level, a tolerance,
steps; Co-Simulation, Model Exchange, or an importer that saves and restores
states. Every night: ./dev random dynamics 0 10000 --jobs 2

Each number from FIRST (0) up to LAST (FIRST + 500) is a model of its own; N of
them are tried at once (1). Exit status 1 if one is wrong, refused, or does not end; its text is kept.
"""

import concurrent.futures
import csv
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import dynamics_ways  # noqa: E402
import random_events  # noqa: E402
import random_functions  # noqa: E402

COUNT, SECONDS = 500, 120
WORDS = {"true": 1.0, "false": 0.0}
KINDS = {"functions": random_functions, "events": random_events,
         "dynamics": dynamics_ways}


class Refused(Exception):
    pass


def run(program, text, *words):
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "m.mo")
        table = os.path.join(place, "m.csv")
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)
        try:
            done = subprocess.run(
                [program, "simulate", path, "--json", *words, table]
                if words else [program, "simulate", path, "--json"],
                capture_output=True, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            raise Refused(f"it takes more than {SECONDS} s") from None
        if done.returncode != 0:
            raise Refused((done.stderr or done.stdout)[:300])
        if not words:
            return json.loads(done.stdout)["final"]
        with open(table, encoding="utf-8") as rows:
            return [{name: WORDS[value] if value in WORDS else float(value)
                     for name, value in row.items()}
                    for row in csv.DictReader(rows)]


def check(program, kind, seed):
    """What is wrong with one model, empty: nothing; and its text."""
    if kind == "dynamics":
        return dynamics_ways.check(program, seed)
    texts = []

    def simulate(text):
        texts.append(text)
        return run(program, text, *(["-o"] if kind == "events" else []))

    try:
        wrong = KINDS[kind].check(seed, simulate)
    except Refused as reason:
        wrong = [f"refused: {reason}"]
    return wrong, texts[0] if texts else ""


def check_all(program, kind, seeds, jobs):
    """How many are wrong; each with a line, and its text in a file."""
    n_wrong = 0
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        found = pool.map(check, [program]*len(seeds), [kind]*len(seeds), seeds)
        for seed, (wrong, text) in zip(seeds, found):
            if not wrong:
                continue
            n_wrong += 1
            kept = os.path.join(tempfile.gettempdir(), f"{kind}{seed}.mo")
            with open(kept, "w", encoding="utf-8") as out:
                out.write(text)
            print(f"{kind} {seed}: {wrong[0]} ({kept})", flush=True)
    print(f"{kind}: {len(seeds)} models, {n_wrong} wrong", flush=True)
    return n_wrong


def main(program, *words):
    if "--help" in words or "-h" in words:
        print(__doc__)
        return 0
    words, jobs = list(words), 1
    if "--jobs" in words:
        at = words.index("--jobs")
        jobs = int(words[at + 1])
        del words[at:at + 2]
    kinds = [word for word in words if word in KINDS] or list(KINDS)
    numbers = [int(word) for word in words if word not in KINDS]
    first = numbers[0] if numbers else 0
    last = numbers[1] if len(numbers) > 1 else first + COUNT
    os.environ["FOUCAULT_CACHE_SIZE"] = "0"
    n_wrong = sum(check_all(program, kind, range(first, last), jobs)
                  for kind in kinds)
    return 1 if n_wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
