"""Every built-in function and operator of the specification, with values.

Functions of numbers are tested as the table of the program lists them
(generator/base/builtin_functions.def): computed at translation, by variables
that move, in a when-equation and inside of a function, they have one value.
The page of the documentation that lists all functions is made of the table.

A row is an expression of the variables below and what it gives. Each row is
computed with constants at translation, with variables that move and with
variables that a when-equation has set, directly and inside of a function; an
FMU is stepped to time 1 and its variables are compared.
"""

import json
import math
import os
import re
import sys

from .suite import ROOT, folder, foucault, need, read, write

sys.path.insert(0, os.path.join(ROOT, "docs", "site"))
import builtin_table  # noqa: E402

# name: (declaration, at time 1, as an expression of time)
VARIABLES = {
    "x": ("Real", "1.5", "0.5 + time"),
    "y": ("Real", "-2.25", "-3.25 + time"),
    "z": ("Real", "0.5", "0.25 + time/4"),
    "i": ("Integer", "7", "6 + integer(1.5*time)"),
    "j": ("Integer", "-3", "-2 - integer(1.5*time)"),
    "b": ("Boolean", "true", "time > 0.5"),
    "c": ("Boolean", "false", "time > 2"),
    "e": ("Size", "Size.medium",
          "if time > 0.5 then Size.medium else Size.small"),
    "s": ("String", '"one"', 'if time > 0.5 then "one" else "two"'),
    "v": ("Real[3]", "{1, -2, 3}", "{time, -2*time, 3*time}"),
    "w": ("Real[3]", "{2, 0.5, -1}", "{1 + time, 0.25 + time/4, -0.5 - time/2}"),
    "k": ("Integer[3]", "{3, 1, 2}",
          "{2 + integer(1.5*time), 2 - integer(1.5*time), 2}"),
    "p": ("Boolean[2]", "{true, false}", "{time > 0.5, time > 2}"),
    "A": ("Real[2, 3]", "[1, 2, 3; 4, 5, 6]",
          "[time, 2*time, 3*time; 4*time, 5*time, 6*time]"),
    "B": ("Real[2, 2]", "[2, 1; 0, -1]", "[2*time, time; 0, -time]"),
}

TYPES = "type Size = enumeration(small, medium, large);"

