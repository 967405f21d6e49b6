"""Saved states of a Co-Simulation FMU in FMPy.

  round_trip(fmu, start_values, stop)   None, or what is not exact
  saved_states.py FMU store FILE        runs to half time, serializes, goes on
  saved_states.py FMU resume FILE       another process goes on from there

The latter two print all Real values at the end, in hexadecimal.
"""

import struct
import sys

from fmpy import extract, read_model_description
from fmpy.fmi2 import FMU2Slave

STEPS, SAVED, STEP = 30, 12, 0.02


class Run:
    def __init__(self, fmu, start_values=None, tolerance=1e-8):
        self.description = read_model_description(fmu)
        self.folder = extract(fmu)
        kinds = {"Real": "Real", "Integer": "Integer",
                 "Enumeration": "Integer", "Boolean": "Boolean"}
        self.references = {kind: sorted({
            v.valueReference for v in self.description.modelVariables
            if kinds.get(v.type) == kind}) for kind in set(kinds.values())}
        self.fmu = FMU2Slave(
            guid=self.description.guid, unzipDirectory=self.folder,
            modelIdentifier=self.description.coSimulation.modelIdentifier)
        self.fmu.instantiate()
        self.fmu.setupExperiment(tolerance=tolerance, startTime=0.0)
        self.set(start_values or {})
        self.fmu.enterInitializationMode()
        self.fmu.exitInitializationMode()

    def set(self, values):
        for v in self.description.modelVariables:
            if v.name in values:
                kind = "Integer" if v.type == "Enumeration" else v.type
                getattr(self.fmu, "set" + kind)([v.valueReference],
                                                [values[v.name]])

    def values(self):
        """All of them as bytes: NaN is equal to itself."""
        real = self.fmu.getReal(self.references["Real"])
        whole = (self.fmu.getInteger(self.references["Integer"]) +
                 self.fmu.getBoolean(self.references["Boolean"]))
        return struct.pack(f"{len(real)}d{len(whole)}i", *real, *whole)

    def curve(self, begin, end, step, every=0):
        """Values after each step; saves and drops states on the way."""
        points = []
        for k in range(begin, end):
            if every and k % every == 0:
                self.fmu.freeFMUState(self.fmu.getFMUState())
            self.fmu.doStep(k*step, step)
            points.append(self.values())
        return points

    def end(self):
        self.fmu.freeInstance()


def round_trip(fmu, start_values, stop):
    step = stop/STEPS
    plain = Run(fmu, start_values)
    wanted = plain.curve(0, STEPS, step)
    plain.end()
    run = Run(fmu, start_values)
    if run.curve(0, SAVED, step, every=3) != wanted[:SAVED]:
        return "saving changes the trajectory"
    state = run.fmu.getFMUState()
    for again in ("first", "second", "third"):
        if run.curve(SAVED, STEPS, step) != wanted[SAVED:]:
            return f"the {again} run from the saved state has other bytes"
        run.fmu.setFMUState(state)
    run.fmu.freeFMUState(state)
    run.end()
    return None


def main():
    fmu, what, file = sys.argv[1:]
    run = Run(fmu)
    if what == "store":
        run.curve(0, SAVED, STEP)
        with open(file, "wb") as out:
            out.write(run.fmu.serializeFMUState(run.fmu.getFMUState()))
    else:
        with open(file, "rb") as stored:
            run.fmu.setFMUState(run.fmu.deSerializeFMUstate(stored.read()))
    run.curve(SAVED, STEPS, STEP)
    reals = run.fmu.getReal(run.references["Real"])
    print(" ".join(value.hex() for value in reals))
    run.end()


if __name__ == "__main__":
    main()
