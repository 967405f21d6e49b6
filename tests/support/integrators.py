"""Choices of the integrator: formulas, matrices, solvers. The same curves by
all of them, and the figures that the choice is made for."""

import json
import math
import os

from .numeric import read_csv
from .pivots import outcomes_of
from .suite import (fmu_of, folder, foucault, model_file, need, quick_build,
                    write)

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
            for solver in ("dense", "sparse", "auto"))
        same_curve(dense, sparse, 1e-9)
        same_curve(chosen, sparse, 0)
        need(abs(dense["steps"] - sparse["steps"]) <= 5, "other steps")
        dense, sparse = (
            run(place, "ladder.mo", *words, "--solver", "ida",
                "--linear-solver", solver) for solver in ("dense", "sparse"))
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
    "process/robertson": 1e-6,          # stiff
    "textbook/hessenberg3": 1e-6,
    "textbook/linear_index2": 1e-6,     # superfluous derivatives
    "textbook/linear_index2_coupled": 1e-6,
    "textbook/semi_explicit": 1e-6,
    "functions/table_object": 1e-6,
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


# Robertson's reactions after 4e5 s (scipy's Radau, tolerance 1e-12).
LATE = {"A": 4.93827452e-3, "B": 1.98499409e-8, "C": 0.995061706}


def stiff(solver):
    """The fastest reaction takes 0.1 ms: steps of an explicit method would be
    billions."""
    report = json.loads(foucault(
        "simulate", model_file("process/robertson"), "--stop", "4e5",
        "--tolerance", "1e-9", "--solver", solver, "--json").stdout)
    for name, value in LATE.items():
        off = abs(report["final"][name]/value - 1)
        need(off <= 5e-8, f"{name} is off by {off:.2g}")
    need(report["steps"] <= 3500, f"{report['steps']} steps")


# In the frame that turns: a side of x and y that vanishes at once, and one that
# decays in 20 ms. x = -sin(w t) exp(-50 t), y = cos(w t) exp(-50 t).
TURNED = """model Turned "a stiff direction that turns with 300 rad/s"
  parameter Real K = 1e6, w = 300;
  Real x(start = 0, fixed = true), y(start = 1, fixed = true), u, v;
equation
  u = cos(w*time)*x + sin(w*time)*y;
  v = -sin(w*time)*x + cos(w*time)*y;
  der(x) = -K*u*cos(w*time) - w*v*cos(w*time) + 50*v*sin(w*time);
  der(y) = -K*u*sin(w*time) - w*v*sin(w*time) - 50*v*cos(w*time);
  annotation(experiment(StopTime = 0.05));
end Turned;
"""


def turns():
    """Newton's matrix is another one after a few steps, and what its iteration
    leaves then is no error of the steps: it was 1,351 of them."""
    with folder() as place:
        write(os.path.join(place, "turned.mo"), TURNED)
        report = run(place, "turned.mo", "--solver", "cvode")
        for name, value in (("x", -math.sin(15)), ("y", math.cos(15))):
            off = abs(report["final"][name] - value*math.exp(-2.5))
            need(off <= 2e-6, f"{name} is off by {off:.2g}")
        need(report["steps"] <= 400, f"{report['steps']} steps")


BESIDE = """model Beside "an oscillator, and a loop that follows it"
  parameter Integer n = 2;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  Real z[n](each start = 0.5);
equation
  der(x) = v;
  der(v) = -x;
  for k in 1:n loop
    z[k] + z[k]^3/10 = x + 0.01*sum(z)/n;
  end for;
  annotation(experiment(StopTime = 100, Tolerance = 1e-6));
end Beside;
"""


def states_count():
    """In IDA's error test, however many unknowns the loops have: x is as good
    as with CVODE, which never sees these."""
    off = []
    with folder() as place:
        write(os.path.join(place, "beside.mo"), BESIDE)
        for solver, n in (("cvode", 2), ("ida", 100)):
            product = 1
            for tolerance in ("1e-5", "1e-6", "1e-7"):
                final = run(place, "beside.mo", "--solver", solver, "--set",
                            f"n={n}", "--tolerance", tolerance)["final"]
                product *= abs(final["x"] - math.cos(100))
            off.append(product**(1/3))
    few, many = off
    need(many <= 1.5*few, f"off by {few:.2g}, and by {many:.2g} with a loop "
         "of 100 unknowns")


