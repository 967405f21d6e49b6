"""A pendulum with stabilized constraint that begins off its circle.

  check_violation.py FMU

The FMU is stepped as Model Exchange by a Runge-Kutta method. With alpha =
beta = a and a start at rest the residual g must follow
g(0) (1 + a t) exp(-a t), whatever the motion is; a is changed and tried again.
"""

import shutil
import sys
from ctypes import POINTER, c_double

import fmpy
import numpy
from fmpy.fmi2 import FMU2Model

FLOATS = POINTER(c_double)
LENGTH = 1.01
STEP = 5e-4
GOOD = 1e-8


def begin(place, description):
    model = FMU2Model(guid=description.guid, unzipDirectory=place,
                      modelIdentifier=description.modelExchange.modelIdentifier,
                      instanceName="pendulum")
    model.instantiate()
    model.setupExperiment(startTime=0)
    model.enterInitializationMode()
    model.exitInitializationMode()
    model.newDiscreteStates()
    return model


def slope(model, t, y):
    out = numpy.zeros(len(y))
    model.setTime(t)
    model.setContinuousStates(y.ctypes.data_as(FLOATS), len(y))
    model.getDerivatives(out.ctypes.data_as(FLOATS), len(y))
    return out


def step(model, t, y, h):
    a = slope(model, t, y)
    b = slope(model, t + h/2, y + h/2*a)
    c = slope(model, t + h/2, y + h/2*b)
    d = slope(model, t + h, y + h*c)
    return y + h/6*(a + 2*b + 2*c + d)


def violation(model, reference, rate):
    for word in ("alpha", "beta"):
        model.setReal([reference["baumgarte." + word]], [rate])
    model.enterContinuousTimeMode()
    y = LENGTH * numpy.array([numpy.sin(0.5), -numpy.cos(0.5), 0, 0])
    off = 0
    for k in range(int(2/STEP)):
        y = step(model, k*STEP, y, STEP)
        t = (k + 1)*STEP
        g = y[0]**2 + y[1]**2 - 1
        law = (LENGTH**2 - 1) * (1 + rate*t) * numpy.exp(-rate*t)
        off = max(off, abs(g - law))
    slope(model, t, y)
    told = model.getReal([reference["drift[1].g"]])[0]
    return off, abs(abs(told) - abs(g))


def main(fmu):
    description = fmpy.read_model_description(fmu)
    reference = {v.name: v.valueReference
                 for v in description.modelVariables}
    place = fmpy.extract(fmu)
    for rate in (10.0, 4.0):
        model = begin(place, description)
        off, told = violation(model, reference, rate)
        print(f"rate {rate}: off by {off:.2g}, told {told:.2g}")
        model.terminate()
        model.freeInstance()
        if not (off < GOOD and told < GOOD):
            return 1
    shutil.rmtree(place)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
