"""What goes wrong in a function or an equation while the model runs: the FMU
returns an error and reports function, arguments, place and values, and the
program ends with status 1.

A row is the body of a function of the Integer n (declarations and statements)
and words of the message; n is 3 at the start and 5 from time 0.5 on.
"""

import os
import re

from .results import words_in
from .suite import folder, foucault, need, python, quick_build, read, write

ROWS = {
    "index": ("Real x[3] = zeros(3);", "y := x[n];",
              "Faulty.f(5) fails: index 5 is out of bounds: dimension 1 has "
              "size 3 (Faulty.mo:8: n)"),
    "computed_index": ("Real x[n] = ones(n);", "y := x[4 - n];",
                       "index -1 is out of bounds: dimension 1 has size 5"),
    "computed_slice": ("Real x[n] = ones(n);", "y := sum(x[1:2*n - 4]);",
                       "index 6 is out of bounds: dimension 1 has size 5"),
    "negative_size": ("Real x[4 - n];", "y := size(x, 1);",
                      "Faulty.f(5) fails: an array has a negative size "
                      "(Faulty.mo:5: x)"),
    "too_large": ("Real x[:];", "x := zeros(if n > 3 then 100000*n else n, "
                  "1000*n)*{n for i in 1:1000*n}; y := sum(x);",
                  "an array is too large"),
    "other_sizes": ("Real x[3] = zeros(3);", "x := ones(n); y := sum(x);",
                    "the sizes of two arrays differ (Faulty.mo:8: x := "
                    "ones(n))"),
    "operands": ("Real x[n] = ones(n);", "y := x*{1, 2, 3};",
                 "the sizes of two arrays differ"),
    "loop": ("Integer k = 0;", "while k < n - 4 or k == 0 and n > 3 loop "
             "y := k; end while; y := 1;", "the loop does not end"),
    "recursion": ("", "y := if n > 3 then f(n + 1) else 1;",
                  "it calls itself without an end"),
    "assertion": ("", "assert(n < 4, \"n is \" + String(n)); y := n;",
                  "Faulty.f(5) fails: n is 5 (Faulty.mo:8: "),
}

TEXT = """model Faulty
  function f
    input Integer n;
    output Real y;
  protected %s
    Integer unused;
  algorithm
    %s
  annotation(Inline = false);
  end f;
  Real y = f(if time < 0.5 then 3 else 5);
end Faulty;
"""


def check(row):
    declarations, statements, words = ROWS[row]
    with folder() as place:
        path = os.path.join(place, "Faulty.mo")
        write(path, TEXT % (declarations, statements))
        done = foucault("simulate", path, "--stop", "1", "--output",
                        os.path.join(place, "out.csv"), status=1)
        rows = read(os.path.join(place, "out.csv")).splitlines()
    need(": fmi2DoStep returned fmi2Error" in done.stderr,
         f"no error of the FMU: {done.stderr}")
    first = done.stderr.splitlines()[0]
    need("error E604: " in first and words in first,
         f"the first line is not the cause: {done.stderr}")
    need(0.49 < float(rows[-1].split(",")[0]) <= 0.5,
         f"the results end with {rows[-1]}")
    words_in(done.stderr, "the run ends at time 0.5 of 1", "out.csv")


def subscript():
    """Outside of functions too."""
    text = ("model Faulty\n  Integer i = if time < 0.5 then 3 else 5;\n"
            "  Real v[3] = {time, 1, 2}, y = v[i];\nend Faulty;\n")
    with folder() as place:
        path = os.path.join(place, "Faulty.mo")
        write(path, text)
        done = foucault("simulate", path, "--stop", "1", "--output",
                        os.path.join(place, "out.csv"), status=1)
    words = ("Faulty.mo:3: i: the subscript is out of bounds: dimension 1 has "
             "size 3 (i = 5)")
    need(words in done.stderr, f"no {words!r} in {done.stderr}")