# Derivatives that IDA has itself: of states and candidates, beside a linear
# loop that is left out, one that stays, a relation, and what reads them.
SLOPES = """model Slopes
  parameter Integer n = {n};
  Real x[n], y[n](each start = 0.5, each fixed = true), u[n];
  Real c(start = 1, fixed = true), s, w(start = 0, fixed = true);
equation
  for k in 1:n loop
    der(x[k]) + 2*der(y[k]) = u[k] - x[k] + (if k > 1 then y[k - 1] else s);
    3*x[k] = y[k] + y[k]^3 + (if k < n then x[k + 1] else 0) - (if k > 1 then
      x[k - 1] else 0);
    u[k] + 0.1*u[k]^3 = (if w > 0.5 then 0.8 else 1)*y[k];
  end for;
  c*der(s) - s*der(c) = 1;
  c^2 + s^2 = 1;
  der(w) = der(x[1]) + der(s) - 0.1*w;
  annotation(experiment(StopTime = 10));
end Slopes;
"""


def slopes():
    """Without superfluous derivatives: the curves of the explicit form."""
    words = ("--tolerance", "1e-9")
    with folder() as place:
        write(os.path.join(place, "slopes.mo"), SLOPES.format(n=12))
        explicit = run(place, "slopes.mo", *words)
        implicit = run(place, "slopes.mo", *words, "--solver", "ida")
        for report in explicit, implicit:
            for name in [n for n in report["final"] if "stateSet" in n]:
                del report["final"][name]  # as they are chosen
        same_curve(explicit, implicit, 1e-6)
        need(explicit["events"] == implicit["events"] > 0, "other events")
        need(implicit["pivots"] > 0, "no exchange")
        need(abs(implicit["final"]["c"] - math.cos(10)) < 1e-6, "off the circle")


def sparse_slopes():
    """The same with a sparse matrix: without the circle."""
    text = SLOPES.format(n=40)
    for equation in ("c*der(s) - s*der(c) = 1;", "c^2 + s^2 = 1;"):
        text = text.replace(equation, "")
    text = text.replace("Real c(start = 1, fixed = true), s, w(",
                        "Real s = sin(time), w(")
    words = ("--tolerance", "1e-9")
    with folder() as place:
        write(os.path.join(place, "slopes.mo"), text)
        explicit = run(place, "slopes.mo", *words)
        for solver in ("dense", "sparse"):
            implicit = run(place, "slopes.mo", *words, "--solver", "ida",
                           "--linear-solver", solver)
            same_curve(explicit, implicit, 1e-6)


PULSES = """model Pulses "short pulses that no state announces"
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
  parameter Real e = 0.5;
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h <= 0 then
    reinit(v, -e*pre(v));
  end when;
  annotation(experiment(StopTime = 20));
end Ball;
"""


METHODS = ((), ("--method", "bdf"), ("--method", "adams"), ("--solver", "ida"))


def rests(fmu, out, e, tolerance):
    foucault("simulate", fmu, "--set", f"e={e}", "--tolerance",
             repr(tolerance), "--output", out)
    end = 1.001*math.sqrt(2/9.81)*(1 + e)/(1 - e)
    times, rows = read_csv(out)
    lowest = min(row["h"] for row in rows)
    highest = max(row["h"] for time, row in zip(times, rows) if time > end)
    need(lowest > -tolerance and highest < tolerance,
         f"e = {e}, {tolerance}: from {lowest} to {highest}")


def comes_to_rest():
    """Events that pile up: the ball rests on the floor."""
    with folder() as place:
        path, fmu, out = (os.path.join(place, name)
                          for name in ("ball.mo", "ball.fmu", "ball.csv"))
        write(path, BALL)
        for words in METHODS:
            quick_build(path, "-o", fmu, *words)
            for e in (0.01, 0.1, 0.5, 0.9):
                for tolerance in (1e-4, 1e-6, 1e-10):
                    rests(fmu, out, e, tolerance)


