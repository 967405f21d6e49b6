"""Consistent initial values: start values that do not fit, too few and too
many conditions, bad guesses. tests/initial holds the models."""

import glob
import json
import math
import os
import zipfile
from xml.etree import ElementTree

from .suite import TESTS, Failure, folder, foucault, need, python, quick_build

FOLDER = os.path.join(TESTS, "initial")


def start(model, *words):
    """Values at the start, and what was changed: {name: (before, now)}."""
    with folder() as place:
        out = os.path.join(place, "out.csv")
        done = foucault("simulate", os.path.join(FOLDER, model + ".mo"),
                        "--stop", "1e-6", "--step", "1e-6", "--output", out,
                        "--json", "--quiet", *words)
        with open(out, encoding="utf-8") as table:
            names, values = (next(table).rstrip("\n") for _ in range(2))
    changed = json.loads(done.stdout)["initial"]["changed"]
    found = dict(zip(split(names), map(float, values.split(","))))
    return found, {c["name"]: (c["start"], c["value"]) for c in changed}


def split(header):
    """Names of a CSV header; those with commas are quoted."""
    names, inside = [""], False
    for c in header:
        inside ^= c == '"'
        if c == "," and not inside:
            names.append("")
        elif c != '"':
            names[-1] += c
    return names


def near(found, expected, tolerance=1e-10):
    for name, value in expected.items():
        off = abs(found[name] - value)/max(1, abs(value))
        need(off <= tolerance, f"{name} is {found[name]!r}, not {value!r}")


def same(what, got, expected):
    need(got == expected, f"{what}: {got}, expected {expected}")


def words_of(values):
    return [word for name, value in values.items()
            for word in ("--set", f"{name}={value!r}")]


def coils():
    """Currents of SteadyFrame.mo by complex numbers: b, and d with q, c and r
    before it, in parallel behind a; in the middle a fault of 1e-3 siemens."""
    left, right, turns = 10, 8*complex(math.cos(0.5), math.sin(0.5)), 2j
    a, b, c, d = (r + turns for r in (1, 2, 3, 4))
    # (left - x)/a = (x - right)/b + (x - y)/(c + 1e-3)
    # (x - y)/(c + 1e-3) = (y - right)/(d + 1e-3) + y/1000
    c, d = c + 1e-3, d + 1e-3
    gain = 1/(1 + c/d + c/1000)  # y = gain*(x + right*c/d)
    x = ((left/a + right/b + gain*right/d)
         / (1/a + 1/b + 1/c - gain/c))
    y = gain*(x + right*c/d)
    found = {"a": (left - x)/a, "b": (x - right)/b, "c": (x - y)/c,
             "d": (y - right)/d}
    return {f"{name}.i[{k + 1}]": (i.real, i.imag)[k]
            for name, i in found.items() for k in range(2)}


def rectified():
    """What Rectifier.mo comes to: to the machine it is a resistance."""
    size, turns = 100.0, 300.0
    for _ in range(200):
        gain = 1.57*size/(size + 1e-5)
        load = complex(0.0392 + 6.41*gain**2, turns*0.0172)
        current = -1j*turns*9162/300/load
        size = abs(current)
        turns = 300 - 1e-6*6.41*(gain*size)**2
    return {"i[1]": current.real, "i[2]": current.imag, "wm": turns,
            "vDC": 6.41*gain*size}


class Case:
    def __init__(self, name, model, given, expected, changed):
        self.name, self.model, self.given = name, model, given
        self.expected, self.changed = expected, changed.split()


def check(case):
    found, changed = start(case.model, *words_of(case.given))
    near(found, case.expected)
    same("changed", sorted(changed), sorted(case.changed))
    for name, (_, now) in changed.items():
        near(found, {name: now})


