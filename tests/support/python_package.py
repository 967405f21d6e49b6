"""The package foucault of python/: its types, and installed into an
environment of its own."""

import ast
import glob
import json
import os
import re
import shutil
import sys

from .suite import RELEASE, ROOT, TESTS, Failure, folder, need, read, run, write

PACKAGE = os.path.join(ROOT, "python")
SCRIPTS = sorted(glob.glob(os.path.join(TESTS, "python", "check_*.py")))


def types():
    with folder() as place:
        done = run([sys.executable, "-m", "mypy", "--config-file",
                    os.path.join(PACKAGE, "pyproject.toml"), "--cache-dir",
                    os.path.join(place, "cache"),
                    os.path.join(PACKAGE, "foucault")], timeout=300)
    need(done.returncode == 0, done.stdout[-2000:])


def same_version():
    """The package and the program come from one repository."""
    report = re.search(r'^version = "(.*)"', read(os.path.join(
        PACKAGE, "pyproject.toml")), re.M)[1]
    project = re.search(r"VERSION (\S+)", read(os.path.join(
        ROOT, "CMakeLists.txt")).split("project(", 1)[1])[1]
    inside = re.search(r'__version__ = "(.*)"', read(os.path.join(
        PACKAGE, "foucault", "__init__.py")))[1]
    need(report == project == inside, f"{report}, {project}, {inside}")


def oldest_python():
    """The package says which Python it needs; its syntax is of that one."""
    text = read(os.path.join(PACKAGE, "pyproject.toml"))
    oldest = tuple(map(int, re.search(
        r'requires-python = ">=(\d+)\.(\d+)"', text).groups()))
    need(oldest == (3, 9), f"{oldest}")
    for path in sorted(glob.glob(os.path.join(PACKAGE, "foucault", "*.py"))):
        tree = ast.parse(read(path), path, feature_version=oldest)
        for node in ast.walk(tree):
            # annotations are texts; elsewhere these need Python 3.10 or 3.11
            names = node.names if isinstance(node, ast.ImportFrom) else []
            late = {name.name for name in names} & {
                "Unpack", "ParamSpec", "Self", "TypeAlias", "assert_never"}
            need(not late or node.module == "typing_extensions",
                 f"{path}:{getattr(node, 'lineno', 0)}: {late}")
        need("from __future__ import annotations" in read(path)
             or path.endswith("__init__.py"), f"{path}: annotations")


def files_of(folder):
    return {os.path.join(where, name) for where, folders, names
            in os.walk(folder) for name in [*folders, *names]}


def install(place):
    """A new environment with the package in it, without a network: what the
    package needs comes from the environment of the tests."""
    python = os.path.join(place, "env", "bin", "python")
    done = run([sys.executable, "-m", "venv", "--without-pip",
                os.path.join(place, "env")])
    need(done.returncode == 0, done.stderr)
    packages = glob.glob(os.path.join(place, "env/lib/python3*/site-packages"))
    ours = next(p for p in sys.path if p.endswith("site-packages"))
    write(os.path.join(packages[0], "tests.pth"), ours + "\n")
    # other tests may be reading the sources meanwhile
    copy = shutil.copytree(PACKAGE, os.path.join(place, "copy"),
                           ignore=shutil.ignore_patterns("__pycache__"))
    before = files_of(copy)
    done = run([sys.executable, "-m", "pip", "--python", python, "install",
                "--quiet", "--no-index", "--no-deps", "--no-build-isolation",
                "--disable-pip-version-check", copy], timeout=300)
    need(done.returncode == 0, done.stderr[-2000:])
    left = files_of(copy) - before
    need(not left, f"pip leaves {sorted(left)} beside the sources")
    need(os.path.exists(os.path.join(packages[0], "foucault", "py.typed")),
         "py.typed is not installed")
    return python


def installed():
    with folder() as place:
        python = install(place)
        return [outcome for script in SCRIPTS
                for outcome in outcomes(python, script, place)]


def outcomes(python, script, place):
    work = os.path.join(place, os.path.basename(script)[:-len(".py")])
    os.mkdir(work)
    env = dict(os.environ, FOUCAULT=RELEASE, MPLCONFIGDIR=work)
    done = run([python, "-B", script, os.path.join(ROOT, "models")],
               cwd=work, env=env, timeout=600)
    found = [(f"python/installed/{name}", reason) for name, reason in
             map(json.loads, (line for line in done.stdout.splitlines()
                              if line.startswith('["')))]
    if done.returncode != 0 or not found:
        raise Failure(f"status {done.returncode}\n{done.stderr[-1500:]}")
    return found


def collect(runner):
    runner.add("python/types", types)
    runner.add("python/version", same_version)
    runner.add("python/oldest", oldest_python)
    runner.add_group("python/installed", ["python/installed/"], installed)
