"""C text of a model that the compiler cannot end with: headers that are pipes
or devices, nesting that crashes it, macros without an end; the compiler ends
with the program."""

import contextlib
import os
import subprocess
import time

from .suite import RELEASE, folder, foucault, need, write
from .trust import SMALL, is_emptied

MODEL = """model M
  function f
    input Real x;
    output Real y;
    external "C" y = ff(x) annotation(Include = "#include \\"a.h\\"",
      IncludeDirectory = "file://%s"%s);
  end f;
  Real x(start = 1, fixed = true);
equation
  der(x) = -f(x);
end M;
"""
GOOD = "static double ff(double x) { return x; }\n"
MACROS = "".join(f"#define A{k} " + "+".join([f"A{k - 1}"]*100) + "\n"
                 for k in range(1, 7))
# The text of a header, options, what is said.
TEXTS = {
    "pipe": ('#include "pipe.h"\n' + GOOD, ["compiler-seconds=1"],
             "it was ended after 1 seconds (--limit compiler-seconds)"),
    "device": ('#include "/dev/zero"\n' + GOOD,
               ["compiler-memory=300", "compiler-seconds=20"], ""),
    "itself": ('#include "a.h"\n' + GOOD, [], ""),
    "nested": ("static double ff(double x) { return " + "("*1000000 + "x" +
               ")"*1000000 + "; }\n", [], ""),
    "macros": ("#define A0 1\n" + MACROS +
               "static double ff(double x) { return A6; }\n",
               ["compiler-memory=300", "compiler-seconds=20"], ""),
}


def ended(temporary):
    """Nothing has its working folder there, where the compiler has it."""
    for _ in range(50):
        left = []
        for entry in os.listdir("/proc"):
            with contextlib.suppress(OSError):
                if os.readlink(f"/proc/{entry}/cwd").startswith(temporary):
                    left.append(entry)
        if not left:
            return True
        time.sleep(0.1)
    return False


@contextlib.contextmanager
def model_with(header, more=""):
    with folder() as place:
        write(os.path.join(place, "a.h"), header)
        os.mkfifo(os.path.join(place, "pipe.h"))
        temporary = os.path.join(place, "t")
        os.mkdir(temporary)
        old = write(os.path.join(place, "old"), "old")
        model = write(os.path.join(place, "m.mo"), MODEL % (place, more))
        yield model, old, dict(os.environ, TMPDIR=temporary)
        need(ended(temporary), "processes are left")
        need(is_emptied(temporary), "temporary files are left")


def hostile_text(name, compiler):
    text, limits, said = TEXTS[name]
    words = [word for limit in limits for word in ("--limit", limit)]

    def test():
        with model_with(text) as (model, old, env):
            done = foucault("build", model, "-o", old, "--compiler", compiler,
                            "--color", "never", *words, status=1, env=env,
                            timeout=100)
            need("error E503" in done.stderr and said in done.stderr and
                 len(done.stderr) < 20000, done.stderr[:2000])
            with open(old, encoding="utf-8") as file:
                need(file.read() == "old", "the old file was changed")
    return test


def sources_that_are_pipes():
    """C files of a library, which are searched for functions and headers."""
    with model_with(GOOD, ', Library = "a", LibraryDirectory = '
                          '"modelica://M"') as (model, old, env):
        place = os.path.dirname(model)
        os.mkfifo(os.path.join(place, "a.c"))
        done = foucault("build", model, "-o", old, status=1, env=env,
                        timeout=60)
        need("E220" in done.stderr, done.stderr)
        os.unlink(os.path.join(place, "a.c"))
        os.mkfifo(os.path.join(place, "a.o"))
        done = foucault("build", model, "-o", old, status=1, env=env,
                        timeout=60)
        need("E220" in done.stderr, done.stderr)


def ends_with_the_program():
    """The process that a compiler has started, too."""
    with folder() as place:
        temporary = os.path.join(place, "t")
        os.mkdir(temporary)
        begun = os.path.join(place, "begun")
        compiler = write(os.path.join(place, "cc"), "#!/bin/sh\n"
                         f"sh -c 'echo > {begun}; sleep 60.5; :'\n:\n")
        os.chmod(compiler, 0o755)
        model = write(os.path.join(place, "m.mo"), SMALL)
        child = subprocess.Popen(
            [RELEASE, "build", model, "-o", os.path.join(place, "m.fmu")],
            env=dict(os.environ, CC=compiler, TMPDIR=temporary),
            stderr=subprocess.DEVNULL)
        for _ in range(400):
            if os.path.exists(begun):
                break
            time.sleep(0.05)
        need(os.path.exists(begun), "no compiler was started")
        child.kill()
        child.wait()
        need(ended(temporary), "the compiler is left")
        need(is_emptied(temporary), "temporary files are left")


def collect(runner):
    for name in TEXTS:
        for compiler in "cc", "fast":
            runner.add(f"contain/compiler/{name}_{compiler}",
                       hostile_text(name, compiler))
    runner.add("contain/compiler/sources", sources_that_are_pipes)
    runner.add("contain/compiler/ends", ends_with_the_program)