S5 = math.sqrt(5)
CASES = [
    # nothing has to be changed
    Case("fits", "Pendulum", {},
         {"x": 0.6, "y": -0.8, "vx": 0, "vy": 0, "lam": 3.924}, ""),
    # off the circle: the nearest point of it
    Case("outside", "Pendulum", {"x": 2, "y": -1},
         {"x": 2/S5, "y": -1/S5, "vx": 0, "vy": 0, "lam": 9.81/2/S5}, "x y"),
    Case("inside", "Pendulum", {"x": -0.03, "y": -0.04},
         {"x": -0.6, "y": -0.8}, "x y"),
    Case("far", "Pendulum", {"x": 6e6, "y": -8e6},
         {"x": 0.6, "y": -0.8}, "x y"),
    # off the tangent: the velocity loses what is across
    Case("tangent", "Pendulum", {"vx": 1, "vy": 0.5},
         {"x": 0.6, "y": -0.8, "vx": 0.88, "vy": 0.66, "lam": 4.529,
          "der(vx)": -5.4348, "der(vy)": -2.5636}, "vx vy"),
    Case("length", "Pendulum", {"L": 5, "vx": 1, "vy": 0.5},
         {"x": 3, "y": -4, "vx": 0.88, "vy": 0.66}, "x y vx vy"),
    Case("index4", "Index4", {},
         {"x1": math.cos(0.3), "x2": math.sin(0.3),
          "y11": -0.19498904415235674, "y12": 0.63034657075732148,
          "y21": -0.28551799779315523, "y22": -0.55018831655530798,
          "z": -0.58446475903076978}, "y11 y12 y21 y22"),
    Case("contact", "Contact", {},
         {"x": 1 - 0.25/math.sqrt(2), "y": 0.5 + 0.25/math.sqrt(2),
          "vx": -0.1, "vy": -0.1, "der(s)": -0.109695833463768,
          "lam": -0.714863447957562}, "vx vy"),
    Case("friction", "ContactFriction", {},
         {"x": 1 - 0.25/math.sqrt(2), "y": 0.5 + 0.25/math.sqrt(2),
          "vx": 0, "vy": 0, "beta": 0.5, "lam": -0.690261350460375}, "x y"),
    # pre(v) of discrete variables gives way to fixed start values
    Case("last_resort", "LastResort", {},
         {"T": 300, "J": -5, "U": 10, "K": 4, "G": 5/3, "H": 3, "F": 1,
          "Q": 0, "y": 5/3 + 3}, ""),
    Case("last_resort_set", "LastResort", {"U": 12, "J": -8},
         {"G": 2/3, "H": 4, "F": 1, "y": 2/3 + 4}, ""),
    Case("reactor", "Reactor", {},
         {"C": 1, "R": 0.65, "T": 260.961675764868, "TC": 258.826082434536,
          "der(C)": 0.1, "der(R)": -0.05, "der(T)": -12.0486377924168},
         "C R T"),
    Case("steady", "SteadyState", {"h1": 1e4, "h2": 1e-3},
         {"h1": 16, "h2": 64}, "h1 h2"),
    # h1 = h2, and no more
    Case("closed", "ClosedTanks", {}, {"h1": 2, "h2": 2, "q": 0}, "h1 h2"),
    # x + y = 2, and no more
    Case("dependent", "Dependent", {}, {"x": 0, "y": 2, "z": 1}, "x y z"),
    # sin(angle) = p*x; the angle of the whole is that of the start values
    Case("rotation", "Rotation", {}, {"size": 1, "angle": math.asin(0.15)},
         "i[1] i[2] v1[1] v1[2] v2[1] v2[2]"),
    # the same, where nothing is determined at zero
    Case("rotation_unknown", "RotationUnknown", {}, {"size": 1, "lag": 0.15},
         ""),
    # light*log(light) = 400*log(1000), and nothing below 1
    Case("no_light", "NoLight", {},
         {"light": 451.9603250, "i": 0.451960325, "u": 0.8850334374}, ""),
    # x drops out of its equation: its start value depends on a parameter
    Case("open", "OpenStart", {}, {"x": 6, "z": 1}, ""),
    Case("open_set", "OpenStart", {"p": 4}, {"x": 12, "z": 1}, ""),
    # each coil is in a steady state, and one follows from the others
    Case("steady_frame", "SteadyFrame", {}, coils(), ""),
    Case("no_resistance", "NoResistance", {}, {"w": 1, "p": 1e5}, ""),
    # w + w^3 = 2 - 0.8*w
    Case("some_resistance", "NoResistance", {"R": 4e4},
         {"w": 0.812797008625418, "p": 1e5 - 4e4*0.812797008625418}, ""),
    # y = x2 + d*x1 cannot be solved for x1 where d is zero
    Case("zero_gain", "ZeroGain", {}, {"x1": 0, "x2": 1, "y": 1}, "x2"),
    Case("zero_gain_set", "ZeroGain", {"d": 0.25}, {"x1": -4, "x2": 5}, ""),
    # s is given, so f keeps its start value
    Case("given_once", "GivenOnce", {}, {"s": 2, "f": 0, "s0": 2}, ""),
    # v = e0 = 1.6 + 0.1*i, i = v*(1 - 0.577*0.2*i/v)
    Case("behind_limiter", "BehindLimiter", {},
         {"i": 1.6/1.0154, "v": 1.6 + 0.16/1.0154}, ""),
    # 0.09 = v*(1 - v)
    Case("later_pulse", "LaterPulse", {}, {"v": 0.9, "i": 0.1, "begin": 0.1},
         ""),
    # v*(1 - v) = 0.21, w*(1.3 - w) = 0.4; va and vb are open, and stay
    Case("open_line", "OpenLine", {},
         {"v": 0.7, "w": 0.8, "va": 0.4, "vb": 0.4, "ia": 0}, ""),
    Case("closed_line", "OpenLine", {"closing": -1},
         {"v": 0.7363509836185974, "va": 0.7363509836185974,
          "ia": 0.02154106915092316}, ""),
    # der(y) = 0 is a condition for y, so delta keeps its start value
    Case("steady_filter", "SteadyFilter", {}, {"delta": 0.3, "y": 1}, "y"),
    Case("shared_branches", "SharedBranches", {},
         {"r": 9**(1/3), "y": 9**(1/3)/2}, ""),
    # from currents of zero, where the direction is open
    Case("rectifier", "Rectifier", {}, rectified(), ""),
    Case("homotopy", "Homotopy", {},
         {"x": 1, "y": math.e, "w[1]": 0.99, "w[2]": 0.99,
          "u[1]": 10.99 - math.asin(0.99), "u[2]": 20.99 - math.asin(0.99)}, ""),
    # tanh(3*y) = y*tanh(3): 0 is one solution, but not the one that is meant
    Case("homotopy_leads", "HomotopyLeads", {}, {"y": -1, "der(x)": -1}, ""),
    Case("still_flow", "StillFlow", {}, {"H": 0, "h": 3, "der(E)": 0}, ""),
    # k*level = 3, 5*k - k*level = 4
    Case("estimation", "Estimation", {},
         {"k": 7/5, "level": 15/7, "half": math.log(2)/(7/5)}, ""),
    # parameters that would need each other in branches that are not taken
    Case("either", "Either", {},
         {"warm.h": 84, "cold.T": 283.15, "cold.h": 42, "der(x)": 20 - 5.04,
          "called": 2}, ""),
    Case("either_set", "Either", {"t": 303.15},
         {"warm.T": 303.15, "warm.h": 126, "der(x)": 20 - 7.56}, ""),
    # law of cosines: the ends of coupler and rocker are d apart,
    # d^2 = 1 + 9 - 6 cos(1.5)
    Case("bar_loop", "BarLoop", {},
         {"Q2[1,1]": (10 - 6*math.cos(1.5) - 4**2 - 2.5**2)/(2*4*2.5),
          "r3[1]": 3, "r3[2]": 0}, ""),
    # 1 + 1/10 = 1 + 0.1
    Case("ring", "Ring", {}, {"z[1]": 1, "z[17]": 1, "z[60]": 1}, ""),
    # factors of zero: nothing flows
    Case("still_water", "StillWater", {"T0": 310},
         {"T": 310, "h": 1240, "der(T)": 0, "der(h)": 0}, ""),
    # the solutions that are nearest
    *(Case(f"near_start_{k}", "NearStart", {"a": k/10}, {
        "x": math.acos(k/10/math.hypot(1, 0.01)) - math.atan(0.01)}, "")
      for k in range(9)),
    Case("at_top", "AtTop", {}, {"x": math.pi/3, "z": 0.5, "w": 1}, ""),
    # by scipy.optimize.fsolve for the three coordinates of the point
    Case("springs", "Springs", {},
         {"one.b[1]": 0.308434708521495, "one.b[2]": -0.152299062341732,
          "one.b[3]": 0.093097999706327}, ""),
    # a subscript that is known when the run begins
    Case("largest", "Largest", {},
         {"largest": 2, "share": 0.5, "slope": -1/5}, ""),
    Case("largest_set", "Largest", {"c": 13},
         {"largest": 3, "share": 0.65, "slope": -1/13}, ""),
]


