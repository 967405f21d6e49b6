"""Random algorithms: the same statements in Modelica and in Python.

A pair is (text in Modelica, text in Python). Values stay small: sums end in
tanh, sin or mod. Names of loop variables hide others now and then.
"""

import random

REALS, INTEGERS, BOOLEANS = ("a", "b", "c"), ("i", "j", "k"), ("p", "q")
LOOP_NAMES = ("i", "j", "k", "l", "e")  # the first three hide variables
DEEPEST = 3

PRELUDE = """
import math
def div(a, b): return int(a/b)
def rem(a, b): return a - b*div(a, b)
def mod(a, b): return a - b*math.floor(a/b)
def add(a, b): return [s + t for s, t in zip(a, b)]
def times(a, v): return [a*t for t in v]
def dot(a, b): return sum(s*t for s, t in zip(a, b))
def put(v, i, e): return v[:i - 1] + [e] + v[i:]
def pair(x, n): return math.cos(x) + n, mod(2*n + 1, 5)
def scaled(v, s): return [s*t + k + 1 for k, t in enumerate(v)]
def multiple(x, k=2): return k*x
"""

HELPERS = """
  record R
    Real a;
    Integer n;
    Real u[@N];
  end R;
  function pair
    input Real x;
    input Integer n;
    output Real y = cos(x) + n;
    output Integer m = mod(2*n + 1, 5);
  algorithm
  end pair;
  function scaled
    input Real v[:];
    input Real s;
    output Real y[size(v, 1)];
  algorithm
    for i in 1:size(v, 1) loop
      y[i] := s*v[i] + i;
    end for;
  end scaled;
  function multiple
    input Real x;
    input Real k = 2;
    output Real y = k*x;
  algorithm
  end multiple;
  function factorial
    input Integer n;
    output Real y;
  algorithm
    y := if n <= 1 then 1 else n*factorial(n - 1);
  end factorial;
"""


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.size = self.random.randint(2, 5)  # of the vectors
        self.loops = []  # (name, least, most) around, the innermost last
        self.depth = self.loop_depth = 0
        self.n_counters = self.n_kept = 0
        self.returns = False
        self.body = self.block(self.random.randint(3, 8))
        self.x = self.random.choice((0.3, 1.7, -0.8))
        self.n = self.random.randint(0, 4)

    # --- names ---

    def choose(self, *makers):
        return self.random.choice(makers)()

    def chance(self, part):
        return self.random.random() < part

    def visible(self, names):
        """A name that no loop hides; None: all are hidden."""
        hidden = {name for name, _, _ in self.loops}
        left = [name for name in names if name not in hidden]
        return self.random.choice(left) if left else None

    def loop_variables(self):
        """The innermost of each name."""
        return list({one[0]: one for one in self.loops}.values())

    def index(self):
        """A subscript of a vector."""
        fit = [one[0] for one in self.loop_variables()
               if one[1] >= 1 and one[2] <= self.size]
        if fit and self.chance(0.6):
            name = self.random.choice(fit)
            return name, name
        name = self.visible(INTEGERS)
        if name and self.chance(0.4):
            return f"1 + mod({name}, {self.size})", \
                f"1 + mod({name}, {self.size})"
        return (str(self.random.randint(1, self.size)),)*2

    # --- expressions ---

    def call(self, name, *args, python=None):
        return (f"{name}({', '.join(a[0] for a in args)})",
                f"{python or name}({', '.join(a[1] for a in args)})")

    def infix(self, operator, a, b):
        python = {"<>": "!="}.get(operator, operator)
        return f"({a[0]} {operator} {b[0]})", f"({a[1]} {python} {b[1]})"

    def conditional(self, c, a, b):
        return (f"(if {c[0]} then {a[0]} else {b[0]})",
                f"({a[1]} if {c[1]} else {b[1]})")

    def number(self, value):
        return (f"({value!r})",)*2

    def integer(self, depth=2):
        less, pick = depth - 1, self.random.choice

        def name():
            found = self.visible(INTEGERS + ("n",))
            return found, found

        def loop_name():
            known = self.loop_variables()
            return (pick(known)[0],)*2 if known else name()

        def literal():
            return self.number(self.random.randint(-3, 5))

        def rounded():
            a = self.real(1)
            word = pick(("floor", "ceil"))
            return f"integer({word}({a[0]}*3.1))", f"math.{word}({a[1]}*3.1)"

        simple = (name, name, loop_name, literal, lambda: ("r.n", "r['n']"),
                  lambda: ("size(v, 1)", str(self.size)))
        if depth == 0:
            return self.choose(*simple)
        return self.choose(
            *simple, rounded,
            lambda: self.infix(pick("+-"), self.integer(less),
                               self.integer(less)),
            lambda: self.call(pick(("div", "mod", "rem")), self.integer(less),
                              self.number(pick((2, 3, 5, -2, -3)))),
            lambda: self.call(pick(("min", "max")), self.integer(less),
                              self.integer(less)),
            lambda: self.conditional(self.boolean(0), self.integer(less),
                                     self.integer(less)))

    def boolean(self, depth=2):
        less, pick = depth - 1, self.random.choice
        simple = (
            lambda: (self.visible(BOOLEANS),)*2,
            lambda: self.infix(pick(("<", "<=", ">", ">=", "==", "<>")),
                               self.integer(0), self.integer(0)),
            lambda: self.infix(pick(("<", ">=")), self.real(0), self.real(0)))
        if depth == 0:
            return self.choose(*simple)

        def negated():
            a = self.boolean(less)
            return f"(not {a[0]})", f"(not {a[1]})"

        return self.choose(
            *simple, negated,
            lambda: self.infix(pick(("and", "or")), self.boolean(less),
                               self.boolean(less)))

    def each(self, last, function=""):
        self.loops.append(("e", 1, last))
        one = self.real(1)
        self.loops.pop()
        text = f"{one[0]} for e in 1:{last}"
        return (f"{function}({text})" if function else "{%s}" % text,
                f"{function}([{one[1]} for e in range(1, {last} + 1)])")

    def vector(self, depth=1):
        simple = (lambda: ("v", "v"), lambda: ("w", "w"))
        if depth == 0:
            return self.choose(*simple)

        def elements():
            a = self.vector(0)
            return f"(v .* {a[0]})", \
                f"[s*t for s, t in zip(v, {a[1]})]"

        def backwards():
            places = ", ".join(str(self.size - k) for k in range(self.size))
            return f"v[{{{places}}}]", "v[::-1]"

        def product():
            a = self.matrix()
            return f"({{1.0, 0.5}}*{a[0]})", \
                f"add({a[1]}[0], times(0.5, {a[1]}[1]))"

        def sum_of_two():
            a, b = self.vector(0), self.vector(0)
            return f"({a[0]} + {b[0]})", f"add({a[1]}, {b[1]})"

        def multiple():
            a, b = self.real(0), self.vector(0)
            return f"({a[0]}*{b[0]})", f"times({a[1]}, {b[1]})"

        def filled():
            a = self.real(1)
            return f"fill({a[0]}, {self.size})", f"[{a[1]}]*{self.size}"

        def row():
            k = self.random.randint(1, 2)
            return f"m[{k}, :]", f"m[{k - 1}]"

        return self.choose(
            *simple, elements, backwards, product, sum_of_two, multiple,
            filled, row, lambda: self.each(self.size),
            lambda: ("r.u", "r['u']"),
            lambda: ("cat(1, v[2:end], {w[1]})", "(v[1:] + [w[0]])"),
            lambda: self.call("scaled", self.vector(0), self.real(1)),
            lambda: self.conditional(self.boolean(1), self.vector(0),
                                     ("w", "w")))

    def matrix(self):
        def rows():
            a, b = self.vector(0), self.vector(0)
            return "{%s, %s}" % (a[0], b[0]), f"[{a[1]}, {b[1]}]"

        def multiple():
            a = self.real(1)
            return f"({a[0]}*m)", f"[times({a[1]}, s) for s in m]"

        return self.choose(rows, multiple, lambda: ("m", "m"),
                           lambda: ("m[{2, 1}, :]", "m[::-1]"),
                           lambda: ("(m + m)", "[add(s, s) for s in m]"))

    def real(self, depth=3):
        less, pick = depth - 1, self.random.choice

        def element():
            name, at = pick(("v", "w", "r.u")), self.index()
            python = {"r.u": "r['u']"}.get(name, name)
            return f"{name}[{at[0]}]", f"{python}[{at[1]} - 1]"

        def of_matrix():
            k, at = self.random.randint(1, 2), self.index()
            return f"m[{k}, {at[0]}]", f"m[{k - 1}][{at[1]} - 1]"

        def of_record():
            k = self.random.randint(1, 2)
            return f"rs[{k}].a", f"rs[{k - 1}]['a']"

        def whole():
            a = self.integer(1)
            return a[0], f"float({a[1]})"

        def name():
            found = self.visible(REALS + ("x",))
            return found, found

        simple = (name, name, element, of_matrix, of_record, whole,
                  lambda: self.number(pick((0.5, 1.25, -0.75, 3.0, 0.1))),
                  lambda: ("r.a", "r['a']"), lambda: ("v[end]", "v[-1]"))
        if depth == 0:
            return self.choose(*simple)

        def fraction():
            a, b = self.real(less), self.real(less)
            return f"({a[0]}/(1 + {b[0]}^2))", f"({a[1]}/(1 + {b[1]}**2))"

        def product():
            a, b = self.vector(0), self.vector(0)
            return f"({a[0]}*{b[0]})", f"dot({a[1]}, {b[1]})"

        def named():
            a, b = self.real(1), self.real(1)
            return f"multiple({a[0]}, k = {b[0]})", \
                f"multiple({a[1]}, {b[1]})"

        def recursive():
            a = self.integer(1)
            return f"factorial(mod({a[0]}, 5))", \
                f"float(math.factorial(mod({a[1]}, 5)))"

        def elementary():
            word = pick(("sin", "cos", "atan", "tanh"))
            return self.call(word, self.real(less), python=f"math.{word}")

        return self.choose(
            *simple, fraction, product, named, recursive, elementary,
            lambda: self.infix(pick("+-*"), self.real(less), self.real(less)),
            lambda: self.infix(pick("+-*"), self.real(less), self.real(less)),
            lambda: self.call(pick(("min", "max")), self.real(less),
                              self.real(less)),
            lambda: self.call("abs", self.real(less)),
            lambda: self.call(pick(("sum", "min", "max")), self.vector()),
            lambda: self.each(3, "sum"),
            lambda: self.conditional(self.boolean(1), self.real(less),
                                     self.real(less)))

    # --- statements: lists of lines ---

    def block(self, n):
        pairs = [self.statement() for _ in range(n)]
        return (["  " + line for pair in pairs for line in pair[0]],
                ["  " + line for pair in pairs for line in pair[1]]
                or ["  pass"])

    def statement(self):
        makers = [self.assign_real]*3 + [self.assign_integer]*2 + [
            self.assign_boolean, self.assign_element, self.assign_element,
            self.assign_vector, self.assign_slice, self.assign_two,
            self.assign_matrix, self.assign_record, self.assign_part]
        if self.depth < DEEPEST:
            makers += [self.branch]*3 + [self.loop]*3 + [self.repeat]
        if self.loop_depth > 0:
            makers.append(self.leave)
        elif self.chance(0.05):
            makers = [self.give_back]
        return self.random.choice(makers)()

    def assign(self, name, value, python=None):
        return [f"{name} := {value[0]};"], [f"{python or name} = {value[1]}"]

    def bounded(self, expression):
        word = self.random.choice(("tanh", "sin", "atan"))
        return self.call(word, expression, python=f"math.{word}")

    def assign_real(self):
        return self.assign(self.visible(REALS), self.bounded(self.real()))

    def assign_integer(self):
        name = self.visible(INTEGERS)
        if not name:
            return self.assign_real()
        return self.assign(name, self.call("mod", self.integer(),
                                           ("7", "7")))

    def assign_boolean(self):
        return self.assign(self.visible(BOOLEANS), self.boolean())

    def assign_element(self):
        name, at = self.random.choice("vw"), self.index()
        value = self.bounded(self.real())
        return ([f"{name}[{at[0]}] := {value[0]};"],
                [f"{name} = put({name}, {at[1]}, {value[1]})"])

    def assign_vector(self):
        a = self.vector()
        return self.assign(self.random.choice("vw"),
                           (f"0.5*{a[0]}", f"times(0.5, {a[1]})"))

    def assign_slice(self):
        name, a = self.random.choice("vw"), self.bounded(self.real(1))
        first, last = self.random.randint(1, self.size), self.size
        return ([f"{name}[{first}:{last}] := "
                 f"{{{a[0]} + 0.1*s for s in {first}:{last}}};"],
                [f"{name} = {name}[:{first - 1}] + "
                 f"[{a[1]} + 0.1*s for s in range({first}, {last} + 1)]"])

    def assign_two(self):
        real, integer = self.visible(REALS), self.visible(INTEGERS)
        value = self.call("pair", self.real(1), self.integer(1))
        if not integer:
            return self.assign_real()
        return ([f"({real}, {integer}) := {value[0]};"],
                [f"{real}, {integer} = {value[1]}"])

    def assign_matrix(self):
        if self.chance(0.4):
            a = self.matrix()
            return self.assign("m", (f"0.5*{a[0]}",
                                     f"[times(0.5, s) for s in {a[1]}]"))
        k = self.random.randint(1, 2)
        if self.chance(0.4):
            a = self.vector()
            return ([f"m[{k}, :] := 0.5*{a[0]};"],
                    [f"m = put(m, {k}, times(0.5, {a[1]}))"])
        at, a = self.index(), self.bounded(self.real(2))
        return ([f"m[{k}, {at[0]}] := {a[0]};"],
                [f"m = put(m, {k}, put(m[{k - 1}], {at[1]}, {a[1]}))"])

    def assign_record(self):
        a, n = self.bounded(self.real(1)), self.integer(1)
        u, k = self.vector(0), self.random.randint(1, 2)
        if self.chance(0.4):
            return [f"rs[{k}] := r;"], [f"rs = put(rs, {k}, r)"]
        return ([f"r := R({a[0]}, mod({n[0]}, 4), {u[0]});"],
                [f"r = dict(a={a[1]}, n=mod({n[1]}, 4), u={u[1]})"])

    def assign_part(self):
        a, k = self.bounded(self.real(2)), self.random.randint(1, 2)
        at = self.index()
        return self.choose(
            lambda: ([f"r.a := {a[0]};"], [f"r = dict(r, a={a[1]})"]),
            lambda: ([f"r.u[{at[0]}] := {a[0]};"],
                     [f"r = dict(r, u=put(r['u'], {at[1]}, {a[1]}))"]),
            lambda: ([f"rs[{k}].a := {a[0]};"],
                     [f"rs = put(rs, {k}, dict(rs[{k - 1}], a={a[1]}))"]))

    def inside(self, n, is_loop):
        self.depth += 1
        self.loop_depth += is_loop
        lines = self.block(n)
        self.depth -= 1
        self.loop_depth -= is_loop
        return lines

    def branch(self):
        modelica, python = [], []
        for k in range(self.random.randint(1, 3)):
            condition = self.boolean()
            text, same = self.inside(self.random.randint(1, 3), False)
            modelica += [f"{'elseif' if k else 'if'} {condition[0]} then",
                         *text]
            python += [f"{'elif' if k else 'if'} {condition[1]}:", *same]
        if self.chance(0.6):
            text, same = self.inside(self.random.randint(1, 2), False)
            modelica += ["else", *text]
            python += ["else:", *same]
        return modelica + ["end if;"], python

    def ranges(self):
        """Modelica, Python, the least and the most."""
        n, any_of = self.size, self.random.randint
        first, step = any_of(-1, 3), self.random.choice((1, 2, -1))
        last = first + step*any_of(-1, 3)
        some = [any_of(1, n) for _ in range(any_of(1, 3))]
        a = self.integer(1)
        return self.random.choice((
            (f"1:{n}", f"range(1, {n} + 1)", 1, n),
            (f"{first}:{step}:{last}",
             f"range({first}, {last + (1 if step > 0 else -1)}, {step})",
             min(first, last), max(first, last)),
            ("{%s}" % ", ".join(map(str, some)), repr(some), min(some),
             max(some)),
            (f"1:mod({a[0]}, {n + 1})", f"range(1, mod({a[1]}, {n + 1}) + 1)",
             1, n)))

    def loop(self):
        """After it the name is again what it was before."""
        name = self.random.choice(LOOP_NAMES)
        text, same, least, most = self.ranges()
        self.loops.append((name, least, most))
        modelica, python = self.inside(self.random.randint(1, 3), True)
        self.loops.pop()
        self.n_kept += 1
        return ([f"for {name} in {text} loop", *modelica, "end for;"],
                [f"kept{self.n_kept} = {name}", f"for {name} in {same}:",
                 *python, f"{name} = kept{self.n_kept}"])

    def repeat(self):
        self.n_counters += 1
        count, most = f"count{self.n_counters}", self.random.randint(1, 4)
        condition = self.boolean(1)
        modelica, python = self.inside(self.random.randint(1, 3), True)
        return ([f"{count} := 0;",
                 f"while {count} < {most} and {condition[0]} loop",
                 f"  {count} := {count} + 1;", *modelica, "end while;"],
                [f"{count} = 0",
                 f"while {count} < {most} and {condition[1]}:",
                 f"  {count} = {count} + 1", *python])

    def leave(self):
        condition = self.boolean(1)
        return ([f"if {condition[0]} then", "  break;", "end if;"],
                [f"if {condition[1]}: break"])

    def give_back(self):
        self.returns = True
        condition = self.boolean(1)
        return ([f"if {condition[0]} then", "  return;", "end if;"],
                [f"if {condition[1]}: return a, b, i, v, w, m, r, rs"])

    # --- the whole ---

    @property
    def n_results(self):
        return 7 + 5*self.size

    def counters(self):
        return [f"count{k + 1}" for k in range(self.n_counters)]

    def variables(self):
        """(type, name, dimensions, value in Modelica, in Python)."""
        n = self.size
        steps = ", ".join(f"x + {0.25*k}" for k in range(n))
        half = f"fill(0.5, {n})"
        return [
            ("Real", "a", "", "x", "x"), ("Real", "b", "", "0.5", "0.5"),
            ("Integer", "i", "", "2", "2"),
            ("Real", "v", f"[{n}]", "{%s}" % steps, f"[{steps}]"),
            ("Real", "w", f"[{n}]", half, f"[0.5]*{n}"),
            ("Real", "m", f"[2, {n}]", f"fill(x, 2, {n})", f"[[x]*{n}]*2"),
            ("R", "r", "", f"R(x, 1, {half})", f"dict(a=x, n=1, u=[0.5]*{n})"),
            ("R", "rs", "[2]", f"{{R(0.1, 2, {half}), R(x, 3, {half})}}",
             f"[dict(a=0.1, n=2, u=[0.5]*{n}), dict(a=x, n=3, u=[0.5]*{n})]"),
            ("Real", "c", "", "-x", "-x"), ("Integer", "j", "", "n", "n"),
            ("Integer", "k", "", "0", "0"),
            ("Boolean", "p", "", "x > 1", "x > 1"),
            ("Boolean", "q", "", "false", "False"),
            *(("Integer", name, "", "0", "0") for name in self.counters())]

    RESULT = ("cat(1, {a, b, i}, v, w, m[1, :], m[2, :], r.u, "
              "{r.a, r.n, rs[1].a, rs[2].a})")

    def function(self, name, note=""):
        rows = self.variables()
        given = "".join(f"    output {t} {v}{d} = {value};\n"
                        for t, v, d, value, _ in rows[:8])
        inner = "".join(f"    {t} {v}{d} = {value};\n"
                        for t, v, d, value, _ in rows[8:])
        plain = "".join(f"    {t} {v}{d};\n" for t, v, d, _, _ in rows[:8])
        body = "".join(f"  {line}\n" for line in self.body[0])
        return (f"  function {name}_parts\n    input Real x;\n"
                f"    input Integer n;\n{given}  protected\n{inner}"
                f"  algorithm\n{body}{note}  end {name}_parts;\n"
                f"  function {name}\n    input Real x;\n    input Integer n;\n"
                f"    output Real y[{self.n_results}];\n  protected\n{plain}"
                f"  algorithm\n    (a, b, i, v, w, m, r, rs) := "
                f"{name}_parts(x, n);\n    y := {self.RESULT};\n{note}"
                f"  end {name};\n")

    def section(self):
        """The statements as an algorithm of the model."""
        rows = self.variables()
        if self.returns:
            return ""
        return ("".join(f"  {t} {v}{d};\n" for t, v, d, _, _ in rows)
                + f"  Real section[{self.n_results}];\nalgorithm\n"
                + "".join(f"  {v} := {value};\n" for _, v, _, value, _ in rows)
                + "".join(f"{line}\n" for line in self.body[0])
                + f"  section := {self.RESULT};\n")

    def changing(self):
        """Of the results the places of those that are Real."""
        return [k for k in range(1, self.n_results + 1)
                if k not in (3, self.n_results - 2)]

    def text(self):
        count, places = self.n_results, self.changing()
        return (f"model P\n{HELPERS.replace('@N', str(self.size))}"
                + self.function("f")
                + self.function("g", "    annotation(Inline = false);\n")
                + f"""  parameter Real xp = {self.x};
  parameter Integer np = {self.n};
  Real x = {self.x} + time;
  Integer n = {self.n} + integer(0*time);
  constant Real known[{count}] = f({self.x}, {self.n});
  Real literal[{count}] = known;
  parameter Real set[{count}] = f(xp, np);
  Real mixed[{count}] = f(x, {self.n});
  Real called[{count}] = g(x, n);
  Real open[{count}] = f(x, n);
  Real dmixed[{count}], dcalled[{count}];
""" + self.section() + "equation\n"
                + "".join(f"  d{name}[{k}] = "
                          + (f"der({name}[{k}]);\n" if k in places else "0;\n")
                          for name in ("mixed", "called")
                          for k in range(1, count + 1))
                + "  annotation(experiment(StopTime = 0.01, Interval = 0.01));"
                  "\nend P;\n")

    def results(self, x):
        lines = [f"{v} = {value}" for _, v, _, _, value in self.variables()]
        lines += ["l = e = None"] + [line[2:] for line in self.body[1]]
        lines.append("return a, b, i, v, w, m, r, rs")
        space = {}
        exec(PRELUDE + "def f(x, n):\n"
             + "".join(f"  {line}\n" for line in lines), space)
        a, b, i, v, w, m, r, rs = space["f"](x, self.n)
        return [a, b, i, *v, *w, *m[0], *m[1], *r["u"], r["a"], r["n"],
                rs[0]["a"], rs[1]["a"]]

    def expected(self):
        """Names of arrays with their values at the end; None: not known, for
        the function has a corner near by."""
        x, h = self.x + 0.01, 1e-5
        now, first = self.results(x), self.results(self.x)
        at = {k: self.results(x + k*h) for k in (-2, -1, 1, 2)}
        slopes = []
        for k in range(self.n_results):
            narrow = (at[1][k] - at[-1][k])/(2*h)
            wide = (8*(at[1][k] - at[-1][k]) - at[2][k] + at[-2][k])/(12*h)
            smooth = abs(narrow - wide) <= 1e-6*max(1.0, abs(wide))
            slopes.append(wide if smooth and k + 1 in self.changing()
                          else None)
        found = {"literal": first, "set": first, "mixed": now, "called": now,
                 "open": now, "dmixed": slopes, "dcalled": slopes}
        if not self.returns:
            found["section"] = now
        return found


def check(seed, simulate):
    """Differences as texts; `simulate` gives the values at the end."""
    program = Program(seed)
    final, wrong = simulate(program.text()), []
    for name, values in program.expected().items():
        allowed = 1e-4 if name.startswith("d") else 1e-8
        for k, value in enumerate(values):
            found = final[f"{name}[{k + 1}]"]
            if value is None or (found is not None and abs(found - value)
                                 <= allowed*max(1.0, abs(value))):
                continue
            wrong.append(f"{name}[{k + 1}] is {found}, not {value}")
            break
    return wrong
