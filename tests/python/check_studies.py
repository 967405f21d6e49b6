"""Sweeps and linear models of the installed package.

  check_studies.py MODELS
"""

import math
import warnings

import numpy as np
from scipy import stats

import foucault
from helpers import PENDULUM, main, need, raises

DECAY = """model Decay
  parameter Real k = 2, x0 = 1;
  parameter Boolean up = false;
  output Real x(start = x0, fixed = true);
equation
  der(x) = if up then k*x else -k*x;
  assert(x < 50, "x is too large");
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end Decay;
"""


def grid():
    runs = foucault.sweep(DECAY, {"k": np.linspace(1, 2, 3), "x0": [1, 5]},
                          final=True)
    need(runs.shape == (3, 2) and runs["x"].shape == (3, 2), runs.shape)
    need(np.allclose(runs["x"], runs["x0"]*np.exp(-runs["k"])), runs["x"])
    need(not runs.failed.any() and list(runs) == ["k", "x0", "x"], list(runs))
    frame = runs.to_pandas()
    need(len(frame) == 6 and frame["k"][5] == 2, frame)
    raises(KeyError, lambda: runs["xx"], "did you mean")


def curves():
    runs = foucault.sweep(DECAY, {"k": [1, 2]}, record="x", step=0.25)
    need(runs["x"].shape == (2, 5) and runs.time.tolist() ==
         [0, 0.25, 0.5, 0.75, 1], runs["x"].shape)
    need(np.allclose(runs["x"], np.exp(-np.outer([1, 2], runs.time))), runs)


def starts():
    """A start value of x is x.start where x itself is kept."""
    fades = DECAY.replace("start = x0", "start = 1")
    for workers in ("processes", "threads"):
        runs = foucault.sweep(fades, {"x": [1, 3], "k": [1, 2, 3]},
                              record=["x", "k"], step=0.25, workers=workers)
        need(list(runs) == ["x.start", "k", "x"], f"{workers}: {list(runs)}")
        need(runs["x"].shape == (2, 3, 5), f"{workers}: {runs['x'].shape}")
        need(np.allclose(runs["x"][1, :, -1], 3*np.exp([-1, -2, -3])), workers)
        data = runs.to_xarray()
        need(data.x.sel({"x.start": 3, "k": 2, "time": 0}) == 3, f"{data}")


def many_values():
    """More than a command line takes; more than can be run."""
    k = np.linspace(1, 2, 3000) + 1e-13
    runs = foucault.sweep(DECAY, {"k": k, "x0": [1]}, final=True)
    need(runs.shape == (3000, 1) and list(runs.grid) == ["k", "x0"],
         runs.shape)
    need((runs.grid["k"] == k).all() and
         np.allclose(runs["x"][:, 0], np.exp(-k)), runs["x"])
    runs = foucault.sweep(DECAY, {"k": k}, samples=8, sampler="sobol",
                          seed=1, final=True)
    need(runs.shape == (8,) and np.isin(runs["k"], k).all(), runs["k"])
    for many in ({"k": np.ones(10**6), "x0": np.ones(10**6)},
                 {"k": np.ones(10**5), "x0": np.ones(10**5)}):
        for workers in ("processes", "threads"):
            raises(foucault.UsageError, lambda: foucault.sweep(
                DECAY, many, workers=workers), "runs, more than 1e+09")


def distributions():
    """Of SciPy and as text; the same seed, the same values."""
    for vary in ({"k": stats.norm(2, 0.1), "x0": stats.uniform(1, 1)},
                 {"k": "normal(2,0.1)", "x0": "uniform(1,2)"}):
        for sampler in ("random", "latin", "sobol"):
            words = dict(samples=64, sampler=sampler, seed=3,
                         reduce="mean(x)")
            one = foucault.sweep(DECAY, vary, **words)
            two = foucault.sweep(DECAY, vary, jobs=1, **words)
            need((one["mean(x)"] == two["mean(x)"]).all(), sampler)
            need(one.shape == (64,) and abs(one["k"].mean() - 2) < 0.05 and
                 1 <= one["x0"].min() < one["x0"].max() <= 2, sampler)
    mixed = foucault.sweep(DECAY, {"k": stats.norm(2, 0.1), "up": [0, 1]},
                           samples=10, final=True)
    need(set(mixed["up"]) == {0, 1}, mixed["up"])
    raises(foucault.UsageError,
           lambda: foucault.sweep(DECAY, {"k": stats.norm(2, 0.1)}), "samples")


