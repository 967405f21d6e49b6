"""Relations that change and change back within one step of the solver: every
change is seen, none is invented, whatever the tolerance and the steps are."""

import json
import math
import os
import random

from .suite import (RELEASE, folder, foucault, model_file, need, python, read,
                    run, write)

PEAKS = """model Peaks "narrow peaks beside a slow state"
  Real x(start = 0, fixed = true), v(start = 1, fixed = true);
  Real slow(start = 1, fixed = true), e = x*x + v*v;
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
  der(slow) = -0.001*slow;
  when x/sqrt(e) > 0.999999 then
    n = pre(n) + 1;
  end when;
  when v*x/e > 0.49999 then
    m = pre(m) + 1;
  end when;
  annotation(experiment(StopTime = 1000));
end Peaks;
"""
LEVEL = """model Level "narrow peaks above an input"
  input Real u(start = 0.99999);
  Real x(start = 0, fixed = true), v(start = 1, fixed = true);
  Real slow(start = 1, fixed = true), e = x*x + v*v;
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
  der(slow) = -0.001*slow;
  when x/sqrt(e) > u then
    n = pre(n) + 1;
  end when;
  when 2*v*x/e > u then
    m = pre(m) + 1;
  end when;
  annotation(experiment(StopTime = 1000, Tolerance = 1e-4));
end Level;
"""
SAMPLED = """model Sampled
  function f
    input Real t;
    output Real y = 0;
  algorithm
    for i in 1:3 loop
      y := y + sin(t*i);
    end for;
    annotation(Inline = false);
  end f;
  input Real u;
  Real x(start = 0, fixed = true), z;
  Boolean a = x > u, b = z > 0.5, c = delay(x, 0.1) > 0.3, d = f(x) > 0.2;
equation
  der(x) = f(time) + exp(-time) - x;
  z + exp(z) = time + x;
  assert(z < 100, "far");
end Sampled;
"""
LIMIT = """model Limit
  Real x(start = 0, fixed = true), v(start = 1, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
  assert(x < 0.99999, "too high");
  annotation(experiment(StopTime = 10));
end Limit;
"""
GAP = """model Gap "for 0.02 s the loop has no solution"
  Real x(start = 0, fixed = true), z(start = 2);
equation
  der(x) = 1;
  z + 0.1*sin(z) = sqrt((x - 47.123)^2 - 1e-4);
  assert((x - 47.123)^2 > 5e-5, "near");
end Gap;
"""
TOUCHES = """model Touches "y is zero now and then, but for errors of a step"
  function count "no bounds are known of it"
    input Real x;
    output Real y;
  algorithm
    y := 0;
    while y < x loop
      y := y + 1;
    end while;
  end count;
  parameter Real eps = 1e-5;
  Real y(start = 0, fixed = true), s(start = 0, fixed = true);
  Real c(start = 1, fixed = true), z(start = 0.1);
equation
  der(y) = s;
  der(s) = c;
  der(c) = -s;
  z + 0.1*sin(z) = sqrt(y + eps);
  assert(count(y) < 10, "far");
end Touches;
"""


def ends(fmu, *words):
    done = foucault("simulate", fmu, "--json", *words)
    return json.loads(done.stdout)["final"]


def build(place, text):
    source, fmu = (os.path.join(place, "model" + end)
                   for end in (".mo", ".fmu"))
    write(source, text)
    foucault("build", source, "-o", fmu)
    return fmu


def peaks():
    expected = {
        "n": math.floor((1000 - math.asin(0.999999))/(2*math.pi)) + 1,
        "m": math.floor((1000 - math.asin(0.99998)/2)/math.pi) + 1}
    with folder() as place:
        fmu = build(place, PEAKS)
        for tolerance in ("1e-4", "1e-6", "1e-8"):
            for step in ("1000", "1"):
                end = ends(fmu, "--tolerance", tolerance, "--step", step)
                found = {name: end[name] for name in expected}
                need(found == expected, f"{tolerance}, {step}: {found}, "
                     f"expected {expected}")


def level():
    """An input that rests, or that rises: the importer gives its slope."""
    expected = {"n": 159, "m": 319}
    with folder() as place:
        fmu = build(place, LEVEL)
        ramp = write(os.path.join(place, "ramp.csv"),
                     "time,u\n0,0.9999\n1000,0.99999\n")
        for words in ((), ("--inputs", ramp)):
            for step in ("1000", "10"):
                end = ends(fmu, "--step", step, *words)
                found = {name: end[name] for name in expected}
                need(found == expected, f"{words} {step}: {found}")


