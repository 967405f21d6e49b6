"""foucault check: FMUs with one fault each, sound ones, hostile archives."""

import glob
import json
import math
import os
import re
import struct
import subprocess
import time
import xml.etree.ElementTree as ElementTree
import zipfile

from .suite import (DEV, RELEASE, ROOT, TESTS, fmu_of, folder, foucault,
                    models, need, quick_build, read, run, write)

SOURCE = os.path.join(TESTS, "check", "sample_fmu.c")
LIBRARY = "binaries/linux64/Sample.so"

# --- the sound FMU ---------------------------------------------------------


def compile_library(place, *flags):
    library = os.path.join(place, "Sample.so")
    subprocess.run(
        ["cc", "-std=gnu99", "-O1", "-fPIC", "-shared", "-fvisibility=hidden",
         "-I", os.path.join(ROOT, "fmu_runtime"), *flags, "-o", library,
         SOURCE, "-lm"], check=True, capture_output=True)
    with open(library, "rb") as file:
        return file.read()


def description():
    with open(os.path.join(TESTS, "check", "modelDescription.xml"),
              encoding="utf-8") as file:
        return file.read()


class Parts:
    """The library is compiled once for all tests."""
    library = None

    @classmethod
    def get(cls):
        if not cls.library:
            with folder() as place:
                cls.library = compile_library(place)
        return cls.library


def entries(xml=None, library=None, more=()):
    """The entries of an FMU as (name, bytes)."""
    found = [("modelDescription.xml", (xml or description()).encode()),
             (LIBRARY, library or Parts.get())]
    return found + list(more)


