#!/usr/bin/env python3
"""Makes the gallery: every model of models/ on one page, built, simulated and
drawn.

  gallery.py PROGRAM OUT.html [WORD]...    models whose name holds a WORD

Beside it, in pages/, is a page for each model that runs it in the browser, if
there is a compiler for it (zig) and the model can have one.

A model says what to draw by an annotation in its last lines,

  annotation(experiment(StopTime = 10), __foucault(plot = "x,y"));

in the words of `foucault simulate --plot`: x,y over time, or y:x.
"""

import concurrent.futures
import csv
import html
import json
import os
import re
import subprocess
import sys
import tempfile

import chart
import shell

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
MODELS = os.path.join(ROOT, "models")
LIBRARIES = os.path.join(MODELS, "libraries")
PAGES = "pages"  # beside the gallery

# In the order of the page.
TOPICS = {
    "oscillators": "Ordinary differential equations, to begin with.",
    "circuits": "Loops of capacitors and cutsets of inductors raise the "
                "index; diodes bring algebraic loops and events.",
    "mechanics": "Masses, springs and dampers from a small library of "
                 "components.",
    "multibody": "Mechanisms in Cartesian coordinates, index 3 and 4. Which "
                 "coordinates are integrated changes while they run.",
    "thermal": "Networks of heat capacities and conductors.",
    "hydraulic": "Tanks and pipes.",
    "process": "Reactors, vessels, streams of matter, buses of signals.",
    "control": "Plants with their controllers.",
    "events": "Hybrid models: impacts, switches, clocks, delays, queues.",
    "functions": "Functions, algorithms, and C code called from a model.",
    "textbook": "The small systems by which index reduction is taught.",
}

STYLE = """
nav a { display: inline-block; margin-right: .9rem; }
.cards { display: grid; gap: 1rem; margin: 1rem 0;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); }
article { border: 1px solid var(--line); border-radius: 8px; min-width: 0;
  padding: .75rem 1rem; display: flex; flex-direction: column; }
article h3 { margin: 0; font-size: 1.05rem; overflow-wrap: anywhere; }
article p { margin: .25rem 0 .5rem; }
article svg { width: 100%; height: auto; display: block; }
article pre { font-size: .8rem; max-height: 24rem; overflow: auto; }
.facts { color: var(--soft); font-size: .85rem; margin-top: auto; }
.key { font-size: .85rem; overflow-wrap: anywhere; }
.key span { margin-right: .8rem; font-weight: 600; }
summary { cursor: pointer; color: var(--link); font-size: .85rem;
  overflow-wrap: anywhere; }
polyline { fill: none; stroke-width: 1.5; stroke-linejoin: round; }
.grid { stroke: var(--line); stroke-width: .8; }
svg text { font: 11px system-ui, "Liberation Sans", Arial, sans-serif;
  fill: var(--soft); }
.below { text-anchor: middle; } .beside { text-anchor: end; }
"""


class GalleryError(Exception):
    """A model cannot be shown; the text says which and why."""


# --- what a model says about itself -----------------------------------------

def models():
    """Names 'topic/file' in the order of the page."""
    found = []
    for topic in TOPICS:
        place = os.path.join(MODELS, topic)
        if os.path.isdir(place):
            found += [f"{topic}/{name[:-3]}" for name
                      in sorted(os.listdir(place)) if name.endswith(".mo")]
    return found


def source_of(model):
    with open(os.path.join(MODELS, model + ".mo"), encoding="utf-8") as text:
        return text.read()


def plot_of(model):
    """The request of the model's annotation, as [(y, x or None)]."""
    found = re.findall(r'__foucault\(plot = "([^"]+)"', source_of(model))
    if len(found) != 1:
        raise GalleryError(
            f"{model}: {len(found)} annotations that say what to draw, "
            f'expected one: beside experiment, __foucault(plot = "x,y")')
    curves = []
    for word in re.split(r",(?![^\[]*\])", found[0]):
        y, _, x = word.partition(":")
        curves.append((y, x or None))
    return curves


def names_in(curves):
    """Each variable once, in order; time is none."""
    names = [name for curve in curves for name in curve if name]
    return list(dict.fromkeys(n for n in names if n != "time"))


# --- running it -------------------------------------------------------------

