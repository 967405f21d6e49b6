"""What the literature says about the textbook problems beside counts and
curves (reduction.py, numeric.py): start values that are refused, what is
superfluous, blocks, exact relations, drift, where states are exchanged, what
singular values do."""

import json
import math
import os

from . import numeric, reduction
from .initial import near, same, words_of
from .reduction import explained
from .suite import (LIBRARIES, Failure, folder, foucault, model_file, need,
                    quick_build, read, write)

ENGINES = {"bdf": ("--method", "bdf"), "adams": ("--method", "adams"),
           "ida": ("--solver", "ida")}


def problem(name):
    return os.path.join(reduction.FOLDER, name + ".mo")


def changed(name, place, *changes):
    """The problem with (old, new) in its text."""
    text = read(problem(name))
    for old, new in changes:
        need(old in text, f"no {old} in {name}")
        text = text.replace(old, new, 1)
    return write(os.path.join(place, name + ".mo"), text)


def run(path, stop, step, *words, tolerance="1e-10"):
    """Report, times, rows; rows at events are there too."""
    with folder() as place:
        out = os.path.join(place, "out.csv")
        done = foucault("simulate", path, "--stop", repr(stop), "--step",
                        repr(step), "--tolerance", tolerance, "--output", out,
                        "--json", "--quiet", *words, timeout=300)
        return json.loads(done.stdout), *numeric.read_csv(out)


def largest(rows, function):
    return max(abs(function(row)) for row in rows)


def below(what, value, bound):
    need(value <= bound, f"{what}: {value:.3g}, allowed {bound:.3g}")


# --- no freedom, too many differentiations -----------------------------------

def chain_start(name, value, fits):
    """No start condition may be imposed: one that holds is left out with a
    warning, any other is an error."""
    with folder() as place:
        path = changed("Chain", place, (
            " " + name, f" {name}(start = {value}, fixed = true)"))
        done = foucault("simulate", path, "--json", status=0 if fits else 1)
    output = json.loads(done.stdout)
    wanted = "W403" if fits else "E401"
    found = next(d for d in output["diagnostics"] if d["code"] == wanted)
    need(f"'{name}' is fixed at its start value {value}" in
         json.dumps(found["notes"]), found)
    if fits:
        near(output["final"], {"x": math.sin(1), "y": math.cos(1)}, 1e-15)


def superfluous():
    """x' + y' = 1, x = 2 y: the derivative of the second is not needed by an
    implicit solver. Both ways lead to the same line."""
    output = explained("SuperfluousFactor")
    same("removable", [e["removable"] for e in output["equations"]], [0, 1])
    for name, slopes in (("SuperfluousFactor", {"x": 2/3, "y": 1/3}),
                         ("Superfluous", {"x": 1/2, "y": 1/2})):
        for words in ENGINES.values():
            _, times, rows = run(problem(name), 2.0, 0.1, *words)
            for t, row in zip(times, rows):
                near(row, {n: rows[0][n] + s*t for n, s in slopes.items()},
                     1e-9)


def linear_blocks():
    """Without x3' in the third equation its derivative is a block of its own,
    with it there is one block of highest derivatives. x3 follows from the
    time alone and is not a state, whoever asks for it."""
    for name, sizes in (("MsExample1", [1, 3]), ("KmExample1", [4])):
        output = explained(name)
        nu = [e["differentiated"] for e in output["equations"]]
        top = [b for b in output["blocks"] if any(
            v["differentiated"] == nu[v["equation"] - 1] for v in b["solves"])]
        same(name, sorted(b["equations"] for b in top), sizes)
        same("removable", [e["removable"] for e in output["equations"]],
             [1, 1, 1, 0])
        with folder() as place:
            path = changed(name, place, (
                "x3(start", "x3(stateSelect = StateSelect.always, start"))
            done = quick_build(path, "-o", os.path.join(place, "x.fmu"),
                               "--json")
        output = json.loads(done.stdout)
        need("W303" in [d["code"] for d in output["diagnostics"]], output)
        same("states", output["states"], 2)


