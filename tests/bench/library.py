#!/usr/bin/env python3
"""Every example of a library: ./dev msl DIR [WORD ...] [options]

DIR is a folder that holds libraries (Modelica, Complex.mo, ModelicaTest, ...)
or one library. Tried are the models with a StopTime whose full names contain
one of the words. Each one is translated, simulated and, with a reference,
compared; what was found is kept, so that a sweep that was stopped goes on
where it was. Stages of a model:

  translate  the FMU is built
  simulate   it reaches the end of its experiment
  agree      its curves stay in a tube around those of the reference, where
             these are of the same time and name variables of the results
  check      `foucault check` has no error to report (--check)
  fmpy       FMPy runs the FMU (--fmpy)

Options:
  -L DIR             where the libraries lie that these need; may be repeated
  --every N          only each Nth model of those
  --reference DIR    curves: DIR/A/B/C/C.csv of the model A.B.C, with the names
                     to compare in comparisonSignals.txt beside it
  --out DIR          where results are kept (build/sweeps)
  --again            try models anew that failed; --all: all of them
  --jobs N           at the same time (number of cores)
  --time-limit S     of each stage, CPU seconds (120)
  --memory-limit MB  of each stage (4000)
  --compiler NAME    as of foucault build; fast: TinyCC
  --check, --fmpy    the last two stages
  --json             the table and all results as JSON
  --table FILE       write the table as Markdown, too

Exit status 1 if a model fails in a stage that was asked for.
"""

import argparse
import bisect
import collections
import concurrent.futures
import csv
import json
import os
import re
import resource
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
STAGES = ("translate", "simulate", "agree", "check", "fmpy")
TUBE = 2e-3  # of the span in time, of the range in value
END = 1e-2   # of the stop time of a reference
MORE_WALL = 4  # wall time for each second of CPU time: other jobs run beside

# --- which models ------------------------------------------------------------

TOKEN = re.compile(
    r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/'
    r"|\bend\s+(?P<end>[A-Za-z_]\w*|'(?:\\.|[^'\\])*')\s*;"
    r"|(?P<partial>\bpartial\s+)?\b(?:encapsulated\s+)?"
    r"(?P<kind>model|block|package|function|class|record|connector|type|"
    r"operator(?:\s+(?:record|function))?)"
    r"\s+(?!record\s|function\s)(?:extends\s+)?"
    r"(?P<name>[A-Za-z_]\w*)(?=\s)(?!\s*=)"
    r"|\bStopTime\s*=", re.DOTALL)


def models_of(text, within):
    """Full names of the models of a file that state a StopTime."""
    stack, found = [], []
    for at in TOKEN.finditer(text):
        if at["end"]:
            if stack and stack[-1][0] == at["end"]:
                stack.pop()
        elif at["kind"]:
            stack.append((at["name"], at["kind"], bool(at["partial"])))
        elif at[0].startswith("StopTime") and stack:
            name, kind, is_partial = stack[-1]
            if kind in ("model", "block", "class") and not is_partial:
                found.append(".".join([*within, *(s[0] for s in stack)]))
    return found


def libraries_in(folder):
    """The folder itself if it is a library, else those in it."""
    if os.path.exists(os.path.join(folder, "package.mo")):
        return os.path.dirname(os.path.abspath(folder)), [folder]
    return folder, sorted(
        os.path.join(folder, name) for name in os.listdir(folder)
        if name.endswith(".mo")
        or os.path.exists(os.path.join(folder, name, "package.mo")))


