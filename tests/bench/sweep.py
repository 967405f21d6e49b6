#!/usr/bin/env python3
"""Runs a second of `foucault sweep`, for a pendulum of 10 s: part of ./dev
bench. Beside a loop over FMPy's simulate_fmu (the goal: 50 times as many) and
one process of `foucault simulate` a run (20 times), with all processors; and
the share of the processors' time that is spent.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PENDULUM = os.path.join(HERE, "../../models/multibody/pendulum.mo")
RUNS = 2000  # of the sweep
LOOP = 20    # of the others


def cpu():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def sweep(program, fmu, *words):
    """Runs a second, and the share of the processors that was busy."""
    before, begin = cpu(), time.monotonic()
    done = subprocess.run(
        [program, "sweep", fmu, "--vary", "L~uniform(0.9,1.1)", "--samples",
         str(RUNS), "--final", "--record", "x,y", "--json", *words],
        capture_output=True, text=True, check=True)
    seconds = time.monotonic() - begin
    found = json.loads(done.stdout)
    if found["done"] != RUNS or found["failed"]:
        raise SystemExit(f"bench: {found}")
    return RUNS/seconds, (cpu() - before)/seconds/found["jobs"]


def processes(program, fmu):
    begin = time.monotonic()
    for k in range(LOOP):
        subprocess.run([program, "simulate", fmu, "--set", f"L={0.9 + k/100}",
                        "--variables", "x,y", "--quiet"], check=True)
    return LOOP/(time.monotonic() - begin)


def fmpy_loop(fmu):
    """None: the package is not there."""
    try:
        import fmpy
    except ImportError:
        return None
    begin = time.monotonic()
    for k in range(LOOP):
        fmpy.simulate_fmu(fmu, start_values={"L": 0.9 + k/100},
                          output=["x", "y"])
    return LOOP/(time.monotonic() - begin)


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        fmu = os.path.join(folder, "pendulum.fmu")
        subprocess.run([program, "build", "-q", PENDULUM, "-o", fmu],
                       check=True)
        print("Runs a second, a pendulum of 10 s")
        rate, busy = sweep(program, fmu)
        print(f"  sweep, all processors    {rate:9.1f}   "
              f"{100*busy:.0f} % of them busy (goal: 90)")
        one, _ = sweep(program, fmu, "--jobs", "1")
        print(f"  sweep --jobs 1           {one:9.1f}")
        alone = processes(program, fmu)
        print(f"  a process a run          {alone:9.1f}   "
              f"sweep: {rate/alone:.0f} times (goal: 20)")
        loop = fmpy_loop(fmu)
        if loop is None:
            print("  FMPy is not installed")
            return
        print(f"  FMPy's simulate_fmu      {loop:9.1f}   "
              f"sweep: {rate/loop:.0f} times (goal: 50)")


if __name__ == "__main__":
    main()
