#!/usr/bin/env python3
"""Makes docs/methods_compared.md: published figures of methods of index
reduction, and those of `foucault compare` for the same models beside them.

  methods.py PROGRAM OUT.md

Published figures are data of this file, with their source; ours are measured
when the page is made. Times of other machines are left out, but for ratios.
"""

import json
import os
import subprocess
import sys
import textwrap

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))

LIBRARIES = ["-L", os.path.join(ROOT, "models", "libraries")]

SOURCES = """
## Sources

- [MS] Mattsson, Söderlind, SIAM J. Sci. Comput. 14(3), 1993.
- [SP] Shmoylova, Gerhard, Postma, Roche, projection of Hessenberg systems.
- [KM] Kunkel, Mehrmann, ZAMM 84(9), 2004.
- [NU] the documentation of Numra on index reduction and stabilization.
"""

HEAD = """# Methods of index reduction, compared

*For readers who want figures before they choose a method of index reduction.*

This page is made by `./dev methods`; do not edit it. It has published figures beside those of
`foucault compare` for the runnable models of `models/`. The page
[methods of index reduction](index_methods.md) explains how the methods work.

- Steps and evaluations are those of CVODE with BDF (`ggl`: IDA) at the tolerance named. They may differ by a
  few in a hundred with another compiler or processor.
- g, g' are the largest residuals of the constraints, undifferentiated and differentiated once, at 500 points.
- `step` and `inner` are values of `--project`.
"""

# steps, evaluations, Jacobians, change of energy, of length: tables 1 and 2
PENDULUM_SMALL = [
    ("angle", 19323, 38654, 19, "-2.9e-7, linear", "-"),
    ("differentiated", 26451, 56157, 85, "3.3e-6, quadratic",
     "-3.5e-6, quadratic"),
    ("dummy derivatives", 27338, 62167, 1291, "-1.1e-7, linear", "1e-11"),
    ("stabilized (GGL)", 26697, 54774, 337, "-1.5e-7, linear", "1e-11"),
]
PENDULUM_LARGE = [
    ("angle", 44267, "", "", "-2.9e-6", "-"),
    ("differentiated", 68933, "", 28997, "2.2e-3", "1.6e-3, quadratic"),
    ("dummy derivatives, 464 pivots", 108731, 240161, 4800, "7.9e-7", "1e-11"),
    ("stabilized (GGL)", 84087, "", "", "1.9e-5", "1e-10"),
]
# differential, algebraic: as given, projected
PROJECTION = [
    ("Pendulum", "12, 3", "8, 0"), ("DoublePendulum", "22, 7", "14, 0"),
    ("TriplePendulum", "32, 11", "20, 0"), ("FourBar", "30, 11", "16, 0"),
    ("SliderCrank", "29, 10", "18, 0"),
]
# steps, residuals, factorizations
PARABOLOID = [
    ("ODASSL", 4536, 13097, 1351), ("GENDA, standard", 5136, 20352, 5136),
    ("GENDA, reduced", 5201, 10402, 5201),
    ("GENDA, minimal extension", 5326, 10652, 5326),
]
# seconds at tolerance 1e-5 and 1e-9
MILLER = [("standard", 1.61, 7.03), ("reduced", 0.29, 1.27),
          ("minimal extension", 0.42, 1.91)]
# nodal equations, extended: the formula, and by hand for these circuits
CIRCUITS = [
    ("capacitor_loop", "3, 4"), ("capacitor_loop_components", "3, 4"),
    ("inductor_cutset", "5, 6"), ("inductor_cutset_components", "5, 6"),
    ("loop_and_cutset", "5, 7"), ("loop_and_cutset_components", "5, 7"),
    ("charge_oriented", "8, 13"), ("miller_integrator", "5, 6"),
    ("miller_components", "5, 6"),
]
# positions and velocities, constraints
MECHANISMS = [
    ("pendulum", 4, 1), ("double_pendulum_high", 8, 2),
    ("triple_pendulum", 12, 3), ("four_bar", 8, 3), ("slider_crank", 8, 3),
    ("paraboloid", 6, 1),
]


