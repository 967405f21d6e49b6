"""Models and FMUs of strangers: whose C code runs, which files are read."""

import json
import os

from .suite import folder, foucault, need, write

CODE = """
    input Integer n;
    output Integer m;
    external "C" m = trust_cells(n) annotation(Include = "
#include <stdio.h>
static int trust_cells(int n)
{
  FILE *seen = fopen(\\"ran.txt\\", \\"w\\");
  if (seen) fclose(seen);
  fprintf(stderr, \\"the code has run\\\\n\\");
  return 2 * n;
}");
"""
RUNS = f"model M\n  function cells{CODE}  end cells;\n" \
       "  Real x[cells(2)] = ones(4);\nend M;\n"
HOLDS = f"model M\n  function cells{CODE}  end cells;\n" \
        "  Real x = cells(integer(time));\nend M;\n"
LIBRARY = f"package Cells\n  function cells{CODE}  end cells;\n" \
          "  constant String header = \"none\";\n" \
          "  function given\n    output Integer m;\n" \
          "    external \"C\" m = trust_given()\n" \
          "      annotation(Include = header);\n  end given;\nend Cells;\n"


def with_code(*words, **options):
    """What came of it: did the C code run?"""
    done = foucault(*words, "--color", "never", **options)
    return done, "the code has run" in done.stderr


def refused(*words, **options):
    done, has_run = with_code(*words, status=1, **options)
    need("error E244" in done.stderr, done.stderr)
    need(not has_run, "the code has run")
    return done.stderr


def code_of_models():
    """explain and flatten do not run it; build does, unless it may not."""
    with folder() as place:
        runs = write(os.path.join(place, "runs.mo"), RUNS)
        holds = write(os.path.join(place, "holds.mo"), HOLDS)
        fmu = os.path.join(place, "m.fmu")
        no = dict(os.environ, FOUCAULT_EXTERNAL="no")
        yes = dict(os.environ, FOUCAULT_EXTERNAL="yes")
        for command in "explain", "flatten":
            report = refused(command, runs)
            for words in "'M.cells'", "runs.mo:5", "--external":
                need(words in report, report)
            need(with_code(command, runs, "--external")[1], command)
            need(with_code(command, runs, env=yes)[1], command)
            need(not with_code(command, holds)[1], command)
            need(not with_code(command, holds, "--no-external")[1], command)
            refused(command, runs, "--no-external", env=yes)
        need(with_code("build", runs, "-o", fmu)[1], "build")
        need(with_code("build", runs, "-o", fmu, "--external", env=no)[1],
             "the option goes before the environment")
        for model in runs, holds:
            refused("build", model, "-o", fmu, "--no-external")
            refused("simulate", model, env=no)
        refused("explain", holds, "--html", os.path.join(place, "m.html"),
                "--plot", "x")
        done = foucault("flatten", holds, status=2,
                        env=dict(os.environ, FOUCAULT_EXTERNAL="maybe"))
        need("FOUCAULT_EXTERNAL is yes or no" in done.stderr, done.stderr)
        done = foucault("flatten", runs, "--json", status=1)
        report = json.loads(done.stdout)["diagnostics"]
        need([d["code"] for d in report] == ["E244"], done.stdout)


def code_of_libraries():
    """That of a library runs, that of a model with its name does not."""
    with folder() as place:
        root = os.path.join(place, "root")
        os.mkdir(root)
        uses = write(os.path.join(place, "uses.mo"),
                     "model M\n  Real x[Cells.cells(2)] = ones(4);\nend M;\n")
        write(os.path.join(root, "Cells.mo"), LIBRARY)
        need(with_code("flatten", uses, "-L", root)[1], "a library")
        env = dict(os.environ, MODELICAPATH=root)
        need(with_code("flatten", uses, env=env)[1], "MODELICAPATH")
        refused("flatten", uses, "-L", root, "--no-external")
        # the user names the file: it is the model's
        refused("flatten", os.path.join(root, "Cells.mo"), uses, "-L", root)
        # the model decides what a function of the library includes
        text = ("model M\n  package Mine = Cells(header = \""
                "#include <stdio.h>\nstatic int trust_given(void) { return "
                "fprintf(stderr, \\\"the code has run\\\\n\\\") > 0; }\");\n"
                "  Real x[Mine.given()] = ones(1);\nend M;\n")
        given = write(os.path.join(place, "given.mo"), text)
        refused("flatten", given, "-L", root)
        need(with_code("flatten", given, "-L", root, "--external")[1], "yes")
        # a standard library by its name, found in the model's own folder
        write(os.path.join(place, "Modelica.mo"),
              LIBRARY.replace("Cells", "Modelica"))
        own = uses.replace("uses", "own")
        write(own, "model M\n  Real x[Modelica.cells(2)] = ones(4);\nend M;\n")
        refused("flatten", os.path.join(place, "Modelica.mo"), own)
        os.rename(os.path.join(place, "Modelica.mo"),
                  os.path.join(root, "Modelica.mo"))
        need(with_code("flatten", own, "-L", root)[1], "a library")
        refused("flatten", own, "-L", root, "--no-external")
        os.mkdir(os.path.join(root, "Modelica 9.0"))
        os.rename(os.path.join(root, "Modelica.mo"),
                  os.path.join(root, "Modelica 9.0", "package.mo"))
        need(with_code("flatten", own, "-L", root, "--no-external")[1],
             "the standard library")


