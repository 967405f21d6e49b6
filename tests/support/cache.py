"""FMUs that `foucault simulate` keeps: taken again only where a build would
give the same, whatever happens to the cache."""

import concurrent.futures
import glob
import json
import os
import re
import shutil
import subprocess
import time

from .suite import (BUILD, RELEASE, ROOT, folder, foucault, need, read, run,
                    write)

MODEL = """model Main
  parameter Real k = 1;
  Real x(start = k), y;
  Parts.Part part;
equation
  der(x) = -x;
  y = part.y + 1;
end Main;
"""

PART = """within Parts;
model Part
  Real y = 2*time;
end Part;
"""

C_MODEL = """model C
  function twice
    input Real x;
    output Real y;
    external "C" y = twice(x) annotation(Include = "#include \\"twice.h\\"",
      IncludeDirectory = {"modelica://C/first", "modelica://C/second"},
      Library = "deep");
  end twice;
  Real y = twice(time);
end C;
"""

RESOURCE = """package Data
  function size
    input String file;
    output Real y;
    external "C" y = length(file) annotation(Include = "
static double length(const char *file) { return file[0] != 0; }");
  end size;
  model M
    parameter String file = Modelica.Utilities.Files.loadResource(
      "modelica://Data/Resources/numbers.txt");
    Real x = time*size(file);
  end M;
end Data;
"""


