"""Runs outside of the usual way: by the program, also for FMUs of FMI 3.0, and
by FMPy for others that are not for Co-Simulation by FMI 2.0. The usual way is
stepping.py."""

from __future__ import annotations

import csv
import functools
import os
import tempfile
import threading
from collections.abc import Iterable, Mapping
from typing import Any, Optional

import numpy as np

from . import program
from .curves import input_table, missing_inputs
from .errors import Diagnostic, FoucaultError, did_you_mean
from .fmi2 import add_proxy
from .fmu_log import WANTED, FmuLog
from .options import BuildOptions, option_words
from .result import Result, read_csv
from .settings import elements_of, flat_settings
from .shapes import elements
from .sources import Sources
from .stepping import MOVING, Progress, not_finite

# --- the program ------------------------------------------------------------

NUMBERS = ("steps", "rhs_evaluations", "jacobians", "events", "pivots",
           "restarts")


def run_by_program(sources: Sources, names: Optional[list[str]], inputs: Any,
                   options: BuildOptions, verify: bool) -> Result:
    if sources.fmu is None and not verify and options.get("type") is None:
        options = {**options, "type": "cs"}  # as the other engine has it
    with tempfile.TemporaryDirectory() as place:
        table = os.path.join(place, "table.csv")
        words = ["simulate", *sources.words, "--output", table,
                 *option_words(options)]
        if verify:
            words.append("--verify")
        if names is not None:
            words += ["--variables", ",".join(names)]
        if inputs is not None:
            words += ["--inputs", write_inputs(inputs, place)]
        done = program.run([*words, "--json"], sources.text)
        document = program.document_of(done)
        result = result_of(document, table)
        if done.returncode != 0 or result is None:
            program.fail(done, program.diagnostics_of(document), result)
    assert result is not None
    return result


class ProgramRun:
    """An FMU of FMI 3.0, which the program runs."""

    def __init__(self, fmu: str, label: str) -> None:
        self.fmu, self.label = os.path.abspath(fmu), label
        done = program.run(["info", self.fmu, "--json"])
        document = program.document_of(done)
        if done.returncode != 0 or not isinstance(document, dict):
            program.fail(done, program.diagnostics_of(document), None)
        self.variables: list[str] = [
            v["name"] for v in document["variables"]
            if v["causality"] != "independent"]

    def run(self, names: Optional[list[str]], inputs: Any,
            progress: Optional[Progress], options: Mapping[str, Any],
            diagnostics: list[Diagnostic]) -> Result:
        if progress is not None:
            raise ValueError("progress needs an FMU of FMI 2.0")
        if names is not None:
            names = [one for name in names for one in (
                [] if name in self.variables else
                [element for _, element in elements(name, self.variables)])
                or [name]]
        sources = Sources((self.fmu,))
        return run_by_program(sources, names, inputs,
                              options, False)  # type: ignore[arg-type]


def result_of(document: Any, table: str) -> Optional[Result]:
    """What a run has left; None if it did not come to its first point."""
    if not isinstance(document, dict) or not os.path.exists(table):
        return None
    numbers: dict[str, int] = {key: document[key] for key in NUMBERS
                               if document.get(key) is not None}
    return Result(read_csv(table), document["model"], numbers,
                  program.diagnostics_of(document),
                  document.get("verification"))


def write_inputs(inputs: Any, folder: str) -> str:
    """The signals as a CSV file of that folder."""
    columns = input_table(inputs)
    assert columns is not None
    path = os.path.join(folder, "inputs.csv")
    with open(path, "w", newline="", encoding="utf-8") as out:
        table = csv.writer(out)
        table.writerow(columns)
        table.writerows([[field_text(v) for v in row]
                         for row in zip(*columns.values())])
    return path


def field_text(value: Any) -> str:
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    return str(value) if isinstance(value, str) else repr(value.item())


# --- FMPy -------------------------------------------------------------------

