"""A spherical pendulum by projection, whose velocities along the sphere are
measured in a frame that the FMU makes by QR, in Model Exchange.

  check_frames.py FMU

Stepped by FMPy's CVode: a new frame is an event that changes the states.
Energy, angular momentum and the radial velocity stay as they are. Directional
derivatives against differences, in the frame of the start.
"""

import shutil
import sys

import fmpy
from check_projection import Model, fail, same_again, same_derivatives

TOLERANCE = 1e-9
STOP = 10.0
INTERVAL = 0.02


def run(fmu):
    rows = fmpy.simulate_fmu(
        fmu, fmi_type="ModelExchange", solver="CVode", stop_time=STOP,
        relative_tolerance=TOLERANCE, output_interval=INTERVAL,
        record_events=True,
        output=["energy", "spin", "drift[1].g", "drift[1].der_g"])
    events = len(rows) - round(STOP / INTERVAL) - 1
    off = {name: abs(rows[name] - rows[name][0]).max()
           for name in rows.dtype.names if name != "time"}
    print(f"{events} events, {off}")
    if not 3 <= events <= 60:
        fail(f"{events} events")
    for name, bound in (("energy", 2e-5), ("spin", 5e-6),
                        ("drift[1].g", 1e-5), ("drift[1].der_g", 1e-12)):
        if not off[name] < bound:
            fail(f"{name} changes by {off[name]}")


def main(fmu):
    run(fmu)
    place = fmpy.extract(fmu)
    model = Model(place, fmpy.read_model_description(fmu))
    x = model.states()
    same_derivatives(model, x)
    same_again(model, x)
    model.fmu.terminate()
    model.fmu.freeInstance()
    shutil.rmtree(place)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
