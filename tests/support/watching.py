"""foucault watch: runs at every save, by files, in a terminal, on a page."""

import json
import os
import re
import select
import shutil
import signal
import subprocess
import time

from .browser import chromium
from .suite import (RELEASE, ROOT, Failure, folder, foucault, need,
                    on_terminal, read, write)

TEXT = """model M
  parameter Real k = 2;
  Real x(start = 1, fixed = true);
equation
  der(x) = -k*x;
end M;
"""
BROKEN = TEXT.replace("-k*x", "-q*x")
LONG = """model M
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = y;
  der(y) = -1e8*x;
  annotation(experiment(StopTime = 1e4));
end M;
"""


class Watch:
    """A watch whose standard output is read line by line."""

    def __init__(self, place, *words, env=None):
        self.seen = b""
        self.errors = open(os.path.join(place, "errors"), "w+",
                           encoding="utf-8")
        self.process = subprocess.Popen(
            [RELEASE, "watch", *words], cwd=place, stdout=subprocess.PIPE,
            stderr=self.errors, env={**os.environ, **(env or {})})

    def line(self, seconds=30):
        end = time.monotonic() + seconds
        pipe = self.process.stdout.fileno()
        while b"\n" not in self.seen:
            left = end - time.monotonic()
            need(left > 0 and select.select([pipe], [], [], left)[0],
                 f"no line in {seconds} s; {self.seen!r}")
            part = os.read(pipe, 65536)
            need(part, f"it has ended: {self.messages()}")
            self.seen += part
        line, self.seen = self.seen.split(b"\n", 1)
        return line.decode()

    def run(self, **more):
        return json.loads(self.line(**more))

    def silent(self, seconds):
        if select.select([self.process.stdout.fileno()], [], [], seconds)[0]:
            raise Failure(f"a run for nothing: {self.line()}")

    def messages(self):
        self.errors.seek(0)
        return self.errors.read()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.errors.close()

    def leave(self):
        self.process.send_signal(signal.SIGINT)
        need(self.process.wait(timeout=20) == 130, "its status")


def save(path, text):
    """At once, so that no run sees half of it."""
    os.replace(write(path + ".new", text), path)


def at_end(run):
    """0: it has failed, as with half a file."""
    return run["result"]["final"].get("x", 0)


def near(value, wanted):
    return abs(value - wanted) < 1e-4


def saves():
    """Saves in place, by renaming, in bursts; a touch; a file that goes."""
    with folder() as place:
        path = write(os.path.join(place, "m.mo"), TEXT)
        with Watch(place, "m.mo", "--json") as watch:
            run = watch.run()
            need(run["run"] == 1 and run["changed"] == [] and
                 run["status"] == 0 and run["fmu"] is None and
                 near(at_end(run), 0.135335), run)
            write(path, TEXT.replace("= 2", "= 1"))
            run = watch.run()
            need(run["changed"] == ["m.mo"] and near(at_end(run), 0.367879),
                 run)
            # as editors do it: the old file moved away, a moment without one
            os.rename(path, path + "~")
            time.sleep(0.05)
            write(os.path.join(place, "4913"), TEXT.replace("= 2", "= 3"))
            os.rename(os.path.join(place, "4913"), path)
            while not near(at_end(run), 0.049787):
                run = watch.run()
            need(run["run"] <= 5, run)
            # a burst is one run; files beside it are none
            for k in range(36):
                write(path, TEXT.replace("= 2", f"= {k/8 + 1}"))
                write(os.path.join(place, "other.mo"), "x" * k)
            runs = 1
            while not near(at_end(watch.run()), 0.004631):
                runs += 1  # of a machine with other work
            need(runs <= 12, f"{runs} runs of a burst")
            write(os.path.join(place, "other.mo"), "y")
            os.utime(place)
            watch.silent(0.7)
            os.remove(path)
            run = watch.run()
            need(run["status"] == 1 and "m.mo" in watch.messages(), run)
            write(path, TEXT)
            need(watch.run()["status"] == 0, "it is there again")
            watch.leave()


def libraries():
    """Files of a library, one that comes, its folder that goes."""
    with folder() as place:
        lib = os.path.join(place, "libs", "Lib")
        os.makedirs(lib)
        write(os.path.join(lib, "package.mo"), "within;\npackage Lib\nend Lib;")
        write(os.path.join(lib, "A.mo"),
              "within Lib;\nmodel A\n  Real x = 1;\nend A;\n")
        write(os.path.join(place, "m.mo"),
              "model M\n  extends Lib.A;\nend M;\n")
        with Watch(place, "m.mo", "-L", "libs", "--json") as watch:
            need(at_end(watch.run()) == 1, "1")
            write(os.path.join(lib, "A.mo"),
                  "within Lib;\nmodel A\n  extends B;\nend A;\n")
            run = watch.run()
            need(run["status"] == 1 and
                 any(p.endswith("A.mo") for p in run["changed"]), run)
            write(os.path.join(lib, "B.mo"),
                  "within Lib;\nmodel B\n  Real x = 2;\nend B;\n")
            run = watch.run()
            need(run["status"] == 0 and at_end(run) == 2, run)
            moved = os.path.join(place, "moved")
            os.rename(os.path.join(place, "libs"), moved)
            need(watch.run()["status"] == 1, "the folder is gone")
            os.rename(moved, os.path.join(place, "libs"))
            need(watch.run()["status"] == 0, "the folder is back")
            watch.leave()


def inside_run():
    """A save ends a run that takes long; Ctrl-C, too."""
    with folder() as place:
        path = write(os.path.join(place, "m.mo"), LONG)
        with Watch(place, "m.mo", "--json", "-o", "m.csv") as watch:
            watch.silent(0.6)
            save(path, TEXT)
            run = watch.run()
            need(run["run"] == 2 and near(at_end(run), 0.135335), run)
            save(path, LONG)
            watch.silent(0.6)
            watch.leave()
            need(len(read(os.path.join(place, "m.csv")).splitlines()) > 1,
                 "what was computed is kept")