def nominal():
    """Weights: the nearest point in units of the nominal values."""
    found, _ = start("PendulumNominal")
    x, y = found["x"], found["y"]
    need(abs(x*x + y*y - 1) <= 1e-14, "not on the circle")
    # the change is across the circle, in the metric of the weights
    across = (x - 0.6)/0.01*y - (y + 0.5)/1*x
    need(abs(across) <= 1e-9, f"not the smallest change: {across:.2g}")
    need(abs(x - 0.6) < 0.01 and abs(y + 0.8) < 0.01, f"{x}, {y}")


# From and to, as in the model.
PIPES = [(1, 2), (2, 3), (2, 6), (3, 4), (3, 5), (4, 5), (5, 10), (6, 5),
         (7, 4), (7, 8), (8, 5), (8, 10), (9, 8), (11, 9), (11, 12), (12, 7),
         (12, 8), (13, 11)]


def water_at_rest():
    """Pressures of the nodes without a buffer follow; nothing else moves."""
    found, changed = start("WaterTube")
    near(found, {f"p[{n}]": 109800 for n in range(1, 14)})
    near(found, {f"phi[{k}]": 0 for k in range(1, 19)}, 1e-14)
    same("changed", changed, {})


# Node: 275 times its pressure for a rise of the inflow at node 1, at node 13,
# and at node 10, as published for pipes that are all alike.
PRESSURES = {1: (521, 4), 2: (246, 4), 3: (94, 6), 4: (36, 14), 6: (123, 2),
             7: (14, 36), 9: (2, 123), 10: (0, 0, 275/2), 11: (4, 246),
             12: (6, 94), 13: (4, 521)}


