"""The frame of every page: head, style, navigation. Nothing is loaded from
elsewhere, so a page can be read from a disk without a network."""

import html

STYLE = """
:root { --ink: #1b1f24; --soft: #57606a; --line: #d8dee4; --back: #fff;
  --band: #f6f8fa; --link: #0b5fa5; --shown: #fbfcfd; --pick: #fff3bf;
  --c0: #0b5fa5; --c1: #c2410c; --c2: #15803d; --c3: #7e22ce; --c4: #a16207;
  --c5: #be185d; color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e7ea; --soft: #a0a9b4; --line: #38414b; --back: #14181d;
    --band: #1e242b; --link: #7fbce6; --shown: #191e24; --pick: #5c4a00;
    --c0: #6cb6ff; --c1: #ff9a5c; --c2: #5fd38d; --c3: #c99bff; --c4: #e3b341;
    --c5: #ff7eb6; }
}
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); background: var(--back);
  font: 16px/1.55 system-ui, "Liberation Sans", Arial, sans-serif; }
header, main, footer { max-width: 72rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 1rem; }
a { color: var(--link); }
h1 { line-height: 1.2; margin: 1rem 0 .5rem; }
h2 { margin: 2.5rem 0 .5rem; border-bottom: 1px solid var(--line); }
pre { background: var(--band); border: 1px solid var(--line);
  border-radius: 6px; padding: .75rem; line-height: 1.4;
  white-space: pre-wrap; overflow-wrap: anywhere; }
code, pre { font-family: "DejaVu Sans Mono", Consolas, monospace;
  font-size: .85em; }
code.word { white-space: nowrap; }
.soft { color: var(--soft); }
footer { color: var(--soft); padding: 2rem 1rem; font-size: .9em; }
"""


def page(title, body, style=""):
    """The whole document; `body` is HTML, `title` plain text."""
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{html.escape(title)}</title>
<style>{STYLE}{style}</style>
</head>
<body>
{body}
</body>
</html>
"""
