"""Model Exchange with CVode: prints the last values of the states as JSON."""

import json
import sys

import fmpy

rows = fmpy.simulate_fmu(sys.argv[1], fmi_type="ModelExchange",
                         relative_tolerance=1e-7)
print(json.dumps({name: float(rows[name][-1]) for name in rows.dtype.names
                  if name != "time" and not name.startswith("der(")}))