def linear_dummies(engine):
    """The dummy derivatives too, to the closed forms; IDA leaves out what is
    superfluous."""
    for name, forward in (("MsExample1", 1), ("KmExample1", -1)):
        _, times, rows = run(problem(name), 2.0, 0.1, *ENGINES[engine])
        for t, row in zip(times, rows):
            near(row, linear_values(t, forward), 1e-6)


def linear_values(t, forward):
    """x2 = (16 e^t - 15 sin t + 2 sin 2t -+ 5 cos t + 4 cos 2t + c + 5 e^-t)
    / 10, and the others from it: [value, first, second derivative]."""
    s, c, s2, c2 = (math.sin(t), math.cos(t), math.sin(2*t), math.cos(2*t))
    e, f = math.exp(t), math.exp(-t)
    cosine, constant = (-5, -10) if forward > 0 else (5, -20)
    x2 = [(16*e - 15*s + 2*s2 + cosine*c + 4*c2 + constant + 5*f)/10,
          (16*e - 15*c + 4*c2 - cosine*s - 8*s2 - 5*f)/10,
          (16*e + 15*s - 8*s2 - cosine*c - 16*c2 + 5*f)/10]
    u1, u2, u3 = [s, c, -s], [c, -s, -c], [s2, 2*c2, -4*s2]
    x1 = [-a - b for a, b in zip(x2, u1)]
    x3 = [a - b for a, b in zip(u1, u2)]
    x4 = [-x1[k] - u3[k] - (0 if forward > 0 else x3[k + 1])
          for k in range(2)]
    return {"x1": x1[0], "x2": x2[0], "x3": x3[0], "x4": x4[0], "w1": x1[1],
            "w2": x2[1], "w3": x3[1], "der(w1)": x1[2], "der(w2)": x2[2],
            "der(w3)": x3[2]} | ({"der(x4)": x4[1]} if forward > 0 else {})


# --- pendulums ---------------------------------------------------------------

def small_swing_left_alone():
    """1000 s at 1e-9. The constraint replaced by its second derivative drifts
    as the square of time, 26,451 steps published; dummy derivatives do not,
    27,338 steps."""
    words = ("--reduction", "none")
    growth = 1
    tolerances = ("1e-8", "3e-9", "5e-10", "1e-10", "1e-9")
    for tolerance in tolerances:  # of a single one the growth is chance
        report, times, rows = run(problem("PendulumSmall"), 1000.0, 0.5,
                                  *words, tolerance=tolerance)
        half = largest(rows[:1001], lambda r: r["lengthError"])
        whole = largest(rows, lambda r: r["lengthError"])
        growth *= (whole/half)**(1/len(tolerances))
    need(1e-7 < whole < 1e-5, f"{whole:.2g}")
    need(2.2 < growth < 7, f"{growth:.2g}")
    need(26451/2 < report["steps"] < 26451*2, f"{report['steps']} steps")
    report, times, rows = run(problem("PendulumSmall"), 1000.0, 0.5,
                              *ENGINES["ida"], tolerance="1e-9")
    below("length", largest(rows, lambda r: r["lengthError"]), whole/1e4)
    start = 1 - math.cos(0.1)
    below("energy", largest(rows, lambda r: r["energy"] - start), 1e-6)
    same("pivots", report["pivots"], 0)
    need(27338/2 < report["steps"] < 27338*2, f"{report['steps']} steps")


def pairs(name, stop, exchanges):
    """A position is a state where its velocity is, from the start and after
    each exchange."""
    output = explained(name)
    of = {}
    for found in output["selection_sets"]:
        lower, upper = (level["candidates"] for level in found["levels"])
        of |= dict(zip(lower, upper))
    done = foucault("simulate", problem(name), "--verbose", "--stop",
                    repr(stop), "--tolerance", "1e-8")
    said = [line.split("are: ")[1].split() for line in
            done.stderr.splitlines() if "the states of set" in line]
    need(len(said) > exchanges, f"{len(said) - 1} exchanges")
    for names in said:
        positions = {n for n in names if n in of}
        same("crossed", {of[n] for n in positions}, set(names) - positions)


