"""Libraries of others: what they do against the letter of the specification,
and what only looks so."""

import json
import math
import os

from .libraries import STANDARD
from .suite import folder, foucault, need, quick_build, write

CHOICES = """package Choices "Redeclarations that meet those of a constraint"
  package Base
    constant Real c = 0;
  end Base;
  package Water
    extends Base(c = 4);
  end Water;
  package Oil
    extends Base(c = 2);
  end Oil;
  partial model Reader
    replaceable package M = Base;
    Real y;
  end Reader;
  model Plain
    extends Reader;
  equation
    y = M.c;
  end Plain;
  model OfWater "has chosen for good"
    extends Reader(redeclare package M = Water);
  equation
    y = 10*M.c;
  end OfWater;
  model Plant
    replaceable Plain a(redeclare package M = Oil)
      constrainedby Reader(redeclare package M = Water);
    replaceable Reader b constrainedby Reader(redeclare package M = Oil);
    replaceable Plain d(redeclare package M = Oil);
  end Plant;
  model Test
    extends Plant(redeclare OfWater b, redeclare OfWater d);
    annotation(experiment(StopTime = 1));
  end Test;
end Choices;
"""

LOOSE = """package Loose "Rules that are broken, and clear all the same"
  connector In = input Real;
  partial model Two
    Real y;
  end Two;
  model Gain
    extends Two;
    In u;
  equation
    y = 2*u;
  end Gain;
  model Square
    extends Two;
    In u;
  equation
    y = u^2;
  end Square;
  model Place
    replaceable model G = Gain constrainedby Two;
    G g;
  equation
    g.u = 3;
  end Place;
  model Once
    extends Place(redeclare model G = Square);
  end Once;
  model Twice
    extends Once(redeclare model G = Square);
  end Twice;
  model Part
    parameter Real k = 1;
    parameter Integer n = 1 annotation(Dialog(connectorSizing = true));
    Real y = k*time annotation(Dialog(group = "a"), Dialog(group = "b"));
    Real w annotation(normallyConstant = true, normallyConstant = true);
    Real v = time annotation(HideResult = true, HideResult = true);
  equation
    w = 2;
  end Part;
  model Parts
    parameter Real k = 0;
    Part p[2](k = k);
    Real z = if k == 0 then 1 else p[1].y;
  end Parts;
  model Torn
    Real z = time annotation(HideResult = true, HideResult = false);
  end Torn;
end Loose;
"""


RECORDS = """package Machines "Records that grow with their class"
  record Data
    parameter Real r = 1;
  end Data;
  record More
    extends Data;
    parameter Real x = 5;
  end More;
  model Simple
    replaceable record D = Data;
    final parameter D par;
    Real y = par.r*time;
  end Simple;
  model Large
    extends Simple(redeclare replaceable record D = More);
    Real z = par.x*time;
  end Large;
  model Plant
    replaceable model Machine = Simple;
    Machine m;
  end Plant;
  model Test
    extends Plant(redeclare model Machine = Large);
  end Test;
end Machines;
"""

COILS = """package Coils "What is regular is known in the FMU only"
  pure function root
    input Real u;
    output Real y;
    external "C" y = cbrt(u);
  end root;
  function inductances
    input Real turns;
    output Real L[2, 2];
  algorithm
    L := root(turns)*[2, 1; 1, 3];
  end inductances;
  model Test
    final parameter Real L[2, 2] = inductances(8);
    Real i[2], psi[2](each start = 0, each fixed = true);
  equation
    psi = L*i;
    der(psi) = {1, 0} - i;
  end Test;
end Coils;
"""


def rows_of(place, name, *words):
    done = quick_build("--model", name, "-L", place, "-o", "m.fmu",
                       cwd=place)
    need(done.stderr.count("warning") == len(words), done.stderr)
    for word in words:
        need(word in done.stderr, done.stderr)
    done = foucault("simulate", "m.fmu", "--stop", "1", "--json", cwd=place)
    return json.loads(done.stdout)["final"]


def choices():
    """A redeclaration after `constrainedby` gives way: to the declaration
    (a), and to a class that has chosen for good (b, d)."""
    with folder() as place:
        write(os.path.join(place, "Choices.mo"), CHOICES)
        final = rows_of(place, "Choices.Test")
        need([final[name] for name in ("a.y", "b.y", "d.y")] == [2, 40, 40],
             str(final))


