"""FMUs for other machines: ARM under qemu, Windows under Wine, macOS by what
its libraries say of themselves, messages."""

import glob
import os
import re
import threading
import zipfile

from .suite import (LIBRARIES, ROOT, TESTS, folder, foucault, fmu_of,
                    model_file, need, run)
from .interface import description, guid_of, unpack
from .mach_o import look_universal

ARM = "aarch64-linux-gnu"
WINDOWS = "x86_64-w64-mingw32"
PENDULUM = "multibody/pendulum"
SYSROOT = os.path.join(ROOT, "build", "arm64")
WINE = "/usr/lib/wine/wine64"
FMI_HEADER = os.path.join(ROOT, "fmu_runtime", "fmi2.h")
# Compiled runtimes stay from run to run, as they do for users.
ENVIRONMENT = {**os.environ,
               "XDG_CACHE_HOME": os.path.join(ROOT, "build", "cache"),
               "WINEPREFIX": os.path.join(ROOT, "build", "wine"),
               "WINEDEBUG": "-all"}

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


def compare_arm(model, name, target):
    """The curve of the FMU for ARM under qemu, beside that of this machine."""
    with folder() as place, folder() as here:
        build(place, model, "--target", target)
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


def arm_pendulum():
    """Dummy derivatives, CVODE of another version, as archives; in both folders
    where importers look."""
    compare_arm(PENDULUM, "x", sysroot())


def arm_sparse():
    """Sparse factors, and their orderings from their sources."""
    compare_arm("circuits/rc_ladder", "c[45].v", "linux-arm64")


def exports(library):
    """Exported functions and needed libraries of a DLL."""
    done = run([WINDOWS + "-objdump", "-p", library])
    need(done.returncode == 0, done.stderr)
    names = done.stdout.split("[Ordinal/Name Pointer] Table")[1]
    return (set(re.findall(r"^\s*\[ *\d+\] (\S+)$", names, re.M)),
            set(re.findall(r"DLL Name: (\S+)", done.stdout)))


def declared():
    with open(FMI_HEADER, encoding="utf-8") as text:
        return set(re.findall(r"\b(fmi2\w+)\(", text.read()))


def check_dll(library):
    """Of FMI functions alone; needs nothing but Windows."""
    found, needed = exports(library)
    need(len(found) == 44 and found <= declared(),
         f"{len(found)} functions, not of FMI: {found - declared()}")
    need({name.lower() for name in needed} <=
         {"kernel32.dll", "msvcrt.dll"}, f"needs {needed}")


def windows():
    """A DLL without solvers."""
    with folder() as place:
        build(place, PENDULUM, "--type", "me", "--target", WINDOWS)
        check_dll(os.path.join(place, "binaries", "win64", "Pendulum.dll"))


def portable_program(place, compiler, ending):
    program = os.path.join(place, "portable" + ending)
    done = run([compiler, "-std=gnu99", "-O1", "-I",
                os.path.dirname(FMI_HEADER),
                os.path.join(TESTS, "fmu", "portable.c"), "-o", program])
    need(done.returncode == 0, done.stderr[-1500:])
    return program


class Driver:
    """portable.c with one FMU, on this machine or under Wine."""

    def __init__(self, place, folder_name):
        is_windows = folder_name == "win64"
        library, = glob.glob(os.path.join(place, "binaries", folder_name, "*"))
        program = portable_program(place,
                                   WINDOWS + "-gcc" if is_windows else "gcc",
                                   ".exe" if is_windows else "")
        self.command = [*([WINE] if is_windows else []), program, library,
                        guid_of(place)]

    def text(self, what, n, reference, count, *more):
        done = run([*self.command, what, str(n), str(reference), str(count),
                    *map(str, more)], env=ENVIRONMENT, timeout=300)
        need(done.returncode == 0, (done.stdout + done.stderr)[-1500:])
        return done.stdout

    def numbers(self, *words):
        return [[float(word) for word in line.split()]
                for line in self.text(*words).splitlines()]


