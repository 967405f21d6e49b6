"""What the program gives to shells and to man: completion, manual pages."""

import glob
import json
import os
import re
import subprocess

from .codes import names
from .suite import (BUILD, Failure, RELEASE, folder, foucault, need,
                    on_terminal, read, run, write)

PAGES = os.path.join(BUILD, "release", "pages")
COMMANDS = ["build", "simulate", "watch", "couple", "sweep", "linearize", "steady",
            "sensitivities", "plot", "page",
            "flatten", "explain", "compare", "check", "library", "info",
            "format", "lint", "doc", "lsp", "cache"]


def options_of(command):
    report = foucault(command, "--help").stdout
    return re.findall(r"^  (?:-\w, |    )--([\w-]+)", report, flags=re.M)


def versions():
    report = foucault("--version").stdout
    for name in ("foucault", "  SUNDIALS", "  SuiteSparse", "  libxml2", "  libzip"):
        need(re.search(rf"^{name} \d+\.\d+\.\d+", report, flags=re.M),
             f"no version of {name}: {report}")
    done = run(["pkg-config", "--modversion", "libzip"])
    need(f"libzip {done.stdout.strip()}" in report, report)


def bash(line, place, file=f"{PAGES}/foucault.bash"):
    """What bash offers for the last word of the line."""
    words = re.findall(r"=|[^\s=]+", line) + ([""] if line[-1] == " " else [])
    script = (f"source {file}\n"
              f"COMP_WORDS=({' '.join(repr(w) for w in words)})\n"
              f"COMP_CWORD={len(words) - 1}\n_foucault\n"
              'printf "%s\\n" "${COMPREPLY[@]}"\n')
    done = run(["bash", "-c", script], cwd=place)
    need(done.returncode == 0 and not done.stderr, done.stderr)
    return sorted(done.stdout.split())


def fish(line, place):
    env = dict(os.environ, HOME=place, XDG_CONFIG_HOME=place)
    done = run(["fish", "--no-config", "-c",
                f"source {PAGES}/foucault.fish; complete -C '{line}'"],
               cwd=place, env=env)
    need(done.returncode == 0 and not done.stderr, done.stderr)
    return sorted(offer.split("\t")[0] for offer in done.stdout.splitlines())


def zsh(line, place):
    """Completion in a terminal of its own: what is on the screen after two
    tabs."""
    write(os.path.join(place, "_foucault"), read(f"{PAGES}/foucault.zsh"))
    script = f"""
zmodload zsh/zpty
zpty t zsh -f -i
zpty -w t "PROMPT=; fpath=($PWD \\$fpath); autoload -U compinit; compinit -u -D"
zpty -w t "zstyle ':completion:*' list-separator '|'; echo ready"
zpty -r t seen '*ready*ready*'
zpty -w -n t $'{line}\\t\\t'
sleep 1.5
zpty -w -n t $'\\C-c'
while zpty -r -t t part; do print -rn -- $part; done
"""
    env = dict(os.environ, TERM="dumb", COLUMNS="200", LINES="60")
    done = run(["zsh", "-f", "-c", script], cwd=place, env=env, timeout=60)
    return done.stdout


def completes(ask):
    def test():
        with folder() as place:
            write(os.path.join(place, "some.mo"), "")
            write(os.path.join(place, "some.fmu"), "")
            os.mkdir(os.path.join(place, "sub"))
            for line, wanted in (
                    ("foucault b", {"build"}),
                    ("foucault simulate --plot-", {"--plot-file"}),
                    ("foucault build --type ", {"cs", "me", "both", "se"}),
                    ("foucault build --no-warn alias-n", {"alias-nominal"}),
                    ("foucault build --warn-error al",
                     {"all"} | {n for n in names().values() if n[:2] == "al"}),
                    ("foucault help W30", {c for c in names() if c[:3] == "W30"}),
                    ("foucault help state-a", {"state-always"}),
                    ("foucault completion ", {"bash", "zsh", "fish"})):
                got = ask(line, place)
                need(set(got) == wanted, f"{line}: {got}")
            got = " ".join(ask("foucault build so", place))
            need("some.mo" in got, f"files: {got}")
            for command in COMMANDS:
                got = {word.lstrip("-")
                       for word in ask(f"foucault {command} --", place)}
                need(set(options_of(command)) <= got,
                     f"{command}: {set(options_of(command)) - got}")
    return test


