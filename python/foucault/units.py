"""Units of measured columns: how many of one are how many of another."""

from __future__ import annotations

import math
import re
from typing import Optional

from .errors import UsageError

# factor and powers of m, kg, s, A, K, mol, cd; angles have none
Dimension = tuple[int, ...]
NONE: Dimension = (0, 0, 0, 0, 0, 0, 0)
BASE: dict[str, tuple[float, Dimension]] = {
    "m": (1, (1, 0, 0, 0, 0, 0, 0)), "g": (1e-3, (0, 1, 0, 0, 0, 0, 0)),
    "s": (1, (0, 0, 1, 0, 0, 0, 0)), "A": (1, (0, 0, 0, 1, 0, 0, 0)),
    "K": (1, (0, 0, 0, 0, 1, 0, 0)), "mol": (1, (0, 0, 0, 0, 0, 1, 0)),
    "cd": (1, (0, 0, 0, 0, 0, 0, 1)),
    "rad": (1, NONE), "1": (1, NONE), "%": (0.01, NONE),
    "deg": (math.pi/180, NONE), "rev": (2*math.pi, NONE),
    "min": (60, (0, 0, 1, 0, 0, 0, 0)), "h": (3600, (0, 0, 1, 0, 0, 0, 0)),
    "d": (86400, (0, 0, 1, 0, 0, 0, 0)),
    "t": (1e3, (0, 1, 0, 0, 0, 0, 0)), "l": (1e-3, (3, 0, 0, 0, 0, 0, 0)),
    "Hz": (1, (0, 0, -1, 0, 0, 0, 0)),
    "rpm": (2*math.pi/60, (0, 0, -1, 0, 0, 0, 0)),
    "N": (1, (1, 1, -2, 0, 0, 0, 0)), "Pa": (1, (-1, 1, -2, 0, 0, 0, 0)),
    "bar": (1e5, (-1, 1, -2, 0, 0, 0, 0)),
    "J": (1, (2, 1, -2, 0, 0, 0, 0)), "W": (1, (2, 1, -3, 0, 0, 0, 0)),
    "Wh": (3600, (2, 1, -2, 0, 0, 0, 0)),
    "C": (1, (0, 0, 1, 1, 0, 0, 0)), "V": (1, (2, 1, -3, -1, 0, 0, 0)),
    "F": (1, (-2, -1, 4, 2, 0, 0, 0)), "Ohm": (1, (2, 1, -3, -2, 0, 0, 0)),
    "S": (1, (-2, -1, 3, 2, 0, 0, 0)), "H": (1, (2, 1, -2, -2, 0, 0, 0)),
    "T": (1, (0, 1, -2, -1, 0, 0, 0)), "Wb": (1, (2, 1, -2, -1, 0, 0, 0)),
}
PREFIX = {"n": 1e-9, "u": 1e-6, "m": 1e-3, "c": 1e-2, "d": 0.1, "h": 100.0,
          "k": 1e3, "M": 1e6, "G": 1e9}
# K at zero
OFFSET = {"degC": 273.15}


def atom(name: str) -> Optional[tuple[float, Dimension]]:
    if name in BASE:
        return BASE[name]
    if name[:1] in PREFIX and name[1:] in BASE and name[1:] not in ("1", "%"):
        factor, powers = BASE[name[1:]]
        return PREFIX[name[0]]*factor, powers
    return None


def measured(unit: str) -> tuple[float, Dimension]:
    """Factor and dimension of a product such as kg.m2/s or m/s^2."""
    factor, powers = 1.0, list(NONE)
    for k, side in enumerate(unit.replace("(", "").replace(")", "")
                             .replace("*", ".").split("/")):
        for word in side.split("."):
            match = re.fullmatch(r"([A-Za-z%]+|1)(?:\^?(-?\d+))?", word.strip())
            known = atom(match[1]) if match else None
            if match is None or known is None:
                raise UsageError(f"the unit {unit!r} is not known")
            power = int(match[2] or 1)*(1 if k == 0 else -1)
            factor *= known[0]**power
            powers = [p + power*q for p, q in zip(powers, known[1])]
    return factor, tuple(powers)


def conversion(given: str, wanted: Optional[str],
               column: str) -> tuple[float, float]:
    """(a, b): a*x + b is in `wanted` what x is in `given`."""
    if given == wanted:
        return 1.0, 0.0
    if not wanted:
        raise UsageError(f"{column}: the variable has no unit, so that values "
                         f"in {given!r} cannot be compared with it")
    offset = OFFSET.get(given, 0.0) - OFFSET.get(wanted, 0.0)
    from_, to = (measured("K" if u in OFFSET else u) for u in (given, wanted))
    if from_[1] != to[1]:
        raise UsageError(f"{column}: {given!r} cannot be converted to the "
                         f"variable's unit {wanted!r}")
    return from_[0]/to[0], offset/to[0]
