"""fmi3_sizes.py CURVE.fmu KEPT.fmu: structural parameters of FMI 3.0. Arrays
are resized in configuration mode and while the model runs; saved states have
their sizes; what does not fit is refused and changes nothing."""

import ctypes
import sys
import tempfile

import fmpy
from fmpy.fmi3 import FMU3Model, FMU3Slave

ERROR = 3
TABLE = [0, 0, 1, 2, 2, 3]


class Fmu:
    def __init__(self, path):
        self.md = fmpy.read_model_description(path, validate=True)
        self.place = tempfile.mkdtemp()
        fmpy.extract(path, self.place)
        self.ref = {v.name: v.valueReference for v in self.md.modelVariables}
        self.log = []

    def make(self, kind=FMU3Slave):
        fmu = kind(guid=self.md.guid, unzipDirectory=self.place,
                   modelIdentifier=self.md.coSimulation.modelIdentifier)
        fmu.instantiate(logMessage=lambda *a: self.log.append(a))
        return fmu

    def begin(self, fmu):
        fmu.enterInitializationMode(startTime=0.0, stopTime=10.0)
        fmu.exitInitializationMode()

    def size(self, fmu, name, value):
        fmu.enterConfigurationMode()
        fmu.setUInt64([self.ref[name]], [value])
        fmu.exitConfigurationMode()

    def array(self, fmu, name, n):
        return fmu.getFloat64([self.ref[name]], nValues=n)

    def refused(self, fmu, name, *arguments):
        """fmi3Error with one line of the log."""
        function = getattr(ctypes.CDLL(fmu.dll._name), name)
        function.restype = ctypes.c_int
        self.log.clear()
        status = function(fmu.component, *arguments)
        assert status == ERROR, (name, status)
        assert len(self.log) == 1, self.log

    def refused_size(self, fmu, name, value):
        self.refused(fmu, "fmi3SetUInt64", reference(self.ref[name]),
                     ctypes.c_size_t(1), (ctypes.c_uint64*1)(value),
                     ctypes.c_size_t(1))

    def refused_values(self, fmu, call, name, n):
        self.refused(fmu, call, reference(self.ref[name]), ctypes.c_size_t(1),
                     (ctypes.c_double*max(n, 1))(), ctypes.c_size_t(n))

    def curve(self, fmu, times):
        found = []
        for begin, end in zip(times, times[1:]):
            fmu.doStep(begin, end - begin)
            found.append(fmu.getFloat64([self.ref[k] for k in "xyzs"]))
        return found


def reference(number):
    return (ctypes.c_uint32*1)(number)


def starts(curve):
    """Sizes and elements before anything is set, and after a reset."""
    fmu = curve.make()
    for _ in range(2):
        assert fmu.getUInt64([curve.ref["n"], curve.ref["m"]]) == [3, 2]
        assert curve.array(fmu, "table", 6) == TABLE
        assert curve.array(fmu, "v", 2) == [0.5, 0.5]
        curve.size(fmu, "n", 5)
        # what has a subscript in both stays, the rest is zero
        assert curve.array(fmu, "table", 10) == TABLE + [0]*4
        curve.size(fmu, "n", 2)
        assert curve.array(fmu, "table", 4) == TABLE[:4]
        curve.size(fmu, "m", 0)
        assert curve.array(fmu, "v", 0) == []
        fmu.reset()
    fmu.freeInstance()


def resized(curve, kind):
    fmu = curve.make(kind)
    curve.size(fmu, "n", 4)
    curve.size(fmu, "m", 3)
    fmu.setFloat64([curve.ref["k"], curve.ref["table"], curve.ref["v"]],
                   [2, 0, 1, 1, 1, 2, 5, 10, 5, 7, 8, 9])
    curve.begin(fmu)
    found = fmu.getFloat64([curve.ref[k] for k in "yzs"])
    assert found == [2, 8, 24 + 4], found
    return fmu


