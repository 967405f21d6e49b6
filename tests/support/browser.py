"""The pages the program writes, in a real browser as wide as a phone and as
wide as a desk: nothing runs over the edge, nothing is fetched, nothing
complains."""

import html
import os
import re
import sys
import zipfile

from .suite import Failure, RELEASE, ROOT, folder, foucault, model_file, need
from .suite import read, run, write

sys.path.insert(0, os.path.join(ROOT, "docs", "site"))
import gallery  # noqa: E402
import pages  # noqa: E402

WIDTHS = (390, 1000)
PENDULUM = model_file("multibody/pendulum")

# The page stands in a frame of each width: windows have a least width of
# their own. What the pages report is written into the outer document, which is
# dumped.
OUTER = """<!DOCTYPE html>
<html><body><pre id="report"></pre><script>
addEventListener("message", e => {
  document.getElementById("report").textContent += e.data + ";";
});
</script>
"""
FRAME = """<iframe src="page.html" style="width: {}px; height: 800px; border: 0">
</iframe>
"""
# Whatever is not in the page itself is refused, and counted.
PROBE = """<head>
<meta http-equiv="Content-Security-Policy" content="default-src 'none';
  style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<script>
let asked = 0;
addEventListener("securitypolicyviolation", () => asked++);
addEventListener("load", () => setTimeout(() => {
  const letters = document.body.innerText.length;
  const content = document.documentElement.scrollWidth;
  parent.postMessage([innerWidth, content, asked, letters].join(" "), "*");
}, 100));
</script>
"""


def chromium(page, place):
    """The document after it has been shown, and what the console said."""
    done = run(["chromium", "--headless", "--no-sandbox", "--disable-gpu",
                "--disable-dev-shm-usage", "--enable-logging=stderr",
                "--host-resolver-rules=MAP * ~NOTFOUND", "--no-first-run",
                f"--user-data-dir={place}/profile", "--window-size=1200,900",
                "--virtual-time-budget=2000", "--dump-dom", "file://" + page],
               timeout=60, env=dict(os.environ, HOME=place))
    need(done.returncode == 0, done.stderr[-1000:])
    return done.stdout, re.findall(r"CONSOLE.*", done.stderr)


def shown(text, place):
    """For each width: [width, width of the content, things asked for, letters].
    """
    need("<head>" in text, "the page has no head")
    write(os.path.join(place, "page.html"), text.replace("<head>", PROBE, 1))
    outer = write(os.path.join(place, "outer.html"),
                  OUTER + "".join(FRAME.format(width) for width in WIDTHS))
    document, said = chromium(outer, place)
    need(not said, f"the console says {said[:3]}")
    report = re.search(r'<pre id="report">([\d ;]+)</pre>', document)
    need(report, f"the page was not shown: {document[:500]}")
    return sorted([int(n) for n in line.split()]
                  for line in report[1].split(";")[:-1])


def check(text):
    with folder() as place:
        seen = shown(text, place)
    need([width for width, *_ in seen] == list(WIDTHS), f"widths: {seen}")
    for width, content, asked, letters in seen:
        need(content <= width, f"{content} px of content in {width} px")
        need(asked == 0, f"{asked} things are asked for")
        need(letters > 20, "an empty page")


def explained():
    with folder() as place:
        page = os.path.join(place, "x.html")
        foucault("explain", PENDULUM, "--html", page, "--plot", "x,y",
                 "--stop", "2")
        text = read(page)
    need("Selection sets" in text, "no selection set")
    check(text)


HOSTILE = """model Hostile "A & B"
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  annotation(Documentation(info = "<html><h1>About</h1>
<p>See <a href=\\"modelica://Modelica.Fluid\\">Fluid</a> and
<a href=\\"javascript:parent.postMessage('no', '*')\\">this</a>.
<img src=\\"http://example.org/x.png\\" onerror=\\"nothing()\\" alt=\\"a pump\\">
<script>nothing();</script><style>body { width: 3000px; }</style>
<link rel=\\"stylesheet\\" href=\\"http://example.org/x.css\\">
<iframe src=\\"http://example.org\\"></iframe>
<table><tr><td>%s</td></tr></table><pre>%s</pre></p></section></body></html>"),
    experiment(StopTime = 1));
end Hostile;
""" % ("w"*200, "long "*60)


