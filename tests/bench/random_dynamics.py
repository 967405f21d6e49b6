"""Random dynamic models whose solution is known.

Curves are chosen first, then equations that they satisfy, in ways that a user
would write: differential equations, loops, constraints with their forces,
components, functions, events. Errors do not grow in them, or as it is known: a
wrong derivative, a lost equation or a bad step shows, and nothing else does.

`Dynamics(seed)` has the text, the curves by the names of the variables, and the
times of the events.
"""

import random

import dynamics_components
import dynamics_equations
import dynamics_events
from curves import TIME, random_curve, sin

STARTS = (0.0, 0.0, 0.0, 0.0, 0.0, -1.5, 100.0)
PARTS = [getattr(module, name)
         for module in (dynamics_equations, dynamics_components,
                        dynamics_events)
         for name in module.PARTS]


class Literal(float):
    """As an operand of Modelica, which has no two signs in a row."""

    def __repr__(self):
        text = float.__repr__(self)
        return f"({text})" if self < 0 else text

    def __format__(self, _):
        return repr(self)


class Dynamics:
    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.start = self.chance.choice(STARTS)
        self.stop = self.start + self.chance.choice((1.0, 2.0, 3.0))
        self.time = "time" if self.start == 0 else f"(time - ({self.start}))"
        self.classes, self.declared = [], []
        self.initial, self.equations = [], []
        self.algorithms = []
        self.curves = {}   # of each variable: value at a time since the start
        self.growth = {}   # of errors, where they do grow
        self.events = []   # since the start
        self.signals = []  # (text, curve) that may be differentiated
        self.kinds = []    # words about what is in the model
        self.used = 0
        parts = self.chance.choices(PARTS, k=self.chance.randint(1, 4))
        for part in parts:
            part(self)

    # --- words for the parts ---

    def name(self, letter="x"):
        self.used += 1
        return f"{letter}{self.used}"

    def number(self, low, high):
        return Literal(round(self.chance.uniform(low, high), 3) + 0.0)

    def curve(self):
        return random_curve(self.chance)

    def duration(self):
        return self.stop - self.start

    def instant(self):
        """Of an event: away from the ends and from the other ones."""
        for _ in range(100):
            t = round(self.chance.uniform(0.1, 0.9)*self.duration(), 4)
            if all(abs(t - other) > 0.05 for other in self.events):
                break
        self.events.append(t)
        return t

    def clock(self, t):
        return repr(self.start + t)

    def parameter(self, value):
        """The name of one with this value, or the value."""
        kind = self.chance.choice(("literal", "plain", "plain", "dependent",
                                   "initial", "constant", "final"))
        if kind == "literal":
            return repr(value) if value >= 0 else f"({value!r})"
        p = self.name("p")
        if kind == "dependent":
            q = self.name("p")
            self.declared += [f"parameter Real {q} = 2*{p};",
                              f"parameter Real {p} = {value!r};"]
            return f"({q} - {p})"
        if kind == "initial":
            self.declared.append(f"parameter Real {p}(fixed = false, "
                                 f"start = {value!r});")
            self.initial.append(f"2*{p} = {2*value!r};")
        elif kind == "constant":
            self.declared.append(f"constant Real {p} = {value!r};")
        else:
            word = "final parameter" if kind == "final" else "parameter"
            self.declared.append(f"{word} Real {p} = {value!r};")
        return p

    def write(self, curve, mixes=True):
        """Modelica that has the value of the curve: a formula, a variable, a
        call, with a signal that cancels out."""
        text = curve.text(self.time)
        kind = self.chance.choice(("plain",)*5 + ("variable", "call", "mixed",
                                                  "mixed"))
        if kind == "variable":
            name = self.name("c")
            self.declared.append(f"Real {name} = {text};")
            self.curves[name] = curve.at
            return name
        if kind == "call":
            name = self.name("f")
            self.classes.append(
                f"function {name}\n  input Real u;\n  output Real y;\n"
                f"algorithm\n  y := {curve.text('u')};\n"
                + self.chance.choice(("", "  annotation(Inline = false);\n",
                                      "  annotation(Inline = true);\n"))
                + f"end {name};")
            return f"{name}({self.time})"
        if kind == "mixed" and mixes and self.signals:
            signal, other = self.chance.choice(self.signals)
            return (f"({text} + {self.number(0.1, 0.3)}*({signal} - "
                    f"{other.text(self.time)}))")
        return f"({text})"

    def state(self, name, curve, more=""):
        """Declares it; it begins on its curve."""
        value = curve.at(0.0)
        kind = self.chance.choice(("fixed", "fixed", "equation"))
        if kind == "fixed":
            self.declared.append(f"Real {name}(start = {value!r}, "
                                 f"fixed = true{more});")
        else:
            self.declared.append(f"Real {name}(start = {value!r}{more});")
            self.initial.append(f"{name} = {value!r};")
        self.curves[name] = curve.at

    def free(self, name, curve, more=""):
        """Declares one that equations give; its start value is close."""
        value = round(curve.at(0.0), 3)
        self.declared.append(f"Real {name}(start = {value!r}{more});")
        self.curves[name] = curve.at

    def slow_sine(self):
        return (self.number(0.3, 1.2)
                * sin(self.number(0.5, 2)*TIME + self.number(-2, 2)))

    # --- the model ---

    def text(self):
        def lines(word, rows):
            return [word, *("  " + row for row in rows)] if rows else []

        self.chance.shuffle(self.equations)
        return "\n".join([
            *self.classes, "model M", *("  " + row for row in self.declared),
            *lines("initial equation", self.initial),
            *lines("equation", self.equations),
            *lines("algorithm", self.algorithms),
            f"  annotation(experiment(StartTime = {self.start}, StopTime = "
            f"{self.stop}));", "end M;", ""])
