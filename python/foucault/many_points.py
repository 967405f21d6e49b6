"""The reduced equations of an FMU at many points, by one call of its own
(fmu_runtime/core/points.h)."""

from __future__ import annotations

import ctypes
from ctypes import (CFUNCTYPE, POINTER, Structure, c_int, c_uint, c_ulong,
                    c_void_p)
from typing import Any, Optional

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


class Points(Structure):
    """In step with points.h."""

    _fields_ = [
        ("n", c_int), ("n_states", c_int), ("n_inputs", c_int),
        ("n_outputs", c_int), ("known", c_void_p), ("unknown", c_void_p),
        ("time", c_void_p), ("states", c_void_p), ("inputs", c_void_p),
        ("n_directions", c_int), ("has_own", c_int), ("direction", c_void_p),
        ("value", c_void_p), ("work", c_void_p), ("n_work", c_ulong),
        ("n_needed", c_ulong), ("n_done", c_int)]


Call = CFUNCTYPE(c_uint, c_void_p, POINTER(Points))


class ManyPoints:
    """Of one instance, of an FMU that the same program has built: it begins
    with the address of a table, whose second entry is the function."""

    def __init__(self, component: int, known: Any, unknown: Any,
                 sizes: tuple[int, int, int]) -> None:
        table = ctypes.cast(component, POINTER(c_void_p))[0]
        function = ctypes.cast(table, POINTER(c_void_p))[1]
        assert function is not None
        self._call = Call(function)
        self._component = component
        self._kept = known, unknown
        self._sizes = sizes
        self._work: Optional[Array] = None

    def _place(self, points: Points) -> None:
        """Room of the FMU, once."""
        if self._work is None:
            probe = Points()
            self._call(self._component, ctypes.byref(probe))
            self._work = np.empty(probe.n_needed)
        if self._work.size:
            points.work = self._work.ctypes.data
            points.n_work = self._work.size

    def __call__(self, x: Array, u: Array, t: Array,
                 directions: Optional[Array],
                 has_own: bool) -> tuple[int, int, Array]:
        """The status, the points that were done, and rows of values: [points,
        rows, slopes and outputs]. There is a row for each direction, of which
        there are the same ones at all points, or one of each point's own."""
        nx, nu, ny = self._sizes
        known, unknown = self._kept
        n_rows = 1 if directions is None or has_own else len(directions)
        out = np.empty((len(x), n_rows, nx + ny))
        points = Points(
            n=len(x), n_states=nx, n_inputs=nu, n_outputs=ny,
            known=ctypes.addressof(known), unknown=ctypes.addressof(unknown),
            time=t.ctypes.data, states=x.ctypes.data, inputs=u.ctypes.data,
            value=out.ctypes.data)
        if directions is not None:
            points.n_directions = n_rows
            points.has_own = int(has_own)
            points.direction = directions.ctypes.data
        self._place(points)
        if not len(x):
            return 0, 0, out
        status = self._call(self._component, ctypes.byref(points))
        return status, points.n_done, out
