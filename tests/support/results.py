"""foucault simulate: inputs, rows at events, result files, plots, Ctrl-C."""

import csv
import json
import math
import os
import re
import signal
import struct
import subprocess
import time

from .suite import (DEV, RELEASE, Failure, fmu_of, folder, foucault,
                    model_file, need, on_terminal, quick_build, read, write)

SIGNALS = """model Signals
  input Real u;
  input Boolean b;
  input Integer k;
  Real x(start = 0, fixed = true);
  Real z = -x, w = x;
  output Real y = if b then k else 0;
  parameter Real p = 3 "three" annotation(Evaluate = false);
equation
  der(x) = u;
end Signals;
"""
TABLE = """time,k,u,b
0,1,0,false
1,1,1,false
1,7,3,true
1.7,8,3,false
2,8,5,false
"""
BALL = model_file("events/bouncing_ball")


def rows_of(path):
    with open(path, encoding="utf-8") as text:
        return [{name: float(value) for name, value in row.items()}
                for row in csv.DictReader(text)]


def words_in(text, *words):
    for word in words:
        need(word in text, f"{word!r} is not in:\n{text[:1500]}")


# --- inputs -----------------------------------------------------------------

def signals(place):
    return (write(os.path.join(place, "signals.mo"), SIGNALS),
            write(os.path.join(place, "in.csv"), TABLE))


def inputs_exact():
    """Integrals of the interpolated curve, values held between rows, both
    sides of the jump; rows of the table between points of the grid count."""
    with folder() as place:
        model, table = signals(place)
        out = os.path.join(place, "out.csv")
        foucault("simulate", model, "--inputs", table, "--stop", "2.5",
                 "--step", "0.5", "--tolerance", "1e-10", "--output", out)
        rows = rows_of(out)
        for row in rows:
            t = row["time"]
            wanted = (t*t/2 if t <= 1 else 0.5 + 3*(t - 1) if t <= 1.7 else
                      2.6 + 3*(t - 1.7) + (t - 1.7)**2/0.3 if t <= 2 else
                      3.8 + 5*(t - 2))
            need(abs(row["x"] - wanted) < 1e-7, f"x({t}) is {row['x']}")
        sides = [(r["u"], r["b"], r["k"], r["y"]) for r in rows
                 if r["time"] == 1]
        need(sides == [(1, 0, 1, 0), (3, 1, 7, 7)], str(sides))
        held = [(r["k"], r["y"]) for r in rows if r["time"] == 1.5]
        need(held == [(7, 7)], str(held))
        jump = [r["y"] for r in rows if r["time"] == 1.7]
        need(jump == [0], f"at a row of the table: {jump}")


STEPPED = """model Stepped
  input Real u(start = 0);
  input Integer k(start = 0);
  input String s(start = "a");
  discrete input Real w(start = 0);
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = u;
  der(y) = -y + k + w + (if s == "b" then 2 else 0);
  when u > 0.95 then
    n = pre(n) + 1;
  end when;
end Stepped;
"""
STEPS = """time,u,k,s,w
0.5,0.5,0,a,0
1,1,0,a,1
1,3,2,a,1
2,3,2,b,-1
2.5,0,1,b,-1
3.3,-1,1,a,2
"""


