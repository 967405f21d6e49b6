"""Final values of an FMU with parameters set, in Model Exchange and in
Co-Simulation, as JSON.

  final_values.py FMU STOP NAME=VALUE... -- VARIABLE...
"""

import json
import sys

import fmpy


def main():
    path, stop, *words = sys.argv[1:]
    cut = words.index("--")
    start = {name: float(value) for name, value in
             (word.split("=") for word in words[:cut])}
    found = {}
    for kind in ("ModelExchange", "CoSimulation"):
        rows = fmpy.simulate_fmu(path, stop_time=float(stop), fmi_type=kind,
                                 start_values=start, output=words[cut + 1:],
                                 relative_tolerance=1e-6)
        found[kind] = [float(v) for v in list(rows[-1])[1:]]
    print(json.dumps(found))


main()
