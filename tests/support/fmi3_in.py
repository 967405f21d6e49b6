"""FMUs of FMI 3.0 by others: read, run, refused."""

import csv
import json
import math
import os
import subprocess
import sys

from .check import pack
from .suite import DEV, RELEASE, ROOT, TESTS, folder, need, run, write

SOURCE = os.path.join(TESTS, "fmi3", "sample3.c")
PLATFORM = "aarch64-linux" if os.uname().machine == "aarch64" else \
    "x86_64-linux"


def description():
    with open(os.path.join(TESTS, "fmi3", "modelDescription.xml"),
              encoding="utf-8") as file:
        return file.read()


class Libraries:
    """Compiled once for all tests, by their flags."""
    made = {}

    @classmethod
    def get(cls, *flags):
        if flags not in cls.made:
            with folder() as place:
                library = os.path.join(place, "Sample3.so")
                subprocess.run(
                    ["cc", "-std=gnu99", "-O1", "-fPIC", "-shared",
                     "-fvisibility=hidden", *flags, "-o", library, SOURCE,
                     "-lm"], check=True, capture_output=True)
                with open(library, "rb") as file:
                    cls.made[flags] = file.read()
        return cls.made[flags]


def make(place, *flags, xml=None):
    """Sample3.fmu in the folder."""
    return pack(os.path.join(place, "Sample3.fmu"), [
        ("modelDescription.xml", (xml or description()).encode()),
        (f"binaries/{PLATFORM}/Sample3.so", Libraries.get(*flags))])


def changed(*pairs):
    text = description()
    for before, after in pairs:
        need(before in text, f"'{before}' is not in the description")
        text = text.replace(before, after, 1)
    return text


