"""What a run costs, in numbers that no other load changes, and that nothing is
lost where it costs less."""

import json
import math
import os

from .suite import folder, foucault, need, write

NEVER = """model Never "what a relation compares swings, and never changes it"
  Real s(start = 0, fixed = true), x(start = 1, fixed = true);
equation
  der(s) = 1;
  der(x) = if sin(50*s) > 1.5 then 1 else -0.1*x;
end Never;
"""
GRAZING = """model Grazing "a state that turns back just beyond a limit"
  parameter Real beyond = 1e-4;
  Real x(start = 0, fixed = true), v(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
  when x > 1 - beyond then
    n = pre(n) + 1;
  end when;
end Grazing;
"""
PHASE = """model Phase "changes of a function of a state that takes long steps"
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
  Boolean b = sin(3000*x) > 0;
equation
  der(x) = 1;
  when {b, not b} then
    n = pre(n) + 1;
  end when;
end Phase;
"""
THERMOSTATS = """model Thermostats "many of them: their events never end"
  parameter Integer n = 60;
  Real T[n](start = {18 + 4*k/n for k in 1:n}, each fixed = true);
  Boolean on[n](each start = true, each fixed = true);
equation
  for k in 1:n loop
    der(T[k]) = (if on[k] then 1 + 0.5*k/n else -1) - 0.05*(T[k] - 20);
    on[k] = if pre(on[k]) then T[k] < 22 else T[k] < 18;
  end for;
end Thermostats;
"""
BALLS = """model Balls "that bounce one after the other"
  parameter Integer n = 60;
  Real h[n](start = {1 + k/n for k in 1:n}, each fixed = true);
  Real v[n](each start = 0, each fixed = true);
equation
  for k in 1:n loop
    der(h[k]) = v[k];
    der(v[k]) = -9.81;
    when h[k] <= 0 then
      reinit(v[k], -0.8*pre(v[k]));
    end when;
  end for;
end Balls;
"""
PWM = """model Pwm "a triangle of 500 Hz, compared with a sine, and a lag"
  Real x(start = 0, fixed = true), s(start = 0, fixed = true);
  Boolean up(start = true, fixed = true);
equation
  der(s) = if up then 1000 else -1000;
  up = if pre(up) then s < 1 else s < 0;
  der(x) = (if s < 0.4 + 0.2*sin(time) then 1 else 0) - x;
end Pwm;
"""
STIFF = """model Stiff "events between which something is stiff"
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
  Real s(start = 0, fixed = true);
  Boolean up(start = true, fixed = true);
equation
  der(s) = if up then 1 else -1;
  up = if pre(up) then s < 0.5 else s < 0;
  der(x) = 1e5*(s - x);
  der(y) = x - y;
end Stiff;
"""
MIXED = """model Mixed "relations with bounds, and one without"
  function wave
    input Real x;
    output Real y;
  algorithm
    y := 0;
    for k in 1:3 loop
      y := y + sin(x)/3;
    end for;
  end wave;
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
  Boolean up(start = true, fixed = true);
equation
  der(x) = 5;
  der(y) = if up then 3 else -3;
  up = if pre(up) then y < 1 else y < 0;
  when wave(x) > 0.5 then
    n = pre(n) + 1;
  end when;
  when not up then
    m = pre(m) + 1;
  end when;
end Mixed;
"""


SETTLES = """model Settles "events soon, and then nothing any more"
  Real x(start = 0, fixed = true);
  discrete Real u(start = 0, fixed = true);
equation
  der(x) = u - x;
  when {time >= 0.1, time >= 0.2, time >= 0.3, time >= 0.4} then
    u = pre(u) + 1;
  end when;
end Settles;
"""


def temperature(k, n, stop):
    """Of thermostat k of n, by logarithms."""
    at, on, now = 18 + 4*k/n, True, 0
    while True:
        level = 20 + (1 + 0.5*k/n if on else -1)/0.05
        limit = 22 if on else 18
        part = (limit - level)/(at - level)
        way = 0 if part >= 1 else -math.log(part)/0.05
        if now + way >= stop:
            return level + (at - level)*math.exp(-0.05*(stop - now))
        now, at, on = now + way, limit, not on


def height(k, n, stop):
    """Of ball k of n."""
    g, fall = 9.81, math.sqrt(2*(1 + k/n)/9.81)
    if stop < fall:
        return 1 + k/n - g*stop**2/2
    now, speed = fall, 0.8*g*fall
    while now + 2*speed/g < stop:
        now, speed = now + 2*speed/g, 0.8*speed
    return (stop - now)*(speed - g*(stop - now)/2)


