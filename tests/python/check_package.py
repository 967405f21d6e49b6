"""The package foucault as a user has it: installed, in a folder of models.

  check_package.py MODELS

Prints one JSON line per test: [name, null or reason]. FOUCAULT names the
program; the folder it runs in is empty at the start.
"""

import math
import os
import tempfile
from pathlib import Path

import matplotlib
matplotlib.use("Agg")

import numpy as np  # noqa: E402

import foucault  # noqa: E402
from helpers import (BALL, MODELS, OSCILLATOR, PENDULUM, main,  # noqa: E402
                     need, raises)


def bad_model():
    Path("bad.mo").write_text("model Bad\n  Real height;\nequation\n"
                              "  der(hieght) = 1;\nend Bad;\n")
    return "bad.mo"


def build():
    path = foucault.build(PENDULUM, solver="ida", output="ida.fmu",
                          set={"phi0": 0.1})
    need(path == Path("ida.fmu") and path.exists(), str(path))
    start = {v["name"]: v for v in foucault.info(path)["variables"]}
    need(float(start["phi0"]["start"]) == 0.1, str(start["phi0"]))
    ladder = foucault.build(
        MODELS/"circuits"/"rc_ladder.mo", "ladder.fmu", type="me",
        libraries=[MODELS/"libraries"])
    need(foucault.info(ladder)["co_simulation"] is None, "type me")


SIZED = """model Sized
  function mean
    input Real v[:];
    output Real y = sum(v)/size(v, 1);
  algorithm
  end mean;
  parameter Integer n = 2;
  parameter Real v[n] = {1, 2};
  output Real y = mean(v);
end Sized;
"""


def versions():
    """Both versions of FMI by one call; and what the FMUs say of themselves."""
    path = foucault.build(PENDULUM, "both.fmu", fmi="2,3")
    second = Path("both.fmi3.fmu")
    need([foucault.info(p)["fmi_version"] for p in (path, second)] ==
         ["2.0", "3.0"], "versions")
    need(foucault.info(foucault.build(PENDULUM, "three.fmu", fmi="3"))
         ["fmi_version"] == "3.0", "fmi='3'")
    Path("Sized.mo").write_text(SIZED)
    sized = foucault.build("Sized.mo", "sized.fmu", fmi="3", structural="n")
    ends = [foucault.simulate(sized, stop=1, set=values)["y"][-1]
            for values in ({}, {"n": 3, "v": [1, 2, 9]})]
    need(ends == [1.5, 4], str(ends))
    for fmu in (path, second):
        said = foucault.explain(fmu)
        need(said.index is None and len(said.states) == 2 and
             said.equations == said.dummies == [] and
             "Model Exchange" in said.text and "<svg" in said.html and
             repr(said) == "<Explanation of Pendulum: an FMU, 2 states>",
             repr(said))


def simulate():
    result = foucault.simulate(PENDULUM, stop=2, step=0.1, tolerance=1e-10)
    need(len(result) == 21 and result.time[-1] == 2, repr(result))
    x, y = result["x"], result["y"]
    need(np.max(np.abs(x**2 + y**2 - 1)) < 1e-9, "the rod has no length 1")
    need(np.asarray(result).dtype.names[0] == "time", "no array")
    need(result.final["x"] == x[-1], "final")
    need("x" in result and "q" not in result, "names")
    raises(KeyError, lambda: result["lamda"], "did you mean lambda?")


def engines_agree():
    fmu = foucault.build(PENDULUM, "agree.fmu")
    one, two = (foucault.simulate(fmu, stop=3, tolerance=1e-10, step=0.25,
                                  set={"phi0": 1.0}, variables=["x", "lambda"],
                                  engine=engine)
                for engine in ("fmpy", "program"))
    need(one.names == two.names == ["x", "lambda"], f"{one.names}")
    need(np.allclose(one["x"], two["x"], atol=1e-7), "they differ")
    need(two.statistics["steps"] > 10, f"{two.statistics}")
    need(abs(one["x"][0] - math.sin(1)) < 1e-12, "set was lost")


def verified():
    """Repeated in another way; a run that differs is an error that keeps what
    was found."""
    run = foucault.simulate(PENDULUM, stop=1, verify=True)
    need(run.verification["agrees"] and "IDA" in run.verification["way"],
         f"{run.verification}")
    need(abs(run["x"][0]**2 + run["y"][0]**2 - 1) < 1e-9, "the run itself")
    need(foucault.simulate(PENDULUM, stop=1).verification is None, "not asked")
    chaos = MODELS/"multibody"/"double_pendulum_high.mo"
    error = raises(foucault.FoucaultError,
                   lambda: foucault.simulate(chaos, verify=True))
    need(error.diagnostics[-1].code == "E608", f"{error.diagnostics}")
    need(not error.result.verification["agrees"], "what was found")


