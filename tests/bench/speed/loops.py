"""Algebraic loops while a model runs: evaluations a second of CPU time."""

import os
import sys

from .measure import ROOT

sys.path.insert(0, os.path.join(ROOT, "tests/numeric"))
from chain import chain  # noqa: E402 (links: levels of a selection set)

TITLE = "Algebraic loops"


def diodes(n):
    """A ladder of resistors and diodes: one nonlinear loop of 3 n."""
    return f"""model Diodes
  parameter Integer n = {n};
  parameter Real R = 100, Is = 1e-9, Vt = 0.026, C = 1e-6;
  Real u[n], i[n], id[n], vc(start = 0, fixed = true);
equation
  5*sin(6283*time) - u[1] = R*i[1];
  for k in 2:n loop
    u[k - 1] - u[k] = R*i[k];
  end for;
  for k in 1:n loop
    id[k] = Is*(exp(u[k]/(k*Vt)) - 1);
  end for;
  for k in 1:n - 1 loop
    i[k] = i[k + 1] + id[k];
  end for;
  i[n] = id[n] + (u[n] - vc)/R;
  C*der(vc) = (u[n] - vc)/R;
  annotation(experiment(StopTime = 0.005));
end Diodes;
"""


def grid(n):
    """n x n nodes of equal resistors: one linear loop, constant matrix."""
    lines = [f"model Grid\n  Real v[{n},{n}], vc(start = 0, fixed = true);",
             "equation"]
    for a in range(1, n + 1):
        for b in range(1, n + 1):
            near = [(a - 1, b), (a + 1, b), (a, b - 1), (a, b + 1)]
            terms = [f"v[{a},{b}] - v[{i},{j}]" for i, j in near
                     if 1 <= i <= n and 1 <= j <= n]
            terms += [f"v[{a},{b}] - sin(time)"]*((a, b) == (1, 1))
            terms += [f"v[{a},{b}] - vc"]*((a, b) == (n, n))
            lines.append("  0 = " + " + ".join(terms) + ";")
    return "\n".join(lines + [f"  der(vc) = v[{n},{n}] - vc;",
                              "  annotation(experiment(StopTime = 10));",
                              "end Grid;\n"])


def rate(bench, fmu, words):
    report, seconds = bench.report("simulate", fmu, *words)
    return report["rhs_evaluations"]/max(seconds, 1e-6)


def figures(bench):
    for title, make, n, words in (
            ("links of a chain, a selection set", chain,
             bench.size(20, 3), ("--stop", "2")),
            ("diodes of a ladder, a nonlinear loop", diodes,
             bench.size(100, 3), ()),
            ("x as many nodes of a grid, a linear loop", grid,
             bench.size(20, 3), ())):
        fmu = bench.build("loop", make(n))
        yield bench.alone(f"{n} {title}", "evaluations/s",
                          lambda: rate(bench, fmu, words), is_rate=True)
