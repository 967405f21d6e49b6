"""Relations that would change without end: the model slides along them, or
they rest from time to time."""

import json
import os

from .numeric import read_csv
from .suite import folder, foucault, need, python, quick_build, write

METHODS = ((), ("--method", "bdf"), ("--method", "adams"), ("--solver", "ida"))


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
            need(report["steps"] < 75000, f"{report['steps']} steps")
            need(output.count("again and again at once") == 1, "not reported")


# What is written makes no events: without help these runs never end.
QUIET = """model Quiet "ends at x = 0"
  Real x(start = 1, fixed = true);
equation
  der(x) = -sign(x);
  annotation(experiment(StopTime = 2));
end Quiet;
model Belt "comes to rest where the spring is weaker than the friction"
  Real phi(start = 0.5, fixed = true), w(start = 0, fixed = true);
equation
  der(phi) = w;
  der(w) = -100*phi - 0.5*w - 15*sign(w);
  annotation(experiment(StopTime = 10));
end Belt;
model Loud "the same, with events"
  Real phi(start = 0.5, fixed = true), w(start = 0, fixed = true);
equation
  der(phi) = w;
  der(w) = -100*phi - 0.5*w - 15*(if w > 0 then 1 else -1);
  annotation(experiment(StopTime = 10));
end Loud;
model Guarded "as noEvent(), and for several at once"
  Real x[3](start = {1, 0.5, 0.7}, each fixed = true);
equation
  for i in 1:3 loop
    der(x[i]) = noEvent(if x[i] > 0 then -1 else 1);
  end for;
  annotation(experiment(StopTime = 2));
end Guarded;
"""


def quiet():
    """sign() and noEvent(): located where steps collapse, and named."""
    with folder() as place:
        path = write(os.path.join(place, "quiet.mo"), QUIET)
        loud = run(path, "--model", "Loud", "--tolerance", "1e-9")[0]
        for words in METHODS:
            report, output = run(path, "--model", "Quiet", *words)
            need(abs(report["final"]["x"]) < 1e-6, f"{report['final']}")
            need(report["steps"] < 2000, f"{report['steps']} steps")
            need(output.count("makes no event. It makes events") == 1 and
                 "quiet.mo:4: sign(x)" in output, f"not named: {output}")
            report, _ = run(path, "--model", "Belt", "--tolerance", "1e-9",
                            *words)
            off = report["final"]["phi"] - loud["final"]["phi"]
            need(abs(off) < 1e-5 and abs(report["final"]["w"]) < 1e-6,
                 f"{words}: {report['final']}, {loud['final']}")
            need(report["steps"] < 5000, f"{report['steps']} steps")
            report, _ = run(path, "--model", "Guarded", *words)
            for value in [report["final"][f"x[{i}]"] for i in (1, 2, 3)]:
                need(abs(value) < 1e-6, f"{report['final']}")


def quiet_exchange():
    """An importer's integrator is helped in the same way."""
    with folder() as place:
        path = write(os.path.join(place, "quiet.mo"), QUIET)
        for model in ("Quiet", "Belt", "Guarded"):
            final = run(path, "--model", model, "--type", "me")[0]["final"]
            for name in ("x", "w", "x[1]", "x[2]", "x[3]"):
                need(abs(final.get(name, 0)) < 1e-5, f"{model}: {final}")
            fmu = os.path.join(place, model + ".fmu")
            quick_build(path, "--model", model, "-o", fmu, "-q")
            done = python("fmu/quiet_exchange.py", fmu, timeout=60)
            need(done.returncode == 0, done.stdout + done.stderr[-2000:])
            rest = json.loads(done.stdout.splitlines()[-1])  # after its log
            for name, value in rest.items():
                wanted = -0.12822 if name == "phi" else 0
                need(abs(value - wanted) < 1e-4, f"{model}: {rest}")


# Nobody can look into the function: its derivative is named, and the run ends.
HIDDEN = """model Hidden
  function f
    input Real x;
    output Real y;
  algorithm
    y := if x > 0 then 1 else -1;
    annotation(Inline = false);
  end f;
  Real x(start = 1, fixed = true);
equation
  der(x) = -f(x);
  annotation(experiment(StopTime = 20));
end Hidden;
"""


def hidden():
    with folder() as place:
        path = write(os.path.join(place, "hidden.mo"), HIDDEN)
        done = foucault("simulate", path, "--tolerance", "1e-8", status=1)
        need("hidden.mo:11: der(x) = -f(x)" in done.stderr and
             "jumps without an event" in done.stderr, done.stderr)


# What makes no events keeps making none where nothing collapses.
CALM = """model Calm
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x - 0.1*sign(v)*v^2 - 0.05*noEvent(if x > 0 then x else 2*x);
  annotation(experiment(StopTime = 50));
end Calm;
"""


def calm():
    with folder() as place:
        path = write(os.path.join(place, "calm.mo"), CALM)
        report, output = run(path)
        need(report["events"] == 0 and not output, f"{report} {output}")


def collect(runner):
    runner.add("slides/quiet", quiet)
    runner.add("slides/quiet_exchange", quiet_exchange)
    runner.add("slides/hidden", hidden)
    runner.add("slides/calm", calm)
    runner.add("slides/cheap", cheap)
    runner.add("slides/blocks_stick", blocks_stick)
    runner.add("slides/boundary_jumps", boundary_jumps)
    runner.add("slides/counts", counts)
