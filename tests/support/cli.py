"""The command line: words, exit status, JSON, bad input, full disks."""

import contextlib
import csv
import html.parser
import json
import os
import resource
import shutil
import signal
import subprocess
import tempfile
import time
import warnings
import zipfile

from .suite import (BUILD, DEV, Failure, LIBRARIES, RELEASE, folder, fmu_of,
                    foucault, model_file, need, read, run, write)

PENDULUM = model_file("multibody/pendulum")
DEMO = """model Demo "falls"
  parameter Real k = 2;
  Real x(start = 1, fixed = true);
equation
  der(x) = -k*x;
  annotation(experiment(StopTime = 1));
end Demo;
"""


def demo(place):
    return write(os.path.join(place, "demo.mo"), DEMO)


def words_in(text, *words):
    for word in words:
        need(word in text, f"{word!r} is not in:\n{text[:1500]}")


# --- help and wrong usage ---------------------------------------------------

def help_texts():
    words_in(foucault("--help").stdout, "build", "simulate", "flatten", "info",
             "exit status")
    words_in(foucault("--version").stdout, "foucault 0.")
    for command, word in (("build", "--model"), ("simulate", "--plot"),
                          ("flatten", "--set"), ("info", "--json")):
        words_in(foucault(command, "--help").stdout, "usage:", word)
    # a long list of choices is not cut
    words_in(foucault("build", "--help").stdout,
             "dummy|none|baumgarte|ggl|projection|minimal-extension|angles  index")


def wrong_usage():
    for words, report in (
            ([], "usage:"),
            (["biuld"], "did you mean 'build'?"),
            (["frobnicate"], "unknown command"),
            (["compare"], "usage: foucault compare"),
            (["build", "x.mo", "--reduction", "baumgart"],
             "did you mean 'baumgarte'?"),
            (["compare", "x.mo", "--plot-file", "x.bmp"], "must end in .svg"),
            (["check", PENDULUM], "is a Modelica file: foucault build"),
            (["build"], "usage: foucault build"),
            (["build", "x.mo", "--modle", "M"], "did you mean '--model'?"),
            (["build", "x.mo", "--frobnicate"], "unknown option"),
            (["simulate", "x.fmu", "--tol", "1e-6"],
             "did you mean '--tolerance'?"),
            (["build", "x.mo", "--no-color"], "did you mean '--color never'?"),
            (["simulate", "x.fmu", "--no-event-proof"], "for Modelica files"),
            (["build", "x.mo", "-z"], "unknown option"),
            (["build", "x.mo", "--plot", "x"], "no option '--plot'"),
            (["build", "x.mo", "--output"], "needs a value"),
            (["build", "x.mo", "--json=yes"], "takes no value"),
            (["build", "x.mo", "--stop", "soon"], "needs a number"),
            (["build", "x.mo", "--stop", "nan"], "needs a number"),
            (["build", "x.mo", "--tolerance", "0"], "greater than zero"),
            (["build", "x.mo", "--type", "bath"], "did you mean 'both'?"),
            (["build", "x.mo", "--set", "x"], "NAME=VALUE"),
            (["build", "x.mo", "--dump", "flaten"], "did you mean 'flatten'?"),
            (["build", "x.mo", "--solver", "ida", "--method", "adams"],
             "has BDF only"),
            (["build", "x.mo", "--method", "euler"], "one of auto|bdf|adams"),
            (["simulate", "x.fmu", "--method", "bdf"], "was built with"),
            (["build", "x.mo", "-L"], "needs a value"),
            (["build", "x.mo", "--no-warn", "W999"], "code of a warning"),
            (["build", "x.mo", "--no-warn", "E202"], "code of a warning"),
            (["simulate", "x.mo", "--plot-file", "x.svg"], "--plot"),
            (["simulate", "x.mo", "--plot", "x", "--plot-file", "x.pdf"],
             ".svg, .png or .html"),
            (["simulate", "x.mo", "--plot", "x,,y"], "--plot needs names"),
            (["info", "a.fmu", "b.fmu"], "one FMU")):
        done = foucault(*words, status=2)
        words_in(done.stderr, report)
        need(not done.stdout, f"{words}: output on stdout")


# --- build ------------------------------------------------------------------

def check_keys(document, keys):
    missing = [key for key in keys if key not in document]
    need(not missing, f"keys {missing} are missing: {document}")


def build_json():
    with folder() as place:
        out = os.path.join(place, "p.fmu")
        done = foucault("build", PENDULUM, "-o", out, "--json")
        document = json.loads(done.stdout)
        check_keys(document, ["model", "fmu", "equations", "variables",
                              "states", "seconds", "diagnostics"])
        check_keys(document["seconds"], ["parse", "flatten", "reduce", "emit",
                                         "compile", "package"])
        need(document["model"] == "Pendulum", "model")
        need(document["fmu"] == out and os.path.exists(out), "fmu")
        need(document["states"] == 2, "states")
        need(all(s >= 0 for s in document["seconds"].values()), "seconds")
        need(document["seconds"]["compile"] > 0, "the compiler took no time")


def build_json_of_a_fault():
    with folder() as place:
        bad = write(os.path.join(place, "bad.mo"),
                    "model Bad\n  Real x;\nequation\n  x = y;\nend Bad;\n")
        done = foucault("build", bad, "--json", status=1)
        document = json.loads(done.stdout)
        check_keys(document, ["model", "fmu", "diagnostics"])
        need(document["fmu"] is None, "fmu is not null")
        first = document["diagnostics"][0]
        check_keys(first, ["severity", "code", "file", "line", "column",
                           "message", "notes"])
        need((first["severity"], first["code"], first["line"],
              first["column"]) == ("error", "E202", 4, 7), str(first))
        words_in(done.stderr, "bad.mo:4:7: error E202")


def build_default_name():
    with folder() as place:
        write(os.path.join(place, "two.mo"),
              DEMO + DEMO.replace("Demo", "Other"))
        foucault("build", "two.mo", cwd=place)
        foucault("build", "two.mo", "--model", "Demo", cwd=place)
        need(sorted(os.listdir(place)) == ["Demo.fmu", "Other.fmu", "two.mo"],
             str(os.listdir(place)))


