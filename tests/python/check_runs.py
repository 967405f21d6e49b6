"""Runs of the installed package: loaded models, warnings, arrays, text,
inputs and threads.

  check_runs.py MODELS
"""

import os
import threading
import warnings
from pathlib import Path

import numpy as np
import pandas

import foucault
from helpers import MODELS, OSCILLATOR, PENDULUM, main, need, raises

# a start value that does not fit, and assertions of the level warning
DOUBTFUL = """model Doubtful
  Real x(start = 0.6, fixed = true), y(start = -0.8);
  Real vx(start = 1), vy(start = 0.5), lambda;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -2*lambda*x;
  der(vy) = -2*lambda*y - 9.81;
  x^2 + y^2 = 1;
  assert(x < 0.65, "x is large", AssertionLevel.warning);
end Doubtful;
"""

ARRAYS = """model Arrays
  record Point
    Real x, y;
  end Point;
  parameter Real p[3] = {1, 2, 3};
  Real S[2,3], v[2](each start = 1, each fixed = true);
  Integer k[2];
  Point one, many[2];
equation
  for i in 1:2 loop
    for j in 1:3 loop
      S[i,j] = 10*i + j + time;
    end for;
    der(v[i]) = -i*v[i];
    k[i] = i;
    many[i].x = i;
    many[i].y = p[i];
  end for;
  one.x = time;
  one.y = 2*time;
end Arrays;
"""

# its input is differentiated twice
DRIVEN = """model Driven
  input Real u;
  output Real a, w(start = 0, fixed = true);
equation
  a = der(u);
  der(w) = u;
end Driven;
"""


