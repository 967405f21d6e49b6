"""./dev mutants itself, on a few lines of C: what it finds in them, that one
program holds all mutants, and who kills which."""

import json
import os
import sys

from .suite import ROOT, TESTS, folder, need, read, run, write

BENCH = os.path.join(TESTS, "bench")
sys.path.insert(0, BENCH)
import mutate_c  # noqa: E402
import mutants  # noqa: E402

# The body of a function, and what each operator makes of it.
BODIES = {
    "sign": {
        "return a + b;": ["return a - b;"],
        "a -= -b;": ["a += -b;", "a -=  b;"],
        "f(a, -b);": ["f(a,  b);"],
    },
    "factor": {
        "return a * b;": ["return a / b;"],
        "int *p = &a; *p = *p / b;": ["int *p = &a; *p = *p * b;"],
        "a *= b;": ["a /= b;"],
    },
    "bound": {
        "return a < b;": ["return a <= b;"],
        "return a >= b;": ["return a > b;"],
        "return a >> b << 1;": [],
    },
    "equal": {"return a != b;": ["return a == b;"]},
    "logic": {"return a && b;": ["return a || b;"]},
    "constant": {
        "return 0;": ["return 1;"],
        "return 2.5e-3 * a;": ["return (2.5e-3 + 1) * a;"],
        "return 0x1f;": [],
        "int x[3];": [],
        "return x[3];": ["return x[4];"],
        "return 7u;": ["return 8u;"],
        "return true;": ["return false;"],
    },
    "term": {
        "return a + b * c - d;": ["return a  - d;", "return a + b  - d;",
                                  "return a + b * c ;"],
        "return a * -b / c;": ["return a  / c;", "return a * -b ;"],
        "return a < b + f(c + d);": ["return a < b ;",
                                     "return a < b + f(c );"],
        "return a && b == c || d;": ["return a  || d;",
                                     "return a && b == c ;"],
        "return (Pair){-a, *b};": [],
    },
    "condition": {"if (a && b) c = 1;": ["if (!(a && b)) c = 1;"]},
    "statement": {
        "a = b;": [";"],
        "int k = b; g(k);": ["int k = b; ;"],
        "for (int i = 0; f(i); g(i)) x->y[i] = i;": [
            "for (int i = 0; f(i); g(i)) ;"],
        "switch (a) { case 1: f(a); break; default: b++; }": [
            "switch (a) { case 1: ; break; default: b++; }",
            "switch (a) { case 1: f(a); break; default: ; }"],
        "return a ? f(b) : g(c);": [],
        "Pair p = {f(a), b}; assert(a); free(b);": [],
        "q = (Pair){.a = 1};": [";"],
    },
    "count": {"for (;; i++) --j;": ["for (;; i--) --j;",
                                    "for (;; i++) ++j;"]},
}


def operator(name):
    """All that it makes, and nothing else."""
    for body, expected in BODIES[name].items():
        head = "int f(int a)\n{\n"
        text = head + body + "\n}\n"
        found = [mutate_c.mutated(text, m)[len(head):-3]
                 for m in mutate_c.mutations(text) if m.operator == name]
        need(found == expected, f"{body}: {found}")


# No mutant of these but the ones of g().
TEXT = r'''/* a + b */
#define SUM(a, b) \
  ((a) + (b))
static const int table[] = {1, 2, 3};
typedef struct Pair { int a, b; } Pair;
static void nothing(void) { assert(1 + 1 == 2); check_require(1 == 1); }
static const char *text(void) { return "a + \" b" /* 1 + 1 */; } // 2 + 2
static int jump(void) { goto end; end: return 1; }
static int g(const char *word, int (*f)(int))
{
#if 1 + 1
  return word[0] == '+' ?
         f(1) : 2;
#endif
}
'''


def tokens():
    found = list(mutate_c.mutations(TEXT))
    need([(m.function, m.operator) for m in found] ==
         [("g", "constant"), ("g", "equal"), ("g", "constant"),
          ("g", "constant")], f"{found}")
    for m in found:
        after = mutate_c.mutated(TEXT, m)
        need(after.count("\n") == TEXT.count("\n"), "a line is lost")
    before, after = mutate_c.shown(TEXT, found[1])
    need((before, after) == ("return word[0] == '+' ?",
                             "return word[0] != '+' ?"), after)
    need(mutate_c.line_of(TEXT, found[1]) == 12, "another line")


def choice():
    """The same seed gives the same mutants; all folders and many functions
    have their turn."""
    texts = {folder: f"int f(int a) {{ return a + {k}; }}\n"
                     f"int g(int a) {{ return a - {k}; }}\n"
             for k, folder in enumerate(mutants.FOLDERS)}
    with folder() as root:
        for name, text in texts.items():
            os.makedirs(os.path.join(root, name))
            write(os.path.join(root, name, "a.c"), text)
        found = mutants.sites(root, [])
        first, second, other = (
            [(m.file, m.function, m.before, m.after)
             for m in mutants.in_order(found, seed)] for seed in (1, 1, 2))
        need(first == second and first != other, "the seed")
        need(sorted(first) == sorted(other) and len(first) == 18, "a loss")
        need({m[0] for m in first[:3]} ==
             {name + "/a.c" for name in texts}, f"folders {first[:3]}")
        need(len({m[:2] for m in first[:6]}) == 6, f"functions {first[:6]}")
        words = mutants.in_order(mutants.sites(root, ["symbolic/a.c:g"]), 1)
        need(len(words) == 3 and {m.function for m in words} == {"g"}, "words")


