"""The ways a random dynamic model is run, and what each of them gives beside
the known curves. See random_dynamics.py."""

import csv
import json
import math
import os
import random
import re
import subprocess
import tempfile
import zipfile

from random_dynamics import Dynamics

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
# Tolerances of a curve's own size, or of 1 where it is smaller; times what the
# motion makes of a small change.
ALLOWED = 100
SECONDS, POINTS = 120, 64
REDUCTIONS = ("dummy", "none", "baumgarte", "ggl", "projection",
              "minimal-extension", "angles")
DRIFTING = ("none", "baumgarte", "projection")
SOLVERS = ((), (), ("--solver", "cvode"), ("--method", "adams"),
           ("--method", "bdf"), ("--solver", "ida"))
MATRICES = ((), (), ("--linear-solver", "dense"), ("--linear-solver", "sparse"))
COMPILERS = ("fast",)*9 + ("gcc -O0", "gcc -O2", "gcc -O3", "clang -O2")
WORDS = {"true": 1.0, "false": 0.0}
WAYS = 3  # of a model


class Refused(Exception):
    pass


def choose_options(chance, kinds):
    """Of build, and of simulate with a model."""
    words = [*chance.choice(SOLVERS), *chance.choice(MATRICES)]
    if "index" in kinds or chance.random() < 0.1:
        reduction = chance.choice(REDUCTIONS)
        words += ["--reduction", reduction]
        if (reduction in DRIFTING and "ida" not in words
                and chance.random() < 0.3):
            words += ["--project", "inner" if "adams" in words else
                      chance.choice(("step", "inner"))]
    if chance.random() < 0.1:
        words.append("--no-loops")
    if chance.random() < 0.1:
        words.append("--no-event-proof")
    return words


