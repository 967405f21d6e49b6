"""The runs of a sweep in threads of this process: the FMU is loaded here."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Optional

import numpy as np

from .errors import FoucaultError, UsageError
from .loaded import Model
from .measures import Measure, read_measures
from .options import listed
from .result import Result


def columns_of(vary: Mapping[str, Any], plan: Any) -> list[Any]:
    """The values of every quantity in every run; those of a grid with the
    last one fastest."""
    if plan is not None:
        return list(plan)
    for name, value in vary.items():
        if isinstance(value, str):
            raise UsageError(f"{name}: workers=\"threads\" needs numbers or a "
                             "distribution of SciPy, not a text")
    grids = np.meshgrid(*(np.atleast_1d(np.asarray(v)) for v in vary.values()),
                        indexing="ij")
    return [grid.ravel() for grid in grids]


def recorded(model: Model, record: Any) -> list[str]:
    """Names of single variables; by default the outputs."""
    variables = model._description.variables
    if record is not None:
        return [v.name for v in model._columns(
            [name.strip() for text in listed(record)
             for name in text.split(",")])]
    names = [v.name for v in variables.values()
             if v.causality == "output" and v.type != "String"]
    if not names:
        raise UsageError("the model has no outputs: record says what is kept")
    return names


class Deadline:
    """Ends a run that takes too long: within a step where the FMU can, else
    between two."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds
        self.is_over = False

    def __call__(self, share: float, now: float) -> bool:
        self.is_over = self.is_over or time.monotonic() > self._end
        return not self.is_over

    @property
    def reason(self) -> str:
        return (f"the run has not ended within {self.seconds:g} s "
                "(--time-limit)")


@dataclass(frozen=True)
class Kept:
    """What of a run is kept: numbers, or curves where there are none."""

    names: list[str]          # variables that are read
    measures: list[Measure]

    @property
    def columns(self) -> list[str]:
        return [m.column for m in self.measures] or self.names

    @property
    def needs_points(self) -> bool:
        return any(m.kind != "last" for m in self.measures)


@dataclass
class Made:
    """A run that was made: values for each column."""

    end: float
    error: str = ""
    time: Any = None
    values: Optional[list[Any]] = None  # None: it has failed


def kept_of(model: Model, record: Any, final: bool, reduce: Any) -> Kept:
    """As `foucault sweep` chooses: a column for each name of `record`, then
    one for each of `reduce`."""
    measures = [] if reduce is None else read_measures(reduce)
    if record is not None and measures and not final:
        raise UsageError("curves and reduce do not go into one table: add "
                         "final=True, or leave record out")
    names = [] if measures and record is None and not final else \
        recorded(model, record)
    if final:
        measures = [Measure(name, "last", name) for name in names] + measures
    for measure in measures:
        found = model._columns([measure.variable])
        if found[0].name != measure.variable or found[0].type == "String":
            raise FoucaultError(f"{measure.variable!r} is not a number")
    read = [measure.variable for measure in measures]
    return Kept(list(dict.fromkeys([*names, *read])), measures)


def wanted(record: Any, reduce: Any) -> Optional[list[str]]:
    """Names that a user has written; None: there are none."""
    if record is None and reduce is None:
        return None
    return [*(listed(record) if record is not None else ()),
            *(m.variable for m in read_measures(reduce or []))]


def values_of(result: Result, kept: Kept) -> list[Any]:
    if not kept.measures:
        return [np.asarray(result[name], dtype=float) for name in kept.names]
    times = np.asarray(result["time"], dtype=float)
    return [m.of(times, result) for m in kept.measures]


def one_run(model: Model, settings: dict[str, Any], kept: Kept,
            time_limit: Optional[float], options: dict[str, Any]) -> Made:
    deadline = None if time_limit is None else Deadline(time_limit)
    start = float(options.get("start") or 0)
    words = {key: value for key, value in options.items()
             if key != "set" and value is not None}
    words["set"] = {**(options.get("set") or {}), **settings}
    try:
        result = model._result(kept.names, None, deadline, words,
                               kept.needs_points)
    except FoucaultError as error:
        if not error.diagnostics or error.diagnostics[0].code != "E604":
            raise  # of the words, not of this run
        so_far = error.result
        return Made(start if so_far is None else float(so_far["time"][-1]),
                    str(error))
    end = float(result["time"][-1])
    if deadline is not None and deadline.is_over:
        return Made(end, deadline.reason)
    return Made(end, "", result["time"], values_of(result, kept))


def array_of(found: list[Made], column: int, n: int) -> Any:
    """Of curves a row a run, of numbers one each; NaN where there is none."""
    array = np.full((len(found), n) if n else len(found), np.nan)
    for k, run in enumerate(found):
        if run.values is None:
            continue
        value = run.values[column]
        if n:
            array[k, :len(value)] = value[:n]
        else:
            array[k] = value
    return array


def sweep_in_threads(model: Model, vary: Mapping[str, Any], plan: Any,
                     kept: Kept, time_limit: Optional[float],
                     jobs: Optional[int],
                     options: dict[str, Any]) -> dict[str, Any]:
    """The arrays that the program would write (npz.h)."""
    columns = columns_of(vary, plan)
    rows = [dict(zip(vary, (v.item() for v in row))) for row in zip(*columns)]
    with ThreadPoolExecutor(jobs or os.cpu_count() or 1) as pool:
        found = list(pool.map(
            lambda row: one_run(model, row, kept, time_limit, options), rows))
    good = max((run for run in found if run.values is not None),
               key=lambda run: run.end, default=None)
    if good is None:
        raise FoucaultError(f"all {len(found)} runs have failed; the first: "
                            f"{found[0].error}")
    n = 0 if kept.measures else len(good.time)
    arrays: dict[str, Any] = {"run": np.arange(len(found))}
    known = model._description.variables
    for name, values in zip(vary, columns):
        moves = name in kept.columns and known[name].causality not in (
            "parameter", "structuralParameter", "input")
        arrays[f"{name}.start" if moves else name] = np.asarray(
            values, dtype=float)
    for k, name in enumerate(kept.columns):
        if name not in arrays:
            arrays[name] = array_of(found, k, n)
    arrays["time"] = (np.asarray(good.time, dtype=float) if n else
                      np.array([run.end for run in found]))
    arrays["error"] = np.array([run.error.encode() for run in found])
    return arrays
