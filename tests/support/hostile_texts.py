"""Texts of strangers on the terminal: names, descriptions, what an FMU prints,
names of entries and folders; and messages of what is ended."""

import os
import re
import zipfile

from . import check, couple
from .suite import RELEASE, folder, foucault, need, on_terminal, write

# They begin a sequence in a terminal; XML has no others.
STEERING = "\u009b2J\x7f\u202e"
RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f\u0080-\u009f\u202e]")


def marked(place):
    """An FMU that has them in each text, and a system of it."""
    xml = check.description()
    for key in ("modelName", "description"):
        xml = re.sub(f' {key}="([^"]*)"', rf' {key}="\1{STEERING}"', xml)
    xml = xml.replace('name="x"', f'name="x{STEERING}" description="way"')
    path = check.pack(os.path.join(place, "Sample.fmu"), check.entries(xml))
    faces = couple.connectors("u", "y")
    text = couple.description(couple.system(
        [couple.component("a", "Sample.fmu", faces),
         couple.component("b", "Sample.fmu", faces)],
        [couple.joined("a.y", "b.u")]))
    system = os.path.join(place, "s.ssp")
    with zipfile.ZipFile(system, "w") as out:
        out.writestr("SystemStructure.ssd", text)
        out.write(path, "resources/Sample.fmu")
    return path, system


def harmless(done, what, *texts):
    text = done.stdout + done.stderr
    found = RAW.search(text)
    need(not found, f"{what}: {text[max(0, found.start() - 40):][:90]!r}"
         if found else "")
    for words in texts:
        need(words in text, f"{what}: {text[:1500]}")


def of_descriptions():
    with folder() as place:
        path, system = marked(place)
        for words in (["info"], ["simulate"], ["sweep", "--vary", "k=1,2"],
                      ["linearize"], ["steady"]):
            done = foucault(words[0], path, *words[1:])
            harmless(done, words[0], "Sample?2J??")
        harmless(foucault("check", path, status=1), "check", "'x?2J??'")
        harmless(foucault("couple", system), "couple", "a.x?2J??")


def of_folders():
    with folder() as place:
        for name in "A\u009b2J", "B\033[2J":
            os.mkdir(os.path.join(place, name))
            write(os.path.join(place, name, "package.mo"),
                  "package A end A;")
        harmless(foucault("library", "-L", place), "library", "'A?2J'",
                 "'B?[2J'")


def of_what_is_printed():
    with folder() as place:
        path, env = check.faulty(place, "floods")
        system = os.path.join(place, "s.ssp")
        faces = couple.connectors("u", "y")
        with zipfile.ZipFile(system, "w") as out:
            out.writestr("SystemStructure.ssd", couple.description(
                couple.system([couple.component("a", "Sample.fmu", faces)],
                              [])))
            out.write(path, "resources/Sample.fmu")
        for words in (["simulate", path], ["couple", system],
                      ["sweep", path, "--vary", "k=1,2"]):
            harmless(foucault(*words, env=env), words[0], "flood,0,?[2J")


ON_TERMINAL = """model M "way2J"
  Real x(start = 1, fixed = true);
  String s = "a\\b2J";
equation
  der(x) = -x;
end M;
"""


def of_data():
    """Models and tables that a terminal shows; a file has them as they are."""
    with folder() as place:
        model = write(os.path.join(place, "m.mo"), ON_TERMINAL)
        fmu, _ = marked(place)
        for words, shown in (
                (["flatten", model], 'model M "way?2J"'),
                (["simulate", model, "-o", "-", "--step", "0.5"], "a??2J"),
                (["simulate", fmu, "-o", "-", "--step", "0.5"], "x?2J??")):
            status, text = on_terminal([RELEASE, *words])
            text = text.replace("\r", "").replace("\033[K", "")
            need(status == 0 and shown in text, f"{words}: {text[:800]}")
            need(not RAW.search(text), f"{words}: {text[:800]!r}")
            done = foucault(*words)
            need("2J" in done.stdout, f"{words}: not as it is")


def ended_sweep():
    """Too much memory is a fault of the FMU, not an internal one."""
    with folder() as place:
        path, env = check.faulty(place, "eats")
        done = foucault("sweep", path, "--vary", "k=1,2", "--memory-limit",
                        "300", status=1, env=env)
        need("the FMU uses more than 300 MB" in done.stderr and
             "internal error" not in done.stderr, done.stderr)
        need(os.listdir(env["TMPDIR"]) == [], "temporary files are left")


def of_entries():
    """Each name that is not taken has its own reason."""
    for name, why in {
            "resources/" + "a" * 256: "the name of an entry is too long",
            "resources" + "/a" * 600: "the name of an entry is too long",
            "resources/a/../../b": "an entry would leave its folder",
            "resources//a": "an entry would leave its folder"}.items():
        with folder() as place:
            path = os.path.join(place, "Sample.fmu")
            check.extra_entry(name)(path)
            for command in "info", "simulate":
                done = foucault(command, path, status=1)
                harmless(done, command, why)
    with folder() as place:
        path = os.path.join(place, "Sample.fmu")
        check.extra_entry("resources/" + "a" * 255)(path)
        foucault("simulate", path)


def collect(runner):
    for name, test in {"descriptions": of_descriptions, "folders": of_folders,
                       "data": of_data,
                       "printed": of_what_is_printed, "entries": of_entries,
                       "ended": ended_sweep}.items():
        runner.add(f"trust/texts/{name}", test)
