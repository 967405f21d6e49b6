#!/usr/bin/env python3
"""One motion, told in many ways: ./dev metamorphic [WORD ...]

Every mechanism of models/ is to give the same curve in metres, millimetres,
kilometres and micrometres, from another start time, beside 10,000 states at
rest, by each integrator and each reduction, at other communication steps and
in Model Exchange. A cell of this table is

  right    within 100 tolerances of the curve's own size, times what the model
           makes of a small change of its parameters
  warned   farther off, and the run gave a warning
  refused  no FMU, or no run, with a reason
  WRONG    farther off, without a word

Words choose models by their names. Exit status 1 if a cell is WRONG.
"""

import csv
import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(HERE, "../numeric"))
from chain import chain  # noqa: E402

TOLERANCE = 1e-6
ALLOWED = 100
POINTS = 50
UNITS = {"m": 1.0, "mm": 1e3, "km": 1e-3, "um": 1e6}
METHODS = {"bdf": ("--method", "bdf"), "adams": ("--method", "adams"),
           "ida": ("--solver", "ida")}
REDUCTIONS = ("dummy", "projection", "ggl", "baumgarte", "minimal-extension",
              "angles", "none")
RESTING = {"zero": "0", "decay": "-resting[i]"}
FMUS = [*((reduction, method, "") for reduction in REDUCTIONS
          for method in METHODS),
        *(("dummy", method, kind) for kind in RESTING for method in METHODS)]
RUNS = [*(("unit", unit, {"unit": size}) for unit, size in UNITS.items()),
        *(("start", f"{begin:g}", {"begin": begin}) for begin in (1e3, 1e6, 1e9)),
        *(("steps", str(n), {"points": n}) for n in (1, 10, 1000)),
        *(("me", unit, {"unit": size, "words": ("--type", "me")})
          for unit, size in UNITS.items()),
        *(("resting", kind, {}) for kind in RESTING)]

TWO_RODS = {"start = sin(phi1)": "start = U*sin(phi1)",
            "start = -cos(phi1)": "start = -U*cos(phi1)",
            "+ sin(phi2)": "+ U*sin(phi2)", "- cos(phi2)": "- U*cos(phi2)",
            "^2 = 1": "^2 = U^2"}

