"""Communication points that are sums of steps, as most importers make them: the
solver and the point are some roundings apart. An input jumps once.

  summed_times.py FMU STEP STEPS JUMP...

For each step at which the input jumps, prints the time that was reached and
the state there, as JSON."""

import json
import sys

from fmpy import extract, read_model_description
from fmpy.fmi2 import FMU2Slave


def run(slave, references, step, steps, jump):
    slave.setupExperiment(startTime=0.0)
    slave.enterInitializationMode()
    slave.exitInitializationMode()
    time = 0.0
    for k in range(steps):
        slave.setReal([references["f"]], [10.0 if k >= jump else 0.0])
        try:
            slave.doStep(time, step)
        except Exception:
            break
        time += step
    reached = [time, slave.getReal([references["s"]])[0]]
    slave.reset()
    return reached


def main(path, step, steps, *jumps):
    description = read_model_description(path)
    slave = FMU2Slave(
        guid=description.guid, unzipDirectory=extract(path),
        modelIdentifier=description.coSimulation.modelIdentifier,
        instanceName="a")
    slave.instantiate()
    references = {v.name: v.valueReference
                  for v in description.modelVariables}
    print(json.dumps([run(slave, references, float(step), int(steps), int(k))
                      for k in jumps]))


if __name__ == "__main__":
    main(*sys.argv[1:])
