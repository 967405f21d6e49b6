#!/usr/bin/env python3
"""Does the suite see small faults of our own code?

  ./dev mutants [COUNT] [WORD ...] [--seed N] [--json] [--limit SECONDS]
                [--most TESTS] [--until SUITE] [--again]

COUNT (60) mutants of generator/reduce, generator/symbolic and fmu_runtime, or
of the files and functions that hold a WORD, in equal parts: each is one small
fault (mutate_c.py). The same seed (1) chooses the same ones, a larger COUNT
more of them. For each one the tests that reach the mutated function run, the
cheap ones first, until one fails:

  killed      a test failed, or took much longer than without the fault
  survived    none did, within --limit seconds (600) of tests per mutant,
              --most tests of a suite and up to the suite --until, if given
  equivalent  -O2 makes the same code of it, or equivalent_mutants.txt says why
              nothing can be seen of it; not counted
  broken      it does not compile; not counted

Everything is made in build/mutants: a copy of the sources with all mutants of
the run in one program (an environment variable chooses one), and results.jsonl,
from which an interrupted run goes on. Killed ones stay killed; survivors are
tried again when tests have changed, all of them with --again. Exit status 1 if
fewer than 95 % are killed.
"""

import argparse
import functools
import glob
import hashlib
import importlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
import mutate_c  # noqa: E402
from mutant_trials import Tests, become_reaper, read  # noqa: E402

PLACE = os.path.join(ROOT, "build", "mutants")
TREE = os.path.join(PLACE, "tree")
DEV = os.path.join(TREE, "build", "dev")
FOLDERS = ("generator/reduce", "generator/symbolic", "fmu_runtime")
LEFT_OUT = ("fmu_runtime/prelinked/", "fmu_runtime/solvers/")
GOAL = 0.95

# The suites of tests/support that tell about these folders, from cheap and
# sharp to dear: a mutant that one of them kills does not see the next.
SUITES = ("unit", "golden", "errors", "reduction", "initial", "loops",
          "hybrid", "impulses", "branches", "nonlinear", "triggers", "slides",
          "crossings", "textbook", "builtins", "faults", "endings", "idioms",
          "methods", "numeric", "integrators", "accuracy", "scale", "pivots",
          "interface", "random_models", "metamorphic", "settings", "codes",
          "rules", "importers", "check", "cli")
UNITS = ("reduce", "symbolic", "runtime", "emit", "function", "report",
         "check", "commands")  # folders of the unit tests that are built


class Stopped(Exception):
    """Something that ends the command, with its reason."""


def say(text):
    print(text, file=sys.stderr, flush=True)


# --- which mutants --------------------------------------------------------------

class Mutant:
    def __init__(self, number, file, text, mutation):
        self.number, self.file, self.mutation = number, file, mutation
        self.function, self.operator = mutation.function, mutation.operator
        self.line = mutate_c.line_of(text, mutation)
        self.before, self.after = mutate_c.shown(text, mutation)
        self.text = text
        self.related = unit_tests_beside(file)

    def key(self):
        """What a result belongs to: the file, and what is done to it."""
        m = self.mutation
        words = (self.file, self.text, m.begin, m.end, m.replacement)
        return hashlib.sha256(repr(words).encode()).hexdigest()[:20]

    def folder(self):
        return next(f for f in FOLDERS if self.file.startswith(f))

    def shown(self):
        return (f"{self.file}:{self.line} {self.function}(): "
                f"{self.before}  =>  {self.after}")


@functools.lru_cache(None)
def unit_tests_beside(file):
    """The names of the unit tests of a file's folder."""
    folder = os.path.dirname(file)
    place = ("runtime" + folder.removeprefix("fmu_runtime")
             if folder.startswith("fmu_runtime") else
             folder.removeprefix("generator/"))
    return {"unit/" + os.path.basename(path)[len("test_"):-len(".c")]
            for path in glob.glob(os.path.join(ROOT, "tests", "unit", place,
                                               "test_*.c"))}


