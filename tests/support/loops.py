"""Equations of the same shape become loops: the values stay the same to the
last bit, and the C text does not grow with the number of equations."""

import glob
import itertools
import json
import math
import os
import re

from .suite import (TESTS, Failure, folder, foucault, need, quick_build, read,
                    write)

FOLDER = os.path.join(TESTS, "loops")
# n may be doubled in these, nothing but arrays of numbers grows
GROWING = ["ladder_of_arrays", "ladder_of_components", "chain", "shuffled",
           "events", "bounces", "sums", "small_blocks",
           "large_block"]


def model(name):
    return os.path.join(FOLDER, name + ".mo")


def curves(name, place, *words):
    table = os.path.join(place, "-".join(["out", *words]) + ".csv")
    foucault("simulate", model(name), "--stop", "1", "--step", "0.05",
             "--tolerance", "1e-8", "-q", "--output", table, *words)
    return read(table)


def same_values(name):
    with folder() as place:
        loops = curves(name, place)
        plain = curves(name, place, "--no-loops")
    need(loops == plain, "the curves differ")
    need(loops.count("\n") > 15, "there are no curves")


def long_tables_are_packed():
    """Those of two models are, whose values loops/values compares."""
    for name, n in (("large_block", 6), ("links", 2)):
        packed = c_text(model(name)).count("{PACKED_TABLE,")
        need(packed >= n, f"{name}: {packed} tables are packed")
        need("{PACKED_TABLE," not in c_text(model(name), "--no-loops"),
             f"{name}: tables are packed without loops")
    need("{PACKED_TABLE," not in c_text(model("chain")),
         "a short table is packed")


def many_blocks_are_few_entries():
    """Those of loops/values/small_blocks, where the values are compared."""
    text = c_text(model("small_blocks"))
    need(".n_twins = " in text, "each loop has an entry")
    need(text.count("{.number = ") < 20, "there are too many entries")


def c_text(path, *words):
    return foucault("build", path, "--dump=c", "-q", *words).stdout


def enlarged(name, place):
    """The model with more than twice as many cells."""
    path = os.path.join(place, name + ".mo")
    write(path, re.sub(r"Integer n = (\d+)",
                       lambda m: f"Integer n = {2*int(m[1]) + 1}",
                       read(model(name))))
    return path


def without_arrays(text):
    """The statements: arrays of constants, with one line each, are gone."""
    return re.sub(r"^static const [^\n]*=(?: \{.*?\}|\n.*?\");$", "", text,
                  flags=re.MULTILINE | re.DOTALL)


def count(text):
    lines = without_arrays(text).split("\n")
    return sum(1 for line in lines if line)


def text_does_not_grow(name):
    small = count(c_text(model(name)))
    with folder() as place:
        large = count(c_text(enlarged(name, place)))
    # some statements more: what is left over of groups of terms
    need(large <= 1.1*small + 12,
         f"{small} lines, {large} for twice as many cells")
    plain = count(c_text(model(name), "--no-loops"))
    need(small < plain/2, f"{small} lines with loops, {plain} without")


def tables_grow_slowly():
    """An algebraic loop of a shape that is there already needs its unknowns
    and references."""
    small = len(c_text(model("small_blocks")))
    with folder() as place:
        path = enlarged("small_blocks", place)
        large = len(c_text(path))
        cells = n_cells(path) - n_cells(model("small_blocks"))
    # once for the initial, once for the continuous system
    each = (large - small)/cells/2
    need(each < 700, f"{each:.0f} bytes for a loop of two equations")


def large_fmu(name, place, **options):
    """An FMU of so many cells that workers write a part of its texts."""
    path = os.path.join(place, name + ".fmu")
    foucault("build", model(name), "--set", "n=2000", "-q", "--source",
             "--output", path, **options)
    with open(path, "rb") as file:
        return file.read()


def workers_write_the_same(name):
    """On one processor there are no workers."""
    one = {min(os.sched_getaffinity(0))}
    with folder() as place:
        many = large_fmu(name, place)
        alone = large_fmu(name, place,
                          preexec=lambda: os.sched_setaffinity(0, one))
    need(many == alone, "the FMUs differ")


