"""Algebraic loops that switch: amplifiers with positive feedback. They leave a
branch where it ends, alone, beside a state that follows them in straight lines
and fed by a state; however far apart the points are that somebody looks at."""

import json
import math
import os

from .suite import folder, foucault, need, python, quick_build, write

STOP = 2.4
TRIGGER = """model Trigger "an amplifier with positive feedback"
  parameter Real gain = 15000, top = 15, k = 1/15;
  Real u = 5*sin(2*3.14159265358979*time), v(start = -1), y(start = -top);
  {declaration}
equation
  v = (u + k*y)/(1 + k);
  y = {limit};
  {equation}
  annotation(experiment(StopTime = 2.4));
end Trigger;
"""
# of gain*v, and the u at which the lower branch ends
LIMITS = {
    "kinks": ("smooth(0, noEvent(if gain*v > top then top else "
              "if gain*v < -top then -top else gain*v))",
              1 - 16/15*1e-3),
    "smooth": ("top*tanh(gain*v/top)", None),
}
# solver, and what may be missing in x: IDA holds a kink's branch a bit longer
SOLVERS = {
    "auto": ((), 1e-4),
    "bdf": (("--method", "bdf"), 1e-4),
    "adams": (("--method", "adams"), 1e-4),
    "ida": (("--solver", "ida"), 2e-2),
}
STEPS = ("0.0024", "0.24", "2.4")


def end_of_branch(gain=15000.0, top=15.0, k=1/15):
    """u where the lower branch of tanh ends: dy/dv = (1 + k)/k."""
    slope = (1 + k)/(k*gain)
    v = -top/gain*math.acosh(1/math.sqrt(slope))
    return (1 + k)*v - k*top*math.tanh(gain*v/top)


def first_switch(limit):
    return math.asin((LIMITS[limit][1] or end_of_branch())/5)/(2*math.pi)


def area(times, stop, top):
    """Integral of what is -top at first and changes its sign at these times."""
    ends = [0, *times, stop]
    return sum(top*(-1)**(k + 1)*(ends[k + 1] - ends[k])
               for k in range(len(ends) - 1))


def build(place, text, *words):
    source, fmu = (os.path.join(place, "trigger" + end)
                   for end in (".mo", ".fmu"))
    write(source, text)
    quick_build(source, "-o", fmu, *words)
    return fmu


def simulate(fmu, step):
    """Times of jumps, and the report."""
    done = foucault("simulate", fmu, "--json", "--verbose", "--step", step)
    times = [float(line.split("at time ")[1].split()[0])
             for line in done.stderr.splitlines() if "jumps" in line]
    return times, json.loads(done.stdout)


def check_times(times, first, tolerance, what):
    need(len(times) == 5, f"{what}: {len(times)} jumps")
    off = max(abs(t - first - k/2) for k, t in enumerate(times))
    need(off < tolerance, f"{what}: {off:.2g} s late")


def alone(limit):
    with folder() as place:
        fmu = build(place, TRIGGER.format(limit=LIMITS[limit][0],
                                          declaration="", equation=""))
        for step in ("0.0048", "0.3", "2.4"):
            times, _ = simulate(fmu, step)
            check_times(times, first_switch(limit), 1e-6, f"step {step}")


def with_state(limit):
    return TRIGGER.format(limit=LIMITS[limit][0], equation="der(x) = y;",
                          declaration="Real x(start = 0, fixed = true);")


def beside_a_state(limit, solver):
    """A solver that looks at x alone would step over everything."""
    words, tolerance = SOLVERS[solver]
    first = first_switch(limit)
    x = area([first + k/2 for k in range(5)], STOP, 15)
    with folder() as place:
        fmu = build(place, with_state(limit), *words)
        for step in STEPS:
            times, report = simulate(fmu, step)
            if solver != "ida":  # it does not know that something jumps
                check_times(times, first, 1e-6, f"step {step}")
            off = abs(report["final"]["x"] - x)
            need(off < tolerance, f"step {step}: x is off by {off:.2g}")


def switch_times(omega, level, stop):
    """Of y = 1 at first, which follows sin(omega t) with this hysteresis."""
    times, k = [], 1
    while (k*math.pi + math.asin(level))/omega < stop:
        times.append((k*math.pi + math.asin(level))/omega)
        k += 1
    return times


SEVERAL = """model Several "each at its own times"
  function limit
    input Real x;
    output Real y;
  algorithm
    y := smooth(0, noEvent(if x > 1 then 1 elseif x < -1 then -1 else x));
    annotation(Inline = true);
  end limit;
  parameter Real omega[3] = {2, 5, 11}, level[3] = {0.5, 0.9, 0.2};
  Real y[3](each start = 1), x[3](each start = 0, each fixed = true);
equation
  for k in 1:3 loop
    y[k] = limit(1000*((level[k] + 1e-3)*y[k] + sin(omega[k]*time)));
    der(x[k]) = y[k];
  end for;
  annotation(experiment(StopTime = 6));
end Several;
"""


def several(solver):
    words, tolerance = SOLVERS[solver]
    with folder() as place:
        fmu = build(place, SEVERAL, *words)
        for step in ("0.006", "0.6"):
            _, report = simulate(fmu, step)
            for k, (omega, level) in enumerate(((2, 0.5), (5, 0.9),
                                                (11, 0.2))):
                x = -area(switch_times(omega, level, 6), 6, 1)
                off = abs(report["final"][f"x[{k + 1}]"] - x)
                need(off < tolerance, f"step {step}: x[{k + 1}] is off by "
                     f"{off:.2g}")


FED = """model Fed "charges its own capacitor"
  Real y(start = 5), x(start = 0, fixed = true), z = 1000*(0.2*y - x);
equation
  y = smooth(0, noEvent(if z > 5 then 5 else if z < -5 then -5 else z));
  der(x) = y - x;
  annotation(experiment(StopTime = 5));
end Fed;
"""


def fed_by_a_state(solver):
    """Switches at |x| = 0.995."""
    words, tolerance = SOLVERS[solver]
    time, side = math.log(5/(5 - 0.995)), 1
    period = math.log((5 + 0.995)/(5 - 0.995))
    while time + period < 5:
        time, side = time + period, -side
    x = side*((5 + 0.995)*math.exp(time - 5) - 5)
    with folder() as place:
        fmu = build(place, FED, *words)
        for step in ("0.005", "0.5"):
            _, report = simulate(fmu, step)
            off = abs(report["final"]["x"] - x)
            need(off < 10*tolerance, f"step {step}: x is off by {off:.2g}")


def importers():
    """FMPy, both kinds."""
    with folder() as place:
        fmu = build(place, with_state("kinks"))
        done = python("fmu/step_final.py", fmu, str(STOP))
    x = area([first_switch("kinks") + k/2 for k in range(5)], STOP, 15)
    for kind, final in json.loads(done.stdout).items():
        off = abs(final["x"] - x)
        need(off < 1e-5, f"{kind}: x is off by {off:.2g}")


def collect(runner):
    for limit in LIMITS:
        runner.add(f"triggers/alone/{limit}", lambda limit=limit: alone(limit))
    for solver in SOLVERS:
        for limit in LIMITS:
            runner.add(f"triggers/beside_a_state/{limit}/{solver}",
                       lambda limit=limit, solver=solver:
                       beside_a_state(limit, solver))
        runner.add(f"triggers/several/{solver}",
                   lambda solver=solver: several(solver))
        runner.add(f"triggers/fed_by_a_state/{solver}",
                   lambda solver=solver: fed_by_a_state(solver))
    runner.add("triggers/importers", importers)
