"""What one call of fmi3GetAdjointDerivative and one of
fmi3GetDirectionalDerivative cost beside one evaluation of all derivatives, for
models with 10, 100 and 1,000 inputs and as many states: the first has the
gradient by all inputs and states at once, at a small multiple of one evaluation
however many they are. Half of the models have a nonlinear loop."""

import os
import re
import zipfile

from .measure import HERE, ROOT, Failed, Figure

TITLE = "Derivatives of FMI 3.0"
ERROR = 1e-12  # of the adjoint, beside the directional derivatives


def net(n, has_loop):
    return f"""model Net
  parameter Integer n = {n};
  input Real u[n](each start = 0.3);
  Real x[n](each start = 0.5, each fixed = true);
  {"Real z(start = 1);" if has_loop else ""}
equation
  {"z + 0.1*z^3 = sum(x)/n + sum(u)/n;" if has_loop else ""}
  for k in 1:n loop
    der(x[k]) = sin(u[k])*x[k] - exp(-x[k])*u[if k == n then 1 else k + 1]
      {"+ z*x[k]" if has_loop else ""} + x[if k == 1 then n else k - 1]^2;
  end for;
end Net;
"""


def words_of(bench, gradient, n, has_loop):
    name = f"net{n}{'l' if has_loop else ''}"
    fmu = bench.build(name, net(n, has_loop), "--fmi", "3")
    place = bench.file(name)
    with zipfile.ZipFile(fmu) as archive:
        archive.extractall(place)
        xml = archive.read("modelDescription.xml").decode()
        [library] = [m for m in archive.namelist() if m.endswith(".so")
                     and "linux" in m][-1:]
    number = {name: reference for name, reference in re.findall(
        r'<Float64 name="([^"]*)" valueReference="(\d+)"', xml)}
    token = re.search(r'instantiationToken="([^"]*)"', xml).group(1)
    return [gradient, os.path.join(place, library), token, str(n),
            number["x"], number["der(x)"], number["u"], str(bench.rounds)]


def figures(bench):
    gradient = bench.file("gradient")
    bench.cpu("cc", "-std=gnu99", "-O2", "-I",
              os.path.join(ROOT, "fmu_runtime"),
              os.path.join(HERE, "gradient.c"), "-o", gradient, "-ldl", "-lm")
    for has_loop in (False, True):
        for n in (10, 100, 1000)[:bench.size(3, 1)]:
            text, _ = bench.cpu(*words_of(bench, gradient, n, has_loop))
            rows = [[float(word) for word in line.split()]
                    for line in text.splitlines()]
            worst = max(error for *_, error in rows)
            if not worst < ERROR:
                raise Failed(f"the adjoint is off by {worst}")
            what = f"of {n:,} inputs{', a loop' if has_loop else ''}"
            for column, name in ((1, "adjoint"), (2, "directional")):
                yield Figure(f"{name} derivative {what}", "us",
                             [1e-3*row[column] for row in rows],
                             "one evaluation",
                             [row[column]/row[0] for row in rows], "<= 5")
