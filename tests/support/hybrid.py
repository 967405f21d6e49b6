"""Models of tests/hybrid, built and stepped in FMPy as Co-Simulation and as
Model Exchange: what events, clocks and connectors make of them at the end of
the run, by closed forms or by hand.
"""

import json
import math
import os

from .suite import ROOT, folder, foucault, need, python

MODELS = os.path.join(ROOT, "tests", "hybrid")


class Row:
    """stop: the end of the run; final: {name: value} there; inputs: {name:
    [[time, value], ...]}, held in between; tolerance: relative to max(1,
    |value|)."""

    def __init__(self, stop, final, inputs=None, tolerance=1e-6):
        self.stop = stop
        self.final = final
        self.inputs = inputs or {}
        self.tolerance = tolerance


ROWS = {
    "floor_in_function": Row(3.5, {
        "y": 10, "z": 3.95 + 0.8*(math.sin(3.5) - math.sin(1.1)), "w": 20,
        "q": 40, "r": 10, "s": 30}),
    # counted from the curves
    "floor_counts": Row(9.9, {
        "n_i": 29, "n_j": 30, "n_d": 13, "n_c": 30, "n_b": 33, "n_k": 29,
        "far": 0, "at": -2, "m": 5*math.sin(9.9) + 3,
        "r": 5*math.sin(9.9) + 2}),
    "discrete_input": Row(5, {
        "n_set": 4, "n_high": 2, "at": 4, "before": 0.5, "double": 6,
        "high": 1, "late": 1, "x": 6},
        {"u": [[0, 0], [1, 0.5], [2, 2], [3, 0.5], [4, 3]]}),
    "priorities": Row(3.9, {
        "a": 611, "b": 3, "at": math.pi + math.pi/6, "c": 5, "d": 1015,
        "e": 5056, "n": 4, "v": 1.9, "s": 11 - 2.9 + 2.9**2/2}),
    "past": Row(6, {
        "worst": 0, "t_on": 1.3, "root": 0, "area": 2 + 2*(-1 - math.cos(6)),
        "heat": 3*2 + 5*(-1 - math.cos(6))}),
    "kinds": Row(7.5, {
        "level[1]": 2, "level[2]": 3, "level[3]": 2, "n_text": 7,
        "length": 98, "n_mode": 4, "mode": 2, "number": 2}),
}


def check(name):
    row = ROWS[name]
    with folder() as place:
        fmu = os.path.join(place, name + ".fmu")
        foucault("build", os.path.join(MODELS, name + ".mo"), "-o", fmu)
        done = python("fmu/step_final.py", fmu, str(row.stop),
                      json.dumps(row.inputs))
    for kind, end in json.loads(done.stdout).items():
        need(isinstance(end, dict), f"{kind}: {end}")
        for variable, value in row.final.items():
            allowed = row.tolerance*max(1, abs(value))
            need(abs(end[variable] - value) <= allowed,
                 f"{kind}: {variable} ends at {end[variable]:.12g}, expected "
                 f"{value:.12g}")


def every_model():
    names = {name[:-3] for name in os.listdir(MODELS) if name[-3:] == ".mo"}
    need(names == set(ROWS), f"only here or there: {names ^ set(ROWS)}")


def collect(runner):
    runner.add("hybrid/every_model", every_model)
    for name in ROWS:
        runner.add(f"hybrid/{name}", lambda name=name: check(name))
