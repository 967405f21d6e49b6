"""Modelica text with its words marked, by the grammar of the extension for
editors (editors/vscode): what TextMate's format has of `match`, `begin` and
`end`, `captures` and `include`. Its expressions are those that Python and
editors read alike."""

import html
import json
import os
import re

GRAMMAR = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..",
                       "editors", "vscode", "syntaxes",
                       "modelica.tmLanguage.json")
# Longer names first: what a scope begins with, and its class on the page.
CLASSES = (("comment", "c"), ("string", "s"), ("constant.character", "s"),
           ("constant.numeric", "n"), ("constant.language", "n"),
           ("keyword.operator.modelica", ""), ("keyword", "k"),
           ("storage", "k"), ("entity.name", "t"), ("support.type", "t"))
STYLE = """
pre .c { color: var(--soft); } pre .k { color: var(--mark-key); }
pre .s { color: var(--mark-string); } pre .n { color: var(--mark-number); }
pre .t { font-weight: 600; }
:root { --mark-key: #8a2a6b; --mark-string: #1b6e3c; --mark-number: #9a4b00; }
@media (prefers-color-scheme: dark) {
  :root { --mark-key: #dd92c4; --mark-string: #85c99c; --mark-number: #e0a96d; }
}
"""


class Rule:
    def __init__(self, given, repository):
        self.name = given.get("name", "")
        self.begin = re.compile(given.get("match") or given["begin"])
        self.end = re.compile(given["end"]) if "end" in given else None
        self.captures = {int(n): c["name"]
                         for n, c in given.get("captures", {}).items()}
        self.inside = rules(given.get("patterns", []), repository)


def rules(patterns, repository):
    """All of them in their order, without includes."""
    found = []
    for given in patterns:
        if "include" in given:
            given = repository[given["include"][1:]]
        if "match" in given or "begin" in given:
            found.append(Rule(given, repository))
        else:
            found += rules(given["patterns"], repository)
    return found


def read(path=GRAMMAR):
    with open(path, encoding="utf-8") as file:
        grammar = json.load(file)
    return rules(grammar["patterns"], grammar["repository"])


def scoped(match, rule, scope):
    """The parts of a match that is one piece: (text, scope)."""
    at, parts = match.start(), []
    for number, name in sorted(rule.captures.items()):
        if match.start(number) < 0:
            continue
        parts.append((match.string[at:match.start(number)], scope))
        parts.append((match[number], name))
        at = match.end(number)
    parts.append((match.string[at:match.end()], scope))
    return parts


def pieces(text, all_rules):
    """(text, scope) from the beginning to the end; line by line, as editors
    do it."""
    open_rule = None
    for line in text.splitlines(keepends=True):
        at = 0
        while at < len(line):
            candidates = open_rule.inside if open_rule else all_rules
            best, rule = None, None
            for one in candidates:
                match = one.begin.search(line, at)
                if match and (not best or match.start() < best.start()):
                    best, rule = match, one
            scope = open_rule.name if open_rule else ""
            end = open_rule.end.search(line, at) if open_rule else None
            if end and (not best or end.start() <= best.start()):
                yield line[at:end.end()], scope
                at, open_rule = end.end(), None
            elif not best:
                yield line[at:], scope
                at = len(line)
            else:
                yield line[at:best.start()], scope
                yield from scoped(best, rule, rule.name or scope)
                at = max(best.end(), at + (best.end() == best.start()))
                if rule.end:
                    open_rule = rule


def class_of(scope):
    return next((c for begin, c in CLASSES if scope.startswith(begin)), "")


def marked(text, all_rules=None):
    """As HTML."""
    result, last = [], ""
    for piece, scope in pieces(text, all_rules or read()):
        if not piece:
            continue
        kind = class_of(scope)
        if kind != last:
            result.append(("</span>" if last else "") +
                          (f'<span class="{kind}">' if kind else ""))
            last = kind
        result.append(html.escape(piece))
    return "".join(result) + ("</span>" if last else "")
