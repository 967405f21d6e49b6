"""find_package(Foucault) in a project of its own, from an installation and
from the build tree, with Ninja and with make; and --depfile."""

import json
import os
import shutil

from .suite import (BUILD, LIBRARIES, ROOT, TESTS, Failure, folder,
                    foucault, model_file, need, read, run, write)

PROJECT = os.path.join(TESTS, "cmake")


def cmake(*words, status=0):
    done = run(["cmake", *words], timeout=300)
    if (done.returncode != 0) != (status != 0):
        raise Failure(f"cmake {' '.join(words[:3])}: status "
                      f"{done.returncode}\n{(done.stdout + done.stderr)[-2000:]}")
    return done.stdout + done.stderr


class Project:
    """A copy of tests/cmake that is configured."""

    def __init__(self, place, prefix, generator):
        self.source = shutil.copytree(PROJECT, os.path.join(place, "source"))
        self.binary = os.path.join(place, "binary")
        self.fmu = os.path.join(self.binary, "carriage.fmu")
        cmake("-S", self.source, "-B", self.binary, "-G", generator,
              f"-DCMAKE_PREFIX_PATH={prefix}")

    def build(self, *words, status=0):
        return cmake("--build", self.binary, *words, status=status)

    def change(self, file, old, new):
        path = os.path.join(self.source, file)
        text = read(path)
        need(old in text, f"{old!r} is not in {file}")
        write(path, text.replace(old, new))

    def built_by(self, action):
        """Whether the FMU is another one afterwards."""
        before = os.stat(self.fmu).st_mtime_ns
        action()
        report = self.build()
        after = os.stat(self.fmu).st_mtime_ns
        need((after != before) == ("Building FMU carriage" in report), report)
        return after != before


def check_rebuilds(project):
    need(not project.built_by(lambda: None), "it was built again for nothing")
    need(project.built_by(lambda: project.change(
        "carriage.mo", "start = 1", "start = 2")), "a changed source")
    need(project.built_by(lambda: project.change(
        "Springs/Spring.mo", "f = c*s", "f = 3*c*s")), "a changed library")
    need(not project.built_by(lambda: project.change(
        "Springs/Unused.mo", "model Unused", "model Unused \"not read\"")),
        "a file that was not read")
    need(not project.built_by(lambda: None), "it was built again for nothing")


def check_content(project):
    report = json.loads(foucault("info", project.fmu, "--json").stdout)
    need(report["model"] == "Carriage" and report["model_exchange"] is None,
         "MODEL or OPTIONS were lost")
    start = {v["name"]: v.get("start") for v in report["variables"]}
    need(float(start["m"]) == 2, "SET was lost")


def check_faults(project):
    """A model that is wrong stops the build, says why, and leaves the old
    FMU; mended, it is built."""
    before = read_bytes(project.fmu)
    project.change("carriage.mo", "= -spring.f", "= -spring.force")
    report = project.build(status=1)
    need("error E2" in report and "carriage.mo:7" in report, report)
    need(read_bytes(project.fmu) == before, "the old FMU is gone")
    project.change("carriage.mo", "= -spring.force", "= -spring.f")
    project.build()


def check_warnings(project):
    """What the program warns of is shown, and nothing but that."""
    report = project.build("--target", "carriage", "--clean-first")
    need("warning" not in report and "written in" not in report, report)
    project.change("carriage.mo", "start = 2, fixed = true", "start = 2")
    report = project.build()
    need("carriage.mo:" in report and "warning W401" in report, report)
    need("written in" not in report, report)
    project.change("carriage.mo", "start = 2", "start = 2, fixed = true")
    need("warning" not in project.build(), "a warning that is mended")


def check_versions(project):
    """FMI 2 3 makes two files, FMI 3 one; the properties have their paths."""
    paths = read(os.path.join(project.binary, "paths.txt")).split()
    names = [os.path.basename(path) for path in paths]
    need(names == ["both.fmu", "both.fmi3.fmu", "three.fmu", "three.fmu"],
         f"{names}")
    need("Building" in project.build("--target", "both", "three"), "not built")
    for path, version in zip(paths, ("2.0", "3.0", "3.0", "3.0")):
        report = json.loads(foucault("info", path, "--json").stdout)
        need(report["fmi_version"] == version, f"{path}: {report}")
    need("Building" not in project.build("--target", "both", "three"),
         "they were built again for nothing")
    os.remove(paths[1])
    project.build("--target", "both")
    need(os.path.exists(paths[1]), "the second file is not made again")


def check_others(project):
    """A source that is made by the build, and the installation."""
    made = os.path.join(project.binary, "other place", "made.fmu")
    need(not os.path.exists(made), "EXCLUDE_FROM_ALL was lost")
    project.build("--target", "made")
    need(os.path.exists(made), "no FMU from a made source")
    prefix = os.path.join(project.binary, "prefix")
    cmake("--install", project.binary, "--prefix", prefix)
    need(os.path.exists(os.path.join(prefix, "fmus", "carriage.fmu")),
         "not installed")


def read_bytes(path):
    with open(path, "rb") as file:
        return file.read()


def project_test(generator, is_installed):
    with folder() as place:
        prefix = os.path.join(BUILD, "release")
        if is_installed:
            prefix = os.path.join(place, "prefix")
            cmake("--install", os.path.join(BUILD, "release"), "--prefix",
                  prefix)
        project = Project(place, prefix, generator)
        project.build()
        check_content(project)
        check_rebuilds(project)
        check_faults(project)
        check_warnings(project)
        check_others(project)
        check_versions(project)