def water_rises():
    """Inflows that begin to rise: the derivatives of the balances decide about
    the pressures of the nodes, flows and buffers stay."""
    inertia, rises = 1e6/(math.pi/4), {1: 3e-4, 13: -5e-4, 10: 2e-4}
    found, _ = start("WaterTube", *words_of(
        {f"rise[{n}]": value for n, value in rises.items()}))
    near(found, {f"p[{n}]": 109800 + inertia/275*sum(
        a*b for a, b in zip(factors, rises.values()))
        for n, factors in PRESSURES.items()})
    near(found, {"p[5]": 109800, "p[8]": 109800})
    near(found, {f"phi[{k}]": 0 for k in range(1, 19)}, 1e-14)


def water_flows():
    """Flows that do not balance: the shortest way to those that do."""
    import numpy
    flow = [1e-3*(k*k % 7 - 3) for k in range(18)]
    found, _ = start("WaterTube", *words_of(
        {f"q0[{k + 1}]": value for k, value in enumerate(flow)}))
    nodes = [n for n in range(1, 14) if n not in (5, 8)]
    balance = numpy.array([[(a == n) - (b == n) for a, b in PIPES]
                           for n in nodes], float)
    inverse = numpy.linalg.pinv(balance)
    expected = flow - inverse @ (balance @ flow)
    near(found, {f"phi[{k + 1}]": v for k, v in enumerate(expected)}, 1e-14)
    near(found, {"p[5]": 109800, "p[8]": 109800})
    rates = [found[f"der(phi[{k}])"] for k in range(1, 19)]
    worst = max(abs(balance @ rates))
    need(worst <= 1e-12, f"hidden constraint: {worst:.2g}")


def redundant():
    """Two conditions too many: left out with a warning where they hold; the
    FMU refuses values for which they do not, and names the equation."""
    with folder() as place:
        fmu = os.path.join(place, "Redundant.fmu")
        built = quick_build(os.path.join(FOLDER, "Redundant.mo"), "-o",
                            fmu, "--json")
        codes = [d["code"] for d in json.loads(built.stdout)["diagnostics"]]
        same("diagnostics", codes, ["W403", "W403"])
        run = ("simulate", fmu, "--stop", "1", "--json")
        final = json.loads(foucault(*run).stdout)["final"]
        need(abs(final["x"]**2 + final["y"]**2 - 1) <= 1e-9, final)
        foucault(*run, "--set", "m=3")
        refused = foucault(*run, "--set", "L=1.1", status=1)
        need("Redundant.mo:12: x^2 + y^2 = L^2" in refused.stdout and
             "contradict" in refused.stdout, refused.stdout)


