"""What an FMI call costs above the computation it asks for: the pendulum's,
in nanoseconds of CPU time.

  get          one Real variable whose value is known
  set          one tunable parameter
  step         fmi2DoStep inside of what the integrator has covered already
  instantiate  fmi2Instantiate and fmi2FreeInstance
  reset        fmi2Reset and the initialization that follows
"""

import os
import re
import zipfile

from .measure import ROOT, Figure

TITLE = "Calls of the interface"
GOALS = {"get": "<= 100", "set": "<= 100", "step": "<= 425",
         "instantiate": "<= 4150", "reset": ""}


def prepare(bench):
    """The words of stress.c against the pendulum."""
    fmu = bench.build("calls", "multibody/pendulum.mo")
    place, stress = bench.file("calls"), bench.file("stress")
    with zipfile.ZipFile(fmu) as archive:
        archive.extractall(place)
        xml = archive.read("modelDescription.xml").decode()
    bench.cpu("cc", "-std=gnu99", "-O2", "-I",
              os.path.join(ROOT, "fmu_runtime"),
              os.path.join(ROOT, "tests", "fmu", "stress.c"), "-o", stress,
              "-ldl", "-lpthread", "-lm")
    guid = re.search(r'guid="([^"]*)"', xml).group(1)
    library = os.path.join(place, "binaries", "linux64", "Pendulum.so")
    return [stress, library, guid, "cost"]


def figures(bench):
    words = prepare(bench)
    n = str(bench.size(100000, 200))
    found = [dict(re.findall(r"(\w+) ([\d.]+)", bench.cpu(*words, n)[0]))
             for _ in range(bench.rounds)]
    for call, goal in GOALS.items():
        yield Figure(call, "ns", [float(f[call]) for f in found], goal=goal)
