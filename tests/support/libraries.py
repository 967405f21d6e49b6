"""Libraries on the command line: roots, versions, what is read of them."""

import json
import os
import re
import shutil
import socket
import zipfile

from .suite import TESTS, folder, foucault, need, write

LIBRARIES = os.path.join(TESTS, "libraries")
GEAR = "model G\n  Gears.Gear gear;\n%send G;\n"


def flat_of(*words, **options):
    return foucault("flatten", *words, "--color", "never", **options)


def holds(text, *words):
    for word in words:
        need(word in text, f"{word!r} is not in:\n{text[:1500]}")


def by_path():
    with folder() as place:
        model = write(os.path.join(place, "g.mo"), GEAR % "")
        env = dict(os.environ, MODELICAPATH=f"{place}/none:{LIBRARIES}")
        holds(flat_of(model, env=env).stdout, "gear.ratio", "2")
        done = flat_of(model, status=1)
        holds(done.stderr, "E220", "'Gears'", "-L FOLDER", "MODELICAPATH")
        done = flat_of(model, status=1, env=dict(env, MODELICAPATH=place))
        holds(done.stderr, "E220", f"searched in {place}")


def model_without_a_file():
    """-L twice: the first root that has the library is taken."""
    name = "Shapes.Inside.Point"
    done = flat_of("--model", name, "-L", TESTS, "-L", LIBRARIES)
    holds(done.stdout, "model", "Point", "size")
    done = flat_of("--model", "Shapes.Inside.Pint", "-L", LIBRARIES, status=1)
    holds(done.stderr, "E201", "Shapes.Inside.Pint")


def other_version():
    with folder() as place:
        use = '  annotation(uses(Gears(version = "1.7")));\n'
        model = write(os.path.join(place, "g.mo"), GEAR % use)
        done = flat_of(model, "-L", LIBRARIES)
        holds(done.stderr, "g.mo:3:19: warning W220: version 1.7 of 'Gears'",
              "2.0")
        done = flat_of(model, "-L", LIBRARIES, "--no-warn", "W220")
        need(done.stderr == "", done.stderr)


def files_in_their_folders():
    """The package.mo of a folder, or a file inside of one, is enough."""
    shapes = os.path.join(LIBRARIES, "Shapes")
    mass = "Shapes.Parts.Spring"
    inside = os.path.join(shapes, "Parts")
    for words, cwd in (
            ([os.path.join(shapes, "package.mo"), "--model", mass], None),
            (["package.mo", "--model", mass], shapes),
            ([os.path.join(inside, "Spring.mo")], None),
            (["Parts/Spring.mo"], shapes),
            (["Spring.mo"], inside),
            (["./Spring.mo"], inside),
            (["../Parts/Spring.mo"], inside)):
        holds(flat_of(*words, cwd=cwd).stdout, "Spring", "size")


def reads_what_is_used():
    """Large classes beside the ones in use are not read."""
    with folder() as place:
        big = os.path.join(place, "Big")
        os.mkdir(big)
        write(os.path.join(big, "package.mo"), "package Big\nend Big;\n")
        for i in range(100):
            write(os.path.join(big, f"M{i}.mo"),
                  f"within Big;\nmodel M{i}\n  Real x = 1;\n{' ' * 100000}\n"
                  f"end M{i};\n")
        done = flat_of("--model", "Big.M7", "-L", place, "--verbose")
        found = re.search(r"libraries: (\d+) files, (\d+) bytes", done.stderr)
        need(found, done.stderr)
        need(found.group(1) == "2", done.stderr)
        need(int(found.group(2)) < 101000, done.stderr)


