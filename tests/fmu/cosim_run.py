"""One FMU stepped by libcosim, as several checks need it."""

from libcosimpy.CosimExecution import CosimExecution
from libcosimpy.CosimObserver import CosimObserver
from libcosimpy.CosimSlave import CosimLocalSlave


def cosim_run(fmu, stop, steps, starts, names):
    """Values of names after the first and after the last step. A step of
    libcosim is a whole number of nanoseconds."""
    execution = CosimExecution.from_step_size(round(stop/steps*1e9))
    slave = execution.add_local_slave(CosimLocalSlave(fmu, "subject"))
    observer = CosimObserver.create_last_value()
    execution.add_observer(observer)
    reference = {v.name.decode(): v.reference
                 for v in execution.slave_variables(slave)}
    for name, value in starts.items():
        if not execution.real_initial_value(slave, reference[name], value):
            raise RuntimeError(f"{name} cannot be set")

    def values():
        return observer.last_real_values(slave,
                                         [reference[name] for name in names])
    if not execution.step():
        raise RuntimeError("the first step failed")
    first = values()
    if not execution.step(step_count=steps - 1):
        raise RuntimeError("a step failed")
    return first, values()
