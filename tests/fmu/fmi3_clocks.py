"""fmi3_clocks.py INTERNAL.fmu INPUT.fmu SCHEDULED.fmu STATION.fmu
CHANGING.fmu: clocks of FMI 3.0. A controller that is ticked by hand computes
the same bits as one that ticks itself and as the formula in Python; output
clocks, intervals, refusals, saved states, Scheduled Execution."""

import ctypes
import os
import sys
import tempfile
import xml.etree.ElementTree

import fmpy
import fmpy.validation
from fmpy.fmi3 import (FMU3Model, FMU3ScheduledExecution, FMU3Slave,
                       fmi3ClockUpdateCallback, fmi3LockPreemptionCallback,
                       fmi3UnlockPreemptionCallback)

ERROR = 3
UNCHANGED, CHANGED = 1, 2
H, K, T = 0.1, 2.0, 0.5
size_t, c_double = ctypes.c_size_t, ctypes.c_double


class Fmu:
    def __init__(self, path):
        self.md = fmpy.read_model_description(path, validate=True)
        self.place = tempfile.mkdtemp()
        fmpy.extract(path, self.place)
        self.ref = {v.name: v.valueReference for v in self.md.modelVariables}
        self.variable = {v.name: v for v in self.md.modelVariables}
        self.log = []
        document = xml.etree.ElementTree.parse(
            os.path.join(self.place, "modelDescription.xml"))
        # attributes that FMPy does not read
        self.given = {e.get("name"): e.attrib
                      for e in document.find("ModelVariables")}

    def make(self, kind=FMU3Slave, begin=True, **words):
        fmu = kind(guid=self.md.guid, unzipDirectory=self.place,
                   modelIdentifier=self.md.modelName,
                   instanceName="one")
        fmu.instantiate(logMessage=lambda *a: self.log.append(a), **words)
        if begin:
            fmu.enterInitializationMode(startTime=0.0, stopTime=10.0)
            fmu.exitInitializationMode()
        return fmu


def raw(fmu, name):
    function = getattr(ctypes.CDLL(fmu.dll._name), name)
    function.restype = ctypes.c_int
    return function


def references(*numbers):
    return (ctypes.c_uint32*len(numbers))(*numbers)


def refused(model, fmu, name, *arguments):
    """fmi3Error with one line of the log."""
    before = len(model.log)
    status = raw(fmu, name)(ctypes.c_void_p(fmu.component), *arguments)
    assert status == ERROR, f"{name}: status {status}"
    assert len(model.log) == before + 1, f"{name}: no line of the log"


def interval_of(fmu, reference):
    value, qualifier = (c_double*1)(), (ctypes.c_int*1)()
    status = raw(fmu, "fmi3GetIntervalDecimal")(
        ctypes.c_void_p(fmu.component), references(reference), size_t(1),
        value, qualifier)
    assert status == 0, status
    return value[0], qualifier[0]


def measured(k):
    return 0.3*k - 0.01*k*k


def formula(n):
    """u after each tick, with the operations of the model in their order."""
    found, ud, m = [], 0.0, 0
    for k in range(n):
        e = 1.0 - measured(k)
        ud = ud + H/T*e
        m += k % 4 == 0
        found.append((K*e + ud, m))
    return found


# --- the same bits ----------------------------------------------------------

def by_itself(model, n):
    """A tick at the end of a step belongs to it: the input is there before."""
    fmu = model.make(begin=False)
    fmu.setFloat64([model.ref["y"]], [measured(0)])
    fmu.enterInitializationMode(startTime=0.0, stopTime=10.0)
    fmu.exitInitializationMode()
    found, time = [], 0.0
    for k in range(n):
        found.append((fmu.getFloat64([model.ref["u"]])[0],
                      fmu.getInt32([model.ref["m"]])[0]))
        fmu.doStep(time, (k + 0.5)*H - time)
        fmu.setFloat64([model.ref["y"]], [measured(k + 1)])
        time = (k + 1)*H
        fmu.doStep((k + 0.5)*H, time - (k + 0.5)*H)
    fmu.freeInstance()
    return found


