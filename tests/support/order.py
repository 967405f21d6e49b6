"""Who may call whom: the rooms of the program and of the runtime, in order.

The calls are read from the object files of the release build (`nm`): a file
may call files of its own room and of rooms that stand before it. Files that
call each other in a circle are listed in CIRCLES; a circle that is not listed,
or has grown, is a failure, and so is a listed one that no longer exists.
"""

import glob
import os
import re

from .suite import Failure, RELEASE, ROOT, need, read, run

# Lowest first. A name that ends in "/" is a folder without its sub-folders;
# other names are single files.
GENERATOR = (
    "base/text/", "base/system/", "base/", "base/serve/", "face/", "parse/", "format/",
    "symbolic/", "symbolic/properties/", "function/",
    "flatten/flat/", "flatten/classes/", "flatten/values/",
    "flatten/instances/", "flatten/expressions/", "flatten/functions/",
    "flatten/connections/", "flatten/clocks/", "flatten/calls/",
    "flatten/equations/", "flatten/faces/",
    "flatten/print/", "flatten/",
    "reduce/system/", "reduce/lower/", "reduce/simplify/",
    "reduce/structure/", "reduce/structure/dependent/",
    "reduce/structure/circuit/",
    "reduce/index/angles/", "reduce/index/", "reduce/blocks/", "reduce/initial/", "reduce/",
    "emit/text/", "emit/kernel/", "emit/function/", "emit/blocks/",
    "emit/interface/", "emit/model/", "emit/fast/", "emit/package/", "emit/foreign/", "emit/xml/", "emit/",
    "fmu_file/description/", "fmu_file/structure/", "fmu_file/fmi3/", "fmu_file/", "fmu_file/run/", "check/rules/", "check/run/", "check/", "results/",
    "studies/table/", "studies/", "studies/back/", "studies/point/",
    "couple/", "lint/", "report/",
    "lsp/document/", "lsp/names/", "lsp/", "doc/", "plot/", "web/", "compile", "split/", "cache/",
    "commands/options/", "commands/",
    "commands/studies/", "commands/watch/", "commands/coupling/", "commands/text/", "commands/help/",
    "commands/editor/", "main",
)
RUNTIME = (
    "core/", "carry/", "vectors/", "functions/", "evaluate/", "blocks/", "states/", "events/",
    "sparse/", "integrate/", "integrators/", "fmi/", "fmi3/",
)

# Calls to a later room that remain. Two ways up are tables of functions, which
# nm does not see: CallRules (flatten/instances/instances.h), by which
# expressions reach calls of functions, and BuildRules
# (flatten/values/procedure_build.h), by which they reach the procedure that is
# being made.
UPWARD = set()

# Files that call each other. A new circle, or a file more in one of these, is
# a failure; what is listed and no longer true is one, too.
CIRCLES = (
    "flatten/classes/lookup flatten/classes/lookup_bases "
    "flatten/classes/lookup_end flatten/classes/lookup_import "
    "flatten/classes/lookup_through",
    # The recursion of the language: expressions name components, whose values,
    # sizes and conditions are expressions.
    "flatten/expressions/bound_value flatten/expressions/evaluate "
    "flatten/expressions/expressions flatten/expressions/implicit_range "
    "flatten/expressions/instance_expand flatten/expressions/instance_value "
    "flatten/expressions/named_field flatten/expressions/reduction "
    "flatten/expressions/reference flatten/expressions/replicas "
    "flatten/expressions/resizable",
    "flatten/equations/equations flatten/equations/if_equations "
    "flatten/equations/when_equations",
    "flatten/functions/function_annotations "
    "flatten/functions/function_build flatten/functions/partial_derivative",
    "flatten/functions/function_loops flatten/functions/function_statements",
    "flatten/print/algorithm_print flatten/print/statement_print",
    # Annotations hold expressions, and what has expressions has annotations.
    "lsp/names/lsp_walk lsp/names/lsp_walk_annotation",
    # What is computed in parts is written like all other expressions, and so
    # are arguments of calls.
    "emit/text/c_expression emit/text/c_expression_call "
    "emit/text/c_expression_parts",
    # A run of rows is written as one row.
    "emit/blocks/tangent_row emit/blocks/tangent_run",
    "parse/parse parse/parse_class parse/parse_element "
    "parse/parse_equation parse/parse_expression "
    "parse/parse_modification",
    "symbolic/invert symbolic/solve_for",
)

