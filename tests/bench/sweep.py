#!/usr/bin/env python3
"""Runs a second of `foucault sweep`, for a pendulum of 10 s: part of ./dev
bench. Beside a loop over FMPy's simulate_fmu (the goal: 50 times as many) and
one process of `foucault simulate` a run (20 times), with all processors; and
the share of the processors that is busy. What else the machine does is in
these figures; milliseconds of CPU time a run, and the share of the processors'
time that others have left, are beside them.
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
    """Of this process and of those that it has waited for."""
    return sum(used.ru_utime + used.ru_stime for used in map(
        resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))


def idle():
    """Seconds that the processors had nothing to do, waiting included."""
    with open("/proc/stat", encoding="ascii") as file:
        fields = file.readline().split()
    return (int(fields[4]) + int(fields[5]))/os.sysconf("SC_CLK_TCK")


def sweep(program, fmu, *words):
    """Runs a second, CPU seconds a run, and the share of the processors' time
    that was used, of that which others have left."""
    before, begin, rest = cpu(), time.monotonic(), idle()
    done = subprocess.run(
        [program, "sweep", fmu, "--vary", "L~uniform(0.9,1.1)", "--samples",
         str(RUNS), "--final", "--record", "x,y", "--json", *words],
        capture_output=True, text=True, check=True)
    seconds = time.monotonic() - begin
    found = json.loads(done.stdout)
    if found["done"] != RUNS or found["failed"]:
        raise SystemExit(f"bench: {found}")
    spent = cpu() - before
    return RUNS/seconds, spent/RUNS, spent/(spent + idle() - rest)


def processes(program, fmu):
    before, begin = cpu(), time.monotonic()
    for k in range(LOOP):
        subprocess.run([program, "simulate", fmu, "--set", f"L={0.9 + k/100}",
                        "--variables", "x,y", "--quiet"], check=True)
    return LOOP/(time.monotonic() - begin), (cpu() - before)/LOOP


def fmpy_loop(fmu):
    """None: the package is not there."""
    try:
        import fmpy
    except ImportError:
        return None
    before, begin = cpu(), time.monotonic()
    for k in range(LOOP):
        fmpy.simulate_fmu(fmu, start_values={"L": 0.9 + k/100},
                          output=["x", "y"])
    return LOOP/(time.monotonic() - begin), (cpu() - before)/LOOP


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        fmu = os.path.join(folder, "pendulum.fmu")
        subprocess.run([program, "build", "-q", PENDULUM, "--type", "cs",
                        "-o", fmu], check=True)
        print("A pendulum of 10 s         runs/s   CPU ms/run")
        rate, own, busy = sweep(program, fmu)
        print(f"  sweep, all processors  {rate:8.1f}   {1e3*own:8.2f}   "
              f"{100*busy:.0f} % of them busy (goal: 90)")
        one, spent, _ = sweep(program, fmu, "--jobs", "1")
        print(f"  sweep --jobs 1         {one:8.1f}   {1e3*spent:8.2f}")
        others = [("a process a run", processes(program, fmu), 20)]
        loop = fmpy_loop(fmu)
        if loop is None:
            print("  FMPy is not installed")
        else:
            others.append(("FMPy's simulate_fmu", loop, 50))
        for name, (alone, spent), goal in others:
            print(f"  {name:21}  {alone:8.1f}   {1e3*spent:8.2f}   sweep: "
                  f"{rate/alone:.0f} times (goal: {goal}); of CPU time "
                  f"{spent/own:.1f} times, {spent/own*os.cpu_count():.0f} on "
                  f"{os.cpu_count()} processors")


if __name__ == "__main__":
    main()
