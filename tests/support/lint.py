"""clang's opinion on every C file and every header (gcc's is the build), and
how many assertions a folder has."""

import glob
import os
import re

from . import clang as library
from .suite import (Failure, LIBRARIES, ROOT, folder, foucault, model_file,
                    models, need, read, run, write)

WARNINGS = ["-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Wpedantic"]
SYSTEM = ["-isystem", "/usr/include/libxml2",
          "-isystem", "/usr/include/suitesparse"]  # amd.h
KINDS = {
    "generator": ["-std=c11", f"-I{ROOT}/generator", f"-I{ROOT}/fmu_runtime",
                  '-DFOUCAULT_VERSION="0"', "-DFOUCAULT_CHECK"],
    "fmu_runtime": ["-std=c99", f"-I{ROOT}/fmu_runtime"],
}
# With the headers of MinGW, and ours of POSIX before them.
WINDOWS = ["--target=x86_64-w64-windows-gnu",
           f"-I{ROOT}/generator/windows/include",
           "-D_FILE_OFFSET_BITS=64", "-D_WIN32_WINNT=0x0A00"]


def clang(folder, files, *more):
    system = WINDOWS if folder.startswith("generator/windows") else SYSTEM
    words = [*KINDS[folder.split("/")[0]], *WARNINGS, *system, *more]
    for file in files:
        text = library.warnings(os.path.join(ROOT, file), words)
        need(not text, text[:3000])


FAULTS = {
    "good": ("int f(int a) { return a; }\nint f(int a);\n", ""),
    "unused": ("static int f(int a) { return a; }\nint b;\n",
               "unused function 'f' [-Wunused-function]"),
    "conversion": ("int f(double a);\nint f(double a) { return a; }\n",
                   "[-Wfloat-conversion]"),
    "wrong": ("int f(int a) { return b; }\n", "error: use of undeclared"),
    "header": ("#include \"absent.h\"\n", "'absent.h' file not found"),
}


def clang_speaks():
    """A fault is seen, with its place; a good file is good."""
    with folder() as place:
        for name, (text, wanted) in FAULTS.items():
            file = write(os.path.join(place, name + ".c"), text)
            got = library.warnings(file, [*KINDS["fmu_runtime"], *WARNINGS])
            need(wanted in got and bool(got) == bool(wanted) and
                 (not got or f"{name}.c:" in got), f"{name}: {got!r}")


def begins_its_file(header):
    """Is it what NAME.c includes first, before any other directive? Then it has
    nothing before it there, and lint/clang/ looks at it with NAME.c."""
    source = os.path.join(ROOT, header[:-2] + ".c")
    if not os.path.exists(source):
        return False
    first = re.search(r"^[ \t]*#.*", read(source), re.MULTILINE)
    return first is not None and first[0] in (
        f'#include "{header.split("/", 1)[1]}"',   # of generator/
        f'#include "{os.path.basename(header)}"')  # of fmu_runtime/


def headers_alone(folder, headers):
    """Each header compiles without another one before it."""
    for header in headers:
        if begins_its_file(header):
            continue
        clang(folder, [header], "-x", "c", "-Wno-pragma-once-outside-header",
              "-Wno-unused-function", "-Wno-empty-translation-unit")


def generated(model):
    """model.c of a model, by both compilers, at the runtime's flags."""
    with folder() as place:
        text = foucault("build", model_file(model), *LIBRARIES,
                        "--dump=c").stdout
        source = write(os.path.join(place, "model.c"), text)
        words = [*KINDS["fmu_runtime"], *WARNINGS]
        done = run(["gcc", *words, "-Werror", "-fsyntax-only", source])
        need(done.returncode == 0, f"gcc: {done.stderr[:2000]}")
        clangs = library.warnings(source, words)
        need(not clangs, f"clang: {clangs[:2000]}")


# Assertions in 1,000 lines of .c and .h that a folder has at least.
ASSERTIONS = {
    "fmu_runtime": 8,
    "generator/base": 8,
    "generator/cache": 8,
    "generator/check": 8,
    "generator/couple": 8,
    "generator/commands": 8,
    "generator/doc": 8,
    "generator/emit": 8,
    "generator/face": 8,
    "generator/flatten": 8,
    "generator/fmu_file": 8,
    "generator/format": 8,
    "generator/function": 8,
    "generator/lint": 8,
    "generator/lsp": 8,
    "generator/parse": 8,
    "generator/reduce": 8,
    "generator/plot": 8,
    "generator/report": 8,
    "generator/results": 8,
    "generator/split": 8,
    "generator/studies": 8,
    "generator/symbolic": 8,
    "generator/web": 8,
    "generator/windows": 8,
}
NOT_CODE = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'',
                      re.DOTALL)
ASSERTION = re.compile(r"(?<!\w)(?:RUNTIME_ASSERT|assert)\(")
CHECK = re.compile(r"\b(?:\w+_)?require\(")


def assertion_density(name):
    """Preconditions and invariants are in the code, not only in comments. The
    rules of a checker (require) count as well, up to half of all."""
    n_lines = n_assertions = n_checks = 0
    for path in glob.glob(os.path.join(ROOT, name, "**", "*.[ch]"),
                          recursive=True):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        n_lines += text.count("\n")
        if path.endswith(".c"):
            code = NOT_CODE.sub("", text)
            n_assertions += len(ASSERTION.findall(code))
            n_checks += len(CHECK.findall(code))
    return 1000 * (n_assertions + min(n_checks, n_assertions)) / n_lines


def has_assertions(name):
    if name not in ASSERTIONS:
        raise Failure(f"{name} has no row in ASSERTIONS of lint.py")
    found = assertion_density(name)
    if found < ASSERTIONS[name]:
        raise Failure(f"{name}: {found:.1f} assertions in 1,000 lines, at "
                      f"least {ASSERTIONS[name]} are needed")


def assertion_folders():
    """Those that hold C files, and those of the table."""
    found = {os.path.relpath(os.path.dirname(path), ROOT)
             for path in glob.glob(os.path.join(ROOT, "generator", "**",
                                                "*.c"), recursive=True)}
    found = {"/".join(name.split("/")[:2]) for name in found}
    return sorted((found | set(ASSERTIONS)) - {"generator"})


def collect(runner):
    runner.add("lint/clang_speaks", clang_speaks)
    for name in assertion_folders():
        runner.add(f"lint/assertions/{name}",
                   lambda n=name: has_assertions(n))
    for model in models():
        runner.add(f"lint/generated/{model}", lambda m=model: generated(m))
    folders = sorted(os.path.relpath(d, ROOT) for kind in KINDS
                     for pattern in ("*/", "*/*/", "*/*/*/")
                     for d in glob.glob(os.path.join(ROOT, kind, pattern)))
    for folder in folders + ["generator", "fmu_runtime"]:
        folder = folder.rstrip("/")
        sources = sorted(glob.glob(f"{folder}/*.c", root_dir=ROOT))
        headers = sorted(glob.glob(f"{folder}/*.h", root_dir=ROOT))
        if sources:
            runner.add(f"lint/clang/{folder}",
                       lambda f=folder, s=sources: clang(f, s))
        # those add to headers of the system
        if headers and not folder.startswith("generator/windows/include"):
            runner.add(f"lint/headers/{folder}",
                       lambda f=folder, h=headers: headers_alone(f, h))
