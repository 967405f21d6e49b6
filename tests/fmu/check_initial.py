"""Initialization of one FMU by an importer: the pendulum of tests/initial.

  check_initial.py FMU

What is set is kept, derivatives of the initial values agree with differences,
a failed initialization can be tried again, changed start values are reported.
Prints what is wrong; nothing if all is well.
"""

import math
import shutil
import sys

import fmpy
from fmpy.fmi2 import FMU2Model, FMU2Slave

NAMES = ["x", "y", "vx", "vy", "lam"]


class Importer:
    def __init__(self, kind, description, folder):
        part = (description.coSimulation if kind is FMU2Slave
                else description.modelExchange)
        self.reference = {v.name: v.valueReference
                          for v in description.modelVariables}
        self.fmu = kind(guid=description.guid, unzipDirectory=folder,
                        modelIdentifier=part.modelIdentifier)
        self.fmu.instantiate()
        self.fmu.setupExperiment(startTime=0.0)
        self.fmu.enterInitializationMode()

    def set(self, **values):
        self.fmu.setReal([self.reference[n] for n in values],
                         list(values.values()))

    def get(self):
        return self.fmu.getReal([self.reference[n] for n in NAMES])

    def derivative(self, name):
        return self.fmu.getDirectionalDerivative(
            [self.reference[n] for n in NAMES], [self.reference[name]], [1.0])


def expect(what, got, expected, tolerance=1e-12):
    for name, a, b in zip(NAMES, got, expected):
        if not abs(a - b) <= tolerance*max(1, abs(b)):
            print(f"{what}: {name} is {a!r}, expected {b!r}")


def slope(importer, name, value):
    step = 1e-5
    importer.set(**{name: value + step})
    upper = importer.get()
    importer.set(**{name: value - step})
    lower = importer.get()
    importer.set(**{name: value})
    return [(a - b)/(2*step) for a, b in zip(upper, lower)]


def check(kind, description, folder):
    importer = Importer(kind, description, folder)
    y = -math.sqrt(0.91)
    importer.set(x=0.3)
    expect("x set", importer.get()[:4], [0.3, y, 0, 0])
    importer.set(vx=1.0, vy=1.0)  # both are set: what is across is lost
    along = -y + 0.3
    expect("v set", importer.get()[:4], [0.3, y, -y*along, 0.3*along])
    for name, value in ("L", 1.0), ("g", 9.81):
        exact = importer.derivative(name)
        expect(f"by {name}", exact, slope(importer, name, value), 1e-7)
    importer.set(L=math.nan)
    try:
        importer.fmu.exitInitializationMode()
        print("no error with a length that is not a number")
    except Exception:
        pass
    importer.set(L=1.0, x=0.6, y=-0.8, vx=0.0, vy=0.0)
    importer.fmu.exitInitializationMode()
    expect("another try", importer.get(), [0.6, -0.8, 0, 0, 3.924])
    importer.fmu.freeInstance()


def main(fmu):
    description = fmpy.read_model_description(fmu)
    folder = fmpy.extract(fmu)
    try:
        for kind in (FMU2Slave, FMU2Model):
            check(kind, description, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


main(sys.argv[1])
