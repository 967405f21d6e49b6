"""The FMU as an importer meets it: what it sees, what it sets, threads,
memory, sources to compile elsewhere. tests/fmu/interface.mo has the models."""

import glob
import json
import os
import re
import shutil
import threading
import zipfile

from .bill import check_files
from .suite import (DEV, Failure, TESTS, WORK, ROOT, folder, foucault,
                    fmu_of, model_file, models, need, python, quick_build,
                    run, write)

MODELS = os.path.join(TESTS, "fmu", "interface.mo")
CHECKS = {"types": ["Types"], "tunable_cs": ["Tunable"],
          "tunable_me": ["Tunable"], "tunable_rod": ["Rod"],
          "starts": ["Types", "Rod"], "driven": ["Driven"], "delayed": ["Delayed"],
          "given": ["Given"],
          "moved": ["Moved"], "units": ["Units"],
          "coupled": ["Position", "Velocity"], "texts": ["Texts"],
          "texts_kept": ["Texts"], "texts_told": ["Told"]}
PENDULUM = "multibody/pendulum"

_lock = threading.Lock()


def build(model):
    """The FMU of a model of interface.mo, built once."""
    path = os.path.join(WORK, "interface", model + ".fmu")
    with _lock:
        if not os.path.exists(path):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            kind = "cs" if model == "Moved" else "both"
            foucault("build", MODELS, "--model", model, "-o", path, "--quiet",
                     "--type", kind)
    return path


def check(test, models):
    done = python("fmu/check_interface.py", test, *map(build, models))
    lines = [line for line in done.stderr.splitlines()
             if "[debug]" not in line]
    need(done.returncode == 0, "\n".join(lines[-5:]))


def unpack(fmu, place):
    with zipfile.ZipFile(fmu) as archive:
        archive.extractall(place)


def description(place):
    with open(os.path.join(place, "modelDescription.xml")) as text:
        return text.read()


def guid_of(place):
    return re.search(r'guid="([^"]*)"', description(place)).group(1)


# --- what the archive holds -------------------------------------------------

def names(*words):
    """The variables of Types that are seen with these options."""
    with folder() as place:
        fmu = os.path.join(place, "a.fmu")
        quick_build(MODELS, "--model", "Types", "-o", fmu, "--quiet", *words)
        unpack(fmu, place)
        return set(re.findall(r'<ScalarVariable name="([^"]*)"',
                              description(place)))


def expose():
    public = {"time", "wanted", "file", "phi", "w", "now", "y", "der(phi)",
              "der(w)"}
    interface = public - {"now"}
    need(names() == public, f"default: {names()}")
    need(names("--expose", "all") == public | {"stiffness", "hidden"}, "all")
    need(names("--expose", "interface") == interface, "interface")
    need(names("--expose", "h*", "--expose", "n?w") ==
         interface | {"hidden", "now"}, "patterns")
    done = foucault("build", MODELS, "--model", "Types", "--expose", "nn*",
                    "-o", os.devnull, status=1)
    need("E510" in done.stderr and "'nn*'" in done.stderr, done.stderr)


def set_text():
    """--set changes Strings, also those that decide on an equation."""
    words = ["simulate", MODELS, "--model", "Texts", "--stop", "1", "--json"]
    done = foucault(*words, "--set", "name=longer")
    found = re.search(r'"x": *([-+.e0-9]+)', done.stdout)
    need(found and abs(float(found.group(1)) - 6) < 1e-9, done.stdout)
    done = foucault("simulate", build("Texts"), "--stop", "1", "--json",
                    "--set", "name=a b")
    need(re.search(r'"made": *3\b', done.stdout), done.stdout)
    done = foucault(*words, "--set", "mode=slow")
    need(re.search(r'"k": *1\b', done.stdout), done.stdout)
    done = foucault(*words, "--set", "name=none", status=1)
    need("word cannot be made: it is not a word" in done.stderr, done.stderr)
    done = foucault(*words, "--set", "ends=x", status=1)
    need("E210" in done.stderr and "final" in done.stderr, done.stderr)


# 1 x 1, grey
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d494844520000000100000001080000000"
    "03a7e9b550000000a49444154789c6360000000020001e221bc330000"
    "000049454e44ae426082")