def threads():
    """The FMU in this process: the same numbers, to what a step may differ."""
    for vary, keywords in (
            ({"k": [1, 2, 3], "x0": [1, 3]}, {"final": True}),
            ({"k": np.linspace(1, 2, 7)}, {"record": "x", "step": 0.1}),
            ({"k": stats.norm(2, 0.1)}, {"samples": 20, "final": True})):
        a = foucault.sweep(DECAY, vary, **keywords)
        b = foucault.sweep(DECAY, vary, workers="threads", **keywords)
        need(list(a) == list(b) and a.shape == b.shape, b.shape)
        for name in a:
            need(np.allclose(a[name], b[name], rtol=1e-7, atol=1e-9), name)
    runs = foucault.sweep(DECAY, {"k": [1, 2, 8], "up": [True]}, final=True,
                          workers="threads")
    need(runs.failed.ravel().tolist() == [False, False, True], runs.errors)
    need("x is too large" in runs.errors[2, 0] and np.isnan(runs["x"][2, 0]),
         runs.errors)
    raises(foucault.UsageError, lambda: foucault.sweep(
        DECAY, {"k": "1:3"}, workers="threads"), "not a text")


def lists():
    """Run k has value k of each; plans of SALib, whose indices of a product
    of two parts are known."""
    for workers in ("processes", "threads"):
        runs = foucault.sweep(DECAY, {"k": [1, 2, 3], "x0": [3, 2, 3]},
                              sampler="list", final=True, workers=workers)
        need(runs.shape == (3,) and np.allclose(
            runs["x"], [3*math.exp(-1), 2*math.exp(-2), 3*math.exp(-3)]), runs)
    for words, report in (
            ({"vary": {"k": [1, 2], "x0": [1]}}, "of one length"),
            ({"vary": {"k": "1:3"}}, "needs values"),
            ({"vary": {"k": [1]}, "samples": 3}, "how many runs")):
        raises(foucault.UsageError, lambda: foucault.sweep(
            DECAY, sampler="list", **words), report)
    from SALib import ProblemSpec
    spec = ProblemSpec({"names": ["k", "x0"], "bounds": [[0, 2], [0.5, 1.5]],
                        "outputs": ["last(x)"]})
    spec.sample_sobol(512, seed=1)
    runs = foucault.sweep(DECAY, dict(zip(spec["names"], spec.samples.T)),
                          sampler="list", reduce="last(x)")
    spec.set_results(runs["last(x)"])
    spec.analyze_sobol(seed=1)
    # x = x0 exp(-k): relative variances of the factors
    k = (1 - math.exp(-4))/4/((1 - math.exp(-2))/2)**2 - 1
    x = 1/12
    whole = (1 + k)*(1 + x) - 1
    for found, wanted in ((spec.analysis["S1"], [k/whole, x/whole]),
                          (spec.analysis["ST"],
                           [k*(1 + x)/whole, x*(1 + k)/whole])):
        need(np.allclose(found, wanted, atol=0.03), f"{found} {wanted}")


SAW = """model Saw "Falls, and is lifted between two points of the grid"
  parameter Real r = 1, w(fixed = true) = 0.35;
  Real x(start = 1, fixed = true);
  output Real y = x*x;
equation
  der(x) = -r;
  when sample(0.35, w) then
    reinit(x, 2 + time);
  end when;
  annotation(experiment(StopTime = 2, Tolerance = 1e-9));
end Saw;
"""
ENDLESS = """model Endless
  parameter Real f = 1;
  output Real x(start = 0, fixed = true);
equation
  der(x) = f*sin(f*time);
  annotation(experiment(StopTime = 1e6));
end Endless;
"""


