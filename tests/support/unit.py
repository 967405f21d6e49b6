"""cmocka programs: each test function counts."""

import glob
import os
import re

from .suite import BUILD, Failure, ROOT, folder, read, run

FOLDER = os.path.join(BUILD, "dev", "tests", "unit")


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


def collect(runner):
    sources = sorted(glob.glob(os.path.join(ROOT, "tests/unit/**/test_*.c"),
                               recursive=True), key=os.path.basename)
    for source in sources:
        stem = os.path.basename(source)[len("test_"):-len(".c")]
        name = f"unit/{stem}"
        parts = [f"{name}/{test}"
                 for test in re.findall(r"\btest_\w+", read(source))]
        program = os.path.join(FOLDER, "test_" + stem)
        runner.add_group(name, parts,
                         lambda p=program, n=name: run_program(p, n))
