"""Instances of one FMU, for one run at a time each."""

from __future__ import annotations

import shutil
import threading
from typing import Optional

from .errors import FoucaultError
from .fmi2 import Instance, Library


class Pool:
    """Owns the folder of an unpacked FMU, its library and its instances.
    Close it at any time: the library goes when the last run has ended."""

    def __init__(self, folder: str, label: str) -> None:
        self.folder, self.label = folder, label
        self.library: Optional[Library] = None
        self.is_open = True
        self._idle: list[Instance] = []
        self._running = 0
        self._lock = threading.Lock()
        # of FMUs that can have one instance only
        self._turn: Optional[threading.Lock] = None

    def load(self, library: Library) -> None:
        self.library = library
        if library.description.can("canBeInstantiatedOnlyOncePerProcess"):
            self._turn = threading.Lock()

    def take(self, name: str) -> Instance:
        """One that is as new; give() it back. FoucaultError: there is none.
        """
        if self._turn is not None:
            self._turn.acquire()
        try:
            with self._lock:
                if not self.is_open:
                    raise ValueError("this model is closed")
                self._running += 1
                if self._idle:
                    return self._idle.pop()
            try:
                return self._new(name)
            except BaseException:
                self._end_run()
                raise
        except BaseException:
            if self._turn is not None:
                self._turn.release()
            raise

    def _new(self, name: str) -> Instance:
        assert self.library is not None
        said: list[str] = []
        try:
            return self.library.instantiate(
                lambda status, category, text: said.append(text), name)
        except FoucaultError as error:
            raise FoucaultError("\n".join(
                [f"{self.label}: {error}", *said])) from None

    def give(self, instance: Instance, is_fatal: bool) -> None:
        """What cannot be reset is freed; what has failed beyond repair must
        not be called again, not even for that."""
        if not is_fatal:
            if instance.call["Reset"](instance.component) != 0:
                instance.free()
            else:
                with self._lock:
                    self._idle.append(instance)
        self._end_run()
        if self._turn is not None:
            self._turn.release()

    def _end_run(self) -> None:
        with self._lock:
            self._running -= 1
            is_last = not self.is_open and self._running == 0
        if is_last:
            self._drop()

    def close(self) -> None:
        with self._lock:
            is_last = self.is_open and self._running == 0
            self.is_open = False
        if is_last:
            self._drop()

    def _drop(self) -> None:
        for instance in self._idle:
            instance.free()
        self._idle.clear()
        if self.library is not None:
            self.library.close()
        shutil.rmtree(self.folder, ignore_errors=True)
