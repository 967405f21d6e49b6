"""foucault lint: each rule finds what it is for, by its place, and is silent
where the model is in order; text, JSON and SARIF."""

import json
import os

from .suite import DEV, ROOT, folder, foucault, need, run, write

GOOD = """model Good
  parameter Real m(unit = "kg") = 2, k(unit = "N/m") = 3, L(unit = "m") = 1;
  parameter Real omega(unit = "rad/s") = 2, A(unit = "N") = 1;
  Real s(unit = "m", start = 1, fixed = true);
  Real v(unit = "m/s", start = 0, fixed = true);
  Real angle = atan2(s, L), E = m*v^2/2 + k*s^2/2;
  Real weight(unit = "N") = 9.81*m;
  Real share = E/(1 + sqrt(1 + (s/L)^2))^2;
  Real u = smooth(0, if s > 0 then s else 0);
  Real jump = if s > 0 then 1 else 0;
equation
  der(s) = v;
  m*der(v) = -k*s + A*sin(omega*time);
end Good;
"""


def findings(text, *words, status=1):
    """(line, column, name) of each."""
    with folder() as place:
        path = write(os.path.join(place, "m.mo"), text)
        done = foucault("lint", path, "--json", *words, status=status)
        return [(f["line"], f["column"], f["name"], f["message"])
                for f in json.loads(done.stdout)["findings"]]


def model(*lines):
    return "model M\n" + "".join(f"  {line}\n" for line in lines) + "end M;\n"


def only(text, *wanted):
    found = [(line, column, name) for line, column, name, _ in findings(text)]
    need(sorted(found) == sorted(wanted), f"{found}")


def in_order():
    need(findings(GOOD, status=0) == [], "findings in a good model")


def units():
    only(model('Real a(unit = "m") = 7*time, b(unit = "s") = 7*time;',
               "Real c = a + b;"), (3, 12, "unit-mismatch"))
    # by what follows from the equations: p has no unit of its own
    only(model('Real a(unit = "m") = 5*time, b(unit = "s") = 3*time, p, q;',
               "equation", "p = a;", "q = p - b;"), (5, 7, "unit-mismatch"))
    # a prefix
    only(model('Real a(unit = "m") = 5*time, b(unit = "km") = a;'),
         (2, 32, "alias-unit"), (2, 32, "unit-mismatch"))
    # der() is per second, roots halve, sin() takes a number
    only(model('Real x(unit = "m", start = 1, fixed = true);',
               'Real r(unit = "m") = sqrt(x^2 + 1), s = sin(x);',
               "equation", 'der(x) = x;'),
         (3, 43, "unit-mismatch"), (5, 3, "unit-mismatch"))
    # in when-equations and reinit
    only(model('Real x(unit = "m", start = 1, fixed = true);',
               'discrete Real y(unit = "s", start = 0, fixed = true);',
               "equation", "der(x) = -5;", "when x < 0 then", "y = pre(x);",
               "end when;"), (7, 3, "unit-mismatch"))


def names():
    only("package P\n  constant Real c = 2;\n  model M\n    import K = P.c;\n"
         "    import P.c;\n    parameter Real p(unit = \"1\") = 2;\n"
         "    Real x = c*time;\n  protected\n    Real h = time;\n"
         "  end M;\nend P;\n",
         (4, 5, "unused-import"), (6, 20, "unused-declaration"),
         (9, 10, "unused-declaration"))


def values():
    only(model("parameter Real p = 1;", "Real x(min = 0) = 7*time;",
               "Real y(min = 0.1) = 7 + 9*time;",
               "Real a = 7/x + 8/y + 9/(1 + x) + 6/p;"),
         (2, 18, "missing-unit"), (5, 14, "zero-divisor"))
    only("model M\n  function f\n    input Real x;\n    output Real y;\n"
         "  algorithm\n    y := if x == 1 then 2 else 3;\n  end f;\n"
         "  Real z = f(time);\nend M;\n", (6, 13, "real-equality"))


def events():
    only(model("Real x(start = 1, fixed = true);",
               "Real f = if x > 0 then x^2 else 0;",
               "Real g = if x > 0 then x^2 else 1;",
               "Real h = noEvent(if x > 0 then x else 0);",
               "equation", "der(x) = -1;"), (3, 12, "needless-event"))


def starts():
    only(model("Real x(start = 1, fixed = true), a(start = 2), b(start = 3);",
               "equation", "der(x) = -x;", "a = 2*x;", "b^3 + b = x;"),
         (2, 36, "useless-guess"))


def switched():
    """--no-warn, --warn-error, and nothing of libraries."""
    text = model("parameter Real p = 1;", "Real y = p*time;")
    need([f[2] for f in findings(text)] == ["missing-unit"], "one")
    need(findings(text, "--no-warn", "missing-unit", status=0) == [], "none")
    with folder() as place:
        path = write(os.path.join(place, "m.mo"), text)
        done = foucault("lint", path, "--warn-error", "missing-unit", status=1)
        need("error W707" in done.stderr and "1 finding" in done.stderr,
             done.stderr)
        write(os.path.join(place, "Lib.mo"), "package Lib\n  model L\n"
              "    parameter Real q = 2;\n    Real y = q*time;\n  end L;\n"
              "end Lib;\n")
        path = write(os.path.join(place, "user.mo"),
                     "model U\n  Lib.L l;\nend U;\n")
        foucault("lint", path, "-L", place, status=0)