def rod_exchange(engine):
    """Driven by time alone: y is found from x until the rod is steeper than
    45 degrees, and not when it is upright."""
    done = foucault("simulate", problem("RotatingRod"), "--verbose", "--stop",
                    "3", "--tolerance", "1e-9", *ENGINES[engine])
    said = [line.split("at time ")[1].split(" ", 1) for line in
            done.stderr.splitlines() if "the states of set 1 are" in line]
    need(len(said) == 3, f"{len(said) - 1} exchanges")
    for (time, names), (a, b, position) in zip(
            said, ((0, 0, "x"), (1, 2, "y"), (3, 4, "x"))):
        need(a*math.pi/4 <= float(time) <= b*math.pi/4, f"at {time}")
        need(names.endswith(f": {position} v{position}"), names)


def paraboloid_height(engine):
    """p3 is found from the others everywhere, nothing is exchanged. Demanded
    as a state it leaves the choice between p1 and p2, which the point crosses
    in turn; the motion is the same."""
    with folder() as place:
        path = changed("Paraboloid", place, *(
            (f"{name}(start", f"{name}(stateSelect = StateSelect.always, start")
            for name in ("p3", "v3")))
        runs = [run(file, 10.0, 0.1, *ENGINES[engine])
                for file in (problem("Paraboloid"), path)]
    same("exchanges", runs[0][0]["pivots"], 0)
    need(runs[1][0]["pivots"] >= 6, f"{runs[1][0]['pivots']} exchanges")
    for a, b in zip(runs[0][2], runs[1][2]):
        near(b, {name: a[name] for name in ("p1", "p2", "p3", "v1", "v2")},
             1e-6)


def three_levels():
    """Each of the two columns at three levels, one constraint each."""
    output = explained("Index4")
    same("sets", len(output["selection_sets"]), 1)
    levels = output["selection_sets"][0]["levels"]
    same("levels", [(len(one["candidates"]), [c["differentiated"] for c in
                                              one["constraints"]])
                    for one in levels], [(2, [0]), (2, [1]), (2, [2])])


# End of the run, angle of the crank then, constraints of a row.
MECHANISMS = {
    "SliderCrank": (4.0, 31.2221488465, [
        lambda r: r["x1"]**2 + r["y1"]**2 - 1/4,
        lambda r: (r["x2"] - r["x1"])**2 + (r["y2"] - r["y1"])**2 - 9/4,
        lambda r: r["y2"]]),
    "FourBar": (2.0, 17.9522924716, [
        lambda r: r["x1"]**2 + r["y1"]**2 - 1/4,
        lambda r: (r["x2"] - r["x1"])**2 + (r["y2"] - r["y1"])**2 - 4,
        lambda r: (r["x2"] - 2)**2 + r["y2"]**2 - 9/4]),
}


def full_turns(name, engine):
    """The crank turns round several times: no coordinate of it is a state all
    the time, and none may be demanded."""
    stop, angle, constraints = MECHANISMS[name]
    report, _, rows = run(problem(name), stop, 0.01, *ENGINES[engine],
                          tolerance="1e-11")
    for g in constraints:
        below("constraint", largest(rows, g), 1e-13)
    turned = math.atan2(rows[0]["y1"], rows[0]["x1"])
    for a, b in zip(rows, rows[1:]):
        turned += math.atan2(a["x1"]*b["y1"] - a["y1"]*b["x1"],
                             a["x1"]*b["x1"] + a["y1"]*b["y1"])
    below("angle", abs(turned - angle), 1e-5)
    turns = angle/(2*math.pi)
    need(report["pivots"] >= 2*turns, f"{report['pivots']} exchanges")


def demanded_coordinate(name):
    with folder() as place:
        path = changed(name, place, (
            " x1(start", " x1(stateSelect = StateSelect.always, start"), (
            " vx1(start", " vx1(stateSelect = StateSelect.always, start"))
        done = foucault("simulate", path, "--stop", "2", status=1)
    need("singular" in done.stderr, done.stderr)


def projected_is_explicit(name):
    """Nothing has to be iterated in the projected form: all loops are linear,
    the velocities and multipliers solved for."""
    output = explained(name, "--reduction", "projection")
    wrong = [b["unknowns"] for b in output["blocks"] if not b["linear"]]
    need(not wrong, f"nonlinear loops for {wrong}")


