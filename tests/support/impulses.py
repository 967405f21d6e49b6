"""Constraints that jump: charge, flux and momentum stay, in every importer and
by every method; what the equations leave open is refused with its line."""

import json
import math
import os

from .suite import folder, foucault, need, python, quick_build, write

METHODS = ((), ("--solver", "ida"), ("--method", "adams"),
           ("--reduction", "none"), ("--reduction", "baumgarte"),
           ("--reduction", "ggl"), ("--reduction", "projection"),
           ("--reduction", "minimal-extension"))
# A root of x + x^3 = 2*(3 - x): the charges of both capacitors are equal.
ROOT = 1.2879097505

# Text, stop, final values.
JUMPS = {
    "divider": ("""
  parameter Real C1 = 1, C2 = 2;
  Real v1(start = 0, fixed = true), v2, i, V;
equation
  V = if time < 1 then 0 else 3;
  C1*der(v1) = i;
  C2*der(v2) = i;
  v1 + v2 = V;
""", {"v1": 2, "v2": 1, "i": 0}),
    "charge": ("""
  parameter Real C = 2;
  Real v, q, i, passed(start = 0, fixed = true);
equation
  v = if time < 1 then 0 elseif time < 1.5 then 3 else 1;
  q = C*v;
  i = der(q);
  der(passed) = i;
""", {"q": 2, "passed": 2}),
    "three": ("""
  parameter Real C[3] = {1, 2, 3};
  Real v[3](each start = 0), i, V;
equation
  V = if time < 1 then 0 else 11;
  for k in 1:3 loop
    C[k]*der(v[k]) = i;
  end for;
  sum(v) = V;
initial equation
  v[1] = 1;
  v[2] = -1;
""", {"v[1]": 7, "v[2]": 2, "v[3]": 2}),
    "flux": ("""
  parameter Real L1 = 1, L2 = 2;
  Real i1(start = 1, fixed = true), i2, v, J;
equation
  J = if time < 1 then 0 else 3;
  i1 + i2 = J;
  L1*der(i1) = v;
  L2*der(i2) = v;
""", {"i1": 3, "i2": 0}),
    "nonlinear": ("""
  Real v1(start = 0, fixed = true), q1, v2, q2, i, V;
equation
  V = if time < 1 then 0 else 3;
  q1 = v1 + v1^3;
  q2 = 2*v2;
  der(q1) = i;
  der(q2) = i;
  v1 + v2 = V;
""", {"v1": ROOT, "v2": 3 - ROOT, "q1": 2*(3 - ROOT)}),
    # The charge of the first one is the integral of its capacitance.
    "capacitance": ("""
  Real v1(start = 0, fixed = true), v2, i, V;
equation
  V = if time < 1 then 0 else 3;
  (1 + 3*v1^2)*der(v1) = i;
  2*der(v2) = i;
  v1 + v2 = V;
""", {"v1": ROOT, "v2": 3 - ROOT}),
    # Masses that grow with speed, with momenta v1/sqrt(1 - v1^2/2) and
    # 2*v2/sqrt(1 - v2^2): both get the same.
    "relativity": ("""
  Real v1(start = 0, fixed = true), v2, F, V;
equation
  V = if time < 1 then 0 else 0.8746957711326908;
  der(v1)/(1 - v1^2/2)^1.5 = F;
  2*der(v2)/(1 - v2^2)^1.5 = F;
  v1 + v2 = V;
""", {"v1": 0.5746957711326909, "v2": 0.3}),
    "repeated": ("""
  Real v1(start = 0, fixed = true), v2, i;
  discrete Real V(start = 0, fixed = true);
equation
  when sample(0.1, 0.1) then
    V = pre(V) + 0.3;
  end when;
  1e-6*der(v1) = i;
  2e-6*der(v2) = i;
  v1 + v2 = V;
""", {"v1": 4, "v2": 2}),
    "momentum": ("""
  Real x1(start = 0, fixed = true), v1(start = 1, fixed = true), x2, v2, F;
equation
  der(x1) = v1;
  der(x2) = v2;
  der(v1) = F;
  2*der(v2) = -F;
  x1 - x2 = if time < 1 then 0 else 3*(time - 1);
""", {"v1": 3, "v2": 0, "x1": 4, "x2": 1}),
    # Of the hit only momentum is known: V follows the sample of v1 after it.
    "sampled": ("""
  Real v1(start = 0, fixed = true), v2, i, V;
  discrete Real seen(start = -1, fixed = true);
equation
  V = if time < 1 then 0 else 3;
  der(v1) = i;
  2*der(v2) = i;
  v1 + v2 = V;
  when time >= 1 then
    seen = v1;
  end when;
  when v2 > 2 then
    terminate("v2 has been 3");
  end when;
""", {"seen": 2, "v2": 1}),
    "reinit": ("""
  Real phi(start = -0.5, fixed = true), x, v, F;
  Real w(start = 1, fixed = true, stateSelect = StateSelect.always);
equation
  der(phi) = w;
  der(x) = v;
  der(w) = -(if phi < 0 then 1 else 2)*F;
  der(v) = F;
  x = if phi < 0 then phi else 2*phi;
  when phi > 0 then
    reinit(w, 0.25);
  end when;
""", {"w": 0.25, "v": 0.5, "phi": 0.375}),
}
NO_REINIT = ("none", "baumgarte")  # E308: see the page on methods

