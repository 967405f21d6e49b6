"""fmi3_calls.py BALL.fmu ARRAYS.fmu: what FMI 3.0 has and 2.0 has not: arrays,
event mode, early return, intermediate update, refusals, saved states."""

import ctypes
import sys
import tempfile

import fmpy
from fmpy.fmi3 import FMU3Model, FMU3Slave

ERROR = 3


class Fmu:
    def __init__(self, path):
        self.md = fmpy.read_model_description(path, validate=True)
        self.place = tempfile.mkdtemp()
        fmpy.extract(path, self.place)
        self.ref = {v.name: v.valueReference for v in self.md.modelVariables}
        self.log = []

    def make(self, kind=FMU3Slave, begin=True, **words):
        fmu = kind(guid=self.md.guid, unzipDirectory=self.place,
                   modelIdentifier=self.md.coSimulation.modelIdentifier)
        fmu.instantiate(logMessage=lambda *a: self.log.append(a), **words)
        if begin:
            fmu.enterInitializationMode(startTime=0.0, stopTime=1.0)
            fmu.exitInitializationMode()
        return fmu


def refused(call, *arguments):
    """The raw function returns fmi3Error."""
    status = call(*arguments)
    assert status == ERROR, f"status {status}"


def raw(fmu, name):
    """The function itself, without the exception that FMPy makes of an
    error."""
    function = getattr(ctypes.CDLL(fmu.dll._name), name)
    function.restype = ctypes.c_int
    return function


def references(*numbers):
    return (ctypes.c_uint32*len(numbers))(*numbers)


def doubles(n):
    return (ctypes.c_double*n)()


# --- events: the importer handles them, or the FMU does ---------------------

def handled(ball, **words):
    fmu = ball.make(eventModeUsed=True, **words)
    fmu.updateDiscreteStates()
    fmu.enterStepMode()
    time, events = 0.0, []
    while time < 1.0 - 1e-12:
        needed, ends, early, last = fmu.doStep(time, min(0.1, 1.0 - time))
        assert not ends and last > time
        assert needed or not early
        assert early == (last < min(time + 0.1, 1.0) - 1e-14), (time, last)
        time = last
        if needed:
            events.append(time)
            fmu.enterEventMode()
            fmu.updateDiscreteStates()
            fmu.enterStepMode()
    found = fmu.getFloat64([ball.ref["h"], ball.ref["v"]])
    assert fmu.getInt32([ball.ref["n"]]) == [1]
    fmu.terminate()
    fmu.freeInstance()
    return found, events


def event_mode(ball):
    alone = ball.make()
    for k in range(10):
        needed, ends, early, last = alone.doStep(k*0.1, 0.1)
        assert (needed, ends, early) == (False, False, False)
        assert last == k*0.1 + 0.1
    expected = alone.getFloat64([ball.ref["h"], ball.ref["v"]])
    refused(raw(alone, "fmi3EnterEventMode"),
            ctypes.c_void_p(alone.component))
    got, events = handled(ball, earlyReturnAllowed=True)
    for a, b in zip(got, expected):  # the steps are others
        assert abs(a - b) < 1e-9, (got, expected)
    assert any(abs(t - 0.4515236) < 1e-6 for t in events), events
    assert 0.25 in events and 0.75 in events
    got, events = handled(ball)
    for a, b in zip(got, expected):
        assert abs(a - b) < 1e-9, (got, expected)
    assert all(abs(t*10 - round(t*10)) < 1e-9 for t in events), events
    alone.freeInstance()


def unhandled(ball):
    """Who does not handle an event that waits gets it handled."""
    fmu = ball.make(eventModeUsed=True, earlyReturnAllowed=True)
    fmu.updateDiscreteStates()
    fmu.enterStepMode()
    time = 0.0
    while time < 1.0 - 1e-12:
        time = fmu.doStep(time, 1.0 - time)[3]
    assert fmu.getInt32([ball.ref["n"]]) == [1]
    fmu.freeInstance()


# --- intermediate update ----------------------------------------------------

