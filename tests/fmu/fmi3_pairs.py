"""fmi3_pairs.py PLACE NAME...: the FMUs NAME.fmu (2.0) and NAME.fmi3.fmu (3.0)
of one translation go through the same calls; all values agree to the last
bit. Prints a line of JSON for each NAME: [NAME, reason or null]."""

import json
import os
import shutil
import sys
import tempfile
import traceback

import fmpy
from fmpy.fmi2 import FMU2Model, FMU2Slave
from fmpy.fmi3 import FMU3Model, FMU3Slave

STEPS = 4
TOLERANT = {"tolerance": None}


def quiet2(environment, name, status, category, message):
    pass


def quiet3(environment, status, category, message):
    pass


class Two:
    def __init__(self, place, md, kind):
        arguments = dict(guid=md.guid, unzipDirectory=place,
                         modelIdentifier=kind.modelIdentifier)
        is_cs = kind is md.coSimulation
        self.fmu = (FMU2Slave if is_cs else FMU2Model)(**arguments)
        self.fmu.instantiate()
        self.md = md

    def begin(self, start):
        self.fmu.setupExperiment(startTime=start)
        self.fmu.enterInitializationMode()
        self.fmu.exitInitializationMode()

    def values(self):
        get = {"Real": self.fmu.getReal, "Integer": self.fmu.getInteger,
               "Enumeration": self.fmu.getInteger,
               "Boolean": self.fmu.getBoolean, "String": self.fmu.getString}
        found = {}
        for kind, function in get.items():
            those = [v for v in self.md.modelVariables if v.type == kind]
            if those:
                got = function([v.valueReference for v in those])
                found.update((v.name, x) for v, x in zip(those, got))
        return found

    def step(self, time, size):
        self.fmu.doStep(time, size)

    def new_states(self):
        return self.fmu.newDiscreteStates()

    def derivatives(self, n):
        import ctypes
        x = (ctypes.c_double*n)()
        self.fmu.getDerivatives(x, n)
        return list(x)

    def states(self, n):
        import ctypes
        x = (ctypes.c_double*n)()
        self.fmu.getContinuousStates(x, n)
        return list(x)

    def set_states(self, x):
        import ctypes
        self.fmu.setContinuousStates((ctypes.c_double*len(x))(*x), len(x))

    def indicators(self, n):
        import ctypes
        z = (ctypes.c_double*n)()
        self.fmu.getEventIndicators(z, n)
        return list(z)


class Three(Two):
    def __init__(self, place, md, kind):
        arguments = dict(guid=md.guid, unzipDirectory=place,
                         modelIdentifier=kind.modelIdentifier)
        is_cs = kind is md.coSimulation
        self.fmu = (FMU3Slave if is_cs else FMU3Model)(**arguments)
        self.fmu.instantiate()
        self.md = md

    def begin(self, start):
        self.fmu.enterInitializationMode(startTime=start)
        self.fmu.exitInitializationMode()

    def values(self):
        get = {"Float64": self.fmu.getFloat64, "Int32": self.fmu.getInt32,
               "Enumeration": self.fmu.getInt64,
               "Boolean": self.fmu.getBoolean, "String": self.fmu.getString}
        found = {}
        for v in self.md.modelVariables:
            n = 1
            for d in v.dimensions:
                n *= int(d.start)
            got = get[v.type]([v.valueReference], n)
            for name in names_of(v):
                for k, place in enumerate(places([int(d.start) for d in
                                                  v.dimensions])):
                    found[element(name, place)] = got[k]
        return found

    def new_states(self):
        return self.fmu.updateDiscreteStates()

    def derivatives(self, n):
        import ctypes
        x = (ctypes.c_double*n)()
        self.fmu.getContinuousStateDerivatives(x, n)
        return list(x)


def names_of(v):
    return [v.name] + [a.name for a in getattr(v, "aliases", None) or []]


def places(sizes):
    if not sizes:
        return [()]
    return [(i,) + rest for i in range(1, sizes[0] + 1)
            for rest in places(sizes[1:])]


def element(name, place):
    """x[2,3] of x; der(x[2]) of der(x)."""
    if not place:
        return name
    index = "[" + ",".join(map(str, place)) + "]"
    if name.startswith("der(") and name.endswith(")"):
        inner, comma, order = name[4:-1].partition(",")
        return f"der({inner}{index}{comma}{order})"
    return name + index


