"""Relations that would change without end: the model slides along them, or
they rest from time to time."""

import json
import os

from .numeric import read_csv
from .suite import folder, foucault, need, write

METHODS = ((), ("--method", "adams"), ("--solver", "ida"))


def run(path, *words):
    done = foucault("simulate", path, "--json", *words)
    return json.loads(done.stdout), done.stderr


CHATTER = """model Chatter "slides along x = 0"
  Real x(start = 1, fixed = true);
equation
  der(x) = if x > 0 then -1 else 1;
  annotation(experiment(StopTime = 3));
end Chatter;
"""


def cheap():
    """Whatever the communication step is."""
    with folder() as place:
        path = write(os.path.join(place, "chatter.mo"), CHATTER)
        for words in METHODS:
            for step in ("1", "0.01", "0.0005"):
                report, output = run(path, "--step", step, *words)
                need(abs(report["final"]["x"]) < 1e-6, f"{report['final']}")
                need(report["steps"] < 3000, f"{report['steps']} steps")
                need(output.count("would change without end") == 1,
                     "not reported")
                need("chatter.mo:4: x > 0" in output, "no relation")


# Two blocks on each other with dry friction: both stick, then one, then none.
# Without the jumps, by tanh() with a small width, the curves are the same.
FRICTION = """model Friction
  parameter Boolean sharp = true;
  parameter Real w = 1e-5;
  Real x[2](each start = 0, each fixed = true);
  Real v[2](each start = 0, each fixed = true), F[2];
equation
  der(x) = v;
  F[1] = friction;
  F[2] = between;
  der(v[1]) = F[2] - F[1];
  der(v[2]) = 2*time*sin(3*time) - F[2];
protected
  Real friction = if sharp then (if v[1] > 0 then 1 elseif v[1] < 0 then -1
                                 else 0) else tanh(v[1]/w);
  Real between = if sharp then (if v[2] > v[1] then 1.5 else -1.5)
                 else 1.5*tanh((v[2] - v[1])/w);
  annotation(experiment(StopTime = 4, Tolerance = 1e-8));
end Friction;
"""


def blocks_stick():
    with folder() as place:
        path = write(os.path.join(place, "friction.mo"), FRICTION)
        smooth, _ = run(path, "--set", "sharp=false")
        for words in METHODS:
            report, _ = run(path, *words)
            for name, value in smooth["final"].items():
                if name[0] in "xv":
                    off = abs(value - report["final"][name])
                    need(off < 2e-4, f"{words}: {name} off by {off:.2g}")
            need(report["steps"] < 20000, f"{report['steps']} steps")


# A jump of the input of a relay takes the level off its boundary at once.
MOVED = """model Moved
  discrete Real level(start = 0, fixed = true);
  Real x(start = 0.3, fixed = true);
equation
  when time >= 1 then
    level = 0.5;
  end when;
  der(x) = if x < level then 1 else -1;
  annotation(experiment(StopTime = 2, Interval = 0.05));
end Moved;
"""


def boundary_jumps():
    with folder() as place:
        path = write(os.path.join(place, "moved.mo"), MOVED)
        out = os.path.join(place, "out.csv")
        for words in METHODS:
            run(path, "--output", out, *words)
            for t, row in zip(*read_csv(out)):
                x = max(0.3 - t, 0) if t <= 1 else min(t - 1, 0.5)
                need(abs(row["x"] - x) < 1e-5, f"{words} {t}: {row['x']}")


# Each change counts: nothing may slide over them.
COUNTER = """model Counter
  Real x(start = 0.5, fixed = true);
  Integer n(start = 0, fixed = true);
  Boolean b;
equation
  b = x > 0;
  der(x) = if b then -1 else 1;
  when b then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 2));
end Counter;
"""


def counts():
    with folder() as place:
        path = write(os.path.join(place, "counter.mo"), COUNTER)
        for words in METHODS:
            report, output = run(path, *words)
            need(report["final"]["n"] > 500, "changes are lost")
            need(abs(report["final"]["x"]) < 2/2500, f"{report['final']}")
            need(report["steps"] < 50000, f"{report['steps']} steps")
            need(output.count("again and again at once") == 1, "not reported")


def collect(runner):
    runner.add("slides/cheap", cheap)
    runner.add("slides/blocks_stick", blocks_stick)
    runner.add("slides/boundary_jumps", boundary_jumps)
    runner.add("slides/counts", counts)
