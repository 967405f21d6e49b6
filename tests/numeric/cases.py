"""What each model must do: curves, closed forms, invariants.

The importers in tests/fmu run the same cases. A curve is a CSV file of
reference/ (columns named like the variables) or a function of time; every
model of models/ has at least one case.
"""

import csv
import math
import os

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "reference")


class Case:
    """One run of one model.

    curve       file name in reference/, or function: time -> {name: value}
    stop, step  of a run by function; files carry their own times
    set         parameters and start values
    tolerance   largest difference relative to max(1, |value|)
    integration tolerance of the integrator: restarts at pivots cost accuracy
    scale       {name: size} for variables that are small by nature
    invariants  {words: (function of a row, bound)}: the largest absolute
                value over the run stays below the bound
    states      number of states after index reduction
    events      must there be events, pivots (changes of states) in the run?
    """

    def __init__(self, model, curve, name=None, stop=None, step=None,
                 set=None, tolerance=1e-6, scale=None, invariants=None,
                 states=None, events=False, pivots=False,
                 integration=1e-10):
        self.integration = integration
        self.model = model
        self.name = name or model.split("/")[-1]
        self.set = set or {}
        self.tolerance = tolerance
        self.scale = scale or {}
        self.invariants = invariants or {}
        self.states = states
        self.events = events
        self.pivots = pivots
        if callable(curve):
            n = round(stop/step)
            self.times = [k*step for k in range(n)] + [stop]
            self.rows = [curve(t) for t in self.times]
        else:
            self.times, self.rows = read_csv(os.path.join(FOLDER, curve))
        self.stop = self.times[-1]
        self.step = self.times[1] - self.times[0]

    def columns(self):
        return list(self.rows[0])

    def check(self, times, rows, tolerance=None):
        """None, or what is wrong first. rows: list of {name: value}."""
        tolerance = tolerance or self.tolerance
        if len(times) != len(self.times):
            return f"{len(times)} points, expected {len(self.times)}"
        for t, row, time, expected in zip(times, rows, self.times, self.rows):
            if abs(t - time) > 1e-9*max(1, abs(time)):
                return f"a point at {t}, expected {time}"
            for name, value in expected.items():
                scale = self.scale.get(name, max(1, abs(value)))
                difference = abs(row[name] - value)
                if not difference <= tolerance*scale:
                    return (f"{name}({time:g}) is {row[name]:.12g}, expected "
                            f"{value:.12g}: off by {difference:.2g}, allowed "
                            f"{tolerance*scale:.2g}")
        return None

    def check_invariants(self, rows):
        for words, (function, bound) in self.invariants.items():
            worst = max(abs(function(row, rows[0])) for row in rows)
            if not worst <= bound:
                return f"{words}: {worst:.3g}, allowed {bound:.3g}"
        return None


def read_csv(path):
    with open(path, newline="") as file:
        table = list(csv.reader(file))
    head = table[0]
    times = [float(line[0]) for line in table[1:]]
    rows = [{name: number(text) for name, text in zip(head[1:], line[1:])}
            for line in table[1:]]
    return times, rows


def number(text):
    return {"true": 1.0, "false": 0.0}.get(text) or float(text)


# --- closed forms -----------------------------------------------------------

def driven_oscillator(t):
    """c = 4, m = 1, no damping, no force."""
    return {"s": math.cos(2*t), "v": -2*math.sin(2*t)}


def two_springs(t):
    """Half periods of cos(t) and of sin(2t)/2, from s = 1 at rest."""
    t = (t + math.pi/2) % (1.5*math.pi)  # begins at s = 0, moving right
    if t < math.pi:
        return {"s": math.sin(t), "v": math.cos(t)}
    t -= math.pi
    return {"s": -math.sin(2*t)/2, "v": -math.cos(2*t)}


def draining_tank(t):
    A, a, g = math.pi*0.25/4, math.pi*0.0004/4, 9.81
    root = 1 - a/A*math.sqrt(g/2)*t
    return {"h": root**2, "A": A, "a": a, "T": A/a*math.sqrt(2/g)}


def heating_schedule(t):
    """Exponentials from switch to switch, time constant 10 h."""
    T, at = 15.0, 0.0
    for switch, target in ((6, 5), (22, 25), (30, 5), (46, 25), (99, 5)):
        end = min(t, switch)
        T = target + (T - target)*math.exp(-(end - at)/10)
        at = end
        if t <= switch:
            break
    return {"T": T, "heated": (t >= 22) + (t >= 46)}


# --- invariants -------------------------------------------------------------

def length(row, first):
    return row["x"]**2 + row["y"]**2 - 1


def change_of(name):
    return lambda row, first: row[name] - first[name]


def rods(row, first):
    upper = row["x1"]**2 + row["y1"]**2 - 1
    lower = (row["x2"] - row["x1"])**2 + (row["y2"] - row["y1"])**2 - 1
    return max(abs(upper), abs(lower))


def on_paraboloid(row, first):
    return row["p1"]**2 + row["p2"]**2 - row["p3"]


def circle(row, first):
    return row["x1"]**2 + row["x2"]**2 - 1


def two_lengths(row, first):
    return max(abs(row["x1"]**2 + row["y1"]**2 - 1),
               abs(row["x2"]**2 + row["y2"]**2 - 0.16))


