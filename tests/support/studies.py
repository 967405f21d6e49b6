"""foucault sweep: many runs of one model, on all processors; foucault
linearize: the model around a point."""

import csv
import io
import json
import math
import os
import re
import signal
import subprocess
import time
import zipfile

from .suite import (RELEASE, folder, foucault, model_file, need, on_terminal,
                    quick_build, read, run, write)

DECAY = """model Decay
  parameter Real k = 2, x0 = 1;
  parameter Integer n = 3;
  parameter Boolean up = false;
  final parameter Real fixed_one = 1;
  output Real x(start = x0, fixed = true);
  Real y[n] = {i*x for i in 1:n};
equation
  der(x) = if up then k*x else -k*x;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end Decay;
"""
# fails where k is large
FALLS = """model Falls
  parameter Real k = 1;
  output Real x(start = 0, fixed = true);
equation
  der(x) = k;
  assert(x < 4.5, "x is too large");
  annotation(experiment(StopTime = 1));
end Falls;
"""
# C code that crashes, leaves, or never returns
HARSH = """model Harsh
  function act
    input Real how;
    output Real y;
    external "C" y = act(how) annotation(Include = "
#include <stdlib.h>
static double act(double how)
{
  if (how == 3) abort();
  if (how == 5) exit(4);
  if (how == 7) for (volatile int i = 0;; i = 1) {}
  return how;
}");
  end act;
  parameter Real how = 1;
  output Real y;
equation
  y = act(how);
  annotation(experiment(StopTime = 1));
end Harsh;
"""


def fmu(place, text, name):
    path = write(os.path.join(place, name + ".mo"), text)
    target = os.path.join(place, name + ".fmu")
    foucault("build", path, "-o", target, "--quiet", "--compiler", "fast")
    return target


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def grid():
    import math
    with folder() as place:
        path = write(os.path.join(place, "decay.mo"), DECAY)
        out = os.path.join(place, "out.csv")
        done = foucault("sweep", path, "--vary", "k=1:0.5:2", "--vary",
                        "x0=1,3", "--final", "-o", out, "--record", "x,y")
        need("6 of 6 runs" in done.stdout, done.stdout)
        table = rows(out)
        need(list(table[0]) == ["run", "k", "x0", "time", "x", "y[1]", "y[2]",
                                "y[3]", "error"], f"{list(table[0])}")
        need([(float(r["k"]), float(r["x0"])) for r in table] ==
             [(k, x0) for k in (1, 1.5, 2) for x0 in (1, 3)], "the grid")
        for r in table:
            true = float(r["x0"])*math.exp(-float(r["k"]))
            need(abs(float(r["x"]) - true) < 1e-7, f"{r}")
            need(float(r["y[3]"]) == 3*float(r["x"]) and r["error"] == "",
                 f"{r}")
        need(sorted(os.listdir(place)) == ["decay.mo", "out.csv"],
             "something is left")


def same_as_simulate():
    """A run of a sweep is the run of a program of its own, to the last bit."""
    with folder() as place:
        path = fmu(place, read(model_file("multibody/pendulum")), "pendulum")
        out = os.path.join(place, "out.csv")
        foucault("sweep", path, "--vary", "L=0.9,1,1.1", "--record",
                 "x,y", "-o", out, "--jobs", "1", "--stop", "2")
        table = rows(out)
        for value in ("0.9", "1", "1.1"):
            alone = os.path.join(place, "one.csv")
            foucault("simulate", path, "--set", "L=" + value, "--variables",
                     "x,y", "--grid", "--output", alone, "--stop", "2", "-q")
            one = [(r["time"], r["x"], r["y"]) for r in rows(alone)]
            many = [(r["time"], r["x"], r["y"]) for r in table
                    if r["L"] == value]
            need(one == many, f"L = {value}: {len(one)} and {len(many)} rows")


def same_bytes():
    """Whatever the number of workers, by every sampler, in both formats."""
    with folder() as place:
        path = fmu(place, DECAY, "decay")
        for sampler in ("random", "latin", "sobol"):
            for ending in ("csv", "npz"):
                found = set()
                for jobs in ("1", "3", "8"):
                    out = os.path.join(place, f"{sampler}{jobs}.{ending}")
                    foucault("sweep", path, "--vary", "k~normal(2,0.3)",
                             "--vary", "x0~uniform(0,1)", "--vary",
                             "up=false,true", "--samples", "100", "--sampler",
                             sampler, "--seed", "5", "--reduce",
                             "max(x),mean(x)", "--jobs", jobs, "-o", out, "-q")
                    with open(out, "rb") as file:
                        found.add(file.read())
                need(len(found) == 1, f"{sampler}, {ending}: bytes differ")
        other = os.path.join(place, "other.csv")
        foucault("sweep", path, "--vary", "k~normal(2,0.3)", "--samples", "9",
                 "--seed", "6", "-o", other, "--final", "-q")
        need(rows(other)[0]["k"] != rows(os.path.join(
            place, "random1.csv"))[0]["k"], "the seed has no effect")