def build_types():
    with folder() as place:
        out = os.path.join(place, "x.fmu")
        for kind, cs, me in (("cs", True, False), ("me", False, True),
                             ("both", True, True)):
            foucault("build", demo(place), "-o", out, "--type", kind)
            report = json.loads(foucault("info", out, "--json").stdout)
            need((report["co_simulation"] is not None) == cs and
                 (report["model_exchange"] is not None) == me, kind)


def build_experiment():
    with folder() as place:
        out = os.path.join(place, "x.fmu")
        foucault("build", demo(place), "-o", out, "--start", "1", "--stop",
                 "3", "--step", "0.5", "--tolerance", "1e-5")
        report = json.loads(foucault("info", out, "--json").stdout)
        need(report["default_experiment"] == {
            "start": 1, "stop": 3, "step": 0.5, "tolerance": 1e-5},
            str(report["default_experiment"]))


def build_set():
    with folder() as place:
        done = foucault("simulate", demo(place), "--set", "k=0", "--set",
                        "x=3", "--json")
        need(json.loads(done.stdout)["final"]["x"] == 3, done.stdout)
        done = foucault("build", demo(place), "--set", "nothing=1", status=1)
        words_in(done.stderr, "E210")


TWICE_OF_C = """package P
  function twice
    input Real x;
    output Real y;
    external "C" y = p_twice(x) annotation(Library = "twice",
      Include = "#include \\"twice.h\\"");
  end twice;
  model M
    Real x(start = 1, fixed = true);
  equation
    der(x) = -twice(x);
  end M;
end P;
"""


def same_bytes_of_libraries():
    """An FMU does not tell in which folder the library was."""
    seen = set()
    with folder() as place:
        for name in "one", "the_other/deeper":
            library = os.path.join(place, name, "P")
            files = os.path.join(library, "Resources")
            for part in "Include", "Library":
                os.makedirs(os.path.join(files, part))
            write(os.path.join(library, "package.mo"), TWICE_OF_C)
            write(os.path.join(files, "Include", "twice.h"),
                  "double p_twice(double x);\n")
            write(os.path.join(files, "Library", "twice.c"),
                  "double p_twice(double x) { return 2*x; }\n")
            fmu = os.path.join(place, "m.fmu")
            foucault("build", "-L", os.path.dirname(library), "--model",
                     "P.M", "-o", fmu)
            with open(fmu, "rb") as file:
                seen.add(file.read())
            with zipfile.ZipFile(fmu) as archive:
                for entry in archive.namelist():
                    need(place.encode() not in archive.read(entry),
                         f"{entry} has the folder")
        need(len(seen) == 1, "other bytes from another folder")


def same_bytes():
    """Other folder, other temporary folder, other time: the same FMU."""
    with folder() as a, folder() as b:
        for place in (a, b):
            shutil.copy(PENDULUM, os.path.join(place, "pendulum.mo"))
            os.mkdir(os.path.join(place, "t"))
            env = dict(os.environ, TMPDIR=os.path.join(place, "t"))
            foucault("build", "pendulum.mo", cwd=place, env=env)
            time.sleep(2.1)  # zip files count in two seconds
        one, two = (open(os.path.join(p, "Pendulum.fmu"), "rb").read()
                    for p in (a, b))
        need(one == two, "the bytes differ")


def quiet_and_verbose():
    with folder() as place:
        out = os.path.join(place, "x.fmu")
        done = foucault("build", demo(place), "-o", out, "--quiet")
        need(done.stdout == "" and done.stderr == "", "not quiet")
        done = foucault("build", demo(place), "-o", out, "--verbose")
        words_in(done.stderr, "parse:", "reduce:")


def dump_and_build():
    with folder() as place:
        for words in (["parse"], ["flatten"], ["lower"], ["reduce"], ["c"]):
            done = foucault("build", "demo.mo", f"--dump={words[0]}",
                            cwd=os.path.dirname(demo(place)))
            need(len(done.stdout) > 20, f"--dump={words[0]} printed nothing")
        need(os.listdir(place) == ["demo.mo"], "--dump built an FMU")
        out = os.path.join(place, "x.fmu")
        foucault("build", demo(place), "--dump=flatten", "-o", out)
        need(os.path.exists(out), "--dump with -o built no FMU")


# --- flatten, info ----------------------------------------------------------

def flatten_twice():
    """The flat model is Modelica: flattening it again changes nothing."""
    for model in (PENDULUM, model_file("functions/external_spring")):
        with folder() as place:
            first = foucault("flatten", model).stdout
            again = write(os.path.join(place, "flat.mo"), first)
            allowed = ["--allow-path", os.path.dirname(model)]
            need(foucault("flatten", again, *allowed).stdout == first,
                 f"{model}: not a fixed point")


PACKAGE = """package P
  constant Real c = 2*d;
  constant Integer d = 3;
  partial package Medium
    replaceable partial function h input Real t; output Real y; end h;
  end Medium;
  package Q
    model Good Real x; equation der(x) = -c*x; end Good;
    model Bad Real x; equation der(x) = -cc*x; end Bad;
    block Sized parameter Integer n; Real v[n] = fill(time, n); end Sized;
    model Wet
      replaceable package M = Medium;
      Real y = M.h(time);
    end Wet;
    partial model Base Real y; end Base;
    model Alone Base b; equation b.y = 1; end Alone;
  end Q;
  model Worse Q.Bad b; end Worse;
end P;
"""


def flatten_package():
    """Constants, and one line for each model; each error once."""
    with folder() as place:
        path = write(os.path.join(place, "p.mo"), PACKAGE)
        done = foucault("flatten", path, status=1)
        words_in(done.stdout, "package P", "constant Real c = 6;",
                 "// P.Q.Good: 1 equation in 1 unknown",
                 "// P.Q.Bad has errors", "// P.Worse has errors",
                 "// P.Q.Sized is a part of other models: ",
                 "// P.Q.Wet is a part of other models: ",
                 "// P.Q.Alone has errors")
        need("P.Q.Base" not in done.stdout, done.stdout)
        need(done.stderr.count("unknown name 'cc'") == 1, done.stderr)
        document = json.loads(
            foucault("flatten", path, "--json", status=1).stdout)
        need([m["error"] is None for m in document["models"]] ==
             [True, False, True, True, False, False], document["models"])
        good = PACKAGE.replace("-cc*x", "-c*x").replace("Base b", "Good b")
        path = write(os.path.join(place, "p.mo"),
                     good.replace("equation b.y = 1; ", ""))
        foucault("flatten", path, "--model", "P.Q")
        foucault("build", path, status=1)