def farthest(a, b):
    need(len(a) == len(b) > 0, f"{len(a)} and {len(b)} lines")
    return max(abs(x - y) for p, q in zip(a, b) for x, y in zip(p, q))


def run_windows(model, name, count, n_states, *words):
    """Both kinds under Wine, beside those of this machine; saved and serialized
    states; hundreds of instances."""
    with folder() as place:
        build(place, model, "--target", "win64,native", *words)
        check_dll(*glob.glob(os.path.join(place, "binaries", "win64", "*")))
        reference = reference_of(place, name)
        there, here = (Driver(place, name) for name in ("win64", "linux64"))
        for words in (("curve", 300, reference, count),
                      ("exchange", 300, reference, count, n_states)):
            mine, yours = here.numbers(*words), there.numbers(*words)
            worst = farthest(mine, yours)
            need(worst < 1e-9, f"{words[0]}: difference {worst}")
            moved = max(abs(line[0] - mine[0][0]) for line in mine)
            need(moved > 1e-4, f"{words[0]}: {name} does not move")
        for driver in (here, there):
            need("100 steps" in driver.text("rollback", 100, reference, count),
                 "rollback")
            need("growth" in driver.text("instances", 300, reference, count),
                 "instances")


def windows_pendulum():
    """Dummy derivatives that change, CVODE."""
    run_windows(PENDULUM, "x", 6, 2)


def windows_sparse():
    """IDA and sparse factors."""
    run_windows("circuits/rc_ladder", "c[45].v", 1, 50, "--solver", "ida")


def macos():
    """One library for both processors: the FMI functions, and nothing needed
    but what every macOS has. It is not run."""
    zig = glob.glob(os.path.join(ROOT, "build", "venv", "lib", "python3*",
                                 "site-packages", "ziglang", "zig"))
    need(len(zig) == 1, "the package ziglang is missing: ./dev install-deps")
    with folder() as place:
        fmu = os.path.join(place, "a.fmu")
        with _lock:
            foucault("build", model_file(PENDULUM), "-o", fmu, "--quiet",
                     "--target", "darwin64", timeout=900,
                     env={**ENVIRONMENT, "FOUCAULT_ZIG": zig[0]})
        unpack(fmu, place)
        parts = look_universal(os.path.join(place, "binaries", "darwin64",
                                            "Pendulum.dylib"))
    need(sorted(parts) == ["arm64", "x86_64"], f"{sorted(parts)}")
    for processor, part in parts.items():
        # two marks of the linker itself
        found = {name[1:] for name in part["exports"]} - {
            "__dso_handle", "_mh_dylib_header"}
        need(len(found) == 44 and found <= declared(),
             f"{processor}: {len(found)}, {found - declared()}")
        need(part["needs"] == {"/usr/lib/libSystem.B.dylib"},
             f"{processor} needs {part['needs']}")


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
    expect(["--target", "win64,z80"], 2, "one of linux64 linux-arm64 win64")
    expect(["--target", "win64," + WINDOWS], 2, "one binary for win64")
    with folder() as empty:
        target = f"{WINDOWS}={empty}"
        expect(["--target", target], 1, "E507: no libsundials_cvode.a for")
        expect(["--target", target], 1, "(--type me) needs none")
    expect(["--target", ARM + "=/no/such/folder"], 1,
           "/no/such/folder: error E507")
    expect(["--target", ARM], 1, "apt-get install gcc-aarch64-linux-gnu",
           PATH="/no/such/folder")
    expect(["--target", "darwin64"], 1, "pip install ziglang",
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
         for function in (arm_pendulum, windows, windows_pendulum,
                          windows_sparse, together, messages, other_machine)])
    runner.add_portable([("targets/arm_sparse", arm_sparse),
                         ("targets/macos", macos)])