def inputs_exchange():
    """The same inputs in Model Exchange: curves between the rows, jumps and
    discrete ones at events; the last row lies on the grid but for rounding."""
    with folder() as place:
        model = write(os.path.join(place, "s.mo"), STEPPED)
        table = write(os.path.join(place, "s.csv"), STEPS)
        out, rows = os.path.join(place, "out.csv"), {}
        for kind in ("cs", "me"):
            foucault("simulate", model, "--type", kind, "--inputs", table,
                     "--stop", "4", "--step", "0.1", "--tolerance", "1e-9",
                     "--variables", "u,k,w,x,y,n", "-o", out)
            rows[kind] = rows_of(out)
            last = rows[kind][-1]
            need(abs(last["x"] - 3.275) < 1e-7 and last["n"] == 1,
                 f"{kind}: {last}")
        after = {t: row for row in rows["cs"] for t in [row["time"]]}
        for row in rows["me"]:
            other = after.get(row["time"], row)
            need(abs(row["x"] - other["x"]) + abs(row["y"] - other["y"]) < 1e-7,
                 f"{row}, {other}")
        sides = [(r["u"], r["k"], r["w"]) for r in rows["me"]
                 if r["time"] == 1]
        need(sides == [(1, 0, 0), (3, 2, 1)], f"{sides}")
        ball = os.path.join(place, "s.fmu")
        foucault("build", model, "--type", "me", "-o", ball)
        foucault("simulate", ball, "--inputs", table, "-o", out)
        foucault("sweep", ball, "--inputs", table, "--vary", "x=0,1", "--stop",
                 "4", "--record", "x", "--final", "-o", out)
        with open(out, encoding="utf-8") as file:
            ends = [float(r["x"]) for r in csv.DictReader(file)]
        need(abs(ends[0] - 3.275) + abs(ends[1] - 4.275) < 1e-4, f"{ends}")


BAD_TABLES = {
    "number": ("time,u\n0,1\n1,one\n", "line 3, column 'u': 'one' is not a"),
    "infinite": ("time,u\n0,inf\n", "line 2, column 'u': 'inf' is not a"),
    "boolean": ("time,b\n0,maybe\n", "line 2, column 'b': 'maybe' is not true"),
    "integer": ("time,k\n0,1.5\n", "line 2, column 'k': '1.5' is not an Int"),
    "short": ("time,k,u\n0,1,1\n1,2\n", "line 3, column 'u': the row ends"),
    "long": ("time,u\n0,1,2\n", "line 2: the row has more fields"),
    "empty_field": ("time,u\n0,\n", "line 2, column 'u': the field is empty"),
    "backwards": ("time,u\n0,1\n2,1\n\n1,1\n",
                  "line 5, column 'time': time goes back from 2 to 1"),
    "no_time": ("t,u\n0,1\n", "line 1, column 't': the model has no such"),
    "no_time_at_all": ("u\n1\n", "line 1: there is no column 'time'"),
    "twice": ("time,u,u\n0,1,1\n", "line 1, column 'u': the column occurs"),
    "no_input": ("time,x\n0,1\n", "line 1, column 'x': this variable is no"),
    "no_rows": ("time,u\n", "the table has no rows"),
    "empty": ("", "a column has no name"),
    "open_quote": ('time,"u\n0,1\n', "the model has no such variable"),
}


def inputs_discrete():
    """A discrete input is held between the rows, a continuous one is not."""
    with folder() as place:
        model, table, out = (os.path.join(place, f)
                             for f in ("d.mo", "d.csv", "out.csv"))
        write(model, "model D\n  discrete input Real u;\n  input Real v;\n"
              "  Real x(start = 0, fixed = true);\n"
              "  Real y(start = 0, fixed = true);\nequation\n"
              "  der(x) = u;\n  der(y) = v;\nend D;\n")
        write(table, "time,u,v\n0,1,1\n1,3,3\n2,3,3\n")
        foucault("simulate", model, "--inputs", table, "--stop", "2",
                 "--output", out)
        last = rows_of(out)[-1]
        need(abs(last["x"] - 4) < 1e-6, f"x is {last['x']}")
        need(abs(last["y"] - 5) < 1e-6, f"y is {last['y']}")


def inputs_faulty():
    with folder() as place:
        model, _ = signals(place)
        fmu = os.path.join(place, "signals.fmu")
        quick_build(model, "-o", fmu, "--quiet")
        table = os.path.join(place, "bad.csv")
        for name, (text, report) in BAD_TABLES.items():
            write(table, text)
            for program in (RELEASE, DEV):
                done = foucault("simulate", fmu, "--inputs", table, status=1,
                                program=program)
                words_in(done.stderr, "bad.csv: error E607", report)
        done = foucault("simulate", fmu, "--inputs",
                        os.path.join(place, "none.csv"), status=1)
        words_in(done.stderr, "E607", "No such file")
        # quotes, another separator, Windows, a byte order mark
        write(table, b'\xef\xbb\xbf"time";"u"\r\n0; 2\r\n1;"2"\r\n\r\n')
        done = foucault("simulate", fmu, "--inputs", table, "--json")
        need(abs(json.loads(done.stdout)["final"]["x"] - 2) < 1e-6, done.stdout)
        words_in(done.stderr, "W602", "b, k")


