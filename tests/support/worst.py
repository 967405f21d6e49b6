"""The worst that readers may be given: counts, sizes and depths without an end
in small files. Each ends soon, with a message, in an ordinary amount of
memory."""

import os
import resource
import struct

from . import check
from .couple import (HEAD, SPACES, connector, description, parameters, system)
from .suite import RELEASE, folder, foucault, need, run, write

MEMORY = 3 << 29  # bytes of all that is mapped


def bounded():
    """20 s and 1.5 GB; the machine may be busy, so only what is computed
    counts."""
    resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def refused(words, code, *texts, status=1):
    done = run([RELEASE, *words], preexec=bounded)
    need(done.returncode == status, f"{done.returncode}: {done.stderr[:800]}")
    need(code is None or f"error {code}" in done.stderr, done.stderr[:800])
    for text in texts:
        need(text in done.stderr, f"{text}: {done.stderr[:800]}")
    return done


# --- systems ---

def taken(place, text, *words, files=None, says=()):
    """couple refuses the description, and the files beside it."""
    for name, content in (files or {}).items():
        write(os.path.join(place, name), content)
    path = write(os.path.join(place, "system.ssd"), text)
    refused(["couple", path, *words], "E620", *says)


def faces(n):
    return ("<ssd:Connectors>" + "".join(
        connector(f"u{k}", "input") for k in range(n)) + "</ssd:Connectors>")


def systems():
    """Many parts, deep systems, products of few."""
    more = "--limit parts=N permits more"
    with folder() as place:
        few = description(system([], [], faces(30)))
        taken(place, few, "--limit", "parts=20", says=[more])
        taken(place, few, "--limit", "parts=40", says=["no components"])
        taken(place, description(system([], [], faces(50001))), says=[more])
        # as many values of one name, and mappings of it
        same = [("x", "Real", 'value="1"')] * 300
        mapping = ('<ssd:ParameterMapping><ssm:ParameterMapping version="1.0">'
                   + "".join(f'<ssm:MappingEntry source="x" target="y{k}"/>'
                             for k in range(300))
                   + "</ssm:ParameterMapping></ssd:ParameterMapping>")
        taken(place, description(system(
            [], [], parameters(same, mapping=mapping))), says=[more])
        # each system has the next one twice: 2^16
        twice = "".join(
            '<ssd:System name="s%d" id="s%d"><ssd:Elements>%s</ssd:Elements>'
            '</ssd:System>' % (k, k, "".join(
                f'<ssd:Component name="{c}" source="#s{k + 1}"/>'
                for c in ("ab" if k < 16 else ""))) for k in range(17))
        taken(place, description(system([twice], [])), says=[more])
        # one after the other
        chain = "".join(
            f'<ssd:System name="s{k}" id="s{k}"><ssd:Elements><ssd:Component '
            f'name="c" source="#s{k + 1}"/></ssd:Elements></ssd:System>'
            for k in range(60)) + '<ssd:System name="s60" id="s60"/>'
        taken(place, description(system([chain], [])),
              says=["systems inside of systems", "--limit systems=N"])
        taken(place, description(system([chain], [])), "--limit",
              "systems=200", says=["no components"])
        long = '<ssd:System name="' + "n" * 2000 + '"/>'
        taken(place, description(system([long], [])), says=["longer than"])