DRIFTING = """model Drifting "A third velocity, which no constraint decides"
  Real x(start = 0.6, fixed = true), y(start = -0.8), lam;
  Real vx(start = -0.5, fixed = true), vy(start = 0), w(start = 0.5, fixed = true);
equation
  der(x) = vx + w;
  der(y) = vy;
  der(vx) = -lam*x;
  der(vy) = -lam*y - 9.81;
  der(w) = -w;
  x^2 + y^2 = 1;
end Drifting;
"""


def carried_along(method):
    """Velocities beyond those that positions need stay states: projection has
    n + (n - k) + (m - j) = 2 + 1 + 1. phi'' = -g sin(phi) - w cos(phi)."""
    with folder() as place:
        path = write(os.path.join(place, "drifting.mo"), DRIFTING)
        output = json.loads(foucault("explain", path, "--json", "--quiet",
                                     "--reduction", method).stdout)
        _, _, rows = run(path, 3.0, 0.1, "--reduction", method,
                         tolerance="1e-11")
    more = sum(e["differentiated"] for e in output["equations"])
    states = {"dummy": 3, "projection": 4, "ggl": 3, "none": 3 + more}
    same("states", len(output["states"]), states[method])
    phi, speed = driven_angle(3.0)
    near(rows[-1], {"x": math.sin(phi), "y": -math.cos(phi),
                    "vy": speed*math.sin(phi), "w": 0.5*math.exp(-3),
                    "vx": speed*math.cos(phi) - 0.5*math.exp(-3)}, 1e-6)


def driven_angle(end, steps=4000):
    """By Runge and Kutta, from asin(0.6) at rest."""
    def slope(t, phi, speed):
        return speed, (-9.81*math.sin(phi)
                       - 0.5*math.exp(-t)*math.cos(phi))
    t, phi, speed, h = 0.0, math.asin(0.6), 0.0, end/steps
    for _ in range(steps):
        a = slope(t, phi, speed)
        b = slope(t + h/2, phi + h/2*a[0], speed + h/2*a[1])
        c = slope(t + h/2, phi + h/2*b[0], speed + h/2*b[1])
        d = slope(t + h, phi + h*c[0], speed + h*c[1])
        phi += h/6*(a[0] + 2*b[0] + 2*c[0] + d[0])
        speed += h/6*(a[1] + 2*b[1] + 2*c[1] + d[1])
        t += h
    return phi, speed


# Theta0 = 30 degrees, g = 9.81, 10 s; as published: 1e-4 of the length.
FORMS = {"pendulum": ("dummy", "none", "baumgarte", "ggl"),
         "pendulum_index1": ("dummy",), "pendulum_stabilized": ("dummy",),
         "pendulum_baumgarte": ("dummy",)}
THETA, OMEGA = 0.423644515500648, 0.945574218564063


def five_forms(model):
    for method in FORMS[model]:
        more = ("--set", "stretch=1") if "baumgarte" in model else ()
        _, _, rows = run(model_file(f"multibody/{model}"), 10.0, 0.1,
                         "--reduction", method, *more, tolerance="1e-8")
        end = rows[-1]
        below("length", abs(math.hypot(end["x"], end["y"]) - 1), 1e-4)
        _, _, rows = run(model_file(f"multibody/{model}"), 10.0, 0.1,
                         "--reduction", method, *more, tolerance="1e-11")
        end = rows[-1]
        near(end, {"x": math.sin(THETA), "y": -math.cos(THETA),
                   "vx": OMEGA*math.cos(THETA), "vy": OMEGA*math.sin(THETA)},
             1e-6)


# --- circuits ----------------------------------------------------------------

# Equations as written, dummy derivatives.
COMPONENTS = {"capacitor_loop": (26, "der(c1.v)"),
              "inductor_cutset": (40, "der(second.inductor.i) der(src.p.i)"),
              "loop_and_cutset": (38, "der(c1.v) der(l.i) der(vs.p.v)"),
              "miller": (32, "der(c2.n.v) der(c2.v)")}