def survey():
    """foucault library: what is found and from where; why one is not."""
    def listed(*words, path="", **options):
        env = dict(os.environ, MODELICAPATH=path, HOME="/nonexistent")
        return foucault("library", *words, "--color", "never", env=env,
                        **options)
    done = listed("-L", LIBRARIES)
    for name, version, file in (("Bearings", "3", "Bearings.mo"),
                                ("Gears", "1.0", "Gears 1.0"),
                                ("Gears", "2.0", "Gears 2.0")):
        need(re.search(rf"^{name} +{version} +{LIBRARIES}/{file} \(-L\)$",
                       done.stdout, re.M), done.stdout)
    holds(listed(path=LIBRARIES).stdout, "(MODELICAPATH)", "in 1 folder")
    holds(listed().stdout, "0 libraries in 0 folders", "-L FOLDER")
    holds(listed("Gears", "-L", LIBRARIES).stdout, "Gears: version 2.0\n",
          f"path: {LIBRARIES}/Gears 2.0\n", f"-L {LIBRARIES}: 1.0, 2.0\n")
    with folder() as place:
        use = '  annotation(uses(Gears(version = "%s")));\n'
        model = write(os.path.join(place, "g.mo"), GEAR % use % "1.0")
        holds(listed("Gears", model, "-L", LIBRARIES).stdout,
              "Gears: version 1.0\n", "wanted: version 1.0")
        model = write(os.path.join(place, "g.mo"), GEAR % use % "1.7")
        done = listed("Gears", model, "-L", LIBRARIES)
        holds(done.stdout, "Gears: version 2.0\n", "wanted: version 1.7")
        holds(done.stderr, "g.mo:3:19: warning W220: version 1.7")
        done = json.loads(listed("Gears", model, "-L", LIBRARIES,
                                 "--json").stdout)
        need(done["version"] == "2.0"
             and done["folders"][0]["libraries"][1]["version"] == "2.0"
             and done["diagnostics"][0]["code"] == "W220", str(done))

        root = os.path.join(place, "lib")
        for name in ("Gears", "gears", "Gears-1.5", "archive/Gears", "Wheels"):
            os.makedirs(os.path.join(root, name))
        for name in ("gears", "Gears-1.5", "archive/Gears", "Wheels"):
            write(os.path.join(root, name, "package.mo"), "package X end X;\n")
        done = listed("Gears", "-L", root, path=f"{place}/none", status=1)
        holds(done.stdout, "Gears: not found\n", f"-L {root}: not here\n",
              "the folder 'Gears' has no package.mo\n",
              "'gears' has another name\n",
              "'Gears-1.5' is not taken for version 1.5 of it: a space goes "
              "before the version, 'Gears 1.5'\n",
              f"it is one folder deeper: -L '{root}/archive'\n",
              f"MODELICAPATH {place}/none: cannot be read: No such file")
        need("Wheels" not in done.stdout, done.stdout)
        done = listed("Gears", "-L", f"{root}/Wheels", status=1)
        holds(done.stdout, "is itself a library of another name")
        shutil.copytree(os.path.join(LIBRARIES, "Gears 2.0"), os.path.join(
            place, ".openmodelica", "libraries", "Gears 2.0"))
        done = foucault("library", "Gears", status=1,
                        env=dict(os.environ, HOME=place, MODELICAPATH=""))
        holds(done.stdout, f"-L {place}/.openmodelica/libraries\n")
        done = listed("Gear", "-L", LIBRARIES, status=1)
        holds(done.stdout, "'Gears 2.0' has another name")
        done = flat_of(write(os.path.join(place, "h.mo"), GEAR % ""), status=1)
        holds(done.stderr, "'foucault library Gears' shows what is found")


TRIANGLE = """package Triangle "windings feed three resistors by lines"
  model Load
    parameter Real Rs = 1, Rl = 2, R = 3, lift = 0;
    Real u[3], a[3](each start = lift), b[3], s[3], l[3], j[3];
  equation
    u = {1, time, 4*time^2};
    for k in 1:3 loop
      a[k] - a[mod(k, 3) + 1] = Rs*s[k] + u[k];
      l[k] = s[mod(k + 1, 3) + 1] - s[k];
      a[k] - b[k] = Rl*l[k];
      b[k] - b[mod(k, 3) + 1] = R*j[k];
      l[k] = j[k] - j[mod(k + 1, 3) + 1];
    end for;
  end Load;
end Triangle;
"""


