"""What large libraries are written with, each idiom in a small model.

A row of MODELS is a model, the time to stop and values of its variables then;
a row of FAULTS a model that must fail and words of the message.
"""

import json
import math
import os

from .suite import folder, foucault, need, write

RECORDS = """
  record Point
    Real a;
    Real b[2];
  end Point;
  record Pair
    Point p[2];
    Integer n;
  end Pair;
  function fill
    input Integer m;
    output Pair q;
  algorithm
    q.n := 2*m;
    for i in 1:2 loop
      q.p[i].a := i + m;
      q.p[i].b[2] := 10*i;
      q.p[i].b[1] := q.p[i].b[2] + 1;
    end for;
    q.p[2].b := {7, q.p[2].b[2]};
  end fill;"""

# name: (text, stop, {variable: value})
MODELS = {
    # What is known to be false decides, whatever stands behind `and`.
    "known_side_of_and": ("""model Idiom
  function slopes
    input Real x[:];
    input Boolean ensure = x[1] > 0;
    output Real d[size(x, 1)];
  protected
    Integer n = size(x, 1);
    Real delta[n - 1];
  algorithm
    if n == 2 then
      d := fill(x[2] - x[1], 2);
    else
      for i in 1:n - 1 loop
        delta[i] := x[i + 1] - x[i];
      end for;
      d := cat(1, delta, {0});
    end if;
    if n > 2 and ensure then
      for i in 1:n - 1 loop
        d[i] := d[i]/delta[i];
      end for;
    end if;
  end slopes;
  Real y[2] = slopes({1, 2 + time}), z[3] = slopes({1, 2 + time, 5});
end Idiom;
""", 1, {"y[1]": 2, "y[2]": 2, "z[1]": 1, "z[2]": 1, "z[3]": 0}),
    # Conditions that functions decide say nothing about sizes.
    "condition_of_unknown_size": ("""model Idiom
  function compare
    input String a; input String b; output Integer r;
    external "C" r = is_same(a, b) annotation(Include = "
#include <string.h>
static int is_same(const char *a, const char *b) { return !strcmp(a, b); }
");
  end compare;
  function isEqual
    input String a; input String b; output Boolean same;
  algorithm
    same := compare(a, b) == 1;
  end isEqual;
  constant String names[2] = {"CO2", "VOC"};
  parameter String n = "CO2";
  parameter Real s[:] = {if isEqual(names[i], n) then 1 else 0 for i in 1:2};
  Real y = s*{time, 1};
end Idiom;
""", 1, {"y": 1, "s[1]": 1, "s[2]": 0}),
    # Fields of records in a function that is carried out at translation.
    "fields_at_translation": ("""model Idiom%s
  function count
    input Integer m;
    output Integer k;
  protected
    Pair q = fill(m);
  algorithm
    k := integer(q.p[2].b[1] + q.p[1].b[2] - q.p[2].a - q.n);
  end count;
  constant Pair c = fill(3);
  Real x[count(3)] = {i*time for i in 1:count(3)};
  Real y = c.p[1].b[1]*time + c.p[2].b[1] + c.n;
end Idiom;
""" % RECORDS, 2, {"x[6]": 12, "y": 35}),
    # The declaration of a record gives its fields values, and there is no
    # statement, in a function that stays one.
    "fields_declared": ("""model Idiom
  record Phasor
    Real re;
    Real im;
  end Phasor;
  function make
    input Real length;
    input Real angle;
    output Phasor p(re = length*cos(angle), im = length*sin(angle));
  algorithm
    annotation(Inline = false);
  end make;
  function first
    input Real x;
    output Real y;
  protected
    Phasor p[2];
  algorithm
    for i in 1:2 loop
      p[i] := make(x, i*0.5);
    end for;
    y := p[1].re + p[2].im;
    annotation(Inline = false);
  end first;
  Real y = first(time);
end Idiom;
""", 2, {"y": 2*(0.8775825618903728 + 0.8414709848078965)}),
    # A table in a loop: each relation is an event.
    "relations_in_loop": ("""model Idiom
  parameter Real t[3] = {1, 2.5, 3};
  parameter Integer v[3] = {5, 7, 9};
  Integer y, n(start = 0, fixed = true);
  discrete Real last(start = 0, fixed = true);
algorithm
  y := 0;
  for i in 1:3 loop
    if time >= t[i] then
      y := v[i];
    end if;
  end for;
equation
  when change(y) then
    n = pre(n) + 1;
    last = time;
  end when;
end Idiom;
""", 2.8, {"y": 7, "n": 2, "last": 2.5}),
    # A step of a state graph: what is fixed at the start is pre(next), by
    # another name.
    "state_graph": ("""model Idiom
  block Step
    parameter Boolean first;
    input Boolean enter, leave;
    output Boolean active;
  protected
    Boolean now, next;
  initial equation
    pre(next) = pre(now);
    active = first;
  equation
    now = pre(next);
    next = enter or now and not leave;
    active = now;
  end Step;
  Step a(first = true, enter = back, leave = forth);
  Step b(first = false, enter = forth, leave = back);
  Boolean forth = a.active and time > 1, back = b.active and time > 3;
  Integer n(start = 0, fixed = true);
equation
  when b.active then
    n = pre(n) + 1;
  end when;
end Idiom;
""", 2, {"a.active": 0, "b.active": 1, "n": 1}),
    # The branches name the same variables in another order.
    "branches_in_any_order": ("""model Idiom
  Integer n(start = 0), k;
  Boolean b;
equation
  if time > 1 then
    b = time > 3;
    k = if b then 5 else 6;
  else
    k = 7;
    b = false;
  end if;
  when k < 7 then
    n = k;
  end when;
end Idiom;
""", 2, {"b": 0, "k": 6, "n": 6}),
    # What initial sections assert is of no concern later.
    "assert_in_initial_algorithm": ("""model Idiom
  Real x(start = 1, fixed = true);
equation
  der(x) = 2;
initial algorithm
  assert(x < 2, "too large: " + String(x));
end Idiom;
""", 1, {"x": 3}),
    # The quaternions of a joint in small: speeds follow from w, places do not,
    # so that which of x and y is a state must change.
    "choice_of_places": ("""model Idiom
  Real x(start = 1), y(start = 0);
  Real w(start = 1, fixed = true, stateSelect = StateSelect.prefer);
  Real v = der(x), a = der(v);
equation
  x^2 + y^2 = 1;
  w = x*der(y) - y*der(x);
  der(w) = 0;
end Idiom;
""", 10, {"x": math.cos(10), "y": math.sin(10), "a": -math.cos(10)}),
    # p is solved for L and e, which are wanted less; m lies between them.
    "wish_across_blocks": ("""model Idiom
  Real x(start = 1, fixed = true, stateSelect = StateSelect.avoid);
  Real L;
  Real m(stateSelect = StateSelect.never), e(stateSelect = StateSelect.never);
  Real p(stateSelect = StateSelect.prefer), q = der(p);
equation
  der(x) = -x;
  L = x^2 + 1;
  m = L^3;
  e = m + sin(m);
  p = L + e;
end Idiom;
""", math.log(2), {"x": 0.5, "L": 1.25, "m": 1.25**3,
                   "p": 1.25 + 1.25**3 + math.sin(1.25**3)}),
}

