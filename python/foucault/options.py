"""How a model is translated and run, as keywords and as words of the command
line."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Literal, TypedDict

import numpy as np

PathLike = str | os.PathLike[str]


class BuildOptions(TypedDict, total=False):
    """How a model is translated; the words of `foucault build --help`."""

    model: str                  # which class, if not the last model
    libraries: Iterable[PathLike]
    set: Mapping[str, float]    # parameters and start values
    start: float
    stop: float
    step: float
    tolerance: float
    solver: Literal["auto", "cvode", "ida"]
    method: Literal["bdf", "adams"]
    linear_solver: Literal["auto", "dense", "klu"]
    reduction: str
    type: Literal["cs", "me", "both"]
    expose: Iterable[str]
    options: Iterable[str]      # further words, as typed in a terminal


def value_text(value: object) -> str:
    """A number with all its digits; truth values as Modelica writes them."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (float, np.floating)):
        return repr(float(value))
    return str(value)


def option_words(options: BuildOptions) -> list[str]:
    words: list[str] = []
    for key, value in options.items():
        if value is None:
            continue
        if key == "libraries":
            for folder in options["libraries"]:
                words += ["-L", os.fspath(folder)]
        elif key == "set":
            for name, number in options["set"].items():
                words += ["--set", f"{name}={value_text(number)}"]
        elif key == "expose":
            for pattern in options["expose"]:
                words += ["--expose", pattern]
        elif key == "options":
            words += options["options"]
        elif key in BuildOptions.__annotations__:
            words += [f"--{key.replace('_', '-')}", value_text(value)]
        else:
            raise TypeError(f"unknown option {key!r}")
    return words