class Page:
    def __init__(self, program):
        self.program = program
        self.lines = [HEAD]

    def compare(self, model, *words):
        done = subprocess.run(
            [self.program, "compare", os.path.join(ROOT, "models", model),
             "--method", "bdf", "--json", "--quiet", *LIBRARIES, *words],
            stdout=subprocess.PIPE, text=True, check=True)
        return json.loads(done.stdout)

    def sizes(self, model, method):
        done = subprocess.run(
            [self.program, "explain", os.path.join(ROOT, "models", model),
             "--reduction", method, "--json", "--quiet", *LIBRARIES],
            stdout=subprocess.PIPE, text=True, check=True)
        sizes = json.loads(done.stdout)["sizes"]
        return f"{sizes['before']}, {sizes['after']}"

    def text(self, text):
        self.lines += ["", *textwrap.wrap(text, 110, break_on_hyphens=False,
                                          break_long_words=False)]

    def table(self, head, rows):
        self.lines += ["", "| " + " | ".join(head) + " |",
                       "|" + "---|" * len(head)]
        for row in rows:
            self.lines.append("| " + " | ".join(map(cell, row)) + " |")

    def write(self, path):
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(self.lines) + "\n" + SOURCES)


def cell(value):
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.2g}"
    return str(value)


def work_row(name, row, *more):
    if not row["applies"]:
        return [name, f"does not apply: {row['why']}"]
    levels = row["residuals"] + [None, None]
    return [name, row["differential"], row["algebraic"], row["steps"],
            row["evaluations"], row["jacobians"], row["factorizations"],
            levels[0], levels[1], row["invariant_drift"], row["difference"],
            *more]


WORK = ["Foucault", "diff.", "alg.", "steps", "evaluations", "Jacobians",
        "factorizations", "g", "g'", "energy", "at the end"]


def work_table(page, report, more=()):
    rows = [work_row(row["method"], row) for row in report["methods"]]
    page.table(WORK, [*more, *rows])


def pendulum(page, title, published, model, words, angle_words):
    page.text(f"## {title}")
    page.text("Published [MS], DASSL, relative and absolute tolerance 1e-9, "
              "1000 units of time:")
    page.table(["model", "steps", "evaluations", "Jacobians", "energy",
                "length"], published)
    common = ["--stop", "1000", "--tolerance", "1e-9"]
    angle = page.compare("multibody/pendulum_angle.mo", *common, *angle_words)
    page.text("The same with Foucault; energy: its largest change; at the "
              "end: largest difference to a solution with a tolerance of "
              "1e-12:")
    work_table(page, page.compare(model, *common, *words),
               [work_row("angle", angle["methods"][0])])


def projection(page):
    page.text("## Projection of mechanisms")
    page.text("Published [SP]: differential and algebraic equations of models "
              "that are not given there, before and after; "
              "nothing algebraic remains. Mechanisms of Foucault in Cartesian "
              "coordinates, without projection (`none`) and with it; "
              "`loops`: unknowns that no formula gives.")
    models = {"Pendulum": "pendulum", "DoublePendulum": "double_pendulum_high",
              "TriplePendulum": "triple_pendulum", "FourBar": "four_bar",
              "SliderCrank": "slider_crank"}
    rows = []
    for name, before, after in PROJECTION:
        report = page.compare(f"multibody/{models[name]}.mo", "--stop", "1")
        by = {row["method"]: row for row in report["methods"]}
        none, projected = by["none"], by["projection"]
        rows.append([name, before, after,
                     f"{none['differential']}, {none['algebraic']}",
                     f"{projected['differential']}, {projected['algebraic']}",
                     projected["implicit"], by["dummy"]["differential"]])
    page.table(["mechanism", "published", "projected", "`none`",
                "`projection`", "loops", "states of `dummy`"], rows)


def paraboloid(page):
    page.text("## Mass on a paraboloid")
    page.text("Published [KM], tolerance 1e-9; start values and interval are "
              "not given there:")
    page.table(["code", "steps", "residuals", "factorizations"], PARABOLOID)
    report = page.compare("multibody/paraboloid.mo", "--tolerance", "1e-9")
    size = report["first_order"]
    page.text(f"Published sizes: 7 equations of first order, 9 with the hidden "
              f"constraints. The model of Foucault has two definitions more "
              f"(energy, angular momentum): {size['given']} and "
              f"{size['minimal']}. 10 s:")
    work_table(page, report)


