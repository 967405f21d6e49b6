"""The Markdown files of the repository: their form, their links, and the
names of tests, codes and files in them."""

import os
import re
import sys

from .suite import ROOT, TESTS, Failure, need, read, run

DOCS = os.path.join(ROOT, "docs")
sys.path.insert(0, os.path.join(DOCS, "site"))
from markdown import Page  # noqa: E402

COLUMNS = 119  # the longest line
PARAGRAPH = 130  # the most words of a paragraph or of an item of a list


def markdown_files():
    """All Markdown files, relative to the root."""
    found = ["README.md", "python/README.md"]
    for folder, _, names in os.walk(DOCS):
        found += [os.path.relpath(os.path.join(folder, name), ROOT)
                  for name in names if name.endswith(".md")]
    return sorted(found)


def text_of(file):
    return read(os.path.join(ROOT, file))


# --- form -------------------------------------------------------------------

def long_lines(text):
    """The numbers of the lines that are too long."""
    return [number for number, line in enumerate(text.splitlines(), 1)
            if len(line) > COLUMNS]


def audience(text):
    """The line after the title, which names the reader."""
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[1] if len(lines) > 1 else ""


def names_reader(text):
    return bool(re.fullmatch(r"\*For [^`]*\.\*", audience(text)))


def paragraphs(text):
    """(number of the first line, words) of each paragraph and each item."""
    found, in_block = [], False
    words, first = 0, 0
    for number, line in enumerate(text.splitlines() + [""], 1):
        fence = line.lstrip().startswith("```")
        starts = re.match(r"\s*([-*]|\d+\.) ", line)
        if words and (not line.strip() or fence or starts
                      or line.startswith(("|", "#"))):
            found.append((first, words))
            words = 0
        if fence:
            in_block = not in_block
        elif not in_block and line.strip() and not line.startswith(("|", "#")):
            first = first if words else number
            words += len(line.split()) - bool(starts)
    return found


def form(file):
    text = text_of(file)
    wrong = [f"{file}:{n}: longer than {COLUMNS} columns"
             for n in long_lines(text)]
    wrong += [f"{file}:{n}: {words} words in one paragraph"
              for n, words in paragraphs(text) if words > PARAGRAPH]
    if not names_reader(text):
        wrong.append(f"{file}: does not say whom it is for (*For ...*)")
    if wrong:
        raise Failure("\n".join(wrong[:20]))


def form_is_seen():
    """The rules above find what they forbid."""
    need(long_lines("a\n" + "b" * 120 + "\n") == [2], "a long line")
    need(not long_lines("b" * 119), "a line that fits")
    need(names_reader("# T\n\n*For users.*\n\nA.\n"), "a reader")
    need(not names_reader("# T\n\nA page.\n\n*For users.*\n"), "no reader")
    need(paragraphs("# T\n\na b\nc\n\n- d e\n  f\n- g\n\n```sh\nh i\n```\n")
         == [(3, 3), (6, 3), (8, 1)], "paragraphs")


# --- links ------------------------------------------------------------------

def places(file, cache={}):
    """The anchors of a Markdown file."""
    if file not in cache:
        page = Page(text_of(file), os.path.join(ROOT, os.path.dirname(file)))
        cache[file] = {place for _, place, _ in page.headings}
    return cache[file]


def lost_links(file, text):
    """The links of a text, as it lies in the repository, to nowhere."""
    page = Page(text, os.path.join(ROOT, os.path.dirname(file)))
    for target in page.links:
        if "://" in target or target.startswith("mailto:"):
            continue
        path, _, place = target.partition("#")
        other = os.path.normpath(os.path.join(os.path.dirname(file), path)) \
            if path else file
        if path and not os.path.exists(os.path.join(ROOT, other)):
            yield f"{file}: no {target}"
        elif place and other.endswith(".md"):
            known = ({p for _, p, _ in page.headings} if other == file
                     else places(other))
            if place not in known:
                yield f"{file}: no heading {target}"