def fmus():
    """An FMU is there whole or not at all, and stays while an error does."""
    with folder() as place:
        path = write(os.path.join(place, "m.mo"), TEXT)
        fmu = os.path.join(place, "m.fmu")
        with Watch(place, "m.mo", "--json", "--fmu", "m.fmu", "--compiler",
                   "fast", "--stop", "2") as watch:
            need(watch.run()["fmu"] == "m.fmu", "it is named")
            before = os.stat(fmu)
            save(path, BROKEN)
            run = watch.run()
            need(run["status"] == 1 and run["fmu"] is None and
                 os.stat(fmu).st_ino == before.st_ino, run)
            save(path, TEXT.replace("= 2", "= 1"))
            need(watch.run()["fmu"] == "m.fmu", "a new one")
            need(os.stat(fmu).st_ino != before.st_ino, "in its place")
            watch.leave()
        done = foucault("simulate", fmu, "--json")
        need(near(json.loads(done.stdout)["final"]["x"], 0.135335), done.stdout)
        need(sorted(os.listdir(place)) == ["errors", "m.fmu", "m.mo"],
             str(os.listdir(place)))


def pages():
    """The page and the script beside it."""
    with folder() as place:
        path = write(os.path.join(place, "m.mo"), BROKEN)
        page = os.path.join(place, "my page.html")
        beside = page + ".watch.js"

        def said():
            run, text = re.fullmatch(r'foucaultWatch\((\d+), (".*")\);\n',
                                     read(beside)).groups()
            return int(run), json.loads(text)

        with Watch(place, "m.mo", "--plot", "x", "--plot-file",
                   "my page.html", "--json", "--color", "always") as watch:
            watch.run()
            run, error = said()
            need(run == 0 and "E202" in error and "\033" not in error, error)
            need("no picture of m.mo yet" in read(page) and
                 "drawn = 0" in read(page), read(page))
            need("\033[1;31m" in watch.messages(), "colours")
            save(path, TEXT)
            watch.run()
            need(said() == (2, ""), str(said()))
            text = read(page)
            need("drawn = 2" in text and "const charts" in text and
                 '"my%20page.html.watch.js"' in text, text[-900:])
            save(path, BROKEN)
            watch.run()
            need(said()[0] == 2 and "E202" in said()[1], str(said()))
            need(read(page) == text, "the picture stays")
            document, complaints = chromium(
                page.replace(" ", "%20"), place)
            box = re.search(r'<pre id="watch-error" style=[^>]*>([^<]*)',
                            document)
            need(box and "error E202" in box[1] and not complaints,
                 f"{document[-900:]} {complaints}")
            watch.leave()
        need(not os.path.exists(beside), "the script stays")


def terminal():
    """In a terminal the picture has it for itself; Ctrl-C ends it."""
    with folder() as place:
        write(os.path.join(place, "m.mo"), TEXT)
        status, text = on_terminal(
            [RELEASE, "watch", "m.mo", "--plot", "x"], cwd=place,
            keys=[("looking at", b"\x03")])
        need(status == 130, f"status {status}: {text}")
        need(text.startswith("\033[H\033[2Jm.mo: run 1\r\n") and
             "+++" in text and "run 1 done in" in text, text)


def lines():
    """Not a terminal: lines, no control characters."""
    with folder() as place:
        path = write(os.path.join(place, "m.mo"), TEXT)
        with Watch(place, "m.mo") as watch:
            need(watch.line() == "m.mo: run 1", "the first line")
            while not watch.line().startswith("run 1 done in "):
                pass
            save(path, BROKEN)
            need(watch.line() == "m.mo: run 2, m.mo was saved", "the second")
            line = watch.line()
            need(line.startswith("run 2 failed in ") and "\033" not in line,
                 line)
            need("E202" in watch.messages(), watch.messages())
            watch.leave()


def wrong():
    with folder() as place:
        write(os.path.join(place, "m.mo"), TEXT)
        path = os.path.join(place, "m.mo")
        for words, said in (
                (["--plot", "x", "--json"], "--plot-file"),
                (["-o", "-"], "one run"),
                (["--plot-file", "x.svg"], "--plot-file needs --plot"),
                (["--plot", "x", "--plot-file", "x.gif"], "must end in"),
                (["--fmu"], "needs a value")):
            done = foucault("watch", path, *words, status=2)
            need(said in done.stderr, done.stderr)
        done = foucault("watch", "--model", "A", status=2)
        need("needs a file" in done.stderr, done.stderr)


def spent(process):
    """Processor time in seconds, that of its children among it."""
    fields = read(f"/proc/{process}/stat").rsplit(")", 1)[1].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def quick():
    """What a save costs beside a run of simulate, in processor time."""
    with folder() as place:
        path = os.path.join(place, "m.mo")
        shutil.copy(os.path.join(ROOT, "models", "multibody", "pendulum.mo"),
                    path)
        text = read(path)
        with Watch(place, "m.mo", "--plot", "x,y", "--plot-file", "m.svg",
                   "--json") as watch:
            watch.run()
            before = spent(watch.process.pid)
            for k in range(4):
                save(path, text + "\n" * k)
                need(watch.run()["status"] == 0, "a run")
            each = (spent(watch.process.pid) - before) / 4
            watch.leave()
        need(each < 0.25, f"{each} s of processor time")


def collect(runner):
    for test in (saves, libraries, inside_run, fmus, pages, terminal, lines,
                 wrong, quick):
        runner.add(f"watching/{test.__name__}", test)