# File, stop time, compared variables with their power of the length, and what
# is replaced so that lengths are multiples of U.
MECHANISMS = {
    "pendulum": ("multibody/pendulum", 10, {"x": 1, "y": 1, "vx": 1},
                 {'L(unit = "m") = 1': 'L(unit = "m") = U', "9.81": "9.81*U"}),
    "angle": ("multibody/pendulum_angle", 10, {"phi": 0, "x": 1},
              {'L(unit = "m") = 1': 'L(unit = "m") = U', "9.81": "9.81*U"}),
    "baumgarte": ("multibody/pendulum_baumgarte", 1, {"x": 1, "y": 1},
                  {'L(unit = "m") = 1': 'L(unit = "m") = U',
                   "9.81": "9.81*U"}),
    "guess": ("multibody/pendulum_guess", 4, {"x": 1, "y": 1, "vy": 1},
              {"9.81": "9.81*U", "= 0.6": "= 0.6*U", "= -0.8": "= -0.8*U",
               "start = 1)": "start = U)", "= 0.5)": "= 0.5*U)",
               "y^2 = 1": "y^2 = U^2"}),
    "index1": ("multibody/pendulum_index1", 10, {"x": 1, "y": 1},
               {'L(unit = "m") = 1': 'L(unit = "m") = U', "9.81": "9.81*U"}),
    "projected": ("multibody/pendulum_projected", 20, {"x": 1, "u": 0},
                  {"start = 1,": "start = U,", "- 1;": "- U;",
                   "-x/(x": "-U*W*x/(x"}),
    "stabilized": ("multibody/pendulum_stabilized", 10, {"x": 1, "y": 1},
                   {'L(unit = "m") = 1': 'L(unit = "m") = U',
                    "9.81": "9.81*U"}),
    "function": ("functions/function_pendulum", 5, {"x": 1, "y": 1},
                 {'L(unit = "m") = 1': 'L(unit = "m") = U',
                  "9.81": "9.81*U", "start = 0.5": "start = 0.5*U",
                  "= -0.866": "= -0.866*U"}),
    "large": ("multibody/large_swing", 20, {"x": 1, "y": 1, "vx": 1},
              {'L(unit = "m") = 1': 'L(unit = "m") = U',
               '"m/s2") = 1': '"m/s2") = U', "start = -1": "start = -U*V"}),
    "two": ("multibody/two_pendulums", 5, {"x1": 1, "x2": 1, "y2": 1},
            {"L1(unit = \"m\") = 1": "L1(unit = \"m\") = U",
             "= 0.4": "= 0.4*U", "9.81": "9.81*U",
             "\"rad/s\") = 12": "\"rad/s\") = 12*V"}),
    "double": ("multibody/double_pendulum", 10, {"x1": 1, "x2": 1, "y2": 1},
               {**TWO_RODS, "g = 1": "g = U", "phi1 = 1.0": "phi1 = 1.0*V"}),
    "high": ("multibody/double_pendulum_high", 3,
             {"x1": 1, "x2": 1, "y2": 1},
             {**TWO_RODS, "9.81": "9.81*U", "= 2.5 ": "= 2.5*V "}),
    "triple": ("multibody/triple_pendulum", 5,
               {"x[1]": 1, "x[3]": 1, "y[3]": 1},
               {"{sum(sin": "{U*sum(sin", "{-sum(cos": "{-U*sum(cos",
                "{1.0, 0.3": "{1.0*V, 0.3", "g = 1": "g = U", "^2 = 1": "^2 = U^2"}),
    "hoisted": ("multibody/hoisted_pendulum", 10, {"x": 1, "y": 1},
                {"g = 1": "g = U", "r = 1 + depth": "r = U + U*depth",
                 "start = sin": "start = U*sin", "= -cos": "= -U*cos",
                 "0.4*": "0.4*U*"}),
    "rod": ("multibody/rotating_rod", 3, {"x": 1, "y": 1},
            {"g = 1": "g = U", "x(start = 1": "x(start = U",
             "vy(start = 1": "vy(start = U"}),
    "jerk": ("multibody/jerk_on_circle", 2, {"x1": 1, "x2": 1},
             {"g = 1": "g = U", "x1(start = 1": "x1(start = U",
              "start = 0.5": "start = 0.5*U", "-0.25": "-0.25*U",
              "x2^2 = 1": "x2^2 = U^2"}),
    "paraboloid": ("multibody/paraboloid", 10, {"p1": 1, "p2": 1, "p3": 1},
                   {"p1(start = 1": "p1(start = U",
                    "p3(start = 1": "p3(start = U", "= 1.2": "= 1.2*U*V",
                    "-lambda - 1": "-U*lambda - U*W", "- p3 = 0": "- U*p3 = 0"}),
    "disc": ("multibody/sliding_disc", 10, {"x": 1, "y": 1, "s": 1},
             {"r = 0.25": "r = 0.25*U", "g = 1": "g = U", "0.82": "0.82*U",
              "0.68": "0.68*U", "s(start = 1": "s(start = U",
              "-0.7": "-0.7*U", "1 + s^2": "1 + (s/U)^2", "s/w": "s/U/w",
              "(-s*(x": "(-s/U*(x", "s^2/2)": "s^2/2/U)",
              "+ s*(y": "+ s/U*(y"}),
    "drag": ("multibody/sliding_disc_drag", 10, {"x": 1, "y": 1, "beta": 1},
             {"r = 0.25": "r = 0.25*U", "g = 1": "g = U", "0.82": "0.82*U",
              "0.68": "0.68*U", "s(start = 1": "s(start = U",
              "= 0.5": "= 0.5*U", "-0.1*": "-0.1/U^2*",
              "-0.7": "-0.7*U", "1 + s^2": "1 + (s/U)^2", "s/w": "s/U/w",
              "(-s*(x": "(-s/U*(x", "s^2/2)": "s^2/2/U)",
              "+ s*(y": "+ s/U*(y", "(vx + s*vy": "(vx + s/U*vy"}),
    "crank": ("multibody/slider_crank", 4, {"x1": 1, "x2": 1, "vx2": 1},
              {"= 0.5 ": "= 0.5*U ", "= 1.5 ": "= 1.5*U ",
               "9.81": "9.81*U", "= 6 ": "= 6*V "}),
    "bars": ("multibody/four_bar", 2, {"x1": 1, "x2": 1, "vx2": 1},
             {"= 0.5 ": "= 0.5*U ", "b(unit = \"m\") = 2":
              "b(unit = \"m\") = 2*U", "= 1.5 ": "= 1.5*U ",
              "d(unit = \"m\") = 2": "d(unit = \"m\") = 2*U",
              "9.81": "9.81*U", "start = 1.8": "start = 1.8*U",
              "start = 1.5": "start = 1.5*U", "= 8 ": "= 8*V "}),
    "loop": ("multibody/closed_loop", 2, {"body.a.x": 1, "body.a.y": 1},
             {"rx = 2": "rx = 2*U", "ry = -1": "ry = -U", "rx = 1": "rx = U",
              "Planar.Body body": "Planar.Body body(g = 9.81*U, J = U^2)"}),
    "bolted": ("mechanics/bolted_masses", 10, {"body[1].s": 1},
               {"s_rel0 = 0.5": "s_rel0 = 0.5*U", "0.25": "0.25*U",
                "1.625": "1.625*U", "c = 24": "c = 24*W"}),
    "coupled": ("mechanics/coupled_masses", 20, {"body[1].s": 1},
                {"{1, 0}": "{U, 0}", "c = 1": "c = W"}),
    "damped": ("mechanics/damped_oscillator", 10, {"body.s": 1},
               {"s(start = 1": "s(start = U",
                "amplitude = 0.5": "amplitude = 0.5*U",
                "w = 3": "w = 6.283185307179586",
                "c = 4": "c = 4*W"}),
    "shaft": ("mechanics/elastic_shaft", 0.5, {"twist": 0, "phi1": 0},
              {"\") = 1 \"inertia": "\") = U^2 \"inertia",
               "\") = 2 \"inertia": "\") = 2*U^2 \"inertia",
               "= 1e4": "= 1e4*U^2*W", "= 10 ": "= 10*U^2 "}),
    "rocket": ("mechanics/rocket", 60, {"h": 1, "v": 1, "m": 0},
               {"= 2500": "= 2500*U", "constant Real g": "parameter Real g",
                "9.81": "9.81*U"}),
    "stick": ("mechanics/stick_slip", 4, {"x": 1, "v": 1},
              {"static = 2": "static = 2*U", "sliding = 1.5":
               "sliding = 1.5*U", "3*": "3*U*W*"}),
    "rest": ("events/ball_at_rest", 8, {"h": 1},
             {"9.81": "9.81*U", "= 5 ": "= 5*U ", "start = 1": "start = U",
              "reinit(v, 2)": "reinit(v, 2*U)"}),
    "ball": ("events/bouncing_ball", 2.5, {"h": 1},
             {"9.81": "9.81*U", "start = 1": "start = U"}),
    "clutch": ("events/clutch", 4.8, {"w1": 0, "w2": 0},
               {"\") = 1,": "\") = U^2,", "\") = 2;": "\") = 2*U^2;",
                "engaged(unit = \"N.m\") = 10":
                "engaged(unit = \"N.m\") = 10*U^2", "8*sin": "8*U^2*W*sin"}),
    "pushed": ("events/pushed_block", 5, {"x": 1, "v": 1},
               {"R(unit = \"N\") = 2": "R(unit = \"N\") = 2*U",
                "A(unit = \"N\") = 3": "A(unit = \"N\") = 3*U*W"}),
    "springs": ("events/two_springs", 9, {"s": 1, "v": 1},
                {"start = 1": "start = U",
                 "\"kg\") = 1": "\"kg\") = W"}),
    "crane": ("control/inverse_crane", 10, {"s": 1, "F": 1},
              {"9.81": "9.81*U", "= 2 \"height": "= 2*U \"height",
               "= 1 - cos(time)": "= U*(1 - cos(time))",
               "start = 2": "start = 2*U", "start = 10": "start = 10*U"}),
    "inverted": ("control/inverted_pendulum", 10, {"s": 1, "x": 1, "phi": 0},
                 {"= 0.5,": "= 0.5*U,", "9.81": "9.81*U",
                  "{3, 5, 35, 8}": "{3, 5, 35*U, 8*U}", "= 0.1,": "= 0.1*U,",
                  "0.49": "0.49*U"}),
    "chain3": (3, 3, {"x1": 1, "x3": 1, "y3": 1}, {}),
    "chain8": (8, 1.5, {"x1": 1, "x8": 1, "y8": 1}, {}),
}


