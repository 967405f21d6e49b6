"""Tests that run with a mutant, each in a process of its own: mutants.py."""

import ctypes
import os
import resource
import select
import shutil
import signal
import time

MEMORY = 3 << 30  # bytes that a program of a test may have
LEAST = 20  # seconds that a test has, and five times its usual ones


def read(path):
    with open(path, encoding="utf-8") as text:
        return text.read()


def become_reaper():
    """What a test leaves running becomes a child of this process, which has no
    others, and is ended."""
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER


def end_children():
    me = os.getpid()
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            fields = read(f"/proc/{name}/stat").rsplit(")", 1)[1].split()
            if int(fields[1]) == me:
                os.kill(int(name), signal.SIGKILL)
                os.waitpid(int(name), 0)
        except (OSError, ChildProcessError):
            continue


def attempt(function, number=0, reached=None, limit=600.0):
    """Runs a test with a mutant: why it failed, or None. It ends after `limit`
    seconds, and whatever it has started ends with it."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.setsid()
        os.close(reader)
        os._exit(inside(function, number, reached, writer))
    os.close(writer)
    try:
        return answer_of(reader, child, time.monotonic() + limit)
    finally:
        os.close(reader)
        try:
            os.killpg(child, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.waitpid(child, 0)
        end_children()


def answer_of(reader, session, until):
    parts = b""
    while not parts.endswith(b"\0"):
        if not select.select([reader], [], [], 0.5)[0]:
            if time.monotonic() > until:
                return "no end in time"
            if largest_program(session) > MEMORY:
                return "no end of memory"
            continue
        part = os.read(reader, 65536)
        if not part:
            return "it ended without a result"
        parts += part
    return parts[:-1].decode(errors="replace") or None


def largest_program(session):
    """The memory of the largest program of a session, in bytes."""
    most, page = 0, os.sysconf("SC_PAGE_SIZE")
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            fields = read(f"/proc/{name}/stat").rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[3]) == session:
            most = max(most, int(fields[21]) * page)
    return most


def inside(function, number, reached, writer):
    """The child's part: an empty answer means that the test passed."""
    for number_of_signal in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number_of_signal, signal.SIG_DFL)
    os.environ["FOUCAULT_MUTANT"] = str(number)
    if reached:
        os.environ["FOUCAULT_MUTANTS_REACHED"] = reached
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
    try:
        outcomes = function() or []
        wrong = [f"{part}: {why}" for part, why in outcomes if why]
        answer = wrong[0] if wrong else ""
    except BaseException as error:  # of any kind: the test failed
        answer = ("skipped" if type(error).__name__ == "Skip" else
                  str(error) or type(error).__name__)
    os.write(writer, answer[:4000].replace("\0", " ").encode() + b"\0")
    return 0


class Tests:
    """The tests of some suites, and which mutants each of them reaches."""

    def __init__(self, place, by_suite, note=lambda row: None):
        self.place = place        # a folder that is emptied after each test
        self.by_suite = by_suite  # suite -> [(name, function)]
        self.note = note
        self.rows = {}            # name -> seconds, reached, failed

    def empty(self):
        shutil.rmtree(self.place, ignore_errors=True)
        os.makedirs(os.path.join(self.place, "t"))

    def look(self, suite):
        """Runs the tests of a suite as they are, once."""
        for name, function in self.by_suite[suite]:
            if name in self.rows:
                continue
            self.empty()
            path = os.path.join(self.place, "reached")
            open(path, "w", encoding="utf-8").close()
            began = time.monotonic()
            why = attempt(function, reached=path)
            reached = sorted({int(n) for n in read(path).split()})
            self.rows[name] = {
                "seconds": round(time.monotonic() - began, 2),
                "reached": reached, "failed": why}
            self.note({"test": name, **self.rows[name]})
            self.empty()

    def that_reach(self, suite, mutant, most=None):
        """Those of a suite, in the order they are tried: what is named after
        the file, what is of the same folder, then the quick ones, `most` at
        most. Tests that fail without a mutant tell nothing."""
        found = [(name, function) for name, function in self.by_suite[suite]
                 if mutant.number in self.rows[name]["reached"]
                 and not self.rows[name]["failed"]]
        stem = os.path.basename(mutant.file)[:-2]
        return sorted(found, key=lambda test: (
            test[0] != f"unit/{stem}", test[0] not in mutant.related,
            self.rows[test[0]]["seconds"]))[:most]

    def kill(self, suite, mutant, seconds, most=None):
        """The name of the test that failed and why, or None and the seconds
        that are left."""
        began = time.monotonic()
        for name, function in self.that_reach(suite, mutant, most):
            if time.monotonic() - began > seconds:
                return None, 0.0
            limit = LEAST + 5 * self.rows[name]["seconds"]
            self.empty()
            why = attempt(function, mutant.number, limit=limit)
            if why == "no end in time":  # or is the machine busy?
                self.empty()
                why = why if attempt(function, limit=limit) is None else None
            self.empty()
            if why and why != "skipped":
                return name, why
        return None, seconds - (time.monotonic() - began)
