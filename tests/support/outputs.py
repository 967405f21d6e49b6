"""Outputs: no command writes over a file that it reads, or writes one format
under the ending of another."""

import os

from .suite import folder, foucault, need, write

MODEL = """model Decay
  parameter Real k = 1;
  input Real u(start = 0);
  output Real x(start = 1, fixed = true);
equation
  der(x) = u - k*x;
end Decay;
"""
INPUTS = "time,u\n0,1\n1,2\n"
PLAN = "k\n1\n2\n"


def bytes_of(path):
    with open(path, "rb") as file:
        return file.read()


def files_of(place):
    """A model, an FMU, tables; and another name for the model."""
    paths = {"decay.mo": MODEL, "inputs.csv": INPUTS, "plan.csv": PLAN}
    for name, text in paths.items():
        write(os.path.join(place, name), text)
    foucault("build", os.path.join(place, "decay.mo"), "--quiet",
             "--compiler", "fast", "-o", os.path.join(place, "decay.fmu"))
    os.symlink("decay.mo", os.path.join(place, "link"))
    os.link(os.path.join(place, "decay.mo"), os.path.join(place, "hard"))


REPLACING = (
    "simulate decay.mo -o decay.mo",
    "simulate decay.mo -o link",
    "simulate decay.mo -o hard",
    "simulate decay.fmu -o ./decay.fmu",
    "simulate decay.mo --inputs inputs.csv -o inputs.csv",
    "simulate decay.mo --plot x --plot-file inputs.csv --inputs inputs.csv",
    "build decay.mo --depfile decay.mo",
    "build decay.mo -o hard",
    "explain decay.mo --html decay.mo",
    "sweep decay.mo --plan plan.csv -o plan.csv",
    "check decay.fmu --junit decay.fmu",
    "lint decay.mo --sarif decay.mo",
    "plot inputs.csv -o inputs.csv",
    "page decay.mo -o decay.mo",
    "linearize decay.fmu --plot-file decay.fmu",
    "sensitivities decay.mo --by k --times plan.csv -o plan.csv",
)
MISNAMED = (
    ("simulate decay.mo", "xlsx", "CSV (.csv) or for MATLAB (.mat)"),
    ("simulate decay.mo", "json", "CSV"), ("simulate decay.mo", "FMU", "CSV"),
    ("build decay.mo", "mo", "ends in .fmu"),
    ("build decay.mo", "csv.h5", "ends in .fmu"),
    ("sweep decay.mo --vary k=1,2", "mat", ".npz or .parquet"),
    ("sensitivities decay.mo --by k", "parquet", ".npz"),
    ("steady decay.mo", "svg", "JSON"), ("page decay.mo", "png", ".html"),
)
# the ending in capitals is the same format
WELL_NAMED = (
    ("simulate decay.mo", "a.MAT", b"3\0\0\0"), ("simulate decay.mo", "a", b"t"),
    ("simulate decay.mo", "a.txt", b"time"), ("build decay.mo", "a.FMU", b"PK"),
    ("sweep decay.mo --vary k=1,2 --final", "a.NPZ", b"PK"),
    ("steady decay.mo", "a.Json", b"{"),
)


def inputs_stay():
    with folder() as place:
        files_of(place)
        before = {name: bytes_of(os.path.join(place, name))
                  for name in os.listdir(place)}
        for words in REPLACING:
            done = foucault(*words.split(), status=2, cwd=place)
            need("would replace a file that is read" in done.stderr,
                 f"{words}: {done.stderr}")
        need(before == {name: bytes_of(os.path.join(place, name))
                        for name in os.listdir(place)}, "something changed")
        done = foucault("check", "decay.fmu", "--junit", "a.xml", "--csv",
                        "a.xml", status=2, cwd=place)
        need("write the same file" in done.stderr, done.stderr)
        # --inputs of linearize are names, not a file
        write(os.path.join(place, "u"), "")
        foucault("linearize", "decay.mo", "--inputs", "u", "--plot-file",
                 "u.svg", "--quiet", cwd=place)


def endings():
    with folder() as place:
        files_of(place)
        for words, ending, text in MISNAMED:
            done = foucault(*words.split(), "-o", "a." + ending, status=2,
                            cwd=place)
            need(text in done.stderr, f"{words} {ending}: {done.stderr}")
            need(not os.path.exists(os.path.join(place, "a." + ending)),
                 f"{words} has written a.{ending}")
        for words, name, begin in WELL_NAMED:
            foucault(*words.split(), "-o", name, "--quiet", cwd=place)
            found = bytes_of(os.path.join(place, name))
            need(found.startswith(begin), f"{words} {name}: {found[:20]!r}")


def collect(runner):
    runner.add("cli/outputs/inputs_stay", inputs_stay)
    runner.add("cli/outputs/endings", endings)
