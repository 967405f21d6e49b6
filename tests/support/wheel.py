"""The wheel of `./dev wheel`: what is in it, and that it works in empty
environments of Python, with the compiler of the machine, with zig and without
any."""

import base64
import email
import glob
import hashlib
import json
import os
import re
import sys
import threading
import zipfile

from .bill import check_files
from .cli import LINKED
from .suite import (RELEASE, ROOT, folder, model_file, need, read, run, write)

GLIBC = (2, 28)
SYSTEM_LIBRARIES = {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0",
                    "librt.so.1", "ld-linux-x86-64.so.2"}
making = threading.Lock()
_made = []  # the path, once it is known


def made():
    """The wheel for x86-64, brought up to date once; one worker's work."""
    with making:
        if _made:
            return _made[0]
        done = run([os.path.join(ROOT, "dev"), "wheel", "--quick"],
                   env=dict(os.environ, CMAKE_BUILD_PARALLEL_LEVEL="1"),
                   timeout=1200)
        need(done.returncode == 0, (done.stdout + done.stderr)[-2000:])
        _made.append(os.path.join(ROOT, done.stderr.split()[-1]))
        return _made[0]


def site():
    """The packages of the tests' own environment."""
    return next(p for p in sys.path if p.endswith("site-packages"))


def only(names, ending):
    found, = (name for name in names if name.endswith(ending))
    return found


def check_record(archive):
    """Each file is named with its digest, itself and no other without."""
    record = only(archive.namelist(), ".dist-info/RECORD")
    named = {}
    for line in archive.read(record).decode().splitlines():
        name, digest, size = line.rsplit(",", 2)
        named[name] = digest, size
    need(set(named) == set(archive.namelist()), "RECORD names other files")
    need(named.pop(record) == ("", ""), "RECORD has a digest of itself")
    for name, (digest, size) in named.items():
        content = archive.read(name)
        right = base64.urlsafe_b64encode(hashlib.sha256(content).digest())
        need(digest == "sha256=" + right.decode().rstrip("=") and
             int(size) == len(content), f"{name}: wrong digest or size")


def check_metadata(archive):
    names = archive.namelist()
    fields = email.message_from_bytes(
        archive.read(only(names, ".dist-info/METADATA")))
    needed = fields.get_all("Requires-Dist")
    need(any(n.startswith("numpy") for n in needed), str(needed))
    need(any(n.startswith("ziglang") and 'extra == "compiler"' in n
             for n in needed), str(needed))
    need(fields["Name"] == "foucault" and "compiler" in
         fields.get_all("Provides-Extra"), str(fields))
    wheel = email.message_from_bytes(
        archive.read(only(names, ".dist-info/WHEEL")))
    need(wheel["Root-Is-Purelib"] == "false", "a program is for one machine")
    need(archive.filename.endswith(wheel["Tag"] + ".whl"), wheel["Tag"])
    for library in ("libxml2", "libzip", "zlib", "sundials", "lapack"):
        only(names, f".dist-info/licenses/{library}.txt")


def check_bill(archive):
    """Each part with version and licence and each file, at the place of
    PEP 770; the parts again where the program's data are."""
    names = archive.namelist()
    place = only(names, ".dist-info/sboms/sbom.spdx.json")
    bill = json.loads(archive.read(place))
    own = json.loads(
        archive.read(only(names, "share/foucault/sbom.spdx.json")))
    files = check_files(archive, bill, "SPDXRef-foucault", place,
                        only(names, ".dist-info/RECORD"))
    need(bill["packages"][1:] == own["packages"][1:], "two bills")
    need(bill["documentNamespace"] != own["documentNamespace"],
         "two bills of one name")
    parts = {part["name"]: part for part in bill["packages"]}
    need({"foucault", "libxml2", "libzip", "zlib", "SUNDIALS", "AMD", "COLAMD",
          "TinyCC", "LAPACK"} <= set(parts), f"{sorted(parts)}")
    for name, part in parts.items():
        need(part["licenseDeclared"] != "NOASSERTION" and
             (name == "LAPACK" or re.match(r"\d+\.\d+", part["versionInfo"])),
             f"{part}")
    related = {r["relatedSpdxElement"] for r in bill["relationships"]} - files
    need(related == {part["SPDXID"] for part in parts.values()}, f"{related}")


def check_needs(program):
    """Libraries of the system, in versions that the tag promises."""
    out = run(["readelf", "--wide", "-d", "-V", program]).stdout
    libraries = set(re.findall(r"\(NEEDED\).*\[(.*)\]", out))
    need("libc.so.6" in libraries and libraries <= SYSTEM_LIBRARIES,
         str(libraries))
    versions = {tuple(map(int, version.split(".")))
                for version in re.findall(r"Name: GLIBC_([\d.]+)", out)}
    need(versions and max(versions)[:2] <= GLIBC, str(sorted(versions)[-3:]))
    need("Name: GCC_" not in out, "needs libgcc")


def made_of_release(place):
    """A wheel of the release program, which needs libraries of this machine;
    gives its path in the folder."""
    prefix = os.path.join(place, "prefix")
    done = run(["cmake", "--install", os.path.dirname(RELEASE),
                "--prefix", prefix])
    need(done.returncode == 0, done.stderr[-2000:])
    done = run([sys.executable, "-B", os.path.join(ROOT, "cmake", "wheel.py"),
                prefix, "x86_64", place])
    need(done.returncode == 0, done.stderr[-2000:])
    path, = glob.glob(os.path.join(place, "*.whl"))
    return path


