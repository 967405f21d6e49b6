"""What an FMU says while it runs, as the program `foucault simulate` reads
it: warnings, changed start values, statistics, causes of failures."""

from __future__ import annotations

import re
import sys
from typing import Callable, Optional

from .errors import Diagnostic
from .fmi2 import ERROR, OK, STATUS, WARNING

# categories that are listened to, where the FMU has them
WANTED = ("logStatistics", "logModelMessages", "logProgress",
          "logStatusError", "logStatusFatal", "logStatusDiscard",
          "logStatusWarning")
EVENTS = "logEvents"  # where somebody asks
MOST_MESSAGES = 5  # of one run
NUMBER = r"([-+.\w]+)"
CHANGE = re.compile(r"start value of (.*?) (changed|replaced) from "
                    rf"{NUMBER} to {NUMBER}:", re.S)
PROGRESS = re.compile(rf"progress time={NUMBER} ")
EVENT = re.compile(rf"event at time {NUMBER}: ")
# the words of the log and those of `simulate --json`
STATISTICS = {"steps": "steps", "rhs": "rhs_evaluations",
              "jacobians": "jacobians", "events": "events",
              "pivots": "pivots", "restarts": "restarts"}


class FmuLog:
    """Of one run. `inside` is called within long steps, with the time;
    `cancel` where it raises something, as by Ctrl-C: `interrupt` keeps it;
    `at_event` at both sides of an event, with its time."""

    def __init__(self, label: str,
                 inside: Optional[Callable[[float], None]] = None,
                 cancel: Optional[Callable[[], None]] = None,
                 at_event: Optional[Callable[[float], None]] = None) -> None:
        self.label = label
        self.inside, self.cancel = inside, cancel
        self.at_event = at_event
        self.messages: list[tuple[int, str]] = []
        self.changes: list[tuple[str, float, float]] = []
        self.statistics: dict[str, int] = {}
        self.interrupt: Optional[BaseException] = None

    def __call__(self, status: int, category: str, message: str) -> None:
        try:
            self._take(status, category, message)
        except BaseException as error:  # C has no way for it: raised later
            self.interrupt = self.interrupt or error
            if self.cancel is not None:
                self.cancel()

    def _take(self, status: int, category: str, message: str) -> None:
        if category == "logModelMessages":
            sys.stdout.write(message)
        elif category == "logProgress":
            found = PROGRESS.match(message)
            if found and self.inside is not None:
                self.inside(float(found[1]))
        elif category == EVENTS and self.at_event is not None:
            found = EVENT.match(message)
            if found:
                self.at_event(float(found[1]))
        elif category == "logStatistics":
            for word, number in re.findall(r"(\w+)=(-?\d+)", message):
                if word in STATISTICS:
                    self.statistics[STATISTICS[word]] = int(number)
        elif not (status <= WARNING and self._take_change(message)):
            if status != OK:
                self._keep(status, message)

    def _take_change(self, message: str) -> bool:
        found = CHANGE.match(message)
        if found is None:
            return False
        if found[2] == "changed":  # else other conditions determine it
            self.changes.append((found[1], float(found[3]), float(found[4])))
        return True

    def _keep(self, status: int, message: str) -> None:
        """An error is never lost among many warnings."""
        if len(self.messages) == MOST_MESSAGES:
            if status == WARNING:
                return
            self.messages.pop()
        self.messages.append((status, message))

    def changed_starts(self) -> list[Diagnostic]:
        n = len(self.changes)
        if n == 0:
            return []
        what = (f"{n} start value{' does' if n == 1 else 's do'} not fit the "
                f"equations and {'was' if n == 1 else 'were'} changed")
        notes = tuple(f"{name}: {now:.9g} instead of {before:.9g} "
                      f"(by {now - before:.3g})"
                      for name, before, now in self.changes)
        return [Diagnostic("warning", "W402", what, self.label, notes=notes)]

    def warnings(self) -> list[Diagnostic]:
        """Of a run that went well."""
        return [Diagnostic("warning", "W601", "the FMU has given a warning",
                           notes=tuple(lines("the FMU says: ", message)))
                for _, message in self.messages]

    def failure(self, call: str, status: int, time: float) -> Diagnostic:
        """The cause, as far as the FMU says what it is; the call that failed
        is a note."""
        failed = f"{call} returned {STATUS[status]} at time {time:g}"
        texts = [text for _, text in self.messages]
        cause = next((i for i, (level, text) in enumerate(self.messages)
                      if level >= ERROR - 1 and text), 0)
        if not texts or not texts[cause]:
            return Diagnostic("error", "E604", failed, self.label,
                              notes=("the FMU does not say why",))
        lead, text = split_call(texts[cause], call)
        first, *rest = text.splitlines()
        notes = [f"  {line}" for line in rest if line] + [lead + failed]
        for i, other in enumerate(texts):
            if i != cause:
                notes += lines("the FMU says: ", other)
        return Diagnostic("error", "E604", first, self.label,
                          notes=tuple(notes))


def split_call(message: str, call: str) -> tuple[str, str]:
    """What stands before the cause in a message of this program's FMUs,
    "fmi2DoStep from 0 to 1 failed at time 0.5: ", and the cause."""
    colon = message.partition("\n")[0].find(": ")
    if not message.startswith(call) or colon < 0:
        return "", message
    lead, text = message[:colon + 2], message[colon + 2:]
    return (lead, text) if text.strip() else ("", message)


def lines(lead: str, message: str) -> list[str]:
    texts = [line for line in message.splitlines() if line]
    return [(lead if i == 0 else "  ") + text for i, text in enumerate(texts)]