def samplers():
    """The spread of what is drawn."""
    import statistics
    with folder() as place:
        path = fmu(place, DECAY, "decay")
        out = os.path.join(place, "out.csv")
        words = ["sweep", path, "--vary", "k~normal(2,0.3)", "--vary",
                 "x0~uniform(0,1)", "--final", "--samples", "256", "-o", out,
                 "-q", "--sampler"]
        for sampler, near in (("random", 0.06), ("latin", 0.001),
                              ("sobol", 0.004)):
            foucault(*words, sampler)
            x0 = [float(r["x0"]) for r in rows(out)]
            k = [float(r["k"]) for r in rows(out)]
            need(abs(statistics.mean(x0) - 0.5) < near, f"{sampler}: mean")
            need(abs(statistics.stdev(k) - 0.3) < 0.04, f"{sampler}: k")
            if sampler != "random":
                need(sorted(int(256*v) for v in x0) == list(range(256)),
                     f"{sampler}: a part is empty")


def numpy_file():
    import numpy as np
    with folder() as place:
        path = fmu(place, DECAY, "decay")
        out = os.path.join(place, "out.npz")
        foucault("sweep", path, "--vary", "k=1:3", "--record", "x,y", "--step",
                 "0.1", "-o", out, "-q")
        with np.load(out) as data:
            need(sorted(data) == ["error", "k", "run", "time", "x", "y[1]",
                                  "y[2]", "y[3]"], f"{sorted(data)}")
            need(data["x"].shape == (3, 11) and data["run"].dtype == "int64",
                 f"{data['x'].shape}")
            true = np.exp(-np.outer(data["k"], data["time"]))
            need(abs(data["x"] - true).max() < 1e-7, "the curves")
            need(not data["error"].any(), "errors")


def parquet():
    """As pyarrow reads it: the same as CSV, with nulls; several groups."""
    import math
    import pyarrow.parquet as reader
    with folder() as place:
        path = fmu(place, FALLS.replace("  der", "  'y, z' = 2*x;\n  der")
                   .replace("equation", "  Real 'y, z';\nequation"), "falls")
        for words in (["--vary", "k=1:10", "--final", "--record", "x,'y, z'"],
                      ["--vary", "k=3:6", "--record", "x", "--step", "0.1"],
                      ["--vary", "k=1:3", "--record", "x", "--step", "1e-5"]):
            out, text = (os.path.join(place, "o." + e)
                         for e in ("parquet", "csv"))
            foucault("sweep", path, *words, "-o", out, "-q")
            foucault("sweep", path, *words, "-o", text, "-q")
            file = reader.ParquetFile(out)
            table = file.read()
            found, expected = table.to_pydict(), rows(text)
            need(list(found) == list(expected[0]), f"{list(found)}")
            need(table.schema.field("run").type == "int64" and
                 table.schema.field("error").type == "string",
                 f"{table.schema}")
            for name, values in found.items():
                known = [r[name] for r in expected]
                if name == "error":
                    same = [v or "" for v in values] == known
                else:
                    same = [math.nan if v is None else v for v in values]
                    known = [float(v) if v else math.nan for v in known]
                    same = all(a == b or (a != a and b != b)
                               for a, b in zip(same, known))
                need(same and len(values) == len(known), f"{words}: {name}")
            if "1e-5" in words:
                need(file.metadata.num_row_groups == 5,
                     f"{file.metadata.num_row_groups} groups")
        done = foucault("sweep", path, "--vary", "k=1:2", "-o",
                        os.path.join(place, "a", "o.parquet"), status=1)
        need("E501" in done.stderr, done.stderr)


LOUD = """model Loud
  function say
    input Real much;
    output Real y;
    external "C" y = say(much) annotation(Include = "
#include <stdio.h>
static double say(double much)
{
  for (double i = 0; i < much; i++) {
    printf(\\"%0100d\\\\n\\", 1);
    fprintf(stderr, \\"%0100d\\\\n\\", 2);
  }
  return much;
}");
  end say;
  parameter Real much = 3000;
  Real x(start = 0, fixed = true);
  output Real y;
equation
  der(x) = -x;
  y = say(much);
  annotation(experiment(StopTime = 1));
end Loud;
"""


def starts_kept():
    """A start value is not what its variable has later: both are kept."""
    import math
    with folder() as place:
        path = write(os.path.join(place, "fades.mo"), """model Fades
  parameter Real k = 1;
  Real x[2](each start = 1, each fixed = true);
equation
  der(x) = -k*x;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end Fades;
""")
        for words in (["--final"], ["--step", "0.5"]):
            out = os.path.join(place, "out.csv")
            foucault("sweep", path, "--vary", "x[2]=5,7", "--vary", "k=2",
                     "--record", "x,k", *words, "-o", out, "--quiet")
            table = rows(out)
            need(list(table[0]) == ["run", "x[2].start", "k", "time", "x[1]",
                                    "x[2]", "error"], f"{list(table[0])}")
            need(len(table) == (2 if "--final" in words else 6), "rows")
            for r in table:
                true = (5, 7)[int(r["run"])]
                need(float(r["x[2].start"]) == true, f"{r}")
                true *= math.exp(-2*float(r["time"]))
                need(abs(float(r["x[2]"]) - true) < 1e-6, f"{r}")


