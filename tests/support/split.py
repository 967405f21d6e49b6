"""foucault build --split: a system model as FMUs in an SSP archive, which comes
near the whole model as the macro step gets short, with the order that theory
says; what cannot be split is named."""

import json
import math
import os
import re
import zipfile

from .suite import (DEV, ROOT, TESTS, folder, foucault, need, python, run, write)

SYSTEMS = os.path.join(TESTS, "couple", "systems.mo")
WHOLE = {}


def split(model, place, *words, file=SYSTEMS):
    path = os.path.join(place, "system.ssp")
    done = foucault("build", file, "--model", model, "--split", "-o", path,
                    "--compiler", "fast", "--json", *words)
    return path, json.loads(done.stdout)


def whole(model, names):
    """The end of the monolithic FMU."""
    if model not in WHOLE:
        done = foucault("simulate", SYSTEMS, "--model", model, "--tolerance",
                        "1e-11", "--json")
        WHOLE[model] = json.loads(done.stdout)["final"]
    return [WHOLE[model][name] for name in names]


def ends(path, names, *words):
    done = foucault("couple", path, "--tolerance", "1e-11", "--variables",
                    ",".join(names), "--json", *words)
    final = json.loads(done.stdout)["final"]
    return [final[name] for name in names]


MODELS = {"TwoMasses": ("m1.a.s", "m2.v"), "Sensed": ("m1.a.s", "sp.v_rel"),
          "Bridge": ("a.v", "c.v"), "Circuit": ("b.q.v", "s.p.i"),
          "Heat": ("y.p.T", "z.p.T"), "Drive": ("load.phi", "motor.i"),
          "Flows": ("x.m", "z.U")}


def converges(model):
    """Constant inputs: order 1; lines: 2; parabolas: 3; repeated steps: 2."""
    def test():
        names = MODELS[model]
        with folder() as place:
            path, _ = split("Sys." + model, place)
            exact = whole("Sys." + model, names)
            for words, order in (((), 1), (("--extrapolation", "1"), 2),
                                 (("--extrapolation", "2"), 3),
                                 (("--iterations", "20"), 2)):
                errors = []
                for step in ("0.005", "0.0025"):
                    got = ends(path, names, "--step", step, *words)
                    errors.append(math.hypot(*(a - b for a, b in
                                               zip(got, exact))))
                found = math.log2(errors[0]/errors[1])
                need(abs(found - order) < 0.45, f"{words}: {errors}")
    return test


def directions():
    """Who has the state gives the potential, and it is said why."""
    with folder() as place:
        _, masses = split("Sys.TwoMasses", place)
        chosen = {c["connectors"]: c for c in masses["couplings"]}
        need(chosen["m1.a, sp.a"]["potential"] == "m1" and
             chosen["sp.b, m2.a"]["potential"] == "m2", chosen)
        for coupling in chosen.values():
            need(coupling["rates"] == 1 and "derivative" in coupling["why"] and
                 "cannot take" in coupling["why"], coupling)
        need([p["states"] for p in masses["parts"]] == [2, 2, 2], masses)
        _, circuit = split("Sys.Circuit", place)
        chosen = {c["connectors"]: c["potential"]
                  for c in circuit["couplings"]}
        need(chosen == {"s.p, a.p": "s", "a.q, b.p": "a",
                        "s.n, g.p, a.n, b.n": "g"}, chosen)
        need(not any(c["rates"] for c in circuit["couplings"]), circuit)


def rates():
    """Where a part needs the acceleration it gets it; where voltages depend on
    each other, their derivatives go around."""
    with folder() as place:
        _, sensed = split("Sys.Sensed", place)
        need([c["rates"] for c in sensed["couplings"]] == [2, 2] and
             {c["potential"] for c in sensed["couplings"]} == {"m1", "m2"},
             sensed["couplings"])
        need(not sensed["diagnostics"], sensed["diagnostics"])
        _, bridge = split("Sys.Bridge", place)
        said = [d["message"] for d in bridge["diagnostics"]
                if d["code"] == "W403"]
        need(said and all("initial condition of its own" in text
                          for text in said), bridge["diagnostics"])
        need(max(c["rates"] for c in bridge["couplings"]) == 1,
             bridge["couplings"])