MANY = """model Many "three equal balls, a table that moves, carts that push"
  Real h[3](each start = 1, each fixed = true), v[3](each fixed = true);
  Real y(start = 1, fixed = true), u(fixed = true), gap;
  Real a(fixed = true), b(start = 1, fixed = true);
  Real va(fixed = true), vb(fixed = true), momentum;
protected
  Real table, speed, common;
equation
  for i in 1:3 loop
    der(h[i]) = v[i];
    der(v[i]) = -9.81;
    when h[i] <= 0 then
      reinit(v[i], -0.5*pre(v[i]));
    end when;
  end for;
  table = 0.05*sin(2*time);
  speed = 0.1*cos(2*time);
  gap = y - table;
  der(y) = u;
  der(u) = -9.81;
  when y <= table then
    reinit(u, speed - 0.3*(pre(u) - speed));
  end when;
  der(a) = va;
  der(b) = vb;
  der(va) = 1;
  der(vb) = -0.25;
  common = (va + 2*vb)/3;
  momentum = va + 2*vb - 0.5*time;
  when a >= b then
    reinit(va, 1.4*common - 0.4*pre(va));
    reinit(vb, 1.4*common - 0.4*pre(vb));
  end when;
  annotation(experiment(StopTime = 10, Tolerance = 1e-7));
end Many;
"""


def rest_on_each_other():
    """What rests moves with what it rests on; momentum is kept."""
    with folder() as place:
        path, out = os.path.join(place, "many.mo"), os.path.join(place, "csv")
        write(path, MANY)
        for words in METHODS:
            foucault("simulate", path, "--output", out, *words)
            for time, row in zip(*read_csv(out)):
                need(abs(row["momentum"]) < 1e-5, f"{words} {time}: momentum")
                if time < 5:
                    continue
                off = {"h": row["h[3]"], "gap": row["gap"],
                       "carts": row["a"] - row["b"]}
                for name, value in off.items():
                    need(abs(value) < 1e-6, f"{words} {time}: {name} {value}")


TOLERANCE = """model Swing "its tolerance can be set in the FMU"
  parameter Real tol = 1e-5;
  Real x(start = 1, fixed = true), v(fixed = true);
equation
  der(x) = v;
  der(v) = -x;
  annotation(experiment(StopTime = 20, Tolerance = tol));
end Swing;
"""


def tolerance():
    """From the model, the importer, or a parameter, which counts most."""
    with folder() as place:
        fmu = os.path.join(place, "swing.fmu")
        quick_build(write(os.path.join(place, "swing.mo"), TOLERANCE),
                    "-o", fmu)
        off = {}
        for words in ((), ("--tolerance", "1e-8"), ("--set", "tol=1e-11"),
                      ("--tolerance", "1e-8", "--set", "tol=1e-11")):
            final = run(place, "swing.fmu", *words)["final"]
            off[words] = abs(final["x"] - math.cos(20))
        model, importer, parameter, both = off.values()
        need(model > 1e-5 > importer > 1e-8 > parameter == both, f"{off}")
        done = foucault("simulate", fmu, "--set", "tol=0", status=1)
        need("the tolerance 0 is not positive" in done.stderr, done.stderr)
        need(tunable_step(fmu), "a later tolerance changes nothing")


def tunable_step(fmu):
    """Set between two steps: the second half is as good as it says."""
    import fmpy
    from fmpy.fmi2 import FMU2Slave
    about = fmpy.read_model_description(fmu)
    names = {v.name: v.valueReference for v in about.modelVariables}
    with folder() as place:
        slave = FMU2Slave(
            guid=about.guid, instanceName="swing",
            unzipDirectory=fmpy.extract(fmu, place),
            modelIdentifier=about.coSimulation.modelIdentifier)
        slave.instantiate()
        slave.setupExperiment(startTime=0)
        slave.enterInitializationMode()
        slave.exitInitializationMode()
        slave.setReal([names["tol"]], [1e-11])
        slave.doStep(0, 20)
        x, = slave.getReal([names["x"]])
        slave.terminate()
        slave.freeInstance()
    return abs(x - math.cos(20)) < 1e-8


def licences():
    """AMD and its licence are in FMUs that need it, and in no other."""
    import zipfile
    with folder() as place:
        source = write(os.path.join(place, "ladder.mo"), LADDER.format(n=60))
        sizes = []
        for solver in ("dense", "sparse"):
            fmu = os.path.join(place, solver + ".fmu")
            foucault("build", source, "-o", fmu, "--linear-solver", solver)
            with zipfile.ZipFile(fmu) as archive:
                names = archive.namelist()
                library, = (n for n in names if n.endswith(".so"))
                sizes.append(archive.getinfo(library).file_size)
            there = any("suitesparse" in n for n in names)
            need(there == (solver == "sparse"), f"{solver}: {names}")
        need(sizes[1] > sizes[0] + 15000, f"library sizes {sizes}")


