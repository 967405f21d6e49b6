"""FMPy compiles the sources of an unpacked FMU, which then runs: a pendulum
keeps its length.

  check_source.py FOLDER me|cs [LIBRARY ...]

The libraries are what the FMU needs beside its sources; FMI has no word for
them, so FMPy must be given it.
"""

import math
import sys

import fmpy
from fmpy.build import build_platform_binary

folder, kind, *libraries = sys.argv[1:]
build_platform_binary(folder, cmake_options={
    "CMAKE_C_FLAGS_RELEASE:STRING": "-O0",  # what is compiled matters here
    "CMAKE_C_STANDARD:STRING": "99",
    "CMAKE_C_STANDARD_LIBRARIES:STRING": " ".join(
        "-l" + name for name in libraries + ["m"])})
result = fmpy.simulate_fmu(
    folder, fmi_type={"me": "ModelExchange", "cs": "CoSimulation"}[kind],
    stop_time=2.0, relative_tolerance=1e-9, output=["x", "y"],
    output_interval=0.01)
for line in result:
    length = math.hypot(float(line["x"]), float(line["y"]))
    if abs(length - 1) > 1e-8:
        sys.exit(f"the length is {length} at {line['time']}")
if len(result) < 200:
    sys.exit("the run ended early")