# Text, part of the message.
REFUSED = {
    "rack": ("""
  Real phi(start = -0.5, fixed = true), w(start = 1, fixed = true), x, v, F;
equation
  der(phi) = w;
  der(x) = v;
  der(w) = -(if phi < 0 then 1 else 2)*F;
  der(v) = F;
  x = if phi < 0 then phi else 2*phi;
""", "m.mo:6: der(w) = -(if phi < 0 then 1 else 2)*F"),
    "energy": ("""
  Real v1(start = 0, fixed = true), v2, i, V, E(start = 0, fixed = true), P;
equation
  V = if time < 1 then 0 else 3;
  der(v1) = i;
  2*der(v2) = i;
  v1 + v2 = V;
  P = V*i;
  der(E) = P;
""", "m.mo:8: P = V*i"),
    "square": ("""
  Real v1(start = 0, fixed = true), v2, i, V, Q(start = 0, fixed = true);
equation
  V = if time < 1 then 0 else 3;
  der(v1) = i;
  2*der(v2) = i;
  v1 + v2 = V;
  der(Q) = i^2;
""", "m.mo:8: der(Q) = i^2"),
    "capacitance": ("""
  Real v1(start = 0, fixed = true), v2, i, V;
equation
  V = if time < 1 then 0 else 3;
  (1 + v2^2)*der(v1) = i;
  2*der(v2) = i;
  v1 + v2 = V;
""", "m.mo:5: (1 + v2^2)*der(v1) = i"),
    "position": ("""
  Real x1(start = 0, fixed = true), v1(start = 0, fixed = true), x2, v2, F;
equation
  der(x1) = v1;
  der(x2) = v2;
  der(v1) = F;
  2*der(v2) = -F;
  x1 - x2 = if time < 1 then 0 else 1;
""", "m.mo:8: x1 - x2 = if time < 1 then 0 else 1"),
}

