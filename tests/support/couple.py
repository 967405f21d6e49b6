"""foucault couple: systems of FMUs against their whole model, closed forms and
two other importers; what is wrong with a system is named."""

import json
import math
import os
import random
import re
import signal
import subprocess
import time
import zipfile

from .suite import (DEV, RELEASE, TESTS, folder, foucault, need, python,
                    quick_build, read, run, write)

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
SSP = "http://ssp-standard.org/SSP1/SystemStructure"
SPACES = (f'xmlns:ssd="{SSP}Description" xmlns:ssc="{SSP}Common" '
          f'xmlns:ssv="{SSP}ParameterValues" '
          f'xmlns:ssm="{SSP}ParameterMapping"')
PARTS = os.path.join(TESTS, "couple", "parts.mo")


# --- writing systems ---

def connector(name, kind, unit=None, typed="Real", inner=""):
    unit = f' unit="{unit}"' if unit else ""
    return (f'<ssd:Connector name="{name}" kind="{kind}">'
            f'<ssc:{typed}{unit}{inner}/></ssd:Connector>')


def connectors(inputs="", outputs="", typed="Real"):
    return "".join([connector(name, "input", typed=typed)
                    for name in inputs.split()]
                   + [connector(name, "output", typed=typed)
                      for name in outputs.split()])


def component(name, fmu, faces, rest="", more=""):
    return (f'<ssd:Component name="{name}" source="resources/{fmu}"{more}>'
            f'<ssd:Connectors>{faces}</ssd:Connectors>{rest}'
            '</ssd:Component>')


def joined(a, b, more="", inner=""):
    """a, b: element.connector, or a connector of the system itself."""
    words = []
    for side, end in (("start", a), ("end", b)):
        element, _, name = end.rpartition(".")
        if element:
            words.append(f'{side}Element="{element}"')
        words.append(f'{side}Connector="{name}"')
    return (f'<ssd:Connection {" ".join(words)}{more}>{inner}'
            '</ssd:Connection>')


def system(parts, joints, before="", name="root"):
    return (f'<ssd:System name="{name}">{before}'
            f'<ssd:Elements>{"".join(parts)}</ssd:Elements>\n'
            f'<ssd:Connections>{"".join(joints)}</ssd:Connections>'
            '</ssd:System>')


def description(root, after="", version="1.0"):
    return (f'{HEAD}<ssd:SystemStructureDescription {SPACES} '
            f'version="{version}" name="Test">\n{root}{after}\n'
            '</ssd:SystemStructureDescription>\n')


def parameters(values, more="", mapping=""):
    """values: (name, type, attributes)."""
    items = "".join(f'<ssv:Parameter name="{name}"><ssv:{typed} {rest}/>'
                    '</ssv:Parameter>' for name, typed, rest in values)
    return (f'<ssd:ParameterBindings><ssd:ParameterBinding{more}>'
            '<ssd:ParameterValues><ssv:ParameterSet version="1.0" name="p">'
            f'<ssv:Parameters>{items}</ssv:Parameters></ssv:ParameterSet>'
            f'</ssd:ParameterValues>{mapping}</ssd:ParameterBinding>'
            '</ssd:ParameterBindings>')


FMUS = {}


def fmu(place, model, *words):
    """An FMU of parts.mo; models are built once for all tests."""
    key = (model, *words)
    path = os.path.join(place, model + ".fmu")
    if key not in FMUS:
        foucault("build", PARTS, "--model", model, "-o", path, "-q",
                 "--compiler", "fast", *words)
        with open(path, "rb") as file:
            FMUS[key] = file.read()
    with open(path, "wb") as file:
        file.write(FMUS[key])
    return path


def archive(place, text, models, files=None, words=()):
    path = os.path.join(place, "system.ssp")
    with zipfile.ZipFile(path, "w") as out:
        out.writestr("SystemStructure.ssd", text)
        for model in models.split():
            out.write(fmu(place, model, *words), f"resources/{model}.fmu")
        for name, content in (files or {}).items():
            out.writestr(name, content)
    return path


def coupled(path, *words, program=RELEASE, status=0):
    done = foucault("couple", path, "--json", *words, program=program,
                    status=status)
    return json.loads(done.stdout)


MASS = (connector("f", "input", "N") + connector("s", "output", "m")
        + connector("v", "output", "m/s"))
SPRING = connectors("s1 s2 v1 v2", "f1 f2")
TWO = description(system(
    [component("m1", "Mass.fmu", MASS,
               parameters([("s", "Real", 'value="1" unit="m"')])),
     component("m2", "Mass.fmu", MASS), component("sp", "Spring.fmu", SPRING)],
    [joined("m1.s", "sp.s1"), joined("m2.s", "sp.s2"),
     joined("m1.v", "sp.v1"), joined("m2.v", "sp.v2"),
     joined("sp.f1", "m1.f"), joined("sp.f2", "m2.f")]),
    '<ssd:DefaultExperiment startTime="0" stopTime="2"/>')


# --- tests ---

def whole():
    """s1 of the two masses at 2 s: about their middle the way is an
    oscillation of c/m = 10, d/m = 0.6."""
    decay, frequency = 0.3, math.sqrt(10 - 0.09)
    angle = 2*frequency
    way = math.exp(-2*decay)*(math.cos(angle)
                              + decay/frequency*math.sin(angle))
    return 0.5 + way/2


def orders():
    """The error falls with the step as the order says, and the energy that
    comes out of nothing, too."""
    with folder() as place:
        path = archive(place, TWO, "Mass Spring")
        for words, order in (((), 1), (("--extrapolation", "1"), 2),
                             (("--extrapolation", "2"), 3),
                             (("--algorithm", "gauss-seidel"), 1),
                             (("--iterations", "20"), 2)):
            errors, energies = [], []
            for step in (0.02, 0.01, 0.005):
                done = coupled(path, "--step", str(step), "--tolerance",
                               "1e-11", "--variables", "m1.s", *words)
                errors.append(abs(done["final"]["m1.s"] - whole()))
                energies.append(abs(done["energy"][0]["residual"]))
                need(done["steps"] == round(2/step), done)
            for a, b in zip(errors, errors[1:]):
                need(abs(math.log2(a/b) - order) < 0.25,
                     f"{words}: errors {errors}")
            if order == 1:
                need(abs(math.log2(energies[1]/energies[2]) - 1) < 0.2,
                     f"{words}: {energies}")
            if "--iterations" in words:
                need(done["repeated"] > 0 and energies[-1] < 1e-7, energies)


