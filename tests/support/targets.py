"""FMUs for other machines: ARM under qemu, the exports of a DLL, messages."""

import glob
import os
import platform
import re
import threading
import zipfile

from .suite import (LIBRARIES, ROOT, TESTS, Skip, folder, foucault, fmu_of,
                    model_file, need, run)
from .interface import description, guid_of, unpack

ARM = "aarch64-linux-gnu"
WINDOWS = "x86_64-w64-mingw32"
PENDULUM = "multibody/pendulum"
SYSROOT = os.path.join(ROOT, "build", "arm64")
SUNDIALS_7 = os.path.join(ROOT, "build", "sundials7")
# Compiled runtimes stay from run to run, as they do for users.
ENVIRONMENT = {**os.environ,
               "XDG_CACHE_HOME": os.path.join(ROOT, "build", "cache")}

_lock = threading.Lock()


def fetched(place, command):
    with _lock:
        if not os.path.isdir(place):
            done = run([os.path.join(ROOT, "dev"), command], timeout=300)
            need(done.returncode == 0, done.stderr[-1500:])
    os.makedirs(ENVIRONMENT["XDG_CACHE_HOME"], exist_ok=True)
    return place


def sysroot():
    return f"{ARM}={fetched(SYSROOT, 'arm64')}"


def build(place, model, *words):
    fmu = os.path.join(place, "a.fmu")
    # one at a time: they would compile the same runtime twice
    with _lock:
        foucault("build", model_file(model), *LIBRARIES, "-o", fmu, "--quiet",
                 *words, env=ENVIRONMENT, timeout=900)
    unpack(fmu, place)
    return fmu


def stress_program(place, compiler):
    program = os.path.join(place, "stress_" + compiler)
    done = run([compiler, "-std=gnu99", "-O1", "-I",
                os.path.join(ROOT, "fmu_runtime"),
                os.path.join(TESTS, "fmu", "stress.c"), "-o", program,
                "-ldl", "-lpthread", "-lm"])
    need(done.returncode == 0, done.stderr[-1500:])
    return program


def curve(command, place, platform, reference):
    library, = glob.glob(os.path.join(place, "binaries", platform, "*"))
    done = run([*command, library, guid_of(place), "curve", "500",
                str(reference)], timeout=300)
    need(done.returncode == 0, (done.stdout + done.stderr)[-1500:])
    return [[float(word) for word in line.split()]
            for line in done.stdout.splitlines()]


def reference_of(place, name):
    found = re.search(rf'name="{re.escape(name)}" valueReference="(\d+)"',
                      re.sub(r"\s+", " ", description(place)))
    need(found, f"no variable {name}")
    return found.group(1)


def compare_arm(model, name, *words):
    """The curve of the FMU for ARM under qemu, beside that of this machine."""
    with folder() as place, folder() as here:
        build(place, model, "--target", sysroot(), *words)
        unpack(fmu_of(model), here)
        need(sorted(os.listdir(os.path.join(place, "binaries"))) ==
             ["aarch64-linux", "linux64"], "folders")
        reference = reference_of(here, name)
        program = stress_program(place, ARM + "-gcc")
        command = ["qemu-aarch64", "-L", "/usr/" + ARM, program]
        arm = curve(command, place, "aarch64-linux", reference)
        x86 = curve([stress_program(here, "gcc")], here, "linux64", reference)
        worst = max(abs(a - b) for p, q in zip(arm, x86)
                    for a, b in zip(p, q))
        need(len(arm) == len(x86) == 500 and worst < 1e-9,
             f"{len(arm)} lines, difference {worst}")
        moved = max(abs(line[0] - arm[0][0]) for line in arm)
        need(moved > 1e-3, f"{name} does not move")
        return place, command


def arm_pendulum():
    """Dummy derivatives, CVODE; in both folders where importers look."""
    compare_arm(PENDULUM, "x")


def arm_sparse():
    """KLU of the sysroot."""
    compare_arm("circuits/rc_ladder", "c[45].v")