# --- values that are not numbers --------------------------------------------

NOT_FINITE = """model NotFinite
  parameter Real p = 1e308*10 "infinite, but meant so";
  Real x(start = 1, fixed = true);
  Real limit = if noEvent(x > -0.25) then x else p, fine = max(x, 0);
  Real more[5] = {limit + k for k in 1:5};
equation
  der(x) = -1;
end NotFinite;
"""


def not_finite():
    with folder() as place:
        model = os.path.join(place, "NotFinite.mo")
        write(model, NOT_FINITE)
        done = foucault("simulate", model, "--stop", "2", "--step", "0.5",
                        "--grid")
        words_in(done.stderr, "W603: 6 variables are not finite",
                 "limit, first at time 1.5", "more[1], first at time 1.5",
                 "and 1 more")
        for name in ("fine", "x,", "p,"):
            need(f"note: {name}" not in done.stderr, done.stderr)
        done = foucault("simulate", model, "--stop", "0.4")
        need("W603" not in done.stderr, done.stderr)
        done = foucault("simulate", model, "--stop", "2", "--no-warn",
                        "not-finite")
        need("W603" not in done.stderr, done.stderr)


# --- rows at events ---------------------------------------------------------

def rows_at_events():
    """Both sides of a bounce, at its exact time; --grid leaves them out."""
    with folder() as place:
        out = os.path.join(place, "ball.csv")
        foucault("simulate", BALL, "--stop", "0.6", "--step", "0.1",
                 "--output", out)
        bounce = math.sqrt(2/9.81)
        sides = [(row["v"], row["bounces"]) for row in rows_of(out)
                 if abs(row["time"] - bounce) < 1e-9]
        (before, zero), (after, one) = sides[0], sides[1]
        need((zero, one) == (0, 1) and before < 0 < after, str(sides))
        need(abs(after + 0.8*before) < 1e-12, str(sides))
        times = [row["time"] for row in rows_of(out)]
        need(times == sorted(times), "time goes back")
        foucault("simulate", BALL, "--stop", "0.6", "--step", "0.1",
                 "--output", out, "--grid")
        times = [row["time"] for row in rows_of(out)]
        need(len(times) == 7, str(times))


def same_with_event_rows():
    """To look at both sides changes nothing of the run."""
    with folder() as place:
        a, b = (os.path.join(place, f) for f in ("a.csv", "b.csv"))
        fmu = fmu_of("events/bouncing_ball")
        foucault("simulate", fmu, "--output", a)
        foucault("simulate", fmu, "--output", b, "--grid")
        left = {row["time"]: row for row in rows_of(a)}  # the last of each
        for row in rows_of(b):
            need(left[row["time"]] == row, f"at {row['time']}")


def event_on_the_grid():
    """An event at a point of the grid: two rows, not three."""
    with folder() as place:
        model = write(os.path.join(place, "m.mo"), """model M
  discrete Real n(start = 0, fixed = true);
equation
  when sample(1, 1) then
    n = pre(n) + 1;
  end when;
end M;
""")
        out = os.path.join(place, "m.csv")
        foucault("simulate", model, "--stop", "2", "--step", "0.5",
                 "--output", out)
        got = [(row["time"], row["n"]) for row in rows_of(out)]
        need(got == [(0, 0), (0.5, 0), (1, 0), (1, 1), (1.5, 1), (2, 1),
                     (2, 2)], str(got))


# --- MATLAB files -----------------------------------------------------------

