"""The documentation: it becomes a site whose links lead somewhere, and the
commands of its pages work.

Blocks of a page are followed from top to bottom in an empty folder:

  ```modelica pendulum.mo    a file of that name (also cmake, make)
  ```sh                      commands; the first one that fails ends the test
  ```python [name.py]        a script
  ```output                  what the block before it printed; ... stands for
                             anything
  ```text                    for reading only
"""

import os
import re
import sys

from .cli import PageParser
from .suite import (BUILD, Failure, RELEASE, ROOT, folder, need, read,
                    run, write)
from .wheel import made_of_release

DOCS = os.path.join(ROOT, "docs")
sys.path.insert(0, os.path.join(DOCS, "site"))
import pages  # noqa: E402
from markdown import Page  # noqa: E402

FILES = ("modelica", "cmake", "make")


class Block:
    def __init__(self, line, info, text):
        words = info.split()
        self.line, self.text = line, text
        self.kind = words[0] if words else ""
        self.name = words[1] if len(words) > 1 else None


def blocks(text):
    found, lines = [], text.splitlines()
    at = 0
    while at < len(lines):
        match = re.match(r"```(.*)", lines[at])
        if match:
            end = lines.index("```", at + 1)
            found.append(Block(at + 1, match[1],
                               "\n".join(lines[at + 1:end]) + "\n"))
            at = end
        at += 1
    return found


def environment(place):
    """The reader's: foucault and python3 in PATH, the packages installed."""
    tools = os.path.join(place, "..", "bin")
    os.makedirs(tools, exist_ok=True)
    for name, target in (("foucault", RELEASE), ("python3", sys.executable)):
        path = os.path.join(tools, name)
        if not os.path.exists(path):
            write(path, f'#!/bin/sh\nexec "{target}" "$@"\n')
            os.chmod(path, 0o755)
    # runtimes for other machines stay from run to run: targets.py
    cache = os.path.join(ROOT, "build", "cache")
    os.makedirs(cache, exist_ok=True)
    return dict(os.environ, PATH=os.path.abspath(tools) + os.pathsep +
                os.environ["PATH"], MPLBACKEND="Agg", MPLCONFIGDIR=place,
                XDG_CACHE_HOME=cache,
                PYTHONPATH=os.path.join(ROOT, "python"),
                PYTHONDONTWRITEBYTECODE="1", LC_ALL="C.UTF-8",
                FOUCAULT_PREFIX=os.path.join(BUILD, "release"))


def follow(block, place, env):
    """Does what a block says; gives what it printed."""
    if block.name:
        write(os.path.join(place, block.name), block.text)
    if block.kind == "sh":
        command = ["bash", "-euo", "pipefail", "-c", block.text]
    elif block.kind == "python":
        command = [sys.executable, "-c", block.text]
    else:
        return ""
    done = run(command, cwd=place, env=env, timeout=300)
    need(done.returncode == 0, f"line {block.line}: status "
         f"{done.returncode}\n{done.stdout[-500:]}{done.stderr[-1500:]}")
    return done.stdout


def check_output(block, printed):
    pattern = ".*".join(re.escape(part) for part in block.text.split("..."))
    if not re.fullmatch(pattern, printed, re.S):
        raise Failure(f"line {block.line}: the page says\n{block.text}\n"
                      f"but what comes is\n{printed[:1500]}")


def add_wheel(place, env):
    """What a reader of the page of installation has; pip fetches nothing."""
    path = made_of_release(os.path.dirname(place))
    os.symlink(path, os.path.join(place, os.path.basename(path)))
    env.update(PIP_NO_INDEX="1", PIP_NO_DEPS="1",
               PIP_DISABLE_PIP_VERSION_CHECK="1", PYTHONPATH="")


def page_works(file):
    printed = ""
    with folder() as outer:
        place = os.path.join(outer, "work")
        os.mkdir(place)
        env = environment(place)
        if file == "installation.md":
            add_wheel(place, env)
        for block in blocks(read(os.path.join(DOCS, file))):
            need(block.kind in FILES + ("sh", "python", "output", "text", "lua"),
                 f"line {block.line}: a block of kind {block.kind!r}")
            need(block.kind not in FILES or block.name,
                 f"line {block.line}: the file has no name")
            if block.kind == "output":
                check_output(block, printed)
            elif block.kind != "text":
                printed = follow(block, place, env)


