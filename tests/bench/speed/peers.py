"""Other tools on the same models, those that are there: rumoca and SciPy
(Python packages), omc and OMSimulator (programs on the path).

RUMOCA_PYTHON names a Python with rumoca, if that of the tests has none.
"""

import os
import shutil
import sys

from .families import components, ladder
from .runs import SWING

TITLE = "Other tools"
# Each model has a folder of its own: rumoca reads all that is beside it.

RUMOCA = """import rumoca, sys, time
path, model, stop, tolerance = sys.argv[1:]
begin = time.process_time()
it = rumoca.Session().load(path, model=model)
between = time.process_time()
if float(stop) > 0:
    it.simulate(t=(0, float(stop)), dt=float(stop)/200, config=rumoca.SimConfig(
        rtol=float(tolerance), atol=float(tolerance)))
print(between - begin, time.process_time() - between)
"""
SCIPY = """import math, time
from scipy.integrate import solve_ivp
begin = time.process_time()
solve_ivp(lambda t, y: (y[1], -math.sin(y[0])), (0, {stop}), (math.pi/2, -1),
          method="{method}", rtol=1e-9, atol=1e-9)
print(time.process_time() - begin)
"""
OMC = """loadFile("{path}"); getErrorString();
translateModel({model}); getErrorString();
"""


def python_with(bench, package):
    """A Python that has the package, or None."""
    for python in (os.environ.get(f"{package.upper()}_PYTHON"),
                   sys.executable):
        try:
            if python:
                bench.cpu(python, "-c", f"import {package}")
                return python
        except Exception:  # noqa: BLE001 (it is not there, or broken)
            continue
    return None


def rumoca_figures(bench, python):
    script = bench.write("run_rumoca.py", RUMOCA)

    def theirs(path, model, which, stop="0", tolerance="1e-6"):
        text, _ = bench.cpu(python, script, path, model, stop, tolerance)
        return float(text.split()[which])

    n = bench.size(1000, 10)
    for name, text, model in (
            (f"{n:,} cells of arrays, text to C", ladder(n), "Ladder"),
            (f"{bench.size(300, 5)} connected cells, text to C",
             components(bench.size(300, 5)), "Components")):
        path = bench.write(f"alone/{model}/{model}.mo", text)
        yield bench.beside(
            name, "CPU s",
            lambda p=path: bench.foucault("build", "-q", "--dump=c", p)[1],
            lambda p=path, m=model: theirs(p, m, 0), "rumoca")
    n, stop = bench.size(300, 5), "10"
    path = bench.write("alone/Ladder/Ladder.mo", ladder(n))
    yield bench.beside(
        f"{n} cells of arrays, {stop} s, text to results", "CPU s",
        lambda: bench.foucault("simulate", path, "-q", "--tolerance", "1e-6",
                               "--no-cache", "--stop", stop, "--step", "0.05",
                               "--output", bench.file("a.csv"))[1],
        lambda: theirs(path, "Ladder", 0) + theirs(path, "Ladder", 1, stop),
        "rumoca")


def scipy_figure(bench, python, method):
    stop = bench.size(200, 5)
    fmu = bench.build("swing", SWING, "--method", "adams")
    script = bench.write("run_scipy.py", SCIPY.format(stop=stop,
                                                      method=method))
    return bench.beside(
        f"Cartesian pendulum, {stop} s, 1e-9", "CPU s",
        lambda: bench.foucault("simulate", fmu, "-q", "--tolerance", "1e-9",
                               "--stop", str(stop), "--step", str(stop),
                               "--output", bench.file("a.csv"))[1],
        lambda: float(bench.cpu(python, script)[0]),
        f"SciPy's {method} on the angle")


def omc_figure(bench):
    n = bench.size(1000, 10)
    path = bench.write("alone/Ladder/Ladder.mo", ladder(n))
    script = bench.write("run.mos", OMC.format(path=path, model="Ladder"))
    return bench.beside(
        f"{n:,} cells of arrays, text to C", "CPU s",
        lambda: bench.foucault("build", "-q", "--dump=c", path)[1],
        lambda: bench.cpu("omc", script, cwd=bench.folder)[1], "omc")


def omsimulator_figure(bench):
    stop = bench.size("100", "1")
    fmu = bench.build("pendulum", "multibody/pendulum.mo")
    return bench.beside(
        f"pendulum, {stop} s", "CPU s",
        lambda: bench.foucault("simulate", fmu, "-q", "--stop", stop,
                               "--output", bench.file("a.csv"))[1],
        lambda: bench.cpu("OMSimulator", fmu, f"--stopTime={stop}",
                          cwd=bench.folder)[1], "OMSimulator, the same FMU")


def figures(bench):
    python = python_with(bench, "rumoca")
    if python:
        yield from rumoca_figures(bench, python)
    python = python_with(bench, "scipy")
    if python:
        for method in ("LSODA", "DOP853"):
            yield scipy_figure(bench, python, method)
    if shutil.which("omc"):
        yield omc_figure(bench)
    if shutil.which("OMSimulator"):
        yield omsimulator_figure(bench)
