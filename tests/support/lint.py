"""clang's opinion on every C file and every header; gcc's is the build."""

import glob
import os

from .suite import (Failure, LIBRARIES, ROOT, folder, foucault, model_file,
                    models, run, write)

WARNINGS = ["-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Wpedantic",
            "-Werror", "-fsyntax-only"]
SYSTEM = ["-isystem", "/usr/include/libxml2",
          "-isystem", "/usr/include/suitesparse"]  # klu.h
KINDS = {
    "generator": ["-std=c11", "-Igenerator", "-Ifmu_runtime",
                  '-DFOUCAULT_VERSION="0"', "-DFOUCAULT_CHECK"],
    "fmu_runtime": ["-std=c99", "-Ifmu_runtime"],
}


def clang(folder, files, *more):
    done = run(["clang", *KINDS[folder.split("/")[0]], *WARNINGS, *SYSTEM,
                *more, *files], cwd=ROOT, timeout=300)
    if done.returncode != 0:
        raise Failure(done.stderr[:3000])


def headers_alone(folder, headers):
    """Each header compiles without another one before it."""
    for header in headers:
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


def collect(runner):
    for model in models():
        runner.add(f"lint/generated/{model}", lambda m=model: generated(m))
    folders = sorted(os.path.relpath(d, ROOT) for kind in KINDS
                     for pattern in ("*/", "*/*/")
                     for d in glob.glob(os.path.join(ROOT, kind, pattern)))
    for folder in folders + ["generator", "fmu_runtime"]:
        folder = folder.rstrip("/")
        sources = sorted(glob.glob(f"{folder}/*.c", root_dir=ROOT))
        headers = sorted(glob.glob(f"{folder}/*.h", root_dir=ROOT))
        if sources:
            runner.add(f"lint/clang/{folder}",
                       lambda f=folder, s=sources: clang(f, s))
        if headers:
            runner.add(f"lint/headers/{folder}",
                       lambda f=folder, h=headers: headers_alone(f, h))
