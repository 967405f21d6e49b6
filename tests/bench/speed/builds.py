"""Building FMUs: what a user waits for."""

import os
import time

from .measure import ROOT, Figure

PENDULUM = os.path.join(ROOT, "models/multibody/pendulum.mo")


def of_components(n):
    return f"""connector Pin
  Real v;
  flow Real i;
end Pin;
partial model TwoPin
  Pin p, n;
  Real v, i;
equation
  v = p.v - n.v;
  i = p.i;
  p.i + n.i = 0;
end TwoPin;
model Resistor
  extends TwoPin;
  parameter Real R = 1;
equation
  v = R*i;
end Resistor;
model Capacitor
  extends TwoPin(v(start = 0, fixed = true));
  parameter Real C = 1e-3;
equation
  C*der(v) = i;
end Capacitor;
model Source
  extends TwoPin;
equation
  v = sin(time);
end Source;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model LadderOfComponents
  parameter Integer n = {n};
  Resistor r[n];
  Capacitor c[n];
  Source s;
  Ground g;
equation
  connect(s.n, g.p);
  connect(s.p, r[1].p);
  for k in 1:n loop
    connect(r[k].n, c[k].p);
    connect(c[k].n, g.p);
  end for;
  for k in 1:n - 1 loop
    connect(r[k].n, r[k + 1].p);
  end for;
end LadderOfComponents;
"""


def wall(bench, *words):
    begin = time.monotonic()
    bench.foucault(*words)
    return time.monotonic() - begin


def figures(bench):
    fmu = bench.file("built.fmu")
    for what, words, goal in (
            ("the C compiler", (), ""),
            ("--compiler fast", ("--compiler", "fast"), "<= 0.1")):
        yield bench.alone(
            f"an FMU of the pendulum, {what}", "CPU s",
            lambda w=words: bench.foucault("build", "-q", PENDULUM, "-o", fmu,
                                           *w)[1], goal=goal)
    yield bench.alone(
        "`simulate` of the pendulum's text, 1e-9 s", "s on the clock",
        lambda: wall(bench, "simulate", PENDULUM, "-q", "--stop", "1e-9",
                     "--step", "1e-9", "--output", bench.file("no.csv"),
                     "--no-cache"), goal="<= 0.05")
    count = bench.instructions(bench.program, "build", "-q", "--dump=c",
                               PENDULUM)
    if count:
        yield Figure("the pendulum's text to C", "million instructions",
                     [count/1e6])
    n = bench.size(1000, 20)
    path = bench.write("cells.mo", of_components(n))
    text, _ = bench.foucault("build", "-q", "--dump=c", path)
    yield Figure(f"C text of {n:,} connected cells", "kB", [len(text)/1e3])
    yield bench.alone(
        f"an FMU of {n:,} connected cells", "CPU s",
        lambda: bench.foucault("build", "-q", path, "-o", fmu)[1])