DIVIDER = """
  parameter Real V0 = 0, V = 2*V0, C1 = 1, C2 = 2;
  Real v1(start = 0, fixed = true), v2, i;
equation
  C1*der(v1) = i;
  C2*der(v2) = i;
  v1 + v2 = V;
"""
RACK = """
  parameter Real r = 1;
  Real w(start = 1, fixed = true), v, F;
equation
  der(w) = -r*F;
  der(v) = F;
  v = r*w;
"""
# Text, parameters that are set while the FMU runs, values after that or part
# of the message.
TUNED = {
    "divider": (DIVIDER, {"V0": 1.5}, {"V": 3, "v1": 2, "v2": 1}),
    "capacitance": (DIVIDER, {"C1": 5}, {"v1": 0, "v2": 0}),
    "both": (DIVIDER, {"C1": 5, "V0": 1.5}, "m.mo:5: C1*der(v1) = i"),
    "rack": (RACK, {"r": 2}, "m.mo:5: der(w) = -r*F"),
    # Both move by the same: the small factor does not make y large.
    "small": ("""
  parameter Real a = 1, b = 1;
  Real x(start = 0.5, fixed = true), y, f;
equation
  der(x) = f;
  der(y) = f;
  a*x + b*y = 1;
""", {"b": 1e-9}, {"x": 1/(1 + 1e-9), "y": 1/(1 + 1e-9)}),
    # Mass and energy stay where the volume doubles, although pressure and
    # temperature are the states.
    "gas": ("""
  parameter Real V = 1, R = 300, cv = 700, q = 0;
  Real p(start = 3e5, fixed = true, stateSelect = StateSelect.prefer);
  Real T(start = 250, fixed = true, stateSelect = StateSelect.prefer);
  Real m, U;
equation
  p*V = m*R*T;
  U = m*cv*T;
  der(m) = q;
  der(U) = q;
""", {"V": 2}, {"p": 1.5e5, "T": 250, "m": 4, "U": 7e5}),
}


def model(place, text):
    return write(os.path.join(place, "m.mo"), f"model M{text}end M;\n")


def final(name, words):
    text, expected = JUMPS[name]
    with folder() as place:
        done = foucault("simulate", model(place, text), "--stop", "2",
                        "--json", *words)
    report = json.loads(done.stdout)
    for variable, value in expected.items():
        off = abs(report["final"][variable] - value)
        need(off < 1e-5, f"{words}: {variable} is "
                         f"{report['final'][variable]!r}, not {value!r}")
    need(abs(report["final"]["time"] - 2) < 1e-9 if "time" in
         report["final"] else True, "the run has ended before")


def jumps(name):
    for words in METHODS:
        if name == "reinit" and words and words[-1] in NO_REINIT:
            continue
        final(name, words)


def refused(name):
    text, message = REFUSED[name]
    with folder() as place:
        path = model(place, text)
        for words in METHODS:
            done = foucault("simulate", path, "--stop", "2", *words, status=1)
            need(message in done.stderr, f"{words}: {done.stderr}")


def shown():
    """Derivatives that nothing is integrated with: a warning, no error."""
    text = """
  Real phi, w, a, s(start = 0, fixed = true);
equation
  phi = if time < 1 then 0 else 1;
  w = der(phi);
  a = der(w);
  der(s) = phi;
"""
    with folder() as place:
        done = foucault("simulate", model(place, text), "--stop", "2")
    need("whose impulses are left out: m.mo:4: phi" in done.stderr,
         done.stderr)


def pivot():
    """The pivot of a pendulum begins to move: the impulse is along the rod,
    whatever the states are."""
    text = """
  Real x(start = 0.6, fixed = true), y(start = -0.8), lam, x0;
  Real vx(start = 0, fixed = true), vy;
  discrete Real bx(start = 0, fixed = true), by(start = 0, fixed = true);
  discrete Real ax(start = 0, fixed = true), ay(start = 0, fixed = true);
  discrete Real rx(start = 0, fixed = true), ry(start = 0, fixed = true);
equation
  x0 = if time < 1 then 0 else 2*(time - 1);
  (x - x0)^2 + y^2 = 1;
  der(x) = vx;
  der(y) = vy;
  der(vx) = -lam*(x - x0);
  der(vy) = -lam*y - 9.81;
  when time >= 1 then
    bx = pre(vx);
    by = pre(vy);
    ax = vx;
    ay = vy;
    rx = x;
    ry = y;
  end when;
"""
    with folder() as place:
        path = model(place, text)
        for words in METHODS:
            done = foucault("simulate", path, "--stop", "1.1", "--json",
                            "--tolerance", "1e-8", *words)
            v = json.loads(done.stdout)["final"]
            along = (v["ax"] - 2)*v["rx"] + v["ay"]*v["ry"]
            across = ((v["ax"] - v["bx"])*v["ry"] -
                      (v["ay"] - v["by"])*v["rx"])
            need(abs(along) < 1e-5 and abs(across) < 1e-9 and
                 abs(v["ax"] - v["bx"]) > 0.5,
                 f"{words}: {along:.2g} {across:.2g} {v}")


