"""Values of parameters and start values: as words of the command line, and as
variables of an FMU."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from .description import Description, Variable
from .errors import Diagnostic, FoucaultError, did_you_mean


def value_text(value: object) -> str:
    """As Modelica writes it: a number with all its digits, {..} an array."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (float, np.floating)):
        return repr(float(value))
    if isinstance(value, (list, tuple)) or (
            isinstance(value, np.ndarray) and value.ndim > 0):
        return "{" + ",".join(value_text(v) for v in value) + "}"
    return str(value)


def flat_settings(settings: Mapping[str, Any],
                  lead: str = "") -> Iterator[tuple[str, Any]]:
    """{"r": {"x": 1}} sets r.x."""
    for name, value in settings.items():
        if isinstance(value, Mapping):
            yield from flat_settings(value, f"{lead}{name}.")
        else:
            yield lead + name, value


def settings_of(settings: Mapping[str, Any], description: Description,
                label: str) -> list[tuple[Variable, Any]]:
    """The variables of an FMU that are set, with their values. FoucaultError:
    there is no such variable, or it cannot have that value."""
    found: list[tuple[Variable, Any]] = []
    for name, value in flat_settings(settings):
        for element, one in elements_of(name, value):
            variable = find(element, description, label)
            obstacle = obstacle_of(variable)
            if obstacle:
                refuse(label, "E210", f"{element}: {obstacle}")
            found.append((variable, converted(variable, one, label)))
    return found


def elements_of(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    array = value if isinstance(value, (list, tuple, np.ndarray)) else None
    if array is None or np.ndim(array) == 0:
        yield name, value
        return
    cube = np.asarray(array)
    for place in np.ndindex(*cube.shape):
        subscripts = ",".join(str(i + 1) for i in place)
        yield f"{name}[{subscripts}]", cube[place].item()


def find(name: str, description: Description, label: str) -> Variable:
    variables = description.variables
    stem = name[:-len(".start")] if name.endswith(".start") else name
    for known in (name, stem):
        if known in variables:
            return variables[known]
    refuse(label, "E605", f"no variable {name!r}"
           f"{did_you_mean(name, variables)}")
    raise AssertionError


def obstacle_of(variable: Variable) -> str:
    """Why it cannot be set; empty: it can."""
    if variable.causality == "independent":
        return "this is time; see `start`"
    if variable.variability == "constant":
        return ("the value was fixed when the FMU was built (sizes, "
                "conditions or equations depend on it); build the FMU again "
                "with it")
    if variable.causality == "calculatedParameter":
        return "the FMU calculates this parameter from others"
    if (variable.causality in ("parameter", "input")
            or variable.initial in ("exact", "approx")):
        return ""
    return "the FMU calculates this variable"


def converted(variable: Variable, value: Any, label: str) -> Any:
    kind = variable.type
    if kind == "String":
        return str(value)
    if kind == "Enumeration" and isinstance(value, str):
        literals = dict(variable.items)
        literal = value.rpartition(".")[2]
        if literal not in literals:
            refuse(label, "E210", f"{variable.name} must be one of "
                   f"{', '.join(literals)}, not {value!r}")
        return literals[literal]
    if kind == "Boolean" and value in ("true", "false"):
        return int(value == "true")
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = float("nan")
    if not np.isfinite(number) or (kind != "Real" and number % 1 != 0):
        refuse(label, "E210", f"{variable.name} is a {kind}, "
               f"{value!r} is not")
    if kind == "Real":
        return number
    if kind == "Boolean" and number not in (0, 1):
        refuse(label, "E210", f"{variable.name} is a Boolean, {value!r} is "
               "not true or false")
    return int(number)


def refuse(label: str, code: str, message: str) -> None:
    error = Diagnostic("error", code, message, label)
    raise FoucaultError(str(error), [error])