def documentation():
    """What a model says of itself is on the page of its FMU, and harmless."""
    with folder() as place:
        model = write(os.path.join(place, "h.mo"), HOSTILE)
        fmu = os.path.join(place, "h.fmu")
        foucault("build", model, "-o", fmu, "--quiet")
        with zipfile.ZipFile(fmu) as archive:
            text = archive.read("documentation/index.html").decode()
        page = os.path.join(place, "x.html")
        foucault("explain", model, "--html", page)
        for one in (text, read(page)):
            for word in ("<p>A &amp; B</p>", "<h2>About the model</h2>",
                         "<h3>About</h3>", '<a title="Modelica.Fluid">Fluid</a>',
                         "<a>this</a>", "[picture: a pump]",
                         "<h2>1. The equations</h2>"):
                need(word in one, f"no {word!r}")
            for word in ("<script", "example.org", "nothing()", "javascript",
                         "3000px", "<iframe"):
                need(word not in one, f"{word!r} is in the page")
            check(one)
        plain = write(os.path.join(place, "p.mo"), HOSTILE.replace(
            "info = \"<html>", "info = \"Plain: "))
        foucault("explain", plain, "--html", page)
        need('<p class="plain">Plain: &lt;h1&gt;About' in read(page), "plain")
        check(read(page))


def gallery_page():
    check(gallery.make(RELEASE, ["multibody/pendulum", "events/thermostat"]))


def plot_page():
    with folder() as place:
        page = os.path.join(place, "p.html")
        foucault("simulate", PENDULUM, "--stop", "2", "--plot", "x,y",
                 "--plot-file", page)
        text = read(page)
    check(text)


# What the page of a plot says after its cursor was put somewhere, a part was
# zoomed to, a curve was hidden, and all was shown again.
HANDS = """
<script>
const report = [];
const texts = k => [...charts[k].plot.querySelectorAll("text")]
  .map(t => t.textContent).join(" ");
const curves = () => charts[0].plot.querySelectorAll("path.curve").length;
moveCursor(charts[0], [0.5, 0]);
report.push(charts[0].line.textContent, charts[0].curves.map(
  c => c.shown.textContent).join(" "));
zoom(charts[0], [0.2, 0.4, 0, 1]);
report.push(texts(0), texts(1));
document.querySelector(".key button").click();
report.push(curves());
reset(charts[0]);
report.push(texts(1));
document.body.innerHTML = "<pre id=hands>" + report.join("|") + "</pre>";
</script>
</body>"""


def plot_by_hand():
    """Zoom, values at the cursor and hidden curves; two runs, one without
    units that jumps."""
    with folder() as place:
        for name, text in (("a", "time,x\n0,0\n1,2\n"),
                           ("b", "time,x\n0,1\n0.5,1\n0.5,3\n1,3\n")):
            write(os.path.join(place, name + ".csv"), text)
        page = os.path.join(place, "p.html")
        foucault("plot", "a.csv", "b.csv", "--vars", "x", "--vars", "x:time",
                 "-o", page, cwd=place)
        write(page, read(page).replace("</body>", HANDS))
        document, said = chromium(page, place)
        need(not said, f"the console says {said[:3]}")
        seen = re.search(r"<pre id=\"hands\">(.*?)</pre>", document, re.S)
        need(seen, document[-500:])
        line, values, zoomed, other, n_curves, back = seen[1].split("|")
        need(line == "time = 0.5 s" and values == "1 3", (line, values))
        need("0.2 0.22 0.24" in zoomed and " 0 0.2 0.4 0.6" in zoomed, zoomed)
        need("0.2 0.22 0.24" in other and " 0 0.5 1 1.5" in other, other)
        need(n_curves == "1", f"{n_curves} curves after one was hidden")
        need("0.22" not in back and "0.8 0.9 1" in back, back)