def too_loud():
    """What the code of an FMU prints has an end, and is no result."""
    with folder() as place:
        path = fmu(place, LOUD, "loud")
        for words in (["sweep", path, "--vary", "x=1:4", "--final", "-o",
                       "-", "--set", "much=200"],
                      ["linearize", path, "--json"],
                      ["steady", path, "--json"]):
            done = foucault(*words, "--limit", "output=1")
            need(done.stderr.count("W601") == 1 or "W601" in done.stdout,
                 f"{words[0]}: {done.stderr[-300:]}")
            need(1000000 < len(done.stderr) < 1200000,
                 f"{words[0]}: {len(done.stderr)} bytes")
            need("000001\n" not in done.stdout, words[0])


def failures():
    """A run that fails is a row with its reason; the others go on."""
    with folder() as place:
        path = fmu(place, FALLS, "falls")
        out = os.path.join(place, "out.csv")
        done = foucault("sweep", path, "--vary", "k=1:10", "--final", "-o", out)
        table = rows(out)
        bad = [int(float(r["k"])) for r in table if r["error"]]
        need(bad == [5, 6, 7, 8, 9, 10], f"{bad}")
        need("x is too large" in table[9]["error"] and table[9]["x"] == "",
             f"{table[9]}")
        need(0 < float(table[9]["time"]) < 1 or table[9]["time"] == "0",
             f"{table[9]}")
        need("6 failed" in done.stdout and "is run 4" in done.stdout,
             done.stdout)
        done = foucault("sweep", path, "--vary", "k=6:8", "--final", "-o", out,
                        status=1)
        need("all 3 runs have failed" in done.stderr, done.stderr)
        foucault("sweep", path, "--vary", "k=4:6", "--record", "x", "--step",
                 "0.25", "-o", out)
        need([(r["k"], r["time"]) for r in rows(out) if r["k"] == "4"] ==
             [("4", t) for t in ("0", "0.25", "0.5", "0.75", "1")], "rows")
        last = [r for r in rows(out) if r["k"] == "6"][-1]
        need("x is too large" in last["error"], f"{last}")


def harsh():
    """C code that crashes, ends its process or never returns costs its run."""
    with folder() as place:
        path = fmu(place, HARSH, "harsh")
        out = os.path.join(place, "out.csv")
        foucault("sweep", path, "--vary", "how=1:9", "--final", "-o", out,
                 "--time-limit", "2", "-q", "--jobs", "2")
        told = {int(float(r["how"])): r["error"] for r in rows(out)}
        need(sorted(told) == list(range(1, 10)), f"{told}")
        need("crashed" in told[3] and "status 4" in told[5] and
             "--time-limit" in told[7], f"{told}")
        need(not any(told[k] for k in (1, 2, 4, 6, 8, 9)), f"{told}")


def plan():
    with folder() as place:
        path = fmu(place, DECAY, "decay")
        table = write(os.path.join(place, "plan.csv"),
                      "k,up\n1,0\n2,1\n0.5,0\n")
        out = os.path.join(place, "out.csv")
        foucault("sweep", path, "--plan", table, "--final", "-o", out, "-q")
        need([(r["k"], r["up"]) for r in rows(out)] ==
             [("1", "0"), ("2", "1"), ("0.5", "0")], f"{rows(out)}")
        need(float(rows(out)[1]["x"]) > 7, f"{rows(out)[1]}")
        write(table, "k,upp\n1,0\n")
        done = foucault("sweep", path, "--plan", table, status=1)
        need("did you mean 'up'?" in done.stderr, done.stderr)
        write(table, "k\n1\nx\n")
        done = foucault("sweep", path, "--plan", table, status=1)
        need("row 2 of column 'k' is not a number" in done.stderr, done.stderr)


def parts():
    """Parts of a plan have the values of the whole."""
    with folder() as place:
        path = fmu(place, DECAY, "decay")
        for words in (["--vary", "k=1:4", "--vary", "x0=1,2,3"],
                      *(["--vary", "k~normal(2,0.3)", "--samples", "12",
                         "--sampler", s] for s in ("random", "latin",
                                                   "sobol"))):
            def table(*more):
                out = os.path.join(place, "out.csv")
                foucault("sweep", path, *words, "--final", "-o", out, "-q",
                         *more)
                return rows(out)
            whole = table()
            need(table("--runs", "0:4") + table("--runs", "5:11") == whole,
                 f"{words}")
            need([r["run"] for r in table("--runs", "7:7")] == ["7"], "run 7")
        for text in ("5", "5:4", "0:12", "a:b", "-1:3", "1:2:3"):
            done = foucault("sweep", path, "--vary", "k=1:12", "--runs=" +
                            text, status=2)
            need("--runs" in done.stderr, done.stderr)