def mat_readers():
    """The usual readers find every variable, with the values of the CSV."""
    import DyMat
    import scipy.io
    with folder() as place:
        model, table = signals(place)
        mat, out = (os.path.join(place, f) for f in ("m.mat", "m.csv"))
        words = ["--inputs", table, "--stop", "2.5", "--step", "0.1"]
        for file in (mat, out):
            foucault("simulate", model, *words, "--output", file)
        raw = scipy.io.loadmat(mat, chars_as_strings=False)
        lines = ["".join(line).strip() for line in raw["Aclass"]]
        need(lines == ["Atrajectory", "1.1", "", "binTrans"], str(lines))
        rows = rows_of(out)
        result = DyMat.DyMatFile(mat)
        names = [name for name in rows[0] if name != "time"]
        need(list(result.names()) == names, str(list(result.names())))
        for name in names:
            values = list(result.data(name))
            wanted = [row[name] for row in rows]
            if name == "p":
                need(values == [3, 3], str(values))
                need(result.description(name) == "three", "description")
                continue
            need(values == wanted, f"{name}: {values[:5]}, {wanted[:5]}")
            times = list(result.abscissa(name)[0])
            need(times == [row["time"] for row in rows], "time")


def mat_shares():
    """Aliases are stored once, with their sign."""
    import scipy.io
    with folder() as place:
        model, table = signals(place)
        mat = os.path.join(place, "m.mat")
        foucault("simulate", model, "--inputs", table, "--stop", "2",
                 "--output", mat, "--variables", "x,z,w,p,u,der(x)")
        raw = scipy.io.loadmat(mat, chars_as_strings=False)
        names = ["".join(c).rstrip() for c in zip(*raw["name"])]
        info = {name: (int(raw["dataInfo"][0][i]), int(raw["dataInfo"][1][i]))
                for i, name in enumerate(names)}
        need(info == {"time": (0, 1), "x": (2, 2), "z": (2, -2), "w": (2, 2),
                      "p": (1, 2), "u": (2, 3), "der(x)": (2, 3)}, str(info))
        need(raw["data_2"].shape[0] == 3 and raw["data_1"].shape == (2, 2),
             "shapes")


def mat_bytes():
    """The head of the first matrix, byte for byte."""
    with folder() as place:
        mat = os.path.join(place, "m.mat")
        foucault("simulate", fmu_of("multibody/pendulum"), "--output", mat)
        with open(mat, "rb") as file:
            head = struct.unpack("<5i", file.read(20))
            name = file.read(7)
        need(head == (51, 4, 11, 0, 7) and name == b"Aclass\0", str(head))
        need(sorted(os.listdir(place)) == ["m.mat"], str(os.listdir(place)))
        done = foucault("simulate", fmu_of("multibody/pendulum"), "--output",
                        os.path.join(place, "none", "m.mat"), status=1)
        words_in(done.stderr, "E501")


# --- Model Exchange ---------------------------------------------------------

EXCHANGE = """model Bounce "falls, bounces twice, ends"
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
  discrete Real s(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -0.8*pre(v));
    n = pre(n) + 1;
  end when;
  when time >= 0.25 then
    s = h;
  end when;
  when n >= 3 then
    terminate("three times");
  end when;
  annotation(experiment(StopTime = 5, Interval = 0.1, Tolerance = 1e-8));
end Bounce;
model Algebraic "without states"
  Real y = sin(time);
  annotation(experiment(StopTime = 1));
end Algebraic;
"""


def exchange():
    """An FMU without Co-Simulation is integrated by the program: the same
    values, the same events, the same end."""
    with folder() as place:
        path = write(os.path.join(place, "m.mo"), EXCHANGE)
        for model in ("Bounce", "Algebraic"):
            fmu = os.path.join(place, "x.fmu")
            out = os.path.join(place, "x.csv")
            quick_build(path, "--model", model, "--type", "me", "-o",
                        fmu, "-q")
            mine = json.loads(foucault("simulate", fmu, "--json", "--output",
                                       out).stdout)
            other = json.loads(foucault("simulate", path, "--model", model,
                                        "--json").stdout)
            need(abs(mine["stop"] - other["stop"]) < 1e-6, f"{mine['stop']}")
            need(mine["ended_by"] == other["ended_by"], str(mine["ended_by"]))
            for name, value in other["final"].items():
                off = abs(mine["final"][name] - value)
                need(off < 1e-5, f"{model}: {name} is off by {off}")
            need(abs(rows_of(out)[-1]["time"] - other["stop"]) < 1e-6, "end")
        rows = rows_of_model(place, path)
        sides = [row["v"] for row in rows if row["n"] in (0, 1)
                 and abs(row["h"]) < 1e-9]
        need(len(sides) >= 2 and min(sides) < -4 and max(sides) > 3,
             f"both sides of the first bounce: {sides}")
        done = foucault("simulate", path, "--type", "me", "--verify",
                        status=1)
        words_in(done.stderr, "E603", "--verify needs Co-Simulation")


