#!/usr/bin/env python3
"""Makes the documentation: docs/*.md as pages that need no network.

  pages.py PROGRAM FOLDER

The page of the command line is written from the program's own help; the
repository has a copy of it, docs/command_line.md.
"""

import html
import os
import subprocess
import sys

import shell
from markdown import Page

DOCS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(DOCS)

# The order of the pages; files below docs/, or below the root with "/".
CONTENTS = {
    "Begin": ["index.md", "tutorial.md"],
    "How to": [
        "howto/fmpy.md", "howto/libcosim.md", "howto/openmodelica.md",
        "howto/simulink.md", "howto/scripts.md", "howto/python.md",
        "howto/plots.md", "howto/libraries.md", "howto/cmake.md", "howto/cross_compile.md", "howto/solver.md",
        "howto/initialization.md", "howto/explain.md"],
    "Reference": [
        "command_line.md", "diagnostics.md", "fmi.md", "check.md", "json.md"],
    "The language": [
        "language.md", "language/classes.md", "language/equations.md",
        "language/builtin_functions.md", "language/functions.md",
        "language/clocks.md"],
    "Explanation": [
        "explained.md", "index_reduction.md", "index_selection.md",
        "index_methods.md", "methods_compared.md", "glossary.md"],
    "The running FMU": [
        "runtime.md", "runtime/blocks.md", "runtime/events.md",
        "runtime/integration.md", "runtime/values.md"],
    "For developers": [
        "pipeline.md", "pipeline/flatten.md", "pipeline/reduce.md",
        "pipeline/initial.md", "pipeline/emit.md", "add_a_feature.md"],
}

STYLE = """
.frame { display: grid; grid-template-columns: 15rem minmax(0, 1fr);
  max-width: 76rem; margin: 0 auto; gap: 0 2rem; padding: 0 1rem; }
nav { font-size: .92rem; padding-top: 1rem; }
nav > div { position: sticky; top: 1rem; max-height: 96vh; overflow: auto; }
nav h2 { border: 0; font-size: .8rem; margin: 1rem 0 .2rem;
  text-transform: uppercase; letter-spacing: .06em; color: var(--soft); }
nav a { display: block; padding: .12rem 0; text-decoration: none; }
nav a.here { font-weight: 700; color: var(--ink); }
nav .inner { padding-left: .9rem; font-size: .88rem; }
main { padding: 0 0 3rem; margin: 0; max-width: 52rem; min-width: 0; }
h3 { margin: 1.6rem 0 .4rem; }
p, li { overflow-wrap: break-word; }
.wide { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-size: .92rem; }
th, td { border-bottom: 1px solid var(--line); padding: .35rem .7rem .35rem 0;
  text-align: left; vertical-align: top; }
blockquote { margin: 1rem 0; padding: 0 1rem; color: var(--soft);
  border-left: 3px solid var(--line); }
pre.output { border-left: 3px solid #8aa; background: #fbfcfd; }
.file { font: .8rem monospace; color: var(--soft); margin-top: 1rem; }
.file + pre { margin-top: .1rem; }
figure { margin: 1.2rem 0; } figure svg { max-width: 100%; height: auto; }
figcaption { color: var(--soft); font-size: .9rem; }
details.menu { display: none; }
@media (max-width: 50rem) {
  .frame { display: block; } nav { display: none; }
  details.menu { display: block; border-bottom: 1px solid var(--line);
    padding: .6rem 0; } details.menu nav { display: block; padding: 0; }
  nav > div { position: static; max-height: none; }
}
"""


class SiteError(Exception):
    """A page is missing or a link leads nowhere."""


def address(file):
    """The page of a file: all pages lie in one folder."""
    return file.removesuffix(".md").replace("/", "_") + ".html"


def files():
    return [file for group in CONTENTS.values() for file in group]


# --- links ------------------------------------------------------------------

def resolve(file, target):
    """Of a link in `file`: (file below docs/ or None, place)."""
    path, _, place = target.partition("#")
    if not path:
        return file, place
    wanted = os.path.normpath(os.path.join(os.path.dirname(file), path))
    return (wanted if wanted in files() else None), place


def is_outside(target):
    return "://" in target or target.startswith("mailto:")


