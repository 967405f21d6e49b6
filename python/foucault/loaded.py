"""An FMU that is unpacked and loaded once, and run often."""

from __future__ import annotations

import os
import tempfile
import weakref
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Optional, Union
from xml.etree.ElementTree import ParseError

from .curves import Curves, input_table
from .description import Description, Variable, read_description
from .engines import FmpyRun, ProgramRun
from .errors import (Diagnostic, FoucaultError, UsageError, did_you_mean,
                     warn, warnings_of)
from .fmi2 import Library, library_path
from .options import checked, listed
from .pool import Pool
from .result import Result
from .settings import settings_of
from .shapes import elements
from .stepping import MOST_POINTS, Plan, Progress, Run

INTERVALS = 500  # of a run, where nobody says the step


class Model:
    """A model that is ready to run: its FMU is loaded in this process.

    name       of the model
    variables  names of its variables
    warnings   of the build, where it was built from a model

    Each simulate() begins at the start, with the values of the FMU and those
    of `set`. Several threads may call it at once: each has an instance of its
    own. close(), or the end of a `with`, gives back what it holds.
    """

    def __init__(self, fmu: str, label: str,
                 diagnostics: Sequence[Diagnostic] = ()) -> None:
        self.label = label
        self.diagnostics = list(diagnostics)
        self._other: Union[FmpyRun, ProgramRun, None] = None
        self._pool = Pool(tempfile.mkdtemp(prefix="foucault_"), label)
        weakref.finalize(self, self._pool.close)
        try:
            self._open(fmu)
        except BaseException:
            self._pool.close()
            raise

    def _open(self, fmu: str) -> None:
        folder = self._pool.folder
        self._description = d = unpack(fmu, folder, self.label)
        path = None
        if d.version == "2.0" and d.identifier is not None:
            path = library_path(folder, d.identifier)
        if d.version.startswith("3."):
            self._other = ProgramRun(fmu, self.label)
        elif path is None:
            self._other = FmpyRun(folder, self.label, d.categories)
        else:
            self._pool.load(Library(folder, path, d))

    @property
    def name(self) -> str:
        return self._description.model

    @property
    def variables(self) -> list[str]:
        if isinstance(self._other, ProgramRun):
            return self._other.variables
        if self._other is not None:
            return [v.name for v in self._other.description.modelVariables
                    if v.causality != "independent"]
        return self._description.recorded

    @property
    def warnings(self) -> list[Diagnostic]:
        return warnings_of(self.diagnostics)

    @checked
    def simulate(self, *, start: Optional[float] = None,
                 stop: Optional[float] = None, step: Optional[float] = None,
                 tolerance: Optional[float] = None,
                 set: Optional[Mapping[str, Any]] = None,
                 variables: Optional[Iterable[str]] = None,
                 inputs: Any = None,
                 progress: Optional[Progress] = None) -> Result:
        """One run; the words are those of foucault.simulate()."""
        options = {key: value for key, value in (
            ("start", start), ("stop", stop), ("step", step),
            ("tolerance", tolerance), ("set", set)) if value is not None}
        return self._result(None if variables is None else listed(variables),
                            inputs, progress, options)

    def _result(self, names: Optional[list[str]], inputs: Any,
                progress: Optional[Progress], options: Mapping[str, Any],
                at_events: bool = False) -> Result:
        """One run; with points at both sides of events where the FMU tells
        of them."""
        if not self._pool.is_open:
            raise ValueError("this model is closed")
        if self._other is not None:
            result = self._other.run(names, inputs, progress, options,
                                     self.diagnostics)
        else:
            plan = self._plan(names, inputs, progress, options)
            plan.at_events = at_events
            result = self._run(plan)
        n = len(self.diagnostics)  # these were shown when it was built
        warn(result.diagnostics[n:])
        return result

    def _plan(self, names: Optional[list[str]], inputs: Any,
              progress: Optional[Progress],
              options: Mapping[str, Any]) -> Plan:
        d = self._description
        start, stop, step = times(d, options)
        table = input_table(inputs)
        return Plan(
            start, stop, step,
            options.get("tolerance", d.experiment.get("tolerance")),
            settings_of(options.get("set") or {}, d, self.label),
            None if table is None else Curves(table, d),
            self._columns(d.recorded if names is None else names), progress,
            self.label, self.diagnostics)

    def _columns(self, names: Iterable[str]) -> list[Variable]:
        variables = self._description.variables
        found: dict[str, Variable] = {}
        for name in names:
            chosen = [name] if name in variables else [
                element for _, element in elements(name, variables)]
            if not chosen:
                raise FoucaultError(f"no variable {name!r}"
                                    f"{did_you_mean(name, variables)}")
            found.update((one, variables[one]) for one in chosen)
        return [v for v in found.values() if v.causality != "independent"]

    def _run(self, plan: Plan) -> Result:
        instance = self._pool.take(self.name)
        run = Run(instance, self._description, plan)
        try:
            return run.result()
        finally:
            self._pool.give(instance, run.is_fatal)

    def close(self) -> None:
        self._pool.close()

    def __enter__(self) -> Model:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        state = "" if self._pool.is_open else ", closed"
        return f"<Model {self.name}: {len(self.variables)} variables{state}>"


def unpack(fmu: str, folder: str, label: str) -> Description:
    """FoucaultError: no file, no archive, no description in it."""
    try:
        with zipfile.ZipFile(fmu) as archive:
            for member in archive.namelist():
                if member.startswith(("binaries/", "resources/",
                                      "modelDescription.xml")):
                    archive.extract(member, folder)
        with open(os.path.join(folder, "modelDescription.xml"),
                  "rb") as text:
            return read_description(text.read())
    except (OSError, zipfile.BadZipFile, EOFError, RuntimeError, ParseError,
            KeyError, ValueError, StopIteration) as error:
        raise FoucaultError(f"{label}: {error}") from error


def times(description: Description,
          options: Mapping[str, Any]) -> tuple[float, float, float]:
    """Start, stop and step: as asked for, else by the model, else 0 to 1."""
    given = {**description.experiment, **options}
    start = float(given.get("start", 0.0))
    stop = float(given.get("stop", start + 1.0))
    if not stop >= start:
        raise UsageError(f"the stop time {stop:g} is before the start "
                         f"time {start:g}")
    span = stop - start
    step = float(given.get("step", span/INTERVALS if span > 0 else 1.0))
    if not step > 0:
        raise UsageError(f"the step {step:g} is not greater than zero")
    step = min(step, span) if span > 0 else step
    if not span/step < MOST_POINTS:
        raise UsageError(f"a step of {step:g} gives too many points")
    return start, stop, step