def leads_somewhere(target, made):
    """Of a link in one of the made pages: to another one and a place of it,
    or to a file of the repository. The folder of the site is build/site."""
    path, _, place = target.partition("#")
    if path.startswith("../../"):
        return os.path.exists(os.path.join(ROOT, path[len("../../"):]))
    return not path or path in made and (
        not place or place in made[path].places)


def site():
    parsed_pages = {}
    with folder() as place:
        made = pages.make(RELEASE, place)
        names = sorted(os.listdir(place))
        others = {"gallery.html", "search.js", "search_index.js"}
        need(set(names) == others | {pages.address(f) for f in made},
             f"pages are missing: {names}")
        for name in [n for n in names if n.endswith(".html")]:
            text = read(os.path.join(place, name))
            try:
                parsed = PageParser(text, links=True)
            except Failure as error:
                raise Failure(f"{name}: {error}")
            parsed_pages[name] = parsed
        for name, parsed in parsed_pages.items():
            for target in parsed.targets:
                need(target in others or leads_somewhere(target, parsed_pages),
                     f"{name}: no {target}")


def command_line(update):
    """The copy in the repository is what the program says today."""
    path = os.path.join(DOCS, "command_line.md")
    text = pages.command_line(RELEASE)
    if update:
        write(path, text)
    need(os.path.exists(path) and read(path) == text, "docs/command_line.md "
         "is not the program's help: tests/run --update site/command_line")


def every_page():
    """Each text below docs/ has its place in the site."""
    found = {os.path.relpath(os.path.join(folder_, name), DOCS)
             for folder_, _, names in os.walk(DOCS) for name in names
             if name.endswith(".md")}
    lost = found - set(pages.files())
    need(not lost, f"not in the site: {', '.join(sorted(lost))}")


CONVERTED = {
    "# A *b* `c`": '<h1 id="a-b-c">A <em>b</em> <code>c</code></h1>',
    "a\nb <c> & **d**": "<p>a b &lt;c&gt; &amp; <strong>d</strong></p>",
    "`a*b*c` 2*3*4": "<p><code>a*b*c</code> 2*3*4</p>",
    "- a\n  b\n- c\n  - d": "<ul>\n<li>a b</li>\n<li><p>c</p>\n<ul>\n"
                            "<li>d</li>\n</ul></li>\n</ul>",
    "1. a\n2. b": "<ol>\n<li>a</li>\n<li>b</li>\n</ol>",
    "```sh\n<a> `b`\n```": '<pre class="sh">&lt;a&gt; `b`</pre>',
    "| a | b |\n|---|---|\n| `x|y` | c\\|d |":
        '<div class="wide"><table class="pair"><thead><tr><th>a</th><th>b</th>'
        '</tr></thead>\n<tbody>\n<tr><td data-head="a"><code>x|y</code></td>'
        '<td data-head="b">c|d</td></tr>\n</tbody></table></div>',
    "**a `b*`** *`c` d*": "<p><strong>a <code>b*</code></strong> "
                          "<em><code>c</code> d</em></p>",
    "[a](b.md#c)": '<p><a href="b.md#c">a</a></p>',
    "> a\n> b": "<blockquote><p>a b</p></blockquote>",
}


def markdown():
    for text, expected in CONVERTED.items():
        got = Page(text).body
        need(got == expected, f"{text!r} became {got!r}")
    twice = Page("# A\n\n## B\n\n## B")
    need([place for _, place, _ in twice.headings] == ["a", "b", "b-1"],
         str(twice.headings))


def lost_links():
    """A link to nowhere is reported with its page."""
    made = {"index.md": Page("# A\n\n[x](nowhere.md) [y](tutorial.md#none)"),
            "tutorial.md": Page("# T")}
    try:
        pages.check_links(made)
    except pages.SiteError as error:
        need("index.md: no nowhere.md" in str(error) and
             "no heading tutorial.md#none" in str(error), str(error))
    else:
        raise Failure("links to nowhere were accepted")


# The page of the command line is made by the program; that of the messages has
# tests of its own; that of FMI fetches packages of another machine.
NOT_FOLLOWED = ("command_line.md", "diagnostics.md", "fmi.md")


def followed():
    """Pages with something to follow."""
    return [file for file in pages.files() if file not in NOT_FOLLOWED
            and "```" in read(os.path.join(DOCS, file))]


def collect(runner):
    runner.add("site/markdown", markdown)
    runner.add("site/lost_links", lost_links)
    runner.add("site/every_page", every_page)
    runner.add("site/command_line", lambda: command_line(runner.update))
    runner.add("site/pages", site)
    for file in followed():
        runner.add(f"site/follow/{file[:-3]}", lambda f=file: page_works(f))