def wrong_usage():
    for words, report in (
            ("x SOURCES a.mo MODLE A", "'MODLE' is not a keyword"),
            ("x EXCLUDE a.mo", "unknown words"),
            ("x OUTPUT x.fmu", "SOURCES or"),
            ("x SOURCES a.mo MODEL", "nothing after MODEL")):
        with folder() as place:
            write(os.path.join(place, "CMakeLists.txt"),
                  "cmake_minimum_required(VERSION 3.21)\n"
                  "project(x LANGUAGES NONE)\nfind_package(Foucault REQUIRED)\n"
                  f"foucault_add_fmu({words})\n")
            out = cmake("-S", place, "-B", os.path.join(place, "b"), "-DCMAKE_"
                        f"PREFIX_PATH={os.path.join(BUILD, 'release')}",
                        status=1)
            need(report in " ".join(out.split()), out)


def depfile():
    with folder() as place:
        out = os.path.join(place, "a b.fmu")
        rule = os.path.join(place, "rule.d")
        foucault("build", model_file("circuits/rc_ladder"), *LIBRARIES, "-o",
                 out, "--depfile", rule, "--quiet")
        text = read(rule).replace("\\\n", "")
        target, _, files = text.partition(":")
        need(target == out.replace(" ", "\\ "), target)
        named = {os.path.basename(f) for f in files.split()}
        need(named == {"rc_ladder.mo", "package.mo", "Resistor.mo",
                       "Capacitor.mo", "Ground.mo"}, str(named))
        foucault("build", model_file("circuits/rc"), "-o", out, "--depfile",
                 os.path.join(place, "none", "rule.d"), status=1)
        bad = write(os.path.join(place, "bad.mo"), "model Bad\n")
        foucault("build", bad, "-o", out, "--depfile", rule, status=1)
        need(read(rule).replace("\\\n", "") == text, "the old rule is gone")


EXTERNAL = """package Lib
  function twice
    input Real x;
    output Real y;
    external "C" y = twice(x) annotation(Include = "#include \\"twice.h\\"",
                                         Library = "twice");
  end twice;
  model M
    Real x = twice(time);
  end M;
end Lib;
"""


def depfile_of_external():
    """C files and headers of external functions are named too."""
    with folder() as place:
        package = os.path.join(place, "Lib")
        for name, file, text in (
                (".", "package.mo", EXTERNAL),
                ("Resources/Include", "twice.h", "double twice(double x);\n"),
                ("Resources/Source", "twice.c",
                 "double twice(double x) { return 2*x; }\n")):
            os.makedirs(os.path.join(package, name), exist_ok=True)
            write(os.path.join(package, name, file), text)
        foucault("build", "--model", "Lib.M", "-L", place, "-o", "m.fmu",
                 "--depfile", "m.d", "--quiet", cwd=place)
        named = read(os.path.join(place, "m.d")).replace("\\\n", "").split()
        need([os.path.basename(f) for f in named] ==
             ["m.fmu:", "package.mo", "twice.c", "twice.h"], str(named))


def solvers():
    """Installed solvers instead of sources; a choice that is none."""
    with folder() as place:
        cmake("-S", ROOT, "-B", place, "-G", "Ninja",
              "-DFOUCAULT_SOLVERS=system")
        cmake("--build", place, "--target", "solvers_in_instance")
        done = run(["nm", os.path.join(place, "solvers", "sundials_cvode.a")])
        need("U foucault_solver_malloc" in done.stdout and
             "U malloc" not in done.stdout, "calls are not renamed")
        said = cmake("-S", ROOT, "-B", place, "-DFOUCAULT_SOLVERS=none",
                     status=1)
        need("FOUCAULT_SOLVERS is sources or system" in said, said)


def pack(place, generator):
    """The package of the release build, by cpack."""
    done = run(["cpack", "--config",
                os.path.join(BUILD, "release", "CPackConfig.cmake"), "-G",
                generator, "-B", place], timeout=300)
    need(done.returncode == 0, (done.stdout + done.stderr)[-1500:])
    return [os.path.join(place, name) for name in os.listdir(place)
            if name.startswith("foucault")]


def try_program(root, place):
    """An unpacked program builds and runs, far from where it was made."""
    program = os.path.join(root, "bin", "foucault")
    fmu = os.path.join(place, "a.fmu")
    for words in (["build", model_file("multibody/pendulum"), "-o", fmu],
                  ["simulate", fmu, "--stop", "1"]):
        done = run([program, *words], timeout=120)
        need(done.returncode == 0, done.stderr[-1500:])


def tar_package():
    with folder() as place:
        archive, = pack(place, "TGZ")
        done = run(["tar", "-xf", archive, "-C", place])
        need(done.returncode == 0, done.stderr)
        try_program(archive[:-len(".tar.gz")], place)


def debian_package():
    with folder() as place:
        package, = pack(place, "DEB")
        fields = run(["dpkg-deb", "-f", package]).stdout
        need("Package: foucault" in fields and "libxml2" in fields and
             "libzip" in fields and "gcc | c-compiler" in fields, fields)
        done = run(["dpkg-deb", "-x", package, place])
        need(done.returncode == 0, done.stderr)
        try_program(os.path.join(place, "usr"), place)


def collect(runner):
    runner.add("cmake/tar_package", tar_package)
    runner.add("cmake/debian_package", debian_package)
    runner.add("cmake/solvers", solvers)
    runner.add("cmake/depfile_of_external", depfile_of_external)
    runner.add("cmake/depfile", depfile)
    runner.add("cmake/wrong_usage", wrong_usage)
    runner.add("cmake/ninja", lambda: project_test("Ninja", True))
    runner.add("cmake/make", lambda: project_test("Unix Makefiles", False))
