"""The frame of every page: head, style, navigation. Nothing is loaded from
elsewhere, so a page can be read from a disk without a network."""

import html

STYLE = """
:root { --ink: #1b1f24; --soft: #57606a; --line: #d8dee4; --back: #fff;
  --band: #f6f8fa; --link: #0b5fa5; }
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); background: var(--back);
  font: 16px/1.55 system-ui, "Liberation Sans", Arial, sans-serif; }
header, main, footer { max-width: 72rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 1rem; }
a { color: var(--link); }
h1 { line-height: 1.2; margin: 1rem 0 .5rem; }
h2 { margin: 2.5rem 0 .5rem; border-bottom: 1px solid var(--line); }
pre { background: var(--band); border: 1px solid var(--line);
  border-radius: 6px; padding: .75rem; overflow-x: auto; line-height: 1.4; }
code, pre { font-family: "DejaVu Sans Mono", Consolas, monospace;
  font-size: .85em; }
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
