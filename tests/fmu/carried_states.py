"""Serialized states that another process goes on with.

  carried_states.py store FOLDER FMU...   runs each to a part of its time,
                                          serializes, goes on
  carried_states.py resume FOLDER FMU...  another process goes on from there

Both print, for each FMU, a hash of all values after each step, or the error.
The second one has made steps of its own before, so that its memory is another.
"""

import hashlib
import os
import sys

from saved_states import Run

STEPS, SAVED, OTHER = 24, 11, 3


def step_of(run):
    experiment = run.description.defaultExperiment
    stop = float(experiment.stopTime) if experiment and \
        experiment.stopTime else 1.0
    return stop/STEPS


def state_file(folder, fmu):
    return os.path.join(folder, os.path.basename(fmu) + ".state")


def store(run, file, h):
    run.curve(0, SAVED, h)
    state = run.fmu.getFMUState()
    with open(file, "wb") as out:
        out.write(run.fmu.serializeFMUState(state))
    run.fmu.freeFMUState(state)


def resume(run, file, h):
    run.curve(0, OTHER, h)
    with open(file, "rb") as stored:
        state = run.fmu.deSerializeFMUstate(stored.read())
    run.fmu.setFMUState(state)
    run.fmu.freeFMUState(state)


def hashes(what, folder, fmu):
    run = Run(fmu)
    h = step_of(run)
    what(run, state_file(folder, fmu), h)
    points = [run.values()] + run.curve(SAVED, STEPS, h)
    run.end()
    return " ".join(hashlib.sha256(p).hexdigest()[:12] for p in points)


def main():
    what = {"store": store, "resume": resume}[sys.argv[1]]
    for fmu in sys.argv[3:]:
        try:
            line = hashes(what, sys.argv[2], fmu)
        except Exception as error:
            line = f"error {error}"
        print(os.path.basename(fmu), line, flush=True)


if __name__ == "__main__":
    main()
