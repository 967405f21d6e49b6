"""The tables of docs/language.md name codes and tests that exist."""

import os
import re

from .suite import ROOT, TESTS, Failure, read

PAGE = os.path.join(ROOT, "docs", "language.md")


def codes():
    text = read(os.path.join(ROOT, "generator", "base",
                             "diagnostic_codes.def"))
    return set(re.findall(r"DIAGNOSTIC_CODE\(([EW]\d{3}),", text))


def cases():
    """What a table may name as a test."""
    found = {"golden/parse", "builtins", "idioms", "endings"}
    for folder in ("golden/flatten", "errors"):
        for file in os.listdir(os.path.join(TESTS, folder)):
            found.add(os.path.splitext(file)[0])
    for file in os.listdir(os.path.join(TESTS, "hybrid")):
        found.add("hybrid/" + os.path.splitext(file)[0])
    for file in os.listdir(os.path.join(TESTS, "unit")):
        found.add(os.path.splitext(file)[0])
    for folder, _, files in os.walk(os.path.join(ROOT, "models")):
        found.update(os.path.splitext(file)[0] for file in files)
    text = read(os.path.join(TESTS, "support", "libraries.py"))
    return found | {f"libraries/{name}"
                    for name in re.findall(r'"(\w+)": \w+', text)}


def language_page():
    page = read(PAGE)
    wrong = sorted(set(re.findall(r"\b[EW]\d{3}\b", page)) - codes())
    if wrong:
        raise Failure(f"no such codes: {', '.join(wrong)}")
    known = cases()
    for line in page.splitlines():
        cells = line.split(" | ")
        if not line.startswith("| ") or len(cells) != 4:
            continue
        for name in re.findall(r"`([^`]+)`", cells[3]):
            if name not in known:
                raise Failure(f"no such test: {name!r} in {line[:70]!r}")


def collect(runner):
    runner.add("docs/language", language_page)