class FmpyRun:
    """An FMU of another kind, unpacked."""

    def __init__(self, folder: str, label: str,
                 categories: Iterable[str]) -> None:
        import fmpy
        self.folder, self.label = folder, label
        self.wanted = [word for word in WANTED if word in categories]
        try:
            self.description = fmpy.read_model_description(folder)
        except Exception as error:
            raise FoucaultError(f"{label}: {error}") from error

    def run(self, names: Optional[list[str]], inputs: Any,
            progress: Optional[Progress], options: Mapping[str, Any],
            diagnostics: list[Diagnostic]) -> Result:
        import fmpy
        description = self.description
        start, stop, step = times(description.defaultExperiment, options)
        if names is None:
            names = [v.name for v in description.modelVariables
                     if v.causality != "independent" and v.type != "String"]
        known = [v.name for v in description.modelVariables]
        names = [one for name in names for one in (
            [] if name in known else
            [element for _, element in elements(name, known)]) or [name]]
        settings = {one: number for name, value
                    in flat_settings(options.get("set") or {})
                    for one, number in elements_of(name, value)}
        signals = input_array(inputs)
        driven = () if signals is None else signals.dtype.names or ()
        check_names([*names, *settings, *driven[1:]], description)
        log = FmuLog(self.label)
        watch = Watch(progress, start, stop)
        try:
            instance = self._instance(log)
            array = fmpy.simulate_fmu(
                self.folder, model_description=description,
                fmu_instance=instance, start_time=start, stop_time=stop,
                output_interval=step,
                relative_tolerance=options.get("tolerance"),
                start_values=settings, input=signals, output=names,
                record_events=False, step_finished=watch)
            instance.freeInstance()
        except Exception as error:
            texts = [text for status, text in log.messages if status > 1]
            kept = None if watch.recorder is None else Result(
                watch.recorder.result(), description.modelName, None,
                diagnostics)
            raise FoucaultError("\n".join([*texts, str(error)]),
                                diagnostics, kept) from error
        said = log.warnings() + log.changed_starts() + self._watch(array)
        if signals is not None:
            said = missing_inputs([
                v.name for v in description.modelVariables
                if v.causality == "input" and v.name not in driven]) + said
        return Result(array, description.modelName, log.statistics,
                      diagnostics + said)

    def _watch(self, array: Any) -> list[Diagnostic]:
        return not_finite(self.label, array["time"], (
            (v.name, array[v.name]) for v in self.description.modelVariables
            if v.name in array.dtype.names and array[v.name].dtype.kind == "f"
            and v.variability in MOVING and v.causality != "independent"))

    def _instance(self, log: FmuLog) -> Any:
        import fmpy
        description = self.description
        if description.fmiVersion != "2.0":
            with program.FOLDER:
                return fmpy.instantiate_fmu(self.folder, description,
                                            kind(description))
        from fmpy.fmi2 import FMU2Model, FMU2Slave
        is_model = description.coSimulation is None
        part = (description.modelExchange if is_model
                else description.coSimulation)
        with program.FOLDER:
            instance = (FMU2Model if is_model else FMU2Slave)(
                guid=description.guid, unzipDirectory=self.folder,
                modelIdentifier=part.modelIdentifier,
                instanceName=description.modelName)
            callbacks = fmpy_callbacks()
        HEARD.log = log
        instance.instantiate(callbacks=callbacks)
        if self.wanted:
            instance.setDebugLogging(True, self.wanted)
        return instance


HEARD = threading.local()  # .log: of the run in this thread


def hear(component: Any, name: Any, status: int, category: Optional[bytes],
         message: Optional[bytes]) -> None:
    log = getattr(HEARD, "log", None)
    if log is not None:
        log(status, (category or b"").decode(errors="replace"),
            (message or b"").decode(errors="replace").replace("##", "#"))


@functools.lru_cache(maxsize=None)
def fmpy_callbacks() -> Any:
    """For all instances, and never freed: FMPy's own are of one run, but
    called by the FMUs of all threads."""
    from fmpy import calloc, free
    from fmpy.fmi2 import (fmi2CallbackAllocateMemoryTYPE,
                           fmi2CallbackFreeMemoryTYPE, fmi2CallbackFunctions,
                           fmi2CallbackLoggerTYPE)
    callbacks = fmi2CallbackFunctions()
    callbacks.logger = fmi2CallbackLoggerTYPE(hear)
    callbacks.allocateMemory = fmi2CallbackAllocateMemoryTYPE(calloc)
    callbacks.freeMemory = fmi2CallbackFreeMemoryTYPE(free)
    with tempfile.TemporaryDirectory() as place:
        # what is loaded stays, and what was replaced is still called
        KEPT.extend([callbacks.logger, add_proxy(callbacks, place)])
    return callbacks


KEPT: list[Any] = []


class Watch:
    """Called by FMPy after each step: asks `progress` whether to go on, and
    keeps what was recorded so far."""

    def __init__(self, progress: Optional[Progress], start: float,
                 stop: float) -> None:
        self.progress = progress
        self.start, self.stop = start, stop
        self.recorder: Any = None

    def __call__(self, time: float, recorder: Any) -> bool:
        self.recorder = recorder
        if self.progress is None:
            return True
        span = self.stop - self.start
        share = (time - self.start)/span if span > 0 else 1.0
        return self.progress(share, time) is not False


def input_array(inputs: Any) -> Any:
    """Columns as FMPy wants them: a structured array that begins with time."""
    table = input_table(inputs)
    if table is None:
        return None
    array = np.empty(len(table["time"]),
                     dtype=[(name, np.float64) for name in table])
    for name, column in table.items():
        array[name] = column
    return array


def check_names(names: Iterable[str], description: Any) -> None:
    known = {v.name: None for v in description.modelVariables}
    for name in names:
        if name not in known:
            raise FoucaultError(f"no variable {name!r}"
                                f"{did_you_mean(name, known)}")


def kind(description: Any) -> str:
    return ("ModelExchange" if description.coSimulation is None
            else "CoSimulation")


def times(experiment: Any,
          options: Mapping[str, Any]) -> tuple[float, float, float]:
    """Start, stop and step: as asked for, else by the model, else 0 to 1."""
    def of_model(attribute: str, otherwise: float) -> float:
        text = getattr(experiment, attribute, None)
        return otherwise if text is None else float(text)
    start = options.get("start", of_model("startTime", 0.0))
    stop = options.get("stop", of_model("stopTime", start + 1.0))
    usual = (stop - start)/500 if stop > start else 1.0
    return start, stop, options.get("step", of_model("stepSize", usual))
