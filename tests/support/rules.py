"""The rules of the language specification: tests/rules/, one row each.

A file has rows:

    == 7.3 ; An element that is redeclared is replaceable. ; E211
    -- good
    model ... end ...;
    -- value x = 3
    -- bad
    model ...
      redeclare ...  // E211
    end ...;

The last part of the first line is the code that refuses (several: E202 E209),
"allowed" where the rule permits something, or "not checked: REASON". A bad
model gets exactly the errors that its comments name, in their lines; a good
one none. `-- value` is the value of a variable of the good model at time 1.
"""

import json
import os
import re

from .suite import (RELEASE, ROOT, TESTS, folder, foucault, need, read, run,
                    write)

FOLDER = os.path.join(TESTS, "rules")
PAGE = os.path.join(ROOT, "docs", "language", "rules.md")
MARK = re.compile(r"//.*?\b((?:[EW]\d{3}[ ,]*)+)\s*$")
FOUND = re.compile(r"^[^:\n]*:(\d+):\d+: (?:error|warning) ([EW]\d{3}):", re.M)
CHAPTERS = {2: "lexical structure", 3: "operators and expressions",
            4: "classes and declarations",
            5: "scoping, names and flattening", 6: "types and interfaces",
            7: "inheritance, modification and redeclaration", 8: "equations",
            9: "connectors and connections", 10: "arrays",
            11: "algorithms", 12: "functions", 13: "packages",
            14: "overloaded operators", 15: "stream connectors",
            16: "synchronous language elements", 17: "state machines",
            18: "annotations"}

HEAD = """# The rules of the language

*For modellers who want to know which rules of the specification are kept, and by which message.*

This page is made from the table in `tests/rules/`, where each row has a model that keeps the rule and one that
breaks it. The sections are those of the Modelica Language Specification 3.6. A code is the error that refuses
([diagnostics](../diagnostics.md)), and `foucault help CODE` lists its rules;
*allowed* stands where the specification permits something; the rest is not checked, for the reason given.
"""


class Row:
    def __init__(self, file, section, rule, verdict):
        self.file, self.section, self.rule = file, section, rule
        self.verdict = verdict
        self.good, self.bad, self.values = [], [], []

    def codes(self):
        return re.findall(r"\b[EW]\d{3}\b", self.verdict)


def rows_of(file):
    rows, into = [], None
    for line in read(os.path.join(FOLDER, file)).splitlines():
        if line.startswith("== "):
            parts = [part.strip() for part in line[3:].split(" ; ")]
            need(len(parts) == 3, f"{file}: {line}")
            rows.append(Row(file, *parts))
            into = None
        elif line.startswith("-- good"):
            rows[-1].good.append([])
            into = rows[-1].good[-1]
        elif line.startswith("-- bad"):
            rows[-1].bad.append([])
            into = rows[-1].bad[-1]
        elif line.startswith("-- value "):
            rows[-1].values.append(line[len("-- value "):].split(" = "))
        elif into is not None:
            into.append(line)
        else:
            need(not line or line.startswith("#"), f"{file}: {line}")
    return rows


def all_rows():
    found = []
    for file in sorted(os.listdir(FOLDER)):
        found += rows_of(file)
    return found


def messages(place, text, command="explain"):
    path = write(os.path.join(place, "m.mo"), "\n".join(text) + "\n")
    return path, run([RELEASE, command, path])


def check_good(row, text):
    with folder() as place:
        if not row.values:
            _, done = messages(place, text)
            need(done.returncode == 0,
                 f"a good model is refused: {done.stderr}")
            return
        path = write(os.path.join(place, "m.mo"), "\n".join(text) + "\n")
        done = foucault("simulate", path, "--stop", "1", "--json")
        final = json.loads(done.stdout)["final"]
        for name, value in row.values:
            need(name in final and abs(final[name] - float(value)) < 1e-6,
                 f"{name} is {final.get(name)}, not {value}")


def check_bad(row, text):
    wanted = {(number, code) for number, line in enumerate(text, 1)
              for mark in [MARK.search(line)] if mark
              for code in re.findall(r"[EW]\d{3}", mark.group(1))}
    need({code for _, code in wanted} <= set(row.codes()),
         f"the row does not name {wanted}")
    need(wanted, "no line is marked")
    with folder() as place:
        _, done = messages(place, text)
    found = {(int(line), code)
             for line, code in FOUND.findall(done.stderr)
             if code[0] == "E" or (int(line), code) in wanted}
    need(done.returncode in (0, 1), f"status {done.returncode}: {done.stderr}")
    need(found == wanted, f"wanted {sorted(wanted)}: {done.stderr}")


def check(row):
    not_checked = row.verdict.startswith("not checked: ")
    need(not_checked or row.verdict == "allowed" or row.codes(),
         f"a verdict is missing: {row.verdict}")
    need(not_checked or row.good, "a good model is missing")
    need(not row.codes() or not_checked or row.bad, "a bad model is missing")
    need(len(row.rule) <= 90 and row.rule.endswith("."), f"rule: {row.rule}")
    for text in row.good:
        check_good(row, text)
    for text in row.bad if not not_checked else []:
        check_bad(row, text)


def key(section):
    return [int(part) for part in section.split(".")]


def page():
    lines, chapter = [HEAD], None
    for row in sorted(all_rows(), key=lambda row: key(row.section)):
        if key(row.section)[0] != chapter:
            chapter = key(row.section)[0]
            lines.append(f"## {chapter} {CHAPTERS[chapter]}\n\n"
                         "| section | rule | code |\n|---|---|---|")
        codes = " ".join(f"`{code}`" for code in row.codes())
        rule = row.rule.replace("|", "\\|")
        if row.verdict.startswith("not checked: "):
            codes, rule = "-", f"{rule} *{row.verdict}*"
        lines.append(f"| {row.section} | {rule} | {codes or 'allowed'} |")
    text = ""
    for line in lines:
        text += ("\n" if line.startswith("## ") and text else "") + line + "\n"
    return text


def page_is_made(update):
    text = page()
    if update:
        write(PAGE, text)
    need(os.path.exists(PAGE) and read(PAGE) == text, "docs/language/rules.md "
         "is not what the table says: tests/run --update rules/page")


def collect(runner):
    count = {}
    for row in all_rows():
        count[row.section] = count.get(row.section, 0) + 1
        name = f"rules/{row.section}/{count[row.section]}"
        runner.add(name, lambda row=row: check(row))
    runner.add("rules/page", lambda: page_is_made(runner.update))
