"""Where the model itself ends its run: assert() and terminate() at the start,
in events, between communication points; how an event iteration that does not
end is reported; delays out of their bounds. In FMPy as Co-Simulation and Model
Exchange, in libcosim, with c = 1 to the end (fmu/check_fault.py).
"""

import json
import os

from .faults import build_fault
from .suite import folder, foucault, need, python, write

# Declarations and equations beside x = time, and what the FMU must say; with
# c = 1 in place of 0 nothing happens.
ROWS = {
    "initial_assert": (
        "", "when initial() then assert(x > 1 - 2*c, \"too low\"); end when;",
        "at time 0 the assertion does not hold: M.mo:4: assert(x > 1 - 2*c, "
        "\"too low\") (c = 0, x = 0)"),
    "assert_in_when": (
        "Integer n(start = 0, fixed = true);",
        "when sample(0.2, 0.2) then n = pre(n) + 1; assert(n < 2 + 9*c, "
        "\"n is \" + String(n)); end when;",
        "String(n)) (n = 2, c = 0)"),
    "section": (
        "Integer n(start = 0, fixed = true);",
        "algorithm when sample(0.2, 0.2) then n := pre(n) + 1; assert(n < 2 "
        "+ 9*c, \"n is \" + String(n)); end when;",
        "at time 0.4 the algorithm section fails: n is 2 (M.mo:4: "),
    "endless": (
        "Boolean b(start = false, fixed = true); "
        "Integer k(start = 0, fixed = true);",
        "b = if x > 0.5 + c then not pre(b) else false; "
        "when b then k = pre(k) + 1; end when;",
        "after 100 rounds discrete variables still change\n  b = true: "
        "M.mo:4: b = if x > 0.5 + c then not pre(b) else false\n  "
        "k = 51: M.mo:4: k = pre(k) + 1 (b = true, pre(b) = false)"),
    "no_consistent_switch": (
        "Boolean off(start = true, fixed = true); Real s;",
        "off = s < 0 or pre(off) and x < 0.5 + c; "
        "s = if off then 1 else -1;",
        "the event iteration does not end: after 100 rounds these relations "
        "still change: M.mo:4: s < 0"),
    "negative_delay": (
        "Real y = delay(x, 0.35 - x*(1 - c), 1);", "",
        "M.mo:3: delay(x, 0.35 - x*(1 - c), 1): the delay must not be "
        "negative, and not above its longest time (x = 0."),
    "long_delay": (
        "Real y = delay(x, 0.35 + x*(1 - c), 0.65);", "",
        "M.mo:3: delay(x, 0.35 + x*(1 - c), 0.65): the delay must not be"),
    "negative_parameter": (
        "parameter Real T = c - 0.5; Real y = delay(x, T);", "",
        "at time 0 the assertion does not hold: M.mo:3: delay(x, T): the "
        "delay must not be negative, and not above its longest time (T = "
        "-0.5)"),
}
TEXT = """model M
  parameter Real c = 0; Real x(start = 0, fixed = true);
  %s
equation der(x) = 1; %s
end M;
"""


def check(row):
    declarations, equations, words = ROWS[row]
    with folder() as place:
        _, fmu = build_fault(place, TEXT % (declarations, equations))
        done = python("fmu/check_fault.py", fmu, words)
    need(done.returncode == 0, done.stdout + done.stderr[-2000:])


# Between two communication points: the run is one step of 1 s.
ON_THE_WAY = {
    "moving": ("Real y(start = 0, fixed = true), v(start = 1, fixed = true);",
               "der(y) = 10*v; der(v) = -10*y; assert(y < 0.9, \"high\");",
               "assert(y < 0.9, \"high\") (y = 0.9"),
    "steady": ("Integer i(start = 1, fixed = true); Real v[3] = {1, 2, 3}, "
               "y = v[i];",
               "when sample(0.2, 0.2) then i = if time > 0.5 and time < 0.7 "
               "then 7 else 1; end when;",
               "at time 0.6 the assertion does not hold: M.mo:3: i: the "
               "subscript is out of bounds: dimension 1 has size 3 (i = 7)"),
}


def on_the_way(row, solver):
    declarations, equations, words = ON_THE_WAY[row]
    with folder() as place:
        path = write(os.path.join(place, "M.mo"),
                     TEXT % (declarations, equations))
        done = foucault("simulate", path, "--stop", "1", "--step", "1",
                        *solver, status=1)
    need(words in done.stderr, f"no {words!r} in {done.stderr}")