def sites(root, words):
    """Every mutation of every folder: lists of (file, text, mutation)."""
    found = {folder: [] for folder in FOLDERS}
    for folder in FOLDERS:
        for path in sorted(glob.glob(os.path.join(root, folder, "**", "*.c"),
                                     recursive=True)):
            file = os.path.relpath(path, root)
            if file.startswith(LEFT_OUT):
                continue
            text = read(path)
            found[folder] += [
                (file, text, m) for m in mutate_c.mutations(text)
                if not words or any(w in f"{file}:{m.function}"
                                    for w in words)]
    return [part for part in found.values() if part]


def in_order(found, seed):
    """All of them in the order of the seed, the folders in turn; a function
    has its second mutant when all others have had their first. A mutant keeps
    its place among the others of its folder as long as its line stays."""
    rows = []
    for k, part in enumerate(found):
        rounds, places = {}, {}
        for file, text, m in part:
            name = (file, m.function, m.operator, *mutate_c.shown(text, m))
            places[name] = places.get(name, 0) + 1
            words = repr((seed, name, places[name])).encode()
            rounds.setdefault((file, m.function), []).append(
                (hashlib.sha256(words).digest(), (file, text, m)))
        keyed = [(turn, *row) for group in rounds.values()
                 for turn, row in enumerate(sorted(group,
                                                   key=lambda row: row[0]))]
        rows += [(at, k, site) for at, (_, _, site) in
                 enumerate(sorted(keyed, key=lambda row: row[:2]))]
    rows.sort(key=lambda row: row[:2])
    return [Mutant(number, *site)
            for number, (_, _, site) in enumerate(rows, 1)]


# --- those that are no other program --------------------------------------------

def known_equivalent(path=os.path.join(HERE, "equivalent_mutants.txt")):
    """(file, function, before, after) -> why nothing can be seen of it. A row
    has four lines: file and function, the line before, after, the reason."""
    rows = {}
    blocks = [block for block in read(path).split("\n\n")
              if not block.startswith("#") and block.strip()]
    for block in blocks:
        where, before, after, *why = block.strip().split("\n")
        file, function = where.split(" ")
        rows[file, function, before.removeprefix("- "),
             after.removeprefix("+ ")] = " ".join(why)
    return rows


