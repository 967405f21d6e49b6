"""foucault doc: a small library with everything in it, as a site."""

import glob
import html.parser
import json
import os
import re
import time

from .browser import chromium
from .suite import DEV, folder, foucault, need, read, run, write

PACKAGE = """within ;
package Lib "A library <of> things"
  package UsersGuide "How to use it"
    annotation(DocumentationClass = true, Documentation(info = "<html>
<h2 id=\\"top\\">Top</h2><p>See <a href=\\"modelica://Lib.Parts.Spring\\">the
spring</a>, <a href=\\"modelica://Lib.UsersGuide#top\\">above</a>,
<a href=\\"#top\\">here</a>,
<a href=\\"modelica://Lib.UsersGuide#info\\">its text</a>,
<a href=\\"modelica://Lib.Port#diagram\\">a picture</a>,
<a href=\\"modelica://Lib.f#text\\">its source</a>,
<a href=\\"modelica://Lib.f#info\\">no text</a>,
<a href=\\"modelica://Lib.UsersGuide#nowhere\\">no place</a>, <a href=\\"modelica://Lib.Nothing\\">nothing</a>,
<a href=\\"https://example.org/a?b&amp;c\\">the web</a>.</p>
<img src=\\"modelica://Lib/Resources/a.png\\" alt=\\"a dot\\">
<img src=\\"modelica://Lib/Resources/../../secret.png\\" alt=\\"dots\\">
<img src=\\"modelica://Lib/Resources/link.png\\" alt=\\"a link\\">
<img src=\\"modelica://Lib/Resources/absent.png\\" alt=\\"absent\\">
</html>"));
  end UsersGuide;
  type Length = Real(unit = "m") "A length";
  type Way = enumeration(left "to the left", right "to the right");
  connector Port "A plug"
    Length s "position";
    flow Real f(unit = "N") "force";
    annotation(Icon(graphics = {Rectangle(extent = {{-100,-100},{100,100}},
      fillColor = {0,0,255}, fillPattern = FillPattern.Solid)}));
  end Port;
  partial model Base "Two plugs"
    Port a "left" annotation(Placement(transformation(
      extent = {{-110,-10},{-90,10}})));
    Port b "right" annotation(Placement(transformation(
      extent = {{90,-10},{110,10}})));
    parameter Length L0 = 1 "length at rest";
    annotation(Icon(graphics = {Text(extent = {{-100,60},{100,100}},
      textString = "%name"), Text(extent = {{-100,-100},{100,-60}},
      textString = "c=%c")}));
  end Base;
  function f "Half of it"
    input Real u; output Real y;
  protected
    Real hidden;
  algorithm
    y := u/2;
  end f;
protected
  model Secret "Behind the scenes"
    model Deeper
    end Deeper;
  end Secret;
end Lib;
"""
SPRING = """within Lib.Parts;
model Spring "A spring"
  extends Base;
  parameter Real c(unit = "N/m", min = 0) = 2 "stiffness <b>&";
  replaceable Real n[3] = {1, 2, 3} if c > 1;
  Lib.Way way = Way.left;
protected
  Real inside;
equation
  // pull & push
  a.f = c*(b.s - a.s - L0)  /* "text" */;
  a.f + b.f = 0;
  annotation(Documentation(info = "<html><script>alert(1)</script>
<p onclick=\\"alert(2)\\">Good<b>bold</p>
<a href=\\"javascript:alert(3)\\">bad</a><a href=\\"modelica://Lib.UsersGuide#x
onmouseover=alert(4)\\">odd</a></html>", revisions = "plain <i>text</i>"));
end Spring;
"""
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c49444154789c63f8cfc000000301010018dd8db00000000049454e44ae"
    "426082")


def library(place):
    lib = os.path.join(place, "libs", "Lib")
    os.makedirs(os.path.join(lib, "Parts"))
    os.makedirs(os.path.join(lib, "Resources"))
    write(os.path.join(lib, "package.mo"), PACKAGE)
    write(os.path.join(lib, "package.order"), "UsersGuide\nParts\n")
    write(os.path.join(lib, "Parts", "package.mo"),
          "within Lib;\npackage Parts\n  model ab \"small\"\n  end ab;\n"
          "  model aB \"large\"\n  end aB;\n"
          "  model 'a b/c' \"quoted\"\n  end 'a b/c';\nend Parts;\n")
    write(os.path.join(lib, "Parts", "Spring.mo"), SPRING)
    for path in ("libs/Lib/Resources/a.png", "libs/secret.png", "secret.png"):
        with open(os.path.join(place, path), "wb") as file:
            file.write(PNG)
    os.symlink("../../../secret.png", os.path.join(lib, "Resources",
                                                   "link.png"))
    return os.path.join(place, "libs")


