"""One FMU in libcosim, which imports through FMI Library.

  check_cosim.py FMU MODEL

Steps the FMU by a fixed-step co-simulation and compares the end of every
case. Prints one JSON line per test: [name, null or reason].
"""

import json
import os
import re
import sys
import traceback
import zipfile

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(TESTS, "numeric"))

from libcosimpy.CosimEnums import CosimVariableType  # noqa: E402
from libcosimpy.CosimExecution import CosimExecution  # noqa: E402
from libcosimpy.CosimLogging import (CosimLogLevel,  # noqa: E402
                                     log_output_level)
from libcosimpy.CosimObserver import CosimObserver  # noqa: E402
from libcosimpy.CosimSlave import CosimLocalSlave  # noqa: E402

from cases import CASES  # noqa: E402

NANO = 1000000000
# libcosim gives no tolerance: the FMU uses the one of its experiment.
ALLOWED = 1e-4


def steps_of(case):
    """libcosim counts in nanoseconds: a step that is a whole number of
    them."""
    n = len(case.times) - 1
    return round(case.stop/n*NANO), n


def run(fmu, case):
    step, n = steps_of(case)
    execution = CosimExecution.from_step_size(step)
    slave = execution.add_local_slave(CosimLocalSlave(fmu, "subject"))
    observer = CosimObserver.create_last_value()
    if not execution.add_observer(observer):
        return "the observer cannot be added"
    variables = {v.name.decode(): v
                 for v in execution.slave_variables(slave)}
    for name, value in case.set.items():
        if not execution.real_initial_value(
                slave, variables[name].reference, float(value)):
            return f"{name} cannot be set"
    if not execution.step(step_count=n):
        return "a step failed"
    return compare(case, observer, slave, variables, enumerations(fmu))


def enumerations(fmu):
    """libcosim does not list them."""
    with zipfile.ZipFile(fmu) as archive:
        text = archive.read("modelDescription.xml").decode()
    return set(re.findall(r'<ScalarVariable name="([^"]*)"[^>]*>\s*'
                          r'<Enumeration', text))


def compare(case, observer, slave, variables, unseen):
    end = {}
    for name in case.columns():
        if name in unseen:
            continue
        v = variables[name]
        if v.type != CosimVariableType.REAL.value:
            continue
        end[name] = observer.last_real_values(slave, [v.reference])[0]
    for name, got in end.items():
        expected = case.rows[-1][name]
        scale = case.scale.get(name, max(1, abs(expected)))
        if not abs(got - expected) <= ALLOWED*scale:
            return f"{name} ends at {got:.12g}, expected {expected:.12g}"
    return None if end else "nothing was compared"


def main():
    log_output_level(CosimLogLevel.FATAL)
    fmu, model = sys.argv[1:]
    for case in CASES:
        if case.model != model:
            continue
        try:
            reason = run(fmu, case)
        except Exception:
            reason = traceback.format_exc().strip().splitlines()[-1]
        print(json.dumps([f"cosim/{case.name}", reason]), flush=True)


main()