def open_potentials():
    """Where a library's equations only repeat each other, as the corners of
    triangles that nothing ties to a ground, what is open stays near its start
    values; one's own equations are E305."""
    with folder() as place:
        write(os.path.join(place, "Triangle.mo"), TRIANGLE)

        def final(*words):
            done = foucault("simulate", "--model", "Triangle.Load", "-L",
                            place, "--stop", "0.5", "--json", *words,
                            cwd=place)
            told = [d for d in json.loads(done.stdout)["diagnostics"]
                    if d["code"] == "W312"]
            need(len(told) == 1 and "Triangle.mo" in told[0]["file"],
                 str(told))
            return json.loads(done.stdout)["final"]
        for words, lift in (((), 0), (("--set", "lift=7"), 7)):
            found = final(*words)
            a, b = ([found[f"{name}[{k}]"] for k in (1, 2, 3)]
                    for name in "ab")
            for k, u in enumerate((1, 0.5, 1)):
                j = (u - 2.5 / 3) / (3 + 1 + 3 * 2)
                need(abs(found[f"j[{k + 1}]"] - j) < 1e-12 and
                     abs(b[k] - b[(k + 1) % 3] - 3 * j) < 1e-12, str(found))
            need(abs(sum(a + b) - 3 * lift) < 1e-11, str(found))
        with folder() as other:
            own = write(os.path.join(other, "own.mo"), TRIANGLE)
            done = foucault("build", own, "--model", "Triangle.Load",
                            status=1, cwd=other)
        holds(done.stderr, "E305", "0 = 0: one of them says nothing new")
        done = foucault("explain", "--model", "Triangle.Load", "-L", place)
        holds(done.stdout, "near the start values; 0 = 0 is the sum of")


TABLE = """within;
package Tables
  function at
    input Real x;
    output Real y;
    external "C" y = table_at(x) annotation(
      Include = "#include \\"lines.h\\"", Library = {"Table", "extra"},
      IncludeDirectory = "modelica://Tables/Resources/C-Sources");
  end at;
  model M
    Real y = at(time);
    annotation(experiment(StopTime = 1));
  end M;
end Tables;
"""

SOURCES = {
    "lines.h": "double table_at(double x);\n",
    "Table.c": '#include "lines.h"\n#include "extra.h"\n'
               "double table_more(double x);\n"
               "#if HAVE_EXTRA\n"
               "double table_at(double x)\n"
               "{ return table_more(x) + extra(x); }\n"
               "#endif\n",
    "TableMore.c": "double table_more(double x)\n{ return 2*x; }\n",
    "extra/extra.h": "double extra(double x);\n",
    "extra/extra.c": '#include "extra.h"\ndouble extra(double x)\n'
                     "{ return 40*x; }\n"}


def library_of_sources():
    """C files are compiled, kept, and compiled again when they change."""
    with folder() as place:
        cache = os.path.join(place, "cache")
        top = os.path.join(place, "Tables")
        code = os.path.join(top, "Resources", "C-Sources")
        os.makedirs(os.path.join(code, "extra"))
        write(os.path.join(top, "package.mo"), TABLE)
        for name, text in SOURCES.items():
            write(os.path.join(code, name), text)

        def final(**more):
            env = {**os.environ, "XDG_CACHE_HOME": cache, **more}
            done = foucault("simulate", "--model", "Tables.M", "-L", place,
                            "--json", env=env, cwd=place)
            return json.loads(done.stdout)["final"]["y"]
        need(final() == 42, "the first build")
        done = foucault("simulate", "--model", "Tables.M", "-L", ".", "--json",
                        env={**os.environ, "XDG_CACHE_HOME": "/nowhere"},
                        cwd=place)
        need(json.loads(done.stdout)["final"]["y"] == 42, "a root from here")
        kept = sorted(os.listdir(os.path.join(cache, "foucault")))
        need(len(kept) == 3, str(kept))
        need(final() == 42, "the second build")
        need(sorted(os.listdir(os.path.join(cache, "foucault"))) == kept,
             "compiled again")
        write(os.path.join(code, "TableMore.c"),
              "double table_more(double x)\n{ return 3*x; }\n")
        need(final() == 43, "an old object")
        need(final(XDG_CACHE_HOME="/nowhere", HOME="") == 43, "no cache")
        write(os.path.join(code, "Table.c"), "no C\n")
        done = foucault("build", "--model", "Tables.M", "-L", place, "-o",
                        os.path.join(place, "m.fmu"), status=1,
                        env=dict(os.environ, XDG_CACHE_HOME=cache))
        holds(done.stderr, "E503", "Table.c:1")


USERS = """model Users
  function byName
    input Real x;
    output Real y;
    external "C" y = table_at(x) annotation(Library = "Table",
      Include = "#include \\"lines.h\\"");
  end byName;
  function byFunction
    input Real x;
    output Real y;
    external "C" y = table_more(x) annotation(Library = "AllOfThem");
  end byFunction;
  Real y = byName(time), z = byFunction(time);
  annotation(experiment(StopTime = 1));
end Users;
"""