def rows_of_model(place, path):
    out = os.path.join(place, "rows.csv")
    foucault("simulate", path, "--model", "Bounce", "--type", "me",
             "--output", out, "-q")
    return rows_of(out)


# --- Ctrl-C and progress ----------------------------------------------------

LONG = ["--stop", "1e8", "--step", "1"]
DECAY = ("model Decay\n  Real x(start = 1, fixed = true);\nequation\n"
         "  der(x) = -x + sin(time);\nend Decay;\n")


def decay(place):
    return write(os.path.join(place, "decay.mo"), DECAY)


def interrupted():
    """On a terminal: a bar, then Ctrl-C; the table is whole up to there."""
    with folder() as place:
        out = os.path.join(place, "x.csv")
        status, report = on_terminal(
            [RELEASE, "simulate", decay(place), *LONG, "--output", out,
             "--variables", "x"], keys=[(" left", b"\x03")])
        need(status == 130, f"status {status}: {report[-500:]}")
        words_in(report, "interrupted at time", "results in", " of 1e+08  ",
                 " left", "[-----")
        need(re.search(r"\d+ % +time [\d.e+]+ of 1e\+08 +\d+ steps", report),
             report[-500:])
        rows = rows_of(out)
        need(len(rows) > 100, f"{len(rows)} rows")
        need([row["time"] for row in rows] == list(range(len(rows))), "rows")


def interrupted_formats():
    for ending in ("csv", "mat"):
        with folder() as place, folder() as temporary:
            out = os.path.join(place, "x." + ending)
            process = subprocess.Popen(
                [RELEASE, "simulate", decay(place), *LONG, "--output", out,
                 "--json"], env=dict(os.environ, TMPDIR=temporary),
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                # a shell's background jobs start with SIGINT ignored
                preexec_fn=lambda: signal.signal(signal.SIGINT,
                                                 signal.SIG_DFL))
            wait_for_file(place, ".x." + ending)
            process.send_signal(signal.SIGINT)
            stdout, stderr = process.communicate(timeout=60)
            need(process.returncode == 130, f"status {process.returncode}")
            words_in(stderr, "interrupted at time")
            need(json.loads(stdout)["interrupted"] is True, stdout)
            need(sorted(os.listdir(place)) == ["decay.mo", "x." + ending],
                 str(os.listdir(place)))
            need(not os.listdir(temporary), "left behind")
            if ending == "mat":
                import DyMat
                result = DyMat.DyMatFile(out)
                need(len(result.data("x")) > 1, "no points")


# One communication step that takes hours; and one whose code never returns.
INSIDE = """model Slow
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -1e6*x;
end Slow;
model Stuck
  function f
    input Real x;
    output Real y;
  external "C" y = stuck(x) annotation(Include = "
    #include <unistd.h>
    static double stuck(double x) { while (x > 0.5) usleep(1000); return x; }");
  end f;
  Real x(start = 0, fixed = true), y = f(x);
equation
  der(x) = 1;
end Stuck;
"""


def interrupted_inside():
    """Within a step: the terminal shows how far it is, Ctrl-C ends it."""
    with folder() as place:
        path = write(os.path.join(place, "m.mo"), INSIDE)
        for model, words, shown in (
                ("Slow", ["--stop", "1e5", "--step", "1e5"],
                 r"time [\d.]+ of 1e\+05 +\d+ integrator steps, now [\d.e-]+"),
                ("Stuck", ["--step", "0.1"], r"in a step for \d s")):
            out = os.path.join(place, "x.csv")
            status, report = on_terminal(
                [RELEASE, "simulate", path, "--model", model, *words,
                 "--output", out, "--variables", "x"],
                keys=[("integrator steps, now" if model == "Slow" else
                       "in a step for", b"\x03")])
            need(status == 130, f"status {status}: {report[-500:]}")
            need(re.search(shown, report), report[-500:])
            words_in(report, "interrupted at time", "results in")
            rows = rows_of(out)
            need(len(rows) == 2 and 0 < rows[1]["time"] < 1e5, str(rows))