def unused_classes():
    """Classes that nothing uses keep the rules, too."""
    text = ("model M record R Real x; equation x = 1; end R; "
            "Real y = time; end M;")
    with folder() as place:
        path = write(os.path.join(place, "m.mo"), text)
        words_in(foucault("flatten", path, status=1).stderr, "E241",
                 "record 'R' cannot have equations")


def simulate_assertions():
    text = ('model A parameter Real k = 1; Real x(start = 1, fixed = true), '
            'y = -x; equation der(x) = -k*x; assert(k > 0, "k is bad"); '
            'assert(y < -0.1, "y is high"); end A;')
    with folder() as place:
        path = os.path.join(place, "a.mo")
        write(path, text)
        foucault("simulate", path, "--stop", "2")
        done = foucault("simulate", path, "--stop", "3", status=1)
        words_in(done.stderr, "y is high", "fmi2DoStep")
        done = foucault("simulate", path, "--set", "k=-1", status=1)
        words_in(done.stderr, "k is bad", "fmi2ExitInitializationMode")
        # in a function that could be an expression too
        write(path, "model B function f input Real x; output Real y; algorithm "
              'assert(x >= 0, "negative"); y := 2*x; end f; '
              "Real z = f(time); end B;")
        foucault("simulate", path)
        done = foucault("simulate", path, "--start", "-1", status=1)
        words_in(done.stderr, "the function B.f(-1) fails: negative")


class PageParser(html.parser.HTMLParser):
    """Every element is closed, nothing comes from elsewhere; links, where a
    page may have them, stay on the disk and lead to places that exist."""
    EMPTY = {"meta", "br", "rect"}

    def __init__(self, text, links=False):
        super().__init__()
        self.open, self.seen = [], {}
        self.links, self.targets, self.places = links, [], set()
        self.feed(text)
        need(not self.open, f"not closed: {self.open}")
        lost = [t for t in self.targets if t.startswith("#") and
                t[1:] not in self.places]
        need(not lost, f"links to nowhere: {lost}")

    def handle_starttag(self, tag, attrs):
        self.seen[tag] = self.seen.get(tag, 0) + 1
        for name, value in attrs:
            if name == "id":
                self.places.add(value)
            if name in ("src", "href"):
                need(self.links and ":" not in value, f"{name}={value}")
                self.targets.append(value)
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen[tag] = self.seen.get(tag, 0) + 1

    def handle_endtag(self, tag):
        if tag in self.EMPTY:
            return
        need(self.open and self.open[-1] == tag,
             f"</{tag}> closes {self.open[-3:]}")
        self.open.pop()


def explain_html():
    with folder() as place:
        page = os.path.join(place, "x.html")
        done = foucault("explain", PENDULUM, "--html", page)
        need(done.stdout == "", done.stdout)
        with open(page, encoding="utf-8") as file:
            text = file.read()
        parsed = PageParser(text)
        need(parsed.seen["svg"] == 2, f"{parsed.seen}")
        need("http" not in text and "url(" not in text, "outside links")
        for words in ("structural index 3", "Step 1.", "x^2 + y^2 = L^2",
                      "differentiated once", "Selection sets",
                      "all candidates are in the selection sets",
                      "name=\"viewport\"", "<title>equation 1: "):
            need(words in text, f"no {words!r} in the page")
        need("<tbody>\n</tbody>" not in text, "an empty table")
        # names of the model cannot break the page
        model = write(os.path.join(place, "q.mo"),
                      "model Q\n  Real 'a<b>&c' = time + 1;\nend Q;\n")
        foucault("explain", model, "--html", page)
        with open(page, encoding="utf-8") as file:
            text = file.read()
        PageParser(text)
        need("&lt;b&gt;&amp;c" in text and "<b>&c" not in text, "not escaped")
        # a failed run leaves the old page
        bad = write(os.path.join(place, "bad.mo"), "model B\n  Real x;\nend B;")
        foucault("explain", bad, "--html", page, status=1)
        with open(page, encoding="utf-8") as file:
            need(file.read() == text, "the old page is gone")
        foucault("explain", model, "--html",
                 os.path.join(place, "none", "x.html"), status=1)
        # sets of streams have a word of their own
        foucault("explain", model_file("process/junction"), "--html", page,
                 program=DEV)
        with open(page, encoding="utf-8") as file:
            need("<li>mixed: " in file.read(), "no set of streams")
        # large models: the matrix is reduced
        ladder = write(os.path.join(place, "ladder.mo"), LADDER)
        big = foucault("explain", ladder, "--html", page)
        with open(page, encoding="utf-8") as file:
            text = file.read()
        PageParser(text)
        need("800 equations" in text, "other sizes")
        need(len(text) < 2000000, f"{len(text)} bytes")
        need(big.stdout == "", big.stdout)


LADDER = """model Ladder
  parameter Integer n = 400;
  Real v[n](each start = 0, each fixed = true), i[n];
equation
  i[1] = sin(time) - v[1];
  for k in 2:n loop
    i[k] = v[k - 1] - v[k];
  end for;
  for k in 1:n - 1 loop
    der(v[k]) = i[k] - i[k + 1];
  end for;
  der(v[n]) = i[n];
end Ladder;
"""


def set_structural():
    """A parameter that is a size is set before it is used."""
    with folder() as place:
        ladder = write(os.path.join(place, "ladder.mo"), LADDER)
        done = foucault("build", ladder, "--set", "n=3", cwd=place)
        words_in(done.stdout, "6 equations, 6 variables, index 1, 3 states")
        done = foucault("build", ladder, "--set", "n=3.5", status=1, cwd=place)
        words_in(done.stderr, "E210")
        words_in(done.stderr, "must be a whole number")


DIVISION = """model Division
  parameter Real L = 1;
  Real i(start = 0, fixed = true), x[20];
equation
  L*der(i) = 1 - i;
  for k in 1:20 loop
    (time - k/2)*x[k] = i;
  end for;
end Division;
"""


ROUNDING = """model Rounding
  Real c = cos(time), s = sin(time), y;
equation
  (c^2 + s^2 - 1)*y = 1;
end Rounding;
"""