def sources_of_others():
    """A library that is not beside the function is searched in the others of
    the roots, by its name and by the function."""
    with folder() as place, folder() as root:
        code = os.path.join(root, "Tables", "Resources", "C-Sources")
        os.makedirs(os.path.join(code, "extra"))
        write(os.path.join(root, "Tables", "package.mo"), TABLE)
        for name, text in SOURCES.items():
            write(os.path.join(code, name), text)
        text = USERS.replace('"Table"', '{"Table", "extra"}')
        model = write(os.path.join(place, "users.mo"), text)
        done = foucault("simulate", model, "-L", root, "--json", cwd=place)
        final = json.loads(done.stdout)["final"]
        need((final["y"], final["z"]) == (42, 2), str(final))
        write(model, text.replace("table_more(x)", "table_less(x)"))
        done = foucault("build", model, "-L", root, status=1, cwd=place)
        holds(done.stderr, "E220", "the library 'AllOfThem' is not found")


FILES = """package Files
  function number
    input String file;
    input Integer k;
    output Real y;
    external "C" y = number(file, k) annotation(Include = "
#include <stdio.h>
#include <ModelicaUtilities.h>
static double number(const char *file, int k)
{
  double y = 0;
  FILE *in = fopen(file, \\"r\\");
  if (!in) ModelicaFormatError(\\"%s cannot be opened\\", file);
  for (int i = 0; i < k; i++) {
    if (fscanf(in, \\"%lf\\", &y) != 1) ModelicaError(\\"too short\\");
  }
  fclose(in);
  return y;
}");
  end number;
  model M
    parameter String file = Modelica.Utilities.Files.loadResource(
      "modelica://Files/Resources/Data/some numbers.txt");
    parameter Integer n = integer(number(file, 1));
    Real x[n];
    parameter Real p = number(file, 2);
    parameter Real q = number(Modelica.Utilities.Files.loadResource(
      "modelica://Files/Resources/Data/others.txt"), 1);
  equation
    x = fill(p*time + q, n);
  end M;
  model Missing
    parameter Real p = number(Modelica.Utilities.Files.loadResource(
      "modelica://Files/Resources/Data/nothing.txt"), 1);
  end Missing;
  model Outside
    parameter Real p = number(Modelica.Utilities.Files.loadResource(
      "modelica://Files/../outside.txt"), 1);
  end Outside;
  function waits
    input Integer n;
    output Integer m;
    external "C" m = sleep(n) annotation(Include = "#include <unistd.h>");
  end waits;
  model Waits
    Real x[waits(100)];
  end Waits;
  model Short
    parameter Integer n = integer(number(Modelica.Utilities.Files.loadResource(
      "modelica://Files/Resources/Data/others.txt"), 2));
    Real x[n] = zeros(n);
  end Short;
end Files;
"""

# As the Modelica Standard Library has it: what the tool is to replace.
STANDARD = """package Modelica
  package Utilities
    package Files
      function loadResource
        input String uri;
        output String fileReference;
      algorithm
        fileReference := "not replaced";
      end loadResource;
    end Files;
  end Utilities;
end Modelica;
"""


def files_of_libraries():
    """Files that loadResource() names are known at translation, and are part
    of the FMU: it runs where the library is not."""
    with folder() as place:
        top = os.path.join(place, "Files")
        data = os.path.join(top, "Resources", "Data")
        os.makedirs(data)
        write(os.path.join(top, "package.mo"), FILES)
        write(os.path.join(place, "Modelica.mo"), STANDARD)
        write(os.path.join(place, "outside.txt"), "1\n")
        write(os.path.join(data, "some numbers.txt"), "3 0.1 7\n")
        write(os.path.join(data, "others.txt"), "0.25\n")

        def made(model, fmu, **more):
            return foucault("build", "--model", "Files." + model, "-L", place,
                            "-o", fmu, cwd=place, **more)
        holds(made("Missing", "x.fmu", status=1).stderr, "E220",
              "Resources/Data/nothing.txt' leads to no file",
              "package.mo:33:")
        holds(made("Outside", "x.fmu", status=1).stderr, "E220", "no file")
        holds(made("Short", "x.fmu", status=1).stderr, "E217", "too short",
              "package.mo:49:", "others.txt")
        holds(made("Waits", "x.fmu", status=1).stderr, "E217",
              "does not return within 10 seconds")
        made("M", "m.fmu")
        shutil.rmtree(top)
        with zipfile.ZipFile(os.path.join(place, "m.fmu")) as fmu:
            names = [n for n in fmu.namelist() if n.startswith("resources/")]
        need(sorted(names) == [
            "resources/Files/Resources/Data/others.txt",
            "resources/Files/Resources/Data/some numbers.txt"], str(names))
        done = foucault("simulate", "m.fmu", "--stop", "2", "--json",
                        cwd=place)
        final = json.loads(done.stdout)["final"]
        need(abs(final["x[3]"] - 0.45) < 1e-12 and "x[4]" not in final,
             str(final))
        fmpy = simulate_with_fmpy(os.path.join(place, "m.fmu"), 2)
        need(abs(fmpy - 0.45) < 1e-12, str(fmpy))


