"""The reduced equations of a model as functions of arrays: derivatives of the
states and outputs, with their exact derivatives, for NumPy, CasADi and
others."""

from __future__ import annotations

import ctypes
import os
import tempfile
import threading
import weakref
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable
from ctypes import c_double, c_int, c_size_t, c_void_p
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import program
from .api import build_document
from .chosen_states import names_of_states
from .curves import set_value
from .errors import FoucaultError, UsageError, did_you_mean, warn
from .fmi2 import OK, STATUS, SIGNATURES, Library, library_path, references
from .loaded import unpack
from .many_points import ManyPoints
from .options import OF_A_RUN, BuildOptions, checked, listed, only_of_a_run
from .settings import settings_of
from .sources import TEXT, Files, Sources

if TYPE_CHECKING:
    from typing_extensions import Unpack

Array = NDArray[np.float64]
REASONS = ("logStatusDiscard", "logStatusError", "logStatusFatal")
MOST_ROUNDS = 1000  # of one event iteration


class EventInfo(ctypes.Structure):
    _fields_ = [(name, c_int) for name in (
        "new_states_needed", "terminate", "nominals_changed",
        "values_changed", "next_defined")] + [("next_time", c_double)]


class ExchangeLibrary(Library):
    signatures = {
        **{name: words for name, words in SIGNATURES.items()
           if name not in ("DoStep", "CancelStep", "SetRealInputDerivatives",
                           "GetRealStatus", "GetBooleanStatus")},
        "NewDiscreteStates": (c_void_p, c_void_p),
        "EnterContinuousTimeMode": (c_void_p,),
        "SetTime": (c_void_p, c_double),
        "SetContinuousStates": (c_void_p, c_void_p, c_size_t),
        "GetContinuousStates": (c_void_p, c_void_p, c_size_t),
        "GetDerivatives": (c_void_p, c_void_p, c_size_t),
        "GetDirectionalDerivative": (c_void_p, c_void_p, c_size_t, c_void_p,
                                     c_size_t, c_void_p, c_void_p),
    }
    kind = 0


def read_structure(folder: str) -> tuple[str, list[int], list[int], bool]:
    """The identifier of Model Exchange, the indices of states and of their
    derivatives among the variables, and whether it gives derivatives."""
    root = ElementTree.parse(os.path.join(folder, "modelDescription.xml"))
    kind = root.find("ModelExchange")
    if kind is None:
        raise FoucaultError("this needs Model Exchange, and this FMU is for "
                            "Co-Simulation only")
    derivatives = [int(node.attrib["index"]) - 1 for node in
                   root.iterfind("ModelStructure/Derivatives/Unknown")]
    nodes = root.findall("ModelVariables/ScalarVariable")
    states = []
    for index in derivatives:
        real = nodes[index].find("Real")
        assert real is not None
        states.append(int(real.attrib["derivative"]) - 1)
    return (kind.attrib["modelIdentifier"], states, derivatives,
            kind.get("providesDirectionalDerivative") in ("true", "1"))