class Compiler:
    """The code that -O2 makes of a file, by the build's own command."""

    def __init__(self, build):
        self.words = {}
        commands = json.loads(read(os.path.join(build,
                                                "compile_commands.json")))
        for entry in commands:
            words = shlex.split(entry["command"])
            if os.path.basename(words[0]) == "ccache":
                words = words[1:]
            # The first command is that of the library, not of the unit tests.
            self.words.setdefault(os.path.abspath(entry["file"]),
                                  (entry["directory"], self.plain(words)))
        self.codes = {}

    @staticmethod
    def plain(words):
        """Without output, sanitizers and debugging."""
        kept, skip = [], False
        for word in words:
            if skip:
                skip = False
            elif word in ("-o", "-c", "-MF", "-MT", "-MQ"):
                skip = True
            elif not word.startswith(("-fsanitize", "-fno-sanitize", "-g",
                                      "-O", "-W", "-MD", "-w")):
                kept.append(word)
        return kept

    def code(self, path, text):
        """The assembler text; None: it does not compile."""
        folder, words = self.words[path]
        done = subprocess.run(
            [*words, "-O2", "-g0", "-w", "-S", "-x", "c", "-o", "-",
             "-I", os.path.dirname(path), "-"],
            input=f'# 1 "{path}"\n{text}', cwd=folder, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        return done.stdout if done.returncode == 0 else None

    def judge(self, path, text, mutation):
        """"broken", "equivalent" or None: it is a mutant that counts."""
        if path not in self.codes:
            self.codes[path] = self.code(path, text)
        code = self.code(path, mutate_c.mutated(text, mutation))
        if code is None:
            return "broken"
        return "equivalent" if code == self.codes[path] else None


# --- the copy of the sources ----------------------------------------------------

def copy_sources(changed, kept=()):
    """The checkout in TREE, with other texts for some files, and without those
    to keep. A file is written only where it differs, so that ninja builds no
    more than it has to."""
    wanted = set()
    for top in sorted(os.listdir(ROOT)):
        if top in ("build", ".git"):
            continue
        whole = os.path.join(ROOT, top)
        paths = ([whole] if os.path.isfile(whole) else
                 [os.path.join(place, name)
                  for place, _, names in os.walk(whole) for name in names
                  if "__pycache__" not in place])
        wanted.update(os.path.relpath(path, ROOT) for path in paths)
    wanted.update(changed)
    for file in sorted(wanted.difference(kept)):
        source = os.path.join(ROOT, file)
        if not os.path.isfile(source):
            continue
        if file in changed:
            data = changed[file].encode()
        else:
            with open(source, "rb") as stream:
                data = stream.read()
        put(os.path.join(TREE, file), data, os.stat(source).st_mode)
    for place, names, files in os.walk(TREE):
        if place == TREE:
            names[:] = [name for name in names if name != "build"]
        for name in files:
            path = os.path.join(place, name)
            if os.path.relpath(path, TREE) not in wanted:
                os.remove(path)


def put(path, data, mode):
    if os.path.isfile(path):
        with open(path, "rb") as stream:
            if stream.read() == data:
                return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as stream:
        stream.write(data)
    os.chmod(path, mode & 0o777)


def link_what_was_fetched():
    """What ./dev has set up in build/, and one build under both names: the
    tests of the release program run against the one with the checks."""
    os.makedirs(DEV, exist_ok=True)
    names = ("arm64", "libraries", "schemas", "solvers", "tinycc", "venv")
    links = [(os.path.join(ROOT, "build", name), name) for name in names]
    for target, name in [*links, ("dev", "release")]:
        link = os.path.join(TREE, "build", name)
        if not os.path.lexists(link) and (name == "release"
                                          or os.path.exists(target)):
            os.symlink(target, link)


def call(words, log):
    """A step of the build; its output is kept."""
    with open(log, "a", encoding="utf-8") as out:
        done = subprocess.run(words, cwd=TREE, stdout=out, stderr=out,
                              check=False)
    if done.returncode != 0:
        raise Stopped(f"{' '.join(words[:3])} failed: see {log}")


def configure(log):
    """The commands that compile the present files. What the last run has
    mutated stays for the time being, so that ninja finds it as it was."""
    files = {os.path.relpath(path, ROOT) for folder in FOLDERS for path in
             glob.glob(os.path.join(ROOT, folder, "**", "*.c"),
                       recursive=True)}
    copy_sources({}, {file for file in [*files, "CMakeLists.txt"]
                      if os.path.exists(os.path.join(TREE, file))})
    link_what_was_fetched()
    commands = os.path.join(DEV, "compile_commands.json")
    known = read(commands) if os.path.exists(commands) else ""
    if not all(os.path.join(TREE, file) in known for file in files
               if not file.startswith(LEFT_OUT)):
        call(["cmake", "--preset", "dev"], log)


def quiet_files(files):
    """Mutated texts give warnings, which are errors in this build."""
    names = " ".join(f"${{CMAKE_SOURCE_DIR}}/{file}" for file in files)
    return (read(os.path.join(ROOT, "CMakeLists.txt")) +
            f"set_source_files_properties({names}\n"
            "  DIRECTORY . tests/unit PROPERTIES COMPILE_OPTIONS -w)\n")


def build(mutants, log):
    """One program with all of them."""
    texts = {}
    for mutant in mutants:
        texts.setdefault(mutant.file, []).append(mutant)
    changed = {file: mutate_c.with_mutants(
                   group[0].text, [(m.number, m.mutation) for m in group])
               for file, group in texts.items()}
    changed["CMakeLists.txt"] = quiet_files(sorted(texts))
    copy_sources(changed)
    units = [os.path.basename(path)[:-2] for folder in UNITS for path in
             glob.glob(os.path.join(TREE, "tests", "unit", folder, "**",
                                    "test_*.c"), recursive=True)]
    call(["ninja", "-C", DEV, "foucault", "data", *sorted(units)], log)
    return hashlib.sha256(repr(sorted(changed.items())).encode()).hexdigest()


# --- the tests --------------------------------------------------------------------

def suites_of_tree():
    """The tests of the copy, collected as tests/run does."""
    os.environ.pop("FOUCAULT_BUILD", None)
    sys.path.insert(0, os.path.join(TREE, "tests"))
    suite = importlib.import_module("support.suite")
    by_suite = {}
    for name in SUITES:
        runner = suite.Runner([], False, 1)
        importlib.import_module("support." + name).collect(runner)
        by_suite[name] = [(test, function)
                          for test, function, _ in runner.tests]
    os.environ["TMPDIR"] = os.path.join(suite.WORK, "t")
    suite.tempfile.tempdir = os.environ["TMPDIR"]
    return suite.WORK, by_suite


# --- results --------------------------------------------------------------------

class Results:
    """Lines of JSON in a file; the last one of a key counts."""

    def __init__(self, path):
        self.path, self.rows = path, {}
        if os.path.exists(path):
            for line in read(path).split("\n"):
                try:
                    row = json.loads(line)
                    self.rows[row["key"]] = row
                except (ValueError, KeyError, TypeError):
                    continue  # the end of an interrupted run

    def add(self, key, **row):
        self.rows[key] = {"key": key, **row}
        with open(self.path, "a", encoding="utf-8") as out:
            out.write(json.dumps(self.rows[key]) + "\n")


@functools.lru_cache(None)
def digest(*paths):
    """Of files and of all files in folders."""
    whole = hashlib.sha256()
    for path in paths:
        files = [path] if os.path.isfile(path) else sorted(
            os.path.join(place, name) for place, _, names in os.walk(path)
            for name in names if "__pycache__" not in place)
        for file in files:
            with open(file, "rb") as stream:
                whole.update(file.encode() + stream.read())
    return whole.hexdigest()[:20]


def digest_of(test, suite):
    """What a test is made of: when it changes, it is looked at again."""
    tests = os.path.join(TREE, "tests")
    if suite == "unit":
        stem = test.removeprefix("unit/")
        return digest(*glob.glob(os.path.join(tests, "unit", "**",
                                              f"test_{stem}.c"),
                                 recursive=True))
    return digest(os.path.join(tests, "support", suite + ".py"),
                  os.path.join(tests, suite))


def choose(ordered, count, compiler, results):
    """The first COUNT of them that count, and the others before them."""
    known = known_equivalent()
    chosen, rest = [], []
    for mutant in ordered:
        if len(chosen) == count:
            break
        status = results.rows.get(mutant.key(), {}).get("status")
        reason = known.get((mutant.file, mutant.function, mutant.before,
                            mutant.after))
        if reason:
            status = "equivalent"
        elif not status:
            status = compiler.judge(os.path.join(TREE, mutant.file),
                                    mutant.text, mutant.mutation) or "open"
            results.add(mutant.key(), status=status)
        if status in ("equivalent", "broken"):
            rest.append((mutant, status, reason))
        else:
            chosen.append(mutant)
    return chosen, rest


def is_decided(mutant, results, tests, again):
    row = results.rows.get(mutant.key(), {})
    return not again and (row.get("status") == "killed" or
                          row.get("status") == "survived"
                          and row.get("tests") == tests)


def run_all(mutants, tests, results, options, of_tests):
    """Suite by suite, until each mutant is killed or all suites have run."""
    left = {mutant: options.limit for mutant in mutants}
    for suite in SUITES:
        if not left:
            break
        say(f"{suite}/: which of {len(left)} mutants it reaches")
        tests.look(suite)
        for mutant in list(left):
            name, rest = tests.kill(suite, mutant, left[mutant],
                                    options.most)
            if name:
                results.add(mutant.key(), status="killed", by=name,
                            why=rest[:300])
                say(f"killed by {name}: {mutant.shown()}")
                del left[mutant]
                continue
            left[mutant] = rest
            if rest <= 0:
                survive(mutant, tests, results, of_tests)
                del left[mutant]
        if suite == options.until:
            break
    for mutant in left:
        survive(mutant, tests, results, of_tests)


def survive(mutant, tests, results, of_tests):
    n_reached = sum(mutant.number in row["reached"]
                    for row in tests.rows.values())
    results.add(mutant.key(), status="survived", tests=of_tests,
                n_tests=n_reached)
    say(f"SURVIVED {n_reached} tests: {mutant.shown()}")


def report(mutants, rest, results, as_json):
    """The table, and the exit status."""
    rows = [{**results.rows[m.key()], "folder": m.folder(), "file": m.file,
             "line": m.line, "function": m.function, "operator": m.operator,
             "before": m.before, "after": m.after} for m in mutants]
    if as_json:
        others = [{"status": status, "reason": reason, "file": m.file,
                   "line": m.line, "function": m.function,
                   "operator": m.operator, "before": m.before,
                   "after": m.after} for m, status, reason in rest]
        print(json.dumps(rows + others, indent=1))
    n_killed = sum(row["status"] == "killed" for row in rows)
    for group in ("folder", "operator"):
        for name in sorted({row[group] for row in rows}):
            part = [row for row in rows if row[group] == name]
            n = sum(row["status"] == "killed" for row in part)
            say(f"{name:20} {n:4} of {len(part):4} killed")
    for mutant, row in zip(mutants, rows):
        if row["status"] == "survived":
            say(f"survived: {mutant.shown()}")
    n_same = sum(status == "equivalent" for _, status, _ in rest)
    say(f"{n_killed} of {len(rows)} killed "
        f"({100.0 * n_killed / max(1, len(rows)):.1f} %); {n_same} equivalent, "
        f"{len(rest) - n_same} broken")
    return 0 if n_killed >= GOAL * len(rows) else 1


def try_all(chosen, undecided, results, options, of_tests):
    built = build(chosen, os.path.join(PLACE, "build.log"))
    become_reaper()
    place, by_suite = suites_of_tree()
    suite_of = {test: suite for suite, tests in by_suite.items()
                for test, _ in tests}
    reach = Results(os.path.join(PLACE, "reach.jsonl"))

    def key(test):
        return f"{built} {digest_of(test, suite_of[test])} {test}"

    tests = Tests(place, by_suite,
                  lambda row: reach.add(key(row["test"]), **row))
    if any(row.startswith(built) for row in reach.rows):
        tests.rows = {test: reach.rows[key(test)] for test in suite_of
                      if key(test) in reach.rows}
    try:
        run_all(undecided, tests, results, options, of_tests)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(
        prog="./dev mutants", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", metavar="COUNT or WORD")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=600)
    parser.add_argument("--most", type=int)
    parser.add_argument("--until", choices=SUITES)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--again", action="store_true")
    options = parser.parse_args()
    numbers = [int(word) for word in options.words if word.isdigit()]
    words = [word for word in options.words if not word.isdigit()]
    count = numbers[0] if numbers else 60
    os.makedirs(PLACE, exist_ok=True)
    log = os.path.join(PLACE, "build.log")
    results = Results(os.path.join(PLACE, "results.jsonl"))
    open(log, "w", encoding="utf-8").close()
    say("the copy of the sources is brought up to date")
    configure(log)
    ordered = in_order(sites(ROOT, words), options.seed)
    say(f"{count} of {len(ordered)} mutants are chosen")
    chosen, rest = choose(ordered, count, Compiler(DEV), results)
    of_tests = digest(os.path.join(ROOT, "tests")) + \
        f"{options.until} {options.most}"
    undecided = [m for m in chosen
                 if not is_decided(m, results, of_tests, options.again)]
    if undecided:
        say(f"a program with {len(chosen)} mutants is built")
        try_all(chosen, undecided, results, options, of_tests)
    return report(chosen, rest, results, options.json)


def stop(*_):
    raise KeyboardInterrupt


if __name__ == "__main__":
    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)
    try:
        sys.exit(main())
    except Stopped as reason:
        sys.exit(f"./dev mutants: {reason}")
    except KeyboardInterrupt:
        sys.exit("./dev mutants: stopped; the next run goes on from here")
