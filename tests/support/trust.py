"""Models and FMUs of strangers: whose C code runs, which files are read."""

import glob
import json
import os
import random
import re
import subprocess
import time
import zipfile

from . import check
from .suite import (RELEASE, ROOT, TESTS, folder, foucault, need, read, run,
                    write)

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
    """explain, flatten and lint do not run it; build does, unless it may not."""
    with folder() as place:
        runs = write(os.path.join(place, "runs.mo"), RUNS)
        holds = write(os.path.join(place, "holds.mo"), HOLDS)
        fmu = os.path.join(place, "m.fmu")
        no = dict(os.environ, FOUCAULT_EXTERNAL="no")
        yes = dict(os.environ, FOUCAULT_EXTERNAL="yes")
        for command in "explain", "flatten", "lint":
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
        # from where the C compiler runs it would lead to a file
        write(model, INCLUDES % (given % ("../" * 20 + "etc/passwd")))
        os.mkdir(os.path.join(place, "model", "deep"))
        lost = write(os.path.join(place, "model", "deep", "m.mo"),
                     INCLUDES % (given % "../nowhere/twice.h"))
        outside(model)
        report = foucault("flatten", lost, status=1).stderr
        need("E245" in report and "leads to no file" in report, report)


BEYOND = {
    "nesting": "model M\n  Real x = %s1%s;\nend M;\n"
               % ("(" * 30, ")" * 30),
    "bases": "".join(f"model A{k}\n{'extends A%d;' % (k - 1) if k else ''}"
                     f"\nend A{k};\n" for k in range(30))
             + "model M\n  extends A29;\nend M;\n",
    "inherited": "".join(f"model A{k}\n{'extends A%d; extends A%d;' % (k - 1, k - 1) if k else ''}"
                         f"\nend A{k};\n" for k in range(6))
                 + "model M\n  extends A5;\nend M;\n",
    "depth": "".join(f"model A{k}\n{'A%d a;' % (k - 1) if k else ''}"
                     f"\nend A{k};\n" for k in range(30))
             + "model M\n  A29 a;\nend M;\n",
    "values": "model M\n" + "".join(
        f"  parameter Integer n{k} = size(x{k}, 1);\n"
        f"  Real x{k}[{'n%d' % (k + 1) if k < 29 else 1}] = fill(0, n{k});\n"
        for k in range(30)) + "end M;\n",
    "calls": "model M\n  function f\n    input Integer n;\n"
             "    output Integer m;\n  algorithm\n"
             "    m := if n > 0 then f(n - 1) else 1;\n  end f;\n"
             "  Real x[f(25)] = ones(1);\nend M;\n",
    "calls-of-call": "model M\n  function f\n    input Integer n;\n"
                     "    output Integer m;\n  algorithm\n"
                     "    m := if n > 1 then f(n - 1) + f(n - 2) else 1;\n"
                     "  end f;\n  Real x[f(7)] = ones(21);\nend M;\n",
    "statements": "model M\n  function f\n    output Integer m;\n"
                  "  algorithm\n    m := 0;\n    for i in 1:50 loop\n"
                  "      m := m + 1;\n    end for;\n  end f;\n"
                  "  Real x[f()] = ones(50);\nend M;\n",
    "components": "model M\n  model A\n    Real x = 1;\n  end A;\n"
                  "  A a[50];\nend M;\n",
    "memory": "model M\n  model A\n    Real x = time;\n  end A;\n"
              "  A a[30000];\nend M;\n",
    "variables": "model M\n  Real x[50] = ones(50);\nend M;\n",
    "equations": "model M\n  Real x[50];\nequation\n  for i in 1:50 loop\n"
                 "    x[i] = i*time;\n  end for;\nend M;\n",
    "turns": "model M\n  Real x[50];\nequation\n  for i in 1:50 loop\n"
             "    x[i] = i*time;\n  end for;\nend M;\n",
    "elements": "model M\n  Real x = sum(ones(50));\nend M;\n",
}


# archive_limits(), check/hostile/bounded, contain/code
ELSEWHERE = ("unpacked", "entries", "output", "external-seconds",
             "external-memory", "external-processes", "external-files",
             # hostile_compile.py
             "compiler-seconds", "compiler-memory",
             # worst.py
             "together", "described", "parts", "systems", "cells")