# (expression, type, value); a list of names that the row does without is
# found by itself
ROWS = [
    # 3.4, 3.5: operators
    ("x + y", "Real", -0.75),
    ("x - y", "Real", 3.75),
    ("x*y", "Real", -3.375),
    ("x/z", "Real", 3.0),
    ("x^3", "Real", 3.375),
    ("2^y", "Real", 2**-2.25),
    ("-x", "Real", -1.5),
    ("i + j", "Integer", 4),
    ("i - j", "Integer", 10),
    ("i*j", "Integer", -21),
    ("i/j", "Real", 7/-3),
    ("i^2", "Real", 49.0),
    ("-i", "Integer", -7),
    ("x < z", "Boolean", False),
    ("x <= i", "Boolean", True),
    ("i > j", "Boolean", True),
    ("i >= 8", "Boolean", False),
    ("i == 7", "Boolean", True),
    ("i <> 7", "Boolean", False),
    ("b == c", "Boolean", False),
    ("b <> c", "Boolean", True),
    ("b > c", "Boolean", True),
    ("e == Size.medium", "Boolean", True),
    ("e <> Size.small", "Boolean", True),
    ("e < Size.large", "Boolean", True),
    ("e >= Size.large", "Boolean", False),
    ("s == \"one\"", "Boolean", True),
    ("s <> \"one\"", "Boolean", False),
    ("s < \"two\"", "Boolean", True),
    ("s >= \"two\"", "Boolean", False),
    ("s + \"!\"", "String", "one!"),
    ("b and c", "Boolean", False),
    ("b or c", "Boolean", True),
    ("not b", "Boolean", False),
    ("if b then x else y", "Real", 1.5),
    ("if c then i elseif b then j else 0", "Integer", -3),
    ("if c then s else \"no\"", "String", "no"),
    ("if c then v else w", "Real[3]", [2, 0.5, -1]),
    ("if c then Size.small else e", "Size", 2),
    # 3.7.1: numeric functions and conversions
    ("abs(y)", "Real", 2.25),
    ("abs(j)", "Integer", 3),
    ("sign(y)", "Integer", -1),
    ("sign(x)", "Integer", 1),
    ("sign(j)", "Integer", -1),
    ("sqrt(x)", "Real", math.sqrt(1.5)),
    ("Integer(e)", "Integer", 2),
    ("Size(i - 4)", "Size", 3),
    ("String(b)", "String", "true"),
    ("String(c, minimumLength=7)", "String", "false  "),
    ("String(e)", "String", "medium"),
    ("String(e, minimumLength=8, leftJustified=false)", "String", "  medium"),
    ("String(i)", "String", "7"),
    ("String(j, minimumLength=5)", "String", "-3   "),
    ("String(j, minimumLength=5, leftJustified=false)", "String", "   -3"),
    ("String(x)", "String", "1.5"),
    ("String(y, significantDigits=2)", "String", "-2.2"),
    ("String(x, minimumLength=6, leftJustified=false)", "String", "   1.5"),
    ("String(x, format=\"8.3f\")", "String", "   1.500"),
    ("String(x, format=\".2e\")", "String", "1.50e+00"),
    ("String(i, format=\"4d\")", "String", "   7"),
    ("\"x = \" + String(x) + \", i = \" + String(i)", "String",
     "x = 1.5, i = 7"),
    # 3.7.2: functions that make events
    ("div(i, j)", "Integer", -2),
    ("div(y, z)", "Real", -4.0),
    ("div(i, 2)", "Integer", 3),
    ("mod(i, 4)", "Integer", 3),
    ("mod(j, 4)", "Integer", 1),
    ("mod(x, -1.4)", "Real", -1.3),
    ("mod(y, 1.4)", "Real", 0.55),
    ("rem(i, j)", "Integer", 1),
    ("rem(j, 2)", "Integer", -1),
    ("rem(y, 1.4)", "Real", -0.85),
    ("ceil(y)", "Real", -2.0),
    ("ceil(x)", "Real", 2.0),
    ("floor(y)", "Real", -3.0),
    ("floor(x)", "Real", 1.0),
    ("integer(y)", "Integer", -3),
    ("integer(x)", "Integer", 1),
    # 3.7.3: mathematical functions
    ("sin(x)", "Real", math.sin(1.5)),
    ("cos(x)", "Real", math.cos(1.5)),
    ("tan(z)", "Real", math.tan(0.5)),
    ("asin(z)", "Real", math.asin(0.5)),
    ("acos(z)", "Real", math.acos(0.5)),
    ("atan(y)", "Real", math.atan(-2.25)),
    ("atan2(y, -x)", "Real", math.atan2(-2.25, -1.5)),
    ("sinh(x)", "Real", math.sinh(1.5)),
    ("cosh(x)", "Real", math.cosh(1.5)),
    ("tanh(x)", "Real", math.tanh(1.5)),
    ("exp(y)", "Real", math.exp(-2.25)),
    ("log(x)", "Real", math.log(1.5)),
    ("log10(x)", "Real", math.log10(1.5)),
    ("sin(i)", "Real", math.sin(7)),
    ("sqrt(i)", "Real", math.sqrt(7)),
    # 3.7.4, 3.7.5 where they are values
    ("homotopy(actual=x, simplified=y)", "Real", 1.5),
    ("homotopy(x, y)", "Real", 1.5),
    ("semiLinear(x, 2, 3)", "Real", 3.0),
    ("semiLinear(y, 2, 3)", "Real", -6.75),
    ("noEvent(if x > z then x else z)", "Real", 1.5),
    ("smooth(1, if x > z then x else z)", "Real", 1.5),
    # 10.3.1
    ("ndims(A)", "Integer", 2),
    ("ndims(x)", "Integer", 0),
    ("size(A, 1)", "Integer", 2),
    ("size(A)", "Integer[2]", [2, 3]),
    ("size(v, 1)", "Integer", 3),
    # 10.3.2
    ("scalar({{x}})", "Real", 1.5),
    ("vector(x)", "Real[1]", [1.5]),
    ("vector({{1, x, 3}})", "Real[3]", [1, 1.5, 3]),
    ("matrix(v)", "Real[3, 1]", [1, -2, 3]),
    ("matrix(x)", "Real[1, 1]", [1.5]),
    ("promote(v, 2)", "Real[3, 1]", [1, -2, 3]),
    # 10.3.3
    ("identity(2)*x", "Real[2, 2]", [1.5, 0, 0, 1.5]),
    ("identity(2)", "Integer[2, 2]", [1, 0, 0, 1]),
    ("diagonal({x, y})", "Real[2, 2]", [1.5, 0, 0, -2.25]),
    ("diagonal({i, 2})", "Integer[2, 2]", [7, 0, 0, 2]),
    ("zeros(2)", "Real[2]", [0, 0]),
    ("ones(2, 1)", "Integer[2, 1]", [1, 1]),
    ("fill(x, 2)", "Real[2]", [1.5, 1.5]),
    ("fill(i, 1, 2)", "Integer[1, 2]", [7, 7]),
    ("fill(b, 2)", "Boolean[2]", [True, True]),
    ("fill(s, 1)", "String[1]", ["one"]),
    ("linspace(z, x, 3)", "Real[3]", [0.5, 1, 1.5]),
    # 10.3.4
    ("min(v)", "Real", -2.0),
    ("min(k)", "Integer", 1),
    ("min(p)", "Boolean", False),
    ("min(x, y)", "Real", -2.25),
    ("min(i, j)", "Integer", -3),
    ("min(i, x)", "Real", 1.5),
    ("min(e, Size.small)", "Size", 1),
    ("max(A)", "Real", 6.0),
    ("max(p)", "Boolean", True),
    ("max(e, Size.small)", "Size", 2),
    ("max({e, Size.large})", "Size", 3),
    ("max(x, y)", "Real", 1.5),
    ("sum(A)", "Real", 21.0),
    ("sum(k)", "Integer", 6),
    ("product(v)", "Real", -6.0),
    ("product(k)", "Integer", 6),
    ("sum(q*x for q in 1:3)", "Real", 9.0),
    ("product(q + z for q in {x, y})", "Real", -3.5),
    ("min(q^2 for q in v)", "Real", 1.0),
    ("max(v[q]*w[q] for q in 1:3)", "Real", 2.0),
    ("sum(v[q] for q in k)", "Real", 2.0),
    ("sum(q*r for q in 1:2, r in 1:3)", "Integer", 18),
    ("max(q for q in Size)", "Size", 3),
    # 10.3.5
    ("transpose(A)", "Real[3, 2]", [1, 4, 2, 5, 3, 6]),
    ("outerProduct({x, y}, w)", "Real[2, 3]",
     [3, 0.75, -1.5, -4.5, -1.125, 2.25]),
    ("symmetric(B)", "Real[2, 2]", [2, 1, 1, -1]),
    ("cross(v, w)", "Real[3]", [0.5, 7, 4.5]),
    ("skew(v)", "Real[3, 3]", [0, -3, -2, 3, 0, -1, 2, 1, 0]),
    # 10.4
    ("{x, i, y}", "Real[3]", [1.5, 7, -2.25]),
    ("array(i, j)", "Integer[2]", [7, -3]),
    ("{s, \"two\"}", "String[2]", ["one", "two"]),
    ("{q*x for q in 1:3}", "Real[3]", [1.5, 3, 4.5]),
    ("array(q + r for q in 1:2, r in 0:10:10)", "Integer[2, 2]",
     [1, 2, 11, 12]),
    ("cat(1, v, {x})", "Real[4]", [1, -2, 3, 1.5]),
    ("cat(2, A, B)", "Real[2, 5]", [1, 2, 3, 2, 1, 4, 5, 6, 0, -1]),
    ("cat(1, k, {i})", "Integer[4]", [3, 1, 2, 7]),
    ("cat(1, p, {c})", "Boolean[3]", [True, False, False]),
    ("[v, w]", "Real[3, 2]", [1, 2, -2, 0.5, 3, -1]),
    ("[x, y; z, i]", "Real[2, 2]", [1.5, -2.25, 0.5, 7]),
    ("2:4", "Integer[3]", [2, 3, 4]),
    ("1.0:0.5:2.0", "Real[3]", [1, 1.5, 2]),
    ("3:-1:1", "Integer[3]", [3, 2, 1]),
    # 10.5
    ("v[2]", "Real", -2.0),
    ("v[end]", "Real", 3.0),
    ("v[i - 5]", "Real", -2.0),
    ("v[Integer(e)]", "Real", -2.0),
    ("A[2, 1:2]", "Real[2]", [4, 5]),
    ("A[:, end]", "Real[2]", [3, 6]),
    ("v[{3, 1}]", "Real[2]", [3, 1]),
    ("v[k]", "Real[3]", [3, 1, -2]),
    ("A[k[2], k]", "Real[3]", [3, 1, 2]),
    # 10.6
    ("v + w", "Real[3]", [3, -1.5, 2]),
    ("v - w", "Real[3]", [-1, -2.5, 4]),
    ("-v", "Real[3]", [-1, 2, -3]),
    ("v .+ x", "Real[3]", [2.5, -0.5, 4.5]),
    ("x .- v", "Real[3]", [0.5, 3.5, -1.5]),
    ("x*v", "Real[3]", [1.5, -3, 4.5]),
    ("v/x", "Real[3]", [1/1.5, -2/1.5, 2]),
    ("v .* w", "Real[3]", [2, -1, -3]),
    ("v ./ w", "Real[3]", [0.5, -4, -3]),
    ("v .^ 2", "Real[3]", [1, 4, 9]),
    ("2 .^ w", "Real[3]", [4, math.sqrt(2), 0.5]),
    ("v*w", "Real", -2.0),
    ("A*v", "Real[2]", [6, 12]),
    ("{x, z}*A", "Real[3]", [3.5, 5.5, 7.5]),
    ("B*A", "Real[2, 3]", [6, 9, 12, -4, -5, -6]),
    ("B^2", "Real[2, 2]", [4, 1, 0, 1]),
    ("k*k", "Integer", 14),
    ("sin(v)", "Real[3]", [math.sin(1), math.sin(-2), math.sin(3)]),
    ("abs(v)", "Real[3]", [1, 2, 3]),
    ("atan2(v, w)", "Real[3]",
     [math.atan2(1, 2), math.atan2(-2, 0.5), math.atan2(3, -1)]),
    ("mod(k, 2)", "Integer[3]", [1, 1, 0]),
    ("max(v[1:0])", "Real", -math.inf),
    ("sum(v[1:0])", "Real", 0.0),
    ("product(v[1:0])", "Real", 1.0),
    ("String(sum(v))", "String", "2"),
]