def one_tick(model, fmu, k):
    fmu.setClock([model.ref["c"]], [True])
    assert fmu.getClock([model.ref["c"]]) == [True]
    fmu.setFloat64([model.ref["y"]], [measured(k)])
    found = (fmu.getFloat64([model.ref["u"]])[0],
             fmu.getInt32([model.ref["m"]])[0])
    assert fmu.getClock([model.ref["slow"]]) == [k % 4 == 0]
    fmu.setClock([model.ref["c"]], [True])  # the same tick
    fmu.updateDiscreteStates()
    assert fmu.getClock([model.ref["c"], model.ref["slow"]]) == [False]*2
    return found


def by_hand(model, n):
    fmu = model.make(eventModeUsed=True)
    found = [one_tick(model, fmu, 0)]
    fmu.enterStepMode()
    for k in range(1, n):
        fmu.doStep((k - 1)*H, H)
        fmu.enterEventMode()
        found.append(one_tick(model, fmu, k))
        fmu.enterStepMode()
    fmu.freeInstance()
    return found


def exchanged(model, n):
    fmu = model.make(kind=FMU3Model)
    found = [one_tick(model, fmu, 0)]
    fmu.enterContinuousTimeMode()
    for k in range(1, n):
        fmu.setTime(k*H)
        fmu.enterEventMode()
        found.append(one_tick(model, fmu, k))
        fmu.enterContinuousTimeMode()
    fmu.freeInstance()
    return found


def scheduled(model, n):
    fmu = model.make(kind=FMU3ScheduledExecution)
    found = []
    for k in range(n):
        fmu.setFloat64([model.ref["y"]], [measured(k)])
        fmu.activateModelPartition(model.ref["c"], k*H)
        found.append((fmu.getFloat64([model.ref["u"]])[0],
                      fmu.getInt32([model.ref["m"]])[0]))
    fmu.terminate()
    fmu.freeInstance()
    return found


def same_bits(internal, given, planned):
    expected = formula(20)
    for name, found in (("by itself", by_itself(internal, 20)),
                        ("Co-Simulation", by_hand(given, 20)),
                        ("Model Exchange", exchanged(given, 20)),
                        ("Scheduled Execution", scheduled(planned, 20))):
        assert found == expected, (name, found[:4], expected[:4])


# --- descriptions -----------------------------------------------------------

def described(internal, given, planned):
    for model in (internal, given, planned):
        slow = model.variable["slow"]
        assert (slow.causality, slow.intervalVariability) == \
            ("output", "triggered"), vars(slow)
    clock = given.variable["c"]
    assert (clock.causality, clock.intervalVariability) == \
        ("input", "constant"), vars(clock)
    clock = given.given["c"]
    assert clock["intervalDecimal"] == "0.1"
    assert (clock["intervalCounter"], clock["resolution"]) == ("1", "10")
    assert internal.variable["c"].causality == "output"
    ud = given.variable["ud"]
    assert [c.name for c in ud.clocks] == ["c"], ud.clocks
    assert given.given["ud"]["previous"] == \
        str(given.ref["previous_ud"]), given.given["ud"]
    assert planned.md.scheduledExecution is not None
    assert planned.md.coSimulation is None and planned.md.modelExchange is None


# --- refusals ---------------------------------------------------------------

