"""What C code at translation leaves behind: files without an end, memory while
it prints, numbers and texts that a model cannot have."""

import os

from .contain import hostile_model
from .suite import folder, foucault, need, write

FILES = r"""
  static char block[1 << 20];
  for (int k = 0;; k++) {
    %s
    FILE *out = fopen(path, "w");
    for (int i = 0; out && i < %s; i++)
      if (fwrite(block, 1, sizeof block, out) < sizeof block)
        ModelicaError("the disk is full");
    if (out) fclose(out);
  }
"""
NAME = r'snprintf(path, sizeof path, "%s/f%d", getenv("TMPDIR"), k);'
# What it does, limits, what is said of it.
BEYOND = {
    "fills": (FILES % (NAME, "10"), ["external-files=50"],
              "it writes more than 50 MB of files (--limit external-files)"),
    "many_files": (FILES % (NAME, "0"), ["external-files=20"],
                   "it writes more than 20 MB of files"),
    "deep_files": (FILES % (r"""
    if (k == 0 && chdir(getenv("TMPDIR")) != 0) ModelicaError("no folder");
    if (mkdir("d", 0700) != 0 || chdir("d") != 0) for (;;) sleep(1);
    snprintf(path, sizeof path, "f");""", "0"), ["external-files=20"],
                   "it writes more than 20 MB of files"),
    "prints_meanwhile": (r"""
  for (int k = 0; k < 9; k++) {
    if (fork() == 0) {
      volatile char *block = malloc(100 << 20);
      for (int i = 0; i < 100 << 20; i += 1024) block[i] = 1;
      sleep(100);
      _exit(0);
    }
  }
  for (;;) {
    fputs(".", stderr);
    usleep(20000);
  }
""", ["external-memory=300"],
                         "it uses more than 300 MB of memory"),
}
# Outputs of a function at translation, and what is said of them.
VALUES = {
    "nan": ("Real", "double", "return 0.0/0.0;",
            "it gives a number that is not finite"),
    "infinite": ("Real", "double", "return -1e308*10;",
                 "it gives a number that is not finite"),
    "latin_1": ("String", "const char *", 'return \\"Ger\\\\xe4t\\";',
                "it gives a text that is not UTF-8"),
    "overlong": ("String", "const char *", 'return \\"a\\\\xc0\\\\xaf\\";',
                 "it gives a text that is not UTF-8"),
}
GIVES = """model M
  function f
    output %s y;
    external "C" y = give() annotation(Include = "static %s give(void) { %s }");
  end f;
  constant %s c = f();
  Real x[if c == %s then 1 else 2];
equation
  x = ones(size(x, 1));
end M;
"""


def beyond(name):
    body, limits, words = BEYOND[name]
    options = [word for limit in limits for word in ("--limit", limit)]

    def test():
        with hostile_model(body, name == "deep_files") as (model, env):
            done = foucault("flatten", model, "--external", "--color",
                            "never", *options, status=1, env=env)
            need("error E217" in done.stderr and words in done.stderr,
                 done.stderr[-1500:])
    return test


def gives(name):
    kind, c, text, words = VALUES[name]

    def test():
        with folder() as place:
            model = write(os.path.join(place, "m.mo"), GIVES % (
                kind, c, text, kind, "1" if kind == "Real" else '"a"'))
            done = foucault("flatten", model, "--external", "--color",
                            "never", status=1)
            need("error E217" in done.stderr and words in done.stderr,
                 done.stderr[-1500:])
    return test


def collect(runner):
    for name in BEYOND:
        runner.add(f"contain/code/{name}", beyond(name))
    for name in VALUES:
        runner.add(f"contain/gives/{name}", gives(name))
