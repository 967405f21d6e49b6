"""foucault sensitivities: exact derivatives of curves by parameters, compared
with closed forms and with differences of runs, through events and exchanges of
states."""

import csv
import json
import math
import os

from .suite import ROOT, folder, foucault, need, quick_build, write

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
  parameter Real k = 0.5, T = 0.2;
  output Real x(start = 1, fixed = true);
equation
  der(x) = -k*delay(x, T);
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end Delayed;
"""
# what is delayed is no state, jumps at a time that moves, and is delayed again
ARRIVING = """model Arriving
  parameter Real t1 = 0.33, T = 0.41, a = 1.5, c = 2;
  output Real x(start = 0.5, fixed = true);
  output Real y, z;
  Real u = (if time > t1 then c else 1)*(1 + a*x^2)*cos(3*time);
equation
  y = delay(u, T);
  z = delay(y + time, 0.2);
  der(x) = y - a*x + sin(z);
  annotation(experiment(StopTime = 2, Tolerance = 1e-9));
end Arriving;
"""
# a delay time that moves, of a loop's unknown
STRETCHED = """model Stretched
  parameter Real T0 = 0.4, w = 3, k = 0.8, x0 = 1;
  output Real x(start = x0, fixed = true), v(start = 0, fixed = true);
  output Real q(start = 0.5);
equation
  q + 0.2*q^3 = x + k*v;
  der(x) = v;
  der(v) = -w*delay(q, T0*(1 + 0.3*sin(2*time)), 1) - 0.1*v;
  annotation(experiment(StopTime = 3, Tolerance = 1e-9));
end Stretched;
"""
# a controller's value that is held is delayed: it jumps with every tick
HELD = """model Held
  parameter Real Ts = 0.23, T = 0.317, k = 1.4;
  output Real x(start = 1, fixed = true);
  discrete Real u(start = 0, fixed = true);
equation
  when sample(0, Ts) then
    u = k*(1 - x);
  end when;
  der(x) = delay(u, T) - 0.5*x;
  annotation(experiment(StopTime = 2, Tolerance = 1e-9));
end Held;
"""
# of jumps and of what follows from them, where values have two sides
ARRIVALS = (0.41, 0.61, 0.74, 0.94, 1.15, 1.35)
TRANSPORTED = """model Transported
  parameter Real v = 0.5;
  output Real y;
  Real pos(start = 0, fixed = true);
equation
  der(pos) = v;
  (, y) = spatialDistribution(sin(time), 0, pos, true);
  annotation(experiment(StopTime = 1));
end Transported;
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
        # runs of one method: a change on the way is a step of the differences
        quick_build(path, "-o", fmu, "-q", "--method", "bdf")
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


def backward():
    """From the end to the start: the same numbers, through events, exchanges
    of states, initial equations and discrete Reals."""
    moments = (0.55, 0.95, 1.15)
    for text, by in ((PENDULUM, "L,g,phi0,d,w"), (CARTESIAN, "L,x0,m,g"),
                     (BALL, "e,h0,g"), (THERMOSTAT, "low,high,tau,t1,T0"),
                     (SAMPLED, "a,k,Ts"), (STEADY, "k,u,T,A[1],A[2]")):
        with folder() as place:
            path = write(os.path.join(place, "Model.mo"), text)
            times = write(os.path.join(place, "times.csv"),
                          "t\n" + "".join(f"{t}\n" for t in moments))
            _, forward = curves(place, path, by, "--times", times)
            found, back = curves(place, path, by, "--times", times, "--adjoint")
            need(found["method"] == "backward" and found["exact"], f"{found}")
            need(len(back["time"]) == 4 and list(back) == list(forward),
                 f"{list(back)}")
            for title, column in back.items():
                size = max(1, max(map(abs, column)))
                for a, b in zip(column, forward[title]):
                    need(abs(a - b) < 1e-7*size, f"{title}: {a}, forward {b}")


def end_alone():
    """Without times the end counts, and all parameters are named by a star."""
    with folder() as place:
        path = write(os.path.join(place, "Pendulum.mo"), PENDULUM)
        _, forward = curves(place, path, "L,g,phi0,d", "--step", "3")
        found, back = curves(place, path, "*", "--adjoint")
        need([p["name"] for p in found["by"]] == ["L", "g", "phi0", "d"],
             f"{found}")
        need(back["time"] == (0, 3), f"{back['time']}")
        for title, column in back.items():
            need(abs(column[-1] - forward[title][-1]) < 1e-7, title)