def records_that_grow():
    """Section 6.4: a component of a replaceable class may get more elements
    with it, in a class that takes the place of another."""
    with folder() as place:
        write(os.path.join(place, "Machines.mo"), RECORDS)
        final = rows_of(place, "Machines.Test")
        need([final["m.y"], final["m.z"]] == [1, 5], str(final))


def unknown_values():
    """Numbers that only the FMU computes are no reason to find equations
    dependent. i' = L^-1 (u - i), L of eigenvalues 5 +- sqrt(5)."""
    with folder() as place:
        write(os.path.join(place, "Coils.mo"), COILS)
        final = rows_of(place, "Coils.Test")
        power, sums = [1.0, 0.0], [0.0, 0.0]
        for k in range(1, 30):  # psi = integral of exp(-L^-1 t) u, as a series
            sums = [s + p/math.factorial(k) for s, p in zip(sums, power)]
            power = [-(3*power[0] - power[1])/10, -(2*power[1] - power[0])/10]
        for name, value in zip(("psi[1]", "psi[2]"), sums):
            need(abs(final[name] - value) < 1e-5, f"{name}: {final}, {value}")


def broken_rules():
    """Warnings in the libraries that one uses: errors in what is one's own,
    unless nothing else can be meant there either."""
    own = "model Own\n  extends Loose.%s;\nend Own;\n"
    with folder() as place:
        write(os.path.join(place, "Loose.mo"), LOOSE)

        def made(name, *words, status=0):
            model = write(os.path.join(place, "own.mo"), own % name)
            return foucault("flatten", model, "-L", place, *words,
                            status=status)
        need(made("Twice").stderr == "", "W210 is about a library")
        for name, words in {
                "Once": ["'u' must be connected"],
                "Twice": ["as the same class (section 7.3.3)"],
                "Parts": ["in each element of an array: this is Real",
                          "'==' compares Real values (section 3.5)",
                          "the annotation 'Dialog' is given twice",
                          "'normallyConstant' is given twice",
                          "'HideResult' is given twice",
                          "the value 0 (section 18.7.1), 'n' is not one"]}.items():
            done = made(name, "--library-warnings")
            for word in words:
                need(word in done.stderr and "W210" in done.stderr and
                     "error" not in done.stderr, done.stderr)
            made(name, "--library-warnings", "--warn-error", "rule-broken",
                 status=1)
        done = made("Torn", status=1)
        need("E211" in done.stderr and "'HideResult' is given twice" in
             done.stderr, done.stderr)
        # the library itself is what is translated
        done = foucault("flatten", "--model", "Loose.Parts", "-L", place,
                        status=1)
        need("E213" in done.stderr and "E204" in done.stderr, done.stderr)
        # a whole library, given by its file
        os.mkdir(os.path.join(place, "Shown"))
        twice = (' annotation(preferredView = "info", '
                 'preferredView = "info");')
        model = "model M\n  Real x = time;\n%send M;\n"
        whole = write(os.path.join(place, "Shown", "package.mo"),
                      f"package Shown\n{twice}\nend Shown;\n")
        write(os.path.join(place, "Shown", "M.mo"),
              "within Shown;\n" + model % "")
        done = foucault("flatten", whole, "--model", "Shown.M", status=0)
        need("warning W210" in done.stderr and
             "'preferredView' is given twice" in done.stderr, done.stderr)
        one = write(os.path.join(place, "M.mo"), model % twice)
        need("error E211" in foucault("flatten", one, status=1).stderr, one)
        final = rows_of(place, "Loose.Once", "W210")
        need(final["g.y"] == 9, str(final))


FOLDER = """package Tables
  constant String place = Modelica.Utilities.Files.loadResource(
    "modelica://Tables/Resources/Data/");
  pure function first "no header names it"
    input String path;
    output Real y;
    external "C" y = tables_first(path) annotation(Library = "Readers");
  end first;
  model M
    parameter String name = place + "b.txt";
    parameter Real p = first(name);
    Real x(start = 0, fixed = true);
  equation
    der(x) = p;
  end M;
end Tables;
"""