ESCAPES = """model Escapes "C code that would leave its process, at translation"
  function escape
    input String folder;
    input Integer port;
    output Real y;
    external "C" y = escape(folder, port) annotation(Include = "
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* One bit for each thing that it can do. */
double escape(const char *folder, int port)
{
  char path[1000];
  double y = 0;
  struct sockaddr_in to;
  int s = socket(AF_INET, SOCK_STREAM, 0);
  memset(&to, 0, sizeof to);
  to.sin_family = AF_INET;
  to.sin_port = htons(port);
  to.sin_addr.s_addr = inet_addr(\\"127.0.0.1\\");
  if (s >= 0 && connect(s, (struct sockaddr *)&to, sizeof to) == 0) y += 1;
  snprintf(path, sizeof path, \\"%s/kept\\", folder);
  if (fopen(path, \\"a\\")) y += 2;
  if (fopen(path, \\"r\\")) y += 4;
  if (unlink(path) == 0) y += 8;
  snprintf(path, sizeof path, \\"%s/new\\", folder);
  if (mkdir(path, 0777) == 0) y += 16;
  if (tmpfile()) y += 32;
  return y;
}
");
  end escape;
  constant Real y = escape("FOLDER", PORT);
end Escapes;
"""


def confined_calls():
    """C code that runs at translation can read, and no more."""
    with folder() as place, socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(1)
        kept = write(os.path.join(place, "kept"), "text")
        path = write(os.path.join(place, "m.mo"), ESCAPES.replace(
            "FOLDER", place).replace("PORT", str(listening.getsockname()[1])))
        done = foucault("flatten", path, "--external")
        holds(done.stdout, "constant Real y = 4;")
        need(os.path.getsize(kept) == 4, "the file was changed")
        need(sorted(os.listdir(place)) == ["kept", "m.mo"], "new files")


OBJECTS = """model Curves
  class Curve
    extends ExternalObject;
    function constructor
      input Real factor;
      input String tableName;
      input String fileName;
      input Integer nHeaderLines;
      output Curve curve;
      external "C" curve = curve_make(factor, tableName, fileName,
        nHeaderLines) annotation(Include = "
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <ModelicaUtilities.h>
static void *curve_make(double factor, const char *table, const char *file,
                        int lines)
{
  char name[100];
  double *y = malloc(sizeof *y);
  FILE *in = fopen(file, \\"r\\");
  if (!in) ModelicaFormatError(\\"no file %s\\\\n\\", file);
  for (int k = 0; k < lines; k++) fscanf(in, \\"%*[^\\\\n]\\\\n\\");
  if (fscanf(in, \\"%99s %lf\\", name, y) != 2)
    ModelicaFormatError(\\"line 1 has no number.\\");
  if (strcmp(name, table)) ModelicaFormatError(\\"no table %s\\", table);
  *y *= factor;
  return y;
}
static double curve_at(void *curve) { return *(double *)curve; }
static void curve_free(void *curve) { free(curve); }");
    end constructor;
    function destructor
      input Curve curve;
      external "C" curve_free(curve);
    end destructor;
  end Curve;
  function at
    input Curve curve;
    output Real y;
    external "C" y = curve_at(curve);
  end at;
  block Table
    parameter String tableName = "NoName";
    parameter String fileName = "NoName"
      annotation(Dialog(group = "data", loadSelector(filter = "*.txt")));
    parameter Integer nHeaderLines = 0;
    parameter Curve curve = Curve(2, tableName, fileName, nHeaderLines);
    parameter Real first = at(curve);
    output Real y = first*time;
  end Table;
  Table t(tableName = "@TABLE", fileName = "@FILE");
  Real y = t.y;
end Curves;
"""


