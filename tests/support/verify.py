"""simulate --verify: the gallery, run in two ways; what the option reports."""

import json
import os

from .check import entries, pack
from .suite import (LIBRARIES, foucault, fmu_of, folder, model_file, models,
                    need, write)

# The repetition differs, and that is true: the variable, and why.
DIFFERENT = {
    # all diodes block: n is decided by currents of 1e-9 A; IDA gives up there
    "circuits/diode_bridge": "n",
    # chaotic: a difference grows a millionfold in these ten seconds
    "multibody/double_pendulum_high": "x2",
    # nothing flows through the middle: what is left is the error of the run
    "thermal/heat_rod": "link[6].Q",
    # the model shows its own error
    "multibody/pendulum_index1": "lengthError",
    "multibody/pendulum_projected": "lengthError",
}
FEW = 4  # every so many models; all of them: FOUCAULT_VERIFY=all, ./dev verify


def verify(path, *words, status=0):
    done = foucault("simulate", path, "--verify", "--json", *LIBRARIES, *words,
                    status=status)
    return json.loads(done.stdout)["verification"], done


def agrees(model):
    found, _ = verify(model_file(model))
    need(found["agrees"] and found["events"][0] == found["events"][1],
         f"{found}")
    need(all(d["relative"] <= found["allowed"] for d in found["differences"]),
         "a difference is not allowed")


def differs(model, name):
    found, done = verify(model_file(model), status=1)
    beyond = [d["name"] for d in found["differences"]
              if d["relative"] > found["allowed"]]
    need(not found["agrees"] and name in beyond, f"{beyond}")
    need("E608" in done.stdout, done.stdout)


def ways():
    """Another integrator than that of the first run, and another reduction
    where something was differentiated."""
    pendulum = model_file("multibody/pendulum")
    found, _ = verify(pendulum)
    need(found["way"].startswith("IDA, minimal-extension, tol"), found["way"])
    found, _ = verify(pendulum, "--solver", "ida", "--reduction", "projection")
    need(found["way"].startswith("CVODE, dummy, tol"), found["way"])
    found, _ = verify(model_file("oscillators/van_der_pol"))
    need(found["way"].startswith("IDA, tol"), found["way"])
    found, _ = verify(fmu_of("events/bouncing_ball"))
    need(found["way"].startswith("Model Exchange by CVODE, tolerance "),
         found["way"])
    need(found["events"][0] == found["events"][1] > 3, f"{found['events']}")
    done = foucault("simulate", pendulum, "--verify")
    need("verified by IDA" in done.stdout, done.stdout)


EVENTS = """model Events "counts what is near"
  discrete Integer n(start = 0, fixed = true);
  Real x(start = 0, fixed = true), y(start = 1, fixed = true);
equation
  der(x) = y;
  der(y) = -x;
  when x > 0.999999 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 50, Tolerance = 1e-4));
end Events;
"""


def lone_events():
    """An event of one run only is reported with its time, and so is what
    follows of it."""
    with folder() as place:
        path = os.path.join(place, "events.mo")
        write(path, EVENTS)
        found, done = verify(path, "--method", "bdf", status=1)
        need(found["lone_event"] > 0, f"{found}")
        need("has no partner" in done.stdout, done.stdout)


def foreign_end():
    """An FMU of another tool that ends by itself: the values of the last time
    that it reached, and no invented counts."""
    with folder() as place:
        path = pack(os.path.join(place, "ends.fmu"),
                    entries(more=[("resources/fault", b"ends")]))
        table = os.path.join(place, "a.csv")
        done = foucault("simulate", path, "--step", "0.4", "--output", table)
        need("integrator step" not in done.stdout, done.stdout)
        with open(table) as file:
            last = file.readlines()[-1].split(",")
        need(abs(float(last[0]) - 0.8) < 1e-9, f"{last}")
        report = json.loads(foucault("simulate", path, "--json").stdout)
        need(report["steps"] is None and report["events"] is None,
             f"{report['steps']}")


def foreign_part():
    """One that completes a part of a step: the rest is asked for again."""
    with folder() as place:
        path = pack(os.path.join(place, "part.fmu"),
                    entries(more=[("resources/fault", b"part")]))
        report = json.loads(foucault("simulate", path, "--step", "0.4",
                                     "--stop", "2", "--json").stdout)
        need(report["stop"] == 2, f"{report['stop']}")


def collect(runner):
    every = os.environ.get("FOUCAULT_VERIFY") == "all"
    for k, model in enumerate(models()):
        name = f"verify/model/{model}"
        if model in DIFFERENT:
            runner.add(name, lambda m=model: differs(m, DIFFERENT[m]))
        elif every or k % FEW == 0:
            runner.add(name, lambda m=model: agrees(m))
    for function in (ways, lone_events, foreign_end, foreign_part):
        runner.add(f"verify/{function.__name__}", function)
