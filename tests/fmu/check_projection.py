"""A pendulum whose constraint drifts away, in Model Exchange.

  check_projection.py FMU off|step|inner

Stepped by FMPy's CVode. off: the constraint drifts. step: events move the
states back before they are far away. inner: what is read satisfies the
constraint exactly, though the states that are integrated do not. Then, off
the constraint by hand: directional derivatives against differences, and a
saved state.
"""

import shutil
import sys
from ctypes import POINTER, c_double

import fmpy
import numpy
from fmpy.fmi2 import FMU2Model

FLOATS = POINTER(c_double)
TOLERANCE = 1e-9
STOP = 100.0
INTERVAL = 0.05
# 100 tolerances away from the circle, g is twice that; and what one
# communication interval adds.
FAR = {"off": (1e-6, 1e-3), "step": (0, 4e-7), "inner": (0, 1e-12)}
EVENTS = {"off": (0, 0), "step": (2, 40), "inner": (0, 0)}


def fail(text):
    print(text)
    sys.exit(1)


def run(fmu, flavour):
    rows = fmpy.simulate_fmu(
        fmu, fmi_type="ModelExchange", solver="CVode", stop_time=STOP,
        relative_tolerance=TOLERANCE, output_interval=INTERVAL,
        record_events=True, output=["drift[1].g", "x", "y"])
    g = abs(rows["drift[1].g"]).max()
    events = len(rows) - round(STOP / INTERVAL) - 1
    print(f"{flavour}: drift {g:.2g}, {events} events")
    low, high = FAR[flavour]
    if not low <= g <= high:
        fail(f"the constraint is off by {g}")
    low, high = EVENTS[flavour]
    if not low <= events <= high:
        fail(f"{events} events")


class Model:
    def __init__(self, place, description):
        self.fmu = FMU2Model(
            guid=description.guid, unzipDirectory=place, instanceName="p",
            modelIdentifier=description.modelExchange.modelIdentifier)
        self.fmu.instantiate()
        self.fmu.setupExperiment(startTime=0)
        self.fmu.enterInitializationMode()
        self.fmu.exitInitializationMode()
        self.fmu.newDiscreteStates()
        self.fmu.enterContinuousTimeMode()
        self.n = description.numberOfContinuousStates
        derivatives = [d.variable for d in description.derivatives]
        self.derivative = [d.valueReference for d in derivatives]
        self.state = [d.derivative.valueReference for d in derivatives]

    def states(self):
        x = numpy.zeros(self.n)
        self.fmu.getContinuousStates(x.ctypes.data_as(FLOATS), self.n)
        return x

    def slopes(self, x):
        out = numpy.zeros(self.n)
        self.fmu.setContinuousStates(x.ctypes.data_as(FLOATS), self.n)
        self.fmu.getDerivatives(out.ctypes.data_as(FLOATS), self.n)
        return out

    def columns(self, x):
        self.slopes(x)
        return numpy.array([self.fmu.getDirectionalDerivative(
            self.derivative, [s], [1.0]) for s in self.state]).T


def differences(model, x, h=1e-5):
    steps = h * numpy.eye(len(x))
    return numpy.array([(model.slopes(x + d) - model.slopes(x - d)) / (2*h)
                        for d in steps]).T


def same_derivatives(model, x):
    off = abs(model.columns(x) - differences(model, x)).max()
    print(f"directional derivatives: off by {off:.2g}")
    if off > 1e-6:
        fail("directional derivatives are wrong")


def same_again(model, x):
    """What the importer has set it gets back, also from a saved state."""
    before = model.slopes(x)
    state = model.fmu.getFMUState()
    model.slopes(x + 0.01)
    model.fmu.setFMUState(state)
    if (model.states() != x).any() or (model.slopes(x) != before).any():
        fail("a saved state has other states or derivatives")
    model.fmu.freeFMUState(state)


def main(fmu, flavour):
    run(fmu, flavour)
    description = fmpy.read_model_description(fmu)
    place = fmpy.extract(fmu)
    model = Model(place, description)
    x = model.states()
    same_derivatives(model, x + 1e-7)
    same_again(model, x + 1e-4)
    model.fmu.terminate()
    model.fmu.freeInstance()
    shutil.rmtree(place)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
