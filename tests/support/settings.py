"""--set: arrays, records, literals, starts, for models and for FMUs."""

import os

from .suite import Failure, folder, foucault, need, quick_build, write

MODEL = """model Settings
  type Mode = enumeration(slow, fast);
  record R
    Real a = 1;
    Real b[2] = {2, 3};
  end R;
  parameter Real k[3] = {1, 1, 1};
  parameter Real A[2,2] = {{1, 2}, {3, 4}};
  parameter Mode mode = Mode.slow;
  parameter R r;
  parameter Integer n = 2;
  Real x(start = 1, fixed = true);
  Real y[n] = fill(k[2] + 10*k[3], n);
  Real z = A[2,1] + 100*A[2,2];
  Real w = r.a + 10*r.b[1] + 100*r.b[2];
  Integer m = Integer(mode);
equation
  der(x) = -k[1]*x;
end Settings;
"""
FLEXIBLE = """model Flexible
  parameter Real c[:] = {1, 2, 3};
  parameter Integer m[2] = {1, 2};
  Real y[size(c, 1)] = c*(1 + time);
  Real z[m[2]] = fill(time, m[2]);
end Flexible;
"""
# the option, a variable at time 0, its value
GOOD = (
    ("k={2,3,4}", "y[1]", 43), ("k[3]=5", "y[2]", 51),
    ("k = {2,3,4}", "y[1]", 43),
    ("A={{1,2},{7,8}}", "z", 807), ("A[2]={9,6}", "z", 609),
    ("mode=fast", "m", 2), ("mode=Mode.fast", "m", 2),
    ("r=R(a=5, b={6,7})", "w", 765), ("r.b={1,1}", "w", 111),
    ("r.a=4", "w", 324), ("x.start=3", "x", 3), ("x=4", "x", 4),
)
# the option, what the message must have, of a model and of an FMU
BAD = (
    ("k=5", "'k' is an array of 3 elements", "'k' is an array of 3 elements"),
    ("k={1,2}", "'k' has 3 elements, 2 are given",
     "'k' has 3 elements, 2 are given"),
    ("k={1,2,x}", "must be a number", "not a number"),
    ("k={1,,2}", "an element has no value", "an element has no value"),
    ("mode=quick", "must be one of slow, fast", "must be one of slow, fast"),
    ("r={1,2}", "'r' has members: write r.a=", "'r' has members: write r.a="),
    ("r=R(1,2)", "each member of a record as NAME=VALUE",
     "each member of a record as NAME=VALUE"),
    ("r=R(aa=1)", "did you mean 'r.a'?", "did you mean 'r.a'?"),
    ("kk[1]=2", "did you mean 'k[1]'?", "did you mean 'k[1]'?"),
    ("x=9,81", "must be a number", "decimals are written with a point"),
)


def value_of(source, option, name):
    done = foucault("simulate", source, "--set", option, "--stop", "1",
                    "--step", "1", "--variables", name, "--output", "-")
    rows = done.stdout.splitlines()
    return float(rows[1].split(",")[1])


def check_good(source):
    for option, name, expected in GOOD:
        value = value_of(source, option.replace(" = ", "="), name)
        need(value == expected, f"--set {option}: {name} = {value}")


def built(place):
    source = write(os.path.join(place, "settings.mo"), MODEL)
    fmu = os.path.join(place, "settings.fmu")
    quick_build(source, "-o", fmu)
    return source, fmu


def of_a_model():
    with folder() as place:
        check_good(write(os.path.join(place, "settings.mo"), MODEL))


def of_an_fmu():
    with folder() as place:
        check_good(built(place)[1])


def refused():
    with folder() as place:
        source, fmu = built(place)
        for option, of_model, of_fmu in BAD:
            for file, words in ((source, of_model), (fmu, of_fmu)):
                done = foucault("simulate", file, "--set", option, status=1)
                need(words in done.stderr, f"{option}: {done.stderr}")
        done = foucault("simulate", fmu, "--set", "n=3", status=1)
        need("fixed when the FMU was built" in done.stderr, done.stderr)


