#!/usr/bin/env python3
"""How costs grow with the model: ./dev bench [LARGEST]

LARGEST is the largest number of scalar equations that is tried (1,000,000).
Figures to be read, not tests: the machine and its load are in them. What
should be seen is that cost per item stays the same.
"""

import os
import re
import subprocess
import sys
import tempfile
import time

import blocks
import builds


def run(program, *words):
    """Seconds of CPU time and MB of memory of one run."""
    pid = os.fork()
    if pid == 0:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        os.execv(program, [program, *words])
    _, status, used = os.wait4(pid, 0)
    if status != 0:
        raise SystemExit(f"bench: {' '.join(words)} failed")
    return used.ru_utime + used.ru_stime, used.ru_maxrss/1024


def ladder(n):
    """An RC ladder from arrays: 2 n equations."""
    return f"""model Ladder
  parameter Integer n = {n};
  parameter Real R = 1, C = 1;
  Real v[n](each start = 0, each fixed = true), i[n];
equation
  sin(time) - v[1] = R*i[1];
  for k in 2:n loop
    v[k - 1] - v[k] = R*i[k];
  end for;
  for k in 1:n - 1 loop
    C*der(v[k]) = i[k] - i[k + 1];
  end for;
  C*der(v[n]) = i[n];
end Ladder;
"""


def capacitors(n):
    """Capacitors between and below the nodes of a ladder: every cell has a
    loop of capacitors, and all are coupled. 3 n equations, index 2."""
    return f"""model Capacitors
  parameter Integer n = {n};
  parameter Real R = 1, C = 1;
  Real v[n](each start = 0), u[n](each start = 0), i[n];
equation
  u[1] = sin(time) - v[1];
  for k in 2:n loop
    u[k] = v[k - 1] - v[k];
  end for;
  for k in 1:n loop
    i[k] = C*der(u[k]) + u[k]/R;
  end for;
  for k in 1:n - 1 loop
    C*der(v[k]) = i[k] - i[k + 1];
  end for;
  C*der(v[n]) = i[n];
end Capacitors;
"""


def components(n):
    """An RC ladder from connected components: 9 n equations."""
    return f"""connector Pin
  Real v;
  flow Real i;
end Pin;
model Resistor
  Pin p, n;
  parameter Real R = 1;
equation
  p.v - n.v = R*p.i;
  p.i + n.i = 0;
end Resistor;
model Capacitor
  Pin p, n;
  parameter Real C = 1;
  Real v(start = 0, fixed = true);
equation
  v = p.v - n.v;
  C*der(v) = p.i;
  p.i + n.i = 0;
end Capacitor;
model Source
  Pin p, n;
equation
  p.v - n.v = sin(time);
  p.i + n.i = 0;
end Source;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model Components
  parameter Integer n = {n};
  Resistor r[n];
  Capacitor c[n];
  Source s;
  Ground g;
equation
  connect(s.n, g.p);
  connect(s.p, r[1].p);
  for k in 1:n - 1 loop
    connect(r[k].n, r[k + 1].p);
  end for;
  for k in 1:n loop
    connect(r[k].n, c[k].p);
    connect(c[k].n, g.p);
  end for;
end Components;
"""


def chain(n):
    """A chain of pendulum links in Cartesian coordinates, index 3: 5 n
    equations."""
    return f"""model Chain
  parameter Integer n = {n};
  Real x[n](start = {{k*0.7 for k in 1:n}}), y[n](start = {{-k*0.7 for k in 1:n}});
  Real vx[n], vy[n], f[n];
equation
  der(x) = vx;
  der(y) = vy;
  x[1]^2 + y[1]^2 = 1;
  for k in 2:n loop
    (x[k] - x[k - 1])^2 + (y[k] - y[k - 1])^2 = 1;
  end for;
  der(vx[1]) = f[2]*(x[2] - x[1]) - f[1]*x[1];
  der(vy[1]) = f[2]*(y[2] - y[1]) - f[1]*y[1] - 9.81;
  for k in 2:n - 1 loop
    der(vx[k]) = f[k + 1]*(x[k + 1] - x[k]) - f[k]*(x[k] - x[k - 1]);
    der(vy[k]) = f[k + 1]*(y[k + 1] - y[k]) - f[k]*(y[k] - y[k - 1]) - 9.81;
  end for;
  der(vx[n]) = -f[n]*(x[n] - x[n - 1]);
  der(vy[n]) = -f[n]*(y[n] - y[n - 1]) - 9.81;
end Chain;
"""