def components(name):
    """Of connected components the same comes out as of nodal equations: index,
    freedom, and dummies in the loop or cutset."""
    output = json.loads(foucault("explain", model_file(
        f"circuits/{name}_components"), "--json", *LIBRARIES).stdout)
    n, dummies = COMPONENTS[name]
    same("equations", len(output["as_written"]), n)
    same("index", output["index"], 2)
    same("states", len(output["states"]), 1)
    same("dummies", " ".join(sorted(output["dummies"])), dummies)


def miller_exact(engine):
    """The amplifier's equation holds to the last bit, and for A = 1 nothing
    flows into it."""
    for a in (1, 0.5):
        _, _, rows = run(problem("Miller"), 10.0, 0.1, "--set", f"A={a}",
                         *ENGINES[engine])
        below("u3 - A u2", largest(rows, lambda r: r["u3"] - a*r["u2"]), 1e-15)
    _, _, rows = run(problem("Miller"), 10.0, 0.1, *ENGINES[engine])
    below("JV", largest(rows, lambda r: r["JV"]), 1e-15)


def miller_singular(engine):
    """With A = 1 + C1/C2 the equations are dependent. Known at translation:
    found, no state is left, and the parameters are fixed. Set in the FMU that
    was made for A = 1: the run ends at once, with the lines."""
    words = ENGINES[engine]
    done = foucault("simulate", problem("Miller"), "--set", "A=2", "--json",
                    *words)
    output = json.loads(done.stdout)
    codes = {d["code"] for d in output["diagnostics"]}
    need("W302" in codes, codes)
    near(output["final"], {"u2": math.sin(1), "u3": 2*math.sin(1),
                         "JV": -math.cos(1)}, 1e-12)
    with folder() as place:
        fmu = os.path.join(place, "x.fmu")
        quick_build(problem("Miller"), "-q", "-o", fmu, *words)
        done = foucault("simulate", fmu, "--set", "A=2", status=1)
    for text in ("Miller.mo:6:", "Miller.mo:9:", "linear"):
        need(text in done.stderr, done.stderr)


SERIES = """model Series "A series circuit: currents are multiples of each other"
  parameter Real R = 0.5, L = 1, C = 0.25;
  Real I1(start = 2), I2(start = 1, fixed = true), I3(start = 3);
  Real dI2(start = 0, fixed = true), l1, l2;
equation
  der(I2) = dI2;
  R*der(I1) = l1;
  L*der(dI2) = -2*l1 + l2;
  I3/C = -l2/3;
  I1 = 2*I2;
  I3 = 3*I2;
end Series;
"""


def singular_mass(method):
    """Two of three equations of motion without an inertia: D' M D is regular
    though M is not. I2'' = -4 R I2' - 9/C I2."""
    with folder() as place:
        path = write(os.path.join(place, "series.mo"), SERIES)
        output = json.loads(foucault("explain", path, "--json", "--quiet",
                                     "--reduction", method).stdout)
        _, times, rows = run(path, 5.0, 0.1, "--reduction", method)
    same("index", output["index"], 2)
    same("states", output["states"], ["I2", "dI2"])
    same("iterated", [b for b in output["blocks"] if not b["linear"]], [])
    omega = math.sqrt(36 - 1)
    for t, row in zip(times, rows):
        decay, c, s = math.exp(-t), math.cos(omega*t), math.sin(omega*t)
        i2, slope = decay*(c + s/omega), -36/omega*decay*s
        near(row, {"I1": 2*i2, "I2": i2, "I3": 3*i2, "l1": slope,
                   "l2": -36*i2}, 1e-6)


MIXED = """model Mixed "For k = 1 the last two equations determine one unknown"
  parameter Real k = 1;
  Real x(start = 0.8), y(start = -0.6), vx(start = 0), vy(start = 0), z1, z2;
equation
  der(x) = vx; der(y) = vy;
  der(vx) = -2*x*z2 + 2*(z1 + z2);
  der(vy) = -2*y*z2 - 1;
  0 = x + z1 + z2;
  0 = x + x^2 + y^2 - 1 + z1 + k*z2;
end Mixed;
"""


