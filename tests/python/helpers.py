"""What the checks of the installed package share."""

import json
import sys
import traceback
from pathlib import Path

MODELS = Path(sys.argv[1])
PENDULUM = MODELS/"multibody"/"pendulum.mo"
OSCILLATOR = MODELS/"oscillators"/"driven_oscillator.mo"
BALL = MODELS/"events"/"bouncing_ball.mo"


def need(condition, why):
    if not condition:
        raise AssertionError(why)


def raises(kind, function, *words):
    """The exception, whose text holds these words."""
    try:
        function()
    except kind as error:
        for word in words:
            need(word in str(error), f"no {word!r} in {error}")
        return error
    raise AssertionError(f"no {kind.__name__}")


def main(tests):
    """One JSON line per test: [name, null or reason]."""
    for test in tests:
        try:
            test()
            reason = None
        except Exception:
            reason = "\n".join(traceback.format_exc().splitlines()[-6:])
        print(json.dumps([test.__name__, reason]), flush=True)