def same(one, other, when):
    a, b = one.values(), other.values()
    b = {k: v for k, v in b.items() if not k.startswith("eventIndicators")}
    if set(a) != set(b):
        raise AssertionError(f"names differ: {sorted(set(a) ^ set(b))[:5]}")
    for name, value in a.items():
        got = b[name]
        if isinstance(got, bytes):
            got = got.decode()
        if isinstance(value, bytes):
            value = value.decode()
        if value != got and not (value != value and got != got):
            raise AssertionError(f"{when}: {name} is {value!r} in 2.0 and "
                                 f"{got!r} in 3.0")


def experiment(md):
    e = md.defaultExperiment
    start = float(e.startTime) if e and e.startTime is not None else 0.0
    stop = float(e.stopTime) if e and e.stopTime is not None else start + 1
    return start, stop


def co_simulation(a, b, md):
    start, stop = experiment(md)
    size = (stop - start)/200
    a.begin(start)
    b.begin(start)
    same(a, b, "at the start")
    for k in range(STEPS):
        a.step(start + k*size, size)
        b.step(start + k*size, size)
        same(a, b, f"after step {k + 1}")


def exchange(a, b, md):
    start, stop = experiment(md)
    size = (stop - start)/20000
    n, ni = md.numberOfContinuousStates, md.numberOfEventIndicators
    for x in (a, b):
        x.begin(start)
        x.new_states()
        x.fmu.enterContinuousTimeMode()
    for k in range(STEPS):
        x, y = a.states(n), b.states(n)
        assert x == y, f"states differ: {x} {y}"
        d, e = a.derivatives(n), b.derivatives(n)
        assert d == e, f"derivatives differ: {d} {e}"
        assert a.indicators(ni) == b.indicators(ni), "indicators differ"
        x = [s + size*r for s, r in zip(x, d)]
        for one in (a, b):
            one.fmu.setTime(start + (k + 1)*size)
            one.set_states(x)
        assert a.indicators(ni) == b.indicators(ni), "indicators differ"
        for one in (a, b):
            one.fmu.completedIntegratorStep()
            one.fmu.enterEventMode()
            one.new_states()
            one.fmu.enterContinuousTimeMode()
    same(a, b, "in continuous-time mode")
    adjoint(b)


def adjoint(b):
    """w (J u) is (J' w) u, of the derivatives by the states."""
    by = {v.valueReference: v for v in b.md.modelVariables}
    rates = [u.variable for u in b.md.derivatives]
    if not rates:
        return
    knowns = [r.derivative for r in rates]
    n = sum(size_of(r) for r in rates)
    assert n == sum(size_of(k) for k in knowns) and by
    u = [1 + 0.3*k % 1.7 for k in range(n)]
    w = [0.5 - 0.7*k % 1.3 for k in range(n)]
    rates, knowns = ([v.valueReference for v in x] for x in (rates, knowns))
    forward = b.fmu.getDirectionalDerivative(rates, knowns, u, n)
    back = b.fmu.getAdjointDerivative(rates, knowns, w, n)
    one = [x*y for x, y in zip(w, forward)]
    other = [x*y for x, y in zip(back, u)]
    size = sum(map(abs, one)) + sum(map(abs, other))
    assert abs(sum(one) - sum(other)) <= 1e-9*size, (forward, back)


def size_of(v):
    n = 1
    for d in v.dimensions:
        n *= int(d.start)
    return n


def pair(place, name):
    paths = [os.path.join(place, name + end) for end in (".fmu", ".fmi3.fmu")]
    two, three = (fmpy.read_model_description(p, validate=True)
                  for p in paths)
    assert two.guid == three.guid, "they are not of one translation"
    folders = [tempfile.mkdtemp(dir=place) for _ in paths]
    try:
        for path, folder in zip(paths, folders):
            fmpy.extract(path, folder)
        for test, kind in ((co_simulation, "coSimulation"),
                           (exchange, "modelExchange")):
            if not getattr(two, kind):
                continue
            a = Two(folders[0], two, getattr(two, kind))
            b = Three(folders[1], three, getattr(three, kind))
            test(a, b, two)
            for one in (a, b):
                one.fmu.terminate()
                one.fmu.freeInstance()
    finally:
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)


for given in sys.argv[2:]:
    try:
        pair(sys.argv[1], given)
        reason = None
    except Exception:
        reason = traceback.format_exc()[-1500:]
    print(json.dumps([given, reason]), flush=True)
