"""Markdown to HTML, as much of it as docs/ uses: headings, paragraphs, lists,
tables, fenced blocks, quotes, pictures, links, code, bold, italics.

A block is a run of lines; each kind of block has one function that takes the
lines from its first one on and gives (HTML, number of lines).
"""

import html
import itertools
import os
import re

import highlight

FENCE = re.compile(r"^(\s*)```(.*)$")
HEADING = re.compile(r"^(#{1,6}) +(.*?)#*$")
ITEM = re.compile(r"^(\s*)([-*]|\d+\.) +")
RULE = re.compile(r"^ *\|?( *:?-+:? *\|)+( *:?-+:? *)?$")


class Page:
    """One converted text. `body` is HTML; `title` the first heading;
    `headings` (level, id, text); `links` all targets."""

    def __init__(self, text, folder=".", link=lambda target: target):
        self.folder, self.link = folder, link
        self.title, self.headings, self.links = "", [], []
        self.body = self.blocks(text.splitlines())

    # --- blocks ---

    def blocks(self, lines):
        out, at = [], 0
        while at < len(lines):
            if not lines[at].strip():
                at += 1
                continue
            text, n = self.block_of(lines, at)(lines[at:])
            out.append(text)
            at += n
        return "\n".join(out)

    def block_of(self, lines, at):
        line = lines[at]
        if FENCE.match(line):
            return self.fence
        if HEADING.match(line):
            return self.heading
        if at + 1 < len(lines) and "|" in line and RULE.match(lines[at + 1]):
            return self.table
        if ITEM.match(line):
            return self.items
        if line.startswith(">"):
            return self.quote
        return self.paragraph

    def heading(self, lines):
        marks, text = HEADING.match(lines[0]).groups()
        place = self.place_of(text)
        self.headings.append((len(marks), place, text))
        self.title = self.title or plain(text)
        level = len(marks)
        return (f'<h{level} id="{place}">{self.inline(text.strip())}'
                f"</h{level}>", 1)

    def place_of(self, text):
        """As GitHub makes it, with a number if it is not the first."""
        place = re.sub(r"[^\w\- ]", "", plain(text).lower()).replace(" ", "-")
        taken = [p for _, p, _ in self.headings]
        number = 0
        while (place if not number else f"{place}-{number}") in taken:
            number += 1
        return place if not number else f"{place}-{number}"

    def fence(self, lines):
        indent, info = FENCE.match(lines[0]).groups()
        end = next((i for i in range(1, len(lines))
                    if lines[i].strip() == "```"), len(lines))
        text = "\n".join(line.removeprefix(indent) for line in lines[1:end])
        words = info.split()
        kind = words[0] if words else "text"
        label = (f'<div class="file">{html.escape(words[1])}</div>'
                 if len(words) > 1 and "." in words[1] else "")
        marked = (highlight.marked(text) if kind == "modelica"
                  else html.escape(text))
        return (f'{label}<pre class="{html.escape(kind)}">{marked}</pre>',
                end + 1)

    def table(self, lines):
        n = next((i for i, line in enumerate(lines) if "|" not in line),
                 len(lines))
        rows = [cells(line) for line in lines[:n]]
        head = "".join(f"<th>{self.inline(c)}</th>" for c in rows[0])
        body = "\n".join(
            "<tr>" + "".join(
                f'<td data-head="{html.escape(plain(title))}">'
                f"{self.inline(cell)}</td>"
                for title, cell in itertools.zip_longest(
                    rows[0][:len(row)], row, fillvalue=""))
            + "</tr>" for row in rows[2:])
        kind = "stack" if len(rows[0]) > 2 else "pair"
        return (f'<div class="wide"><table class="{kind}">'
                f"<thead><tr>{head}</tr></thead>\n"
                f"<tbody>\n{body}\n</tbody></table></div>", n)

    def items(self, lines):
        """A list; what is indented below an item belongs to it."""
        indent, mark = ITEM.match(lines[0]).groups()
        tag = "ul" if mark in "-*" else "ol"
        parts, at = [], 0
        while at < len(lines):
            match = ITEM.match(lines[at])
            if not match or match[1] != indent:
                break
            inner = [lines[at][match.end():]]
            at += 1
            while at < len(lines) and belongs(lines, at, len(indent)):
                inner.append(lines[at][min(match.end(), margin(lines[at])):])
                at += 1
            parts.append(f"<li>{self.item(inner)}</li>")
            while at < len(lines) and not lines[at].strip() \
                    and at + 1 < len(lines) and ITEM.match(lines[at + 1]):
                at += 1
        return f"<{tag}>\n" + "\n".join(parts) + f"\n</{tag}>", at

    def item(self, lines):
        """A single paragraph stands without <p>."""
        text = self.blocks(lines)
        whole = re.fullmatch(r"<p>(.*)</p>", text, re.S)
        return whole[1] if whole and "<p>" not in whole[1] else text

    def quote(self, lines):
        n = next((i for i, line in enumerate(lines)
                  if not line.startswith(">")), len(lines))
        inner = [line[1:].removeprefix(" ") for line in lines[:n]]
        return f"<blockquote>{self.blocks(inner)}</blockquote>", n

    def paragraph(self, lines):
        n = 1
        while n < len(lines) and lines[n].strip() and not (
                FENCE.match(lines[n]) or HEADING.match(lines[n])
                or ITEM.match(lines[n]) or lines[n].startswith(">")):
            n += 1
        return f"<p>{self.inline(' '.join(lines[:n]))}</p>", n

    # --- inside a line ---

    def inline(self, text):
        """Code is set aside first: nothing else is read inside of it."""
        codes = []

        def set_aside(match):
            codes.append(html.escape(match[0].strip("`").strip()))
            return f"\1{len(codes) - 1}\1"

        marked = self.words(re.sub(r"``.+?``|`[^`]+`", set_aside, text))
        return re.sub("\1(\\d+)\1", lambda m: code_of(codes[int(m[1])]),
                      marked)

    def words(self, text):
        text = html.escape(text, quote=False)
        text = re.sub(r"!\[([^\]]*)\]\(([^)\s]+)\)", self.picture, text)
        text = re.sub(r"\[([^\]]+)\]\(([^)\s]+)\)", self.anchor, text)
        text = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", text)
        return re.sub(r"(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])",
                      r"<em>\1</em>", text)

    def anchor(self, match):
        target = html.unescape(match[2])
        self.links.append(target)
        return f'<a href="{html.escape(self.link(target))}">{match[1]}</a>'

    def picture(self, match):
        """SVG files become part of the page."""
        path = os.path.join(self.folder, html.unescape(match[2]))
        with open(path, encoding="utf-8") as file:
            drawing = re.sub(r"<\?xml.*?\?>\s*", "", file.read())
        return (f'<figure>{drawing.strip()}<figcaption>{match[1]}'
                f"</figcaption></figure>")


def code_of(text):
    """A short word such as --target is not broken at its dashes."""
    short = "-" in text and " " not in text and len(text) <= 24
    kind = ' class="word"' if short else ""
    return f"<code{kind}>{text}</code>"


def plain(text):
    """Without marks."""
    return re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", text).strip()


def margin(line):
    return len(line) - len(line.lstrip())


def belongs(lines, at, indent):
    """Is this line part of the item above it?"""
    if lines[at].strip():
        return margin(lines[at]) > indent
    after = next((line for line in lines[at:] if line.strip()), "")
    return margin(after) > indent


def cells(line):
    """Of a row of a table; | inside of code or after a backslash does not count."""
    line = line.strip().removeprefix("|").removesuffix("|")
    hidden = re.sub(r"`[^`]*`", lambda m: m[0].replace("|", "\0"), line)
    hidden = hidden.replace("\\|", "\0")
    return [cell.replace("\0", "|").strip() for cell in hidden.split("|")]
