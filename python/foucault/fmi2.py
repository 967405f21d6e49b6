"""The shared library of an FMU for Co-Simulation by FMI 2.0, called as it is.

FMPy changes the folder of the process while it loads a library, which other
threads notice; and its calls cost more than a step of a small model.
"""

from __future__ import annotations

import _ctypes
import ctypes
import importlib.util
import itertools
import os
import platform
import shutil
import sys
import threading
from ctypes import (CFUNCTYPE, POINTER, Structure, c_char_p, c_double, c_int,
                    c_size_t, c_uint, c_void_p)
from typing import Any, Callable, Optional

from .description import Description
from .errors import FoucaultError

OK, WARNING, DISCARD, ERROR, FATAL = range(5)
STATUS = ("fmi2OK", "fmi2Warning", "fmi2Discard", "fmi2Error", "fmi2Fatal",
          "fmi2Pending")
CO_SIMULATION = 1
LAST_SUCCESSFUL_TIME, TERMINATED = 2, 3  # kinds of status

Logger = CFUNCTYPE(None, c_void_p, c_char_p, c_int, c_char_p, c_char_p)
Allocate = CFUNCTYPE(c_void_p, c_size_t, c_size_t)
Free = CFUNCTYPE(None, c_void_p)


class Callbacks(Structure):
    _fields_ = [("logger", Logger), ("allocate", c_void_p),
                ("free", c_void_p), ("step_finished", c_void_p),
                ("environment", c_void_p)]


_references = (c_void_p, c_void_p, c_size_t, c_void_p)
SIGNATURES: dict[str, tuple[Any, ...]] = {
    "SetDebugLogging": (c_void_p, c_int, c_size_t, POINTER(c_char_p)),
    "SetupExperiment": (c_void_p, c_int, c_double, c_double, c_int, c_double),
    "EnterInitializationMode": (c_void_p,),
    "ExitInitializationMode": (c_void_p,),
    "Terminate": (c_void_p,),
    "Reset": (c_void_p,),
    "GetReal": _references, "GetInteger": _references,
    "GetBoolean": _references, "GetString": _references,
    "SetReal": _references, "SetInteger": _references,
    "SetBoolean": _references, "SetString": _references,
    "SetRealInputDerivatives": (c_void_p, c_void_p, c_size_t, c_void_p,
                                c_void_p),
    "DoStep": (c_void_p, c_double, c_double, c_int),
    "CancelStep": (c_void_p,),
    "GetRealStatus": (c_void_p, c_int, POINTER(c_double)),
    "GetBooleanStatus": (c_void_p, c_int, POINTER(c_int)),
}


def platform_folder() -> str:
    """The folder of binaries/ for this machine, by the names of FMI 2.0."""
    system = {"linux": "linux", "darwin": "darwin", "win32": "win"}.get(
        sys.platform, sys.platform)
    machine = platform.machine().lower()
    if machine in ("aarch64", "arm64"):
        return f"aarch64-{system}"
    return system + ("64" if sys.maxsize > 2**32 else "32")


def library_path(folder: str, identifier: str) -> Optional[str]:
    """Of an unpacked FMU; None: it has none for this machine."""
    ending = {"darwin": ".dylib", "win32": ".dll"}.get(sys.platform, ".so")
    place = platform_folder()
    for name in (place, "-".join(reversed(place.split("-")))):
        path = os.path.join(folder, "binaries", name, identifier + ending)
        if os.path.isfile(path):
            return path
    return None


def add_proxy(callbacks: Structure, folder: str) -> Any:
    """Messages come as a format with arguments, which only C can put together:
    FMPy has a library for that. It serves the last logger that it was given,
    for all of the process: a copy of it, in that folder, serves this one. Gives
    the library; None: there is none, and messages stay formats."""
    spec = importlib.util.find_spec("fmpy")
    places = [] if spec is None else \
        list(spec.submodule_search_locations or ())
    for place in places:
        for ending in (".so", ".dylib", ".dll"):
            path = os.path.join(place, "logging", platform_folder(),
                                "logging" + ending)
            if not os.path.isfile(path):
                continue
            copy = os.path.join(folder, "logging" + ending)
            shutil.copyfile(path, copy)
            proxy = ctypes.CDLL(copy)
            proxy.addLoggerProxy.argtypes = [c_void_p]
            proxy.addLoggerProxy.restype = None
            proxy.addLoggerProxy(ctypes.addressof(callbacks))
            return proxy
    return None


