"""Models as functions of arrays, for NumPy and CasADi.

  check_arrays.py MODELS
"""

import math

import numpy as np

import foucault
from helpers import PENDULUM, main, need, raises

DRIVEN = """model Driven
  parameter Real mu = 2;
  input Real u(start = 0.5), v(start = 1);
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  output Real power = x*y + u;
  Real hidden = exp(-x);
equation
  der(x) = y + sin(u);
  der(y) = mu*(1 - x^2)*y - x*v + time;
end Driven;
"""
EXACT = 1e-13


def right_side(x, u, t):
    return np.stack([x[:, 1] + np.sin(u[:, 0]),
                     2*(1 - x[:, 0]**2)*x[:, 1] - x[:, 0]*u[:, 1] + t], 1)


def many_points():
    of = foucault.functions(DRIVEN)
    need(of.states == ["x", "y"] and of.inputs == ["u", "v"] and
         of.outputs == ["power"], of.states)
    need(of.x0.tolist() == [1, 0] and of.u0.tolist() == [0.5, 1], of.x0)
    draw = np.random.default_rng(1)
    x, u, t = draw.normal(size=(200, 2)), draw.normal(size=(200, 2)), \
        draw.random(200)
    dx, y = of(x, u, t)
    need(np.abs(dx - right_side(x, u, t)).max() < EXACT, dx)
    need(np.allclose(y[:, 0], x[:, 0]*x[:, 1] + u[:, 0], atol=EXACT), y)
    one, out = of(x[3], u[3], t[3])
    need(one.shape == (2,) and (one == dx[3]).all() and out.shape == (1,), one)
    same, _ = of(x)  # the inputs and the time of the start
    need(np.abs(same - right_side(x, np.tile([0.5, 1], (200, 1)),
                                  np.zeros(200))).max() < EXACT, same)
    raises(foucault.UsageError, lambda: of([1, 2, 3]), "2 states")


def derivatives():
    of = foucault.functions(DRIVEN, inputs=["v", "u"],
                            outputs=["power", "hidden"])
    draw = np.random.default_rng(2)
    x, u = draw.normal(size=(50, 2)), draw.normal(size=(50, 2))
    a, b, c, d = of.jacobian(x, u)
    need(a.shape == b.shape == c.shape == d.shape == (50, 2, 2), a.shape)
    for k in range(50):
        p, q = x[k]
        v, w = u[k]
        need(np.allclose(a[k], [[0, 1], [-4*p*q - v, 2*(1 - p*p)]],
                         atol=EXACT), a[k])
        need(np.allclose(b[k], [[0, math.cos(w)], [-p, 0]], atol=EXACT), b[k])
        need(np.allclose(c[k], [[q, p], [-math.exp(-p), 0]], atol=EXACT), c[k])
        need(np.allclose(d[k], [[0, 1], [0, 0]], atol=EXACT), d[k])
    dx, du = draw.normal(size=(50, 2)), draw.normal(size=(50, 2))
    changes, of_y = of.jvp(x, u, dx, du)
    need(np.allclose(changes, np.einsum("kij,kj->ki", a, dx) +
                     np.einsum("kij,kj->ki", b, du), atol=EXACT), changes)
    need(np.allclose(of_y, np.einsum("kij,kj->ki", c, dx) +
                     np.einsum("kij,kj->ki", d, du), atol=EXACT), of_y)


# formulas alone; a loop of equations; a relation with events
CHAIN = """model Chain
  parameter Integer n = 5;
  parameter Real k = 2, d = 0.1;
  input Real u(start = 0.3);
  Real x[n](each start = 1, each fixed = true);
  Real v[n](each start = 0, each fixed = true);
  output Real e = v*v/2 + (if noEvent(x[1] > 0) then x[1] else exp(x[2]));
equation
  der(x) = v;
  der(v[1]) = u - k*x[1]^3 - d*v[1]*time;
  for i in 2:n loop
    der(v[i]) = k*(x[i-1] - x[i]) - d*v[i]*abs(v[i]);
  end for;
end Chain;
"""
LOOP = """model Loop
  input Real u;
  Real x(start = 1, fixed = true), z(start = 1);
equation
  der(x) = z - u;
  z^3 + z = x + 3;
end Loop;
"""
KINK = """model Kink
  Real x(start = 1, fixed = true);
equation
  der(x) = if x > 0.5 then -x else -2*x + time;
end Kink;
"""


