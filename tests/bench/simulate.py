#!/usr/bin/env python3
"""The cost of simulated seconds beside hand-written C with CVODE in minimal
coordinates: part of ./dev bench. CPU times; the goal is a ratio of 1.1."""

import json
import os
import resource
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))

DOUBLE = """model Double "unit masses on unit rods, Cartesian, index 3"
  parameter Real g = 9.81, phi = 2;
  Real x1(start = sin(phi), fixed = true), y1(start = -cos(phi));
  Real x2(start = 2*sin(phi), fixed = true), y2(start = -2*cos(phi));
  Real vx1(start = 0, fixed = true), vy1, vx2(start = 0, fixed = true), vy2;
  Real a, b;
  output Real energy = (vx1^2 + vy1^2 + vx2^2 + vy2^2)/2 + g*(y1 + y2);
equation
  der(x1) = vx1; der(y1) = vy1; der(x2) = vx2; der(y2) = vy2;
  der(vx1) = -a*x1 + b*(x2 - x1);
  der(vy1) = -a*y1 + b*(y2 - y1) - g;
  der(vx2) = -b*(x2 - x1);
  der(vy2) = -b*(y2 - y1) - g;
  x1^2 + y1^2 = 1;
  (x2 - x1)^2 + (y2 - y1)^2 = 1;
end Double;
"""
LADDER = """model Ladder
  parameter Integer n = 1000;
  Real v[n](each start = 0, each fixed = true), i[n];
equation
  sin(time) - v[1] = i[1];
  for k in 2:n loop
    v[k - 1] - v[k] = i[k];
  end for;
  for k in 1:n - 1 loop
    der(v[k]) = i[k] - i[k + 1];
  end for;
  der(v[n]) = i[n];
end Ladder;
"""
# name, model or text, variable, tolerance, seconds, method
PROBLEMS = (
    ("pendulum", "multibody/large_swing.mo", "energy", 1e-9, 2000, "bdf"),
    ("pendulum", "multibody/large_swing.mo", "energy", 1e-9, 2000, "adams"),
    ("double", DOUBLE, "energy", 1e-9, 300, "bdf"),
    ("double", DOUBLE, "energy", 1e-9, 300, "adams"),
    ("ladder", LADDER, "v[10]", 1e-8, 2000, "bdf"),
)


def compile_hand(folder):
    program = os.path.join(folder, "hand")
    subprocess.run(
        ["cc", "-O2", "-o", program, os.path.join(HERE, "hand.c"),
         "-lsundials_cvode", "-lsundials_nvecserial", "-lm"], check=True)
    return program


def run_hand(program, name, tolerance, stop, method):
    done = subprocess.run([program, name, repr(tolerance), repr(stop), method],
                          capture_output=True, text=True, check=True)
    steps, evaluations, value, seconds = done.stdout.split()
    return int(steps), int(evaluations), float(value), float(seconds)


def cpu(words):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return json.loads(done.stdout), (after.ru_utime + after.ru_stime -
                                     before.ru_utime - before.ru_stime)


def run_fmu(program, fmu, variable, tolerance, stop):
    """CPU time of the run without loading: a very short run is subtracted."""
    words = [program, "simulate", fmu, "--json", "--variables", variable,
             "--tolerance", repr(tolerance), "--stop"]
    first, short = cpu([*words, "1e-9", "--step", "1e-9"])
    report, seconds = cpu([*words, repr(stop), "--step", repr(stop)])
    return report, first["final"][variable], seconds - short


def build(program, folder, name, text, method):
    fmu = os.path.join(folder, name + ".fmu")
    source = os.path.join(HERE, "../../models", text)
    if "\n" in text:
        source = os.path.join(folder, name + ".mo")
        with open(source, "w") as out:
            out.write(text)
    subprocess.run([program, "build", "-q", source, "-o", fmu, "--method",
                    method], check=True)
    return fmu


def main():
    program = sys.argv[1]
    print("simulate: FMU / hand-written C with CVODE\n"
          "                   steps          evaluations       error, or v[10]"
          "          CPU s    ratio")
    with tempfile.TemporaryDirectory() as folder:
        hand = compile_hand(folder)
        for name, text, variable, tolerance, stop, method in PROBLEMS:
            fmu = build(program, folder, name, text, method)
            report, first, seconds = run_fmu(program, fmu, variable, tolerance,
                                             stop)
            steps, evaluations, value, by_hand = run_hand(
                hand, name, tolerance, stop, method)
            mine = report["final"][variable]
            if variable == "energy":
                mine = abs(mine - first)
            print(f"{name:>9} {method:>5} {report['steps']:>7}/{steps:<7} "
                  f"{report['rhs_evaluations']:>7}/{evaluations:<7} "
                  f"{mine:>9.3g}/{value:<9.3g} {seconds:>6.3f}/{by_hand:<6.3f} "
                  f"{seconds/by_hand:>6.2f}")


main()
