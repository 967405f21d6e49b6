"""What the program says about a model, and the exceptions that carry it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .result import Result


@dataclass(frozen=True)
class Diagnostic:
    """One message about a model, with its place."""

    severity: str  # "error" or "warning"
    code: str      # "E202"; `foucault help E202` explains it
    message: str
    file: str | None = None
    line: int | None = None
    column: int | None = None
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
                 result: Result | None = None) -> None:
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