SUBJECT = """\
#include <stdio.h>
static int sum(int a, int b)
{
  for (long k = 0; k < b; k++) a = a + 1;
  return a * 1;
}
static void print(int a) { if (a > 2) printf("%d", a); }
int main(int n, char **word)
{
  (void)word;
  print(sum(n, 2));
  return 0;
}
"""


def chosen_mutants():
    found = list(mutate_c.mutations(SUBJECT))

    def one(after):
        return next(m for m in found
                    if after in mutate_c.mutated(SUBJECT, m))

    return {1: one("a = a - 1"), 2: one("a >= 2"), 3: one("k--"),
            4: one("return a / 1")}


def one_program():
    """The environment chooses a mutant; those that are reached are noted."""
    text = mutate_c.with_mutants(SUBJECT, list(chosen_mutants().items()))
    with folder() as place:
        write(os.path.join(place, "a.c"), text)
        done = run(["cc", "-std=c99", "-Wall", "-Werror", "a.c", "-o", "a"],
                   cwd=place)
        need(done.returncode == 0, done.stderr)
        got = {}
        for number in (0, 1, 2):
            done = run([os.path.join(place, "a")],
                       env={"FOUCAULT_MUTANT": str(number)})
            got[number] = done.stdout
        need(got == {0: "3", 1: "", 2: "3"}, f"{got}")
        path = write(os.path.join(place, "reached"), "")
        run([os.path.join(place, "a")],
            env={"FOUCAULT_MUTANTS_REACHED": path})
        need(sorted(read(path).split()) == ["1", "2", "3", "4"], read(path))


TRIAL = """\
import json, os, subprocess, sys
sys.path.insert(0, sys.argv[1])
import mutant_trials, types
program, place = os.path.abspath("a"), os.path.abspath("work")
def runs():
    done = subprocess.run([program], capture_output=True, text=True)
    assert done.stdout == "3", "it printed " + done.stdout
def leaves():
    subprocess.Popen(["sleep", "600"], start_new_session=True)
def fails():
    assert False
mutant_trials.become_reaper()
mutant_trials.LEAST = 1
tests = mutant_trials.Tests(place, {"s": [("s/fails", fails),
    ("s/leaves", leaves), ("s/runs", runs)]})
tests.look("s")
found = {}
for number in (1, 2, 3):
    mutant = types.SimpleNamespace(number=number, file="a.c",
                                   related=())
    found[number] = tests.kill("s", mutant, 60)
    found[number] = [found[number][0], str(found[number][1])[:14]]
children = open(f"/proc/self/task/{os.getpid()}/children").read()
print(json.dumps([tests.rows, found, os.listdir(place), children]))
"""


def trial():
    """A mutant that a test sees, one that it does not see, one that does not
    end; what a test leaves running is ended."""
    text = mutate_c.with_mutants(SUBJECT, list(chosen_mutants().items()))
    with folder() as place:
        write(os.path.join(place, "a.c"), text)
        run(["cc", "-std=c99", "a.c", "-o", "a"], cwd=place)
        write(os.path.join(place, "trial.py"), TRIAL)
        done = run([sys.executable, "-B", "trial.py", BENCH], cwd=place)
        need(done.returncode == 0, done.stderr)
        rows, found, left, children = json.loads(done.stdout)
    need(rows["s/fails"]["failed"] and not rows["s/runs"]["failed"],
         f"{rows}")
    need(rows["s/runs"]["reached"] == [1, 2, 3, 4]
         and rows["s/leaves"]["reached"] == [], f"{rows}")
    need(found["1"] == ["s/runs", "it printed "], f"{found}")
    need(found["2"][0] is None, f"{found}")
    need(found["3"] == ["s/runs", "no end in time"], f"{found}")
    need(left == ["t"] and children == "", f"left: {left} {children}")


def equivalent():
    """What -O2 makes the same code of is no mutant, nor is what does not
    compile; the list of the others names lines that exist."""
    with folder() as place:
        path = write(os.path.join(place, "a.c"), SUBJECT)
        write(os.path.join(place, "compile_commands.json"), json.dumps([{
            "directory": place, "file": path,
            "command": f"cc -std=c99 -g -fsanitize=address -o a.o -c {path}"}]))
        compiler = mutants.Compiler(place)
        marks = [compiler.judge(path, SUBJECT, m)
                 for m in chosen_mutants().values()]
        need(marks == [None, None, None, "equivalent"], f"{marks}")
        at = SUBJECT.index("a * 1")
        broken = mutate_c.Mutation("term", "sum", at, at + 5, "* 1 +")
        need(compiler.judge(path, SUBJECT, broken) == "broken", "broken")


def listed_exist():
    wrong = []
    for file, function, before, after in mutants.known_equivalent():
        text = read(os.path.join(ROOT, file))
        found = {(m.function, *mutate_c.shown(text, m))
                 for m in mutate_c.mutations(text)}
        if (function, before, after) not in found:
            wrong.append(f"{file} {function}: {before}  =>  {after}")
    need(not wrong, "no such mutant: " + "\n".join(wrong))


def collect(runner):
    for name in BODIES:
        runner.add(f"mutants/operators/{name}", lambda n=name: operator(n))
    runner.add("mutants/tokens", tokens)
    runner.add("mutants/choice", choice)
    runner.add("mutants/one_program", one_program)
    runner.add("mutants/trial", trial)
    runner.add("mutants/equivalent", equivalent)
    runner.add("mutants/listed_exist", listed_exist)
