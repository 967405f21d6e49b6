"""A bounded run of each fuzzer of tests/fuzz: the inputs of the corpus as they
are, every finding of earlier runs, and changes of them from one seed."""

import glob
import os
import subprocess
import zipfile

from .suite import DEV, ROOT, TESTS, Failure, folder, foucault, model_file

FUZZ = os.path.join(TESTS, "fuzz")
# Changed inputs; the time is a few seconds each.
RUNS = {"parse": 3000, "front_end": 2000, "compile": 1000, "description": 4000,
        "archive": 1000, "tables": 2000, "options": 4000,
        "messages": 8000, "systems": 200, "binary": 3000, "records": 1000,
        "order": 300, "studies": 1000, "documentation": 3000,
        "answers": 3000, "log": 2000}
CALLED = {"Pendulum": 60, "BouncingBall": 100, "Told": 60, "Delayed": 60,
          "Driven": 60}
CLOCKED = ("Ticked", "Planned", "Resized")  # of FMI 3.0 alone
# Damaged serialized states of each of CALLED, and of models with other solvers
# and mechanisms.
DAMAGED = 1200
ONLY_DAMAGED = ("FourBar", "DoublePendulum", "TransportLine", "SlidingRelay",
                "Resized", "ClockedPI", "PendulumAuto", "PendulumAdams",
                "PendulumGgl", "PendulumMinimal", "PendulumBaumgarte")
# Functions that are written in place of their calls are not the same text when
# they are flattened again: the front end has the texts without them.
PLAIN = ["golden/parse", "golden/flatten", "errors"]
TEXTS = {"parse": PLAIN + ["hybrid"], "front_end": PLAIN,
         "compile": ["golden/flatten", "hybrid", "initial", "numeric"]}
LARGEST = 8000  # bytes of a model


def texts(target):
    found = glob.glob(os.path.join(ROOT, "models", "*", "*.mo"))
    for place in TEXTS[target]:
        found += glob.glob(os.path.join(TESTS, place, "*.mo"))
    return sorted(f for f in found if os.path.getsize(f) < LARGEST)


def archives(place):
    """Small archives: plain, deflated, with folders and with bad names."""
    text = os.path.join(FUZZ, "corpus", "description", "fmi2.xml")
    for name, kind, entries in (
            ("stored", zipfile.ZIP_STORED, ["resources/a.txt"]),
            ("deflated", zipfile.ZIP_DEFLATED, ["documentation/index.html"]),
            ("leaves", zipfile.ZIP_STORED, ["../outside", "/absolute"]),
            ("twice", zipfile.ZIP_STORED, ["resources/A", "resources/a"])):
        path = os.path.join(place, name + ".fmu")
        with zipfile.ZipFile(path, "w", kind) as archive:
            archive.write(text, "modelDescription.xml")
            for entry in entries:
                archive.writestr(entry, "text " * 20)
        yield path


def tables(place):
    """A MATLAB file of the program itself."""
    path = os.path.join(place, "pendulum.mat")
    foucault("simulate", model_file("multibody/pendulum"), "--stop", "0.1",
             "--step", "0.05", "-o", path, "--quiet")
    yield path


def own_inputs(target):
    return [path for kind in ("corpus", "findings")
            for path in [os.path.join(FUZZ, kind, target)]
            if os.path.isdir(path)]


def inputs(target, place):
    made = {"archive": archives, "tables": tables}
    found = own_inputs(target)
    if target in TEXTS:
        found += own_inputs("texts") + texts(target)
    return found + list(made.get(target, lambda _: [])(place))


def try_target(program, runs, given, place, most="16384"):
    kept = os.path.join(place, "kept")
    done = subprocess.run(
        [os.path.join(os.path.dirname(DEV), "tests", "fuzz", program), "--runs", str(runs),
         "--seed", "1", "--most", most, "--keep", kept, *given],
        capture_output=True, timeout=600, check=False,
        env={**os.environ, "TMPDIR": place})
    if done.returncode != 0:
        with open(kept, "rb") as file:
            found = file.read()
        said = done.stderr.decode(errors="replace")[-3000:]
        raise Failure(f"{program} ends with {done.returncode}\n{said}\n"
                      f"for the input {found!r}")


def fuzz(target):
    with folder() as place:
        try_target("fuzz_" + target, RUNS[target], inputs(target, place), place)


def pictures():
    """Shapes of icons that nobody would draw."""
    with folder() as place:
        try_target("fuzz_compile", 500, own_inputs("pictures"), place)


def calls(model, version=""):
    with folder() as place:
        try_target(f"fuzz_calls{version}_{model}", CALLED.get(model, 100),
                   own_inputs("calls"), place, most="2000")


def states(model):
    with folder() as place:
        try_target("fuzz_states_" + model, DAMAGED, own_inputs("states"),
                   place, most="64")


def collect(runner):
    for target in RUNS:
        runner.add(f"fuzz/{target}", lambda t=target: fuzz(t))
    runner.add("fuzz/pictures", pictures)
    for model in CLOCKED:
        runner.add(f"fuzz/calls3_{model}", lambda m=model: calls(m, "3"))
    for model in CALLED:
        runner.add(f"fuzz/calls_{model}", lambda m=model: calls(m))
        runner.add(f"fuzz/calls3_{model}", lambda m=model: calls(m, "3"))
    for model in (*CALLED, *ONLY_DAMAGED):
        runner.add(f"fuzz/states_{model}", lambda m=model: states(m))
