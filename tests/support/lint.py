"""clang's opinion on every C file and every header (gcc's is the build), and
how many assertions a folder has."""

import glob
import os
import re

from .suite import (Failure, LIBRARIES, ROOT, folder, foucault, model_file,
                    models, read, run, write)

WARNINGS = ["-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Wpedantic",
            "-Werror", "-fsyntax-only"]
SYSTEM = ["-isystem", "/usr/include/libxml2",
          "-isystem", "/usr/include/suitesparse"]  # amd.h
KINDS = {
    "generator": ["-std=c11", "-Igenerator", "-Ifmu_runtime",
                  '-DFOUCAULT_VERSION="0"', "-DFOUCAULT_CHECK"],
    "fmu_runtime": ["-std=c99", "-Ifmu_runtime"],
}
# With the headers of MinGW, and ours of POSIX before them.
WINDOWS = ["--target=x86_64-w64-windows-gnu", "-Igenerator/windows/include",
           "-D_FILE_OFFSET_BITS=64", "-D_WIN32_WINNT=0x0A00"]


def clang(folder, files, *more):
    system = WINDOWS if folder.startswith("generator/windows") else SYSTEM
    done = run(["clang", *KINDS[folder.split("/")[0]], *WARNINGS, *system,
                *more, *files], cwd=ROOT, timeout=300)
    if done.returncode != 0:
        raise Failure(done.stderr[:3000])


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
        for compiler in ("gcc", "clang"):
            done = run([compiler, "-std=c99", "-Ifmu_runtime", *WARNINGS,
                        source], cwd=ROOT)
            if done.returncode != 0:
                raise Failure(f"{compiler}: {done.stderr[:2000]}")


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
