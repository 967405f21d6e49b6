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

LONG, LONGER = "abcde"*120, "'b\u00e9'"*1300

# name: (text, stop, {variable: value})
MODELS = {
    # Longer than a reader wants to see, and than a literal of C may be.
    "long_texts": (f"""model Idiom
  function bytes
    input String s;
    output Integer n;
  external "C" n = strlen(s) annotation(Include = "#include <string.h>");
  end bytes;
  parameter String long = "{LONG}", longer = "{LONGER}";
  Integer n[4] = {{bytes(long), bytes(longer), bytes("{LONG}"),
                  bytes("{LONGER}")}};
end Idiom;
""", 1, {"n[1]": 600, "n[2]": 6500, "n[3]": 600, "n[4]": 6500}),
    # What is known to be false decides, whatever stands after `and`.
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
    # Derivatives of expressions, loops, calls and derivatives; in an equation
    # they are differentiated once more.
    "partial_derivatives": ("""model Idiom
  function f
    input Real x; input Real y; output Real z;
  algorithm
    z := x^2*sin(y);
  end f;
  function fx = der(f, x);
  function fy = der(f, y);
  function fxy = der(f, x, y);
  function fxyx = der(fxy, x);
  function other = fxy;
  function sum
    input Real x; input Integer n; output Real s; output Real t[2];
  algorithm
    s := 0;
    for k in 1:n loop
      s := s + x^k/k;
    end for;
    t := {s*x, x};
  end sum;
  function sum_x = der(sum, x);
  function diagonal
    input Real x; output Real y;
  algorithm
    y := fx(x, y = 2*x);
  end diagonal;
  function diagonal_x = der(diagonal, x);
  parameter Real p = fx(3, 0.5);
  Real u(start = 0.5, fixed = true), v = 2*time + 0.1;
  Real a = fx(u, v), b = fy(y = v, x = u), c = fxy(u, v), d = fxyx(u, v);
  Real e = other(u, v), g = der(a), q = diagonal_x(u), s, t[2], ds = der(s);
equation
  der(u) = 1;
  (s, t) = sum_x(u, 4);
end Idiom;
""", 1, {"a": 3*math.sin(2.1), "b": 2.25*math.cos(2.1), "c": 3*math.cos(2.1),
         "d": 2*math.cos(2.1), "e": 3*math.cos(2.1),
         "g": 2*math.sin(2.1) + 6*math.cos(2.1), "p": 6*math.sin(0.5),
         "q": 2*math.sin(3) + 6*math.cos(3), "s": 8.125, "ds": 10.75,
         "t[1]": 17.203125, "t[2]": 1}),
    # Of a function that the package replaces, of records, of C code with a
    # written derivative, and of one whose written derivative is made of it.
    "partial_derivatives_of": ("""model Idiom
  partial package Base
    replaceable partial function gibbs
      input Real p; input Real T; output Real g;
    end gibbs;
    function gibbs_T = der(gibbs, T);
    function h
      input Real p; input Real T; output Real h;
    algorithm
      h := gibbs(p, T) - T*gibbs_T(p, T);
    end h;
  end Base;
  package Cubic
    extends Base;
    redeclare function extends gibbs
    algorithm
      g := p*T^3 + p^2;
    end gibbs;
  end Cubic;
  package Rows
    extends Base;
    redeclare function extends gibbs
    protected
      Real w[3];
    algorithm
      w := {T, T^2, p*T};
      g := w*w;
    end gibbs;
  end Rows;
  record Point
    Real a;
    Real b;
  end Point;
  function scaled
    input Point q; input Real x; output Point r;
  algorithm
    r.a := q.a*x^2;
    r.b := q.b*sin(x)*r.a;
  end scaled;
  function scaled_x = der(scaled, x);
  function outside
    input Real x; input Real k; output Real y;
    external "C" y = sine(x, k) annotation(Include = "
#include <math.h>
static double sine(double x, double k) { return k*sin(x); }
");
    annotation(derivative = outside_d);
  end outside;
  function outside_d
    input Real x; input Real k; input Real dx; input Real dk; output Real dy;
  algorithm
    dy := k*cos(x)*dx + dk*sin(x);
  end outside_d;
  function outside_xk = der(outside, x, k);
  function f
    input Real x; output Real y;
  algorithm
    y := exp(2*x);
    annotation(Inline = false, derivative = f_d);
  end f;
  function f_x = der(f, x);
  function f_d
    input Real x; input Real dx; output Real dy;
  algorithm
    dy := f_x(x)*dx;
  end f_d;
  Real T = 1 + time, h1 = Cubic.h(2, T), h2 = Rows.h(2, T);
  Point r = scaled_x(Point(2, 3), T);
  Real o = outside_xk(T, 5), y = f(time), dy = der(y);
  Real v[2] = f_x({time, 2*time});
end Idiom;
""", 1, {"h1": -28, "h2": -68, "r.a": 8,
         "r.b": 24*math.cos(2) + 24*math.sin(2), "o": math.cos(2),
         "dy": 2*math.exp(2), "v[1]": 2*math.exp(2), "v[2]": 2*math.exp(4)}),
    # A constraint that is differentiated twice: x stays on y = 1 - x^2.
    "partial_derivative_constraint": ("""model Idiom
  function f
    input Real x; input Real y; output Real c;
  algorithm
    c := (x^3 + y^3)/3 + x*y;
  end f;
  function f_x = der(f, x);
  Real x(start = 0.6, fixed = true), u(start = 0.2, fixed = true), y, v, force;
  Real energy = (u^2 + v^2)/2 + 9.81*y - (0.04 + 0.24^2)/2 - 9.81*0.64;
  Real off = x^2 + y - 1;
equation
  der(x) = u;
  der(y) = v;
  der(u) = 2*x*force;
  der(v) = force - 9.81;
  f_x(x, y) = 1;
end Idiom;
""", 1, {"energy": 0, "off": 0}),
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
    # A motion with its derivatives as an argument that has none: the given
    # derivative takes the next element instead of that of the first.
    "given_motion": ("""model Idiom
  function place
    input Real q[3], t;
    output Real s;
  algorithm
    s := q[1];
    annotation(derivative(noDerivative = q) = speed);
  end place;
  function speed
    input Real q[3], t, dt;
    output Real v;
  algorithm
    v := q[2];
    annotation(derivative(noDerivative = q) = acceleration);
  end speed;
  function acceleration
    input Real q[3], t, dt, ddt;
    output Real a;
  algorithm
    a := q[3];
  end acceleration;
  Real q[3] = {sin(time), cos(time), -sin(time)};
  Real s, v, f;
equation
  s = place(q, time);
  der(s) = v;
  2*der(v) = f;
end Idiom;
""", 3, {"s": 0.1411200080598672, "v": -0.9899924966004454,
         "f": -0.2822400161197344}),
    # Of two sizes one is computed.
    "matrix_of_computed_width": ("""model Idiom
  function rest
    input Real A[:, :];
    output Real Z[size(A, 2), :];
    output Integer n;
  protected
    Real V[size(A, 2), size(A, 2)];
    Integer rank = 0;
  algorithm
    V := identity(size(A, 2));
    for i in 1:size(A, 1) loop
      if A[i, i] > 0 then
        rank := rank + 1;
      end if;
    end for;
    Z := V[:, rank + 1:size(A, 2)];
    n := size(Z, 1)*size(Z, 2);
  end rest;
  function use
    input Real A[:, :];
    output Real s;
  protected
    Real Z[size(A, 2), :];
    Integer n;
  algorithm
    (Z, n) := rest(A);
    s := sum(Z) + 10*n;
  end use;
  Real s = use([1 + time, 2, 3; 4, 5, 6]), r = use([-1 - time, 2, 3; 4, 5, 6]);
end Idiom;
""", 1, {"s": 31, "r": 62}),
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
# Of the arguments of a C function one is no Integer of C.
FAR = """model Idiom
  record R
    Integer i;
    Real x;
  end R;
  function of_number
    input Integer i;
    output Integer y;
    external "C" y = of_number(i)
      annotation(Include = "static int of_number(int i) { return i > 0; }");
  end of_number;
  function of_array
    input Integer i[:];
    output Integer y;
    external "C" y = of_array(i, size(i, 1)) annotation(Include = "
#include <stddef.h>
static int of_array(const int *i, size_t n) { return i[n - 1] > 0; }");
  end of_array;
  function of_record
    input R r;
    output Integer y;
    external "C" y = of_record(r) annotation(Include = "
static int of_record(const void *r) { return *(const int *)r > 0; }");
  end of_record;
  discrete Integer n(start = 1000, fixed = true), y(start = 0, fixed = true);
algorithm
  when sample(0.1, 0.1) then
    n := n*1000;
    y := %s;
  end when;
end Idiom;
"""
BEYOND = ("at time 0.3 the function Idiom.%s fails: an Integer is beyond those "
          "of C, which have 32 bits")
FAULTS = {
    # Sections and equations that assign nothing are carried out all the same.
    "assert_in_algorithm": ("model Idiom" + CHECK + """algorithm
  assert(x < 2, "too large: " + String(x));
end Idiom;
""", "fails: too large: 2.004 (Idiom.mo:13: assert(x < 2"),
    "far_number": (FAR % "of_number(-n)", BEYOND % "of_number(-1e+12)"),
    "far_element": (FAR % "of_array({1, n})", "an Integer is beyond those of C"),
    "far_field": (FAR % "of_record(R(n, 1))", "an Integer is beyond those of C"),
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
""", "the function Idiom.check(4.008, 4) fails: too large: 4.008"),
    # The branch before is not taken, the one after the event is.
    "call_in_elseif": ("model Idiom" + CHECK + """  if x > 3 then
    check(y, 0);
  elseif x > 2 then
    for i in 1:2 loop
      check(y, 6 - i);
    end for;
  end if;
end Idiom;
""", "the function Idiom.check(4.008, 4) fails: too large: 4.008"),
    "call_in_when": ("model Idiom" + CHECK + """  when x > 3 then
    check(y, 0);
  elsewhen x > 1.75 then
    check(y, 3);
  end when;
end Idiom;
""", "the function Idiom.check(3.5, 3) fails: too large: 3.5"),
}

# What a model prints comes once for each event, in the order of the text.
PRINTS = """model Idiom
  function say
    input String text;
  external "C" say(text) annotation(Include = "
    #include \\"ModelicaUtilities.h\\"
    static void say(const char *text) { ModelicaFormatMessage(\\"%s\\\\n\\", text); }");
  end say;
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 0.25 then
    n = 1;
    say("first " + String(n));
  elsewhen x > 0.5 then
    n = 2;
    say("second");
    for i in 1:2 loop
      if i > 1 then
        say("loop " + String(i));
      end if;
    end for;
  end when;
  when terminal() then
    say("end");
  end when;
end Idiom;
"""


def prints():
    """On standard output, beside --json on standard error; without -v."""
    wanted = ["first 1", "second", "loop 2", "end"]
    with folder() as place:
        path = write(os.path.join(place, "Idiom.mo"), PRINTS)
        done = foucault("simulate", path)
        need(done.stdout.splitlines()[:4] == wanted, done.stdout)
        done = foucault("simulate", path, "--json")
        json.loads(done.stdout)
        need(done.stderr.splitlines() == wanted, done.stderr)


def simulate(text, *words, status=0):
    with folder() as place:
        path = os.path.join(place, "Idiom.mo")
        write(path, text)
        return foucault("simulate", path, *words, "--json", "--output",
                        os.path.join(place, "out.csv"), status=status)


def check_model(row):
    text, stop, values = MODELS[row]
    done = simulate(text, "--stop", str(stop), "--tolerance", "1e-10")
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
    runner.add("idioms/prints", prints)
    for row in FAULTS:
        runner.add(f"idioms/{row}", lambda row=row: check_fault(row))