def endless_calls():
    """100 million calls, at most 40 inside of each other."""
    with folder() as place:
        model = write(os.path.join(place, "m.mo"),
                      BEYOND["calls-of-call"].replace("[f(7)]", "[f(38)]"))
        report = foucault("flatten", model, status=1, timeout=120).stderr
        need("error E290" in report and "too many calls" in report,
             report[:800])


def limits():
    """The table of the docs is that of the program, and each row holds."""
    table = re.findall(
        r'LIMIT\(\w+, "([\w-]+)", (\d+), (\d+), (\w+),\s*"([^"]*)"\)',
        read(os.path.join(ROOT, "generator/base/system/limits.def")))
    page = read(os.path.join(ROOT, "docs/howto/trust.md"))
    for name, usual, most, code, what in table:
        row = (f"| `{name}` | {int(usual):,} | {int(most):,} | {code} | "
               f"{what} |")
        need(row in page, f"not on the page: {row}")
    need({row[0] for row in table} ==
         {"file", *ELSEWHERE, *BEYOND}, "other names")
    with folder() as place:
        model = os.path.join(place, "m.mo")
        for name, _, most, code, _ in table:
            text, least = BEYOND.get(name), "20"
            if name in ELSEWHERE:
                continue
            if name == "file":
                text, least = "model M\nend M;\n" + " " * 1100000, "1"
            write(model, text)
            foucault("flatten", model)
            report = foucault("flatten", model, "--limit", f"{name}={least}",
                              status=1).stderr
            need(f"error {code}" in report, f"{name}: {report[:800]}")
            foucault("flatten", model, "--limit", f"{name}={most}")
            for wrong in f"{name}=0", f"{name}={int(most) + 1}", name:
                foucault("flatten", model, "--limit", wrong, status=2)
        # there is no way back, but the report is whole and nothing is left
        write(model, BEYOND["memory"])
        temporary = os.path.join(place, "t")
        os.mkdir(temporary)
        done = foucault("build", model, "-o", os.path.join(place, "m.fmu"),
                        "--json", "--limit", "memory=20", status=1,
                        env=dict(os.environ, TMPDIR=temporary))
        need([d["code"] for d in json.loads(done.stdout)["diagnostics"]] ==
             ["E122"] and "--limit memory=N permits more" in done.stderr,
             done.stdout + done.stderr)
        need(sorted(os.listdir(place)) == ["m.mo", "t"] and
             is_emptied(temporary), "files are left")
        done = foucault("flatten", model, "--limit", "varables=3", status=2)
        need("did you mean 'variables'?" in done.stderr, done.stderr)


def outer_entity(path):
    """Texts of other files do not get into the description."""
    xml = check.description().replace(
        "<fmiModel", "<!DOCTYPE a [<!ENTITY x SYSTEM "
        '"file:///etc/passwd">]><fmiModel')
    check.pack(path, check.entries(xml.replace(
        'modelName="Sample"', 'modelName="Sample" description="&x;"')))


def outer_type(path):
    check.pack(path, check.entries(check.description().replace(
        "<fmiModel", '<!DOCTYPE a SYSTEM "file:///etc/passwd"><fmiModel')))


# Archives that are not opened, and what is said of them.
HOSTILE = {
    **{name: (check.ARCHIVE_FAULTS[name][0], text) for name, text in {
        "traversal": "an entry would leave its folder",
        "absolute": "an entry would leave its folder",
        "drive": "an entry would leave its folder",
        "backslash": "an entry would leave its folder",
        "link": "an entry is not a plain file",
        "encrypted": "an entry is encrypted",
        "damaged": "is damaged",
        "claims_much": "more than 2048 MiB when unpacked",
        "cut_off": "not a readable zip archive",
        "entity_bomb": "error E602"}.items()},
    "outer_entity": (outer_entity, "error E602"),
    "outer_type": (outer_type, "a document type is not allowed"),
}