def explained():
    """What has no bounds is named, with its reason."""
    with folder() as place:
        source = write(os.path.join(place, "model.mo"), SAMPLED)
        listed = json.loads(foucault("explain", source, "--json").stdout)
        text = foucault("explain", source).stdout
    loop = "z is the unknown of an algebraic loop"
    call = "it calls a function that is not built in"
    found = [(row["text"], row["reason"]) for row in listed["sampled"]]
    need(found == [("z > 0.5", loop),
                   ("delay(x, 0.1) > 0.3", "delay(x) is a delayed value"),
                   ("f(x) > 0.2", call), ('assert(z < 100, "far")', loop),
                   ("Sampled.f(time)", call)], str(found))
    need(f"z > 0.5   ({loop})" in text, text)


def switched_off():
    """Without bounds only relations of time alone have tapes."""
    with folder() as place:
        source = write(os.path.join(place, "model.mo"), PEAKS.replace(
            "der(slow) = -0.001*slow", "der(slow) = -0.001*slow*sin(time)"))
        for words, expected in ((("--no-event-proof",), 0), ((), 3)):
            text = foucault("build", source, "--dump", "c", *words).stdout
            tables = text.count("static const Tape tape[]")
            shapes = text.split("static const Tape tape[] = {")[-1]
            found = shapes.split("};")[0].count("tape_step +")*tables
            need(found == expected, f"{words}: {found} tapes")


def limit():
    """The assertion is violated between 1.5663 and 1.5753 for the first
    time, between two steps."""
    with folder() as place:
        fmu = build(place, LIMIT)
        done = foucault("simulate", fmu, "--tolerance", "1e-4", "--step", "10",
                        status=1)
        need("the assertion does not hold" in done.stderr, done.stderr)
        at = float(done.stderr.split("at time ")[1].split()[0])
        need(1.5 < at < 1.65, f"violated at {at}")


def limit_in_gap():
    """The assertion is violated where the model has no values."""
    with folder() as place:
        fmu = build(place, GAP)
        for tolerance in ("1e-3", "1e-5"):
            done = foucault("simulate", fmu, "--stop", "100", "--step", "100",
                            "--tolerance", tolerance, status=1)
            need("the assertion does not hold" in done.stderr, done.stderr)
            at = float(done.stderr.split("at time ")[1].split()[0])
            need(abs(at - 47.123) < 0.0072, f"violated at {at}")


def touches():
    """An assertion that holds ends no run that goes on without it: errors of a
    step make y + eps negative where the step ends, and no longer later on."""
    rows = []
    with folder() as place:
        for text in (TOUCHES, TOUCHES.replace("assert(", "// ")):
            build(place, text)
            table = os.path.join(place, "runs.csv")
            run([RELEASE, "sweep", os.path.join(place, "model.fmu"), "--vary",
                 "eps=1e-6:1e-6:2e-4", "--final", "--record", "y,s", "--stop",
                 "100", "--step", "100", "--tolerance", "1e-3", "-o", table])
            rows.append(read(table).splitlines()[1:])
    need(len(rows[0]) == 200, f"{len(rows[0])} runs")
    good = [sum(row.endswith(",") for row in runs) for runs in rows]
    need(good[0] == good[1] > 20, f"{good} runs reach the end")


def missed():
    """In Model Exchange the importer has stepped over events: it is warned,
    once for each relation; not where it has seen them, or where they rest."""
    with folder() as place:
        fmu = build(place, PEAKS)
        done = python("fmu/count_missed.py", fmu, "100", "1e-4")
        lines = done.stdout.splitlines()
        need(len(lines) == 2 and ":12:" in lines[0] and ":9:" in lines[1],
             done.stdout + done.stderr)
        for name in ("ball_at_rest", "sliding_relay", "bouncing_ball"):
            foucault("build", model_file("events/" + name), "-o", fmu, "-q")
            done = python("fmu/count_missed.py", fmu, "3", "1e-6")
            need(done.returncode == 0 and not done.stdout,
                 name + done.stdout + done.stderr)