def rewrite(file, target):
    """Links to pages lead to pages; others to the files of the
    repository, as they are named in it."""
    if is_outside(target):
        return target
    page, place = resolve(file, target)
    after = f"#{place}" if place else ""
    if page:
        return address(page) + after
    path = os.path.normpath(os.path.join("docs", os.path.dirname(file),
                                         target))
    return "../../" + path


def check_links(pages):
    wrong = []
    for file, page in pages.items():
        for target in page.links:
            if is_outside(target):
                continue
            other, place = resolve(file, target)
            path = os.path.join(DOCS, os.path.dirname(file),
                                target.partition("#")[0])
            if other is None and not os.path.exists(path):
                wrong.append(f"{file}: no {target}")
            elif place and other and place not in [
                    p for _, p, _ in pages[other].headings]:
                wrong.append(f"{file}: no heading {target}")
    if wrong:
        raise SiteError("\n".join(wrong))


# --- the command line -------------------------------------------------------

def help_of(program, *words):
    done = subprocess.run([program, *words, "--help"], capture_output=True,
                          text=True, check=True)
    return done.stdout


def commands(text):
    """The words of the two-column lists in the program's help."""
    words = [line.split()[0] for line in text.splitlines()
             if line.startswith("  ") and line[2:3].isalpha()]
    return [word for word in words if word not in ("foucault", "help")]


def command_line(program):
    """The text of the page, in Markdown."""
    text = help_of(program)
    parts = ["# The command line",
             "*For everyone who types commands; a reference.*",
             "This page is written from the program's own help: "
             "`foucault COMMAND --help` and\n`man foucault` have the same "
             "text.", "```text\n" + text.rstrip() + "\n```"]
    for command in commands(text):
        parts += [f"## foucault {command}",
                  "```text\n" + help_of(program, command).rstrip() + "\n```"]
    return "\n\n".join(parts) + "\n"


# --- the pages --------------------------------------------------------------

def text_of(program, file):
    if file == "command_line.md":
        return command_line(program)
    path = os.path.join(DOCS, file)
    if not os.path.exists(path):
        raise SiteError(f"docs/{file} is missing")
    with open(path, encoding="utf-8") as text:
        return text.read()


def convert(program):
    pages = {file: Page(text_of(program, file),
                        os.path.join(DOCS, os.path.dirname(file)),
                        lambda target, f=file: rewrite(f, target))
             for file in files()}
    check_links(pages)
    return pages


def inner_links(page):
    """The sections of the page one is on, if they are few."""
    found = [(place, text) for level, place, text in page.headings
             if level == 2]
    if not 2 <= len(found) <= 14:
        return ""
    return "".join(f'<a class="inner" href="#{place}">'
                   f"{html.escape(text.replace('`', ''))}</a>"
                   for place, text in found)


def navigation(pages, here):
    parts = []
    for group, members in CONTENTS.items():
        parts.append(f"<h2>{group}</h2>")
        for file in members:
            title = html.escape(pages[file].title)
            mark = ' class="here"' if file == here else ""
            parts.append(f'<a{mark} href="{address(file)}">{title}</a>')
            if file == here:
                parts.append(inner_links(pages[file]))
    return "<nav><div>" + "\n".join(parts) + "</div></nav>"


def document(pages, file):
    menu = navigation(pages, file)
    body = f"""<div class="frame">
<details class="menu"><summary>Foucault: all pages</summary>{menu}</details>
{menu}
<main>
{pages[file].body}
</main>
</div>"""
    title = pages[file].title
    if file != "index.md":
        title += " \N{EN DASH} Foucault"
    return shell.page(title, body, STYLE)


def make(program, folder):
    pages = convert(program)
    os.makedirs(folder, exist_ok=True)
    for file in pages:
        path = os.path.join(folder, address(file))
        with open(path, "w", encoding="utf-8") as out:
            out.write(document(pages, file))
    return pages


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        made = make(*sys.argv[1:])
        print(f"{len(made)} pages: "
              f"{os.path.join(os.path.abspath(sys.argv[2]), 'index.html')}")
    except SiteError as error:
        sys.exit(f"docs: {error}")
