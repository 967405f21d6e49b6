"""foucault sensitivities: exact derivatives of curves by parameters, compared
with closed forms and with differences of runs, through events and exchanges of
states."""

import csv
import json
import math
import os

from .suite import folder, foucault, need, write

PENDULUM = """model Pendulum
  parameter Real L = 1, g = 9.81, phi0 = 0.5, d = 0.1;
  final parameter Real w2 = g/L;
  output Real phi(start = phi0, fixed = true);
  output Real w(start = 0, fixed = true);
equation
  der(phi) = w;
  der(w) = -w2*sin(phi) - d*w;
  annotation(experiment(StopTime = 3, Tolerance = 1e-9));
end Pendulum;
"""
# index 3; which of x, y is a state changes on the way
CARTESIAN = """model Cartesian
  parameter Real L = 1, g = 9.81, m = 1.5, x0 = 0.8;
  output Real x(start = x0, fixed = true);
  output Real y(start = -0.6);
  Real vx, vy(start = 0.2, fixed = true);
  output Real F;
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -F*x;
  m*der(vy) = -F*y - m*g;
  x^2 + y^2 = L^2;
  annotation(experiment(StopTime = 3, Tolerance = 1e-9));
end Cartesian;
"""
BALL = """model Ball
  parameter Real e = 0.8, g = 9.81, h0 = 1;
  output Real h(start = h0, fixed = true);
  output Real v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -g;
  when h < 0 then
    reinit(v, -e*pre(v));
  end when;
  annotation(experiment(StopTime = 1.2, Tolerance = 1e-9));
end Ball;
"""
# two thresholds, a time that is a parameter, a discrete Real
THERMOSTAT = """model Thermostat
  parameter Real low = 19, high = 21, tau = 5, T0 = 18.2, t1 = 3.33;
  output Real T(start = T0, fixed = true);
  Boolean on(start = true, fixed = true);
  discrete output Real peak(start = 0, fixed = true);
  Real u = if time > t1 then 1.5 else 1;
equation
  der(T) = ((10 - T) + (if on then 20*u else 0))/tau;
  on = if pre(on) then T < high else T < low;
  when not on then
    peak = T + 2*u*tau;
  end when;
  annotation(experiment(StopTime = 8, Tolerance = 1e-9));
end Thermostat;
"""
# a controller that samples: a discrete Real in the loop, ticks that move
SAMPLED = """model Sampled
  parameter Real Ts = 0.31, a = 0.7, k = 2;
  output Real x(start = 1, fixed = true);
  discrete output Real z(start = 0, fixed = true);
equation
  der(x) = -a*x + z;
  when sample(Ts, Ts) then
    z = pre(z)*0.5 + k*(1 - x);
  end when;
  annotation(experiment(StopTime = 2, Tolerance = 1e-9));
end Sampled;
"""
# initial equations, a loop, an array, a function
STEADY = """model Steady
  function f
    input Real x, k;
    output Real y;
  algorithm
    y := k*x^3 + x;
  end f;
  parameter Real k = 0.5, u = 2, T = 0.7, A[2] = {1, 2};
  output Real x[2], y;
initial equation
  der(x[1]) = 0;
  x[2] = A[2]*x[1];
equation
  f(y, k) = u + x[2];
  der(x[1]) = (A[1]*u - f(x[1], k))/T + y*time;
  der(x[2]) = x[1] - x[2] + y;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end Steady;
"""
DELAYED = """model Delayed
  parameter Real k = 0.5;
  output Real x(start = 1, fixed = true);
equation
  der(x) = -k*delay(x, 0.2);
  annotation(experiment(StopTime = 1, Tolerance = 1e-8));
end Delayed;
"""


def table(path):
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    return rows[0], [[float(x) for x in row] for row in rows[1:]]


def curves(place, source, by, *words):
    """The report, and a column for each name."""
    out = os.path.join(place, "curves.csv")
    done = foucault("sensitivities", source, "--by", by, "--json", "-o", out,
                    *words)
    head, rows = table(out)
    return json.loads(done.stdout), dict(zip(head, zip(*rows)))


def like_differences(text, by, events=(), allowed=1e-6):
    """Away from the events, where differences mean nothing."""
    with folder() as place:
        name = text.split()[1]
        path = write(os.path.join(place, name + ".mo"), text)
        fmu = os.path.join(place, name + ".fmu")
        foucault("build", path, "-o", fmu, "-q")
        found, exact = curves(place, path, by, "--step", "0.1")
        need(found["exact"] and found["reason"] is None, f"{found}")
        report, rough = curves(place, fmu, by, "--step", "0.1",
                               "--tolerance", "1e-10")
        need(not report["exact"] and "FMU" in report["reason"], f"{report}")
        for title in exact:
            size = max(1, max(map(abs, rough[title])))
            for t, a, b in zip(exact["time"], exact[title], rough[title]):
                if any(abs(t - moment) < 1e-3 for moment in events):
                    continue
                need(abs(a - b) < 10*allowed*size,
                     f"{title} at {t}: {a}, by differences {b}")
        return found, exact


