"""The point at which a model rests: by the program."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Optional, Union

import numpy as np
from numpy.typing import NDArray

from . import program
from .errors import warn
from .options import BuildOptions, checked, listed, option_words
from .settings import value_text
from .sources import Files, Sources

if TYPE_CHECKING:
    from typing_extensions import Unpack

Fixed = Union[Mapping[str, Optional[float]], str, Iterable[str], None]


@dataclass(frozen=True, eq=False)
class Equilibrium:
    """Where all derivatives of the states are zero."""

    states: dict[str, float]
    inputs: dict[str, float]
    outputs: dict[str, float]
    values: dict[str, float]  # of all Real variables that change with time
    time: float
    stability: Literal["stable", "neutral", "unstable", "unknown"]
    poles: NDArray[np.complex128]
    # how it may change and stay one, where there is a family of them
    directions: list[dict[str, float]]
    steps: int
    exact: bool  # by derivatives of the FMU; else by differences

    def __getitem__(self, name: str) -> float:
        return self.values[name]


def steady_words(fix: Fixed, free: Union[str, Iterable[str], None]
                 ) -> list[str]:
    words: list[str] = []
    if isinstance(fix, Mapping):
        for name, value in fix.items():
            words += ["--fix", name if value is None
                      else f"{name}={value_text(float(value))}"]
    elif fix is not None:
        for name in listed(fix):
            words += ["--fix", name]
    for name in listed(free) if free is not None else ():
        words += ["--free", name]
    return words


@checked
def steady(files: Files, *, fix: Fixed = None,
           free: Union[str, Iterable[str], None] = None,
           at: Optional[float] = None,
           **options: Unpack[BuildOptions]) -> Equilibrium:
    """The equilibrium of a model, which is built first, or of an FMU next to
    the point that it has reached at the time `at` (by default the start).

    fix   {"w": 100}: variables that are to have a value; None: the value that
          they have at the start
    free  inputs whose values are looked for, too
    """
    sources = Sources.of(files)
    words = ["steady", *sources.words, *option_words(options),
             *steady_words(fix, free)]
    if at is not None:
        words += ["--at", value_text(float(at))]
    found = program.run_json(words, sources.text)
    warn(program.diagnostics_of(found))
    states, inputs, outputs = (
        {v["name"]: float(v["value"]) for v in found[key]}
        for key in ("states", "inputs", "outputs"))
    return Equilibrium(
        states, inputs, outputs,
        {name: float("nan") if value is None else float(value)
         for name, value in found["values"].items()},
        found["time"], found["stability"],
        np.array([complex(p["re"], p["im"]) for p in found["poles"] or ()]),
        found["directions"], found["steps"], found["exact"])
