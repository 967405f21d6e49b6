"""What an FMU says of itself in modelDescription.xml: for FMI 2.0 all that a
run needs, of other versions no more than the version."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from typing import Optional

TYPES = ("Real", "Integer", "Boolean", "String", "Enumeration")



@dataclass(frozen=True)
class Variable:
    name: str
    reference: int
    type: str          # one of TYPES
    causality: str
    variability: str
    initial: str       # "exact", "approx", "calculated" or ""
    # of an input: how many derivatives the FMU wants
    derivatives: int = 0
    # of an enumeration: its literals with their numbers
    items: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Description:
    version: str       # "2.0"
    model: str
    guid: str
    tool: str
    identifier: Optional[str]   # of Co-Simulation; None: there is none
    capabilities: dict[str, str]  # of Co-Simulation
    categories: tuple[str, ...]   # of messages
    experiment: dict[str, float]  # start, stop, step, tolerance
    variables: dict[str, Variable] = field(repr=False)

    def can(self, capability: str) -> bool:
        return self.capabilities.get(capability) in ("true", "1")

    @property
    def recorded(self) -> list[str]:
        """All variables but time."""
        return [v.name for v in self.variables.values()
                if v.causality != "independent"]


def read_description(text: bytes) -> Description:
    """Raises ElementTree.ParseError, KeyError or ValueError where it is not
    what the standard says."""
    root = ElementTree.fromstring(text)
    version = root.attrib["fmiVersion"]
    kind = root.find("CoSimulation")
    enumerations = {
        str(simple.get("name")): tuple(
            (item.attrib["name"], int(item.attrib["value"]))
            for item in simple.iterfind("Enumeration/Item"))
        for simple in root.iterfind("TypeDefinitions/SimpleType")}
    variables: dict[str, Variable] = {}
    if version == "2.0":
        for node in root.iterfind("ModelVariables/ScalarVariable"):
            variable = read_variable(node, enumerations)
            variables[variable.name] = variable
    return Description(
        version, root.attrib["modelName"], root.get("guid", ""),
        root.get("generationTool", ""),
        None if kind is None else kind.attrib["modelIdentifier"],
        {} if kind is None else dict(kind.attrib),
        tuple(str(node.get("name"))
              for node in root.iterfind("LogCategories/Category")),
        read_experiment(root.find("DefaultExperiment")), variables)


def read_experiment(node: Optional[ElementTree.Element]) -> dict[str, float]:
    words = {"start": "startTime", "stop": "stopTime", "step": "stepSize",
             "tolerance": "tolerance"}
    if node is None:
        return {}
    return {key: float(node.attrib[word]) for key, word in words.items()
            if word in node.attrib}


def read_variable(
        node: ElementTree.Element,
        enumerations: dict[str, tuple[tuple[str, int], ...]]) -> Variable:
    typed = next(child for child in node if child.tag in TYPES)
    causality = node.get("causality", "local")
    variability = node.get("variability", "continuous")
    initial = node.get("initial")
    if initial is None:
        initial = default_initial(causality, variability)
    wanted = node.find("Annotations/Tool[@name='Foucault']/Input")
    derivatives = 0 if wanted is None else int(wanted.get("derivatives", "0"))
    return Variable(node.attrib["name"], int(node.attrib["valueReference"]),
                    typed.tag, causality, variability, initial, derivatives,
                    enumerations.get(typed.get("declaredType", ""), ()))


def default_initial(causality: str, variability: str) -> str:
    if causality in ("input", "independent"):
        return ""
    if causality == "parameter" or variability == "constant":
        return "exact"
    return "calculated"
