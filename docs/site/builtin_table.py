"""The table of built-in functions, generator/base/builtin_functions.def.

  builtin_table.py

prints docs/language/builtin_functions.md, which is made of the table; the
tests compare the page with it, and test each row.
"""

import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
TABLE = os.path.join(ROOT, "generator", "base", "builtin_functions.def")
PAGE = os.path.join("docs", "language", "builtin_functions.md")

# The kinds of rows that are functions of the language, in the order of the
# page, and the title of each.
KINDS = {
    "MATH_FUNCTION": "Functions of numbers",
    "SCALAR_FUNCTION": "Operators and functions of scalars",
    "ARRAY_FUNCTION": "Functions of arrays",
    "TYPE_FUNCTION": "Types that are called",
    "SPECIAL_FUNCTION": "Functions of connections, streams and states",
    "CLOCK_OPERATOR": "Operators of clocks",
    "STATEMENT": "Equations and statements that look like calls",
}

HEAD = """# Built-in functions

*For modellers who look up a function; how to read the tables is on the page [the language](../language.md).*

This page is made of `generator/base/builtin_functions.def`, the table that the program itself reads.

- A name that is not here is not a built-in function: `E202`, with the nearest name. A wrong number of arguments
  is `E208`, a wrong type `E204`.
- Functions of scalars work on arrays element by element.
- `tests/support/builtins.py` computes them with known values: at translation and in stepped FMUs, of variables
  that move and that events set, directly and inside of functions.
- A function of the model hides the built-in one of its name.
- The page [classes and declarations](classes.md) has more on some of them.
"""


class Row:
    """One row: its kind, its columns, and its facts by name."""

    def __init__(self, kind, columns, facts):
        self.kind, self.columns, self.facts = kind, columns, facts
        self.name = unquoted(columns[1])

    def fact(self, name):
        return self.facts[name]


def unquoted(text):
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', text))


def end_of(text, at):
    """The place after the parenthesis that closes the one at `at`."""
    depth, quoted = 0, False
    while True:
        sign = text[at]
        if sign == '"' and text[at - 1] != "\\":
            quoted = not quoted
        elif not quoted:
            depth += (sign == "(") - (sign == ")")
        at += 1
        if depth == 0:
            return at


def split(text):
    """The arguments of a macro."""
    found, begin, at, quoted = [], 0, 0, False
    while at < len(text):
        if text[at] == '"':
            quoted = not quoted
        elif not quoted and text[at] == "(":
            at = end_of(text, at) - 1
        elif not quoted and text[at] == ",":
            found.append(text[begin:at].strip())
            begin = at + 1
        at += 1
    return found + [text[begin:].strip()]


def facts_of(text):
    found, at = {}, 0
    for match in re.finditer(r"([A-Z_]+)\(", text):
        if match.start() < at:
            continue  # inside of another fact
        at = end_of(text, match.end() - 1)
        found[match[1]] = split(text[match.end():at - 1])
    return found


def rows():
    """All rows of the table, in its order."""
    with open(TABLE, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
    text = re.sub(r"(?m)^#.*$", "", text)
    found, at = [], 0
    for match in re.finditer(r"(?m)^([A-Z_]+)\(", text):
        if match.start() < at:
            continue
        at = end_of(text, match.end() - 1)
        columns = split(text[match.end():at - 1])
        found.append(Row(match[1], columns, facts_of(columns[-1])))
    return found


def functions():
    """The rows that are functions of the language."""
    return [row for row in rows() if row.kind in KINDS]


def line(row):
    section, use, gives, tests = (unquoted(text) for text in row.fact("DOC"))
    return f"| `{use}` | {section} | {gives} | {tests} |"


def page():
    parts = [HEAD]
    for kind, title in KINDS.items():
        parts += [f"\n## {title}\n\n| function | section | gives | tests |\n"
                  "|---|---|---|---|\n"]
        parts += [line(row) + "\n" for row in rows() if row.kind == kind]
    return "".join(parts)


if __name__ == "__main__":
    print(page(), end="")