def icon_and_page():
    with folder() as place:
        fmu, icon = os.path.join(place, "a.fmu"), os.path.join(place, "i.png")
        write(icon, PNG)
        quick_build(model_file(PENDULUM), "-o", fmu, "--icon", icon, "--quiet")
        with zipfile.ZipFile(fmu) as archive:
            need(archive.read("model.png") == PNG, "another icon")
            page = archive.read("documentation/index.html").decode()
        need("lambda" in page and "index 3" in page, "the page")
        write(icon, b"GIF89a")
        done = foucault("build", model_file(PENDULUM), "-o", fmu, "--icon",
                        icon, status=1)
        need("E505" in done.stderr, done.stderr)


SOLVES = """model Solves
  function solve
    input Real a[1, 1], b[1];
    output Real x[1] = b;
  protected
    Real lu[1, 1] = a;
    Integer pivot[1], info;
  external "FORTRAN 77" dgesv(1, 1, lu, 1, pivot, x, 1, info)
    annotation(Library = "lapack");
  end solve;
  Real y[1] = solve([2 + time], {1});
end Solves;
"""


def parts(place, *words):
    """Names of the parts in the bill of materials, with their licences."""
    fmu = os.path.join(place, "a.fmu")
    foucault("build", *words, "-o", fmu, "--quiet")
    with zipfile.ZipFile(fmu) as archive:
        bill = json.loads(archive.read("documentation/sbom.spdx.json"))
        licenses = archive.namelist()
        files = check_files(archive, bill, "SPDXRef-fmu",
                            "documentation/sbom.spdx.json")
    found = {p["SPDXID"][8:]: p for p in bill["packages"]}
    contained = {r["relatedSpdxElement"][8:] for r in bill["relationships"]
                 if r["relatedSpdxElement"] not in files}
    need(bill["spdxVersion"] == "SPDX-2.3", f"{bill['spdxVersion']}")
    need(contained == set(found), f"{contained} is not {set(found)}")
    for name in ("sundials", "lapack"):
        file = f"documentation/licenses/{name}.txt"
        need((name in found) == (file in licenses), f"{file}: {licenses}")
    return found


def bill():
    with folder() as place:
        pendulum = parts(place, model_file(PENDULUM))
        need(set(pendulum) == {"fmu", "runtime", "sundials"}, f"{pendulum}")
        need(re.match(r"[67]\.\d", pendulum["sundials"]["versionInfo"]),
             f"{pendulum['sundials']}")
        sparse = parts(place, model_file(PENDULUM), "--linear-solver", "sparse")
        need(sparse["amd"]["licenseDeclared"] == "BSD-3-Clause" and
             re.match(r"\d+\.\d+\.\d+$", sparse["amd"]["versionInfo"]),
             f"{sparse}")
        exchange = parts(place, model_file(PENDULUM), "--type", "me",
                         "--compiler", "cc")
        need(set(exchange) == {"fmu", "runtime"}, f"{exchange}")
        write(os.path.join(place, "solves.mo"), SOLVES)
        parts(place, model_file(PENDULUM), "--source", "--fmi", "3")
        solves = parts(place, os.path.join(place, "solves.mo"))
        need("lapack" in solves, f"{solves}")


# --- sources ----------------------------------------------------------------

def source_files(place):
    """The C files of an unpacked FMU, as modelDescription.xml names them."""
    return glob.glob("**/*.c", root_dir=os.path.join(place, "sources"),
                     recursive=True)


def source_fmu(place, *words):
    fmu = os.path.join(place, "a.fmu")
    foucault("build", model_file(PENDULUM), "-o", fmu, "--source", "--quiet",
             *words)
    unpack(fmu, place)
    shutil.rmtree(os.path.join(place, "binaries"))
    listed = set(re.findall(r'<File name="([^"]*)"', description(place)))
    there = set(source_files(place))
    need(listed == there, f"not named or missing: {listed ^ there}")


def pack(place):
    """The folder as an FMU again."""
    path = os.path.join(place, "again.fmu")
    with zipfile.ZipFile(path, "w") as archive:
        for name in ("modelDescription.xml", *glob.glob(
                "binaries/*/*", root_dir=place)):
            archive.write(os.path.join(place, name), name)
    return path


def source_cmake():
    """CMakeLists.txt: the library is the one that we link."""
    with folder() as place:
        source_fmu(place)
        # what is compiled matters here
        for words in (["-S", "sources", "-B", "b",
                       "-DCMAKE_C_FLAGS_RELEASE=-O0"],
                      ["--build", "b", "-j2", "--target", "install"]):
            done = run(["cmake", *words], cwd=place, timeout=300)
            need(done.returncode == 0, (done.stdout + done.stderr)[-1500:])
        again = pack(place)
        a, b = (foucault("simulate", fmu, "--stop", "3", "--variables", "x,y",
                         "--output", os.path.join(place, "out.csv"),
                         "--json").stdout
                for fmu in (again, fmu_of(PENDULUM)))
        final = re.compile(r'"final": *{[^}]*}', re.S)
        need(final.search(a).group() == final.search(b).group(),
             "other values")