def flat_text(n):
    """Text to parse: n declarations and equations."""
    lines = ["model Text"]
    lines += [f"  parameter Real p{k}(min = 0) = {k}.5 \"a number\";\n"
              f"  Real x{k}(start = 0, unit = \"m\") \"a variable\";"
              for k in range(n)]
    lines.append("equation")
    lines += [f"  der(x{k}) = -p{k}*x{k} + sin(time + {k}); // decay"
              for k in range(n)]
    return "\n".join(lines + ["end Text;\n"])


def table(program, folder, title, make, sizes, words, items, unit):
    print(f"\n{title}\n{'size':>9} {'CPU s':>8} {'MB':>7}  per {unit}")
    for n in sizes:
        path = os.path.join(folder, "bench.mo")
        with open(path, "w") as out:
            out.write(make(n))
        seconds, memory = run(program, *words(path))
        count = items(n, path)
        print(f"{n:>9} {seconds:>8.2f} {memory:>7.0f}  "
              f"{seconds/count*1e6:.2f} us, {memory*1e3/count:.2f} kB")


PASS = re.compile(r"^  (\w+): ([\d.]+) s in ([\d.]+) s, [\d.]+ MB held, "
                  r"([\d.]+) MB", re.M)


# Takes the place of the C compiler: an empty library at once.
NO_COMPILER = """#!/bin/sh
while [ $# -gt 1 ]; do [ "$1" = -o ] && : > "$2"; shift; done
"""


# Written while the C compiler works: its clock is not ours.
BESIDE = "description"


def passes(program, path):
    """Processor seconds of each pass after the parser, all seconds on the
    clock until the C compiler begins, and the MB used at most."""
    folder = os.path.dirname(path)
    compiler = os.path.join(folder, "no_compiler")
    with open(compiler, "w") as out:
        out.write(NO_COMPILER)
    os.chmod(compiler, 0o755)
    done = subprocess.run(
        [program, "build", "-q", "-v", path, "-o",
         os.path.join(folder, "bench.fmu")],
        env={**os.environ, "CC": compiler}, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise SystemExit(f"bench: {done.stderr[-500:]}")
    found = [f for f in PASS.findall(done.stderr) if f[0] != "parse"]
    return ({name: float(s) for name, s, _, _ in found},
            sum(float(s) for name, _, s, _ in found if name != BESIDE),
            float(found[-1][3]))


def pass_table(program, folder, title, make, per, largest):
    """Microseconds an equation: on the clock until the C compiler begins, of
    the processors, and these in each pass, the last of which runs beside the
    compiler."""
    print(f"\n{title}: microseconds an equation")
    size, head = 1000, False
    while size <= largest:
        path = os.path.join(folder, "bench.mo")
        with open(path, "w") as out:
            out.write(make(size//per))
        seconds, elapsed, memory = passes(program, path)
        if not head:
            print(f"{'equations':>9} {'clock':>6} {'CPU':>6} {'kB':>5}  " +
                  " ".join(f"{name[:6]:>6}" for name in seconds))
            head = True
        # the program itself takes some MB: nothing to be seen in small ones
        kilobytes = f"{memory*1e3/size:.2f}" if size >= 10000 else ""
        print(f"{size:>9} {elapsed/size*1e6:>6.2f} "
              f"{sum(seconds.values())/size*1e6:>6.2f} {kilobytes:>5}  " +
              " ".join(f"{s/size*1e6:>6.2f}" for s in seconds.values()),
              flush=True)
        size *= 10


FAMILIES = (
    ("RC ladder of arrays, index 1", ladder, 2),
    ("RC ladder of connected components, index 1", components, 9),
    ("ladder of capacitors, index 2", capacitors, 3),
    ("chain of pendulum links, index 3", chain, 5),
)


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    program = (sys.argv[1] if len(sys.argv) > 1 else
               os.path.join(here, "../../build/release/foucault"))
    largest = int(sys.argv[2]) if len(sys.argv) > 2 else 1000000
    started = time.time()
    with tempfile.TemporaryDirectory() as folder:
        sizes = [n for n in (1000, 10000, 100000) if n <= largest]
        table(program, folder, "parse", flat_text, sizes,
              lambda p: ("build", "--dump=parse", p),
              lambda n, p: os.path.getsize(p)/1e3, "kB of text")
        for title, make, per in FAMILIES:
            pass_table(program, folder, title, make, per, largest)
        builds.tables(program, folder, sizes)
        blocks.tables(program, folder)
    print(f"\n{time.time() - started:.0f} s in all")


main()