def parts_of(kind, value):
    """(subscripts, value) of each scalar; Strings are compared there."""
    if "[" not in kind:
        return [("", value)]
    sizes = [int(n) for n in kind[kind.index("[") + 1:-1].split(",")]
    found = []
    for number, one in enumerate(value):
        at = []
        for size in reversed(sizes):
            at.insert(0, number % size + 1)
            number //= size
        found.append((f"[{','.join(map(str, at))}]", one))
    return found


def declared(kind, name):
    base, _, sizes = kind.partition("[")
    return f"{base} {name}{'[' + sizes if sizes else ''}"


def used(expression):
    words = set(re.findall(r"(?<![\w.\"])[A-Za-z_]\w*", expression))
    return [name for name in VARIABLES if name in words]


def results(rows=None):
    """Variables that the FMU shows and their values: Strings as Booleans."""
    wanted, lines = {}, []
    for number, (_, kind, value) in enumerate(ROWS):
        if rows and number not in rows:
            continue
        name = f"r{number}"
        for at, one in parts_of(kind, value):
            if not kind.startswith("String"):
                wanted[name + at] = one, number
                continue
            shown = f"same{len(lines)}"
            lines.append(f"  Boolean {shown} = {name}{at} == \"{one}\";")
            wanted[shown] = True, number
    return wanted, lines


