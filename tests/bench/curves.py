"""Formulas of the time: their values, their derivatives, and as Modelica."""

import math
from dataclasses import dataclass

FUNCTIONS = {"sin": math.sin, "cos": math.cos, "exp": math.exp,
             "tanh": math.tanh, "sqrt": math.sqrt, "atan": math.atan}


class Curve:
    def __add__(self, other):
        return plus(self, curve(other))

    def __sub__(self, other):
        return plus(self, times(Number(-1.0), curve(other)))

    def __mul__(self, other):
        return times(self, curve(other))

    def __truediv__(self, number):
        return times(self, Number(1/number))

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other):
        return curve(other) - self


@dataclass(frozen=True)
class Number(Curve):
    value: float

    def at(self, _):
        return self.value

    def der(self):
        return Number(0.0)

    def text(self, _):
        return repr(self.value) if self.value >= 0 else f"({self.value!r})"


@dataclass(frozen=True)
class Time(Curve):
    """Since the start."""

    def at(self, t):
        return t

    def der(self):
        return Number(1.0)

    def text(self, time):
        return time


@dataclass(frozen=True)
class Two(Curve):
    operator: str
    a: Curve
    b: Curve

    def at(self, t):
        a, b = self.a.at(t), self.b.at(t)
        return a + b if self.operator == "+" else a*b

    def der(self):
        if self.operator == "+":
            return self.a.der() + self.b.der()
        return self.a.der()*self.b + self.a*self.b.der()

    def text(self, time):
        return (f"({self.a.text(time)} + {self.b.text(time)})"
                if self.operator == "+" else
                f"{self.a.text(time)}*{self.b.text(time)}")


@dataclass(frozen=True)
class Call(Curve):
    name: str
    a: Curve

    def at(self, t):
        return FUNCTIONS[self.name](self.a.at(t))

    def der(self):
        inner = self.a.der()
        if self.name == "sin":
            return Call("cos", self.a)*inner
        if self.name == "cos":
            return Number(-1.0)*Call("sin", self.a)*inner
        if self.name == "exp":
            return self*inner
        if self.name == "tanh":
            return (1 - self*self)*inner
        raise ValueError(self.name)

    def text(self, time):
        return f"{self.name}({self.a.text(time)})"


def curve(value):
    return value if isinstance(value, Curve) else Number(float(value))


def plus(a, b):
    if isinstance(a, Number) and isinstance(b, Number):
        return Number(a.value + b.value)
    if a == Number(0.0):
        return b
    return a if b == Number(0.0) else Two("+", a, b)


def times(a, b):
    if isinstance(a, Number) and isinstance(b, Number):
        return Number(a.value*b.value)
    if Number(0.0) in (a, b):
        return Number(0.0)
    if a == Number(1.0):
        return b
    return a if b == Number(1.0) else Two("*", a, b)


def sin(a):
    return Call("sin", a)


def cos(a):
    return Call("cos", a)


def exp(a):
    return Call("exp", a)


TIME = Time()


def term(chance):
    """One formula of about the size 1 within the first seconds."""
    def number(low, high):
        return round(chance.uniform(low, high), 3)

    kind = chance.choice(("sin", "sin", "exp", "line", "square", "product",
                          "tanh", "number"))
    if kind == "sin":
        return number(0.3, 1.5)*sin(number(0.5, 4)*TIME + number(-3, 3))
    if kind == "exp":
        return number(0.3, 1.5)*exp(number(-2, 0.3)*TIME)
    if kind == "line":
        return number(-1, 1)*TIME
    if kind == "square":
        return number(-0.4, 0.4)*TIME*TIME
    if kind == "product":
        return (number(0.3, 1.2)*exp(number(-1, 0.2)*TIME)
                * cos(number(0.5, 4)*TIME))
    if kind == "tanh":
        return number(0.3, 1.2)*Call("tanh", number(0.5, 3)*TIME - 1)
    return curve(number(-2, 2))


def random_curve(chance):
    found = term(chance)
    for _ in range(chance.choice((0, 1, 1, 2))):
        found = found + term(chance)
    return found