# Values that are not finite: declarations and equations, and what the FMU must
# say. With c = 1 in place of 0 nothing goes wrong.
FINITE = {
    "output": ("output Real y;", "y = 2/(time - 0.5 + c);",
               "at time 0.5 y is infinite: M.mo:4: y = 2/(time - 0.5 + c) "
               "(time = 0.5, c = 0)"),
    "function": ("function f input Real a; output Real b; algorithm "
                 "b := sqrt(a); annotation(Inline = false); end f; Real y;",
                 "y = f(0.55 - time + c);",
                 "at time 0.6 y is not a number: M.mo:4: y = f(0.55 - time + "
                 "c) (time = 0.6, c = 0)"),
    "algorithm": ("Real y, z;", "algorithm z := time - 0.5 + c; "
                  "y := log(z*z);", "at time 0.5 y is minus infinity: M.mo:4: "
                  "algorithm z := time - 0.5 + c; y := log(z*z); (time = 0.5"),
    "when": ("discrete Real y(start = 0, fixed = true); "
             "Integer k(start = 0, fixed = true);",
             "when sample(0, 0.1) then k = pre(k) + 1; y = 1/(k - 5 + c/2); "
             "end when;", "at time 0.4 y is infinite: M.mo:4: y = 1/(k - 5 + "
             "c/2) (k = 5, c = 0)"),
    "start": ("Real y;", "y = asin(x + 0.5 - c);",
              "at time 0 y is not a number: M.mo:4: y = asin(x + 0.5 - c) "
              "(x = 1, c = 0)"),
    "parameter": ("parameter Real q = 1/c;", "",
                  "at time 0 q is infinite: M.mo:3: q = 1/c (c = 0)"),
    "unread": ("function f input Real a; output Real b; algorithm "
               "assert(a > 0, \"a is too small\"); b := a; "
               "annotation(Inline = false); end f; parameter Real q = f(c);",
               "", "the function M.f(0) fails: a is too small"),
    "state": ("Real z(start = 1, fixed = true);",
              "der(z) = -1/sqrt(z - 0.5 + 10*c);",
              "der(z) is not a number: M.mo:4: der(z) = -1/sqrt(z - 0.5 + "
              "10*c) (z = 0.4"),
    "integer": ("Integer k;", "k = div(100, integer(10*time + 1e-6) - 5 + "
                "integer(20*c));", "k is not an Integer: it is too large, or "
                "not a number: M.mo:4: k = div(100, "),
    "linear_loop": ("Real y, z;", "y + z = 1/(time - 0.5 + c); "
                    "y - (1 + x^2)*z = 3;", "M.mo:4: y + z = 1/(time - 0.5 "
                    "+ c)"),
    "loop": ("Real y, z;", "y + exp(y) = z + sqrt(0.55 - time + c); "
             "z = 2 - y^3;", "M.mo:4: y + exp(y) = z + sqrt(0.55 - time + c)"),
    "array": ("Real y[3];", "for i in 1:3 loop y[i] = 1/(time - 0.1*i - 0.2 + "
              "c*i); end for;", "at time 0.4 y[2] is infinite: M.mo:4: y[i] = "
              "1/(time - 0.1*i - 0.2 + c*i) (time = 0.4, c = 0)"),
}
FINITE_TEXT = """model M
  parameter Real c = 0; Real x(start = 1, fixed = true);
  %s
equation der(x) = -x; %s
end M;
"""
# What was infinite before, and what is not computed, is nobody's fault.
INFINITE = """model M
  parameter Real p = 1e300*1e300, q = 2*p, c = 0;
  discrete Real next(start = 1e300*1e300, fixed = true);
  Real x(start = 1, fixed = true), y = q*x, z = 1/p;
  Real w = if noEvent(time > 0.5) then 1/(time - 0.5) else 0;
equation
  der(x) = -x/q;
  when time > 0.7 then next = p; end when;
end M;
"""


