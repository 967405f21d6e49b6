"""A Python that has read what many scripts import, and becomes each of them in
a new process: the importers' packages are read once, not hundreds of times.

As a program it takes a line of JSON for each script, waits for its process and
answers by a line. Ready is what imports it and calls script().
"""

import json
import os
import select
import signal
import subprocess
import sys

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PACKAGES = ("fmpy.validation", "fmpy.simulation", "lxml.etree")
CASES = os.path.join(TESTS, "numeric")  # its module `cases` is large


class Ready:
    """One worker's; it ends when its input is closed."""

    def __init__(self):
        self.process = subprocess.Popen(
            [sys.executable, "-B", os.path.abspath(__file__)], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env=dict(os.environ, OPENBLAS_NUM_THREADS="1"))

    def script(self, path, words, out, err, timeout):
        """Runs a script; its status as subprocess has it, or None if it has
        not ended in time, and its processor time in seconds. What it prints is
        in the files `out` and `err`."""
        print(json.dumps([path, words, out, err, timeout]),
              file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        if not answer:
            raise OSError("the Python of the scripts has ended")
        return json.loads(answer)


def read_packages():
    sys.path.insert(0, CASES)
    for name in (*PACKAGES, "cases"):
        __import__(name)
    sys.path.remove(CASES)


def wait_for(process, timeout):
    """The outcome of a process that may have to be stopped."""
    handle = os.pidfd_open(process)
    ended = select.select([handle], [], [], timeout)[0]
    os.close(handle)
    if not ended:
        os.kill(process, signal.SIGKILL)
    _, status, used = os.wait4(process, 0)
    return (os.waitstatus_to_exitcode(status) if ended else None,
            used.ru_utime + used.ru_stime)


def serve():
    """Ends in the process of a script, with what it is to do, or with None
    when no more scripts come."""
    for line in sys.stdin:
        order = json.loads(line)
        process = os.fork()
        if process == 0:
            return order
        print(json.dumps(wait_for(process, order[-1])), flush=True)
    return None


def open_as(descriptor, path, flags):
    opened = os.open(path, flags, 0o666)
    os.dup2(opened, descriptor)
    os.close(opened)


def become(path, words, out, err, _):
    """As if Python had been started with this script."""
    import runpy
    write = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    open_as(0, os.devnull, os.O_RDONLY)
    open_as(1, out, write)
    open_as(2, err, write)
    sys.argv = [path, *words]
    sys.path[0] = os.path.dirname(path)
    runpy.run_path(path, run_name="__main__")


if __name__ == "__main__":
    read_packages()
    todo = serve()
    if todo:
        become(*todo)