def zero_divisors():
    """A parameter that is zero is named when the FMU is initialized, a
    factor that becomes zero at that time, from a loop of generated code too."""
    with folder() as place:
        path = write(os.path.join(place, "division.mo"), DIVISION)
        fmu = os.path.join(place, "division.fmu")
        foucault("build", path, "-o", fmu)
        done = foucault("simulate", fmu, "--set", "L=0", status=1)
        words_in(done.stderr, "division.mo:5: L*der(i) = 1 - i cannot be "
                 "solved for der(i): the factor L is 0")
        done = foucault("simulate", path, "--start", "1", "--stop", "2",
                        status=1)
        words_in(done.stderr, "at time 1 ", "division.mo:7: (time - k/2)*x[k] "
                 "= i cannot be solved for x[2]: the factor time - 1 is 0")
        foucault("simulate", path, "--stop", "0.4")
        path = write(os.path.join(place, "rounding.mo"), ROUNDING)
        for start in ("0", "1.4", "1.6", "2.8"):
            done = foucault("simulate", path, "--start", start, "--stop", "3",
                            status=1)
            words_in(done.stderr, "cannot be solved for y: the factor "
                     "c^2 + s^2 - 1 is ")


PIVOTS = """model Pivots
  Real a, b, c[20], d[20];
equation
  time*a + b = 1;
  a + time*b = 2;
  for k in 1:20 loop
    (k - 1e4*time)*c[k] + d[k] = k;
    c[k] + 2*d[k] = time;
  end for;
end Pivots;
"""


def formula_pivots():
    """Linear loops are solved by formulas; where their pivots are zero or
    small, alone and among twins, the solution is as good as elsewhere, and a
    singular loop is reported."""
    with folder() as place:
        path = write(os.path.join(place, "pivots.mo"), PIVOTS)
        out = os.path.join(place, "pivots.csv")
        foucault("simulate", path, "--stop", "0.002", "--step", "0.0001",
                 "--output", out)
        for row in rows_of(out):
            t = row["time"]
            close(row["a"], (2 - t)/(1 - t*t))
            close(row["b"], (1 - 2*t)/(1 - t*t))
            for k in range(1, 21):
                factor = k - 1e4*t
                close(row[f"d[{k}]"], (factor*t - k)/(2*factor - 1))
        done = foucault("simulate", path, "--start", "1", "--stop", "2",
                        status=1)
        words_in(done.stderr, "depend on each other, and contradict each other",
                 "pivots.mo:5: a + time*b = 2")


def rows_of(path):
    with open(path, encoding="utf-8") as text:
        return [{name: float(value) for name, value in row.items()}
                for row in csv.DictReader(text)]


def close(value, wanted):
    need(abs(value - wanted) <= 1e-9*(1 + abs(wanted)), (value, wanted))


def explain_plot():
    """The model is simulated for its page: curves with their names."""
    with folder() as place:
        page = os.path.join(place, "x.html")
        done = foucault("explain", PENDULUM, "--html", page, "--plot", "x,y",
                        "--plot", "y:x", "--stop", "2")
        need(done.stdout == "", done.stdout)
        text = read(page)
        words_in(text, "What it does", ">time [s]</text>", ">2</text>")
        need(text.count("<svg") == 3 and text.count("</svg>") == 3, "svg")
        need("<?xml" not in text, "the head of a file in the page")
        done = foucault("explain", PENDULUM, "--html", page, "--plot", "xx",
                        status=1)
        words_in(done.stderr, "E605", "did you mean")
        need(read(page) == text, "the old page is gone")
        done = foucault("explain", PENDULUM, "--plot", "x", status=2)
        words_in(done.stderr, "--plot needs --html")


def explain_json():
    report = json.loads(foucault("explain", PENDULUM, "--json").stdout)
    for key in ("model", "index", "equations", "states", "dummies",
                "selection_sets", "blocks", "sizes", "initial", "diagnostics"):
        need(key in report, f"explain --json has no key {key}")
    need(report["index"] == 3, report["index"])
    counts = sorted(e["differentiated"] for e in report["equations"])
    need(counts[-1] == 2 and sum(counts) == 2, counts)
    circle, = report["selection_sets"]
    need(circle["candidates"] == ["y", "x", "vy", "vx"], circle)
    need(circle["select"] == 2, circle)
    need(report["circles"] == 1, report["circles"])
    sizes = report["sizes"]
    need(sizes["after"] == sizes["before"] + 2, sizes)


def info_text_and_json():
    fmu = fmu_of("multibody/pendulum")
    words_in(foucault("info", fmu).stdout, "Pendulum", "Co-Simulation",
             "Model Exchange", "linux64", "parameter", "lambda")
    report = json.loads(foucault("info", fmu, "--json").stdout)
    check_keys(report, ["fmu", "model", "guid", "fmi_version", "co_simulation",
                      "model_exchange", "states", "default_experiment",
                      "platforms", "variables", "bytes", "diagnostics"])
    need(report["bytes"] == os.path.getsize(fmu), "bytes")
    need(len(report["states"]) == 2, "states")
    need(report["default_experiment"]["stop"] == 10, "stop")
    with folder() as place:
        many = write(os.path.join(place, "Many.mo"), "model Many\n  Real v[50]("
                     "each start = 1, each fixed = true);\nequation\n"
                     "  der(v) = -v;\nend Many;\n")
        fmu = os.path.join(place, "Many.fmu")
        foucault("build", many, "--compiler", "fast", "-q", "-o", fmu)
        words_in(foucault("info", fmu).stdout, "v[40] and 10 more\n")
        report = json.loads(foucault("info", fmu, "--json").stdout)
        need(len(report["states"]) == 50, "all states in JSON")


# --- simulate ---------------------------------------------------------------

def simulate_json():
    done = foucault("simulate", fmu_of("multibody/pendulum"), "--json")
    report = json.loads(done.stdout)
    check_keys(report, ["model", "stop", "steps", "rhs_evaluations",
                      "jacobians", "events", "pivots", "restarts", "wall_s",
                      "final", "diagnostics"])
    need(report["stop"] == 10, "stop")
    need(report["steps"] > 10 and report["rhs_evaluations"] > 10,
         "no statistics from the FMU")
    need(abs(report["final"]["x"]**2 + report["final"]["y"]**2 - 1) < 1e-6,
         "final")


