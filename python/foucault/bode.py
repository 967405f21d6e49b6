"""Pictures of linear models, by matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    from .studies import Linearization

Array = NDArray[np.float64]
POINTS = 500


def frequencies(model: Linearization) -> Array:
    """In Hz: from a decade below the slowest pole to one above the fastest."""
    sizes = model.frequency
    sizes = sizes[sizes > 1e-7*sizes.max(initial=0)]
    if len(sizes) == 0:
        return np.logspace(-2, 2, POINTS)
    low, high = np.floor(np.log10(sizes.min())), np.ceil(np.log10(sizes.max()))
    return np.logspace(low - 1, high + 1, POINTS)


def bode(model: Linearization,
         frequency: Optional[ArrayLike]) -> tuple[Array, Array, Array]:
    hertz = np.atleast_1d(np.asarray(
        frequencies(model) if frequency is None else frequency, dtype=float))
    answer = model.response(2*np.pi*hertz)
    with np.errstate(divide="ignore"):
        magnitude = 20*np.log10(np.abs(answer))
    phase = np.rad2deg(np.unwrap(np.angle(answer), axis=0))
    return hertz, np.asarray(magnitude), np.asarray(phase)


def draw(model: Linearization, frequency: Optional[ArrayLike]) -> Any:
    from matplotlib.figure import Figure
    has_answer = bool(model.inputs) and bool(model.outputs)
    n = 2*has_answer + 1
    figure = Figure(figsize=(8, 3*n), layout="constrained")
    axes = figure.subplots(n, squeeze=False)[:, 0]
    if has_answer:
        hertz, magnitude, phase = bode(model, frequency)
        for axis, values, label in ((axes[0], magnitude, "magnitude [dB]"),
                                    (axes[1], phase, "phase [deg]")):
            for i, output in enumerate(model.outputs):
                for j, given in enumerate(model.inputs):
                    axis.semilogx(hertz, values[:, i, j],
                                  label=f"{output} / {given}")
            axis.set(xlabel="frequency [Hz]", ylabel=label)
            axis.grid(True)
            axis.legend()
    axes[-1].plot(model.poles.real, model.poles.imag, "x")
    axes[-1].set(xlabel="real part [1/s]", ylabel="imaginary part [1/s]")
    axes[-1].grid(True)
    return figure
