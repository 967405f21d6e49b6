"""The package foucault of python/: its types, and installed into an
environment of its own."""

import glob
import json
import os
import re
import shutil
import sys

from .suite import RELEASE, ROOT, TESTS, Failure, folder, need, read, run, write

PACKAGE = os.path.join(ROOT, "python")
SCRIPT = os.path.join(TESTS, "python", "check_package.py")


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
    # pip leaves files beside the sources it builds
    copy = shutil.copytree(PACKAGE, os.path.join(place, "copy"),
                           ignore=shutil.ignore_patterns("__pycache__"))
    done = run([sys.executable, "-m", "pip", "--python", python, "install",
                "--quiet", "--no-index", "--no-deps", "--no-build-isolation",
                "--disable-pip-version-check", copy], timeout=300)
    need(done.returncode == 0, done.stderr[-2000:])
    need(os.path.exists(os.path.join(packages[0], "foucault", "py.typed")),
         "py.typed is not installed")
    return python


def installed():
    with folder() as place:
        python = install(place)
        work = os.path.join(place, "work")
        os.mkdir(work)
        env = dict(os.environ, FOUCAULT=RELEASE, MPLCONFIGDIR=work)
        done = run([python, "-B", SCRIPT, os.path.join(ROOT, "models")],
                   cwd=work, env=env, timeout=600)
    outcomes = [(f"python/installed/{name}", reason) for name, reason in
                map(json.loads, (line for line in done.stdout.splitlines()
                                 if line.startswith('["')))]
    if done.returncode != 0 or not outcomes:
        raise Failure(f"status {done.returncode}\n{done.stderr[-1500:]}")
    return outcomes


def collect(runner):
    runner.add("python/types", types)
    runner.add("python/version", same_version)
    runner.add_group("python/installed", ["python/installed/"], installed)
