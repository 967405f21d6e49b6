"""What importers do with the FMUs of interface.mo.

  check_interface.py TEST FMU [FMU]

One test in a process of its own: status 0, or the reason on standard error.
"""

import math
import sys

import fmpy
import numpy
from fmpy import extract, read_model_description
from fmpy.fmi2 import FMU2Model, FMU2Slave


def need(condition, why):
    if not condition:
        sys.exit(why)


def near(got, wanted, allowed, what):
    need(abs(got - wanted) <= allowed, f"{what} is {got!r}, not {wanted!r}")


class Run:
    """An initialized instance; values by name."""

    def __init__(self, fmu, kind, before=None):
        """before: Real values set before initialization."""
        self.description = read_model_description(fmu)
        self.vr = {v.name: v.valueReference
                   for v in self.description.modelVariables}
        part = self.description.coSimulation
        made = {"cs": FMU2Slave, "me": FMU2Model}[kind]
        self.fmu = made(guid=self.description.guid,
                        unzipDirectory=extract(fmu),
                        modelIdentifier=part.modelIdentifier,
                        instanceName=kind)
        self.fmu.instantiate()
        self.fmu.setupExperiment(tolerance=1e-9, startTime=0.0)
        for name, value in (before or {}).items():
            self.set(name, value)
        self.fmu.enterInitializationMode()
        self.fmu.exitInitializationMode()
        self.time = 0.0

    def real(self, *names):
        got = self.fmu.getReal([self.vr[n] for n in names])
        return got[0] if len(names) == 1 else got

    def set(self, name, value):
        self.fmu.setReal([self.vr[name]], [value])

    def refuses(self, name, value):
        try:
            self.set(name, value)
        except Exception:
            return True
        return False

    def steps(self, n, h):
        for _ in range(n):
            self.fmu.doStep(self.time, h)
            self.time += h

    def variable(self, name):
        return next(v for v in self.description.modelVariables
                    if v.name == name)

    def end(self):
        self.fmu.terminate()
        self.fmu.freeInstance()


# --- values -----------------------------------------------------------------

def types(fmu):
    run = Run(fmu, "cs")
    wanted = run.variable("wanted")
    need(wanted.type == "Enumeration" and wanted.declaredType.name == "Gear",
         "no enumeration")
    items = [(i.name, i.value) for i in wanted.declaredType.items]
    need(items == [("first", "1"), ("second", "2")], f"{items}")
    phi = run.variable("phi")
    need((phi.declaredType.name, phi.unit, phi.displayUnit) ==
         ("Angle", "rad", "deg"), "phi")
    need(run.variable("der(w)").unit == "rad/s2", "unit of der(w)")
    need("hidden" not in run.vr and "stiffness" not in run.vr, "protected")
    text = run.fmu.getString([run.vr["file"]])[0].decode()
    need(text == 'a\nb%s"c"', f"file is {text!r}")
    need(run.fmu.getInteger([run.vr["now"]]) == [2], "now")
    run.steps(150, 0.01)
    near(run.real("y"), math.cos(1.5*math.sqrt(3)), 1e-6, "y")
    need(run.fmu.getInteger([run.vr["now"]]) == [1], "now at the end")
    run.end()


def tunable_loop(run, k, n):
    x, z, w = run.real("x", "z", "w")
    near(k*z + w, x, 1e-12, "the first equation")
    near(z - 3*k*w, n, 1e-12, "the second equation")


def tunable_cs(fmu):
    run = Run(fmu, "cs")
    kinds = {n: run.variable(n).variability for n in ("k", "k2", "x0", "n")}
    need(kinds == {"k": "tunable", "k2": "tunable", "x0": "fixed",
                   "n": "tunable"}, f"{kinds}")
    tunable_loop(run, 2, 2)
    run.steps(10, 0.01)
    near(run.real("x"), math.exp(-0.6), 1e-7, "x")
    run.set("k", 5.0)
    near(run.real("k2"), 15, 0, "k2")
    tunable_loop(run, 5, 2)
    run.fmu.setInteger([run.vr["n"]], [7])
    run.steps(10, 0.01)
    near(run.real("x"), math.exp(-2.1), 1e-7, "x after the change")
    tunable_loop(run, 5, 7)
    need(run.fmu.getBoolean([run.vr["above"]]) == [0], "above")
    run.set("limit", 0.01)
    need(run.fmu.getBoolean([run.vr["above"]]) == [1], "the relation")
    need(run.refuses("x0", 2.0), "a fixed parameter was set")
    need(run.refuses("k2", 2.0), "a dependent parameter was set")
    run.end()