def states_of_sets():
    """What a state of a selection set stands for differs from run to run:
    the variables that it may stand for are taken instead."""
    with folder() as place:
        pendulum = write(os.path.join(place, "p.mo"), """model P
  parameter Real L = 1;
  Real x(start = 0.6), y(start = -0.8), vx, vy, f;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -f*x;
  der(vy) = -f*y - 9.81;
  x^2 + y^2 = L^2;
end P;
""")
        table = os.path.join(place, "t.csv")
        foucault("sweep", pendulum, "--vary", "L=1,1.2", "--final",
                 "--stop", "1", "-q", "-o", table)
        runs = rows(table)
        need(list(runs[0]) == ["run", "L", "time", "x", "y", "vx", "vy",
                               "error"], f"columns {list(runs[0])}")
        for run in runs:
            radius = math.hypot(float(run["x"]), float(run["y"]))
            need(abs(radius - float(run["L"])) < 1e-6,
                 f"{run} is not on the circle")
        said = foucault("sensitivities", pendulum, "--by", "L", "--stop", "1",
                        "--json", "-q").stdout
        names = [v["name"] for v in json.loads(said)["of"]]
        need(names == ["x", "y", "vx", "vy"], f"{names}")


def wrong():
    with folder() as place:
        path = fmu(place, DECAY, "decay")
        out = os.path.join(place, "out.csv")
        for words, status, report in (
                ([], 2, "what is to vary?"),
                (["--vary", "k"], 2, "write NAME="),
                (["--vary", "k=1:2", "--vary", "k=3"], 2, "varied twice"),
                (["--vary", "kk=1:2"], 1, "did you mean 'k'?"),
                (["--vary", "x=1:2"], 0, ""),
                (["--vary", "n=1:2"], 1, "build an FMU for each value"),
                (["--vary", "fixed_one=1:2"], 1, "an FMU for each value"),
                (["--vary", "y[1]=1:2"], 1, "calculates this variable"),
                (["--vary", "k~norm(1,2)"], 2, "is not a distribution"),
                (["--vary", "k~normal(1,-2)"], 2, "not greater than zero"),
                (["--vary", "k~normal(1,2)"], 2, "--samples N is missing"),
                (["--vary", "k~normal(1,2)", "--sampler", "grid"], 2,
                 "a grid needs values"),
                (["--vary", "k=0:1e-6:1", "--vary", "x0=0:1e-6:1"], 2,
                 "a sweep of 1e+12 runs"),
                (["--vary", "k=1:2", "--samples", "1e12"], 2, "1e+12 runs"),
                (["--vary", "k=1:2", "--samples", "1.5"], 2, "whole number"),
                (["--vary", "k=1:2", "--samples", "5", "--sampler", "grid"], 2,
                 "--samples is for drawn values"),
                (["--vary", "k=1:2", "--sampler", "sobl"], 2,
                 "did you mean 'sobol'?"),
                (["--vary", "k=1:2", "--record", "xx"], 1,
                 "did you mean 'x"),
                (["--vary", "k=1:2", "--reduce", "median(x)"], 2,
                 "is not one of last"),
                (["--vary", "k=1:2", "--record", "x", "--reduce", "max(x)"], 2,
                 "add --final"),
                (["--vary", "k=1:2", "--resume"], 2, "needs the --output"),
                (["--vary", "k=1:2", "--resume", "-o", out], 1,
                 "no sweep to be continued"),
                (["--vary", "k=1:2", "-o",
                  os.path.join(place, "missing", "out.csv")], 1, "E501"),
                (["--vary", "k=1:2", "--compiler", "fast"], 2,
                 "for Modelica files"),
                (["--vary", "k=1:2", "--step", "1e-8"], 2, "larger --step")):
            done = foucault("sweep", path, *words, status=status)
            need(report in done.stderr, f"{words}: {done.stderr}")


def json_document():
    with folder() as place:
        path = fmu(place, DECAY, "decay")
        done = foucault("sweep", path, "--vary", "k=1:3", "--final", "--json")
        found = json.loads(done.stdout)
        need(found["runs"] == found["done"] == 3 and found["failed"] == 0,
             f"{found}")
        need(found["columns"]["k"]["mean"] == 2 and
             0 < found["columns"]["x"]["least"] < 0.06, f"{found}")
        done = foucault("sweep", path, "--vary", "q=1:3", "--json", status=1)
        need(json.loads(done.stdout)["diagnostics"][0]["code"] == "E605",
             done.stdout)
        done = foucault("sweep", path, "--vary", "k=1:3", "--final", "-o", "-")
        need(len(list(csv.DictReader(io.StringIO(done.stdout)))) == 3,
             done.stdout)
        need("3 of 3 runs" in done.stderr, done.stderr)


def long_sweep(place, out, *more):
    """Takes a second or longer: time enough to break in."""
    path = os.path.join(place, "pendulum.fmu")
    if not os.path.exists(path):
        fmu(place, read(model_file("multibody/pendulum")), "pendulum")
    return [RELEASE, "sweep", path, "--vary", "L~uniform(0.9,1.1)",
            "--samples", "3000", "--stop", "2", "--jobs", "2", "--final",
            "-o", out, *more]