def hostile_archive(make, text):
    def test():
        with folder() as place:
            inner, temporary = (os.path.join(place, name) for name in "it")
            os.mkdir(inner)
            os.mkdir(temporary)
            path = os.path.join(inner, "Sample.fmu")
            make(path)
            env = dict(os.environ, TMPDIR=temporary)
            for command in "info", "simulate":
                done = foucault(command, path, status=1, env=env)
                need(text in done.stderr, done.stderr)
                need("root:" not in done.stdout + done.stderr, "a file's text")
            need(os.listdir(temporary) == [] and
                 sorted(os.listdir(place)) == ["i", "t"], "files are left")
    return test


def clashes():
    """Names that occur twice are not unpacked over each other."""
    with folder() as place:
        path = os.path.join(place, "Sample.fmu")
        check.twice(path)
        done = foucault("simulate", path, status=1)
        need("it is there twice, and differs" in done.stderr, done.stderr)
        check.claiming(100)(path)
        done = foucault("simulate", path, status=1)
        need("it is damaged" in done.stderr, done.stderr)


def archive_limits():
    with folder() as place:
        path = check.pack(os.path.join(place, "Sample.fmu"), check.entries(
            more=[(f"resources/{k}", b"\0" * (1 << 20)) for k in range(4)]))
        for limit, least in ("unpacked", 3), ("entries", 4):
            for command in "info", "simulate":
                foucault(command, path, "--limit", f"{limit}=3000")
                done = foucault(command, path, "--limit", f"{limit}={least}",
                                status=1)
                need(f"--limit {limit}=N permits more" in done.stderr,
                     done.stderr)
            run_free = ["check", path, "--no-run", "--limit"]
            foucault(*run_free, f"{limit}=3000")
            done = foucault(*run_free, f"{limit}={least}", status=1)
            need("archive-size" in done.stdout and f"more than {least}" in
                 done.stdout and "--limit permits" in done.stdout,
                 done.stdout)


FAILING = r"""
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
extern void *__libc_malloc(size_t), *__libc_realloc(void *, size_t),
    *__libc_calloc(size_t, size_t);
static long left = -2; /* requests until one fails; -1: none does */
static pid_t first; /* what it starts, the guard too, has memory */
static int fails(void)
{
  if (first == 0) first = getpid();
  if (first != getpid()) return 0;
  if (left == -2) {
    const char *n = getenv("FAIL_AT");
    int is_meant = strcmp(program_invocation_short_name, "foucault") == 0;
    left = n && is_meant ? atol(n) : -1;
  }
  if (left < 0) return 0;
  if (left > 0) {
    left--;
    return 0;
  }
  left = getenv("FAIL_ON") ? 0 : -1; /* all that follow, or this one */
  errno = ENOMEM;
  return 1;
}
void *malloc(size_t n) { return fails() ? NULL : __libc_malloc(n); }
void *calloc(size_t m, size_t n)
{
  return fails() ? NULL : __libc_calloc(m, n);
}
void *realloc(void *p, size_t n)
{
  return fails() ? NULL : __libc_realloc(p, n);
}
"""
SMALL = """model M
  Real x(start = 1, fixed = true), y[3];
equation
  der(x) = -x;
  for i in 1:3 loop
    y[i] = i*x;
  end for;
end M;
"""


def read_bytes(path):
    with open(path, "rb") as file:
        return file.read()


def is_emptied(path):
    """The guard may need a moment."""
    for _ in range(100):
        if not os.listdir(path):
            return True
        time.sleep(0.1)
    return False


def out_of_memory(command, made, step):
    """The n-th request for memory fails: a message, the old file, no rest."""
    def test():
        with folder() as place:
            library = os.path.join(place, "failing.so")
            source = write(os.path.join(place, "failing.c"), FAILING)
            done = run(["cc", "-shared", "-fPIC", source, "-o", library])
            need(done.returncode == 0, done.stderr)
            model = write(os.path.join(place, "m.mo"), SMALL)
            fmu = os.path.join(place, "s.fmu")
            foucault("build", model, "-o", fmu, "--compiler", "fast")
            temporary = os.path.join(place, "t")
            os.mkdir(temporary)
            words = [{"MODEL": model, "FMU": fmu}.get(w, w) for w in command]
            n, worked = 1, 0
            while worked < 2 and n < 3000:
                for on in {}, {"FAIL_ON": "1"}:
                    old = write(os.path.join(place, made), "old")
                    env = dict(os.environ, LD_PRELOAD=library, FAIL_AT=str(n),
                               TMPDIR=temporary, **on)
                    done = run([RELEASE, *words], cwd=place, env=env)
                    what = f"request {n} {on}: {done.stderr[-300:]}"
                    need(done.returncode in (0, 1, 3),
                         f"status {done.returncode}, {what}")
                    need(done.returncode == 0 or done.stderr.strip(), what)
                    need(done.returncode == 0 or read_bytes(old) == b"old",
                         f"the old file is gone, {what}")
                    need(is_emptied(temporary), f"files are left, {what}")
                worked = worked + 1 if done.returncode == 0 else 0
                n += step
    return test