def importers():
    """libcosim and FMPy make the same of the same, to rounding."""
    parts = [component("drive", "Driver.fmu", connectors("", "y")),
             component("a", "Lag.fmu", connectors("u v", "y")),
             component("b", "Lag.fmu", connectors("u", "y"))]
    joints = [joined("drive.y", "a.u"), joined("a.y", "b.u"),
              joined("b.y", "a.v")]
    names = ["drive.y", "a.y", "b.y"]
    with folder() as place:
        path = archive(place, description(system(parts, joints)),
                       "Driver Lag")
        done = python("couple/others.py", path, "200", "0.01", *names)
        need(done.returncode == 0, done.stderr[-2000:])
        others = json.loads(done.stdout.splitlines()[-1])
        ours = coupled(path, "--step", "0.01", "--stop", "2", "--variables",
                       ",".join(names))["final"]
        for importer, values in others.items():
            for name in names:
                need(abs(values[name] - ours[name]) < 1e-12,
                     f"{importer}: {name} {values[name]} {ours[name]}")


def without_derivatives(path, model):
    """The FMU says that it has no directional derivatives."""
    kept = path + ".before"
    os.rename(path, kept)
    with zipfile.ZipFile(kept) as old, zipfile.ZipFile(path, "w") as new:
        for item in old.infolist():
            data = old.read(item)
            if item.filename == f"resources/{model}.fmu":
                inner = os.path.join(os.path.dirname(path), "inner.fmu")
                with open(inner, "wb") as file:
                    file.write(data)
                data = changed_fmu(inner)
            new.writestr(item, data)


def changed_fmu(path):
    out = path + ".new"
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(out, "w") as new:
        for item in old.infolist():
            data = old.read(item)
            if item.filename == "modelDescription.xml":
                data = re.sub(rb'providesDirectionalDerivative="true"', b"",
                              data)
            new.writestr(item, data)
    with open(out, "rb") as file:
        return file.read()


def loops():
    """x = 1 + cos(y)/2, y = 2 + cos(x)/2: by Newton's method, with exact
    derivatives and with differences."""
    parts = [component("a", "Curve.fmu", connectors("u", "y")),
             component("b", "Curve.fmu", connectors("u", "y"),
                       parameters([("a", "Real", 'value="2"')]))]
    joints = [joined("a.y", "b.u"), joined("b.y", "a.u")]
    x, y = 1, 2
    for _ in range(200):
        x, y = 1 + math.cos(y)/2, 2 + math.cos(x)/2
    with folder() as place:
        path = archive(place, description(system(parts, joints)), "Curve")
        for exact in (True, False):
            if not exact:
                without_derivatives(path, "Curve")
            done = coupled(path, "--step", "0.5")
            need(done["loops"] == 1 and not done["diagnostics"], done)
            need(abs(done["final"]["a.y"] - x) < 1e-11 and
                 abs(done["final"]["b.y"] - y) < 1e-11, done["final"])
            need(done["newton_steps"] <= 20, done["newton_steps"])


def no_solution():
    """x = 1 + y, y = 2 + x: said once, and the run goes on."""
    text = """model Add
  parameter Real a = 1;
  input Real u(start = 0);
  output Real y = a + u;
end Add;
"""
    parts = [component("a", "Add.fmu", connectors("u", "y")),
             component("b", "Add.fmu", connectors("u", "y"))]
    joints = [joined("a.y", "b.u"), joined("b.y", "a.u")]
    with folder() as place:
        model = write(os.path.join(place, "Add.mo"), text)
        quick_build(model, "-o", os.path.join(place, "x.fmu"), "-q")
        with open(os.path.join(place, "x.fmu"), "rb") as file:
            path = archive(place, description(system(parts, joints)), "",
                           {"resources/Add.fmu": file.read()})
        done = foucault("couple", path, "--step", "0.5")
        need(done.stderr.count("W622") == 1 and "a.y" in done.stderr,
             done.stderr)


def adaptive():
    with folder() as place:
        path = archive(place, TWO, "Mass Spring")
        errors = []
        for accuracy in (1e-3, 1e-5):
            done = coupled(path, "--adaptive", str(accuracy), "--step", "0.2",
                           "--extrapolation", "1", "--tolerance", "1e-10",
                           "--variables", "m1.s")
            errors.append(abs(done["final"]["m1.s"] - whole()))
            need(done["shortest_step"] < done["longest_step"] <= 0.2, done)
            need(done["stop"] == 2, done["stop"])
        need(errors[0] < 3e-2 and errors[1] < 3e-4, errors)


def energy():
    """Heat: what the wall takes and gives, and how much is lost."""
    parts = [component("a", "Hot.fmu", connectors("Q", "T")),
             component("b", "Hot.fmu", connectors("Q", "T"),
                       parameters([("T0", "Real", 'value="300" unit="K"')])),
             component("w", "Wall.fmu", connectors("T1 T2", "Q1 Q2"))]
    joints = [joined("a.T", "w.T1"), joined("b.T", "w.T2"),
              joined("w.Q1", "a.Q"), joined("w.Q2", "b.Q")]
    with folder() as place:
        path = archive(place, description(system(parts, joints)), "Hot Wall")
        done = coupled(path, "--stop", "5", "--step", "0.001")
        drop = 25*(1 - math.exp(-0.4*5))
        need(abs(done["final"]["a.T"] - (350 - drop)) < 0.02, done["final"])
        need(len(done["energy"]) == 2, done["energy"])
        for pair in done["energy"]:
            need(abs(abs(pair["moved"]) - 100*drop) < 5, pair)
            need(abs(pair["residual"]) < 1e-9, pair)  # it is held on both sides
        done = coupled(path, "--stop", "5", "--step", "0.05",
                       "--extrapolation", "1")
        for pair in done["energy"]:
            need(0 < abs(pair["residual"]) < 1, pair)