class Functions:
    """dx/dt = f(x, u, t) and y = g(x, u, t) of a model after index reduction,
    with its parameters as they are set and its events as they are at the start.

    states, inputs, outputs   names, in the order of x, u and y
    x0, u0                    their values at the start

    All points of a call are arrays with one row a point, or one point without
    rows; `t` is one time or one a point. One thread calls at a time.
    """

    def __init__(self, fmu: str, label: str, inputs: Optional[list[str]],
                 outputs: Optional[list[str]], settings: Any,
                 time: Optional[float], is_own: bool = False) -> None:
        self.label = label
        self._place = tempfile.TemporaryDirectory(prefix="foucault_")
        self._lock = threading.Lock()
        self._said: list[str] = []
        folder = self._place.name
        d = unpack(fmu, folder, label)
        try:
            identifier, states, derivatives, exact = read_structure(folder)
        except FoucaultError as error:
            raise FoucaultError(f"{label}: {error}") from None
        if not exact:
            raise FoucaultError(f"{label}: this FMU gives no directional "
                                "derivatives")
        path = library_path(folder, identifier)
        if path is None:
            raise FoucaultError(f"{label}: the FMU has no library for this "
                                "machine")
        self._library = ExchangeLibrary(folder, path, d)
        self._instance = self._library.instantiate(
            lambda status, category, text: self._said.append(text), d.model)
        self._call, self._component = (self._library.call,
                                       self._instance.component)
        weakref.finalize(self, close, self._instance, self._library,
                         self._place)
        variables = list(d.variables.values())
        self.states = [variables[i].name for i in states]
        self.inputs = self._names(inputs, "input", d)
        self.outputs = self._names(outputs, "output", d)
        by_name = d.variables
        self._x = references([variables[i].reference for i in states])
        self._dx = [variables[i].reference for i in derivatives]
        self._u = references([by_name[n].reference for n in self.inputs])
        self._y = references([by_name[n].reference for n in self.outputs])
        self._known = references([*self._x[:len(states)],
                                  *self._u[:len(self.inputs)]])
        self._unknown = references([*self._dx, *self._y[:len(self.outputs)]])
        # of an FMU that this program has just built
        self._many = ManyPoints(self._component, self._known, self._unknown, (
            len(self.states), len(self.inputs), len(self.outputs))
            ) if is_own else None
        start = float(d.experiment.get("start", 0.0) if time is None else time)
        self._start = start
        self._listen(d.categories)
        self._begin(start, settings_of(settings or {}, d, label))
        self.x0 = np.zeros(len(self.states))
        self.u0 = np.zeros(len(self.inputs))
        self._do("GetContinuousStates", self.x0.ctypes.data, len(self.states))
        if self.inputs:
            self._do("GetReal", self._u, len(self.inputs),
                     self.u0.ctypes.data)
        self.states = names_of_states(self.states, self.x0, variables,
                                      self._values, self._changes)

    def _values(self, variables: list[int]) -> Array:
        found = np.empty(len(variables))
        self._do("GetReal", references(variables), len(variables),
                 found.ctypes.data)
        return found

    def _changes(self, variables: list[int], direction: Array) -> Array:
        """With the states, at the start."""
        found, seed = np.empty(len(variables)), np.ascontiguousarray(direction)
        self._do("GetDirectionalDerivative", references(variables),
                 len(variables), self._x, len(seed), seed.ctypes.data,
                 found.ctypes.data)
        return found

    def _names(self, given: Optional[list[str]], causality: str,
               d: Any) -> list[str]:
        real = [v for v in d.variables.values() if v.type == "Real"]
        if given is None:
            return [v.name for v in real if v.causality == causality]
        known = [v.name for v in real
                 if causality == "output" or v.causality == "input"]
        for name in given:
            if name not in known:
                raise FoucaultError(f"{self.label}: no {causality} {name!r}"
                                    f"{did_you_mean(name, known)}")
        return given

    def _do(self, name: str, *words: Any) -> None:
        status = self._call[name](self._component, *words)
        if status > OK + 1:
            said, self._said[:] = list(self._said), []
            raise FoucaultError("\n".join(
                [f"{self.label}: fmi2{name} returned {STATUS[status]}",
                 *said]))

    def _listen(self, categories: Iterable[str]) -> None:
        """To why a call fails."""
        wanted = [name.encode() for name in categories if name in REASONS]
        if wanted:
            self._do("SetDebugLogging", 1, len(wanted),
                     (ctypes.c_char_p*len(wanted))(*wanted))

    def _begin(self, time: float, settings: Any) -> None:
        for variable, value in settings:
            name, status = set_value(self._instance, variable, value)
            if status > OK + 1:
                raise FoucaultError(f"{self.label}: {name} returned "
                                    f"{STATUS[status]}")
        self._do("SetupExperiment", 0, 0.0, time, 0, 0.0)
        self._do("EnterInitializationMode")
        self._do("ExitInitializationMode")
        info = EventInfo(new_states_needed=1)
        for _ in range(MOST_ROUNDS):
            if not info.new_states_needed:
                break
            self._do("NewDiscreteStates", ctypes.byref(info))
        self._do("EnterContinuousTimeMode")

    # --- points

    def _points(self, x: ArrayLike, u: Optional[ArrayLike], t: Any
                ) -> tuple[Array, Array, Array, bool]:
        """All as rows; and whether it is one point without rows."""
        xs = np.asarray(x, dtype=float)
        is_one = xs.ndim == 1
        xs = np.ascontiguousarray(np.atleast_2d(xs))
        if xs.ndim != 2 or xs.shape[1] != len(self.states):
            raise UsageError(f"x has the shape {np.shape(x)}: a row has "
                             f"{len(self.states)} states")
        n = len(xs)
        us = self.u0 if u is None else np.asarray(u, dtype=float)
        us = np.ascontiguousarray(np.broadcast_to(
            us.reshape(-1, len(self.inputs)) if us.size else
            np.zeros((1, len(self.inputs))), (n, len(self.inputs))))
        ts = np.ascontiguousarray(np.broadcast_to(
            np.asarray(self._start if t is None else t, dtype=float), (n,)))
        return xs, us, ts, is_one

    def _go(self, x: int, u: int, t: float) -> None:
        """To the point of these addresses."""
        self._do("SetTime", t)
        if self.inputs:
            self._do("SetReal", self._u, len(self.inputs), u)
        self._do("SetContinuousStates", x, len(self.states))

    def __call__(self, x: ArrayLike, u: Optional[ArrayLike] = None,
                 t: Any = None) -> tuple[Array, Array]:
        """dx/dt and y, with a row for each point."""
        xs, us, ts, is_one = self._points(x, u, t)
        if self._many is not None:
            both = self._at_once(xs, us, ts, None)[:, 0]
            dx, y = both[:, :len(self.states)], both[:, len(self.states):]
            return (dx[0], y[0]) if is_one else (dx, y)
        dx = np.empty((len(xs), len(self.states)))
        y = np.empty((len(xs), len(self.outputs)))
        with self._lock:
            for at_x, at_u, time, at_dx, at_y in zip(
                    rows_of(xs), rows_of(us), ts.tolist(), rows_of(dx),
                    rows_of(y)):
                self._go(at_x, at_u, time)
                self._do("GetDerivatives", at_dx, len(self.states))
                if self.outputs:
                    self._do("GetReal", self._y, len(self.outputs), at_y)
        return (dx[0], y[0]) if is_one else (dx, y)

    def jvp(self, x: ArrayLike, u: Optional[ArrayLike], dx: ArrayLike,
            du: Optional[ArrayLike] = None,
            t: Any = None) -> tuple[Array, Array]:
        """How dx/dt and y change with x and u in the direction dx, du:
        Jacobian times vector, one direction a point."""
        xs, us, ts, is_one = self._points(x, u, t)
        n, nx, nu = len(xs), len(self.states), len(self.inputs)
        seed = np.zeros((n, nx + nu))
        seed[:, :nx] = np.broadcast_to(np.asarray(dx, dtype=float), (n, nx))
        if du is not None:
            seed[:, nx:] = np.broadcast_to(np.asarray(du, dtype=float),
                                           (n, nu))
        if self._many is not None:
            out = self._at_once(xs, us, ts, seed, True)[:, 0]
            return (out[0, :nx], out[0, nx:]) if is_one else (
                out[:, :nx], out[:, nx:])
        out = np.empty((n, nx + len(self.outputs)))
        with self._lock:
            for at_x, at_u, time, at_seed, at_out in zip(
                    rows_of(xs), rows_of(us), ts.tolist(), rows_of(seed),
                    rows_of(out)):
                self._go(at_x, at_u, time)
                self._do("GetDirectionalDerivative", self._unknown,
                         out.shape[1], self._known, nx + nu, at_seed, at_out)
        return (out[0, :nx], out[0, nx:]) if is_one else (
            out[:, :nx], out[:, nx:])

    def jacobian(self, x: ArrayLike, u: Optional[ArrayLike] = None,
                 t: Any = None) -> tuple[Array, Array, Array, Array]:
        """A, B, C, D at each point: of dx/dt and y, with respect to x and u.
        """
        xs, us, ts, is_one = self._points(x, u, t)
        n, nx, nu = len(xs), len(self.states), len(self.inputs)
        n_rows = nx + len(self.outputs)
        columns = np.empty((n, nx + nu, n_rows))
        seed = np.eye(nx + nu)
        if self._many is not None and nx + nu > 0:
            columns = self._at_once(xs, us, ts, seed)
        else:
            self._columns(xs, us, ts, seed, columns)
        all_of = columns.transpose(0, 2, 1)
        found = (all_of[:, :nx, :nx], all_of[:, :nx, nx:],
                 all_of[:, nx:, :nx], all_of[:, nx:, nx:])
        a, b, c, d = (part[0] if is_one else part for part in found)
        return a, b, c, d

    def _columns(self, xs: Array, us: Array, ts: Array, seed: Array,
                 columns: Array) -> None:
        """One point after the other, one column after the other."""
        n_rows, n_known = columns.shape[2], columns.shape[1]
        with self._lock:
            for k, (at_x, at_u, time) in enumerate(zip(
                    rows_of(xs), rows_of(us), ts.tolist())):
                self._go(at_x, at_u, time)
                for at_seed, at_out in zip(rows_of(seed),
                                           rows_of(columns[k])):
                    self._do("GetDirectionalDerivative", self._unknown,
                             n_rows, self._known, n_known, at_seed, at_out)

    def _at_once(self, xs: Array, us: Array, ts: Array,
                 directions: Optional[Array],
                 has_own: bool = False) -> Array:
        """Values, or changes along directions, by one call."""
        assert self._many is not None
        with self._lock:
            status, done, out = self._many(xs, us, ts, directions, has_own)
            if status > OK + 1:
                said, self._said[:] = list(self._said), []
                raise FoucaultError("\n".join(
                    [f"{self.label}: point {done} cannot be evaluated", *said]))
        return out

    def casadi(self, name: str = "model") -> Any:
        """A casadi.Function (x, u, t) -> (dx, y) with exact derivatives with
        respect to x and u. Keep this object as long as it is used."""
        return casadi_callback(self, name)