def interrupted():
    """Ctrl-C keeps what is done, and --resume makes the same file."""
    with folder() as place:
        out = os.path.join(place, "out.csv")
        status, seen = on_terminal(long_sweep(place, out),
                                   keys=[("runs/s", b"\x03")])
        need(status == 130, f"status {status}: {seen[-400:]}")
        need("--resume goes on" in seen and " left" in seen, seen[-600:])
        some = len(rows(out))
        need(0 < some < 3000, f"{some} runs")
        done = run(long_sweep(place, out))
        need(done.returncode == 1 and "--resume goes on with them" in
             done.stderr, done.stderr)
        done = run(long_sweep(place, out, "--resume", "--seed", "1"))
        need(done.returncode == 1 and "begun with 'seed 0', this is 'seed 1'"
             in done.stderr, done.stderr)
        done = run(long_sweep(place, out, "--resume"))
        need(done.returncode == 0, done.stderr)
        need(not os.path.exists(out + ".part"), "the journal is left")
        whole = os.path.join(place, "whole.csv")
        run(long_sweep(place, whole))
        need(read(out) == read(whole), "another file than in one go")


def killed():
    """A program that is killed leaves its runs, and no process."""
    with folder() as place:
        out = os.path.join(place, "out.csv")
        process = subprocess.Popen(long_sweep(place, out, "-q"),
                                   start_new_session=True)
        end = time.monotonic() + 60
        while time.monotonic() < end and not (
                os.path.exists(out + ".part") and
                os.path.getsize(out + ".part") > 20000):
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        time.sleep(0.3)
        size = os.path.getsize(out + ".part")
        time.sleep(0.5)
        need(size == os.path.getsize(out + ".part"), "somebody goes on")
        done = run(long_sweep(place, out, "--resume", "--json"))
        found = json.loads(done.stdout)
        need(found["done"] == 3000 and len(rows(out)) == 3000, f"{found}")


def folder_vanishes():
    with folder() as place:
        inner = os.path.join(place, "inner")
        os.mkdir(inner)
        out = os.path.join(inner, "out.csv")
        process = subprocess.Popen(
            long_sweep(place, out, "-q"), stderr=subprocess.PIPE, text=True,
            env={**os.environ, "TMPDIR": place})
        while not os.path.exists(out + ".part"):
            time.sleep(0.02)
        time.sleep(0.3)
        for name in os.listdir(inner):
            os.remove(os.path.join(inner, name))
        os.rmdir(inner)
        _, told = process.communicate(timeout=100)
        need(process.returncode == 1 and "E501" in told, told)
        kept = [line.split(" in ")[1] for line in told.splitlines()
                if line.startswith("what was computed is in ")]
        need(len(kept) == 1 and len(rows(kept[0])) == 3000, told)


def full_disk():
    """The file may have no more than some bytes: what is there stays, and the
    rest is made when there is room."""
    import resource

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000000, 2000000))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    with folder() as place:
        out = os.path.join(place, "out.csv")
        words = [RELEASE, "sweep", fmu(place, DECAY, "decay"), "--vary",
                 "k=1:200", "--record", "x,y", "--json", "-o", out]
        done = run(words, preexec=limit)
        need(done.returncode == 1 and "E501" in done.stderr and
             "File too large" in done.stderr and "--resume" in done.stderr,
             done.stderr)
        done = run([*words, "--resume"])
        need(json.loads(done.stdout)["done"] == 200, done.stdout)


def exchange():
    """Model Exchange gives the same, and inputs come from a table."""
    with folder() as place:
        path = fmu(place, DECAY, "decay")
        ends = []
        for kind in ("cs", "me"):
            out = os.path.join(place, kind + ".csv")
            foucault("sweep", path, "--type", kind, "--vary", "k=1:3",
                     "--final", "-o", out, "-q")
            ends.append([float(r["x"]) for r in rows(out)])
        need(all(abs(a - b) < 1e-6 for a, b in zip(*ends)), f"{ends}")


# --- linearize --------------------------------------------------------------

MOTOR = """model Motor
  parameter Real R = 2, L = 0.5, k = 0.1, J = 0.02, d = 0.01;
  input Real u(start = 0);
  input Real load(start = 0);
  Real i(start = 0, fixed = true);
  output Real w(start = 0, fixed = true);
  output Real power = u + 2*i;
equation
  L*der(i) = u - R*i - k*w;
  J*der(w) = k*i - d*w - load;
end Motor;
"""
# Cartesian, index 3: a trolley that a force moves, a load on a rod
CRANE = """model Crane
  parameter Real M = 4, m = 1, L = 2, g = 9.81;
  input Real F(start = 0);
  output Real s(start = 0, fixed = true);
  Real v(start = 0, fixed = true);
  Real x(start = 0, fixed = true), y(start = -2);
  Real vx(start = 0, fixed = true), vy(start = 0), lambda(start = 1);
equation
  der(s) = v;
  der(x) = vx;
  der(y) = vy;
  M*der(v) = F + lambda*(x - s);
  m*der(vx) = -lambda*(x - s);
  m*der(vy) = -lambda*y - m*g;
  (x - s)^2 + y^2 = L^2;
end Crane;
"""


def linear(path, *words):
    return json.loads(foucault("linearize", path, "--json", *words).stdout)


def near(found, expected, allowed=1e-9):
    import numpy as np
    found, expected = np.array(found), np.array(expected)
    need(found.shape == expected.shape and
         abs(found - expected).max(initial=0) < allowed,
         f"{found}, expected {expected}")