def source_fmpy(kind, *libraries):
    with folder() as place:
        source_fmu(place, "--type", kind)
        done = python("fmu/check_source.py", place, kind, *libraries)
        need(done.returncode == 0, (done.stdout + done.stderr)[-1500:])


def source_fmpy_me():
    """An FMU for Model Exchange alone needs nothing but its sources."""
    source_fmpy("me")


def source_fmpy_cs():
    """SUNDIALS is all that Co-Simulation needs beside its sources."""
    source_fmpy("cs", "sundials_cvode", "sundials_kinsol")


def source_include():
    """C text of an annotation goes along; a header of the model does not."""
    text = ("model M\n  function half\n    input Real x;\n"
            "    output Real y;\n    external \"C\" y = half(x)\n"
            "      annotation(Include = \"%s\");\n  end half;\n"
            "  Real x = half(time + 1);\nend M;\n")
    body = "double half(double x) { return fabs(x)/2; }"
    with folder() as place:
        model, fmu = (os.path.join(place, f) for f in ("m.mo", "m.fmu"))
        words = ["build", model, "-o", fmu, "--source", "--quiet"]
        with open(os.path.join(place, "half.h"), "w", encoding="utf-8") as f:
            f.write(body + "\n")
        for name, good in (("<math.h>", True), ('\\"half.h\\"', False)):
            with open(model, "w", encoding="utf-8") as f:
                f.write(text % (f"#include {name}\n" + body * good))
            done = foucault(*words, status=0 if good else 1)
            need(good or "half.h" in done.stderr, done.stderr)
            if good:
                unpack(fmu, place)
        with open(os.path.join(place, "sources", "model.c"),
                  encoding="utf-8") as f:
            need(body in f.read(), "the text is not in the sources")


# --- instances --------------------------------------------------------------

def stress(place, *words, flags=(), before=(), sources=(), archives=()):
    """stress.c against the pendulum."""
    program = os.path.join(place, "stress")
    done = run(["gcc", "-std=gnu99", "-O1", "-g", "-I",
                os.path.join(ROOT, "fmu_runtime"), *flags, *sources,
                os.path.join(TESTS, "fmu", "stress.c"), *archives, "-o",
                program, "-ldl", "-lpthread", "-lm"], timeout=300)
    need(done.returncode == 0, done.stderr[-1500:])
    library = glob.glob(os.path.join(place, "binaries/*/*.so"))
    done = run([*before, program, library[0], guid_of(place), *words],
               timeout=300)
    need(done.returncode == 0, (done.stdout + done.stderr)[-1500:])
    return done.stdout


def with_pendulum(function):
    with folder() as place:
        unpack(fmu_of(PENDULUM), place)
        return function(place)


def threads():
    with_pendulum(lambda place: stress(place, "threads", "8"))


def instances():
    """100,000 of them within 4 GB."""
    size = with_pendulum(lambda place: int(stress(place, "instances", "2000")))
    need(size < 32000, f"an instance takes {size} bytes")


def cycles():
    with_pendulum(lambda place: stress(place, "cycles", "100000"))


