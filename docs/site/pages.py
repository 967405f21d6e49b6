#!/usr/bin/env python3
"""Makes the documentation: docs/*.md as pages that need no network.

  pages.py PROGRAM FOLDER [GALLERY.html]

The page of the command line is written from the program's own help; the
repository has a copy of it, docs/command_line.md.
"""

import html
import json
import os
import re
import shutil
import subprocess
import sys

import shell
import highlight
from markdown import Page

DOCS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(DOCS)

# The order of the pages; files below docs/, or below the root with "/".
CONTENTS = {
    "Begin": ["index.md", "installation.md", "tutorial.md"],
    "How to": [
        "howto/fmpy.md", "howto/libcosim.md", "howto/openmodelica.md",
        "howto/simulink.md", "howto/fmus_of_others.md", "howto/clocks.md",
        "howto/scripts.md", "howto/python.md",
        "howto/plots.md", "howto/studies.md", "howto/clusters.md",
        "howto/page.md", "howto/editor.md", "howto/vscode.md", "howto/format.md",
        "howto/lint.md", "howto/watch.md",
        "howto/library_pages.md", "howto/systems.md",
        "howto/libraries.md",
        "howto/trust.md", "howto/cmake.md", "howto/cross_compile.md",
        "howto/solver.md",
        "howto/initialization.md", "howto/explain.md"],
    "Reference": [
        "command_line.md", "diagnostics.md", "fmi.md", "check.md", "json.md",
        "libraries.md", "performance.md"],
    "The language": [
        "language.md", "language/classes.md", "language/equations.md",
        "language/builtin_functions.md", "language/functions.md",
        "language/clocks.md", "language/rules.md"],
    "Explanation": [
        "explained.md", "index_reduction.md", "index_selection.md",
        "index_methods.md", "methods_compared.md", "glossary.md"],
    "The running FMU": [
        "runtime.md", "runtime/blocks.md", "runtime/events.md",
        "runtime/integration.md", "runtime/values.md"],
    "For developers": [
        "pipeline.md", "pipeline/flatten.md", "pipeline/reduce.md",
        "pipeline/initial.md", "pipeline/emit.md", "add_a_feature.md",
        "testing.md", "release.md"],
}

STYLE = """
.frame { display: grid; grid-template-columns: 15rem minmax(0, 1fr);
  max-width: 80rem; margin: 0 auto; gap: 0 2rem; padding: 0 1rem; }
nav { font-size: .92rem; padding-top: 1rem; }
nav > div { position: sticky; top: 1rem; max-height: 96vh; overflow: auto; }
nav h2 { border: 0; font-size: .8rem; margin: 1rem 0 .2rem;
  text-transform: uppercase; letter-spacing: .06em; color: var(--soft); }
nav a { display: block; padding: .12rem 0; text-decoration: none; }
nav a.here { font-weight: 700; color: var(--ink); }
nav .inner { padding-left: .9rem; font-size: .88rem; }
main { padding: 0 0 3rem; margin: 0; max-width: 62rem; min-width: 0; }
main > p, main > ul, main > ol { max-width: 52rem; }
h3 { margin: 1.6rem 0 .4rem; }
p, li { overflow-wrap: break-word; }
.wide { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-size: .92rem; }
th, td { border-bottom: 1px solid var(--line); padding: .35rem .7rem .35rem 0;
  text-align: left; vertical-align: top; }
blockquote { margin: 1rem 0; padding: 0 1rem; color: var(--soft);
  border-left: 3px solid var(--line); }
pre.output { border-left: 3px solid #8aa; background: var(--shown); }
.file { font: .8rem monospace; color: var(--soft); margin-top: 1rem; }
.file + pre { margin-top: .1rem; }
td, th { overflow-wrap: anywhere; min-width: 4.5rem; }
a, code { overflow-wrap: anywhere; }
figure { margin: 1.2rem 0; } figure svg { max-width: 100%; height: auto;
  background: #fff; border-radius: 6px; }
.search { position: relative; grid-column: 1 / -1; max-width: 30rem;
  margin-top: .8rem; }
.search input { width: 100%; font: inherit; padding: .35rem .6rem;
  color: var(--ink); background: var(--back); border: 1px solid var(--line);
  border-radius: 6px; }
.found:empty { display: none; }
.found { position: absolute; z-index: 2; left: 0; top: 100%; margin: .2rem 0;
  width: min(36rem, calc(100vw - 2rem)); max-height: 75vh; overflow-y: auto;
  background: var(--back); border: 1px solid var(--line); border-radius: 6px;
  box-shadow: 0 6px 20px #0004; padding: .3rem; }
.found a { display: block; padding: .35rem .5rem; color: var(--ink);
  text-decoration: none; font-size: .9rem;
  border-radius: 4px; }
.found a:hover, .found a:focus { background: var(--band); }
.found b { display: block; color: var(--link); }
.found mark { background: var(--pick); color: inherit; }
figcaption { color: var(--soft); font-size: .9rem; }
details.menu { display: none; }
@media (max-width: 50rem) {
  .frame { display: block; } nav { display: none; }
  details.menu { display: block; border-bottom: 1px solid var(--line);
    padding: .6rem 0; } details.menu nav { display: block; padding: 0; }
  nav > div { position: static; max-height: none; }
  .stack, .stack tbody, .stack tr, .stack td { display: block; }
  .stack thead { display: none; }
  .stack tr { border-bottom: 1px solid var(--line); padding: .5rem 0; }
  .stack td { border: 0; padding: .1rem 0 .1rem 6.5rem; position: relative; }
  .stack td:empty { display: none; }
  .stack td::before { content: attr(data-head); color: var(--soft);
    position: absolute; left: 0; width: 6rem; font-size: .85rem;
    overflow-wrap: anywhere; }
  .stack td[data-head=""] { padding-left: 0; font-weight: 600; }
}
"""


