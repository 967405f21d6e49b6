"""Nonlinear loops from the outside: what solves them, and at what cost."""

import json
import os

from .suite import folder, foucault, need, python, quick_build, write

# every unknown in every equation, beside two states
DENSE = """model Dense
  constant Integer n = {n};
  Real x(start = 1, fixed = true), w(start = 0, fixed = true);
  Real z[n](each start = 0);
equation
  der(x) = w;
  der(w) = -x - 0.1*w + sum(z)/n;
  for i in 1:n loop
    z[i] + sum(cos(i*j)*sin(z[j]) for j in 1:n)/n + 0.2*z[i]^3 = x*cos(i);
  end for;
  annotation(experiment(StopTime = 10));
end Dense;
"""
# Newton's method comes down the exponential by Vt in each step
DIODE = """model Diode "with a start value far beyond what a diode stands"
  parameter Real R = 100, Is = 1e-12, Vt = 0.025, C = 1e-3;
  Real u(start = {start}), i, v(start = 0, fixed = true);
equation
  5 - v - R*i = u;
  i = Is*(exp(u/Vt) - 1);
  C*der(v) = i;
end Diode;
"""
# a branch that moves all the time
MOVING = """model Moving
  Real y(start = 0), x(start = 0, fixed = true);
equation
  y + 0.3*sin(y) + 0.1*exp(y/5) = 2*time + x;
  der(x) = 0.01*cos(y);
  annotation(experiment(StopTime = 5));
end Moving;
"""
# a line between two valves: when the second one closes nothing says what its
# pressure is
CLOSED = """model Closed
  Real p(start = 1), q, x(start = 0, fixed = true);
equation
  if x < 1 then p = 2; else q = 0; end if;
  if x < 2 then q = p - 1 + (p - 1)^3; else q = 0; end if;
  der(x) = 1;
  annotation(experiment(StopTime = 3));
end Closed;
"""
# the second one closes where the flow is zero, and opens as soon as the level
# falls: it does both at once from then on
UNSURE = """model Unsure
  Real p(start = 1), q, s;
  Real level(start = 1, fixed = true), sum(start = 0, fixed = true);
  Boolean right(start = true, fixed = true);
equation
  if time < 1 then p = 2; else q = 0; end if;
  if right then
    q = p - level + (p - level)^3;
    s = q;
  else
    q = 0;
    s = p - level;
  end if;
  right = s > 0;
  der(level) = -0.1;
  der(sum) = q;
  annotation(experiment(StopTime = 1.2));
end Unsure;
"""
# the temperature of what boils does not depend on its enthalpy
FLAT = """model Flat
  Real h(start = {start}{more}), T;
initial equation
  T = {T};
equation
  T = noEvent(if h < 1 then h elseif h < 2 then 1 else h - {lost});
  der(h) = -T;
  annotation(experiment(StopTime = 0));
end Flat;
"""


def run(place, text, *words):
    path = os.path.join(place, "loop.mo")
    write(path, text)
    return json.loads(foucault("simulate", path, "--json", *words).stdout)


def keeps_factors(words):
    """Dense factors serve for many solutions, which are as exact."""
    with folder() as place:
        report = run(place, DENSE.format(n=24), *words)
        few = run(place, DENSE.format(n=4), *words)
    n = report["loop_factorizations"]
    need(n < 120, f"{n} factorizations")
    need(few["loop_factorizations"] > 1000, "small loops keep factors too")
    final = report["final"]
    need(abs(largest_residual(final, 24)) < 1e-12, "no solution")


def largest_residual(final, n):
    from math import cos, sin
    z = [final[f"z[{k}]"] for k in range(1, n + 1)]
    return max(abs(z[i - 1] + 0.2*z[i - 1]**3 - final["x"]*cos(i)
                   + sum(cos(i*j)*sin(z[j - 1])
                         for j in range(1, n + 1))/n)
               for i in range(1, n + 1))