def keeps_its_branch():
    """The rope of the inverse crane by (x - s)^2 + z^2 = l^2: with a state that
    hardly moves steps are long, and -l would solve the equations too."""
    with open(model_file("control/inverse_crane")) as lines:
        text = lines.read()
    root, square = "l = sqrt((x - s)^2 + z^2)", "(x - s)^2 + z^2 = l^2"
    need(root in text, "the model has changed")
    with folder() as place:
        text = text.replace(root, f"{square}; der(slow) = -slow")
        slow = "Real slow(start = 1e-6, fixed = true, nominal = 1);"
        write(os.path.join(place, "crane.mo"),
              text.replace("equation", slow + "\nequation", 1))
        out = os.path.join(place, "out.csv")
        report = run(place, "crane.mo", "--output", out)
        need(report["steps"] < 40, f"{report['steps']} steps")
        for time, row in zip(*read_csv(out)):
            lean = 2/9.81*math.cos(time)
            off = max(abs(row["s"] - 1 + math.cos(time) - lean),
                      abs(row["l"] - math.hypot(lean, 2)))
            need(off < 1e-9, f"off by {off:.2g} at {time}")


def tells_jumps():
    """Co-Simulation finds the next solution itself, and says so."""
    done = foucault("simulate", fmu_of("circuits/relaxation_oscillator"),
                    "--verbose")
    lines = [line for line in done.stderr.splitlines() if "jumps" in line]
    need(len(lines) == 4, f"{len(lines)} jumps: {done.stderr[-500:]}")
    need("relaxation_oscillator.mo:" in lines[0], lines[0])


def ends_of_branches():
    """IDA leaves a branch where it ends, whatever the tolerance: with the
    matrix of the steep side it would stay on the flat one for a while. And so
    does CVODE when it changes its formulas right before that end."""
    period = 2*math.log((15 + 7.4985)/(15 - 7.4985))
    first = -math.log(1 - 7.4985/15)
    passed = 5 - first - period/2*int((5 - first)/(period/2))
    right = 15 - (15 + 7.4985)*math.exp(-passed)
    for tolerance in ("1e-4", "1e-6", "1e-7", "1e-8", "1e-10"):
        for words in (("--solver", "ida"), ("--method", "auto")):
            done = foucault("simulate",
                            model_file("circuits/relaxation_oscillator"),
                            *words, "--tolerance", tolerance, "--json")
            off = abs(json.loads(done.stdout)["final"]["vc"] - right)
            need(off < 100*float(tolerance) + 1e-7,
                 f"{words} {tolerance}: {off:.2g}")


SLOW = """model Slow "van der Pol's oscillator without its fast part"
  Real y(start = 2/3, fixed = true), x(start = 2);
equation
  der(y) = -x;
  y = x^3/3 - x;
  annotation(experiment(StopTime = 10));
end Slow;
"""


def smooth_fold():
    """x goes from 2 to 1, where its branch ends, and jumps to -2: a period of
    3 - 2 ln 2."""
    with folder() as place:
        write(os.path.join(place, "slow.mo"), SLOW)
        report = run(place, "slow.mo", "--tolerance", "1e-8")
    half = 1.5 - math.log(2)
    x, side = report["final"]["x"], (-1)**int(10/half)
    passed = 2 - math.log(2) - x*x/2 + math.log(abs(x))
    need(x*side > 0, f"x = {x} is on the wrong side")
    need(abs(passed - 10 % half) < 1e-4, f"off by {passed - 10 % half:.2g} s")


METHODS = ((), ("--method", "bdf"), ("--method", "adams"), ("--solver", "ida"))
STRAIGHT = """model Straight "two rods that are pulled straight, and further"
  Real x(start = 0.6, fixed = true), y(start = 0.8), x2, y2;
equation
  der(x) = 0.5;
  x^2 + y^2 = 1;
  (x2 - x)^2 + (y2 - y)^2 = 1;
  x2 = 2*x;
  annotation(experiment(StopTime = 2));
end Straight;
"""


