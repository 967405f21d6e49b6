"""Models of tests/hybrid, built and stepped in FMPy as Co-Simulation and as
Model Exchange: what events, clocks and connectors make of them at the end of
the run, by closed forms or by hand.
"""

import json
import math
import os

from .suite import ROOT, folder, foucault, need, python, quick_build

MODELS = os.path.join(ROOT, "tests", "hybrid")


class Row:
    """stop: the end of the run; final: {name: value} there; inputs: {name:
    [[time, value], ...]}, held in between; tolerance: relative to max(1,
    |value|); kinds: of FMUs that end so."""

    def __init__(self, stop, final, inputs=None, tolerance=1e-6,
                 kinds=("cs", "me")):
        self.stop = stop
        self.final = final
        self.inputs = inputs or {}
        self.tolerance = tolerance
        self.kinds = kinds


BEATS = [(math.pi/6 + 2*math.pi*k)/10 for k in range(4)]  # sin(10 t) = 1/2


def slopes(x, v, u, t):
    """The derivatives of Plant in clock_solvers.mo."""
    return -2*x + v + 0.1*t + 0.1*x, (-v + u - x)/2


def shifted(x, h, k):
    return tuple(a + h*b for a, b in zip(x, k))


def implicit(x, h, k, u, t):
    """x + h*k + h*slopes(x there), two affine equations by Cramer's rule."""
    r = [x[0] + h*k[0] + h*0.1*t, x[1] + h*k[1] + h*u/2]
    a, b, c, d = 1 + 1.9*h, -h, h/2, 1 + h/2
    return ((r[0]*d - b*r[1])/(a*d - b*c), (a*r[1] - c*r[0])/(a*d - b*c))


def solver_step(method, x, t, h):
    u, later = math.sin(t), math.sin(t + h)
    k1, middle = slopes(*x, u, t), ((u + later)/2, t + h/2)
    if method == "euler":
        return shifted(x, h, k1)
    if method == "implicit":
        return implicit(x, h, (0, 0), later, t + h)
    if method == "trapezoid":
        return implicit(x, h/2, k1, later, t + h)
    k2 = slopes(*shifted(x, h/2, k1), *middle)
    if method == "mid":
        return shifted(x, h, k2)
    k3 = slopes(*shifted(x, h/2, k2), *middle)
    k4 = slopes(*shifted(x, h, k3), later, t + h)
    return shifted(x, h/6, [a + 2*b + 2*c + d
                            for a, b, c, d in zip(k1, k2, k3, k4)])


def clock_solvers():
    """After twenty steps of 0.1; the nonlinear one at the beats."""
    final, seen = {}, []
    for method in ("euler", "mid", "runge", "implicit", "trapezoid"):
        x = (1, 0)
        for k in range(20):
            if method == "euler":
                seen.append(x[0])
            x = solver_step(method, x, 0.1*k, 0.1)
        final[f"{method}.x"], final[f"{method}.v"] = x
    final["slow"] = sum(0.2*(x + 1) for x in seen[::2])
    w = 1
    for last, t in zip(BEATS, BEATS[1:]):
        start, h = w, t - last
        for _ in range(50):
            w -= (w - start + h*(w**3 - t))/(1 + 3*h*w**2)
    final.update(w=w, y=w, n=0.1 + BEATS[3] - BEATS[0], a=(w + 1)/3,
                 b=(w - 2)/3)
    return final


def thyristors():
    """The current of an inductor, fired at a third of each half wave, ends
    before the next one; nine of them."""
    w, r, l, begin = 100*math.pi, 10, 0.02, math.pi/3
    lag, z = math.atan(w*l/r), math.hypot(r, w*l)

    def current(angle):
        rest = math.exp(-(angle - begin)/math.tan(lag))
        return 100/z*(math.sin(angle - lag) - math.sin(begin - lag)*rest)

    low, high = math.pi, 1.5*math.pi
    for _ in range(60):
        middle = (low + high)/2
        low, high = (middle, high) if current(middle) > 0 else (low, middle)
    return 9*100/w*(math.cos(begin) - math.cos(low))/r


def no_guess():
    """By iteration from any P: the loop contracts."""
    power = k = 0
    for _ in range(100):
        x = 3 + 0.1*math.tanh(power)
        s = math.exp(-x) + 0.1*x**2
        k = 1.2 + 0.01*(s**2 + 0.1*math.exp(-s))*s
        power = k/(k - 1)*x*(2**((k - 1)/k) - 1)
    return {"k": k, "P": power, "heat": power, "on": 1}