def bash_values():
    with folder() as place:
        write(os.path.join(place, "a b.mo"), "")
        need(bash("foucault build --type=b", place) == ["both"], "--type=b")
        need(bash("foucault build --expose ", place) ==
             ["all", "interface"], "--expose")
        need(bash("foucault build a", place) == ["a", "b.mo"], "a space")
        need(bash("foucault build --stop ", place) == [], "a number")


def zsh_screen():
    with folder() as place:
        write(os.path.join(place, "some.mo"), "")
        report = zsh("foucault ex", place)
        need("foucault explain" in report,
             f"explain is not completed: {report!r}")
        report = zsh("foucault build --type=", place)
        need(all(word in report for word in ("cs", "me", "both")),
             repr(report))
        report = zsh("foucault build --no-warn=alias-nom", place)
        need("alias-nominal" in report, repr(report))
        report = zsh("foucault help state-alw", place)
        need("state-always" in report, repr(report))


def manual_pages():
    pages = sorted(glob.glob(os.path.join(PAGES, "man1", "*.1")))
    names = [os.path.basename(page)[:-2] for page in pages]
    need(sorted(names) == sorted(["foucault"] + [f"foucault-{c}" for c in COMMANDS]),
         str(names))
    for page, name in zip(pages, names):
        done = subprocess.run(
            ["man", "--warnings", "-l", page], text=True, capture_output=True,
            env=dict(os.environ, MANWIDTH="78", LC_ALL="C.UTF-8", PAGER="cat"))
        if done.returncode or done.stderr.strip():
            raise Failure(f"{name}: {done.stderr[:500]}")
        if name == "foucault":
            continue
        for option in options_of(name.split("-")[1]):
            need(f"--{option}" in done.stdout, f"{name}: no --{option}")


def complete_installed(prefix, place):
    """bash looks the script up by the name of the program; zsh and fish by
    their folders of scripts."""
    share = os.path.join(prefix, "share")
    script = os.path.join(share, "bash-completion", "completions", "foucault")
    got = bash("foucault simulate --plot-", place, script)
    need(got == ["--plot-file"], f"bash: {got}")
    done = run(["zsh", "-f", "-c",
                f"fpath=({share}/zsh/site-functions $fpath); autoload -U "
                "compinit; compinit -u -D; print $_comps[foucault]; "
                "autoload +X _foucault && whence -f _foucault"], cwd=place)
    need(done.stdout.startswith("_foucault\n") and "--plot-file" in done.stdout,
         f"zsh: {done.stdout[:300]}{done.stderr}")
    env = dict(os.environ, HOME=place, XDG_CONFIG_HOME=place,
               XDG_DATA_DIRS=share,
               PATH=os.path.join(prefix, "bin") + ":" + os.environ["PATH"])
    done = run(["fish", "-c", "complete -C 'foucault simulate --plot-'"],
               cwd=place, env=env)
    need(done.stdout.startswith("--plot-file"), f"fish: {done.stdout}")


def installed():
    """After cmake --install: every file in its place, found from there by man
    and by the shells, and what the program there prints."""
    with folder() as place:
        prefix = os.path.join(place, "prefix")
        done = run(["cmake", "--install", os.path.join(BUILD, "release"),
                    "--prefix", prefix], timeout=300)
        need(done.returncode == 0, done.stderr)
        program = os.path.join(prefix, "bin", "foucault")
        for shell, file in (
                ("bash", "bash-completion/completions/foucault"),
                ("zsh", "zsh/site-functions/_foucault"),
                ("fish", "fish/vendor_completions.d/foucault.fish")):
            text = read(os.path.join(prefix, "share", file))
            need(text == run([program, "completion", shell]).stdout, file)
        pages = os.path.join(prefix, "share", "man")
        for command in [""] + COMMANDS:
            name = f"foucault-{command}".rstrip("-")
            text = read(os.path.join(pages, "man1", name + ".1"))
            words = [program, "manual"] + [command] * bool(command)
            need(text == run(words).stdout, f"{name}.1")
            done = run(["man", name], env=dict(os.environ, MANPATH=pages,
                                               MANPAGER="cat"))
            need(done.returncode == 0 and name in done.stdout, done.stderr)
        complete_installed(prefix, place)