def no_way_on():
    """Nothing solves the loops after 0.8: this is reported with the equation,
    and not after steps without number."""
    with folder() as place:
        write(os.path.join(place, "straight.mo"), STRAIGHT)
        for words in METHODS:
            done = foucault("simulate", os.path.join(place, "straight.mo"),
                            *words, status=1)
            for word in ("at time 0.8", "no solution", "residual",
                         "straight.mo:5: x^2 + y^2 = 1"):
                need(word in done.stderr, f"{words}: {done.stderr[-800:]}")


GROWS = """model Grows "to infinity at time 1"
  Real x(start = 1, fixed = true), slow(start = 0, fixed = true);
equation
  der(slow) = x - slow;
  der(x) = x^2;
  annotation(experiment(StopTime = 2));
end Grows;
"""


def names_the_fastest():
    """Where no step is short enough, the state that it is for."""
    with folder() as place:
        write(os.path.join(place, "grows.mo"), GROWS)
        for words in METHODS:
            done = foucault("simulate", os.path.join(place, "grows.mo"),
                            *words, status=1)
            for word in ("no step is short enough", "fastest is x = ",
                         "by der(x) = ", "grows.mo:5: der(x) = x^2 (x = "):
                need(word in done.stderr, f"{words}: {done.stderr[-800:]}")


def jumps_are_events():
    return outcomes_of("integrators/jump", "fmu/check_jump.py",
                       fmu_of("circuits/relaxation_oscillator"))


DELAYS = """model Delays "what was, by every integrator"
  Real x(start = 1, fixed = true), bent(start = 0, fixed = true);
  Real area(start = 0, fixed = true);
equation
  der(x) = -3*delay(x, 0.3);
  der(bent) = if time < 0.5 then 1 else -1;
  der(area) = delay(bent, 0.3);
end Delays;
"""

LONG_STEPS = """model LongSteps "longer ones than the delay, as importers take"
  Real x(start = 0, fixed = true), s(start = 0, fixed = true);
  Real y = delay(x, 0.25), z;
equation
  der(x) = 1 - 0.4*time - 2*(x - time*(1 - 0.2*time));
  der(s) = 0.5;
  (z, ) = spatialDistribution(x, 0, s, true, {0, 1}, {0, 0});
end LongSteps;
"""

# The delay time is a derivative that no equation reads.
DELAY_TIME = """model DelayTime
  Real x, late, y;
  Real w(start = 0, fixed = true), area(start = 0, fixed = true);
equation
  x = 2*time - cos(time);
  late = der(x);
  der(w) = time;
  y = delay(w, late, 4);
  der(area) = y;
end DelayTime;
"""


def delays():
    """x by the method of steps; bent is s up to 0.5 and 1 - s then, its area
    that of two pieces: the corner must not be rounded off."""
    x = 1 + sum((-3)**k*(1 - 0.3*(k - 1))**k/math.factorial(k)
                for k in range(1, 5))
    with folder() as place:
        write(os.path.join(place, "Delays.mo"), DELAYS)
        for choice in (["--method", "bdf"], ["--method", "adams"],
                       ["--solver", "ida"]):
            end = run(place, "Delays.mo", "--stop", "1", "--step", "0.1",
                      "--tolerance", "1e-8", *choice)["final"]
            need(abs(end["x"] - x) < 1e-6, f"{choice}: x = {end['x']}")
            need(abs(end["area"] - 0.205) < 1e-7,
                 f"{choice}: area = {end['area']}")


def long_steps():
    """x is t - 0.2 t^2. What was a quarter of a second ago is known at 1 s
    also where nobody but an importer says how long its steps are: by a
    straight line from the last point y was off by 2e-3."""
    with folder() as place:
        write(os.path.join(place, "LongSteps.mo"), LONG_STEPS)
        for kind in ("cs", "me"):
            for step in ("1", "0.1"):
                end = run(place, "LongSteps.mo", "--stop", "1", "--step", step,
                          "--type", kind, "--tolerance", "1e-6")["final"]
                need(abs(end["y"] - (0.75 - 0.2*0.75**2)) < 2e-6,
                     f"{kind}, {step}: y = {end['y']}")
                need(abs(end["z"] - 0.8) < 2e-3,
                     f"{kind}, {step}: z = {end['z']}")


READ_EXACTLY = """model ReadExactly
  Real s(start = 0, fixed = true);
  Real y = delay(s, 0.5);
equation
  der(s) = 4*cos(4*time);
end ReadExactly;
"""