SHELL = """model M
  function command
    input String text;
    output Integer status;
    external "C" status = system(text);
  end command;
  function cosine
    input Real x;
    output Real y;
    external "C" y = cos(x);
  end cosine;
  function scaled
    input Real x[:];
    output Real y[size(x, 1)] = x;
    external "FORTRAN 77" dscal(size(x, 1), 2.0, y, 1)
      annotation(Library = "lapack");
  end scaled;
  constant Real a = cosine(0), b[2] = scaled({1, 2});
  constant Integer c = %s;
end M;
"""


def code_without_a_file():
    """What needs no file of anyone: the C library's functions."""
    with folder() as place:
        model = write(os.path.join(place, "m.mo"), SHELL % "1")
        done = foucault("flatten", model, "--no-external")
        need("constant Real a = 1" in done.stdout, done.stdout)
        write(model, SHELL % """command("echo the code has ''run'' >&2")""")
        refused("flatten", model)


FILES = """package Modelica
  package Utilities
    package Files
      function loadResource
        input String uri;
        output String fileName;
      algorithm
        fileName := uri;
      end loadResource;
    end Files;
  end Utilities;
end Modelica;
"""
LOADED = """model M
  parameter String name = "%s";
  parameter String file = Modelica.Utilities.Files.loadResource(name);
end M;
"""
TWICE = "static double trust_twice(double x) { return 2 * x; }\n"
INCLUDES = """model M
  function twice
    input Real x;
    output Real y;
    external "C" y = trust_twice(x) annotation(%s);
  end twice;
  Real x = twice(time);
end M;
"""


def outside(path, *words):
    report = foucault("flatten", path, *words, "--color", "never",
                      status=1).stderr
    need("error E245" in report and "--allow-path " in report, report)


def make_places(place):
    """A model's folder, one beside it with a secret, one with libraries."""
    for name in "model", "secret", "root":
        os.mkdir(os.path.join(place, name))
    write(os.path.join(place, "root", "Modelica.mo"), FILES)
    write(os.path.join(place, "secret", "key.txt"), "secret")
    write(os.path.join(place, "secret", "twice.h"), TWICE)


def files_of_resources():
    with folder() as place:
        make_places(place)
        model = os.path.join(place, "model", "m.mo")
        key = os.path.join(place, "secret", "key.txt")
        libraries = ["-L", os.path.join(place, "root")]
        allowed = ["--allow-path", os.path.join(place, "secret")]
        own = write(os.path.join(place, "model", "own.txt"), "own")
        os.symlink(key, os.path.join(place, "model", "link.txt"))
        os.mkdir(os.path.join(place, "model", "data"))
        os.symlink(key, os.path.join(place, "model", "data", "link.txt"))
        for name in (key, "file://" + key, "modelica://M/link.txt",
                     "modelica://M/data", f"{place}/model/../secret/key.txt"):
            write(model, LOADED % name)
            outside(model, *libraries)
            foucault("flatten", model, *libraries, *allowed)
        for name in (own, "file://" + own, "modelica://M/own.txt",
                     "/nowhere/at/all.txt"):
            write(model, LOADED % name)
            foucault("flatten", model, *libraries)
        # what the user names is the user's
        foucault("flatten", model, *libraries, "--set", f'name="{key}"')


def files_of_code():
    with folder() as place:
        make_places(place)
        model = os.path.join(place, "model", "m.mo")
        secret = os.path.join(place, "secret")
        write(os.path.join(place, "model", "twice.h"), TWICE)
        write(os.path.join(secret, "twice.c"), TWICE.replace("static ", ""))
        os.symlink(secret, os.path.join(place, "model", "linked"))
        given = "Include = \"#include \\\"%s\\\"\""
        for text in (f'{given % "twice.h"}, IncludeDirectory = "../secret"',
                     f'{given % "twice.h"}, IncludeDirectory = "{secret}"',
                     f'{given % "twice.h"}, '
                     f'IncludeDirectory = "file://{secret}"',
                     f'{given % "twice.h"}, '
                     'IncludeDirectory = "modelica://M/linked"',
                     given % f"{secret}/twice.h", given % "../secret/twice.h",
                     'Library = "twice", LibraryDirectory = "../secret"'):
            write(model, INCLUDES % text)
            outside(model)
            foucault("flatten", model, "--allow-path", secret)
        write(model, INCLUDES % (given % "twice.h"))
        foucault("flatten", model)


def collect(runner):
    for name, test in {
            "models": code_of_models, "libraries": code_of_libraries,
            "functions": code_without_a_file,
            "resources": files_of_resources, "files": files_of_code}.items():
        runner.add(f"trust/{name}", test)