def kinds_of_columns():
    for engine in ("fmpy", "program"):
        result = foucault.simulate(MODELS/"events"/"thermostat.mo",
                                   engine=engine)
        need(set(map(float, result["heat"])) == {0.0, 1.0}, engine)
        need(0 < np.mean(result["heat"]) < 1, engine)


def inputs():
    for engine in ("fmpy", "program"):
        result = foucault.simulate(
            OSCILLATOR, stop=1, set={"s": 0}, variables=["s"], tolerance=1e-9,
            inputs={"F": [4, 4], "time": [0, 1]}, engine=engine)
        need(abs(result["s"][-1] - (1 - math.cos(2))) < 1e-6,
             f"{engine}: {result['s'][-1]}")
    raises(ValueError, lambda: foucault.simulate(
        OSCILLATOR, inputs={"F": [4, 4]}), "'time'")
    raises(foucault.FoucaultError, lambda: foucault.simulate(
        OSCILLATOR, inputs={"time": [0, 1], "f": [4, 4]}), "no variable 'f'")


def progress():
    seen = []

    def watch(share, time):
        seen.append((share, time))
        return time < 4.99

    result = foucault.simulate(PENDULUM, progress=watch)
    need(abs(result.time[-1] - 5) < 0.03, f"it ended at {result.time[-1]}")
    shares = [share for share, _ in seen]
    need(shares == sorted(shares) and 0.45 < shares[-1] < 0.55, f"{shares}")


def plot_and_pandas():
    result = foucault.simulate(BALL)
    axes = result.plot("h", "v:h")
    need(len(axes.get_lines()) == 2, "two curves")
    need(axes.get_xlabel() == "h, time", axes.get_xlabel())
    axes.figure.savefig("ball.png")
    need(os.path.getsize("ball.png") > 5000, "an empty picture")
    need(len(result.plot().get_lines()) >= 3, "everything that moves")
    frame = result.to_pandas()
    need(frame.index.name == "time" and len(frame) == len(result), "frame")
    need(frame["bounces"].iloc[-1] >= 3, "no bounces")


def explain():
    report = foucault.explain(PENDULUM)
    need(report.index == 3 and len(report.states) == 2, repr(report))
    need(sum(e["differentiated"] for e in report.equations) == 2, "equations")
    need("structural index 3" in report.text, report.text)
    need("<svg" in report.html and "<iframe" in report._repr_html_(), "html")


def compare():
    report = foucault.compare(PENDULUM, stop=2, invariant="energy")
    dummy, none = report["dummy"], report["none"]
    need(dummy.applies and dummy.steps > 10, repr(dummy))
    need(dummy.constraint_residual < none.constraint_residual, repr(none))
    need("steps" in report.to_pandas().columns, "no frame")
    raises(KeyError, lambda: report["dumy"], "did you mean dummy?")
    raises(foucault.FoucaultError, lambda: foucault.compare(bad_model()),
           "E202")


def check():
    fmu = foucault.build(PENDULUM, "good.fmu")
    good = foucault.check(fmu)
    need(good and not good.findings, str(good))
    Path("broken.fmu").write_bytes(fmu.read_bytes()[:2000])
    bad = foucault.check("broken.fmu")
    need(not bad and bad.findings[0].rule == "archive-unreadable", str(bad))
    need("archive-unreadable" in str(bad) and bad.findings[0].mend, str(bad))


def diagnostics():
    for call in (foucault.build, foucault.simulate, foucault.explain,
                 foucault.flatten):
        error = raises(foucault.FoucaultError, lambda c=call: c(bad_model()),
                       "bad.mo:4:7: error E202", "did you mean 'height'?")
        first = error.diagnostics[0]
        need((first.code, first.line, first.column) == ("E202", 4, 7),
             repr(first))
    raises(foucault.FoucaultError, lambda: foucault.build("none.mo"), "E101")
    fmu = foucault.build(PENDULUM, "names.fmu")
    for engine in ("fmpy", "program"):
        raises(foucault.FoucaultError, lambda e=engine: foucault.simulate(
            fmu, variables=["lamda"], engine=e), "lambda")