def of_release():
    """It works in an empty environment. The one that others get: --all."""
    with folder() as place:
        path = made_of_release(place)
        with zipfile.ZipFile(path) as archive:
            check_record(archive)
        works_installed(path, place)


def content():
    path = made()
    need("manylinux_%d_%d_x86_64" % GLIBC in path, path)
    with folder() as place, zipfile.ZipFile(path) as archive:
        check_record(archive)
        check_metadata(archive)
        check_bill(archive)
        program = only(archive.namelist(), ".data/scripts/foucault")
        need(archive.getinfo(program).external_attr >> 16 & 0o777 == 0o755,
             "the program cannot be run")
        check_needs(archive.extract(program, place))


def install(place, wheel):
    """Into a new environment without a network; gives its folder."""
    env = os.path.join(place, "env")
    done = run([sys.executable, "-m", "venv", "--without-pip", env])
    need(done.returncode == 0, done.stderr)
    pip(os.path.join(env, "bin", "python"), wheel)
    return env


def pip(python, wheel, *options, env=None):
    done = run([sys.executable, "-m", "pip", "--python", python, "install",
                "--quiet", "--no-index", "--no-deps", "--no-compile",
                "--disable-pip-version-check", *options, wheel],
               env=env and dict(os.environ, **env), timeout=300)
    need(done.returncode == 0, done.stderr[-2000:])


def swing(program, place, env):
    """The last values of the pendulum, built and run with nothing but env."""
    fmu = os.path.join(place, "pendulum.fmu")
    table = os.path.join(place, "pendulum.csv")
    for words in (["build", model_file("multibody/pendulum"), "-o", fmu],
                  ["simulate", fmu, "--stop", "2", "--output", table],
                  ["check", fmu]):
        done = run([program, *words], env=env, timeout=300)
        need(done.returncode == 0, f"{words[0]}: {done.stderr[-1500:]}")
    return [float(value) for value in read(table).split()[-1].split(",")]


def near(one, other):
    need(len(one) == len(other) and all(
        abs(a - b) <= 1e-9 * max(1, abs(a)) for a, b in zip(one, other)),
        f"{one}\n{other}")


def works_installed(wheel, place):
    """Program and package, with the C compiler of the machine."""
    env = install(place, wheel)
    program = os.path.join(env, "bin", "foucault")
    here = {"PATH": "/usr/bin:/bin"}
    near(swing(program, place, here), swing(RELEASE, place, here))
    packages, = glob.glob(os.path.join(env, "lib/python3*/site-packages"))
    write(os.path.join(packages, "tests.pth"), site() + "\n")
    python = os.path.join(env, "bin", "python")
    script = ("import foucault, foucault.program as p\n"
              "print(p.program_path())\n"
              f"r = foucault.simulate({model_file('circuits/rc')!r})\n"
              "print(len(r['time']) > 1)\n")
    done = run([python, "-c", script], cwd=place, env=here, timeout=300)
    need(done.stdout.split() == [program, "True"], done.stdout + done.stderr)


def installed():
    with folder() as place:
        works_installed(made(), place)


def check_library(fmu, place):
    """An FMU runs where the wheel does."""
    with zipfile.ZipFile(fmu) as archive:
        library = only(archive.namelist(), "/linux64/Pendulum.so")
        check_needs(archive.extract(library, place))


def with_zig():
    """zig of the same environment, without a home for its cache; without zig
    TinyCC, and for external C code the ways to get a compiler."""
    with folder() as place:
        env = install(place, made())
        program = os.path.join(env, "bin", "foucault")
        bare = {"PATH": place}
        alone = swing(program, place, bare)
        check_library(os.path.join(place, "pendulum.fmu"), place)
        linked = write(os.path.join(place, "linked.mo"), LINKED)
        done = run([program, "build", linked, "-o",
                    os.path.join(place, "none.fmu")], env=bare)
        need(done.returncode == 1 and "E502" in done.stderr and
             "apt-get install gcc" in done.stderr and
             "pip install foucault[compiler]" in done.stderr, done.stderr)
        packages, = glob.glob(os.path.join(env, "lib/python3*/site-packages"))
        os.symlink(os.path.join(site(), "ziglang"),
                   os.path.join(packages, "ziglang"))
        values = swing(program, place, bare)
        check_library(os.path.join(place, "pendulum.fmu"), place)
        near(values, swing(RELEASE, place, {"PATH": "/usr/bin:/bin"}))
        near(values, alone)


def for_a_user():
    """pip install --user: bin and share are below one folder too."""
    with folder() as place:
        base = os.path.join(place, "user")
        pip("/usr/bin/python3", made(), "--user", "--break-system-packages",
            env={"PYTHONUSERBASE": base})
        swing(os.path.join(base, "bin", "foucault"), place,
              {"PATH": "/usr/bin:/bin"})


def wrong_machine():
    done = run([os.path.join(ROOT, "dev"), "wheel", "m68k"])
    need(done.returncode == 1 and "x86_64 or aarch64" in done.stderr,
         done.stderr)


def collect(runner):
    runner.add("wheel/of_release", of_release)
    runner.add("wheel/wrong_machine", wrong_machine)
    runner.add_portable([("wheel/content", content),
                         ("wheel/installed", installed),
                         ("wheel/with_zig", with_zig),
                         ("wheel/for_a_user", for_a_user)])