# What an event stops at a level is below it by rounding; c = 0 makes no
# difference but for parameters.
AT_THE_LEVEL = """model M
  parameter Real c = 0;
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  Real level(start = 1, fixed = true), t;
  Boolean empty(start = false, fixed = true);
equation
  der(h) = v; der(v) = -9.81;
  when h <= 0 then reinit(v, -0.8*pre(v)); end when;
  der(level) = if empty then 0 else -2;
  when level <= 0 then empty = true; end when;
  t = time;
  assert(h >= 0 and not level < 0, "below");
  assert(%s, "no rounding here");
end M;
"""


def at_the_level():
    with folder() as place:
        _, fmu = build_fault(place, AT_THE_LEVEL % "c >= 0")
        done = python("fmu/check_fault.py", fmu)
        need(done.returncode == 0, done.stdout + done.stderr[-2000:])
        _, fmu = build_fault(place, AT_THE_LEVEL % "c > 0")
        done = python("fmu/check_fault.py", fmu,
                      "at time 0 the assertion does not hold: M.mo:13: "
                      "assert(c > 0, \"no rounding here\") (c = 0)")
        need(done.returncode == 0, done.stdout + done.stderr[-2000:])


GUARDED = """model M
  parameter Real T = -1;
  Real y = if T > 0 then delay(time, T) else time;
end M;
"""


def guarded_delay():
    """Where a delay is not asked for, its time may be anything."""
    with folder() as place:
        path = write(os.path.join(place, "M.mo"), GUARDED)
        done = foucault("simulate", path, "--stop", "1", "--json")
    need(json.loads(done.stdout)["final"]["y"] == 1, done.stdout)


RESET_AT_START = """model M
  parameter Boolean low = false;
  Real x(start = 0), y, z(start = 2, fixed = true);
equation
  der(x) = 1; der(y) = 2; der(z) = 0;
  when {initial(), time >= 0.5} then
    reinit(x, 3*z);
    if low then reinit(y, -1); else reinit(y, x + 1); end if;
  end when;
end M;
"""


def reset_at_start():
    """reinit() at the start is an initial equation: of two conditions one is
    too many."""
    with folder() as place:
        path = write(os.path.join(place, "M.mo"), RESET_AT_START)
        for stop, low, x, y in ((0.25, "false", 6.25, 7.5),
                                (0.25, "true", 6.25, -0.5),
                                (1, "false", 6.5, 8.5)):
            done = foucault("simulate", path, "--stop", str(stop), "--set",
                            f"low={low}", "--json")
            end = json.loads(done.stdout)["final"]
            need(abs(end["x"] - x) + abs(end["y"] - y) < 1e-9, done.stdout)
        write(path, RESET_AT_START.replace("x(start = 0)",
                                           "x(start = 0, fixed = true)"))
        done = foucault("build", path, "-o", path + ".fmu", status=1)
    need("error E401" in done.stderr, done.stderr)


END_AT_START = """model M
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when initial() then terminate("nothing to do"); end when;
end M;
"""


def end_at_start():
    """The first step ends at once, and the program with it."""
    with folder() as place:
        _, fmu = build_fault(place, END_AT_START)
        done = python("fmu/check_end.py", fmu)
        need(done.returncode == 0, done.stdout + done.stderr[-2000:])
        done = foucault("simulate", fmu, "--stop", "1", "--json")
        report = foucault("simulate", fmu, "--stop", "1").stdout
    end = json.loads(done.stdout)
    need(end["stop"] == 0, done.stdout)
    need(end["ended_by"] == "M.mo:5: terminate(\"nothing to do\")",
         done.stdout)
    need("ended by M.mo:5: terminate(\"nothing to do\")\n" in report, report)


def collect(runner):
    for row in ROWS:
        runner.add(f"endings/{row}", lambda row=row: check(row))
    for row in ON_THE_WAY:
        for solver in ([], ["--solver", "ida"]):
            runner.add("_".join([f"endings/on_the_way_{row}"] + solver[1:]),
                       lambda row=row, solver=solver: on_the_way(row, solver))
    runner.add("endings/at_the_level", at_the_level)
    runner.add("endings/guarded_delay", guarded_delay)
    runner.add("endings/end_at_start", end_at_start)
    runner.add("endings/reset_at_start", reset_at_start)