def intermediate(ball):
    points, wants = [], [None]
    holder = []

    def update(environment, time, set_requested, get_allowed, finished,
               can_return, requested, at):
        assert get_allowed and finished and not set_requested
        points.append((time, holder[0].getFloat64([ball.ref["h"]])[0]))
        value = doubles(1)
        status = raw(holder[0], "fmi3SetFloat64")(
            ctypes.c_void_p(holder[0].component),
            references(ball.ref["push"]), ctypes.c_size_t(1), value,
            ctypes.c_size_t(1))
        assert status == ERROR
        if wants[0] is not None and time > wants[0]:
            assert can_return
            requested[0] = True
            at[0] = time

    fmu = ball.make(begin=False, earlyReturnAllowed=True,
                    intermediateUpdate=update)
    holder.append(fmu)
    fmu.enterInitializationMode(startTime=0.0, stopTime=1.0)
    fmu.exitInitializationMode()
    last = fmu.doStep(0.0, 0.4)[3]
    assert last == 0.4 and len(points) > 3
    for time, height in points:
        assert abs(height - (1 - 9.81/2*time**2)) < 1e-4, (time, height)
    wants[0] = 0.6
    needed, ends, early, last = fmu.doStep(0.4, 0.6)
    assert early and 0.6 < last < 1.0 and not needed, (early, last)
    wants[0] = None
    assert fmu.doStep(last, 1.0 - last)[3] == 1.0
    fmu.freeInstance()


def set_in_between(ball):
    """The importer gives an input a new value at each point: it rests until
    the next one, so that what comes out can be added up."""
    points, holder = [], []

    def update(environment, time, set_requested, get_allowed, finished,
               can_return, requested, at):
        assert set_requested and get_allowed and finished
        fmu = holder[0]
        push = 3*time - 1
        fmu.setFloat64([ball.ref["push"]], [push])
        assert fmu.getFloat64([ball.ref["push"]]) == [push]
        points.append((time, push))
        value = doubles(1)
        for name in ("e", "height"):
            status = raw(fmu, "fmi3SetFloat64")(
                ctypes.c_void_p(fmu.component), references(ball.ref[name]),
                size_t(1), value, size_t(1))
            assert status == ERROR, name
        status = raw(fmu, "fmi3Reset")(ctypes.c_void_p(fmu.component))
        assert status == ERROR

    fmu = ball.make(begin=False, intermediateUpdate=update,
                    requiredIntermediateVariables=[ball.ref["push"],
                                                   ball.ref["height"]])
    holder.append(fmu)
    fmu.enterInitializationMode(startTime=0.0, stopTime=1.0)
    fmu.exitInitializationMode()
    for k in range(4):
        fmu.doStep(k/10, 0.1)
    assert len(points) > 3, points
    h, v, push, now = 1.0, 0.0, 0.0, 0.0
    for time, following in points + [(0.4, 0.0)]:
        step = time - now
        h += v*step + (push - 9.81)*step**2/2
        v += (push - 9.81)*step
        push, now = following, time
    found = fmu.getFloat64([ball.ref["h"], ball.ref["v"]])
    assert abs(found[0] - h) < 1e-5 and abs(found[1] - v) < 1e-5, (found, h, v)
    fmu.freeInstance()
    try:
        ball.make(begin=False, requiredIntermediateVariables=[4000000000])
        raise SystemExit("a variable that there is not was taken")
    except Exception as error:
        assert "instantiate" in str(error).lower(), error
    assert any("requiredIntermediateVariables" in line[3].decode()
               for line in ball.log), ball.log[-1]


# --- saved states -----------------------------------------------------------

def saved(ball):
    fmu = ball.make(eventModeUsed=True, earlyReturnAllowed=True)
    fmu.updateDiscreteStates()
    fmu.enterStepMode()
    fmu.doStep(0.0, 0.2)
    state = fmu.getFMUState()
    data = fmu.serializeFMUState(state)

    def onward(one):
        one.doStep(0.2, 0.05)
        one.enterEventMode()
        inside = one.getFMUState()
        one.updateDiscreteStates()
        one.enterStepMode()
        one.doStep(0.25, 0.1)
        found = one.getFloat64([ball.ref["h"], ball.ref["v"]])
        one.setFMUState(inside)
        one.updateDiscreteStates()
        one.enterStepMode()
        one.doStep(0.25, 0.1)
        assert one.getFloat64([ball.ref["h"], ball.ref["v"]]) == found
        return found

    first = onward(fmu)
    fmu.setFMUState(state)
    assert onward(fmu) == first
    other = ball.make(eventModeUsed=True, earlyReturnAllowed=True)
    copy = other.deserializeFMUState(data)
    other.setFMUState(copy)
    assert onward(other) == first
    for one in (fmu, other):
        one.freeInstance()