def sizes_follow():
    """An array of any size has as many elements as are given."""
    with folder() as place:
        source = write(os.path.join(place, "flexible.mo"), FLEXIBLE)
        need(value_of(source, "c={4,5,6,7}", "y[4]") == 7, "y[4]")
        need(value_of(source, "m={1,5}", "z[5]") == 0, "z[5]")
        done = foucault("simulate", source, "--set", "c={4,5}", "--variables",
                        "y[3]", status=1)
        need("no variable 'y[3]'" in done.stderr, done.stderr)


def standard_output():
    with folder() as place:
        source = write(os.path.join(place, "settings.mo"), MODEL)
        done = foucault("simulate", source, "--stop", "1", "--step", "0.5",
                        "--variables", "x", "--output", "-", cwd=place)
        rows = done.stdout.splitlines()
        need(rows[0] == "time,x" and len(rows) == 4, done.stdout)
        need(os.listdir(place) == ["settings.mo"], "a file was written")
        done = foucault("simulate", source, "--output", "-", "--json", status=2)
        need("--output -" in done.stderr, done.stderr)


RANGES = """model Ranges
  parameter Real p(min = 0, max = 2) = 1;
  parameter Real q = 3*p;
  parameter Real late(max = 4) = q;
  parameter Integer n(min = 1, max = 5) = 2;
  parameter Integer size(max = 3) = 2;
  parameter Real given(start = 2);
  parameter Real several[3](each start = 1);
  parameter Real computed(start = 1, fixed = false);
  Real x[size] = fill(p + n + late + given + several[1] + computed, size);
initial equation
  computed = 2;
end Ranges;
"""


def ranges():
    """Parameters beyond min or max, and without values, are named."""
    with folder() as place:
        source = write(os.path.join(place, "ranges.mo"), RANGES)
        fmu = os.path.join(place, "ranges.fmu")
        done = quick_build(source, "-o", fmu)
        need(done.stderr.count("W204") == 2, done.stderr)
        need("'given' has no value" in done.stderr and
             "'several[1]' and 2 more" in done.stderr, done.stderr)
        need("W207" not in done.stderr, done.stderr)
        need(foucault("simulate", fmu).stderr == "", "a warning for nothing")
        for option, words in (
                ("p=-1", "p = -1 is below its min, which is 0"),
                ("p=1.5", "late = 4.5 is above its max, which is 4"),
                ("n=7", "n = 7 is above its max, which is 5")):
            done = foucault("simulate", fmu, "--set", option)
            need(words in done.stderr, f"{option}: {done.stderr}")
        done = foucault("simulate", source, "--set", "size=4")
        need("W207: the value 4 of 'size' is above its max 3" in done.stderr,
             done.stderr)
        done = quick_build(source, "-o", fmu, "--set", "given=1",
                           "--set", "several={1,2,3}")
        need(done.stderr == "", done.stderr)


# the name of the file, its bytes, what is said about it
FILES = (
    ("archive.mo", b"PK\x03\x04\x00\x00", "an FMU must be named .fmu"),
    ("latin.mo", 'model A "\u00e4" end A;'.encode("latin-1"), "ISO-8859-1"),
    ("wide.mo", "model A end A;".encode("utf-16"), "UTF-16"),
)


def odd_files():
    with folder() as place:
        for name, content, words in FILES:
            path = os.path.join(place, name)
            with open(path, "wb") as out:
                out.write(content)
            done = foucault("build", path, status=1)
            need(words in done.stderr, f"{name}: {done.stderr}")


def a_file_alone():
    for name, word in (("a.mo", "foucault simulate a.mo"),
                       ("a.fmu", "info, check")):
        done = foucault(name, status=2)
        if word not in done.stderr:
            raise Failure(done.stderr)


def collect(runner):
    for name, test in {
            "model": of_a_model, "fmu": of_an_fmu, "refused": refused,
            "sizes": sizes_follow, "standard_output": standard_output, "ranges": ranges,
            "odd_files": odd_files, "file_alone": a_file_alone}.items():
        runner.add(f"settings/{name}", test)