def refusals(model):
    fmu = model.make(eventModeUsed=True)
    ref, yes = model.ref, (ctypes.c_bool*1)(True)
    one, room, kind = size_t(1), (c_double*2)(0.0), (ctypes.c_int*1)()
    whole = (ctypes.c_uint64*1)(0)
    c, slow, y = (references(ref[n]) for n in ("c", "slow", "y"))
    bad = [("fmi3SetClock", slow, one, yes),  # an output
           ("fmi3SetClock", y, one, yes),  # no clock
           ("fmi3SetClock", references(0x6fffffff), one, yes),
           ("fmi3SetClock", c, one, None),
           ("fmi3GetClock", y, one, yes),
           ("fmi3SetFloat64", y, one, room, one),  # the clock is silent
           ("fmi3SetFloat64", c, one, room, one),  # a clock is no number
           ("fmi3GetBoolean", c, one, yes, one),
           ("fmi3GetIntervalDecimal", slow, one, room, kind),
           ("fmi3SetIntervalDecimal", c, one, room),  # not positive
           ("fmi3SetIntervalDecimal", c, one, (c_double*1)(0.2)),
           ("fmi3SetIntervalDecimal", c, one, (c_double*1)(float("nan"))),
           ("fmi3SetIntervalFraction", c, one, whole, whole),
           ("fmi3GetShiftDecimal", slow, one, room),
           ("fmi3GetIntervalFraction", slow, one, whole, whole, kind),
           ("fmi3SetShiftDecimal", c, one, (c_double*1)(1.0)),
           ("fmi3ActivateModelPartition", ctypes.c_uint32(ref["c"]),
            c_double(0.0))]
    for name, *arguments in bad:
        refused(model, fmu, name, *arguments)
    fmu.setClock([ref["c"]], [True])
    refused(model, fmu, "fmi3SetClock", c, one, (ctypes.c_bool*1)(False))
    fmu.setFloat64([ref["y"]], [0.0])  # it ticks now
    assert fmu.getFloat64([ref["u"]]) == [formula(1)[0][0]]
    # again, as in a loop of FMUs: what the tick computes, it computes once
    fmu.setFloat64([ref["y"]], [0.5])
    assert fmu.getFloat64([ref["u"]]) != [formula(1)[0][0]]
    fmu.setFloat64([ref["y"]], [0.0])
    assert fmu.getFloat64([ref["u"]]) == [formula(1)[0][0]]
    assert fmu.getInt32([ref["m"]]) == [1]
    assert fmu.getClock([ref["c"], ref["slow"]]) == [True, True]
    fmu.updateDiscreteStates()
    refused(model, fmu, "fmi3SetFloat64", y, one, room, one)
    fmu.enterStepMode()
    refused(model, fmu, "fmi3SetClock", c, one, yes)
    refused(model, fmu, "fmi3SetFloat64", y, one, room, one)
    assert interval_before(model) == (0.1, UNCHANGED)
    fmu.doStep(0.0, 0.1)
    fmu.freeInstance()


def interval_before(model):
    fmu = model.make(begin=False)
    fmu.enterInitializationMode(startTime=0.0, stopTime=1.0)
    c, one = references(model.ref["c"]), size_t(1)
    counter, resolution = (ctypes.c_uint64*1)(), (ctypes.c_uint64*1)()
    kind, shift = (ctypes.c_int*1)(), (c_double*1)(7.0)
    handle = ctypes.c_void_p(fmu.component)
    assert raw(fmu, "fmi3GetIntervalFraction")(
        handle, c, one, counter, resolution, kind) == 0
    assert (counter[0], resolution[0]) == (1, 10)
    assert raw(fmu, "fmi3GetShiftDecimal")(handle, c, one, shift) == 0
    assert shift[0] == 0
    found = interval_of(fmu, model.ref["c"])
    fmu.freeInstance()
    return found


# --- several clocks: intervals that are parameters, triggers, output clocks --