# --- arrays -----------------------------------------------------------------

def arrays(model):
    fmu = model.make(begin=False)
    ref = model.ref
    assert fmu.getFloat64([ref["k"], ref["x"]], 6) == [1, 1, 1, 1, 2, 3]
    fmu.setFloat64([ref["k"]], [2.0, 3.0, 4.0])
    assert fmu.getFloat64([ref["k"]], 3) == [2, 3, 4]
    fmu.setFloat64([ref["u"], ref["g"]], [0.5, 0.25, 7.0])
    fmu.enterInitializationMode(startTime=0.0, stopTime=1.0)
    assert fmu.getFloat64([ref["k"]], 3) == [2, 3, 4]
    rates = fmu.getFloat64([ref["der(x)"]], 3)
    assert rates == [-2*1 + 0.5, -3*2 + 0.5, -4*3 + 0.5], rates
    m = fmu.getFloat64([ref["m"]], 6)
    assert m == [1, 2, 3, 4, 5, 6], m
    mixed = fmu.getFloat64([ref["g"], ref["x"], ref["y"]], 5)
    assert mixed == [7, 1, 2, 3, 3], mixed
    assert fmu.getBoolean([ref["b"]], 2) == [True, False]
    assert fmu.getInt32([ref["n"]], 2) == [1, 2]
    assert fmu.getInt64([ref["e"]], 1) == [2]
    texts = [t if isinstance(t, str) else t.decode()
             for t in fmu.getString([ref["s"]], 1)]
    assert texts == ["one"], texts
    # the same derivative along x and along u as differences would give
    d = fmu.getDirectionalDerivative([ref["der(x)"]], [ref["u"]], [1.0, 0.0],
                                     3)
    assert list(d) == [1, 1, 1], list(d)
    fmu.exitInitializationMode()
    d = fmu.getDirectionalDerivative([ref["der(x)"]], [ref["x"]], [1., 0, 1.],
                                     3)
    assert list(d) == [-2, 0, -4], list(d)
    d = fmu.getAdjointDerivative([ref["der(x)"]], [ref["x"], ref["u"]],
                                 [1., 0, 2.], 5)
    assert list(d) == [-2, 0, -8, 3, 0], list(d)
    fmu.doStep(0.0, 0.1)
    d = fmu.getOutputDerivatives([ref["y"]], [1])
    y = fmu.getFloat64([ref["der(x)"]], 3)[2]
    assert list(d) == [y], (list(d), y)
    fmu.freeInstance()


def refusals(model):
    fmu = model.make()
    ref, c = model.ref, ctypes.c_void_p(fmu.component)
    size = ctypes.c_size_t
    get, put = raw(fmu, "fmi3GetFloat64"), raw(fmu, "fmi3SetFloat64")
    room = doubles(8)
    one = references(ref["x"])
    bad = [("wrong number", get, (one, size(1), room, size(2))),
           ("no values", get, (one, size(1), None, size(3))),
           ("unknown scalar", get, (references(99999), size(1), room,
                                    size(1))),
           ("unknown array", get, (references(0x8fffffff), size(1), room,
                                   size(1))),
           ("unknown kind", get, (references(0xf0000000), size(1), room,
                                  size(1))),
           ("another type", get, (references(ref["n"]), size(1), room,
                                  size(2))),
           ("not settable", put, (one, size(1), room, size(3))),
           ("no such type", raw(fmu, "fmi3GetInt8"),
            (one, size(1), room, size(3))),
           ("enumeration", raw(fmu, "fmi3GetInt32"),
            (references(ref["e"]), size(1), room, size(1))),
           ("clock", raw(fmu, "fmi3GetClock"), (one, size(1), room)),
           ("configuration", raw(fmu, "fmi3EnterConfigurationMode"), ()),
           ("adjoint", raw(fmu, "fmi3GetAdjointDerivative"),
            (one, size(1), one, size(1), room, size(2), room, size(3))),
           ("of the other kind", raw(fmu, "fmi3SetTime"),
            (ctypes.c_double(1),)),
           ("before event mode", raw(fmu, "fmi3EnterStepMode"), ())]
    for name, call, arguments in bad:
        before = len(model.log)
        status = call(c, *arguments)
        assert status == ERROR, f"{name}: status {status}"
        assert len(model.log) == before + 1, f"{name}: no line of the log"
    assert fmu.getFloat64([ref["x"]], 3) == [1, 2, 3]  # usable as before
    fmu.doStep(0.0, 0.1)
    fmu.freeInstance()
    lost = raw(fmu, "fmi3InstantiateScheduledExecution")
    lost.restype = ctypes.c_void_p
    assert not lost(b"x", model.md.guid.encode(), b"", False, False, None,
                    None, None, None, None)