def constants():
    return [f"  constant {declared(kind, name)} = {value};"
            for name, (kind, value, _) in VARIABLES.items()]


def moving():
    return [f"  {declared(kind, name)} = {value};"
            for name, (kind, _, value) in VARIABLES.items()]


def sampled():
    """Of the values at time 1, which then do not move."""
    at_one = {name: re.sub(r"\btime\b", "(2*time)", value)
              for name, (_, _, value) in VARIABLES.items()}
    lines = [f"  {declared(kind, name)};"
             for name, (kind, _, _) in VARIABLES.items()]
    return lines + ["equation", "  when {initial(), time >= 0.5} then",
                    *[f"    {name} = {value};"
                      for name, value in at_one.items()], "  end when;"]


def plain_model(variables, rows=None):
    """The rows as variables with a value."""
    wanted, compared = results(rows)
    lines = [f"  {declared(kind, f'r{n}')} = {text};"
             for n, (text, kind, _) in enumerate(ROWS)
             if not rows or n in rows]
    return wanted, "\n".join(["model Rows", "  " + TYPES, *lines, *compared,
                              *variables, "end Rows;"])


def function_model(variables, more):
    """The rows as calls of functions."""
    wanted, compared = results()
    lines = ["model Rows", "  " + TYPES]
    for number, (text, kind, _) in enumerate(ROWS):
        names = used(text)
        lines += [f"  function f{number}"]
        lines += [f"    input {declared(VARIABLES[n][0], n)};" for n in names]
        lines += [f"    output {declared(kind, 'result')};", "  algorithm",
                  f"    result := {text};", f"    {more}",
                  f"  end f{number};",
                  f"  {declared(kind, f'r{number}')} = "
                  f"f{number}({', '.join(names)});"]
    return wanted, "\n".join([*lines, *compared, *variables, "end Rows;"])


