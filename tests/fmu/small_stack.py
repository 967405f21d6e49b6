"""An FMU in two threads with stacks of 256 kB at once: values at the end, those
of a run that was put back in its middle.

  small_stack.py FMU
"""

import json
import sys
import threading

import fmpy
from fmpy.fmi2 import FMU2Slave

NAMES = ("x", "y", "w", "s", "A[190,190]", "A[1,7]")
STEPS = 8


def step(fmu, k):
    fmu.doStep(0.2*k/STEPS, 0.2/STEPS)


def run(description, place, p, values):
    reference = {v.name: v.valueReference
                 for v in description.modelVariables}
    fmu = FMU2Slave(guid=description.guid, unzipDirectory=place,
                    modelIdentifier=description.coSimulation.modelIdentifier,
                    instanceName=f"p{p}")
    fmu.instantiate()
    fmu.setupExperiment(startTime=0)
    fmu.setReal([reference["p"]], [p])
    fmu.enterInitializationMode()
    fmu.exitInitializationMode()
    for k in range(STEPS//2):
        step(fmu, k)
    state = fmu.getFMUState()
    step(fmu, STEPS//2)
    fmu.setFMUState(state)
    fmu.freeFMUState(state)
    for k in range(STEPS//2, STEPS):
        step(fmu, k)
    numbers = fmu.getReal([reference[name] for name in NAMES])
    fmu.getDirectionalDerivative([reference["der(x)"]], [reference["x"]], [1])
    fmu.terminate()
    fmu.freeInstance()
    values[p] = dict(zip(NAMES, numbers))


def main(path):
    place = str(fmpy.extract(path))
    description = fmpy.read_model_description(path, validate=False)
    values = {}
    threading.stack_size(262144)
    threads = [threading.Thread(target=run,
                                args=(description, place, p, values))
               for p in (1, 1.5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(json.dumps([values[1], values[1.5]]))


main(sys.argv[1])
