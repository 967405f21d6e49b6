"""fmu_runtime/fmi3.h against the official headers of FMI 3.0, which FMPy has:
names, types, values and signatures. The C texts are made from the official
headers, so that nothing they declare is left out."""

import glob
import os
import re
import sys
import zipfile

from .suite import (ROOT, Failure, folder, foucault, model_file, need, read,
                    run, write)

FUNCTIONS = """#include "fmi3Functions.h"

#include "fmi3.h"

int main(void)
{
%s
  return 0;
}
"""

# Ours are read under other names; _Generic distinguishes types that only
# convert into each other.
TYPES = """#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
%s
#include "fmi3.h"
%s
#include "fmi3FunctionTypes.h"
#include "fmi3PlatformTypes.h"
#define SAME_TYPE(name)                                                     \\
  _Static_assert(_Generic((our_##name *)0, fmi3##name * : 1, default : 0), #name)
#define SAME_VALUE(name)                                                    \\
  _Static_assert((int)our_##name == (int)fmi3##name, #name)
%s
/* Two enumerations are two types to C. */
typedef void (*Ours)(fmi3InstanceEnvironment, our_Status, fmi3String,
                     fmi3String);
typedef void (*Official)(fmi3InstanceEnvironment, fmi3Status, fmi3String,
                         fmi3String);
_Static_assert(_Generic((our_LogMessageCallback *)0, Ours * : 1, default : 0),
               "LogMessageCallback");
_Static_assert(_Generic((fmi3LogMessageCallback *)0, Official * : 1,
                        default : 0), "LogMessageCallback");
"""


def official_headers():
    found = glob.glob(os.path.join(sys.prefix, "lib/python3*/site-packages",
                                   "fmpy/c-code"))
    need(found, "FMPy's headers are missing")
    return found[0]


def official_text(name):
    text = read(os.path.join(official_headers(), name))
    return re.sub(r"/\*.*?\*/", "", text, flags=re.S)


def functions():
    names = re.findall(r"\bfmi3(\w+)TYPE\s*\(",
                       official_text("fmi3FunctionTypes.h"))
    need(len(names) == len(set(names)) > 70, f"{len(names)} functions")
    return names


def compile3(compiler, standard, text, *more, runtime=None):
    """What the compiler says; it is silent where nothing differs."""
    with folder() as place:
        source = write(os.path.join(place, "match.c"), text)
        done = run([compiler, f"-std={standard}", "-Wall", "-Wextra",
                    "-Werror", "-I",
                    runtime or os.path.join(ROOT, "fmu_runtime"), "-isystem",
                    official_headers(), source, "-o",
                    os.path.join(place, "match"), *more])
    return done.stderr[:2000] if done.returncode != 0 else ""


def functions_text(names):
    return FUNCTIONS % "\n".join(
        f"  {{ fmi3{n}TYPE *f = fmi3{n}; if (!f) return 1; }}" for n in names)


def functions_match(compiler):
    """Every function is declared twice, and C refuses declarations that
    differ; it exists in a built FMU; and ours are no more than the official
    ones."""
    names = functions()
    header = read(os.path.join(ROOT, "fmu_runtime/fmi3.h"))
    ours = set(re.findall(r"\bfmi3(\w+)\s*\(", header))
    kinds = set(re.findall(r"^FMI3_ACCESS\((\w+)\)", header, flags=re.M))
    ours |= {verb + kind for kind in kinds for verb in ("Get", "Set")}
    ours -= {"Get", "Set"}
    need(ours == set(names), f"{sorted(ours ^ set(names))}")
    with folder() as place:
        fmu = os.path.join(place, "p.fmu")
        foucault("build", model_file("multibody/pendulum"), "--fmi", "3",
                 "--compiler", "fast", "--quiet", "-o", fmu)
        with zipfile.ZipFile(fmu) as archive:
            [name] = [n for n in archive.namelist() if n.endswith(".so")]
            library = archive.extract(name, place)
        said = compile3(compiler, "c99", functions_text(names), library,
                        f"-Wl,-rpath,{os.path.dirname(library)}")
    if said:
        raise Failure(said)


def types_text():
    head = official_text("fmi3PlatformTypes.h") + \
        official_text("fmi3FunctionTypes.h")
    types = re.findall(r"^typedef[^(){};]*?\bfmi3(\w+)\s*;", head, flags=re.M)
    callbacks = re.findall(r"\(\*fmi3(\w+)\)", head)
    enums = re.findall(r"typedef enum \{(.*?)\} fmi3(\w+);", head, flags=re.S)
    values = [v for body, _ in enums for v in re.findall(r"fmi3(\w+)", body)]
    names = types + callbacks + [name for _, name in enums] + values
    need(len(types) == 20 and len(callbacks) == 5 and len(values) == 14,
         f"{types} {callbacks} {values}")
    checks = [f"SAME_TYPE({n});" for n in types + callbacks
              if n != "LogMessageCallback"]
    checks += [f"SAME_VALUE({n});" for n in values]
    checks += [f"_Static_assert(sizeof(our_{n}) == sizeof(fmi3{n}), \"{n}\");"
               for _, n in enums]
    return TYPES % ("\n".join(f"#define fmi3{n} our_{n}" for n in names),
                    "\n".join(f"#undef fmi3{n}" for n in names),
                    "\n".join(checks))


def types_match(compiler):
    said = compile3(compiler, "c11", types_text(), "-fsyntax-only")
    if said:
        raise Failure(said)


def differences_are_seen():
    """A header of ours that is changed in one place is refused."""
    header = read(os.path.join(ROOT, "fmu_runtime/fmi3.h"))
    changes = {
        "a type": ("typedef bool fmi3Clock;", "typedef int fmi3Clock;"),
        "a value": ("fmi3IntervalNotYetKnown,\n  fmi3IntervalUnchanged",
                    "fmi3IntervalUnchanged,\n  fmi3IntervalNotYetKnown"),
        "a callback": ("fmi3Boolean *earlyReturnRequested,",
                       "fmi3Boolean *const earlyReturnRequested,\n  int more,"),
        "a signature": ("fmi3SetTime(fmi3Instance instance, fmi3Float64",
                        "fmi3SetTime(fmi3Instance instance, fmi3Float32"),
    }
    for what, (old, new) in changes.items():
        need(header.count(old) == 1, f"{what}: {header.count(old)}")
        with folder() as place:
            write(os.path.join(place, "fmi3.h"), header.replace(old, new))
            said = [compile3("gcc", "c11", text, "-fsyntax-only",
                             runtime=place)
                    for text in (types_text(), functions_text(functions()))]
        need(any(said), f"{what} that differs was not seen")


def collect(runner):
    for compiler in ("gcc", "clang"):
        runner.add(f"fmi3/headers/functions/{compiler}",
                   lambda c=compiler: functions_match(c))
        runner.add(f"fmi3/headers/types/{compiler}",
                   lambda c=compiler: types_match(c))
    runner.add("fmi3/headers/differences", differences_are_seen)
