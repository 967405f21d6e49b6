"""An FMU that fails while it runs, in FMPy.

  check_fault.py FMU [WORDS]

Steps the FMU as Co-Simulation and as Model Exchange to time 1, in steps of
0.1. It must return an error and say the words; then the same instance, reset,
must run to the end with c = 1. Without words nothing may fail. Co-Simulation
is tried in libcosim too.
"""

import shutil
import sys

import fmpy
from fmpy.fmi1 import FMICallException
from fmpy.simulation import instantiate_fmu
from libcosimpy.CosimExecution import CosimExecution
from libcosimpy.CosimLogging import CosimLogLevel, log_output_level
from libcosimpy.CosimSlave import CosimLocalSlave


def run(fmu, instance, description, kind, start):
    fmpy.simulate_fmu(fmu, stop_time=1, step_size=0.1, output_interval=0.1,
                      fmi_type=kind, start_values=start,
                      model_description=description, fmu_instance=instance)


def check(fmu, kind, words):
    """None, or what is wrong."""
    said = []
    place = fmpy.extract(fmu)
    description = fmpy.read_model_description(place)

    def listen(environment, name, status, category, message):
        said.append(message.decode())

    instance = instantiate_fmu(place, description, kind, logger=listen,
                               debug_logging=True)
    try:
        run(place, instance, description, kind, {})
        failed = False
    except (FMICallException, RuntimeError):  # the latter: FMPy's CVode
        failed = True
    if failed != bool(words):
        return "it failed: " + "; ".join(said) if failed else "no error"
    if words and not any(words in text for text in said):
        return f"it does not say {words!r} but " + "; ".join(said)
    if words:
        instance.reset()
        run(place, instance, description, kind, {"c": 1})
    instance.freeInstance()
    shutil.rmtree(place)
    return None


def check_cosim(fmu, fails):
    """libcosim ends the process where initialization fails."""
    log_output_level(CosimLogLevel.FATAL)
    execution = CosimExecution.from_step_size(100000000)
    execution.add_local_slave(CosimLocalSlave(fmu, "subject"))
    if execution.step(step_count=10) == fails:
        return "a step failed" if not fails else "no step failed"
    return None


def main():
    fmu, words = sys.argv[1], "".join(sys.argv[2:])
    wrong = [f"{kind}: {why}" for kind in ("CoSimulation", "ModelExchange")
             if (why := check(fmu, kind, words))]
    if "at time 0 " not in words and "M.f(0)" not in words:
        why = check_cosim(fmu, bool(words))
        wrong += [f"libcosim: {why}"] if why else []
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
