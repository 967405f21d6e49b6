"""Every FMU built from models/ in other people's importers and checkers."""

import glob
import json
import os
import re
import shutil
import sys
import zipfile

from .numeric import CASES
from .suite import (Failure, ROOT, Skip, TESTS, fmu_of, folder, models, need,
                    python, quick_build, run, write)


# --- importers: a script in a process of its own ----------------------------

SCRIPTS = {"check_fmpy": ["fmpy-cs", "fmpy-me"], "check_cosim": ["cosim"]}


def script(name, model):
    done = python(f"fmu/{name}.py", fmu_of(model), model, timeout=300)
    prefix = f"fmu/{model}"
    outcomes = []
    for line in done.stdout.splitlines():
        if line.startswith('["'):
            test, reason = json.loads(line)
            outcomes.append((f"{prefix}/{test}", reason))
    if done.returncode != 0 or not outcomes:
        outcomes.append((f"{prefix}/{name}", f"status {done.returncode}\n"
                         f"{(done.stderr or done.stdout)[-1500:]}"))
    return outcomes


# --- the archive and the library -------------------------------------------

def unpack(model, place):
    with zipfile.ZipFile(fmu_of(model)) as archive:
        archive.extractall(place)
    return place


def library_of(place):
    found = glob.glob(os.path.join(place, "binaries/*/*.so"))
    need(found, "there is no shared library")
    return found


def needs_only_libc(model):
    allowed = re.compile(r"(linux-vdso\.so|libc\.so\.6|libm\.so\.6|"
                         r"ld-linux[\w.-]*\.so)")
    with folder() as place:
        for library in library_of(unpack(model, place)):
            done = run(["ldd", library])
            need(done.returncode == 0, done.stderr)
            for line in done.stdout.splitlines():
                need(allowed.search(line), f"it needs {line.strip()}")


def exports_only_fmi(model):
    with folder() as place:
        for library in library_of(unpack(model, place)):
            done = run(["nm", "-D", "--defined-only", library])
            names = {line.split()[-1] for line in done.stdout.splitlines()}
            other = sorted(n for n in names if not n.startswith("fmi2"))
            need(not other, f"other symbols are visible: {other[:5]}")
            missing = sorted(official_functions() - names)
            need(not missing, f"not exported: {missing[:5]}")


def official_functions():
    header = read_official("fmi2FunctionTypes.h")
    return {f"fmi2{name}" for name in
            re.findall(r"\bfmi2(\w+)TYPE\b", header)}


def archive_is_plain(model):
    """What the standard asks of the zip file."""
    with zipfile.ZipFile(fmu_of(model)) as archive:
        names = archive.namelist()
        need(names[0] == "modelDescription.xml" or
             "modelDescription.xml" in names, "no modelDescription.xml")
        need(len(names) == len(set(names)), "a name occurs twice")
        for info in archive.infolist():
            need("\\" not in info.filename, "a backslash in a name")
            need(info.compress_type in (zipfile.ZIP_STORED,
                                        zipfile.ZIP_DEFLATED),
                 "a compression other than deflate")
            need(info.extract_version <= 20,
                 f"{info.filename} needs zip {info.extract_version}")
        need(any(name.startswith("documentation/licenses/")
                 for name in names), "no licences inside")


def valid_by_schema(model):
    import fmpy
    from lxml import etree
    schema = os.path.join(os.path.dirname(fmpy.__file__), "schema", "fmi2",
                          "fmi2ModelDescription.xsd")
    checker = etree.XMLSchema(etree.parse(schema))
    with zipfile.ZipFile(fmu_of(model)) as archive:
        tree = etree.fromstring(archive.read("modelDescription.xml"))
    if not checker.validate(tree):
        raise Failure("; ".join(f"line {e.line}: {e.message}"
                                for e in list(checker.error_log)[:5]))


# --- our declarations against the official headers --------------------------

def official_folder():
    found = glob.glob(os.path.join(sys.prefix, "lib/python3*/site-packages",
                                   "fmpy/c-code"))
    need(found, "FMPy's headers are missing")
    return found[0]


def read_official(name):
    with open(os.path.join(official_folder(), name)) as header:
        return header.read()


def compile_with_official(compiler, standard, source, *more):
    path = os.path.join(TESTS, "fmu", source)
    need(os.path.exists(path), f"tests/fmu/{source} is missing")
    done = run([compiler, f"-std={standard}", "-Wall", "-Wextra", "-Werror",
                "-I", os.path.join(ROOT, "fmu_runtime"), "-isystem",
                official_folder(), path, *more])
    need(done.returncode == 0, done.stderr[:2000])


def functions_match(compiler):
    """Every declaration is the official one, and every function exists in a
    built FMU."""
    with folder() as place:
        library = library_of(unpack("multibody/pendulum", place))[0]
        program = os.path.join(place, "headers_match")
        compile_with_official(compiler, "c99", "headers_match.c", library,
                              f"-Wl,-rpath,{os.path.dirname(library)}", "-o",
                              program)
        done = run([program])
        need(done.returncode == 0, f"status {done.returncode}")


def types_match(compiler):
    compile_with_official(compiler, "c11", "headers_match_types.c",
                          "-fsyntax-only")


# --- FMI Library's own checker, where somebody installed it ------------------

def fmu_checker(model):
    program = shutil.which("fmuCheck.linux64") or shutil.which("fmuCheck")
    if not program:
        raise Skip("fmuCheck (FMI Library) is not installed")
    done = run([program, "-l", "3", fmu_of(model)], timeout=300)
    need(done.returncode == 0, (done.stdout + done.stderr)[-1500:])


SUMMED = """model Rod
  input Real rate(start = 0.5), f(start = 0);
  Real s(start = 1, fixed = true);
  output Real y = s, g = f;
equation
  der(s) = rate;
end Rod;
"""


def summed_times():
    """Where a step of the solver ends some roundings before a communication
    point, and the next one fails to begin there: the run goes on."""
    with folder() as place:
        model = write(os.path.join(place, "Rod.mo"), SUMMED)
        fmu = os.path.join(place, "Rod.fmu")
        quick_build(model, "-o", fmu, "--quiet")
        done = python("fmu/summed_times.py", fmu, "0.001", "1000", "1", "2",
                      "3", "5", "8", "13")
        need(done.returncode == 0, done.stderr[-2000:])
        for time, state in json.loads(done.stdout):
            need(abs(time - 1) < 1e-9 and abs(state - 1.5) < 1e-6,
                 f"{time}: {state}")


def collect(runner):
    runner.add("fmu/summed_times", summed_times)
    for compiler in ("gcc", "clang"):
        runner.add(f"fmu/headers/functions/{compiler}",
                   lambda c=compiler: functions_match(c))
        runner.add(f"fmu/headers/types/{compiler}",
                   lambda c=compiler: types_match(c))
    runner.add("fmu/multibody/pendulum/fmuCheck",
               lambda: fmu_checker("multibody/pendulum"))
    checks = {"ldd": needs_only_libc, "symbols": exports_only_fmi,
              "archive": archive_is_plain, "schema": valid_by_schema}
    for model in models():
        for name, check in checks.items():
            runner.add(f"fmu/{model}/{name}", lambda c=check, m=model: c(m))
        for name, kinds in SCRIPTS.items():
            parts = [f"fmu/{model}/{kind}/{case.name}" for kind in kinds
                     for case in CASES if case.model == model]
            runner.add_group(f"fmu/{model}/{name}",
                             parts + [f"fmu/{model}/fmpy-validate",
                                      f"fmu/{model}/fmpy-state"],
                             lambda n=name, m=model: script(n, m))
