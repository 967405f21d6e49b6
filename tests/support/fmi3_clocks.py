"""Clocks of FMI 3.0 in our own FMUs: ticked by hand, scheduled, described."""

import os

from .fmi3 import build, description
from .suite import folder, foucault, need, python, write

CONTROLLER = """model Controller
  parameter Real k = 2, T = 0.5;
  input Real y(start = 0);
  output Real u(start = 0);
  Real ud(start = 0), e(start = 0);
  Clock c = Clock(1, 10);
  Clock slow = subSample(c, 4);
  output Integer m(start = 0);
equation
  when c then
    e = 1 - y;
    ud = previous(ud) + 0.1/T*e;
    u = k*e + ud;
  end when;
  when slow then
    m = previous(m) + 1;
  end when;
end Controller;
"""

STATION = """model Station
  parameter Real ha = 0.25;
  parameter Real hb = 0.2;
  input Clock trigger "pulses of a sensor";
  Clock a = Clock(ha);
  Clock b = Clock(hb/2);
  output Clock alarm = Clock(hold(pulses) > 2);
  Real sa(start = 0), sb(start = 0);
  output Integer pulses(start = 0), alarms(start = 0);
equation
  when a then
    sa = previous(sa) + interval();
  end when;
  when b then
    sb = previous(sb) + 0.1;
  end when;
  when trigger then
    pulses = previous(pulses) + 1;
  end when;
  when alarm then
    alarms = previous(alarms) + 1;
  end when;
end Station;
"""

CHANGING = """model Changing
  Clock c = Clock(d);
  Real d(start = 0.1);
  output Integer n(start = 0);
  parameter Integer q = 3;
  Clock counted = Clock(p, 40);
  Clock thrice = superSample(split, 3);
  Clock split = Clock(p2, 40);
  Clock eighths = Clock(q, 8);
  Integer p(start = 2), p2(start = 2), t(start = 0), e(start = 0);
equation
  when counted then
    p = previous(p) + 1;
  end when;
  when split then
    p2 = previous(p2) + 1;
  end when;
  when thrice then
    t = previous(t) + 1;
  end when;
  when eighths then
    e = previous(e) + 1;
  end when;
  when c then
    n = previous(n) + 1;
    d = 0.1*n;
  end when;
end Changing;
"""

PLANT = """model Plant
  Real x(start = 0, fixed = true);
  Real v(start = 0);
  Clock c = Clock(1, 10);
equation
  der(x) = hold(v) - x;
  v = previous(v) + sample(1 - x, c);
end Plant;
"""


def ticked():
    with folder() as place:
        fmus = []
        for name, text, words in (
                ("Controller", CONTROLLER, ("--clocks", "output")),
                ("Controller", CONTROLLER, ("--clocks", "input")),
                ("Controller", CONTROLLER, ("--type", "se")),
                ("Station", STATION, ("--type", "se")),
                ("Changing", CHANGING, ("--clocks", "input"))):
            fmu = build(place, name, text, "--fmi", "3", *words)
            fmus.append(f"{fmu[:-4]}{len(fmus)}.fmu")
            os.rename(fmu, fmus[-1])
        done = python("fmu/fmi3_clocks.py", *fmus)
    need(done.returncode == 0, done.stderr[-2000:])


def sound():
    """The schema and our own rules; fmu/fmi3_clocks.py asks FMPy."""
    with folder() as place:
        for name, text, words in (
                ("Controller", CONTROLLER, ()),
                ("Station", STATION, ("--clocks", "input")),
                ("Changing", CHANGING, ("--clocks", "input")),
                ("Plant", PLANT, ("--clocks", "input")),
                ("Station", STATION, ("--type", "se"))):
            fmu = build(place, name, text, "--fmi", "3", *words)
            done = foucault("check", fmu)
            need("sound" in done.stdout, done.stdout)


def imported():
    """Who ticks makes no difference to curves of Model Exchange."""
    with folder() as place:
        curves = []
        for clocks in ("internal", "input"):
            fmu = build(place, "Plant", PLANT, "--fmi", "3", "--clocks",
                        clocks)
            csv = os.path.join(place, clocks + ".csv")
            foucault("simulate", fmu, "--type", "me", "--stop", "1",
                     "--step", "0.05", "--variables", "x,v", "-o", csv)
            with open(csv) as file:
                curves.append(file.read())
    need(curves[0] == curves[1] and curves[0].count("\n") > 20, curves[0])


def scheduled():
    """Our own scheduler gives the curves of the model that ticks itself."""
    with folder() as place:
        curves = []
        for words in (("--type", "cs"), ("--type", "se")):
            fmu = build(place, "Controller", CONTROLLER, "--fmi", "3", *words)
            csv = os.path.join(place, words[1] + ".csv")
            foucault("simulate", fmu, "--stop", "2", "--step", "0.05",
                     "--variables", "u,ud,e,m", "-o", csv)
            with open(csv) as file:
                curves.append({line for line in file})
    need(curves[0] == curves[1] and len(curves[0]) > 20,
         f"{sorted(curves[0] ^ curves[1])[:6]}")


def refused():
    with folder() as place:
        path = write(os.path.join(place, "Plant.mo"), PLANT)
        done = foucault("build", path, "--fmi", "3", "--type", "se", status=1)
        need("E246" in done.stderr and "a derivative" in done.stderr,
             done.stderr)
        none = write(os.path.join(place, "None.mo"),
                     "model None\n  Real x = 1;\nend None;\n")
        done = foucault("build", none, "--fmi", "3", "--type", "se", status=1)
        need("E246" in done.stderr and "has none" in done.stderr, done.stderr)
        for words in (("--clocks", "input"), ("--type", "se"),
                      ("--clocks", "input", "--fmi", "2,3")):
            done = foucault("build", path, *words, status=2)
            need("--fmi 3" in done.stderr, done.stderr)
        done = foucault("simulate", path, "--type", "se", status=2)
        need("foucault build" in done.stderr, done.stderr)
        station = write(os.path.join(place, "Station.mo"), STATION)
        for words in (("build",), ("build", "--fmi", "2,3"), ("simulate",)):
            done = foucault(words[0], station, *words[1:], status=1)
            need("E239" in done.stderr and "'trigger' is an input" in
                 done.stderr, done.stderr)
        foucault("flatten", station)


def unseen():
    """Without a wish an FMU has the clocks that the model declares."""
    with folder() as place:
        own = CONTROLLER.replace("  Clock slow", "  output Clock slow")
        for text, expected in ((CONTROLLER, 0), (own, 1), (STATION, 2)):
            name = text.split()[1]
            found = description(build(place, name, text, "--fmi", "3"))
            need(found.count("<Clock ") == expected, found)


def collect(runner):
    for test in (ticked, sound, imported, scheduled, refused, unseen):
        runner.add(f"fmi3/clocks/{test.__name__}", test)
