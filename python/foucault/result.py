"""What a simulation gives: columns by name, a structured array inside."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np
from numpy.typing import NDArray

from .errors import Diagnostic, did_you_mean, warnings_of
from .options import checked
from .shapes import elements, members, shape_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_CURVES = 10  # drawn when no names are given


class Result:
    """The curves of a run.

    array        structured NumPy array, first field "time"
    model        name of the model
    statistics   steps, events, ... where the engine counts them
    diagnostics  about the model, its start values and its run
    warnings     those of them that are warnings
    verification what simulate(..., verify=True) has found: "agrees", "way",
                 "allowed", "differences" (the largest first), "events";
                 None: the run was not repeated
    """

    def __init__(self, array: NDArray[Any], model: str,
                 statistics: Optional[Mapping[str, int]] = None,
                 diagnostics: Sequence[Diagnostic] = (),
                 verification: Optional[Mapping[str, Any]] = None) -> None:
        self.array = array
        self.model = model
        self.statistics = dict(statistics or {})
        self.diagnostics = list(diagnostics)
        self.verification = (None if verification is None
                             else dict(verification))

    # --- columns ---

    @property
    def names(self) -> list[str]:
        """All columns but time."""
        return [name for name in self.array.dtype.names or ()
                if name != "time"]

    @property
    def warnings(self) -> list[Diagnostic]:
        return warnings_of(self.diagnostics)

    @property
    def time(self) -> NDArray[Any]:
        column: NDArray[Any] = self.array["time"]
        return column

    def __getitem__(self, name: str) -> Any:
        """A variable as an array over time; an array S[2,3] as one with the
        shape (points, 2, 3); a record or component as a Part."""
        if name in (self.array.dtype.names or ()):
            return self.array[name]
        found = elements(name, self.names)
        if found:
            return self._cube(name, found)
        if members(name, self.names):
            return Part(self, name)
        raise KeyError(f"no variable {name!r}"
                       f"{did_you_mean(name, self.names)}")

    def _cube(self, name: str, found: list[tuple[tuple[str, ...], str]]
              ) -> NDArray[Any]:
        shape = shape_of([subscripts for subscripts, _ in found])
        if shape is None:
            raise KeyError(f"the result has only parts of {name!r}: "
                           f"{', '.join(v for _, v in found[:10])}")
        kind = np.result_type(*(self.array[v].dtype for _, v in found))
        cube = np.empty((len(self), *shape), dtype=kind)
        for subscripts, variable in found:
            place = tuple(int(word) - 1 for word in subscripts)
            cube[(slice(None),) + place] = self.array[variable]
        return cube

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and (
            name in (self.array.dtype.names or ())
            or bool(elements(name, self.names))
            or bool(members(name, self.names)))

    def __len__(self) -> int:
        return len(self.array)

    @property
    def final(self) -> dict[str, Any]:
        """The last value of each variable."""
        return {name: self.array[name][-1].item() for name in self.names}

    def __array__(self, dtype: Any = None, copy: Any = None) -> NDArray[Any]:
        if dtype is None and not copy:
            return self.array
        return np.array(self.array, dtype=dtype)

    def __repr__(self) -> str:
        if not len(self):
            return f"<Result of {self.model}: empty>"
        return (f"<Result of {self.model}: {len(self)} points from "
                f"{self.time[0]:g} to {self.time[-1]:g}, "
                f"{len(self.names)} variables>")

    # --- elsewhere ---

    def to_pandas(self) -> Any:
        """A pandas.DataFrame over time."""
        import pandas
        return pandas.DataFrame({name: self.array[name]
                                 for name in self.names},
                                index=pandas.Index(self.time, name="time"))

    @checked
    def plot(self, *curves: str, ax: Optional[Axes] = None) -> Axes:
        """Draws "x" over time, "y:x" as y over x; everything that moves, if
        nothing is named. Gives matplotlib's axes."""
        import matplotlib.pyplot as plt
        chosen = curves or tuple(self._moving()[:MOST_CURVES])
        drawn = [self._curve(words) for words in chosen]
        if ax is None:
            ax = plt.subplots()[1]
        for (x, y), words in zip(drawn, chosen):
            ax.plot(x, y, label=words)
        phases = {words.partition(":")[2] or "time" for words in chosen}
        ax.set_xlabel(", ".join(sorted(phases)))
        ax.set_title(self.model)
        ax.legend()
        ax.grid(True, alpha=0.3)
        return ax

    def _curve(self, words: str) -> tuple[NDArray[Any], NDArray[Any]]:
        y, _, x = words.partition(":")
        return self[x or "time"], self[y]

    def _moving(self) -> list[str]:
        return [name for name in self.names
                if self.array[name].dtype.kind in "fiub"
                and np.ptp(self.array[name].astype(float)) > 0]


class Part(Mapping[str, Any]):
    """A record or component of the model, or an array of them: what it has,
    by name. result["motor"]["phi"] is result["motor.phi"]; of an array of
    components each member has the dimensions of that array."""

    def __init__(self, result: Result, name: str) -> None:
        self._result, self._name = result, name

    def __getitem__(self, name: str) -> Any:
        return self._result[f"{self._name}.{name}"]

    def __iter__(self) -> Iterator[str]:
        return iter(members(self._name, self._result.names))

    def __len__(self) -> int:
        return len(members(self._name, self._result.names))

    def __repr__(self) -> str:
        return f"<{self._name} of {self._result.model}: {', '.join(self)}>"


def column_of(words: Sequence[str]) -> NDArray[Any]:
    """Numbers, truth values or texts, as they come in a CSV file."""
    if words and all(word in ("true", "false") for word in words):
        return np.array([word == "true" for word in words])
    try:
        return np.array([float(word) for word in words])
    except ValueError:
        return np.array(words)


def read_csv(path: Union[str, os.PathLike[str]]) -> NDArray[Any]:
    """The program's table as a structured array."""
    with open(path, newline="", encoding="utf-8") as text:
        rows = list(csv.reader(text))
    columns = [column_of([row[i] for row in rows[1:]])
               for i in range(len(rows[0]))]
    array = np.empty(len(rows) - 1, dtype=[
        (name, column.dtype) for name, column in zip(rows[0], columns)])
    for name, column in zip(rows[0], columns):
        array[name] = column
    return array
