"""One FMU in FMPy: validation, saved states, Co-Simulation, Model Exchange.

  check_fmpy.py FMU MODEL

Prints one JSON line per test: [name, null or reason]. MODEL is the name in
models/; its cases are those of tests/numeric/cases.py.
"""

import json
import os
import sys
import traceback

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(TESTS, "numeric"))

import fmpy  # noqa: E402
from fmpy.validation import validate_fmu  # noqa: E402

from cases import CASES  # noqa: E402
from saved_states import round_trip  # noqa: E402

KINDS = {"cs": "CoSimulation", "me": "ModelExchange"}
# Integrator tolerance, and what the curve may then be off by. In Model
# Exchange FMPy's own integrator decides, with its error test and its event
# location.
TOLERANCES = {"cs": (1e-10, 1e-6), "me": (1e-10, 1e-5)}


def outcome(name, function):
    try:
        reason = function()
    except Exception:
        reason = traceback.format_exc().strip().splitlines()[-1]
    print(json.dumps([name, reason]), flush=True)


def validate(fmu):
    problems = validate_fmu(fmu)
    return "; ".join(problems) if problems else None


def step(fmu, case, kind):
    """The curve, and no message of the FMU at the level of a warning but the
    one that the case asks for."""
    messages = []

    def logger(component, name, status, category, message):
        if status > 0:
            messages.append(message.decode())

    integrator, allowed = TOLERANCES[kind]
    if kind == "cs":
        integrator = min(integrator, case.integration)
    # FMPy reports a completed step to the FMU at its output points only, and
    # only then may states be exchanged: output points must be close enough.
    finer = 20 if kind == "me" and case.pivots else 1
    names = sorted(set(case.columns()))
    result = fmpy.simulate_fmu(
        fmu, fmi_type=KINDS[kind], start_time=0, stop_time=case.stop,
        output_interval=case.step/finer, relative_tolerance=integrator,
        record_events=False, start_values=case.set, output=names,
        logger=logger)
    for message in messages:
        if case.says is None or case.says not in message:
            return f"the FMU says: {message}"
    if case.says and not messages:
        return f"the FMU does not say: {case.says}"
    result = result[::finer]
    times = [float(t) for t in result["time"]]
    rows = [{name: float(line[name]) for name in names} for line in result]
    return case.check(times, rows, max(allowed, case.tolerance))


def main():
    fmu, model = sys.argv[1:]
    cases = [case for case in CASES if case.model == model]
    outcome("fmpy-validate", lambda: validate(fmu))
    outcome("fmpy-state",
            lambda: round_trip(fmu, cases[0].set, cases[0].stop))
    for case in cases:
        for kind in KINDS:
            if kind == "me" and not case.exchange:
                continue
            outcome(f"fmpy-{kind}/{case.name}",
                    lambda c=case, k=kind: step(fmu, c, k))


main()
