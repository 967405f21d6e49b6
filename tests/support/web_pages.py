"""Pages that run a model: in a real browser, as wide as a phone and as a desk,
with the numbers of `foucault simulate`."""

import csv
import glob
import html
import os
import re
import time

from .cache import LOAD_RESOURCE
from .devtools import Browser
from .suite import (LIBRARIES, ROOT, folder, foucault, model_file, need, read,
                    write)
from .targets import ENVIRONMENT

PENDULUM = model_file("multibody/pendulum")
SHOWN = "window.foucault && isReady && !engine.running"
LARGEST = 1.5e6  # bytes of the pendulum's page


def environment():
    zig = glob.glob(os.path.join(ROOT, "build", "venv", "lib", "python3*",
                                 "site-packages", "ziglang", "zig"))
    need(len(zig) == 1, "the package ziglang is missing: ./dev install-deps")
    return {**ENVIRONMENT, "FOUCAULT_ZIG": zig[0]}


def make(place, model, *words):
    page = os.path.join(place, "page.html")
    foucault("page", model, *LIBRARIES, "-o", page, "--quiet", *words,
             env=environment(), timeout=900)
    return page


def table_of(text):
    words = {"true": 1.0, "false": 0.0}
    rows = list(csv.reader(text.splitlines()))
    return {name: [words.get(row[k]) if row[k] in words else float(row[k])
                   for row in rows[1:]] for k, name in enumerate(rows[0])}


def simulated(place, model, *words):
    table = os.path.join(place, "run.csv")
    foucault("simulate", model, *LIBRARIES, "-o", table, "--quiet", *words)
    return table_of(read(table))


def compare(page, run, least):
    """All that moves, to 1e-9 of its size; that many columns at least."""
    names = [name for name in page if name in run]
    need(len(names) >= least, f"{len(names)} columns: {names}")
    for name in names:
        need(len(page[name]) == len(run[name]),
             f"{name}: {len(page[name])} points, {len(run[name])}")
        size = max(1.0, max(abs(v) for v in run[name]))
        worst = max(abs(a - b) for a, b in zip(page[name], run[name]))
        need(worst <= 1e-9*size, f"{name}: difference {worst}")


def values(browser, changes="{}"):
    """The table of a run with these values."""
    return table_of(browser.evaluate(
        f"foucault.run({changes}).then(r => r.csv(moving.map(v => v.name)))"))


def alone(browser):
    """Nothing was asked for but the page, and nothing complained."""
    asked = [a for a in browser.asked
             if not re.match(r"(file:.*page\.html|blob:|about:)", a)]
    need(not asked, f"asked for {asked[:3]}")
    need(not browser.console, f"the console says {browser.console[:3]}")


def pendulum():
    """States that change while it runs; other values; a phone and a desk; what
    a hand does."""
    with folder() as place:
        page = make(place, PENDULUM)
        need(os.path.getsize(page) < LARGEST, os.path.getsize(page))
        text = read(page)
        outside = [a for a in re.findall(r"""(?:src|href)=["']([^"']*)""", text)
                   if not a.startswith("#")]
        need(not outside, f"links: {outside[:3]}")
        with Browser(place) as browser:
            for width in (360, 1280):
                browser.open("file://" + page, width)
                browser.wait(SHOWN)
                need(browser.evaluate("document.documentElement.scrollWidth")
                     <= width, f"wider than {width} px")
            compare(values(browser), simulated(place, PENDULUM), 15)
            compare(values(browser, "{L: 2, phi0: 3}"),
                    simulated(place, PENDULUM, "--set", "L=2", "--set",
                              "phi0=3"), 15)
            hands(browser)
            browser.open(f"file://{page}#L=2&stop=3&table=x,y")
            browser.wait(SHOWN)
            shown = table_of(html.unescape(browser.evaluate(
                "document.getElementById('table').textContent")))
            compare(shown, simulated(place, PENDULUM, "--set", "L=2", "--stop",
                                     "3"), 3)
            alone(browser)


