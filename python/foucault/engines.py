"""What steps an FMU: FMPy inside this process, or the program."""

from __future__ import annotations

import csv
import os
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import program
from .errors import Diagnostic, FoucaultError, did_you_mean
from .options import BuildOptions, option_words
from .result import Result, read_csv

Progress = Callable[[float, float], bool | None]


@dataclass
class Request:
    """One run of one FMU."""

    fmu: str
    names: list[str] | None  # None: all variables
    inputs: Any
    progress: Progress | None
    options: BuildOptions
    # from building it
    diagnostics: list[Diagnostic] = field(default_factory=list)
    # run again in another way, from these files in place of the FMU
    verified: list[str] = field(default_factory=list)


# --- the program ------------------------------------------------------------

NUMBERS = ("steps", "rhs_evaluations", "jacobians", "events", "pivots",
           "restarts")


def run_by_program(request: Request) -> Result:
    with tempfile.TemporaryDirectory() as place:
        table = os.path.join(place, "table.csv")
        words = ["simulate", *(request.verified or [request.fmu]),
                 "--output", table, *option_words(request.options)]
        if request.verified:
            words.append("--verify")
        if request.names is not None:
            words += ["--variables", ",".join(request.names)]
        if request.inputs is not None:
            words += ["--inputs", write_inputs(request.inputs, place)]
        done = program.run([*words, "--json"])
        document = program.document_of(done)
        result = result_of(document, table, request.diagnostics)
        if done.returncode != 0 or result is None:
            program.fail(done, program.diagnostics_of(document), result)
    assert result is not None
    return result


def result_of(document: Any, table: str,
              diagnostics: list[Diagnostic]) -> Result | None:
    """What a run has left; None if it did not come to its first point."""
    if not isinstance(document, dict) or not os.path.exists(table):
        return None
    numbers: dict[str, int] = {key: document[key] for key in NUMBERS
                               if document.get(key) is not None}
    return Result(read_csv(table), document["model"], numbers,
                  diagnostics + program.diagnostics_of(document),
                  document.get("verification"))


def write_inputs(inputs: Any, folder: str) -> str:
    """The signals as a CSV file of that folder."""
    array = input_array(inputs)
    assert array is not None
    path = os.path.join(folder, "inputs.csv")
    with open(path, "w", newline="", encoding="utf-8") as out:
        table = csv.writer(out)
        table.writerow(array.dtype.names or ())
        table.writerows([[repr(float(v)) for v in row] for row in array])
    return path


# --- FMPy -------------------------------------------------------------------

def run_by_fmpy(request: Request) -> Result:
    import fmpy
    description = description_of(request.fmu)
    options = request.options
    start, stop, step = times(description.defaultExperiment, options)
    names = request.names
    if names is None:
        names = [v.name for v in description.modelVariables
                 if v.causality != "independent" and v.type != "String"]
    settings = dict(options.get("set", {}))
    signals = input_array(request.inputs)
    driven = () if signals is None else signals.dtype.names or ()
    check_names([*names, *settings, *driven[1:]], description)
    messages: list[str] = []
    watch = Watch(request.progress, start, stop)
    try:
        array = fmpy.simulate_fmu(
            request.fmu, fmi_type=kind(description), start_time=start,
            stop_time=stop, output_interval=step,
            relative_tolerance=options.get("tolerance"),
            start_values=settings, input=signals, output=names,
            record_events=False, logger=collector(messages),
            step_finished=watch)
    except Exception as error:
        kept = None if watch.recorder is None else Result(
            watch.recorder.result(), description.modelName, None,
            request.diagnostics)
        raise FoucaultError("\n".join([*messages, str(error)]),
                            request.diagnostics, kept) from error
    return Result(array, description.modelName, None, request.diagnostics)


def description_of(fmu: str) -> Any:
    import fmpy
    try:
        return fmpy.read_model_description(fmu)
    except Exception as error:  # no file, no archive, no XML
        raise FoucaultError(f"{fmu}: {error}") from error


def collector(messages: list[str]) -> Callable[..., None]:
    """A logger of FMPy that keeps what is worse than a warning."""
    def log(component: Any, name: Any, status: int, category: Any,
            message: bytes) -> None:
        if status > 1:
            messages.append(message.decode(errors="replace"))
    return log


class Watch:
    """Called by FMPy after each step: asks `progress` whether to go on, and
    keeps what was recorded so far."""

    def __init__(self, progress: Progress | None, start: float,
                 stop: float) -> None:
        self.progress = progress
        self.start, self.stop = start, stop
        self.recorder: Any = None

    def __call__(self, time: float, recorder: Any) -> bool:
        self.recorder = recorder
        if self.progress is None:
            return True
        share = (time - self.start)/(self.stop - self.start)
        return self.progress(share, time) is not False


def input_array(inputs: Any) -> NDArray[Any] | None:
    """Columns as FMPy wants them: a structured array that begins with time."""
    if inputs is None:
        return None
    given = inputs.dtype.names or () if isinstance(inputs, np.ndarray) \
        else list(inputs)
    if "time" not in given:
        raise ValueError("inputs need a column 'time'")
    order = ["time", *(name for name in given if name != "time")]
    array = np.empty(len(inputs["time"]),
                     dtype=[(name, np.float64) for name in order])
    for name in order:
        array[name] = inputs[name]
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
          options: BuildOptions) -> tuple[float, float, float]:
    """Start, stop and step: as asked for, else by the model, else 0 to 1."""
    def of_model(attribute: str, otherwise: float) -> float:
        text = getattr(experiment, attribute, None)
        return otherwise if text is None else float(text)
    start = options.get("start", of_model("startTime", 0.0))
    stop = options.get("stop", of_model("stopTime", start + 1.0))
    return start, stop, options.get("step", of_model("stepSize",
                                                     (stop - start)/500))


ENGINES: dict[str, Callable[[Request], Result]] = {
    "fmpy": run_by_fmpy, "program": run_by_program}