def station(model):
    ref = model.ref
    kinds = {n: model.variable[n].intervalVariability
             for n in ("a", "b", "trigger", "alarm")}
    assert kinds == {"a": "tunable", "b": "fixed", "trigger": "triggered",
                     "alarm": "triggered"}, kinds
    urgency = [model.given[n]["priority"] for n in ("trigger", "b", "a")]
    assert urgency == ["0", "1", "2"], urgency
    told, locks = [], []
    fmu = FMU3ScheduledExecution(
        guid=model.md.guid, unzipDirectory=model.place,
        modelIdentifier=model.md.modelName, instanceName="one")
    instantiate(model, fmu, told, locks)
    fmu.enterInitializationMode(startTime=0.0, stopTime=10.0)
    assert interval_of(fmu, ref["a"]) == (0.25, CHANGED)
    assert interval_of(fmu, ref["a"]) == (0.25, UNCHANGED)
    fmu.setFloat64([ref["hb"]], [0.2])
    assert interval_of(fmu, ref["b"]) == (0.1, CHANGED)  # hb/2
    raw(fmu, "fmi3SetIntervalDecimal")(
        ctypes.c_void_p(fmu.component), references(ref["a"]), size_t(1),
        (c_double*1)(0.5))
    assert fmu.getFloat64([ref["ha"]]) == [0.5]
    assert interval_of(fmu, ref["a"]) == (0.5, UNCHANGED)
    one = size_t(1)
    refused(model, fmu, "fmi3SetIntervalDecimal", references(ref["b"]), one,
            (c_double*1)(0.5))  # computed from hb
    refused(model, fmu, "fmi3SetIntervalDecimal", references(ref["a"]), one,
            (c_double*1)(-1.0))
    fmu.exitInitializationMode()
    run_station(model, fmu, told, locks)


def instantiate(model, fmu, told, locks):
    def noted(*arguments):
        told.append(fmu.getClock([model.ref["alarm"]])[0])
        told.append(fmu.getClock([model.ref["alarm"]])[0])
    fmu.kept = (fmi3ClockUpdateCallback(noted),
                fmi3LockPreemptionCallback(lambda: locks.append(1)),
                fmi3UnlockPreemptionCallback(lambda: locks.append(-1)))
    make = fmu.dll.fmi3InstantiateScheduledExecution
    make.restype = ctypes.c_void_p
    fmu.logMessage = fmpy.fmi3.fmi3LogMessageCallback(
        lambda *a: model.log.append(a))
    fmu.component = make(b"one", model.md.guid.encode(), b"", False, True,
                         None, fmu.logMessage, *fmu.kept)
    assert fmu.component