def poles(found):
    return sorted((p["re"], p["im"]) for p in found["poles"])


def names_of(found):
    return sorted(s["name"] for s in found["states"])


def pendulum_poles():
    """Index 3: two states are left, which of four depends on the angle."""
    import math
    with folder() as place:
        path = fmu(place, read(model_file("multibody/pendulum")), "pendulum")
        found = linear(path, "--set", "phi0=0", "--set", "L=2")
        w = math.sqrt(9.81/2)
        near(poles(found), [(0, -w), (0, w)])
        need(names_of(found) == ["vx", "x"], f"{found}")
        need(found["exact"] and found["time"] == 0, f"{found}")
        p = found["poles"][0]
        near([p["frequency"], p["damping"]], [w/2/math.pi, 0])
        found = linear(path, "--set", f"phi0={math.pi/2}")
        need(names_of(found) == ["vy", "y"], f"{found['states']}")
        # after some time the model has swung: another state may exist
        for at in ("0.3", "0.7", "1.3"):
            found = linear(path, "--set", "phi0=2", "--at", at)
            need(names_of(found) in (["vx", "x"], ["vy", "y"]), f"{found}")
            need(all(s["variable"].startswith("stateSet1.x[")
                     for s in found["states"]), f"{found}")


def kinked_roots():
    """A length is zero at the point: its derivative counts as 0, as that of
    abs() does, and spoils nothing that is made of it."""
    with folder() as place:
        path = fmu(place, """model Norm
  function length
    input Real u, v;
    output Real l = sqrt(u^2 + v^2);
  end length;
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
  output Real r = sqrt(x^2 + y^2), l = length(x, y), p = 1 + r^2 + x;
equation
  der(x) = -x - r - l;
  der(y) = -2*y;
end Norm;
""", "norm")
        found = linear(path)
        near(found["A"], [[-1, 0], [0, -2]])
        near(found["C"], [[0, 0], [0, 0], [1, 0]])


def crane_poles():
    import math
    with folder() as place:
        path = fmu(place, CRANE, "crane")
        found = linear(path, "--outputs", "s,x")
        w = math.sqrt(9.81/2*(1 + 1/4))
        zero = sorted(p for p in poles(found) if abs(p[1]) < 1)
        near(sorted(p for p in poles(found) if abs(p[1]) > 1),
             [(0, -w), (0, w)], 1e-7)
        near(zero, [(0, 0), (0, 0)], 1e-6)
        # the force accelerates the trolley alone
        names = [s["name"] for s in found["states"]]
        rate = [row[0] for row in found["B"]]
        near(rate[names.index("v")], 1/4)
        need(len(found["C"]) == 2 and len(found["D"][0]) == 1, f"{found}")
        near(found["D"], [[0], [0]])


def motor_matrices():
    with folder() as place:
        path = write(os.path.join(place, "motor.mo"), MOTOR)
        found = linear(path)
        need([s["name"] for s in found["states"]] == ["i", "w"], f"{found}")
        near(found["A"], [[-4, -0.2], [5, -0.5]])
        near(found["B"], [[2, 0], [0, -50]])
        near(found["C"], [[0, 1], [2, 0]])
        near(found["D"], [[0, 0], [1, 0]])
        found = linear(path, "--inputs", "load", "--outputs", "i,w", "--at",
                       "1", "--set", "u=3")
        near(found["B"], [[0], [-50]])
        near(found["C"], [[1, 0], [0, 1]])
        need(found["inputs"][0]["name"] == "load" and
             found["outputs"][0]["value"] > 1, f"{found}")
        root = complex((3.5**2 - 4)**0.5)
        near(poles(found), [((-4.5 - root.real)/2, 0),
                            ((-4.5 + root.real)/2, 0)])


def linear_files():
    import scipy.io
    with folder() as place:
        path = write(os.path.join(place, "motor.mo"), MOTOR)
        mat, text = (os.path.join(place, "m." + e) for e in ("mat", "json"))
        foucault("linearize", path, "-o", mat, "-q")
        found = scipy.io.loadmat(mat)
        near(found["A"], [[-4, -0.2], [5, -0.5]])
        near(found["B"], [[2, 0], [0, -50]])
        need([n.strip() for n in found["outputNames"]] == ["w", "power"],
             f"{found['outputNames']}")
        done = foucault("linearize", path, "-o", text)
        need("poles (1/s)" in done.stdout and "2 states" in done.stdout,
             done.stdout)
        near(json.loads(read(text))["A"], [[-4, -0.2], [5, -0.5]])
        for words, status, report in (
                (["-o", "x.txt"], 2, ".json or .mat"),
                (["--at", "-1"], 2, "before the start time"),
                (["--at", "soon"], 2, "needs a number"),
                (["--inputs", "w"], 1, "'w' is not a Real input"),
                (["--outputs", "ww"], 1, "did you mean 'w'?")):
            done = foucault("linearize", path, *words, status=status)
            need(report in done.stderr, f"{words}: {done.stderr}")
        cs = os.path.join(place, "cs.fmu")
        quick_build(path, "--type", "cs", "-o", cs, "-q")
        done = foucault("linearize", cs, status=1)
        need("needs Model Exchange" in done.stderr, done.stderr)


