"""Finding and running the program foucault."""

from __future__ import annotations

import functools
import importlib.metadata
import json
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Optional

if TYPE_CHECKING:
    from .result import Result

from .errors import (Diagnostic, FoucaultError, InternalError,
                     ProgramNotFound, UsageError)
from .sources import STDIN, TEXT

# FMPy changes the folder of the process while it loads some FMUs; relative
# paths are resolved under this lock
FOLDER = threading.RLock()

STATUS_FAULT, STATUS_USAGE = 1, 2


@functools.lru_cache(maxsize=None)
def installed_program() -> Optional[str]:
    """The program that was installed with this package, by a wheel."""
    try:
        distribution = importlib.metadata.distribution("foucault")
    except importlib.metadata.PackageNotFoundError:
        return None
    for file in distribution.files or ():
        if file.parts[-2:] in (("bin", "foucault"),
                               ("Scripts", "foucault.exe")):
            path = os.path.abspath(str(distribution.locate_file(file)))
            return path if os.access(path, os.X_OK) else None
    return None


def program_path() -> str:
    """The path of the program: what FOUCAULT says, else the one that came
    with this package, else the one in PATH."""
    named = os.environ.get("FOUCAULT")
    found = None if named else installed_program()
    found = found or shutil.which(named or "foucault")
    if found:
        return found
    if named:
        raise ProgramNotFound(f"FOUCAULT is {named!r}, which is not a program")
    raise ProgramNotFound("the program foucault is not in PATH: install it, "
                          "or set the environment variable FOUCAULT")


def run(words: Sequence[str],
        text: Optional[str] = None) -> subprocess.CompletedProcess[str]:
    """One run, whatever comes of it. Its standard input is `text`, as a file
    that can be opened again, or nothing."""
    program = program_path()
    with tempfile.TemporaryFile() as given:
        given.write((text or "").encode())
        given.flush()
        given.seek(0)
        try:
            with FOLDER:
                process = subprocess.Popen(
                    [program, *words],
                    stdin=subprocess.DEVNULL if text is None else given,
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                    encoding="utf-8", errors="replace")
        except OSError as error:
            raise ProgramNotFound(f"{program} cannot be run: "
                                  f"{error.strerror}") from error
        with process:
            try:
                out, said = process.communicate()
            except BaseException:  # Ctrl-C
                process.kill()
                raise
    if text is not None:
        out, said = out.replace(STDIN, TEXT), said.replace(STDIN, TEXT)
    return subprocess.CompletedProcess(words, process.returncode, out, said)


def fail(done: subprocess.CompletedProcess[str],
         diagnostics: Sequence[Diagnostic],
         result: Optional[Result] = None) -> None:
    """Raises what a run that did not succeed deserves; `result`: what it has
    computed before."""
    errors = [d for d in diagnostics if d.severity == "error"]
    text = "\n".join(map(str, errors)) or done.stderr.strip()
    if done.returncode == STATUS_FAULT:
        raise FoucaultError(text or "foucault failed", diagnostics, result)
    if done.returncode == STATUS_USAGE:
        raise UsageError(done.stderr.strip(), diagnostics)
    raise InternalError(f"foucault ended with status {done.returncode}\n"
                        f"{done.stderr.strip()}", diagnostics)


def diagnostics_of(document: Any) -> list[Diagnostic]:
    if not isinstance(document, dict):
        return []
    return [Diagnostic.of(d) for d in document.get("diagnostics", ())]


def document_of(done: subprocess.CompletedProcess[str]) -> Any:
    """The JSON of a run, None where there is none."""
    try:
        return json.loads(done.stdout)
    except json.JSONDecodeError:
        return None


def run_json(words: Sequence[str],
             text: Optional[str] = None) -> dict[str, Any]:
    """The JSON document of a run that must succeed."""
    done = run([*words, "--json"], text)
    document = document_of(done)
    if done.returncode != 0 or not isinstance(document, dict):
        fail(done, diagnostics_of(document))
    assert isinstance(document, dict)
    return document


def run_text(words: Sequence[str], text: Optional[str] = None) -> str:
    """Standard output of a run that must succeed."""
    done = run(words, text)
    if done.returncode != 0:
        run_json(words, text)  # the same again, for its diagnostics
        fail(done, ())
    return done.stdout