def build_fault(place, text):
    path = write(os.path.join(place, "M.mo"), text)
    fmu = os.path.join(place, "M.fmu")
    quick_build(path, "-o", fmu)
    return path, fmu


def finite(row):
    """As FMPy steps it, Co-Simulation and Model Exchange; then with another
    parameter, by the same instance."""
    declarations, equations, words = FINITE[row]
    with folder() as place:
        _, fmu = build_fault(place, FINITE_TEXT % (declarations, equations))
        done = python("fmu/check_fault.py", fmu, words)
    need(done.returncode == 0, done.stdout + done.stderr[-2000:])


def finite_simulate():
    """The program reports it like any importer, and draws what came before."""
    declarations, equations, words = FINITE["output"]
    with folder() as place:
        path = write(os.path.join(place, "M.mo"),
                     FINITE_TEXT % (declarations, equations))
        plot = os.path.join(place, "M.svg")
        done = foucault("simulate", path, "--stop", "1", "--step", "0.1",
                        "--plot", "y", "--plot-file", plot, status=1)
        need(os.path.exists(plot), "no plot of what came before")
    need(": fmi2DoStep returned fmi2Error at time 0.4" in
         done.stderr, f"no error of the FMU: {done.stderr}")
    need("fmi2" not in done.stderr.splitlines()[0],
         f"the first line is not the cause: {done.stderr}")
    need(words in done.stderr, f"no {words!r} in {done.stderr}")


TABLE = """model M
  parameter Real p = 2, q = 3/p;
  input Real u, v[5];
  Real x = 1/u, sum = x + u, twice = 2*u, row[5];
  discrete Real y(start = 0);
equation
  for i in 1:5 loop row[i] = p/v[i]; end for;
  when sample(0, 1) then y = 1/(time - 2) + pre(y); end when;
end M;
"""


def finite_table():
    """What the C of a model says of its equations: those that can fail, rows
    of an array together, pre(y) of y itself as its start value."""
    with folder() as place:
        path = write(os.path.join(place, "M.mo"), TABLE)
        text = foucault("build", path, "--dump=c").stdout
    text = text[text.index("char *const computed"):].split("0};")[0]
    rows = re.sub(r'"|\n', "", text.replace('" "\\0"', "|"))
    for wanted in (r"@M.mo:2: q = 3/p\| r\d+ r\d+\|",
                   r"@M.mo:4: x = 1/u\| r\d+ r\d+\|",
                   r"@M.mo:7: row\[i\] = p/v\[i\]\| r\d+\+1 r\d+ "
                   r"r\d+\+1\*4\|", r" s\d+\|"):
        need(re.search(wanted, " ".join(rows.split())),
             f"no {wanted} in {rows}")
    need("sum = x" not in rows and "twice" not in rows, rows)


def finite_ida():
    """IDA may have tried a state last that is not a number."""
    declarations, equations, words = FINITE["state"]
    words = words.split(" (z")[0]
    with folder() as place:
        path = write(os.path.join(place, "M.mo"),
                     FINITE_TEXT % (declarations, equations))
        done = foucault("simulate", path, "--stop", "1", "--solver", "ida",
                        status=1)
    need(words in done.stderr, f"no {words!r} in {done.stderr}")


def infinite():
    with folder() as place:
        _, fmu = build_fault(place, INFINITE)
        done = python("fmu/check_fault.py", fmu)
    need(done.returncode == 0, done.stdout + done.stderr[-2000:])


def collect(runner):
    runner.add("faults/finite_simulate", finite_simulate)
    runner.add("faults/infinite", infinite)
    runner.add("faults/finite_ida", finite_ida)
    runner.add("faults/finite_table", finite_table)
    for row in FINITE:
        runner.add(f"faults/finite_{row}", lambda row=row: finite(row))
    runner.add("faults/subscript", subscript)
    for row in ROWS:
        runner.add(f"faults/{row}", lambda row=row: check(row))
