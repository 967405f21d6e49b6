"""The calls of the package; each is one run of the program."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Unpack

from numpy.typing import NDArray

from . import engines, program
from .engines import Progress, Request
from .errors import Diagnostic
from .options import BuildOptions, PathLike, option_words
from .reports import Comparison, Explanation, Finding, Report
from .result import Result

Files = PathLike | Sequence[PathLike]


def file_words(files: Files) -> list[str]:
    if isinstance(files, (str, os.PathLike)):
        return [os.fspath(files)]
    return [os.fspath(file) for file in files]


def build(files: Files, output: PathLike | None = None,
          **options: Unpack[BuildOptions]) -> Path:
    """Turns a model into an FMU and gives its path."""
    return build_document(files, output, options)[0]


def build_document(files: Files, output: PathLike | None,
                   options: BuildOptions) -> tuple[Path, list[Diagnostic]]:
    words = ["build", *file_words(files), *option_words(options)]
    if output is not None:
        words += ["--output", os.fspath(output)]
    document = program.run_json(words)
    return Path(document["fmu"]), program.diagnostics_of(document)


def flatten(files: Files, **options: Unpack[BuildOptions]) -> str:
    """The flat model as Modelica text."""
    return program.run_text(["flatten", *file_words(files),
                             *option_words(options)])


def explain(files: Files, **options: Unpack[BuildOptions]) -> Explanation:
    """How the index was reduced: states, dummies, blocks."""
    words = ["explain", *file_words(files), *option_words(options)]
    return Explanation(words, program.run_json(words))


def compare(files: Files, invariant: str | None = None,
            **options: Unpack[BuildOptions]) -> Comparison:
    """Runs a model by every method of index reduction. `invariant` is a
    variable that should stay as it is; by default energy, if there is one."""
    words = ["compare", *file_words(files), *option_words(options)]
    if invariant is not None:
        words += ["--invariant", invariant]
    return Comparison(program.run_json(words))


def info(fmu: PathLike) -> dict[str, Any]:
    """What is in an FMU of any maker."""
    return program.run_json(["info", os.fspath(fmu)])


def check(fmu: PathLike, ignore: Iterable[str] = (),
          run: bool = True) -> Report:
    """Looks for what is wrong with an FMU of any maker. Faults of the FMU are
    findings, not exceptions. `run=False` loads nothing."""
    words = ["check", os.fspath(fmu)]
    for rule in ignore:
        words += ["--ignore", rule]
    if not run:
        words.append("--no-run")
    done = program.run([*words, "--json"])
    document = program.document_of(done)
    if not isinstance(document, dict) or "findings" not in document:
        program.fail(done, program.diagnostics_of(document))
    return Report(document["fmu"], document["ok"],
                  tuple(Finding.of(f) for f in document["findings"]))


def simulate(files: Files, *, variables: Iterable[str] | None = None,
             inputs: NDArray[Any] | Mapping[str, Any] | None = None,
             progress: Progress | None = None,
             engine: Literal["fmpy", "program"] = "fmpy",
             verify: bool = False,
             **options: Unpack[BuildOptions]) -> Result:
    """Steps a model, which is built first, or an FMU. For a model of a
    library `files` may be empty: simulate([], model="Lib.A", libraries=[...]).

    variables  record only these
    inputs     {"time": [...], "u": [...]} or such a structured array
    progress   called with the share of the run that is done (0 to 1) and the
               time in the model; False ends the run
    engine     "fmpy" steps the FMU inside this process; "program" runs
               `foucault simulate`, which counts steps and events too
    verify     the program runs the model, and again by another integrator,
               tolerance and index reduction (an FMU: tolerance and step). What
               differs is in `verification` of the result; where that is more
               than the tolerance explains, FoucaultError with the code E608
    """
    if engine not in engines.ENGINES:
        raise ValueError(f"engine must be fmpy or program, not {engine!r}")
    if (engine == "program" or verify) and progress is not None:
        raise ValueError("progress needs the engine fmpy, without verify")
    run = engines.ENGINES[engine]
    names = None if variables is None else list(variables)
    words = file_words(files)
    if verify:
        return engines.run_by_program(Request(
            "", names, inputs, None, options, verified=words))
    if len(words) == 1 and words[0].endswith(".fmu"):
        return run(Request(words[0], names, inputs, progress, options))
    with tempfile.TemporaryDirectory() as place:
        fmu, diagnostics = build_document(
            files, os.path.join(place, "model.fmu"), options)
        # what was set is in the FMU already
        rest = BuildOptions()
        for key in ("start", "stop", "step", "tolerance"):
            if key in options:
                rest[key] = options[key]
        return run(Request(os.fspath(fmu), names, inputs, progress, rest,
                           diagnostics))
