"""Runs an FMU in Co-Simulation, again and again, and prints what it saw as JSON.

  drive.py FMU RUNS

RUNS is a JSON list of objects: stop, step (of communication), and if need be
set (values by name), stop_is_given, tolerance, input (by name, a formula of t),
and derivatives (how many of each input are given, formulas likewise), read (a
variable whose value at every point is printed).
"""

import json
import math
import shutil
import sys

import fmpy
from fmpy.fmi2 import FMU2Slave


def value_of(formula, t):
    return eval(formula, {"t": t, "sin": math.sin, "cos": math.cos,
                          "exp": math.exp, "pi": math.pi})


class Logger:
    def __init__(self):
        self.lines = []

    def __call__(self, environment, name, status, category, message):
        self.lines.append([status, category.decode(), message.decode()])


def drive(about, place, run, logger):
    reference = {v.name: v.valueReference for v in about.modelVariables}
    fmu = FMU2Slave(guid=about.guid, unzipDirectory=place, instanceName="m",
                    modelIdentifier=about.coSimulation.modelIdentifier)
    callbacks = fmpy.fmi2.fmi2CallbackFunctions()
    callbacks.logger = fmpy.fmi2.fmi2CallbackLoggerTYPE(logger)
    callbacks.allocateMemory = fmpy.fmi2.fmi2CallbackAllocateMemoryTYPE(
        fmpy.calloc)
    callbacks.freeMemory = fmpy.fmi2.fmi2CallbackFreeMemoryTYPE(fmpy.free)
    fmu.instantiate(callbacks=callbacks, loggingOn=run.get("log", False))
    for name, value in run.get("set", {}).items():
        fmu.setReal([reference[name]], [value])
    inputs = run.get("input", {})
    for name, formula in inputs.items():
        fmu.setReal([reference[name]], [value_of(formula, 0)])
    stop, step = run["stop"], run["step"]
    fmu.setupExperiment(
        tolerance=run.get("tolerance"), startTime=0,
        stopTime=stop if run.get("stop_is_given", True) else None)
    fmu.enterInitializationMode()
    fmu.exitInitializationMode()
    n = round(stop/step)
    curve = []
    for k in range(n):
        t = k*stop/n
        for name, formula in inputs.items():
            fmu.setReal([reference[name]], [value_of(formula, t)])
        for name, formulas in run.get("derivatives", {}).items():
            for order, formula in enumerate(formulas, 1):
                fmu.setRealInputDerivatives(
                    [reference[name]], [order], [value_of(formula, t)])
        fmu.doStep(t, stop/n)
        if "read" in run:
            curve.append(fmu.getReal([reference[run["read"]]])[0])
    names = [v.name for v in about.modelVariables
             if v.type == "Real" and v.causality != "parameter"]
    values = fmu.getReal([reference[name] for name in names])
    fmu.terminate()
    fmu.freeInstance()
    return {"final": dict(zip(names, values)), "curve": curve}


def main():
    path, runs = sys.argv[1], json.loads(sys.argv[2])
    about = fmpy.read_model_description(path)
    place = fmpy.extract(path)
    results = []
    for run in runs:
        logger = Logger()
        results.append(drive(about, place, run, logger))
        results[-1]["log"] = logger.lines
    shutil.rmtree(place)
    print(json.dumps(results))


main()
