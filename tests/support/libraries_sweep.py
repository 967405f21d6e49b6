"""./dev msl on a small library: what it tries, finds, keeps and groups."""

import json
import os
import sys

from .suite import RELEASE, TESTS, folder, need, run, write

PROGRAM = os.path.join(TESTS, "bench", "library.py")

LIBRARY = """package L "A small one"
  package Good
    model Decay "end Decay; StopTime = 1"
      Real x(start = 1, fixed = true);
      /* model Hidden */
    equation
      der(x) = -x;
      annotation(experiment(StopTime = 2));
    end Decay;
    model Late
      extends Decay;
      annotation(experiment(StopTime = 1, Interval = 0.01));
    end Late;
    partial model Part
      annotation(experiment(StopTime = 1));
    end Part;
    model Hidden
      extends Decay;
      annotation(experiment(StopTime = 1));
    end Hidden;
    model Longer
      extends Decay;
      annotation(experiment(StopTime = 2));
    end Longer;
    model Broken
      extends Decay;
      annotation(experiment(StopTime = 1));
    end Broken;
    model Untimed
      Real x = 1;
    end Untimed;
  end Good;
  package Bad
    model Name1
      Real x = nowhere1;
      annotation(experiment(StopTime = 1));
    end Name1;
    model Name2
      Real x = nowhere2;
      annotation(experiment(StopTime = 1));
    end Name2;
    block Ends
      Real x = time;
    equation
      assert(x < 0.5, "too large");
      annotation(experiment(StopTime = 1));
    end Ends;
  end Bad;
  annotation(version = "1.2.3");
end L;
"""


def make(place):
    write(os.path.join(place, "L", "package.mo"), LIBRARY)
    for name, factor in (("Decay", 1), ("Late", 1.01), ("Hidden", 1),
                         ("Broken", 1), ("Longer", 1)):
        rows = [f"{k/100},{factor*2.718281828459045**(-k/100)},0"
                for k in range(201 if name == "Decay" else 101)]
        beside = os.path.join(place, "reference", "L", "Good", name)
        if name == "Broken":
            rows = ["no numbers"]
        write(os.path.join(beside, name + ".csv"),
              "\n".join(['"time","x","y"', *rows, ""]))
        write(os.path.join(beside, "comparisonSignals.txt"),
              "time\ny\n" if name == "Hidden" else "time\nx\n")


def sweep(place, *words, status):
    done = run([sys.executable, "-B", PROGRAM, os.path.join(place, "L"),
                "--out", os.path.join(place, "out"), "--program", RELEASE,
                *words])
    need(done.returncode == status, f"{done.returncode}: {done.stderr}")
    return done


def library_sweep():
    with folder() as place:
        for name in ("Decay", "Late", "Hidden", "Broken", "Longer"):
            os.makedirs(os.path.join(place, "reference/L/Good", name))
        os.makedirs(os.path.join(place, "L"))
        make(place)
        words = ("--reference", os.path.join(place, "reference"), "--check")
        done = sweep(place, "--json", *words, status=1)
        report = json.loads(done.stdout)
        need(report["versions"] == {"L": "1.2.3"}, str(report["versions"]))
        need(report["packages"] == {
            "L.Bad": {"tried": 3, "translate": 1},
            "L.Good": {"tried": 5, "translate": 5, "simulate": 5, "agree": 1,
                       "compared": 2, "check": 4},
            "all": {"tried": 8, "translate": 6, "simulate": 5, "agree": 1,
                    "compared": 2, "check": 4}}, str(report["packages"]))
        grouped = {(c["stage"], len(c["models"])) for c in report["causes"]}
        need(grouped == {("translate", 2), ("simulate", 1), ("agree", 1),
                         ("compared", 1)}, str(report["causes"]))
        apart = [c["cause"] for c in report["causes"]
                 if c["stage"] == "compared"]
        need(len(apart) == 3 and any("could not convert" in c for c in apart)
             and any("no signal" in c for c in apart)
             and any("another time" in c for c in apart), str(apart))
        need("E202" in report["causes"][0]["cause"], str(report["causes"]))
        done = sweep(place, *words, status=1)
        need("8 known from before" in done.stderr, done.stderr)
        need("| L.Good | 5 | 5 | 5 | 2 | 1 | 4 |" in done.stdout, done.stdout)
        done = sweep(place, "--again", "Bad", *words, status=1)
        need("3 models, 0 known" in done.stderr, done.stderr)
        done = sweep(place, "Decay", *words, status=0)
        sweep(place, "Nowhere", status=2)


def collect(runner):
    runner.add("libraries/sweep", library_sweep)
