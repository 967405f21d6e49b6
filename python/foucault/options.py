"""How a model is translated and run, as keywords and as words of the command
line."""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, TypedDict, TypeVar

from .errors import UsageError, did_you_mean
from .settings import flat_settings, value_text
from .sources import PathLike

F = TypeVar("F", bound=Callable[..., Any])


class BuildOptions(TypedDict, total=False):
    """How a model is translated; the words of `foucault build --help`."""

    model: str                  # which class, if not the last model
    libraries: Iterable[PathLike]
    set: Mapping[str, Any]      # parameters and start values
    start: float
    stop: float
    step: float
    tolerance: float
    solver: Literal["auto", "cvode", "ida"]
    method: Literal["auto", "bdf", "adams"]
    linear_solver: Literal["auto", "dense", "sparse"]
    reduction: str
    type: Literal["cs", "me", "both", "se"]  # se: of build() alone
    fmi: Literal["2", "3", "2,3"]  # of build() alone: versions of FMI
    clocks: Literal["internal", "output", "input"]  # the same
    structural: Iterable[str]   # the same: sizes that can be changed
    expose: Iterable[str]
    allow_path: Iterable[PathLike]  # folders that files may be taken from
    external: bool              # whether C code of the model is run
    options: Iterable[str]      # further words, as typed in a terminal


# what an FMU takes too
OF_A_RUN = ("set", "start", "stop", "step", "tolerance")


def checked(function: F) -> F:
    """A call that refuses keywords which it does not know, and says which one
    may be meant."""
    known = dict.fromkeys(
        name for name, given in inspect.signature(function).parameters.items()
        if given.kind not in (given.VAR_KEYWORD, given.VAR_POSITIONAL)
        and name != "self")
    has_options = any(given.kind is given.VAR_KEYWORD for given in
                      inspect.signature(function).parameters.values())
    if has_options:
        known.update(dict.fromkeys(BuildOptions.__annotations__))

    @functools.wraps(function)
    def call(*words: Any, **keywords: Any) -> Any:
        for name in keywords:
            if name not in known:
                raise TypeError(
                    f"{function.__name__}() got an unexpected keyword "
                    f"argument {name!r}{did_you_mean(name, known)}")
        return function(*words, **keywords)
    return call  # type: ignore[return-value]


def listed(value: Any) -> list[Any]:
    """One text or path is a list of one."""
    return [value] if isinstance(value, (str, os.PathLike)) else list(value)


def option_words(options: BuildOptions) -> list[str]:
    words: list[str] = []
    for key, value in options.items():
        if value is None:
            continue
        if key == "libraries":
            for folder in listed(value):
                words += ["-L", os.fspath(folder)]
        elif key == "set":
            for name, number in flat_settings(options["set"]):
                words += ["--set", f"{name}={value_text(number)}"]
        elif key in ("expose", "structural"):
            for name in listed(value):
                words += [f"--{key}", name]
        elif key == "allow_path":
            for folder in listed(value):
                words += ["--allow-path", os.fspath(folder)]
        elif key == "external":
            words.append("--external" if value else "--no-external")
        elif key == "options":
            words += listed(value)
        else:
            assert key in BuildOptions.__annotations__
            words += [f"--{key.replace('_', '-')}", value_text(value)]
    return words


def only_of_a_run(options: BuildOptions) -> None:
    """UsageError for what is decided when an FMU is built."""
    late = [key for key, value in options.items()
            if key not in OF_A_RUN and value is not None]
    if late:
        raise UsageError(f"{', '.join(late)}: for Modelica files only, an FMU "
                         "has what it was built with")