READER = """#include <stdio.h>
double tables_first(const char *path)
{
  double y = -1;
  FILE *file = fopen(path, "r");
  if (!file) return y;
  if (fscanf(file, "%lf", &y) != 1) y = -2;
  fclose(file);
  return y;
}
"""

def folders_of_data():
    """loadResource() of a folder takes its files along; a function without a
    header is found in the sources of its library."""
    with folder() as place:
        top = os.path.join(place, "Tables")
        data = os.path.join(top, "Resources", "Data")
        source = os.path.join(top, "Resources", "Source")
        os.makedirs(os.path.join(data, "more"))
        os.makedirs(source)
        write(os.path.join(place, "Modelica.mo"), STANDARD)
        write(os.path.join(top, "package.mo"), FOLDER)
        write(os.path.join(source, "Others.c"),
              "int my_tables_first(void) { return 0; }\n")
        write(os.path.join(source, "Tables.c"), READER)
        write(os.path.join(data, "a.txt"), "1\n")
        write(os.path.join(data, "b.txt"), "2.5\n")
        quick_build("--model", "Tables.M", "-L", place, "-o", "m.fmu",
                    cwd=place)
        os.rename(top, top + " elsewhere")
        done = foucault("simulate", "m.fmu", "--stop", "2", "--json",
                        cwd=place)
        final = json.loads(done.stdout)["final"]
        need(abs(final["x"] - 5) < 1e-9, str(final))


SLOPES = """package Slopes
  function square
    input Real x;
    output Real y = x^2;
    annotation(derivative = slope);
  end square;
  function slope "forgets der_x"
    input Real x;
    input Real der_x;
    output Real der_y = 2*x;
  end slope;
  model Test
    Real x(start = 1, fixed = true), z(start = 1, fixed = true);
    Real speed = der(w), w = square(x);
  equation
    der(x) = -x;
    der(z) = square(3 + time) - 100*z;
  end Test;
end Slopes;
"""


def wrong_derivatives():
    """A derivative of the text that knows no direction is none: w = x^2 with
    x = exp(-t) has the derivative -2*exp(-2*t)."""
    with folder() as place:
        write(os.path.join(place, "Slopes.mo"), SLOPES)
        final = rows_of(place, "Slopes.Test", "does not depend on")
        need(abs(final["speed"] + 2*math.exp(-2)) < 1e-5, str(final))


BORROWED = """package Borrower
  pure function first
    input String path;
    output Real y;
    external "C" y = tables_first(path) annotation(
      Include = "#include \\"Tables.h\\"", Library = "Readers",
      IncludeDirectory = "modelica://Tables/Resources/Source",
      LibraryDirectory = "modelica://Tables/Resources/Library");
  end first;
  model M
    parameter Real p = first(Modelica.Utilities.Files.loadResource(
      "modelica://Tables/Resources/Data/b.txt"));
    Real x(start = 0, fixed = true);
  equation
    der(x) = p;
  end M;
end Borrower;
"""


def sources_of_another_library():
    """A function names another library's folder of archives: where there is
    none for this machine, the sources beside it are taken."""
    with folder() as place:
        top = os.path.join(place, "Tables", "Resources")
        os.makedirs(os.path.join(top, "Data"))
        os.makedirs(os.path.join(top, "Source"))
        write(os.path.join(place, "Modelica.mo"), STANDARD)
        write(os.path.join(place, "Tables", "package.mo"), FOLDER)
        write(os.path.join(place, "Borrower.mo"), BORROWED)
        write(os.path.join(top, "Data", "b.txt"), "2.5\n")
        write(os.path.join(top, "Source", "Tables.c"), READER)
        write(os.path.join(top, "Source", "Tables.h"),
              "double tables_first(const char *path);\n")
        final = rows_of(place, "Borrower.M")
        need(abs(final["x"] - 2.5) < 1e-9, str(final))


def collect(runner):
    runner.add("libraries/choices", choices)
    runner.add("libraries/borrowed_sources", sources_of_another_library)
    runner.add("libraries/wrong_derivatives", wrong_derivatives)
    runner.add("libraries/records", records_that_grow)
    runner.add("libraries/unknown_values", unknown_values)
    runner.add("libraries/broken_rules", broken_rules)
    runner.add("libraries/data_folder", folders_of_data)