def simulate(place, *words, xml=None, status=0, program=DEV):
    fmu = make(place, xml=xml)
    out = os.path.join(place, "r.csv")
    done = run([program, "simulate", fmu, "--output", out, *words])
    need(done.returncode == status,
         f"status {done.returncode}\n{done.stdout}{done.stderr}")
    if status:
        return done.stderr
    with open(out, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def near(got, expected, tolerance=1e-5):
    need(abs(float(got) - expected) <= tolerance,
         f"{got} instead of {expected}")


def runs(kind):
    def test():
        with folder() as place:
            rows = simulate(place, "--type", kind)
        last = rows[-1]
        near(last["x[1]"], math.exp(-2))
        near(last["x[2]"], 2 * math.exp(-2))
        near(last["der(x[2])"], -2 * math.exp(-2))
        near(last["y"], 3 * math.exp(-2))
        need(last["total"] == last["y"], "an alias")
        need(last["count"] == "8" and last["below"] == "1", f"{last}")
        # both sides of the event, at log(2)
        times = [float(row["time"]) for row in rows]
        at = [k for k, t in enumerate(times) if abs(t - math.log(2)) < 1e-4]
        need(len(at) == 2, f"rows at the event: {at} of {times}")
        need([rows[k]["below"] for k in at] == ["0", "1"], "the event")
        # clocks
        ticks = [float(row["time"]) for row in rows if row["tick"] == "1"]
        need(ticks == [0.25 * k for k in range(1, 9)], f"ticks at {ticks}")
        even = [float(row["time"]) for row in rows if row["even"] == "1"]
        need(even == [0.5, 1, 1.5, 2], f"even ticks at {even}")
    return test


def without_event_mode():
    xml = changed((' hasEventMode="true"', ""),
                  ('<Clock name="tick" valueReference="9" causality="input" '
                   'intervalVariability="fixed"/>', ""),
                  ('<Clock name="even" valueReference="10" causality="output" '
                   'intervalVariability="triggered" clocks="9"/>', ""),
                  *[(' clocks="9"', "")] * 3, ('<Output valueReference="10"/>', ""))
    with folder() as place:
        rows = simulate(place, xml=xml)
    near(rows[-1]["y"], 3 * math.exp(-2))
    need(len(rows) == 21, f"{len(rows)} rows")


def values():
    with folder() as place:
        rows = simulate(
            place, "--set", "u={1,2}", "--set", "x[2]=5", "--set", "k=2",
            "--set", "flags={false,true}", "--set", "f32=0.5", "--set",
            "i8=-128", "--set", "u8=255", "--set", "i16=-3", "--set",
            "u16=65535", "--set", "i32=-7", "--set", "u32=4294967295", "--set",
            "i64=-9007199254740992", "--set", "u64=9007199254740992", "--set",
            "b=true", "--set", "s=a, b", "--set", "bin=00ff10", "--set",
            "colour=green", "--stop", "1", "--type", "me")
    last = rows[-1]
    near(last["x[1]"], 0.5 + 0.5 * math.exp(-2))
    near(last["x[2]"], 1 + 4 * math.exp(-2))
    for name, value in {
            "flags[1]": "0", "flags[2]": "1", "f32out": "0.5", "i8out": "-128",
            "u8out": "255", "i16out": "-3", "u16out": "65535",
            "i32out": "-7", "u32out": "4294967295", "bout": "1",
            "i64out": "-9007199254740992", "u64out": "9007199254740992",
            "sout": "a, b", "binout": "00ff10", "colourout": "2"}.items():
        need(last[name] == value or (name[0] in "iu" and
             float(last[name]) == float(value)),
             f"{name} is {last[name]} instead of {value}")


def sizes():
    with folder() as place:
        rows = simulate(place, "--set", "x={4,3,2}", "--set", "n=3", "--type",
                        "me", "--stop", "1")
        near(rows[-1]["y"], 9 * math.exp(-1))
        need("x[3]" in rows[0] and "x[4]" not in rows[0], f"{rows[0]}")
        text = simulate(place, "--set", "n=9", status=1)
        need("too large" in text and "fmi3SetUInt64 returned fmi3Error"
             in text, text)
        for size, words in (("0", "an array has no elements: its size is 0"),
                            ("-1", "the size of an array is not a whole"),
                            ("2.5", "the size of an array is not a whole")):
            text = simulate(place, "--set", "n=" + size, status=1)
            need(f"error E210: --set n={size}: {words}" in text, text)


def inputs():
    with folder() as place:
        curve = os.path.join(place, "in.csv")
        write(curve, "time,u[1],i32,s\n0,0,1,a\n1,0,2,b\n1,1,2,b\n2,1,3,c\n")
        rows = simulate(place, "--inputs", curve)
        at = {row["time"]: row for row in rows}
        need(at["0.5"]["i32out"] == "1" and at["1.5"]["sout"] == "b",
             f"{at['0.5']}")
        near(rows[-1]["x[1]"], 1 - (1 - math.exp(-1)) * math.exp(-1))
        write(curve, "time,held\n0,1\n0.3,2\n1,3\n")
        at = {round(float(row["time"]), 9): row
              for row in simulate(place, "--inputs", curve)}
        need([at[t]["kept"] for t in (0.1, 0.4, 0.6, 1.9)] ==
             ["0", "1", "2", "3"], f"{at}")
        write(curve, "time,tick\n0,1\n1,0\n")
        need("clock" in simulate(place, "--inputs", curve, status=1), "clock")


REFUSED = {
    "set_clock": (["--set", "tick=true"], "clock"),
    "set_output": (["--set", "y=1"], "calculates"),
    "set_part": (["--set", "x={1}"], "2 elements, 1 are given"),
    "set_element": (["--set", "x[3]=1"], "no variable"),
    "set_large": (["--set", "u8=256"], "does not have this value"),
    "set_call": (["--set", "u8=256"], "fmi3SetUInt8 returned fmi3Error"),
    "set_fraction": (["--set", "u64=1.5"], "not an Integer"),
    "set_binary": (["--set", "bin=0"], "hexadecimal"),
    "set_literal": (["--set", "colour=blue"], "must be one of red, green"),
}


def refused(words, expected):
    def test():
        with folder() as place:
            text = simulate(place, *words, status=1)
        need(expected in text, text)
    return test


# What stands there, what instead, a part of the message.
DAMAGED = {
    "no_token": (' instantiationToken="{sample3}"', "",
                 "instantiationToken"),
    "state_of_nothing": ('derivative="2"', 'derivative="99"',
                         "no variable of this reference"),
    "rate_of_nothing": ('<ContinuousStateDerivative valueReference="3"/>',
                        '<ContinuousStateDerivative valueReference="99"/>',
                        "no variable of this reference"),
    "rate_of_text": ('<ContinuousStateDerivative valueReference="3"/>',
                     '<ContinuousStateDerivative valueReference="40"/>',
                     "no number"),
    "indicator_of_nothing": ('<EventIndicator valueReference="13"/>',
                             '<EventIndicator valueReference="99"/>',
                             "no variable of this reference"),
    "size_of_nothing": ('<Dimension valueReference="1"/>',
                        '<Dimension valueReference="99"/>',
                        "no variable of this reference"),
    "size_no_parameter": ('<Dimension valueReference="1"/>',
                          '<Dimension valueReference="36"/>',
                          "no structural parameter"),
    "size_in_circle": ('min="1" max="8"/>',
                       'min="1"><Dimension valueReference="1"/></UInt64>',
                       "no structural parameter"),
    "size_zero": ('<Dimension start="2"/>', '<Dimension start="0"/>',
                  "no elements"),
    "size_huge": ('<Dimension start="2"/>',
                  '<Dimension start="1000000000000"/>', "more than 10000000"),
    "size_product": ('<Dimension start="2"/>',
                     '<Dimension start="10000000"/>' * 3,
                     "more than 10000000"),
    "size_word": ('<Dimension start="2"/>', '<Dimension start="two"/>',
                  "not a whole number"),
    "size_negative": ('<Dimension start="2"/>', '<Dimension start="-2"/>',
                      "not a whole number"),
    "clock_of_nothing": ('clocks="9"', 'clocks="99"', "name a clock"),
    "clock_no_clock": ('clocks="9"', 'clocks="2"', "name a clock"),
    "clock_words": ('clocks="9"', 'clocks="tick"', "name a clock"),
    "clock_no_variability": ('intervalVariability="fixed"', "",
                             "intervalVariability"),
    "clock_interval": ('intervalVariability="fixed"',
                       'intervalVariability="constant" intervalDecimal="0"',
                       "interval"),
    "name_twice": ('name="k"', 'name="level"', "this name: level"),
    "name_of_element": ('name="k"', 'name="x[1]"', "this name"),
    "alias_twice": ('name="total"', 'name="k"', "this name: k"),
    "reference_twice": ('name="k" valueReference="6"',
                        'name="k" valueReference="5"',
                        "have this valueReference"),
    "starts": ('start="1 2"', 'start="1 2 3"', "number of start values"),
    "version": ('fmiVersion="3.0"', 'fmiVersion="4.0"', "2.0 and 3.0"),
    "causality": ('causality="local"', 'causality="wrong"',
                  "unknown value"),
}


def damaged(before, after, expected):
    def test():
        with folder() as place:
            fmu = make(place, xml=changed((before, after)))
            for words in (["info", fmu], ["simulate", fmu]):
                done = run([DEV, *words])
                need(done.returncode == 1 and expected in done.stderr and
                     "E602" in done.stderr, f"{words[0]}: {done.stderr}")
    return test


def not_made():
    """An instance that the FMU refuses: the call has its name in 3.0."""
    with folder() as place:
        for kind, call in (("cs", "CoSimulation"), ("me", "ModelExchange")):
            text = simulate(place, "--type", kind, status=1,
                            xml=changed(("{sample3}", "{other}")))
            need(f"fmi3Instantiate{call} returned fmi3Error" in text, text)


def info():
    with folder() as place:
        fmu = make(place)
        done = run([DEV, "info", fmu, "--json"])
        need(done.returncode == 0, done.stderr)
        found = json.loads(done.stdout)
        need(found["fmi_version"] == "3.0" and
             found["states"] == ["x[1]", "x[2]"] and
             found["event_indicators"] == 1, f"{found}")
        arrays = {a["name"]: a for a in found["arrays"]}
        need(arrays["x"]["dimensions"] == [2] and
             arrays["x"]["type"] == "Float64" and
             arrays["tick"]["interval"] == "fixed", f"{arrays['x']}")
        variable = {v["name"]: v for v in found["variables"]}
        need(variable["x[2]"]["start"] == "2" and
             variable["x[2]"]["unit"] == "m", f"{variable['x[2]']}")
        text = run([DEV, "info", fmu]).stdout
        need("x[n=2]" in text and "= 1 2 m" in text, text)


def scheduled():
    """Times, priorities, a countdown, an output clock."""
    source = os.path.join(TESTS, "fmi3", "scheduled3.c")
    with folder() as place:
        library = os.path.join(place, "Scheduled3.so")
        subprocess.run(["cc", "-std=gnu99", "-O1", "-fPIC", "-shared",
                        "-fvisibility=hidden", "-o", library, source],
                       check=True, capture_output=True)
        with open(library, "rb") as code, open(os.path.join(
                TESTS, "fmi3", "scheduled.xml"), "rb") as xml:
            fmu = pack(os.path.join(place, "Scheduled3.fmu"), [
                ("modelDescription.xml", xml.read()),
                (f"binaries/{PLATFORM}/Scheduled3.so", code.read())])
        out = os.path.join(place, "r.csv")
        done = run([DEV, "simulate", fmu, "--output", out, "--set",
                    "start=2"])
        need(done.returncode == 0, done.stderr)
        with open(out, newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
    after = {}
    for row in rows:
        after[float(row["time"])] = row
    # fast comes first: 2+1 at 0, then *2, *2+1, *2, *2+1, +100, *2, *2+1
    expected = {0: 3, 0.25: 6, 0.5: 13, 0.75: 26, 1: 53, 1.1: 153, 1.25: 306,
                1.5: 613}
    need({t: float(row["sum"]) for t, row in after.items()} == expected,
         f"{[(t, row['sum']) for t, row in after.items()]}")
    need([t for t, row in after.items() if row["pulse"] == "1"] == [1.1] and
         not any(row["idle"] == "1" for row in rows), "clocks")
    need([t for t, row in after.items() if row["base"] == "1"] ==
         [0, 0.5, 1, 1.5], "base")


def no_partition():
    """Of scheduled.xml, not of the sample."""
    with open(os.path.join(TESTS, "fmi3", "scheduled.xml"),
              encoding="utf-8") as file:
        xml = file.read().replace('causality="input"', 'causality="output"')
    with folder() as place:
        done = run([DEV, "check", make(place, xml=xml), "--json", "--no-run"])
    found = {f["rule"] for f in json.loads(done.stdout)["findings"]}
    need("fmi3-partition" in found, f"{found}")


def scheduled_only():
    xml = description()
    begin, end = xml.index("  <ModelExchange"), xml.index("  <UnitDefinitions")
    xml = xml[:begin] + '<ScheduledExecution modelIdentifier="Sample3"/>\n' + \
        xml[end:]
    with folder() as place:
        text = simulate(place, xml=xml, status=1)
        need("E604" in text and "Instantiate" in text, text)
        for words in (["linearize"], ["sweep", "--vary", "k=1,2"]):
            done = run([DEV, *words, os.path.join(place, "Sample3.fmu")])
            need(done.returncode == 1 and done.stderr,
                 f"{words}: {done.returncode} {done.stderr}")


def studies():
    with folder() as place:
        fmu = make(place)
        done = run([RELEASE, "linearize", fmu, "--json"])
        need(done.returncode == 0, done.stderr)
        found = json.loads(done.stdout)
        need(len(found["inputs"]) == 3 and found["A"] == [[-1, 0], [0, -1]] and
             found["C"][0] == [1, 1], f"{done.stdout[:500]}")
        done = run([RELEASE, "sweep", fmu, "--vary", "k=1,2", "--final", "--record",
                    "y", "-o", os.path.join(place, "o.csv")])
        need(done.returncode == 0, done.stderr)
        with open(os.path.join(place, "o.csv"), encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        near(rows[1]["y"], 3 * math.exp(-4))


def check(fmu, status):
    done = run([DEV, "check", fmu, "--json"])
    need(done.returncode == status, f"status {done.returncode}\n{done.stdout}")
    return json.loads(done.stdout)["findings"]


def sound():
    with folder() as place:
        found = check(make(place), 0)
    need(not found, f"{found}")


# By the numbers of sample3.c.
FAULTS = {"directional": (1, "run-directional"), "adjoint": (2, "run-adjoint"),
          "state": (3, "run-state"), "token": (4, "run-guid"),
          "count": (5, "run-array-count"), "number": (6, "run-array-number"),
          "clock": (7, "run-clock-active"), "noisy": (8, "run-log-silent"),
          "mode": (9, "run-mode"), "element": (10, "run-array-element"),
          "version": (11, "run-version"), "qualifier": (12, "run-interval"),
          "size": (13, "run-array-resize"),
          "elements": (14, "run-element-dependency")}
WARNINGS = "run-log-silent", "run-mode", "run-guid"


def faulty(number, rule):
    def test():
        with folder() as place:
            found = check(make(place, f"-DFAULT={number}"),
                          0 if rule in WARNINGS else 1)
        names = {finding["rule"] for finding in found}
        need(rule in names, f"{names}")
        hit = next(f for f in found if f["rule"] == rule)
        need("fmi2" not in json.dumps(hit) and "FMI 3.0" in hit["section"],
             f"{hit}")
    return test


# What stands in the description, what instead, the rule.
XML_FAULTS = {
    "no_event_mode": (' hasEventMode="true"', "", "fmi3-event-mode"),
    "clocked_state": ("</ModelStructure>",
                      '<ClockedState valueReference="11"/></ModelStructure>',
                      "fmi3-clocked-state"),
    "indicator": ('<EventIndicator valueReference="13"/>',
                  '<EventIndicator valueReference="8"/>', "fmi3-indicator"),
    "interval": ('intervalVariability="fixed"',
                 'intervalVariability="constant"', "fmi3-interval"),
    "output_clock": ('intervalVariability="triggered"',
                     'intervalVariability="countdown"', "fmi3-interval"),
    "clocked": ('name="f32" valueReference="20"',
                'name="f32" valueReference="20" clocks="9"', "fmi3-clocked"),
    "clock_priority": ('intervalVariability="triggered"',
                       'intervalVariability="triggered" priority="1"',
                       "fmi3-priority"),
    "clock_shift": ('intervalVariability="fixed"',
                    'intervalVariability="fixed" shiftDecimal="1"',
                    "fmi3-interval"),
    "partition": ("  <UnitDefinitions>",
                  '  <ScheduledExecution modelIdentifier="Sample3"/>'
                  "<UnitDefinitions>", "fmi3-priority"),
    "clock_local": ('causality="input" intervalVariability="fixed"',
                    'causality="local" intervalVariability="triggered"',
                    "fmi3-local-clock"),
    "previous": ('name="f32" valueReference="20"',
                 'name="f32" valueReference="20" previous="20"',
                 "fmi3-previous"),
    "starts": ('start="1 2"', 'start="1 2 3"', "fmi3-starts"),
    "size": ('start="0">\n      <Dimension valueReference="1"/>',
             'start="0">\n      <Dimension start="0"/>', "fmi3-size"),
    "inverse": ('<BaseUnit m="1"/>', '<BaseUnit m="1"/>'
                '<DisplayUnit name="1/m" inverse="true" offset="1"/>',
                "fmi3-inverse"),
    "range": ('start="1 2"', 'start="1 200"', "start-range"),
    "scalar_range": ('start="2" min="1"', 'start="2" min="3"', "start-range"),
    "unit": ('unit="m" min', 'unit="mm" min', "unit-undefined"),
    "unit_twice": ('<UnitDefinitions>', '<UnitDefinitions><Unit name="m"/>',
                   "unit-twice"),
    "type": ('declaredType="Length"', 'declaredType="Width"', "declared-type"),
    "type_kind": ('declaredType="Length"', 'declaredType="Colour"',
                  "declared-type"),
    "type_twice": ('<TypeDefinitions>',
                   '<TypeDefinitions><Float64Type name="Length"/>',
                   "type-twice"),
    "item": ('value="2"/>', 'value="1"/>', "enumeration-item"),
    "literal": ('declaredType="Colour" start="1"',
                'declaredType="Colour" start="7"', "enumeration-start"),
    "identifier": ('<ModelExchange modelIdentifier="Sample3"',
                   '<ModelExchange modelIdentifier="1 Sample"',
                   "model-identifier"),
    "token": ('"{sample3}"', '""', "guid"),
    "date": ("2026-01-01T00:00:00Z", "yesterday", "generation-date"),
    "stop": ('stopTime="2"', 'stopTime="-2"', "default-experiment"),
    "category": ('<Category name="logEvents"/>',
                 '<Category name="logEvents"/><Category name="logEvents"/>',
                 "log-category"),
    "initial_missing": ('<InitialUnknown valueReference="5"/>', "",
                        "initial-unknown-missing"),
    "initial_wrong": ('<InitialUnknown valueReference="5"/>',
                      '<InitialUnknown valueReference="5"/>'
                      '<InitialUnknown valueReference="13"/>',
                      "initial-unknown-wrong"),
    "twice": ('<Output valueReference="5"/>',
              '<Output valueReference="5"/><Output valueReference="5"/>',
              "unknown-twice"),
    "known": ('<Output valueReference="5"/>',
              '<Output valueReference="5" dependencies="3"/>',
              "dependency-known"),
    "kind": ('<InitialUnknown valueReference="5"/>',
             '<InitialUnknown valueReference="5" dependencies="2" '
             'dependenciesKind="tunable"/>', "dependency-kind"),
    "kind_real": ('<Output valueReference="8"/>',
                  '<Output valueReference="8" dependencies="2" '
                  'dependenciesKind="constant"/>', "dependency-kind-real"),
    "derivative": (' derivative="2"', "", "derivative-wrong"),
    "state": ('name="x" valueReference="2" causality="local"',
              'name="x" valueReference="2" causality="parameter"',
              "state-kind"),
}


def faulty_xml(before, after, rule):
    def test():
        with folder() as place:
            done = run([DEV, "check", make(place, xml=changed((before, after))),
                        "--json", "--no-run"])
        found = json.loads(done.stdout)["findings"]
        need(rule in {f["rule"] for f in found}, f"{found}")
    return test


PYTHON = """
import sys, foucault
fmu = sys.argv[1]
run = foucault.simulate(fmu, set={"x": [1, 3], "k": 2.0}, stop=1)
print(run["x[2]"][-1])
model = foucault.load(fmu)
assert model.name == "Sample3" and "x[2]" in model.variables
run = model.simulate(variables=["x", "y"], stop=1,
                     inputs={"time": [0, 1], "u[1]": [0.0, 0.0]})
print(run["y"][-1])
assert foucault.info(fmu)["fmi_version"] == "3.0"
assert foucault.check(fmu)
print(foucault.linearize(fmu).A[0][0])
"""


def from_python():
    with folder() as place:
        env = {**os.environ, "FOUCAULT": RELEASE,
               "PYTHONPATH": os.path.join(ROOT, "python")}
        done = run([sys.executable, "-B", "-W", "ignore", "-c", PYTHON,
                    make(place)], env=env)
    need(done.returncode == 0, done.stderr)
    numbers = done.stdout.split()
    near(numbers[0], 3 * math.exp(-2))
    near(numbers[1], 3 * math.exp(-1))
    near(numbers[2], -1)


def missing_binary():
    with folder() as place:
        fmu = pack(os.path.join(place, "Sample3.fmu"),
                   [("modelDescription.xml", description().encode()),
                    ("binaries/other-system/Sample3.so", b"x")])
        done = run([DEV, "simulate", fmu])
        need(done.returncode == 1 and PLATFORM in done.stderr, done.stderr)


def collect(runner):
    for kind in "cs", "me":
        runner.add(f"fmi3_in/simulate/{kind}", runs(kind))
    for name, test in {"values": values, "sizes": sizes, "inputs": inputs,
                       "no_event_mode": without_event_mode, "info": info,
                       "not_made": not_made,
                       "scheduled": scheduled,
                       "no_partition": no_partition,
                       "scheduled_only": scheduled_only, "studies": studies,
                       "missing_binary": missing_binary, "python": from_python}.items():
        runner.add(f"fmi3_in/{name}", test)
    runner.add("fmi3_in/check/sound", sound)
    for name, fault in FAULTS.items():
        runner.add(f"fmi3_in/check/{name}", faulty(*fault))
    for name, fault in XML_FAULTS.items():
        runner.add(f"fmi3_in/check/xml/{name}", faulty_xml(*fault))
    for name, fault in REFUSED.items():
        runner.add(f"fmi3_in/refused/{name}", refused(*fault))
    for name, fault in DAMAGED.items():
        runner.add(f"fmi3_in/damaged/{name}", damaged(*fault))