def joined():
    """Two masses in one place: one gives the position, with the acceleration,
    the other one the force that this needs; s = cos(sqrt(c/m)*t)."""
    with folder() as place:
        path, _ = split("Sys.Joined", place)
        done = json.loads(foucault("couple", path, "--step", "0.001",
                                   "--extrapolation", "2", "--tolerance",
                                   "1e-10", "--json").stdout)
        need(done["loops"] == 1 and not done["diagnostics"], done)
        error = done["final"]["m1.a.s"] - math.cos(2*math.sqrt(2.5))
        need(abs(error) < 1e-5, error)


def bolted():
    """A chain of three masses, bolted together, comes as near as the order
    says: forces and accelerations go around in a loop."""
    model = os.path.join(ROOT, "models", "mechanics", "bolted_masses.mo")
    words = ("-L", os.path.join(ROOT, "models", "libraries"))
    with folder() as place:
        path, made = split("BoltedMasses", place, *words, file=model)
        need(max(c["rates"] for c in made["couplings"]) == 2, made)
        why = {c["connectors"]: c["why"] for c in made["couplings"]}
        need("initial conditions of its own" in why["body[1].b, body[2].a"] and
             "its equations would be singular: " in
             why["wall.flange, spring.a"], why)
        exact = json.loads(foucault(
            "simulate", model, *words, "--stop", "1", "--tolerance", "1e-11",
            "--json").stdout)["final"]["body[3].s"]
        got, = ends(path, ("body[3].s",), "--stop", "1", "--step", "0.002",
                    "--extrapolation", "2")
        need(abs(got - exact) < 1e-6, (got, exact))


def parameters():
    """Those of the system, and of other components, come along."""
    with folder() as place:
        path, _ = split("Sys.TwoMasses", place, "--set", "k=20")
        final = json.loads(foucault(
            "couple", path, "--variables", "sp.c,m1.m", "--json").stdout)
        need(final["final"] == {"sp.c": 20, "m1.m": 2}, final["final"])
        path, _ = split("Sys.Heat", place)
        final = json.loads(foucault(
            "couple", path, "--variables", "yz.G", "--set", "yz.xy.G=50",
            "--json").stdout)["final"]
        need(final == {"yz.G": 25}, final)


STILL = """package P
  connector Flange
    Real s(unit = "m");
    flow Real f(unit = "N");
  end Flange;
  model Mass
    Flange a;
    parameter Real m(unit = "kg") = 1;
    Real v(unit = "m/s") = der(a.s);
  equation
    m*der(v) = a.f;
  end Mass;
  model Spring
    Flange a, b;
    parameter Real c(unit = "N/m") = 10;
    Real rel(unit = "m") = b.s - a.s;
  equation
    b.f = c*rel;
    a.f + b.f = 0;
  end Spring;
  model Pull
    Flange a;
  equation
    a.f = -3*cos(time);
  end Pull;
  model Still
    Mass m1(a.s(start = 1, fixed = true), v(start = 0, fixed = true)), m2;
    Spring sp;
    Pull p;
  initial equation
    der(sp.rel) = 0;
    der(m2.v) = 0;
  equation
    connect(m1.a, sp.a);
    connect(sp.b, m2.a);
    connect(m2.a, p.a);
  end Still;
end P;
"""


DOUBT = """package P
  connector Pin
    Real v(unit = "V");
    flow Real i(unit = "A");
  end Pin;
  connector Heat
    Real T(unit = "K");
    flow Real Q(unit = "W");
  end Heat;
  model Loss
    Pin p;
    Heat h;
  equation
    p.i = 0.1*(1 + 0.01*h.T)*p.v;
    h.Q = -p.i*p.v;
  end Loss;
  model Wall
    Heat h;
  equation
    h.Q = 2*(h.T - 300);
  end Wall;
  model Source
    Pin p;
  equation
    p.v = sin(time);
  end Source;
  model Warm
    Loss s;
    Wall w;
    Source v;
  equation
    connect(s.p, v.p);
    connect(s.h, w.h);
  end Warm;
end P;
"""


