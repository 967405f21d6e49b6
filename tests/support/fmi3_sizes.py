"""Structural parameters of FMI 3.0 in our own FMUs: arrays that an importer
resizes, before initialization and while the model runs; what is refused."""

import os

from .fmi3 import build, description
from .suite import folder, foucault, need, python, write

# y follows a table that functions alone read; z counts what it has, s is the
# sum of a vector whose size is another parameter.
CURVE = """package P
  function look
    input Real table[:, 2], u;
    output Real y;
  protected
    Integer n = size(table, 1), k;
    Real x[size(table, 1)] = table[:, 1];
  algorithm
    k := 1;
    while k < n - 1 and u > x[k + 1] loop
      k := k + 1;
    end while;
    y := table[k, 2] + (table[k + 1, 2] - table[k, 2])*(u - x[k])/
         (x[k + 1] - x[k]);
  end look;
  function total
    input Real v[:];
    output Real s = sum(v);
  algorithm
  end total;
  block Follower
    parameter Real points[:, 2];
    input Real u;
    output Real y = look(points, u);
  end Follower;
  model Curve
    parameter Integer n(min = 2, max = 1000) = 3 "rows";
    parameter Integer m = 2;
    parameter Real table[n, 2](each unit = "V") = [0, 0; 1, 2; 2, 3];
    parameter Real v[m] = fill(0.5, m);
    parameter Real k = 1;
    Follower f(points = table, u = time);
    Real x(start = 0, fixed = true);
    output Real y, z, s;
  equation
    y = k*f.y;
    der(x) = look(table, x + time) - x;
    z = size(table, 1)*size(table, 2);
    s = total(v) + total({k, 2});
  end Curve;
end P;
"""

# an external object is made again when its table is another one
OBJECT = """package P
  class Keeper
    extends ExternalObject;
    function constructor
      input Real v[:];
      output Keeper k;
      external "C" k = keeper_make(v, size(v, 1))
        annotation(Include = "
#include <stdlib.h>
#include <string.h>
static void *keeper_make(const double *v, size_t n)
{
  double *made = calloc(n + 1, sizeof made[0]);
  if (!made) return 0;
  made[0] = (double)n;
  memcpy(made + 1, v, n * sizeof v[0]);
  return made;
}
static void keeper_free(void *k) { free(k); }
static double keeper_sum(void *k)
{
  double *v = k, sum = 0;
  for (int i = 1; i <= (int)v[0]; i++) sum += v[i];
  return sum;
}
");
    end constructor;
    function destructor
      input Keeper k;
      external "C" keeper_free(k);
    end destructor;
  end Keeper;
  function total
    input Keeper k;
    input Real u;
    output Real y;
    external "C" y = keeper_sum(k);
  end total;
  model Kept
    parameter Integer n = 3;
    parameter Real v[n] = {1, 2, 3};
    Keeper k = Keeper(v);
    output Real y = total(k, time);
  end Kept;
end P;
"""


# elements that are no Reals; parameters of components in an array, too
TYPED = """package P
  type Mode = enumeration(off, slow, fast);
  function pick
    input Real v[:];
    input Integer order[:];
    input Boolean used[:];
    input Mode mode[:];
    output Real y = 0;
  algorithm
    for k in 1:size(order, 1) loop
      if used[k] and mode[k] <> Mode.off then
        y := y + (if mode[k] == Mode.fast then 10 else 1)*v[order[k]];
      end if;
    end for;
  end pick;
  function count
    input Integer v[:];
    output Integer n = sum(v);
  algorithm
  end count;
  block Part
    parameter Integer n = 2;
    parameter Integer v[n] = {1, 2};
    output Integer y = count(v);
  end Part;
  model Typed
    parameter Integer n = 3;
    parameter Real v[n] = {1, 2, 3};
    parameter Integer order[n] = {3, 2, 1};
    parameter Boolean used[n] = {true, true, false};
    parameter Mode mode[n] = {Mode.slow, Mode.fast, Mode.off};
    parameter Integer k = 1;
    parameter Boolean b = true;
    parameter Mode m = Mode.slow;
    Part a[5];
    output Real y = pick(v, order, used, mode)*k + (if b then 0 else 1)
                    + (if m == Mode.slow then 0 else 100);
    output Integer z = sum(a.y);
    Real x(start = 0, fixed = true);
  equation
    der(x) = y;
  end Typed;
end P;
"""


def curve(place, *words):
    return build(place, "Curve", CURVE, "--model", "P.Curve", "--fmi", "3",
                 "--structural", "n", "--structural", "m", *words)