def rows_of(array: Array) -> Iterable[int]:
    """Their addresses; the array lives longer than these are used."""
    assert array.flags.c_contiguous
    first, step = array.ctypes.data, array.strides[0]
    return range(first, first + step*len(array), step) if step else [
        first]*len(array)


def close(instance: Any, library: Any, place: Any) -> None:
    instance.free()
    library.close()
    place.cleanup()


def casadi_callback(of: Functions, name: str) -> Any:
    import casadi
    nx, nu, ny = len(of.states), len(of.inputs), len(of.outputs)
    rows = {"x": nx, "u": nu, "t": 1, "dx": nx, "y": ny}

    class Evaluate(casadi.Callback):
        """The values, or (`is_jacobian`) the derivatives."""

        def __init__(self, name: str, is_jacobian: bool,
                     options: Any = None) -> None:
            casadi.Callback.__init__(self)
            self.is_jacobian = is_jacobian
            self.kept: list[Any] = []
            self.construct(name, options or {})

        def get_n_in(self) -> int:
            return 5 if self.is_jacobian else 3

        def get_n_out(self) -> int:
            return 6 if self.is_jacobian else 2

        def get_name_in(self, i: int) -> str:
            return ("x", "u", "t", "out_dx", "out_y")[i]

        def get_name_out(self, i: int) -> str:
            names = ("jac_dx_x", "jac_dx_u", "jac_dx_t", "jac_y_x",
                     "jac_y_u", "jac_y_t") if self.is_jacobian else (
                         "dx", "y")
            return names[i]

        def get_sparsity_in(self, i: int) -> Any:
            return casadi.Sparsity.dense(
                (nx, nu, 1, nx, ny)[i], 1)

        def get_sparsity_out(self, i: int) -> Any:
            if not self.is_jacobian:
                return casadi.Sparsity.dense((nx, ny)[i], 1)
            _, row, column = self.get_name_out(i).split("_")
            if column == "t":
                return casadi.Sparsity(rows[row], 1)
            return casadi.Sparsity.dense(rows[row], rows[column])

        def eval(self, given: Any) -> Any:
            x, u, t = (np.array(part).ravel() for part in given[:3])
            if not self.is_jacobian:
                return [casadi.DM(part) for part in of(x, u, t[0])]
            a, b, c, d = of.jacobian(x, u, t[0])
            return [casadi.DM(a), casadi.DM(b), casadi.DM(nx, 1),
                    casadi.DM(c), casadi.DM(d), casadi.DM(ny, 1)]

        def has_jacobian(self) -> bool:
            return not self.is_jacobian

        def get_jacobian(self, name: str, inames: Any, onames: Any,
                         options: Any) -> Any:
            inner = Evaluate(name, True, options)
            self.kept.append(inner)
            return inner

    return Evaluate(name, False)