def doubted():
    """Both ways are possible, but one of them divides by a voltage that is
    zero at first."""
    with folder() as place:
        model = write(os.path.join(place, "p.mo"), DOUBT)
        path, made = split("P.Warm", place, file=model)
        chosen = {c["connectors"]: c["potential"] for c in made["couplings"]}
        need(chosen["s.h, w.h"] == "w", chosen)
        final = json.loads(foucault("couple", path, "--stop", "0",
                                    "--json").stdout)["final"]
        need(final["w.h.T"] == 300, final)


def looked_at():
    """Equations of the system use what a part is given: a potential."""
    text = STILL.replace("    Pull p;\n", "    Pull p;\n    output Real "
                         'rise(unit = "m") = p.a.s - m1.a.s;\n')
    with folder() as place:
        model = write(os.path.join(place, "p.mo"), text)
        path, _ = split("P.Still", place, file=model)
        final = json.loads(foucault("couple", path, "--stop", "0",
                                    "--json").stdout)["final"]
        need(abs(final["equations.rise"] - 0.3) < 1e-9, final)


def begins():
    """Parts begin with the values of the whole, which conditions of other
    parts, or of the system, determine; an FMU refuses others."""
    with folder() as place:
        model = write(os.path.join(place, "p.mo"), STILL)
        path, made = split("P.Still", place, file=model)
        first = json.loads(foucault("couple", path, "--stop", "0",
                                    "--json").stdout)["final"]
        need(abs(first["m2.a.s"] - 1.3) < 1e-9 and
             abs(first["sp.rel"] - 0.3) < 1e-9, first)
        exact = json.loads(foucault(
            "simulate", model, "--model", "P.Still", "--tolerance", "1e-10",
            "--json").stdout)["final"]["m1.a.s"]
        got, = ends(path, ("m1.a.s",), "--step", "0.002", "--extrapolation",
                    "2")
        need(abs(got - exact) < 1e-4, (got, exact))
        done = foucault("couple", path, "--set", "sp.c=20", status=1)
        need("E604" in done.stderr, done.stderr)


def others():
    """libcosim and FMPy run the archive; they do not follow outputs that depend
    on inputs within a point. FMI 3.0 gives the same as 2.0."""
    with folder() as place:
        path, _ = split("Sys.Circuit", place)
        done = python("couple/others.py", path, "1000", "0.001", "a.q.v",
                      "s.p.v")
        need(done.returncode == 0, done.stderr[-2000:])
        found = json.loads(done.stdout.splitlines()[-1])
        ours = ends(path, ("a.q.v", "s.p.v"), "--step", "0.001", "--stop", "1")
        for importer in ("cosim", "fmpy"):
            for name, value in zip(("a.q.v", "s.p.v"), ours):
                need(abs(found[importer][name] - value) < 1e-2,
                     (importer, found, ours))
        three, _ = split("Sys.Circuit", place, "--fmi", "3")
        again = ends(three, ("a.q.v", "s.p.v"), "--step", "0.001", "--stop",
                     "1")
        need(max(abs(a - b) for a, b in zip(ours, again)) < 1e-8, again)


def copied():
    """Who depends on time alone is in each FMU that uses it: exact, whatever
    the macro step is."""
    with folder() as place:
        path, made = split("Sys.Fallen", place)
        with zipfile.ZipFile(path) as archive:
            ssd = archive.read("SystemStructure.ssd").decode()
        need("Connectors>" not in ssd and "Connections>" not in ssd,
             "lists without anything in them are not valid")
        need([p["name"] for p in made["parts"]] == ["sky", "a", "b"] and
             [p["states"] for p in made["parts"]] == [1, 3, 3], made)
        names = ("a.v", "b.v", "a.w")
        for name, value in zip(names, ends(path, names, "--step", "0.5")):
            exact = {"a.v": -9.81*math.sin(1), "b.v": -19.62*math.sin(1),
                     "a.w": 2*(1 - math.exp(-1)) + 0.25*(1 + 2 + 3)}[name]
            need(abs(value - exact) < 1e-7, (name, value, exact))


