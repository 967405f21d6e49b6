"""How the curves of a model change with its parameters: exact derivatives, by
the program."""

from __future__ import annotations

import csv
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import program
from .errors import UsageError, did_you_mean, warn
from .options import BuildOptions, checked, listed, option_words
from .settings import value_text
from .sources import Files, Sources

if TYPE_CHECKING:
    from typing_extensions import Unpack

Array = NDArray[np.float64]
Parameters = Union[str, Iterable[str], Mapping[str, float]]


@dataclass(frozen=True, eq=False)
class Sensitivities(Mapping[Any, Array]):
    """Curves and how they change. `s["phi"]` is a curve, `s["phi", "L"]` how
    it changes with L; all are over `s.time`."""

    time: Array
    parameters: dict[str, float]  # with their values
    outputs: list[str]
    curves: Array                 # [points, outputs]
    jacobian: Array               # [points, outputs, parameters]
    units: dict[str, Optional[str]]
    exact: bool                   # else differences of runs,
    reason: Optional[str]         # and why
    method: str                   # "forward", "backward" or "differences"

    def __getitem__(self, key: Any) -> Array:
        name, by = key if isinstance(key, tuple) else (key, None)
        if name not in self.outputs:
            raise KeyError(f"{name!r}{did_you_mean(name, self.outputs)}")
        row = self.outputs.index(name)
        if by is None:
            return self.curves[:, row]
        names = list(self.parameters)
        if by not in names:
            raise KeyError(f"{by!r}{did_you_mean(by, names)}")
        return self.jacobian[:, row, names.index(by)]

    def __iter__(self) -> Iterator[Any]:
        yield from self.outputs
        for name in self.outputs:
            for by in self.parameters:
                yield name, by

    def __len__(self) -> int:
        return len(self.outputs)*(1 + len(self.parameters))

    def to_xarray(self) -> Any:
        """An xarray Dataset: `curves` over time and output, `jacobian` over
        time, output and parameter."""
        import xarray
        return xarray.Dataset(
            {"curves": (("time", "output"), self.curves),
             "jacobian": (("time", "output", "parameter"), self.jacobian)},
            {"time": self.time, "output": self.outputs,
             "parameter": list(self.parameters)})


def by_words(parameters: Parameters) -> str:
    if isinstance(parameters, Mapping):
        words = [f"{name}={value_text(float(value))}"
                 for name, value in parameters.items()]
    else:
        words = listed(parameters)
    if not words:
        raise UsageError("changes with which parameters?")
    return ",".join(words)


def write_times(path: str, times: ArrayLike) -> None:
    moments = np.unique(np.asarray(times, dtype=float))
    if not moments.size or not np.isfinite(moments).all():
        raise UsageError("times: finite numbers are expected, one at least")
    with open(path, "w", encoding="utf-8") as file:
        file.write("time\n")
        file.writelines(f"{float(t)!r}\n" for t in moments)


def read_curves(path: str, found: Mapping[str, Any],
                times: Optional[ArrayLike]) -> Sensitivities:
    with open(path, newline="", encoding="utf-8") as file:
        rows = csv.reader(file)
        next(rows)
        table = np.array([[float(x) for x in row] for row in rows])
    if times is not None:  # the file has the start too
        table = table[np.isin(table[:, 0], np.asarray(times, dtype=float))]
    by = {p["name"]: float(p["value"]) for p in found["by"]}
    of = [v["name"] for v in found["of"]]
    n, m = len(of), len(by)
    slopes = table[:, 1 + n:].reshape(len(table), m, n).transpose(0, 2, 1)
    return Sensitivities(
        table[:, 0], by, of, table[:, 1:1 + n], np.ascontiguousarray(slopes),
        {v["name"]: v["unit"] for v in (*found["of"], *found["by"])},
        found["exact"], found["reason"], found["method"])


@checked
def sensitivities(files: Files, parameters: Parameters,
                  outputs: Union[str, Iterable[str], None] = None, *,
                  times: Optional[ArrayLike] = None, adjoint: bool = False,
                  **options: Unpack[BuildOptions]) -> Sensitivities:
    """How the curves of a model, which is built first, or of an FMU change
    with parameters or start values.

    parameters  "L", ["L", "phi0"], or with values {"L": 0.9, "phi0": 0.3}
    outputs     variables; by default the outputs, or the states
    times       points of time, from the start on; by default every `step`
    adjoint     by a way back in time, for many parameters: at the start and
                the end, or at `times`. `gradient` is that of one sum

    Derivatives of a model are exact, through events too; those of an FMU are
    differences of runs (`exact`, `reason`).
    """
    sources = Sources.of(files)
    words = ["sensitivities", *sources.words, *option_words(options),
             "--by", by_words(parameters)]
    if outputs is not None:
        words += ["--of", ",".join(listed(outputs))]
    if adjoint:
        words += ["--adjoint"]
    with tempfile.TemporaryDirectory() as place:
        if times is not None:
            path = os.path.join(place, "times.csv")
            write_times(path, times)
            words += ["--times", path]
        out = os.path.join(place, "curves.csv")
        found = program.run_json([*words, "--output", out], sources.text)
        warn(program.diagnostics_of(found))
        return read_curves(out, found, times)