def sundials_7():
    """The same curves with SUNDIALS 7 inside, of which nothing is needed
    outside of the FMU, not MPI either; saved states are exact."""
    if platform.machine() != "x86_64":
        raise Skip("SUNDIALS 7 is fetched for x86-64")
    target = "x86_64-linux-gnu=" + fetched(SUNDIALS_7, "sundials7")
    for model, name, words in ((PENDULUM, "x", []),
                               ("circuits/rc_ladder", "c[45].v",
                                ["--solver", "ida"])):
        with folder() as place, folder() as here:
            fmu = build(place, model, "--target", target, *words)
            build(here, model, *words)
            reference = reference_of(here, name)
            program = stress_program(place, "gcc")
            new, old = (curve([program], at, "linux64", reference)
                        for at in (place, here))
            worst = max(abs(a - b) for p, q in zip(new, old)
                        for a, b in zip(p, q))
            need(len(new) == len(old) == 500 and worst < 1e-9,
                 f"{model}: {len(new)} lines, difference {worst}")
            library, = glob.glob(os.path.join(place, "binaries", "*", "*"))
            with open(library, "rb") as file:
                need(b"libmpi" not in file.read(), f"{model} needs MPI")
            done = foucault("check", fmu)
            need("sound" in done.stdout, done.stdout)


def exports(library):
    """Exported functions and needed libraries of a DLL."""
    done = run([WINDOWS + "-objdump", "-p", library])
    need(done.returncode == 0, done.stderr)
    names = done.stdout.split("[Ordinal/Name Pointer] Table")[1]
    return (set(re.findall(r"^\s*\[ *\d+\] (\S+)$", names, re.M)),
            set(re.findall(r"DLL Name: (\S+)", done.stdout)))


def windows():
    """A DLL of FMI functions alone that needs nothing but Windows."""
    header = os.path.join(ROOT, "fmu_runtime", "fmi2.h")
    with open(header, encoding="utf-8") as text:
        declared = set(re.findall(r"\b(fmi2\w+)\(", text.read()))
    with folder() as place:
        build(place, PENDULUM, "--type", "me", "--target", WINDOWS)
        found, needed = exports(
            os.path.join(place, "binaries", "win64", "Pendulum.dll"))
        need(len(found) == 44 and found <= declared,
             f"{len(found)} functions, not of FMI: {found - declared}")
        need({name.lower() for name in needed} <=
             {"kernel32.dll", "msvcrt.dll"}, f"needs {needed}")


def together():
    """All of them in one FMU, the same bytes each time; this machine's
    importers take theirs."""
    words = ["--type", "me", "--target", sysroot(), "--target", WINDOWS,
             "--target", "native"]
    with folder() as place, folder() as again:
        fmu = build(place, PENDULUM, *words)
        other = build(again, PENDULUM, *words)
        with open(fmu, "rb") as a, open(other, "rb") as b:
            need(a.read() == b.read(), "other bytes")
        names = [n for n in zipfile.ZipFile(fmu).namelist() if "binaries" in n]
        need(names == ["binaries/aarch64-linux/Pendulum.so",
                       "binaries/win64/Pendulum.dll",
                       "binaries/linux64/Pendulum.so"], f"{names}")
        done = foucault("check", fmu)
        need("sound" in done.stdout, done.stdout)


def expect(words, status, text, **changes):
    with folder() as place:
        done = foucault("build", model_file(PENDULUM), "-o",
                        os.path.join(place, "a.fmu"), *words, status=status,
                        env={**ENVIRONMENT, **changes})
        need(text in done.stderr, f"{words}: {done.stderr}")
        need(os.listdir(place) == [], "something was written")


def messages():
    """What is missing is named, with what to do about it."""
    expect(["--target", "z80-cpm"], 2, "--target does not know 'z80-cpm'")
    expect(["--target", "native", "--target", "x86_64-linux-gnu"], 2,
           "an FMU has one binary for linux64")
    expect(["--target", WINDOWS], 1, "E507: no libsundials_cvode.a for")
    expect(["--target", WINDOWS], 1, "(--type me) needs none")
    expect(["--target", ARM + "=/no/such/folder"], 1,
           "/no/such/folder: error E507")
    expect(["--target", ARM], 1, "apt-get install gcc-aarch64-linux-gnu",
           PATH="/no/such/folder")


def other_machine():
    """An FMU for ARM is not run here, and that is said."""
    with folder() as place:
        fmu = build(place, PENDULUM, "--target", sysroot())
        done = foucault("check", fmu)
        need("there is no binary for this machine" in done.stdout,
             done.stdout)
        done = foucault("simulate", fmu, status=1)
        need("E603: the library is built for another processor: "
             "binaries/linux64/Pendulum.so" in done.stderr, done.stderr)


def collect(runner):
    runner.add_series(
        [(f"targets/{function.__name__}", function)
         for function in (arm_pendulum, arm_sparse, sundials_7, windows,
                          together, messages, other_machine)])