def world_of_others():
    """An inner component that others act upon, equations of the system that
    determine its input: signals, of order 2 with lines."""
    names = ("air.T", "a.T")
    with folder() as place:
        path, made = split("Sys.Room", place)
        need([p["name"] for p in made["parts"]] == ["air", "a", "b",
                                                    "equations"], made)
        exact = whole("Sys.Room", names)
        errors = []
        for step in ("0.02", "0.01"):
            got = ends(path, names, "--step", step, "--extrapolation", "1")
            errors.append(math.hypot(*(a - b for a, b in zip(got, exact))))
        need(errors[1] < 1e-2 and errors[1] < 0.7*errors[0], errors)
        work, = ends(path, ("equations.work",), "--step", "0.01",
                     "--extrapolation", "1")
        need(abs(work - whole("Sys.Room", ("work",))[0]) < 0.1, work)
        with zipfile.ZipFile(path) as archive:
            ssd = archive.read("SystemStructure.ssd").decode()
        need('startElement="equations" startConnector="air.heat" '
             'endElement="air" endConnector="heat"' in ssd and
             'startConnector="is_warm" endElement="a"' in ssd, ssd)


def given():
    """A top-level input and its equation; an assertion of the system; an input
    that is connected and has a value."""
    text = """package P
  connector In = input Real;
  connector Out = output Real;
  block Gain
    In u;
    Out y = 2*u;
  end Gain;
  block Taker
    In u = inside;
    Real inside;
    Out y = 3*inside;
  end Taker;
  model Chain
    input Real u(start = 4);
    Gain g, h;
    Taker t;
    output Real sum = g.y + h.y;
    output Real fed = t.u + 1;
    Real[2] pair;
  equation
    g.u = u + 1;
    h.u = 3*g.y;
    connect(g.y, t.u);
  algorithm
    pair[1] := g.y;
    pair[2] := pair[1] + h.y;
  equation
    assert(g.y + h.y < 1000, "too much");
  end Chain;
end P;
"""
    with folder() as place:
        model = write(os.path.join(place, "p.mo"), text)
        path, made = split("P.Chain", place, file=model)
        need(len(made["parts"]) == 4, made)
        final = json.loads(foucault("couple", path, "--json").stdout)["final"]
        need(final["g.y"] == 10 and final["h.y"] == 60 and final["t.y"] == 30
             and (final.get("t.fed") or final.get("equations.fed")) == 11 and
             final["equations.sum"] == 70 and
             final["equations.pair[2]"] == 70, final)
        with open(model, "w", encoding="utf-8") as file:
            file.write(text.replace("< 1000", "< 50"))
        path, _ = split("P.Chain", place, file=model)
        done = foucault("couple", path, status=1)
        need("too much" in done.stderr, done.stderr)


def others_uses():
    """Uses without connectors and streams in libcosim and FMPy, too. FMPy
    checks the description by the schema, and keeps what is connected."""
    names = {"Room": ("air.T", "a.Q"), "Pair": ("x.o.p", "z.o.h")}
    with folder() as place:
        for model, wanted in names.items():
            path, _ = split("Sys." + model, place)
            done = python("couple/others.py", path, "1000", "0.001", *wanted)
            need(done.returncode == 0, done.stderr[-2000:])
            found = json.loads(done.stdout.splitlines()[-1])
            ours = ends(path, wanted, "--step", "0.001", "--stop", "1")
            for importer in ("cosim", "fmpy"):
                for name, value in zip(wanted, ours):
                    need(abs(found[importer][name] - value)
                         < 5e-3*max(1, abs(value)), (model, importer, found,
                                                     ours))


def filtered():
    """A lag of 1 ms at each potential: a little off, and no loops."""
    with folder() as place:
        path, _ = split("Sys.Circuit", place, "--filter", "0.001")
        names = MODELS["Circuit"]
        done = json.loads(foucault("couple", path, "--step", "0.0002",
                                   "--variables", ",".join(names),
                                   "--json").stdout)
        need(done["loops"] == 0, done["loops"])
        for name, value in zip(names, whole("Sys.Circuit", names)):
            need(1e-6 < abs(done["final"][name] - value) < 2e-2, done["final"])