def files_of_objects():
    """An object that cannot be made is the cause, named with its arguments;
    an FMU that needs a file outside of itself is reported when it is built."""
    with folder() as place:
        model = os.path.join(place, "Curves.mo")
        write(os.path.join(place, "Modelica.mo"), STANDARD)
        data = write(os.path.join(place, "data.txt"), "height 21\n")
        head = write(os.path.join(place, "head.txt"), "names\nheight 21\n")

        def run(command, table, file, *more, **options):
            write(model, OBJECTS.replace("@TABLE", table)
                  .replace("@FILE", file))
            return foucault(command, "Curves.mo", *more, cwd=place,
                            **options)

        def build(table, file):
            return run("build", table, file, "-L", place, "-o", "c.fmu")
        for table, file, why in (
                ("height", "none.txt", "no file none.txt"),
                ("width", data, "no table width"),
                ("height", head, "line 1 has no number")):
            done = run("simulate", table, file, status=1)
            holds(done.stderr, "external object t.curve cannot be made: "
                  + why + ", in the function Curves.Curve.constructor("
                  f'factor = 2, tableName = "{table}", fileName = "{file}", '
                  "nHeaderLines = 0) (Curves.mo:")
            need("was not made" not in done.stderr, done.stderr)
            need("W221" not in done.stderr, done.stderr)
        done = run("simulate", "height", "data.txt", "--json")
        need(json.loads(done.stdout)["final"]["y"] == 42, done.stdout)
        place_of = "Curves.mo:52:44: warning W221: the FMU looks for the file "
        holds(build("height", "data.txt").stderr, place_of + "'data.txt'",
              "note: the value of t.fileName\n", "the importer runs")
        holds(build("height", "gone.txt").stderr, place_of + "'gone.txt'",
              "t.fileName; there is no such file here")
        need("W221" not in build("height", "NoName").stderr, "NoName")
        text = OBJECTS.replace("@TABLE", "height")
        write(model, text.replace(
            '"@FILE"', "Modelica.Utilities.Files.loadResource("
            '"modelica://Curves/data.txt")'))
        done = foucault("build", "Curves.mo", "-L", place, "-o", "c.fmu",
                        cwd=place)
        need("W221" not in done.stderr, done.stderr)
        os.remove(data)
        done = foucault("simulate", "c.fmu", "--json", cwd=place)
        need(json.loads(done.stdout)["final"]["y"] == 42, done.stdout)


LAPACK = """package Linear
  function solve
    input Real A[:, size(A, 1)];
    input Real b[size(A, 1)];
    output Real x[size(A, 1)] = b;
    output Integer info;
  protected
    Real work[n, n] = A;
    Integer n = size(A, 1);
    Integer pivots[size(A, 1)];
    external "FORTRAN 77" dgesv(n, 1, work, n, pivots, x, n, info)
      annotation(Library = {"lapack"});
  end solve;
  function product
    input Real A[:, :];
    input Real B[size(A, 2), :];
    input String transpose = "N";
    input Real alpha = 1;
    output Real C[size(A, 1), size(B, 2)] = ones(size(A, 1), size(B, 2));
  protected
    String second = transpose;
    external "FORTRAN 77" dgemm(transpose, second, size(A, 1), size(B, 2),
      size(A, 2), alpha, A, size(A, 1), B, size(B, 1), 0.5, C, size(A, 1))
      annotation(Library = "blas");
  end product;
  function length
    input Real x[:];
    output Real y;
    external "FORTRAN 77" y = DNRM2(size(x, 1), x, 1)
      annotation(Library = "lapack");
  end length;
  function computed "sizes that are known while it runs"
    input Integer n;
    output Real y;
  protected
    Real A[n, n + 1];
    Real x[3];
  algorithm
    for i in 1:n loop
      for j in 1:n + 1 loop
        A[i, j] := i + 10*j;
      end for;
    end for;
    x := solve({{2, 0, 0}, {0, 4, 1}, {0, 0, 5}}, vector(A[1:n, 1]));
    y := sum(product(A, transpose(A))*(1:n)) + x[3];
  end computed;
  model M
    Integer size = if time < 0.5 then 3 else 3 + integer(time/10);
    Real z = computed(size);
    constant Real A[2, 2] = {{4, 2}, {1, 3}};
    constant Real c[2] = solve(A, {1, 2});
    Real d[integer(10*length({0.3, 0.4}))] = fill(time, 5);
    Real x[2] = solve({{4, 2 + time}, {1, 3}}, {1, 2});
    Real P[2, 3] = product({{1, time}, {0, 2}}, {{1, 2, 3}, {4, 5, 6}});
    Real n = length({3*time, 4*time});
  end M;
  model Wrong
    function fault
      input Real u;
      output Real x = u;
    protected
      Integer info;
      Real a = 1;
      Integer p;
      external "FORTRAN 77" dgesv(1, 1, a, 0, p, x, 1, info)
        annotation(Library = "lapack");
    end fault;
    Real x = fault(time);
  end Wrong;
end Linear;
"""


