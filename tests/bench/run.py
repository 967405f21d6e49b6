#!/usr/bin/env python3
"""How costs grow with the model: ./dev bench [PROGRAM]

Figures to be read, not tests: the machine and its load are in them. What
should be seen is the last column of each table: cost per item stays the same.
"""

import os
import sys
import tempfile
import time

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


def index2(n):
    """Prescribed voltages in a row of capacitors: 2 n equations, index 2."""
    return f"""model Row
  parameter Integer n = {n};
  Real v[n], i[n];
equation
  for k in 1:n loop
    v[k] = sin(k*time);
    i[k] = der(v[k]);
  end for;
end Row;
"""


def chain(n):
    """A chain of pendulum links in Cartesian coordinates, index 3."""
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
  for k in 1:n loop
    der(vx[k]) = -f[k]*(x[k] - (if k > 1 then x[max(k - 1, 1)] else 0))
      + (if k < n then f[min(k + 1, n)]*(x[min(k + 1, n)] - x[k]) else 0);
    der(vy[k]) = -9.81 - f[k]*(y[k] - (if k > 1 then y[max(k - 1, 1)] else 0))
      + (if k < n then f[min(k + 1, n)]*(y[min(k + 1, n)] - y[k]) else 0);
  end for;
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


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    program = (sys.argv[1] if len(sys.argv) > 1 else
               os.path.join(here, "../../build/release/foucault"))
    started = time.time()
    with tempfile.TemporaryDirectory() as folder:
        table(program, folder, "parse", flat_text, (1000, 10000, 100000),
              lambda p: ("build", "--dump=parse", p),
              lambda n, p: os.path.getsize(p)/1e3, "kB of text")
        table(program, folder, "flatten an RC ladder of arrays", ladder,
              (1000, 10000, 100000, 500000), lambda p: ("flatten", p),
              lambda n, p: 2*n, "equation")
        for title, make, sizes, per in (
                ("reduce: RC ladder, index 1", ladder, (1000, 10000, 50000), 2),
                ("reduce: index 2", index2, (1000, 10000, 50000), 2),
                ("reduce: chain of links, index 3", chain, (10, 40, 160), 5)):
            table(program, folder, title, make, sizes,
                  lambda p: ("explain", "-q", p),
                  lambda n, p, per=per: per*n, "equation")
        builds.tables(program, folder)
    print(f"\n{time.time() - started:.0f} s in all")


main()
