"""What the program says about a model, and the exceptions that carry it."""

from __future__ import annotations

import difflib
import os
import sys
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional

if TYPE_CHECKING:
    from .result import Result


@dataclass(frozen=True)
class Diagnostic:
    """One message about a model, with its place."""

    severity: str  # "error" or "warning"
    code: str      # "E202"; `foucault help E202` explains it
    message: str
    file: Optional[str] = None
    line: Optional[int] = None
    column: Optional[int] = None
    notes: tuple[str, ...] = ()

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Diagnostic:
        """From the program's JSON."""
        return cls(data["severity"], data["code"], data["message"],
                   data.get("file"), data.get("line"), data.get("column"),
                   tuple(data.get("notes", ())))

    def __str__(self) -> str:
        place = [str(part) for part in (self.file, self.line, self.column)
                 if part is not None]
        head = ":".join(place) + ": " if place else ""
        notes = "".join(f"\n  note: {note}" for note in self.notes)
        return f"{head}{self.severity} {self.code}: {self.message}{notes}"


class FoucaultError(Exception):
    """The model or FMU is at fault; `diagnostics` say where and why. Of a run
    that failed on the way `result` has what was computed, else None."""

    def __init__(self, message: str,
                 diagnostics: Sequence[Diagnostic] = (),
                 result: Optional[Result] = None) -> None:
        super().__init__(message)
        self.diagnostics = list(diagnostics)
        self.result = result


class UsageError(FoucaultError):
    """An option or argument that the program does not take."""


class InternalError(FoucaultError):
    """A fault of the program itself."""


class ProgramNotFound(FoucaultError):
    """There is no program foucault in FOUCAULT or PATH."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A hint after a message about a name, or nothing."""
    near = difflib.get_close_matches(name, list(known), 3)
    return f"; did you mean {' or '.join(near)}?" if near else ""


class FoucaultWarning(UserWarning):
    """What is worth a look: about a model, its start values or its run.
    `diagnostic` has code and place; `warnings.simplefilter("error",
    FoucaultWarning)` makes exceptions of them."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(str(diagnostic))
        self.diagnostic = diagnostic


def warnings_of(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    return [d for d in diagnostics if d.severity == "warning"]


def warn(diagnostics: Iterable[Diagnostic]) -> None:
    """Gives the warnings among them to Python, with the place of the call of
    this package."""
    for diagnostic in warnings_of(diagnostics):
        warnings.warn(FoucaultWarning(diagnostic), stacklevel=calls_inside())


def calls_inside() -> int:
    """How many calls, seen from warn(), are of this package."""
    here = os.path.dirname(os.path.abspath(__file__)) + os.sep
    frame, depth = sys._getframe(1), 1
    while frame.f_back is not None and os.path.abspath(
            frame.f_code.co_filename).startswith(here):
        frame, depth = frame.f_back, depth + 1
    return depth
