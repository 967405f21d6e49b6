"""Simulated seconds beside hand-written C with CVODE in minimal coordinates
(hand.c).

Equal accuracy: both run at five tolerances. The logarithm of the CPU time
falls about linearly with that of the error, which is the largest change of
energy at 200 times; the ratio is that of the two lines in the middle of the
errors that both have reached.
"""

import csv
import math
import os
import sys

from .measure import ROOT, Figure, compile_hand, exponent

sys.path.insert(0, os.path.join(ROOT, "tests/numeric"))
from chain import chain  # noqa: E402

TITLE = "Simulated seconds"
DOUBLE = """model Double "unit masses on unit rods, Cartesian, index 3"
  parameter Real g = 9.81, phi = 2;
  Real x1(start = sin(phi), fixed = true), y1(start = -cos(phi));
  Real x2(start = 2*sin(phi), fixed = true), y2(start = -2*cos(phi));
  Real vx1(start = 0, fixed = true), vy1, vx2(start = 0, fixed = true), vy2;
  Real a, b;
  output Real energy = (vx1^2 + vy1^2 + vx2^2 + vy2^2)/2 + g*(y1 + y2);
equation
  der(x1) = vx1; der(y1) = vy1; der(x2) = vx2; der(y2) = vy2;
  der(vx1) = -a*x1 + b*(x2 - x1);
  der(vy1) = -a*y1 + b*(y2 - y1) - g;
  der(vx2) = -b*(x2 - x1);
  der(vy2) = -b*(y2 - y1) - g;
  x1^2 + y1^2 = 1;
  (x2 - x1)^2 + (y2 - y1)^2 = 1;
end Double;
"""
SWING = "multibody/large_swing.mo"
# name in hand.c, model, seconds, of a tiny run; energy is what is compared
PROBLEMS = (
    ("pendulum", SWING, 2000, 5),
    ("double", DOUBLE, 300, 2),
)
# method, further words: FMUs of both kinds, and of Co-Simulation alone, which
# takes angles by itself
WAYS = (("bdf", "--reduction dummy"), ("adams", "--reduction dummy"),
        ("bdf", "--type cs"), ("adams", "--type cs"))
TOLERANCE = 1e-9
FACTORS = (10, 3, 1, 0.3, 0.1)  # of the tolerance
POINTS = 200  # as in hand.c
# CPU seconds that the simulator of OpenModelica 1.26.9 (DASSL, tolerance 1e-9)
# took on such a machine for 2 s of 20 Cartesian links from 45 degrees.
LINKS, PEER = 20, 10.0


def run_hand(bench, program, name, tolerance, stop, method):
    """Error and CPU seconds."""
    text, _ = bench.cpu(program, name, repr(tolerance), repr(stop), method)
    _, _, error, seconds = text.split()
    return float(error), max(float(seconds), 1e-6)


def change_of(table, variable):
    with open(table, encoding="utf-8") as rows:
        values = [float(row[variable]) for row in csv.DictReader(rows)]
    return max(abs(v - values[0]) for v in values)


def run_fmu(bench, fmu, tolerance, stop, variable="energy"):
    """Error and CPU seconds without loading: those of a very short run are
    subtracted."""
    words = ["simulate", fmu, "--variables", variable, "--tolerance",
             repr(tolerance), "--stop"]
    _, short = bench.report(*words, "1e-9", "--step", "1e-9")
    table = fmu + ".csv"
    _, seconds = bench.report(*words, repr(stop), "--step",
                              repr(stop/POINTS), "--output", table)
    return change_of(table, variable), max(seconds - short, 1e-6)


def line_through(points):
    """Slope and value at zero of a straight line, by least squares."""
    n = len(points)
    x = sum(p[0] for p in points)/n
    y = sum(p[1] for p in points)/n
    width = sum((p[0] - x)**2 for p in points)
    slope = (sum((p[0] - x)*(p[1] - y) for p in points)/width if width > 0
             else 0)
    return slope, y - slope*x


def equal_error_ratio(mine, hand):
    """Of CPU times; each a list of errors and times at the same tolerances."""
    points = [[(math.log(error), math.log(seconds)) for error, seconds in
               figures] for figures in (mine, hand)]
    low = max(min(p)[0] for p in points)
    high = min(max(p)[0] for p in points)
    middle = (low + high)/2
    (a, b), (c, d) = map(line_through, points)
    return math.exp(a*middle + b - c*middle - d)


def one_way(bench, hand, name, text, stop, method, words):
    fmu = bench.build(f"{name}_{method}_{words.split()[1]}", text, "--method",
                      method, *words.split())
    own, ratios = [], []
    for _ in range(min(bench.rounds, 3)):
        both = [(run_fmu(bench, fmu, f*TOLERANCE, stop),
                 run_hand(bench, hand, name, f*TOLERANCE, stop, method))
                for f in FACTORS]
        mine, theirs = zip(*both)
        own.append(mine[FACTORS.index(1)][1])
        ratios.append(equal_error_ratio(mine, theirs))
    return Figure(f"{name} pendulum, {stop:,} s, {method}, {words}"
                  .replace("pendulum pendulum", "pendulum"), "CPU s", own, "C, at equal error", ratios,
                  goal="<= 1.1")


def heat(n):
    """A square plate of n x n cells, heated at one side."""
    return f"""model Heat
  parameter Integer n = {n};
  parameter Real a = (n + 1)^2;
  Real T[n, n](each start = 0, each fixed = true);
equation
  for i in 1:n loop
    for j in 1:n loop
      der(T[i, j]) = a*((if i > 1 then T[i - 1, j] else sin(time)) +
        (if i < n then T[i + 1, j] else 0) +
        (if j > 1 then T[i, j - 1] else 0) +
        (if j < n then T[i, j + 1] else 0) - 4*T[i, j]);
    end for;
  end for;
end Heat;
"""


def growth(bench):
    """CPU time a step over the number of states: sparse matrices."""
    sizes, each = bench.size((25, 50, 100), (4, 6, 8)), []
    for n in sizes:
        fmu = bench.build(f"heat{n}", heat(n))
        words = ["simulate", fmu, "--variables", "time", "--tolerance", "1e-6",
                 "--stop"]
        samples = []
        for _ in range(min(bench.rounds, 3)):
            _, short = bench.report(*words, "1e-9", "--step", "1e-9")
            report, seconds = bench.report(*words, "10", "--step", "10")
            samples.append(max(seconds - short, 1e-6)/report["steps"])
        each.append(min(samples))
    n = sizes[-1]
    yield Figure(f"heat in a plate of {n} x {n} cells", "us/step",
                 [1e6*each[-1]])
    yield Figure("heat in a plate: growth of a step with its states",
                 "exponent", [exponent([n*n for n in sizes], each)],
                 goal="<= 1.25")


def figures(bench):
    hand = compile_hand(bench, "hand")
    for name, text, whole, tiny in PROBLEMS:
        for method, words in WAYS:
            yield one_way(bench, hand, name, text, bench.size(whole, tiny),
                          method, words)
    links = bench.size(LINKS, 3)
    fmu = bench.build("links", chain(links), "--method", "adams")
    own, = bench.interleave(lambda: run_fmu(bench, fmu, TOLERANCE, 2)[1])
    yield Figure(f"{links} Cartesian links, 2 s", "CPU s", own,
                 "OpenModelica 1.26.9, 10 s on such a machine",
                 [s/PEER for s in own], goal="<= 0.1")
    yield from growth(bench)
