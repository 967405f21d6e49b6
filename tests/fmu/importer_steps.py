"""Model Exchange by FMPy's CVode, whose Newton matrix is made of differences,
at 1e-5: prints the last values and the warnings of the FMU as JSON.

  importer_steps.py FMU STOP STEP NAME=VALUE -- VARIABLE...
"""

import json
import sys

import fmpy


def main():
    path, stop, step, setting, _, *variables = sys.argv[1:]
    name, value = setting.split("=")
    said = []

    def keep(_environment, _instance, status, _category, message):
        if status == 1:
            said.append(message.decode() if isinstance(message, bytes)
                        else message)

    rows = fmpy.simulate_fmu(
        path, stop_time=float(stop), fmi_type="ModelExchange",
        start_values={name: float(value)}, output=variables, logger=keep,
        relative_tolerance=1e-5, output_interval=float(step))
    print(json.dumps({"final": [float(v) for v in list(rows[-1])[1:]],
                      "said": said}))


main()