def read_text(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def files_of(library):
    """The files of its classes: a folder without package.mo is none."""
    found = []
    for place, folders, inside in os.walk(library):
        if "package.mo" not in inside:
            folders.clear()
            continue
        found += [os.path.join(place, name) for name in inside
                  if name.endswith(".mo")]
    return sorted(found)


def find_models(folder):
    """Names, and files that cannot be read, which are named once."""
    root, libraries = libraries_in(folder)
    names, broken = [], []
    for library in libraries:
        files = [library] if library.endswith(".mo") else files_of(library)
        for path in files:
            parts = os.path.relpath(path, root)[:-3].split(os.sep)
            within = parts[:-2] if parts[-1] == "package" else parts[:-1]
            try:
                names += models_of(read_text(path), within)
            except OSError as error:
                broken.append(f"{path}: {error.strerror}")
    return root, list(dict.fromkeys(names)), broken


def versions(folder):
    _, libraries = libraries_in(folder)
    found = {}
    for library in libraries:
        path = library if library.endswith(".mo") else os.path.join(
            library, "package.mo")
        version = re.search(r'\bversion\s*=\s*"([^"]*)"', read_text(path))
        name = os.path.basename(library).removesuffix(".mo").split(" ")[0]
        found[name] = version[1] if version else "without a version"
    return found


# --- one model ---------------------------------------------------------------

def first_error(text):
    """The first line that says what is wrong, without its place."""
    for line in text.splitlines():
        if " error E" in line or line.startswith("error E"):
            return line[line.index("error E") + len("error "):]
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[0] if lines else "ended without a word"


class Sweep:
    def __init__(self, options, root):
        self.options, self.root = options, root

    def limits(self):
        most = int(self.options.memory_limit*1e6)
        seconds = int(self.options.time_limit)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))

    def run(self, *words, cwd=None):
        """None, or why it failed. cwd: for what the model writes."""
        try:
            done = subprocess.run(
                words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, text=True, errors="replace",
                preexec_fn=self.limits, cwd=cwd,
                timeout=MORE_WALL*self.options.time_limit)
        except subprocess.TimeoutExpired:
            return None, f"no end within {self.options.time_limit:g} s"
        if done.returncode == 0:
            return done.stdout, None
        if done.returncode < 0:
            return None, (f"no end within {self.options.time_limit:g} s"
                          if done.returncode in (-24, -9)
                          else f"ended by signal {-done.returncode}")
        return None, first_error(done.stderr + "\n" + done.stdout)

    def try_model(self, name):
        """Which stages are passed, and why the next one is not."""
        result = {"model": name, "passed": [], "cause": None}
        with tempfile.TemporaryDirectory() as place:
            fmu = os.path.join(place, "model.fmu")
            table = os.path.join(place, "model.csv")
            for stage in self.stages(name):
                cause = getattr(self, stage)(name, fmu, table, result)
                if "apart" in result and stage == "agree":
                    continue
                if cause:
                    result["failed"], result["cause"] = stage, cause
                    break
                result["passed"].append(stage)
        return result

    def stages(self, name):
        yield "translate"
        yield "simulate"
        if reference_of(self.options.reference, name):
            yield "agree"
        if self.options.check:
            yield "check"
        if self.options.fmpy:
            yield "fmpy"

    def translate(self, name, fmu, _table, _result):
        places = [word for place in (self.root, *self.options.libraries)
                  for word in ("-L", place)]
        return self.run(self.options.program, "build", "--model", name,
                        *places, *self.options.compiler, "-o", fmu, "-q")[1]

    def simulate(self, name, fmu, table, result):
        words = []  # thousands of columns are written only if compared
        if reference_of(self.options.reference, name):
            words = ["--output", table]
        signals = signals_of(self.options.reference, name)
        chosen = ["--variables", ",".join(signals)] if signals else []
        command = (self.options.program, "simulate", fmu, "--json", *words)
        place = os.path.dirname(fmu)
        text, cause = self.run(*command, *chosen, cwd=place)
        if cause and chosen:  # a signal may be missing: compare what is there
            text, cause = self.run(*command, cwd=place)
        if cause:
            return cause
        result["steps"] = json.loads(text)["steps"]
        return None

    def agree(self, name, _fmu, table, result):
        try:
            result["off"] = worst_signal(
                reference_of(self.options.reference, name), table,
                signals_of(self.options.reference, name))
        except (OSError, ValueError, LookupError, StopIteration) as error:
            result["apart"] = str(error)
            return None
        signal, off = result["off"]
        return (None if off <= 1 else
                f"'{signal}' leaves the tube of the reference")

    def check(self, _name, fmu, _table, _result):
        return self.run(self.options.program, "check", fmu,
                        cwd=os.path.dirname(fmu))[1]

    def fmpy(self, _name, fmu, _table, _result):
        return self.run(self.options.python, "-c",
                        "import sys, fmpy; fmpy.simulate_fmu(sys.argv[1])",
                        fmu, cwd=os.path.dirname(fmu))[1]


# --- references ----------------------------------------------------------------

def reference_of(folder, name):
    if not folder:
        return None
    parts = name.split(".")
    path = os.path.join(folder, *parts, parts[-1] + ".csv")
    return path if os.path.exists(path) else None


