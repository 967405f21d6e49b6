"""The same model in other units, and quantities far from 1: a tolerance is a
part of what a variable is, not of 1."""

import csv
import json
import math
import os

from .suite import (RELEASE, folder, foucault, model_file, need, python,
                    quick_build, run, write)

UNITS = (1.0, 1e3, 1e-3, 1e-6)  # in one metre: metres, millimetres, ...
SOLVERS = (("--solver", "cvode"), ("--solver", "ida"),
           ("--reduction", "angles"))
POINTS = 50

# Lengths are multiplied by U. Text, end, variables to be compared, largest
# error at the tolerance 1e-6, in parts of the largest value.
MECHANISMS = {
    "angle": ("""
  parameter Real L = U, g = 9.81*U;
  Real x, y, vx, vy, lam;
  Real phi(start = 2.5, fixed = true), w(start = 0, fixed = true);
equation
  x = L*sin(phi);
  y = -L*cos(phi);
  der(phi) = w;
  der(x) = vx;
  der(y) = vy;
  der(vx) = -lam*x;
  der(vy) = -lam*y - g;
""", 10.0, ("x", "y"), 4e-3),
    "cartesian": ("""
  parameter Real L = U, g = 9.81*U;
  Real x(start = 0.6*U, fixed = true), y(start = -0.8*U);
  Real vx(start = 0, fixed = true), vy, lam;
equation
  x^2 + y^2 = L^2;
  der(x) = vx;
  der(y) = vy;
  der(vx) = -lam*x;
  der(vy) = -lam*y - g;
""", 10.0, ("x", "y"), 4e-4),
    "crank": ("""
  parameter Real r = 0.05*U, l = 0.15*U, m = 1, J = 1e-3*U^2;
  Real phi(start = 0.3, fixed = true), w(start = 10, fixed = true);
  Real psi(start = 0.1), s, v, F;
equation
  der(phi) = w;
  r*sin(phi) = l*sin(psi);
  s = r*cos(phi) + l*cos(psi);
  der(s) = v;
  m*der(v) = F;
  J*der(w) = F*(r*sin(phi) + r*cos(phi)*tan(psi));
""", 2.0, ("s", "v"), 2e-3),
    "double": ("""
  parameter Real L = U, g = 9.81*U;
  Real x1(start = 0.6*U, fixed = true), y1(start = -0.8*U), vy1, a, b;
  Real x2(start = 1.6*U, fixed = true), y2(start = -0.8*U), vy2;
  Real vx1(start = 0, fixed = true), vx2(start = 0, fixed = true);
equation
  x1^2 + y1^2 = L^2;
  (x2 - x1)^2 + (y2 - y1)^2 = L^2;
  der(x1) = vx1;
  der(y1) = vy1;
  der(x2) = vx2;
  der(y2) = vy2;
  der(vx1) = -a*x1 + b*(x2 - x1);
  der(vy1) = -a*y1 - g + b*(y2 - y1);
  der(vx2) = -b*(x2 - x1);
  der(vy2) = -b*(y2 - y1) - g;
""", 3.0, ("x2", "y2"), 1e-4),
}


def curve(place, text, unit, stop, *words):
    path = write(os.path.join(place, "m.mo"), "model M\n"
                 f"  parameter Real U = {unit!r};{text}end M;\n")
    out = os.path.join(place, "out.csv")
    foucault("simulate", path, "--stop", str(stop), "--step",
             str(stop/POINTS), "--grid", "--output", out, "--quiet", *words)
    with open(out) as lines:
        return list(csv.DictReader(lines))


def units(name):
    text, stop, variables, allowed = MECHANISMS[name]
    with folder() as place:
        exact = curve(place, text, 1.0, stop, "--tolerance", "1e-11")
        for variable in variables:
            largest = max(abs(float(row[variable])) for row in exact)
            for unit in UNITS:
                for words in SOLVERS:
                    rows = curve(place, text, unit, stop, "--tolerance",
                                 "1e-6", *words)
                    off = max(abs(float(row[variable])/unit -
                                  float(other[variable]))
                              for row, other in zip(rows, exact))/largest
                    need(off < allowed, f"{variable} at {unit:g} {words}: "
                                        f"off by {off:.2g}")