GALLERY = "gallery.html"
SEARCH = """<div class="search" role="search"><input type="search"
placeholder="Search" aria-label="Search the documentation" autocomplete="off" />
<div class="found" aria-live="polite"></div></div>"""


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
    parts = [f'<a href="{GALLERY}">The gallery of models</a>']
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
{SEARCH}
<details class="menu"><summary>Foucault: all pages</summary>{menu}</details>
{menu}
<main>
{pages[file].body}
</main>
</div>
<script src="search.js" defer></script>"""
    title = pages[file].title
    if file != "index.md":
        title += " \N{EN DASH} Foucault"
    return shell.page(title, body, STYLE + highlight.STYLE)


# --- search -----------------------------------------------------------------

def sections(page):
    """[(place, heading, text)] of a page's HTML; the text before the first
    section has the place ''."""
    found = []
    for part in re.split(r"(?=<h[1-3] id=)", page.body):
        head = re.match(r'<h([1-3]) id="([^"]*)">(.*?)</h\1>', part, re.S)
        text = re.sub(r"<(svg|style)\b.*?</\1>", " ", part[head.end():]
                      if head else part, flags=re.S)
        place = head[2] if head and head[1] != "1" else ""
        found.append((place, words_of(head[3]) if head else "",
                      words_of(text)))
    return [one for one in found if one[1] or one[2]]


def words_of(text):
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())


def index_of(pages):
    """One row for each section: [address, title, heading, text]."""
    rows = []
    for file, page in pages.items():
        for place, heading, text in sections(page):
            where = address(file) + (f"#{place}" if place else "")
            rows.append([where, page.title,
                         heading if place else "", text])
    return rows


def write_search(pages, folder):
    """The index is fetched from beside the page when somebody searches: as a
    script, since pages of a disk may not read other files."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                           "search.js"), encoding="utf-8") as script:
        text = script.read()
    for name, content in (
            ("search.js", text),
            ("search_index.js", "searchIndex(" + json.dumps(
                index_of(pages), ensure_ascii=False,
                separators=(",", ":")).replace("],[", "],\n[") + ");\n")):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
            out.write(content)


# --- the gallery ------------------------------------------------------------

def write_gallery(folder, made):
    """The page of ./dev gallery, if it has been made; else how to make it."""
    path = os.path.join(folder, GALLERY)
    if made and os.path.exists(made):
        with open(made, encoding="utf-8") as page:
            text = page.read()
        with open(path, "w", encoding="utf-8") as out:
            out.write(text.replace(
                "<nav>", '<nav>\n<a href="index.html">documentation</a>', 1))
        beside = os.path.join(os.path.dirname(made), "pages")
        if os.path.isdir(beside):  # those that run the models
            shutil.copytree(beside, os.path.join(folder, "pages"),
                            dirs_exist_ok=True)
        return
    body = """<header><h1>The gallery of models</h1></header>
<main><p>The gallery has not been made for this copy of the documentation. In a
checkout <code>./dev gallery</code> builds, simulates and draws every model of
<code>models/</code>, and <code>./dev docs</code> then takes the page along.
</p><p><a href="index.html">Back to the documentation</a></p></main>"""
    with open(path, "w", encoding="utf-8") as out:
        out.write(shell.page("The gallery of models", body))


def make(program, folder, gallery=None):
    pages = convert(program)
    os.makedirs(folder, exist_ok=True)
    write_search(pages, folder)
    write_gallery(folder, gallery)
    for file in pages:
        path = os.path.join(folder, address(file))
        with open(path, "w", encoding="utf-8") as out:
            out.write(document(pages, file))
    return pages


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    try:
        made = make(*sys.argv[1:])
        print(f"{len(made)} pages: "
              f"{os.path.join(os.path.abspath(sys.argv[2]), 'index.html')}")
    except SiteError as error:
        sys.exit(f"docs: {error}")