def set_apart():
    """Aliases fixed by parameters that are equal in the model and set apart in
    the FMU: both are named, with the values."""
    with folder() as place:
        fmu = os.path.join(place, "SetApart.fmu")
        quick_build(os.path.join(FOLDER, "SetApart.mo"), "-o", fmu,
                    "--quiet")
        run = ("simulate", fmu, "--stop", "1", "--json")
        final = json.loads(foucault(*run, "--set", "left=3", "--set",
                                    "right=3").stdout)["final"]
        near(final, {"down": -3*math.exp(-1)}, 1e-5)
        refused = foucault(*run, "--set", "left=3", status=1).stdout
        need("SetApart.mo:5" in refused and "'down' and 'h1' are the same "
             "variable but for the sign, but fixed at different values "
             "(right = 2, left = 3)" in refused, refused)


# Conditions beside those of the model: some that agree with the others, the
# same with one that does not, and how many are too many.
SURPLUS = {
    "Pendulum": ("x = 0.6; vx = 0; y = -0.8;", "x = 0.6; vx = 0; y = -0.5;",
                 1),
    "Contact": ("der(s) = -0.109695833463768; x = 1 - 0.25/sqrt(2);",
                "der(s) = -0.1; x = 2;", 1),
    "SteadyState": ("h1 = 16;", "h1 = 17;", 1),
    "Estimation": ("k = 1.4;", "k = 2;", 1),
    "Reactor": ("C = 1;", "C = 2;", 1),
    "Index4": ("x2 = sin(0.3);", "x2 = 0.5;", 1),
    "WaterTube": ("for k in 1:18 loop phi[k] = 0; end for;",
                  "phi[1] = 1; for k in 2:18 loop phi[k] = 0; end for;", 11),
}


def surplus(model, agree, contradict, n):
    """Conditions too many of every model: left out, or reported."""
    with folder() as place:
        path = os.path.join(place, "V.mo")
        words = ("simulate", os.path.join(FOLDER, model + ".mo"), path,
                 "--stop", "1e-6", "--step", "1e-6", "--json")
        for text, status in ((agree, 0), (contradict, 1)):
            with open(path, "w", encoding="utf-8") as file:
                file.write(f"model V extends {model};\ninitial equation\n  "
                           f"{text}\nend V;\n")
            report = json.loads(foucault(*words, status=status).stdout)
            codes = [d["code"] for d in report["diagnostics"]]
            if status == 0:
                same("left out", codes.count("W403"), n)
            else:
                need("E401" in codes, codes)
                fault = next(d for d in report["diagnostics"]
                             if d["code"] == "E401")
                need("off by" in fault["message"] and fault["line"] and
                     fault["notes"], str(fault))


UNDER = {
    "SteadyState": ("  der(h2) = 0;\n", "h1 h2", {"h1": 16}),
    "Estimation": ("  der(y) = 0;\n", "k level x y", {"x": 5, "y": 3}),
}


def one_less(model, condition, names, expected):
    """Without one of its conditions the start values fill in."""
    with open(os.path.join(FOLDER, model + ".mo"), encoding="utf-8") as file:
        text = file.read()
    need(condition in text, condition)
    with folder() as place:
        path = os.path.join(place, model + ".mo")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(condition, ""))
        report = json.loads(foucault("simulate", path, "--stop", "1e-6",
                                     "--step", "1e-6", "--json").stdout)
        need("W401" in [d["code"] for d in report["diagnostics"]],
             "no word about the missing condition")
        for name in names.split():
            need(math.isfinite(report["final"][name]), name)
        near(report["final"], expected, 1e-4)