def measured_in_threads():
    """The same measures as in processes, at events too."""
    every = [f"{kind}({name})" for kind in (
        "last", "first", "min", "max", "mean", "rms", "integral", "tmin",
        "tmax") for name in ("x", "y")]
    vary = {"r": [1, 2.5], "w": [0.3, 0.4]}
    for keywords in ({"reduce": every}, {"reduce": "max(x), tmin(x)",
                                         "final": True},
                     {"reduce": "last(x)", "record": "y", "final": True}):
        a = foucault.sweep(SAW, vary, step=0.5, **keywords)
        b = foucault.sweep(SAW, vary, step=0.5, workers="threads", **keywords)
        need(list(a) == list(b) and a.shape == b.shape, list(b))
        for name in a:
            need(np.allclose(a[name], b[name], rtol=1e-7, atol=1e-9),
                 f"{name}: {a[name]} {b[name]}")
        need((a.time == b.time).all(), b.time)
    first = foucault.sweep(SAW, {"r": [1.0]}, step=2, reduce="tmax(x),max(x)",
                           workers="threads")
    need(np.allclose([first["tmax(x)"][0], first["max(x)"][0]],
                     [1.75, 3.75]), dict(first))
    for words, report in (({"reduce": "top(x)"}, "is not one of last"),
                          ({"reduce": "max(x)", "record": "y"}, "final"),
                          ({"reduce": "max(xx)"}, "did you mean"),
                          ({"time_limit": 0.0}, "not a time")):
        raises(foucault.FoucaultError, lambda: foucault.sweep(
            SAW, {"r": [1]}, workers="threads", **words), report)


def limited_in_threads():
    """A run that takes too long is a row; within one step, too."""
    for step in (1e6, 1e4):
        runs = foucault.sweep(ENDLESS, {"f": [0, 40]}, step=step, final=True,
                              time_limit=1, workers="threads")
        need(runs.failed.tolist() == [False, True] and
             "not ended within 1 s" in runs.errors[1] and
             np.isnan(runs["x"][1]) and runs.time[0] == 1e6 and
             runs.time[1] < 1e6, (runs.errors, runs.time))


def failures():
    runs = foucault.sweep(DECAY, {"k": [1, 2, 8], "up": [True]}, final=True)
    need(runs.failed.ravel().tolist() == [False, False, True], runs.errors)
    need("x is too large" in runs.errors[2, 0] and np.isnan(runs["x"][2, 0]),
         runs.errors)
    error = raises(foucault.FoucaultError,
                   lambda: foucault.sweep(DECAY, {"kk": [1]}), "did you mean")
    need(error.diagnostics[0].code == "E605", error.diagnostics)
    raises(foucault.UsageError,
           lambda: foucault.sweep(DECAY, {"k": "norm(1,2)"}, samples=3),
           "is not a distribution")
    raises(TypeError, lambda: foucault.sweep(DECAY, {"k": [1]}, finl=True),
           "final")
    raises(foucault.UsageError, lambda: foucault.sweep(
        DECAY, {"k": object()}, samples=3), "nor a distribution")
    raises(foucault.UsageError, lambda: foucault.sweep(
        DECAY, {"k": stats.norm}, samples=3, workers="some"), "workers is")
    raises(foucault.UsageError, lambda: foucault.linearize(
        DECAY, outputs=[]), "outputs is empty")


def datasets():
    data = foucault.sweep(DECAY, {"k": [1, 2], "x0": [1, 3, 4]}, record=["x"],
                          step=0.5).to_xarray()
    need(data["x"].dims == ("k", "x0", "time") and
         data["x"].shape == (2, 3, 3), data)
    need(data["x0"].values.tolist() == [1, 3, 4] and
         data["time"].values.tolist() == [0, 0.5, 1], data)
    need(abs(float(data["x"].sel(k=2, x0=3, time=1)) - 3*math.exp(-2)) < 1e-6,
         data)
    need((data["error"] == "").all(), data)
    data = foucault.sweep(DECAY, {"k": "uniform(1,2)"}, samples=5,
                          final=True).to_xarray()
    need(data["x"].dims == ("run",) and data["k"].dims == ("run",), data)