def sarif():
    with folder() as place:
        path = write(os.path.join(place, "m.mo"),
                     model("parameter Real p = 1;", "Real y = p*time;"))
        out = os.path.join(place, "m.sarif")
        foucault("lint", path, "--sarif", out, "-q", status=1)
        with open(out, encoding="utf-8") as file:
            run = json.load(file)
        need(run["version"] == "2.1.0", run)
        result = run["runs"][0]["results"][0]
        where = result["locations"][0]["physicalLocation"]
        need(result["ruleId"] == "W707" and result["level"] == "warning" and
             where["region"]["startLine"] == 2 and
             where["artifactLocation"]["uri"] == path, result)
        rules = run["runs"][0]["tool"]["driver"]["rules"]
        need([r["id"] for r in rules] == ["W707"], rules)
        gone = os.path.join(place, "no", "m.sarif")
        done = foucault("lint", path, "--sarif", gone, status=1)
        need("E501" in done.stderr, done.stderr)


def faulty():
    """A model that does not compile has its errors, once."""
    found = findings(model("Real x = y;"))
    need([f[2] for f in found] == [None] and "'y'" in found[0][3], f"{found}")


PARTS = """package P
  connector Flange
    Real s(unit = "m");
    flow Real f(unit = "N");
  end Flange;
  model Spring
    Flange a, b;
    parameter Real c(unit = "N/m", start = 1);
    parameter Real d(unit = "N/m");
  equation
    a.f = c*(a.s - b.s) + d;
    a.f + b.f = 0;
  end Spring;
  model Mass
    Flange a;
    parameter Real m(unit = "kg", min = 0.1) = 1;
    Real v(unit = "m/s") = der(a.s);
  equation
    m*der(v) = a.f;
  end Mass;
  block Slope
    input Real u;
    output Real y;
  equation
    y = der(u);
  end Slope;
  model Whole
    Mass m1(a.s(start = 1, fixed = true), v(start = 0, fixed = true)), m2(
        a.s(start = 0, fixed = true), v(start = 0, fixed = true));
    Spring spring(d = 0);
  equation
    connect(m1.a, spring.a);
    connect(spring.b, m2.a);
  end Whole;
end P;
"""


def parts():
    """What a model lacks that is a part of others is no finding; its units
    are looked at all the same."""
    only(PARTS, (8, 20, "parameter-start"), (11, 11, "unit-mismatch"))
    only(PARTS[:PARTS.index("  model Whole")] + "end P;\n",
         (11, 11, "unit-mismatch"))


OTHERS = """package P
  model World
    parameter Real g = 9.81;
  end World;
  block Lag
    input Real u;
    output Real y;
  equation
    der(y) = u - y;
  end Lag;
  model Falls
    outer World world;
    Real v(start = 0, fixed = true);
  equation
    der(v) = world.g;
  end Falls;
  model Filter
    parameter Integer n(min = 1);
    input Real u[n];
    output Real y;
  protected
    Real kept[n + 1];
  algorithm
    when sample(0, 0.1) then
      kept[n] := sum(u);
      y := kept[n];
    end when;
  end Filter;
  model Run
    outer World world;
    Real x = world.g*time;
    input Real u;
    Real y(start = 1);
  equation
    der(y) = u - x;
    annotation(experiment(StopTime = 1));
  end Run;
end P;
"""


def parts_of_others():
    """Inner elements and initial conditions are for the models that use a
    block; a model with an experiment lacks them."""
    found = [(line, rule) for line, _, rule, _ in
             findings(OTHERS, "--no-warn", "missing-unit")]
    run = 1 + OTHERS.split("\n").index("  model Run")
    need(found and all(line is None or line >= run for line, _ in found) and
         {"inner-added", "start-taken"} <= {rule for _, rule in found},
         f"{found}")


def folders():
    """A package in a folder: its files are the user's, libraries are not."""
    text = ("within Lib;\nmodel M\n  parameter Real p = 1;\n  Other.L l;\n"
            "  Real z = p*l.y;\nprotected\n"
            "  parameter Real q(unit = \"1\") = 1;\nend M;\n")
    other = ("package Other\n  model L\n    parameter Real p = 2;\n"
             "    output Real y = p*time;\n  end L;\nend Other;\n")
    with folder() as place:
        os.mkdir(os.path.join(place, "Lib"))
        write(os.path.join(place, "Lib", "M.mo"), text)
        write(os.path.join(place, "Other.mo"), other)
        path = write(os.path.join(place, "Lib", "package.mo"),
                     "package Lib\nend Lib;\n")
        for words, cwd in (((path,), place), (("package.mo",),
                                              os.path.dirname(path))):
            done = foucault("lint", *words, "-L", place, "--json", status=1,
                            cwd=cwd)
            found = [(f["line"], f["name"], os.path.basename(f["file"]))
                     for f in json.loads(done.stdout)["findings"]]
            need(sorted(found) == [(3, "missing-unit", "M.mo"),
                                   (7, "unused-declaration", "M.mo")], found)


def all_models():
    """No model of the gallery troubles it, under the sanitizers."""
    for folder_name in ("events", "multibody"):
        place = os.path.join(ROOT, "models", folder_name)
        for file in sorted(os.listdir(place))[:12]:
            if not file.endswith(".mo"):
                continue
            done = run([DEV, "lint", os.path.join(place, file), "--json"])
            need(done.returncode in (0, 1) and json.loads(done.stdout),
                 f"{file}: {done.stderr[-2000:]}")


def collect(runner):
    for test in (in_order, units, names, values, events, starts, switched,
                 sarif, faulty, parts,
                 parts_of_others,
                 folders, all_models):
        runner.add(f"smells/{test.__name__}", test)