def shifted(name):
    """A run that begins later is the same run."""
    text, stop, variables, allowed = MECHANISMS[name]
    with folder() as place:
        exact = curve(place, text, 1.0, stop, "--tolerance", "1e-11")
        for begin in (1e3, 1e6, 1e9):
            for words in SOLVERS[:2]:
                rows = curve(place, text, 1.0, begin + stop, "--start",
                             repr(begin), "--tolerance", "1e-6", "--step",
                             repr(stop/POINTS), *words)
                need(len(rows) == len(exact), f"{len(rows)} rows")
                for variable in variables:
                    largest = max(abs(float(row[variable])) for row in exact)
                    off = max(abs(float(row[variable]) -
                                  float(other[variable]))
                              for row, other in zip(rows, exact))/largest
                    need(off < allowed, f"{variable} from {begin:g} {words}: "
                                        f"off by {off:.2g}")


def final(text, stop, *words):
    with folder() as place:
        path = write(os.path.join(place, "m.mo"), text)
        done = foucault("simulate", path, "--stop", str(stop), "--json",
                        *words)
    return json.loads(done.stdout)


def near(name, value, expected, part):
    off = abs(value - expected)/abs(expected)
    need(off < part, f"{name} is {value!r}, not {expected!r}: {off:.2g}")


ROBERTSON = """model Robertson
  Real y1(start = 1, fixed = true), y2(start = 0, fixed = true);
  Real y3(start = 0, fixed = true);
equation
  der(y1) = -0.04*y1 + 1e4*y2*y3;
  der(y2) = 0.04*y1 - 1e4*y2*y3 - 3e7*y2^2;
  der(y3) = 3e7*y2^2;
end Robertson;
"""


ROBERTSON_SUM = ROBERTSON.replace(
    "y3(start = 0, fixed = true)", "y3").replace(
    "der(y3) = 3e7*y2^2", "y1 + y2 + y3 = 1")


def robertson():
    """Eleven decades of time; y2 is never above 4e-5, and y1 vanishes. The
    value at 1e11 is that of quadrature of the slow equation."""
    for tolerance in ("1e-4", "1e-6", "1e-8"):
        report = final(ROBERTSON, 1e11, "--tolerance", tolerance)
        near("y1", report["final"]["y1"], 2.0833e-8, 3e-3)
        near("y2", report["final"]["y2"], 8.333e-14, 3e-3)
    # The third amount from the sum: y1 and y2 are small beside it.
    for tolerance in ("1e-6", "1e-8"):
        report = final(ROBERTSON_SUM, 1e11, "--tolerance", tolerance)
        near("y1", report["final"]["y1"], 2.0833e-8, 2e-2)
    report = final(ROBERTSON, 40, "--tolerance", "1e-6")
    near("y1", report["final"]["y1"], 0.7158270688, 1e-5)
    near("y2", report["final"]["y2"], 9.185534765e-6, 1e-4)


# An enzyme in moles per litre: all of it is below 1e-8.
ENZYME = """model Enzyme
  parameter Real U = 1;
  Real S(start = 5e-9*U, fixed = true), E(start = 1e-9*U, fixed = true);
  Real C(start = 0, fixed = true), P(start = 0, fixed = true);
  parameter Real k1 = 1e6/U, back = 1e-3, k2 = 0.1;
equation
  der(S) = -k1*E*S + back*C;
  der(E) = -k1*E*S + (back + k2)*C;
  der(C) = k1*E*S - (back + k2)*C;
  der(P) = k2*C;
end Enzyme;
"""


def enzyme():
    """As accurate as the same in nanomoles."""
    for solver in ("cvode", "ida"):
        words = ("--solver", solver)
        found = final(ENZYME, 3000, *words)["final"]
        exact = final(ENZYME.replace("U = 1;", "U = 1e9;"), 3000,
                      "--tolerance", "1e-10")["final"]
        for name in "SECP":
            near(name, found[name], exact[name]*1e-9, 2e-4)


