"""cmocka programs: each test function counts."""

import glob
import os
import re

from .suite import BUILD, Failure, ROOT, TESTS, folder, need, read, run

FOLDER = os.path.join(BUILD, "dev", "tests", "unit")  # of the programs
UNIT = os.path.join(TESTS, "unit")                    # of the sources


def run_program(program, name):
    # One stream: what a test says stands between its start and its end.
    with folder() as place:
        done = run(["sh", "-c", 'exec "$0" 2>&1', program], cwd=place,
                   timeout=120)
    text = done.stdout
    started = re.findall(r"^\[ RUN      \] (\S+)", text, re.M)
    good = set(re.findall(r"^\[       OK \] (\S+)", text, re.M))
    if not started:
        raise Failure(f"no test ran, status {done.returncode}\n{text[-2000:]}")
    outcomes = []
    for test in started:
        reason = None
        if test not in good:
            reason = explain(text, test)
        outcomes.append((f"{name}/{test}", reason))
    if done.returncode != 0 and all(r is None for _, r in outcomes):
        outcomes.append((f"{name}/exit", f"status {done.returncode}\n"
                         f"{text[-3000:]}"))
    return outcomes


def explain(text, test):
    """What the program printed between the start and the end of a test."""
    part = text.split(f"[ RUN      ] {test}\n")[-1]
    part = part.split("[ RUN      ]")[0]
    return part.strip()[-2000:] or "failed"


def place_of(file, top, below=""):
    """The folder of a file in `top`, as tests/unit/ has it."""
    place = os.path.relpath(os.path.dirname(file), os.path.join(ROOT, top))
    return os.path.normpath(os.path.join(below, place))


def follows_folders(sources):
    """A test stands where the file it is named after stands; a test of several
    files in one of the folders of the sources."""
    places = {}
    for top, below in (("generator", ""), ("fmu_runtime", "runtime")):
        for file in glob.glob(os.path.join(ROOT, top, "**", "*.[ch]"),
                              recursive=True):
            subject = os.path.splitext(os.path.basename(file))[0]
            places.setdefault(subject, set()).add(place_of(file, top, below))
    folders = set().union(*places.values()) - {".", "runtime"}
    wrong = []
    for source in sources:
        subject = os.path.basename(source)[len("test_"):-len(".c")]
        found = os.path.relpath(os.path.dirname(source), UNIT)
        if found not in places.get(subject, folders) & folders:
            wrong.append(os.path.relpath(source, UNIT))
    need(not wrong, f"not in the folder of what they test: {wrong}")


def collect(runner):
    sources = sorted(glob.glob(os.path.join(UNIT, "**", "test_*.c"),
                               recursive=True), key=os.path.basename)
    runner.add("unit/folders", lambda: follows_folders(sources))
    for source in sources:
        stem = os.path.basename(source)[len("test_"):-len(".c")]
        name = f"unit/{stem}"
        parts = [f"{name}/{test}"
                 for test in re.findall(r"\btest_\w+", read(source))]
        program = os.path.join(FOLDER, "test_" + stem)
        runner.add_group(name, parts,
                         lambda p=program, n=name: run_program(p, n))