def close(got, wanted):
    if isinstance(wanted, bool) or isinstance(got, bool):
        return got == wanted
    if isinstance(got, (int, float)) and math.isinf(wanted):
        return got <= -1e60  # the least number of the type
    return abs(got - wanted) <= 1e-12*max(1, abs(wanted))


def check(wanted, text):
    with folder() as place:
        path = os.path.join(place, "Rows.mo")
        write(path, text)
        done = foucault("simulate", path, "--stop", "1", "--json", "--output",
                        os.path.join(place, "out.csv"))
    final = json.loads(done.stdout)["final"]
    wrong = []
    for name, (value, number) in wanted.items():
        if name not in final or not close(final[name], value):
            wrong.append(f"{ROWS[number][0]}: {final.get(name)} instead of "
                         f"{value} ({name})")
    need(not wrong, "; ".join(wrong[:5]))


def moving_rows():
    """Integers and Strings cannot be computed from what moves, unless by
    functions that make events."""
    jumps = ("div", "mod", "rem", "integer")
    moves = {name for name, (kind, *_) in VARIABLES.items()
             if kind.startswith("Real")}
    return {n for n, (text, kind, _) in enumerate(ROWS)
            if kind.startswith(("Real", "Boolean")) or text.startswith(jumps)
            or not moves & set(used(text))}


# --- the table --------------------------------------------------------------

def points(row):
    """Arguments inside of the domain of a function of numbers."""
    least, most = (float(text.replace("INFINITY", "inf"))
                   for text in row.fact("DOMAIN"))
    low = min(most, 1.25) - 2.5 if math.isinf(least) else least
    high = low + 2.5 if math.isinf(most) else most
    parts = (0.13, 0.27, 0.58, 0.86)
    return [(low + (high - low)*part, 0.7 - part) for part in parts]


