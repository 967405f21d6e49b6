"""How long foucault lsp takes to answer, and what it needs: ./dev bench editor

    ./dev bench editor FOLDER [FILE...]

FOLDER holds a library, as the Modelica Standard Library; without files some of
its largest ones are taken. Of each: the time until its outline is answered
after it is opened, the mean over edits of the time until hover is answered and
until faults of the syntax are shown, each in processor time of the server and
its processes and, after the slash, as it was waited for; and the most memory of
the server itself.
"""

import os
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from support.editor_client import Editor  # noqa: E402

EDITS = 20
TICK = os.sysconf("SC_CLK_TCK")


def processor_time(process):
    """Seconds of the process and of those that it has waited for."""
    with open(f"/proc/{process}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return sum(int(field) for field in fields[11:15]) / TICK


def memory(process):
    """MB at most so far."""
    with open(f"/proc/{process}/status", encoding="ascii") as status:
        for line in status:
            if line.startswith("VmHWM"):
                return int(line.split()[1]) / 1000
    return float("nan")


def timed(e, n, work):
    """Milliseconds for one of n times: of the processor, as waited for."""
    before, begin = processor_time(e.process.pid), time.monotonic()
    for k in range(n):
        work(k)
    waited = time.monotonic() - begin
    used = processor_time(e.process.pid) - before
    return 1000 * used / n, 1000 * waited / n


def last_name(symbols):
    while symbols[-1].get("children"):
        symbols = symbols[-1]["children"]
    return symbols[-1]["selectionRange"]["start"]


def measure(folder, path):
    """{what: (processor, waited) or a number}"""
    e = Editor("-L", folder)
    try:
        e.start(lint=False)
        outline = []
        uri = None

        def opened(_):
            nonlocal uri
            uri = e.open(path)
            outline.extend(e.ask("textDocument/documentSymbol",
                                 textDocument={"uri": uri}))

        def hover(_):
            e.change(uri, ((0, 0), (0, 0), " "))
            e.at("textDocument/hover", uri, place["line"], place["character"])

        def faults(_):
            e.change(uri, ((0, 0), (0, 0), "?"))
            e.diagnostics(uri)
            e.change(uri, ((0, 0), (0, 1), ""))

        found = {"opened": timed(e, 1, opened)}
        place = last_name(outline)
        found["hover"] = timed(e, EDITS, hover)
        found["faults"] = timed(e, EDITS, faults)
        found["memory"] = memory(e.process.pid)
        return found
    finally:
        e.end()


def largest(folder, n=6):
    found = sorted(pathlib.Path(folder).rglob("*.mo"),
                   key=lambda path: -path.stat().st_size)
    return [str(path) for path in found[:n]]


def main(folder, *files):
    print(f"{'file':48} {'kB':>5} {'opened, ms':>12} {'hover, ms':>12} "
          f"{'faults, ms':>12} {'MB':>5}")
    for path in files or largest(folder):
        found = measure(folder, path)
        times = " ".join(f"{found[what][0]:5.0f}/{found[what][1]:6.0f}"
                         for what in ("opened", "hover", "faults"))
        print(f"{os.path.relpath(path, folder):48} "
              f"{os.path.getsize(path) / 1000:5.0f} {times} "
              f"{found['memory']:5.0f}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
