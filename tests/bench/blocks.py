"""Algebraic loops while a model runs: evaluations per second of CPU time."""

import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "../numeric"))
from chain import chain  # noqa: E402 (links: levels of a selection set)


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


def measure(program, folder, text, words):
    """Evaluations, and seconds of CPU time, of one run of the FMU."""
    model, fmu = (os.path.join(folder, f"bench.{e}") for e in ("mo", "fmu"))
    with open(model, "w") as out:
        out.write(text)
    subprocess.run([program, "build", "-q", model, "-o", fmu], check=True)
    before = os.times()
    done = subprocess.run([program, "simulate", fmu, "--json", *words],
                          check=True, capture_output=True, text=True)
    after = os.times()
    return (json.loads(done.stdout)["rhs_evaluations"],
            after.children_user - before.children_user)


def tables(program, folder):
    for title, make, sizes, words in (
            ("run: chain of links, 2 s", chain, (10, 20, 50), ("--stop", "2")),
            ("run: ladder of diodes", diodes, (10, 30, 100), ()),
            ("run: grid of resistors", grid, (5, 10, 20), ())):
        print(f"\n{title}\n{'size':>9} {'CPU s':>8} {'evaluations':>12}  "
              "per second")
        for n in sizes:
            count, seconds = measure(program, folder, make(n), words)
            rate = f"{count/seconds:.0f}" if seconds > 0 else "-"
            print(f"{n:>9} {seconds:>8.2f} {count:>12}  {rate}")