def description():
    """Inputs and outputs of the system, units, the experiment; the FMUs pass
    check."""
    text = """package P
  connector In = input Real(unit = "V");
  connector Out = output Real(unit = "V");
  block Gain
    In u;
    Out y = 2*u;
  end Gain;
  model Chain
    In u(start = 4);
    Out y;
    Gain g[2];
    annotation(experiment(StartTime = 1, StopTime = 3));
  equation
    connect(u, g[1].u);
    connect(g[1].y, g[2].u);
    connect(g[2].y, y);
  end Chain;
end P;
"""
    with folder() as place:
        model = write(os.path.join(place, "p.mo"), text)
        path, made = split("P.Chain", place, file=model)
        need([p["name"] for p in made["parts"]] == ["g[1]", "g[2]"], made)
        with zipfile.ZipFile(path) as archive:
            ssd = archive.read("SystemStructure.ssd").decode()
            archive.extract("resources/g_1_.fmu", place)
        need('<ssd:Connector name="u" kind="input"><ssc:Real unit="V"/>' in ssd
             and 'startTime="1" stopTime="3"' in ssd and
             '<ssd:Connection startConnector="u" endElement="g[1]"' in ssd and
             'kg="1" m="2" s="-3" A="-1"' in ssd, ssd)
        final = json.loads(foucault("couple", path, "--json").stdout)
        need(final["stop"] == 3 and final["final"]["g[2].y"] == 16, final)
        foucault("check", os.path.join(place, "resources", "g_1_.fmu"))


PARTS = """package R
  connector Flange
    Real s;
    flow Real f;
  end Flange;
  connector Half
    Real s;
  end Half;
  model Mass
    Flange a;
    Real v(start = 0, fixed = true);
  equation
    v = der(a.s);
    der(v) = a.f;
  end Mass;
  model Wall
    Flange a;
  equation
    a.s = 0;
  end Wall;
  model World
    Real g = 9.81*cos(time);
  end World;
  model Open
    Real g;
  end Open;
  model Under
    outer Open world;
    Real v(start = 0, fixed = true);
  equation
    der(v) = -v;
    world.g = v;
  end Under;
  record Way
    Real c, s;
    function equalityConstraint
      input Way a, b;
      output Real r[1];
    algorithm
      r[1] := a.c*b.s - a.s*b.c;
    end equalityConstraint;
  end Way;
  connector Frame
    Real x;
    flow Real f;
    Way way;
    flow Real t;
  end Frame;
  model Turned
    parameter Boolean is_root = false;
    Frame f;
  equation
    if is_root then
      Connections.root(f.way);
      f.x = time;
      f.way.c = cos(time);
      f.way.s = sin(time);
    else
      Connections.potentialRoot(f.way);
      f.f = f.x*f.way.c;
      f.t = f.way.s;
    end if;
  end Turned;
  model Teller
    Half h;
    Real x(start = 1, fixed = true) = h.s;
  equation
    der(x) = -1;
  end Teller;
  model Hearer
    Half h;
    Real x = h.s;
  end Hearer;
"""
REFUSED = (
    ("two walls in one place", "Wall w1, w2;",
     "connect(w1.a, w2.a);", "cannot be an FMU of its own"),
    ("an equation of the system", "Mass m1(a.s(start = 1, fixed = true)), m2(a.s("
     "start = 1, fixed = true));", "m1.v = 2*m2.v;", "go into different FMUs"),
    ("one component", "Mass m1(a.s(start = 1, fixed = true));", "",
     "nothing to split"),
    ("a world that cannot be solved", "inner Open world; Under a;", "",
     "the FMU of 'world' cannot be made"),
    ("a connector of the system", "Flange o; Mass m1(a.s(start = 1, fixed = "
     "true)), m2(a.s(start = 1, fixed = true));", "connect(o, m1.a);",
     "a physical connector of the system itself"),
    ("no flow", "Teller t; Hearer h;", "connect(t.h, h.h);",
     "has no flow beside its potential"),
    ("overdetermined", "Turned w(is_root = true), o;", "connect(w.f, o.f);",
     "this connection of overdetermined connectors"),
    ("a variable of nobody", "Mass m1(a.s(start = 1, fixed = true)), m2(a.s("
     "start = 1, fixed = true)); Real z;", "", "z"),
)


def refused(declared, equations, words):
    def test():
        text = (f"{PARTS}  model Top\n    {declared}\n"
                + (f"  equation\n    {equations}\n" if equations else "")
                + "  end Top;\nend R;\n")
        with folder() as place:
            model = write(os.path.join(place, "r.mo"), text)
            old = write(os.path.join(place, "r.ssp"), "old")
            done = run([DEV, "build", model, "--model", "R.Top", "--split",
                        "-o", old])
            need(done.returncode == 1 and "E623" in done.stderr and
                 words in done.stderr and "note: " in done.stderr
                 or words == "nothing to split" and words in done.stderr,
                 done.stderr)
            with open(old, encoding="utf-8") as file:
                need(file.read() == "old", "an old archive is lost")
    return test


