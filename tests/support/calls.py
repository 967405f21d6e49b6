"""Arguments and results of calls that are too long for the stack: importers call
us with stacks of any size."""

import json
import math
import os
import re

from .suite import foucault, folder, need, python, write

MOST_ON_STACK = 512  # numbers, of one C function

FUNCTIONS = """
  record R
    Real a[m*m];
    Real b;
  end R;
  function table
    input Real t;
    output Real A[m, m];
    output Real s;
  protected
    Real q = t;
  algorithm
    while q > 1000 loop
      q := q - 1;
    end while;
    for i in 1:m loop
      for j in 1:m loop
        A[i, j] := q*i/m + j/m;
      end for;
    end for;
    s := 2*q;
  end table;
  function scaled
    input Real A[m, m];
    input Real k;
    output Real B[m, m];
  algorithm
    B := A;
    while B[1, 1] > 1000 loop
      B := B/2;
    end while;
    for i in 1:m loop
      B[i, :] := k*B[i, :];
    end for;
  end scaled;
  function deep
    input Real t;
    input Integer n;
    output Real B[m, m];
  protected
    Real s;
  algorithm
    if n > 0 then
      B := deep(t, n - 1);
      B := scaled(B, 2);
    else
      (B, s) := table(t);
    end if;
  end deep;
  function filled
    input Real t;
    output R r;
  protected
    Real A[m, m];
  algorithm
    A := deep(t, 1);
    for i in 1:m loop
      r.a[(i - 1)*m + 1:i*m] := A[i, :];
    end for;
    r.b := A[m, m];
  end filled;
"""

# Values, tangents and adjoints; several results, a record, functions inside of
# functions and of themselves, long arguments, parameters, initial equations,
# a loop, a relation.
ALL = FUNCTIONS + """
  parameter Real p = 1;
  parameter Real c[m, m] = deep(p, 0);
  Real A[m, m], B[m, m], s;
  R r;
  Real x(fixed = true, start = p), w(start = 1), y, z, u;
initial equation
  0.5*y = A[2, 2] + 1;
equation
  (A, s) = table(x);
  B = deep(w, 1);
  r = filled(x);
  u = sum(scaled(A, 0.5))/m^2 + c[m, m];
  w + 0.1*r.a[m*m]*w^3 + B[2, m]/100 = 3;
  der(x) = 1 - 0.1*r.b*w;
  der(y) = -A[1, m]*y;
  z = if A[m, 1] > 1.2 then 1 else 2;
"""

# The same of less, where n numbers are 290 kB.
LARGE = FUNCTIONS + """
  parameter Real p = 1;
  Real A[m, m], B[m, m], s;
  Real x(fixed = true, start = p), w(start = 1), y;
initial equation
  0.5*y = B[m, 1] + 1;
equation
  (A, s) = table(x);
  B = deep(x, 2);
  w + 0.1*A[m, m]*w^3 + B[2, m] = 6;
  der(x) = 1 - 0.1*A[m, 1]*w;
  der(y) = -A[1, m]*y;
"""


SUM = FUNCTIONS + """
  Real A[m, m], s, u;
  Real x(fixed = true, start = 1);
equation
  der(x) = -x;
  (A, s) = table(x);
  u = sum(scaled(A, 0.5))/m^2 + A[m, m];
"""


def model(text, m, place):
    return write(os.path.join(place, f"calls{m}.mo"),
                 f"model Calls\n  constant Integer m = {m};\n{text}\n"
                 "end Calls;\n")


def c_text(text, m, *words):
    with folder() as place:
        return foucault("build", model(text, m, place), "--fmi", "3",
                        "--dump=c", "-q", *words).stdout


def nothing_long_on_the_stack():
    for words in ((), ("--no-loops",)):
        text = c_text(ALL, 24, *words)
        for body in text.split("\n}\n"):
            sizes = [int(n) for n in re.findall(
                r"^ +double \w+\[(\d+)\]", body, re.MULTILINE)]
            need(sum(n for n in sizes if n > 16) <= MOST_ON_STACK,
                 f"{sizes} in {body[:200]}")
            need(not re.search(r"\(double\[\d{3,}\]\)", body),
                 f"long arguments on the stack: {body[:200]}")
        need(text.count("call_room(v") > 5, "nothing is elsewhere")


def rows_of_tangents_are_loops():
    lines = {}
    for m in (24, 48):
        text = c_text(LARGE, m)
        lines[m] = sum(line.startswith("  t->") for line in text.split("\n"))
    need(lines[48] <= lines[24] + 3, f"lines: {lines}")


def sums_share_a_call():
    """The terms of a long sum are results of one call, not of 576."""
    with folder() as place:
        path, m = model(SUM, 24, place), 24
        text = foucault("build", path, "--dump=c", "-q").stdout
        n = text.count("_scaled(v, 0")
        need(0 < n < 5, f"{n} calls")
        final = json.loads(foucault("simulate", path, "--json", "-q",
                                    "--tolerance", "1e-8").stdout)["final"]
        x = math.exp(-1)
        want = (x + 1)*(m + 1)/(4*m) + x + 1
        need(abs(final["u"] - want) < 1e-6, f"{final['u']}, not {want}")


def small_stack():
    """Threads of 256 kB, each with an instance of its own: the values of
    `simulate`, whose stack is large."""
    with folder() as place:
        path = model(LARGE, 190, place)
        fmu = os.path.join(place, "calls.fmu")
        foucault("build", path, "-o", fmu, "-q", "--compiler", "fast")
        want = [json.loads(foucault(
            "simulate", fmu, "--stop", "0.2", "--json", "--set",
            f"p={p}").stdout)["final"] for p in (1, 1.5)]
        done = python("fmu/small_stack.py", fmu, timeout=200, fresh=True)
        need(done.returncode == 0, f"status {done.returncode}: {done.stderr}")
        for got, of in zip(json.loads(done.stdout), want):
            for name, value in got.items():
                need(abs(value - of[name]) < 1e-5*abs(of[name]),
                     f"{name}: {value}, {of[name]} by simulate")


def collect(runner):
    runner.add("calls/text", nothing_long_on_the_stack)
    runner.add("calls/tangents", rows_of_tangents_are_loops)
    runner.add("calls/sums", sums_share_a_call)
    runner.add("calls/small_stack", small_stack)
