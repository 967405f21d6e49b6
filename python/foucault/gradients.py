"""The gradient of one number with respect to many parameters, by a way back in
time (adjoints)."""

from __future__ import annotations

import csv
import os
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional

import numpy as np
from numpy.typing import NDArray

from . import program
from .errors import UsageError, did_you_mean, warn
from .fitting import columns_of
from .options import BuildOptions, checked, option_words
from .sensitivities import Parameters, by_words
from .sources import Files, Sources

if TYPE_CHECKING:
    from typing_extensions import Unpack

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Gradient(Mapping[str, float]):
    """Derivatives of a weighted sum: `g["L"]`, or all as `g.array`."""

    value: float                  # of the sum
    parameters: dict[str, float]  # with their values
    array: Array                  # [parameters]
    exact: bool                   # else differences of runs
    method: str                   # "backward", "forward" or "differences",
    reason: Optional[str]         # and why it is not "backward"

    def __getitem__(self, name: str) -> float:
        names = list(self.parameters)
        if name not in names:
            raise KeyError(f"{name!r}{did_you_mean(name, names)}")
        return float(self.array[names.index(name)])

    def __iter__(self) -> Iterator[str]:
        return iter(self.parameters)

    def __len__(self) -> int:
        return len(self.parameters)


def write_weights(path: str, columns: Mapping[str, Array], time: str) -> None:
    if time not in columns:
        raise UsageError(f"weights: there is no column {time!r} of time"
                         f"{did_you_mean(time, columns)}")
    names = [time, *(name for name in columns if name != time)]
    arrays = [np.atleast_1d(columns[name]) for name in names]
    if len(names) < 2 or len({len(a) for a in arrays}) > 1:
        raise UsageError("weights: arrays of one length are expected, one "
                         "beside the time at least")
    order = np.argsort(arrays[0], kind="stable")
    with open(path, "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["time", *names[1:]])
        rows.writerows([repr(float(a[k])) for a in arrays] for k in order)


@checked
def gradient(files: Files, parameters: Parameters, weights: Any, *,
             time: str = "time", **options: Unpack[BuildOptions]) -> Gradient:
    """The sum of weights[x][k]*x(time[k]) over variables x and times, and its
    derivatives with respect to parameters or start values, by one run and one
    way back whatever their number.

    parameters  "L", ["L", "phi0"], "wall[*].k", or with values {"L": 0.9}
    weights     {"time": [...], "phi": [...]}: a path, a DataFrame or arrays by
                name. Those of a cost function J are dJ/dx at each time: for
                half the sum of squares the residuals
    """
    sources = Sources.of(files)
    columns = columns_of(weights)
    with tempfile.TemporaryDirectory() as place:
        given = os.path.join(place, "weights.csv")
        write_weights(given, columns, time)
        out = os.path.join(place, "gradient.csv")
        found = program.run_json(
            ["sensitivities", *sources.words, *option_words(options),
             "--by", by_words(parameters), "--weights", given,
             "--output", out], sources.text)
        warn(program.diagnostics_of(found))
        with open(out, newline="", encoding="utf-8") as file:
            slopes = [float(row["derivative"]) for row in csv.DictReader(file)]
    return Gradient(
        found["sum"], {p["name"]: float(p["value"]) for p in found["by"]},
        np.array(slopes), found["exact"], found["method"],
        found["reason"] or found["forward_reason"])