def source(name):
    """The model's text with parameters U (length of a metre), V (start
    speeds, angles), W (gravity, springs) and T0 (time at
    which it begins)."""
    place, _, _, changes = MECHANISMS[name]
    if isinstance(place, int):
        text = re.sub(r"L = (\S+), m", r"L = \1*U, m", chain(place))
        text = text.replace("g = 9.81", "g = 9.81*U").replace(
            "phi0 = 0.78", "phi0 = V*1.78")
    else:
        with open(os.path.join(ROOT, "models", place + ".mo")) as file:
            text = file.read()
    for old, new in changes.items():
        if old not in text:
            sys.exit(f"{name}: {old!r} is not in the model")
        text = text.replace(old, new)
    text = re.sub(r"\btime\b(?=[^\"]*(\"[^\"]*\"[^\"]*)*$)", "(time - T0)",
                  text)
    text = re.sub(r"(9\.81\*U|\bg = U|/s2\"\) = U)", r"\1*W", text)
    return text.replace("\n  annotation(experiment", "\npublic\n  parameter "
                        "Real U = 1, V = 1, W = 1, T0 = 0;\n  annotation(experiment")


def with_resting(text, slope):
    return text.replace("\n  annotation(experiment", f"""
  Real resting[10000](each start = 0.5, each fixed = true);
equation
  for i in 1:10000 loop
    der(resting[i]) = {slope};
  end for;
  annotation(experiment""")