def wrong_usage():
    raises(foucault.UsageError, lambda: foucault.build(
        PENDULUM, solver="ide"), "did you mean 'ida'?")
    for call in (foucault.build, foucault.simulate, foucault.explain,
                 foucault.flatten, foucault.compare, foucault.load):
        raises(TypeError, lambda c=call: c(PENDULUM, slover="ida"),
               f"{call.__name__}()", "'slover'", "did you mean solver?")
    raises(TypeError, lambda: foucault.simulate(PENDULUM, variable=["x"]),
           "did you mean variables?")
    fmu = foucault.build(PENDULUM, "usage.fmu")
    raises(TypeError, lambda: foucault.check(fmu, ingore=["x"]),
           "did you mean ignore?")
    raises(TypeError, lambda: foucault.load(fmu).simulate(stopp=1),
           "did you mean stop")
    raises(TypeError, lambda: foucault.simulate(fmu).plot("x", axx=None),
           "did you mean ax?")
    for engine in ("fmpy", "program"):
        raises(foucault.UsageError, lambda e=engine: foucault.simulate(
            fmu, solver="ida", engine=e), "for Modelica files")
    raises(foucault.UsageError, lambda: foucault.load(fmu, stop=1),
           "give these to simulate()")
    raises(foucault.UsageError, lambda: foucault.simulate(fmu, stop=-1),
           "before the start")
    at_start = foucault.simulate(fmu, start=0, stop=0)
    assert len(at_start.time) == 1, at_start.time
    raises(ValueError, lambda: foucault.simulate(PENDULUM, engine="matlab"),
           "fmpy or program")
    raises(ValueError, lambda: foucault.simulate(
        PENDULUM, engine="program", progress=print), "fmpy")


def model_of_a_library():
    Path("Lib.mo").write_text(
        "package Lib\n  model A\n    Real x(start = 1, fixed = true);\n"
        "  equation\n    der(x) = -x;\n  end A;\nend Lib;\n")
    result = foucault.simulate([], model="Lib.A", libraries=["."],
                               tolerance=1e-9)
    need(abs(result.final["x"] - math.exp(-1)) < 1e-7, f"{result.final}")


def files_that_are_no_fmus():
    Path("text.fmu").write_text("no archive")
    for name in ("text.fmu", "missing.fmu"):
        for engine in ("fmpy", "program"):
            raises(foucault.FoucaultError, lambda n=name, e=engine:
                   foucault.simulate(n, engine=e), name)


def failing_run():
    Path("tank.mo").write_text(
        "model Tank\n  Real h(start = 1, fixed = true);\nequation\n"
        "  der(h) = -1;\n  assert(h > 0.55, \"nearly empty\");\nend Tank;\n")
    for engine in ("fmpy", "program"):
        error = raises(
            foucault.FoucaultError, lambda e=engine: foucault.simulate(
                "tank.mo", stop=1, step=0.1, engine=e), "nearly empty")
        need(error.result is not None and len(error.result) == 5,
             f"{engine}: {error.result!r}")
        need(abs(error.result.final["h"] - 0.6) < 1e-9, f"{error.result}")


def whose_code():
    """external= and allow_path=: the C code of a model, and where it lies."""
    with tempfile.TemporaryDirectory() as elsewhere:
        Path(elsewhere, "twice.h").write_text(
            "static double twice(double x) { return 2*x; }\n")
        Path("calls.mo").write_text(
            "model Calls\n  function f\n    input Real x;\n    output Real y;\n"
            "    external \"C\" y = twice(x) annotation(Include ="
            f" \"#include \\\"{elsewhere}/twice.h\\\"\");\n  end f;\n"
            "  Real y = f(time);\nend Calls;\n")
        raises(foucault.FoucaultError, lambda: foucault.build("calls.mo"),
               "E245", "--allow-path")
        raises(foucault.FoucaultError, lambda: foucault.build(
            "calls.mo", external=False, allow_path=[elsewhere]), "E244")
        result = foucault.simulate("calls.mo", stop=1, external=True,
                                   allow_path=[elsewhere])
        need(result.final["y"] == 2, f"{result.final}")


def no_program():
    kept = os.environ["FOUCAULT"]
    path = os.environ["PATH"]
    try:
        os.environ["FOUCAULT"] = "/nowhere/foucault"
        raises(foucault.ProgramNotFound, lambda: foucault.info("x.fmu"),
               "/nowhere/foucault")
        del os.environ["FOUCAULT"]
        os.environ["PATH"] = "/nowhere"
        raises(foucault.ProgramNotFound, lambda: foucault.info("x.fmu"),
               "set the environment variable FOUCAULT")
        os.environ["PATH"] = os.path.dirname(kept)
        need(foucault.program_path() == kept, foucault.program_path())
    finally:
        os.environ["FOUCAULT"], os.environ["PATH"] = kept, path


TESTS = [build, versions, simulate, engines_agree, verified, kinds_of_columns, inputs, progress,
         plot_and_pandas, explain, compare, check, diagnostics,
         wrong_usage, model_of_a_library, files_that_are_no_fmus, failing_run,
         whose_code, no_program]


main(TESTS)
