"""What all tests share: registering, running, programs, folders."""

import atexit
import concurrent.futures
import contextlib
import fcntl
import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import termios
import threading
import time
import traceback

from .ready_python import Ready

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
TESTS = os.path.join(ROOT, "tests")
BUILD = os.environ.get("FOUCAULT_BUILD", os.path.join(ROOT, "build"))
RELEASE = os.path.join(BUILD, "release", "foucault")
DEV = os.path.join(BUILD, "dev", "foucault")
WORKS = os.path.join(BUILD, "test")
WORK = os.path.join(WORKS, str(os.getpid()))  # two runs never meet


os.environ.pop("MODELICAPATH", None)  # tests say where libraries are
os.environ["FOUCAULT_CACHE_SIZE"] = "0"  # each test builds its own FMUs


class Failure(Exception):
    """The test failed; the text says why in one line or a few."""


class Skip(Exception):
    """The test needs something that no package registry carries."""


def need(condition, why):
    if not condition:
        raise Failure(why)


class Runner:
    def __init__(self, words, update, jobs, everything=True):
        self.words = words
        self.everything = everything
        self.update = update
        self.jobs = jobs
        self.tests = []      # (name, function, exclusive)
        self.series = []     # lists of names
        self.passed = []
        self.failed = []
        self.skipped = []
        self.lock = threading.Lock()
        self.seconds = {}    # name -> wall time
        self.work = {}       # name -> processor time

    def wanted(self, name):
        return not self.words or any(word in name for word in self.words)

    def add_group(self, name, parts, function):
        """A function that gives the outcome of several tests, whose names
        (or something that holds them) are known."""
        if any(self.wanted(part) for part in [name, *parts]):
            self.tests.append((name, function, False))

    def add(self, name, function, exclusive=False):
        """Exclusive tests run alone, after all others."""
        if self.wanted(name):
            self.tests.append((name, function, exclusive))

    def add_series(self, tests):
        """Pairs of a name and a function that would wait for each other:
        they run one after the other, and the other workers go on."""
        wanted = [(name, function) for name, function in tests
                  if self.wanted(name)]
        for name, function in wanted:
            self.tests.append((name, function, False))
        self.series.append([name for name, _ in wanted])

    def add_portable(self, tests):
        """A series that builds the program, or what goes into FMUs, once more
        for another system: minutes. It runs if its name is asked for, or
        everything."""
        if self.everything or self.words:
            self.add_series(tests)

    def names(self):
        return [name for name, _, _ in self.tests]

    def record(self, name, reason=None, skipped=False):
        with self.lock:
            if skipped:
                self.skipped.append(name)
                print(f"SKIP {name}: {reason}", flush=True)
            elif reason is None:
                self.passed.append(name)
            else:
                self.failed.append(name)
                print(f"FAIL {name}: {reason}", flush=True)

    def lists(self):
        """What one worker runs at a time, in the order of the suites."""
        leader = {name: names[0] for names in self.series for name in names}
        found = {}
        for name, function, exclusive in self.tests:
            if not exclusive:
                found.setdefault(leader.get(name, name), []).append(
                    (name, function))
        return found.values()

    def run_list(self, tests):
        for name, function in tests:
            self.run_one(name, function)

    def run_one(self, name, function):
        began, worked = time.monotonic(), processor_time()
        self.try_one(name, function)
        self.seconds[name] = time.monotonic() - began
        self.work[name] = processor_time() - worked

    def try_one(self, name, function):
        try:
            outcomes = function()
            if outcomes is None:
                self.record(name)
                return
            for part, reason in outcomes:  # one function, several tests
                if self.wanted(part):
                    self.record(part, reason)
        except Skip as skip:
            self.record(name, str(skip), skipped=True)
        except Exception as error:
            reason = (str(error) if isinstance(error, Failure)
                      else traceback.format_exc().strip())
            if self.wanted(name) or any(w.startswith(name)
                                        for w in self.words):
                self.record(name, reason)

    def run(self, slowest=False):
        remove_old_work()
        os.makedirs(WORK)
        keep_temporary_files()
        began = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            for job in [pool.submit(self.run_list, tests)
                        for tests in self.lists()]:
                job.result()
        for name, function, exclusive in self.tests:
            if exclusive:
                self.run_one(name, function)
        if slowest:
            self.print_slowest()
        return self.close(time.monotonic() - began)

    def print_slowest(self):
        """By processor time, which does not depend on what else runs."""
        slowest = sorted(self.work, key=lambda name: -self.work[name])
        print("processor     wall")
        for name in slowest[:40]:
            print(f"{self.work[name]:7.2f} s {self.seconds[name]:7.2f} s  "
                  f"{name}")
        suites = {"all of them": [0, 0]}
        for name in slowest:
            suite = suites.setdefault(name.split("/")[0], [0, 0])
            for row in (suite, suites["all of them"]):
                row[0] += self.work[name]
                row[1] += self.seconds[name]
        for suite, (work, seconds) in sorted(suites.items(),
                                             key=lambda i: -i[1][0]):
            print(f"{work:7.1f} s {seconds:7.0f} s  {suite}/")

    def close(self, seconds):
        by_suite = {}
        for name in self.passed:
            suite = name.split("/")[0]
            by_suite[suite] = by_suite.get(suite, 0) + 1
        report = ", ".join(f"{suite} {n}" for suite, n in by_suite.items())
        print(f"passed: {report or 'none'} ({seconds:.0f} s)")
        line = f"{len(self.passed)} passed, {len(self.failed)} failed"
        if self.skipped:
            line += f", {len(self.skipped)} skipped"
        print(line, flush=True)
        return 1 if self.failed or not self.passed else 0


