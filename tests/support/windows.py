"""The program for Windows, foucault.exe, under Wine: messages, FMUs built by
its own compiler and by zig, runs and checks, beside those of this machine.

zig.exe does not run in Wine 8: the program calls tests/windows/
unix_compiler.c under that name, which passes its words on to zig of this
machine. All but the compiler is what a user on Windows has.
"""

import csv
import glob
import os
import subprocess
import threading
import zipfile

from .suite import (LIBRARIES, ROOT, Skip, TESTS, folder, foucault,
                    model_file, need, run, write)
from .targets import ENVIRONMENT, WINDOWS, WINE, declared, exports

PENDULUM = model_file("multibody/pendulum")
# Where zig has put Windows's libraries when it has compiled the program.
CACHE = os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache"))
making = threading.Lock()
_made = []  # the folder of the program, once it is known


def made():
    """foucault.exe, not optimized, brought up to date once, unpacked from its
    zip."""
    if not os.path.exists(WINE):
        raise Skip("wine64 is missing: ./dev install-deps")
    with making:
        if _made:
            return _made[0]
        done = run([os.path.join(ROOT, "dev"), "windows", "--quick"],
                   env=dict(os.environ, CMAKE_BUILD_PARALLEL_LEVEL="1"),
                   timeout=1200)
        need(done.returncode == 0, (done.stdout + done.stderr)[-2000:])
        path = os.path.join(ROOT, done.stderr.split()[-1])
        place = os.path.join(os.path.dirname(path), "unpacked")
        with zipfile.ZipFile(path) as archive:
            archive.extractall(place)
        _made.append(os.path.join(place, os.path.basename(path)[:-4]))
        return _made[0]


def native(path):
    """As a user of Windows writes it."""
    return "Z:" + path.replace("/", "\\")


def native_word(word):
    return native(word) if word.startswith("/") else word


def wine(place, *words, status=0, program=None, **more):
    """What the program prints, both streams, in a folder."""
    env = {**ENVIRONMENT, "LC_ALL": "C.UTF-8",
           "XDG_CACHE_HOME": native(os.path.join(place, "cache")), **more}
    for name in ("TMPDIR", "CC", "FOUCAULT_ZIG", "FOUCAULT_CACHE"):
        if name not in more:
            env.pop(name, None)
    os.makedirs(os.path.join(place, "cache"), exist_ok=True)
    done = run([WINE, program or os.path.join(made(), "foucault.exe"), *words],
               cwd=place, env=env, timeout=300)
    need(done.returncode == status,
         f"{words}: status {done.returncode}: "
         f"{(done.stdout + done.stderr)[-1500:]}")
    return done.stdout + done.stderr


def compiler(place):
    """zig.exe in the folder; gives what calls it."""
    zig, = glob.glob(os.path.join(ROOT, "build", "venv", "lib", "python3*",
                                  "site-packages", "ziglang", "zig"))
    program = os.path.join(place, "zig.exe")
    done = run([WINDOWS + "-gcc", "-O1", "-o", program,
                os.path.join(TESTS, "windows", "unix_compiler.c")])
    need(done.returncode == 0, done.stderr)
    return {"FOUCAULT_ZIG": native(program),
            "UNIX_COMPILER": "Z:" + os.path.join(TESTS, "windows",
                                                 "unix_compiler.sh"),
            "UNIX_PROGRAM": zig,
            "ZIG_GLOBAL_CACHE_DIR": os.path.join(CACHE, "zig")}


def read_bytes(path):
    with open(path, "rb") as file:
        return file.read()