# A static function as the files define it: at the beginning of a line, the
# body after its arguments.
STATIC = re.compile(r"^static [^;={}()]*?(\w+)\([^;{}]*\)\n\{", re.MULTILINE)

# A folder shows no more .c and .h files than this.
MOST_FILES = 40


def objects(folder):
    """{file without ending: path of its object}"""
    found = {}
    for place, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".c.o"):
                path = os.path.join(place, name)
                found[os.path.relpath(path, folder)[:-4]] = path
    return found


def call_graph(build, source):
    """{file: {called file: [symbols]}} of the files that still exist."""
    places = {name: path for name, path in objects(build).items()
              if os.path.exists(os.path.join(source, name + ".c"))}
    if not places:
        raise Failure(f"no object files in {build}")
    owner, needs = {}, {name: set() for name in places}
    done = run(["nm", "--format=posix", "-A", *places.values()])
    if done.returncode != 0:
        raise Failure(done.stderr)
    name_of = {path: name for name, path in places.items()}
    for line in done.stdout.splitlines():
        path, rest = line.split(": ", 1)
        name = name_of[path]
        symbol, kind = rest.split()[:2]
        if kind == "U":
            needs[name].add(symbol)
        elif kind in "TDRBC":
            owner[symbol] = name
    graph = {}
    for name, symbols in needs.items():
        graph[name] = {}
        for symbol in sorted(symbols):
            other = owner.get(symbol, name)
            if other != name:
                graph[name].setdefault(other, []).append(symbol)
    return graph


def room_of(name, rooms):
    """The number of the room of a file; the longest name wins."""
    folder = os.path.dirname(name) + "/"
    for number, room in enumerate(rooms):
        if room in (name, folder):
            return number
    raise Failure(f"{name}.c lies in no room of tests/support/order.py")


def upward_calls(graph, rooms):
    for name in sorted(graph):
        for other, symbols in sorted(graph[name].items()):
            if room_of(other, rooms) > room_of(name, rooms):
                yield name, other, symbols


def circles(graph):
    """Strong components of more than one file (Tarjan, without recursion)."""
    number, low, on_stack, stack, found = {}, {}, set(), [], []
    for root in sorted(graph):
        if root in number:
            continue
        work = [(root, iter(sorted(graph[root])))]
        number[root] = low[root] = len(number)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, others = work[-1]
            for other in others:
                if other not in number:
                    number[other] = low[other] = len(number)
                    stack.append(other)
                    on_stack.add(other)
                    work.append((other, iter(sorted(graph[other]))))
                    break
                if other in on_stack:
                    low[node] = min(low[node], number[other])
            else:
                work.pop()
                if work:
                    above = work[-1][0]
                    low[above] = min(low[above], low[node])
                if low[node] == number[node]:
                    part = []
                    while True:
                        last = stack.pop()
                        on_stack.discard(last)
                        part.append(last)
                        if last == node:
                            break
                    if len(part) > 1:
                        found.append(frozenset(part))
    return found


def names_of(parts):
    return " ".join(sorted(parts))


def check_order(name, build, source, rooms):
    graph = call_graph(os.path.join(os.path.dirname(RELEASE), "CMakeFiles",
                                    build), os.path.join(ROOT, source))
    listed = {pair for pair in UPWARD if pair[0] in graph}
    found = {}
    for caller, called, symbols in upward_calls(graph, rooms):
        found[caller, called] = symbols
    wrong = [f"{caller}.c calls upward: {called}.c ({', '.join(symbols)})"
             for (caller, called), symbols in found.items()
             if (caller, called) not in listed]
    wrong += [f"UPWARD lists what is gone: {caller} -> {called}"
              for caller, called in listed if (caller, called) not in found]
    known = {frozenset(text.split()) for text in CIRCLES
             if text.split()[0] in graph}
    real = set(circles(graph))
    wrong += [f"a circle that is not listed: {names_of(part)}"
              for part in real - known]
    wrong += [f"CIRCLES lists what is gone: {names_of(part)}"
              for part in known - real]
    if wrong:
        raise Failure(f"{name}: " + "\n".join(wrong))