def hands(browser):
    """Run, pause, reset; a value typed; a plot over another variable; the
    explanation."""
    click = "document.getElementById('{}').click()".format
    clock = "clock.now"
    browser.evaluate(click("reset"))
    browser.wait("clock.now === 0 && !clock.playing")
    browser.wait(SHOWN)
    browser.evaluate(click("play"))
    browser.wait("clock.now > 0.1")
    browser.evaluate(click("play"))
    stopped = browser.evaluate(clock)
    time.sleep(0.2)
    need(browser.evaluate(clock) == stopped, "time goes on after a pause")
    browser.evaluate("""(() => {
      const label = [...document.querySelectorAll("#panel label")]
        .find(l => l.textContent.startsWith("L "));
      const input = document.getElementById(label.htmlFor);
      input.value = "3";
      input.dispatchEvent(new Event("change"));
    })()""")
    browser.wait("results.still.length > 0 && !engine.running && "
                 "results.at('L', 0) === 3")
    need(abs(browser.evaluate("results.at('x', 0)") - 1.5) < 1e-12, "x")
    need(browser.evaluate("location.hash") == "#L=3", "the link")
    browser.evaluate(click("add"))
    browser.evaluate("""(() => {
      const over = charts[1].choice.querySelector("input[type=text]");
      over.value = "x";
      over.dispatchEvent(new Event("change"));
    })()""")
    need(browser.evaluate("charts[1].phase && charts[1].x") == "x [m]", "phase")
    browser.evaluate("""(() => {
      document.getElementById("keep").click();
      moveCursor(charts[0], [0.5, 0]);
      zoom(charts[0], [0.2, 0.4, 0, 1]);
    })()""")
    need(browser.evaluate("charts[0].plot.querySelectorAll('.curve').length")
         == 4, "two curves and two that were kept")
    need("0.22" in browser.evaluate("charts[0].plot.textContent"), "no zoom")
    browser.evaluate("reset(charts[0]), moveCursor(charts[0], [0.5, 0])")
    shown = browser.evaluate("charts[0].curves.map(c => c.shown.textContent)")
    need(re.match(r"\u2212?\d.* m", shown[0]), f"at the cursor: {shown}")
    browser.evaluate("document.getElementById('explained').open = true")
    browser.wait("document.querySelector('#explained iframe').contentDocument"
                 ".body.textContent.includes('Differentiation')")
    need("x^2 + y^2 = L^2" in browser.evaluate(
        "document.querySelector('pre.source').textContent"), "no text")


def numbers(model, least, *words):
    with folder() as place, Browser(place) as browser:
        browser.open("file://" + make(place, model_file(model), *words))
        browser.wait(SHOWN)
        compare(values(browser), simulated(place, model_file(model), *words),
                least)
        alone(browser)


def hybrid():
    """Points on both sides of each event."""
    numbers("events/bouncing_ball", 3)


def sparse():
    """Sparse factors."""
    numbers("circuits/rc_ladder", 40, "--linear-solver", "sparse")


def implicit():
    """IDA."""
    numbers("process/robertson", 4, "--solver", "ida")


def external():
    """A function in C: its numbers, and its error on the page."""
    model = model_file("functions/external_spring")
    with folder() as place, Browser(place) as browser:
        browser.open("file://" + make(place, model))
        browser.wait(SHOWN)
        compare(values(browser), simulated(place, model), 3)
        browser.open("file://" + os.path.join(place, "page.html") + "#x=6")
        browser.wait(SHOWN)
        said = browser.evaluate("document.getElementById('status').textContent")
        need("the spring is torn at 6" in said, said)
        browser.evaluate("document.getElementById('reset').click()")
        browser.wait("!engine.running && results.n > 10")
        alone(browser)


def names():
    """The scripts share one page: none takes the name of another's function,
    and all are as the browser can read them."""
    files = sorted(glob.glob(os.path.join(ROOT, "templates", "*.js"))
                   + glob.glob(os.path.join(ROOT, "templates", "page", "*.js")))
    need(len(files) == 7, files)
    places = {}
    for file in files:
        for name in re.findall(r"^(?:async )?(?:function|class|const|let) (\w+)",
                               read(file), re.M):
            need(name not in places, f"{name}: {places.get(name)}, {file}")
            places[name] = file


LIBRARY = """model M
  function f
    input Real x;
    output Real y;
    external "C" y = elsewhere(x) annotation(Library = "elsewhere",
      LibraryDirectory = "%s");
  end f;
  Real x(start = 1, fixed = true);
equation
  der(x) = -f(x);
end M;
"""


# C files beside what is compiled for this machine.
SOURCES = """package Springs
  function force
    input Real x;
    output Real y;
    external "C" y = spring(x) annotation(Library = "spring",
      Include = "double spring(double x);");
  end force;
  model M "From a library"
    Real x(start = 1, fixed = true);
  equation
    der(x) = -force(x);
  end M;
end Springs;
"""