def foucault(program, *words):
    done = subprocess.run([program, *words, "--json", "--quiet"],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise GalleryError(f"foucault {' '.join(words)}\n{done.stderr}")
    return json.loads(done.stdout)


def columns(path):
    """{name: numbers} of a table; truth values count 0 and 1."""
    words = {"true": 1.0, "false": 0.0}
    with open(path, newline="", encoding="utf-8") as text:
        rows = list(csv.reader(text))
    return {name: [words[row[i]] if row[i] in words else float(row[i])
                   for row in rows[1:]]
            for i, name in enumerate(rows[0])}


def page_of(program, model, folder):
    """The address of the page that runs the model; None: it has none, since
    there is no compiler, or it needs files or libraries of this machine."""
    name = model.replace("/", "_") + ".html"
    done = subprocess.run(
        [program, "page", os.path.join(MODELS, model + ".mo"), "-L", LIBRARIES,
         "-o", os.path.join(folder, name), "--quiet"],
        capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return f"{PAGES}/{name}"
    if re.search(r"error E50[278]:", done.stderr):
        return None
    raise GalleryError(f"foucault page {model}\n{done.stderr}")


class Shown:
    """A model that has been built and run; `folder`: where its page goes, or
    None."""

    def __init__(self, program, model, folder=None):
        self.model = model
        self.page = folder and page_of(program, model, folder)
        self.curves = plot_of(model)
        with tempfile.TemporaryDirectory() as place:
            fmu = os.path.join(place, "model.fmu")
            table = os.path.join(place, "table.csv")
            self.built = foucault(
                program, "build", os.path.join(MODELS, model + ".mo"), "-L",
                LIBRARIES, "-o", fmu)
            self.facts = foucault(program, "info", fmu)
            self.run = foucault(program, "simulate", fmu, "--output", table,
                                "--variables", ",".join(names_in(self.curves)))
            self.table = columns(table)

    def named(self, name):
        """With its unit, as in plots of the program."""
        units = {v["name"]: v["unit"] for v in self.facts["variables"]}
        return f"{name} [{units[name]}]" if units.get(name) else name

    def picture(self):
        drawn = [chart.Curve(self.named(y), self.table[x or "time"],
                             self.table[y]) for y, x in self.curves]
        below = {self.named(x or "time") for _, x in self.curves}
        is_phase = any(x not in (None, "time") for _, x in self.curves)
        return drawn, chart.draw(drawn, ", ".join(sorted(below)), is_phase)


# --- the page ---------------------------------------------------------------

def count(n, word, ending="s"):
    return f"{n} {word}{'' if n == 1 else ending}"


def facts(shown):
    built, run = shown.built, shown.run
    parts = [count(built["equations"], "equation"),
            f"index {built['index']}", count(built["states"], "state"),
            count(run["steps"], "step")]
    if run["events"]:
        parts.append(count(run["events"], "event"))
    if run["pivots"]:
        parts.append(count(run["pivots"], "change") + " of states")
    return ", ".join(parts)


def legend(drawn, curves):
    parts = []
    for curve, color, (_, x) in zip(drawn, chart.colors(drawn), curves):
        text = f"{curve.label} over {x}" if x else curve.label
        parts.append(f'<span style="color:{color}">{html.escape(text)}</span>')
    return " ".join(parts)


def card(shown):
    drawn, picture = shown.picture()
    name = shown.facts["model"]
    description = " ".join(shown.facts["description"].split())
    file = f"models/{shown.model}.mo"
    run = (f'<p><a href="{html.escape(shown.page)}">Run it in the browser</a>'
           "</p>\n" if shown.page else "")
    return f"""<article id="{html.escape(shown.model)}">
<h3>{html.escape(name)}</h3>
<p>{html.escape(description)}</p>
{picture}
<div class="key">{legend(drawn, shown.curves)}</div>
<p class="facts">{facts(shown)}</p>
{run}<details><summary>{file}</summary>
<pre>{html.escape(source_of(shown.model))}</pre></details>
</article>"""


def section(topic, cards):
    return (f'<h2 id="{topic}">{topic.capitalize()}</h2>\n'
            f'<p class="soft">{TOPICS[topic]}</p>\n<div class="cards">\n'
            + "\n".join(cards) + "\n</div>")


def whole(cards):
    """cards: {topic: [text]}; the page as text."""
    links = "\n".join(f'<a href="#{topic}">{topic}</a>' for topic in cards)
    number = sum(len(c) for c in cards.values())
    body = f"""<header><h1>Foucault: the gallery</h1>
<p>{number} models, each built as an FMU and stepped to the end of its
experiment. To see one for yourself:
<code>foucault simulate -L models/libraries
models/multibody/pendulum.mo --plot x,y</code></p>
<nav>
{links}
</nav></header>
<main>
{chr(10).join(section(t, c) for t, c in cards.items())}
</main>
<footer>Below each picture: size of the model, structural index before
reduction, states after it, steps of the integrator.</footer>"""
    return shell.page("Foucault: the gallery", body, STYLE)


def make(program, chosen, folder=None):
    """The page of these models, two at a time; the pages that run them are put
    into the folder. The first of them makes what all of them need."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        texts = [card(Shown(program, chosen[0], folder))]
        texts += pool.map(lambda m: card(Shown(program, m, folder)),
                          chosen[1:])
    cards = {}
    for model, text in zip(chosen, texts):
        cards.setdefault(model.split("/")[0], []).append(text)
    return whole(cards)


def main(program, out, *words):
    chosen = [m for m in models() if not words or any(w in m for w in words)]
    if not chosen:
        raise GalleryError(f"no model is called {' or '.join(words)}")
    folder = os.path.join(os.path.dirname(os.path.abspath(out)), PAGES)
    os.makedirs(folder, exist_ok=True)
    text = make(program, chosen, folder)
    with open(out, "w", encoding="utf-8") as page:
        page.write(text)
    n_pages = text.count("Run it in the browser")
    print(f"{count(len(chosen), 'model')} in {out}, {n_pages} of them to run"
          + ("" if n_pages else " (pip install ziglang)"))


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except GalleryError as error:
        sys.exit(f"gallery: {error}")
