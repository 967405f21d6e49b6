"""Faulty models: the messages are compared byte for byte."""

import os

from .suite import (DEV, Failure, TESTS, first_difference, folder, foucault,
                    options_of, read, write)

FOLDER = os.path.join(TESTS, "errors")


def compare(runner, case):
    with folder() as out:
        done = foucault("build", case + ".mo", "-o",
                        os.path.join(out, "x.fmu"),
                        *options_of(os.path.join(FOLDER, case + ".mo")),
                        program=DEV, cwd=FOLDER, status=1)
        if os.listdir(out):
            raise Failure("a failed build left a file behind")
    expected = os.path.join(FOLDER, case + ".err")
    if runner.update:
        write(expected, done.stderr)
        return
    if not os.path.exists(expected):
        raise Failure(f"{case}.err is missing (tests/run --update)")
    if read(expected) != done.stderr:
        raise Failure(first_difference(read(expected), done.stderr))


def collect(runner):
    for file in sorted(os.listdir(FOLDER)):
        if file.endswith(".mo"):
            case = file[:-3]
            runner.add(f"errors/{case}", lambda c=case: compare(runner, c))