class Cache:
    """A folder with a cache of its own, and models in it."""

    def __init__(self, place, size="100"):
        self.place = os.path.join(place, "here")
        self.kept = os.path.join(place, "kept")
        os.makedirs(self.place)
        self.env = dict(os.environ, FOUCAULT_CACHE=self.kept,
                        FOUCAULT_CACHE_SIZE=size)

    def path(self, name):
        return os.path.join(self.place, name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        write(self.path(name), text)
        time.sleep(0.02)  # a tick of the clock that files have

    def run(self, *words, env=None, program=RELEASE, cwd=None):
        return foucault("simulate", *words, "--json", program=program,
                        cwd=cwd or self.place, env={**self.env, **(env or {})})

    def hit(self, *words, **more):
        return json.loads(self.run(*words, **more).stdout)["cached"]

    def entries(self):
        return sorted(glob.glob(os.path.join(self.kept, "*")))

    def library(self):
        self.write("Parts/package.mo", "package Parts\nend Parts;\n")
        self.write("Parts/Part.mo", PART)
        self.write("Parts/Unused.mo",
                   "within Parts;\nmodel Unused\nend Unused;\n")
        self.write("main.mo", MODEL)


def second_run():
    """It builds nothing, gives the same and warns of the same."""
    with folder() as place:
        cache = Cache(place)
        cache.library()
        first, second = (cache.run("main.mo", "-L", ".") for _ in range(2))
        need(first.stderr == second.stderr and "warning W401" in second.stderr
             and "| model Main" in second.stderr, second.stderr)
        one, two = (json.loads(done.stdout) for done in (first, second))
        need((one["cached"], two["cached"]) == (False, True), "the second run")
        need(one["diagnostics"] == two["diagnostics"], f"{two['diagnostics']}")
        need(one["final"] == two["final"], f"{two['final']}")
        need(cache.hit("main.mo", "-L", ".", "--stop", "3", "--step", "0.5"),
             "the run has its own stop time")
        need("warning" not in cache.run("main.mo", "-L", ".", "--quiet").stderr,
             "--quiet")
        need(not cache.hit("main.mo", "-L", ".", "--no-cache"), "--no-cache")
        need(not cache.hit("main.mo", "-L", ".", "--no-warn", "W401"),
             "--no-warn")
        done = foucault("build", "main.mo", "-L", ".", "--cache", "-o", "a.fmu",
                        cwd=cache.place, env=cache.env)
        again = foucault("build", "main.mo", "-L", ".", "--cache", "-o",
                         "b.fmu", cwd=cache.place, env=cache.env)
        need("from the cache" in again.stdout and
             "from the cache" not in done.stdout, again.stdout)
        with open(cache.path("a.fmu"), "rb") as a, \
                open(cache.path("b.fmu"), "rb") as b:
            need(a.read() == b.read(), "another FMU")
        done = foucault("simulate", "main.mo", "-L", ".", "--warn-error",
                        "W401", status=1, cwd=cache.place, env=cache.env)
        need("error W401" in done.stderr, done.stderr)


def both_versions():
    """--fmi 2,3: both files are kept, and both are taken."""
    with folder() as place:
        cache = Cache(place)
        cache.library()

        def build(name, *words):
            done = foucault("build", "main.mo", "-L", ".", "--cache", "-o",
                            name + ".fmu", "--json", *words, cwd=cache.place,
                            env=cache.env)
            report = json.loads(done.stdout)
            files = {}
            for key in ("fmu", "fmu3"):
                if key in report:
                    with open(cache.path(report.pop(key)), "rb") as file:
                        files[key] = file.read()
            return report["cached"], files

        first, again = (build(name, "--fmi", "2,3") for name in "ab")
        need((first[0], again[0]) == (False, True), "the second build")
        need(len(again[1]) == 2 and again[1] == first[1], "other FMUs")
        need(os.path.exists(cache.path("b.fmi3.fmu")), "another name")
        for version in "23":
            cached, one = build("c" + version, "--fmi", version)
            need(not cached and len(one) == 1, f"--fmi {version} alone")
            cached, again = build("d" + version, "--fmi", version)
            need(cached and again == one, f"--fmi {version} alone, again")


def expect_changes(cache, words, changes):
    """After each change the model is built, and then taken again."""
    cache.hit(*words)
    need(cache.hit(*words), "the second run")
    for what, change in changes:
        change()
        need(not cache.hit(*words), f"{what}: an old FMU was taken")
        need(cache.hit(*words), f"{what}: the new FMU was not kept")


def changed_models():
    with folder() as place:
        cache = Cache(place)
        cache.library()
        os.mkdir(cache.path("near"))
        words = ("main.mo", "-L", "near", "-L", ".")
        expect_changes(cache, words, [
            ("the model", lambda: cache.write(
                "main.mo", MODEL.replace("+ 1", "+ 2"))),
            ("the model, of the same size and date", lambda: same_date(
                cache.path("main.mo"), MODEL.replace("+ 1", "+ 3"))),
            ("a file of a library", lambda: cache.write(
                "Parts/Part.mo", PART.replace("2*", "3*"))),
            ("a class that is stored twice now", lambda: cache.write(
                "Parts/Part/other.txt", "")),
            ("a library that is nearer", lambda: shutil.copytree(
                cache.path("Parts"), cache.path("near/Parts"))),
        ])
        cache.write("results.csv", "time\n")
        os.utime(cache.path("main.mo"))
        cache.write("Parts/Unused.mo", "within Parts;\nmodel Unused \"!\"\n"
                    "end Unused;\n")
        need(cache.hit(*words), "nothing that matters has changed")


def same_date(path, text):
    before = os.stat(path)
    write(path, text)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def changed_c_files():
    with folder() as place:
        cache = Cache(place)
        cache.write("c.mo", C_MODEL)
        cache.write("second/twice.h", '#include "deeper/more.h"\n'
                    "double deep(double x);\n"
                    "static double twice(double x) { return deep(x)*MORE; }\n")
        cache.write("second/deeper/more.h", '#include "../../far.h"\n'
                    "#define MORE FAR\n")
        cache.write("far.h", "#define FAR 2\n")
        os.makedirs(cache.path("first/deeper"))
        cache.write("Resources/Library/deep.c",
                    "double deep(double x) { return x; }\n")
        expect_changes(cache, ("c.mo",), [
            ("a header of a header", lambda: cache.write(
                "far.h", "#define FAR 3\n")),
            ("a C file", lambda: cache.write(
                "Resources/Library/deep.c",
                "double deep(double x) { return -x; }\n")),
            ("a header that is found before", lambda: cache.write(
                "first/twice.h", "double deep(double x);\nstatic double "
                "twice(double x) { return 5*deep(x); }\n")),
            ("an archive that is found before", lambda: archive(cache)),
        ])
        final = json.loads(cache.run("c.mo").stdout)["final"]["y"]
        need(final == 35, f"{final}")


def archive(cache):
    cache.write("deep.c", "double deep(double x) { return 7*x; }\n")
    for command in (["cc", "-fPIC", "-c", "deep.c", "-o", "deep.o"],
                    ["ar", "rc", "Resources/Library/libdeep.a", "deep.o"]):
        done = run(command, cwd=cache.place)
        need(done.returncode == 0, done.stderr)
    os.remove(cache.path("deep.c"))
    time.sleep(0.02)


LOAD_RESOURCE = """package Modelica
  package Utilities
    package Files
      function loadResource
        input String uri;
        output String path;
        external "C" path = none(uri);
      end loadResource;
    end Files;
  end Utilities;
end Modelica;
"""


def changed_resources():
    with folder() as place:
        cache = Cache(place)
        cache.write("Data/package.mo", RESOURCE)
        cache.write("Data/Resources/numbers.txt", "1\n")
        write(os.path.join(cache.place, "Modelica.mo"), LOAD_RESOURCE)
        expect_changes(cache, ("--model", "Data.M", "-L", "."), [
            ("a resource", lambda: cache.write(
                "Data/Resources/numbers.txt", "2\n"))])


def options_and_environment():
    """Each has an FMU of its own, and all are kept."""
    with folder() as place:
        cache = Cache(place)
        cache.library()
        wrapper = os.path.join(place, "wrapper")
        write(wrapper, '#!/bin/sh\nexec cc "$@"\n')
        os.chmod(wrapper, 0o755)
        other = shutil.copytree(cache.place, os.path.join(place, "there"))
        words = ("main.mo", "-L", ".")
        ways = [(words, {}), ((*words, "--set", "k=2"), {}),
                ((*words, "--solver", "ida"), {}),
                ((*words, "--tolerance", "1e-9"), {}),
                ((*words, "--start", "1", "--stop", "2"), {}),
                ((*words, "--variables", "x"), {}),
                (words, {"env": {"CC": "cc -O0"}}),
                (words, {"env": {"CC": wrapper}}),
                (words, {"env": {"CPATH": place}}),
                (words, {"env": {"MODELICAPATH": place}}),
                (words, {"cwd": other})]
        for way, more in ways:
            need(not cache.hit(*way, **more), f"{way} {more}: taken")
        for way, more in ways:
            need(cache.hit(*way, **more), f"{way} {more}: not kept")
        write(wrapper, '#!/bin/sh\nexec cc -DOTHER "$@"\n')
        need(not cache.hit(*words, env={"CC": wrapper}), "another compiler")
        native = {"CC": "cc -march=native"}
        for _ in range(2):
            need(not cache.hit(*words, env=native), "for one processor")


def other_program():
    """A program that differs in one byte, and a runtime that does."""
    with folder() as place:
        cache = Cache(place)
        cache.write("m.mo", "model M\n  Real x = time;\nend M;\n")
        data = shutil.copytree(os.path.join(BUILD, "release/share/foucault"),
                               os.path.join(place, "share/foucault"),
                               ignore=shutil.ignore_patterns("liblapack.a"))
        program = shutil.copy2(RELEASE, os.path.join(place, "foucault"))
        expect_changes(
            Program(cache, program), ("m.mo",), [
                ("the program", lambda: append(program)),
                ("the runtime", lambda: append(
                    os.path.join(data, "lib/libfoucault_fmu.a"))),
                ("a template", lambda: append(
                    os.path.join(data, "templates/model.c.in"), b"\n"))])


class Program:
    def __init__(self, cache, program):
        self.cache, self.program = cache, program

    def hit(self, *words):
        return self.cache.hit(*words, program=self.program)


def append(path, byte=b"\0"):
    with open(path, "ab") as file:
        file.write(byte)


def damaged():
    """Whatever is in an entry: the model is built, and kept again."""
    with folder() as place:
        cache = Cache(place)
        cache.write("m.mo", "model M\n  Real x = time;\nend M;\n")
        cache.hit("m.mo")
        [entry] = cache.entries()
        with open(entry, "rb") as file:
            good = file.read()
        middle = len(good)//2
        for bad in (b"", b"x", good[:50], good[:middle], good[:-1],
                    good + b"\0", b"\0"*len(good),
                    good[:middle] + bytes([good[middle] ^ 1])
                    + good[middle + 1:]):
            with open(entry, "wb") as file:
                file.write(bad)
            need(not cache.hit("m.mo"), f"{len(bad)} bytes were taken")
            need(cache.hit("m.mo"), "it was not kept again")
        os.remove(entry)
        os.mkdir(entry)
        need(not cache.hit("m.mo"), "a folder was taken")


def bounded():
    """The one that was not used for the longest time goes first."""
    with folder() as place:
        cache = Cache(place)
        names = ["a", "b", "c", "d"]
        for name in names:
            cache.write(f"{name}.mo", f"model M{name}\n  Real x = time;\n"
                        f"end M{name};\n")
        cache.hit("a.mo")
        size = sum(map(os.path.getsize, cache.entries()))
        cache.env["FOUCAULT_CACHE_SIZE"] = str(3.5*size/1e6)
        need(not cache.hit("b.mo") and not cache.hit("c.mo"), "new models")
        need(cache.hit("a.mo"), "used again")
        stale = os.path.join(cache.kept, os.path.basename(
            cache.entries()[0]) + ".12345")
        write(stale, "left by a program that was killed")
        os.utime(stale, (1, 1))
        need(not cache.hit("d.mo"), "a new model")
        need(not os.path.exists(stale), "a part of an entry is left")
        need(len(cache.entries()) == 3, f"{cache.entries()}")
        need(cache.hit("a.mo") and cache.hit("d.mo"), "used last")
        need(not cache.hit("b.mo"), "the oldest one stays")


def at_once():
    """Programs that build and take the same model at the same time."""
    with folder() as place:
        cache = Cache(place)
        cache.write("m.mo", "model M\n  Real x = time;\nend M;\n")
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            runs = list(pool.map(lambda _: json.loads(cache.run("m.mo").stdout),
                                 range(8)))
        need(all(done["final"]["x"] == 1 for done in runs), f"{runs}")
        need(any(done["cached"] for done in runs), "none was taken")
        need(len(cache.entries()) == 1, f"{cache.entries()}")


def shown_and_cleared():
    with folder() as place:
        cache = Cache(place)
        cache.write("m.mo", "model M\n  Real x = time;\nend M;\n")

        def show(*words, **more):
            done = foucault("cache", *words, "--json",
                            env={**cache.env, **more})
            return json.loads(done.stdout)
        cache.hit("m.mo")
        shown = show()
        need(shown["folder"] == cache.kept and shown["entries"] == 1 and
             shown["bytes"] > 1000 and shown["limit"] == 1e8, f"{shown}")
        done = foucault("cache", env=cache.env)
        need(f"kept: 1 FMU, {shown['bytes']/1e6:.1f} MB of at most 100 MB"
             in done.stdout,
             done.stdout)
        write(os.path.join(cache.kept, "notes.txt"), "not ours")
        need(show("--clear")["removed"] == 1, "--clear")
        need(cache.entries() == [os.path.join(cache.kept, "notes.txt")],
             f"{cache.entries()}")
        need(not cache.hit("m.mo"), "taken after it was removed")
        for env in ({"FOUCAULT_CACHE_SIZE": "0"},
                    {"FOUCAULT_CACHE": "/proc/nowhere"}):
            need(not cache.hit("m.mo", env=env), f"{env}")
            need(show(**env)["folder"] is None, f"{env}")
        need(cache.hit("m.mo"), "the cache itself")
        home = {"FOUCAULT_CACHE": "", "XDG_CACHE_HOME": place}
        need(show(**home)["folder"] == os.path.join(place, "foucault/builds"),
             f"{show(**home)}")


def not_kept():
    """What cannot be known to be the same: C functions that were called by
    the translation, faults, and text from a pipe."""
    with folder() as place:
        cache = Cache(place)
        cache.write("called.mo", """model Called
  function n
    output Integer n;
    external "C" n = number() annotation(Include = "
static int number(void) { return 2; }");
  end n;
  Real x[n()] = {1, 2};
end Called;
""")
        for _ in range(2):
            need(not cache.hit("called.mo"), "a C function has been called")
        cache.write("bad.mo", "model Bad\n  Real x;\nend Bad;\n")
        foucault("simulate", "bad.mo", status=1, cwd=cache.place,
                 env=cache.env)
        need(not cache.entries(), f"{cache.entries()}")
        with subprocess.Popen(["echo", "model P Real x = time; end P;"],
                              stdout=subprocess.PIPE) as text:
            done = foucault("simulate", "/dev/stdin", "--json",
                            stdin=text.stdout, env=cache.env)
        need(json.loads(done.stdout)["final"]["x"] == 1, done.stdout)


def every_field():
    """The key of a build holds each field of the request."""
    known = {"dump", "ends_at_dump", "source", "icon", "target",
             "part_context"}  # not kept
    code = read(os.path.join(ROOT, "generator/cache/build_key.c"))
    for file, struct in (("compile.h", "CompileRequest"),
                         ("reduce/system/system.h", "TranslationChoice")):
        text = read(os.path.join(ROOT, "generator", file))
        body = re.search(r"typedef struct %s \{(.*?)\n\} %s;"
                         % (struct, struct), text, re.S)[1]
        body = re.sub(r"/\*.*?\*/", "", body, flags=re.S)
        fields = [name for line in body.split(";")
                  for name in re.findall(r"(\w+)\s*(?:,|$)", line.strip())]
        need(len(fields) > 10, f"{struct}: {fields}")
        for name in fields:
            need(name in known or re.search(r"(->|\.)%s\b" % name, code),
                 f"{name} of {struct} is not in build_key.c")


def collect(runner):
    for name, test in {
            "second_run": second_run, "both_versions": both_versions,
            "changed_models": changed_models,
            "changed_c_files": changed_c_files,
            "changed_resources": changed_resources,
            "options": options_and_environment,
            "other_program": other_program, "damaged": damaged,
            "bounded": bounded, "at_once": at_once,
            "shown": shown_and_cleared, "not_kept": not_kept,
            "every_field": every_field}.items():
        runner.add(f"cache/{name}", test)