def n_cells(path):
    return int(re.search(r"Integer n = (\d+)", read(path))[1])


# A loop of five currents; the word stands for one of its resistances.
CURRENTS = """model Currents
  parameter Real R = 2, S = 3;
  Real x(start = 1, fixed = true), y, i[5];
equation
  R*i[1] + S*(i[1] - i[2]) = x;
  S*(i[2] - i[1]) + R*i[2] + RESISTANCE*(i[2] - i[3]) = 0;
  RESISTANCE*(i[3] - i[2]) + R*i[3] + S*(i[3] - i[4]) = 0;
  S*(i[4] - i[3]) + R*i[4] + S*(i[4] - i[5]) = 0;
  S*(i[5] - i[4]) + S*(i[5] - i[1]) + R*i[5] = 0;
  y = 1 + time;
  der(x) = -i[1];
end Currents;
"""


def factored_once():
    """A matrix of numbers and parameters is factored once for the initial and
    once for the continuous system. A small one that changes is solved by
    formulas, which would cost more than factors that are there."""
    with folder() as place:
        path = os.path.join(place, "Currents.mo")

        def run(resistance):
            write(path, CURRENTS.replace("RESISTANCE", resistance))
            done = foucault("simulate", path, "--stop", "50", "--tolerance",
                            "1e-10", "--method", "bdf", "--json")
            report = json.loads(done.stdout)
            need(report["rhs_evaluations"] > 100, "too few evaluations")
            has_formula = "continuous_0_formula" in c_text(path)
            return report["loop_factorizations"], has_formula

        for resistance in ("2.5", "R", "(R + S^2)"):
            n, has_formula = run(resistance)
            need(n == 2, f"{resistance}: {n} factorizations")
            need(not has_formula, f"{resistance}: a formula")
        n, has_formula = run("y")
        need(has_formula and 2 < n < 30, f"y: {n} factorizations")


# What is computed alike in several equations; tick() is called each time.
SHARED = """model Shared
  function f
    input Real x;
    output Real y, z;
  algorithm
    y := 0;
    for i in 1:10 loop
      y := y + sin(x*i)/i^2;
    end for;
    z := y^2 + x;
    annotation(Inline = false);
  end f;
  impure function tick
    input Real x;
    output Real y;
  external "C" y = tick(x) annotation(Include =
    "static double tick(double x) { static double n; return n += x; }");
  end tick;
  parameter Real L = 2;
  Real phi(start = 1, fixed = true), a, b, c, d, x, y, vx, vy, w;
  Real n1(start = 0, fixed = true), n2(start = 0, fixed = true);
equation
  (a, b) = f(phi);
  c = f(2*phi) + 1;
  d = f(2*phi)*phi;
  x = L*sin(phi);
  y = -L*cos(phi);
  vx = L*cos(phi)*w;
  vy = L*sin(phi)*w;
  w = -a + 0.1*b + 0.01*c*d;
  der(phi) = w - 0.01*(x*vx + y*vy);
  when sample(0, 0.1) then
    n1 = tick(1);
    n2 = tick(1);
  end when;
end Shared;
"""


def body(text, function):
    """Of a C function."""
    found = re.search(r"^static int " + function + r"\(.*?^}", text,
                      re.MULTILINE | re.DOTALL)
    need(found, f"no {function}()")
    return re.sub(r"/\*.*?\*/", "", found[0], flags=re.DOTALL)