def table(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def difference(a, b):
    a, b = table(a), table(b)
    need(a[0] == b[0] and len(a) == len(b) > 100,
         f"{len(a)} and {len(b)} lines, {a[0]}, {b[0]}")
    return max(abs(float(x) - float(y)) for p, q in zip(a[1:], b[1:])
               for x, y in zip(p, q))


def words():
    """What it says of itself, and of a model with an error."""
    with folder() as place:
        need(wine(place, "--version").startswith("foucault 0."), "--version")
        text = wine(place, "help")
        need("foucault COMMAND FILE" in text and "\r" not in text, text[:200])
        here = os.path.join(place, "käse und brot")
        os.mkdir(here)
        write(os.path.join(here, "wrong.mo"),
              "model M\n  Real x;\nequation\n  der(x) = -y;\nend M;\n")
        path = native(os.path.join(here, "wrong.mo"))
        got = wine(place, "flatten", path, status=1)
        need(got == path.replace("\\", "/") +
             ":4:13: error E202: unknown name 'y'\n"
             "    4 |   der(x) = -y;\n"
             "      |             ^\n", got)
        right = foucault("flatten", PENDULUM).stdout
        need(wine(place, "flatten", native(PENDULUM)) == right,
             "another flat model")
        wine(place, "flatten", "absent.mo", status=1)
        wine(place, "nonsense", status=2)


def simulate_both(place):
    """The FMU there and one of this machine: the same table."""
    wine(place, "simulate", "Pendulum.fmu", "--stop", "10", "-o", "there.csv")
    foucault("build", PENDULUM, "-o", os.path.join(place, "here.fmu"),
             "--quiet")
    foucault("simulate", os.path.join(place, "here.fmu"), "--stop", "10", "-o",
             os.path.join(place, "here.csv"), "--quiet")
    worst = difference(os.path.join(place, "there.csv"),
                       os.path.join(place, "here.csv"))
    need(worst < 1e-9, f"difference {worst}")


def look_at(place):
    need("sound" in wine(place, "check", "Pendulum.fmu"), "check")
    need("Pendulum" in wine(place, "info", "Pendulum.fmu"), "info")
    with zipfile.ZipFile(os.path.join(place, "Pendulum.fmu")) as archive:
        need("binaries/win64/Pendulum.dll" in archive.namelist(),
             str(archive.namelist()))
        archive.extract("binaries/win64/Pendulum.dll", place)


def by_zig():
    """Built, run, checked; a folder with a blank and an umlaut."""
    with folder() as above:
        place = os.path.join(above, "käse und brot")
        os.mkdir(place)
        more = compiler(place)
        wine(place, "build", native(PENDULUM), "--quiet", **more)
        simulate_both(place)
        look_at(place)


def without_compiler():
    """TinyCC of the program, as nothing else is there."""
    with folder() as place:
        text = wine(place, "build", native(PENDULUM), FOUCAULT_ZIG="")
        need("compiled by TinyCC" in text, text)
        simulate_both(place)
        look_at(place)
        names, needed = exports(os.path.join(place, "binaries", "win64",
                                             "Pendulum.dll"))
        # the linked runtime serves both versions of FMI
        others = {name for name in names if name.startswith("fmi3")}
        need(names - others == declared() and "fmi3DoStep" in others,
             f"exports {(names - others) ^ declared()}")
        need(all(name.lower().startswith("api-ms-win-crt") or
                 name.lower() == "kernel32.dll" for name in needed),
             str(needed))
        # the same bytes each time; another hash for another model
        again = os.path.join(place, "again.fmu")
        wine(place, "build", native(PENDULUM), "-o", "again.fmu", "--quiet",
             FOUCAULT_ZIG="")
        need(read_bytes(again) ==
             read_bytes(os.path.join(place, "Pendulum.fmu")), "other bytes")


MODELS = ("events/bouncing_ball", "circuits/rc_ladder",
          "events/clocked_pi")  # events, sparse, clocks


def other_models():
    """Sparse factors, KINSOL, events and clocks in FMUs of TinyCC: the tables of this
    machine's."""
    with folder() as place:
        for model in MODELS:
            path = model_file(model)
            wine(place, "build", native(path), "-o", "there.fmu", "--quiet",
                 "--compiler", "fast", *map(native_word, LIBRARIES))
            wine(place, "simulate", "there.fmu", "-o", "there.csv", "--quiet")
            here = os.path.join(place, "here.fmu")
            foucault("build", path, "-o", here, "--quiet", *LIBRARIES)
            foucault("simulate", here, "-o", os.path.join(place, "here.csv"),
                     "--quiet")
            worst = difference(os.path.join(place, "there.csv"),
                               os.path.join(place, "here.csv"))
            need(worst < 1e-9, f"{model}: difference {worst}")


def not_there():
    """What the program cannot do there is said by name."""
    with folder() as place:
        wine(place, "build", native(PENDULUM), "--quiet", FOUCAULT_ZIG="")
        text = wine(place, "check", "Pendulum.fmu", "--jobs", "2")
        need("--jobs: on Windows one FMU is checked after the other" in text,
             text)
        text = wine(place, "simulate", "Pendulum.fmu", "--stop", "1", "--plot",
                    "x", "--plot-file", "x.png", status=1)
        need("plots need gnuplot" in text and "apt-get" not in text, text)
        write(os.path.join(place, "crash.c"), CRASHING)
        write(os.path.join(place, "Crash.mo"), CRASHING_MODEL)
        text = wine(place, "build", "Crash.mo", status=1, FOUCAULT_ZIG="")
        need("pip install ziglang" in text and "apt-get" not in text, text)
        text = wine(place, "build", "Crash.mo", "--compiler", "fast", status=1)
        need("on Windows external C functions need a C compiler" in text, text)


def studies():
    """Sweeps in threads, and what is asked of one point: as on this machine."""
    with folder() as place:
        wine(place, "build", native(PENDULUM), "--quiet", FOUCAULT_ZIG="")
        here = os.path.join(place, "here.fmu")
        foucault("build", PENDULUM, "-o", here, "--quiet")
        plan = ["--vary", "L~uniform(0.9,1.1)", "--samples", "40", "--record",
                "x,y", "--final", "--stop", "1", "--quiet", "-o"]
        for ending in ("csv", "npz", "parquet"):
            wine(place, "sweep", "Pendulum.fmu", *plan, "there." + ending)
            need(len(read_bytes(os.path.join(place, "there." + ending))) >
                 40*3*8, ending)
        foucault("sweep", here, *plan, os.path.join(place, "here.csv"))
        a, b = (table(os.path.join(place, name + ".csv"))
                for name in ("there", "here"))
        need(a[0] == b[0] and len(a) == len(b) == 41, f"{a[:2]}")
        worst = max(abs(float(x) - float(y)) for p, q in zip(a[1:], b[1:])
                    for x, y in zip(p[:-1], q[:-1]))
        need(worst < 1e-7, f"difference {worst}")
        need(not os.path.exists(os.path.join(place, "there.csv.part")),
             "the journal is left")
        text = wine(place, "steady", "Pendulum.fmu", "--set", "phi0=0.3")
        need("rests at time 0" in text and "neutral" in text, text)
        text = wine(place, "linearize", "Pendulum.fmu", "--steady",
                    "--plot-file", "poles.svg")
        need("poles (1/s)" in text and "+- 3.13209i" in text, text)
        need(b"imaginary part" in read_bytes(os.path.join(place, "poles.svg")),
             "poles")


CRASHING = """
#include <stdlib.h>
double crash(double x);
double crash(double x) { if (x > 0.5) *(volatile int *)0 = 1; return x; }
"""
CRASHING_MODEL = """model Crash
  function crash
    input Real x;
    output Real y;
  external "C" y = crash(x) annotation(Include = "#include \\"crash.c\\"",
    IncludeDirectory = "modelica://Crash");
  end crash;
  Real x(start = 0, fixed = true);
  output Real y = crash(x);
equation
  der(x) = 1;
end Crash;
"""


COUPLED = """<?xml version="1.0" encoding="UTF-8"?>
<ssd:SystemStructureDescription version="1.0" name="Lags"
    xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription"
    xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon">
  <ssd:System name="root"><ssd:Elements>
    <ssd:Component name="a" source="parts/Lag.fmu"><ssd:Connectors>
      <ssd:Connector name="u" kind="input"><ssc:Real/></ssd:Connector>
      <ssd:Connector name="y" kind="output"><ssc:Real/></ssd:Connector>
    </ssd:Connectors></ssd:Component>
    <ssd:Component name="b" source="parts/Lag.fmu"><ssd:Connectors>
      <ssd:Connector name="u" kind="input"><ssc:Real/></ssd:Connector>
      <ssd:Connector name="y" kind="output"><ssc:Real/></ssd:Connector>
    </ssd:Connectors></ssd:Component>
  </ssd:Elements><ssd:Connections>
    <ssd:Connection startElement="a" startConnector="y" endElement="b"
        endConnector="u"/>
    <ssd:Connection startElement="b" startConnector="y" endElement="a"
        endConnector="u"/>
  </ssd:Connections></ssd:System>
</ssd:SystemStructureDescription>
"""
LAG = """model Lag "A state"
  input Real u(start = 1);
  output Real y(start = 1, fixed = true);
equation
  der(y) = -u - y;
  annotation(Icon(graphics = {Rectangle(extent = {{-100,-100},{100,100}})}));
end Lag;
"""


def systems():
    """A system of FMUs in a folder and in an archive: as on this machine."""
    with folder() as place:
        model = write(os.path.join(place, "Lag.mo"), LAG)
        write(os.path.join(place, "s.ssd"), COUPLED)
        os.mkdir(os.path.join(place, "parts"))
        made_here = os.path.join(place, "parts", "Lag.fmu")
        words = ["--step", "0.01", "--stop", "2", "--quiet", "-o"]
        foucault("build", model, "-o", made_here, "--quiet")
        foucault("couple", os.path.join(place, "s.ssd"), *words,
                 os.path.join(place, "here.csv"))
        os.remove(made_here)
        wine(place, "build", "Lag.mo", "-o", "parts/Lag.fmu", "--quiet",
             FOUCAULT_ZIG="")
        wine(place, "couple", "s.ssd", *words, "there.csv")
        with zipfile.ZipFile(os.path.join(place, "s.ssp"), "w") as archive:
            archive.write(os.path.join(place, "s.ssd"), "SystemStructure.ssd")
            archive.write(made_here, "parts/Lag.fmu")
        wine(place, "couple", native(os.path.join(place, "s.ssp")), *words,
             "zipped.csv")
        a, b, c = (table(os.path.join(place, name + ".csv"))
                   for name in ("here", "there", "zipped"))
        need(a[0] == b[0] == c[0] and len(a) == len(b) == 202, f"{b[:2]}")
        need(b == c, "the archive and the folder")
        worst = max(abs(float(x) - float(y)) for p, q in zip(a[1:], b[1:])
                    for x, y in zip(p, q))
        need(worst < 1e-9, f"difference {worst}")


def desk():
    """Pages of a library, byte for byte as on this machine; the language
    server answers."""
    with folder() as place:
        write(os.path.join(place, "Lag.mo"), LAG)
        wine(place, "doc", "Lag.mo", "-o", "there")
        wine(place, "doc", "Lag.mo", "-o", "there")  # in its place
        foucault("doc", os.path.join(place, "Lag.mo"), "-o",
                 os.path.join(place, "here"))
        names = [os.path.relpath(os.path.join(at, name),
                                 os.path.join(place, "here"))
                 for at, _, files in os.walk(os.path.join(place, "here"))
                 for name in files]
        need("Lag.html" in names and "icons/Lag.svg" in names, names)
        for name in names:
            need(read_bytes(os.path.join(place, "here", name)) ==
                 read_bytes(os.path.join(place, "there", name)), name)
        body = (b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":'
                b'{"capabilities":{}}}')
        done = subprocess.run(
            [WINE, os.path.join(made(), "foucault.exe"), "lsp"], cwd=place,
            input=b"Content-Length: %d\r\n\r\n%s" % (len(body), body),
            env=ENVIRONMENT, capture_output=True, timeout=100, check=False)
        need(b"hoverProvider" in done.stdout, done.stdout[:500])


def crashes():
    """The code of an FMU that breaks: said."""
    with folder() as place:
        more = compiler(place)
        write(os.path.join(place, "crash.c"), CRASHING)
        write(os.path.join(place, "Crash.mo"), CRASHING_MODEL)
        wine(place, "build", "Crash.mo", "--quiet", **more)
        text = wine(place, "simulate", "Crash.fmu", status=1, **more)
        need("E604: the FMU crashed" in text, text)
        text = wine(place, "check", "Crash.fmu", status=1, **more)
        need("crashed with Access violation (main run" in text, text[-1500:])


def collect(runner):
    runner.add_portable(
        [(f"windows/{function.__name__}", function)
         for function in (words, without_compiler, other_models, by_zig,
                          crashes, not_there, studies, systems, desk)])