class Signal:
    """Two waves and a level."""

    def __init__(self, chance):
        self.wave = [(chance.uniform(0.3, 1), chance.uniform(2, 20),
                      chance.uniform(0, 6)) for _ in range(2)]
        self.level = chance.uniform(-1.2, 1.2)

    def at(self, t):
        return sum(a*math.sin(w*t + p) for a, w, p in self.wave) - self.level

    def text(self):
        return " + ".join(f"{a!r}*sin({w!r}*time + {p!r})"
                          for a, w, p in self.wave) + f" > {self.level!r}"


def extremum(signal, low, high):
    """The least distance from zero, towards it, of an arch."""
    side = math.copysign(1, signal.at((low + high)/2))
    for _ in range(60):
        a, b = low + (high - low)*0.382, low + (high - low)*0.618
        if side*signal.at(a) < side*signal.at(b):
            high = b
        else:
            low = a
    return signal.at((low + high)/2)


def count(signal, stop, step=1e-3):
    """Changes of the signal's sign from - to + and from + to -, and the least
    distance of an extremum from zero."""
    n = round(stop/step)
    value = [signal.at(k*step) for k in range(n + 1)]
    rises, falls, least = 0, 0, 1.0
    for k in range(1, n + 1):
        if k < n and abs(value[k]) < 1e-2:
            a, b, c = (abs(value[k + i]) for i in (-1, 0, 1))
            if a >= b <= c and value[k - 1]*value[k + 1] > 0:
                near = extremum(signal, (k - 1)*step, (k + 1)*step)
                least = min(least, abs(near))
                if near*value[k] < 0:
                    rises, falls = rises + 1, falls + 1
        rises += value[k - 1] < 0 <= value[k]
        falls += value[k] < 0 <= value[k - 1]
    return rises, falls, least


def many_changes():
    """10,000 of random signals, as functions of time and of states."""
    stop, chance = 100.0, random.Random(11)
    signals, expected = [], []
    while sum(map(sum, expected)) < 5000:
        signal = Signal(chance)
        rises, falls, least = count(signal, stop)
        if least < 1e-4 or abs(signal.at(0)) < 1e-2 or rises == 0:
            continue
        signals.append(signal)
        expected.append((rises, falls))
    declared, written = [], []
    for k, signal in enumerate(signals):
        declared.append(f"Integer up{k}(start = 0), down{k}(start = 0), "
                        f"rise{k}(start = 0), fall{k}(start = 0);")
        terms = []
        for i, (a, w, p) in enumerate(signal.wave):
            x, v = f"x{k}_{i}", f"v{k}_{i}"
            declared.append(
                f"Real {x}(start = {math.sin(p)!r}, fixed = true), "
                f"{v}(start = {math.cos(p)!r}, fixed = true);")
            written.append(f"der({x}) = {w!r}*{v}; der({v}) = -{w!r}*{x};")
            terms.append(f"{a!r}*{x}")
        state = " + ".join(terms) + f" > {signal.level!r}"
        for name, relation in (("up", signal.text()),
                               ("down", f"not {signal.text()}"),
                               ("rise", state), ("fall", f"not {state}")):
            written.append(f"when {relation} then {name}{k} = "
                           f"pre({name}{k}) + 1; end when;")
    text = ("model Signals " + " ".join(declared) + " equation "
            + " ".join(written) + " end Signals;")
    with folder() as place:
        end = ends(build(place, text), "--tolerance", "1e-8", "--stop",
                   str(stop), "--step", str(stop))
    for k, (rises, falls) in enumerate(expected):
        for name, n in (("up", rises), ("down", falls), ("rise", rises),
                        ("fall", falls)):
            need(end[f"{name}{k}"] == n, f"{name}{k} is {end[f'{name}{k}']}, "
                 f"expected {n}: {signals[k].text()}")


UNDECIDED = """model Undecided "it never is: the sum is at most 1.42"
  Real s(start = 0, fixed = true), x(start = 0, fixed = true);
equation
  der(s) = 1;
  der(x) = if sin(1e5*s) + cos(1e5*s) > 1.9 then 1 else 0;
end Undecided;
"""
DIFFERENCE = """model Difference "two states that move, and do not move apart"
  Real a(start = 1, fixed = true), b(start = 1 - 1e-4, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(a) = 30*cos(3*time);
  der(b) = 30*cos(3*time);
  der(x) = if a - b < 0 then 1 else 0;
end Difference;
"""