def usage():
    with folder() as place:
        for words, said in ((("-o", "x.fmu"), ".ssp"), (("--fmi", "2,3"),
                                                        "one version")):
            done = foucault("build", SYSTEMS, "--split", *words, status=2,
                            cwd=place)
            need(said in done.stderr, done.stderr)
        done = foucault("build", SYSTEMS, "--filter", "1", status=2, cwd=place)
        need("--split" in done.stderr, done.stderr)
        done = foucault("build", SYSTEMS, "--model", "Sys.Drive", "--split",
                        cwd=place)
        need("'load' gives the potential with its derivative" in done.stdout
             and os.path.exists(os.path.join(place, "Drive.ssp")), done.stdout)


LOCKED = """package L
  connector Flange
    Real s;
    flow Real f;
  end Flange;
  model Mass
    Flange a;
    Real v;
  equation
    v = der(a.s);
    der(v) = a.f;
  end Mass;
  model Clutch
    Flange a, b;
    Real v, acc, x;
    Boolean locked = time > 1;
  equation
    v = der(b.s) - der(a.s);
    acc = der(v);
    acc = if locked then 0 else x;
    b.f = if locked then x else v;
    a.f + b.f = 0;
  end Clutch;
  model Second
    Flange a;
    Clutch c;
    Mass m(a.s(start = 0, fixed = true), v(start = 0, fixed = true));
  equation
    connect(a, c.a);
    connect(c.b, m.a);
  end Second;
  model Three
    Mass first(a.s(start = 1, fixed = true), v(start = 1, fixed = true));
    Clutch clutch;
    Mass second(a.s(start = 0, fixed = true), v(start = 0, fixed = true));
  equation
    connect(first.a, clutch.a);
    connect(clutch.b, second.a);
  end Three;
  model Two
    Mass first(a.s(start = 1, fixed = true), v(start = 1, fixed = true));
    Second second;
  equation
    connect(first.a, second.a);
  end Two;
end L;
"""


def locked():
    """A clutch alone has no solution when it locks: said at the split with its
    line; with a mass it has one, and nothing is said."""
    with folder() as place:
        file = write(os.path.join(place, "locked.mo"), LOCKED)
        _, three = split("L.Three", place, file=file)
        said = [d for d in three["diagnostics"] if d["code"] == "W624"]
        line = 1 + LOCKED.split("\n").index("    acc = if locked then 0 else x;")
        need(len(said) == 1 and "'clutch'" in said[0]["message"] and
             "'x'" in said[0]["message"] and said[0]["line"] == line, said)
        path, two = split("L.Two", place, file=file)
        need(not two["diagnostics"], two["diagnostics"])
        done = foucault("couple", path, "--stop", "2", "--json")
        final = json.loads(done.stdout)["final"]
        need(abs(final["first.v"] - final["second.m.v"] -
                 math.exp(-2)) < 1e-2, final)


def clean():
    """Under the sanitizers, and the same bytes each time."""
    with folder() as place:
        first = os.path.join(place, "a.ssp")
        again = os.path.join(place, "b.ssp")
        for path in (first, again):
            done = run([DEV, "build", SYSTEMS, "--model", "Sys.Drive",
                        "--split", "--compiler", "fast", "-o", path])
            need(done.returncode == 0, done.stderr[-3000:])
        texts = []
        for path in (first, again):
            with zipfile.ZipFile(path) as archive:
                texts.append(re.sub(rb"generat\w+=\S+", b"",
                                    archive.read("SystemStructure.ssd")))
        need(texts[0] == texts[1], "the description")


def collect(runner):
    for model in MODELS:
        runner.add(f"split/converges/{model}", converges(model))
    for test in (directions, rates, joined, bolted, copied, world_of_others,
                 given, parameters, begins, doubted, locked, looked_at, others, others_uses, filtered, description, usage,
                 clean):
        runner.add(f"split/{test.__name__}", test)
    for name, declared, equations, words in REFUSED:
        runner.add(f"split/refused/{name.replace(' ', '_')}",
                   refused(declared, equations, words))