# Save, go on, restore, go on again; and a derivative on the way.
RESTORED = """
import sys
import fmpy
from fmpy.fmi2 import FMU2Slave

description = fmpy.read_model_description(sys.argv[1])
reference = {v.name: v.valueReference for v in description.modelVariables}
fmu = FMU2Slave(guid=description.guid, unzipDirectory=fmpy.extract(sys.argv[1]),
                modelIdentifier=description.coSimulation.modelIdentifier)
fmu.instantiate()
fmu.setupExperiment(startTime=0)
fmu.enterInitializationMode()
fmu.exitInitializationMode()
all_of_it = [reference[name] for name in ("x", "w", "z[1]", "z[24]")]
z, x = [reference["z[3]"]], [reference["x"]]


def go_on(time):
    values = []
    for k in range(20):
        fmu.doStep(time + 0.1*k, 0.1)
        values += fmu.getReal(all_of_it)
    return values


go_on(0)
before = fmu.getDirectionalDerivative(z, x, [1.0])
saved = fmu.getFMUstate()
first = go_on(2)
fmu.setFMUstate(saved)
again = go_on(2)
fmu.setFMUstate(saved)
bytes_of_it = fmu.serializeFMUstate(saved)
other = fmu.deSerializeFMUstate(bytes_of_it)
fmu.setFMUstate(other)
third = go_on(2)
fmu.setFMUstate(other)
fourth = go_on(2)
fmu.setFMUstate(saved)
after = fmu.getDirectionalDerivative(z, x, [1.0])
print(first == again, third == fourth, before == after,
      max(abs(a - b) for a, b in zip(first, third)) < 1e-4)
fmu.terminate()
fmu.freeInstance()
"""


def restores_factors():
    """Kept factors are a part of a saved state."""
    with folder() as place:
        fmu, script = (os.path.join(place, n) for n in ("d.fmu", "d.py"))
        write(os.path.join(place, "Dense.mo"), DENSE.format(n=24))
        quick_build(os.path.join(place, "Dense.mo"), "-q", "-o", fmu)
        write(script, RESTORED)
        said = python(script, fmu).stdout.split()
    need(said == ["True"]*4, f"same again, same from bytes, same derivative, "
         f"near: {said}")


def falls_back_to_kinsol():
    """Newton's method gives up after 50 steps."""
    with folder() as place:
        near = run(place, DIODE.format(start=0.6))
        far = run(place, DIODE.format(start=3))
    need(near["loop_kinsol"] == 0, "KINSOL was asked without need")
    need(far["loop_kinsol"] >= 1, "KINSOL has found nothing")
    for name in ("u", "i", "v"):
        a, b = near["final"][name], far["final"][name]
        need(abs(a - b) <= 1e-6*abs(a), f"{name}: {a} and {b}")


def extrapolates():
    """A loop that moves begins near its solution: it takes 4.4 corrections
    with the last one, which is rounding; from the last point alone 5.8."""
    with folder() as place:
        report = run(place, MOVING)
    n = report["rhs_evaluations"] + 500
    each = report["loop_corrections"]/n
    need(each < 5, f"{each:.2f} corrections for a solution")


def opens(kind):
    """At an event of a run, and where relations are taken otherwise without
    one: what is open stays where it is."""
    with folder() as place:
        closed = run(place, CLOSED, "--type", kind)
        unsure = run(place, UNSURE, "--type", kind)
    for name, value in (("p", 1), ("q", 0), ("x", 3)):
        off = abs(closed["final"][name] - value)
        need(off < 1e-6, f"{name} is off by {off:.2g}")
    need("keeps its value 1" in json.dumps(closed), "nothing is said")
    # y + y^3 of y = 1 + 0.1 t for a second, then nothing
    off = abs(unsure["final"]["sum"] - 2.21025)
    need(off < 1e-5, f"the flows' sum is off by {off:.2g}")
    off = abs(unsure["final"]["p"] - unsure["final"]["level"])
    need(off < 1e-2, f"p is off by {off:.2g}")


def leaves_a_plateau():
    """To the side where a solution is; not across a jump or a bound."""
    with folder() as place:
        for T, h in ((1.5, 2.5), (0.25, 0.25)):
            found = run(place, FLAT.format(start=1.5, more="", T=T, lost=1))
            off = abs(found["final"]["h"] - h)
            need(off < 1e-9, f"h is off by {off:.2g}")
        for more, lost in (("", 0), (", max = 2.4", 1)):
            path = os.path.join(place, "flat.mo")
            write(path, FLAT.format(start=1.5, more=more, T=1.5, lost=lost))
            done = foucault("simulate", path, status=1)
            need("E604" in done.stderr, done.stderr)


def collect(runner):
    runner.add("nonlinear/plateau", leaves_a_plateau)
    for kind in ("cs", "me"):
        runner.add(f"nonlinear/opens/{kind}", lambda kind=kind: opens(kind))
    for name, words in (("bdf", ("--method", "bdf")), ("adams", ("--method", "adams")),
                        ("ida", ("--solver", "ida"))):
        runner.add(f"nonlinear/kept_factors/{name}",
                   lambda w=words: keeps_factors(w))
    runner.add("nonlinear/restored", restores_factors)
    runner.add("nonlinear/kinsol", falls_back_to_kinsol)
    runner.add("nonlinear/extrapolation", extrapolates)
