"""Parameters of a model from measured curves: SciPy's least squares, with the
exact derivatives of the model."""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np
from numpy.typing import NDArray

from .errors import FoucaultError, UsageError, did_you_mean
from .options import BuildOptions, checked
from .sensitivities import Sensitivities, sensitivities
from .sources import Files
from .units import conversion

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from typing_extensions import Unpack

Array = NDArray[np.float64]


# --- measured columns -------------------------------------------------------

@dataclass(frozen=True, eq=False)
class Measured:
    """What was measured, in the units of the model."""

    time: Array
    columns: dict[str, Array]  # by variable; NaN: not measured


def number_of(text: str, place: str) -> float:
    if not text.strip():
        return float("nan")
    try:
        return float(text)
    except ValueError:
        raise UsageError(f"{place}: {text!r} is not a number") from None


def read_csv(path: Union[str, os.PathLike[str]]) -> dict[str, Array]:
    name = os.fspath(path)
    try:
        with open(name, newline="", encoding="utf-8-sig") as file:
            rows = [row for row in csv.reader(file) if row]
    except OSError as error:
        raise UsageError(f"{name}: {error.strerror}") from None
    if not rows:
        raise UsageError(f"{name}: the file is empty")
    head, body = rows[0], rows[1:]
    for k, row in enumerate(body):
        if len(row) != len(head):
            raise UsageError(f"{name}: row {k + 2} has {len(row)} fields, the "
                             f"first row {len(head)}")
    return {title.strip(): np.array([number_of(row[i], f"{name}: {title}")
                                     for row in body])
            for i, title in enumerate(head)}


def columns_of(data: Any) -> dict[str, Array]:
    """Of a path, a DataFrame or a mapping of arrays."""
    if isinstance(data, (str, os.PathLike)):
        return read_csv(data)
    try:
        names = list(data.keys())
        return {str(n): np.asarray(data[n], dtype=float) for n in names}
    except (AttributeError, TypeError, ValueError) as error:
        raise UsageError("data: the path of a CSV file, a DataFrame or arrays "
                         f"by name are expected ({error})") from None


def title_parts(title: str) -> tuple[str, Optional[str]]:
    """"phi [deg]" is phi in deg; so is "phi (deg)"."""
    match = re.fullmatch(r"(.*\S)\s+[\[(]([^\[\]()]*)[\])]", title)
    return (match[1], match[2].strip() or None) if match else (title, None)


def with_units(data: Any, units: Mapping[str, str]
               ) -> tuple[dict[str, Array], dict[str, str]]:
    columns, found = {}, {}
    for title, values in columns_of(data).items():
        name, unit = title_parts(title)
        columns[name] = values
        if unit:
            found[name] = unit
    for name, unit in units.items():
        if name not in columns:
            raise UsageError(f"units: there is no column {name!r}"
                             f"{did_you_mean(name, columns)}")
        found[name] = unit
    sizes = {len(np.atleast_1d(values)) for values in columns.values()}
    if len(sizes) > 1:
        raise UsageError(f"the columns differ in length: {sorted(sizes)}")
    return columns, found


def take_time(columns: dict[str, Array], units: dict[str, str],
              time: str) -> Array:
    if time not in columns:
        raise UsageError(f"there is no column {time!r} of time"
                         f"{did_you_mean(time, columns)}; time= names it")
    factor, shift = conversion(units.pop(time, "s"), "s", time)
    return np.asarray(columns.pop(time)*factor + shift)


# --- what is sought ---------------------------------------------------------

def bounds_of(name: str, given: Any) -> tuple[float, float]:
    try:
        low, high = (float(v) for v in given)
    except (TypeError, ValueError):
        raise UsageError(f"{name}: two bounds are expected, (low, high), not "
                         f"{given!r}") from None
    if not low < high:
        raise UsageError(f"{name}: the lower bound {low:g} is not below the "
                         f"upper bound {high:g}")
    return low, high


def first_values(parameters: Mapping[str, Any], guess: Mapping[str, float],
                 model: Mapping[str, float]) -> Array:
    for name in guess:
        if name not in parameters:
            raise UsageError(f"guess: {name!r} is not sought"
                             f"{did_you_mean(name, parameters)}")
    values = []
    for name, given in parameters.items():
        low, high = bounds_of(name, given)
        value = float(guess.get(name, model.get(name, float("nan"))))
        if not low <= value <= high:
            raise UsageError(f"{name}: the first value {value:g} is not within "
                             f"the bounds {low:g} to {high:g}; guess= gives "
                             "another one")
        values.append(value)
    return np.array(values)


