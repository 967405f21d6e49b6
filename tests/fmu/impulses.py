"""A capacitive divider in importers: a step of V by 3 gives 2 and 1.

  impulses.py FMU INPUT_FMU

The first FMU steps at time 1, the second one has V as its input, for
Co-Simulation alone. The first error ends it, with status 1.
"""

import math
import shutil
import sys

import fmpy
from fmpy.fmi2 import FMU2Slave

from cosim_run import cosim_run

NAMES = ["v1", "v2"]


def fail(text):
    print(text, file=sys.stderr)
    sys.exit(1)


def wrong(what, found, expected, allowed=1e-9):
    if all(abs(a - b) <= allowed for a, b in zip(found, expected)):
        return
    fail(f"{what}: {found}, not {expected}")


def modes(fmu):
    for mode in ("CoSimulation", "ModelExchange"):
        for interval in (0.5, 0.3, 0.01):
            result = fmpy.simulate_fmu(fmu, fmi_type=mode, stop_time=2,
                                       output_interval=interval,
                                       relative_tolerance=1e-8, output=NAMES)
            wrong(f"{mode} {interval}", list(result[-1])[1:], [2, 1])
    wrong("libcosim", cosim_run(fmu, 2.0, 20, {}, NAMES)[1], [2, 1])


class Divider:
    def __init__(self, fmu):
        about = fmpy.read_model_description(fmu)
        self.place = fmpy.extract(fmu)
        self.reference = {v.name: v.valueReference
                          for v in about.modelVariables}
        self.fmu = FMU2Slave(
            guid=about.guid, unzipDirectory=self.place,
            modelIdentifier=about.coSimulation.modelIdentifier)
        self.fmu.instantiate()
        self.begin()

    def begin(self):
        self.time = 0.0
        self.fmu.setupExperiment(tolerance=1e-6, startTime=0.0)
        self.fmu.enterInitializationMode()
        self.fmu.exitInitializationMode()

    def set(self, value, *rates):
        reference = [self.reference["V"]]
        self.fmu.setReal(reference, [value])
        for order, rate in enumerate(rates, 1):
            self.fmu.setRealInputDerivatives(reference, [order], [rate])

    def step(self, size):
        self.fmu.doStep(self.time, size)
        self.time += size

    def values(self):
        return self.fmu.getReal([self.reference[name] for name in NAMES])

    def end(self):
        self.fmu.terminate()
        self.fmu.freeInstance()
        shutil.rmtree(self.place)


def staircase(run):
    """Read before and after the step that follows."""
    for value in (3, 0, -6, 1.5):
        run.set(value)
        wrong(f"{value} set", run.values(), [2*value/3, value/3])
        run.step(0.1)
        wrong(f"{value} held", run.values(), [2*value/3, value/3])


def moving(run):
    """With no, one and two derivatives of the input: no error adds up."""
    for orders in range(3):
        run.fmu.reset()
        run.begin()
        n = 2000
        for k in range(n):
            t = k/n
            rates = (math.cos(t), -math.sin(t))[:orders]
            run.set(math.sin(t), *rates)
            if k % 10 == 0:
                wrong(f"order {orders} at {t}", run.values(),
                      [2*math.sin(t)/3, math.sin(t)/3], 1e-7)
            run.step(1/n)


def restored(run):
    """Saved before a jump, between the new value and the step, and after."""
    run.fmu.reset()
    run.begin()
    run.set(3)
    run.step(0.1)
    for moment in ("before", "set", "read"):
        run.set(3)
        run.step(0.1)
        if moment != "before":
            run.set(-3)
        if moment == "read":
            run.values()
        state, time = run.fmu.getFMUState(), run.time
        ends = []
        for _ in range(2):
            run.set(-3)
            run.step(0.1)
            ends.append(run.values())
            wrong(f"saved {moment}", ends[-1], [-2, -1])
            run.fmu.setFMUState(state)
            run.time = time
        if ends[0] != ends[1]:
            fail(f"saved {moment}: {ends}")
        run.fmu.freeFMUState(state)


def main():
    modes(sys.argv[1])
    run = Divider(sys.argv[2])
    staircase(run)
    moving(run)
    restored(run)
    run.end()


main()