def interrupted_soon():
    """Half a second after the signal the results are there."""
    with folder() as place:
        path = write(os.path.join(place, "m.mo"), INSIDE)
        for model, stop in (("Slow", "1e5"), ("Stuck", "1")):
            waits = []  # the other tests may hold the processors
            for ending in ("csv", "mat"):
                out = os.path.join(place, f"{model}.{ending}")
                fmu = os.path.join(place, model + ".fmu")
                foucault("build", path, "--model", model, "-o", fmu, "-q")
                process = subprocess.Popen(
                    [RELEASE, "simulate", fmu, "--stop", stop, "--step",
                     stop if model == "Slow" else "0.1", "--output", out],
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                    preexec_fn=lambda: signal.signal(signal.SIGINT,
                                                     signal.SIG_DFL))
                time.sleep(1)
                begin = time.monotonic()
                process.send_signal(signal.SIGINT)
                process.communicate(timeout=60)
                waits.append(time.monotonic() - begin)
                need(process.returncode == 130, f"{process.returncode}")
                need(os.path.getsize(out) > 0, "no results")
            need(min(waits) < 0.5, f"{model}: {waits} s")


def wait_for_file(place, beginning):
    """Until the steps have begun."""
    for _ in range(400):
        if any(f.startswith(beginning) and
               os.path.getsize(os.path.join(place, f)) > 0
               for f in os.listdir(place)):
            return
        time.sleep(0.05)
    raise Failure("the run does not begin")