class Links(html.parser.HTMLParser):
    """Addresses and places of a page; all that is open is closed."""

    def __init__(self, text):
        super().__init__()
        self.to, self.ids, self.open, self.tags = [], set(), [], []
        self.feed(text)
        need(not self.open, f"left open: {self.open}")

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        for name, value in attrs:
            need(not name.startswith("on"), f"{tag} {name}={value}")
            if name in ("href", "src"):
                self.to.append(value)
            elif name == "id":
                self.ids.add(value)
        if tag not in ("img", "br", "hr", "meta", "link", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        need(self.open and self.open[-1] == tag,
             f"</{tag}> after {self.open[-3:]}")
        self.open.pop()


def site(place, *words, out="site"):
    foucault("doc", "-L", library(place), "Lib", "-o",
             os.path.join(place, out), *words)
    return os.path.join(place, out)


def page(place, name):
    return read(os.path.join(place, name + ".html"))


def links():
    """Every link of every page leads to a page, a place in it, a picture."""
    with folder() as place:
        where = site(place)
        pages = {os.path.basename(path): Links(read(path))
                 for path in glob.glob(os.path.join(where, "*.html"))}
        need(len(pages) == 15, sorted(pages))
        n = 0
        for name, found in pages.items():
            for to in found.to:
                n += 1
                if to == "https://example.org/a?b&c":
                    continue
                need(":" not in to, f"{name}: {to}")
                path, _, spot = to.partition("#")
                need(os.path.isfile(os.path.join(where, path or name)),
                     f"{name}: {to}")
                if spot:
                    need(spot in pages[path or name].ids, f"{name}: {to}")
        need(n > 80, f"{n} links")
        guide = page(where, "Lib.UsersGuide")
        need('<a href="Lib.Parts.Spring.html">the' in guide and
             '<a href="Lib.UsersGuide.html#i-top">above' in guide and
             '<a href="Lib.UsersGuide.html#info">its text' in guide and
             '<a href="Lib.Port.html#icon">a picture' in guide and
             '<a href="Lib.f.html#text">its source' in guide and
             '<a href="Lib.f.html">no text' in guide and
             '<a href="Lib.UsersGuide.html">no place' in guide and
             '<a title="Lib.Nothing">nothing' in guide and
             '<img src="pictures/1.png" loading="lazy" alt="a dot">' in guide,
             guide)
        for word in ("dots", "a link", "absent"):
            need(f"[picture: {word}]" in guide, f"{word}: {guide}")
        need(os.listdir(os.path.join(where, "pictures")) == ["1.png"],
             "only the picture of the library")


def tree_rows(where):
    text = read(os.path.join(where, "tree.js"))
    return json.loads(text[text.index("["):text.rindex(";")]
                      .replace(",\n]", "]"))


DIALOG = """model Dialog
  parameter Real plain = 1;
  parameter Real early = 2 annotation(Dialog(group = "Sizes"));
  parameter Real late = 3 annotation(Dialog(tab = "Advanced"));
  parameter Real more = 4 annotation(Dialog(group = "Sizes", enable = plain > 2));
  parameter Real last = 5;
  parameter Real both = 6 annotation(Dialog(tab = "Advanced", group = "<b>"));
end Dialog;
"""


def dialogs():
    """Parameters stand under the tabs and groups of their dialog."""
    with folder() as place:
        model = write(os.path.join(place, "Dialog.mo"), DIALOG)
        where = os.path.join(place, "site")
        foucault("doc", model, "-o", where)
        text = page(where, "Dialog")
        Links(text)
        text = text[text.index("<h2>Parameters"):].split("<details>")[0]
        found = re.findall(r"<tr><td><code>(\w+)</code></td>|colspan=\"\d\">([^<]*)<",
                           text)
        need([a or b for a, b in found] ==
             ["plain", "last", "Sizes", "early", "more", "Advanced", "late",
              "Advanced / &lt;b&gt;", "both"], found)
        need("enabled if plain &gt; 2" in text, text)


def broken():
    """What can be read is written; what cannot is named: in the messages, on
    the page around it, at the end."""
    with folder() as place:
        libs = library(place)
        parts = os.path.join(libs, "Lib", "Parts")
        write(os.path.join(parts, "Bad.mo"),
              "within Lib.Parts;\nmodel Bad\n  Real\nend Bad;\n")
        os.mkdir(os.path.join(libs, "Lib", "Gone"))
        write(os.path.join(libs, "Lib", "Gone", "package.mo"),
              "within Lib;\npackage Gone\n  model\nend Gone;\n")
        where = os.path.join(place, "site")
        done = foucault("doc", "-L", libs, "Lib", "-o", where, status=1)
        need("Bad.mo:4" in done.stderr and "Gone" in done.stderr and
             "Lib.Parts.Bad has errors" in done.stdout, done)
        text = page(where, "Lib.Parts")
        need("<h2>Files with errors</h2>" in text and "<code>Bad</code>" in text and
             "Bad.mo:4: " in text and place not in text, text)
        need("<code>Gone</code>" in page(where, "Lib") and
             "Spring.html" in page(where, "Lib.Parts") and
             os.path.exists(os.path.join(where, "Lib.Parts.Spring.html")),
             "the rest is there")
        done = foucault("doc", "-L", libs, "Lib", "-o", where, "--json",
                        status=1)
        need(json.loads(done.stdout)["faulty"] ==
             ["Lib.Parts.Bad", "Lib.Gone"], done.stdout)
        half = write(os.path.join(place, "Half.mo"),
                     "package Half\n  model Good\n  end Good;\n  model Bad\n"
                     "    Real x = ;\n  end Bad;\nend Half;\n")
        where = os.path.join(place, "half")
        foucault("doc", half, "-o", where, status=1)
        need("model" in page(where, "Half.Good") and
             "model" in page(where, "Half.Bad"), "Half.Good")
        write(half, "nothing of Modelica")
        done = foucault("doc", half, "-o", os.path.join(place, "none"),
                        status=1)
        need(not os.path.exists(os.path.join(place, "none")), done.stderr)
        done = run([DEV, "doc", "-L", libs, "Lib", "-o", where])
        need(done.returncode == 1 and "runtime error" not in done.stderr,
             done.stderr)


def content():
    with folder() as place:
        where = site(place)
        spring = page(where, "Lib.Parts.Spring")
        flat = re.sub(r"\s+", " ", spring)
        for word in (
                "<h1>Spring</h1>", "<p class=\"what\">A spring</p>",
                "model <code>Lib.Parts.Spring</code>",
                "<td><code>c</code></td><td>Real</td><td>N/m</td><td><code>2"
                "</code></td><td>stiffness &lt;b&gt;&amp;</td>",
                "from <a href=\"Lib.Base.html\">Lib.Base</a>",
                "<td><code>L0</code></td><td><a href=\"Lib.Length.html\">Length"
                "</a></td><td>m</td>",
                "<td><code>a</code></td><td><a href=\"Lib.Port.html\">Port",
                "<code>n[3]</code></td><td>replaceable Real</td>",
                "<span class=\"soft\">if c &gt; 1</span>",
                "<a href=\"Lib.Way.html\">Lib.Way</a>",
                "<p>Good<b>bold</b></p>", "<a>bad</a>",
                "plain &lt;i&gt;text&lt;/i&gt;",
                "<span class=\"c\">// pull &amp; push",
                "<span class=\"k\">equation</span>",
                "<span class=\"s\">&quot;A spring&quot;</span>",
                "Lib.Base</a> <span class=\"soft\">Two plugs"):
            need(word in flat, f"no {word!r} in {flat}")
        need("alert(1)</script>" not in spring.split("<pre")[0] and
             "javascript:" not in spring.split("<pre")[0], "scripts")
        need("inside" not in spring.split("<pre")[0], "protected")
        rows = tree_rows(where)
        hidden = [row[0] for row in rows if row[5:] == [1]]
        need(hidden == ["Secret", "Deeper"], rows)
        need("protected model" in page(where, "Lib.Secret") and
             re.search("<h2>Protected classes</h2>.*Lib.Secret.html", page(
                 where, "Lib"), re.S), "protected classes have pages")
        need("Protected classes" not in page(where, "Lib.Secret") and
             "Lib.Secret.Deeper.html" in page(where, "Lib.Secret"), "deeper")
        way = page(where, "Lib.Way")
        need("<code>left</code></td><td>to the left" in way, way)
        half = page(where, "Lib.f")
        need("<h2>Inputs</h2>" in half and "<h2>Outputs</h2>" in half, half)
        short = page(where, "Lib.Length")
        need("type Length" in re.sub("<[^>]*>", "", short) or
             "Length = Real(unit = &quot;m&quot;)" in short, short)
        top = page(where, "Lib")
        need("A library &lt;of&gt; things" in top, top)
        source = top.split("<pre")[1]
        need("<a href=\"Lib.Base.html\">Base</a>" in source and
             "Two plugs" not in source, source)
        # names that some systems take for one, and odd ones
        tree = tree_rows(where)
        files = [row[3].lower() for row in tree]
        need(len(set(files)) == len(files) == 14, files)
        need(["'a b/c'", "model"] in [[row[0], row[2]] for row in tree] and
             "lib.parts.~27a~20b~2fc~27" in files and
             "lib.parts.ab~2" in files, files)
        names = [row[0] for row in tree if row[1] == 0]
        need(names.index("UsersGuide") == 0 and names[-1] == "Parts", names)


def icons():
    """Own shapes, inherited ones, connectors, values of parameters."""
    with folder() as place:
        where = site(place)
        icon = read(os.path.join(where, "icons", "Lib.Parts.Spring.svg"))
        need(icon.count("Spring") == 1 and "c=2" in icon, icon)
        need(icon.count("#0000ff") >= 2 or icon.count("<path") >= 2, icon)
        need('<img class="large" src="icons/Lib.Parts.Spring.svg"' in
             page(where, "Lib.Parts.Spring"), "on its page")
        need('<img class="small" src="icons/Lib.Parts.Spring.svg"' in
             page(where, "Lib.Parts"), "in the list")


def pages_of_others(libs, where):
    """What is not of the site would be lost: the site is not replaced."""
    for name in ("mine.html", ".git", "CNAME"):
        path = write(os.path.join(where, name), "mine")
        done = foucault("doc", "-L", libs, "Lib", "-o", where, status=1)
        need("E501" in done.stderr and f"'{name}' in it is not" in done.stderr,
             done.stderr)
        need(read(path) == "mine", f"{name} has changed")
        os.remove(path)
    other = os.path.join(os.path.dirname(where), "other")
    os.mkdir(other)
    path = write(os.path.join(other, "tree.js"), "var tree;")
    done = foucault("doc", "-L", libs, "Lib", "-o", other, status=1)
    need("no documentation" in done.stderr and read(path) == "var tree;",
         done.stderr)
    os.remove(path)
    os.rmdir(other)


def folders():
    """The same bytes; a site is replaced, nothing else is touched."""
    with folder() as place:
        where = site(place, "--quiet")
        first = {path: os.stat(path).st_ino
                 for path in glob.glob(os.path.join(where, "**"),
                                       recursive=True)}
        bytes_of = {path: open(path, "rb").read() for path in first
                    if os.path.isfile(path)}
        libs = os.path.join(place, "libs")
        pages_of_others(libs, where)
        write(os.path.join(where, "old.html"), "of a class that is gone")
        tree = os.path.join(where, "tree.js")
        write(tree, read(tree).replace(
            "];\n", '["a \\"b",0,"model","old","\\"]"],\n];\n'))
        done = foucault("doc", "-L", libs, "Lib", "-o", where + "/", "--json")
        report = json.loads(done.stdout)
        need(report["classes"] == 14 and report["pictures"] == 1, report)
        need(not os.path.exists(os.path.join(where, "old.html")), "replaced")
        for path, content_of in bytes_of.items():
            with open(path, "rb") as file:
                need(file.read() == content_of, path)
        need(sorted(os.listdir(place)) == ["libs", "secret.png", "site"],
             str(os.listdir(place)))
        done = foucault("doc", "-L", libs, "Lib", "-o", libs, status=1)
        need("E501" in done.stderr and
             os.path.exists(os.path.join(libs, "Lib")), done.stderr)
        done = foucault("doc", "-L", libs, "Lob", "-o",
                        os.path.join(place, "no"), status=1)
        need("E220" in done.stderr, done.stderr)
        done = foucault("doc", "-L", libs, "Lib", status=2)
        need("-o site" in done.stderr, done.stderr)


def bounded():
    """Bases without end, deep packages, long texts: soon done."""
    twice = "".join(f"  model A{k}\n    extends A{k - 1};\n    extends B{k - 1};"
                    f"\n  end A{k};\n  model B{k}\n    extends A{k - 1};\n"
                    f"    extends B{k - 1};\n  end B{k};\n"
                    for k in range(1, 26))
    deep = "".join(f"package P{k}\n" for k in range(60)) + \
        "".join(f"end P{k};\n" for k in reversed(range(60)))
    text = (f"package Wild\n  model A0\n  end A0;\n  model B0\n  end B0;\n{twice}"
            f"{deep}  model Circle\n    extends Circle;\n  end Circle;\n"
            f"  model Long \"{'x' * 100000}\"\n"
            f"    parameter Real {'y' * 5000} = {'1 + ' * 5000}1;\n"
            f"    annotation(Documentation(info = \"<html>{'<b>' * 20000}"
            f"{'<a href=' * 5000}</html>\"));\n  end Long;\nend Wild;\n")
    with folder() as place:
        path = write(os.path.join(place, "Wild.mo"), text)
        began = time.monotonic()
        done = foucault("doc", path, "-o", os.path.join(place, "site"),
                        status=1)
        need(time.monotonic() - began < 20, "it takes its time")
        need("error E122" in done.stderr and "'Wild.A25'" in done.stderr and
             "its page is cut" in done.stderr and "inherited=N" in done.stderr,
             done.stderr)
        need("more bases than this program reads" in page(os.path.join(
            place, "site"), "Wild.A25"), "on the page")
        for found in glob.glob(os.path.join(place, "site", "*.html")):
            Links(read(found))


def sanitized():
    with folder() as place:
        done = run([DEV, "doc", "-L", library(place), "Lib", "-o",
                    os.path.join(place, "site")], timeout=100)
        need(done.returncode == 0 and not done.stderr, done.stderr[-2000:])
        need(done.stdout.startswith("14 pages, "), done.stdout)


PROBE = """<script>
addEventListener("load", () => setTimeout(() => {
  const field = document.getElementById("search");
  const tree = document.querySelectorAll("#tree li").length;
  const here = document.querySelector("#tree .here a").textContent;
  field.value = "SPR";
  field.dispatchEvent(new Event("input"));
  const hits = [...document.querySelectorAll("#found a")];
  parent.postMessage([innerWidth, document.documentElement.scrollWidth,
    tree, here, hits.map((a) => a.textContent).join(" "),
    hits[0].getAttribute("href")].join("|"), "*");
}, 100));
</script></body>"""
OUTER = """<!DOCTYPE html>
<html><body><pre id="report"></pre><script>
addEventListener("message", (e) => {
  document.getElementById("report").textContent += e.data + ";";
});
</script>
<iframe src="probe.html" style="width: 360px; height: 800px"></iframe>
<iframe src="probe.html" style="width: 1200px; height: 800px"></iframe>
</body></html>
"""


def browser():
    """From the disk, as narrow as a phone: tree and search work, nothing runs
    over the edge."""
    with folder() as place:
        where = site(place)
        text = page(where, "Lib.Parts.Spring").replace("</body>", PROBE)
        write(os.path.join(where, "probe.html"), text)
        outer = write(os.path.join(where, "outer.html"), OUTER)
        document, said = chromium(outer, place)
        need(not said, f"the console says {said[:3]}")
        report = re.search(r'<pre id="report">([^<]+)</pre>', document)
        need(report, document[:600])
        rows = [line.split("|") for line in report[1].split(";")[:-1]]
        need(len(rows) == 2, f"{rows}")
        for width, content_width, tree, here, hits, first in rows:
            need(int(content_width) <= int(width),
                 f"{content_width} px in {width}")
            need(int(tree) >= 9 and here == "Spring", f"{tree} {here}")
            need(hits == "Lib.Parts.Spring" and
                 first == "Lib.Parts.Spring.html", f"{hits} {first}")


def collect(runner):
    for test in (links, content, dialogs, broken, icons, folders, bounded, sanitized, browser):
        runner.add(f"library_pages/{test.__name__}", test)