def tunable_me(fmu):
    run = Run(fmu, "me")
    run.fmu.newDiscreteStates()
    run.fmu.enterContinuousTimeMode()
    need(run.refuses("k", 5.0), "k was set in continuous-time mode")
    run.fmu.enterEventMode()
    run.set("k", 5.0)
    run.fmu.newDiscreteStates()
    run.fmu.enterContinuousTimeMode()
    near(run.real("der(x)"), -15, 0, "der(x)")
    tunable_loop(run, 5, 2)
    run.end()


def tunable_rod(fmu):
    """A length that changes at once would need the derivative of an impulse: it
    is set before the run only. Gravity may change."""
    run = Run(fmu, "cs", {"L": 1.25})
    kinds = {n: run.variable(n).variability for n in ("L", "g")}
    need(kinds == {"L": "fixed", "g": "tunable"}, f"{kinds}")
    for k in range(20):
        need(run.refuses("L", 1 + 0.01*(k % 3)), "the length was set")
        run.set("g", 9.81 + 0.1*k)
        run.steps(10, 0.02)
        x, y, vx, vy = run.real("x", "y", "vx", "vy")
        near(math.hypot(x, y), 1.25, 1e-9, "the length")
        near(x*vx + y*vy, 0, 1e-8, "the velocity along the rod")
    run.end()


def starts(types_fmu, rod):
    """Start values of states, set before initialization, in both kinds; of a
    constraint the others follow. fmi2Reset brings back those of the model."""
    for kind in ("cs", "me"):
        run = Run(types_fmu, kind, {"phi": 0.25, "w": 0.75})
        need(run.real("phi", "w", "der(phi)") == [0.25, 0.75, 0.75],
             f"start values in {kind}")
        run.fmu.reset()
        run.fmu.setupExperiment(startTime=0.0)
        run.fmu.enterInitializationMode()
        run.fmu.exitInitializationMode()
        need(run.real("phi", "w") == [0.5, 0], f"after a reset of {kind}")
        run.end()
        run = Run(rod, kind, {"x": 0.8})
        near(run.real("x"), 0.8, 1e-12, "x")
        near(run.real("y"), -0.6, 1e-12, "y")
        run.end()


def units(fmu):
    """Who shares a value reference has the same unit; the others show the
    same value by references of their own, which cannot be set."""
    for kind in ("cs", "me"):
        run = Run(fmu, kind, {"x": 3.0})
        by_reference = {}
        for v in run.description.modelVariables:
            by_reference.setdefault(v.valueReference, set()).add(v.unit)
        need(all(len(u) == 1 for u in by_reference.values()),
             f"{by_reference}")
        need(run.vr["y"] == run.vr["z"] != run.vr["x"] == run.vr["w"],
             "references of x, w and y, z")
        need(run.variable("der(x)").unit == "m/s", "unit of der(x)")
        run.set("u", 1.0)
        need(run.real("x", "w", "y", "z") == [3, 3, 3, 3], "values of x")
        need(run.real("v", "q", "der(x)") == [-2, -2, -2], "values of v")
        change = run.fmu.getDirectionalDerivative(
            vUnknown_ref=[run.vr["q"], run.vr["v"], run.vr["der(x)"]],
            vKnown_ref=[run.vr["u"], run.vr["x"]], dvKnown=[0.5, 2.0])
        need(list(change) == [-1.5]*3, f"directional derivatives {change}")
        need(run.refuses("y", 2.0), "an alias was set")
        if kind == "cs":
            run.steps(10, 0.1)
            near(run.real("y"), 1 + 2*math.exp(-1), 1e-7, "y")
            slope = run.fmu.getRealOutputDerivatives(
                [run.vr["q"], run.vr["v"]], [1, 1])
            near(slope[0], 2*math.exp(-1), 1e-7, "slope of q")
            need(slope[0] == slope[1], "slopes of q and v")
        run.end()


# --- Strings ----------------------------------------------------------------

def text_of(run, name):
    return run.fmu.getString([run.vr[name]])[0].decode()


def again(run, **texts):
    """From the beginning, with these Strings."""
    run.fmu.reset()
    run.fmu.setupExperiment(tolerance=1e-9, startTime=0.0)
    for name, text in texts.items():
        run.fmu.setString([run.vr[name]], [text])
    run.fmu.enterInitializationMode()
    run.fmu.exitInitializationMode()
    run.time = 0.0


def texts_refused(run, name):
    try:
        run.fmu.setString([run.vr[name]], ["other"])
    except Exception:
        return True
    return False


