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
    """Thousands of changes within what would be one step are all seen."""
    with folder() as place:
        for step in ("5", "0.01"):
            report = report_of(place, PHASE, "--stop", "5", "--step", step)
            need(report["final"]["n"] == 4775, f"{report['final']['n']}")


def collect(runner):
    runner.add("speed/never", never)
    runner.add("speed/grazing", grazing)
    runner.add("speed/phase", phase)