def rank_by_parameter():
    """Found where k is known, and fixed then; else a warning."""
    with folder() as place:
        path = write(os.path.join(place, "mixed.mo"), MIXED)
        fmu = os.path.join(place, "mixed.fmu")
        for k, states, dependent in ((1, 2, True), (2, 4, False)):
            output = json.loads(quick_build(path, "-o", fmu, "--json",
                                            "--set", f"k={k}").stdout)
            same("states", output["states"], states)
            codes = [d["code"] for d in output["diagnostics"]]
            same("dependent", "W302" in codes, dependent)
        done = foucault("simulate", fmu, "--set", "k=1", status=1)
    for text in ("mixed.mo:8:", "mixed.mo:9:", "contradict"):
        need(text in done.stderr, done.stderr)


# --- water, contact, start values --------------------------------------------

# Pipes whose flow becomes turbulent or laminar, and the solution at the end as
# published.
SWITCHES = [3535.5, 6864.3, 9201.0, 10489.2, 12207.4, 47693.8, 48165.5,
            58324.3, 59090.4]
WATER = {"q[1]": 0.2298488296477430e-2, "q[18]": 0.5746220741193575e-2,
         "lambda[18]": 0.3651427026675656e-1, "p[5]": 0.1111268591478108e6,
         "p[8]": 0.1111270045592387e6, "p[13]": 0.1111298338971779e6}


def water(engine):
    report, times, rows = run(model_file("hydraulic/water_network"), 61200.0,
                              1200.0, *ENGINES[engine])
    events = [a for a, b in zip(times, times[1:]) if a == b]
    same("events", len(events), len(SWITCHES))
    for at, expected in zip(events, SWITCHES):
        need(abs(at - expected) <= 0.06, f"{at}, not {expected}")
    for name, value in WATER.items():
        off = abs(rows[-1][name]/value - 1)
        need(off <= 1e-6, f"{name} is off by {off:.2g}")


def friction(beta, guess):
    """lam from -0.1 beta n_x lam^2 - lam - n_y = 0, the root that is -n_y for
    beta = 0. Nothing else depends on beta."""
    with folder() as place:
        path = changed("ContactFriction", place,
                       ("lam(start = -0.7)", f"lam(start = {guess})"))
        out = os.path.join(place, "out.csv")
        foucault("simulate", path, "--stop", "1e-6", "--step", "1e-6", "-o",
                 out, "--quiet", *words_of({"beta": beta}))
        row = numeric.read_csv(out)[1][0]
    n = 1/math.sqrt(2)
    a = 0.1*beta*n
    lam = -n if a == 0 else (1 - math.sqrt(1 + 4*a*n))/(2*a)
    near(row, {"x": 1 - n/4, "y": 0.5 + n/4, "vx": 0, "vy": 0, "s": 1,
               "beta": beta, "lam": lam})


def kept_position(engine):
    """The start is on the circle, x is fixed: both stay to the last bit; the
    velocity (1, 0.5) loses what is across the tangent, and no more."""
    _, _, rows = run(problem("InitPendulum"), 1e-6, 1e-6, *ENGINES[engine])
    row = rows[0]
    same("position", (row["x"], row["y"]), (0.6, -0.8))
    near(row, {"vx": 0.88, "vy": 0.66, "lam": 4.529, "der(vx)": -5.4348,
               "der(vy)": -2.5636})
    across = (row["vx"] - 1)*-0.8 - (row["vy"] - 0.5)*0.6
    below("not along the normal", abs(across), 1e-12)


SPHERE = """model Sphere "vx is fixed, vy and vz are wishes"
  Real x(start = 0.48, fixed = true), y(start = 0.6, fixed = true);
  Real z(start = -0.64), vx(start = 1, fixed = true), vy(start = 1);
  Real vz(start = 1), lam;
equation
  der(x) = vx; der(y) = vy; der(z) = vz;
  der(vx) = -2*lam*x; der(vy) = -2*lam*y; der(vz) = -2*lam*z - 9.81;
  x^2 + y^2 + z^2 = 1;
end Sphere;
"""


def fixed_component():
    """The smallest change of what is not fixed."""
    with folder() as place:
        path = write(os.path.join(place, "sphere.mo"), SPHERE)
        _, _, rows = run(path, 1e-6, 1e-6)
    row, part = rows[0], (0.48 + 0.6 - 0.64)/(0.6**2 + 0.64**2)
    same("fixed", (row["x"], row["y"], row["vx"]), (0.48, 0.6, 1))
    near(row, {"vy": 1 - 0.6*part, "vz": 1 + 0.64*part}, 1e-12)


