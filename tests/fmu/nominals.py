"""Prints the nominal values of the states after initialization, as JSON.

  nominals.py FMU
"""

import ctypes
import json
import shutil
import sys

import fmpy
from fmpy.fmi2 import FMU2Model


def main():
    path = sys.argv[1]
    about = fmpy.read_model_description(path)
    place = fmpy.extract(path)
    fmu = FMU2Model(guid=about.guid, unzipDirectory=place, instanceName="m",
                    modelIdentifier=about.modelExchange.modelIdentifier)
    fmu.instantiate()
    fmu.setupExperiment()
    fmu.enterInitializationMode()
    fmu.exitInitializationMode()
    n = about.numberOfContinuousStates
    sizes = (ctypes.c_double*n)()
    fmu.fmi2GetNominalsOfContinuousStates(fmu.component, sizes, n)
    fmu.freeInstance()
    shutil.rmtree(place)
    print(json.dumps(list(sizes)))


main()
