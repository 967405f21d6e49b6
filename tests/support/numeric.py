"""Every model built and stepped by foucault simulate, compared with curves
and invariants."""

import json
import os
import sys

from .suite import (LIBRARIES, TESTS, Failure, fmu_of, folder, foucault,
                    model_file, models, need, quick_build)

sys.path.insert(0, os.path.join(TESTS, "numeric"))
from cases import CASES, read_csv  # noqa: E402


def setting(case):
    return [word for name, value in case.set.items()
            for word in ("--set", f"{name}={value!r}")]


def simulate(case, file, *more):
    with folder() as place:
        out = os.path.join(place, "out.csv")
        done = foucault("simulate", file, "--stop", repr(case.stop), "--step",
                        repr(case.step), "--tolerance", repr(case.integration),
                        "--output", out, "--grid", "--json", *setting(case),
                        *LIBRARIES, *more)
        return json.loads(done.stdout), *read_csv(out)


def compare(case, file):
    report, times, rows = simulate(case, file)
    wrong = case.check(times, rows) or case.check_invariants(rows)
    if wrong:
        raise Failure(wrong)
    need(not case.events or report["events"] > 0, "no event was counted")
    need(not case.pivots or report["pivots"] > 0, "no pivot was counted")
    for name in case.columns():
        need(name in report["final"], f"no final value of {name}")


def count_states(case):
    with folder() as place:
        done = quick_build(model_file(case.model), *LIBRARIES, "--json",
                           "-o", os.path.join(place, "x.fmu"))
        states = json.loads(done.stdout)["states"]
    need(states == case.states, f"{states} states, expected {case.states}")


def every_model_has_a_case():
    missing = set(models()) - {case.model for case in CASES}
    need(not missing, f"no case for {', '.join(sorted(missing))}")


def collect(runner):
    runner.add("numeric/every_model_has_a_case", every_model_has_a_case)
    for case in CASES:
        runner.add(f"numeric/model/{case.name}",
                   lambda c=case: compare(c, model_file(c.model)))
        # The same through fmi2SetXXX of the FMU instead of the model's text.
        if case.set:
            runner.add(f"numeric/fmu/{case.name}",
                       lambda c=case: compare(c, fmu_of(c.model)))
        if case.states is not None and case.name == case.model.split("/")[-1]:
            runner.add(f"numeric/states/{case.name}",
                       lambda c=case: count_states(c))