def texts(fmu):
    """Set and read back; C sees the text, objects are made with it."""
    for kind in ("cs", "me"):
        run = Run(fmu, kind)
        for name, start in (("name", "abc"), ("free", "")):
            v = run.variable(name)
            need((v.causality, v.variability, v.start or "") ==
                 ("parameter", "fixed", start), f"{name}: {v}")
        for name in ("mode", "ends"):
            need(run.variable(name).variability == "constant", name)
        need(text_of(run, "name") == "abc", "name")
        need(run.real("n", "made", "line") == [3, 3, 4], "as written")
        again(run, name="a longer text", free="%s\u00e9")
        need(text_of(run, "name") == "a longer text", "name is not kept")
        need(text_of(run, "same") == "a longer text", "same")
        need(text_of(run, "free") == "%s\u00e9", "free")
        need(run.real("n", "made", "line", "k") == [13, 13, 14, 2], "as set")
        for name in ("name", "same", "mode", "ends"):
            need(texts_refused(run, name), f"{name} was set while it runs")
        again(run)
        need(text_of(run, "name") == "abc", "name after a reset")
        need(run.real("n", "made") == [3, 3], "values after a reset")
        run.end()


def texts_kept(fmu):
    """Through a run that makes texts in each evaluation, through states, and
    in another instance with texts of its own."""
    run, other = Run(fmu, "cs"), Run(fmu, "cs")
    again(run, name="seven..")
    run.steps(10, 0.01)
    need(text_of(run, "same") == "seven..", "same while it runs")
    near(run.real("x"), 0.7, 1e-9, "x")
    saved = run.fmu.getFMUstate()
    stored = run.fmu.serializeFMUstate(saved)
    again(run, name="ten.......")
    run.steps(1, 0.01)
    run.fmu.setFMUstate(saved)
    need(text_of(run, "name") == "seven..", "name of the saved state")
    again(other, free="something", name="else")
    other.steps(3, 0.01)
    state = other.fmu.deSerializeFMUstate(stored)
    for _ in range(2):
        other.fmu.setFMUstate(state)
        need(text_of(other, "name") == "seven..", "name in another instance")
        need(text_of(other, "free") == "", "free in another instance")
        other.time = 0.1
        other.steps(10, 0.01)
        need(other.real("n", "made") == [7, 7], "values there")
        near(other.real("x"), 1.4, 1e-9, "x there")
    need(other.fmu.serializeFMUstate(state) == stored, "other bytes")
    for each, one in ((run, saved), (other, state)):
        each.fmu.freeFMUstate(one)
        each.end()


def texts_told(fmu):
    """A String that came into being while it ran."""
    run, other = Run(fmu, "cs"), Run(fmu, "cs")
    again(run, name="a name")
    run.steps(20, 0.01)
    need(run.real("n") == 7, "said")
    stored = run.fmu.serializeFMUstate(run.fmu.getFMUstate())
    again(other, name="another")
    other.steps(20, 0.01)
    other.fmu.setFMUstate(other.fmu.deSerializeFMUstate(stored))
    other.time = 0.2
    other.steps(1, 0.01)
    need(text_of(other, "said") == "a name1", "said there")
    need(other.real("n") == 7, "its length there")
    run.end()
    other.end()


# --- inputs and couplings ---------------------------------------------------

def driven(fmu):
    """Inputs from a table, linear between its points, with a jump."""
    times = [0.0, 1.0, 1.0, 2.0]
    table = numpy.array(
        [(t, u, b) for t, u, b in zip(times, [0.0, 1.0, 2.0, 2.0],
                                      [True, True, False, False])],
        dtype=[("time", float), ("u", float), ("up", bool)])
    for kind in ("CoSimulation", "ModelExchange"):
        result = fmpy.simulate_fmu(
            fmu, fmi_type=kind, input=table, stop_time=2.0,
            output_interval=0.001, relative_tolerance=1e-8, output=["y"])
        middle = [r["y"] for r in result if abs(r["time"] - 1) < 1e-9][-1]
        # FMPy holds inputs over a step, of Model Exchange over those of its
        # own integrator
        allowed = 1e-3 if kind == "CoSimulation" else 5e-3
        near(float(middle), 0.5, allowed, f"y(1) of {kind}")
        near(float(result[-1]["y"]), -1.5, 2*allowed, f"y(2) of {kind}")


