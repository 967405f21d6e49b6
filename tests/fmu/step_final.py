"""Steps an FMU in FMPy and prints where it ends.

  step_final.py FMU STOP [INPUTS.json]

INPUTS: {name: [[time, value], ...]}, each value held until the next time.
Prints {"cs": {name: value}, "me": {name: value}}, or the text of the fault
instead of the values.
"""

import json
import sys

import fmpy
import numpy

KINDS = {"cs": "CoSimulation", "me": "ModelExchange"}
TYPES = {"Real": "f8", "Integer": "i4", "Boolean": "?", "Enumeration": "i4"}


def table(about, inputs):
    """One row for each time at which one of them changes."""
    if not inputs:
        return None
    kind = {v.name: TYPES[v.type] for v in about.modelVariables}
    times = sorted({time for rows in inputs.values() for time, _ in rows})
    lines = [(time, *([value for at, value in rows if at <= time][-1]
                      for rows in inputs.values())) for time in times]
    return numpy.array(lines, dtype=[("time", "f8")] +
                       [(name, kind[name]) for name in inputs])


def end_of(fmu, about, kind, stop, inputs):
    said = []

    def logger(component, name, status, category, message):
        if status > 1:
            said.append(message.decode())

    names = [v.name for v in about.modelVariables if v.type in TYPES]
    begin = about.defaultExperiment and about.defaultExperiment.startTime
    start = float(begin or 0)
    try:
        last = fmpy.simulate_fmu(
            fmu, fmi_type=KINDS[kind], stop_time=stop, relative_tolerance=1e-9,
            output_interval=(stop - start)/200, output=names, logger=logger,
            input=table(about, inputs))[-1]
    except Exception as fault:
        return said[0] if said else str(fault)
    return {name: float(last[name]) for name in names}


def main():
    fmu, stop = sys.argv[1], float(sys.argv[2])
    about = fmpy.read_model_description(fmu)
    inputs = json.loads(sys.argv[3]) if len(sys.argv) > 3 else {}
    print(json.dumps({kind: end_of(fmu, about, kind, stop, inputs)
                      for kind in KINDS}))


main()