def linear():
    found = foucault.linearize(PENDULUM, set={"phi0": 0, "L": 2})
    w = math.sqrt(9.81/2)
    need(sorted(found.states) == ["vx", "x"] and found.exact, found.states)
    need(np.allclose(found.poles, [-1j*w, 1j*w]), found.poles)
    need(np.allclose(found.frequency, w/2/math.pi) and
         np.allclose(found.damping, 0), found.damping)
    rc = foucault.linearize("""model Rc
  input Real u(start = 3);
  output Real v(start = 1, fixed = true);
equation
  2*der(v) = u - v;
end Rc;
""")
    need(rc.A.tolist() == [[-0.5]] and rc.B.tolist() == [[0.5]] and
         rc.D.tolist() == [[0]] and rc.u0 == [3] and rc.derivatives == [1], rc)
    answer = rc.response([0, 0.5])
    need(answer.shape == (2, 1, 1) and
         np.allclose(answer.ravel(), [1, 1/(1 + 1j)]), answer)


def pictures():
    rc = foucault.linearize("""model Rc
  input Real u(start = 3);
  output Real v(start = 1, fixed = true);
equation
  2*der(v) = u - v;
end Rc;
""")
    corner = 0.5/(2*math.pi)
    hertz, magnitude, phase = rc.bode([corner])
    need(np.allclose(magnitude, -10*math.log10(2)) and
         np.allclose(phase, -45) and hertz == [corner], (magnitude, phase))
    hertz, magnitude, _ = rc.bode()
    need(hertz[0] < corner/10 and hertz[-1] > corner*10 and
         magnitude.shape == (len(hertz), 1, 1), hertz)
    need(len(rc.plot().axes) == 3, "axes")
    need(len(foucault.linearize(PENDULUM).plot().axes) == 3 or
         len(foucault.linearize(PENDULUM).plot().axes) == 1, "axes")


def rest():
    found = foucault.steady(PENDULUM, set={"phi0": 0.4})
    need(abs(found["y"] + 1) < 1e-9 and found.stability == "neutral", found)
    motor = """model Motor
  input Real u(start = 0);
  Real i(start = 0, fixed = true), w(start = 0, fixed = true);
equation
  0.5*der(i) = u - 2*i - 0.1*w;
  0.02*der(w) = 0.1*i - 0.01*w;
end Motor;
"""
    found = foucault.steady(motor, free="u", fix={"w": 10})
    need(abs(found.inputs["u"] - 3) < 1e-9 and found.states.keys() ==
         {"i", "w"} and (found.poles.real < 0).all(), found)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        found = foucault.steady(motor, free=["u"])
    need("W604" in str(told[0].message) and len(found.directions) == 1, told)
    line = foucault.linearize(motor, steady=True, free="u", fix={"w": 10})
    need(np.allclose(line.x0, [1, 10]) and np.allclose(line.derivatives, 0),
         line.x0)
    raises(foucault.FoucaultError, lambda: foucault.steady(
        motor, fix={"w": 10}), "no equilibrium")


SWING = """model Swing
  parameter Real L(unit = "m") = 1, d = 0.1, phi0(unit = "rad") = 0.5;
  output Real phi(start = phi0, fixed = true, unit = "rad");
  output Real w(start = 0, fixed = true, unit = "rad/s");
equation
  der(phi) = w;
  der(w) = -9.81/L*sin(phi) - d*w;
  annotation(experiment(StopTime = 4, Tolerance = 1e-9));
end Swing;
"""


def sensitive():
    found = foucault.sensitivities(DECAY, ["k", "x0"], step=0.1)
    need(found.exact and found.parameters == {"k": 2, "x0": 1}, found)
    t = found.time
    need(np.allclose(found["x"], np.exp(-2*t)) and
         np.allclose(found["x", "k"], -t*np.exp(-2*t), atol=1e-7) and
         np.allclose(found["x", "x0"], np.exp(-2*t), atol=1e-7), found["x"])
    need(found.jacobian.shape == (11, 1, 2) and len(found) == 3, len(found))
    raises(KeyError, lambda: found["x", "kk"], "did you mean k")
    found = foucault.sensitivities(DECAY, {"k": 3}, times=[0.5, 0.2])
    need(found.time.tolist() == [0.2, 0.5] and
         np.allclose(found["x"], np.exp(-3*found.time)), found.time)
    raises(foucault.FoucaultError,
           lambda: foucault.sensitivities(DECAY, "kk"), "did you mean 'k'")
    back = foucault.sensitivities(DECAY, ["k", "x0"], times=[0.5],
                                  adjoint=True)
    need(back.method == "backward" and
         abs(back["x", "k"][0] + 0.5*np.exp(-1)) < 1e-7, back["x", "k"])
    total = foucault.gradient(DECAY, ["k", "x0"],
                              {"time": [0.5, 0.2], "x": [2.0, -1.0]})
    wanted = -np.exp(-1) + 0.2*np.exp(-0.4)
    need(abs(total["k"] - wanted) < 1e-7 and total.method == "backward" and
         abs(total.value - 2*np.exp(-1) + np.exp(-0.4)) < 1e-7, total)
    raises(foucault.UsageError,
           lambda: foucault.gradient(DECAY, "k", {"x": [1.0]}), "of time")
    raises(foucault.UsageError, lambda: foucault.sensitivities(DECAY, []),
           "which parameters")


