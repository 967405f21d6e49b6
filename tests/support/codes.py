"""docs/diagnostics.md: every code of the list has a section, every example
gives its code and every cure does not."""

import os
import re

from .suite import (Failure, RELEASE, ROOT, folder, foucault, need, read, run,
                    write)

PAGE = os.path.join(ROOT, "docs", "diagnostics.md")
LIST = os.path.join(ROOT, "generator", "base", "diagnostic_codes.def")
NAMES = os.path.join(ROOT, "generator", "base", "warning_word.c")
DEMO = """model Demo
  parameter Real k = 2;
  Real x(start = 1, fixed = true);
equation
  der(x) = -k*x;
end Demo;
"""


def listed():
    """The codes of the program with their titles."""
    return dict(re.findall(r'DIAGNOSTIC_CODE\((\w+),\s*"(.*)"\)', read(LIST)))


def names():
    """Code -> name of the warnings."""
    return dict(re.findall(r'\[(W\d+)\] = "(.*)"', read(NAMES)))


def sections():
    """Code -> (title, text) of the page."""
    parts = re.split(r"^## (\w+) (.*)$", read(PAGE), flags=re.M)[1:]
    return {parts[i]: (parts[i + 1], parts[i + 2])
            for i in range(0, len(parts), 3)}


def all_codes():
    codes, page = listed(), sections()
    need(set(codes) == set(page), "only on one side: "
         + ", ".join(sorted(set(codes) ^ set(page))))
    for code, title in codes.items():
        need(page[code][0] == title, f"{code}: the title is {title!r}")


def all_names():
    """Every warning has a name of its own, on the page and in the help."""
    codes, page = names(), sections()
    need(set(codes) == {c for c in listed() if c[0] == "W"}, "no name")
    need(len(set(codes.values())) == len(codes), "a name is given twice")
    report = foucault("help", "codes").stdout
    for code, name in codes.items():
        need(re.fullmatch(r"[a-z]+(-[a-z]+)+", name), name)
        need(page[code][1].startswith(f"\n\nBy name: `{name}`.\n\n"),
             f"{code}: the page does not give {name}")
        need(f"{code}  {listed()[code]} [{name}]\n" in report, f"no {name}")
        need(foucault("help", name).stdout ==
             foucault("help", code).stdout, f"help {name}")
    done = foucault("help", "alias-nomnal", status=2)
    need("did you mean 'alias-nominal'?" in done.stderr, done.stderr)


# Guards that no known model reaches.
UNREACHED = {"W203"}


def in_use(code):
    """The generator gives it somewhere (the table of names does not)."""
    done = run(["grep", "-rlw", "--include=*.c", "--exclude=warning_word.c",
                code, "generator"], cwd=ROOT)
    return bool(done.stdout.strip())


def run_example(kind, text, place, command):
    env = dict(os.environ, PATH=os.path.dirname(RELEASE) + ":"
               + os.environ["PATH"])
    if kind == "modelica":
        write(os.path.join(place, "m.mo"), text)
        text = f"foucault {command} m.mo"
    done = run(["bash", "-c", "set -e\n" + text], cwd=place, env=env)
    return done.returncode, done.stderr


def prepare(place, text):
    write(os.path.join(place, "demo.mo"), DEMO)
    if "demo.fmu" in text:
        foucault("build", "demo.mo", "-o", "demo.fmu", cwd=place)


def example(code, text):
    def test():
        blocks = re.findall(r"^```(\w+)\n(.*?)^```$", text, flags=re.M | re.S)
        if not blocks:
            need(code in UNREACHED or
                 "No longer given" in text and not in_use(code), "no example")
            return
        need(len(blocks) == 2, f"{len(blocks)} examples")
        command = "flatten" if "`foucault flatten`" in text else "explain"
        mark = ("error " if code[0] == "E" else "warning ") + code
        with folder() as place:
            prepare(place, text)
            status, report = run_example(*blocks[0], place, command)
            need(mark in report,
                 f"the first example does not give it:\n{report}")
            need((status == 0) == (code[0] == "W"), f"status {status}")
            status, report = run_example(*blocks[1], place, command)
            faults = re.search(r"(error|warning) [EW]\d", report)
            need(status == 0 and not faults,
                 f"the cure does not help:\n{report}")
    return test


def printed():
    """foucault help CODE: the section without the marks of the page."""
    report = foucault("help", "E301").stdout
    for words in ("E301 the model is structurally singular\n\n",
                  "\n    model M\n      Real x, y, z;\n"):
        need(words in report, f"{words!r} is not in:\n{report}")
    need("```" not in report and "E302" not in report, report)
    need(foucault("help", "e301").stdout == report, "small letters")
    report = foucault("help", "E241").stdout
    need("\n  4.6      A record has no equations.\n" in report, report)
    need("Specification" not in foucault("help", "E501").stdout, "no rules")
    for code in listed():
        need(foucault("help", code).stdout.startswith(code), code)
    lines = foucault("help", "codes").stdout.splitlines()
    need(len(lines) == len(listed()), f"{len(lines)} lines")
    done = foucault("help", "E3001", status=2)
    need("did you mean 'E301'?" in done.stderr, done.stderr)
    done = foucault("help", "nothing of that sort", status=2)
    need("neither a command nor a code" in done.stderr, done.stderr)
    with folder() as place:
        env = dict(os.environ, FOUCAULT_HOME=place)
        done = foucault("help", "E301", status=1, env=env)
        need("E504" in done.stderr, done.stderr)


def collect(runner):
    runner.add("codes/all", all_codes)
    runner.add("codes/names", all_names)
    runner.add("codes/printed", printed)
    for code, (_, text) in sections().items():
        runner.add(f"codes/{code}", example(code, text))