def resized():
    with folder() as place:
        fmu = curve(place)
        kept = build(place, "Kept", OBJECT, "--model", "P.Kept", "--fmi", "3",
                     "--structural", "n")
        typed = build(place, "Typed", TYPED, "--model", "P.Typed", "--fmi",
                      "3", "--structural", "n", "--structural", "a[2].n")
        done = python("fmu/fmi3_sizes.py", fmu, kept, typed)
        need(done.returncode == 0, done.stderr[-3000:])
        done = foucault("check", typed)
        need("sound" in done.stdout, done.stdout)


def described():
    with folder() as place:
        fmu = curve(place)
        text = description(fmu)
        for part in ('<UInt64 name="n"', 'causality="structuralParameter"',
                     'name="table"', 'start="0 0 1 2 2 3"',
                     'min="2" max="1000" start="3"',
                     '<Alias name="f.points"/>'):
            need(part in text, f"{part} is not in\n{text}")
        need(text.count("<Dimension valueReference=") == 2, text)
        done = foucault("check", fmu)
        need("sound" in done.stdout, done.stdout)
        plain = build(place, "Curve", CURVE, "--model", "P.Curve", "--fmi",
                      "3")
        need("structuralParameter" not in description(plain), "not asked for")


def same():
    """Unchanged sizes change nothing; our own importer resizes, too."""
    with folder() as place:
        curves = []
        for words in (("--fmi", "2"), ("--fmi", "3"),
                      ("--fmi", "3", "--structural", "n",
                       "--structural", "m")):
            fmu = build(place, "Curve", CURVE, "--model", "P.Curve", *words)
            csv = os.path.join(place, "x.csv")
            foucault("simulate", fmu, "--stop", "2", "--step", "0.1",
                     "--variables", "x,y,z,s", "-o", csv)
            with open(csv) as file:
                curves.append(file.read())
        need(curves[0] == curves[1] == curves[2], "the curves differ")
        foucault("simulate", fmu, "--stop", "2", "--step", "0.1", "--set",
                 "n=2", "--set", "table={{0,0},{2,8}}", "--set", "m=1",
                 "--set", "v={7}", "--variables", "y,z,s", "-o", csv)
        with open(csv) as file:
            last = file.read().split()[-1].split(",")
    need([float(word) for word in last] == [2, 8, 4, 10], str(last))


def refused(text, words, expected, status=1):
    with folder() as place:
        path = write(os.path.join(place, "m.mo"), text)
        done = foucault("build", path, "-o", os.path.join(place, "m.fmu"),
                        *words, status=status)
    need(expected in done.stderr, done.stderr)


def model(body, declared="Real y = f(t);"):
    return f"""model M
  function f
    input Real t[:];
    output Real y = sum(t);
  algorithm
  end f;
  parameter Integer n = 2;
  parameter Real t[n] = {{1, 2}};
  {declared}
{body}
end M;
"""