def table_model():
    """Each function of numbers in four ways: names of variables that must be
    equal."""
    lines, equal = ["model Rows"], []
    equations = ["equation", "  when {initial(), time >= 0.5} then"]
    for row in builtin_table.rows():
        if row.kind != "MATH_FUNCTION":
            continue
        n = int(row.columns[2])
        kind = "Integer" if row.columns[3] == "TO_INTEGER" else "Real"
        names = ["a", "b"][:n]
        lines += [f"  function f_{row.name}",
                  *[f"    input Real {name};" for name in names],
                  f"    output {kind} y;", "  algorithm",
                  f"    y := {row.name}({', '.join(names)});",
                  "    annotation(Inline = false);", f"  end f_{row.name};"]
        for k, point in enumerate(points(row)):
            known = ", ".join(f"{x!r}" for x in point[:n])
            moves = ", ".join(f"{x!r} + 0.01*(time - 1)" for x in point[:n])
            four = [f"{way}_{row.name}_{k}" for way in "kmwf"]
            lines += [f"  constant {kind} {four[0]} = {row.name}({known});",
                      f"  Real {four[1]} = {row.name}({moves});",
                      f"  discrete {kind} {four[2]};",
                      f"  Real {four[3]} = f_{row.name}({moves});"]
            again = moves.replace("time", "2*time")
            equations += [f"    {four[2]} = {row.name}({again});"]
            equal.append(four)
    return equal, "\n".join([*lines, *equations, "  end when;", "end Rows;"])


def table():
    equal, text = table_model()
    with folder() as place:
        path = os.path.join(place, "Rows.mo")
        write(path, text)
        done = foucault("simulate", path, "--stop", "1", "--json", "--output",
                        os.path.join(place, "out.csv"))
    final = json.loads(done.stdout)["final"]
    need(len(equal) > 50, "few functions of numbers")
    wrong = []
    for names in equal:
        known, *others = [final[name] for name in names]
        if any(not abs(x - known) <= 1e-12*max(1, abs(known)) for x in others):
            wrong.append(", ".join(f"{name} = {final[name]}"
                                   for name in names))
    need(not wrong, "; ".join(wrong[:5]))


# What is not a value that a row could have.
NO_VALUES = {"der", "initial", "terminal", "pre", "edge", "change", "sample",
             "delay"}


def each_has_a_value():
    """The rows above, or the test of the table, compute each function."""
    seen = " ".join(text for text, *_ in ROWS)
    lost = [row.name for row in builtin_table.functions()
            if row.kind in ("SCALAR_FUNCTION", "ARRAY_FUNCTION")
            and row.name not in NO_VALUES
            and not re.search(rf"\b{re.escape(row.name)}\(", seen)]
    need(not lost, f"no value is known of: {', '.join(lost)}")


def page(update):
    """The page in the repository is made of the table as it is now."""
    path = os.path.join(ROOT, builtin_table.PAGE)
    text = builtin_table.page()
    if update:
        write(path, text)
    need(os.path.exists(path) and read(path) == text,
         f"{builtin_table.PAGE} is not the table: tests/run --update "
         "--filter builtins/page")


def collect(runner):
    runner.add("builtins/page", lambda: page(runner.update))
    runner.add("builtins/table", table)
    runner.add("builtins/each_has_a_value", each_has_a_value)
    runner.add("builtins/constants", lambda: check(*plain_model(constants())))
    runner.add("builtins/moving", lambda: check(
        *plain_model(moving(), moving_rows())))
    runner.add("builtins/sampled", lambda: check(*plain_model(sampled())))
    runner.add("builtins/functions", lambda: check(
        *function_model(sampled(), "annotation(Inline = false);")))
    runner.add("builtins/functions_inline", lambda: check(
        *function_model(sampled(), "")))
    runner.add("builtins/functions_of_constants", lambda: check(
        *function_model(constants(), "")))
