"""The calls of the package; most are one run of the program."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Optional, Union

from numpy.typing import NDArray

from . import engines, program
from .errors import Diagnostic, UsageError, warn
from .loaded import Model
from .options import (OF_A_RUN, BuildOptions, checked, listed, only_of_a_run,
                      option_words)
from .reports import Comparison, Explanation, Finding, Report
from .result import Result
from .sources import TEXT, Files, PathLike, Sources
from .stepping import Progress

if TYPE_CHECKING:
    from typing_extensions import Unpack

ENGINES = ("fmpy", "program")


@checked
def build(files: Files, output: Optional[PathLike] = None,
          **options: Unpack[BuildOptions]) -> Path:
    """Turns a model into an FMU and gives its path. With fmi="2,3" there is a
    second one beside it, NAME.fmi3.fmu."""
    fmu, diagnostics = build_document(Sources.of(files), output, options)
    warn(diagnostics)
    return fmu


def build_document(sources: Sources, output: Optional[PathLike],
                   options: BuildOptions,
                   *more: str) -> tuple[Path, list[Diagnostic]]:
    words = ["build", *sources.words, *option_words(options), *more]
    if output is not None:
        words += ["--output", os.fspath(output)]
    document = program.run_json(words, sources.text)
    return Path(document["fmu"]), program.diagnostics_of(document)


@checked
def flatten(files: Files, **options: Unpack[BuildOptions]) -> str:
    """The flat model as Modelica text."""
    sources = Sources.of(files)
    document = program.run_json(
        ["flatten", *sources.words, *option_words(options)], sources.text)
    warn(program.diagnostics_of(document))
    return str(document["text"])


@checked
def explain(files: Files, **options: Unpack[BuildOptions]) -> Explanation:
    """How the index was reduced: states, dummies, blocks; or, of an FMU, what
    its description promises."""
    sources = Sources.of(files)
    words = ["explain", *sources.words, *option_words(options)]
    explained = Explanation(words, program.run_json(words, sources.text),
                            sources)
    warn(explained.diagnostics)
    return explained


@checked
def compare(files: Files, invariant: Optional[str] = None,
            **options: Unpack[BuildOptions]) -> Comparison:
    """Runs a model by every method of index reduction. `invariant` is a
    variable that should stay as it is; by default energy, if there is one."""
    sources = Sources.of(files)
    words = ["compare", *sources.words, *option_words(options)]
    if invariant is not None:
        words += ["--invariant", invariant]
    comparison = Comparison(program.run_json(words, sources.text))
    warn(comparison.diagnostics)
    return comparison


@checked
def info(fmu: PathLike) -> dict[str, Any]:
    """What is in an FMU of any maker."""
    return program.run_json(["info", os.fspath(fmu)])


@checked
def check(fmu: PathLike, ignore: Iterable[str] = (),
          run: bool = True) -> Report:
    """Looks for what is wrong with an FMU of any maker. Faults of the FMU are
    findings, not exceptions. `run=False` loads nothing."""
    words = ["check", os.fspath(fmu)]
    for rule in listed(ignore):
        words += ["--ignore", rule]
    if not run:
        words.append("--no-run")
    done = program.run([*words, "--json"])
    document = program.document_of(done)
    if not isinstance(document, dict) or "findings" not in document:
        program.fail(done, program.diagnostics_of(document))
    return Report(document["fmu"], document["ok"],
                  tuple(Finding.of(f) for f in document["findings"]))


@checked
def load(files: Files, **options: Unpack[BuildOptions]) -> Model:
    """A model, which is built first, or an FMU, ready for many runs: it is
    unpacked and loaded once, and its simulate() starts no program."""
    return load_sources(Sources.of(files), options)


def load_sources(sources: Sources, options: BuildOptions,
                 names: Optional[list[str]] = None) -> Model:
    if sources.fmu is not None:
        only_of_a_run(options)
        given = [key for key in OF_A_RUN if options.get(key) is not None]
        if given:
            raise UsageError(f"{', '.join(given)}: an FMU is loaded as it is, "
                             "give these to simulate()")
        with program.FOLDER:
            return Model(os.path.abspath(sources.fmu), sources.fmu)
    # it is run by Co-Simulation only; who names variables may name protected
    # ones
    if options.get("type") is None:
        options = {**options, "type": "cs"}
    if names is not None and options.get("expose") is None:
        options = {**options, "expose": ["all"]}
    with tempfile.TemporaryDirectory() as place:
        # that the FMU may miss files elsewhere does not matter here
        fmu, diagnostics = build_document(
            sources, os.path.join(place, "model.fmu"), options, "--cache",
            "--no-warn", "W221")
        warn(diagnostics)
        label = TEXT if sources.text is not None else next(
            iter(sources.words), str(options.get("model")))
        return Model(os.fspath(fmu), label, diagnostics)


@checked
def simulate(files: Files, *, variables: Optional[Iterable[str]] = None,
             inputs: Union[NDArray[Any], Mapping[str, Any], Any, None] = None,
             progress: Optional[Progress] = None,
             engine: Literal["fmpy", "program"] = "fmpy",
             verify: bool = False,
             **options: Unpack[BuildOptions]) -> Result:
    """Steps a model, which is built first, or an FMU. For a model of a
    library `files` may be empty: simulate([], model="Lib.A", libraries=[...]).

    files      a file, several, or a model as text
    variables  record only these; the name of an array stands for its elements
    inputs     {"time": [...], "u": [...]}, such a structured array, or a
               DataFrame, whose index may be the time
    progress   called with the share of the run that is done (0 to 1) and the
               time in the model; False ends the run
    engine     "fmpy" steps the FMU inside this process; "program" runs
               `foucault simulate`, which has points at events too
    verify     the program runs the model, and again by another integrator,
               tolerance and index reduction (an FMU: tolerance and step). What
               differs is in `verification` of the result; where that is more
               than the tolerance explains, FoucaultError with the code E608
    """
    if engine not in ENGINES:
        raise ValueError(f"engine must be fmpy or program, not {engine!r}")
    if (engine == "program" or verify) and progress is not None:
        raise ValueError("progress needs the engine fmpy, without verify")
    names = None if variables is None else listed(variables)
    sources = Sources.of(files)
    if verify or engine == "program":
        result = engines.run_by_program(sources, names, inputs, options,
                                        verify)
        warn(result.diagnostics)
        return result
    given: dict[str, Any] = {key: value for key, value in options.items()
                             if key in OF_A_RUN}
    if sources.fmu is not None:
        only_of_a_run(options)
        options = {}
    else:
        given.pop("set", None)  # is in the FMU already
        if options.get("start") is None:  # one FMU serves for all of these
            options = {key: value for key, value in options.items()
                       if key not in ("stop", "step")}  # type: ignore
    with load_sources(sources, options, names) as model:
        return model.simulate(variables=names, inputs=inputs,
                              progress=progress, **given)
