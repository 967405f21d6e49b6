"""A pendulum with stabilized constraint that begins off its circle.

  check_violation.py FMU

The FMU is stepped as Model Exchange by a Runge-Kutta method. The residual g
must follow g'' + 2 alpha g' + beta^2 g = 0, whatever the motion is: critically
damped and less, with other values set in the FMU.
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


def law(alpha, beta, t):
    """From 1 at rest; alpha <= beta."""
    omega = numpy.sqrt(beta**2 - alpha**2)
    if omega == 0:
        return (1 + alpha*t)*numpy.exp(-alpha*t)
    return numpy.exp(-alpha*t)*(numpy.cos(omega*t)
                                + alpha/omega*numpy.sin(omega*t))


def violation(model, reference, alpha, beta):
    for word, value in (("alpha", alpha), ("beta", beta)):
        model.setReal([reference["baumgarte." + word]], [value])
    model.enterContinuousTimeMode()
    y = LENGTH * numpy.array([numpy.sin(0.5), -numpy.cos(0.5), 0, 0])
    off = 0
    for k in range(int(2/STEP)):
        y = step(model, k*STEP, y, STEP)
        t = (k + 1)*STEP
        g = y[0]**2 + y[1]**2 - 1
        off = max(off, abs(g - (LENGTH**2 - 1)*law(alpha, beta, t)))
    slope(model, t, y)
    report = model.getReal([reference["drift[1].g"]])[0]
    return off, abs(abs(report) - abs(g))


def main(fmu):
    description = fmpy.read_model_description(fmu)
    reference = {v.name: v.valueReference
                 for v in description.modelVariables}
    place = fmpy.extract(fmu)
    for rates in ((10.0, 10.0), (4.0, 4.0), (10.0, numpy.sqrt(200))):
        model = begin(place, description)
        off, report = violation(model, reference, *rates)
        print(f"rates {rates}: off by {off:.2g}, reported {report:.2g}")
        model.terminate()
        model.freeInstance()
        if not (off < GOOD and report < GOOD):
            return 1
    shutil.rmtree(place)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
