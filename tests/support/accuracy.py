"""What a tolerance promises, whatever the importer does: forcing is seen, and
errors belong to the model."""

import json
import math
import os

from .suite import folder, foucault, need, python, write

METHODS = (("--solver", "cvode"), ("--method", "adams"), ("--solver", "ida"))


def drive(text, words, runs):
    """The model as an FMU in FMPy: what drive.py prints, for each run."""
    with folder() as place:
        path = write(os.path.join(place, "m.mo"), text)
        fmu = os.path.join(place, "m.fmu")
        foucault("build", path, "-o", fmu, "--quiet", "--type", "cs", *words)
        done = python("fmu/drive.py", fmu, json.dumps(runs))
    need(done.returncode == 0, done.stderr)
    return json.loads(done.stdout)


def simulate(text, *words):
    with folder() as place:
        path = write(os.path.join(place, "m.mo"), text)
        return json.loads(foucault("simulate", path, "--json", *words).stdout)


def near(what, value, expected, allowed):
    off = abs(value - expected)
    need(off < allowed, f"{what}: {value!r}, not {expected!r}: {off:.2g}")


# --- forcing ------------------------------------------------------------------

PULSE = """model Pulse
  parameter Real w = 0.2, at = 5;
  Real x(start = 1, fixed = true);
equation
  der(x) = exp(-((time - at)/w)^2)/w;
end Pulse;
"""

# In parts of a run of 10: 0.003 is 0.15 of a five hundredth of it, and seven
# times this width is above the tolerance.
WIDTHS = (0.2, 0.05, 0.01, 0.003)
PLACES = (5, 1.2345, 8.001)


def pulse(words):
    """With one communication step, some and many."""
    runs = [{"stop": 10, "step": step, "set": {"w": width, "at": place},
             "stop_is_given": step < 10 or width > 0.01}
            for step in (10, 1, 0.02) for width in WIDTHS
            for place in PLACES]
    for run, result in zip(runs, drive(PULSE, words, runs)):
        near(run, result["final"]["x"] - 1, math.sqrt(math.pi), 3e-4)


TABLE = """model Table
  function look
    input Real t, a[:, 2];
    output Real y;
  protected
    Integer i = 1;
  algorithm
    while i < size(a, 1) - 1 and a[i + 1, 1] < t loop
      i := i + 1;
    end while;
    y := a[i, 2] + (a[i + 1, 2] - a[i, 2])*(t - a[i, 1])/
      (a[i + 1, 1] - a[i, 1]);
  end look;
  parameter Real a[:, 2] = {{0, 0}, {5, 0}, {5.03, 1}, {5.06, 0}, {10, 0}};
  Real x(start = 1, fixed = true);
equation
  der(x) = look(time, a);
end Table;
"""


def table(words):
    runs = [{"stop": 10, "step": step} for step in (10, 1, 0.02)]
    for run, result in zip(runs, drive(TABLE, words, runs)):
        near(run, result["final"]["x"] - 1, 0.03, 3e-5)


# The sun shines for half of a day on a wall that loses heat. In closed form.
SUN = """model Sun
  parameter Real tau = 20000, g = 1e-3, w = 2*3.14159265358979/86400;
  Real T(start = 280, fixed = true);
equation
  der(T) = (280 - T)/tau + g*noEvent(max(0, sin(w*(time - 21600))));
end Sun;
"""


def sun(words):
    tau, g, w = 20000.0, 1e-3, 2*math.pi/86400
    a = 1/tau
    noon = g*w/(a*a + w*w)*(1 + math.exp(-a*43200))  # at sunset
    exact = noon*math.exp(-a*21600)
    runs = [{"stop": 86400, "step": step} for step in (86400, 3600, 60)]
    for run, result in zip(runs, drive(SUN, words, runs)):
        near(run, result["final"]["T"] - 280, exact, 3e-3)


CLOCK = """model Clock "a pulse of another state"
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(y) = 1;
  der(x) = exp(-((y - 5)/0.05)^2)/0.05;
end Clock;
"""


def clock(words):
    runs = [{"stop": 10, "step": step} for step in (10, 1, 0.02)]
    for run, result in zip(runs, drive(CLOCK, words, runs)):
        near(run, result["final"]["x"] - 1, math.sqrt(math.pi), 3e-4)


STIFF = """model Stiff "Prothero and Robinson"
  parameter Real k = 1e6;
  Real x(start = 0, fixed = true);
equation
  der(x) = -k*(x - sin(time)) + cos(time);
end Stiff;
"""


def stiff():
    """A curve that follows a stiff model is not refused."""
    for words in (("--solver", "cvode"), ("--solver", "ida")):
        report = simulate(STIFF, "--stop", "100", "--step", "1", *words)
        need(report["restarts"] == 0, f"{report['restarts']} restarts")
        near("x", report["final"]["x"], math.sin(100), 1e-5)


def collect(runner):
    for test in (pulse, table, sun, clock):
        for words in METHODS:
            runner.add(f"accuracy/{test.__name__}/{words[1]}",
                       lambda test=test, words=words: test(words))
    runner.add("accuracy/stiff", stiff)