TOP = {".ci", ".clang-format", ".gitignore", "CMakeLists.txt",
       "CMakePresets.json", "LICENSE", "README.md", "SECURITY.md", "cmake", "dev", "docs",
       "editors", "fmu_runtime", "generator", "models", "python", "templates",
       "tests"}


def check_top():
    """Nothing has been left at the top: results of a run, notes."""
    done = run(["git", "-C", ROOT, "ls-files"])
    if done.returncode != 0:
        return  # the sources came without their history
    found = {path.split("/")[0] for path in done.stdout.splitlines()}
    need(found <= TOP, f"not for the top level: {sorted(found - TOP)}")


def check_sizes():
    """No folder is too large to be looked over."""
    for top in ("generator", "fmu_runtime"):
        for place, _, names in os.walk(os.path.join(ROOT, top)):
            n = sum(name.endswith((".c", ".h")) for name in names)
            if n > MOST_FILES:
                raise Failure(f"{os.path.relpath(place, ROOT)} has {n} files: "
                              f"more than {MOST_FILES}")


def static_names(texts):
    """{name of a static function: files that define it} of {file: text}"""
    found = {}
    for name, text in sorted(texts.items()):
        for match in STATIC.finditer(text):
            found.setdefault(match.group(1), set()).add(name)
    return found


def check_static_names():
    """A debugger and a profiler show a function by its name alone: no two
    files define a static function of the same name."""
    texts = {}
    for top in ("generator", "fmu_runtime"):
        for place, _, names in os.walk(os.path.join(ROOT, top)):
            for name in names:
                if name.endswith(".c"):
                    path = os.path.join(place, name)
                    with open(path, encoding="utf-8") as file:
                        texts[os.path.relpath(path, ROOT)] = file.read()
    found = static_names(texts)
    if len(found) < 1000:
        raise Failure(f"only {len(found)} static functions were found")
    wrong = [f"{name}() is static in {', '.join(sorted(files))}: begin the "
             "name with that of the file"
             for name, files in sorted(found.items()) if len(files) > 1]
    if wrong:
        raise Failure("\n".join(wrong))


def is_described(folder):
    """Does a header of the folder say what the room is for?"""
    for path in glob.glob(os.path.join(folder, "*.h")):
        comment = read(path).split("*/")[0]
        if re.search(r"\b[Tt]h(e|is) rooms?\b", comment):
            return True
    return False


def check_descriptions():
    """Each room has a main header: what it owns, what it may call, where to
    begin reading."""
    for top, rooms in (("generator", GENERATOR), ("fmu_runtime", RUNTIME)):
        for room in rooms:
            if not room.endswith("/"):
                continue
            if not is_described(os.path.join(ROOT, top, room)):
                raise Failure(f"no header of {top}/{room} says what the room "
                              "is for")


def check_finds():
    """The search itself: a chain with a way back, and a call upward."""
    graph = {"a/x": {"b/y": ["f"]}, "b/y": {"a/z": ["g"]}, "a/z": {},
             "b/w": {"b/v": ["h"]}, "b/v": {"b/w": ["k"], "a/x": ["m"]}}
    up = list(upward_calls(graph, ("a/", "b/")))
    if up != [("a/x", "b/y", ["f"])]:
        raise Failure(f"upward: {up}")
    if circles(graph) != [frozenset({"b/v", "b/w"})]:
        raise Failure(f"circles: {circles(graph)}")
    twice = static_names({
        "a.c": "static int f(int x);\nstatic int f(int x)\n{\n}\n",
        "b.c": "static const char *\nf(int x,\n  int y)\n{\n}\n"
               "static int t[] = {g(1)};\n"})
    if twice != {"f": {"a.c", "b.c"}}:
        raise Failure(f"static names: {twice}")


def collect(runner):
    runner.add("order/finds", check_finds)
    runner.add("order/top", check_top)
    runner.add("order/sizes", check_sizes)
    runner.add("order/static_names", check_static_names)
    runner.add("order/descriptions", check_descriptions)
    runner.add("order/generator", lambda: check_order(
        "generator", "foucault_generator.dir/generator", "generator",
        GENERATOR))
    runner.add("order/runtime", lambda: check_order(
        "runtime", "foucault_fmu.dir/fmu_runtime", "fmu_runtime", RUNTIME))