class Place:
    """A folder with a model, and programs that are run there."""

    def __init__(self, program, folder, model):
        self.program, self.folder, self.model = program, folder, model
        self.text = model.text()
        self.names = list(model.curves)
        with open(self.path("m.mo"), "w", encoding="utf-8") as out:
            out.write(self.text)

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, *words):
        try:
            done = subprocess.run(words, capture_output=True, text=True,
                                  timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            raise Refused(f"it takes more than {SECONDS} s") from None
        if done.returncode != 0:
            raise Refused(f"status {done.returncode}: "
                          + (done.stderr + done.stdout).strip()[:300])
        return done

    def compiler(self, words):
        """A command of one word, whose level of optimisation comes last."""
        if words == "fast":
            return words
        name, level = words.split()
        path = self.path(f"{name}{level}")
        with open(path, "w", encoding="utf-8") as out:
            out.write(f'#!/bin/sh\nexec {name} "$@" {level}\n')
        os.chmod(path, 0o755)
        return path

    def simulate(self, file, step, tolerance, *words):
        table = self.path("m.csv")
        self.run(self.program, "simulate", self.path(file), "--step",
                 repr(step), "--tolerance", repr(tolerance), "--variables",
                 ",".join(self.names), "-o", table, "--quiet", *words)
        with open(table, encoding="utf-8") as rows:
            return [{name: WORDS[value] if value in WORDS else float(value)
                     for name, value in row.items()}
                    for row in csv.DictReader(rows)]

    def build(self, words):
        self.run(self.program, "build", self.path("m.mo"), "-o",
                 self.path("m.fmu"), "--quiet", *words)

    def walk(self, times, saved, tolerance):
        """Rows of a walk with saved states, which must repeat."""
        with zipfile.ZipFile(self.path("m.fmu")) as file:
            file.extractall(self.path("fmu"))
            about = file.read("modelDescription.xml").decode()
        guid = re.search(r'guid="([^"]*)"', about).group(1)
        name = re.search(r'modelIdentifier="([^"]*)"', about).group(1)
        real = {found[1]: found[2] for found in re.finditer(
            r'<ScalarVariable name="([^"]*)"\s+valueReference="(\d+)"'
            r'[^>]*>\s*<Real', about)}
        names = [name for name in self.names if name in real]
        done = self.run(
            walker(), self.path(f"fmu/binaries/linux64/{name}.so"), guid,
            "file://" + self.path("fmu/resources"), repr(tolerance),
            repr(self.model.start), str(saved), str(len(times)),
            *map(repr, times), *(real[name] for name in names))
        first, rest = done.stdout.split("again\n")
        again, elsewhere = rest.split("elsewhere\n")
        if not first.endswith(again) or again != elsewhere:
            raise Refused("a restored state goes on otherwise")
        return [dict(zip(["time", *names], map(float, line.split())))
                for line in first.splitlines()]


def walker():
    """walk.c, compiled once for all processes."""
    path = os.path.join(ROOT, "build", "walk")
    source = os.path.join(HERE, "walk.c")
    if (not os.path.exists(path)
            or os.path.getmtime(path) < os.path.getmtime(source)):
        made = f"{path}.{os.getpid()}"
        subprocess.run(["gcc", "-O1", "-I", os.path.join(ROOT, "fmu_runtime"),
                        source, "-o", made, "-ldl"], check=True)
        os.replace(made, path)
    return path


class Carried:
    """What the errors of the states make of a variable that is computed from
    them: by its derivatives with respect to each (foucault linearize), at that
    time. A force is up to 1,000 times as wrong as the place of a mass that
    Baumgarte's method pulls back, and that is no fault."""

    def __init__(self, place, words):
        self.place = place
        at = words.index("--reduction") if "--reduction" in words else None
        self.words = [] if at is None else words[at:at + 2]
        if "inner" in words:
            self.words += ["--project", "inner"]

    def error(self, name, t, row):
        """Zero where there is no telling."""
        model = self.place.model
        done = subprocess.run(
            [self.place.program, "linearize", self.place.path("m.mo"),
             "--json", "--at", repr(t + model.start), "--outputs", name,
             *self.words], capture_output=True, text=True, timeout=SECONDS,
            check=False)
        if done.returncode != 0:
            return 0.0
        found = json.loads(done.stdout)
        return sum(abs(slope*(row[x["name"]] - model.curves[x["name"]](t)))
                   for slope, x in zip(found["C"][0], found["states"])
                   if x["name"] in row and x["name"] in model.curves)


def judge(model, rows, tolerance, carried=None):
    """The worst error as a multiple of what is allowed, and a text about it.
    Rows close to an event are left out. What is beyond that is less what
    errors of the states explain, if somebody can say so."""
    worst, text = 0.0, ""
    away = max(1e-6, 10*tolerance)
    rows = [(row["time"] - model.start, row) for row in rows]
    rows = [(t, row) for t, row in rows
            if all(abs(t - event) > away for event in model.events)]
    for name, curve in model.curves.items():
        if not rows or name not in rows[0][1]:
            continue
        exact = [curve(t) for t, _ in rows]
        size = max(1.0, *(abs(curve(model.duration()*k/POINTS))
                          for k in range(POINTS + 1)))
        size *= model.growth.get(name, 1.0)
        for (t, row), value in zip(rows, exact):
            off = abs(row[name] - value)/(ALLOWED*tolerance*size)
            if off > max(worst, 1) and carried is not None:
                off -= carried.error(name, t, row)/(ALLOWED*tolerance*size)
            if not off <= worst:
                worst = off if off == off else math.inf
                text = (f"{name} is {row[name]!r} at {t + model.start!r}, "
                        f"not {value!r}: {ALLOWED*off:.3g} tolerances")
    return worst, text


def try_way(place, chance, tolerance, compilers):
    """One way, chosen: the rows, and its words."""
    model, duration = place.model, place.model.duration()
    words = [*choose_options(chance, model.kinds), "--compiler",
             place.compiler(chance.choice(compilers))]
    kind = chance.choice(("cs", "cs", "me", "fmu cs", "fmu me", "walk", "walk"))
    about = " ".join([kind, repr(tolerance), *map(os.path.basename, words)])
    try:
        if kind == "walk":
            place.build(words)
            n = chance.randint(3, 14)
            times = sorted(model.start + chance.uniform(0.01, 1)*duration
                           for _ in range(n))
            return place.walk(times, chance.randint(1, n - 1),
                              tolerance), about, words
        step = duration/chance.choice((1, 3, 10, 50, 333))
        kinds = ["--type", kind.split()[-1]]
        about += f" step {step!r}"
        if kind.startswith("fmu"):
            place.build(words)
            return (place.simulate("m.fmu", step, tolerance, *kinds), about,
                    words)
        return place.simulate("m.mo", step, tolerance, "--no-cache", *kinds,
                              *words), about, words
    except Refused as reason:
        raise Refused(f"[{about}] {reason}") from None


def check(program, seed, ways=WAYS, compilers=COMPILERS, ratios=None):
    """What is wrong with one model, and its text."""
    model, wrong = Dynamics(seed), []
    chance = random.Random(f"ways {seed}")
    with tempfile.TemporaryDirectory() as folder:
        place = Place(program, folder, model)
        for _ in range(ways):
            tolerance = chance.choice((1e-4, 1e-6, 1e-6, 1e-8))
            try:
                rows, about, words = try_way(place, chance, tolerance,
                                             compilers)
            except Refused as reason:
                wrong.append(f"refused: {reason}")
                continue
            worst, text = judge(model, rows, tolerance, Carried(place, words))
            if ratios is not None:
                ratios.append((worst, seed, about, text))
            if worst > 1:
                wrong.append(f"[{about}] {text}")
    return wrong, place.text
