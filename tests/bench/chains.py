#!/usr/bin/env python3
"""Chains of Cartesian links for 10 s, steps at 5e-10: ./dev soak [N ...]

Steps, evaluations and the largest change of energy beside those of a
prototype in C for the same procedure; a mark where one is above twice the
prototype's. A thrown chain is chaotic: only the energy shows whether a run is
right, and it scatters by a factor of a few between neighbouring starts.
"""

import json
import math
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../numeric"))
from chain import chain, energy_scale  # noqa: E402

ANGLES = (45, 86, 115, 160)
# thousands of steps and evaluations, change of energy; for each angle
EXPECTED = {
    ("bdf", 2): ((2.1, 2.5, 5e-8), (5.4, 6.8, 4e-7), (5.8, 7.3, 7e-7),
                 (7.6, 9.6, 1e-6)),
    ("bdf", 5): ((4.3, 5.4, 4e-8), (16, 21, 5e-7), (22, 31, 9e-7),
                 (30, 42, 2e-6)),
    ("bdf", 10): ((7.7, 11, 8e-8), (41, 66, 5e-7), (59, 95, 1e-6),
                  (73, 117, 3e-6)),
    ("bdf", 20): ((13, 23, 8e-8), (91, 184, 1e-6), (135, 276, 4e-6),
                  (186, 381, 5e-6)),
    ("bdf", 50): ((28, 79, 3e-8), (249, 831, 2e-6), (407, 1381, 6e-6),
                  (537, 1824, 9e-6)),
    ("adams", 2): ((1.2, 2.0, 7e-9), (3.2, 5.8, 2e-7), (3.4, 6.0, 1e-7),
                   (4.6, 8.4, 1e-7)),
    ("adams", 5): ((2.7, 4.6, 1e-8), (9.9, 18, 1e-7), (14, 26, 3e-7),
                   (19, 34, 4e-7)),
    ("adams", 10): ((5.4, 9.1, 3e-8), (26, 47, 2e-7), (39, 71, 6e-7),
                    (48, 88, 4e-7)),
    ("adams", 20): ((9.0, 15, 3e-8), (60, 111, 1e-7), (89, 165, 1e-6),
                    (117, 216, 2e-6)),
    ("adams", 50): ((22, 35, 1e-8), (166, 310, 3e-7), (262, 492, 1e-6),
                    (349, 657, 2e-6)),
    ("ida", 2): ((2.4, 5.9, 1e-7), (5.5, 12, 9e-7), (6.0, 13, 2e-6),
                 (7.8, 17, 2e-6)),
    ("ida", 5): ((4.9, 11, 1e-6), (17, 37, 1e-5), (22, 47, 1e-6),
                 (28, 61, 4e-6)),
    ("ida", 10): ((8.6, 19, 2e-6), (40, 87, 7e-7), (55, 118, 2e-6),
                  (71, 154, 2e-6)),
    ("ida", 20): ((14, 31, 8e-7), (91, 198, 2e-5), (131, 282, 9e-6),
                  (176, 377, 3e-6)),
    ("ida", 50): ((30, 64, 7e-7), (234, 513, 8e-7), (380, 813, 4e-6),
                  (516, 1097, 3e-6)),
}


def build(program, folder, n, method):
    source = os.path.join(folder, f"chain{n}.mo")
    with open(source, "w") as out:
        out.write(chain(n))
    fmu = os.path.join(folder, f"chain{n}{method}.fmu")
    words = (["--solver", "ida"] if method == "ida" else ["--method", method])
    subprocess.run([program, "build", "-q", source, "-o", fmu, "--tolerance",
                    repr(5e-10**(6/7)), *words], check=True)
    return fmu


def change_of_energy(table, n):
    with open(table) as rows:
        next(rows)
        energy = [float(row.split(",")[1]) for row in rows]
    return max(abs(e - energy[0]) for e in energy)/energy_scale(n)


def run(program, folder, fmu, n, degrees):
    table = os.path.join(folder, "out.csv")
    done = subprocess.run(
        [program, "simulate", fmu, "--stop", "10", "--step", "0.02",
         "--tolerance", repr(5e-10**(6/7)), "--variables", "energy",
         "--output", table,
         "--set", f"phi0={math.radians(degrees)!r}", "--json"],
        capture_output=True, text=True)
    if done.returncode != 0:
        return None
    return json.loads(done.stdout), change_of_energy(table, n)


def row(method, n, degrees, result, expected):
    if result is None:
        print(f"{method:>6} {n:>3} {degrees:>4}  FAILED")
        return
    report, change = result
    figures = (report["steps"]/1e3, report["rhs_evaluations"]/1e3, change)
    marks = "".join("*" if f > 2*e else "" for f, e in zip(figures, expected))
    print(f"{method:>6} {n:>3} {degrees:>4} {figures[0]:>8.1f} "
          f"{expected[0]:>6} {figures[1]:>8.1f} {expected[1]:>6} "
          f"{change:>8.1e} {expected[2]:>8.1e} {report['pivots']:>6} "
          f"{report['wall_s']:>7.2f} {marks}", flush=True)


def main():
    program, *sizes = sys.argv[1:]
    sizes = [int(n) for n in sizes] or [2, 5, 10, 20, 50]
    print("method   n  deg    steps  proto    evals  proto    energy    proto"
          " pivots  wall s  (thousands; *: above twice)")
    with tempfile.TemporaryDirectory() as folder:
        for n in sizes:
            for method in ("bdf", "adams", "ida"):
                fmu = build(program, folder, n, method)
                for degrees, expected in zip(ANGLES, EXPECTED[method, n]):
                    result = run(program, folder, fmu, n, degrees)
                    row(method, n, degrees, result, expected)


main()