def unbalanced():
    """Too long a step is said, where and how much; a short one says nothing."""
    with folder() as place:
        path = archive(place, TWO, "Mass Spring")
        done = coupled(path, "--step", "0.2")
        said = [d["message"] for d in done["diagnostics"]
                if d["code"] == "W623"]
        need(len(said) == 1 and "sp.f" in said[0] and "%" in said[0] and
             re.search(r"m[12]\.v", said[0]), done["diagnostics"])
        worst = max(abs(pair["residual"]/pair["moved"])
                    for pair in done["energy"])
        need(worst > 0.05, done["energy"])
        for words in (("--step", "0.001"), ("--step", "0.05",
                                            "--extrapolation", "2")):
            done = coupled(path, *words)
            need(not done["diagnostics"], (words, done["diagnostics"]))


def own_steps():
    """The finest step that a component wants, at most 1/500 of the time."""
    text = """model Add
  input Real u(start = 0);
  output Real y = 1 + u;
  annotation(experiment(StopTime = 2, Interval = {}));
end Add;
"""
    parts = [component("a", "Add.fmu", connectors("u", "y")),
             component("l", "Lag.fmu", connectors("u v", "y"))]
    for interval, words, steps in ((0.001, (), 2000), (0.1, (), 500),
                                   (0.001, ("--step", "0.5"), 4)):
        with folder() as place:
            model = write(os.path.join(place, "Add.mo"), text.format(interval))
            quick_build(model, "-o", os.path.join(place, "x.fmu"), "-q")
            with open(os.path.join(place, "x.fmu"), "rb") as file:
                path = archive(place, description(
                    system(parts, [joined("l.y", "a.u")])), "Lag",
                    {"resources/Add.fmu": file.read()})
            done = coupled(path, "--stop", "2", *words)
            need(done["steps"] == steps, (interval, words, done["steps"]))


def units():
    """m/s to km/h, K to degC, and a linear transformation after that."""
    def meter(more="", inner="", first="m/s"):
        parts = [component("d", "Driver.fmu", connector("y", "output", first)),
                 component("h", "Hot.fmu", connectors("", "T")),
                 component("m", "Meter.fmu", connectors("v T"))]
        joints = [joined("d.y", "m.v", more, inner), joined("h.T", "m.T")]
        return description(system(parts, joints))
    speed = math.sin(3)
    line = '<ssc:LinearTransformation factor="2" offset="1"/>'
    with folder() as place:
        for words, wanted in ((("", ""), 3.6*speed),
                              (("", line), 7.2*speed + 1),
                              ((' suppressUnitConversion="true"', line),
                               2*speed + 1)):
            path = archive(place, meter(*words), "Driver Hot Meter")
            done = coupled(path, "--step", "0.1")["final"]
            need(abs(done["m.speed"] - wanted) < 1e-12, (words, done))
            need(abs(done["m.temperature"] - 76.85) < 1e-9, done)
        path = archive(place, meter(first="kg"), "Driver Hot Meter")
        done = foucault("couple", path, program=DEV, status=1)
        need("E621" in done.stderr and "d.y has the unit kg" in done.stderr and
             "suppressUnitConversion" in done.stderr, done.stderr)
        path = archive(place, meter(first="furlong"), "Driver Hot Meter")
        done = foucault("couple", path, program=DEV)
        need("W620" in done.stderr and "'furlong'" in done.stderr, done.stderr)
        own = ('<ssd:Units><ssc:Unit name="furlong"><ssc:BaseUnit m="1" s="-1" '
               'factor="10"/></ssc:Unit></ssd:Units>')
        text = meter(first="furlong").replace(
            "\n</ssd:SystemStructureD", own + "</ssd:SystemStructureD")
        done = coupled(archive(place, text, "Driver Hot Meter"))
        need(not done["diagnostics"] and
             abs(done["final"]["m.speed"] - 36*speed) < 1e-11, done)


def bindings():
    """Files, mappings, prefixes; outer systems go before inner ones, later
    sets before earlier ones."""
    ssv = (f'{HEAD}<ssv:ParameterSet {SPACES} version="1.0" name="p">'
           '<ssv:Parameters>'
           '<ssv:Parameter name="gain"><ssv:Real value="500"/></ssv:Parameter>'
           '<ssv:Parameter name="many"><ssv:Integer value="7"/>'
           '</ssv:Parameter><ssv:Parameter name="word">'
           '<ssv:String value="x"/></ssv:Parameter>'
           '<ssv:Parameter name="yes"><ssv:Boolean value="true"/>'
           '</ssv:Parameter><ssv:Parameter name="way">'
           '<ssv:Enumeration value="fast"/></ssv:Parameter>'
           '</ssv:Parameters></ssv:ParameterSet>')
    ssm = (f'{HEAD}<ssm:ParameterMapping {SPACES} version="1.0">'
           '<ssm:MappingEntry source="gain" target="in.d.a">'
           '<ssc:LinearTransformation factor="0.01"/></ssm:MappingEntry>'
           '<ssm:MappingEntry source="many" target="k.n"/>'
           '<ssm:MappingEntry source="word" target="k.text"/>'
           '<ssm:MappingEntry source="yes" target="k.b"/>'
           '<ssm:MappingEntry source="way" target="k.mode"/>'
           '</ssm:ParameterMapping>')
    outer = ('<ssd:ParameterBindings><ssd:ParameterBinding source="p.ssv">'
             '<ssd:ParameterMapping source="maps/p.ssm"/>'
             '</ssd:ParameterBinding></ssd:ParameterBindings>')
    inner = system([component("d", "Driver.fmu", connectors("", "y"),
                              parameters([("a", "Real", 'value="1"')]))],
                   [joined("d.y", "y")],
                   "<ssd:Connectors>" + connector("y", "output")
                   + "</ssd:Connectors>"
                   + parameters([("a", "Real", 'value="2"')],
                                ' prefix="d."'), "in")
    kinds = component("k", "Kinds.fmu",
                      connectors("i", "j", "Integer")
                      + connectors("on", "c", "Boolean"),
                      parameters([("on", "Boolean", 'value="true"')]))
    with folder() as place:
        text = description(system([inner, kinds], [], outer))
        path = archive(place, text, "Driver Kinds",
                       {"p.ssv": ssv, "maps/p.ssm": ssm})
        final = coupled(path, "--variables",
                        "in.d.a,in.d.y,k.j,k.c,k.m,k.n")["final"]
        need(final["in.d.a"] == 5 and final["k.j"] == 7 and
             final["k.c"] is True and final["k.m"] == 3, final)
        text = description(system([inner, kinds], []))
        path = archive(place, text, "Driver Kinds")
        need(coupled(path, "--variables", "in.d.a")["final"]["in.d.a"] == 2,
             "an outer binding goes first")
        done = coupled(path, "--variables", "in.d.a", "--set", "in.d.a=9")
        need(done["final"]["in.d.a"] == 9, done["final"])
        done = foucault("couple", path, "--set", "in.d.b=9", status=1)
        need("E605" in done.stderr and "in.d.b" in done.stderr, done.stderr)
        loose = system([component("d", "Driver.fmu", connectors("", "y"))], [],
                       parameters([("d.gone", "Real", 'value="1"')]))
        done = foucault("couple", archive(place, description(loose), "Driver"))
        need("W621" in done.stderr and "'d.gone'" in done.stderr, done.stderr)