def library():
    """A class of a library: its C file is taken (with calls for files and
    folders, which are not there), its text is shown, its states plotted."""
    with folder() as place:
        inside = os.path.join(place, "Springs")
        for name, text in (("package.mo", SOURCES),
                           ("Resources/Library/linux64/libspring.a",
                            "!<arch>\n"),
                           ("Resources/C-Sources/spring.c",
                            "#include <stdlib.h>\n"
                            "int spring_folder(char *name)\n"
                            "{ return NULL != mkdtemp(name); }\n"
                            "#include <stdio.h>\n"
                            "double spring(double x)\n"
                            "{ return fopen(\"no\", \"r\") ? 0 : 2*x; }\n")):
            path = os.path.join(inside, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            write(path, text)
        page = os.path.join(place, "page.html")
        foucault("page", "--model", "Springs.M", "-L", place, "-o", page,
                 "--quiet", env=environment(), timeout=900)
        with Browser(place) as browser:
            browser.open("file://" + page)
            browser.wait(SHOWN)
            x = values(browser)["x"]
            need(abs(x[-1] - 0.1353352832) < 1e-5, x[-1])
            text = browser.evaluate(
                "document.querySelector('pre.source').textContent")
            need(text.startswith("model M") and "end M" in text
                 and "Springs" not in text, text)
            need(browser.evaluate("charts[0].curves.map(c => c.of)") == ["x"],
                 "not the state")
            alone(browser)


# Lines of a file by their numbers, from its end and again from its beginning.
READER = """package Data
  function line
    input String file;
    input Integer k;
    output Real y;
    external "C" y = line(file, k) annotation(Include = "
#include <stdio.h>
#include <sys/stat.h>
#include \\"ModelicaUtilities.h\\"
static double line(const char *file, int k)
{
  char text[100] = \\"0\\";
  struct stat about;
  double y = 0;
  FILE *f = fopen(file, \\"r\\");
  if (!f) ModelicaFormatError(\\"no file %s\\", file);
#ifdef __wasm__
  if (fopen(file, \\"w\\")) ModelicaError(\\"it can be written\\");
#endif
  fseek(f, 0, SEEK_END);
  if (stat(file, &about) != 0 || about.st_size != ftell(f))
    ModelicaError(\\"its size\\");
  rewind(f);
  for (int i = 0; i < k && fgets(text, sizeof text, f); i++)
    sscanf(text, \\"%lf\\", &y);
  fclose(f);
  return y;
}");
  end line;
  model M
    parameter String file = Modelica.Utilities.Files.loadResource(
      "modelica://Data/Resources/some <numbers>.txt");
    parameter String nothing = Modelica.Utilities.Files.loadResource(
      "modelica://Data/Resources/nothing.txt");
    parameter Real rate = line(file, 1000);
    discrete Integer k(start = 1, fixed = true);
    Real x(start = 0, fixed = true);
    Real y = line(file, k) + line(nothing, 3);
  equation
    der(x) = rate*y;
    when sample(0.1, 0.1) then
      k = pre(k) + 1;
    end when;
    annotation(experiment(StopTime = 1));
  end M;
end Data;
"""


def files():
    """What the FMU has in resources/ is in the page; it can be read, from any
    place of it, as often as the model wants, and not be written."""
    with folder() as place:
        os.makedirs(os.path.join(place, "Data", "Resources"))
        write(os.path.join(place, "Modelica.mo"), LOAD_RESOURCE)
        inside = os.path.join(place, "Data", "Resources")
        write(os.path.join(inside, "some <numbers>.txt"), "".join(
            f"{0.25*k}\n" for k in range(1, 5000)))
        write(os.path.join(inside, "nothing.txt"), "")
        data = write(os.path.join(place, "Data", "package.mo"), READER)
        words = ("--model", "Data.M", "-L", place)
        page = make(place, data, *words)
        os.rename(inside, os.path.join(place, "elsewhere"))
        with Browser(place) as browser:
            browser.open("file://" + page)
            browser.wait(SHOWN)
            table = values(browser)
            need(abs(table["x"][-1] - 250*1.375) < 1e-3, table["x"][-1])
            need(table["y"][-1] == 2.75, table["y"][-1])
            os.rename(os.path.join(place, "elsewhere"), inside)
            compare(table, simulated(place, data, *words, "--variables",
                                     "x,y,k"), 3)
            browser.open(f"file://{page}#file=gone.txt")
            browser.wait(SHOWN)
            said = browser.evaluate(
                "document.getElementById('status').textContent")
            need("no file gone.txt" in said, said)
            alone(browser)


def refused():
    """What cannot be a page, or be on it, is named."""
    with folder() as place:
        def expect(text, *words, status=1, model=PENDULUM, **changes):
            done = foucault("page", model, "-o", os.path.join(place, "p.html"),
                            *words, status=status,
                            env={**environment(), **changes})
            need(text in done.stderr, f"{words}: {done.stderr}")
            need("p.html" not in os.listdir(place), "a page was written")

        expect("E605: no variable 'xx' in Pendulum; did you mean 'x'?",
               "--draw", "point(xx, y)")
        expect("E508: this is no shape that can be drawn; did you mean "
               "'line'?", "--draw", "lien(0, 0, x, y)")
        expect("E508: point has 2 numbers", "--draw", "point(x)")
        expect("E605: no variable 'z' to plot", "--plot", "x,z")
        expect("E508: Pendulum has ", "--most-variables", "3")
        expect("--most-variables 1", "--most-variables", "3")
        done = foucault("page", PENDULUM, "-o", "/no/such/folder/p.html",
                        status=1, env=environment())
        need("E501" in done.stderr, done.stderr)
        expect("pip install ziglang", FOUCAULT_ZIG="", PATH="/no/such/folder")
        library = write(os.path.join(place, "libelsewhere.a"), "!<arch>\n")
        model = write(os.path.join(place, "m.mo"),
                      LIBRARY % os.path.dirname(library))
        expect("its external functions: M.f", model=model)
        bad = write(os.path.join(place, "b.mo"), read(PENDULUM).replace(
            '"point(x,y)"', "1"))
        expect("draw of __foucault must be a text", model=bad)


def collect(runner):
    runner.add_series([(f"page/{function.__name__}", function) for function in
                       (names, pendulum, hybrid, sparse, implicit, external,
                        library, files, refused)])
