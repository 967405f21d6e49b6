"""Choices of the integrator: formulas, matrices, solvers. The same curves by
all of them, and the figures that the choice is made for."""

import json
import math
import os

from .suite import foucault, folder, model_file, need, write

LADDER = """model Ladder "RC ladder driven by a sine"
  parameter Integer n = {n};
  Real v[n](each start = 0, each fixed = true), i[n];
equation
  sin(time) - v[1] = i[1];
  for k in 2:n loop
    v[k - 1] - v[k] = i[k];
  end for;
  for k in 1:n - 1 loop
    der(v[k]) = i[k] - i[k + 1];
  end for;
  der(v[n]) = i[n];
end Ladder;
"""


def run(place, source, *words):
    done = foucault("simulate", os.path.join(place, source), "--json", *words)
    return json.loads(done.stdout)


def same_curve(a, b, tolerance):
    for name, value in a["final"].items():
        off = abs(value - b["final"][name])
        need(off <= tolerance, f"{name} differs by {off:.2g}")


def matrices():
    """Dense and sparse: the same numbers, with as many steps."""
    with folder() as place:
        write(os.path.join(place, "ladder.mo"), LADDER.format(n=60))
        words = ("--stop", "10", "--tolerance", "1e-8")
        dense, sparse, chosen = (
            run(place, "ladder.mo", *words, "--linear-solver", solver)
            for solver in ("dense", "klu", "auto"))
        same_curve(dense, sparse, 1e-9)
        same_curve(chosen, sparse, 0)
        need(abs(dense["steps"] - sparse["steps"]) <= 5, "other steps")
        dense, sparse = (
            run(place, "ladder.mo", *words, "--solver", "ida",
                "--linear-solver", solver) for solver in ("dense", "klu"))
        same_curve(dense, sparse, 1e-9)
        same_curve(chosen, sparse, 1e-5)


# Where the integrators differ, each with the errors of a tolerance of 1e-10:
# at the end of these runs by at most so much of each value (or of 1).
MODELS = {
    "circuits/diode_clipper": 1e-6,     # a nonlinear loop
    "circuits/loop_and_cutset": 1e-6,   # index 2
    "events/two_springs": 1e-6,         # relations
    "events/heating_schedule": 1e-6,
    "multibody/double_pendulum": 1e-5,  # exchanges of states
    "multibody/four_bar": 1e-3,
    "multibody/paraboloid": 1e-5,
    "process/reactor": 1e-6,            # no states
    "textbook/hessenberg3": 1e-6,
}


def integrators_agree(name):
    """IDA on the implicit form and CVODE on the explicit one."""
    words = ("--tolerance", "1e-10", "--json")
    explicit, implicit = (
        json.loads(foucault("simulate", model_file(name), *words, "--solver",
                            solver).stdout) for solver in ("cvode", "ida"))
    for variable, value in explicit["final"].items():
        off = abs(value - implicit["final"][variable])/(1 + abs(value))
        need(off <= MODELS[name], f"{variable} differs by {off:.2g}")
    for count in ("events", "pivots"):
        need(explicit[count] == implicit[count], f"other {count}")
    need(implicit["restarts"] == implicit["events"], "needless restarts")


PULSES = """model Pulses "short pulses that no state tells of beforehand"
  Real z(start = 0, fixed = true);
equation
  der(z) = if sin(time) > 0.999 then 1 else 0;
  annotation(experiment(StopTime = 100, Tolerance = 1e-6));
end Pulses;
"""


def pulses():
    """Pairs of crossings that lie within one step of the states."""
    expected = 16*2*math.acos(0.999)
    with folder() as place:
        write(os.path.join(place, "pulses.mo"), PULSES)
        for words in ((), ("--method", "adams"), ("--solver", "ida")):
            report = run(place, "pulses.mo", *words)
            need(report["events"] == 32, f"{report['events']} events")
            off = abs(report["final"]["z"] - expected)
            need(off <= 1e-7, f"{words}: off by {off:.2g}")
            need(report["steps"] < 1000, f"{report['steps']} steps")


BALL = """model Ball "bounces without end in a finite time"
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h <= 0 then
    reinit(v, -{e}*pre(v));
  end when;
  annotation(experiment(StopTime = 20, Tolerance = {tolerance}));
end Ball;
"""


def piling_up():
    """A run ends where events pile up, not below the floor."""
    fall = math.sqrt(2/9.81)
    with folder() as place:
        path = os.path.join(place, "ball.mo")
        for e in (0.1, 0.5, 0.9):
            for tolerance in ("1e-4", "1e-6", "1e-10"):
                write(path, BALL.format(e=e, tolerance=tolerance))
                done = foucault("simulate", path, status=1)
                need("pile up" in done.stderr, done.stderr)
                need("ball.mo:6: h <= 0" in done.stderr, done.stderr)
                at = float(done.stderr.split("near time ")[1].split()[0])
                end = fall*(1 + e)/(1 - e)
                need(abs(at - end) < 1e-2*end,
                     f"{e}, {tolerance}: {at}, {end}")


def licences():
    """KLU and its licence are in FMUs that need it, and in no other."""
    import zipfile
    with folder() as place:
        source = write(os.path.join(place, "ladder.mo"), LADDER.format(n=60))
        sizes = []
        for solver in ("dense", "klu"):
            fmu = os.path.join(place, solver + ".fmu")
            foucault("build", source, "-o", fmu, "--linear-solver", solver)
            with zipfile.ZipFile(fmu) as archive:
                names = archive.namelist()
                library, = (n for n in names if n.endswith(".so"))
                sizes.append(archive.getinfo(library).file_size)
            there = any("suitesparse" in n for n in names)
            need(there == (solver == "klu"), f"{solver}: {names}")
        need(sizes[1] > sizes[0] + 30000, f"library sizes {sizes}")


def collect(runner):
    runner.add("integrators/matrices", matrices)
    runner.add("integrators/licences", licences)
    runner.add("integrators/pulses", pulses)
    runner.add("integrators/piling_up", piling_up)
    for name in MODELS:
        runner.add(f"integrators/ida/{name}",
                   lambda name=name: integrators_agree(name))