def links(file):
    wrong = list(lost_links(file, text_of(file)))
    if wrong:
        raise Failure("\n".join(wrong))


def links_are_followed():
    text = ("# A\n\n[x](nowhere.md) [y](tutorial.md#none) [z](#a) [u](#b)\n\n"
            "[v](tutorial.md) [w](https://modelica.org)\n")
    need(list(lost_links("docs/x.md", text)) ==
         ["docs/x.md: no nowhere.md", "docs/x.md: no heading tutorial.md#none",
          "docs/x.md: no heading #b"], "lost links")


# --- names of files ---------------------------------------------------------

# Pages about the code; the others name files of the reader.
ABOUT_CODE = ("docs/pipeline", "docs/runtime", "docs/index_",
              "docs/add_a_feature", "docs/glossary")
MADE = {"model.c"}  # by the generator


def named_files(text):
    """What stands in backquotes and is called like a file of the code."""
    return [name for name in re.findall(r"`([\w/]+\.(?:c|h|py|def|in))`", text)
            if name not in MADE]


def repository():
    """The files of the repository."""
    done = run(["git", "ls-files", "--cached", "--others",
                "--exclude-standard"], cwd=ROOT)
    return [name for name in done.stdout.split()
            if os.path.exists(os.path.join(ROOT, name))]


def is_at(path, name):
    """Is it the file of this name, in the folders that the name gives?
    Folders between them may be left out."""
    *folders, base = name.split("/")
    *above, last = path.split("/")
    rest = iter(above)
    return base == last and all(folder in rest for folder in folders)


def files_exist(file):
    known = repository()
    lost = sorted({name for name in named_files(text_of(file))
                   if not any(is_at(path, name) for path in known)})
    if lost:
        raise Failure(f"{file} names files that do not exist: "
                      + ", ".join(lost))


# --- docs/glossary.md ---------------------------------------------------------

def glossary_faults(text):
    """Terms that are not one line each, in the order of the alphabet."""
    lines = text.split("## Terms\n\n")[1].strip().split("\n")
    terms = [re.match(r"- \*\*([^*]+)\*\*: \S.*\.$", line) for line in lines]
    wrong = [line for line, term in zip(lines, terms) if not term]
    keys = [re.sub(r"[^a-z ]", "", t[1].lower()) for t in terms if t]
    return wrong + [key for before, key in zip(keys, keys[1:])
                    if key <= before]


def glossary():
    wrong = glossary_faults(text_of("docs/glossary.md"))
    need(not wrong, "not one line each, or not in order: " + "; ".join(wrong))
    need(glossary_faults("## Terms\n\n- **b**: x.\n- **a**: y.\n  z\n") ==
         ["  z", "a"], "faults of a glossary are not seen")


# --- docs/language.md -------------------------------------------------------

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
    for file in os.listdir(os.path.join(TESTS, "rules")):
        found.add("rules/" + os.path.splitext(file)[0])
    for _, _, files in os.walk(os.path.join(TESTS, "unit")):
        found.update(os.path.splitext(file)[0] for file in files)
    for folder, _, files in os.walk(os.path.join(ROOT, "models")):
        found.update(os.path.splitext(file)[0] for file in files)
    text = read(os.path.join(TESTS, "support", "libraries.py"))
    return found | {f"libraries/{name}"
                    for name in re.findall(r'"(\w+)": \w+', text)}


def language_page(file):
    page = text_of(file)
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
    runner.add("docs/form_is_seen", form_is_seen)
    runner.add("docs/glossary", glossary)
    runner.add("docs/links_are_followed", links_are_followed)
    for file in markdown_files():
        name = file.removesuffix(".md")
        runner.add(f"docs/form/{name}", lambda f=file: form(f))
        runner.add(f"docs/links/{name}", lambda f=file: links(f))
        if name.startswith(ABOUT_CODE):
            runner.add(f"lint/docs/{name}", lambda f=file: files_exist(f))
        if name.startswith("docs/language"):
            runner.add(f"docs/language/{name}",
                       lambda f=file: language_page(f))