def files_of_systems():
    """What is read many times, links to nowhere, entities, numbers."""
    values = (f'{HEAD}<ssv:ParameterSet {SPACES} version="1.0" name="p">'
              "<ssv:Parameters/>" + " " * (1 << 19) + "</ssv:ParameterSet>")
    often = ('<ssd:ParameterBindings>'
             + '<ssd:ParameterBinding source="v.ssv"/>' * 3
             + '</ssd:ParameterBindings>')
    with folder() as place:
        text = description(system([], [], often))
        taken(place, text, "--limit", "described=1", files={"v.ssv": values},
              says=["MiB of descriptions", "--limit described=N"])
        taken(place, text, "--limit", "described=2", says=["no components"])
        for unit in "1e300", "-101", "nan":
            taken(place, description(system([], []), "<ssd:Units><ssc:Unit "
                  f'name="u"><ssc:BaseUnit m="{unit}"/></ssc:Unit></ssd:Units>'),
                  says=["m"])
        taken(place, description(
            system([], []), '<ssd:Enumerations><ssc:Enumeration name="e">'
            '<ssc:Item name="a" value="1e300"/></ssc:Enumeration>'
            '</ssd:Enumerations>'), says=["not whole"])
        bomb = '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">' + "".join(
            f'<!ENTITY {chr(98 + k)} "{f"&{chr(97 + k)};" * 10}">'
            for k in range(12)) + "]>"
        taken(place, description(system([], [])).replace(
            HEAD, HEAD + bomb).replace('name="root"', 'name="&m;"'))
        taken(place, "")
        taken(place, "<a>" * 100000)
        os.mkfifo(os.path.join(place, "pipe.ssd"))
        refused(["couple", os.path.join(place, "pipe.ssd")], "E620")


def archives():
    """A system unpacks its FMUs together, each as often as it is there."""
    with folder() as place:
        for name in "a.fmu", "b.fmu":
            check.pack(os.path.join(place, name), check.entries(
                library=b"none", more=[("resources/x", b"\0" * (3 << 19))]))
        text = description(system(
            [f'<ssd:Component name="{c}" source="{c}.fmu"/>' for c in "ab"],
            []))
        path = write(os.path.join(place, "system.ssd"), text)
        refused(["couple", path, "--limit", "together=2"], "E601",
                "--limit together=N permits more", "component b")


# --- tables ---

def plotted(place, name, content, *words, status=1, says=()):
    path = os.path.join(place, name)
    with open(path, "wb") as file:
        file.write(content)
    svg = os.path.join(place, "out.svg")
    return refused(["plot", path, "--vars", "x", "-o", svg, *words],
                   "E609" if status else None, *says, status=status)


def matrix(name, rows, columns, data=b"", kind=5):
    return (struct.pack("<5i", 10 * kind, rows, columns, 0, len(name) + 1)
            + name.encode() + b"\0" + data)