def undecided():
    """Where bounds do not decide, a warning names the relation; a difference of
    states is decided."""
    for text, n in ((UNDECIDED, 1), (DIFFERENCE, 0)):
        for kind in ("cs", "me"):
            with folder() as place:
                path = write(os.path.join(place, "m.mo"), text)
                done = foucault("simulate", path, "--stop", "10", "--type",
                                kind, "--step", "10")
            need(done.stderr.count("bounds do not decide whether m.mo:5: sin(")
                 == n, f"{kind}: {done.stderr}")
            need(done.stderr.count("W601") == n, f"{kind}: {done.stderr}")


QUIET_AIR = """model QuietAir "A room between two sides whose pressures become equal: its flows are rounding"
  parameter Real k = 200;
  Real m(start = 1e5/1344, fixed = true, nominal = 75) "stiff: 5e5 a second";
  Real U(start = 1, fixed = true) "in parts that come from both sides, 2 and 3";
  Real p, east, west, in_east, in_west, d;
equation
  p = 1344*m;
  d = 1e-5*cos(time)*exp(-time/5) "by which the sides differ";
  east + d*exp(1e-5*(east - 1e5)) = 1e5 "unknowns of loops";
  west - d*exp(1e-5*(west - 1e5)) = 1e5;
  in_east = k*(east - p);
  in_west = k*(west - p);
  der(m) = in_east + in_west;
  der(U) = semiLinear(in_east, 2, U) + semiLinear(in_west, 3, U) - U/100;
end QuietAir;
"""


def quiet_air_ends(u):
    """U of QUIET_AIR at 200 s, from u after the pressures have become equal."""
    def rate(t, u):
        flow = 2e-3*math.cos(t)*math.exp(-t/5)
        return abs(flow)*((3 if flow > 0 else 2) - u) - u/100
    n = 20000
    for k in range(n):  # at the middle of each step
        h, t = 200/n, 200*k/n
        u += h*rate(t + h/2, u + h/2*rate(t, u))
    return u


def quiet_air(method, mass):
    """Flows that vanish: their signs are rounding, and no steps are spent on
    them. Mass that is too much for them leaves at once, and takes its part
    of U with it: stability limits the steps of Adams' formulas then, and none
    of them fails or takes a second correction."""
    even = 1e5/1344
    u = quiet_air_ends(math.exp(even - mass))
    with folder() as place:
        path = write(os.path.join(place, "m.mo"), QUIET_AIR)
        done = foucault("simulate", path, "--stop", "200", "--method",
                        method, "--set", f"m={mass!r}", "--json")
    need(done.returncode == 0, done.stderr)
    report = json.loads(done.stdout)
    need(abs(report["final"]["U"] - u) < 1e-5, (report["final"]["U"], u))
    need(report["steps"] < 2000, f"{report['steps']} steps")
    need(report["events"] < 100, f"{report['events']} events")


UNDEFINED = """model Undefined
  function f
    input Real u;
    output Real y;
  algorithm
    y := sqrt(u);
  end f;
  Real s(start = 0, fixed = true), x(start = 0, fixed = true), z(start = 1);
equation
  der(s) = 1;
  z + 0.1*sin(z) = (s - 5.003)^2 - 1e-4;
  der(x) = f(z);
end Undefined;
"""


def undefined():
    """A root in a function, of what a loop gives, is negative for 0.02 s."""
    with folder() as place:
        fmu = build(place, UNDEFINED)
        for step in ("10", "0.1"):
            done = foucault("simulate", fmu, "--stop", "10", "--step", step,
                            status=1)
            need("der(x) is not a number" in done.stderr, done.stderr)


def collect(runner):
    for method in ("bdf", "auto"):
        for name, mass in (("even", 1e5/1344), ("more", 75.0)):
            runner.add(f"crossings/quiet_air/{method}/{name}",
                       lambda m=method, x=mass: quiet_air(m, x))
    runner.add("crossings/undefined", undefined)
    runner.add("crossings/undecided", undecided)
    runner.add("crossings/peaks", peaks)
    runner.add("crossings/level", level)
    runner.add("crossings/explained", explained)
    runner.add("crossings/switched_off", switched_off)
    runner.add("crossings/limit", limit)
    runner.add("crossings/limit_in_gap", limit_in_gap)
    runner.add("crossings/touches", touches)
    runner.add("crossings/missed", missed)
    runner.add("crossings/many_changes", many_changes)
