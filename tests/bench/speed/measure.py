"""How ./dev bench measures: interleaved runs, their medians, what they are
compared with.

A Figure is what one row of the table says. Its samples are taken in rounds:
each round runs ours and the other one's after each other, so that what else
the machine does meets both. The value is the median of the samples, the noise
half the distance of their quartiles; a ratio is the median of the ratios of
the rounds.
"""

import json
import math
import os
import re
import resource
import shutil
import statistics
import subprocess
from dataclasses import asdict, dataclass, field


@dataclass
class Figure:
    name: str
    unit: str
    samples: list = field(repr=False)
    beside: str = ""         # with whom ratios compare
    ratios: list = field(default_factory=list, repr=False)
    goal: str = ""           # "<= 1.1", of the ratio where there is one
    is_rate: bool = False    # more is better

    @property
    def value(self):
        return statistics.median(self.samples)

    @property
    def noise(self):
        """Relative; of one sample: nothing is known."""
        return spread(self.samples)/abs(self.value) if self.value else 0.0

    @property
    def ratio(self):
        return statistics.median(self.ratios) if self.ratios else None

    @property
    def judged(self):
        return self.value if self.ratio is None else self.ratio

    def misses(self):
        if not self.goal:
            return False
        relation, bound = self.goal.split()
        return (self.judged > float(bound) if relation == "<="
                else self.judged < float(bound))

    def as_json(self):
        kept = asdict(self)
        return {**kept, "value": self.value, "noise": self.noise,
                "ratio": self.ratio, "misses": self.misses()}


def spread(samples):
    """Half the distance of the quartiles."""
    if len(samples) < 2:
        return 0.0
    low, _, high = statistics.quantiles(samples, n=4, method="inclusive")
    return (high - low)/2


def exponent(sizes, costs):
    """Of the power of the size that costs follow: the slope of their
    logarithms, by least squares."""
    x, y = [math.log(s) for s in sizes], [math.log(c) for c in costs]
    a, b = statistics.fmean(x), statistics.fmean(y)
    return (sum((p - a)*(q - b) for p, q in zip(x, y)) /
            sum((p - a)**2 for p in x))


class Failed(Exception):
    """Something that is measured has not worked."""


class Bench:
    """The program, a folder for files, how often and how large."""

    def __init__(self, program, folder, rounds=5, tiny=False, largest=None):
        self.program = os.path.abspath(program)
        self.folder, self.rounds, self.tiny = folder, rounds, tiny
        self.largest = largest or (2000 if tiny else 100000)

    def size(self, whole, tiny):
        return tiny if self.tiny else whole

    def file(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.file(name)), exist_ok=True)
        with open(self.file(name), "w", encoding="utf-8") as out:
            out.write(text)
        return self.file(name)

    def cpu(self, *words, **options):
        """What a command prints, and the CPU seconds of it and of all that it
        starts."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(words, capture_output=True, text=True,
                              check=False, **options)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode:
            raise Failed(f"{' '.join(words)}\n{done.stderr[-1000:]}")
        return done.stdout, (after.ru_utime - before.ru_utime +
                             after.ru_stime - before.ru_stime)

    def foucault(self, *words):
        return self.cpu(self.program, *words)

    def report(self, *words):
        """The JSON of a command, and its CPU seconds."""
        text, seconds = self.foucault(*words, "--json")
        return json.loads(text), seconds

    def build(self, name, text, *words):
        """The FMU of a model, `text` or a path below models/."""
        source = os.path.join(ROOT, "models", text)
        if "\n" in text:
            source = self.write(name + ".mo", text)
        fmu = self.file(name + ".fmu")
        self.foucault("build", "-q", source, "-o", fmu, *words)
        return fmu

    def interleave(self, *functions):
        """The samples of each function, in rounds: one call of each after the
        other."""
        rounds = [[f() for f in functions] for _ in range(self.rounds)]
        return [list(column) for column in zip(*rounds)]

    def beside(self, name, unit, mine, other, who, **rest):
        """A figure of `mine` with its ratio to `other`."""
        own, theirs = self.interleave(mine, other)
        return Figure(name, unit, own, who,
                      [a/b for a, b in zip(own, theirs)], **rest)

    def alone(self, name, unit, mine, **rest):
        return Figure(name, unit, *self.interleave(mine), **rest)

    def instructions(self, *words):
        """Instructions that a command and its children execute, counted by
        valgrind: the same on every machine. None: it is not there."""
        if not shutil.which("valgrind"):
            return None
        done = subprocess.run(
            ["valgrind", "--tool=cachegrind", "--cache-sim=no",
             "--cachegrind-out-file=/dev/null", "--trace-children=yes",
             "--trace-children-skip=*/cc,*/gcc,*/tcc", *words],
            capture_output=True, text=True, check=False)
        counts = re.findall(r"I\s+refs:\s+([\d,]+)", done.stderr)
        if done.returncode or not counts:
            raise Failed(f"valgrind {' '.join(words)}\n{done.stderr[-1000:]}")
        return sum(int(count.replace(",", "")) for count in counts)


HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))


def compile_hand(bench, name):
    """A program by hand with CVODE."""
    program = bench.file(name)
    bench.cpu("cc", "-O2", "-o", program, os.path.join(HERE, name + ".c"),
              "-lsundials_cvode", "-lsundials_nvecserial", "-lm")
    return program