def computed_once():
    with folder() as place:
        path = os.path.join(place, "Shared.mo")
        write(path, SHARED)
        text = c_text(path)
        for function, word, wanted in (
                ("evaluate", r"\bsin\(", 1), ("evaluate", r"\bcos\(", 1),
                ("evaluate", "f_[0-9]+_Shared_f\\(", 2),
                ("evaluate", "f_[0-9]+_Shared_tick\\(", 2),
                ("tangent", r"\bsin\(", 1), ("tangent", r"\bcos\(", 1),
                ("tangent", "f_[0-9]+_der_Shared_f_\\(", 2),
                ("tangent", "f_[0-9]+_Shared_f\\(", 1)):
            n = len(re.findall(word, body(text, function)))
            need(n == wanted, f"{function}(): {n} times {word}")
        done = foucault("simulate", path, "--stop", "0.35", "--json")
        final = json.loads(done.stdout)["final"]
        need(final["n2"] != final["n1"], "tick() was called once for both")
        f = [sum(math.sin(k*u*i)/i**2 for i in range(1, 11))
             for u in [final["phi"]] for k in (1, 2)]
        for name, value in (("a", f[0]), ("b", f[0]**2 + final["phi"]),
                            ("c", f[1] + 1), ("d", f[1]*final["phi"]),
                            ("vx", 2*math.cos(final["phi"])*final["w"])):
            need(abs(final[name] - value) < 1e-12, f"{name} is {final[name]}")


BUFFER = """model Buffer
  discrete Real b[%d](each start = 0, each fixed = true);
  Integer k(start = 1, fixed = true);
  Real s = sum(b);
algorithm
  when sample(0, 0.01) then
    b[k] := time;
    k := if k < size(b, 1) then k + 1 else 1;
  end when;
end Buffer;
"""


def sections_are_called_once():
    """The elements that an algorithm section assigns are results of one
    call, and the text grows with their number, not with its square."""
    with folder() as place:
        path = os.path.join(place, "Buffer.mo")
        sizes = {}
        for n in (50, 400):
            text = c_text(write(path, BUFFER % n))
            sizes[n] = len(text)
            calls = body(text, "evaluate").count("f_0_algorithm(v")
            need(calls == 1, f"{n} elements: {calls} calls")
        need(sizes[400] < 8.5*sizes[50], f"bytes of C: {sizes}")
        done = foucault("simulate", write(path, BUFFER % 40), "--stop", "1",
                        "--json")
        final = json.loads(done.stdout)["final"]
        wanted = sum(j*0.01 for j in range(61, 101))
        need(final["k"] == 22 and abs(final["s"] - wanted) < 1e-9,
             f"{final} instead of {wanted}")


ALONG = """model Along
  function f
    input Real u[:], k;
    output Real v[size(u, 1)];
  protected
    Real total = 0;
    Integer i = 1;
  algorithm
    v := zeros(size(u, 1));
    while i <= size(u, 1) and total < 1e9 loop
      v[i] := sin(u[i]) + k*u[max(1, i - 1)]^2;
      total := total + v[i]^2;
      i := i + 1;
    end while;
  end f;
  parameter Integer n = %d;
  parameter Real k = 0.5;
  Real u[n](start = {0.1 + 0.2*i/n for i in 1:n}, each fixed = true), v[n];
  Real w = if time < 2 then sum(f({u[1], 2*u[2] + time}, k*u[3]))*u[4] else 0;
equation
  v = f(u, k);
  der(u) = fill(sin(time), n) - v + fill(0.1*w, n);
end Along;
"""


def derivatives_are_called_once():
    """The derivative of a call along any direction is one call, and the text
    grows with the number of its arguments, not with its square."""
    with folder() as place:
        path, fmu = (os.path.join(place, "Along" + e) for e in (".mo", ".fmu"))
        sizes = {}
        for n in (20, 160):
            text = c_text(write(path, ALONG % n))
            sizes[n] = len(text)
            calls = len(re.findall(r"f_[0-9]+_der_Along_f_\(v",
                                   body(text, "tangent")))
            need(calls == 2, f"{n} elements: {calls} calls")
        need(sizes[160] < 8*sizes[20], f"bytes of C: {sizes}")
        quick_build(write(path, ALONG % 6), "-o", fmu, "-q")
        done = foucault("check", fmu, "--json")
        need(json.loads(done.stdout)["ok"], done.stdout)