def signals_of(folder, name):
    path = reference_of(folder, name)
    path = path and os.path.join(os.path.dirname(path),
                                 "comparisonSignals.txt")
    if not path or not os.path.exists(path):
        return []
    return [line.strip() for line in read_text(path).splitlines()
            if line.strip() and line.strip() != "time"]


def titles_of(path):
    with open(path, newline="", encoding="utf-8", errors="replace") as file:
        titles = [t.strip().strip('"') for t in next(csv.reader(file))]
    return ["time" if title == "Time" else title for title in titles]


def read_table(path, names):
    """The columns of these names."""
    titles = titles_of(path)
    places = [(titles.index(name), []) for name in names]
    with open(path, newline="", encoding="utf-8", errors="replace") as file:
        rows = csv.reader(file)
        next(rows)
        for row in rows:
            for k, column in places:
                column.append(float(row[k]))
    return {name: column for name, (_, column) in zip(names, places)}


def value_at(times, values, time):
    k = bisect.bisect_right(times, time)
    if k == 0 or k == len(times):
        return values[max(k - 1, 0)]
    begin, end = times[k - 1], times[k]
    share = (time - begin)/(end - begin) if end > begin else 1
    return values[k - 1] + share*(values[k] - values[k - 1])


def off_tube(times, wanted, own_times, own):
    """How far the curve is from the reference, in widths of the tube: it may
    be early or late by a part of the span, as events are."""
    size = max(max(wanted) - min(wanted), 1e-3*max(map(abs, wanted)), 1e-12)
    shift, worst = TUBE*(times[-1] - times[0]), 0.0
    for time, value in zip(own_times, own):
        first = bisect.bisect_left(times, time - shift)
        last = bisect.bisect_right(times, time + shift)
        near = [*wanted[first:last], value_at(times, wanted, time),
                value_at(times, wanted, time - shift),
                value_at(times, wanted, time + shift)]
        beyond = max(min(near) - value, value - max(near), 0)
        worst = max(worst, beyond/(TUBE*size))
    return worst


def worst_signal(reference, table, signals):
    """(name, widths of the tube)"""
    known = {*titles_of(reference)} & {*titles_of(table)}
    names = [name for name in signals or sorted(known)
             if name != "time" and name in known]
    if not names:
        raise LookupError("no signal of the reference is in the results")
    wanted, own = (read_table(path, ["time", *names])
                   for path in (reference, table))
    (begin, end), own_span = ((curves["time"][0], curves["time"][-1])
                              for curves in (wanted, own))
    if max(abs(begin - own_span[0]), abs(end - own_span[1])) > END*abs(end):
        raise ValueError("the reference is of another time")
    return list(max(
        ((name, off_tube(wanted["time"], wanted[name], own["time"], own[name]))
         for name in names), key=lambda pair: pair[1]))


# --- tables ----------------------------------------------------------------------

def package_of(name):
    return ".".join(name.split(".")[:2])


def cause_of(text):
    """Causes that differ in names and numbers only are one."""
    return re.sub(r"[-+]?\b\d[\d.e+-]*", "N", re.sub(r"'[^']*'", "'...'", text))


def summary(results, options):
    stages = [stage for stage in STAGES
              if any(stage in r["passed"] or r.get("failed") == stage
                     for r in results)]
    if "agree" in stages:
        stages.insert(stages.index("agree"), "compared")
    packages = collections.defaultdict(lambda: collections.Counter())
    causes = collections.defaultdict(list)
    for result in results:
        for key in (package_of(result["model"]), "all"):
            packages[key]["tried"] += 1
            packages[key].update(result["passed"])
            packages[key]["compared"] += "off" in result
        if result["cause"]:
            causes[result["failed"], cause_of(result["cause"])].append(
                result["model"])
        if "apart" in result:
            causes["compared", cause_of(result["apart"])].append(
                result["model"])
    return {"versions": versions(options.folder), "stages": stages,
            "packages": {name: dict(+packages[name])
                         for name in sorted(packages, key=lambda n: (
                             n == "all", n))},
            "causes": [{"stage": stage, "cause": cause, "models": models}
                       for (stage, cause), models in sorted(
                           causes.items(), key=lambda item: -len(item[1]))]}