def linear_algebra():
    """LAPACK at translation and in an FMU that needs nothing else."""
    with folder() as place:
        write(os.path.join(place, "Linear.mo"), LAPACK)

        def run(model, **more):
            return foucault("simulate", "Linear.mo", "--model",
                            "Linear." + model, "--stop", "1", "--json",
                            cwd=place, **more)
        final = json.loads(run("M").stdout)["final"]

        def is_near(name, *value):
            for k, one in enumerate(value):
                given = final[name % (k + 1)]
                need(abs(given - one) < 1e-14, f"{name % (k + 1)}: {given}")
        is_near("c[%d]", -0.1, 0.7)
        is_near("x[%d]", -1/3, 7/9)
        is_near("d[%d]", 1, 1, 1, 1, 1)
        is_near("P[1,%d]", 5.5, 7.5, 9.5)
        is_near("P[2,%d]", 8.5, 10.5, 12.5)
        need(abs(final["n"] - 5) < 1e-14, str(final["n"]))
        need(abs(final["z"] - 62147.6) < 1e-9, str(final["z"]))
        holds(run("Wrong", status=1).stderr,
              "LAPACK: argument 4 of DGESV is not allowed", "Linear.mo:58")


LOOSE = """package Loose
  model Field "a current that is called a flux"
    Real psi(unit = "Wb", start = 1);
    Real i(unit = "A", start = 2);
    parameter Real L(unit = "H") = 1;
  equation
    psi = i;
    der(i) = -i;
  end Field;
end Loose;
"""

OWN = """model Own
  Loose.Field field(i(start = 3%s));
  Real x(unit = "%s", start = 3);
equation
  x = field.i;
end Own;
"""


def warnings():
    """What a library declares is its authors' business; a start value that is
    written further outside wins without a word."""
    with folder() as place:
        write(os.path.join(place, "Loose.mo"), LOOSE)
        own = os.path.join(place, "own.mo")
        lower = ["build", own, "-L", place, "--dump", "alias"]
        write(own, OWN % (", fixed = true", "A"))
        done = foucault(*lower)
        need(done.stderr == "", done.stderr)
        holds(foucault(*lower, "--library-warnings").stderr, "W309",
              "Loose.mo", "'A'")
        # the user's own units
        write(own, OWN % (", fixed = true", "V"))
        holds(foucault(*lower).stderr, "own.mo:3", "W309")
        # two starts of the user: neither is further outside
        write(own, (OWN % ("", "A")).replace("start = 3);", "start = 4);"))
        holds(foucault(*lower).stderr, "W301", "own.mo:3", "4 and 3")
        # the model of a library is the user's when it is the one asked for
        done = foucault("build", "--model", "Loose.Field", "-L", place,
                        "--dump", "alias")
        holds(done.stderr, "W309", "Loose.mo")


def simulate_with_fmpy(fmu, stop):
    """The last value of x[3]."""
    from fmpy import simulate_fmu
    return simulate_fmu(fmu, stop_time=stop, output=["x[3]"])["x[3]"][-1]


def collect(runner):
    for name, test in {
            "path": by_path, "no_file": model_without_a_file,
            "other_version": other_version,
            "folders": files_in_their_folders,
            "lazy": reads_what_is_used,
            "survey": survey,
            "sources": library_of_sources,
            "sources_of_others": sources_of_others,
            "files": files_of_libraries, "confined": confined_calls,
            "objects": files_of_objects, "open": open_potentials,
            "lapack": linear_algebra, "warnings": warnings}.items():
        runner.add(f"libraries/{name}", test)