AT_START = """model AtStart "Outputs without elements, too"
  function f
    input Real u;
    output Real none[0];
    output Real y = 2*u;
  algorithm
  end f;
  Real x(start = 3, fixed = true), none[0], y;
equation
  der(x) = -x;
  (none, y) = f(x);
  annotation(experiment(StartTime = 1, StopTime = 1));
end AtStart;
"""


def simulate_start():
    """Start and stop times that are equal: initialization alone."""
    with folder() as place:
        path, fmu = (os.path.join(place, "AtStart" + e)
                     for e in (".mo", ".fmu"))
        write(path, AT_START)
        for words in ((), ("--type", "me"), ("--solver", "ida")):
            done = foucault("simulate", path, "--output", "-", *words)
            rows = list(csv.DictReader(done.stdout.splitlines()))
            need(len(rows) == 1, done.stdout)
            row = {name: float(value) for name, value in rows[0].items()}
            need((row["time"], row["x"], row["y"]) == (1, 3, 6), str(row))
        foucault("build", path, "-o", fmu, "-q")
        foucault("check", fmu)
        done = foucault("simulate", fmu, "--stop", "0.5", status=2)
        words_in(done.stderr, "the stop time 0.5 is before the start time 1")


def simulate_large():
    """The limit of the description is not in the way of what we make, is
    named, and can be set."""
    fmu = fmu_of("multibody/pendulum")
    for words in (("simulate",), ("info",), ("check",)):
        env = {**os.environ, "FOUCAULT_DESCRIPTION_LIMIT": "0.001"}
        done = foucault(*words, fmu, env=env, status=1)
        words_in(done.stderr + done.stdout, "too large")
        foucault(*words, fmu,
                 env={**os.environ, "FOUCAULT_DESCRIPTION_LIMIT": "1"})


def simulate_csv():
    with folder() as place:
        out = os.path.join(place, "p.csv")
        foucault("simulate", fmu_of("multibody/pendulum"), "--output", out,
                 "--variables", "y,x", "--stop", "1", "--step", "0.3")
        rows = list(csv.reader(open(out)))
        need(rows[0] == ["time", "y", "x"], str(rows[0]))
        need([float(r[0]) for r in rows[1:]] == [0, 0.3, 0.6,
                                                 0.3*3, 1], str(rows))
        x, y = float(rows[1][2]), float(rows[1][1])
        need(repr(x) == rows[1][2] or abs(x - 0.5) < 1e-12, rows[1][2])
        need(abs(x*x + y*y - 1) < 1e-12, "full precision")


def simulate_plots():
    with folder() as place:
        for ending, sign in ((".svg", b"<svg"), (".png", b"\x89PNG"),
                             (".html", b"<!DOCTYPE html>")):
            out = os.path.join(place, "p" + ending)
            foucault("simulate", fmu_of("multibody/pendulum"), "--plot",
                     "x,y:x", "--plot-file", out)
            data = open(out, "rb").read()
            need(sign in data and len(data) > 2000, f"{ending}: no drawing")
        html = open(os.path.join(place, "p.html"), "rb").read()
        need(b"<svg" in html and b"</svg>" in html, "the page has no drawing")
        need(len(os.listdir(place)) == 3, str(os.listdir(place)))
        done = foucault("simulate", fmu_of("multibody/pendulum"), "--plot",
                        "x")
        words_in(done.stdout, "time", "**")


def simulate_without_gnuplot():
    with folder() as place:
        bare = tools(place, "cc", "gcc", "as", "ld")
        old = write(os.path.join(place, "p.png"), "old")
        done = foucault("simulate", fmu_of("multibody/pendulum"), "--plot",
                        "x", "--plot-file", old, env=bare, status=1)
        words_in(done.stderr, "E606", "gnuplot-nox")
        need(read(old) == "old", "the old plot is gone")
        page = os.path.join(place, "p.html")
        foucault("simulate", fmu_of("multibody/pendulum"), "--plot", "x",
                 "--plot-file", page, env=bare)
        need("<svg" in read(page), "a page without gnuplot")


def simulate_unknown_names():
    fmu = fmu_of("multibody/pendulum")
    for words in (["--variables", "lamda"], ["--plot", "lamda"],
                  ["--set", "lamda=1"]):
        done = foucault("simulate", fmu, *words, status=1)
        words_in(done.stderr, "E605", "did you mean 'lambda'?")
    done = foucault("simulate", fmu, "--set", "energy=1", status=1)
    words_in(done.stderr, "E210")
    done = foucault("simulate", fmu, "--set", "m=heavy", status=1)
    words_in(done.stderr, "E210")


# --- bad input --------------------------------------------------------------

def limit_memory():
    """Four times the largest file that is read."""
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))


def bad_file(name, content, code, *report):
    def test():
        with folder() as place:
            path = os.path.join(place, name)
            if content is not None:
                write(path, content() if callable(content) else content)
            for program in (RELEASE, DEV):
                limits = limit_memory if program == RELEASE else None
                for command in ("build", "simulate", "flatten"):
                    done = foucault(command, path, program=program, status=1,
                                    cwd=place, preexec=limits, timeout=60)
                    words_in(done.stderr, code, *report)
                    need(len(done.stderr) < 20000, "too many words")
            need(set(os.listdir(place)) <= {name}, "something was left behind")
    return test


def nested(kind):
    n = 100000
    if kind == "parentheses":
        return "model M\n  Real x = " + "("*n + "1" + ")"*n + ";\nend M;\n"
    if kind == "minus":
        return "model M\n  Real x = " + "-("*n + "1" + ")"*n + ";\nend M;\n"
    if kind == "calls":
        return "model M\n  Real x = " + "sin("*n + "1" + ")"*n + ";\nend M;\n"
    if kind == "classes":
        return "".join(f"model M{i}\n" for i in range(n)) + "".join(
            f"end M{i};\n" for i in reversed(range(n)))
    if kind == "ifs":
        return ("model M\n  Real x = " + "if time > 1 then 1 else ("*n + "2"
                + ")"*n + ";\nend M;\n")
    return ("model M\n  Real x(" + "a("*n + ")"*n + ");\nend M;\n")


def long_chain():
    """Long, not deep: must work."""
    n = 4000
    with folder() as place:
        path = write(os.path.join(place, "long.mo"),
                     "model Long\n  Real x(start = 0, fixed = true);\n"
                     "equation\n  der(x) = " + " + ".join(["time"]*n) +
                     ";\n  annotation(experiment(StopTime = 1));\nend Long;\n")
        done = foucault("simulate", path, "--json", "--tolerance", "1e-9",
                        timeout=120)
        x = json.loads(done.stdout)["final"]["x"]
        need(abs(x - n/2) < 1e-4, f"x(1) is {x}")