def serialized():
    """A state goes on in another process to the last bit; the bytes hold no
    addresses, so that those of two processes are the same; damaged ones are
    refused."""
    with folder() as place:
        file, twin = (os.path.join(place, name) for name in ("a", "b"))
        words = ["fmu/saved_states.py", fmu_of(PENDULUM)]
        here = python(*words, "store", file, fresh=True)
        python(*words, "store", twin, fresh=True)
        there = python(*words, "resume", file, fresh=True)
        need(here.returncode == 0 and there.returncode == 0,
             here.stderr + there.stderr)
        need(here.stdout == there.stdout and here.stdout.count("0x") > 10,
             "another curve")
        need(read(file) == read(twin), "the bytes depend on the process")
        with open(file, "rb+") as stored:
            stored.seek(os.path.getsize(file)//2)
            stored.write(b"damage")
        done = python(*words, "resume", file, fresh=True)
        need(done.returncode != 0 and "DeSerialize" in done.stderr,
             "damaged bytes were taken")


def read(path):
    with open(path, "rb") as file:
        return file.read()


# Events, sliding, delays, pivots and loops, each by all integrators.
CARRIED = ["multibody/pendulum", "multibody/closed_loop",
           "multibody/sliding_disc", "events/bouncing_ball",
           "events/sliding_relay", "events/delayed_feedback",
           "events/clocked_pi", "circuits/diode_clipper"]
SOLVERS = {"ida": ["--solver", "ida"], "adams": ["--method", "adams"],
           "sparse": ["--linear-solver", "sparse"],
           "ida_sparse": ["--solver", "ida", "--linear-solver", "sparse"]}


def lines_of(done):
    need(done.returncode == 0, done.stderr[-400:])
    return [line for line in done.stdout.splitlines() if ".fmu " in line]


def carry(place, fmus):
    """Both processes print the same for each FMU."""
    script = "fmu/carried_states.py"
    here, there = (lines_of(python(script, what, place, *fmus))
                   for what in ("store", "resume"))
    need(len(here) == len(there) == len(fmus), "lines are missing")
    others = [a.split()[0] for a, b in zip(here, there)
              if a != b or " error " in a]
    need(not others, "not to the last bit: " + " ".join(others))


def carried(words):
    with folder() as place:
        fmus = []
        for model in CARRIED:
            fmus.append(os.path.join(place, model.split("/")[1] + ".fmu"))
            foucault("build", model_file(model), "-o", fmus[-1], "--quiet",
                     *words)
        carry(place, fmus)


def carried_gallery():
    with folder() as place:
        carry(place, [fmu_of(model) for model in models()])


SAMPLED = """model Sampled
  discrete Real u(start = 0, fixed = true);
  discrete Integer n(start = 0, fixed = true);
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = u - x;
  when sample(0, 0.01) then
    u = -0.2*v;
    n = pre(n) + 1;
  end when;
end Sampled;
"""


def from_time(path, start, *words, status=0):
    done = foucault("simulate", path, "--start", repr(start), "--stop",
                    repr(start + 10), "--step", "0.01", "--tolerance", "1e-8",
                    "--json", *words, status=status)
    return json.loads(done.stdout)


def far_start():
    """A run that begins at 1e9 s is the one that begins at zero, with as many
    events; where times are too coarse it is refused."""
    with folder() as place:
        sampled = os.path.join(place, "sampled.mo")
        write(sampled, SAMPLED)
        for path in (sampled, model_file(PENDULUM),
                     model_file("events/bouncing_ball")):
            for words in (["--solver", "cvode"], ["--solver", "ida"]):
                near, far = (from_time(path, t, *words) for t in (0.0, 1e9))
                need(near["events"] == far["events"], f"{path}: events")
                for name in set(near["final"]) - {"impact", "time"}:
                    off = abs(near["final"][name] - far["final"][name])
                    need(off < 1e-7, f"{path} {words}: {name} is off by {off}")
        far = from_time(sampled, 1e12, status=1)
        need("are 0.00022 s apart" in json.dumps(far), f"{far}")


def process():
    with_pendulum(lambda place: stress(place, "process"))


def leaks():
    valgrind = shutil.which("valgrind")
    if not valgrind:
        raise Failure("valgrind is not installed: ./dev install-deps")
    with_pendulum(lambda place: stress(
        place, "reload", "3", before=[
            valgrind, "-q", "--leak-check=full", "--error-exitcode=9"]))


def races():
    """ThreadSanitizer over the model's source and the runtime's, which the
    dev build has compiled so."""
    with folder() as place:
        fmu = os.path.join(place, "a.fmu")
        foucault("build", model_file(PENDULUM), "-o", fmu, "--source",
                 "--quiet")
        unpack(fmu, place)
        dev = os.path.dirname(DEV)
        stress(place, "threads", "4",
               flags=["-fsanitize=thread", "-DSTATIC_FMU"],
               sources=[os.path.join(place, "sources", "model.c")],
               archives=[os.path.join(dev, "tests", "soak",
                                      "libruntime_in_threads.a"),
                         os.path.join(dev, "solvers", "all.a")])


def collect(runner):
    for test, models in CHECKS.items():
        runner.add(f"interface/{test}",
                   lambda t=test, m=models: check(t, m))
    for function in (expose, set_text, icon_and_page, bill, source_cmake,
                     source_include, source_fmpy_me, source_fmpy_cs, threads,
                     instances, cycles, serialized,
                     carried_gallery, far_start, process, leaks, races):
        runner.add(f"interface/{function.__name__}", function)
    for name, words in SOLVERS.items():
        runner.add(f"interface/carried/{name}", lambda w=words: carried(w))
