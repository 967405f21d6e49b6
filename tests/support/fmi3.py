"""FMUs of FMI 3.0: the same values as those of 2.0, arrays that stay arrays,
event mode, early return, intermediate update, saved states, refusals."""

import glob
import json
import os
import zipfile

from .suite import (LIBRARIES, folder, foucault, model_file, models, need,
                    python, run, write)

BALL = """model Ball
  parameter Real e = 0.7;
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  output Real height = h;
  output Integer n(start = 0, fixed = true);
  input Real push;
  output Boolean tick = sample(0.25, 0.25);
equation
  der(h) = v;
  der(v) = -9.81 + push;
  when h < 0 then
    reinit(v, -e*pre(v));
    n = pre(n) + 1;
  end when;
end Ball;
"""

ARRAYS = """model Arrays
  type Word = enumeration(first, second);
  parameter Real k[3] = {1, 1, 1};
  parameter Real g = 5;
  parameter String s = "one";
  input Real u[2];
  Real x[3](start = {1, 2, 3}, each fixed = true), m[2, 3];
  output Real y = x[3];
  Boolean b[2] = {x[1] > 0.5, x[2] > 5};
  Integer n[2] = {if b[1] then 1 else 0, 2};
  Word e = if b[1] then Word.second else Word.first;
equation
  for i in 1:3 loop
    der(x[i]) = -k[i]*x[i] + u[1];
  end for;
  m = [1, 2, 3; 4, 5, 6]*x[1];
end Arrays;
"""

LADDER = """model Ladder
  parameter Integer n = 20000;
  Real v[n](each start = 0, each fixed = true);
equation
  der(v[1]) = 1 - 2*v[1] + v[2];
  for i in 2:n - 1 loop
    der(v[i]) = v[i - 1] - 2*v[i] + v[i + 1];
  end for;
  der(v[n]) = v[n - 1] - v[n];
end Ladder;
"""

MIXED = """model Mixed
  record Pair
    Real a;
    Real d[2];
  end Pair;
  Pair r[2];
  Real x[2], w, y[2];
  output Real first, again;
  Real z[3];
equation
  der(x[1]) = -x[1];
  x[2] = 2*x[1];
  w = x[1];
  first = x[1];
  again = first;
  der(y[1]) = x[1];
  der(y[2]) = x[1];
  z[1] = 1;
  z[2] = time;
  z[3] = x[1];
  for i in 1:2 loop
    r[i].a = i*time;
    r[i].d = {time, i*x[1]};
  end for;
end Mixed;
"""


def build(place, name, text, *words):
    path = write(os.path.join(place, name + ".mo"), text)
    fmu = os.path.join(place, name + ".fmu")
    foucault("build", path, "-o", fmu, "--quiet", "--compiler", "fast",
             *words)
    return fmu


def description(fmu):
    with zipfile.ZipFile(fmu) as archive:
        return archive.read("modelDescription.xml").decode()


def pairs(place, names):
    done = python("fmu/fmi3_pairs.py", place, *names, timeout=600)
    outcomes = [json.loads(line) for line in done.stdout.splitlines()
                if line.startswith('["')]
    need(len(outcomes) == len(names),
         f"{len(outcomes)} of {len(names)} came through\n{done.stderr[-1500:]}")
    wrong = [f"{name}: {reason}" for name, reason in outcomes if reason]
    need(not wrong, "\n".join(wrong[:3]))


def same_as_fmi2(topic):
    with folder() as place:
        names = []
        for model in models():
            if model.split("/")[0] != topic:
                continue
            name = model.replace("/", "_")
            foucault("build", model_file(model), *LIBRARIES, "--fmi", "2,3",
                     "--compiler", "fast", "--quiet", "-o",
                     os.path.join(place, name + ".fmu"))
            names.append(name)
        pairs(place, names)


