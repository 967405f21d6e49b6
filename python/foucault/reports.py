"""What `check`, `explain` and `compare` give."""

from __future__ import annotations

import html
import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Optional

from . import program
from .errors import Diagnostic, did_you_mean, warnings_of
from .sources import Sources


@dataclass(frozen=True)
class Finding:
    """One rule that an FMU breaks."""

    severity: str
    rule: str
    message: str
    where: Optional[str] = None
    line: Optional[int] = None
    mend: Optional[str] = None

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Finding:
        return cls(data["severity"], data["rule"], data["message"],
                   data.get("where"), data.get("line"), data.get("mend"))

    def __str__(self) -> str:
        place = self.where or ""
        if self.line is not None:
            place += f":{self.line}"
        head = f"{place}: " if place else ""
        return f"{head}{self.severity} {self.rule}: {self.message}"


@dataclass(frozen=True)
class Report:
    """The findings about one FMU; true when nothing is wrong."""

    fmu: str
    ok: bool
    findings: tuple[Finding, ...]

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        lines = [f"{self.fmu}: {'ok' if self.ok else 'not ok'}"]
        return "\n".join(lines + [str(f) for f in self.findings])


class Explanation:
    """How a model was reduced, or what an FMU says of itself. `data` is the
    whole document of `foucault explain --json`; `text` and `html` are made
    when asked for. An FMU has no index, dummies and equations."""

    def __init__(self, words: Sequence[str], data: dict[str, Any],
                 sources: Sources) -> None:
        self._words = list(words)
        self._text = sources.text
        self.data = data
        self.diagnostics = program.diagnostics_of(data)

    @property
    def _is_fmu(self) -> bool:
        return "fmu" in self.data

    @property
    def model(self) -> str:
        return str(self.data["model"])

    @property
    def index(self) -> Optional[int]:
        """Structural index of the model as given."""
        index = self.data.get("index")
        return None if index is None else int(index)

    @property
    def states(self) -> list[str]:
        if self._is_fmu:
            return [str(row["state"]) for row in self.data["derivatives"]]
        return list(self.data["states"])

    @property
    def dummies(self) -> list[str]:
        return list(self.data.get("dummies", []))

    @property
    def equations(self) -> list[dict[str, Any]]:
        return list(self.data.get("equations", []))

    @property
    def warnings(self) -> list[Diagnostic]:
        return warnings_of(self.diagnostics)

    @property
    def text(self) -> str:
        return program.run_text(self._words, self._text)

    @property
    def html(self) -> str:
        """A page with pictures, complete in itself."""
        with tempfile.TemporaryDirectory() as place:
            path = os.path.join(place, "page.html")
            program.run_json([*self._words, "--html", path], self._text)
            with open(path, encoding="utf-8") as page:
                return page.read()

    def _repr_html_(self) -> str:
        """In a notebook: the page in a frame of its own."""
        return ('<iframe style="width:100%;height:32em;border:1px solid #ccc"'
                f' srcdoc="{html.escape(self.html)}"></iframe>')

    def __repr__(self) -> str:
        what = "an FMU" if self._is_fmu else f"index {self.index}"
        return (f"<Explanation of {self.model}: {what}, "
                f"{len(self.states)} states>")


@dataclass(frozen=True)
class Method:
    """What one method of index reduction did; numbers are None where it does
    not apply, and `why` says the reason."""

    method: str
    applies: bool
    why: Optional[str]
    steps: Optional[int]
    evaluations: Optional[int]
    wall_s: Optional[float]
    constraint_residual: Optional[float]
    invariant_drift: Optional[float]
    difference: Optional[float]

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Method:
        known: dict[str, Any] = {key.name: data.get(key.name)
                                 for key in fields(cls)}
        return cls(**known)


class Comparison:
    """A model by every method of index reduction."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.model = str(data["model"])
        self.methods = [Method.of(row) for row in data["methods"]]
        self.diagnostics = program.diagnostics_of(data)

    @property
    def warnings(self) -> list[Diagnostic]:
        return warnings_of(self.diagnostics)

    def __getitem__(self, name: str) -> Method:
        known = {m.method: m for m in self.methods}
        if name not in known:
            raise KeyError(f"no method {name!r}{did_you_mean(name, known)}")
        return known[name]

    def to_pandas(self) -> Any:
        """A pandas.DataFrame, one row per method."""
        import pandas
        return pandas.DataFrame(
            [vars(m) for m in self.methods]).set_index("method")

    def __repr__(self) -> str:
        names = ", ".join(m.method for m in self.methods)
        return f"<Comparison of {self.model}: {names}>"