def run_station(model, fmu, told, locks):
    ref = model.ref
    handle = ctypes.c_void_p(fmu.component)
    activate = raw(fmu, "fmi3ActivateModelPartition")

    def tick(name, time):
        return activate(handle, ctypes.c_uint32(ref[name]), c_double(time))

    assert tick("a", 0.0) == 0 and tick("a", 0.5) == 0
    assert tick("b", 0.5) == 0
    assert fmu.getFloat64([ref["sa"]]) == [2*0.5]  # of interval()
    assert fmu.getFloat64([ref["sb"]]) == [0.1]
    refused(model, fmu, "fmi3ActivateModelPartition",
            ctypes.c_uint32(ref["a"]), c_double(0.5))  # not later
    refused(model, fmu, "fmi3ActivateModelPartition",
            ctypes.c_uint32(ref["alarm"]), c_double(1.0))
    refused(model, fmu, "fmi3ActivateModelPartition",
            ctypes.c_uint32(ref["a"]), c_double(float("nan")))
    refused(model, fmu, "fmi3SetClock", references(ref["a"]), size_t(1),
            (ctypes.c_bool*1)(True))
    assert not told
    state = fmu.getFMUState()

    def onward():
        told.clear()
        for k in range(3):
            assert tick("trigger", 0.6 + k) == 0
        assert told == [True, False], told  # the third is an alarm, told once
        return fmu.getInt32([ref["pulses"], ref["alarms"]])

    assert onward() == [3, 1]
    fmu.setFMUState(state)
    assert onward() == [3, 1]
    assert locks and sum(locks) == 0 and locks[::2] == [1]*(len(locks)//2)
    fmu.setFloat64([ref["ha"]], [0.75])
    assert interval_of(fmu, ref["a"]) == (0.75, CHANGED)
    fmu.terminate()
    fmu.freeInstance()


def fraction_of(fmu, reference):
    counter, resolution = (ctypes.c_uint64*1)(7), (ctypes.c_uint64*1)(7)
    kind = (ctypes.c_int*1)()
    assert raw(fmu, "fmi3GetIntervalFraction")(
        ctypes.c_void_p(fmu.component), references(reference), size_t(1),
        counter, resolution, kind) == 0
    return counter[0], resolution[0], kind[0]


def fractions(model, fmu):
    """Clock(n, resolution) of an Integer that is no number is one, too."""
    ref, given = model.ref, model.given
    for name in ("counted", "thrice", "eighths"):
        assert given[name]["supportsFraction"] == "true", given[name]
        assert "resolution" not in given[name], given[name]
    assert "supportsFraction" not in given["c"]
    for k in range(3):
        fmu.setClock([ref["counted"], ref["thrice"]], [True, True])
        fmu.updateDiscreteStates()
        assert fraction_of(fmu, ref["counted"]) == (3 + k, 40, CHANGED)
        assert fraction_of(fmu, ref["counted"]) == (3 + k, 40, UNCHANGED)
        assert interval_of(fmu, ref["counted"]) == ((3 + k)/40, UNCHANGED)
        # all three ticks of one interval of split are a third of it
        assert fraction_of(fmu, ref["thrice"])[:2] == (3, 120)
    one, counter = size_t(1), (ctypes.c_uint64*1)()
    refused(model, fmu, "fmi3GetIntervalFraction", references(ref["c"]), one,
            counter, counter, (ctypes.c_int*1)())
    refused(model, fmu, "fmi3GetShiftFraction", references(ref["counted"]),
            one, counter, counter)
    assert raw(fmu, "fmi3GetShiftFraction")(
        ctypes.c_void_p(fmu.component), references(ref["eighths"]), one,
        counter, (ctypes.c_uint64*1)()) == 0 and counter[0] == 0


def eighths(model):
    """The interval follows a parameter, and is told as a fraction."""
    fmu = model.make(begin=False, eventModeUsed=True)
    fmu.enterInitializationMode(startTime=0.0, stopTime=10.0)
    assert fraction_of(fmu, model.ref["eighths"]) == (3, 8, CHANGED)
    fmu.setInt32([model.ref["q"]], [5])
    assert fraction_of(fmu, model.ref["eighths"]) == (5, 8, CHANGED)
    assert fraction_of(fmu, model.ref["eighths"]) == (5, 8, UNCHANGED)
    assert fraction_of(fmu, model.ref["counted"]) == (0, 40, CHANGED)
    fmu.freeInstance()


def changing(model):
    """The d of the tick before is the time to the next one."""
    fmu = model.make(begin=False, eventModeUsed=True)
    c = model.ref["c"]
    assert model.variable["c"].intervalVariability == "changing"
    fmu.enterInitializationMode(startTime=0.0, stopTime=10.0)
    assert interval_of(fmu, c) == (0.0, CHANGED)
    fmu.exitInitializationMode()
    time = 0.0
    for k in range(4):
        fmu.setClock([c], [True])
        fmu.updateDiscreteStates()
        step, kind = interval_of(fmu, c)
        assert kind == CHANGED and step == 0.1*max(k, 1), (step, kind)
        assert interval_of(fmu, c) == (step, UNCHANGED)
        fmu.enterStepMode()
        fmu.doStep(time, step)
        time += step
        fmu.enterEventMode()
    assert fmu.getInt32([model.ref["n"]]) == [4]
    fractions(model, fmu)
    refused(model, fmu, "fmi3GetShiftDecimal", references(c), size_t(1),
            (c_double*1)())
    fmu.freeInstance()


for path in sys.argv[1:]:
    found = fmpy.validation.validate_fmu(path)
    assert not found, (path, found)
internal, given, planned, many, slower = (Fmu(path) for path in sys.argv[1:])
described(internal, given, planned)
same_bits(internal, given, planned)
refusals(given)
station(many)
changing(slower)
eighths(slower)