def weighted():
    """The gradient of a sum, in one way back; at the start too."""
    with folder() as place:
        path = write(os.path.join(place, "Ball.mo"), BALL)
        weights = write(os.path.join(place, "weights.csv"),
                        "time,h,v\n0,2,0\n0.3,1,-1\n0.9,0.5,0\n1.2,3,0.25\n")
        rows = ((0, 2, 0), (0.3, 1, -1), (0.9, 0.5, 0), (1.2, 3, 0.25))
        _, curve = curves(place, path, "e,h0,g", "--times", weights)
        out = os.path.join(place, "sum.csv")
        found = json.loads(foucault(
            "sensitivities", path, "--by", "e,h0,g", "--weights", weights,
            "--json", "-o", out).stdout)
        need(found["method"] == "backward", f"{found}")

        def total(h, v):
            return sum(a*curve[h][k] + b*curve[v][k]
                       for k, (_, a, b) in enumerate(rows))

        need(abs(found["sum"] - total("h", "v")) < 1e-7, f"{found}")
        with open(out, newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                by = row["parameter"]
                wanted = total(f"d(h)/d({by})", f"d(v)/d({by})")
                need(abs(float(row["derivative"]) - wanted) < 1e-7,
                     f"{by}: {row}, {wanted}")


def no_way_back():
    """Then the way is forward, and that is said."""
    with folder() as place:
        path = write(os.path.join(place, "Delayed.mo"), DELAYED)
        found, columns = curves(place, path, "k", "--adjoint")
        need(found["method"] == "forward" and found["exact"]
             and "backward" in found["forward_reason"], f"{found}")
        need(abs(columns["d(x)/d(k)"][-1]) > 0.1, f"{columns}")


def delayed():
    """Through what delay() has kept."""
    _, found = like_differences(DELAYED, "k,T")
    # before the delay has passed: x = 1 - k t
    need(abs(found["d(x)/d(k)"][1] + 0.1) < 1e-8, f"{found}")
    need(abs(found["d(x)/d(T)"][1]) < 1e-9, f"{found}")
    # then x = 1 - k t + k^2 (t - T)^2/2
    need(abs(found["d(x)/d(T)"][3] + 0.25*0.1) < 1e-7, f"{found}")


def settled(text, by):
    """Beside differences of runs with histories, which are less exact than
    others; and the same numbers with another tolerance."""
    like_differences(text, by, ARRIVALS, 5e-5)
    with folder() as place:
        path = write(os.path.join(place, "Model.mo"), text)
        fine, coarse = (curves(place, path, by, "--step", "0.1", "--tolerance",
                               tolerance)[1] for tolerance in ("1e-9", "1e-7"))
        for title in fine:
            for t, a, b in zip(fine["time"], fine[title], coarse[title]):
                if any(abs(t - moment) < 1e-3 for moment in ARRIVALS):
                    continue
                need(abs(a - b) < 1e-5*max(1, abs(a)), f"{title} at {t}: {a}, "
                     f"with a coarse tolerance {b}")
        return fine


def delayed_jumps():
    """A jump arrives later: its time changes with those of both. So does what
    a jump has made of the slope of something that is delayed again."""
    found = settled(ARRIVING, "t1,T,a,c")
    need(abs(found["d(x)/d(t1)"][-1]) > 0.01, f"{found['d(x)/d(t1)']}")
    settled(HELD, "Ts,T,k")


def delay_times():
    found = settled(STRETCHED, "T0,w,k,x0")
    need(abs(found["d(x)/d(T0)"][-1]) > 0.1, f"{found['d(x)/d(T0)']}")


def transported():
    """What cannot be followed is differenced, and that is said."""
    with folder() as place:
        path = write(os.path.join(place, "Transported.mo"), TRANSPORTED)
        found, columns = curves(place, path, "v", "--step", "0.1")
        need(not found["exact"] and "delayed" in found["reason"], f"{found}")
        done = foucault("sensitivities", path, "--by", "v")
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
        weights = write(os.path.join(place, "w.csv"), "time,h\n1,1\n1,2\n")
        for words, status, report in (
                ([], 2, "--by is missing"),
                (["--by", "gg"], 1, "did you mean 'g'?"),
                (["--by", "g=fast"], 1, "--by g=fast"),
                (["--by", "q*"], 1, "no Real parameter that may be set"),
                (["--by", "g", "--weights", weights, "--of", "h"], 2,
                 "leave --times and --of out"),
                (["--by", "g", "--weights", weights], 1,
                 "row 3 has a time that is not after"),
                (["--by", "g", "--weights", path + "x"], 1, "E609"),
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


def far_points():
    """Points that are far apart: no event is lost between them, though the
    states rest and the friction is overcome for a short time only."""
    model = os.path.join(ROOT, "models", "events", "pushed_block.mo")
    with folder() as place:
        def last(*words):
            path = os.path.join(place, "x.csv")
            foucault("sensitivities", model, "--by", "m,R", "--of", "x",
                     "--quiet", "-o", path, *words)
            with open(path, encoding="utf-8") as rows:
                return [float(x) for x in list(csv.reader(rows))[-1]]
        near = last("--step", "0.02")
        need(abs(near[1] - 4.03728) < 1e-4, near)
        for words in ["--step", "5"], ["--adjoint"]:
            need(all(math.isclose(a, b, rel_tol=1e-5) for a, b in
                     zip(near, last(*words))), f"{words}: {near}")
        done = foucault("simulate", model, "--type", "me", "--step", "5",
                        "--json")
        need(math.isclose(json.loads(done.stdout)["final"]["x"], near[1],
                          rel_tol=1e-6), done.stdout)


def jumps():
    """A branch inside of a function, which makes no event: where steps would
    collapse there are differences, and an end."""
    model = os.path.join(ROOT, "models", "functions", "table_function.mo")
    for stop in "2.5", "3":
        done = foucault("sensitivities", model, "--by", "valve[2,1],valve[3,1]",
                        "--of", "volume", "--stop", stop, "-o", "-")
        last = [float(x) for x in done.stdout.splitlines()[-1].split(",")]
        # what leaves the top of the curve at valve[3, 1] falls to 0 at 3
        wanted = -1, 1 - (3 - float(stop))**2
        need(all(abs(a - b) < 1e-4 for a, b in zip(last[2:], wanted)),
             f"{stop}: {last}")


def arrays():
    """.npz has the numbers of CSV, to the last bit."""
    import numpy
    with folder() as place:
        model = write(os.path.join(place, "Ball.mo"), BALL)
        weights = write(os.path.join(place, "w.csv"), "time,h\n0.3,2\n")
        words = [model, "--by", "e,g,h0", "--quiet", "-o"]
        table, file = (os.path.join(place, n) for n in ("c.csv", "c.npz"))
        for options in (["--step", "0.3"], ["--adjoint"]):
            foucault("sensitivities", *words, table, *options)
            foucault("sensitivities", *words, file, *options)
            rows = numpy.genfromtxt(table, delimiter=",", names=True,
                                    deletechars="")
            with numpy.load(file) as found:
                need(set(found) == {"parameter names", "parameter values",
                                    "time", "h", "v", "d(h)", "d(v)"},
                     list(found))
                names = [n.decode() for n in found["parameter names"]]
                need(names == ["e", "g", "h0"] and
                     found["parameter values"].tolist() == [0.8, 9.81, 1],
                     names)
                for y in ("h", "v"):
                    need((found[y] == rows[y]).all(), y)
                    for k, p in enumerate(names):
                        need((found[f"d({y})"][:, k] ==
                              rows[f"d({y})/d({p})"]).all(), (y, p))
        foucault("sensitivities", *words, file, "--weights", weights)
        with numpy.load(file) as found:
            need(numpy.allclose(found["sum"], 2*(1 - 9.81*0.045)) and
                 numpy.allclose(found["d(sum)"], [0, -0.09, 2]),
                 dict(found))
        done = foucault("sensitivities", *words,
                        os.path.join(place, "no", "c.npz"), status=1)
        need("E501" in done.stderr, done.stderr)


def collect(runner):
    for test in (pendulum, cartesian, ball, thermostat, sampled,
                 initial_equations, delayed, delayed_jumps, delay_times,
                 transported, values_and_times, wrong,
                 backward, end_alone, weighted, no_way_back, arrays,
                 far_points, jumps):
        runner.add(f"studies/sensitivity_{test.__name__}", test)