def pendulum():
    _, found = like_differences(PENDULUM, "L,g,phi0,d,w")
    # only g/L counts, and the start of phi is phi0
    for a, b in zip(found["d(phi)/d(L)"], found["d(phi)/d(g)"]):
        need(abs(a + 9.81*b) < 1e-6, f"{a}, {b}")


def cartesian():
    """The mass moves nothing; the constraint holds for all L."""
    _, found = like_differences(CARTESIAN, "L,x0,m,g")
    for x, y, dx, dy in zip(*(found[name] for name in (
            "x", "y", "d(x)/d(L)", "d(y)/d(L)"))):
        need(abs(x*dx + y*dy - 1) < 1e-6, f"the constraint: {x*dx + y*dy}")
    need(max(map(abs, found["d(x)/d(m)"])) < 1e-9, "the mass counts")
    need(min(found["x"]) < -0.5 < 0.5 < max(found["x"]), "no exchange")


def ball():
    """Between the first two bounces: in closed form."""
    _, found = like_differences(BALL, "e,h0,g")
    hit = math.sqrt(2/9.81)
    for t, v, dv, de in zip(found["time"], found["v"], found["d(v)/d(h0)"],
                            found["d(v)/d(e)"]):
        if not hit < t < 1.1:
            continue
        # v = e g t1 - g (t - t1), t1 = sqrt(2 h0/g)
        need(abs(dv - 9.81*1.8*hit/2) < 1e-7, f"d(v)/d(h0) = {dv}")
        need(abs(de - 9.81*hit) < 1e-7, f"d(v)/d(e) = {de}")


def thermostat():
    _, found = like_differences(THERMOSTAT, "low,high,tau,t1,T0")
    need(abs(found["d(peak)/d(high)"][-1] - 1) < 1e-7, "the value at an event")
    need(abs(found["d(T)/d(t1)"][-1]) > 0.1, "t1 moves an event")


def sampled():
    _, found = like_differences(SAMPLED, "a,k,Ts")
    need(any(found["d(z)/d(Ts)"]), "the interval moves the ticks")


def initial_equations():
    like_differences(STEADY, "k,u,T,A[1],A[2]")


def delayed():
    """What cannot be followed is differenced, and that is said."""
    with folder() as place:
        path = write(os.path.join(place, "Delayed.mo"), DELAYED)
        found, columns = curves(place, path, "k", "--step", "0.1")
        need(not found["exact"] and "delayed" in found["reason"], f"{found}")
        # before the delay has passed: x = 1 - k t
        need(abs(columns["d(x)/d(k)"][1] + 0.1) < 1e-6, f"{columns}")
        done = foucault("sensitivities", path, "--by", "k")
        need("by differences: what is delayed" in done.stdout, done.stdout)


def values_and_times():
    """--by L=2 is another point of the same FMU; --times are any."""
    with folder() as place:
        path = write(os.path.join(place, "Ball.mo"), BALL)
        times = write(os.path.join(place, "t.csv"), "time\n0.1\n0.25\n0.3\n")
        _, found = curves(place, path, "g=2,h0", "--of", "h", "--times", times)
        need(found["time"] == (0, 0.1, 0.25, 0.3), f"{found['time']}")
        for t, h, dg in zip(*(found[n] for n in ("time", "h", "d(h)/d(g)"))):
            need(abs(h - 1 + t*t) < 1e-8 and abs(dg + t*t/2) < 1e-8, f"{found}")


def wrong():
    with folder() as place:
        path = write(os.path.join(place, "Ball.mo"), BALL)
        for words, status, report in (
                ([], 2, "--by is missing"),
                (["--by", "gg"], 1, "did you mean 'g'?"),
                (["--by", "g=fast"], 1, "--by g=fast"),
                (["--by", "g", "--of", "hh"], 1, "did you mean 'h0'?")):
            done = foucault("sensitivities", path, *words, status=status)
            need(report in done.stderr, f"{words}: {done.stderr}")
        path = write(os.path.join(place, "Cartesian.mo"), CARTESIAN)
        done = foucault("sensitivities", path, "--by", "y", status=1)
        need("a first guess" in done.stderr, done.stderr)
        path = write(os.path.join(place, "Sized.mo"), """model Sized
  parameter Integer n = 2;
  parameter Real size = 2;
  final parameter Integer m = integer(size);
  output Real x[m](each start = 1, each fixed = true);
equation
  der(x) = -x;
end Sized;
""")
        done = foucault("sensitivities", path, "--by", "size", status=1)
        need("foucault build --set size=VALUE" in done.stderr, done.stderr)


def collect(runner):
    for test in (pendulum, cartesian, ball, thermostat, sampled,
                 initial_equations, delayed, values_and_times, wrong):
        runner.add(f"studies/sensitivity_{test.__name__}", test)
