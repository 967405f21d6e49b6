"""Golden files: the dump of one pass beside the model it came from."""

import os
import re

from .suite import DEV, Failure, ROOT, TESTS, first_difference, \
    folder as place, foucault, options_of, read, run, write

# Pass -> ending of the golden file. Passes that are not listed print the
# system; the last ones print what they have built.
BUILDING = ("parameters", "initial", "continuous", "divisors", "tangent",
            "guess", "assertions", "variables", "expose", "structure",
            "reduce")
ENDINGS = {"parse": "ast", "flatten": "flat", "c": "c", "explain": "txt",
           **{name: "reduced" for name in BUILDING}}


def dumped(folder, dump, case):
    """What the program prints; without the number of its version, which the
    C text begins with."""
    words = (["explain", case + ".mo"] if dump == "explain" else
             ["build", case + ".mo", f"--dump={dump}"])
    done = foucault(*words, *options_of(os.path.join(folder, case + ".mo")),
                    program=DEV, cwd=folder)
    return re.sub(r"(translated by Foucault) [\w.-]*\w", r"\1", done.stdout,
                  count=1)


def compile_text(text):
    """The C text is C, without a warning."""
    with place() as inside:
        source = write(os.path.join(inside, "model.c"), text)
        done = run(["cc", "-std=c99", "-fsyntax-only", "-Wall", "-Wextra",
                    "-Wpedantic", "-Werror", "-I",
                    os.path.join(ROOT, "fmu_runtime"), source])
    if done.returncode != 0:
        raise Failure(done.stderr[:2000])


def compare(runner, folder, dump, case, ending):
    text = dumped(folder, dump, case)
    expected = os.path.join(folder, f"{case}.{ending}")
    if dump == "c":
        compile_text(text)
    if runner.update:
        write(expected, text)
        return
    if not os.path.exists(expected):
        raise Failure(f"{case}.{ending} is missing (tests/run --update)")
    if read(expected) != text:
        raise Failure(first_difference(read(expected), text))


def flatten_again(folder, case):
    """The flat model is Modelica that flattens to itself."""
    text = read(os.path.join(folder, case + ".flat"))
    with place() as inside:
        again = write(os.path.join(inside, "flat.mo"), text)
        done = foucault("flatten", again, "--quiet", program=DEV)
    if done.stdout != text:
        raise Failure(first_difference(text, done.stdout))


def collect(runner):
    for dump in sorted(os.listdir(os.path.join(TESTS, "golden"))):
        folder = os.path.join(TESTS, "golden", dump)
        ending = ENDINGS.get(dump, "system")
        for file in sorted(os.listdir(folder)):
            if not file.endswith(".mo"):
                continue
            case = file[:-3]
            runner.add(f"golden/{dump}/{case}",
                       lambda f=folder, d=dump, c=case, e=ending:
                       compare(runner, f, d, c, e))
            if dump == "flatten":
                runner.add(f"golden/again/{case}",
                           lambda f=folder, c=case: flatten_again(f, c))
