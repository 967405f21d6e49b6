"""Golden files: the dump of one pass beside the model it came from."""

import os
import re

from .suite import DEV, Failure, ROOT, TESTS, first_difference, \
    folder as place, foucault, need, options_of, read, run, write

# Pass -> ending of the golden file. Passes that are not listed print the
# system; the last ones print what they have built.
BUILDING = ("parameters", "initial", "continuous", "divisors", "tangent",
            "guess", "assertions", "variables", "expose", "scales",
            "tapes", "structure",
            "reduce")
ENDINGS = {"parse": "ast", "flatten": "flat", "c": "c", "explain": "txt",
           **{name: "reduced" for name in BUILDING}}
# Passes that ask a question and change nothing: what they say is kept (.err),
# but of cases that they have nothing to say about (.system).
ASKS = ("inputs", "singular", "rates", "reinits")


def passes():
    """The names of the table of passes, in order."""
    text = read(os.path.join(ROOT, "generator", "reduce", "passes.c"))
    table = re.search(r"^const Pass reduce_pass\[\] = \{\n(.*?)^\};", text,
                      re.M | re.S)
    return re.findall(r'^    \{"(\w+)",', table[1], re.M)


def ending_of(folder, dump, case):
    silent = os.path.exists(os.path.join(folder, case + ".system"))
    return ("err" if dump in ASKS and not silent else
            ENDINGS.get(dump, "system"))


def build(folder, dump, case):
    return run([DEV, "build", case + ".mo", f"--dump={dump}",
                *options_of(os.path.join(folder, case + ".mo"))], cwd=folder)


def dumped(folder, dump, case):
    """What the program prints; without the number of its version, which the
    C text begins with."""
    if ending_of(folder, dump, case) == "err":
        return build(folder, dump, case).stderr
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


def compare(runner, folder, dump, case):
    text = dumped(folder, dump, case)
    ending = ending_of(folder, dump, case)
    expected = os.path.join(folder, f"{case}.{ending}")
    if dump == "c":
        compile_text(text)
    if runner.update:
        if not os.path.exists(expected) or read(expected) != text:
            write(expected, text)  # others may read it at the moment
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


def is_whole(folder, case):
    """Of some functions only the head can be written (W208)."""
    path = os.path.join(folder, case + ".flat")
    return not os.path.exists(path) or "// not written: " not in read(path)


def cases_of(dump):
    folder = os.path.join(TESTS, "golden", dump)
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return [name[:-3] for name in names if name.endswith(".mo")]


def shows(dump, before):
    """A case of the pass differs from what it was one pass before, or makes
    the pass say something that was not said before."""
    folder = os.path.join(TESTS, "golden", dump)
    need(cases_of(dump), f"tests/golden/{dump} has no case")
    for case in cases_of(dump):
        then, now = build(folder, before, case), build(folder, dump, case)
        if now.returncode == 0 and now.stdout != then.stdout:
            return
        if dump in ASKS and then.stdout and now.stderr != "":
            return
    raise Failure(f"no case shows what {dump} does after {before}")


def collect(runner):
    names = passes()
    for before, dump in zip(["lower", *names], names):
        runner.add(f"golden/shows/{dump}",
                   lambda d=dump, b=before: shows(d, b))
    for dump in sorted(os.listdir(os.path.join(TESTS, "golden"))):
        folder = os.path.join(TESTS, "golden", dump)
        for case in cases_of(dump):
            runner.add(f"golden/{dump}/{case}",
                       lambda f=folder, d=dump, c=case:
                       compare(runner, f, d, c))
            if dump == "flatten" and is_whole(folder, case):
                runner.add(f"golden/again/{case}",
                           lambda f=folder, c=case: flatten_again(f, c))