STATEMENTS = """model Statements
  function f
    input Real u[:];
    output Real s;
  protected
    Real a[size(u, 1)], b[size(u, 1)];
  algorithm
    s := u[1];
    while s < 0 loop
      s := s + u[1];
    end while;
    a := 2*u + ones(size(u, 1));
    b := a .* u - linspace(0, 1, size(u, 1));
    s := sum(b) + a*b;
  end f;
  Real x[%d](each start = 0.1, each fixed = true);
equation
  der(x) = -x*f(x);
end Statements;
"""


def statements_are_loops():
    """Statements about arrays, their derivatives, and sums are as long in C
    for 2,200 elements as for 600, but for tables of numbers. (Shorter
    arrays may be on the stack.)"""
    with folder() as place:
        path = os.path.join(place, "Statements.mo")
        lines = {}
        for n in (600, 2200):
            text = c_text(write(path, STATEMENTS % n))
            functions = re.findall(r"^static int f_[0-9]+_.*?^}", text,
                                   re.MULTILINE | re.DOTALL)
            bodies = [re.sub(r"= {[-+0-9.e,\s]*}", "", f) for f in functions]
            need(len(functions) >= 2, "no derivative")
            lines[n] = sum(f.count("\n") for f in bodies)
        need(lines[2200] == lines[600], f"lines of functions: {lines}")


GIVEN = """model Given "a section that hands a table over"
  function at "its straight lines"
    input Real table[:, 2], x;
    output Real y;
  protected
    Integer k = 1;
  algorithm
    while k < size(table, 1) - 1 and table[k + 1, 1] <= x loop
      k := k + 1;
    end while;
    y := table[k, 2] + (table[k + 1, 2] - table[k, 2])*(x - table[k, 1])/
      (table[k + 1, 1] - table[k, 1]);
  end at;
  parameter Integer n = %d;
  parameter Real table[n, 2] = {{k/10, sin(k)} for k in 0:n - 1};
  parameter Real gain = 2;
  Real x(start = 0, fixed = true), y, z;
  discrete Real held(start = 0, fixed = true);
algorithm
  y := gain*at(table, time);
  z := y + table[2, 2];
equation
  der(x) = y - x;
algorithm
  when sample(0.25, 0.5) then
    held := at(table, time) + pre(held);
  end when;
end Given;
"""


def given_rows(kind):
    """A table that a section only hands over is not taken apart, nor is one
    whose numbers are known (a final parameter): as many lines for 400 rows
    as for 300, but for tables of numbers, and the values of its lines. (Less is
    handed over on the stack.)"""
    def line(t):
        k = min(int(10*t + 1e-9), 398)
        return math.sin(k) + (math.sin(k + 1) - math.sin(k))*(10*t - k)
    with folder() as place:
        path = os.path.join(place, "Given.mo")
        lines = {}
        for n in (300, 400):
            model_text = GIVEN.replace("parameter Real table", kind) % n
            text = c_text(write(path, model_text))
            text = re.sub(r"/\*.*?\*/", "", text)
            text = re.sub(r"(= |\(const\s+double\[\]\)){[-+0-9.eA-Z_,\s]*}",
                          "", text)
            lines[n] = text.count("\n")
        need(abs(lines[400] - lines[300]) < 10, f"lines: {lines}")
        for compiler in ("fast", "gcc"):
            done = foucault("simulate", path, "--stop", "2.13", "--json",
                            "--compiler", compiler)
            final = json.loads(done.stdout)["final"]
            held = sum(line(0.25 + 0.5*k) for k in range(4))
            need(abs(final["y"] - 2*line(2.13)) < 1e-12 and
                 abs(final["z"] - final["y"] - math.sin(1)) < 1e-12 and
                 abs(final["held"] - held) < 1e-12, final)


def breakers(n, trips, stop):
    """The last point and the events of the network with n breakers."""
    with folder() as place:
        said = json.loads(foucault(
            "simulate", model("breakers"), "--set", f"n={n}", "--set",
            f"trips={str(trips).lower()}", "--stop", str(stop), "--compiler",
            "fast", "--json", "-q", "-o", os.path.join(place, "x.csv")).stdout)
    return said["final"], said["events"]


