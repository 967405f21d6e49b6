#!/usr/bin/env python3
"""Long runs: ./dev soak [chains [N ...] | steps [N] | instances [N [THREADS]] |
states [N]]

chains: N Cartesian links (2 5 10 20 50) by all integrators, beside the figures
of a prototype; without a word too.
steps: N communication steps (10,000,000) of one FMU, with inputs, saved states,
exchanges of states and events, beside the solution; memory must not grow.
instances: N instances (100,000) of each of three models, made, used and freed
in random order by threads (8), under the thread sanitizer.
states: N damaged serialized states (1,000,000) under the address sanitizer,
with wrong and with forged checksums, shared out among sixteen models.
"""

import os
import re
import subprocess
import sys
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SOAK = os.path.join(ROOT, "tests", "soak")
NAMES = ("u", "x", "y", "lag", "h", "n")
MODELS = ("Pendulum", "BouncingBall", "Soak")
STATES = ("Pendulum", "BouncingBall", "Told", "Delayed", "Driven", "FourBar",
          "DoublePendulum", "TransportLine", "SlidingRelay", "Resized",
          "ClockedPI", "PendulumAuto", "PendulumAdams", "PendulumGgl",
          "PendulumMinimal", "PendulumBaumgarte")


def steps(program, n, place):
    """What steps.c says; SystemExit with it where it found a fault."""
    fmu = os.path.join(place, "Soak.fmu")
    subprocess.run([program, "build", "-q", os.path.join(SOAK, "Soak.mo"),
                    "-o", fmu], check=True)
    with zipfile.ZipFile(fmu) as file:
        file.extractall(place)
        about = file.read("modelDescription.xml").decode()
    guid = re.search(r'guid="([^"]*)"', about).group(1)
    reference = dict(re.findall(
        r'<ScalarVariable name="([^"]*)"\s+valueReference="(\d+)"', about))
    driver = os.path.join(place, "steps")
    subprocess.run(["gcc", "-O1", "-Wall", "-Wextra", "-I",
                    os.path.join(ROOT, "fmu_runtime"),
                    os.path.join(SOAK, "steps.c"), "-o", driver, "-ldl",
                    "-lm"], check=True)
    done = subprocess.run(
        [driver, os.path.join(place, "binaries/linux64/Soak.so"), guid,
         f"file://{place}/resources", str(n),
         *(reference[name] for name in NAMES)],
        stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(done.stdout or f"status {done.returncode}")
    return done.stdout


def threads_command():
    """Without random addresses, where the sanitizer's shadow does not fit."""
    return ["setarch", "-R"]


def instances(folder, model, n, n_threads=8):
    done = subprocess.run(
        [*threads_command(), os.path.join(folder, f"soak_instances_{model}"),
         str(n), str(n_threads)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        check=False)
    if done.returncode != 0:
        raise SystemExit(f"{model}: status {done.returncode}\n"
                         f"{done.stdout[:3000]}")
    return f"{model}: {done.stdout}"


def states(folder, model, n):
    done = subprocess.run(
        [os.path.join(folder, f"fuzz_states_{model}"), "--runs", str(n),
         "--most", "64", os.path.join(ROOT, "tests/fuzz/corpus/states")],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        check=False)
    if done.returncode != 0:
        raise SystemExit(f"{model}: status {done.returncode}\n"
                         f"{done.stdout[:3000]}")
    return f"{model}: {done.stdout}"


def main(program, *words):
    if "--help" in words or "-h" in words:
        print(__doc__)
        return
    what, numbers = words[0], [int(word) for word in words[1:]]
    if what == "steps":
        with tempfile.TemporaryDirectory() as place:
            print(steps(program, (numbers or [10000000])[0], place), end="")
    elif what == "instances":
        for model in MODELS:
            print(instances(os.path.join(ROOT, "build/dev/tests/soak"), model,
                            *(numbers or [100000])), end="", flush=True)
    else:
        for model in STATES:
            print(states(os.path.join(ROOT, "build/dev/tests/fuzz"), model,
                         (numbers or [1000000])[0]//len(STATES)), end="",
                  flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