class Library:
    """Loaded once; instances are made of it."""

    signatures = SIGNATURES
    kind = CO_SIMULATION

    def __init__(self, folder: str, path: str,
                 description: Description) -> None:
        self.description = description
        self.folder = folder
        try:
            self.dll = ctypes.CDLL(path)
            self.call: dict[str, Callable[..., int]] = {
                name: self._function(name, words)
                for name, words in self.signatures.items()}
            self._instantiate = self.dll.fmi2Instantiate
            self._free = self.dll.fmi2FreeInstance
        except (OSError, AttributeError) as error:
            raise FoucaultError(f"{path}: {error}") from error
        self._instantiate.restype = c_void_p
        self._instantiate.argtypes = [c_char_p, c_int, c_char_p, c_char_p,
                                      POINTER(Callbacks), c_int, c_int]
        self._free.restype = None
        self._free.argtypes = [c_void_p]
        self._listeners: dict[int, Callable[[int, str, str], None]] = {}
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        libc = ctypes.CDLL(None) if os.name != "nt" else ctypes.cdll.msvcrt
        self._callbacks = Callbacks(
            Logger(self._say), ctypes.cast(libc.calloc, c_void_p),
            ctypes.cast(libc.free, c_void_p), None, None)
        self._logger = self._callbacks.logger
        self._proxy = add_proxy(self._callbacks, folder)

    def _function(self, name: str, words: tuple[Any, ...]) -> Any:
        function = getattr(self.dll, "fmi2" + name)
        function.restype = c_int
        function.argtypes = list(words)
        return function

    def _say(self, environment: Optional[int], instance: bytes, status: int,
             category: Optional[bytes], message: Optional[bytes]) -> None:
        listener = self._listeners.get(environment or 0)
        if listener is not None and message is not None:
            listener(status, (category or b"").decode(errors="replace"),
                     message.decode(errors="replace").replace("##", "#"))

    def instantiate(self, listener: Callable[[int, str, str], None],
                    name: str) -> Instance:
        """An instance whose messages go to `listener` (and its successors:
        Instance.listen())."""
        with self._lock:
            number = next(self._numbers)
        self._listeners[number] = listener
        callbacks = Callbacks.from_buffer_copy(self._callbacks)
        callbacks.environment = number
        resources = "file://" + os.path.join(self.folder, "resources")
        component = self._instantiate(
            name.encode(), self.kind, self.description.guid.encode(),
            resources.encode(), ctypes.byref(callbacks), 0, 0)
        if not component:
            del self._listeners[number]
            raise FoucaultError("fmi2Instantiate returned NULL")
        return Instance(self, component, number, callbacks)

    def close(self) -> None:
        """All instances have been freed."""
        if os.name != "nt":
            for library in (self._proxy, self.dll):
                if library is not None:
                    _ctypes.dlclose(library._handle)


class Instance:
    """One instance. `call` has the functions by their names without fmi2;
    each needs `component` first and gives a status."""

    def __init__(self, library: Library, component: int, number: int,
                 callbacks: Callbacks) -> None:
        self.library = library
        self.component = component
        self.call = library.call
        self._number = number
        self._callbacks = callbacks  # the FMU has its address

    def listen(self, listener: Callable[[int, str, str], None]) -> None:
        self.library._listeners[self._number] = listener

    def free(self) -> None:
        self.library._free(self.component)
        del self.library._listeners[self._number]


def references(numbers: list[int]) -> Any:
    return (c_uint*max(1, len(numbers)))(*numbers)
