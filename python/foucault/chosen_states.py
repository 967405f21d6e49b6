"""What the states of selection sets stand for: which variable stateSet1.x[2]
is was chosen by the FMU when it was initialized."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
OF_A_SET = re.compile(r"stateSet\d+\.x\[\d+\]\Z")


def candidates(variables: list[Any]) -> list[Any]:
    """Reals that change and are no states: those that may be meant."""
    return [v for v in variables
            if v.type == "Real" and v.variability == "continuous" and
            v.causality in ("local", "output") and
            not v.name.startswith("der(") and not OF_A_SET.match(v.name)]


def names_of_states(names: list[str], x0: Array, variables: list[Any],
                    values: Callable[[list[int]], Array],
                    changes: Callable[[list[int], Array], Array]) -> list[str]:
    """The names, with those of the variables that states of sets are now: such
    a variable has the state's value, changes with it as much, and with no
    other state. As linearize.c finds them.

    values    of these references
    changes   of these references along a direction of the states
    """
    if not any(OF_A_SET.match(name) for name in names):
        return names
    left = candidates(variables)
    references = [v.reference for v in left]
    if not left:
        return names
    value = values(references)
    change = np.array([changes(references, row) for row in np.eye(len(x0))])
    found = []
    for k, name in enumerate(names):
        wanted = np.zeros(len(x0))
        wanted[k] = 1
        fits = (value == x0[k]) & (change == wanted[:, None]).all(axis=0)
        is_meant = OF_A_SET.match(name) and fits.any()
        found.append(left[int(np.argmax(fits))].name if is_meant else name)
    return found