def label_of(sources: Sources) -> str:
    """What messages call it."""
    return TEXT if sources.text is not None else next(iter(sources.words),
                                                      "the model")


@checked
def functions(files: Files, *,
              inputs: Union[str, Iterable[str], None] = None,
              outputs: Union[str, Iterable[str], None] = None,
              **options: Unpack[BuildOptions]) -> Functions:
    """The equations of a model, which is built first, or of an FMU as
    functions of arrays. `inputs` and `outputs` name some of them; outputs may
    be any variable."""
    sources = Sources.of(files)
    chosen_inputs, chosen_outputs = (
        None if given is None else listed(given)
        for given in (inputs, outputs))
    start = options.get("start")
    if sources.fmu is not None:
        only_of_a_run(options)
        with program.FOLDER:
            return Functions(os.path.abspath(sources.fmu), sources.fmu,
                             chosen_inputs, chosen_outputs,
                             options.get("set"), start)
    built: Any = {key: value for key, value in options.items()
                  if key not in OF_A_RUN or key == "set"}
    with tempfile.TemporaryDirectory() as place:
        fmu, diagnostics = build_document(
            sources, os.path.join(place, "model.fmu"), built, "--cache",
            "--no-warn", "W221", "--many-points")
        warn(diagnostics)
        return Functions(os.fspath(fmu), label_of(sources), chosen_inputs,
                         chosen_outputs, None, start, is_own=True)


@checked
def casadi(files: Files, *, inputs: Union[str, Iterable[str], None] = None,
           outputs: Union[str, Iterable[str], None] = None,
           **options: Unpack[BuildOptions]) -> Any:
    """A casadi.Function (x, u, t) -> (dx, y) of a model or an FMU, with exact
    derivatives. Its attribute `of` has the names and the start."""
    of = functions(files, inputs=inputs, outputs=outputs, **options)
    made = of.casadi()
    made.of = of
    return made