def pack(path, items, method=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, data in items:
            info = name if isinstance(name, zipfile.ZipInfo) else \
                zipfile.ZipInfo(name)
            info.compress_type = info.compress_type or method
            archive.writestr(info, data)
    return path


def check(path, *options, status=None, program=DEV):
    done = run([program, "check", path, "--json", *options], timeout=120)
    need(done.returncode in (0, 1), f"status {done.returncode}\n{done.stderr}")
    if status is not None:
        need(done.returncode == status, f"status {done.returncode} instead of "
             f"{status}\n{done.stdout}")
    return json.loads(done.stdout)


def rules_of(report):
    return {finding["rule"] for finding in report["findings"]}


def expect(path, rule, *options, program=DEV):
    report = check(path, *options, program=program)
    need(rule in rules_of(report), f"expected {rule}, found "
         f"{[(f['rule'], f['message']) for f in report['findings']]}")
    hit = next(f for f in report["findings"] if f["rule"] == rule)
    for key in ("severity", "where", "message", "mend", "section"):
        need(hit[key], f"no {key} in {hit}")
    need(report["ok"] == all(f["severity"] != "error"
                           for f in report["findings"]), "wrong ok")
    return hit


# --- faults of the XML: (text, what stands there instead, rule) ------------

VARIABLE = ('<ScalarVariable name="z" valueReference="9" causality="local" '
            'variability="continuous" initial="calculated"><Real/>'
            '</ScalarVariable>\n')
END = "  </ModelVariables>"


def added(variable):
    return (END, variable + END)


XML_FAULTS = {
    "indicators": ('numberOfEventIndicators="1"',
                   'numberOfEventIndicators="4000000000"', "run-load"),
    "malformed": ("</ModelVariables>", "", "xml-malformed"),
    "doctype": ("<fmiModel", '<!DOCTYPE a [<!ENTITY b "c">]><fmiModel',
                "xml-entity"),
    "encoding": ('encoding="UTF-8"', 'encoding="ISO-8859-1"', "xml-encoding"),
    "no_encoding": (' encoding="UTF-8"', "", "xml-encoding"),
    "unknown_element": ("<LogCategories>", "<Wrong/><LogCategories>",
                        "xml-schema"),
    "unknown_attribute": ('modelName="Sample"', 'modelName="Sample" wrong="1"',
                          "xml-schema"),
    "version": ('fmiVersion="2.0"', 'fmiVersion="2.0.4"', "fmi-version"),
    "no_guid": ('guid="{sample}"', 'guid=""', "guid"),
    "date": ("2026-01-01T00:00:00Z", "2026-01-01 00:00", "generation-date"),
    "identifier": ('<ModelExchange modelIdentifier="Sample"',
                   '<ModelExchange modelIdentifier="1 Sample"',
                   "model-identifier"),
    "other_identifier": ('<ModelExchange modelIdentifier="Sample"',
                         '<ModelExchange modelIdentifier="Other"',
                         "binary-name"),
    "serialize_alone": ('"Sample" canGetAndSetFMUstate="true"', '"Sample"',
                        "capability"),
    "execution_tool": ('<ModelExchange ',
                       '<ModelExchange needsExecutionTool="true" ',
                       "execution-tool"),
    "category_twice": ('<Category name="logAll"/>',
                       '<Category name="logAll"/><Category name="logAll"/>',
                       "log-category"),
    "category_name": ("logStatusError", "logStatusWrong", "log-standard"),
    "stop_before_start": ('stopTime="1"', 'stopTime="-1"',
                          "default-experiment"),
    "tolerance": ('tolerance="1e-6"', 'tolerance="0"', "default-experiment"),
    "step_size": ('stepSize="0.1"', 'stepSize="-0.1"', "default-experiment"),
    "unit_twice": ('<Unit name="s">', '<Unit name="m">', "unit-twice"),
    "unit_factor": ('<BaseUnit m="1"/>', '<BaseUnit m="1" factor="0"/>',
                    "unit-factor"),
    "display_unit_twice": ('<DisplayUnit name="mm" factor="1000"/>',
                           '<DisplayUnit name="mm" factor="1000"/>' * 2,
                           "display-unit-twice"),
    "unit_undefined": ('<Real unit="m" min', '<Real unit="furlong" min',
                       "unit-undefined"),
    "display_alone": ('<Real start="0"/>', '<Real start="0" displayUnit="mm"/>',
                      "display-unit-alone"),
    "display_undefined": ('<Real unit="m" min',
                          '<Real unit="m" displayUnit="inch" min',
                          "display-unit-undefined"),
    "type_twice": ('<SimpleType name="Gear">', '<SimpleType name="Length">',
                   "type-twice"),
    "type_is_variable": ('name="Gear"', 'name="y"', "type-is-variable"),
    "declared_type": ('declaredType="Length"', 'declaredType="Width"',
                      "declared-type"),
    "declared_kind": ('declaredType="Length"', 'declaredType="Gear"',
                      "declared-type"),
    "item_value": ('name="second" value="2"', 'name="second" value="1"',
                   "enumeration-item"),
    "item_name": ('name="second" value', 'name="first" value',
                  "enumeration-item"),
    "enumeration_start": (*added(
        '<ScalarVariable name="g" valueReference="8" causality="local" '
        'variability="discrete" initial="exact"><Enumeration start="7" '
        'declaredType="Gear"/></ScalarVariable>'), "enumeration-start"),
    "min_max": ('min="-100" max="100"', 'min="100" max="-100"', "min-max"),
    "start_range": ('start="1" min="0"', 'start="1" min="5"', "start-range"),
    "nominal": ('<Real start="0"/>', '<Real start="0" nominal="0"/>',
                "nominal"),
    "not_a_number": ('<Real start="0"/>', '<Real start="NaN"/>', "xml-number"),
    "name_twice": ('name="u"', 'name="k"', "name-twice"),
    "name_grammar": ('name="u"', 'name="der(u).v"', "name-grammar"),
    "name_digit": ('name="u"', 'name="1u"', "name-grammar"),
    "name_bracket": ('name="u"', 'name="u[1,"', "name-grammar"),
    "name_quote": ('name="u"', 'name="\'u"', "name-grammar"),
    "name_empty": ('name="u"', 'name=""', "name-text"),
    "parameter_continuous": ('causality="parameter" variability="fixed"',
                             'causality="parameter" variability="continuous"',
                             "causality-variability"),
    "input_fixed": ('causality="input" variability="continuous"',
                    'causality="input" variability="fixed"',
                    "causality-variability"),
    "input_initial": ('causality="input" variability="continuous"',
                      'causality="input" variability="continuous" '
                      'initial="exact"', "initial"),
    "parameter_calculated": ('variability="fixed" initial="exact"',
                             'variability="fixed" initial="calculated"',
                             "initial"),
    "no_start": ('<Real start="0"/>', "<Real/>", "start-missing"),
    "no_start_exact": ('<Integer start="0"/>', "<Integer/>", "start-missing"),
    "start_calculated": ('<Real derivative="1"/>',
                         '<Real derivative="1" start="1"/>',
                         "start-forbidden"),
    "start_of_time": ('<Real unit="s"/>', '<Real unit="s" start="0"/>',
                      "start-forbidden"),
    "continuous_integer": ('variability="discrete" initial="exact">\n'
                           '      <Integer',
                           'initial="exact">\n      <Integer',
                           "continuous-real"),
    "two_times": (*added('<ScalarVariable name="t2" valueReference="7" '
                         'causality="independent"><Real/></ScalarVariable>'),
                  "independent"),
    "alias_start": (*added(
        '<ScalarVariable name="x2" valueReference="0" initial="exact">'
        '<Real start="1" unit="m"/></ScalarVariable>'), "alias-start"),
    "alias_inputs": (*added(
        '<ScalarVariable name="u2" valueReference="3" causality="input">'
        '<Real start="0"/></ScalarVariable>'), "alias-kind"),
    "alias_unit": (*added(
        '<ScalarVariable name="x2" valueReference="0">'
        '<Real/></ScalarVariable>'), "alias-unit"),
    "derivative_range": ('derivative="1"', 'derivative="77"', "derivative-of"),
    "derivative_self": ('derivative="1"', 'derivative="2"', "derivative-of"),
    "derivative_integer": ('derivative="1"', 'derivative="7"',
                           "derivative-of"),
    "reinit": ('<Real unit="m" min', '<Real unit="m" reinit="true" min',
               "reinit"),
    "multiple_set": ('name="k"', 'name="k" '
                     'canHandleMultipleSetPerTimeInstant="false"',
                     "multiple-set"),
    "index_range": ('<Unknown index="3" dependencies="1"/></Outputs>',
                    '<Unknown index="33" dependencies="1"/></Outputs>',
                    "index-range"),
    "dependency_range": ('<Outputs><Unknown index="3" dependencies="1"',
                         '<Outputs><Unknown index="3" dependencies="99"',
                         "index-range"),
    "output_missing": ('<Outputs><Unknown index="3" dependencies="1"/>'
                       '</Outputs>', "", "output-missing"),
    "output_wrong": ("<Outputs>", '<Outputs><Unknown index="1"/>',
                     "output-wrong"),
    "output_twice": ("<Outputs>", '<Outputs><Unknown index="3"/>',
                     "unknown-twice"),
    "derivative_wrong": ("<Derivatives>", '<Derivatives><Unknown index="1"/>',
                         "derivative-wrong"),
    "state_kind": ('name="x" valueReference="0" causality="local" '
                   'variability="continuous" initial="exact"',
                   'name="x" valueReference="0" causality="parameter" '
                   'variability="fixed" initial="exact"', "state-kind"),
    "initial_missing": ('      <Unknown index="3" dependencies="1"/>\n', "",
                        "initial-unknown-missing"),
    "initial_wrong": ('      <Unknown index="2" dependencies="1 4 5"/>\n',
                      '      <Unknown index="1"/>\n'
                      '      <Unknown index="2" dependencies="1 4 5"/>\n',
                      "initial-unknown-wrong"),
    "initial_order": ('      <Unknown index="2" dependencies="1 4 5"/>\n'
                      '      <Unknown index="3" dependencies="1"/>\n',
                      '      <Unknown index="3" dependencies="1"/>\n'
                      '      <Unknown index="2" dependencies="1 4 5"/>\n',
                      "initial-unknown-order"),
    "dependency_order": ('dependencies="1 4 5"', 'dependencies="5 4 1"',
                         "dependency-order"),
    "dependency_known": ('<Outputs><Unknown index="3" dependencies="1"',
                         '<Outputs><Unknown index="3" dependencies="1 5"',
                         "dependency-known"),
    "kinds_length": ('dependenciesKind="fixed constant"',
                     'dependenciesKind="fixed"', "dependency-kinds"),
    "kind_initial": ('dependencies="1 4 5"/>', 'dependencies="1 4 5" '
                     'dependenciesKind="fixed dependent dependent"/>',
                     "dependency-kind"),
    "kind_real": ('<Outputs>', '<Outputs><Unknown index="7" dependencies="1" '
                  'dependenciesKind="fixed"/>', "dependency-kind-real"),
    "source_missing": ('providesDirectionalDerivative="true"/>\n  <CoSim',
                       'providesDirectionalDerivative="true"><SourceFiles>'
                       '<File name="a.c"/></SourceFiles></ModelExchange>\n'
                       '  <CoSim', "source-files"),
    "guid_differs": ('guid="{sample}"', 'guid="{other}"', "run-instantiate"),
    "run_start": ('<Real start="1" declaredType', '<Real start="3" '
                  'declaredType', "run-start"),
    "run_dependency": ('<Unknown index="2" dependencies="1 4" '
                       'dependenciesKind="fixed constant"/>',
                       '<Unknown index="2" dependencies="4"/>',
                       "run-dependency"),
}


def found_before():
    """What was found before the FMU ran is out of its reach."""
    with folder() as place:
        path, env = faulty(place, "empties")
        entry = [("resources/fault", b"empties"),
                 ("documentation/licenses/a.txt", b"x")]
        pack(path, entries(more=entry))
        done = run([RELEASE, "check", path, path, "--json"], env=env)
        for report in json.loads(done.stdout)["fmus"]:
            need("licenses" in rules_of(report), done.stdout[-1500:])


def written_files():
    """An FMU that writes into all files of its process: what is made after
    that vanishes in the end."""
    with folder() as place:
        path, env = faulty(place, "writes")
        foucault("sweep", path, "--vary", "u=0:1:3", "-o",
                 os.path.join(place, "r.csv"), status=1, env=env)
        left = [name for name in os.listdir(place) if name[0] == "."]
        need(left == [] and os.listdir(env["TMPDIR"]) == [], str(left))


def xml_fault(old, new, rule):
    def test():
        xml = description()
        need(xml.count(old) >= 1, f"'{old}' is not in the description")
        options = () if rule.startswith("run-") else ("--no-run",)
        with folder() as place:
            path = pack(os.path.join(place, "Sample.fmu"),
                        entries(xml.replace(old, new, 1)))
            hit = expect(path, rule, *options)
            if not rule.startswith(("run-", "binary-")):
                need(hit["line"], f"no line in {hit}")
    return test


# --- faults of the library ---------------------------------------------------

RUN_FAULTS = {
    "crash-instantiate": "run-crash", "crash-step": "run-crash",
    "crash-free": "run-crash", "exits": "run-crash", "hangs": "run-hang",
    "eats": "run-hungry", "prints": "run-prints", "any-guid": "run-guid",
    "no-instance": "run-instantiate", "once": "run-instantiate",
    "locale": "run-process", "folder": "run-process",
    "handler": "run-process", "environment": "run-environment",
    "closes": "run-process", "closes-all": "run-process",
    "keeps-name": "run-copy", "keeps-callbacks": "run-copy",
    "talks": "run-log-silent", "category": "run-log-category",
    "leaks-block": "run-memory", "setup": "run-status",
    "initialization": "run-status", "warning": "run-warning",
    "step-warning": "run-warning", "status": "run-illegal-status",
    "any-mode": "run-mode", "read": "run-read", "nan": "run-not-finite",
    "range": "run-range", "start": "run-start",
    "changes-parameter": "run-constant", "step-fails": "run-step",
    "discard": "run-discard", "fixed-step": "run-step-size",
    "negative": "run-step-wrong", "beyond": "run-stop-time",
    "endless": "run-events", "past": "run-next-event",
    "flag": "run-event-flags", "nominal": "run-nominals",
    "derivatives": "run-integration", "reset": "run-reset",
    "state": "run-state", "restarts": "run-state-restart",
    "busy": "run-hang", "serialize": "run-serialize",
    "static": "run-second-instance", "directional": "run-directional",
    "ends": "run-early", "kinds": "run-kinds",
    "output-derivative": "run-output-derivative", "terminate": "run-status",
    "exits-well": "run-crash", "aborts": "run-crash",
    "daemon": "run-processes", "forks": "run-processes",
    "child-eats": "run-hungry",
}


def run_fault(fault, rule):
    def test():
        more = [("resources/fault", fault.encode())]
        seconds = "0.5" if rule == "run-hang" else "2"
        limits = ["--time-limit", seconds, "--memory-limit", "300"]
        with folder() as place:
            path = pack(os.path.join(place, "Sample.fmu"), entries(more=more))
            # hundreds of processes with the sanitizers' memory take 18 s
            expect(path, rule, *limits,
                   program=RELEASE if fault == "forks" else DEV)
    return test


# What `simulate` says of an FMU that ends its process, or starts others.
SIMULATED_FAULTS = {
    "crash-instantiate": "the FMU crashed: Segmentation fault",
    "crash-step": "the FMU crashed: Segmentation fault",
    "aborts": "the FMU crashed: Aborted",
    "exits": "the FMU has ended the program, with status 3",
    "exits-well": "the FMU has ended the program, with status 0",
    "eats": "the FMU uses more than 300 MB of memory",
    "child-eats": "the FMU uses more than 300 MB of memory",
    "forks": "the FMU has started more than 64 processes",
    "daemon": "the FMU has left 1 process running, which was ended",
}


def processes_of(path):
    """Those that have mapped a file of this name."""
    found = []
    for entry in os.listdir("/proc"):
        try:
            with open(f"/proc/{entry}/maps") as maps:
                if path in maps.read():
                    found.append(entry)
        except OSError:
            pass
    return found


def simulated_fault(fault, text):
    def test():
        more = [("resources/fault", fault.encode())]
        with folder() as place:
            path = pack(os.path.join(place, "Sample.fmu"), entries(more=more))
            temporary = os.path.join(place, "t")
            os.mkdir(temporary)
            is_warning = fault == "daemon"
            done = foucault("simulate", path, "--json", "--memory-limit",
                            "300", status=0 if is_warning else 1,
                            env=dict(os.environ, TMPDIR=temporary))
            need(text in done.stderr, done.stderr[-1500:])
            report = json.loads(done.stdout)
            need(is_warning or report["diagnostics"][0]["code"] == "E604",
                 str(report)[:500])
            need(os.listdir(temporary) == [], "temporary files are left")
            left = processes_of(temporary)
            need(left == [], f"processes are left: {left}")
    return test


# What was computed before that is in the file of results.
KEPT = {
    "crash-late": "the FMU crashed: Segmentation fault",
    "deep-late": "the FMU crashed: Segmentation fault",
    "exits-late": "the FMU has ended the program, with status 0",
    "leaves-late": "the FMU has ended the program, with status 0",
    "forks-late": "the FMU has started more than 64 processes",
    "eats-late": "the FMU uses more than 300 MB of memory",
    "hangs-late": "the run has not ended within 6 s (--time-limit)",
    "thread-late": "the FMU crashed: Segmentation fault",
    "child-exits-late": "the FMU crashed: Segmentation fault",
}


def faulty(place, fault):
    more = [("resources/fault", fault.encode())]
    temporary = os.path.join(place, "t")
    os.mkdir(temporary)
    return (pack(os.path.join(place, "Sample.fmu"), entries(more=more)),
            dict(os.environ, TMPDIR=temporary))


def kept_results(fault, text, name):
    def test():
        with folder() as place:
            path, env = faulty(place, fault)
            output = os.path.join(place, name)
            write(output, "old")
            done = foucault("simulate", path, "-o", output, "--stop", "1",
                            "--step", "0.1", "--memory-limit", "300",
                            *(["--time-limit", "6"] if "hangs" in fault
                              else []), status=1, env=env)
            need(text in done.stderr, done.stderr[-1500:])
            need("the run ends at time 0.5 of 1; what was computed is in "
                 in done.stderr, done.stderr[-1500:])
            shown = foucault("plot", output, "--vars", "x")
            need("0.5" in shown.stdout, shown.stdout)
            if name == "r.csv":
                rows = read(output).splitlines()
                need(rows[-1].startswith("0.5,"), rows[-1])
            need(os.listdir(env["TMPDIR"]) == [], "temporary files are left")
            need(sorted(os.listdir(place)) == sorted(["Sample.fmu", "t",
                                                      name]),
                 f"files are left: {os.listdir(place)}")
    return test


# What belongs to the whole process, as the warning names it.
CHANGED = {"moves": "the current folder", "mask": "the mask of new files",
           "rounds": "the rounding of numbers", "tongue": "the locale"}


def changed_surroundings(fault, text):
    def test():
        with folder() as place:
            path, env = faulty(place, "sound")
            run = ["simulate", "Sample.fmu", "--step", "0.1", "-o"]
            foucault(*run, "sound.csv", cwd=place, env=env)
            pack(path, entries(more=[("resources/fault", fault.encode())]))
            done = foucault(*run, "r.csv", cwd=place, env=env)
            need(f"was set back: {text}\n" in done.stderr, done.stderr)
            output = os.path.join(place, "r.csv")
            need(os.stat(output).st_mode & 0o600 == 0o600, "the mode")
            sound = read(os.path.join(place, "sound.csv"))
            need(fault == "rounds" or read(output) == sound, "results")
    return test


def flooded():
    """What the FMU prints does not get between the results."""
    with folder() as place:
        path, env = faulty(place, "floods")
        done = foucault("simulate", path, "-o", "-", "--step", "0.5", env=env)
        need("flood" not in done.stdout and "flood" in done.stderr, "flood")
        need(done.stdout.splitlines()[-1].startswith("1,"), done.stdout)
        done = foucault("simulate", path, "--json", "--step", "0.5", env=env)
        json.loads(done.stdout)


def bounded():
    """What goes beyond the limit is not shown, and said once."""
    with folder() as place:
        path, env = faulty(place, "floods-on")
        for more, n_least in ([], 0.9), (["--limit", "output=1000"], 14):
            done = foucault("simulate", path, "-o", "-", "--step", "0.2",
                            *(more or ["--limit", "output=1"]), env=env)
            rows = done.stdout.splitlines()
            need(len(rows) < 12 and rows[-1].startswith("1,"), rows[-1][:80])
            need(n_least*2**20 < len(done.stderr) < 19*2**20,
                 f"{len(done.stderr)} bytes")
            n = done.stderr.count("the FMU prints more than 1 MiB, and the ")
            need(n == (0 if more else 1), done.stderr[-1500:])
        done = foucault("simulate", path, "--step", "0.5", "--json",
                        "--limit", "output=1", env=env)
        codes = [d["code"] for d in json.loads(done.stdout)["diagnostics"]]
        need(codes == ["W601"], str(codes))
        # on standard output and standard error as they are printed
        done = foucault("simulate", path, "--step", "0.5", env=env)
        for text, even in (done.stdout, 1), (done.stderr, 0):
            rows = [int(row) for row in text.splitlines()
                    if row.isdigit() and len(row) == 63]
            need(len(rows) == 2*3*2**13 and
                 {row % 2 for row in rows} == {even}, f"{len(rows)} rows")
        done = run([RELEASE, "check", path, "--json"], env=env)
        found = [f["message"] for f in json.loads(done.stdout)["findings"]
                 if f["rule"] == "run-prints"]
        sizes = [int(text.split()[1]) for text in found
                 if text.startswith("printed ")]
        need(sizes and max(sizes) > 5*2**20, str(found))


def closed_standard():
    """Standard output and error are those of before afterwards."""
    with folder() as place:
        path, env = faulty(place, "closes-standard")
        done = foucault("simulate", path, "--json", env=env)
        need(json.loads(done.stdout)["stop"] == 1, done.stdout)
        done = foucault("simulate", path, "-o", "-", "--step", "0.5", env=env)
        need(done.stdout.splitlines()[-1].startswith("1,"), done.stdout)
        done = foucault("simulate", path, env=env)
        need("Sample" in done.stdout, done.stdout)


def taken_signals():
    """An FMU that takes the signals of others is ended all the same."""
    with folder() as place:
        path, env = faulty(place, "takes-signals")
        output = write(os.path.join(place, "r.csv"), "old")
        done = foucault("simulate", path, "-o", output, "--json",
                        "--time-limit", "3", "--step", "0.1", status=1,
                        env=env)
        report = json.loads(done.stdout)
        need(report["diagnostics"][0]["code"] == "E604" and
             abs(report["stop"] - 0.5) < 1e-9, done.stdout)
        need(read(output) == "old", "the old file")
        pack(path, entries(more=[("resources/fault", b"own-handler")]))
        done = foucault("simulate", path, "-o", output, status=1, env=env)
        need("the FMU crashed: Segmentation fault" in done.stderr,
             done.stderr)
        need(read(output) == "old", "the old file")
        need(os.listdir(env["TMPDIR"]) == [], "temporary files are left")


def crash_of_second():
    """The run of --verify crashes: the results of the first are written."""
    with folder() as place:
        path, env = faulty(place, "crash-exchange")
        output = write(os.path.join(place, "r.csv"), "old")
        done = foucault("simulate", path, "-o", output, "--verify", "--step",
                        "0.1", "--tolerance", "1e-6", status=1, env=env)
        need("the FMU crashed: Segmentation fault" in done.stderr,
             done.stderr)
        rows = read(output).splitlines()
        need(rows[-1].startswith("1,"), rows[-1])
        need(sorted(os.listdir(place)) == ["Sample.fmu", "r.csv", "t"],
             str(os.listdir(place)))


def escapes():
    """Texts of the FMU do not steer the terminal."""
    with folder() as place:
        path, env = faulty(place, "escapes")
        for more in [], ["--verbose"]:
            done = foucault("simulate", path, *more, env=env)
            text = done.stdout + done.stderr
            need("a?[31mb?c?d" in text, text[-1500:])
            need("\033[31mb" not in text and "\x9b" not in text, "raw")


def closed():
    """Without its files the run fails, and leaves nothing."""
    with folder() as place:
        path, env = faulty(place, "closes")
        output = write(os.path.join(place, "r.csv"), "old")
        foucault("simulate", path, "-o", output, status=1, env=env)
        need(read(output) == "old", "the old file")
        need(os.listdir(env["TMPDIR"]) == [], "temporary files are left")
        # nor is there anything left to say so
        pack(path, entries(more=[("resources/fault", b"closes-all")]))
        done = foucault("simulate", path, "-o", output, status=1, env=env)
        need("E604: the FMU has closed or replaced the files of this program"
             in done.stderr, done.stderr)


def deaf():
    """An FMU that ignores signals is ended by the third one."""
    with folder() as place:
        path, env = faulty(place, "deaf")
        child = subprocess.Popen([RELEASE, "simulate", path], env=env,
                                 stderr=subprocess.DEVNULL,
                                 stdout=subprocess.DEVNULL)
        try:
            for _ in range(100):
                if processes_of(env["TMPDIR"]):
                    break
                time.sleep(0.1)
            for _ in range(3):
                time.sleep(0.5)
                child.terminate()
            child.wait(20)
        finally:
            child.kill()
        need(child.returncode != 0, f"status {child.returncode}")
        need(processes_of(env["TMPDIR"]) == [], "processes are left")


LIBRARY_FAULTS = {
    "function_missing": (["-DWITHOUT_NOMINALS"], "binary-functions"),
    "other_export": (["-DOTHER_EXPORT"], "binary-exports"),
    "platform": (["-DWRONG_PLATFORM"], "run-types-platform"),
    "version": (["-DWRONG_VERSION"], "run-version"),
    "needs_library": (["-Wl,--no-as-needed", "-lz", "-lxml2"],
                      "binary-needs"),
}


def library_fault(flags, rule):
    def test():
        with folder() as place:
            library = compile_library(place, *flags)
            path = pack(os.path.join(place, "Sample.fmu"),
                        entries(library=library))
            expect(path, rule)
    return test


# --- faults of the archive -------------------------------------------------

def extra_entry(name, data=b"x", mode=None, system=3):
    def make(path):
        info = zipfile.ZipInfo(name)
        info.create_system = system
        if mode is not None:
            info.external_attr = mode << 16
        pack(path, entries(more=[(info, data)]))
    return make


def without(name):
    def make(path):
        pack(path, [(n, d) for n, d in entries() if n != name])
    return make


def renamed(old, new):
    def make(path):
        pack(path, [(new if n == old else n, d) for n, d in entries()])
    return make


def replaced(name, data):
    def make(path):
        pack(path, [(n, data if n == name else d) for n, d in entries()])
    return make


def patched(edit):
    """An archive whose bytes are changed afterwards."""
    def make(path):
        pack(path, entries())
        with open(path, "rb") as file:
            data = bytearray(file.read())
        edit(data)
        with open(path, "wb") as file:
            file.write(data)
    return make


def directory(data):
    return data.index(b"PK\x01\x02")


def set_short(signature, offset, value):
    def edit(data):
        struct.pack_into("<H", data, data.index(signature) + offset, value)
    return edit


def both(*edits):
    def edit(data):
        for part in edits:
            part(data)
    return edit


def flip_data(data):
    data[60] ^= 0xFF


def cut(data):
    del data[len(data) // 2:]


def bit3_stored(path):
    pack(path, entries(), zipfile.ZIP_STORED)
    with open(path, "rb") as file:
        data = bytearray(file.read())
    struct.pack_into("<H", data, directory(data) + 8, 8)
    struct.pack_into("<H", data, 6, 8)
    with open(path, "wb") as file:
        file.write(data)


def twice(path):
    import warnings
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pack(path, entries() + [("resources/a", b"1"), ("resources/a", b"2")])


def claiming(claimed):
    """An entry of 8 MB of zeros whose headers give another size."""
    def make(path):
        pack(path, [("resources/zeros", b"\0" * (8 << 20))] + entries())
        with open(path, "rb") as file:
            data = bytearray(file.read())
        struct.pack_into("<I", data, 22, claimed)
        struct.pack_into("<I", data, directory(data) + 24, claimed)
        with open(path, "wb") as file:
            file.write(data)
    return make


def entity_bomb(path):
    lol = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">'
                  for i in range(1, 12))
    xml = description().replace(
        "<fmiModel", f'<!DOCTYPE a [<!ENTITY l0 "lol">{lol}]><fmiModel')
    pack(path, entries(xml.replace('modelName="Sample"',
                                   'modelName="&l11;"')))


def with_elf(machine):
    def make(path):
        library = bytearray(Parts.get())
        struct.pack_into("<H", library, 18, machine)
        pack(path, entries(library=bytes(library)))
    return make


ARCHIVE_FAULTS = {
    "no_zip": (lambda path: open(path, "wb").write(b"hello" * 100),
               "archive-unreadable"),
    "empty": (lambda path: open(path, "wb").close(), "archive-unreadable"),
    "missing": (lambda path: None, "archive-file"),
    "folder": (os.mkdir, "archive-file"),
    "pipe": (os.mkfifo, "archive-file"),
    "cut_off": (patched(cut), "archive-unreadable"),
    "spanned": (patched(set_short(b"PK\x05\x06", 4, 1)), "archive-spanned"),
    "traversal": (extra_entry("../outside.txt"), "archive-path"),
    "absolute": (extra_entry("/etc/outside"), "archive-path"),
    "drive": (extra_entry("C:outside"), "archive-path"),
    "backslash": (extra_entry("resources\\a", system=3),
                  "archive-backslash"),
    "umlaut": (extra_entry("resources/\u00e4.txt"), "archive-name"),
    "link": (extra_entry("resources/link", b"/etc/passwd", 0o120777),
             "archive-link"),
    "encrypted": (patched(both(set_short(b"PK\x01\x02", 8, 1),
                               set_short(b"PK\x03\x04", 6, 1))),
                  "archive-encrypted"),
    "method": (patched(both(set_short(b"PK\x01\x02", 10, 12),
                            set_short(b"PK\x03\x04", 8, 12))),
               "archive-method"),
    "zip_version": (patched(set_short(b"PK\x01\x02", 6, 45)),
                    "archive-zip-version"),
    "bit3": (bit3_stored, "archive-bit3"),
    "duplicate": (twice, "archive-duplicate"),
    "file_and_folder": (lambda path: pack(path, entries(
        more=[("resources/a", b"1"), ("resources/a/b/c", b"2")])),
        "archive-duplicate"),
    "case": (lambda path: pack(path, entries(
        more=[("resources/a", b"1"), ("resources/A", b"2")])),
        "archive-case"),
    "header": (patched(lambda data: data.__setitem__(
        slice(30, 50), b"modelDescriptioX.xml")), "archive-header"),
    "damaged": (patched(flip_data), "archive-damaged"),
    "claims_much": (claiming(0xF0000000), "archive-size"),
    "claims_little": (claiming(100), "archive-damaged"),
    "entity_bomb": (entity_bomb, "xml-entity"),
    "top": (extra_entry("readme.txt"), "archive-top"),
    "extra": (extra_entry("extra/mine"), "archive-extra"),
    "no_description": (without("modelDescription.xml"),
                       "description-missing"),
    "nested": (renamed("modelDescription.xml",
                       "Sample/modelDescription.xml"), "description-missing"),
    "icon": (extra_entry("model.png", b"GIF89a"), "icon"),
    "documentation": (extra_entry("documentation/a.html"), "documentation"),
    "licenses": (extra_entry("documentation/licenses/a.txt"), "licenses"),
    "no_binary": (without(LIBRARY), "no-implementation"),
    "platform": (renamed(LIBRARY, "binaries/amiga/Sample.so"),
                 "platform-folder"),
    "binary_name": (renamed(LIBRARY, "binaries/linux64/Simple.so"),
                    "binary-name"),
    "binary_format": (replaced(LIBRARY, b"MZ no library at all" * 10),
                      "binary-format"),
    "architecture": (with_elf(3), "binary-architecture"),
    "not_here": (renamed(LIBRARY, "binaries/win64/Sample.dll"), "not-run"),
    "load": (replaced(LIBRARY, None), "run-load"),
    "sources": (extra_entry("sources/a.c"), "sources-unlisted"),
}


def archive_fault(make, rule):
    def test():
        with folder() as place:
            path = os.path.join(place, "Sample.fmu")
            make(path)
            options = () if rule in ("not-run", "run-load") else ("--no-run",)
            expect(path, rule, *options)
            need(not os.path.exists(os.path.join(place, "..", "outside.txt")),
                 "an entry left its folder")
    return test


def cut_library(path):
    """Loads nowhere: sections are there, segments are not."""
    library = bytearray(Parts.get())
    struct.pack_into("<H", library, 56, 0)  # no program headers
    pack(path, entries(library=bytes(library)))


ARCHIVE_FAULTS["load"] = (cut_library, "run-load")


# --- FMI 1.0 and 3.0 -------------------------------------------------------

FMI1 = """<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="1.0" modelName="One" modelIdentifier="One"
    guid="{1}" numberOfContinuousStates="0" numberOfEventIndicators="0">
  <ModelVariables>
    <ScalarVariable name="u" valueReference="0" causality="input">
      <Real start="0"/></ScalarVariable>
    <ScalarVariable name="y" valueReference="1" causality="output">
      <Real/><DirectDependency><Name>u</Name></DirectDependency>
    </ScalarVariable>
    <ScalarVariable name="y2" valueReference="1" alias="alias"><Real/>
    </ScalarVariable>
  </ModelVariables>
</fmiModelDescription>
"""

FMI3 = """<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="Three"
    instantiationToken="{3}" variableNamingConvention="structured">
  <CoSimulation modelIdentifier="Three" canGetAndSetFMUState="true"
      hasEventMode="true"/>
  <ModelVariables>
    <Float64 name="time" valueReference="1" causality="independent"
        variability="continuous"/>
    <UInt64 name="n" valueReference="2" causality="structuralParameter"
        variability="fixed" start="2"/>
    <Float64 name="u" valueReference="3" causality="input" start="0 0">
      <Dimension valueReference="2"/><Alias name="u2"/></Float64>
    <Float64 name="y" valueReference="4" causality="output"/>
    <Clock name="c" valueReference="5" causality="input"
        intervalVariability="triggered"/>
    <Float64 name="d" valueReference="6" causality="local" clocks="5"
        variability="discrete" initial="calculated"/>
  </ModelVariables>
  <ModelStructure>
    <Output valueReference="4" dependencies="3" dependenciesKind="dependent"/>
    <InitialUnknown valueReference="4"/>
  </ModelStructure>
</fmiModelDescription>
"""

OTHER_FAULTS = {
    "fmi1/schema": (FMI1, 'causality="input"', 'causality="entry"',
                    "xml-schema"),
    "fmi1/twice": (FMI1, 'name="y2"', 'name="y"', "name-twice"),
    "fmi1/start": (FMI1, "<Real/><Direct", '<Real fixed="true"/><Direct',
                   "fmi1-start"),
    "fmi1/dependency": (FMI1, "<Name>u<", "<Name>y<", "fmi1-dependency"),
    "fmi1/alias": (FMI1, ' alias="alias"', "", "fmi1-alias"),
    "fmi3/schema": (FMI3, "Float64 name=\"y\"", "Float64 title=\"y\"",
                    "xml-schema"),
    "fmi3/twice": (FMI3, 'name="u2"', 'name="y"', "name-twice"),
    "fmi3/reference": (FMI3, 'name="y" valueReference="4"',
                       'name="y" valueReference="3"', "fmi3-reference"),
    "fmi3/unknown": (FMI3, 'dependencies="3"', 'dependencies="33"',
                     "fmi3-unknown-reference"),
    "fmi3/clock": (FMI3, 'clocks="5"', 'clocks="3"', "fmi3-clock"),
    "fmi3/dimension": (FMI3, '<Dimension valueReference="2"',
                       '<Dimension valueReference="1"', "fmi3-dimension"),
    "fmi3/output": (FMI3, '    <Output valueReference="4" dependencies="3" '
                    'dependenciesKind="dependent"/>\n', "", "output-missing"),
    "fmi3/start": (FMI3, ' start="0 0"', "", "start-missing"),
    "fmi3/kinds": (FMI3, 'Kind="dependent"', 'Kind="dependent dependent"',
                   "dependency-kinds"),
    "fmi3/capability": (FMI3, 'canGetAndSetFMUState="true"',
                        'canSerializeFMUState="true"', "capability"),
}


TERMINALS = """<?xml version="1.0" encoding="UTF-8"?>
<fmiTerminalsAndIcons fmiVersion="3.0">
  <Terminals>
    <Terminal name="p" matchingRule="plug">
      <TerminalMemberVariable variableName="u2" memberName="u"
          variableKind="signal"/>
      <TerminalMemberVariable variableName="y" memberName="y"
          variableKind="inflow"/>
      <TerminalMemberVariable variableName="d" memberName="d"
          variableKind="_a_d"/>
      <TerminalStreamMemberVariable inStreamMemberName="a" outStreamMemberName="b"
          inStreamVariableName="u" outStreamVariableName="y"/>
      <TerminalGraphicalRepresentation x1="0" y1="0" x2="1" y2="1"
          iconBaseName="pin"/>
    </Terminal>
    <Terminal name="q" matchingRule="none"/>
  </Terminals>
</fmiTerminalsAndIcons>
"""

TERMINAL_FAULTS = {
    "version": ('fmiVersion="3.0"', 'fmiVersion="3.1"', "terminal-version"),
    "schema": ("variableKind", "kind", "xml-schema"),
    "name": ('name="q"', 'name="p"', "terminal-name"),
    "matching": ('"none"', '"some"', "terminal-matching"),
    "variable": ('"u2"', '"u3"', "terminal-variable"),
    "member": ('memberName="u"', 'memberName="y"', "terminal-member"),
    "kind": ('"_a_d"', '"signal"', "terminal-kind"),
    "stream": ('"signal"', '"outflow"', "terminal-stream"),
    "icon": ('"pin"', '"flange"', "terminal-icon"),
}


def terminal_fault(old, new, rule):
    """terminalsAndIcons.xml with a sound description beside it."""
    def test():
        with folder() as place:
            path = os.path.join(place, "a.fmu")

            def packed(text):
                return pack(path, [
                    ("modelDescription.xml", FMI3.encode()),
                    ("sources/a.c", b""),
                    ("terminalsAndIcons/pin.png", b""),
                    ("terminalsAndIcons/terminalsAndIcons.xml",
                     text.encode())])
            before = check(packed(TERMINALS))
            need(rules_of(before) <= {"not-run"}, str(before["findings"]))
            need(old in TERMINALS, old)
            hit = expect(packed(TERMINALS.replace(old, new, 1)), rule)
            need("terminalsAndIcons" in json.dumps(hit), f"{hit}")
    return test


def other_fault(text, old, new, rule):
    def test():
        need(old in text, f"'{old}' is not in the description")
        with folder() as place:
            path = os.path.join(place, "a.fmu")
            pack(path, [("modelDescription.xml", text.encode()),
                        ("sources/a.c", b"")])
            before = check(path)
            need(rules_of(before) <= {"not-run"}, str(before["findings"]))
            pack(path, [("modelDescription.xml",
                         text.replace(old, new, 1).encode()),
                        ("sources/a.c", b"")])
            expect(path, rule)
    return test


# --- sound ones --------------------------------------------------------------

def sound_sample():
    with folder() as place:
        path = pack(os.path.join(place, "Sample.fmu"), entries())
        table = os.path.join(place, "y.csv")
        report = check(path, "--csv", table, status=0)
        need(report["findings"] == [], str(report["findings"]))
        with open(table, encoding="utf-8") as file:
            rows = file.read().splitlines()
        need(rows[0] == 'time,"y"' and len(rows) == 12, str(rows))
        need(abs(float(rows[-1].split(",")[1]) - 0.99 ** 100) < 1e-12,
             rows[-1])


def own(model):
    def test():
        report = check(fmu_of(model), status=0)
        need(report["findings"] == [], str(report["findings"])[:2000])
    return test


STATELESS = """model Stateless
  input Real u;
  parameter Real p[40] = {k/41 for k in 1:40};
  Boolean b[40];
  Integer n;
equation
  for k in 1:40 loop
    b[k] = u*p[k] + 0.1*p[41 - k]*u^2 > p[k]/2;
  end for;
  n = sum(if b[k] then 1 else 0 for k in 1:40);
end Stateless;
"""


def stateless():
    """Relations of inputs, and no state: their memory is in bounds."""
    with folder() as place:
        model = write(os.path.join(place, "Stateless.mo"), STATELESS)
        path = os.path.join(place, "Stateless.fmu")
        quick_build(model, "-o", path, "-q", cwd=place)
        report = check(path, status=0)
        need(report["findings"] == [], str(report["findings"])[:2000])


# --- the command -------------------------------------------------------------

# One call of the C library that fails.
SHORT = {
    "tmpfile": "FILE *tmpfile(void) { errno = ENOSPC; return NULL; }",
    "fork": "int fork(void) { errno = EAGAIN; return -1; }",
}


def short_of(call):
    """A machine that is short of something says nothing good of an FMU."""
    def test():
        with folder() as place:
            good = pack(os.path.join(place, "good.fmu"), entries())
            source = write(os.path.join(place, "short.c"), "#include <errno.h>"
                           f"\n#include <stdio.h>\n{SHORT[call]}\n")
            library = os.path.join(place, "short.so")
            done = run(["cc", "-shared", "-fPIC", "-o", library, source])
            need(done.returncode == 0, done.stderr)
            done = run([RELEASE, "check", good],
                       env=dict(os.environ, LD_PRELOAD=library))
            need(done.returncode == 1 and "sound" not in done.stdout and
                 "cannot look at this file" in done.stdout,
                 f"status {done.returncode}: {done.stdout}{done.stderr}")
    return test


def several():
    """Two FMUs: text, JSON, JUnit, --ignore, exit status."""
    with folder() as place:
        good = pack(os.path.join(place, "good.fmu"), entries())
        bad = pack(os.path.join(place, "bad.fmu"), entries(
            description().replace('<Real start="0"/>', "<Real/>")))
        junit = os.path.join(place, "junit.xml")
        done = run([DEV, "check", good, bad, "--junit", junit])
        need(done.returncode == 1, f"status {done.returncode}")
        lines = done.stdout.splitlines()
        need(lines[0].startswith(f"{good}: sound"), lines[0])
        need("error start-missing: 'u' needs a start value" in done.stdout,
             done.stdout)
        need("modelDescription.xml:37:7:" in done.stdout, done.stdout)
        need("\x1b" not in done.stdout, "colours in a pipe")
        root = ElementTree.parse(junit).getroot()
        need([s.get("failures") for s in root] == ["0", "1"], "JUnit")
        need(root[1].find("testcase[@name='start-missing']/failure")
             is not None, "JUnit without the rule")
        done = run([DEV, "check", good, bad, "--json"])
        report = json.loads(done.stdout)
        need([f["ok"] for f in report["fmus"]] == [True, False], str(report))
        done = run([DEV, "check", bad, "--ignore", "start-missing", "-q"])
        need(done.returncode == 0 and done.stdout == "", done.stdout)
        done = run([DEV, "check", bad, "--color", "always"])
        need("\x1b[31merror" in done.stdout, "no colour")
        done = run([DEV, "check", bad, "--ignore", "start-missin"])
        need(done.returncode == 2 and "did you mean 'start-missing'"
             in done.stderr, done.stderr)


def rule_list():
    done = run([DEV, "check", "--rules"])
    need(done.returncode == 0, f"status {done.returncode}")
    tested = {rule for *_, rule in XML_FAULTS.values()}
    tested |= set(RUN_FAULTS.values())
    tested |= {rule for _, rule in LIBRARY_FAULTS.values()}
    tested |= {rule for _, rule in ARCHIVE_FAULTS.values()}
    tested |= {rule for *_, rule in OTHER_FAULTS.values()}
    tested |= {rule for *_, rule in TERMINAL_FAULTS.values()}
    tested |= set(UNTESTED)
    from . import fmi3_in  # which takes functions of this file
    for faults in (fmi3_in.FAULTS, fmi3_in.XML_FAULTS):
        tested |= {rule for *_, rule in faults.values()}
    listed = {line.split()[0] for line in done.stdout.splitlines()
              if line.startswith("  ") and line[2] != " "}
    need(listed == tested, f"without a test: {sorted(listed - tested)}, "
         f"unknown: {sorted(tested - listed)}")


def rules_in_units():
    """A unit test breaks each rule that does not need a running FMU."""
    listed = re.findall(r'^CHECK_RULE\(\w+,\s*"([^"]+)"',
                        read(os.path.join(ROOT, "generator", "check",
                                          "rules", "rules.def")), re.M)
    need(len(listed) > 100, f"{len(listed)} rules in rules.def")
    sources = glob.glob(os.path.join(TESTS, "unit", "**", "test_*.c"),
                        recursive=True)
    named = {name for source in sources
             for text in re.findall(r'"([a-z0-9 -]+)"', read(source))
             for name in text.split()}
    missing = [rule for rule in listed
               if rule not in named and not rule.startswith("run-")]
    need(not missing, f"without a unit test: {missing}")


# Rules that no fault of the lists above meets: run-fmil needs FMI Library,
# which no package registry carries; the others have tests of their own.
UNTESTED = ("schema-not-checked", "run-fmil", "run-reload", "run-files",
            "archive-extension", "no-kind", "event-indicators",
            "vendor-annotation", "fmi3-partition")


def reload():
    """Static data that survive dlclose()."""
    with folder() as place:
        library = compile_library(place, "-Wl,-z,nodelete")
        path = pack(os.path.join(place, "Sample.fmu"), entries(
            library=library, more=[("resources/fault", b"static")]))
        expect(path, "run-reload")


def no_schema():
    """Without its schema files the program says so and goes on."""
    with folder() as place:
        path = pack(os.path.join(place, "Sample.fmu"), entries())
        done = run([DEV, "check", path, "--json", "--no-run"],
                   env={**os.environ, "FOUCAULT_HOME": place})
        report = json.loads(done.stdout)
        need(rules_of(report) == {"schema-not-checked"} and report["ok"],
             done.stdout)


def no_kind():
    xml = description()
    begin, end = xml.index("  <ModelExchange"), xml.index("  <UnitDef")
    with folder() as place:
        path = pack(os.path.join(place, "a.fmu"),
                    entries(xml[:begin] + xml[end:]))
        expect(path, "no-kind", "--no-run")
        begin, end = xml.index("  <ModelExchange"), xml.index("  <CoSim")
        path = pack(os.path.join(place, "b.fmu"),
                    entries(xml[:begin] + xml[end:]))
        expect(path, "event-indicators", "--no-run")
        tool = ('<VendorAnnotations><Tool name="a"/><Tool name="a"/>'
                '</VendorAnnotations>\n  <ModelVariables>')
        path = pack(os.path.join(place, "c.fmu"),
                    entries(xml.replace("<ModelVariables>", tool)))
        expect(path, "vendor-annotation", "--no-run")
        path = pack(os.path.join(place, "d.zip"), entries())
        expect(path, "archive-extension", "--no-run")


def stiff():
    """The short Euler steps of the check would grow without end."""
    with folder() as place:
        source = os.path.join(place, "Stiff.mo")
        with open(source, "w", encoding="utf-8") as file:
            file.write("model Stiff\n"
                       "  Real x(start = 0, fixed = true), y = x^8;\n"
                       "equation\n  der(x) = 1e9*(cos(time) - x);\n"
                       "  annotation(experiment(StopTime = 0.1));\n"
                       "end Stiff;\n")
        path = os.path.join(place, "Stiff.fmu")
        quick_build(source, "-o", path, "--quiet")
        check(path, status=0)


def refused_tangents():
    """foucault simulate goes on with differences where an FMU claims to have
    directional derivatives and refuses them, and says so once."""
    for fault, status in (("no-tangents", 0), ("silent-tangents", 0),
                          ("discards-tangents", 0), ("fatal-tangents", 1)):
        with folder() as place:
            path = pack(os.path.join(place, "Sample.fmu"), entries(
                more=[("resources/fault", fault.encode())]))
            done = run([DEV, "simulate", path, "--type", "me", "--method",
                        "bdf", "--json"], timeout=120)
        need(done.returncode == status, f"{fault}: {done.stderr}")
        need(done.stderr.count("fmi2GetDirectionalDerivative returned") == 1,
             f"{fault}: {done.stderr}")
        if status == 0:
            y = json.loads(done.stdout)["final"]["y"]
            need(abs(y - math.exp(-1)) < 1e-5, f"{fault}: {y}")


def collect(runner):
    for name, fault in XML_FAULTS.items():
        runner.add(f"check/xml/{name}", xml_fault(*fault))
    for name, fault in LIBRARY_FAULTS.items():
        runner.add(f"check/library/{name}", library_fault(*fault))
    for name, fault in ARCHIVE_FAULTS.items():
        runner.add(f"check/archive/{name}", archive_fault(*fault))
    for name, text in SIMULATED_FAULTS.items():
        runner.add(f"check/simulated/{name}", simulated_fault(name, text))
    for name, text in KEPT.items():
        for file in "r.csv", "r.mat":
            runner.add(f"check/kept/{name}/{file[2:]}",
                       kept_results(name, text, file))
    for name, text in CHANGED.items():
        runner.add(f"check/changed/{name}", changed_surroundings(name, text))
    for name, test in {"floods": flooded, "bounded": bounded,
                       "closes_standard": closed_standard,
                       "takes_signals": taken_signals,
                       "crash_of_second": crash_of_second,
                       "escapes": escapes,
                       "closes": closed, "deaf": deaf,
                       "empties": found_before,
                       "writes": written_files}.items():
        runner.add(f"check/hostile/{name}", test)
    for name, rule in RUN_FAULTS.items():
        runner.add(f"check/run/{name}", run_fault(name, rule))
    for name, fault in TERMINAL_FAULTS.items():
        runner.add(f"check/terminals/{name}", terminal_fault(*fault))
    for name, fault in OTHER_FAULTS.items():
        runner.add(f"check/{name}", other_fault(*fault))
    for call in SHORT:
        runner.add(f"check/short_of/{call}", short_of(call))
    for name, test in {"sound": sound_sample, "stateless": stateless,
                       "several": several,
                       "rules": rule_list, "unit_rules": rules_in_units,
                       "kinds": no_kind, "reload": reload,
                       "no_schema": no_schema, "stiff": stiff,
                       "refused_tangents": refused_tangents}.items():
        runner.add(f"check/{name}", test)
    for model in models():
        runner.add(f"check/own/{model}", own(model))
