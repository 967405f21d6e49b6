"""Which C files can be one translation unit: a compiler that starts anew for
each file spends most of its time on the same headers.

  together.py FILE...

Prints a line FILE;GROUP for each file. Files of a group ask for the same names
of the system (_GNU_SOURCE and the like), and what one of them names at file
level or as a macro, no other names, nor does any header of the tree. Names of
functions are unique in the whole tree anyway (tests/support/order.py).
"""

import glob
import os
import re
import sys

MOST = 60  # files of a group
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NOT_CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'
                      r"'(?:\\.|[^'\\\n])*'", re.DOTALL)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", re.MULTILINE)
MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)
FORGOTTEN = re.compile(r"^[ \t]*#[ \t]*undef[ \t]+(\w+)", re.MULTILINE)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+"([^"]+)"', re.MULTILINE)
ASKED = re.compile(r"^#define (_\w+_SOURCE\b.*)", re.MULTILINE)
ENUM = re.compile(r"\benum\b[^{;()]*\{([^}]*)\}")
DECLARED = (
    re.compile(r"\}\s*(\w+)\s*;"),                      # end of a typedef
    re.compile(r"\btypedef\b[^;{}]*?(\w+)\s*;"),
    re.compile(r"\btypedef\b[^;{}()]*?(\w+)\s*\("),     # of a function
    re.compile(r"\b((?:struct|union|enum)\s+\w+)\s*\{"),
    re.compile(r"^static\b[^;{}()=]*?(\w+)\s*(?:\[[^\]]*\]\s*)*[=;]", re.M),
    re.compile(r"^static\b[^;{}()=]*?(\w+)\s*\(", re.M),
)
OFFERED = re.compile(r"^[A-Za-z][^;{}()=]*?(\w+)\s*\(", re.M)  # by a header


def at_file_level(code):
    """The text without what is in braces."""
    kept, depth = [], 0
    for part in re.split(r"([{}])", code):
        if part == "{":
            if depth == 0:
                kept.append("{")
            depth += 1
        elif part == "}":
            depth -= 1
            if depth == 0:
                kept.append("}")
        elif depth == 0:
            kept.append(part)
    return "".join(kept)


class Source:
    def __init__(self, path):
        self.path = path
        with open(path, encoding="utf-8") as file:
            raw = file.read()
        text = NOT_CODE.sub(" ", raw)
        self.asked = sorted(ASKED.findall(text))
        self.macros = {name for name in MACRO.findall(text)
                       if not re.fullmatch(r"_\w+_SOURCE", name)}
        self.macros -= set(FORGOTTEN.findall(text))
        self.includes = INCLUDE.findall(raw)
        code = DIRECTIVE.sub("", text)
        self.words = set(re.findall(r"[A-Za-z_]\w*", text))
        self.names = set()
        for body in ENUM.findall(code):
            self.names |= set(re.findall(r"(?:^|,)\s*(\w+)", body))
        level = at_file_level(code)
        for pattern in DECLARED:
            self.names |= set(pattern.findall(level))
        self.offered = self.names | self.macros
        if path.endswith(".h"):
            self.offered |= set(OFFERED.findall(level))


class Headers:
    """Those of the tree: by the names that #include has for them."""

    def __init__(self):
        self.known = {}
        for top in ("generator", "fmu_runtime"):
            top = os.path.join(ROOT, top)
            for path in glob.glob(os.path.join(top, "**", "*.h"),
                                  recursive=True):
                self.known.setdefault(os.path.relpath(path, top), Source(path))
        # as files of the runtime name those of their own room and of others
        self.names = {os.path.basename(name): name for name in self.known}
        places = {}
        for name, header in self.known.items():
            for offered in header.offered:
                places.setdefault(offered, set()).add(name)
        self.offered = set(places)
        self.twice = {name for name, where in places.items()
                      if len(where) > 1}

    def of(self, source):
        """Which header each name comes from that several headers have."""
        found, todo, places = {}, list(source.includes), set()
        while todo:
            name = todo.pop()
            if name not in self.known:
                name = self.names.get(os.path.basename(name))
            if name in places or name not in self.known:
                continue
            places.add(name)
            header = self.known[name]
            todo += header.includes
            found.update({n: name for n in header.offered & self.twice})
        return found


class Group:
    def __init__(self):
        self.sources = []
        self.names = set()
        self.macros = set()
        self.words = set()
        self.places = {}

    def takes(self, source, places):
        return (len(self.sources) < MOST and
                self.sources[0].asked == source.asked and
                not self.names & source.names and
                not self.macros & source.words and
                not source.macros & self.words and
                all(self.places.get(name, place) == place
                    for name, place in places.items()))

    def add(self, source, places):
        self.sources.append(source)
        self.names |= source.names
        self.macros |= source.macros
        self.words |= source.words
        self.places.update(places)


def groups(paths):
    made, headers = [], Headers()
    for source in map(Source, paths):
        # headers of Windows have common words for names
        if "/windows/" in source.path or source.offered & headers.offered:
            yield [source]
            continue
        places = headers.of(source)
        group = next((g for g in made if g.takes(source, places)), None)
        if group is None:
            group = Group()
            made.append(group)
        group.add(source, places)
    yield from (group.sources for group in made)


def main():
    for number, sources in enumerate(groups(sys.argv[1:])):
        for source in sources:
            print(f"{source.path};{number}")


main()