class Cells:
    def __init__(self, program, place, say=print):
        self.program, self.place, self.counts = program, place, {}
        self.say = say
        self.wrong, self.guids, self.kinds = [], set(), {}

    def command(self, *words):
        done = subprocess.run([self.program, *words], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True,
                              stdin=subprocess.DEVNULL, timeout=600)
        return done

    def build(self, name, text, *words):
        path = os.path.join(self.place, "m.mo")
        with open(path, "w") as out:
            out.write(text)
        fmu = os.path.join(self.place, "m.fmu")
        if os.path.exists(fmu):
            os.remove(fmu)
        done = self.command("build", path, "-L", os.path.join(
            ROOT, "models/libraries"), "-o", fmu, "--tolerance", "1e-3",
            "--no-summary", *words)
        if done.returncode not in (0, 1):
            raise SystemExit(f"{name} {words}: status {done.returncode}\n"
                             f"{done.stderr}")
        return (fmu if done.returncode == 0 else None), done.stderr

    def simulate(self, name, fmu, *, unit=1.0, begin=0.0, points=POINTS,
                 tolerance=TOLERANCE, words=()):
        """Rows by their number on the grid of POINTS, scaled; the warnings."""
        _, stop, variables, _ = MECHANISMS[name]
        out = os.path.join(self.place, "o.csv")
        if os.path.exists(out):
            os.remove(out)
        try:
            done = self.command(
                "simulate", fmu, "--start", repr(begin), "--stop",
                repr(begin + stop), "--step", repr(stop/points), "--grid",
                "--variables", ",".join(variables), "--output", out,
                "--tolerance", repr(tolerance), "--set", f"U={unit!r}",
                "--set", f"T0={begin!r}", "--json", *words)
        except subprocess.TimeoutExpired:
            return None, "no end within 600 s"
        if done.returncode != 0:
            return None, done.stderr or done.stdout[-300:]
        with open(out) as lines:
            rows = list(csv.DictReader(lines))
        found = {}
        for i, row in enumerate(rows):
            at = i*POINTS/points
            if abs(at - round(at)) < 1e-9:
                found[round(at)] = {v: float(row[v])/unit**p
                                    for v, p in variables.items()}
        said = json.loads(done.stdout)["diagnostics"]
        if len(rows) != points + 1:
            return None, f"{len(rows)} rows"
        return found, said

    def off(self, rows, exact):
        worst = 0.0
        for variable in exact[0]:
            size = max(abs(row[variable]) for row in exact.values())
            for i, row in rows.items():
                apart = abs(row[variable] - exact[i][variable])
                worst = max(worst, apart/size if apart == apart else 1e300)
        return worst

    def judge(self, key, outcome, allowed, exact):
        rows, said = outcome
        off = None
        if rows is None:
            kind, text = "refused", str(said).strip().split("\n")[0]
        else:
            off = self.off(rows, exact)
            text = f"{off:.2g}"
            if off <= allowed:
                kind = "right"
            else:
                kind = "warned" if said else "WRONG"
            if said:
                text += f" {str(said)[:300]}"
        axis = key.split("/")[-1].split("=")[0]
        self.kinds[key] = kind, text, off/allowed if rows else None
        counts = self.counts.setdefault(axis, {})
        counts[kind] = counts.get(kind, 0) + 1
        if kind != "right":
            self.say(f"{kind:8} {key}: {text} (allowed {allowed:.2g})")
        if kind == "WRONG":
            self.wrong.append(key)

    def reference(self, name, text):
        """The curve at the tolerance 1e-11, and what the model makes of a
        change by a millionth."""
        fmu, why = self.build(name, text, *METHODS["bdf"])
        if not fmu:
            sys.exit(f"{name}: {why}")
        exact, why = self.simulate(name, fmu, tolerance=1e-11)
        if exact is None:
            sys.exit(f"{name}: {why}")
        growth = 1.0
        for parameter in ("V", "W"):
            moved, _ = self.simulate(name, fmu, tolerance=1e-11, words=(
                "--set", f"{parameter}=1.000001"))
            growth = max(growth, self.off(moved, exact)/1e-6)
        return fmu, exact, growth

    def is_known(self, fmu, method):
        """A model without constraints is the same by each reduction."""
        with zipfile.ZipFile(fmu) as file:
            text = file.read("modelDescription.xml").decode()
        guid = re.search(r'guid="([^"]*)"', text).group(1)
        known = (guid, method) in self.guids
        self.guids.add((guid, method))
        return known

    def table(self, name, wanted):
        """Those cells of a mechanism that are wanted, by their names."""
        text = source(name)
        fmu, exact, growth = self.reference(name, text)
        allowed = ALLOWED*TOLERANCE*growth
        self.say(f"-- {name}: growth {growth:.2g}")
        for reduction, method, resting in FMUS:
            group = f"{name}/{reduction}/{method}"
            cells = [cell for cell in RUNS if (cell[0] == "resting") ==
                     bool(resting) and wanted(f"{group}/{cell[0]}={cell[1]}")
                     and resting in ("", cell[1])
                     and (cell[0] != "me" or method == "bdf")]
            if not cells:
                continue
            slope = RESTING.get(resting)
            if (reduction, method, resting) != FMUS[0]:  # that is there
                fmu, why = self.build(
                    name, with_resting(text, slope) if slope else text,
                    *METHODS[method], "--reduction", reduction)
            if fmu and not slope and self.is_known(fmu, method):
                continue
            for axis, value, options in cells:
                outcome = (self.simulate(name, fmu, **options) if fmu else
                           (None, why))
                self.judge(f"{group}/{axis}={value}", outcome, allowed, exact)

    def report(self):
        print(f"{'':10}{'right':>8}{'warned':>8}{'refused':>8}{'WRONG':>8}")
        for axis, counts in self.counts.items():
            print(f"{axis:10}" + "".join(
                f"{counts.get(kind, 0):8}"
                for kind in ("right", "warned", "refused", "WRONG")))
        return 1 if self.wrong else 0


def main():
    program, words = sys.argv[1], sys.argv[2:]
    if "--help" in words or "-h" in words:
        print(__doc__.strip())
        return 0
    os.environ["FOUCAULT_CACHE_SIZE"] = "0"
    with tempfile.TemporaryDirectory() as place:
        cells = Cells(program, place, lambda text: print(text, flush=True))
        for name in MECHANISMS:
            if not words or any(word in name for word in words):
                cells.table(name, lambda key: True)
        return cells.report()


if __name__ == "__main__":
    sys.exit(main())