def long_sums():
    """A node with many branches: the sum of its currents is eliminated last,
    though the pivots that the order proposes are small numbers."""
    n = 700
    final, events = breakers(n, False, 0.3)
    s, g = 3*(n + 1)*(1 - math.exp(-0.3)), 1e6/(1 + 1e6)
    expected = s/(1 + g*n)
    need(events == 0 and abs(final["v"] - expected) < 1e-5*expected,
         f"{events} events, {final['v']} instead of {expected}")


def long_cascades():
    """Each breaker that opens trips the next one, all at one time."""
    final, events = breakers(60, True, 1)
    s, g = 3*61*(1 - math.exp(-1)), 1e-6/(1 + 1e-6)
    expected = s/(1 + g*60)
    need(events == 1 and final["n_open"] == 60 and
         abs(final["v"] - expected) < 1e-5*expected,
         f"{events} events, {final['n_open']} open, {final['v']} "
         f"instead of {expected}")


def accelerations(final, n):
    """Of the angles of bars.mo, by Lagrange's equations of the second kind for
    the angles to the first frame: a full matrix, whose order is no matter."""
    length = mass = 1/n
    phi, w = ([final[f"{name}[{k + 1}]"] for k in range(n)]
              for name in ("phi", "w"))
    angle, speed = (list(itertools.accumulate(values)) for values in (phi, w))
    torque = [1e-4*value for value in w[1:]] + [0]
    rows = []
    for j in range(n):
        right = torque[j] - 1e-4*w[j]
        row = [0.0]*n
        for k in range(n):
            later = n - 1 - max(j, k)
            part = mass*length**2*(later + (0.5 if j != k else 1/3))
            row[k] = part*math.cos(angle[j] - angle[k])
            right -= part*math.sin(angle[j] - angle[k])*speed[k]**2
        arm = mass*length*(n - 1 - j + 0.5)
        right -= arm*(9.81*math.sin(angle[j]) + final["u"]*math.cos(angle[j]))
        rows.append(row + [right])
    absolute = solved(rows)
    return [absolute[k] - (absolute[k - 1] if k else 0) for k in range(n)]


def solved(rows):
    """Linear equations, by Gauss; the matrix has positive eigenvalues."""
    n = len(rows)
    for j in range(n):
        for i in range(j + 1, n):
            factor = rows[i][j]/rows[j][j]
            rows[i] = [a - factor*b for a, b in zip(rows[i], rows[j])]
    x = [0.0]*n
    for j in reversed(range(n)):
        known = sum(rows[j][k]*x[k] for k in range(j + 1, n))
        x[j] = (rows[j][n] - known)/rows[j][j]
    return x


def chains_of_bars():
    """The factors of a chain have so many entries for each bar, however long
    it is, and solve the equations."""
    entries = {}
    for n in (16, 32, 64, 128):
        found = re.findall(r"\.n_fill = (\d+)",
                           c_text(model("bars"), "--set", f"n={n}"))
        entries[n] = max(map(int, found))
    need(entries[128] < 2.1*entries[64] < 2.1**2*entries[32] < 50*128,
         f"entries of the factors: {entries}")
    n = 40
    done = foucault("simulate", model("bars"), "--set", f"n={n}", "--stop",
                    "0.5", "--json", "-q")
    final = json.loads(done.stdout)["final"]
    right = accelerations(final, n)
    size = max(map(abs, right))
    error = max(abs(final[f"z[{k + 1}]"] - right[k]) for k in range(n))
    need(size > 10 and error < 1e-8*size, f"an error of {error} of {size}")


FILLED = """model Filled "parameters that a function fills"
  function fill
    input Integer n;
    output Real y[n, n];
  algorithm
    for i in 1:n loop
      for j in 1:n loop
        y[i, j] := i*n + j;
      end for;
    end for;
  end fill;
  parameter Integer n = %d;
  parameter Real table[n, n] = fill(n);
  Real x(start = 0, fixed = true);
  Real y = table[n, 1];
equation
  der(x) = y - x;
end Filled;
"""


