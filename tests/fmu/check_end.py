"""An FMU whose model ends the simulation at the start, in FMPy.

  check_end.py FMU

As Co-Simulation the first step is discarded, with the status Terminated; as
Model Exchange the first event asks for the end. After a reset all is the same
once more.
"""

import shutil
import sys

import fmpy
from fmpy.fmi1 import FMICallException
from fmpy.fmi2 import fmi2Discard, fmi2LastSuccessfulTime, fmi2Terminated
from fmpy.simulation import instantiate_fmu


def initialize(instance):
    instance.setupExperiment(startTime=0.0, stopTime=1.0)
    instance.enterInitializationMode()
    instance.exitInitializationMode()


def cosimulation(instance):
    initialize(instance)
    try:
        instance.doStep(0.0, 0.5)
        return "the step is not discarded"
    except FMICallException as failure:
        if failure.status != fmi2Discard:
            return f"status {failure.status}"
    if not instance.getBooleanStatus(fmi2Terminated):
        return "the status is not Terminated"
    if instance.getRealStatus(fmi2LastSuccessfulTime) != 0:
        return "the last successful time is not 0"
    return None


def model_exchange(instance):
    initialize(instance)
    ends = instance.newDiscreteStates()[1]
    return None if ends else "the first event does not ask for the end"


def main():
    place = fmpy.extract(sys.argv[1])
    description = fmpy.read_model_description(place)
    wrong = []
    for kind, check in (("CoSimulation", cosimulation),
                        ("ModelExchange", model_exchange)):
        instance = instantiate_fmu(place, description, kind)
        wrong += [f"{kind}: {why}" for why in
                  (check(instance), instance.reset(), check(instance)) if why]
        instance.freeInstance()
    shutil.rmtree(place)
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