def contradiction():
    """Equations that depend on each other, with another right-hand side."""
    report = foucault("simulate", os.path.join(FOLDER, "Dependent.mo"),
                      "--stop", "1", "--json", "--set", "b=3", status=1).stdout
    need("contradict each other" in report and
         "Dependent.mo:6: 2*x + 2*y - b = 2*z   (residual" in report, report)


def left_open():
    """An unknown that a branch leaves out keeps its start value, and that is
    reported; but what the branch says must hold."""
    run = ("simulate", os.path.join(FOLDER, "HeldShaft.mo"), "--json")
    report = json.loads(foucault(*run).stdout)
    near(report["final"], {"w": 0.625, "motor": 2.25, "s": 0.875}, 1e-7)
    text = json.dumps(report["diagnostics"])
    need("nothing determines s at the start" in text and
         "it keeps its start value 0.25" in text, text)
    text = foucault(*run, "--set", "a0=1", status=1).stdout
    need("contradict each other" in text, text)


def importer():
    """Set, get, derivatives, another try: tests/fmu/check_initial.py."""
    with folder() as place:
        fmu = os.path.join(place, "Pendulum.fmu")
        quick_build(os.path.join(FOLDER, "Pendulum.mo"), "-o", fmu,
                    "--quiet")
        done = python("fmu/check_initial.py", fmu)
        need(done.returncode == 0, done.stderr[-500:])
        wrong = [line for line in done.stdout.splitlines() if "expected" in
                 line or "no error" in line]
        need(not wrong, "; ".join(wrong[:3]))


def start_of_c():
    """A start value that no one knows at translation is not in the
    description: the FMU calculates it, also for other parameters."""
    model = os.path.join(FOLDER, "StartOfC.mo")
    with folder() as place:
        fmu = os.path.join(place, "a.fmu")
        for version, tag in (("2", "ScalarVariable"), ("3", "Float64")):
            quick_build(model, "-o", fmu, "--quiet", "--fmi", version)
            root = ElementTree.fromstring(
                zipfile.ZipFile(fmu).read("modelDescription.xml"))
            variable = {v.get("name"): v for v in root.iter(tag)}
            for name in "x", "y[2]", "d":
                v = variable[name]
                need(v.get("initial") == "calculated" and not
                     any("start" in e.attrib for e in v.iter()), name)
            for name in "y[1]", "y[3]":
                need(variable[name].get("initial") == "exact", name)
            need("sound" in foucault("check", fmu).stdout, version)
            for a in 0.5, 2:
                done = foucault("simulate", fmu, "--set", f"a={a}", "--json")
                final = json.loads(done.stdout)["final"]
                near({k: final[k] for k in ("x", "y[2]", "d")},
                     {"x": math.cos(a)/math.e, "y[2]": math.cos(2)/math.e,
                      "d": 1 + math.cos(a)}, 1e-4)
            done = foucault("simulate", fmu, "--set", "x=3", status=1)
            need("the FMU calculates this variable" in done.stderr,
                 done.stderr)


def every_model_has_a_case():
    known = {case.model for case in CASES}
    known |= {"PendulumNominal", "WaterTube", "Redundant", "HeldShaft",
              "SetApart", "StartOfC"}
    found = {os.path.basename(path)[:-3]
             for path in glob.glob(os.path.join(FOLDER, "*.mo"))}
    if known != found:
        raise Failure(f"no case or no model: {sorted(known ^ found)}")


def collect(runner):
    for case in CASES:
        runner.add(f"initial/{case.name}", lambda case=case: check(case))
    runner.add("initial/nominal", nominal)
    runner.add("initial/water_at_rest", water_at_rest)
    runner.add("initial/water_flows", water_flows)
    runner.add("initial/water_rises", water_rises)
    runner.add("initial/redundant", redundant)
    runner.add("initial/set_apart", set_apart)
    runner.add("initial/contradiction", contradiction)
    runner.add("initial/left_open", left_open)
    runner.add("initial/importer", importer)
    runner.add("initial/start_of_c", start_of_c)
    for model, case in SURPLUS.items():
        runner.add(f"initial/surplus/{model}",
                   lambda m=model, c=case: surplus(m, *c))
    for model, case in UNDER.items():
        runner.add(f"initial/one_less/{model}",
                   lambda m=model, c=case: one_less(m, *c))
    runner.add("initial/all", every_model_has_a_case)