# --- every engine ------------------------------------------------------------

def whole_curve(case, engine):
    _, times, rows = numeric.simulate(case, model_file(case.model), "--quiet",
                                      *ENGINES[engine])
    wrong = case.check(times, rows)
    if wrong:
        raise Failure(wrong)


CURVES = """derivative_chain superfluous linear_index2 linear_index2_coupled
    condensed_form hessenberg2 hessenberg3 semi_explicit singular_pair
    mixed_index rc rlc_variational miller_integrator miller_singular
    capacitor_loop inductor_cutset loop_and_cutset charge_oriented pendulum
    pendulum_small pendulum_angle pendulum_index1 pendulum_projected
    pendulum_baumgarte pendulum_stabilized large_swing double_pendulum
    triple_pendulum four_bar slider_crank paraboloid hoisted_pendulum
    rotating_rod jerk_on_circle sliding_disc sliding_disc_drag
    reactor""".split()


def collect_each(runner, name, function, values):
    for value in values:
        runner.add(f"textbook/{name}/{value}",
                   lambda value=value: function(value))


def collect(runner):
    for name, value, fits in (("x", 0, True), ("x", 1, False), ("y", 1, True),
                              ("y", 5, False), ("z", 1, False)):
        runner.add(f"textbook/chain_start/{name}/{value}",
                   lambda n=name, v=value, f=fits: chain_start(n, v, f))
    runner.add("textbook/superfluous", superfluous)
    runner.add("textbook/linear_blocks", linear_blocks)
    collect_each(runner, "linear_dummies", linear_dummies, ENGINES)
    runner.add("textbook/small_swing_left_alone", small_swing_left_alone)
    for name, stop, least in (
            ("PendulumLarge", 10.0, 4), ("DoublePendulum", 10.0, 4),
            ("FourBar", 2.0, 4), ("SliderCrank", 2.0, 4),
            ("Mixed13", 10.0, 4), ("Contact", 10.0, 0),
            ("ContactFriction", 10.0, 0)):
        runner.add(f"textbook/pairs/{name}",
                   lambda n=name, s=stop, e=least: pairs(n, s, e))
    collect_each(runner, "rod_exchange", rod_exchange, ENGINES)
    collect_each(runner, "paraboloid_height", paraboloid_height, ENGINES)
    runner.add("textbook/three_levels", three_levels)
    collect_each(runner, "carried_along", carried_along,
                 ("dummy", "projection", "ggl", "none"))
    for name in MECHANISMS:
        for engine in ENGINES:
            runner.add(f"textbook/full_turns/{name}/{engine}",
                       lambda n=name, e=engine: full_turns(n, e))
    collect_each(runner, "demanded_coordinate", demanded_coordinate,
                 MECHANISMS)
    collect_each(runner, "projected", projected_is_explicit,
                 ("PendulumLarge", "DoublePendulum", "TriplePendulum",
                  *MECHANISMS))
    collect_each(runner, "five_forms", five_forms, FORMS)
    collect_each(runner, "components", components, COMPONENTS)
    collect_each(runner, "miller_exact", miller_exact, ENGINES)
    collect_each(runner, "miller_singular", miller_singular, ENGINES)
    collect_each(runner, "singular_mass", singular_mass,
                 ("dummy", "projection", "ggl", "minimal-extension"))
    runner.add("textbook/rank_by_parameter", rank_by_parameter)
    collect_each(runner, "water", water, ENGINES)
    for beta in (0.0, 0.5, 2.0, -3.0):
        for guess in (-0.7, 0, -1):
            runner.add(f"textbook/friction/{beta}/{guess}",
                       lambda b=beta, g=guess: friction(b, g))
    collect_each(runner, "kept_position", kept_position, ENGINES)
    runner.add("textbook/fixed_component", fixed_component)
    for case in numeric.CASES:
        if case.name in CURVES:
            for engine in ("adams", "ida"):
                runner.add(f"textbook/curves/{case.name}/{engine}",
                           lambda c=case, e=engine: whole_curve(c, e))