def filled():
    """What a function computes is copied as a whole: as many lines for 100
    times 100 parameters as for 10 times 10."""
    with folder() as place:
        path = os.path.join(place, "Filled.mo")
        limit = ("--limit", "statements=50")
        lines = {}
        for n in (10, 100):
            text = re.sub(r"/\*.*?\*/", "",
                          c_text(write(path, FILLED % n), *limit))
            body = text.split("static int parameters(")[1].split("\n}\n")[0]
            lines[n] = body.count("\n")
        need(lines[100] == lines[10] < 10, f"lines: {lines}")
        for compiler in ("fast", "gcc"):
            done = foucault("simulate", path, "--stop", "0.1", "--json",
                            "--compiler", compiler, *limit)
            final = json.loads(done.stdout)["final"]
            need([final[f"table[{i},{j}]"] for i, j in
                  ((1, 1), (1, 2), (50, 3), (100, 100))] ==
                 [101, 102, 5003, 10100] and final["y"] == 10001, final["y"])


LONG = """model Long "cells of many terms, and each with a loop"
  parameter Integer n = %d;
  Real x[n](start = {i/n for i in 1:n}, each fixed = true), y[n], z[n];
equation
  for i in 1:n loop
    der(x[i]) = -(%s)/10 + z[i];
    y[i] + 0.1*sin(y[i]) = %s;
  end for;
  z = {x[i] - y[i] for i in 1:n};
end Long;
"""


def long_cells():
    """Cells of some hundred nodes are a loop, too, and loops of such cells
    share their functions."""
    with folder() as place:
        path = os.path.join(place, "Long.mo")
        terms = " + ".join(f"x[i]^2/({k + 2.5} + x[i])" for k in range(60))
        other = " + ".join(f"sin({k + 1.5}*x[i])/{k + 20}" for k in range(60))
        lines = {}
        for n in (20, 200):
            text = c_text(write(path, LONG % (n, terms, other)))
            text = re.sub(r"/\*.*?\*/", "", text)
            text = re.sub(r"= {[-+0-9.eA-Z_,\s]*}", "", text)
            lines[n] = text.count("\n")
        need(lines[200] < lines[20] + 400, f"lines: {lines}")
        finals = [json.loads(foucault(
            "simulate", path, "--stop", "0.5", "--json", *words).stdout)
            ["final"] for words in ((), ("--no-loops", "--compiler", "fast"))]
        need(all(abs(finals[0][f"{name}[{i}]"] - finals[1][f"{name}[{i}]"])
                 < 1e-12 for name in "xy" for i in (1, 77, 200)), "curves")


def collect(runner):
    names = sorted(os.path.basename(path)[:-3]
                   for path in glob.glob(os.path.join(FOLDER, "*.mo")))
    if not names:
        raise Failure("no models")
    for name in names:
        runner.add(f"loops/values/{name}", lambda n=name: same_values(n))
    runner.add("loops/tables", tables_grow_slowly)
    runner.add("loops/packed", long_tables_are_packed)
    runner.add("loops/entries", many_blocks_are_few_entries)
    for name in ("events", "small_blocks"):
        runner.add(f"loops/workers/{name}",
                   lambda n=name: workers_write_the_same(n))
    runner.add("loops/factored_once", factored_once)
    runner.add("loops/computed_once", computed_once)
    runner.add("loops/sections", sections_are_called_once)
    runner.add("loops/statements", statements_are_loops)
    runner.add("loops/along", derivatives_are_called_once)
    for kind in ("parameter", "final parameter"):
        runner.add("loops/given/" + kind.replace(" ", "_"),
                   lambda k=kind: given_rows(k + " Real table"))
    runner.add("loops/filled", filled)
    runner.add("loops/long", long_cells)
    for name in GROWING:
        runner.add(f"loops/text/{name}", lambda n=name: text_does_not_grow(n))
    runner.add("loops/chains_of_bars", chains_of_bars)
    runner.add("loops/long_sums", long_sums)
    runner.add("loops/long_cascades", long_cascades)