# --- the result -------------------------------------------------------------

@dataclass(frozen=True, eq=False)
class Fit:
    """The parameters that come nearest to what was measured."""

    values: dict[str, float]
    covariance: Array             # of the parameters, in their order
    residuals: dict[str, Array]   # measured - computed, by variable
    measured: Measured
    curves: Sensitivities         # at the values found
    cost: float                   # half the sum of weighted squares
    evaluations: int              # runs of the model
    message: str                  # why SciPy has ended

    @property
    def errors(self) -> dict[str, float]:
        """Standard deviations of the parameters."""
        deviation = np.sqrt(np.diag(self.covariance))
        return dict(zip(self.values, deviation.tolist()))

    @property
    def correlation(self) -> Array:
        deviation = np.sqrt(np.diag(self.covariance))
        return np.asarray(self.covariance/np.outer(deviation, deviation))

    def plot(self, *, axes: Optional[Sequence[Axes]] = None) -> Any:
        """Draws what was measured and computed, one drawing a variable, and
        the residuals below. Gives matplotlib's figure."""
        import matplotlib.pyplot as plt
        names = list(self.residuals)
        places: Any = axes
        if places is None:
            places = plt.subplots(2*len(names), 1, sharex=True, squeeze=False,
                                  figsize=(7, 4*len(names)))[1][:, 0]
        for k, name in enumerate(names):
            upper, lower = places[2*k], places[2*k + 1]
            unit = self.curves.units.get(name)
            upper.plot(self.measured.time, self.measured.columns[name], ".",
                       label="measured")
            upper.plot(self.curves.time, self.curves[name], label="computed")
            upper.set_ylabel(f"{name} [{unit}]" if unit else name)
            upper.legend()
            lower.plot(self.measured.time, self.residuals[name], ".")
            lower.axhline(0, color="grey", linewidth=0.8)
            lower.set_ylabel("residual")
        places[-1].set_xlabel("time [s]")
        return places[0].figure

    def __str__(self) -> str:
        errors = self.errors
        return "\n".join(f"{name} = {value:.6g} +- {errors[name]:.2g}"
                         for name, value in self.values.items())


# --- the search -------------------------------------------------------------

class Search:
    """Residuals and their derivatives; the last run serves for both."""

    def __init__(self, files: Files, names: list[str], measured: Measured,
                 scale: Mapping[str, float], options: Any) -> None:
        self.files, self.names = files, names
        self.measured, self.scale, self.options = measured, scale, options
        self.at: Optional[tuple[float, ...]] = None
        self.last: Optional[Sensitivities] = None
        self.evaluations = 0

    def run(self, x: Array) -> Sensitivities:
        key = tuple(x.tolist())
        if self.last is None or key != self.at:
            self.last = sensitivities(
                self.files, dict(zip(self.names, key)),
                list(self.measured.columns), times=self.measured.time,
                **self.options)
            self.at = key
            self.evaluations += 1
        missing = np.setdiff1d(self.measured.time, self.last.time)
        if missing.size:
            raise FoucaultError(
                f"the run with {dict(zip(self.names, key))} does not have the "
                f"measured time {missing[0]:g}")
        return self.last

    def rows(self) -> NDArray[np.intp]:
        """Of each measured point its row in the curves."""
        assert self.last is not None
        return np.searchsorted(self.last.time, self.measured.time)

    def residuals(self, x: Array) -> Array:
        curves = self.run(x)
        parts = []
        for name, values in self.measured.columns.items():
            gap = (curves[name][self.rows()] - values)/self.scale[name]
            parts.append(gap[~np.isnan(values)])
        return np.concatenate(parts)

    def jacobian(self, x: Array) -> Array:
        curves = self.run(x)
        parts = []
        for k, (name, values) in enumerate(self.measured.columns.items()):
            slopes = curves.jacobian[self.rows(), k]/self.scale[name]
            parts.append(slopes[~np.isnan(values)])
        return np.concatenate(parts)