def linear_plots():
    """Bode's plots and the poles, as SVG and as a page."""
    with folder() as place:
        path = write(os.path.join(place, "motor.mo"), MOTOR)
        for ending in ("svg", "html"):
            out = os.path.join(place, "bode." + ending)
            done = foucault("linearize", path, "--plot-file", out)
            need("plots in" in done.stdout, done.stdout)
            for word in ("magnitude", "phase", "imaginary part", "w / u",
                         "power / load"):
                need(word in read(out), f"{ending}: no {word}")
        # a model without inputs: the poles alone
        pendulum = fmu(place, read(model_file("multibody/pendulum")),
                       "pendulum")
        out = os.path.join(place, "poles.svg")
        foucault("linearize", pendulum, "--plot-file", out, "-q")
        need("imaginary part" in read(out) and "magnitude" not in read(out),
             "poles")
        # crosses, however the poles lie: here on the imaginary axis
        crosses, axes = (
            [[float(x) for x in re.findall(r"[-\d.]+", stroke)]
             for stroke in path.split("M")[1:]]
            for path in re.findall(r'<path [^>]*fp-line[^>]* d="([^"]*)"',
                                   read(out)))
        need(len(crosses) == 4 and len(axes) == 2, "two crosses, two axes")
        for x0, y0, x1, y1 in crosses:
            need(2 < abs(x1 - x0) < 20 and 2 < abs(y1 - y0) < 20,
                 f"{(x0, y0, x1, y1)}")
        for words, status, report in (
                (["--plot-file", "x.pdf"], 2, ".svg, .png or .html"),
                (["--plot-file", os.path.join(place, "a", "b.svg")], 1,
                 "E501")):
            done = foucault("linearize", path, *words, status=status)
            need(report in done.stderr, f"{words}: {done.stderr}")