# Every page of the site in frames of two widths: what is wider than its place
# is cut, or has to be scrolled for.
SITE_WIDTHS = (390, 1280)
SITE_PROBE = """<head>
<script>
addEventListener("load", () => setTimeout(() => {
  const cut = [...document.querySelectorAll("pre, table, td, p, li, h1, h2")]
    .filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0
      && getComputedStyle(e).display !== "inline")
    .map(e => e.textContent.slice(0, 40).replace(/[;|]/g, ","));
  parent.postMessage([location.pathname.split("/").pop(), innerWidth,
    document.documentElement.scrollWidth, cut.length, cut[0] || ""].join("|"),
    "*");
}, 50));
</script>
"""


def site_pages():
    """No line of any page is cut, on a phone and on a desk."""
    with folder() as place:
        made = [pages.address(file) for file in pages.make(RELEASE, place)]
        for name in made:
            path = os.path.join(place, name)
            write(path, read(path).replace("<head>", SITE_PROBE, 1))
        outer = write(os.path.join(place, "outer.html"), OUTER + "".join(
            FRAME.replace("page.html", name).format(width)
            for name in made for width in SITE_WIDTHS))
        document, said = chromium(outer, place)
        need(not said, f"the console says {said[:3]}")
    report = re.search(r'<pre id="report">(.*?)</pre>', document, re.S)[1]
    seen = [line.split("|") for line in html.unescape(report).split(";")[:-1]]
    need(len(seen) == len(made)*len(SITE_WIDTHS), f"{len(seen)} frames")
    wrong = [line for line in seen
             if int(line[2]) > int(line[1]) or line[3] != "0"]
    need(not wrong, f"{len(wrong)} pages have cut lines, such as {wrong[:4]}")


# Types into the search of a page, and follows the first link.
SEARCH_HANDS = """
<script>
addEventListener("load", () => {
  const field = document.querySelector(".search input");
  field.focus();
  field.value = "Pantelides DIFFERENTIATED";
  field.dispatchEvent(new Event("input"));
  setTimeout(() => {
    const links = [...document.querySelectorAll(".found a")];
    const seen = links.map(a => a.getAttribute("href") + " "
      + a.querySelectorAll("mark").length).join(" ");
    field.value = "zzzz";
    field.dispatchEvent(new Event("input"));
    const none = document.querySelector(".found").textContent;
    document.body.innerHTML = "<pre id=hands>" + seen + "|" + none + "</pre>";
  }, 300);
});
</script>
</body>"""


def site_search():
    """The index is beside the pages, and a section is found by its words."""
    with folder() as place:
        pages.make(RELEASE, place)
        page = os.path.join(place, "howto_fmpy.html")
        write(page, read(page).replace("</body>", SEARCH_HANDS))
        document, said = chromium(page, place)
        need(not said, f"the console says {said[:3]}")
        seen, none = re.search(r'<pre id="hands">(.*?)\|(.*?)</pre>',
                               document, re.S).groups()
        links = seen.split()[::2]
        need(links and all(int(n) > 0 for n in seen.split()[1::2]), seen)
        need(any("explain" in link or "index_" in link for link in links),
             seen)
        for link in links:
            name, _, anchor = link.partition("#")
            text = read(os.path.join(place, name))
            need(not anchor or f'id="{anchor}"' in text, link)
        need(none == "Nothing is found.", none)
        need("gallery.html" in text and os.path.exists(
            os.path.join(place, "gallery.html")), "no gallery")


def bad_pages():
    """What is wrong is seen."""
    head = ('<!DOCTYPE html><html><head><meta charset="utf-8"></head><body>'
            "<p>A page with more than twenty letters</p>")
    for part, report in (
            ('<div style="width: 700px">wide</div>', "708 px of content"),
            ('<img src="http://example.org/x.png">', "console|asked"),
            ("<script>nothing();</script>", "console says .*nothing")):
        try:
            check(head + part + "</body></html>")
        except Failure as failure:
            need(re.search(report, str(failure)), str(failure))
        else:
            raise Failure(f"not seen: {part}")


def collect(runner):
    runner.add("browser/explain", explained)
    runner.add("browser/documentation", documentation)
    runner.add("browser/gallery", gallery_page)
    runner.add("browser/site", site_pages)
    runner.add("browser/site_search", site_search)
    runner.add("browser/plot", plot_page)
    runner.add("browser/plot_by_hand", plot_by_hand)
    runner.add("browser/bad_pages", bad_pages)
