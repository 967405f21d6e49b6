"""Sweeps over a cluster of dask, whose workers are processes.

  check_cluster.py MODELS
"""

import glob
import os
import signal
import tempfile
import threading
import time

import numpy as np
from scipy import stats

import foucault
from helpers import PENDULUM, main, need, raises

VARY = {"L": "uniform(0.9,1.1)", "phi0": "normal(1,0.1)"}


def same(a, b):
    need(list(a) == list(b), (list(a), list(b)))
    for name in a:
        need(a[name].shape == b[name].shape and
             np.array_equal(a[name], b[name], equal_nan=True), name)
    need((a.errors == b.errors).all(), b.errors)


def plain(client):
    """The same numbers as without a cluster: grids, tables, curves."""
    for vary, keywords in (
            ({"L": [0.9, 1, 1.1], "phi0": [0.1, 1]}, {"final": True}),
            ({"L": [0.9, 1, 1.1, 1.2, 1.3]}, {"record": "x,y", "stop": 1,
                                              "step": 0.1, "chunk": 2}),
            ({"L": stats.norm(1, 0.1)}, {"samples": 20, "reduce": "max(x)"}),
            (VARY, {"samples": 16, "sampler": "sobol", "final": True})):
        chunk = keywords.pop("chunk", None)
        same(foucault.sweep(PENDULUM, vary, **keywords),
             foucault.sweep(PENDULUM, vary, workers=client, chunk=chunk,
                            **keywords))


def killed(client):
    """A worker that dies at its work: its runs are made elsewhere, and nothing
    is lost."""
    before = client.run(os.getpid)
    ended = []

    def kill():
        busy, end = [], time.monotonic() + 60
        while not busy and time.monotonic() < end:
            time.sleep(0.05)
            busy = [worker for worker, runs in client.processing().items()
                    if runs]
        ended.append(before[busy[0]])
        os.kill(ended[0], signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    runs = foucault.sweep(PENDULUM, VARY, samples=400, final=True,
                          record="x,y", workers=client, chunk=20)
    killer.join()
    need(ended[0] not in client.run(os.getpid).values(), "nobody has died")
    need(not runs.failed.any() and runs["x"].shape == (400,), runs.errors)
    same(foucault.sweep(PENDULUM, VARY, samples=400, final=True,
                        record="x,y"), runs)


def storage(client):
    import pyarrow.parquet as reader
    with tempfile.TemporaryDirectory() as place:
        files = foucault.sweep_files(PENDULUM, VARY, place, samples=50,
                                     final=True, workers=client, chunk=8)
        need(len(files) == 7 and sorted(glob.glob(place + "/*")) == files,
             files)
        table = reader.ParquetDataset(files).read().to_pydict()
        need(table["run"] == list(range(50)), table["run"])
        whole = foucault.sweep(PENDULUM, VARY, samples=50, final=True)
        need(table["L"] == whole["L"].tolist(), "other values")


def wrong(client):
    raises(foucault.FoucaultError, lambda: foucault.sweep(
        PENDULUM, {"LL": [1]}, workers=client), "did you mean")
    raises(foucault.UsageError, lambda: foucault.sweep(
        PENDULUM, {"L": [1]}, workers="cluster"), "workers is")
    raises(foucault.UsageError, lambda: foucault.sweep(
        PENDULUM, {"L": [1]}, workers=client, chunk=0), "a number of runs")


def on_cluster():
    from distributed import Client, LocalCluster
    with LocalCluster(n_workers=3, threads_per_worker=1, processes=True,
                      dashboard_address=None) as local, Client(local) as client:
        for test in (plain, killed, storage, wrong):
            test(client)


if __name__ == "__main__":
    main([on_cluster])
