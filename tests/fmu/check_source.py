"""FMPy compiles the sources of an unpacked FMU for Model Exchange, which then
runs: a pendulum keeps its length.

  check_source.py FOLDER
"""

import math
import sys

import fmpy
from fmpy.build import build_platform_binary

folder = sys.argv[1]
build_platform_binary(folder, cmake_options={"CMAKE_C_STANDARD:STRING": "99"})
result = fmpy.simulate_fmu(folder, fmi_type="ModelExchange", stop_time=2.0,
                           relative_tolerance=1e-9, output=["x", "y"])
for line in result:
    length = math.hypot(float(line["x"]), float(line["y"]))
    if abs(length - 1) > 1e-8:
        sys.exit(f"the length is {length} at {line['time']}")
if len(result) < 100:
    sys.exit("the run ended early")
