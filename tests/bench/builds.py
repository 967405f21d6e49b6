"""Building FMUs of two RC ladders: how the phases and the C text grow."""

import json
import os
import resource
import subprocess


def of_arrays(n):
    return f"""model LadderOfArrays
  parameter Integer n = {n};
  parameter Real R = 1, C = 1e-3;
  Real u[n](each start = 0, each fixed = true), i[n + 1];
equation
  i[1] = (sin(time) - u[1])/R;
  for k in 2:n loop
    i[k] = (u[k - 1] - u[k])/R;
  end for;
  i[n + 1] = u[n]/R;
  for k in 1:n loop
    C*der(u[k]) = i[k] - i[k + 1];
  end for;
end LadderOfArrays;
"""


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


def cpu(command, **options):
    """The output and the CPU seconds of a command and all it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, check=True, capture_output=True, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout, (after.ru_utime - before.ru_utime
                         + after.ru_stime - before.ru_stime)


def row(program, folder, n, make):
    model = os.path.join(folder, "bench.mo")
    source = os.path.join(folder, "model.c")
    include = os.path.join(os.path.dirname(program), "../../fmu_runtime")
    with open(model, "w") as out:
        out.write(make(n))
    text, before_c = cpu([program, "build", "-q", "--dump=c", model])
    with open(source, "wb") as out:
        out.write(text)
    _, compiler = cpu(["cc", "-std=c99", "-O1", "-fPIC", "-I", include, "-c",
                       source, "-o", os.path.join(folder, "model.o")])
    report, whole = cpu([program, "build", "-q", "--json", model, "-o",
                         os.path.join(folder, "bench.fmu")])
    equations = json.loads(report)["equations"]
    print(f"{n:>9} {equations:>10} {before_c:>9.2f} {len(text)/1e3:>9.0f} "
          f"{compiler:>9.2f} {whole:>9.2f}  {whole/equations*1e6:.1f} us")


def tables(program, folder, sizes=(1000, 10000, 100000)):
    for title, make in (("build: RC ladder of arrays", of_arrays),
                        ("build: RC ladder of components", of_components)):
        print(f"\n{title} (CPU seconds)\n{'cells':>9} {'equations':>10} "
              f"{'to model.c':>9} {'C text kB':>9} {'compiler':>9} "
              f"{'whole':>9}  whole per equation")
        for n in sizes:
            row(program, folder, n, make)
