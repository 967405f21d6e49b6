"""Inputs over time, as `foucault simulate --inputs` understands them.

Continuous Reals are interpolated linearly, those that the FMU differentiates
by splines; all others keep the value of the last row. Two rows with one time
are a jump. Before the first row its values hold, after the last one its values.
An FMU that can interpolate gets value and derivatives.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from typing import Any, Optional

import numpy as np
from numpy.typing import NDArray

from .description import Description, Variable
from .errors import Diagnostic, FoucaultError, did_you_mean
from .fmi2 import WARNING, Instance, references

ORDERS = 3       # derivatives that are given of a spline
MOST_NAMED = 10  # inputs in one warning


def input_table(inputs: Any) -> Optional[dict[str, NDArray[Any]]]:
    """Columns by name, "time" first, from a mapping, a structured array or a
    DataFrame, whose index is the time where it has no such column. An array
    gives one column per element."""
    if inputs is None:
        return None
    given: dict[str, Any]
    if isinstance(inputs, np.ndarray):
        given = {name: inputs[name] for name in inputs.dtype.names or ()}
    elif hasattr(inputs, "index") and hasattr(inputs, "columns"):
        given = {str(name): inputs[name].to_numpy()
                 for name in inputs.columns}
        given.setdefault("time", inputs.index.to_numpy())
    elif isinstance(inputs, Mapping):
        given = {str(name): inputs[name] for name in inputs}
    else:
        raise TypeError("inputs must be a mapping, a structured array or a "
                        f"DataFrame, not {type(inputs).__name__}")
    if "time" not in given:
        raise ValueError("inputs need a column 'time'")
    time = np.asarray(given.pop("time"), dtype=np.float64)
    if time.ndim != 1 or not len(time):
        raise ValueError("the column 'time' of inputs has no rows")
    if np.any(np.diff(time) < 0):
        raise ValueError("the column 'time' of inputs goes back")
    table = {"time": time}
    for name, values in given.items():
        column = np.asarray(values)
        if column.shape[:1] != time.shape:
            raise ValueError(f"the column {name!r} of inputs has "
                             f"{len(np.atleast_1d(column))} rows, 'time' has "
                             f"{len(time)}")
        for place in np.ndindex(*column.shape[1:]):
            subscripts = ",".join(str(i + 1) for i in place)
            table[f"{name}[{subscripts}]" if place else name] = \
                column[(slice(None),) + place]
    return table


class Curves:
    """The columns of a table as inputs of an FMU."""

    def __init__(self, table: dict[str, NDArray[Any]],
                 description: Description) -> None:
        self.time = table["time"]
        self.can_interpolate = description.can("canInterpolateInputs")
        known = [v.name for v in description.variables.values()
                 if v.causality == "input"]
        self.smooth: list[tuple[Variable, NDArray[Any],
                                Optional[NDArray[Any]]]] = []
        self.held: list[tuple[Variable, NDArray[Any]]] = []
        for name, values in table.items():
            if name == "time":
                continue
            if name not in known:
                what = ("this variable is not an input"
                        if name in description.variables else
                        f"no variable {name!r}")
                raise FoucaultError(f"inputs, column {name!r}: {what}"
                                    f"{did_you_mean(name, known)}")
            self._add(description.variables[name], values)
        self.missing = [name for name in known if name not in table]

    def _add(self, variable: Variable, values: NDArray[Any]) -> None:
        if variable.type == "String":
            self.held.append((variable, values))
            return
        numbers = values.astype(np.float64)
        if not np.all(np.isfinite(numbers)):
            raise ValueError(f"the column {variable.name!r} of inputs has "
                             "values that are not finite numbers")
        if variable.type == "Real" and variable.variability == "continuous":
            bend = spline(self.time, numbers) if variable.derivatives else None
            self.smooth.append((variable, numbers, bend))
        else:
            self.held.append((variable, numbers))

    def row_at(self, time: float) -> int:
        """The last row not after the time, but for rounding; 0 if all are."""
        near = 1e-10*max(1e-3, abs(time))
        return max(0, int(np.searchsorted(self.time, time + near,
                                          side="right")) - 1)

    def next(self, time: float, end: float) -> float:
        """Where a step from `time` should end so that no row is inside."""
        near = 1e-10*max(1e-3, abs(time))
        row = int(np.searchsorted(self.time, time + near, side="right"))
        if row >= len(self.time):
            return end
        ahead = float(self.time[row])
        return ahead if ahead < end - 1e-10*max(1e-3, abs(end)) else end

    def set(self, instance: Instance, time: float) -> tuple[str, int]:
        """Sets all inputs as they are at `time` and after it; gives the call
        that came last, and its status."""
        row = self.row_at(time)
        outcome = ("", 0)
        for variable, numbers, bend in self.smooth:
            rates = self._rates(numbers, bend, row, time)
            outcome = set_value(instance, variable, rates[0])
            if outcome[1] > WARNING or not self.can_interpolate:
                continue
            outcome = set_rates(instance, variable, rates[1:])
            if outcome[1] > WARNING:
                return outcome
        for variable, values in self.held:
            outcome = set_value(instance, variable, values[row])
            if outcome[1] > WARNING:
                return outcome
        return outcome

    def _rates(self, numbers: NDArray[Any], bend: Optional[NDArray[Any]],
               row: int, time: float) -> list[float]:
        """Value and derivatives, as many as there are to give."""
        n = 1 if bend is None else ORDERS
        y = float(numbers[row])
        if row + 1 >= len(self.time) or time < self.time[row]:
            return [y] + [0.0]*n
        length = float(self.time[row + 1] - self.time[row])
        t = time - float(self.time[row])
        if not length > 0:
            return [y] + [0.0]*n
        slope = (float(numbers[row + 1]) - y)/length
        if bend is None:
            return [y + slope*t, slope]
        here, there = float(bend[row]), float(bend[row + 1])
        third = (there - here)/length
        slope -= length*(2*here + there)/6
        return [y + t*(slope + t*(here/2 + t*third/6)),
                slope + t*(here + t*third/2), here + t*third, third]


def missing_inputs(names: list[str]) -> list[Diagnostic]:
    """W602: inputs without a column."""
    if not names:
        return []
    more = ", ..." if len(names) > MOST_NAMED else ""
    return [Diagnostic("warning", "W602", "there is no column for "
                       f"{', '.join(names[:MOST_NAMED])}{more}: start values "
                       "are kept")]


def set_value(instance: Instance, variable: Variable,
              value: Any) -> tuple[str, int]:
    word = "Integer" if variable.type == "Enumeration" else variable.type
    room: Any
    if word == "Real":
        room = ctypes.c_double(value)
    elif word == "String":
        room = ctypes.c_char_p(str(value).encode())
    else:
        room = ctypes.c_int(int(value))
    status = instance.call["Set" + word](
        instance.component, references([variable.reference]), 1,
        ctypes.byref(room))
    return "fmi2Set" + word, status


def set_rates(instance: Instance, variable: Variable,
              rates: list[float]) -> tuple[str, int]:
    status = 0
    for order, rate in enumerate(rates, 1):
        status = instance.call["SetRealInputDerivatives"](
            instance.component, references([variable.reference]), 1,
            ctypes.byref(ctypes.c_int(order)),
            ctypes.byref(ctypes.c_double(rate)))
        if status > WARNING:
            break
    return "fmi2SetRealInputDerivatives", status


# --- splines ----------------------------------------------------------------

def spline(time: NDArray[Any], value: NDArray[Any]) -> NDArray[Any]:
    """Second derivatives at the rows of a cubic spline through them; each
    jump begins another curve. At its ends the third derivative is that of the
    next interval. Three rows are a parabola, two a line."""
    bend = np.zeros(len(time))
    cuts = [0, *(np.flatnonzero(np.diff(time) <= 0) + 1), len(time)]
    for first, last in zip(cuts[:-1], cuts[1:]):
        piece = slice(int(first), int(last))
        bend[piece] = spline_piece(time[piece], value[piece])
    return bend


def spline_piece(time: NDArray[Any], value: NDArray[Any]) -> NDArray[Any]:
    n = len(time) - 1  # intervals
    if n < 2:
        return np.zeros(n + 1)
    h = np.diff(time)
    slope = np.diff(value)/h
    if n == 2:
        return np.full(3, 2*(slope[1] - slope[0])/(h[0] + h[1]))
    below, middle, above = h[:-1].copy(), 2*(h[:-1] + h[1:]), h[1:].copy()
    middle[0] += h[0]*(1 + h[0]/h[1])
    above[0] -= h[0]*h[0]/h[1]
    middle[-1] += h[-1]*(1 + h[-1]/h[-2])
    below[-1] -= h[-1]*h[-1]/h[-2]
    right = 6*np.diff(slope)
    for k in range(1, n - 1):
        part = below[k]/middle[k - 1]
        middle[k] -= part*above[k - 1]
        right[k] -= part*right[k - 1]
    bend = np.zeros(n + 1)
    bend[n - 1] = right[-1]/middle[-1]
    for k in range(n - 3, -1, -1):
        bend[k + 1] = (right[k] - above[k]*bend[k + 2])/middle[k]
    bend[0] = bend[1] + (bend[2] - bend[1])*(time[0] - time[1])/h[1]
    bend[n] = bend[n - 1] + (bend[n - 2] - bend[n - 1])*(
        time[n] - time[n - 1])/(time[n - 2] - time[n - 1])
    return bend