CASES = [
    Case("oscillators/van_der_pol", "van_der_pol.csv", states=2),
    Case("oscillators/driven_oscillator", driven_oscillator, stop=10,
         step=0.25, states=2,
         invariants={"energy": (change_of("energy"), 1e-6)}),

    Case("circuits/rc", "rc.csv", states=1),
    Case("circuits/rlc_variational", "rlc_variational.csv", states=2),
    Case("circuits/miller_integrator", "miller_integrator.csv", states=1),
    Case("circuits/miller_integrator", "miller_integrator_half.csv",
         name="miller_integrator_half", set={"A": 0.5}, states=1),
    Case("circuits/capacitor_loop", "capacitor_loop.csv", states=1),
    Case("circuits/inductor_cutset", "inductor_cutset.csv", states=1),
    Case("circuits/loop_and_cutset", "loop_and_cutset.csv", states=1),
    Case("circuits/charge_oriented", "loop_and_cutset.csv", states=1),
    Case("circuits/diode_clipper", "diode_clipper.csv", states=1,
         scale={"id": 1e-3, "vd": 1, "vC": 1}),

    Case("multibody/pendulum", "pendulum.csv", states=2,
         invariants={"length": (length, 1e-9),
                     "energy": (change_of("energy"), 1e-6)}),
    Case("multibody/pendulum", "pendulum_small.csv", name="pendulum_small",
         set={"g": 1, "phi0": 0.1}, states=2,
         invariants={"length": (length, 1e-9),
                     "energy": (change_of("energy"), 1e-7)}),
    Case("multibody/pendulum_angle", "pendulum_angle.csv", states=2),
    Case("multibody/pendulum_index1", "pendulum.csv", states=4),
    Case("multibody/double_pendulum", "double_pendulum.csv", states=4,
         invariants={"rods": (rods, 1e-9),
                     "energy": (change_of("energy"), 1e-7)}),
    Case("multibody/paraboloid", "paraboloid.csv", states=4,
         invariants={"surface": (on_paraboloid, 1e-9),
                     "energy": (change_of("energy"), 1e-7),
                     "angular momentum": (change_of("angularMomentum"),
                                          1e-7)}),
    Case("multibody/paraboloid", "paraboloid_b.csv", name="paraboloid_b",
         set={"p1": 0.5, "p2": -1, "v1": 0.3, "v2": 0.7}, states=4),
    Case("multibody/hoisted_pendulum", "hoisted_pendulum.csv", states=2,
         pivots=True),
    Case("multibody/large_swing", "large_swing.csv", states=2, pivots=True,
         integration=1e-12, tolerance=1e-7,
         invariants={"length": (length, 1e-11),
                     "energy": (change_of("energy"), 1e-8)}),
    Case("multibody/large_swing", "large_swing_over.csv",
         name="large_swing_over", set={"vy": -2}, states=2, pivots=True,
         integration=1e-12,
         invariants={"length": (length, 1e-11),
                     "energy": (change_of("energy"), 1e-7)}),
    Case("multibody/two_pendulums", "two_pendulums.csv", states=4, pivots=True,
         integration=1e-12,
         invariants={"lengths": (two_lengths, 1e-11),
                     "energy1": (change_of("energy1"), 1e-7),
                     "energy2": (change_of("energy2"), 1e-6)}),
    Case("multibody/double_pendulum_high", "double_pendulum_high.csv",
         states=4, pivots=True, integration=1e-12,
         invariants={"rods": (rods, 1e-11),
                     "energy": (change_of("energy"), 1e-6)}),
    Case("multibody/rotating_rod", "rotating_rod.csv", states=2, pivots=True),
    Case("multibody/slider_crank", "slider_crank.csv", states=2, pivots=True,
         integration=1e-12,
         scale={"lambda1": 100, "lambda2": 100, "lambda3": 100},
         invariants={"energy": (change_of("energy"), 1e-5)}),
    Case("multibody/four_bar", "four_bar.csv", states=2, pivots=True,
         integration=1e-12,
         scale={"lambda1": 100, "lambda2": 100, "lambda3": 100},
         invariants={"energy": (change_of("energy"), 1e-5)}),
    Case("multibody/jerk_on_circle", "jerk_on_circle.csv", states=3,
         invariants={"circle": (circle, 1e-9)}),

    Case("process/reactor", "reactor.csv", states=0),
    Case("process/draining_tank", draining_tank, stop=200, step=5, states=1),

    Case("events/two_springs", two_springs, stop=9, step=0.25, states=2,
         events=True),
    Case("events/heating_schedule", heating_schedule, stop=48, step=1.5,
         states=1, events=True),

    Case("textbook/derivative_chain", "derivative_chain.csv", states=0,
         tolerance=1e-10),
    Case("textbook/superfluous", "superfluous.csv", states=1),
    Case("textbook/linear_index2", "linear_index2.csv", states=2),
    Case("textbook/linear_index2_coupled", "linear_index2_coupled.csv",
         states=2),
    Case("textbook/condensed_form", "condensed_form.csv", states=1),
    Case("textbook/hessenberg2", "hessenberg2.csv", states=1),
    Case("textbook/hessenberg3", "hessenberg3.csv", states=2),
    Case("textbook/semi_explicit", "semi_explicit.csv", states=1),
]


def case_named(name):
    return next(case for case in CASES if case.name == name)