def table():
    """A position given by a table: speed jumps at rows that are written twice,
    momentum stays; a jump of the position is refused."""
    text = """
  input Real u(start = 0);
  Real x1(start = 0, fixed = true), v1(start = 0, fixed = true), x2, v2, F;
equation
  der(x1) = v1;
  der(x2) = v2;
  der(v1) = F;
  2*der(v2) = -F;
  x1 - x2 = u;
"""
    with folder() as place:
        rows = write(os.path.join(place, "u.csv"),
                     "time,u\n0,0\n1,0\n1,0\n2,3\n2,3\n3,3\n")
        path = model(place, text)
        for stop, expected in ((1.5, (1, 2, -0.5, -1)), (3, (2, 0, -1, 0))):
            done = foucault("simulate", path, "--stop", str(stop), "--inputs",
                            rows, "--json")
            found = json.loads(done.stdout)["final"]
            for name, value in zip(("x1", "v1", "x2", "v2"), expected):
                need(abs(found[name] - value) < 1e-5,
                     f"{name} at {stop} is {found[name]!r}")
        write(rows, "time,u\n0,0\n1,0\n1,3\n3,3\n")
        done = foucault("simulate", path, "--stop", "3", "--inputs", rows,
                        status=1)
    need("derivative of an impulse: m.mo:9: x1 - x2 = u" in done.stderr,
         done.stderr)


def driven():
    """A pendulum whose angle is given by a table, u = sin(2*t), from its rod:
    torque and tension follow from derivatives that the table does not hold."""
    text = """
  parameter Real g = 9.81;
  input Real u(start = 0);
  Real x, y, vx, vy, tension, torque;
equation
  x = sin(u);
  y = -cos(u);
  der(x) = vx;
  der(y) = vy;
  der(vx) = -tension*x - torque*y;
  der(vy) = -tension*y + torque*x - g;
"""
    for n, allowed in ((50, 2e-3), (200, 1.5e-4)):
        rows = "".join(f"{2*k/n!r},{math.sin(4*k/n)!r}\n"
                       for k in range(n + 1))
        with folder() as place:
            table_of = write(os.path.join(place, "u.csv"), "time,u\n" + rows)
            done = foucault("simulate", model(place, text), "--type", "cs",
                            "--stop", "1.917", "--inputs", table_of, "--json",
                            "--quiet")
        found = json.loads(done.stdout)["final"]
        t = 1.917
        angle, rate = math.sin(2*t), 2*math.cos(2*t)
        wanted = {"x": math.sin(angle), "vx": rate*math.cos(angle),
                  "tension": rate**2 + 9.81*math.cos(angle),
                  "torque": -4*math.sin(2*t) + 9.81*math.sin(angle)}
        for name, value in wanted.items():
            need(abs(found[name] - value) < allowed,
                 f"{n} rows: {name} is {found[name]!r}, not {value!r}")