def exchange(model):
    """Counts, and states in the order of ModelStructure."""
    fmu = model.make(kind=FMU3Model)
    n, ni = size_t(), size_t()
    c = ctypes.c_void_p(fmu.component)
    assert raw(fmu, "fmi3GetNumberOfContinuousStates")(
        c, ctypes.byref(n)) == 0
    assert raw(fmu, "fmi3GetNumberOfEventIndicators")(
        c, ctypes.byref(ni)) == 0
    fmu.updateDiscreteStates()
    fmu.enterContinuousTimeMode()
    assert n.value == 3
    x, z = doubles(3), doubles(ni.value)
    fmu.getContinuousStates(x, 3)
    assert list(x) == [1, 2, 3]
    fmu.getEventIndicators(z, ni.value)
    assert fmu.getFloat64([model.ref["eventIndicators"]],
                          ni.value) == list(z)
    mixed = fmu.getFloat64([model.ref["x"], model.ref["eventIndicators"],
                            model.ref["g"]], 4 + ni.value)
    assert mixed == [1, 2, 3] + list(z) + [5], mixed
    fmu.freeInstance()


DEPENDENCY = ("independent", "constant", "fixed", "tunable", "discrete",
              "dependent")


def rows(model, fmu, name):
    """{(element, other variable, its element, kind)} of an unknown."""
    names = {number: other for other, number in model.ref.items()}
    n = size_t()
    c = ctypes.c_void_p(fmu.component)
    reference = ctypes.c_uint32(model.ref[name])
    assert raw(fmu, "fmi3GetNumberOfVariableDependencies")(
        c, reference, ctypes.byref(n)) == 0
    own, others = (size_t*n.value)(), (ctypes.c_uint32*n.value)()
    elements, kinds = (size_t*n.value)(), (ctypes.c_int*n.value)()
    call = raw(fmu, "fmi3GetVariableDependencies")
    arguments = (c, reference, own, others, elements, kinds)
    assert call(*arguments, size_t(n.value)) == 0
    refused(call, *arguments, size_t(n.value + 1))
    return {(own[k], names[others[k]], elements[k], DEPENDENCY[kinds[k]])
            for k in range(n.value)}


def dependencies(model):
    """Element by element, in initialization and while the model runs."""
    fmu = model.make(begin=False)
    fmu.enterInitializationMode(startTime=0.0, stopTime=1.0)
    first = rows(model, fmu, "der(x)")
    assert {(1, "k", 1), (1, "u", 1), (3, "k", 3), (3, "x", 3)} <= {
        row[:3] for row in first}, first
    assert (1, "k", 2) not in {row[:3] for row in first}, first
    fmu.exitInitializationMode()
    found = rows(model, fmu, "der(x)")
    assert found == {(k, "x", k, "tunable") for k in (1, 2, 3)} | {
        (k, "u", 1, "constant") for k in (1, 2, 3)}, found
    found = rows(model, fmu, "y")
    assert found == {(1, "x", 3, "constant")}, found
    call = raw(fmu, "fmi3GetNumberOfVariableDependencies")
    n = size_t()
    for name in ("k", "m"):  # no unknowns
        refused(call, ctypes.c_void_p(fmu.component),
                ctypes.c_uint32(model.ref[name]), ctypes.byref(n))
    fmu.freeInstance()


size_t = ctypes.c_size_t
ball, model = Fmu(sys.argv[1]), Fmu(sys.argv[2])
for test in (event_mode, unhandled, intermediate, set_in_between, saved):
    test(ball)
for test in (arrays, refusals, exchange, dependencies):
    test(model)
