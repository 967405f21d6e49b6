"""Parameters of constraints that are set while an FMU runs.

  tuned.py SET EXPECTED FMU ...

SET and EXPECTED are JSON objects of names and values. The values must stand
right after the change and a second later, in Co-Simulation and in Model
Exchange. With EXPECTED null the change must be refused. The log is printed.
"""

import json
import shutil
import sys

import fmpy
from fmpy.fmi1 import FMICallException
from fmpy.fmi2 import FMU2Model, FMU2Slave


def fail(text):
    print(text, file=sys.stderr)
    sys.exit(1)


class Run:
    def __init__(self, path, kind):
        about = fmpy.read_model_description(path)
        self.place = fmpy.extract(path)
        self.kind = kind
        self.reference = {v.name: v.valueReference
                          for v in about.modelVariables}
        self.n = about.numberOfContinuousStates
        of_kind, make = {"cs": (about.coSimulation, FMU2Slave),
                         "me": (about.modelExchange, FMU2Model)}[kind]
        self.fmu = make(guid=about.guid, unzipDirectory=self.place,
                        modelIdentifier=of_kind.modelIdentifier)
        self.fmu.instantiate()
        self.fmu.setupExperiment(tolerance=1e-8, startTime=0.0)
        self.fmu.enterInitializationMode()
        self.fmu.exitInitializationMode()
        if kind == "me":
            self.fmu.newDiscreteStates()
            self.fmu.enterContinuousTimeMode()

    def step(self, time):
        """One second; states do not move in these models."""
        if self.kind == "cs":
            self.fmu.doStep(time, 1.0)
            return
        self.fmu.setTime(time + 1.0)
        self.fmu.completedIntegratorStep()

    def set(self, values):
        if self.kind == "me":
            self.fmu.enterEventMode()
        for name, value in values.items():
            self.fmu.setReal([self.reference[name]], [value])
        if self.kind == "me":
            info = self.fmu.newDiscreteStates()
            self.fmu.enterContinuousTimeMode()
            return info[3]
        return True

    def check(self, expected, when):
        for name, value in expected.items():
            found = self.fmu.getReal([self.reference[name]])[0]
            if abs(found - value) > 1e-7*max(1, abs(value)):
                fail(f"{self.kind}, {when}: {name} is {found!r}, "
                     f"not {value!r}")

    def end(self):
        self.fmu.freeInstance()
        shutil.rmtree(self.place)


def run(path, kind, values, expected):
    one = Run(path, kind)
    one.step(0.0)
    try:
        one.set(values)
        one.check(expected or {}, "at once")
        one.step(1.0)
        one.check(expected or {}, "later")
    except FMICallException as error:
        if expected is not None:
            fail(f"{kind}: {error}")
    else:
        if expected is None:
            fail(f"{kind}: the change was not refused")
    one.end()


for fmu in sys.argv[3:]:
    for each in ("cs", "me"):
        run(fmu, each, json.loads(sys.argv[1]), json.loads(sys.argv[2]))
