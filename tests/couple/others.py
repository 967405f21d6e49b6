"""The same SSP in libcosim and FMPy.

  others.py SYSTEM.ssp STEPS STEP NAME...

Prints a JSON object: importer -> {component.variable: value at the end}.
libcosim reads a folder; FMPy keeps the values of a step at its beginning."""

import json
import os
import sys
import tempfile
import zipfile

from fmpy.ssp.simulation import simulate_ssp
from libcosimpy.CosimExecution import CosimExecution
from libcosimpy.CosimLogging import CosimLogLevel, log_output_level
from libcosimpy.CosimObserver import CosimObserver


def by_fmpy(path, steps, step, names):
    # half a step less: its times are sums
    rows = simulate_ssp(path, stop_time=(steps - 0.5)*step, step_size=step)
    assert len(rows) == steps, len(rows)
    return {name: float(rows[name][-1]) for name in names}


def by_cosim(path, steps, step, names):
    log_output_level(CosimLogLevel.ERROR)
    with tempfile.TemporaryDirectory() as place:
        with zipfile.ZipFile(path) as archive:
            archive.extractall(place)
        execution = CosimExecution.from_ssp_file(
            ssp_path=os.path.join(place, "SystemStructure.ssd"),
            step_size=round(step*1e9))
        observer = CosimObserver.create_last_value()
        execution.add_observer(observer)
        assert execution.step(step_count=steps)
        values = {}
        for name in names:
            part, variable = name.split(".", 1)
            slave = execution.slave_index_from_instance_name(part)
            reference = [v.reference for v in execution.slave_variables(slave)
                         if v.name.decode() == variable]
            values[name] = observer.last_real_values(slave, reference)[0]
        return values


def main(path, steps, step, *names):
    steps, step = int(steps), float(step)
    print(json.dumps({"fmpy": by_fmpy(path, steps, step, names),
                      "cosim": by_cosim(path, steps, step, names)}))


if __name__ == "__main__":
    main(*sys.argv[1:])
