"""Many runs of one model, and its linear model around a point: by the program,
with NumPy arrays on both sides."""

from __future__ import annotations

import csv
import itertools
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Optional, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import bode, cluster, program, threaded
from .api import load_sources
from .errors import UsageError, did_you_mean, warn
from .options import (OF_A_RUN, BuildOptions, checked, listed, only_of_a_run,
                      option_words)
from .points import Fixed, steady_words
from .settings import value_text
from .sources import Files, PathLike, Sources

if TYPE_CHECKING:
    from typing_extensions import Unpack

Array = NDArray[np.float64]
# of the program: of a sweep, and of all that is varied in its words (systems
# take 32,767 letters, or 131,072 in one word)
MOST_RUNS = 1e9
MOST_LETTERS = 30000
Sampler = Literal["grid", "random", "sobol", "latin", "list"]


@dataclass(frozen=True, eq=False)
class Sweep(Mapping[str, Any]):
    """The runs of a sweep: an array for each column. `sweep["x"]` has one
    value a run, or, of curves, one row a run; runs of a grid have one
    dimension for each quantity that varies, in its order."""

    parameters: dict[str, Array]  # the values of each quantity, for all runs
    columns: dict[str, Array]     # what was kept of them
    time: Array           # of the points; without curves: reached by each run
    errors: NDArray[np.str_]  # why a run has failed; else empty
    shape: tuple[int, ...]    # of the runs
    grid: Optional[dict[str, Array]]  # the values along each dimension
    has_curves: bool

    def __getitem__(self, name: str) -> Array:
        for known in (self.columns, self.parameters):
            if name in known:
                return known[name]
        raise KeyError(f"{name!r}{did_you_mean(name, list(self))}")

    def __iter__(self) -> Iterator[str]:
        return itertools.chain(self.parameters, self.columns)

    def __len__(self) -> int:
        return len(self.parameters) + len(self.columns)

    @property
    def failed(self) -> NDArray[np.bool_]:
        return np.asarray(self.errors != "")

    def to_xarray(self) -> Any:
        """An xarray Dataset; what varies is a coordinate."""
        import xarray
        if self.grid is None:
            dimensions: tuple[str, ...] = ("run",)
            coordinates: dict[str, Any] = {
                name: ("run", array)
                for name, array in self.parameters.items()}
        else:
            dimensions = tuple(self.grid)
            coordinates = dict(self.grid)
        data: dict[str, Any] = {"error": (dimensions, self.errors)}
        if self.has_curves:
            coordinates["time"] = self.time
            dimensions = (*dimensions, "time")
        data.update({name: (dimensions, array)
                     for name, array in self.columns.items()})
        return xarray.Dataset(data, coordinates)

    def to_pandas(self) -> Any:
        """A DataFrame with a row a run; not for curves."""
        import pandas
        if self.has_curves:
            raise ValueError("curves have more than one value a run: "
                             "to_xarray().to_dataframe() has a row a point")
        columns = {**self.parameters, **self.columns, "error": self.errors}
        return pandas.DataFrame({name: np.ravel(array)
                                 for name, array in columns.items()})


def is_distribution(value: object) -> bool:
    """One of scipy.stats, frozen."""
    return callable(getattr(value, "ppf", None))


def unit_points(sampler: str, n: int, dimensions: int,
                seed: Optional[int]) -> Array:
    """Points in the unit cube, by SciPy."""
    if sampler == "random":
        return np.random.default_rng(seed or 0).random((n, dimensions))
    from scipy.stats import qmc
    engine: Any = {"sobol": qmc.Sobol, "latin": qmc.LatinHypercube}[sampler]
    points: Array = engine(d=dimensions, seed=seed or 0).random(n)
    return np.clip(points, 1e-300, 1 - 2**-53)


def drawn_plan(vary: Mapping[str, Any], samples: Optional[int],
               sampler: Optional[str], seed: Optional[int]) -> list[Array]:
    """The values of distributions of SciPy and of lists, a column each."""
    if samples is None:
        raise UsageError("samples is missing: how many runs?")
    if sampler == "grid":
        raise UsageError("a grid needs values, not distributions")
    points = unit_points(sampler or "random", samples, len(vary), seed)
    columns = []
    for u, (name, value) in zip(points.T, vary.items()):
        if is_distribution(value):
            columns.append(np.asarray(value.ppf(u), dtype=float))
        elif isinstance(value, str):
            raise UsageError(f"{name}: a distribution of SciPy and one as text "
                             "do not go together")
        else:
            choice = np.atleast_1d(np.asarray(value, dtype=float))
            columns.append(choice[(u*len(choice)).astype(int)])
    return columns