def said_of(call):
    """What a call gives, and the FoucaultWarnings that it issues."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = call()
    ours = [w for w in caught if w.category is foucault.FoucaultWarning]
    for warning in ours:
        need(os.path.basename(warning.filename) == os.path.basename(__file__),
             f"a warning points to {warning.filename}")
    return result, [w.message.diagnostic for w in ours]


def essence(diagnostics):
    return [(d.code, d.message, d.notes) for d in diagnostics]


def warnings_reach_the_user():
    Path("doubtful.mo").write_text(DOUBTFUL)
    runs = [said_of(lambda e=engine: foucault.simulate(
        "doubtful.mo", stop=2, step=0.5, engine=e))
        for engine in ("fmpy", "program")]
    model, built = said_of(lambda: foucault.load("doubtful.mo"))
    need(essence(built) == essence(model.warnings) != [], f"{built}")
    runs.append(said_of(lambda: model.simulate(stop=2, step=0.5)))
    codes = [d.code for d in runs[0][0].warnings]
    for code in ("W401", "W402", "W601"):
        need(code in codes, f"no {code} in {codes}")
    for result, said in runs:
        need(essence(result.warnings) == essence(runs[0][0].warnings),
             f"engines differ: {result.warnings}")
    for result, said in runs[:2]:
        need(essence(said) == essence(result.warnings), f"{said}")
    need(essence(built + runs[2][1]) == essence(runs[2][0].warnings),
         f"{runs[2][1]}")
    need(all(d.file in ("doubtful.mo", None) for d in runs[0][0].warnings),
         f"{runs[0][0].warnings}")


def warnings_without_a_run():
    Path("doubtful.mo").write_text(DOUBTFUL)
    for call in (foucault.build, foucault.explain):
        result, said = said_of(lambda c=call: c("doubtful.mo"))
        need([d.code for d in said] == ["W401"], f"{call.__name__}: {said}")
    Path("outer.mo").write_text(
        "model World\n  parameter Real g = 9.81;\nend World;\n"
        "model Inner\n  outer World world;\n  Real x = world.g;\n"
        "end Inner;\n")
    text, said = said_of(lambda: foucault.flatten("outer.mo"))
    need("world.g" in text and [d.code for d in said] == ["W202"], f"{said}")


def warnings_of_model_exchange():
    """FMPy steps what is not for Co-Simulation."""
    Path("doubtful.mo").write_text(DOUBTFUL)
    fmu, _ = said_of(lambda: foucault.build("doubtful.mo", "me.fmu",
                                            type="me"))
    result, said = said_of(lambda: foucault.simulate(fmu, stop=1, step=0.5))
    need("W402" in [d.code for d in said], f"{said}")
    need(essence(said) == essence(result.warnings), f"{said}")


def warnings_of_numbers():
    Path("limit.mo").write_text(
        "model Limit\n  parameter Real p = 1e308*10;\n"
        "  Real x(start = 1, fixed = true);\n"
        "  Real limit = if noEvent(x > -0.25) then x else p;\n"
        "  Real more[6] = {limit + k for k in 1:6};\n"
        "equation\n  der(x) = -1;\nend Limit;\n")
    found = []
    for engine in ("fmpy", "program"):
        result, _ = said_of(lambda e=engine: foucault.simulate(
            "limit.mo", stop=2, step=0.5, engine=e,
            options=["--grid"] if e == "program" else None))
        found.append(essence(d for d in result.warnings if d.code == "W603"))
    fmu = foucault.build("limit.mo", "limit.fmu", type="me")  # by FMPy
    result, _ = said_of(lambda: foucault.simulate(fmu, stop=2, step=0.5))
    found.append(essence(result.warnings))
    need(found[0] == found[1] == found[2] != [], f"{found}")
    need(result["more"].shape[1:] == (6,), "an array, by FMPy")
    result = foucault.simulate(fmu, stop=1, variables=["more"], set={"x": 3})
    need(len(result.names) == 6 and result["more"][0][0] == 4,
         f"{result.names}")


def loaded():
    fmu = foucault.build(PENDULUM, "loaded.fmu")
    fresh = [foucault.simulate(fmu, stop=2, step=0.1, set={"phi0": angle})
             for angle in (0.5, 1.0)]
    kept = os.environ["FOUCAULT"]
    with foucault.load(fmu) as model:
        need(model.name == "Pendulum" and "phi0" in model.variables,
             repr(model))
        try:
            os.environ["FOUCAULT"] = "/nowhere"  # no program is started
            for angle, first in ((0.5, 0), (1.0, 1), (0.5, 0)):
                run = model.simulate(stop=2, step=0.1, set={"phi0": angle})
                need(np.array_equal(run.array, fresh[first].array),
                     f"another run at {angle}")
                need(run.statistics == fresh[first].statistics, "statistics")
        finally:
            os.environ["FOUCAULT"] = kept
        plain = foucault.simulate(fmu, stop=2, step=0.1)
        need(np.array_equal(model.simulate(stop=2, step=0.1).array,
                            plain.array), "a setting was kept")
        raises(foucault.FoucaultError,
               lambda: model.simulate(set={"phi": 1}), "no variable 'phi'")
        raises(foucault.FoucaultError,
               lambda: model.simulate(set={"phi0": "much"}), "is a Real")
    raises(ValueError, lambda: model.simulate(), "closed")


def loaded_goes_on_after_failures():
    model = foucault.load(
        "model Tank\n  parameter Real low = 0.55;\n"
        "  Real h(start = 1, fixed = true);\nequation\n  der(h) = -1;\n"
        "  assert(h > low, \"nearly empty\");\nend Tank;\n")
    for _ in range(3):
        error = raises(foucault.FoucaultError, lambda: model.simulate(
            stop=1, step=0.1), "nearly empty")
        need(len(error.result) == 5, repr(error.result))
        need(error.diagnostics[-1].code == "E604", f"{error.diagnostics}")
        run = model.simulate(stop=0.25, step=0.1)
        need(len(run) == 4 and run.time[-1] == 0.25, repr(run))
    bad = model.simulate(set={"low": -1}, stop=1)
    need(abs(bad.final["h"]) < 1e-6, f"{bad.final}")

    def refuse(share, time):
        raise ZeroDivisionError("of the caller")
    raises(ZeroDivisionError, lambda: model.simulate(progress=refuse,
                                                     set={"low": -1}))
    need(len(model.simulate(stop=0.25, step=0.1)) == 4, "after an exception")


def arrays():
    Path("arrays.mo").write_text(ARRAYS)
    for engine in ("fmpy", "program"):
        run = foucault.simulate("arrays.mo", engine=engine, step=0.5,
                                set={"p": [4, 5, 6]})
        need(run["S"].shape == (3, 2, 3), f"{run['S'].shape}")
        need(np.allclose(run["S"][-1], [[12, 13, 14], [22, 23, 24]]), engine)
        need(run["v"].shape == (3, 2) and run["k"][0].tolist() == [1, 2],
             engine)
        need(run["p"][0].tolist() == [4, 5, 6], f"{engine}: {run['p'][0]}")
        need(run["many.x"].shape == (3, 2), engine)
        need(run["many"]["y"][0].tolist() == [4, 5], engine)
        need(list(run["one"]) == ["x", "y"], f"{run['one']}")
        need(run["one"]["y"][-1] == 2 and run["many[2]"]["x"][0] == 2, engine)
        need("S" in run and "one" in run and "T" not in run, engine)
        part = foucault.simulate("arrays.mo", variables=["S", "many.x"],
                                 engine=engine)
        need(len(part.names) == 8 and part["S"].shape[1:] == (2, 3),
             f"{engine}: {part.names}")
    model = foucault.load("arrays.mo")
    part = model.simulate(variables=["S", "one.x"])
    need(len(part.names) == 7 and part["S"].shape[1:] == (2, 3), repr(part))
    part = model.simulate(variables=["S[1,1]", "S[2,2]"])
    raises(KeyError, lambda: part["S"], "only parts of 'S'")
    raises(KeyError, lambda: part["one"], "no variable")
    need(model.simulate(set={"p": np.array([7, 8, 9])})["p"][-1].tolist()
         == [7, 8, 9], "arrays are set")
    raises(foucault.FoucaultError,
           lambda: model.simulate(set={"p": [1, 2, 3, 4]}), "p[4]")


def text():
    decay = ("model Decay\n  Real x(start = 1, fixed = true);\nequation\n"
             "  der(x) = -x;\nend Decay;\n")
    for engine in ("fmpy", "program"):
        run = foucault.simulate(decay, stop=1, tolerance=1e-9, engine=engine)
        need(abs(run.final["x"] - np.exp(-1)) < 1e-7, f"{run.final}")
    need(foucault.simulate(decay, verify=True, stop=1)
         .verification["agrees"], "verify")
    need(foucault.explain(decay).text.startswith("Decay"), "explain")
    need("der(x)" in foucault.flatten(decay), "flatten")
    need(foucault.build(decay, "decay.fmu").exists(), "build")
    error = raises(foucault.FoucaultError, lambda: foucault.simulate(
        decay.replace("-x", "-y")), "text.mo:4:13: error E202")
    need(error.diagnostics[0].file == "text.mo", f"{error.diagnostics}")
    raises(ValueError, lambda: foucault.simulate([decay, decay]), "one model")
    raises(foucault.FoucaultError, lambda: foucault.simulate("a;b.mo"),
           "a;b.mo", "E101")


def kept():
    """A model that was built before is not built again, by any engine; its
    warnings are shown again."""
    os.environ.update(FOUCAULT_CACHE=os.path.abspath("kept"),
                      FOUCAULT_CACHE_SIZE="100")
    try:
        Path("doubtful.mo").write_text(DOUBTFUL)
        for given in ("doubtful.mo", DOUBTFUL):
            seen = []
            for stop in (1, 2):
                run, said = said_of(lambda: foucault.simulate(given,
                                                              stop=stop))
                need(run.time[-1] == stop, f"{run.time[-1]}")
                seen.append(([d.code for d in said],
                             {f.name: f.stat().st_ino
                              for f in Path("kept").iterdir()}))
            need(seen[0] == seen[1] and seen[0][0] and seen[0][1], f"{seen}")
        need(len(seen[1][1]) == 2, "two models")
        codes = [d.code for d in said_of(lambda: foucault.simulate(
            DOUBTFUL, engine="program"))[1]]
        need("W401" in codes, f"{codes}")
    finally:
        os.environ["FOUCAULT_CACHE_SIZE"] = "0"


def inputs_of_all_kinds():
    """Engines agree, also within steps and where an input is differentiated.
    """
    grid = np.linspace(0, 2, 9)
    table = {"time": grid, "u": np.sin(grid)}
    frame = pandas.DataFrame({"u": table["u"]},
                             index=pandas.Index(grid, name="time"))
    Path("driven.mo").write_text(DRIVEN)
    runs = [foucault.simulate("driven.mo", stop=2, step=0.3, tolerance=1e-10,
                              inputs=given, engine=engine,
                              options=["--grid"]
                              if engine == "program" else None)
            for engine, given in (("program", table), ("fmpy", table),
                                  ("fmpy", frame), ("program", frame))]
    for run in runs[1:]:
        need(np.allclose(run["w"], runs[0]["w"], rtol=0, atol=1e-8), "w")
        need(np.allclose(run["a"], runs[0]["a"], rtol=0, atol=1e-8), "a")
    need(np.allclose(runs[1]["a"], np.cos(runs[1].time), atol=0.01), "slope")
    jump = {"time": [0, 1, 1, 2], "F": [0, 0, 5, 5]}
    one, two = (foucault.simulate(OSCILLATOR, stop=2, step=0.3, inputs=jump,
                                  tolerance=1e-9, engine=engine,
                                  variables=["s"])
                for engine in ("fmpy", "program"))
    need(abs(one["s"][-1] - two["s"][-1]) < 1e-6, "a jump")
    Path("two.mo").write_text("model Two\n  input Real u, v;\n"
                              "  output Real y = u + v;\nend Two;\n")
    me = foucault.build("two.mo", "two.fmu", type="me")
    for given, engine in (("two.mo", "fmpy"), ("two.mo", "program"),
                          (me, "fmpy")):
        said = said_of(lambda: foucault.simulate(
            given, engine=engine, inputs={"time": [0, 1], "u": [1, 2]}))[1]
        need(essence(said) == [("W602", "there is no column for v: start "
                                "values are kept", ())], f"{engine}: {said}")
    raises(ValueError, lambda: foucault.simulate(
        OSCILLATOR, inputs={"time": [1, 0], "F": [0, 0]}), "goes back")
    raises(ValueError, lambda: foucault.simulate(
        OSCILLATOR, inputs={"time": [0, 1], "F": [0, 0, 0]}), "3 rows")


def frames():
    run = foucault.simulate(PENDULUM, stop=1, step=0.5)
    frame = run.to_pandas()
    need(frame.index.name == "time" and list(frame.index) == [0, 0.5, 1],
         f"{frame.index}")
    need("time" not in frame.columns, "time is the index")


def threads():
    """Relative paths, builds and runs at once, models that are shared."""
    Path("here").mkdir()
    failures = []
    shared = foucault.load(PENDULUM)
    first = shared.simulate(stop=1).array
    me, _ = said_of(lambda: foucault.build(DOUBTFUL, "here/me.fmu",
                                           type="me"))

    def work(k):
        try:
            path = f"here/decay{k}.mo"
            Path(path).write_text(
                f"model Decay{k}\n  Real x(start = {k}, fixed = true);\n"
                "equation\n  der(x) = -x;\nend Decay;\n".replace(
                    "end Decay;", f"end Decay{k};"))
            fmu = foucault.build(path, f"here/decay{k}.fmu")
            for _ in range(3):
                run = foucault.simulate(fmu, stop=1)
                need(run["x"][0] == k and run.model == f"Decay{k}", f"{k}")
                need(np.array_equal(shared.simulate(stop=1).array, first),
                     "a shared model")
                for _ in range(10):  # FMPy changes the folder, and has one
                    # logger for all threads
                    foucault.simulate(me, stop=0.3, step=0.1)
            need(foucault.simulate(path)["x"][0] == k, "from the model")
        except BaseException as error:
            failures.append(f"{k}: {error!r}")

    workers = [threading.Thread(target=work, args=(k,)) for k in range(1, 5)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    need(not failures, "; ".join(failures))


main([warnings_reach_the_user, warnings_without_a_run,
      warnings_of_model_exchange, warnings_of_numbers, loaded,
      loaded_goes_on_after_failures, arrays, text, kept, inputs_of_all_kinds,
      frames, threads])