def of_another_maker(path):
    """The same FMU under another name, without directional derivatives."""
    other = path[:-len(".fmu")] + "_other.fmu"
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(other, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "modelDescription.xml":
                data = data.replace(b'generationTool="Foucault ',
                                    b'generationTool="Another ')
                data = data.replace(b'providesDirectionalDerivative="true"',
                                    b'providesDirectionalDerivative="false"')
            new.writestr(name, data)
    return other


def foreign():
    """An instance a run instead of one that is reset, and differences instead
    of derivatives: the same results."""
    with folder() as place:
        path = fmu(place, read(model_file("multibody/pendulum")), "pendulum")
        tables = []
        for one in (path, of_another_maker(path)):
            out = one + ".csv"
            foucault("sweep", one, "--vary", "L=0.9:0.01:1.1", "--record",
                     "x,y", "--final", "-o", out, "-q")
            tables.append(read(out))
        need(tables[0] == tables[1], "other results without a reset")
        path = fmu(place, MOTOR, "motor")
        found = linear(of_another_maker(path))
        need(not found["exact"], "differences are called exact")
        near(found["A"], [[-4, -0.2], [5, -0.5]], 1e-8)
        near(found["B"], [[2, 0], [0, -50]], 1e-8)
        near(found["C"], [[0, 1], [2, 0]], 1e-8)
        near(found["D"], [[0, 0], [1, 0]], 1e-8)


# --- steady -----------------------------------------------------------------

# friction that a Boolean decides; at rest where the belt carries the force
VALVE = """model Valve
  parameter Real q = 1;
  Real level(start = 5, fixed = true);
  output Boolean high = level > 2;
equation
  der(level) = q - (if high then 2*level else 0.25*level);
end Valve;
"""
NOWHERE = """model Nowhere
  Real x(start = 1, fixed = true);
equation
  der(x) = x^2 + 1;
end Nowhere;
"""
FALL = """model Fall
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
end Fall;
"""


def steady(path, *words):
    found = json.loads(foucault("steady", path, "--json", *words).stdout)
    rates = [abs(s["derivative"]) for s in found["states"]]
    need(max(rates, default=0) < 1e-7, f"{words}: it moves: {found['states']}")
    return found


def pendulum_rests():
    """Index 3, from everywhere; which states there are changes on the way."""
    import math
    with folder() as place:
        path = fmu(place, read(model_file("multibody/pendulum")), "pendulum")
        for angle, y in ((0.3, -1), (1.2, -1), (math.pi/2, -1), (-1.2, -1),
                         (3, 1)):
            found = steady(path, "--set", f"phi0={angle}")
            near([found["values"]["x"], found["values"]["y"]], [0, y], 1e-7)
            need(found["stability"] == ("neutral" if y < 0 else "unstable"),
                 f"{angle}: {found['stability']}")
            need(found["exact"] and not found["directions"], f"{found}")
        found = steady(path, "--set", "phi0=0.8", "--at", "1.3")
        need(found["time"] == 1.3, f"{found}")


def crane_rests():
    """Anywhere: the family is named, and --fix chooses."""
    with folder() as place:
        path = fmu(place, CRANE.replace("x(start = 0", "x(start = 1"), "crane")
        found = steady(path)
        need(len(found["directions"]) == 1 and
             set(found["directions"][0]) == {"x", "s"}, f"{found}")
        near(list(found["directions"][0].values()), [1, 1])
        need(found["diagnostics"][0]["code"] == "W604", f"{found}")
        near(found["values"]["y"], -2)
        found = steady(path, "--fix", "s=3")
        near([found["values"][v] for v in ("s", "x", "y", "v", "lambda")],
             [3, 3, -2, 0, 9.81/2])
        need(not found["directions"] and not found["diagnostics"], f"{found}")
        # held aside by a force; the trolley is not at rest then
        done = foucault("steady", path, "--fix", "x=1", "--fix", "s=0",
                        "--free", "F", status=1)
        need("E611" in done.stderr, done.stderr)


def motor_rests():
    with folder() as place:
        path = fmu(place, MOTOR, "motor")
        for one in (path, of_another_maker(path)):
            found = steady(one, "--set", "u=2", "--set", "load=0.01")
            w = (0.1*2 - 0.01*2)/(0.01*2 + 0.1**2)
            near(found["values"]["w"], w, 1e-8)
            found = steady(one, "--free", "u", "--fix", "power=5")
            near(found["values"]["power"], 5, 1e-8)
            need(found["free"] == ["u"] and found["fixed"] == ["power"],
                 f"{found}")
            need(found["stability"] == "stable", f"{found}")
        # twice as many unknowns as conditions: the nearest
        found = steady(path, "--free", "u", "--free", "load")
        need(len(found["directions"]) == 2, f"{found['directions']}")
        at_rest = linear(path, "--steady", "--free", "u", "--fix", "w=10",
                         "--inputs", "u")
        near([s["value"] for s in at_rest["states"]], [1, 10])
        near(at_rest["inputs"][0]["value"], 3)
        table, text = (os.path.join(place, "p." + e) for e in ("csv", "json"))
        done = foucault("steady", path, "-o", table)
        need("stable: " in done.stdout and "results in" in done.stdout,
             done.stdout)
        need({r["name"]: r["kind"] for r in rows(table)}["w"] == "state",
             f"{rows(table)}")
        foucault("steady", path, "-o", text, "-q")
        need(json.loads(read(text))["values"]["w"] == 0, read(text))


def steady_events():
    """On the way a Boolean changes."""
    with folder() as place:
        path = fmu(place, VALVE, "valve")
        found = steady(path, "--set", "q=0.4")
        near(found["values"]["level"], 1.6)
        # above 2 it empties, below it fills: it rests on no side
        done = foucault("steady", path, status=1)
        need("E611" in done.stderr and "der(level)" in done.stderr,
             done.stderr)


def steady_assertions():
    """A step into what an assertion forbids is made shorter."""
    with folder() as place:
        text = """model Tank
  parameter Real q = 0.5;
  Real level(start = 5, fixed = true), deep(start = 3, fixed = true);
  output Real out = sqrt(abs(level - 0.01));
equation
  der(level) = q - 3*out;
  der(deep) = 3*out - deep^3;
  assert(level > 0, "the tank is empty");
end Tank;
"""
        found = steady(fmu(place, text, "tank"))
        near(found["values"]["level"], 0.01 + 1/36, 1e-8)
        near(found["values"]["deep"], 0.5**(1/3), 1e-8)
        need(not found["diagnostics"], f"{found['diagnostics']}")


def no_equilibrium():
    with folder() as place:
        done = foucault("steady", fmu(place, FALL, "fall"), status=1)
        need("der(v) = -9.81, and no state" in done.stderr, done.stderr)
        done = foucault("steady", fmu(place, NOWHERE, "nowhere"), "--json",
                        status=1)
        need(json.loads(done.stdout)["diagnostics"][0]["code"] == "E611",
             done.stdout)
        path = fmu(place, MOTOR, "motor")
        for words, status, report in (
                (["--fix", "R=2"], 1, "is a parameter: --set"),
                (["--fix", "u=2"], 1, "unless --free names it"),
                (["--fix", "w=fast"], 1, "'fast' is not a number"),
                (["--fix", "ww"], 1, "did you mean 'w'?"),
                (["--free", "w"], 1, "is a state"),
                (["--free", "k"], 1, "declare it as an input"),
                (["--free", "power"], 1, "is not a Real input"),
                (["--free", "u", "--free", "u"], 1, "free twice"),
                (["-o", os.path.join(place, "a", "b.csv")], 1, "E501")):
            done = foucault("steady", path, *words, status=status)
            need(report in done.stderr, f"{words}: {done.stderr}")
        done = foucault("linearize", path, "--free", "u", status=2)
        need("for --steady" in done.stderr, done.stderr)


def collect(runner):
    for test in (grid, same_as_simulate, same_bytes, samplers, numpy_file, parquet, starts_kept, too_loud,
                 failures, harsh, plan, parts, wrong, states_of_sets, json_document, interrupted,
                 killed, folder_vanishes, full_disk, exchange,
                 pendulum_poles, crane_poles, kinked_roots, motor_matrices, linear_files, linear_plots,
                 foreign, pendulum_rests, crane_rests, motor_rests,
                 steady_events, steady_assertions,
                 no_equilibrium):
        runner.add(f"studies/{test.__name__}", test)