def vary_words(vary: Mapping[str, Any]) -> list[str]:
    words: list[str] = []
    for name, value in vary.items():
        if isinstance(value, str):
            sign = "~" if "(" in value else "="
            words += ["--vary", f"{name}{sign}{value}"]
        else:
            values = ",".join(value_text(v) for v in np.atleast_1d(
                np.asarray(value)).tolist())
            words += ["--vary", f"{name}={values}"]
    return words


def write_plan(path: str, names: Iterable[str],
               columns: Sequence[Array]) -> None:
    with open(path, "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(names)
        table.writerows([repr(float(v)) for v in row]
                        for row in zip(*columns))


def grid_of(vary: Mapping[str, Any], names: Iterable[str], arrays: Any,
            sampler: Optional[str],
            samples: Optional[int]) -> Optional[dict[str, Array]]:
    """The values along each dimension, where the runs are a grid."""
    if samples is not None or sampler not in (None, "grid"):
        return None
    if any(is_distribution(v) or isinstance(v, str) and "(" in v
           for v in vary.values()):
        return None
    # the values in the order that they were given
    return {name: np.array(list(dict.fromkeys(arrays[name].tolist())))
            for name in columns_of_factors(names, arrays)}


def load_arrays(path: str) -> dict[str, Any]:
    with np.load(path) as data:
        return {name: data[name] for name in data}


def columns_of_factors(names: Iterable[str], arrays: Any) -> list[str]:
    """A start value of x is in the column x.start where x itself is kept."""
    return [start if (start := f"{name}.start") in arrays else name
            for name in names]


def make_sweep(arrays: dict[str, Any], names: list[str], kept: bool,
               along: Optional[dict[str, Array]]) -> Sweep:
    n = len(arrays["run"])
    shape = (n,) if along is None else tuple(map(len, along.values()))
    if int(np.prod(shape)) != n:  # values that are given twice
        shape, along = (n,), None
    names = columns_of_factors(names, arrays)
    values = {}
    for name, array in arrays.items():
        if name not in (*names, "run", "time", "error"):
            values[name] = array.reshape(shape + array.shape[1:])
    errors = np.array([e.decode(errors="replace") for e in arrays["error"]])
    time = arrays["time"] if kept else arrays["time"].reshape(shape)
    return Sweep({name: arrays[name].reshape(shape) for name in names},
                 values, time, errors.reshape(shape), shape, along, kept)


def kept_words(record: Any, reduce: Any, final: bool,
               time_limit: Optional[float]) -> list[str]:
    words: list[str] = []
    for key, value in (("record", record), ("reduce", reduce)):
        if value is not None:
            words += [f"--{key}", ",".join(listed(value))]
    if time_limit is not None:
        words += ["--time-limit", value_text(time_limit)]
    return [*words, "--final"] if final else words


def check_values(vary: Mapping[str, Any]) -> None:
    if not vary:
        raise UsageError("what is to vary?")
    for name, value in vary.items():
        if isinstance(value, str) or is_distribution(value):
            continue
        if np.asarray(value).dtype.kind not in "biufU":
            raise UsageError(f"{name}: {value!r} is neither a list of numbers "
                             "nor a distribution (one of scipy.stats has its "
                             "parameters: norm(1, 0.1))")


def listed_plan(vary: Mapping[str, Any],
                samples: Optional[int]) -> list[Array]:
    """Columns of values, a row a run."""
    if samples is not None:
        raise UsageError("the values of a list say how many runs there are, "
                         "not samples")
    columns = []
    for name, value in vary.items():
        if isinstance(value, str) or is_distribution(value):
            raise UsageError(f"{name}: a list needs values, a run each")
        columns.append(np.asarray(value, dtype=float))
        if columns[-1].shape != columns[0].shape or columns[-1].ndim != 1:
            raise UsageError(f"{name} has the shape {columns[-1].shape}, "
                             f"{next(iter(vary))} {columns[0].shape}: the "
                             "columns of a list are of one length")
    return columns


def is_long(words: Iterable[str]) -> bool:
    """Longer than systems take a command?"""
    return sum(map(len, words)) > MOST_LETTERS


def grid_plan(vary: Mapping[str, Any]) -> list[Array]:
    """A column each, the last quantity changes fastest."""
    values = [np.atleast_1d(np.asarray(v)) for v in vary.values()]
    if any(v.dtype.kind not in "iuf" for v in values):
        raise UsageError("these values are too many for the program: only "
                         "numbers go into a table")
    grids = np.meshgrid(*values, indexing="ij")
    return [grid.ravel().astype(float) for grid in grids]


def check_size(vary: Mapping[str, Any]) -> None:
    """Of a grid of values."""
    n = 1.0
    for value in vary.values():
        n *= 1 if isinstance(value, str) else np.asarray(value).size
    if n > MOST_RUNS:
        raise UsageError(f"this is a sweep of {n:.4g} runs, more than "
                         f"{MOST_RUNS:.0e}: take fewer values, or draw some "
                         "(sampler=\"sobol\", samples=1024)")


def planned(vary: Mapping[str, Any], samples: Optional[int],
            sampler: Optional[str], seed: Optional[int],
            place: str) -> tuple[list[str], Optional[str]]:
    """The words of the values, and the table that they are in, if any."""
    if sampler == "list":
        plan = os.path.join(place, "plan.csv")
        write_plan(plan, list(vary), listed_plan(vary, samples))
        return [], plan
    if any(map(is_distribution, vary.values())):
        plan = os.path.join(place, "plan.csv")
        write_plan(plan, list(vary), drawn_plan(vary, samples, sampler, seed))
        return [], plan
    is_grid = samples is None and sampler in (None, "grid")
    if is_grid:
        check_size(vary)
    words = vary_words(vary)
    if is_long(words):
        plan = os.path.join(place, "plan.csv")
        write_plan(plan, list(vary), grid_plan(vary) if is_grid else
                   drawn_plan(vary, samples, sampler, seed))
        return [], plan
    for key, given in (("samples", samples), ("sampler", sampler),
                       ("seed", seed)):
        if given is not None:
            words += [f"--{key}", str(given)]
    return words, None


def fmu_of(sources: Sources, options: BuildOptions,
           place: str) -> tuple[str, list[str]]:
    """An FMU for other machines, and the words of its runs."""
    if sources.fmu is not None:
        only_of_a_run(options)
        return sources.fmu, option_words(options)
    built: Any = {key: value for key, value in options.items()
                  if key not in ("stop", "step")}
    built.setdefault("type", "cs")  # as a sweep without a cluster has it
    words = ["build", *sources.words, *option_words(built), "--output",
             os.path.join(place, "model.fmu"), "--cache"]
    warn(program.diagnostics_of(program.run_json(words, sources.text)))
    of_run: Any = {key: value for key, value in options.items()
                   if key in OF_A_RUN and key != "set"}
    return os.path.join(place, "model.fmu"), option_words(of_run)


def sweep_on(client: Any, fmu: str, plan: Optional[str], words: list[str],
             chunk: Optional[int], storage: Optional[str],
             format: str) -> list[Any]:
    """The parts of a sweep on a cluster. The first run is made here: what is
    wrong with the words, the values or the model is seen at once."""
    with open(fmu, "rb") as file:
        data = file.read()
    table = None
    here = list(words)
    if plan is not None:
        with open(plan, "rb") as file:
            table = file.read()
        here += ["--plan", plan]
    done = program.run(["sweep", fmu, *here, "--runs", "0:0", "--json"])
    document = program.document_of(done)
    if not isinstance(document, dict) or "total" not in document:
        program.fail(done, program.diagnostics_of(document))
    assert isinstance(document, dict)
    work = cluster.Work(data, table, tuple(words))
    return cluster.spread(client, work, document["total"], chunk, storage,
                          "." + format)


def in_threads(sources: Sources, options: BuildOptions,
               vary: Mapping[str, Any], plan: Optional[str], record: Any,
               final: bool, reduce: Any, time_limit: Optional[float],
               jobs: Optional[int]) -> dict[str, Any]:
    drawn = None
    if plan is not None:
        drawn = np.loadtxt(plan, delimiter=",", skiprows=1, ndmin=2).T
    of_run: Any = {key: value for key, value in options.items()
                   if key in OF_A_RUN and (key != "set" or sources.fmu)}
    built: Any = {key: value for key, value in options.items()
                  if key not in ("stop", "step")}
    if time_limit is not None and not time_limit > 0:
        raise UsageError(f"time_limit is {time_limit!r}, not a time")
    with load_sources(sources, {} if sources.fmu else built,
                      threaded.wanted(record, reduce)) as model:
        return threaded.sweep_in_threads(
            model, vary, drawn, threaded.kept_of(model, record, final, reduce),
            time_limit, jobs, of_run)


@checked
def sweep(files: Files, vary: Mapping[str, Any], *,
          samples: Optional[int] = None, sampler: Optional[Sampler] = None,
          seed: Optional[int] = None,
          record: Union[str, Iterable[str], None] = None, final: bool = False,
          reduce: Union[str, Iterable[str], None] = None,
          jobs: Optional[int] = None, time_limit: Optional[float] = None,
          workers: Any = "processes", chunk: Optional[int] = None,
          **options: Unpack[BuildOptions]) -> Sweep:
    """Runs a model, which is built first, or an FMU once for each choice of
    values, on all processors.

    vary        {"L": numpy.linspace(0.5, 2, 16), "m": scipy.stats.norm(1, .1),
                "d": "uniform(0,1)"}: values, or a distribution of SciPy or as
                the program writes it
    samples     how many runs, where values are drawn
    sampler     "grid" (default of values), "random" (of distributions),
                "latin" or "sobol"; "list": run k has value k of each
    record      variables whose curves are kept; with `final` their values at
                the end. By default the outputs, or the states
    reduce      numbers made of curves: "max(x)", "mean(y)", ...
    jobs        runs at once; by default as many as there are processors
    time_limit  seconds that a run may take; in threads an FMU of another
                program is asked between two points only
    workers     "processes" of this machine; "threads" of this process, which
                a crash of the FMU would end; or a Client of dask.distributed:
                then the FMU goes to each of its workers once
    chunk       runs that a worker of a cluster makes at a time

    A run that fails has its reason in `errors` and NaN as values.
    """
    check_values(vary)
    sources = Sources.of(files)
    names = list(vary)
    kept = not final and reduce is None
    words = kept_words(record, reduce, final, time_limit)
    with tempfile.TemporaryDirectory() as place:
        given, plan = planned(vary, samples, sampler, seed, place)
        if cluster.is_client(workers):
            cluster.check_chunk(chunk)
            fmu, of_run = fmu_of(sources, options, place)
            arrays = cluster.joined(sweep_on(
                workers, fmu, plan, [*of_run, *words, *given], chunk, None,
                "npz"))
        elif workers == "threads":
            arrays = in_threads(sources, options, vary, plan, record, final,
                                reduce, time_limit, jobs)
        elif workers != "processes":
            raise UsageError("workers is \"processes\", \"threads\" or a Client "
                             f"of dask.distributed, not {workers!r}")
        else:
            out = os.path.join(place, "runs.npz")
            if jobs is not None:
                words += ["--jobs", value_text(jobs)]
            if plan is not None:
                words += ["--plan", plan]
            document = program.run_json(
                ["sweep", *sources.words, *option_words(options), *words,
                 *given, "--output", out], sources.text)
            warn(program.diagnostics_of(document))
            arrays = load_arrays(out)
        along = grid_of(vary, names, arrays, sampler, samples)
        return make_sweep(arrays, names, kept, along)


@checked
def sweep_files(files: Files, vary: Mapping[str, Any], storage: PathLike, *,
                workers: Any, chunk: Optional[int] = None,
                format: Literal["parquet", "csv", "npz"] = "parquet",
                samples: Optional[int] = None,
                sampler: Optional[Sampler] = None, seed: Optional[int] = None,
                record: Union[str, Iterable[str], None] = None,
                final: bool = False,
                reduce: Union[str, Iterable[str], None] = None,
                time_limit: Optional[float] = None,
                **options: Unpack[BuildOptions]) -> list[str]:
    """A sweep on a cluster whose workers write what they have computed to a
    folder that all of them see: a file for each chunk of runs. The files, in
    the order of the runs; a file that is there is complete."""
    check_values(vary)
    if not cluster.is_client(workers):
        raise UsageError("workers is a Client of dask.distributed, not "
                         f"{workers!r}")
    if format not in ("parquet", "csv", "npz"):
        raise UsageError(f"format is parquet, csv or npz, not {format!r}")
    cluster.check_chunk(chunk)
    sources = Sources.of(files)
    words = kept_words(record, reduce, final, time_limit)
    with tempfile.TemporaryDirectory() as place:
        given, plan = planned(vary, samples, sampler, seed, place)
        fmu, of_run = fmu_of(sources, options, place)
        return sweep_on(workers, fmu, plan, [*of_run, *words, *given], chunk,
                        os.path.abspath(os.fspath(storage)), format)


# --- the linear model -------------------------------------------------------

@dataclass(frozen=True, eq=False)
class Linearization:
    """dx/dt = A x + B u, y = C x + D u for small changes around a point."""

    A: Array
    B: Array
    C: Array
    D: Array
    states: list[str]
    inputs: list[str]
    outputs: list[str]
    x0: Array
    u0: Array
    y0: Array
    derivatives: Array  # of the states at the point: zero at an equilibrium
    time: float
    poles: NDArray[np.complex128]
    exact: bool         # by derivatives of the FMU; else by differences

    @property
    def damping(self) -> Array:
        """Of each pole; NaN of one at zero."""
        size = np.abs(self.poles)
        with np.errstate(invalid="ignore"):
            return np.asarray(-self.poles.real/size)

    @property
    def frequency(self) -> Array:
        """Of each pole, in Hz."""
        return np.asarray(np.abs(self.poles)/(2*np.pi))

    def response(self, omega: ArrayLike) -> NDArray[np.complex128]:
        """C (j omega - A)^-1 B + D at these angular frequencies, with the shape
        (frequencies, outputs, inputs)."""
        unit = np.eye(len(self.states))
        return np.array([
            self.C @ np.linalg.solve(1j*w*unit - self.A, self.B) + self.D
            for w in np.atleast_1d(np.asarray(omega, dtype=float))])


    def bode(self, frequency: Optional[ArrayLike] = None
             ) -> tuple[Array, Array, Array]:
        """Frequencies in Hz, magnitudes in dB and phases in degrees, the last
        two with the shape (frequencies, outputs, inputs). By default at
        frequencies around the poles."""
        return bode.bode(self, frequency)

    def plot(self, frequency: Optional[ArrayLike] = None) -> Any:
        """A figure of matplotlib: the frequency response and the poles."""
        return bode.draw(self, frequency)


def matrix_of(rows: Any, n: int, m: int) -> Array:
    return np.array(rows, dtype=float).reshape(n, m)


def names_word(key: str, names: Any) -> str:
    word = ",".join(listed(names))
    if not word:
        raise UsageError(f"{key} is empty: without it all {key} are taken")
    return word


@checked
def linearize(files: Files, *, at: Optional[float] = None,
              inputs: Union[str, Iterable[str], None] = None,
              outputs: Union[str, Iterable[str], None] = None,
              steady: bool = False, fix: Fixed = None,
              free: Union[str, Iterable[str], None] = None,
              **options: Unpack[BuildOptions]) -> Linearization:
    """The linear model of a model, which is built first, or of an FMU around
    the point that it has reached at the time `at` (by default the start).
    `inputs` and `outputs` name some of them; outputs may be any variable. With
    `steady` it is the equilibrium next to that point, as of foucault.steady."""
    sources = Sources.of(files)
    words = ["linearize", *sources.words, *option_words(options)]
    if steady:
        words += ["--steady"]
    words += steady_words(fix, free)
    if at is not None:
        words += ["--at", value_text(float(at))]
    for key, value in (("inputs", inputs), ("outputs", outputs)):
        if value is not None:
            words += [f"--{key}", names_word(key, value)]
    found = program.run_json(words, sources.text)
    warn(program.diagnostics_of(found))
    nx, nu, ny = (len(found[key]) for key in ("states", "inputs", "outputs"))
    numbers = {key: np.array([v["value"] for v in found[key]], dtype=float)
               for key in ("states", "inputs", "outputs")}
    return Linearization(
        matrix_of(found["A"], nx, nx), matrix_of(found["B"], nx, nu),
        matrix_of(found["C"], ny, nx), matrix_of(found["D"], ny, nu),
        [v["name"] for v in found["states"]],
        [v["name"] for v in found["inputs"]],
        [v["name"] for v in found["outputs"]],
        numbers["states"], numbers["inputs"], numbers["outputs"],
        np.array([v["derivative"] for v in found["states"]], dtype=float),
        found["time"],
        np.array([complex(p["re"], p["im"]) for p in found["poles"] or ()]),
        found["exact"])