# --- programs ---------------------------------------------------------------

_thread = threading.local()


def processor_time():
    """Of this thread and of the processes that it has waited for."""
    return time.thread_time() + getattr(_thread, "children", 0.0)


def add_processor_time(seconds):
    _thread.children = getattr(_thread, "children", 0.0) + seconds


class Process(subprocess.Popen):
    """A process whose processor time, with that of its children, counts for
    the thread that waits for it."""

    def _try_wait(self, wait_flags):
        try:
            pid, status, used = os.wait4(self.pid, wait_flags)
        except ChildProcessError:
            return self.pid, 0
        if pid == self.pid:
            add_processor_time(used.ru_utime + used.ru_stime)
        return pid, status


subprocess.Popen = Process  # subprocess.run() takes it too


def run(command, cwd=None, env=None, timeout=120, stdin=None, preexec=None):
    """Runs a program; standard output and error as text."""
    try:
        return subprocess.run(
            command, cwd=cwd, env=env, timeout=timeout, preexec_fn=preexec,
            stdin=stdin or subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, errors="replace")
    except subprocess.TimeoutExpired:
        raise Failure(f"{' '.join(command[:4])}: no end within {timeout} s")
    except OSError as error:
        raise Failure(f"{command[0]}: {error}")


def foucault(*words, program=RELEASE, status=0, **options):
    """Runs the program and expects this exit status."""
    done = run([program, *words], **options)
    if done.returncode != status:
        raise Failure(f"foucault {' '.join(words)}: status {done.returncode}, "
                      f"expected {status}\n{done.stderr or done.stdout}")
    return done


def quick_build(*words, **options):
    """An FMU where nothing depends on who has compiled it: by TinyCC, to the
    same numbers in an eighth of the time (tests/support/compilers.py)."""
    return foucault("build", *words, "--compiler", "fast", **options)


def on_terminal(command, cwd=None, env=None, timeout=60, keys=()):
    """Runs a program whose three streams are a terminal of 100 x 30; the exit
    status and what it wrote. `keys`: pairs (wait for this text, type that)."""
    master, slave = pty.openpty()
    termios.tcsetwinsize(slave, (30, 100))
    process = subprocess.Popen(
        command, cwd=cwd, env=env, stdin=slave, stdout=slave, stderr=slave,
        start_new_session=True, preexec_fn=lambda: take_terminal(slave))
    os.close(slave)
    seen, keys, end = b"", list(keys), time.monotonic() + timeout
    while time.monotonic() < end:
        if not select.select([master], [], [], 0.2)[0]:
            continue
        try:
            part = os.read(master, 65536)
        except OSError:  # the last one has closed it
            break
        seen += part
        if not part:
            break
        if keys and keys[0][0].encode() in seen:
            os.write(master, keys.pop(0)[1])
    else:
        process.kill()
    os.close(master)
    return process.wait(), seen.decode(errors="replace")


