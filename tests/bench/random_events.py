"""Random when-equations: what they do at each instant, and in Python.

Section 8.3.5 and appendix B of the specification: at an event all equations
are solved with pre() of what was before; a when-clause is active where one of
its conditions has become true; as long as something differs from its pre(),
it is done again.
"""

import random
from dataclasses import dataclass
from math import floor
from typing import Callable

PERIODS, OFFSETS = (0.25, 0.5, 0.75, 1.0), (0.0, 0.1, 0.25, 0.5)
THRESHOLDS = (0.3, 0.5, 0.9, 1.25)
STOP, STEP, MOST_PASSES = 2.0, 0.05, 30
TYPES = {"r": "discrete Real", "i": "Integer", "b": "Boolean"}
STARTS = {"r": 1.0, "i": 2, "b": False}


@dataclass
class Term:
    text: str
    value: Callable  # of an Instant
    times: tuple = ()  # of events of its own


@dataclass
class Instant:
    time: float
    is_first: bool  # pass: sample() is true in it alone
    pre: list
    now: list


class Clauses:
    def __init__(self, seed):
        self.random = random.Random(seed)
        n = self.random.randint(3, 7)
        self.kinds = [self.random.choice("rib") for _ in range(n)]
        self.names = [f"{kind}{k}" for k, kind in enumerate(self.kinds)]
        # of each variable: (conditions, value), one or two
        self.branches = [[(self.conditions(k), self.value(k))
                          for _ in range(self.random.choice((1, 1, 2)))]
                         for k in range(n)]

    # --- terms of variable k: of those before it the values, pre() of all ---

    def variable(self, k, kinds):
        fit = [j for j, kind in enumerate(self.kinds) if kind in kinds]
        if not fit:
            return None
        j = self.random.choice(fit)
        if j < k and self.random.random() < 0.5:
            return Term(self.names[j], lambda at: at.now[j])
        return Term(f"pre({self.names[j]})", lambda at: at.pre[j])

    def number(self, k, depth=2):
        word = self.random.choice(("value", "literal", "value", "if", "max",
                                   "+", "-"))
        if word == "value" or depth == 0:
            found = self.variable(k, "ri")
            if found:
                return found
        if word in ("value", "literal") or depth == 0:
            literal = self.random.randint(-2, 3)
            return Term(f"({literal})", lambda at: literal)
        a, b = self.number(k, depth - 1), self.number(k, depth - 1)
        if word == "if":
            c = self.truth(k, 0)
            return Term(f"(if {c.text} then {a.text} else {b.text})",
                        lambda at: (a if c.value(at) else b).value(at))
        if word == "max":
            return Term(f"max({a.text}, {b.text})",
                        lambda at: max(a.value(at), b.value(at)))
        sign = 1 if word == "+" else -1
        return Term(f"({a.text} {word} {b.text})",
                    lambda at: a.value(at) + sign*b.value(at))

    def truth(self, k, depth=1):
        word = self.random.choice(("value", "not", "or", ">", "<"))
        if word == "value":
            found = self.variable(k, "b")
            if found:
                return found
        if word == "not" and depth > 0:
            a = self.truth(k, 0)
            return Term(f"(not {a.text})", lambda at: not a.value(at))
        if word == "or" and depth > 0:
            a, b = self.truth(k, 0), self.truth(k, 0)
            return Term(f"({a.text} or {b.text})",
                        lambda at: a.value(at) or b.value(at))
        a, bound = self.number(k, 0), self.random.randint(0, 3) + 0.5
        if word == "<":
            return Term(f"({a.text} < {bound})", lambda at: a.value(at) < bound)
        return Term(f"({a.text} > {bound})", lambda at: a.value(at) > bound)

    def value(self, k):
        if self.kinds[k] == "b":
            return self.truth(k)
        a = self.number(k)
        if self.kinds[k] == "i":
            return Term(f"mod(integer(floor({a.text})), 7)",
                        lambda at: floor(a.value(at)) % 7)
        return Term(f"0.5*{a.text}", lambda at: 0.5*a.value(at))

    def conditions(self, k):
        return [self.condition(k)
                for _ in range(self.random.choice((1, 1, 1, 2, 3)))]

    def condition(self, k):
        word = self.random.choice(("sample", "sample", "time", "change", "edge",
                                   "truth"))
        if word == "sample":
            first = self.random.choice(OFFSETS)
            period = self.random.choice(PERIODS)
            times = tuple(round(first + n*period, 9) for n in range(20))
            return Term(f"sample({first}, {period})",
                        lambda at: at.is_first and at.time in times, times)
        if word == "time":
            end = self.random.choice(THRESHOLDS)
            return Term(f"time >= {end}", lambda at: at.time >= end, (end,))
        earlier = [j for j in range(k) if word == "change"
                   or self.kinds[j] == "b"]
        if word == "truth" or not earlier:
            return self.truth(k)
        j = self.random.choice(earlier)
        if word == "change":
            return Term(f"change({self.names[j]})",
                        lambda at: at.now[j] != at.pre[j])
        return Term(f"edge({self.names[j]})",
                    lambda at: at.now[j] and not at.pre[j])

    # --- the model ---

    def text(self):
        lines = ["model W"]
        for name, kind in zip(self.names, self.kinds):
            lines.append(f"  {TYPES[kind]} {name}(start = "
                         f"{str(STARTS[kind]).lower()}, fixed = true);")
        lines.append("equation")
        order = list(range(len(self.names)))
        self.random.shuffle(order)
        for k in order:
            word = "when"
            for conditions, value in self.branches[k]:
                texts = [condition.text for condition in conditions]
                lines += [f"  {word} " + (texts[0] if len(texts) == 1 else
                                          "{%s}" % ", ".join(texts)) + " then",
                          f"    {self.names[k]} = {value.text};"]
                word = "elsewhen"
            lines.append("  end when;")
        return "\n".join(lines + [f"  annotation(experiment(StopTime = {STOP}, "
                                  f"Interval = {STEP}));", "end W;", ""])

    # --- what it does ---

    def truths(self, at, k):
        return [[bool(condition.value(at)) for condition in conditions]
                for conditions, _ in self.branches[k]]

    def solve(self, at, before):
        """All equations once; the conditions as they are then."""
        found = []
        for k, branches in enumerate(self.branches):
            found.append(self.truths(at, k))
            for (_, value), new, old in zip(branches, found[k], before[k]):
                if any(a and not b for a, b in zip(new, old)):
                    at.now[k] = value.value(at)
                    break
        return found

    def history(self):
        """(time, values after its event); None: it goes on for ever."""
        now = [STARTS[kind] for kind in self.kinds]
        first = Instant(0.0, False, now, now)
        truths = [self.truths(first, k) for k in range(len(now))]
        times = {time for branches in self.branches
                 for conditions, _ in branches for condition in conditions
                 for time in condition.times if time <= STOP}
        rows = []
        for time in sorted(times | {0.0}):
            for number in range(MOST_PASSES):
                at = Instant(time, number == 0, now, list(now))
                found = self.solve(at, truths)
                is_done = at.now == now and found == truths
                now, truths = at.now, found
                if is_done:
                    break
            else:
                return None
            rows.append((time, now))
        return rows


def check(seed, simulate):
    """Differences as texts; `simulate` gives the table of results."""
    clauses = Clauses(seed)
    rows = clauses.history()
    if rows is None:
        return []
    table, wrong = simulate(clauses.text()), []
    for row in table:
        before = [values for time, values in rows if time < row["time"] - 1e-7]
        if not before or any(abs(time - row["time"]) < 1e-6
                             for time, _ in rows):
            continue
        wrong += [f"{name} is {row[name]} at {row['time']}, not {value}"
                  for name, value in zip(clauses.names, before[-1])
                  if abs(row[name] - value) > 1e-9]
    return wrong[:3]
