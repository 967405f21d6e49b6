"""The extension for Visual Studio Code, as far as it needs no Node.js (./dev
editor tests the rest): its grammar and the compiler know the same words, and
what it asks of the program is there."""

import json
import os
import re
import sys

from .suite import ROOT, foucault, need, read

VSCODE = os.path.join(ROOT, "editors", "vscode")
sys.path.insert(0, os.path.join(ROOT, "docs", "site"))
import highlight  # noqa: E402


def scopes(text):
    """The scope of each word."""
    return {piece.strip(): scope for piece, scope in
            highlight.pieces(text, highlight.read()) if piece.strip()}


def keywords():
    """Each of the compiler is one of the grammar."""
    words = re.findall(r'X\([A-Z]+, "([a-z]+)", [A-Z]+\)',
                       read(os.path.join(ROOT, "generator/parse/token.h")))
    need(len(words) > 55, f"{len(words)} keywords")
    for word in words:
        if word == "der":  # a function, by what follows it
            continue
        found = scopes(f" {word} ").get(word, "")
        need(found.startswith(("keyword.", "storage.", "constant.")),
             f"{word}: {found!r}")
        for other in (f"x{word}", f"{word}x", f"'{word}'"):
            found = scopes(f" {other} ").get(other, "")
            need(not found.startswith(("keyword", "storage")),
                 f"{other}: {found}")


def functions():
    """So is each built-in function, where it is called."""
    words = re.findall(r'_(?:FUNCTION|OPERATOR)\([A-Z_0-9]+, "(\w\w+)"',
                       read(os.path.join(
                           ROOT, "generator/base/builtin_functions.def")))
    need(len(words) > 60, f"{len(words)} functions")
    for word in words:
        found = scopes(f" {word}(x) ").get(word, "")
        need(found.startswith(("support.", "storage.", "keyword.")),
             f"{word}: {found!r}")
        found = scopes(f" a.{word}y ")
        need("support" not in str(found), f"{word}: {found}")


def marked():
    """What the site shows: the text as it is, with marks."""
    text = ('model M "a <b> // c"\n  Real x = 1.5; // "no"\n/* two\nlines */ '
            "end M;\n")
    found = highlight.marked(text)
    need(re.sub("<[^>]*>", "", found) == text.replace("<", "&lt;")
         .replace(">", "&gt;").replace('"', "&quot;"), found)
    for part in ('<span class="k">model</span>',
                 '<span class="s">&quot;a &lt;b&gt; // c&quot;</span>',
                 '<span class="n">1.5</span>',
                 '<span class="c">// &quot;no&quot;</span>',
                 '<span class="c">/* two\nlines */</span>',
                 '<span class="t">M</span>'):
        need(part in found, f"no {part!r} in {found}")


def options():
    """What src/ gives to the program is an option of the command."""
    source = read(os.path.join(VSCODE, "src", "extension.ts")) + \
        read(os.path.join(VSCODE, "src", "program.ts"))
    used = set(re.findall(r'"(--[a-z-]+)"', source)) - {"--"}
    need({"--plot", "--plot-file", "--html", "--json", "--model"} <= used,
         f"{used}")
    known = {command: set(re.findall(r"--[a-z-]+",
                                     foucault(command, "--help").stdout))
             for command in ("build", "simulate", "explain")}
    for option in used:
        need(any(option in names for names in known.values()), option)
    need("--html" in known["explain"] and "--plot-file" in known["simulate"]
         and all("--model" in names for names in known.values()), f"{known}")


def packages():
    """Versions are pinned, no registry is named, commands have titles."""
    package = json.loads(read(os.path.join(VSCODE, "package.json")))
    for name, version in package["devDependencies"].items():
        need(re.fullmatch(r"[0-9]+\.[0-9]+\.[0-9]+", version),
             f"{name} {version}")
    need("http" not in json.dumps(package), "a host is named")
    lock = json.loads(read(os.path.join(VSCODE, "package-lock.json")))
    for name, entry in lock["packages"].items():
        need("resolved" not in entry, f"{name} names a host")
        need(not name or "integrity" in entry, f"{name} has no checksum")
    listed = {c["command"] for c in package["contributes"]["commands"]}
    source = read(os.path.join(VSCODE, "src", "extension.ts"))
    need(listed == set(re.findall(r'\["(foucault\.\w+)"', source)),
         f"{listed}")
    for name in package["contributes"]["configuration"]["properties"]:
        need(f'"{name.split(".")[1]}"' in source, name)


def collect(runner):
    for test in (keywords, functions, marked, options, packages):
        runner.add(f"editor/{test.__name__}", test)
