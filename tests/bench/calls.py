#!/usr/bin/env python3
"""What an FMI call costs above the computation it asks for: part of
./dev bench. CPU time of the pendulum's calls, the best of several rounds.

  get    one Real variable whose value is known
  set    one tunable parameter
  step   fmi2DoStep inside of what the integrator has covered already
"""

import os
import re
import subprocess
import sys
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
MODEL = os.path.join(ROOT, "models", "multibody", "pendulum.mo")
CALLS = ("get", "set", "step")
N, ROUNDS = 100000, 7
GOALS = {"get": 100, "set": 100, "step": 1000}  # ns


def text_of(*command):
    return subprocess.run(command, check=True, text=True,
                          stdout=subprocess.PIPE).stdout


def prepare(program, place):
    """The words of stress.c against the pendulum."""
    fmu = os.path.join(place, "a.fmu")
    stress = os.path.join(place, "stress")
    text_of(program, "build", MODEL, "-o", fmu, "--quiet")
    with zipfile.ZipFile(fmu) as archive:
        archive.extractall(place)
        xml = archive.read("modelDescription.xml").decode()
    text_of("cc", "-std=gnu99", "-O2", "-I", os.path.join(ROOT, "fmu_runtime"),
            os.path.join(ROOT, "tests", "fmu", "stress.c"), "-o", stress,
            "-ldl", "-lpthread", "-lm")
    guid = re.search(r'guid="([^"]*)"', xml).group(1)
    library = os.path.join(place, "binaries", "linux64", "Pendulum.so")
    return [stress, library, guid, "cost"]


def measure(words):
    found = re.findall(r"(\w+) ([\d.]+)", text_of(*words, str(N)))
    return {name: float(value) for name, value in found}


def main():
    with tempfile.TemporaryDirectory() as place:
        words = prepare(sys.argv[1], place)
        rounds = [measure(words) for _ in range(ROUNDS)]
    print("call      ns   goal")
    for call in CALLS:
        best = min(r[call] for r in rounds)
        print(f"{call:<5} {best:>6.0f} {GOALS[call]:>6}"
              f"{'' if best <= GOALS[call] else '  MISSED'}")


main()