def read_exactly():
    """y is sin(4 (t - 0.5)): the steps of an integrator of high order were too
    long for cubics between them, 18,000 tolerances off at 1e-10."""
    with folder() as place:
        write(os.path.join(place, "ReadExactly.mo"), READ_EXACTLY)
        for method in ("adams", "bdf"):
            for tolerance in (1e-6, 1e-8, 1e-10):
                for stop in (2, 2.3, 2.71, 2.93):
                    report = run(place, "ReadExactly.mo", "--stop", str(stop),
                                 "--step", "0.01", "--tolerance",
                                 str(tolerance), "--method", method)
                    off = report["final"]["y"] - math.sin(4*(stop - 0.5))
                    need(abs(off) < 100*tolerance,
                         f"{method}, {tolerance}: off by {off} at {stop}")
                    need(report["steps"] < 3000, f"{report['steps']} steps")


def delay_time():
    """y is (time - late)^2/2 from where time > late; IDA leaves out what
    nothing reads, but not what a delay reads: with a slope of its own that
    Newton's matrix does not know of it was off by 0.05 at 1e-5."""
    begin = 2.5
    for _ in range(60):
        begin = 2 + math.sin(begin)
    area = [(t - 2)**3/6 + (t - 2)*math.cos(t) - math.sin(t) + t/4
            - math.sin(2*t)/8 for t in (begin, 10)]
    with folder() as place:
        write(os.path.join(place, "DelayTime.mo"), DELAY_TIME)
        for solver in ("cvode", "ida"):
            for tolerance, allowed in (("1e-5", 2e-3), ("1e-9", 1e-7)):
                report = run(place, "DelayTime.mo", "--stop", "10", "--step",
                             "1", "--tolerance", tolerance, "--solver", solver)
                end = report["final"]["area"]
                need(abs(end - (area[1] - area[0])) < allowed,
                     f"{solver}: area = {end}, not {area[1] - area[0]}")
                need(report["steps"] < 1000, f"{report['steps']} steps")


FALLS = """model Falls "from rest"
  Real s(start = 0, fixed = true), v(start = 0, fixed = true);
equation
  der(s) = v;
  der(v) = 1 + time;
  annotation(experiment(StopTime = 1));
end Falls;
"""


def falls():
    """What begins at zero with a slope of zero is not resolved down to the
    first value that is seen of it: it would be 142 steps of BDF, 115 of
    Adams'."""
    with folder() as place:
        write(os.path.join(place, "f.mo"), FALLS)
        for method, most in (("bdf", 100), ("adams", 60)):
            report = run(place, "f.mo", "--method", method)
            off = report["final"]["s"] - 2/3
            need(abs(off) < 1e-8, f"{method}: off by {off}")
            need(report["steps"] < most, f"{method}: {report['steps']} steps")


FADES = """model Fades
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = -100*x;
  der(y) = cos(time) - 0.1*y + x;
  annotation(experiment(StopTime = 30));
end Fades;
"""


def fades():
    """What fades fast is soon less than the tolerance resolves. The curve of a
    long step may then grow where the model does not: no step is short for it.
    It would be 1,374 steps of BDF, 7,651 of Adams'."""
    with folder() as place:
        write(os.path.join(place, "f.mo"), FADES)
        for method, most in (("bdf", 600), ("auto", 600), ("adams", 4500)):
            report = run(place, "f.mo", "--method", method)
            off = report["final"]["y"] + 0.96740789
            need(abs(off) < 1e-5, f"{method}: off by {off}")
            need(report["steps"] < most, f"{method}: {report['steps']} steps")


FORMULAS = """package Formulas
  model Lag
    Real x(start = 1, fixed = true);
    Boolean late = time > 5;
    Real k = {early};
  equation
    der(x) = -k*(x - cos(time));
  end Lag;
  model Swing
    Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  equation
    der(x) = v;
    der(v) = -x;
  end Swing;
  model Damped
    Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  equation
    der(x) = v;
    der(v) = sin(time) - 10*v - x;
  end Damped;
end Formulas;
"""


# x = a e^(p t) + b e^(q t) - cos(t)/10 with p, q = -5 +- sqrt(24)
RATE = math.sqrt(24) - 5
DAMPED_AT_100 = (1.1*(5 + math.sqrt(24))/math.sqrt(96)*math.exp(100*RATE) -
                 math.cos(100)/10)


