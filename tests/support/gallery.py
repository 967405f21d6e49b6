"""Every model of models/ says what it is and what to draw; the page made of
them is whole."""

import json
import math
import os
import sys

from .cli import PageParser
from .suite import (Failure, RELEASE, ROOT, fmu_of, folder, foucault, models,
                    need)

sys.path.insert(0, os.path.join(ROOT, "docs", "site"))
import gallery  # noqa: E402
from gallery import GalleryError  # noqa: E402

FEW = ["oscillators/van_der_pol", "multibody/pendulum", "events/thermostat"]


def runs_to_its_end(model):
    """With a description, an experiment, and curves that move."""
    fmu = fmu_of(model)
    report = json.loads(foucault("info", fmu, "--json").stdout)
    need(report["description"], "the model has no description")
    stop = report["default_experiment"]["stop"]
    need(stop, "the model has no experiment")
    try:
        names = gallery.names_in(gallery.plot_of(model))
    except GalleryError as error:
        raise Failure(str(error))
    with folder() as place:
        table = os.path.join(place, "table.csv")
        done = foucault("simulate", fmu, "--variables", ",".join(names),
                        "--output", table, "--json")
        need(json.loads(done.stdout)["stop"] == stop, "it ended early")
        columns = gallery.columns(table)
    for name in names:
        need(all(math.isfinite(v) for v in columns[name]), f"{name}: no number")
        need(max(columns[name]) > min(columns[name]), f"{name} does not move")


def every_topic():
    """No folder of models is forgotten by the page."""
    missing = set(models()) - set(gallery.models())
    need(not missing, f"not on the page: {', '.join(sorted(missing))}")
    need(len(gallery.models()) >= 30, "fewer than 30 models")


def page():
    text = gallery.make(RELEASE, FEW)
    seen = PageParser(text, links=True).seen
    need(seen["article"] == seen["svg"] == len(FEW), f"{seen}")
    need(seen["polyline"] == 4, f"{seen}")
    for words in ("x1 over x0", "index 3", "x^2 + y^2 = L^2",
                  'name="viewport"'):
        need(words in text, f"no {words!r} in the page")


def wrong_models():
    """What the page cannot show is reported, not left out."""
    try:
        gallery.main(RELEASE, "never.html", "no_such_model")
    except GalleryError as error:
        need("no model is called no_such_model" in str(error), str(error))
    else:
        raise Failure("an unknown model was accepted")
    need(not os.path.exists("never.html"), "an empty page was written")


def collect(runner):
    runner.add("gallery/topics", every_topic)
    runner.add("gallery/page", page)
    runner.add("gallery/wrong_models", wrong_models)
    for model in models():
        runner.add(f"gallery/model/{model}",
                   lambda m=model: runs_to_its_end(m))
