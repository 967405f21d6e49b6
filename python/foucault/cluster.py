"""The runs of a sweep, spread over a cluster by dask.distributed."""

from __future__ import annotations

import hashlib
import os
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Optional

import numpy as np

from . import program
from .errors import FoucaultError, UsageError

LOCK = threading.Lock()
# chunks for each thread of the cluster: the last ones to end differ little
CHUNKS_A_THREAD = 8


@dataclass(frozen=True)
class Work:
    """All that a worker needs; it gets it once."""

    fmu: bytes
    plan: Optional[bytes]   # the table of --plan
    words: tuple[str, ...]  # of foucault sweep, without files

    @property
    def digest(self) -> str:
        both = hashlib.sha256(self.fmu)
        both.update(self.plan or b"")
        return both.hexdigest()[:16]


def is_client(value: object) -> bool:
    """One of dask.distributed, without importing it."""
    return callable(getattr(value, "scatter", None)) and callable(
        getattr(value, "submit", None))


def own_folder() -> str:
    """A folder that goes with the worker."""
    try:
        from distributed import get_worker
        return str(get_worker().local_directory)
    except (ImportError, ValueError):
        return tempfile.gettempdir()


def put_once(path: str, data: bytes) -> str:
    if not os.path.exists(path):
        with tempfile.NamedTemporaryFile(dir=os.path.dirname(path),
                                         delete=False) as file:
            file.write(data)
        os.replace(file.name, path)
    return path


def unpacked(work: Work) -> list[str]:
    """The words for the files of this work, which are written once."""
    with LOCK:
        place = os.path.join(own_folder(), f"foucault-{work.digest}")
        os.makedirs(place, exist_ok=True)
        words = [put_once(os.path.join(place, "model.fmu"), work.fmu)]
        if work.plan is not None:
            words += ["--plan",
                      put_once(os.path.join(place, "plan.csv"), work.plan)]
        return words


def run_chunk(work: Work, first: int, last: int,
              target: Optional[str]) -> Any:
    """On a worker: some of the runs. Their arrays, or the file that has them.
    """
    words = ["sweep", *unpacked(work), *work.words, "--runs",
             f"{first}:{last}", "--jobs", "1"]
    with tempfile.TemporaryDirectory(dir=own_folder()) as place:
        out = os.path.join(place, "runs.npz")
        if target is not None:
            # a name of its own: a worker that is thought lost may go on
            out = f"{target}.{os.path.basename(place)}" + os.path.splitext(
                target)[1]
        done = program.run([*words, "--output", out, "--json"])
        document = program.document_of(done)
        # runs that have failed are results
        if not os.path.exists(out):
            program.fail(done, program.diagnostics_of(document))
        if target is not None:
            os.replace(out, target)
            return target
        with np.load(out) as data:
            return {name: data[name] for name in data}


def parts(total: int, chunk: int) -> list[tuple[int, int]]:
    return [(first, min(first + chunk, total) - 1)
            for first in range(0, total, chunk)]


def spread(client: Any, work: Work, total: int, chunk: Optional[int],
           targets: Optional[str], ending: str) -> list[Any]:
    """What run_chunk() gives, in the order of the runs. dask repeats
    elsewhere what was under way on a worker that is lost."""
    threads = sum(client.nthreads().values())
    if threads == 0:
        raise FoucaultError("the cluster has no workers")
    chunk = chunk or max(1, -(-total//(threads*CHUNKS_A_THREAD)))
    shared = client.scatter(work, broadcast=True, hash=False)
    futures = []
    for first, last in parts(total, chunk):
        target = None if targets is None else os.path.join(
            targets, f"runs-{first:010}-{last:010}{ending}")
        futures.append(client.submit(run_chunk, shared, first, last, target,
                                     pure=False, retries=2))
    try:
        return list(client.gather(futures))
    except BaseException:
        client.cancel(futures)
        raise


def joined(found: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The arrays of all chunks, one after the other. The times of points are
    the same in all."""
    has_curves = any(array.ndim == 2 for array in found[0].values())
    return {name: found[0][name] if has_curves and name == "time"
            else np.concatenate([part[name] for part in found])
            for name in found[0]}


def check_chunk(chunk: Optional[int]) -> None:
    if chunk is not None and chunk < 1:
        raise UsageError(f"chunk is a number of runs, not {chunk}")