def miller(page):
    page.text("## Miller integrator")
    page.text("Published [KM], seconds of the solver GELDA:")
    page.table(["form", "tolerance 1e-5", "tolerance 1e-9"], MILLER)
    report = page.compare("circuits/miller_integrator.mo", "--tolerance", "1e-9")
    size = report["first_order"]
    page.text(f"Published sizes: 5 equations, 6 extended. Foucault: "
              f"{size['given']} and {size['minimal']}. 10 s, tolerance 1e-9:")
    work_table(page, report)


def circuits(page):
    page.text("## Circuits")
    page.text("Published [KM]: minimal extension adds to the n equations of "
              "nodal analysis one for each loop of capacitors and voltage "
              "sources and each cutset of inductors and current sources; with "
              "charges and fluxes as variables also the derivatives of their "
              "definitions. `nodal`, `charges`: these counts, found from "
              "connected components. `as written`: equations of first order "
              "of the model, and with its hidden constraints. `dummy`, "
              "`minimal-extension`: equations without merged variables, and "
              "how many are solved.")
    rows, found = [], []
    for name, published in CIRCUITS:
        report = page.compare(f"circuits/{name}.mo", "--stop", "1")
        solved = [page.sizes(f"circuits/{name}.mo", method)
                  for method in ("dummy", "minimal-extension")]
        circuit = report["circuit"]
        rows.append([
            name, published, *map(pair, (
                circuit and circuit["nodal"],
                circuit and circuit["charge_oriented"], report["first_order"])),
            *solved])
        if circuit:
            found.append([name, listed(circuit, "loops"),
                          listed(circuit, "cutsets")])
    page.table(["circuit", "published", "nodal", "charges", "as written",
                "`dummy`", "`minimal-extension`"], rows)
    page.text("The loops and cutsets that `explain` finds in the circuits "
              "that are built from connected components:")
    page.table(["circuit", "loops", "cutsets"], found)


def pair(sizes):
    return f"{sizes['given']}, {sizes['minimal']}" if sizes else "-"


def listed(circuit, key):
    return "; ".join(map(", ".join, circuit[key])) or "-"


def mechanisms(page):
    page.text("## Minimal extension of mechanisms")
    page.text("Published [KM]: n_p + 3 n_c equations of first order for n_p "
              "positions and velocities and n_c constraints, instead of "
              "n_p + n_c. Definitions of a model beside them (energy, "
              "differences of coordinates) count in both. Foucault:")
    rows = []
    for name, n_p, n_c in MECHANISMS:
        size = page.compare(f"multibody/{name}.mo", "--stop", "0.1")[
            "first_order"]
        more = size["given"] - n_p - n_c
        rows.append([name, n_p, n_c, n_p + n_c, n_p + 3*n_c, more,
                     size["given"], size["minimal"]])
    page.table(["mechanism", "n_p", "n_c", "n_p + n_c", "n_p + 3 n_c",
                "definitions", "given", "minimal"], rows)


def baumgarte(page):
    page.text("## Pendulum with alpha = beta = 10")
    page.text("Published [NU]: from 30 degrees, 10 s, relative tolerance 1e-8, "
              "the length must be good to 1e-4 at the end. Foucault:")
    report = page.compare("multibody/pendulum.mo", "--tolerance", "1e-8")
    work_table(page, report)


def main(program, out):
    page = Page(program)
    pendulum(page, "Pendulum, small swing", PENDULUM_SMALL,
             "multibody/pendulum.mo", ["--set", "g=1", "--set", "phi0=0.1"],
             ["--set", "g=1", "--set", "phi0=0.1"])
    pendulum(page, "Pendulum, large swing", PENDULUM_LARGE,
             "multibody/large_swing.mo", [],
             ["--set", "g=1", "--set", "phi0=1.5707963267948966",
              "--set", "omega=-1"])
    projection(page)
    paraboloid(page)
    miller(page)
    mechanisms(page)
    circuits(page)
    baumgarte(page)
    page.write(out)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
