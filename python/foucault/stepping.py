"""One run of one instance: Co-Simulation by FMI 2.0, inside this process."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Optional

import numpy as np
from numpy.typing import NDArray

from .curves import Curves, missing_inputs, set_value
from .description import Description, Variable
from .errors import Diagnostic, FoucaultError
from .fmi2 import (DISCARD, FATAL, LAST_SUCCESSFUL_TIME, TERMINATED, WARNING,
                   Instance, references)
from .fmu_log import EVENTS, WANTED, FmuLog
from .result import Result

Progress = Callable[[float, float], Optional[bool]]
MOST_REPORTED = 5  # variables that are not finite
MOST_POINTS = 1e9


@dataclass
class Plan:
    """What a run is to do."""

    start: float
    stop: float
    step: float
    tolerance: Optional[float]
    settings: Sequence[tuple[Variable, Any]]
    curves: Optional[Curves]
    columns: Sequence[Variable]
    progress: Optional[Progress]
    label: str
    # of the build
    diagnostics: list[Diagnostic] = field(default_factory=list)
    at_events: bool = False  # points at both sides of events, too


class CallFailed(Exception):
    def __init__(self, call: str, status: int, time: float) -> None:
        super().__init__(call)
        self.call, self.status, self.time = call, status, time


class Table:
    """Room for the values at all points; each call fills one row."""

    TYPES = (("Real", np.float64), ("Integer", np.int32),
             ("Boolean", np.int32))

    def __init__(self, instance: Instance, columns: Sequence[Variable],
                 n_rows: int) -> None:
        self.n = 0
        self.columns = columns
        self.time = np.empty(n_rows)
        self.component = instance.component
        self.blocks: list[tuple[Any, Any, int, int, int]] = []
        self.place: dict[str, NDArray[Any]] = {}
        self.rooms: list[tuple[list[Variable], NDArray[Any]]] = []
        self.getters: list[tuple[Any, Any]] = []
        for kind, number in self.TYPES:
            chosen = [v for v in columns if word_of(v) == kind]
            if not chosen:
                continue
            self.rooms.append(
                (chosen, np.empty((n_rows, len(chosen)), dtype=number)))
            self.getters.append((instance.call["Get" + kind],
                                 references([v.reference for v in chosen])))
        self._place_blocks()
        self.texts = [v for v in columns if v.type == "String"]
        self.get_text = instance.call["GetString"]
        self.text_rows: list[list[str]] = []
        self.text_room = (ctypes.c_char_p*max(1, len(self.texts)))()
        self.text_references = references([v.reference for v in self.texts])

    def _place_blocks(self) -> None:
        self.blocks.clear()
        for (chosen, room), (get, numbers) in zip(self.rooms, self.getters):
            for i, variable in enumerate(chosen):
                self.place[variable.name] = room[:, i]
            self.blocks.append((get, numbers, len(chosen), room.ctypes.data,
                                room.strides[0]))

    def make_room(self) -> None:
        """For one more point, and for as many as there are."""
        if self.n < len(self.time):
            return
        self.time = np.concatenate([self.time, np.empty_like(self.time)])
        self.rooms = [(chosen, np.concatenate([room, np.empty_like(room)]))
                      for chosen, room in self.rooms]
        self._place_blocks()

    def take(self, time: float) -> None:
        n = self.n
        self.time[n] = time
        for get, numbers, m, base, stride in self.blocks:
            status = get(self.component, numbers, m, base + n*stride)
            if status > WARNING:
                raise CallFailed(get.__name__, status, time)
        if self.texts:
            status = self.get_text(self.component, self.text_references,
                                   len(self.texts), self.text_room)
            if status > WARNING:
                raise CallFailed("fmi2GetString", status, time)
            self.text_rows.append([(text or b"").decode(errors="replace")
                                   for text in self.text_room])
        self.n = n + 1

    def array(self) -> NDArray[Any]:
        columns = {"time": self.time[:self.n]}
        for variable in self.columns:
            if variable.type == "String":
                i = self.texts.index(variable)
                column = np.array([row[i] for row in self.text_rows],
                                  dtype=str)
            else:
                column = self.place[variable.name][:self.n]
                if variable.type == "Boolean":
                    column = column.astype(np.bool_)
            columns[variable.name] = column
        array = np.empty(self.n, dtype=[(name, column.dtype) for
                                        name, column in columns.items()])
        for name, column in columns.items():
            array[name] = column
        return array

    def not_finite(self, label: str) -> list[Diagnostic]:
        return not_finite(label, self.time[:self.n], (
            (v.name, self.place[v.name][:self.n]) for v in self.columns
            if v.type == "Real" and v.variability in MOVING))


MOVING = ("discrete", "continuous")  # what the model computes


def not_finite(label: str, times: NDArray[Any],
               columns: Iterable[tuple[str, NDArray[Any]]]
               ) -> list[Diagnostic]:
    """W603: variables that are not numbers at some points."""
    since = []
    for name, values in columns:
        bad = ~np.isfinite(values)
        if bad.any():
            since.append((name, times[int(np.argmax(bad))]))
    if not since:
        return []
    notes = [f"{name}, first at time {time:.9g}"
             for name, time in since[:MOST_REPORTED]]
    if len(since) > MOST_REPORTED:
        notes.append(f"and {len(since) - MOST_REPORTED} more")
    notes.append("look for divisions by zero, and for roots, logarithms and "
                 "powers of negative numbers")
    what = (f"{len(since)} variable{' is' if len(since) == 1 else 's are'} "
            "not finite at some points")
    return [Diagnostic("warning", "W603", what, label, notes=tuple(notes))]


def word_of(variable: Variable) -> str:
    return "Integer" if variable.type == "Enumeration" else variable.type


class Run:
    """One run; `is_fatal` after it: the instance must not be used again."""

    def __init__(self, instance: Instance, description: Description,
                 plan: Plan) -> None:
        self.instance, self.plan = instance, plan
        self.description = description
        self.component = instance.component
        self.call = instance.call
        self.log = FmuLog(plan.label, self._inside, self._cancel,
                          self._at_event if plan.at_events else None)
        self.is_fatal = False
        self.is_stopped = False  # by `progress`
        self.n_points = math.ceil(
            (plan.stop - plan.start)/plan.step*(1 - 1e-12)) + 1
        self.table: Table

    def result(self) -> Result:
        """FoucaultError with what was computed where a call fails."""
        # one more point, where the FMU ends between two
        self.table = Table(self.instance, self.plan.columns,
                           self.n_points + 1)
        self.instance.listen(self.log)
        try:
            self._start()
            self._steps()
            self._check("Terminate", self.plan.stop)
        except CallFailed as failed:
            self.is_fatal = failed.status >= FATAL
            self._raise_interrupt()
            self._raise_failure(failed)
        self._raise_interrupt()
        said = self.log.warnings() + self.log.changed_starts()
        if self.plan.curves is not None:
            said = missing_inputs(self.plan.curves.missing) + said
        return self._result(said + self.table.not_finite(self.plan.label))

    def _result(self, said: list[Diagnostic]) -> Result:
        return Result(self.table.array(), self.description.model,
                      self.log.statistics, self.plan.diagnostics + said)

    def _raise_failure(self, failed: CallFailed) -> None:
        said = [*self.plan.diagnostics, *self.log.changed_starts(),
                self.log.failure(failed.call, failed.status, failed.time)]
        kept = self._result(said[:-1]) if self.table.n else None
        raise FoucaultError(str(said[-1]), said, kept) from None

    def _raise_interrupt(self) -> None:
        """What was raised inside of a message of the FMU: by Ctrl-C, by the
        caller's own function, or by values that cannot be read."""
        if isinstance(self.log.interrupt, CallFailed):
            self._raise_failure(self.log.interrupt)
        if self.log.interrupt is not None:
            raise self.log.interrupt

    def _check(self, name: str, time: float, *words: Any) -> None:
        status = self.call[name](self.component, *words)
        if status > WARNING:
            raise CallFailed("fmi2" + name, status, time)

    def _start(self) -> None:
        plan, start = self.plan, self.plan.start
        categories = (*WANTED, EVENTS) if plan.at_events else WANTED
        wanted = [w.encode() for w in categories
                  if w in self.description.categories]
        if wanted:
            self._check("SetDebugLogging", start, 1, len(wanted),
                        (ctypes.c_char_p*len(wanted))(*wanted))
        for variable, value in plan.settings:
            self._check_pair(set_value(self.instance, variable, value), start)
        self._set_inputs(start)
        self._check("SetupExperiment", start, int(plan.tolerance is not None),
                    plan.tolerance or 0.0, start,
                    int(plan.stop > start), plan.stop)
        self._check("EnterInitializationMode", start)
        self._check("ExitInitializationMode", start)
        self.table.take(start)

    def _check_pair(self, outcome: tuple[str, int], time: float) -> None:
        if outcome[1] > WARNING:
            raise CallFailed(*outcome, time)

    def _set_inputs(self, time: float) -> None:
        if self.plan.curves is not None:
            self._check_pair(self.plan.curves.set(self.instance, time), time)

    def _steps(self) -> None:
        plan, last = self.plan, self.n_points - 1
        do_step, component = self.call["DoStep"], self.component
        take, log = self.table.take, self.log
        plain = plan.curves is None
        time = plan.start
        for k in range(1, last + 1):
            end = plan.stop if k == last else plan.start + k*plan.step
            if plain:
                status = do_step(component, time, end - time, 1)
                done = status <= WARNING or self._goes_on(status, time, end)
            else:
                done = self._step_with_inputs(time, end)
            if log.interrupt is not None or not done:
                return
            if plan.at_events:
                self.table.make_room()
            take(end)
            time = end
            if plan.progress is not None and not self._goes_on_after(time):
                return

    def _step_with_inputs(self, time: float, end: float) -> bool:
        curves = self.plan.curves
        assert curves is not None
        varies = self.description.can("canHandleVariableCommunicationStepSize")
        while time < end:
            here = curves.next(time, end) if varies else end
            self._set_inputs(time)
            status = self.call["DoStep"](self.component, time, here - time, 1)
            if status > WARNING and not self._goes_on(status, time, here):
                return False
            time = here
        return True

    def _goes_on(self, status: int, time: float, end: float) -> bool:
        """After a step that was not done: False ends the run, as the FMU or
        `progress` wants; of one that came a part of the way the rest is
        done."""
        while status == DISCARD:
            reached = self._reached(time, end)
            terminated = ctypes.c_int(0)
            answer = self.call["GetBooleanStatus"](
                self.component, TERMINATED, ctypes.byref(terminated))
            ends = answer == 0 and terminated.value != 0
            if ends or self.is_stopped or self.log.interrupt is not None:
                if reached > self.table.time[self.table.n - 1]:
                    self.table.make_room()
                    self.table.take(reached)
                return False
            if not reached > time + 1e-6*(end - time):
                break
            time = reached
            self._set_inputs(time)
            status = self.call["DoStep"](self.component, time, end - time, 1)
        if status > WARNING:
            raise CallFailed("fmi2DoStep", status, time)
        return True

    def _reached(self, time: float, end: float) -> float:
        reached = ctypes.c_double(time)
        answer = self.call["GetRealStatus"](
            self.component, LAST_SUCCESSFUL_TIME, ctypes.byref(reached))
        good = answer == 0 and time <= reached.value <= end
        return reached.value if good else time

    def _goes_on_after(self, time: float) -> bool:
        assert self.plan.progress is not None
        span = self.plan.stop - self.plan.start
        share = (time - self.plan.start)/span if span > 0 else 1.0
        return self.plan.progress(share, time) is not False

    def _inside(self, time: float) -> None:
        """Within a long step; FMUs of this program can end it."""
        if self.plan.progress is None or self.is_stopped:
            return
        self.is_stopped = not self._goes_on_after(time)
        if self.is_stopped:
            self._cancel()

    def _at_event(self, time: float) -> None:
        """Within a step, the values being those of one side."""
        self.table.make_room()
        self.table.take(time)

    def _cancel(self) -> None:
        if self.description.tool.startswith("Foucault "):
            self.call["CancelStep"](self.component)