def take_terminal(slave):
    """Makes it the one whose keys send signals."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)


def is_running(process):
    try:
        os.kill(int(process), 0)
    except (ValueError, ProcessLookupError):
        return False
    except PermissionError:
        return True
    return int(process) != os.getpid()


def remove_old_work():
    """What runs that have ended left behind."""
    os.makedirs(WORKS, exist_ok=True)
    for name in os.listdir(WORKS):
        path = os.path.join(WORKS, name)
        if is_running(name):
            continue
        if os.path.isdir(path):
            shutil.rmtree(path, ignore_errors=True)
        else:
            os.remove(path)


def keep_temporary_files():
    """What importers and browsers leave in the system's temporary folder goes
    with the run: importers unpack FMUs there and do not all remove them."""
    place = os.path.join(WORK, "t")
    os.makedirs(place)
    os.environ["TMPDIR"] = tempfile.tempdir = place
    atexit.register(shutil.rmtree, place, ignore_errors=True)


@contextlib.contextmanager
def folder():
    """A folder of the test's own, gone afterwards."""
    os.makedirs(WORK, exist_ok=True)
    path = tempfile.mkdtemp(dir=WORK)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def options_of(path):
    """The words of a first line `// options: ...` of a model, for cases that
    need libraries or --model."""
    first = read(path).split("\n", 1)[0]
    mark = "// options:"
    return first[len(mark):].split() if first.startswith(mark) else []


def write(path, text):
    mode = "wb" if isinstance(text, bytes) else "w"
    with open(path, mode) as out:
        out.write(text)
    return path


def read(path):
    with open(path, encoding="utf-8", errors="replace") as text:
        return text.read()


def first_difference(expected, got):
    """The first line where two texts differ, in words."""
    a, b = expected.splitlines(), got.splitlines()
    for i in range(max(len(a), len(b))):
        left = a[i] if i < len(a) else "(end)"
        right = b[i] if i < len(b) else "(end)"
        if left != right:
            return f"line {i + 1}: expected {left!r}, got {right!r}"
    return "they differ in the last line break"


# --- models -----------------------------------------------------------------

def models():
    """Every model of models/, as 'topic/name'."""
    found = []
    for topic in sorted(os.listdir(os.path.join(ROOT, "models"))):
        place = os.path.join(ROOT, "models", topic)
        if os.path.isdir(place):
            found += [f"{topic}/{f[:-3]}" for f in sorted(os.listdir(place))
                      if f.endswith(".mo")]
    return found


def model_file(model):
    return os.path.join(ROOT, "models", model + ".mo")


# The libraries of components that models of models/ use.
LIBRARIES = ["-L", os.path.join(ROOT, "models", "libraries")]


_fmus = {}
_fmus_lock = threading.Lock()


def fmu_of(model):
    """The FMU of a model, built once by the release program."""
    with _fmus_lock:
        lock = _fmus.setdefault(model, threading.Lock())
    with lock:
        path = os.path.join(WORK, "fmu", model + ".fmu")
        if not os.path.exists(path):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            foucault("build", model_file(model), *LIBRARIES, "-o", path,
                     "--quiet")
        return path


def python(script, *words, timeout=300, fresh=False):
    """A script of tests/ in a process of its own, so that a crash inside an
    importer is one failing test. Processes of one worker share what they have
    imported, and with it where libraries are loaded; a fresh one does not."""
    path = os.path.join(TESTS, script)
    if fresh:
        return run([sys.executable, "-B", path, *words], timeout=timeout)
    if not hasattr(_thread, "python"):
        _thread.python = Ready()
    with folder() as place:
        out, err = (os.path.join(place, name) for name in ("out", "err"))
        status, work = _thread.python.script(path, words, out, err, timeout)
        add_processor_time(work)
        if status is None:
            raise Failure(f"{script}: no end within {timeout} s")
        return subprocess.CompletedProcess([path, *words], status, read(out),
                                           read(err))