def calls():
    with folder() as place:
        done = python("fmu/fmi3_calls.py",
                      build(place, "Ball", BALL, "--fmi", "3"),
                      build(place, "Arrays", ARRAYS, "--fmi", "3"))
    need(done.returncode == 0, done.stderr[-2000:])


def sound():
    """Our own checker, which runs it."""
    with folder() as place:
        for name, text in (("Ball", BALL), ("Arrays", ARRAYS),
                           ("Mixed", MIXED)):
            done = foucault("check", build(place, name, text, "--fmi", "3"))
            need("sound" in done.stdout, done.stdout)


def mixed():
    """What cannot be one array, and second names."""
    with folder() as place:
        text = description(build(place, "Mixed", MIXED, "--fmi", "2,3")
                           .replace(".fmu", ".fmi3.fmu"))
        pairs(place, ["Mixed"])
    need('name="x[1]"' in text and 'name="x[2]"' in text, text)
    need('name="r[2].d"' in text, text)
    need('<Alias name="again"/>' in text or '<Alias name="first"/>' in text,
         text)


STATED = """model Stated
  type Speed = Real(quantity = "Speed", unit = "m/s");
  output Real y(unit = "m/s") = v;
  Speed v(min = -2, max = 9, nominal = 10, start = 1, fixed = true);
  Real w(unit = "m/s", min = -1, max = 20, displayUnit = "km/h") = v;
  parameter Real R(unit = "Ohm", displayUnit = "mS") = 4;
equation
  der(v) = -R*v;
end Stated;
"""


def stated():
    """What one of several names says, the variable says; Ohm as S."""
    with folder() as place:
        fmu = build(place, "Stated", STATED, "--fmi", "2,3")
        third = fmu.replace(".fmu", ".fmi3.fmu")
        text, second = description(third), description(fmu)
        for file in (fmu, third):
            need("sound" in foucault("check", file).stdout, file)
    [y] = [line for line in text.splitlines() if ' name="y"' in line]
    for words in ('quantity="Speed"', 'min="-1"', 'max="9"', 'nominal="10"',
                  'start="1"'):
        need(words in y, f"{words} is not in {y}")
    need('<Alias name="w" displayUnit="km/h"/>' in text, text)
    need('<DisplayUnit name="mS" factor="1000" inverse="true"/>' in text and
         'displayUnit="mS"' in text, text)
    need("mS" not in second, second)


def ladder():
    with folder() as place:
        text = description(build(place, "Ladder", LADDER, "--fmi", "3"))
    lines = text.splitlines()
    need(len(lines) < 60, f"{len(lines)} lines")
    need('<Dimension start="20000"/>' in text, text[:2000])


def files():
    """Names of the files, and of the folders in them."""
    with folder() as place:
        fmu = build(place, "Ball", BALL, "--fmi", "2,3")
        need(sorted(os.path.basename(p) for p in
                    glob.glob(os.path.join(place, "*.fmu"))) ==
             ["Ball.fmi3.fmu", "Ball.fmu"], "other files")
        with zipfile.ZipFile(fmu.replace(".fmu", ".fmi3.fmu")) as archive:
            names = archive.namelist()
        need(any(n.startswith("binaries/x86_64-linux/") or
                 n.startswith("binaries/aarch64-linux/") for n in names),
             names)
        need('fmiVersion="2.0"' in description(fmu), "not 2.0")


def sources():
    with folder() as place:
        path = write(os.path.join(place, "Ball.mo"), BALL)
        fmu = os.path.join(place, "Ball.fmu")
        foucault("build", path, "-o", fmu, "--quiet", "--fmi", "3",
                 "--source")
        with zipfile.ZipFile(fmu) as archive:
            text = archive.read("sources/buildDescription.xml").decode()
            names = archive.namelist()
            library = [n for n in names if n.endswith(".so")][0]
            archive.extract(library, place)
        done = run(["nm", "-D", "--defined-only",
                    os.path.join(place, library)])
        names = {line.split()[-1] for line in done.stdout.splitlines()}
    need('<SourceFile name="model.c"/>' in text and
         '<SourceFile name="fmi3/fmi3_values.c"/>' in text, text)
    other = [n for n in names if not n.startswith("fmi3")]
    need(not other, f"other symbols are visible: {other[:5]}")
    need("fmi3DoStep" in names and "fmi3GetAdjointDerivative" in names, names)