def scales_of(measured: Measured,
              sigma: Union[float, Mapping[str, float], None]
              ) -> dict[str, float]:
    scales = {}
    for name, values in measured.columns.items():
        scale = sigma.get(name) if isinstance(sigma, Mapping) else sigma
        if scale is None:
            scale = float(np.nanstd(values)) or 1.0
        if not float(scale) > 0:
            raise UsageError(f"sigma of {name}: a number above zero is "
                             f"expected, not {scale!r}")
        scales[name] = float(scale)
    return scales


def in_units_of(columns: dict[str, Array], units: Mapping[str, str],
                variables: Mapping[str, str],
                known: Mapping[str, Optional[str]]) -> dict[str, Array]:
    """By variable, in the units of the model."""
    found = {}
    for column, values in columns.items():
        name = variables.get(column, column)
        factor, shift = (conversion(units[column], known[name], column)
                         if column in units else (1.0, 0.0))
        found[name] = np.asarray(values*factor + shift)
    return found


def covariance_of(jacobian: Array, cost: float, is_absolute: bool) -> Array:
    n_rows, n = jacobian.shape
    _, s, v = np.linalg.svd(jacobian, full_matrices=False)
    if s[-1] <= np.finfo(float).eps*max(n_rows, n)*s[0]:
        return np.full((n, n), np.inf)  # the data do not determine them
    spread = 1.0 if is_absolute else 2*cost/(n_rows - n)
    return np.asarray((v.T/s**2) @ v*spread)


def chosen_columns(columns: dict[str, Array], variables: Mapping[str, str]
                   ) -> dict[str, Array]:
    for name in variables:
        if name not in columns:
            raise UsageError(f"there is no column {name!r}"
                             f"{did_you_mean(name, columns)}")
    if variables:
        columns = {name: columns[name] for name in variables}
    if not columns:
        raise UsageError("data: there is no column beside the time")
    return columns


@checked
def fit(files: Files, data: Any, parameters: Mapping[str, Any], *,
        guess: Optional[Mapping[str, float]] = None,
        columns: Optional[Mapping[str, str]] = None,
        units: Optional[Mapping[str, str]] = None, time: str = "time",
        sigma: Union[float, Mapping[str, float], None] = None,
        loss: str = "linear", max_evaluations: Optional[int] = None,
        **options: Unpack[BuildOptions]) -> Fit:
    """Finds the parameters or start values with which a model comes nearest
    to measured curves.

    data        the path of a CSV file, a DataFrame, or arrays by name; a title
                may have a unit, "phi [deg]". NaN: not measured
    parameters  {"L": (0.5, 2)}: bounds; the search begins with the model's
                values, or those of `guess`
    columns     {"angle": "phi"}: which variable a column has; without it all
                columns are taken, by their names
    units       {"angle": "deg"}: converted to the variable's unit
    sigma       standard deviations of the measured values; without them the
                columns count by their spread, and the deviations are estimated
    loss        as of scipy.optimize.least_squares: "soft_l1" and others mind
                outliers less
    """
    from scipy.optimize import least_squares
    if not parameters:
        raise UsageError("which parameters are sought?")
    for name, given in parameters.items():
        bounds_of(name, given)
    table, given_units = with_units(data, units or {})
    moments = take_time(table, given_units, time)
    table = chosen_columns(table, columns or {})
    names = list(parameters)
    variables = [(columns or {}).get(column, column) for column in table]
    n = int(sum((~np.isnan(values)).sum() for values in table.values()))
    if n <= len(names):
        raise UsageError(f"{n} measured values do not determine {len(names)} "
                         "parameters")
    # one short run: names, units, and the values of the model
    first = sensitivities(files, names, variables, times=[moments.max()],
                          **options)
    x = first_values(parameters, guess or {}, first.parameters)
    measured = Measured(moments, in_units_of(table, given_units, columns or {},
                                             first.units))
    search = Search(files, names, measured, scales_of(measured, sigma), options)
    low, high = zip(*(bounds_of(name, parameters[name]) for name in names))
    found = least_squares(search.residuals, x, search.jacobian,
                          bounds=(low, high), x_scale="jac", loss=loss,
                          max_nfev=max_evaluations)
    curves = search.run(found.x)
    rows = search.rows()
    residuals = {name: values - curves[name][rows]
                 for name, values in measured.columns.items()}
    return Fit(dict(zip(names, found.x.tolist())),
               covariance_of(found.jac, float(found.cost), sigma is not None),
               residuals, measured, curves, float(found.cost),
               search.evaluations, str(found.message))