def at_once():
    """The same by one call as point by point, to the last bits."""
    draw = np.random.default_rng(4)
    for model, spread in ((DRIVEN, 1), (CHAIN, 1), (LOOP, 1), (KINK, 0.2),
                          (PENDULUM, 0.1)):
        one, many = (foucault.functions(model) for _ in range(2))
        need(one._many is not None, "no call of its own")
        many(many.x0)
        need((many._many._work.size > 0) == (model in (DRIVEN, CHAIN)),
             f"{many.states}: {many._many._work.size}")
        one._many = None
        x = one.x0 + draw.normal(size=(40, one.x0.size))*spread
        u, t = draw.normal(size=(40, one.u0.size)), draw.random(40)
        dx, du = draw.normal(size=x.shape), draw.normal(size=u.shape)
        for n in (0, 1, 5, 16, 40):
            at = x[:n], u[:n] if one.inputs else None
            for f in (lambda of: of(*at, t[:n]),
                      lambda of: of.jacobian(*at, t[:n]),
                      lambda of: of.jvp(*at, dx[:n], du[:n], t[:n])):
                for a, b in zip(f(one), f(many)):
                    need(a.shape == b.shape and
                         np.allclose(a, b, rtol=1e-12, atol=1e-14),
                         f"{one.states} {n}: {a} {b}")


def no_value():
    """A point without a value is named, with the reason; those before it are
    no matter."""
    of = foucault.functions("""model Root
  Real x(start = 1, fixed = true);
equation
  der(x) = -sqrt(x);
end Root;
""")
    for n in (1, 40):
        x = np.ones((n, 1))
        x[-1] = -1
        error = raises(foucault.FoucaultError, lambda: of(x),
                       f"point {n - 1} cannot")
        need("der(x) is not a number: " in str(error), error)
    need((of([[4], [9]])[0] == [[-2], [-3]]).all(), "goes on")


def index_3():
    """The states that are left of a pendulum in x and y."""
    of = foucault.functions(PENDULUM, outputs=["x", "y"], set={"phi0": 0.3})
    _, place = of(of.x0)
    need(abs(np.hypot(*place) - 1) < 1e-12 and len(of.states) == 2, place)
    need(of.states == foucault.linearize(PENDULUM, set={"phi0": 0.3}).states,
         of.states)  # not of the set: the variables that were chosen
    need(set(of.states) == {"x", "vx"}, of.states)
    need(abs(of.x0[of.states.index("x")] - math.sin(0.3)) < 1e-12, of.x0)
    a, _, _, _ = of.jacobian(of.x0)
    h = 1e-5
    for j in range(2):
        step = h*np.eye(2)[j]
        near = (of(of.x0 + step)[0] - of(of.x0 - step)[0])/(2*h)
        need(np.allclose(a[:, j], near, atol=1e-7), (a, near))


def by_casadi():
    """The same as CasADi's own derivatives of the same formulas."""
    import casadi as ca
    f = foucault.casadi(DRIVEN)
    x, u, t, w = (ca.MX.sym(n, k) for n, k in (("x", 2), ("u", 2), ("t", 1),
                                               ("w", 2)))
    given = ca.vertcat(x[1] + ca.sin(u[0]),
                       2*(1 - x[0]**2)*x[1] - x[0]*u[1] + t)
    pairs = []
    for dx in (f(x, u, t)[0], given):
        pairs.append(ca.Function("all", [x, u, t, w], [
            dx, ca.jacobian(dx, x), ca.jacobian(dx, u), ca.jtimes(dx, x, w),
            ca.jtimes(dx, x, w, True)]))
    draw = np.random.default_rng(3)
    for _ in range(20):
        point = [draw.normal(size=n) for n in (2, 2, 1, 2)]
        for mine, theirs in zip(pairs[0](*point), pairs[1](*point)):
            need(np.abs(np.array(mine) - np.array(theirs)).max() < EXACT,
                 (mine, theirs))
    # a root finder that takes these derivatives: where it rests
    need(f.of.states == ["x", "y"], f.of.states)
    rest = ca.rootfinder("rest", "newton", {
        "x": x, "p": u, "g": f(x, u, 0)[0]})(x0=[0.1, 0.1], p=[0.5, 1])["x"]
    need(np.abs(f.of(np.array(rest).ravel(), [0.5, 1])[0]).max() < 1e-9, rest)


def wrong():
    raises(foucault.FoucaultError, lambda: foucault.functions(
        DRIVEN, inputs=["w"]), "no input 'w'")
    fmu = foucault.build(DRIVEN, "driven_cs.fmu", type="cs")
    try:
        raises(foucault.FoucaultError, lambda: foucault.functions(fmu),
               "needs Model Exchange")
    finally:
        fmu.unlink()


main([many_points, at_once, no_value, derivatives, index_3, by_casadi, wrong])
