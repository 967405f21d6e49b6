"""Names of arrays and components among the names of scalars.

S[2,3] is an element of S; q[2].x is one of q.x, and x is a member of q.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Optional

GROUP = re.compile(r"\[[^\]]*\]")


def match(variable: str, name: str) -> Optional[tuple[tuple[str, ...], str]]:
    """The subscripts that `name` leaves out of this variable, and what comes
    after it; None: the variable does not begin with the name."""
    subscripts: list[str] = []
    i = k = 0
    while i < len(variable):
        group = GROUP.match(variable, i) if variable[i] == "[" else None
        if group is not None and not name.startswith(group[0], k):
            subscripts += group[0][1:-1].split(",")
            i = group.end()
        elif k == len(name):
            break
        elif variable[i] == name[k]:
            i, k = i + 1, k + 1
        else:
            return None
    return (tuple(subscripts), variable[i:]) if k == len(name) else None


def elements(name: str, variables: Iterable[str]
             ) -> list[tuple[tuple[str, ...], str]]:
    """The elements of an array, with their subscripts; empty: not an array.
    """
    found = []
    for variable in variables:
        matched = match(variable, name)
        if matched is not None and matched[0] and not matched[1]:
            found.append((matched[0], variable))
    return found


def shape_of(subscripts: list[tuple[str, ...]]) -> Optional[tuple[int, ...]]:
    """None: it is not complete."""
    dimensions = {len(s) for s in subscripts}
    if len(dimensions) != 1 or not all(
            word.isdigit() for s in subscripts for word in s):
        return None
    places = {tuple(int(word) for word in s) for s in subscripts}
    shape = tuple(max(axis) for axis in zip(*places))
    n = 1
    for size in shape:
        n *= size
    return shape if n == len(places) == len(subscripts) else None


def members(name: str, variables: Iterable[str]) -> list[str]:
    """What a component has, without subscripts; empty: not a component."""
    found: dict[str, None] = {}
    for variable in variables:
        matched = match(variable, name)
        if matched is not None and matched[1].startswith("."):
            rest = GROUP.sub("", matched[1][1:])
            found[rest.partition(".")[0]] = None
    return list(found)