def wrong_words():
    for words, report in ((["completion"], "usage: foucault completion"),
                        (["completion", "tcsh"], "bash|zsh|fish"),
                        (["manual", "biuld"], "did you mean 'build'?"),
                        (["help", "a", "b"], "usage: foucault help"),
                        (["complation", "bash"], "did you mean 'completion'?")):
        done = foucault(*words, status=2)
        need(report in done.stderr and not done.stdout, done.stderr)
    need(foucault("help").stdout == foucault("--help").stdout, "help")
    need(foucault("help", "build").stdout == foucault("build", "--help").stdout,
         "help build")
    need("usage: foucault manual" in foucault("help", "manual").stdout,
         "help manual")


def colours():
    """Only where they are seen, and not where they are unwanted."""
    red = "\x1b[1;31merror E202:\x1b[0m"
    with folder() as place:
        model = write(os.path.join(place, "bad.mo"),
                      "model Bad\n  Real x = y;\nend Bad;\n")
        words = [RELEASE, "flatten", model]
        env = dict(os.environ, TERM="xterm")
        env.pop("NO_COLOR", None)
        status, report = on_terminal(words, env=env)
        need(status == 1 and red in report, report)
        need("(foucault help E202 explains it" in report, report)
        for change in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
            _, report = on_terminal(words, env=dict(env, **change))
            need("\x1b" not in report and "error E202:" in report, report)
        report = foucault(*words[1:], status=1).stderr
        need("\x1b" not in report and "explains" not in report, report)
        report = foucault(*words[1:], "--color", "always", status=1).stderr
        need(red in report, report)


def warnings():
    """Each by its code or name: left out, or as an error that stops the build."""
    with folder() as place:
        model = write(os.path.join(place, "m.mo"), "model M\n  Real x;\n"
                      "equation\n  der(x) = -x;\nend M;\n")
        out = os.path.join(place, "m.fmu")
        words = ["build", model, "-o", out]
        need("warning W401" in foucault(*words).stderr, "no warning")
        os.remove(out)
        for value in ("w401", "start-taken"):
            need(foucault(*words, "--no-warn", value).stderr == "", value)
            os.remove(out)
        for value in ("W401", "start-taken", "all"):
            done = foucault(*words, "--warn-error", value, status=1)
            need("error W401" in done.stderr, done.stderr)
            need(not os.path.exists(out), "the FMU is there")
            foucault(*words, "--warn-error", value, "--no-warn", "W401")
            os.remove(out)
            done = foucault("explain", model, "--warn-error", value, "--json",
                            status=1)
            need(json.loads(done.stdout)["diagnostics"][0]["severity"] ==
                 "error", done.stdout)
        foucault(*words, "--warn-error", "start-changed")
        for value, report in (("W4001", "did you mean 'W401'?"),
                            ("start-takn", "did you mean 'start-taken'?"),
                            ("E202", "code of a warning")):
            done = foucault(*words, "--warn-error", value, status=2)
            need(report in done.stderr, done.stderr)


def collect(runner):
    runner.add("shell/versions", versions)
    runner.add("shell/bash", completes(bash))
    runner.add("shell/bash_values", bash_values)
    runner.add("shell/fish", completes(fish))
    runner.add("shell/zsh", zsh_screen)
    runner.add("shell/manual", manual_pages)
    runner.add("shell/installed", installed)
    runner.add("shell/words", wrong_words)
    runner.add("shell/colours", colours)
    runner.add("shell/warnings", warnings)