def curves(names, info, points, rows):
    """A MATLAB file: names of four letters, pairs of numbers, bytes."""
    return (matrix("name", 4, len(names)//4, names.encode())
            + matrix("dataInfo", 2, len(names)//4, info)
            + matrix("data_2", rows, len(points) // rows, points))


def tables():
    with folder() as place:
        # quoted names, each of which took room for all the rest
        n = 40000
        names = ['"time"', '"x"'] + [f'"a{k}"' for k in range(n)]
        rows = "".join(",".join([str(t)] + ["1"] * (n + 1)) + "\n"
                       for t in range(2))
        plotted(place, "quoted.csv", (",".join(names) + "\n" + rows).encode(),
                status=0)
        # columns, each of which took room for 256 rows
        n = 1000000
        plotted(place, "wide.csv", b"time,x" + b",a" * n + b"\n0,1" + b",1" * n
                + b"\n", status=0)
        plotted(place, "long.csv", b"time,x\n" + b"0,1\n" * 9, "--limit",
                "cells=10", says=["--limit cells=N"])
        with open(os.path.join(place, "large.csv"), "wb") as file:
            file.truncate(9_000_000_000)  # nothing of it is read
        done = foucault("plot", os.path.join(place, "large.csv"), status=1)
        need("9000 MB" in done.stderr, done.stderr)
        good = curves("timex   ", bytes([2, 1, 2, 2]), bytes([0, 1, 2, 3]), 2)
        head = b"".join(matrix(k, 0, 0) for k in ("Aclass",)) + good
        done = plotted(place, "good.mat", head, status=0)
        need("error" not in done.stderr, done.stderr)
        # one column for many names
        n = 40000
        many = curves("timex   " + "aaaa" * n, bytes([2, 1]) * (n + 2), b"\1" * n, 1)
        plotted(place, "many.mat", many, says=["--limit cells=N"])
        plotted(place, "room.mat", head, "--limit", "cells=3",
                says=["--limit cells=N"])
        # no cells at all, in any number of rows
        huge = (1 << 31) - 1
        for rows, columns in (huge, 0), (0, huge), (0, 0):
            plotted(place, "none.mat", matrix("name", rows, columns)
                    + matrix("dataInfo", rows, columns)
                    + matrix("data_2", rows, columns))
        plotted(place, "wraps.mat", matrix("name", huge, huge) + good)
        for number in float("nan"), float("inf"), 1e300, -1e300, 0.0:
            info = struct.pack("<4d", 2, 1, 2, number)
            bad = (matrix("name", 4, 2, b"timex   ") + matrix("dataInfo", 2, 2, info,
                                                        kind=0)
                   + matrix("data_2", 2, 2, bytes(4)))
            plotted(place, "number.mat", bad)
            info = struct.pack("<4d", 2, 1, number, 9)
            plotted(place, "which.mat", bad.replace(
                struct.pack("<4d", 2, 1, 2, number), info))


INPUT = """model M
  input Real u;
  Real x(start = 0, fixed = true);
equation
  der(x) = u;
end M;
"""


def lines():
    """A line without an end: one field, or as many as it has bytes."""
    too_long = "a field has more than 1048576 bytes"
    with folder() as place:
        model = write(os.path.join(place, "m.mo"), INPUT)
        for text, word, *more in (
                ("time,u\n0,1\n1," + "1" * (3 << 20), "line 3: " + too_long),
                ('time,"' + "u" * (3 << 20), "line 1: " + too_long),
                ('time,"' + 'u"",' * (1 << 20), "line 1: " + too_long),
                ("time,u" + ",u" * 400, "line 1: more than 300 columns",
                 "--limit", "variables=300"),
                ("time,u\n0,1\n" * 9, "more than 3 numbers take", "--limit",
                 "cells=3")):
            path = write(os.path.join(place, "t.csv"), text)
            refused(["simulate", model, "--inputs", path, *more], "E607",
                    word)
            refused(["plot", path, *more], "E609", word)
        # what is wrong with a long field is said in few words
        write(path, "time,u\n0,1\n1," + "x" * 1000000)
        done = refused(["simulate", model, "--inputs", path], "E607",
                       "is not a number")
        need(len(done.stderr) < 2000, f"{len(done.stderr)} bytes")
        # quotes within a field begin none
        write(path, 'time,u\n0,1\n' + '1,2\n' * 400000)
        refused(["simulate", model, "--inputs", path], None, status=0)
        write(path, 'time,5"\n' + '1,2\n' * 400000)
        refused(["plot", path, "--vars", '5"'], None, status=0)


# --- shared libraries ---

def elf(symbols, names, n_sections):
    """As many tables of symbols as sections, all of them the same one."""
    table = b"".join(struct.pack("<IBBHQQ", name, 0x12, 0, 1, 0, 0)
                     for name in symbols)
    at = 64
    section = struct.pack("<IIQQQQIIQQ", 0, 11, 0, 0, at + len(names),
                          len(table), 0, 0, 8, 24)
    first = struct.pack("<IIQQQQIIQQ", 0, 3, 0, 0, at, len(names), 0, 0, 1, 0)
    head = (b"\x7fELF\2\1\1" + b"\0" * 9 + struct.pack(
        "<HHIQQQIHHHHHH", 3, 62, 1, 0, 0, at + len(names) + len(table), 0, 64,
        56, 0, 64, n_sections + 1, 0))
    return head + names + table + first + section * n_sections


def binaries():
    """Tables that are there 60,000 times, names that never end."""
    with folder() as place:
        path = os.path.join(place, "Sample.fmu")
        same = elf([1] * 50000, b"\0fmi2DoStep\0", 60000)
        endless = elf(range(50000), b"a" * (1 << 21) + b"\0", 1)
        for library in same, endless:
            check.pack(path, check.entries(library=library))
            done = run([RELEASE, "check", path, "--no-run"], preexec=bounded)
            need(done.returncode == 1 and "binar" in done.stdout,
                 f"{done.returncode}: {done.stdout}{done.stderr}"[:800])


def collect(runner):
    for test in (systems, files_of_systems, archives, tables, lines, binaries):
        runner.add(f"worst/{test.__name__}", test)