def swing_data():
    random = np.random.default_rng(3)
    t = np.sort(random.uniform(0, 4, 50))
    true = foucault.sensitivities(SWING, {"L": 0.8, "d": 0.2}, times=t)
    return {"time": t, "phi": true["phi"] + random.normal(0, 0.005, 50),
            "w": true["w"] + random.normal(0, 0.02, 50)}


def fitted():
    import os
    import tempfile
    import pandas
    data = swing_data()
    bounds = {"L": (0.5, 2), "d": (0, 1)}
    sigma = {"phi": 0.005, "w": 0.02}
    found = foucault.fit(SWING, data, bounds, sigma=sigma)
    for name, true in (("L", 0.8), ("d", 0.2)):
        off = abs(found.values[name] - true)
        need(off < 4*found.errors[name] < 0.1, f"{name}: {found}")
    need(0.5 < 2*found.cost/98 < 1.6, f"chi squared {found.cost}")
    need(abs(found.residuals["phi"]).max() < 0.03 and
         found.covariance.shape == (2, 2), found.residuals)
    # in degrees, by a file; columns by other names
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "swing.csv")
        frame = pandas.DataFrame({
            "time [ms]": 1e3*data["time"], "angle [deg]":
            np.degrees(data["phi"]), "speed": data["w"]})
        frame.to_csv(path, index=False)
        for given in (path, frame):
            again = foucault.fit(SWING, given, bounds,
                                 columns={"angle": "phi", "speed": "w"},
                                 units={"speed": "rad/s"}, sigma=sigma)
            need(np.allclose(list(again.values.values()),
                             list(found.values.values()), rtol=1e-5), again)
    import matplotlib
    matplotlib.use("Agg")
    need(len(found.plot().axes) == 4, "plot")


def not_fitted():
    data = {"time": [0.1, 0.2, 0.3], "phi": [0.4, 0.3, 0.2]}
    for words, keywords, report in (
            (({"L": (1.5, 2)},), {}, "not within the bounds"),
            (({"L": (2, 1)},), {}, "not below"),
            (({"L": 2},), {}, "two bounds"),
            (({},), {}, "which parameters"),
            (({"L": (0.5, 2)},), {"columns": {"phy": "phi"}},
             "did you mean phi"),
            (({"L": (0.5, 2)},), {"units": {"phi": "m"}},
             "cannot be converted to the variable's unit 'rad'"),
            (({"L": (0.5, 2)},), {"units": {"phi": "furlong"}}, "not known"),
            (({"L": (0.5, 2)},), {"time": "t"}, "no column 't' of time"),
            (({"L": (0.5, 2)},), {"guess": {"l": 1}}, "is not sought"),
            (({"L": (0.5, 2), "d": (0, 1), "phi0": (0, 1)},), {},
             "3 measured values do not determine 3")):
        raises(foucault.UsageError,
               lambda w=words, k=keywords: foucault.fit(SWING, data, *w, **k),
               report)
    raises(foucault.FoucaultError,
           lambda: foucault.fit(SWING, data, {"LL": (0.5, 2)}),
           "did you mean 'L'")
    raises(foucault.FoucaultError, lambda: foucault.fit(
        SWING, {**data, "omega": [1, 2, 3]}, {"L": (0.5, 2)}), "omega")
    raises(foucault.UsageError,
           lambda: foucault.fit(SWING, "no.csv", {"L": (0.5, 2)}), "no.csv")


main([grid, curves, starts, many_values, distributions, threads, measured_in_threads,
      limited_in_threads, lists, failures, datasets, linear, pictures,
      rest, sensitive, fitted, not_fitted])
