"""Numbers made of curves, as `foucault sweep --reduce` makes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import UsageError
from .options import listed

Array = NDArray[np.float64]


def integral(t: Array, y: Array) -> Any:
    return (np.diff(t)*(y[:-1] + y[1:])/2).sum()


def mean(t: Array, y: Array) -> Any:
    return integral(t, y)/(t[-1] - t[0]) if t[-1] > t[0] else y[-1]


def rms(t: Array, y: Array) -> Any:
    """Of the square of a straight line between points."""
    if not t[-1] > t[0]:
        return abs(y[-1])
    a, b = y[:-1], y[1:]
    return np.sqrt((np.diff(t)*(a*a + a*b + b*b)/3).sum()/(t[-1] - t[0]))


# in step with measure_word[] of the program
KINDS: dict[str, Callable[[Array, Array], Any]] = {
    "last": lambda t, y: y[-1],
    "first": lambda t, y: y[0],
    "min": lambda t, y: y.min(),
    "max": lambda t, y: y.max(),
    "mean": mean,
    "rms": rms,
    "integral": integral,
    "tmin": lambda t, y: t[np.argmin(y)],
    "tmax": lambda t, y: t[np.argmax(y)],
}
MEASURE = re.compile(r"(\w+)\((.*)\)\Z", re.S)


@dataclass(frozen=True)
class Measure:
    column: str    # max(x), or x
    kind: str
    variable: str

    def of(self, time: Array, points: Any) -> float:
        """Of one run. What is there twice counts once."""
        return float(KINDS[self.kind](
            time, np.asarray(points[self.variable], dtype=float)))


def items(text: str) -> list[str]:
    """Of a list: commas inside of brackets, parentheses and quoted names
    divide nothing."""
    found, depth, is_quoted, since = [], 0, False, 0
    for i, letter in enumerate(text):
        is_quoted ^= letter == "'"
        if is_quoted:
            continue
        depth += (letter in "[(") - (letter in "])")
        if letter == "," and depth <= 0:
            found.append(text[since:i])
            since = i + 1
    return [item.strip(" ") for item in (*found, text[since:])]


def read_measures(reduce: Any) -> list[Measure]:
    """Of "max(x),mean(y)", or of a list of such."""
    measures = []
    words: Iterable[str] = listed(reduce)
    for item in (item for text in words for item in items(text)):
        found = MEASURE.match(item)
        if found is None or found[1] not in KINDS:
            raise UsageError(f"{item!r} is not one of {', '.join(KINDS)} of a "
                             "variable, as in max(x)")
        measures.append(Measure(item, found[1], found[2]))
    return measures