def report_of(place, text, *words):
    path = write(os.path.join(place, "model.mo"), text)
    done = foucault("simulate", path, "--json", *words)
    return json.loads(done.stdout)


def never():
    """Bounds tell that nothing changes: steps are as long as the states allow.
    They followed what is compared, in 910 steps."""
    with folder() as place:
        report = report_of(place, NEVER, "--stop", "10")
        need(report["events"] == 0, f"{report['events']} events")
        need(report["steps"] < 150, f"{report['steps']} steps")
        off = abs(report["final"]["x"] - math.exp(-1))
        need(off < 1e-5, f"off by {off}")


def grazing():
    """Steps that are free miss nothing: once in a period, 0.03 s of 6.28."""
    with folder() as place:
        for tolerance in ("1e-4", "1e-6", "1e-8"):
            for step in ("100", "0.7"):
                report = report_of(place, GRAZING, "--stop", "100", "--step",
                                   step, "--tolerance", tolerance, "--set",
                                   f"beyond={10*float(tolerance)*100}")
                need(report["final"]["n"] == 16,
                     f"{tolerance} {step}: {report['final']['n']} of 16")


def phase():
    """Thousands of changes within what would be one step are all seen, with
    one step for each. There were 72,332."""
    with folder() as place:
        for step in ("5", "0.01"):
            report = report_of(place, PHASE, "--stop", "5", "--step", step)
            need(report["steps"] < 6000, f"{report['steps']} steps")
            need(report["final"]["n"] == 4775, f"{report['final']['n']}")


def many(text, name, exact, stop):
    """One step and a few evaluations lead to the next event, and the error is
    below the tolerance. There were eight steps, with up to 14 tolerances."""
    n = 60
    with folder() as place:
        for tolerance in ("1e-4", "1e-6", "1e-8"):
            report = report_of(place, text, "--stop", str(stop), "--step",
                               "0.5", "--tolerance", tolerance)
            cost = report["steps"]/report["events"]
            need(cost < 2, f"{tolerance}: {cost} steps an event")
            need(report["rhs_evaluations"] < 12*report["events"],
                 f"{tolerance}: {report['rhs_evaluations']} evaluations")
            need(report["jacobians"] < 40, f"{report['jacobians']} matrices")
            for k in range(1, n + 1):
                right = exact(k, n, stop)
                off = abs(report["final"][f"{name}[{k}]"] - right)
                need(off < float(tolerance)*max(1, abs(right)),
                     f"{tolerance}: {name}[{k}] is off by {off}")


def pwm():
    """A step for each event, though some follow within roundings: bounds over
    such a step were in doubt, and a solver began again for it. 67,049 steps
    were taken."""
    with folder() as place:
        report = report_of(place, PWM, "--stop", "2", "--step", "0.02")
        need(report["events"] == 5998, f"{report['events']} events")
        need(report["steps"] < 6500, f"{report['steps']} steps")
        need(report["restarts"] < 6100, f"{report['restarts']} restarts")
        # half of 1/1000: the ripple of the lag
        right = (0.4*(1 - math.exp(-2)) +
                 0.1*(math.sin(2) - math.cos(2) + math.exp(-2)))
        off = abs(report["final"]["x"] - right)
        need(off < 1e-3, f"off by {off}")


def stiff():
    """What is stiff between events is left to the other method, and attempts
    become rare."""
    with folder() as place:
        report = report_of(place, STIFF, "--stop", "30", "--step", "1")
        need(report["events"] >= 60, f"{report['events']} events")
        need(report["rhs_evaluations"] < 60*report["events"],
             f"{report['rhs_evaluations']} evaluations")
        need(report["steps"] < 35*report["events"], f"{report['steps']} steps")


def settles():
    """Where relations do not limit steps, they grow after the method."""
    with folder() as place:
        report = report_of(place, SETTLES, "--stop", "10000", "--step", "100")
        need(report["steps"] < 250, f"{report['steps']} steps")


def mixed():
    """What is known of relations with bounds outlasts an event of another."""
    with folder() as place:
        report = report_of(place, MIXED, "--stop", "10", "--step", "0.1")
        final = report["final"]
        need((final["n"], final["m"]) == (8, 15), f"{final}")


def collect(runner):
    runner.add("speed/mixed", mixed)
    runner.add("speed/thermostats",
               lambda: many(THERMOSTATS, "T", temperature, 20))
    runner.add("speed/balls", lambda: many(BALLS, "h", height, 2))
    runner.add("speed/pwm", pwm)
    runner.add("speed/stiff_phases", stiff)
    runner.add("speed/settles", settles)
    runner.add("speed/never", never)
    runner.add("speed/grazing", grazing)
    runner.add("speed/phase", phase)