STRUCTURAL = ("--fmi", "3", "--structural", "n")
REFUSED = (
    ("a subscript", model("", "Real y = f(t) + t[1];"), STRUCTURAL,
     "a size of 't' is a structural parameter"),
    ("an operator", model("", "Real y = f(2*t);"), STRUCTURAL,
     "an operator is refused"),
    ("a function", model("", "Real y = max(t);"), STRUCTURAL,
     "max is refused"),
    ("a part", model("", "Real y = f(cat(1, t, {1}));"), STRUCTURAL,
     "cat is refused"),
    ("an equation", model("", "Real y[2] = t;"), STRUCTURAL, "Real[2]"),
    ("a loop", model("equation\n  for i in 1:n loop\n    x[i] = i;\n"
                     "  end for;", "Real y = f(t); Real x[2];"), STRUCTURAL,
     "'n' cannot be a structural parameter: its value is needed"),
    ("variables", model("", "Real y = f(t), x[n] = fill(time, n);"),
     STRUCTURAL, "'n' cannot be a structural parameter: its value is needed"),
    ("size", model("", "Real y = f(t), x[size(t, 1)] = {1, time};"),
     STRUCTURAL, "'n' cannot be a structural parameter: its value is needed"),
    ("a condition", model("equation\n  if n > 1 then\n    x = 1;\n  else\n"
                          "    x = 2;\n    x = z;\n  end if;",
                          "Real y = f(t), x, z = 1;"), STRUCTURAL, "error"),
    ("an algorithm", model("algorithm\n  x := 0;\n  for i in 1:n loop\n"
                           "    x := x + t[i];\n  end for;",
                           "Real y = f(t), x;"), STRUCTURAL, "error E249"),
    ("nothing", model(""), ("--fmi", "3", "--structural", "k"),
     "'k' cannot be a structural parameter: there is no such"),
    ("an element that is not there",
     model("", "model A parameter Integer n = 2; parameter Real t[n] = {1, 2};"
               " end A; A a[3]; Real y = f(a[1].t);"),
     ("--fmi", "3", "--structural", "a[4].n"), "there is no such component"),
    ("an array of components",
     model("", "model A parameter Integer n = 2; parameter Real t[n] = {1, 2};"
               " end A; A a[3]; Real y = f(a[1].t);"),
     ("--fmi", "3", "--structural", "a.n"), "is a[1].n"),
    ("Strings", model("", "parameter String s[n] = {\"a\", \"b\"};"
                          " Real y = f(t);"), STRUCTURAL,
     "'n' cannot be a structural parameter: its value is needed"),
    ("a Real", model("", "parameter Real k = 1; Real y = f(t);"),
     ("--fmi", "3", "--structural", "k"), "not a scalar parameter of type"),
    ("no size", model("", "parameter Integer k = 1; Real y = f(t)*k;"),
     ("--fmi", "3", "--structural", "k"), "no array of parameters has"),
    ("a final one", model("", "final parameter Integer k = 1; Real y = k;"),
     ("--fmi", "3", "--structural", "k"), "it is final"),
    ("a dependent one", model("", "parameter Integer j = 2, k = j;"
                              " parameter Real w[k] = {1, 2};"
                              " Real y = f(w);"),
     ("--fmi", "3", "--structural", "k"), "must have a number as its value"),
    ("a record argument", """model M
  record R
    parameter Integer n = 2;
    parameter Real p[n] = {1, 2};
  end R;
  function f
    input R r;
    output Real y = sum(r.p);
  algorithm
  end f;
  R r;
  Real y = f(r);
end M;
""", ("--fmi", "3", "--structural", "r.n"), "a record with it as an argument"),
    ("a function argument", """model M
  partial function g
    input Real u;
    output Real y;
  end g;
  function h
    extends g;
    input Real t[:];
  algorithm
    y := sum(t)*u;
  end h;
  function two
    input g f;
    output Real y = f(2);
  algorithm
  end two;
  parameter Integer n = 2;
  parameter Real p[n] = {1, 2};
  Real y = two(function h(t = p));
end M;
""", STRUCTURAL, "a function with it as an argument"),
    ("an array without a value",
     model("", "parameter Real w[n]; Real y = f(w);"), STRUCTURAL,
     "it needs a value"),
)


def algorithm():
    """A section of the model may call functions of such an array."""
    with folder() as place:
        text = model("algorithm\n  y := f(t) + time;", "Real y;")
        fmu = build(place, "M", text, "--fmi", "3", "--structural", "n")
        csv = os.path.join(place, "x.csv")
        foucault("simulate", fmu, "--stop", "1", "--set", "n=3", "--set",
                 "t={1,2,4}", "--variables", "y", "-o", csv)
        with open(csv) as file:
            last = file.read().split()[-1].split(",")
    need([float(word) for word in last] == [1, 8], str(last))


SCHEDULED = """model Scheduled
  function polynomial
    input Real t[:], u;
    output Real y = 0;
  algorithm
    for k in 1:size(t, 1) loop
      y := y*u + t[k];
    end for;
  end polynomial;
  parameter Integer n = 2;
  parameter Real t[n] = {1, 2};
  input Real u(start = 2);
  output Real y(start = 0), z(start = 0);
equation
  when Clock(1, 10) then
    y = polynomial(t, u);
    z = previous(z) + y;
  end when;
end Scheduled;
"""


def scheduled():
    with folder() as place:
        fmu = build(place, "Scheduled", SCHEDULED, "--fmi", "3", "--type",
                    "se", "--structural", "n")
        csv = os.path.join(place, "x.csv")
        foucault("simulate", fmu, "--stop", "0.2", "--step", "0.1", "--set",
                 "n=3", "--set", "t={1,2,4}", "--set", "u=2", "--variables",
                 "y,z", "-o", csv)
        with open(csv) as file:
            last = file.read().split()[-1].split(",")
    need([float(word) for word in last] == [0.2, 12, 36], str(last))


def collect(runner):
    runner.add("fmi3/sizes/resized", resized)
    runner.add("fmi3/sizes/described", described)
    runner.add("fmi3/sizes/same curves", same)
    runner.add("fmi3/sizes/algorithm", algorithm)
    runner.add("fmi3/sizes/scheduled", scheduled)
    for name, text, words, expected in REFUSED:
        runner.add(f"fmi3/sizes/refused/{name}",
                   lambda a=(text, words, expected): refused(*a))
    runner.add("fmi3/sizes/refused/FMI 2.0",
               lambda: refused(model(""), ("--structural", "n"),
                               "add --fmi 3", 2))