def states(curve):
    """Another instance and the same one go on to the last bit, whatever size
    they had."""
    times = [0.1*k for k in range(11)]
    fmu = resized(curve, FMU3Slave)
    curve.curve(fmu, times)
    state = fmu.getFMUState()
    data = fmu.serializeFMUState(state)
    last = [1.0 + time for time in times]
    expected = curve.curve(fmu, last)
    elements = curve.array(fmu, "table", 8)
    fmu.reset()
    curve.size(fmu, "n", 7)
    fmu.setFloat64([curve.ref["table"]], [k//2 for k in range(14)])
    curve.begin(fmu)
    curve.curve(fmu, times)
    fmu.setFMUState(state)
    assert fmu.getUInt64([curve.ref["n"]]) == [4]
    assert curve.array(fmu, "table", 8) == elements
    assert curve.curve(fmu, last) == expected
    other = curve.make()
    made = other.deserializeFMUState(data)
    other.setFMUState(made)
    assert other.getUInt64([curve.ref["n"]]) == [4]
    assert curve.array(other, "table", 8) == elements
    assert curve.curve(other, last) == expected
    # what is set afterwards is not what was kept of the other state
    other.setFMUState(made)
    fmu.setFMUState(state)
    for one in (fmu, other):
        one.setFloat64([curve.ref["table"]], [0, 3, 1, 3, 2, 3, 3, 3])
    assert curve.curve(other, last) == curve.curve(fmu, last) != expected
    for one, number in ((fmu, state), (other, made)):
        one.freeFMUState(number)
        one.terminate()
        one.freeInstance()


def states_while_configured(curve):
    """A state of configuration mode goes on there, in every instance."""
    fmu, other = curve.make(), curve.make()
    fmu.enterConfigurationMode()
    fmu.setUInt64([curve.ref["n"]], [5])
    state = fmu.getFMUState()
    made = other.deserializeFMUState(fmu.serializeFMUState(state))
    fmu.reset()
    curve.begin(fmu)
    for one, saved in ((fmu, state), (other, made)):
        one.setFMUState(saved)
        one.setUInt64([curve.ref["m"]], [1])
        one.exitConfigurationMode()
        assert one.getUInt64([curve.ref["n"], curve.ref["m"]]) == [5, 1]
        one.setFloat64([curve.ref["table"]], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
        curve.begin(one)
        assert one.getFloat64([curve.ref["z"]]) == [10]
        one.freeFMUState(saved)
        one.freeInstance()


def tuned(curve):
    """Sizes and elements between two steps, and in event mode."""
    fmu = curve.make()
    curve.begin(fmu)
    fmu.doStep(0.0, 0.5)
    assert abs(fmu.getFloat64([curve.ref["y"]])[0] - 1) < 1e-12
    fmu.setFloat64([curve.ref["table"]], [0, 4, 1, 4, 2, 4])
    assert fmu.getFloat64([curve.ref["y"]]) == [4]
    curve.size(fmu, "n", 2)
    fmu.setFloat64([curve.ref["table"]], [0, 5, 10, 5])
    assert fmu.getFloat64([curve.ref["y"], curve.ref["z"]]) == [5, 4]
    fmu.doStep(0.5, 0.5)
    assert fmu.getFloat64([curve.ref["y"]]) == [5]
    fmu.terminate()
    fmu.freeInstance()
    fmu = curve.make(FMU3Model)
    curve.begin(fmu)
    curve.size(fmu, "m", 1)
    fmu.setFloat64([curve.ref["v"]], [3])
    fmu.updateDiscreteStates()
    assert fmu.getFloat64([curve.ref["s"]]) == [6]
    fmu.enterContinuousTimeMode()
    curve.refused(fmu, "fmi3EnterConfigurationMode")
    fmu.freeInstance()


def refusals(curve):
    fmu = curve.make()
    curve.refused_size(fmu, "n", 4)  # not in that mode
    curve.refused(fmu, "fmi3ExitConfigurationMode")
    fmu.enterConfigurationMode()
    curve.refused(fmu, "fmi3EnterConfigurationMode")
    curve.refused_values(fmu, "fmi3SetFloat64", "k", 1)
    for value in (0, 1, 1001, 2**40):  # min, max
        curve.refused_size(fmu, "n", value)
    for value in (200000000, 2**31):
        curve.refused_size(fmu, "m", value)
    curve.refused_size(fmu, "k", 2)
    fmu.exitConfigurationMode()
    assert fmu.getUInt64([curve.ref["n"], curve.ref["m"]]) == [3, 2]
    for n in (0, 5, 7):
        curve.refused_values(fmu, "fmi3SetFloat64", "table", n)
    for n in (0, 5, 7):
        curve.refused_values(fmu, "fmi3GetFloat64", "table", n)
    curve.refused_values(fmu, "fmi3SetUInt64", "table", 6)
    # all or nothing: the output cannot be set
    curve.refused(fmu, "fmi3SetFloat64",
                  (ctypes.c_uint32*2)(curve.ref["v"], curve.ref["y"]),
                  ctypes.c_size_t(2), (ctypes.c_double*3)(9, 9, 9),
                  ctypes.c_size_t(3))
    assert curve.array(fmu, "v", 2) == [0.5, 0.5]
    curve.begin(fmu)
    assert fmu.getFloat64([curve.ref["s"]]) == [4]
    fmu.terminate()
    curve.refused_values(fmu, "fmi3SetFloat64", "table", 6)
    fmu.freeInstance()


def kept(objects):
    fmu = objects.make()
    objects.size(fmu, "n", 2)
    fmu.setFloat64([objects.ref["v"]], [10, 20])
    objects.begin(fmu)
    assert fmu.getFloat64([objects.ref["y"]]) == [30]
    fmu.reset()
    objects.begin(fmu)
    assert fmu.getFloat64([objects.ref["y"]]) == [6]
    fmu.terminate()
    fmu.freeInstance()


def typed_values(fmu, typed):
    ref = typed.ref
    return (fmu.getInt32([ref["order"], ref["k"]], nValues=n_of(fmu, typed) + 1),
            fmu.getBoolean([ref["b"], ref["used"]],
                           nValues=n_of(fmu, typed) + 1),
            fmu.getInt64([ref["mode"], ref["m"]],
                         nValues=n_of(fmu, typed) + 1))


def n_of(fmu, typed):
    return fmu.getUInt64([typed.ref["n"]])[0]


def set_typed(fmu, typed):
    """Four elements each, beside scalars, in one call."""
    ref = typed.ref
    typed.size(fmu, "n", 4)
    typed.size(fmu, "a[2].n", 3)
    fmu.setFloat64([ref["v"]], [1, 2, 3, 4])
    fmu.setInt32([ref["order"], ref["k"], ref["a[2].v"]],
                 [4, 3, 2, 1, 2, 5, 6, 7])
    fmu.setBoolean([ref["b"], ref["used"]], [False, True, True, True, True])
    fmu.setInt64([ref["mode"], ref["m"]], [2, 3, 2, 3, 3])


def typed_elements(typed):
    fmu = typed.make()
    ref = typed.ref
    assert typed_values(fmu, typed) == (
        [3, 2, 1, 1], [True, True, True, False], [2, 3, 1, 2])
    set_typed(fmu, typed)
    expected = ([4, 3, 2, 1, 2], [False] + 4*[True], [2, 3, 2, 3, 3])
    assert typed_values(fmu, typed) == expected
    typed.begin(fmu)
    # (4 + 10*3 + 2 + 10*1)*2 + 1 + 100; five parts, one of three elements
    assert fmu.getFloat64([ref["y"]]) == [193]
    assert fmu.getInt32([ref["z"]]) == [4*3 + 18]
    data = fmu.serializeFMUState(fmu.getFMUState())
    for name, call, room, n in (
            ("order", "fmi3SetInt32", ctypes.c_int32, 3),
            ("order", "fmi3GetInt32", ctypes.c_int32, 5),
            ("used", "fmi3SetBoolean", ctypes.c_bool, 5),
            ("used", "fmi3GetInt32", ctypes.c_int32, 4),
            ("order", "fmi3GetFloat64", ctypes.c_double, 4),
            ("v", "fmi3SetInt32", ctypes.c_int32, 4),
            ("mode", "fmi3GetInt64", ctypes.c_int64, 3)):
        typed.refused(fmu, call, reference(ref[name]), ctypes.c_size_t(1),
                      (room*8)(*8*[1]), ctypes.c_size_t(n))
    # one is too large, or cannot be set: nothing changes
    typed.refused(fmu, "fmi3SetInt64", reference(ref["mode"]),
                  ctypes.c_size_t(1), (ctypes.c_int64*4)(1, 1, 2**40, 1),
                  ctypes.c_size_t(4))
    typed.refused(fmu, "fmi3SetInt32",
                  (ctypes.c_uint32*2)(ref["order"], ref["z"]),
                  ctypes.c_size_t(2), (ctypes.c_int32*5)(1, 1, 1, 1, 1),
                  ctypes.c_size_t(5))
    assert typed_values(fmu, typed) == expected
    fmu.reset()
    assert typed_values(fmu, typed)[0] == [3, 2, 1, 1]
    fmu.setFMUState(fmu.deserializeFMUState(data))
    assert typed_values(fmu, typed) == expected
    assert fmu.getFloat64([ref["y"]]) == [193]
    fmu.setInt32([ref["order"]], [1, 1, 1, 1])
    assert fmu.getFloat64([ref["y"]]) == [145]
    fmu.freeInstance()


def main():
    curve, objects, typed = (Fmu(path) for path in sys.argv[1:])
    starts(curve)
    for kind in (FMU3Slave, FMU3Model):
        resized(curve, kind).freeInstance()
    states(curve)
    states_while_configured(curve)
    tuned(curve)
    refusals(curve)
    kept(objects)
    typed_elements(typed)


main()