def nested():
    """Through two systems, with a unit on the way; the ends of a connection
    may stand in any order."""
    inner = system([component("m", "Meter.fmu", connectors("v T", "speed"))],
                   [joined("v", "m.v"), joined("shown", "m.speed")],
                   "<ssd:Connectors>" + connector("v", "input", "m/s")
                   + connector("shown", "output", "m/s")
                   + "</ssd:Connectors>", "in")
    middle = system([inner], [joined("w", "in.v"), joined("in.shown", "out")],
                    "<ssd:Connectors>" + connector("w", "input")
                    + connector("out", "output") + "</ssd:Connectors>", "mid")
    root = system([component("d", "Driver.fmu", connector("y", "output",
                                                          "m/s")), middle,
                   component("a", "Lag.fmu", connectors("u", "y"))],
                  [joined("mid.w", "d.y"), joined("mid.out", "a.u")])
    with folder() as place:
        path = archive(place, description(root), "Driver Meter Lag")
        done = coupled(path, "--step", "0.01")["final"]
        need(abs(done["mid.in.m.speed"] - 3.6*math.sin(3)) < 1e-12 and
             abs(done["a.u"] - math.sin(3)) < 1e-12, done)


def versions():
    """FMUs of FMI 3.0 beside those of 2.0, and the folder itself."""
    with folder() as place:
        three = archive(place, TWO, "Mass Spring", words=("--fmi", "3"))
        words = ("--step", "0.01", "--variables", "m1.s,m2.s",
                 "--tolerance", "1e-9")
        of_three = coupled(three, *words)["final"]
        two = archive(place, TWO, "Mass Spring")
        of_two = coupled(two, *words)["final"]
        for name, value in of_two.items():
            need(abs(of_three[name] - value) < 1e-7, (of_two, of_three))
        with zipfile.ZipFile(two) as zipped:
            zipped.extractall(place)
        plain = os.path.join(place, "SystemStructure.ssd")
        need(coupled(plain, *words)["final"] == of_two, "the folder")


def files():
    """Results, plots, and what cannot be asked for."""
    with folder() as place:
        path = archive(place, TWO, "Mass Spring")
        table, picture = (os.path.join(place, n) for n in ("r.csv", "r.svg"))
        done = foucault("couple", path, "--step", "0.5", "-o", table, "--plot",
                        "m1.s,m2.s", "--plot-file", picture, "--variables",
                        "m1.s,sp.f1")
        lines = read(table).splitlines()
        need(lines[0] == "time,m1.s,sp.f1" and len(lines) == 6, lines)
        need("<svg" in read(picture) and "results in" in done.stdout and
             "energy between" in done.stdout, done.stdout)
        mat = os.path.join(place, "r.mat")
        foucault("couple", path, "-o", mat, "-q")
        foucault("plot", mat, "--vars", "m1.s", "-o", picture)
        done = foucault("couple", path, "--variables", "m1.t", status=1)
        need("E605" in done.stderr and "m1." in done.stderr, done.stderr)
        done = foucault("couple", path, "--extrapolation", "3", status=2)
        need("0|1|2" in done.stderr, done.stderr)


def ends():
    """One FMU ends the run: what came before is kept."""
    parts = [component("e", "Ender.fmu", connectors("", "y")),
             component("a", "Lag.fmu", connectors("u", "y"))]
    with folder() as place:
        path = archive(place, description(system(
            parts, [joined("e.y", "a.u")])), "Ender Lag")
        done = coupled(path, "--step", "0.1")
        need(done["ended_by"] == "e" and 0.4 <= done["stop"] <= 0.5, done)


def crashed():
    """The code of one FMU crashes: the component is named, what was computed is
    kept."""
    text = """model Crash
  function f
    input Real t;
    output Real y;
    external "C" y = crash_it(t) annotation(Include = "#include <stdlib.h>
static double crash_it(double t) { if (t > 0.5) abort(); return t; }");
  end f;
  Real x(start = 0, fixed = true);
  output Real y = f(x);
equation
  der(x) = 1;
end Crash;
"""
    parts = [component("bad", "Crash.fmu", connectors("", "y")),
             component("a", "Lag.fmu", connectors("u", "y"))]
    with folder() as place:
        model = write(os.path.join(place, "Crash.mo"), text)
        made = os.path.join(place, "x.fmu")
        foucault("build", model, "-o", made, "-q", "--compiler", "fast")
        with open(made, "rb") as file:
            path = archive(place, description(system(
                parts, [joined("bad.y", "a.u")])), "Lag",
                {"resources/Crash.fmu": file.read()})
        table = os.path.join(place, "r.csv")
        done = foucault("couple", path, "--step", "0.01", "-o", table,
                        status=1)
        need("E604" in done.stderr and "component 'bad'" in done.stderr and
             "what was computed is in" in done.stderr, done.stderr)
        need(len(read(table).splitlines()) > 5, "rows")