CHECK = """
  function check
    input Real x;
    input Real limit;
  algorithm
    assert(x < limit, "too large: " + String(x));
  end check;
  parameter Real p = 2;
  Real x(start = 1, fixed = true), y = 2*x;
equation
  der(x) = 2;
"""

# name: (text, words)
FAULTS = {
    # Sections and equations that assign nothing are carried out all the same.
    "assert_in_algorithm": ("model Idiom" + CHECK + """algorithm
  assert(x < 2, "too large: " + String(x));
end Idiom;
""", "fails: too large: 2.004 (Idiom.mo:13: assert(x < 2"),
    "call_as_statement": ("model Idiom" + CHECK + """algorithm
  check(y, 4);
end Idiom;
""", "the function Idiom.check(4.008, 4) fails: too large: 4.008"),
    "call_as_equation": ("model Idiom" + CHECK + """  for i in 1:2 loop
    check(y, 6 - i);
  end for;
end Idiom;
""", "the function Idiom.check(4.008, 4) fails: too large: 4.008"),
    "call_as_initial_equation": ("model Idiom" + CHECK + """initial equation
  check(p*y, 4);
end Idiom;
""", "at time 0 the function Idiom.check(4, 4) fails: too large: 4"),
    "call_under_a_condition": ("model Idiom" + CHECK + """  if x > 2 then
    check(y, 4);
  end if;
end Idiom;
""", "error E290: the equation 'check(...)' is not supported yet where it "
     "depends on a condition that changes"),
}


def simulate(text, *words, status=0):
    with folder() as place:
        path = os.path.join(place, "Idiom.mo")
        write(path, text)
        return foucault("simulate", path, *words, "--json", "--output",
                        os.path.join(place, "out.csv"), status=status)


def check_model(row):
    text, stop, values = MODELS[row]
    done = simulate(text, "--stop", str(stop), "--tolerance", "1e-8")
    final = json.loads(done.stdout)["final"]
    for name, value in values.items():
        need(name in final, f"no variable {name!r}")
        off = abs(final[name] - value)
        need(off <= 1e-6*max(1, abs(value)),
             f"{name} is {final[name]} instead of {value}")


def check_fault(row):
    text, words = FAULTS[row]
    done = simulate(text, "--stop", "1", status=1)
    said = done.stdout + done.stderr
    need(words in said, f"no {words!r} in {said}")


def collect(runner):
    for row in MODELS:
        runner.add(f"idioms/{row}", lambda row=row: check_model(row))
    for row in FAULTS:
        runner.add(f"idioms/{row}", lambda row=row: check_fault(row))