def formulas():
    """Adams' formulas until the model is stiff. The three lags are so from the
    start, after an event, and so much that no step of Adams' is short enough;
    by Adams' formulas alone the first two take 12,000 and 660,000 steps, and
    the third ends."""
    steps = {}
    for early in ("1000", "if late then 1e5 else 1", "1e12"):
        with folder() as place:
            write(os.path.join(place, "f.mo"), FORMULAS.format(early=early))
            words = ["f.mo", "--stop", "10", "--method", "auto"]
            report = run(place, *words, "--model", "Formulas.Lag")
            off = report["final"]["x"] - math.cos(10)
            need(abs(off) < 1e-3, f"k = {early}: off by {off}")
            need(report["jacobians"] > 0 and 100 < report["steps"] < 1000,
                 f"k = {early}: {report['steps']} steps")
            for method in ("bdf", "auto"):
                words[-1] = method
                report = run(place, *words, "--model", "Formulas.Swing")
                steps[method] = report["steps"]
                off = report["final"]["x"] - math.cos(10)
                need(abs(off) < 1e-4, f"{method}: off by {off}")
            need(report["jacobians"] == 0 and
                 steps["auto"] < 0.6*steps["bdf"], f"{steps} steps")


def damped():
    """Stability limits Adams' steps, and no iteration fails: 1.6 times the
    evaluations of BDF."""
    work = {}
    with folder() as place:
        write(os.path.join(place, "f.mo"), FORMULAS.format(early="1"))
        for method in ("bdf", "auto"):
            report = run(place, "f.mo", "--model", "Formulas.Damped", "--stop",
                         "100", "--tolerance", "1e-8", "--method", method)
            off = report["final"]["x"] - DAMPED_AT_100
            need(abs(off) < 1e-6, f"{method}: off by {off}")
            work[method] = report["rhs_evaluations"]
        need(report["jacobians"] > 0, "Adams' formulas to the end")
        need(work["auto"] < 1.1*work["bdf"], f"{work} evaluations")


def around():
    """The integrator around a Model Exchange FMU: the same formulas, and steps
    that do not end at output points, where curves are still exact."""
    with folder() as place:
        write(os.path.join(place, "f.mo"), FORMULAS.format(early="1"))
        words = ("f.mo", "--model", "Formulas.Swing", "--stop", "100",
                 "--tolerance", "1e-8", "--type", "me")
        steps = {}
        for method, interval in (("bdf", "1"), ("adams", "1"),
                                 ("auto", "1"), ("auto", "0.01")):
            report = run(place, *words, "--method", method, "--step", interval,
                         "-o", os.path.join(place, "f.csv"))
            steps[method, interval] = report["steps"]
            times, rows = read_csv(os.path.join(place, "f.csv"))
            need(len(times) == round(100/float(interval)) + 1, "rows")
            off = max(abs(row["x"] - math.cos(t))
                      for t, row in zip(times, rows))
            need(off < 2e-5, f"{method}: off by {off}")
            need((report["jacobians"] > 10) == (method == "bdf"),
                 f"{method}: {report['jacobians']} matrices")
        few = steps["auto", "1"]
        need(few == steps["adams", "1"] == steps["auto", "0.01"] and
             501 < few < 0.6*steps["bdf", "1"], f"{steps}")
        write(os.path.join(place, "f.mo"), FORMULAS.format(early="1000"))
        stiff = run(place, "f.mo", "--model", "Formulas.Lag", "--stop", "10",
                    "--type", "me")
        off = stiff["final"]["x"] - math.cos(10)
        need(abs(off) < 1e-3, f"stiff: off by {off}")
        need(500 < stiff["steps"] < 1200 and stiff["jacobians"] > 0,
             f"stiff: {stiff['steps']} steps")
    foucault("simulate", fmu_of("events/bouncing_ball"), "--method", "adams",
             status=2)
    foucault("simulate", fmu_of("events/bouncing_ball"), "--method", "adams",
             "--type", "me")


# Smooth models, and how far from the run with many points the end may be.
LONG_WAYS = {"oscillators/driven_oscillator": 1e-7,
             "multibody/pendulum": 1e-6, "multibody/paraboloid": 1e-6,
             "circuits/rlc_variational": 1e-7, "process/robertson": 1e-6,
             "oscillators/van_der_pol": 1e-5}