def interrupted():
    """Ctrl-C keeps what was computed."""
    with folder() as place:
        path = archive(place, TWO, "Mass Spring")
        table = os.path.join(place, "r.csv")
        child = subprocess.Popen(
            [RELEASE, "couple", path, "--stop", "1e5", "--step", "1e-3", "-o",
             table], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(1)
        child.send_signal(signal.SIGINT)
        _, said = child.communicate(timeout=60)
        need(child.returncode == 130 and "is kept" in said, said)
        need(len(read(table).splitlines()) > 10, "rows")


# --- Model Exchange ---

def exchange():
    """FMUs of Model Exchange alone, with an integrator here: the order of the
    inputs, repeated and adaptive steps are those of Co-Simulation."""
    with folder() as place:
        for fmi in ("2", "3"):
            path = archive(place, TWO, "Mass Spring",
                           words=("--type", "me", "--fmi", fmi))
            for words, order in (((), 1), (("--extrapolation", "1"), 2),
                                 (("--extrapolation", "2"), 3),
                                 (("--iterations", "20"), 2)):
                errors = []
                for step in (0.01, 0.005):
                    done = coupled(path, "--step", str(step), "--tolerance",
                                   "1e-11", "--variables", "m1.s", *words)
                    errors.append(abs(done["final"]["m1.s"] - whole()))
                need(abs(math.log2(errors[0]/errors[1]) - order) < 0.25,
                     f"FMI {fmi} {words}: errors {errors}")
            done = coupled(path, "--adaptive", "1e-5", "--step", "0.2",
                           "--extrapolation", "1", "--tolerance", "1e-10",
                           "--variables", "m1.s")
            need(abs(done["final"]["m1.s"] - whole()) < 3e-4, done)


def exchange_beside():
    """In the same system as FMUs of Co-Simulation; the description chooses
    where an FMU is both."""
    with folder() as place:
        both = archive(place, TWO.replace(
            '<ssd:Component name="m2"',
            '<ssd:Component implementation="ModelExchange" name="m2"'),
            "Mass Spring")
        words = ("--step", "0.01", "--tolerance", "1e-10", "--variables",
                 "m1.s,m2.s", "--extrapolation", "2")
        mixed = coupled(both, *words)["final"]
        plain = coupled(archive(place, TWO, "Mass Spring"), *words)["final"]
        need(mixed != plain, "one FMU was to be run by Model Exchange")
        for name, value in plain.items():
            need(abs(mixed[name] - value) < 1e-6, (mixed, plain))
        for wanted, kind in (("ModelExchange", "cs"), ("CoSimulation", "me")):
            text = TWO.replace(
                '<ssd:Component name="m2"',
                f'<ssd:Component implementation="{wanted}" name="m2"')
            path = archive(place, text, "Mass Spring",
                           words=("--type", kind))
            done = run([DEV, "couple", path])
            need(done.returncode == 1 and "E603" in done.stderr and
                 "component m2" in done.stderr, done.stderr)


def exchange_events():
    """Discrete inputs, jumps of inputs, events of time and of state, ends: as
    the same FMUs of Co-Simulation have them."""
    parts = [component("ramp", "Ramp.fmu", connectors("", "y")),
             component("gate", "Gate.fmu", connectors("u", "x")
                       + connectors("", "n", "Integer")
                       + connectors("", "on", "Boolean")),
             component("count", "Count.fmu", connectors("n", "", "Integer")
                       + connectors("on", "", "Boolean")
                       + connectors("", "z"))]
    joints = [joined("ramp.y", "gate.u"), joined("gate.n", "count.n"),
              joined("gate.on", "count.on")]
    text = description(system(parts, joints))
    with folder() as place:
        found = []
        for kind in ("cs", "me"):
            path = archive(place, text, "Ramp Gate Count",
                           words=("--type", kind))
            done = coupled(path, "--step", "0.01", "--stop", "2",
                           "--tolerance", "1e-9")["final"]
            found.append(done)
            # u = floor(4*time): it jumps at each quarter
            need(done["gate.n"] == 8 and done["count.n"] == 8, (kind, done))
        for name, value in found[0].items():
            need(abs(found[1][name] - value) < 1e-6, (name, found))
        ending = [component("e", "Ender.fmu", connectors("", "y")),
                  component("a", "Lag.fmu", connectors("u", "y"))]
        path = archive(place, description(system(
            ending, [joined("e.y", "a.u")])), "Ender Lag",
            words=("--type", "me"))
        done = coupled(path, "--step", "0.1")
        need(done["ended_by"] == "e" and 0.4 <= done["stop"] <= 0.5, done)
        done = run([DEV, "couple", path, "--step", "0.1", "--json"])
        need(done.returncode == 0, done.stderr[-3000:])


def exchange_loops():
    """Directional derivatives of Model Exchange solve a loop."""
    parts = [component("a", "Curve.fmu", connectors("u", "y")),
             component("b", "Curve.fmu", connectors("u", "y"),
                       parameters([("a", "Real", 'value="2"')]))]
    joints = [joined("a.y", "b.u"), joined("b.y", "a.u")]
    x, y = 1, 2
    for _ in range(200):
        x, y = 1 + math.cos(y)/2, 2 + math.cos(x)/2
    with folder() as place:
        path = archive(place, description(system(parts, joints)), "Curve",
                       words=("--type", "me"))
        done = coupled(path, "--step", "0.5")
        need(done["loops"] == 1 and not done["diagnostics"] and
             abs(done["final"]["a.y"] - x) < 1e-11 and
             abs(done["final"]["b.y"] - y) < 1e-11, done)


# --- descriptions inside of descriptions ---

INNER = (f'<ssd:Connectors>{connector("v", "input", "m/s")}'
         f'{connector("shown", "output", "km/h")}</ssd:Connectors>')


def meters(source="resources/Meter.fmu", before=INNER, more=""):
    return system(
        [component("m", "Meter.fmu", connectors("v T", "speed")).replace(
            "resources/Meter.fmu", source)],
        [joined("v", "m.v"), joined("m.speed", "shown")], before + more)


def packed(place, text, models, files=None):
    """The bytes of an archive."""
    path = archive(place, text, models, files)
    with open(path, "rb") as file:
        return file.read()


def around(source, typed, faces=None):
    return description(system(
        [component("d", "Driver.fmu", connector("y", "output", "m/s")),
         component("in", source, faces or connector("v", "input", "m/s")
                   + connector("shown", "output", "km/h"),
                   more=f' type="application/x-ssp-{typed}"'),
         component("a", "Lag.fmu", connectors("u", "y"))],
        [joined("d.y", "in.v"), joined("in.shown", "a.u",
                                       ' suppressUnitConversion="true"')]))


def archives_inside():
    """A component that is an archive, one of its variants, or a description in
    a folder: as if its system stood there; units are those of each file."""
    unit = ('<ssd:Units><ssc:Unit name="{}"><ssc:BaseUnit m="1" s="-1" '
            'factor="{}"/></ssc:Unit></ssd:Units>')
    with folder() as place:
        inner = packed(place, description(meters()), "Meter")
        own = packed(place, description(
            meters(before=INNER.replace('unit="m/s"', 'unit="knot"')),
            unit.format("knot", 0.5)), "Meter",
            {"Fast.ssd": description(meters(before=INNER.replace(
                'unit="m/s"', 'unit="km/h"')))})
        speed = 3.6*math.sin(3)
        for source, typed, models, files in (
                ("in.ssp", "package", "Driver Lag", {"resources/in.ssp":
                                                     inner}),
                ("own.ssp", "package", "Driver Lag", {"resources/own.ssp":
                                                      own}),
                ("own.ssp#Fast.ssd", "package", "Driver Lag",
                 {"resources/own.ssp": own}),
                ("in.ssd", "definition", "Driver Lag Meter",
                 {"resources/in.ssd": description(meters("Meter.fmu"))}),
                ("deep/in.ssd", "definition", "Driver Lag Meter",
                 {"resources/deep/in.ssd": description(
                     meters("../Meter.fmu"))})):
            path = archive(place, around(source, typed), models, files)
            final = coupled(path, "--step", "0.1")["final"]
            need(abs(final["in.m.speed"] - speed) < 1e-12 and
                 abs(final["a.u"] - speed) < 1e-12, (source, final))
        bound = around("in.ssp", "package").replace(
            "</ssd:Component><ssd:Component name=\"a\"",
            parameters([("m.T", "Real", 'value="300" unit="K"')])
            + "</ssd:Component><ssd:Component name=\"a\"")
        path = archive(place, bound, "Driver Lag", {"resources/in.ssp": inner})
        final = coupled(path, "--step", "0.1")["final"]
        need(abs(final["in.m.temperature"] - 26.85) < 1e-9, final)
        final = coupled(path, "--step", "0.1", "--set", "in.m.T=1")["final"]
        need(final["in.m.temperature"] == 1, final)
        # two levels, and once more by its id
        twice = system(
            [component("d", "Driver.fmu", connector("y", "output", "m/s")),
             meters().replace('name="root"', 'name="one" id="meters"'),
             component("two", "", connector("v", "input", "m/s")
                       + connector("shown", "output", "km/h"),
                       more=' type="application/x-ssp-definition"').replace(
                           "resources/", "#meters")],
            [joined("d.y", "one.v"), joined("d.y", "two.v")])
        path = archive(place, description(twice), "Driver Meter")
        final = coupled(path, "--step", "0.1")["final"]
        need(abs(final["one.m.speed"] - speed) < 1e-12 and
             abs(final["two.m.speed"] - speed) < 1e-12, final)
        outer = packed(place, description(system(
            [component("low", "in.ssp", connector("v", "input", "m/s")
                       + connector("shown", "output", "km/h"),
                       more=' type="application/x-ssp-package"')],
            [joined("v", "low.v"), joined("low.shown", "shown")], INNER)), "",
            {"resources/in.ssp": inner})
        path = archive(place, around("mid.ssp", "package"), "Driver Lag",
                       {"resources/mid.ssp": outer})
        final = coupled(path, "--step", "0.1")["final"]
        need(abs(final["in.low.m.speed"] - speed) < 1e-12, final)
        done = run([DEV, "couple", path, "--step", "0.1"])
        need(done.returncode == 0, done.stderr[-3000:])


def wrong_inside():
    """What is wrong with an archive inside is said with its place."""
    with folder() as place:
        inner = packed(place, description(meters()), "Meter")
        cases = (
            ("gone.ssp", "package", {}, None, "no file 'resources/gone.ssp'"),
            ("in.ssp#Gone.ssd", "package", {"resources/in.ssp": inner}, None,
             "has no Gone.ssd"),
            ("in.ssp", "package", {"resources/in.ssp": b"nothing"}, None,
             "component in of"),
            ("in.ssp", "package", {"resources/in.ssp": inner},
             connector("w", "input") + connector("v", "input")
             + connector("shown", "output"), "no connector 'w'"),
            ("in.ssp", "package", {"resources/in.ssp": inner},
             connector("v", "input") + connector("shown", "calculatedParameter"),
             "of the kind calculatedParameter here and output"),
            ("in.ssd", "definition",
             {"resources/in.ssd": around("in.ssd", "definition").replace(
                 "resources/", "")}, None, "inside of itself"),
            ("../../in.ssd", "definition", {}, None, "out of the archive"),
            ("in.ssd", "definition", {"resources/in.ssd": description(
                meters("gone.fmu"))}, None, "gone.fmu"))
        for source, typed, files, faces, words in cases:
            path = archive(place, around(source, typed, faces), "Driver Lag",
                           files)
            done = run([DEV, "couple", path])
            need(done.returncode == 1 and re.search(r"error E6\d\d", done.stderr)
                 and words in done.stderr and "/tmp/" not in
                 done.stderr.split("note:")[0].replace(place, ""),
                 (source, done.stderr))
        circle = system([component("a", "", "", more=' type="application/'
                                   'x-ssp-definition"').replace(
                                       "resources/", "#top")], [])
        path = archive(place, description(circle.replace(
            'name="root"', 'name="root" id="top"')), "")
        done = run([DEV, "couple", path])
        need("inside of itself" in done.stderr, done.stderr)


def variants():
    """Several descriptions in one archive."""
    slow = TWO.replace('value="1" unit="m"', 'value="3" unit="m"')
    with folder() as place:
        path = archive(place, TWO, "Mass Spring", {"Far.ssd": slow})
        words = ("--stop", "0", "--variables", "m1.s")
        for chosen, wanted in (((), 1), (("--variant", "Far"), 3),
                               (("--variant", "Far.ssd"), 3)):
            got = coupled(path, *words, *chosen)["final"]["m1.s"]
            need(got == wanted, (chosen, got))
        done = foucault("couple", path, "--variant", "Near", status=1,
                        program=DEV)
        need("E620" in done.stderr and "Far.ssd" in done.stderr and
             "--variant" in done.stderr, done.stderr)
        with zipfile.ZipFile(path) as zipped:
            zipped.extractall(place)
        plain = os.path.join(place, "SystemStructure.ssd")
        foucault("couple", plain, "--variant", "Far", status=2)


# --- signal dictionaries ---

def dictionary(entries, before="", after="", name="bus"):
    return (f'<ssd:SignalDictionaries><ssd:SignalDictionary name="{name}"'
            f'{before}>{entries}</ssd:SignalDictionary>'
            f'</ssd:SignalDictionaries>{after}')


def signals(entries, more=""):
    items = "".join(f'<ssb:DictionaryEntry name="{n}"><ssc:Real {rest}/>'
                    '</ssb:DictionaryEntry>' for n, rest in entries)
    return (f'<ssb:SignalDictionary xmlns:ssb="{SSP}SignalDictionary" '
            f'{SPACES} version="1.0">{items}{more}</ssb:SignalDictionary>')


def reference(name, faces, to="bus"):
    return (f'<ssd:SignalDictionaryReference name="{name}" dictionary="{to}">'
            f'<ssd:Connectors>{faces}</ssd:Connectors>'
            '</ssd:SignalDictionaryReference>')


def inout(names):
    return "".join(connector(n, "inout") for n in names.split())


SIGNALS = (("speed", 'unit="m/s"'), ("warmth", 'unit="K"'))


def bus_system(held, more="", joint="d.y"):
    """A driver and a body at the top give what a meter two systems below
    takes."""
    below = system([component("m", "Meter.fmu", connectors("v T", "speed")),
                    reference("b", inout("speed warmth"))],
                   [joined("b.speed", "m.v"), joined("b.warmth", "m.T")], "",
                   "below")
    return description(system(
        [component("d", "Driver.fmu", connectors("", "y")),
         component("h", "Hot.fmu", connectors("", "T")),
         reference("top", inout("speed warmth")),
         system([below], [], "", "mid")],
        [joined(joint, "top.speed"), joined("h.T", "top.warmth")] + list(more),
        held))


def dictionaries():
    """Inline and of a file, with units of its own; the same as connections."""
    knot = ('<ssb:Units><ssc:Unit name="kn"><ssc:BaseUnit m="1" s="-1" '
            'factor="0.5"/></ssc:Unit></ssb:Units>')
    with folder() as place:
        for held, files, factor in (
                (dictionary(signals(SIGNALS)), {}, 3.6),
                (dictionary("", ' source="lists/bus.ssb"'),
                 {"lists/bus.ssb": HEAD + signals(SIGNALS)}, 3.6),
                (dictionary(signals((("speed", 'unit="kn"'), SIGNALS[1]),
                                    knot)), {}, 1.8)):
            path = archive(place, bus_system(held), "Driver Hot Meter", files)
            final = coupled(path, "--step", "0.1")["final"]
            need(abs(final["mid.below.m.speed"] - factor*math.sin(3)) < 1e-12
                 and abs(final["mid.below.m.temperature"] - 76.85) < 1e-9,
                 (held, final))
        held = dictionary(signals(SIGNALS))
        for text, words in (
                (bus_system(held, [joined("d.y", "again.speed")]).replace(
                    '<ssd:System name="mid"', reference("again", inout("speed"))
                    + '<ssd:System name="mid"'), None),
                (bus_system(held, [joined("h.T", "again.speed",
                                          ' suppressUnitConversion="true"')]
                            ).replace('<ssd:System name="mid"',
                                      reference("again", inout("speed"))
                                      + '<ssd:System name="mid"'),
                 "two sources"),
                (bus_system(held).replace('dictionary="bus"',
                                          'dictionary="buss"', 1),
                 "no signal dictionary 'buss'; did you mean"),
                (bus_system(held).replace(">" + connector("speed", "inout"),
                                          ">" + connector("sped", "inout")
                                          + connector("speed", "inout"), 1),
                 "has no signal 'sped'"),
                (bus_system(dictionary("", ' source="gone.ssb"')), "gone.ssb"),
                (bus_system(dictionary("")), "neither a source")):
            path = archive(place, text, "Driver Hot Meter")
            done = run([DEV, "couple", path, "--step", "0.1"])
            if words is None:
                words = "two sources"
            need(done.returncode == 1 and "error E620" in done.stderr and
                 words in done.stderr, (words, done.stderr))
        done = run([DEV, "couple", archive(place, bus_system(held),
                                           "Driver Hot Meter"), "--step",
                    "0.1"])
        need(done.returncode == 0 and not done.stderr, done.stderr)


FAULTS = (
    ("the root element", "E620", lambda t: t.replace(
        "SystemStructureDescription ", "Other ").replace(
            "/ssd:SystemStructureDescription", "/ssd:Other"), "root element"),
    ("the version", "E620", lambda t: t.replace('version="1.0" name="Test"',
                                                'version="2.0" name="Test"'),
     "2.0"),
    ("cut", "E620", lambda t: t[:len(t)//2], "line"),
    ("entities", "E620", lambda t: t.replace(
        "?>\n", '?>\n<!DOCTYPE a [<!ENTITY b "c">]>\n', 1), "document type"),
    ("a file that is gone", "E620", lambda t: t.replace(
        "resources/Mass.fmu", "resources/Gone.fmu"), "Gone.fmu"),
    ("a file outside", "E620", lambda t: t.replace(
        "resources/Mass.fmu", "../Mass.fmu"), "out of the archive"),
    ("a file anywhere", "E620", lambda t: t.replace(
        "resources/Mass.fmu", "file:///etc/passwd"), "relative"),
    ("an element that is not there", "E620", lambda t: t.replace(
        'startElement="m1" startConnector="s"',
        'startElement="m9" startConnector="s"'), "'m9'; did you mean"),
    ("a connector that is not there", "E620", lambda t: t.replace(
        'endConnector="v1"', 'endConnector="w1"'), "no connector 'w1'; did you mean"),
    ("two sources", "E620", lambda t: t.replace(
        'endConnector="v2"', 'endConnector="v1"'), "two sources"),
    ("outputs with each other", "E620", lambda t: t.replace(
        'endElement="m1" endConnector="f"', 'endElement="m1" endConnector="s"'),
     "cannot be connected"),
    ("twice the name", "E620", lambda t: t.replace('name="m2"', 'name="m1"'),
     "there twice"),
    ("a connector without a variable", "E621", lambda t: t.replace(
        'Connector="s1"', 'Connector="z1"').replace('name="s1"', 'name="z1"'),
     "is no variable of"),
    ("another kind", "E621", lambda t: t.replace(
        '"f2" kind="output"', '"d" kind="output"').replace(
            'Connector="f2"', 'Connector="d"'), "of another kind"),
    ("another type", "E621", lambda t: t.replace(
        '"f2" kind="output"><ssc:Real', '"f2" kind="output"><ssc:Boolean'),
     "is Boolean here and Real"),
    ("a value that is none", "E210", lambda t: t.replace(
        'value="1" unit="m"', 'value="one" unit="m"'), "is not a number"),
    ("a value in another unit", "E210", lambda t: t.replace(
        'value="1" unit="m"', 'value="1" unit="kg"'), "has the unit kg"),
    ("a value of no type", "E620", lambda t: t.replace(
        "<ssv:Real value", "<ssv:Thing value"), "has no type"),
    ("no components", "E620", lambda t: re.sub(
        "<ssd:Elements>.*</ssd:Connections>", "", t, flags=re.S),
     "no components"),
)


def fault(change, code, words):
    def test():
        with folder() as place:
            path = archive(place, change(TWO), "Mass Spring")
            table = write(os.path.join(place, "old.csv"), "old\n")
            done = run([DEV, "couple", path, "-o", table])
            need(done.returncode == 1 and f"error {code}" in done.stderr and
                 words in done.stderr, f"{done.returncode}: {done.stderr}")
            need(read(table) == "old\n", "an old table is lost")
    return test


def damaged():
    """Archives that are none, or hold other things."""
    with folder() as place:
        path = archive(place, TWO, "Mass Spring")
        with open(path, "rb") as file:
            data = file.read()
        for n in (0, 100, len(data)//2, len(data) - 30):
            with open(path, "wb") as file:
                file.write(data[:n])
            done = run([DEV, "couple", path])
            need(done.returncode == 1 and "E601" in done.stderr, done.stderr)
        alone = fmu(place, "Mass")
        done = run([DEV, "couple", alone])
        need(done.returncode == 1 and "foucault simulate" in done.stderr,
             done.stderr)
        path = archive(place, TWO, "Spring",
                       {"resources/Mass.fmu": "not a zip"})
        done = run([DEV, "couple", path])
        need(done.returncode == 1 and "E601" in done.stderr and
             "component m1" in done.stderr, done.stderr)
        circle = system(
            [component("a", "Lag.fmu", connectors("u", "y")),
             system([], [joined("i", "o")], "<ssd:Connectors>"
                    + connector("i", "input") + connector("o", "output")
                    + "</ssd:Connectors>", "in")],
            [joined("in.o", "in.i"), joined("in.o", "a.u")])
        done = run([DEV, "couple", archive(place, description(circle), "Lag")])
        need(done.returncode == 1 and "circle" in done.stderr, done.stderr)


def mutated():
    """Descriptions with words changed, bytes changed and parts cut out are run
    or refused with a code, under the sanitizers."""
    words = re.findall("[A-Za-z0-9_.]+", TWO)
    with folder() as place:
        for seed in range(10):
            chance, text = random.Random(seed), TWO
            for _ in range(chance.randint(1, 3)):
                old = chance.choice(words)
                new = chance.choice(words + ["", "-1", "1e999", "nan"])
                text = text.replace(old, new, 1)
                at = chance.randrange(len(text))
                if chance.random() < 0.4:
                    text = text[:at] + text[at + chance.randrange(200):]
                elif chance.random() < 0.4:
                    text = text[:at] + chr(chance.randrange(1, 255)) + \
                        text[at + 1:]
            path = archive(place, text, "Mass Spring")
            done = run([DEV, "couple", path, "--step", "0.5", "-q"])
            need(done.returncode in (0, 1) and
                 (done.returncode == 0 or "error E" in done.stderr) and
                 "runtime error" not in done.stderr, f"{seed}: {done.stderr}")


def clean():
    """A whole run under the sanitizers."""
    with folder() as place:
        path = archive(place, TWO, "Mass Spring")
        done = run([DEV, "couple", path, "--iterations", "3",
                    "--algorithm", "gauss-seidel", "--json"])
        need(done.returncode == 0, done.stderr[-3000:])
        done = run([DEV, "couple", path, "--adaptive", "1e-3", "--step", "0.2",
                    "--extrapolation", "2", "--json"])
        need(done.returncode == 0, done.stderr[-3000:])


def collect(runner):
    for test in (orders, importers, loops, no_solution, adaptive, energy, unbalanced,
                 own_steps,
                 units, bindings, nested, exchange, exchange_beside,
                 exchange_events, exchange_loops, archives_inside, wrong_inside,
                 variants, dictionaries, versions, files, ends, crashed, interrupted,
                 damaged, mutated, clean):
        runner.add(f"couple/{test.__name__}", test)
    for name, code, change, words in FAULTS:
        runner.add(f"couple/fault/{name.replace(' ', '_')}",
                   fault(change, code, words))