def delayed(fmu):
    """Directions go through delays: with time, with the delay time, and where
    there is no past yet with what is delayed."""
    run = Run(fmu, "cs")

    def change(unknown, known):
        return run.fmu.getDirectionalDerivative(
            vUnknown_ref=[run.vr[unknown]], vKnown_ref=[run.vr[known]],
            dvKnown=[1.0])[0]

    run.steps(20, 0.1)
    near(run.real("w"), math.exp(-2 + 0.49 + 0.23), 1e-7, "w")
    z, w = math.exp(-2 + 0.49), math.exp(-2 + 0.49 + 0.23)
    near(change("y", "time"), -math.exp(-1.5), 1e-6, "dy/dtime")
    near(change("y", "x"), 0, 0, "dy/dx")
    near(change("z", "u"), z*0.6, 1e-6, "dz/du")
    near(change("w", "u"), w*0.1, 1e-6, "dw/du")
    run.fmu.setRealInputDerivatives([run.vr["u"]], [1], [0.1])
    rate = run.fmu.getRealOutputDerivatives([run.vr["z"]], [1])[0]
    near(rate, -z*(1 - 0.06), 1e-6, "dz/dt where the delay time grows")
    run.fmu.reset()
    run.fmu.setupExperiment(startTime=0.0)
    run.fmu.enterInitializationMode()
    near(change("z", "x"), 1, 0, "dz/dx at the start")
    near(change("w", "x"), 1, 0, "dw/dx at the start")
    near(change("y", "T"), 0, 0, "dy/dT at the start")
    run.fmu.exitInitializationMode()
    run.end()


def given(fmu):
    """What depends on a start value depends on the parameters in it."""
    description = read_model_description(fmu)
    found = {u.variable.name: sorted(v.name for v in u.dependencies)
             for u in description.initialUnknowns}
    need(found == {"y0": ["x0"], "z": ["x", "x0"], "w": ["v", "v0"],
                   "der(x)": ["x", "x0"], "der(v)": ["v", "v0"]}, f"{found}")
    run = Run(fmu, "cs", {"x0": 5.0})
    need(run.real("x", "z") == [15, 30], "x0 was set")


def moved(fmu):
    """Derivatives of an input that the model differentiates: of a polynomial
    exact, of a sine that is given in pieces nearly so."""
    def drive(run, u, h, n, allowed):
        for k in range(n + 1):
            t = run.time
            u0, *rates = u(t)
            run.set("u", u0)
            run.fmu.setRealInputDerivatives([run.vr["u"]]*3, [1, 2, 3], rates)
            check(run, t, u0, *rates, allowed)
            slope = run.fmu.getRealOutputDerivatives([run.vr["slope"]], [1])
            near(slope[0], 2*rates[0]**2 + 2*u0*rates[1], allowed, "(u^2)''")
            if k < n:
                run.steps(1, h)
                check(run, run.time, *u(run.time)[:3], None, allowed)

    def check(run, t, u0, u1, u2, _, allowed):
        near(run.real("F"), 2*u2, allowed, f"F({t})")
        near(run.real("slope"), 2*u0*u1, allowed, f"(u^2)'({t})")
        near(run.real("total"), math.exp(-t) + u0, allowed, f"total({t})")

    def cubic(t):
        return (t**3/6 + t**2/2 + 0.3*t + 1, t**2/2 + t + 0.3, t + 1, 1)

    def sine(t):
        return (math.sin(t), math.cos(t), -math.sin(t), -math.cos(t))

    run = Run(fmu, "cs", {"u": 1})
    need(run.description.modelExchange is None, "Model Exchange")
    drive(run, cubic, 0.25, 8, 1e-7)
    run.end()
    run = Run(fmu, "cs", {"u": 0})
    drive(run, sine, 0.01, 100, 2e-4)
    run.end()


def coupled(position, velocity):
    """Two FMUs in libcosim: an oscillator, inputs held for each step."""
    from libcosimpy.CosimExecution import CosimExecution
    from libcosimpy.CosimObserver import CosimObserver
    from libcosimpy.CosimSlave import CosimLocalSlave
    h, n = 0.001, 1000
    execution = CosimExecution.from_step_size(round(h*1e9))
    a = execution.add_local_slave(CosimLocalSlave(position, "position"))
    b = execution.add_local_slave(CosimLocalSlave(velocity, "velocity"))
    vr = [{v.name.decode(): v.reference for v in execution.slave_variables(s)}
          for s in (a, b)]
    for wire in ((a, vr[0]["x"], b, vr[1]["x"]),
                 (b, vr[1]["v"], a, vr[0]["v"])):
        need(execution.connect_real_variables(*wire) == 0,
             "they cannot be connected")
    observer = CosimObserver.create_last_value()
    execution.add_observer(observer)
    need(execution.step(step_count=n), "a step failed")
    x = observer.last_real_values(a, [vr[0]["x"]])[0]
    v = observer.last_real_values(b, [vr[1]["v"]])[0]
    near(x, math.cos(1), 2*h, "x")
    near(v, -math.sin(1), 2*h, "v")


TESTS = {f.__name__: f for f in (
    types, tunable_cs, tunable_me, tunable_rod, starts, units, driven, moved,
    delayed, given, coupled, texts, texts_kept, texts_told)}
TESTS[sys.argv[1]](*sys.argv[2:])