FACE = """package P
  connector Pin
    Real v(unit = "V");
    flow Real i(unit = "A");
  end Pin;
  connector Both
    Pin a, b;
  end Both;
  model M "with a face"
    Both pins "two of them";
    input Real u[3](each unit = "degC"), w;
    output Real y = u[1] + x, z = 2*x;
    parameter Real k = 2;
    Real x(start = 1, fixed = true);
    discrete Real n(start = 0, fixed = true);
  equation
    der(x) = -k*x + u[2];
    pins.a.v = w;
    pins.b.v = 1;
    when x < 0.5 then
      n = pre(n) + 1;
    end when;
  end M;
end P;
"""


def explained():
    """foucault explain of an FMU: what its files promise, in both versions."""
    with folder() as place:
        fmu = build(place, "face", FACE, "--fmi", "2,3", "--model", "P.M")
        for version, file in (("2.0", fmu),
                              ("3.0", fmu.replace(".fmu", ".fmi3.fmu"))):
            text = foucault("explain", file).stdout
            for line in (
                    f"P.M: an FMU of FMI {version}, made by Foucault",
                    "with a face", "Outputs that follow an input at once: y\n",
                    "z depends on x (constant)\n",
                    "Events: 1 crossing, 1 discrete variable: n\n",
                    "degC = K + 273.15\n",
                    'pins, a P.Both, matched by plug  "two of them"\n',
                    "    a, a P.Pin, matched by none\n",
                    "      v is pins.a.v (_foucault_potential)\n",
                    "in documentation/index.html"):
                need(line in text, f"{line!r} is not in\n{text}")
            known = "u[2]" if version == "2.0" else "u"
            need(f"x: its derivative depends on {known} (constant), "
                 "x (tunable)\n" in text, text)
            found = json.loads(foucault("explain", file, "--json").stdout)
            [x] = found["derivatives"]
            need((x["state"], [k["name"] for k in x["depends_on"]]) ==
                 ("x", [known, "x"]), f"{x}")
            need([(t["name"], t["depth"]) for t in found["terminals"]] ==
                 [("pins", 0), ("a", 1), ("b", 1)],
                 f"{found['terminals']}")
            page = os.path.join(place, "page.html")
            foucault("explain", file, "--html", page)
            with open(page) as html:
                need("<svg" in html.read(), "no page")
        done = foucault("explain", fmu, "--model", "M", status=2)
        need("no --model" in done.stderr, done.stderr)
        bare = os.path.join(place, "bare.fmu")
        with zipfile.ZipFile(fmu) as old, zipfile.ZipFile(bare, "w") as new:
            new.writestr("modelDescription.xml",
                         old.read("modelDescription.xml"))
            new.writestr("terminalsAndIcons/terminalsAndIcons.xml", "<a/>")
        done = foucault("explain", bare, status=1)
        need("error E602" in done.stderr and "fmiTerminalsAndIcons" in
             done.stderr, done.stderr)


def refused():
    with folder() as place:
        path = write(os.path.join(place, "Ball.mo"), BALL)
        done = foucault("build", path, "--fmi", "4", status=2)
    need("--fmi is one of 2|3|2,3, not '4'" in done.stderr, done.stderr)


def collect(runner):
    for topic in sorted({model.split("/")[0] for model in models()}):
        if topic != "libraries":
            runner.add(f"fmi3/models/{topic}",
                       lambda topic=topic: same_as_fmi2(topic))
    for test in (calls, sound, mixed, stated, ladder, files, sources, explained,
                 refused):
        runner.add(f"fmi3/{test.__name__}", test)