BAD = {
    "missing": ("none.mo", None, "E101"),
    "empty": ("empty.mo", "", "E104"),
    "only_comment": ("comment.mo", "// nothing\n/* here */\n", "E104"),
    "binary": ("binary.mo", bytes(range(256))*64, "E102"),
    "utf16": ("utf16.mo", DEMO.encode("utf-16"), "E102"),
    "hundred_megabytes": ("large.mo", lambda: b"// x\n"*20000000, "E103"),
    "nested_parentheses": ("n.mo", lambda: nested("parentheses"), "E122"),
    "nested_minus": ("n.mo", lambda: nested("minus"), "E122"),
    "nested_calls": ("n.mo", lambda: nested("calls"), "E122"),
    "nested_classes": ("n.mo", lambda: nested("classes"), "E122"),
    "nested_ifs": ("n.mo", lambda: nested("ifs"), "E122"),
    "nested_modifications": ("n.mo", lambda: nested("mod"), "E122"),
}


def a_folder_as_file():
    with folder() as place:
        done = foucault("build", place, status=1)
        words_in(done.stderr, "E101")


def tools(place, *names):
    """An environment whose PATH holds only these programs."""
    bare = os.path.join(place, "bin")
    os.makedirs(bare, exist_ok=True)
    for name in names:
        found = shutil.which(name)
        if found:
            os.symlink(found, os.path.join(bare, name))
    return {"PATH": bare}


LINKED = """model Linked
  function f
    input Real u;
    output Real y;
    external "C" y = nearbyint(u) annotation(Library = "m");
  end f;
  Real x = f(time);
end Linked;
"""


def no_compiler():
    """External C code needs one; TinyCC does without."""
    with folder() as place:
        out = write(os.path.join(place, "x.fmu"), "old")
        linked = write(os.path.join(place, "linked.mo"), LINKED)
        done = foucault("build", linked, "-o", out, env=tools(place), status=1)
        words_in(done.stderr, "E502", "apt-get install gcc")
        need(read(out) == "old", "the old FMU is gone")
        done = foucault("build", demo(place), "-o", out, env=tools(place))
        words_in(done.stdout, "compiled by TinyCC")
        foucault("simulate", out, env=tools(place))


def broken_compiler():
    with folder() as place:
        env = tools(place)
        cc = write(os.path.join(env["PATH"], "cc"),
                   "#!/bin/sh\necho broken >&2\nexit 1\n")
        os.chmod(cc, 0o755)
        out = write(os.path.join(place, "x.fmu"), "old")
        done = foucault("build", demo(place), "-o", out, status=1, env=env)
        words_in(done.stderr, "E503", "broken")
        need(read(out) == "old", "the old FMU is gone")


def other_compiler():
    with folder() as place:
        env = dict(os.environ, CC="clang")
        foucault("build", demo(place), cwd=place, env=env)
        foucault("simulate", os.path.join(place, "Demo.fmu"))


@contextlib.contextmanager
def small_disk():
    """A folder on a disk of 40 kB; None where it cannot be made."""
    with folder() as place:
        done = run(["mount", "-t", "tmpfs", "-o", "size=40k", "foucault-test",
                    place])
        if done.returncode != 0:
            yield None
            return
        try:
            yield place
        finally:
            run(["umount", place])