def threshold():
    """A relation of something very small, with and without other states."""
    text = """model Tiny
  Real x(start = 0, fixed = true), s(start = 1, fixed = true);
  discrete Real at(start = -1, fixed = true);
equation
  der(x) = 1e-12;
  der(s) = -s;
  when x > 0.5e-12 then
    at = time;
  end when;
end Tiny;
"""
    for words in ((), ("--solver", "ida"), ("--method", "adams")):
        near("at", final(text, 1, *words)["final"]["at"], 0.5, 1e-6)


def nominal():
    """A nominal value that is given is obeyed."""
    text = """model Small
  Real x(start = 1e-6, fixed = true{}), y(start = 0, fixed = true{});
equation
  der(x) = y;
  der(y) = -x;
end Small;
"""
    bdf = ("--method", "bdf")
    inferred = final(text.format("", ""), 20, *bdf)
    given = final(text.format(*2*(", nominal = 1",)), 20, *bdf)
    near("x", inferred["final"]["x"], 1e-6*0.40808206, 1e-3)
    need(given["steps"] < 50 < 200 < inferred["steps"],
         f"{given['steps']} and {inferred['steps']} steps")
    need("x (at most" in str(given["diagnostics"]), str(given["diagnostics"]))
    need(not inferred["diagnostics"], str(inferred["diagnostics"]))


def at_rest():
    """What is rounding is not resolved: a spring that carries its load."""
    text = """model Rest
  parameter Real k = 7.3, m = 1.7, g = 9.81;
  Real x(start = -m*g/k*(1 + 1e-16), fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(x) = v;
  m*der(v) = -k*x - m*g;
end Rest;
"""
    report = final(text, 100)
    need(report["steps"] < 300, f"{report['steps']} steps")
    near("x", report["final"]["x"], -1.7*9.81/7.3, 1e-9)


def line():
    """The far end of a line is not worth steps of its own."""
    text = """model Line
  parameter Integer n = 200;
  Real v[n](each start = 0, each fixed = true);
equation
  der(v[1]) = 1 - 2*v[1] + v[2];
  for k in 2:n - 1 loop
    der(v[k]) = v[k - 1] - 2*v[k] + v[k + 1];
  end for;
  der(v[n]) = v[n - 1] - v[n];
end Line;
"""
    report = final(text, 10)
    # 66 at the size of the whole line, 465 at the size of each voltage.
    need(report["steps"] < 150, f"{report['steps']} steps")


def chance():
    """What vanishes and returns: by itself, or by a force."""
    text = """model Vanishes
  Real x(start = 1, fixed = true), y(start = 1, fixed = true), s, v;
equation
  der(x) = {};
  der(y) = v;
  der(v) = -25*y;
  s = x + y;
end Vanishes;
"""
    away = "if time < 30 then -x else x"
    force = "if time < 30 then -x else -x + 1e-5*(time - 30)"
    grown = final(text.format(away), 60)
    texts = str(grown["diagnostics"])
    need("x grows by itself" in texts, texts)
    forced = final(text.format(force), 60)
    need("by itself" not in str(forced["diagnostics"]),
         str(forced["diagnostics"]))


def late():
    """A source of 50 Hz far from zero, where times are 15 ns apart: it stopped,
    for the tolerance 1e-8 resolves what that changes."""
    path = model_file("circuits/diode_clipper")
    values = []
    for begin, length in ((0, 0.05), (1e7, 0.05), (1e8, 0.05)):
        for solver in ("cvode", "ida"):
            report = json.loads(foucault(
                "simulate", path, "--start", repr(begin), "--stop",
                repr(begin + length), "--json", "--solver", solver).stdout)
            values.append(report["final"]["vC"])
            near(f"{begin} {solver}", values[-1], values[0], 1e-4)
            need(report["steps"] < 50000, f"{report['steps']} steps")


GROWS = """model Grows
  parameter Real x0 = 1e-12;
  Real x(start = x0, fixed = true), y(start = 1, fixed = true), s;
equation
  der(x) = 5*x;
  der(y) = -0.01*y;
  s = x + y;
end Grows;
"""