def quiet():
    """What jumps or bends without an event is a warning, where the equation is
    differentiated often enough to need one."""
    circuit = """
  Real v1(start = 0, fixed = true), v2, i;
equation
  der(v1) = i;
  2*der(v2) = i;
  v1 + v2 = {};
"""
    masses = """
  Real x1(start = 1, fixed = true), v1(start = 0, fixed = true), x2, v2, F;
equation
  der(x1) = v1;
  der(x2) = v2;
  der(v1) = F;
  der(v2) = -F;
  x1 - x2 = {};
"""
    still = """
  parameter Real way = -3, speed = 2;
  Real part = way/speed, longest = max(abs(part), 1);
  Real x = longest*sin(time), v = der(x), a = der(v);
"""
    for text, sharp in ((still, False),
                        (still.replace("Real way = -3, ",
                                       "Real ").replace("way/speed",
                                                        "cos(time)/speed"),
                         True),
                        (circuit.format("sign(time - 1)"), True),
                        (circuit.format("abs(time - 1) - 1"), False),
                        (circuit.format("noEvent(if time < 1 then 0 else 3)"),
                         True),
                        (circuit.format("if time < 1 then 0 else 3"), False),
                        (masses.format("abs(time - 1)"), True),
                        (masses.format("max(time, 1)"), True),
                        (masses.format("1 + time^2"), False)):
        with folder() as place:
            done = foucault("explain", model(place, text))
        need(("W311" in done.stderr) == sharp, f"{text}: {done.stderr}")


def smooth():
    """A branch that only changes its form, and a kink: nothing jumps."""
    text = """
  Real x(start = -1, fixed = true), y, q(start = 0, fixed = true), i;
equation
  der(x) = 1;
  y = if x < 0 then x else sin(x);
  i = der(y);
  der(q) = i;
"""
    with folder() as place:
        done = foucault("simulate", model(place, text), "--stop", "2",
                        "--json", "--tolerance", "1e-9")
    need(done.stderr == "", done.stderr)
    report = json.loads(done.stdout)
    off = abs(report["final"]["q"] - 1 - 0.8414709848)
    need(off < 1e-7, f"off by {off:.2g}")


def importers():
    """FMPy, Co-Simulation and Model Exchange, and libcosim; inputs that jump
    between steps; states saved before and after."""
    with folder() as place:
        fmu = os.path.join(place, "m.fmu")
        quick_build(model(place, JUMPS["divider"][0]), "-o", fmu,
                    "--quiet")
        quick_build(write(os.path.join(place, "u.mo"), """model U
  input Real V(start = 0);
  output Real v1(start = 0, fixed = true), v2;
  Real i;
equation
  der(v1) = i;
  2*der(v2) = i;
  v1 + v2 = V;
end U;
"""), "-o", os.path.join(place, "u.fmu"), "--quiet", "--type", "cs")
        done = python("fmu/impulses.py", fmu, os.path.join(place, "u.fmu"))
    need(done.returncode == 0, done.stderr)


def tuned(name):
    text, values, expected = TUNED[name]
    message = expected if isinstance(expected, str) else None
    with folder() as place:
        path, fmus = model(place, text), []
        for words in METHODS[:5]:
            fmus.append(os.path.join(place, f"m{len(fmus)}.fmu"))
            quick_build(path, "-o", fmus[-1], "--quiet", *words)
        done = python("fmu/tuned.py", json.dumps(values),
                      json.dumps(None if message else expected), *fmus)
    need(done.returncode == 0, done.stderr)
    log = done.stdout + done.stderr
    need(not message or log.count(message) >= 2*len(fmus), log)


def collect(runner):
    for name in TUNED:
        runner.add(f"impulses/tuned/{name}", lambda name=name: tuned(name))
    for name in JUMPS:
        runner.add(f"impulses/jumps/{name}", lambda name=name: jumps(name))
    for name in REFUSED:
        runner.add(f"impulses/refused/{name}",
                   lambda name=name: refused(name))
    for test in (shown, smooth, quiet, pivot, table, driven, importers):
        runner.add(f"impulses/{test.__name__}", test)