def time_functions():
    """Counted from the times of their changes."""
    def rises(w, level, end):
        """How often sin(w t) rises through the level after 0."""
        return math.floor((w*end - math.asin(level))/(2*math.pi)) + 1

    last = (math.asin(0.999) + 2*math.pi*(rises(3000, 0.999, 10) - 1))/3000
    moving = high = 0
    for k in range(20):  # one level after the other
        level, now = 0.5*0.9**k, 0.5*k
        before = high
        high = math.sin(7*now) > level
        moving += high and not before
        moving += rises(7, level, now + 0.5) - rises(7, level, now)
        high = math.sin(7*(now + 0.5)) > level
    return {"n": rises(3000, 0.999, 10), "last": last, "pulse": 1,
            "narrow": math.floor(100/(2*math.pi)), "at": 4.99,
            "poles": math.floor((10 - math.pi/4)/math.pi) + 1, "late": 1,
            "never": 0, "touches": 0, "moving": moving}


ROWS = {
    "floor_in_function": Row(3.5, {
        "y": 10, "z": 3.95 + 0.8*(math.sin(3.5) - math.sin(1.1)), "w": 20,
        "q": 40, "r": 10, "s": 30}),
    # counted from the curves
    "floor_counts": Row(9.9, {
        "n_i": 29, "n_j": 30, "n_d": 13, "n_c": 30, "n_b": 33, "n_k": 29,
        "far": 0, "at": -2, "m": 5*math.sin(9.9) + 3,
        "r": 5*math.sin(9.9) + 2}),
    # a number for each millisecond; the wave by counting its levels
    "floor_of_time": Row(0.9995, {
        "n[1]": 499, "n[2]": 699, "n[3]": 299, "n[4]": 1099,
        **{f"n_jumps[{i}]": 999 for i in range(1, 5)}, "n_steps": 813}),
    "end_of_domain": Row(1, {
        "x": math.e - 3.1, "y": math.e + 2.3, "z": math.e - 2},
        tolerance=1e-5),
    # 1e-3*c*der(v) is what lies at the resistor of the second one
    "no_capacitance": Row(2, {
        "ideal.v": math.sin(2), "ideal.c": 0, "ideal.i": 0,
        "real.v": math.sin(2), "real.c": 1e-3*math.sqrt(2)*(
            0.75 + 0.25*math.sin(2)/0.4)}, tolerance=1e-5),
    # on from 0.5 to 1, up to 0.25 above
    "contradicting_switch": Row(2, {"n": 2, "charge": 0.625, "off": 1}),
    "zero_current": Row(0.0925, {"bridge.charge": thyristors()},
                        tolerance=1e-5),
    # what flows to the right, 5 per unit, less what comes back, 1 per unit
    "flow_begins": Row(4, {
        "left.E": 1/2 - 5/6, "right.E": 5/6 - 1/2, "pump.h": 1, "pipe.h": 1},
        tolerance=1e-5),
    # of what is in the tank at time pi, 7 in 3 units, some flows back
    "two_ways": Row(6, {
        "m": 2 - math.cos(6), "E": (2 - math.cos(6))*7/3, "h": 7/3,
        "h_p[2]": 7/3}, tolerance=1e-5),
    # 10 per unit beyond where each side begins, and nothing in between
    "loop_at_rest": Row(8, {
        "rests.x": 1.25 - 5*6.5**2, "named.x": 1.25 - 5*6.5**2,
        "after.x": 1.25 - 5*6.5**2, "alone.x": 1.25 - 5*6.5**2,
        "jumps.x": 11.25 + 5*6.5 - 5*(64 - 1.5**2),
        "comes.x": -11.25 + 5*5.5**2, "both.x": 1.0125 - 5*6.45**2,
        "swings.x": 5*(8 - 2*math.pi - math.asin(0.625)) +
                    8*(math.cos(8) - math.cos(math.asin(0.625))),
        "returns.x": 6, "steps.x": 13, "named.h": -1, "steps.m": 3},
        tolerance=1e-5),
    "loop_kinks": Row(8, {
        "rests.x": 1.25 - 5*6.5**2, "least.x": 1.25 - 5*6.5**2,
        "size.x": 1.25 - 5*6.5**2, "quiet.x": 1.25 - 5*6.5**2,
        "parts.x": 1.25 - 5*6.5**2, "both.x": 1.0125 - 5*6.55**2,
        "jumps.x": 11.25 + 5*6.5 - 5*(64 - 1.5**2),
        "quiet_jumps.x": 11.25 + 5*6.5 - 5*(64 - 1.5**2),
        "comes.x": -11.25 + 5*5.5**2, "size_comes.x": -11.25 + 5*5.5**2,
        "swings.x": 5*(8 - 2*math.pi - math.asin(0.625)) +
                    8*(math.cos(8) - math.cos(math.asin(0.625))),
        "least_swings.x": 5*(8 - 2*math.pi - math.asin(0.625)) +
                          8*(math.cos(8) - math.cos(math.asin(0.625))),
        "returns.x": 6, "steps.x": 13, "steps.m": 3}, tolerance=1e-5),
    # 25 hours after midnight, but for a second
    "hours": Row(90000, {"first": 23, "hour": 0, "n": 25}),
    "jump_across": Row(2, {"x": 0, "v": 1, "y": -3}),
    # turns back at 0.49, 1.47 and 2.45
    "triangles": Row(3, {"x": 0.06, "v": -1, "n": 3}),
    # it was lost at 1.33, and y went on by the other slope
    "kink_at_crossing": Row(2, {"y": math.sin(8.7)}),
    # 1: at 0.75 and at 1.5; 2: at 1
    "begun_in_loop": Row(1.9, {
        "g[1]": 1, "g[2]": 0, "g[3]": 1, "g[4]": 0, "next[1]": 2.5,
        "next[2]": 2, "v[1]": 1.65, "v[2]": 1.65}),
    # at its limit from 1.5 to 2, then down from 1
    "flags": Row(2.9, {"w": 0.1, "y": 0.1, "high": 0, "low": 0, "x": -1}),
    # from time 2, where its input falls below the limit: 3.02 - t - 0.02*e^...
    "lag_at_limit": Row(4, {"x": -0.98, "u": -1, "y": -0.98}),
    "stand_in": Row(1, {"pump.w": 2}),
    "kept_calls": Row(1, {"n": 9}),
    "late_functions": Row(1, {"k": 1, "n": 5}),
    "open_condition": Row(1, {"k": 23}),
    "discrete_input": Row(5, {
        "n_set": 4, "n_high": 2, "at": 4, "before": 0.5, "double": 6,
        "high": 1, "late": 1, "x": 6},
        {"u": [[0, 0], [1, 0.5], [2, 2], [3, 0.5], [4, 3]]}),
    "priorities": Row(3.9, {
        "a": 611, "b": 3, "at": math.pi + math.pi/6, "c": 5, "d": 1015,
        "e": 5056, "n": 4, "v": 1.9, "s": 11 - 2.9 + 2.9**2/2}),
    "past": Row(6, {
        "worst": 0, "t_on": 1.3, "root": 0, "area": 2 + 2*(-1 - math.cos(6)),
        "heat": 3*2 + 5*(-1 - math.cos(6))}),
    # n = 1, 2, 3, 4 from 0.1, 0.6, 1.1, 1.6 on; on from 0.01 + 0.14 k on
    "late_steps": Row(1.88, {
        "d1": 4, "d2": 8, "once": 8, "turns": 27, "at1": 0.601, "at2": 0.602,
        "x": 2*(4*1.88 - 0.1 - 0.6 - 1.1 - 1.6 - 4*0.002)}),
    "clock_operators": Row(1.96, {
        "u": 1.9, "s": 1.9, "sub": 1.8, "n_sub": 7, "super": 1.9,
        "h_super": 0.025, "n_super": 79, "shift": 1.9, "n_shift": 19,
        "back": 1.8, "n_back": 19, "n_first": 1, "held": 1.9,
        "held_start": 1.8, "recent": 1.71, "limit": 1.53, "w": BEATS[3],
        "h": math.pi/5, "sum": 0.25 + BEATS[3] - BEATS[0],
        "h_sub": 2*math.pi/5, "w2": BEATS[2], "h2": 2*math.pi/5}),
    # ticks at 0.03 + 0.04 + ..., and at 0.1, 0.25, 0.475, 0.8125
    "clock_intervals": Row(0.97, {
        "n": 14, "k": 12, "u": 0.88, "h": 0.13, "y": 0.88, "slow": 0.75,
        "h_slow": 0.23, "m": 6, "v": 0.825, "w": 0.5125, "passed": 0.925,
        "nf": 10, "ns": 4, "down": 1.8, "up": 9.9}),
    "clock_solvers": Row(2.06, clock_solvers()),
    # a for 3 ticks of 0.1, b for 3, c for 2, and again
    "time_in_state": Row(2.05, {
        "n_a": 9, "n_b": 8, "n_c": 4, "n": 40809, "b.active": 1}),
    "state_asserts": Row(5.5, {"i": 33, "s2.active": 1}),
    "short_circuit": Row(4.5, {"b": 0, "c": 1, "d": 1, "x": 0, "i": 5}),
    # in Model Exchange the importer looks for events
    "crossing_at_stop": Row(1, {
        "reached": 1, "at": 1, "fallen": 1, "v": 0.5, "passed": 0,
        "below": 1}, kinds=("cs",)),
    "ticks_at_stop": Row(0.7, {
        "ticks": 8, "late": 1, "strict": 1, "turns": 3, "x": 0.7}),
    "negative_time": Row(-0.75, {
        "n": 3, "next": 0, "ticks": 12, "turns": 6, "slope": 1, "late": 1,
        "x": 0.25}),
    "no_guess": Row(2, no_guess()),
    "between_events": Row(1, {"taken.n": 1, "r.n": 4, "r.b": 1, "r.e": 3,
                              "k": 5, "w": 5, "z": 3, "c": 0, "i": 2, "q.n": 2, "x": 1.8},
                          tolerance=1e-3),
    "calls": Row(2, {"x": 2}),
    "computed_vector": Row(1, {"column": 3063, "row": 3036, "nothing": 0}),
    "external_sizes": Row(1, {"n": 3 + 1 + 4 + 9 + 6, "x": 10}),
    # w + w^3 = 0.008
    "unreached": Row(3, {"doubling.port.double": 6, "texts": 1,
                         "different[1]": 2, "single[1]": 1, "a": 3, "b": 36,
                         "c": 7, "side": 3, "rate": 6, "drop": 6,
                         "level": 15, "speed": 3, "v": 0,
                         "w": 0.00799948809829}),
    # true at first, because der(y) = 1
    "needed_derivative": Row(1.5, {
        "b": 0, "x": 2 + 1.5 - 1.5**2, "y": 1.5, "late": 1}),
    "flat_root": Row(2, {
        "r": -1e-3, "x": 1 - math.exp(-1)*(math.exp(-1) + 1e-3)},
        tolerance=1e-5),
    "double_root": Row(2, {"r": 0, "p": 0, "q": 0, "h": math.exp(-1), "v": 0,
                           "w": 0}, tolerance=1e-6),
    "opened_port": Row(0.75, {"m": -0.75**0.5, "n": 2 + 2.25**0.5}),
    "time_functions": Row(10, time_functions(), tolerance=1e-12),
    "homotopy_when": Row(1, {"d": 2, "e": 6, "f": 14}),
    "kinds": Row(7.5, {
        "level[1]": 2, "level[2]": 3, "level[3]": 2, "n_text": 7,
        "length": 98, "n_mode": 4, "mode": 2, "number": 2}),
}