def markdown(table):
    names = ", ".join(f"{name} {version}"
                      for name, version in table["versions"].items())
    lines = [f"Libraries: {names}.", "",
             "| package | tried | " + " | ".join(table["stages"]) + " |",
             "|---" * (len(table["stages"]) + 2) + "|"]
    for name, counts in table["packages"].items():
        lines.append(f"| {name} | {counts['tried']} | " + " | ".join(
            str(counts.get(stage, 0)) for stage in table["stages"]) + " |")
    if table["causes"]:
        lines += ["", "| models | stage | cause | first one |",
                  "|---|---|---|---|"]
    for cause in table["causes"]:
        text = cause["cause"].replace("|", "\\|")
        lines.append(f"| {len(cause['models'])} | {cause['stage']} | {text} | "
                     f"{cause['models'][0]} |")
    return "\n".join(lines) + "\n"


# --- the sweep ------------------------------------------------------------------

def kept(path, options):
    """A result of an earlier sweep that still counts."""
    if options.all or not os.path.exists(path):
        return None
    try:
        result = json.loads(read_text(path))
    except ValueError:
        return None
    wanted = {*(["check"] if options.check else []),
              *(["fmpy"] if options.fmpy else []),
              *(["agree"] if reference_of(options.reference, result["model"])
                and "apart" not in result else [])}
    is_whole = result["cause"] or wanted <= set(result["passed"])
    return result if is_whole and not (options.again and result["cause"]) \
        else None


def sweep(names, options, root, say):
    os.makedirs(options.out, exist_ok=True)
    runner, results, todo = Sweep(options, root), [], []
    for name in names:
        path = os.path.join(options.out, name + ".json")
        result = kept(path, options)
        if result:
            results.append(result)
        else:
            todo.append((name, path))
    say(f"{len(names)} models, {len(results)} known from before")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        runs = {pool.submit(runner.try_model, name): path
                for name, path in todo}
        for n, run in enumerate(concurrent.futures.as_completed(runs), 1):
            result = run.result()
            with open(runs[run] + ".new", "w", encoding="utf-8") as file:
                json.dump(result, file)
            os.replace(runs[run] + ".new", runs[run])
            results.append(result)
            outcome = (f"{result['failed']}: {result['cause']}"
                       if result["cause"] else "good")
            say(f"{n}/{len(todo)} {result['model']}: {outcome}")
    return sorted(results, key=lambda r: names.index(r["model"]))


def arguments(words):
    parser = argparse.ArgumentParser(
        prog="./dev msl", description=__doc__, usage=argparse.SUPPRESS,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("words", nargs="*")
    parser.add_argument("-L", dest="libraries", action="append", default=[])
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--reference")
    parser.add_argument("--out",
                        default=os.path.join(ROOT, "build", "sweeps"))
    for flag in ("again", "all", "check", "fmpy", "json"):
        parser.add_argument("--" + flag, action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--time-limit", type=float, default=120)
    parser.add_argument("--memory-limit", type=float, default=4000)
    parser.add_argument("--compiler", type=lambda word: ("--compiler", word),
                        default=())
    parser.add_argument("--table")
    parser.add_argument("--program", type=os.path.abspath, default=os.path.join(
        ROOT, "build", "release", "foucault"))
    parser.add_argument("--python", type=os.path.abspath, default=os.path.join(
        ROOT, "build", "venv", "bin", "python"))
    return parser.parse_intermixed_args(words)


def main(words):
    options = arguments(words)
    if not os.path.isdir(options.folder):
        print(f"./dev msl: '{options.folder}' is not a folder",
              file=sys.stderr)
        return 2

    def say(text):
        print(text, file=sys.stderr, flush=True)

    root, names, broken = find_models(options.folder)
    for text in broken:
        say(f"cannot be read: {text}")
    names = [name for name in names
             if not options.words or any(w in name for w in options.words)][
                 ::max(options.every, 1)]
    if not names:
        say("./dev msl: there are no such models with a StopTime")
        return 2
    results = sweep(names, options, root, say)
    table = summary(results, options)
    if options.table:
        with open(options.table, "w", encoding="utf-8") as file:
            file.write(markdown(table))
    if options.json:
        json.dump({**table, "models": results}, sys.stdout, indent=2)
        print()
    else:
        print(markdown(table), end="")
    return 1 if broken or any(r["cause"] for r in results) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