def long_ways(model):
    """Who asks for the end alone gets it in few long steps, and where the model
    is stiff by BDF: the same end as with many points."""
    with folder() as place:
        fmu = os.path.join(place, "m.fmu")
        foucault("build", "--quiet", model_file(model), "--type", "cs", "-o",
                 fmu)
        many = json.loads(foucault("simulate", fmu, "--json",
                                   "--quiet").stdout)
        one = json.loads(foucault("simulate", fmu, "--json", "--quiet",
                                  "--grid", "--step",
                                  str(many["stop"])).stdout)
    is_stiff = one["restarts"] > 0
    need(one["steps"] < (1.3 if is_stiff else 0.5)*many["steps"],
         f"{model}: {one['steps']} long steps, {many['steps']} short ones")
    need(one["rhs_evaluations"] < 3.5*many["rhs_evaluations"],
         f"{model}: {one['rhs_evaluations']} evaluations, "
         f"{many['rhs_evaluations']} with many points")
    need(is_stiff == (model == "process/robertson"),
         f"{model}: {one['restarts']} restarts")
    for name, value in many["final"].items():
        off = abs(value - one["final"][name])
        need(off <= LONG_WAYS[model]*max(abs(value), 1),
             f"{model}: {name} is off by {off:.1e}")


def short_pulses():
    """A pulse that no stage of a long step may miss, by time or by a state that
    passes a place."""
    text = ("model P Real x(start = 0, fixed = true), s(start = 0, fixed = "
            "true), y(start = 0, fixed = true); equation der(x) = 1; der(s) = "
            "exp(-((time - 5.3)/0.01)^2)/0.01; der(y) = "
            "exp(-((x - 3.7)/0.05)^2)/0.05; annotation(experiment(StopTime = "
            "10)); end P;")
    with folder() as place:
        path = write(os.path.join(place, "p.mo"), text)
        run = json.loads(foucault("simulate", path, "--json", "--quiet",
                                  "--grid", "--step", "10").stdout)
    for name in "sy":
        off = abs(run["final"][name] - math.sqrt(math.pi))
        need(off < 1e-4, f"the pulse of {name} is off by {off:.1e}")


def collect(runner):
    for model in LONG_WAYS:
        runner.add(f"integrators/long_ways/{os.path.basename(model)}",
                   lambda model=model: long_ways(model))
    runner.add("integrators/short_pulses", short_pulses)
    runner.add("integrators/around", around)
    runner.add("integrators/falls", falls)
    runner.add("integrators/fades", fades)
    runner.add("integrators/formulas", formulas)
    runner.add("integrators/damped", damped)
    runner.add("integrators/delays", delays)
    runner.add("integrators/long_steps", long_steps)
    runner.add("integrators/read_exactly", read_exactly)
    runner.add("integrators/delay_time", delay_time)
    runner.add("integrators/keeps_its_branch", keeps_its_branch)
    runner.add("integrators/tells_jumps", tells_jumps)
    runner.add("integrators/ends_of_branches", ends_of_branches)
    runner.add("integrators/smooth_fold", smooth_fold)
    runner.add("integrators/no_way_on", no_way_on)
    runner.add("integrators/names_the_fastest", names_the_fastest)
    runner.add_group("integrators/jump/importers",
                     [f"integrators/jump/{t}" for t in
                      ("0.0001", "1e-06", "1e-08")], jumps_are_events)
    runner.add("integrators/matrices", matrices)
    runner.add("integrators/licences", licences)
    runner.add("integrators/slopes", slopes)
    runner.add("integrators/sparse_slopes", sparse_slopes)
    runner.add("integrators/pulses", pulses)
    runner.add("integrators/states_count", states_count)
    for solver in ("cvode", "ida"):
        runner.add(f"integrators/stiff/{solver}",
                   lambda solver=solver: stiff(solver))
    runner.add("integrators/turns", turns)
    runner.add("integrators/comes_to_rest", comes_to_rest)
    runner.add("integrators/rest_on_each_other", rest_on_each_other)
    runner.add("integrators/tolerance", tolerance)
    for name in MODELS:
        runner.add(f"integrators/ida/{name}",
                   lambda name=name: integrators_agree(name))
