"""--compiler fast: TinyCC and the linker of its own make the same numbers as
the C compiler, bit by bit, in FMUs that importers take."""

import os

from .suite import (LIBRARIES, TESTS, folder, foucault, model_file, need,
                    read, write)
from .cli import LINKED, tools, words_in
from .interface import unpack
from .targets import Driver, reference_of

# states that change, events, strings, arrays in functions, external C code
# without a library, IDA, sparse factors, loops that KINSOL solves
MODELS = {
    "multibody/pendulum": (),
    "multibody/double_pendulum": ("--solver", "ida"),
    "circuits/rc_ladder": ("--linear-solver", "sparse"),
    "events/bouncing_ball": (),
    "functions/computed_sizes": (),
    "functions/external_spring": (),
    "functions/string_log": (),
    "process/draining_tank": (),
}


def build(place, model, compiler, *words):
    fmu = os.path.join(place, compiler + ".fmu")
    foucault("build", model_file(model), *LIBRARIES, "-o", fmu, "--quiet",
             "--compiler", compiler, *words)
    return fmu


def same_bits(model, words):
    def test():
        with folder() as place:
            texts = []
            for compiler in ("gcc", "fast"):
                fmu = build(place, model, compiler, *words)
                table = os.path.join(place, compiler + ".csv")
                foucault("simulate", fmu, "-o", table, "--quiet")
                texts.append(read(table))
            need(texts[0] == texts[1], "the results differ")
            need(texts[0].count("\n") > 10, "there are no results")
    return test


def c_library():
    """External C code gets the C library without the headers of a system."""
    with folder() as place:
        texts = []
        model = os.path.join(TESTS, "compilers", "c_library.mo")
        for compiler in ("gcc", "fast"):
            table = os.path.join(place, compiler + ".csv")
            foucault("simulate", model, "--model", "CLibrary.Model",
                     "--compiler", compiler, "-o", table, "--quiet")
            texts.append(read(table))
        need(texts[0] == texts[1], "the results differ")
        # 1.125 + 1970 + (3 + 0 + 2.5 + 40) + 3 + 4
        need(texts[1].split("\n")[-2] == "1,2023.625", texts[1][-200:])


def importers():
    """Both kinds step by step, saved states, hundreds of instances; the rules
    of `check`."""
    with folder() as place:
        fmu = build(place, "multibody/pendulum", "fast")
        need("sound" in foucault("check", fmu).stdout, "check")
        numbers = []
        for compiler in ("gcc", "fast"):
            there = os.path.join(place, compiler)
            unpack(build(place, "multibody/pendulum", compiler), there)
            driver = Driver(there, "linux64")
            x = reference_of(there, "x")
            numbers.append([driver.numbers("curve", 300, x, 6),
                            driver.numbers("exchange", 300, x, 6, 2)])
        need(numbers[0] == numbers[1], "the curves differ")
        need("100 steps" in driver.text("rollback", 100, x, 6), "rollback")
        need("growth" in driver.text("instances", 300, x, 6), "instances")


def by_default():
    """`simulate` takes TinyCC, `build` the C compiler; CC is heeded by both."""
    with folder() as place:
        model = model_file("events/bouncing_ball")
        for env in (tools(place), {**os.environ, "CC": "/bin/false"}):
            status = 1 if "CC" in env else 0
            for command in ("build", "simulate"):
                done = foucault(command, model, "-o",
                                os.path.join(place, "a." + command), env=env,
                                status=status)
                if status:
                    words_in(done.stderr, "E503", "/bin/false")
        done = foucault("build", model, "-o", os.path.join(place, "b.fmu"))
        need("TinyCC" not in done.stdout, done.stdout)


def messages():
    """What does not go together, and what TinyCC does not take."""
    with folder() as place:
        model = model_file("events/bouncing_ball")
        done = foucault("build", model, "--compiler", "fast", "--target",
                        "win64", status=2)
        words_in(done.stderr, "--compiler is for this machine")
        done = foucault("build", model, "--compiler", "no-such-compiler",
                        "-o", os.path.join(place, "a.fmu"), status=1)
        words_in(done.stderr, "E502", "no-such-compiler")
        linked = write(os.path.join(place, "linked.mo"), LINKED)
        done = foucault("build", linked, "--compiler", "fast", "-o",
                        os.path.join(place, "a.fmu"), status=1)
        words_in(done.stderr, "E503", "TinyCC", "nearbyint")
        done = foucault("simulate", linked, "-o",
                        os.path.join(place, "a.csv"))
        need("x                        1\n" in done.stdout, done.stdout)


def collect(runner):
    for model, words in MODELS.items():
        runner.add(f"compilers/{model}", same_bits(model, words))
    for function in (c_library, importers, by_default, messages):
        runner.add(f"compilers/{function.__name__}", function)