def check(name):
    row = ROWS[name]
    with folder() as place:
        fmu = os.path.join(place, name + ".fmu")
        quick_build(os.path.join(MODELS, name + ".mo"), "-o", fmu)
        done = python("fmu/step_final.py", fmu, str(row.stop),
                      json.dumps(row.inputs))
    ends = json.loads(done.stdout)
    for kind in row.kinds:
        end = ends[kind]
        need(isinstance(end, dict), f"{kind}: {end}")
        for variable, value in row.final.items():
            allowed = row.tolerance*max(1, abs(value))
            need(abs(end[variable] - value) <= allowed,
                 f"{kind}: {variable} ends at {end[variable]:.12g}, expected "
                 f"{value:.12g}")


def calls_at_events():
    """What when-statements call is called once at each event, in
    Co-Simulation and in Model Exchange."""
    report = [1, 11.5, 100.25, 100.75, 101.25, 101.75, 1000]
    with folder() as place:
        fmu = os.path.join(place, "calls.fmu")
        quick_build(os.path.join(MODELS, "calls.mo"), "-o", fmu)
        done = python("fmu/step_final.py", fmu, "2", "{}")
    found = sorted(float(line.split()[1]) for line in done.stderr.splitlines()
                   if line.startswith("called"))
    need(found == sorted(2*report), f"called with {found}")


def acts_once():
    """Calls that print or draw are made once, though a loop of equations makes
    the event iteration evaluate the model again."""
    with folder() as place:
        done = foucault("simulate", os.path.join(MODELS, "acts_once.mo"),
                        "--stop", "4", "--json", "-q", "-o",
                        os.path.join(place, "x.csv"))
    found = sorted(float(line.split()[1]) for line in done.stderr.splitlines()
                   if line.startswith("called"))
    end = json.loads(done.stdout)["final"]
    need(found == [1, 2, 7, 7], f"called with {found}")
    need(sorted([end["number"], end["other"]]) == [1, 2],
         f"drawn: {end['number']}, {end['other']}")


def every_model():
    names = {name[:-3] for name in os.listdir(MODELS) if name[-3:] == ".mo"}
    need(names == set(ROWS) | {"acts_once"}, f"only here or there: {names ^ set(ROWS)}")


def collect(runner):
    runner.add("hybrid/every_model", every_model)
    runner.add("hybrid/calls_at_events", calls_at_events)
    runner.add("hybrid/acts_once", acts_once)
    for name in ROWS:
        runner.add(f"hybrid/{name}", lambda name=name: check(name))