def grows():
    """From below what the tolerance resolves, beside something slow: BDF's long
    steps made it smaller, or changed its sign, without a word."""
    with folder() as place:
        path = write(os.path.join(place, "m.mo"), GROWS)
        for words in (("--solver", "cvode"), ("--method", "adams"),
                      ("--solver", "ida")):
            fmu = os.path.join(place, "m.fmu")
            quick_build(path, "-o", fmu, "--quiet", "--type", "cs",
                        "--tolerance", "1e-3", *words)
            for start in (1e-9, 1e-10, 1e-14, 1e-18):
                for tolerance in ("1e-4", "1e-6"):
                    report = json.loads(foucault(
                        "simulate", fmu, "--set", f"x0={start!r}", "--stop",
                        "10", "--tolerance", tolerance, "--json").stdout)
                    need(report["steps"] < 1500, f"{report['steps']} steps")
                    near(f"{words} {start} {tolerance}", report["final"]["x"],
                         start*math.exp(50), 0.2)


def coarse():
    """Robertson's reactions with the third amount from the sum: right up to the
    tolerance, or a warning, or refused. IDA was at -4e7 without a word."""
    with folder() as place:
        path = write(os.path.join(place, "m.mo"), ROBERTSON_SUM)
        for solver in ("cvode", "ida"):
            fmu = os.path.join(place, "m.fmu")
            quick_build(path, "-o", fmu, "--quiet", "--type", "cs",
                        "--tolerance", "0.1", "--solver", solver)
            for tolerance in (1e-1, 1e-2, 1e-3, 1e-4, 1e-5):
                done = run([RELEASE, "simulate", fmu, "--stop", "1e11",
                            "--tolerance", repr(tolerance), "--json"])
                report = json.loads(done.stdout)
                off = abs(report["final"]["y1"] - 2.0833e-8)
                need(report["diagnostics"] or off < tolerance,
                     f"{solver} {tolerance}: off by {off:.2g}")


# Capacitors in parallel, and one in series with both; an inductor.
FARADS = """model Farads
  {kind} Real C = {farad!r}, G = C, L = 1/C;
  Real u(start = 1, fixed = true), v, w(start = 2, fixed = true), i, j, k;
  Real f(start = 0, fixed = true);
equation
  C*der(u) = i;
  2*C*der(v) = j;
  3*C*der(w) = k;
  u = v;
  i + j = k;
  k = -G*(u + w) - f;
  L*der(f) = u;
end Farads;
"""


def farads():
    """Dependent or not does not depend on units: with C = 1e-12 two capacitors
    in parallel were dependent equations, with 1e-15 the voltage was zero."""
    text = FARADS
    exact = final(text.format(kind="parameter", farad=1.0), 1,
                  "--tolerance", "1e-9", "--solver", "cvode")["final"]
    for farad in (1.0, 1e-6, 1e-12, 1e-15, 1e-18, 1e12):
        for kind in ("parameter", "constant"):
            for solver in ("cvode", "ida"):
                report = final(text.format(kind=kind, farad=farad), 1,
                               "--solver", solver)
                need(not report["diagnostics"], str(report["diagnostics"]))
                for name in "uvw":
                    near(f"{name} {farad} {solver}", report["final"][name],
                         exact[name], 1e-5)


def importer():
    """Nominal values in Model Exchange: as large as the states, and reported
    as changed only where they are."""
    with folder() as place:
        path = write(os.path.join(place, "m.mo"), """model Orders
  Real a(start = 1e-6, fixed = true), b(start = 2, fixed = true);
  Real c(start = 1e-6, fixed = true, nominal = 5);
equation
  der(a) = -a;
  der(b) = -b;
  der(c) = -c;
end Orders;
""")
        fmu = os.path.join(place, "m.fmu")
        quick_build(path, "-o", fmu, "--quiet")
        done = python("fmu/nominals.py", fmu)
    need(done.returncode == 0, done.stderr)
    sizes = json.loads(done.stdout)
    near("a", sizes[0], 1e-6, 1e-9)
    need(sizes[1:] == [1, 5], f"{sizes}")


def collect(runner):
    for name in MECHANISMS:
        runner.add(f"scale/units/{name}", lambda name=name: units(name))
        runner.add(f"scale/shifted/{name}", lambda name=name: shifted(name))
    for test in (robertson, enzyme, threshold, nominal, at_rest, line,
                 chance, late, grows, coarse, farads, importer):
        runner.add(f"scale/{test.__name__}", test)