def limit_files():
    """Files of 40 kB at most; writing more is an error, not a signal."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (40960, 40960))


def full_disk():
    with small_disk() as disk, folder() as place:
        target, limits = disk or place, None if disk else limit_files
        out = write(os.path.join(target, "x.fmu"), "old")
        done = foucault("build", PENDULUM, "-o", out, status=1,
                        preexec=limits)
        if disk:
            words_in(done.stderr, "E501")
        need(read(out) == "old", "the old FMU is gone")
        need(os.listdir(target) == ["x.fmu"], str(os.listdir(target)))


def full_disk_csv():
    fmu = fmu_of("multibody/pendulum")
    with small_disk() as disk, folder() as place:
        if not disk:
            return  # FMUs themselves are larger than the limit
        out = write(os.path.join(disk, "x.csv"), "old")
        done = foucault("simulate", fmu, "--output", out, status=1)
        words_in(done.stderr, "E501")
        need(read(out) == "old", "the old table is gone")
        need(os.listdir(disk) == ["x.csv"], str(os.listdir(disk)))


def as_nobody():
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)


def read_only_folder():
    """As an ordinary user: root may write anywhere."""
    with installed() as prefix:
        place = os.path.join(prefix, "readonly")
        os.mkdir(place)
        model = demo(place)
        out = write(os.path.join(place, "x.fmu"), "old")
        os.chmod(out, 0o444)
        os.chmod(place, 0o555)
        try:
            done = foucault("build", model, "-o", out, status=1,
                            program=os.path.join(prefix, "bin/foucault"),
                            preexec=as_nobody, cwd="/")
            words_in(done.stderr, "E501")
            need(read(out) == "old", "the old FMU is gone")
            need(sorted(os.listdir(place)) == ["demo.mo", "x.fmu"],
                 str(os.listdir(place)))
        finally:
            os.chmod(place, 0o755)


def output_in_no_folder():
    with folder() as place:
        out = os.path.join(place, "none", "x.fmu")
        done = foucault("build", demo(place), "-o", out, status=1)
        words_in(done.stderr, "E501")


def full_stdout():
    with open("/dev/full", "w") as full, folder() as place:
        done = subprocess.run([RELEASE, "flatten", demo(place)], stdout=full,
                              stderr=subprocess.PIPE, text=True)
        need(done.returncode == 1, f"status {done.returncode}")


# --- FMUs of strangers ------------------------------------------------------

def archive(place, entries):
    path = os.path.join(place, "x.fmu")
    with zipfile.ZipFile(path, "w") as out:
        for name, text in entries.items():
            out.writestr(name, text)
    return path


def link_archive(place):
    path = os.path.join(place, "x.fmu")
    with zipfile.ZipFile(path, "w") as out:
        info = zipfile.ZipInfo("resources/link")
        info.create_system = 3
        info.external_attr = 0o120777 << 16
        out.writestr(info, "/etc/passwd")
        out.writestr("modelDescription.xml", "<x/>")
    return path


def description(text):
    return lambda place: archive(place, {"modelDescription.xml": text})


BOMB = ('<?xml version="1.0"?><!DOCTYPE b [<!ENTITY a "aaaaaaaaaa">' +
        "".join(f'<!ENTITY a{i} "{"&a" + (str(i - 1) if i else "") + ";"}'
                f'{"&a" + (str(i - 1) if i else "") + ";"}">'
                for i in range(1)) +
        ']><b>&a;</b>')
ROOT_OF = ('<fmiModelDescription fmiVersion="2.0" modelName="x" guid="g">'
           '{}</fmiModelDescription>')

STRANGE = {
    "missing": (lambda p: os.path.join(p, "no.fmu"), "E601"),
    "empty": (lambda p: write(os.path.join(p, "x.fmu"), ""), "E601"),
    "not_a_zip": (lambda p: write(os.path.join(p, "x.fmu"), DEMO), "E601"),
    "folder": (lambda p: os.makedirs(os.path.join(p, "x.fmu")) or
               os.path.join(p, "x.fmu"), "E601"),
    "parent_path": (lambda p: archive(p, {"../escaped.txt": "x"}), "E601"),
    "inner_parent": (lambda p: archive(p, {"a/../../escaped.txt": "x"}),
                     "E601"),
    "absolute_path": (lambda p: archive(p, {"/escaped.txt": "x"}), "E601"),
    "backslash": (lambda p: archive(p, {"..\\escaped.txt": "x"}), "E601"),
    "link": (link_archive, "E601"),
    "no_description": (lambda p: archive(p, {"a.txt": "x"}), "E601"),
    "no_xml": (description("hello"), "E602"),
    "empty_xml": (description(""), "E602: line 1: the file is empty"),
    "cut_xml": (description(ROOT_OF[:60]), "E602"),
    "other_root": (description("<a/>"), "E602"),
    "entities": (description(BOMB), "E602"),
    "outside_entity": (description(
        '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
        + ROOT_OF.format("&e;")), "E602"),
    "fmi_3": (description(ROOT_OF.format("").replace("2.0", "3.0")), "E602"),
    "no_variables": (description(ROOT_OF.format("")), "E602"),
    "bad_reference": (description(ROOT_OF.format(
        '<ModelVariables><ScalarVariable name="x" valueReference="-1"><Real/>'
        '</ScalarVariable></ModelVariables>')), "E602"),
    "bad_identifier": (description(ROOT_OF.format(
        '<CoSimulation modelIdentifier="../../x"/><ModelVariables/>')),
        "E602"),
}


def strange_fmu(make, code):
    def test():
        with folder() as outer:
            place = os.path.join(outer, "in")
            os.mkdir(place)
            path = make(place)
            before = sorted(os.listdir(outer))
            for program in (RELEASE, DEV):
                for command in ("simulate", "info"):
                    done = foucault(command, path, program=program, status=1,
                                    timeout=30)
                    words_in(done.stderr, code)
            need(sorted(os.listdir(outer)) == before, "a file escaped")
    return test


def edited(fmu, to, *pairs):
    """A copy of the FMU with other words in its description."""
    with zipfile.ZipFile(fmu) as source, zipfile.ZipFile(to, "w") as out:
        for name in source.namelist():
            data = source.read(name)
            for before, after in pairs if name.endswith("n.xml") else ():
                need(before.encode() in data, f"no {before}")
                data = data.replace(before.encode(), after.encode())
            out.writestr(name, data)
    return to


def odd_descriptions():
    """What the standard forbids and an FMU has all the same."""
    with folder() as place:
        model = write(os.path.join(place, "m.mo"),
                      "model M\n  Real x = time;\n  annotation(experiment("
                      "StopTime=1, Interval=0.25));\nend M;\n")
        fmu = os.path.join(place, "m.fmu")
        foucault("build", model, "-o", fmu)
        odd = os.path.join(place, "odd.fmu")
        # a log category twice: each is asked for once
        line = '<Category name="logEvents"'
        edited(fmu, odd, (line, 12 * (line + "/>") + line))
        foucault("simulate", odd, program=DEV)
        edited(fmu, odd, ('stepSize="0.25"', 'stepSize="-0.25"'))
        done = foucault("simulate", odd, program=DEV, status=2)
        words_in(done.stderr, "the step -0.25 is not greater than zero")


def written_twice():
    """Some tools write an entry again: the same one is unpacked once."""
    with folder() as place:
        model = write(os.path.join(place, "m.mo"), DEMO)
        fmu = os.path.join(place, "m.fmu")
        foucault("build", model, "-o", fmu, "--quiet")
        for second, status in (("once", 0), ("else", 1)):
            odd = edited(fmu, os.path.join(place, "odd.fmu"))
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                with zipfile.ZipFile(odd, "a") as out:
                    out.writestr("extra/a.txt", "once")
                    out.writestr("extra/a.txt", second)
            done = foucault("simulate", odd, program=DEV, status=status)
            words_in(done.stderr, *["'extra/a.txt' cannot be unpacked: it is "
                                    "there twice, and differs"]*status)


def only_description():
    """No library for this machine."""
    with folder() as place:
        path = archive(place, {"modelDescription.xml": ROOT_OF.format(
            '<CoSimulation modelIdentifier="x"/><ModelVariables/>')})
        foucault("info", path)
        words_in(foucault("simulate", path, status=1).stderr, "E603")
        path = archive(place, {"modelDescription.xml": ROOT_OF.format(
            '<CoSimulation modelIdentifier="x"/><ModelVariables/>'),
            "binaries/linux64/x.so": "no library"})
        words_in(foucault("simulate", path, status=1).stderr, "E603")


def crashing():
    """A library that crashes in its first call: a message and status 1."""
    from .importers import official_functions
    with folder() as place:
        source = write(os.path.join(place, "x.c"), "\n".join(
            f"long {name}(void) {{ return *(volatile long *)0; }}"
            for name in sorted(official_functions())))
        library = os.path.join(place, "x.so")
        done = run(["gcc", "-shared", "-fPIC", source, "-o", library])
        need(done.returncode == 0, done.stderr)
        with open(library, "rb") as file:
            path = archive(place, {
                "modelDescription.xml": ROOT_OF.format(
                    '<CoSimulation modelIdentifier="x"/><ModelVariables/>'),
                "binaries/linux64/x.so": file.read()})
        old = write(os.path.join(place, "x.csv"), "old")
        done = foucault("simulate", path, "--output", old, status=1)
        words_in(done.stderr, "E604", "crashed")
        need(read(old) == "old", "the old table is gone")


def exchange_only():
    with folder() as place:
        out = os.path.join(place, "x.fmu")
        foucault("build", demo(place), "-o", out, "--type", "me")
        foucault("simulate", out)
        foucault("build", demo(place), "-o", out, "--type", "cs")
        words_in(foucault("simulate", out, "--type", "me", status=1).stderr,
                 "E603", "Co-Simulation only")


# --- temporary folders ------------------------------------------------------

def wait_until_empty(place):
    for _ in range(100):
        if not os.listdir(place):
            return
        time.sleep(0.05)
    raise Failure(f"left behind: {os.listdir(place)}")


def leaves_nothing():
    with folder() as place, folder() as other:
        env = dict(os.environ, TMPDIR=place)
        foucault("build", demo(other), env=env, cwd=other)
        foucault("simulate", demo(other), "--plot", "x", "--plot-file",
                 "x.svg", env=env, cwd=other)
        foucault("simulate", demo(other), "--variables", "none", env=env,
                 cwd=other, status=1)
        need(not os.listdir(place), f"left behind: {os.listdir(place)}")


def killed(number):
    """In the middle of a long run: nothing stays, the old table does."""
    def test():
        with folder() as place, folder() as other:
            table = write(os.path.join(other, "x.csv"), "old")
            process = subprocess.Popen(
                [RELEASE, "simulate", demo(other), "--stop", "1e8", "--step",
                 "1", "--output", table], env=dict(os.environ, TMPDIR=place),
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            for _ in range(200):  # until the steps have begun
                if any(f.startswith(".x.csv") for f in os.listdir(other)):
                    break
                time.sleep(0.05)
            need(os.listdir(place), "there was no temporary folder")
            process.send_signal(number)
            process.wait(timeout=20)
            need(process.returncode == -number,
                 f"status {process.returncode}")
            wait_until_empty(place)
            need(read(table) == "old", "the old table is gone")
            for _ in range(100):
                if len(os.listdir(other)) == 2:
                    break
                time.sleep(0.05)
            need(sorted(os.listdir(other)) == ["demo.mo", "x.csv"],
                 str(os.listdir(other)))
    return test


# --- installation -----------------------------------------------------------

@contextlib.contextmanager
def installed():
    """An installation that everybody may read."""
    place = tempfile.mkdtemp(prefix="foucault-install-")
    try:
        os.chmod(place, 0o755)
        done = run(["cmake", "--install", os.path.join(BUILD, "release"),
                    "--prefix", place])
        need(done.returncode == 0, done.stderr)
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


def works_when_installed():
    """From another folder, by a relative link, with the build tree away."""
    tree = os.path.join(BUILD, "release")
    hidden = tree + ".hidden"
    with installed() as prefix, folder() as place:
        shutil.copy(PENDULUM, place)
        program = os.path.join(prefix, "bin", "foucault")
        link = os.path.join(place, "fc")
        os.symlink(program, link)
        os.rename(tree, hidden)
        try:
            foucault("build", "pendulum.mo", program=link, cwd=place)
            foucault("simulate", "Pendulum.fmu", program=program, cwd=place)
            env = {"PATH": "/usr/bin:/bin"}
            foucault("simulate", "pendulum.mo", program=program, cwd=place,
                     env=env)
        finally:
            os.rename(hidden, tree)
        for file in ("templates", "include/model.h", "lib/libfoucault_fmu.a",
                     "licenses"):
            need(os.path.exists(os.path.join(prefix, "share/foucault", file)),
                 f"{file} is not installed")


def collect(runner):
    tests = {
        "help": help_texts, "usage": wrong_usage,
        "build/json": build_json, "build/json_fault": build_json_of_a_fault,
        "build/default_name": build_default_name, "build/types": build_types,
        "build/experiment": build_experiment, "build/set": build_set,
        "build/same_bytes": same_bytes,
        "build/same_bytes_of_libraries": same_bytes_of_libraries,
        "build/quiet": quiet_and_verbose,
        "build/dump": dump_and_build, "build/long_chain": long_chain,
        "flatten/package": flatten_package,
        "flatten/unused": unused_classes,
        "flatten/twice": flatten_twice, "info": info_text_and_json,
        "build/set_structural": set_structural,
        "simulate/zero_divisors": zero_divisors,
        "simulate/formula_pivots": formula_pivots,
        "explain/json": explain_json,
        "explain/html": explain_html,
        "explain/plot": explain_plot,
        "simulate/assertions": simulate_assertions,
        "simulate/json": simulate_json, "simulate/csv": simulate_csv,
        "simulate/start": simulate_start, "simulate/large": simulate_large,
        "simulate/plots": simulate_plots,
        "simulate/no_gnuplot": simulate_without_gnuplot,
        "simulate/unknown_names": simulate_unknown_names,
        "bad/folder": a_folder_as_file, "bad/no_compiler": no_compiler,
        "build/clang": other_compiler,
        "bad/broken_compiler": broken_compiler, "bad/full_disk": full_disk,
        "bad/full_disk_csv": full_disk_csv,
        "bad/read_only": read_only_folder,
        "bad/no_such_folder": output_in_no_folder,
        "bad/full_stdout": full_stdout,
        "fmu/only_description": only_description,
        "fmu/odd_descriptions": odd_descriptions,
        "fmu/written_twice": written_twice,
        "fmu/exchange_only": exchange_only, "fmu/crashing": crashing,
        "temporary/nothing_left": leaves_nothing,
        "temporary/terminated": killed(signal.SIGTERM),
        "temporary/killed": killed(signal.SIGKILL),
    }
    for name, (file, content, code) in BAD.items():
        tests[f"bad/{name}"] = bad_file(file, content, code)
    for name, (make, code) in STRANGE.items():
        tests[f"fmu/{name}"] = strange_fmu(make, code)
    for name, test in tests.items():
        runner.add(f"cli/{name}", test)
    runner.add("cli/installed", works_when_installed, exclusive=True)