def memory_of_fmus():
    """A running FMU: the n-th request for memory fails, for each n."""
    with folder() as place:
        program = os.path.join(place, "short_of_memory")
        done = run(["cc", "-rdynamic", "-I", os.path.join(ROOT, "fmu_runtime"),
                    "-I", os.path.join(ROOT, "fmu_runtime", "fmi"),
                    os.path.join(TESTS, "fmu", "short_of_memory.c"), "-o",
                    program, "-ldl"])
        need(done.returncode == 0, done.stderr)
        for model in "multibody/pendulum", "events/bouncing_ball":
            fmu = os.path.join(place, "m.fmu")
            foucault("build", os.path.join(ROOT, "models", model + ".mo"),
                     "-o", fmu, "--compiler", "fast")
            with zipfile.ZipFile(fmu) as archive:
                archive.extractall(place)
            guid = re.search('guid="(.*?)"', read(
                os.path.join(place, "modelDescription.xml")))[1]
            library, = glob.glob(os.path.join(place, "binaries", "*", "*.so"))
            done = run([program, library, guid])
            need(done.returncode == 0, f"{model}: {done.stdout}")
            os.unlink(library)


def many_builds():
    """Builds of one target at once, and builds that are killed."""
    with folder() as place:
        model = write(os.path.join(place, "m.mo"), SMALL)
        fmu = os.path.join(place, "m.fmu")
        temporary = os.path.join(place, "t")
        os.mkdir(temporary)
        env = dict(os.environ, TMPDIR=temporary)
        words = [RELEASE, "build", model, "-o", fmu, "--compiler", "fast"]
        need(run(words, env=env).returncode == 0, "build")
        made = read_bytes(fmu)

        def begin():
            return subprocess.Popen(words, env=env, stderr=subprocess.DEVNULL,
                                    stdout=subprocess.DEVNULL)
        running = [begin() for _ in range(50)]
        need({child.wait() for child in running} == {0}, "50 builds")
        need(read_bytes(fmu) == made, "50 builds give another file")
        chance = random.Random(1)
        for _ in range(30):
            child = begin()
            time.sleep(0.3*chance.random())
            child.kill()
            child.wait()
            need(read_bytes(fmu) == made, "a killed build harms the old file")
        need(is_emptied(temporary), "temporary files are left")
        left = sorted(os.listdir(place))
        need(left == ["m.fmu", "m.mo", "t"], f"files are left: {left}")


def collect(runner):
    for name, test in {
            "models": code_of_models, "libraries": code_of_libraries,
            "functions": code_without_a_file,
            "limits": limits,
            "endless_calls": endless_calls,
            "resources": files_of_resources, "files": files_of_code}.items():
        runner.add(f"trust/{name}", test)
    for name, (make, text) in HOSTILE.items():
        runner.add(f"trust/archive/{name}", hostile_archive(make, text))
    runner.add("trust/archive/clashes", clashes)
    runner.add("trust/archive/limits", archive_limits)
    for name, (command, made, step) in {
            "build": (["build", "MODEL", "-o", "m.fmu", "--compiler", "fast"],
                      "m.fmu", 5),
            "explain": (["explain", "MODEL", "--html", "m.html"], "m.html",
                        7),
            "info": (["info", "FMU"], "none", 3)}.items():
        runner.add(f"trust/memory/{name}",
                   out_of_memory(command, made, step))
    runner.add("trust/memory/fmu", memory_of_fmus)
    runner.add("trust/many_builds", many_builds)
