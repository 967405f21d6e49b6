"""The runs of a sweep in threads of this process: the FMU is loaded here."""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Optional

import numpy as np

from .errors import FoucaultError, UsageError
from .loaded import Model
from .options import listed


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


def one_run(model: Model, settings: dict[str, Any], names: Optional[list[str]],
            options: dict[str, Any]) -> Any:
    """The result of a run, or why there is none."""
    try:
        return model.simulate(set={**(options.get("set") or {}), **settings},
                              variables=names,
                              **{key: value for key, value in options.items()
                                 if key != "set"})
    except FoucaultError as error:
        if not error.diagnostics or error.diagnostics[0].code != "E604":
            raise  # of the words, not of this run
        return str(error)


def sweep_in_threads(model: Model, vary: Mapping[str, Any], plan: Any,
                     names: list[str], final: bool, jobs: Optional[int],
                     options: dict[str, Any]) -> dict[str, Any]:
    """The arrays that the program would write (npz.h)."""
    columns = columns_of(vary, plan)
    rows = [dict(zip(vary, (v.item() for v in row))) for row in zip(*columns)]
    with ThreadPoolExecutor(jobs or os.cpu_count() or 1) as pool:
        found = list(pool.map(
            lambda row: one_run(model, row, names, options), rows))
    good = next((r for r in found if not isinstance(r, str)), None)
    if good is None:
        raise FoucaultError(f"all {len(found)} runs have failed; the first: "
                            f"{found[0]}")
    grid = np.asarray(good["time"], dtype=float)
    n = len(grid)
    arrays: dict[str, Any] = {"run": np.arange(len(found))}
    for name, values in zip(vary, columns):
        arrays[name] = np.asarray(values, dtype=float)
    for name in names:
        curves = np.full((len(found), n), np.nan)
        for k, run in enumerate(found):
            if not isinstance(run, str):
                values = np.asarray(run[name], dtype=float)
                curves[k, :len(values)] = values[:n]
        arrays[name] = curves[:, -1] if final else curves
    arrays["time"] = np.where([isinstance(r, str) for r in found], np.nan,
                              grid[-1]) if final else grid
    arrays["error"] = np.array([r.encode() if isinstance(r, str) else b""
                                for r in found])
    return arrays