def interrupt_ignored():
    """Started with SIGINT ignored it goes on."""
    with folder() as place:
        process = subprocess.Popen(
            [RELEASE, "simulate", decay(place), "--stop", "5e4", "--step",
             "1", "--output", os.path.join(place, "x.csv")],
            stdout=subprocess.PIPE, text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
        wait_for_file(place, ".x.csv")
        process.send_signal(signal.SIGINT)
        stdout, _ = process.communicate(timeout=60)
        need(process.returncode == 0, f"status {process.returncode}")
        words_in(stdout, "time 0 to 50000")


# --- plots ------------------------------------------------------------------

def several_plots():
    fmu = fmu_of("multibody/pendulum")
    with folder() as place:
        for ending in ("svg", "png", "html"):
            out = os.path.join(place, "p." + ending)
            foucault("simulate", fmu, "--plot", "x,y", "--plot", "y:x",
                     "--plot", "lambda", "--plot-file", out)
            need(os.path.getsize(out) > 4000, ending)
        text = read(os.path.join(place, "p.svg"))
        labels = re.findall(r"<text[^>]*>([^<]+)</text>", text)
        need([n for n in labels if re.search("[a-z]", n)] == [
            "Pendulum", "time [s]", "[m]", "x", "y", "x [m]", "y [m]",
            "time [s]", "lambda [N]"], f"three pictures: {labels}")
        page = read(os.path.join(place, "p.html"))
        words_in(page, 'name="viewport"', "<svg", "</svg>")
        done = foucault("simulate", fmu, "--plot", "x", "--plot", "y,,",
                        status=2)
        words_in(done.stderr, "--plot needs names")


def runs(place):
    """Three runs of a damped oscillator: two tables, one MATLAB file."""
    model = write(os.path.join(place, "o.mo"), """model O
  Real x(unit = "m", start = 1, fixed = true), v(start = 0, fixed = true);
  parameter Real k = 1;
  Boolean up = v > 0;
equation
  der(x) = v;
  der(v) = -k*x;
end O;
""")
    fmu = os.path.join(place, "o.fmu")
    quick_build(model, "-o", fmu, "--quiet")
    found = []
    for name, words in (("slow.csv", []), ("fast.mat", ["--set", "k=4"]),
                        ("short.csv", ["--stop", "2"])):
        found.append(os.path.join(place, name))
        foucault("simulate", fmu, "--stop", "5", "-o", found[-1], *words)
    return found


def labels_of(svg):
    return re.findall(r"<text[^>]*>([^<]+)</text>", svg)


def plot_of_runs():
    """foucault plot: several runs in one picture, of tables and MATLAB files;
    one of them knows the unit."""
    with folder() as place:
        files = runs(place)
        out = os.path.join(place, "p.svg")
        done = foucault("plot", *files, "--vars", "x", "-o", out)
        words_in(done.stdout, "different times: slow at 5, fast at 5, short "
                 "at 2", f"{out}: 3 runs")
        text = read(out)
        words = [n for n in labels_of(text) if re.search("[a-z]", n)]
        need(words == ["x", "time [s]", "x [m]", "slow", "fast", "short"],
             str(words))
        need("prefers-color-scheme: dark" in text, "no dark colours")
        paths = re.findall(r'<path class="fp-line (fp-c\d fp-d\d)" d="([^"]*)"',
                           text)
        need([p[0] for p in paths] == ["fp-c0 fp-d0", "fp-c1 fp-d1",
                                       "fp-c2 fp-d2"], str(paths)[:300])
        ends = [float(p[1].rsplit("L", 1)[1].split()[0]) for p in paths]
        begin = float(paths[0][1][1:].split()[0])
        need(ends[0] == ends[1] and abs((ends[2] - begin)/(ends[0] - begin)
                                        - 0.4) < 1e-3, str(ends))

        # the same numbers, whichever way they are stored
        mat = os.path.join(place, "same.mat")
        foucault("simulate", os.path.join(place, "o.fmu"), "--stop", "5",
                 "-o", mat)
        foucault("plot", files[0], mat, "--vars", "x,up", "--vars", "v:x",
                 "-o", out)
        curves = re.findall(r'<path class="fp-line [^"]*" d="([^"]*)"',
                            read(out))
        need(len(curves) == 6 and curves[0] == curves[1]
             and curves[2] == curves[3] and curves[4] == curves[5],
             f"{len(curves)} curves differ")
        words_in(read(out), "x, slow [m]", "x, same [m]", "v")
        small = write(os.path.join(place, "small.csv"),
                      'Time;"a b"\n0;1,5\n1;2,5\n')
        foucault("plot", small, "-o", out)
        words_in(read(out), "a b", "time [s]", ">2.4</text>")
        report = json.loads(foucault("plot", small, "-o", out,
                                     "--json").stdout)
        need(report["plot"] == out and report["runs"] == [
            {"name": "small", "file": small, "points": 2}], str(report))
        need(re.search(r"\*", foucault("plot", files[0], "--vars",
                                       "x").stdout), "no terminal")


def plot_faults():
    """What a newcomer gets wrong is named, and an old picture stays."""
    with folder() as place:
        slow, fast, _ = runs(place)
        out = write(os.path.join(place, "p.html"), "old")

        def fails(text, *words, status=1):
            done = foucault("plot", *words, "-o", out, status=status)
            words_in(done.stderr, text)
            need(read(out) == "old", "the old picture is gone")
            return done.stderr

        def table(text):
            return write(os.path.join(place, "t.csv"), text)
        words_in(fails("E609", slow, "--vars", "xx"), slow,
                 "no variable 'xx'; did you mean 'x'?")
        fails("it has time, x, v, k", slow, "--vars", "temperature")
        words_in(fails("no column 'time'", table("a,b\n1,2\n2,3\n")),
                 "it has a, b", "--vars b:a")
        foucault("plot", table("a,b\n1,2\n"), "--vars", "b:a", "-o",
                 os.path.join(place, "x.svg"))
        fails("line 1: numbers, where the names", table("0,1\n1,2\n"))
        fails("line 3: fewer fields", table("time,a\n0,1\n1\n"))
        fails("line 2: more fields", table("time,a\n0,1,2\n"))
        fails("no rows", table("time,a\n"))
        fails("the file is empty", table(""))
        fails("has texts, not numbers", table("time,a\n0,on\n1,off\n"),
              "--vars", "a")
        fails("No such file", os.path.join(place, "none.csv"))
        fails("what should be drawn? --vars x,y", table(
            "time," + ",".join("abcdefg") + "\n" + "0,"*7 + "0\n"), status=2)
        fails("--vars needs names", slow, "--vars", "x,,y", status=2)
        done = foucault("plot", slow, "-o", "x.bmp", status=2)
        words_in(done.stderr, ".svg, .png or .html")
        with open(fast, "rb") as file:
            data = file.read()
        for n in (0, 3, 30, 200, len(data)//2, len(data) - 1):
            damaged = os.path.join(place, "d.mat")
            with open(damaged, "wb") as file:
                file.write(data[:n])
            fails("not a result file of MATLAB's level 4", damaged)


def plot_on_terminal():
    """As wide as the terminal, coloured there and plain elsewhere."""
    fmu = fmu_of("multibody/pendulum")
    status, report = on_terminal([RELEASE, "simulate", fmu, "--plot", "x,y"],
                               env=dict(os.environ, TERM="xterm"))
    colours = set(re.findall(r"\x1b\[1;3(\d)m", report))
    need(status == 0 and len(colours) == 2, f"{colours}: {report[:500]}")
    plain = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", report)
    width = max(len(line.rstrip()) for line in plain.splitlines())
    need(90 <= width <= 100, f"{width} columns")
    need("\x1b" not in foucault("simulate", fmu, "--plot", "x,y").stdout,
         "escapes in a pipe")


def plot_names():
    """The nearest names are suggested, wherever a name is typed."""
    fmu = fmu_of("multibody/pendulum")
    for words in (["--plot", "x", "--plot", "lamda"], ["--plot", "y:lamda"],
                  ["--variables", "x,lamda"], ["--set", "lamda=1"]):
        done = foucault("simulate", fmu, *words, status=1)
        words_in(done.stderr, "E605", "did you mean 'lambda'?")
    with folder() as place:
        model, table = signals(place)
        write(table, "time,kk\n0,1\n")
        done = foucault("simulate", model, "--inputs", table, status=1)
        words_in(done.stderr, "did you mean 'k'?")
        rods = write(os.path.join(place, "rods.mo"), """model Rods
  model Rod
    Real T = time;
  end Rod;
  Rod hot[3];
end Rods;
""")
        done = foucault("simulate", rods, "--plot", "hot.T", status=1)
        words_in(done.stderr, "it is an array: hot[1].T to hot[3].T")
        done = foucault("simulate", rods, "--variables", "hot.T", "--json")
        need(list(json.loads(done.stdout)["final"]) ==
             [f"hot[{k}].T" for k in (1, 2, 3)], "all elements of an array")


def plot_quoted_names():
    """A name that begins with a quote, as curve, axis and title."""
    with folder() as place:
        model = os.path.join(place, "q.mo")
        write(model, "model Q\n  Real 'my var'(start = 1, fixed = true);\n"
              "  Real 'as \\' b' = 2;\nequation\n  der('my var') = 1;\n"
              "end Q;\n")
        for words in ("'my var'", "time:'my var'", "'my var','as \\' b'"):
            done = foucault("simulate", model, "--plot", words)
            words_in(done.stdout, "'my var'")
            need("line" not in done.stderr, done.stderr)


def no_gnuplot():
    """Without it the results are there, and what to install is reported."""
    with folder() as place:
        out = os.path.join(place, "x.csv")
        done = foucault("simulate", fmu_of("multibody/pendulum"), "--plot",
                        "x", "--output", out, status=1,
                        env=dict(os.environ, PATH=place))
        words_in(done.stderr, "E606", "apt-get install gnuplot-nox")
        words_in(done.stdout, f"results in {out}")
        need(len(rows_of(out)) == 501, "rows")


def collect(runner):
    for test in (inputs_exact, inputs_discrete, inputs_exchange, inputs_faulty,
                 rows_at_events, same_with_event_rows, event_on_the_grid,
                 mat_readers,
                 mat_shares, mat_bytes, interrupted, interrupted_formats,
                 interrupted_inside, interrupted_soon, exchange,
                 interrupt_ignored, not_finite, several_plots, plot_on_terminal,
                 plot_of_runs, plot_faults, plot_names, plot_quoted_names, no_gnuplot):
        runner.add(f"results/{test.__name__}", test)
