"""ModelStructure of FMI 3.0: what it says of arrays is what that of 2.0 says
of their elements, no more and no less."""

import os
import zipfile
from xml.etree import ElementTree

from .suite import LIBRARIES, folder, foucault, model_file, need, write

MODELS = ("circuits/rc_ladder", "events/ball_at_rest",
          "multibody/pendulum", "functions/external_spring")

ELEMENTS = """model Elements
  parameter Real k = 2;
  input Real u[3], w;
  Real x[3](start = {1, 2, 3}, each fixed = true), z[2](each start = 1);
  output Real y[2], s, t;
  output Real fixedOne[2] = {k, 2*k};
  parameter Real p[2](each fixed = false);
initial equation
  der(z) = {0, 0};
  p = {x[1], k};
equation
  der(x[1]) = -k*x[1] + u[1];
  der(x[2]) = -x[2]*u[2];
  der(x[3]) = x[1];
  der(z) = {1 - z[1], w - z[2]*p[1]};
  y = {x[1] + u[3], if x[2] > 1 then x[2] else w};
  s = sum(x);
  t = k*sample_of(w);
end Elements;
function sample_of
  input Real a;
  output Real b = a^2;
end sample_of;
"""

# by how much the kinds promise
KINDS = ("constant", "fixed", "tunable", "discrete", "dependent")
LISTS = {"Outputs": "Output", "Derivatives": "ContinuousStateDerivative",
         "InitialUnknowns": "InitialUnknown"}


def root_of(fmu):
    with zipfile.ZipFile(fmu) as archive:
        return ElementTree.fromstring(archive.read("modelDescription.xml"))


def knowns(unknown, name_of):
    """{known: kind}; None: all."""
    given = unknown.get("dependencies")
    if given is None:
        return None
    words = given.split()
    kinds = unknown.get("dependenciesKind", "dependent " * len(words)).split()
    need(len(kinds) == len(words), f"{unknown.attrib}")
    return {name_of[int(word)]: kind for word, kind in zip(words, kinds)}


def array_names(root):
    """The name of 3.0 that holds a scalar of 2.0."""
    sizes = {}
    for v in root.find("ModelVariables"):
        names = [v.get("name")] + [a.get("name") for a in v.findall("Alias")]
        for name in names:
            sizes[name] = (v.get("name"),
                           [int(d.get("start")) for d in
                            v.findall("Dimension")])
    return sizes


def holder(arrays, name):
    """x[2] is of x, der(x[2]) of der(x)."""
    if name in arrays:
        return arrays[name][0]
    inner = name[4:-1] if name.startswith("der(") else name
    inner = inner[:inner.rindex("[")]
    outer = f"der({inner})" if name.startswith("der(") else inner
    need(outer in arrays and arrays[outer][1], f"no variable holds {name}")
    return arrays[outer][0]


def merged(root2, arrays, tag):
    """The lists of 2.0, by the variables of 3.0."""
    names = [v.get("name") for v in root2.find("ModelVariables")]
    name_of = {k + 1: holder(arrays, name) for k, name in enumerate(names)}
    found = {}
    for unknown in root2.find("ModelStructure").find(tag) or ():
        name = name_of[int(unknown.get("index"))]
        new = knowns(unknown, name_of_elements(names))
        old = found.setdefault(name, {})
        if new is None or old is None:
            found[name] = None
            continue
        for known, kind in new.items():
            known = holder(arrays, known)
            old[known] = max(old.get(known, "constant"), kind,
                             key=KINDS.index)
    # a second name of a variable with an exact start, der(x) of v
    return {name: by for name, by in found.items()
            if tag != "InitialUnknowns" or set(by or ()) != {name}}


def name_of_elements(names):
    return {k + 1: name for k, name in enumerate(names)}


def compare(fmu2, fmu3):
    seen = 0
    root2, root3 = root_of(fmu2), root_of(fmu3)
    arrays = array_names(root3)
    by_reference = {int(v.get("valueReference")): v.get("name")
                    for v in root3.find("ModelVariables")}
    for tag2, tag3 in LISTS.items():
        expected = merged(root2, arrays, tag2)
        found = {by_reference[int(u.get("valueReference"))]:
                 knowns(u, by_reference)
                 for u in root3.find("ModelStructure").findall(tag3)}
        need(found == expected, f"{fmu3}: {tag3}\n{found}\n{expected}")
        seen += sum(len(k or ()) for k in found.values())
    return seen


def both(place, path, *words):
    fmu = os.path.join(place, "model.fmu")
    foucault("build", path, *LIBRARIES, "--fmi", "2,3", "--compiler", "fast",
             "--quiet", "-o", fmu, *words)
    return fmu, os.path.join(place, "model.fmi3.fmu")


def elements():
    with folder() as place:
        path = write(os.path.join(place, "Elements.mo"), ELEMENTS)
        fmus = both(place, path, "--model", "Elements")
        seen = compare(*fmus)
        need(seen > 15, f"only {seen} dependencies")
        [y] = [u for u in root_of(fmus[1]).find("ModelStructure")
               if u.tag == "Output" and "constant discrete" in
               (u.get("dependenciesKind") or "")]
        need(y is not None, "the kinds of y")


def of_models(names):
    for name in names:
        with folder() as place:
            compare(*both(place, model_file(name)))


def collect(runner):
    runner.add("fmi3/structure/elements", elements)
    runner.add("fmi3/structure/models", lambda: of_models(MODELS))
