"""C code at translation that would harm; compilers that are killed, disks that
are full, folders that are read-only, programs that are killed: a message, old
files as they were, nothing left over."""

import contextlib
import os
import random
import shutil
import signal
import subprocess
import tempfile
import time

from . import check
from .suite import RELEASE, folder, foucault, need, read, run, write
from .trust import SMALL, is_emptied

HEAD = r"""
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
#include <ModelicaUtilities.h>
FILE *popen(const char *, const char *);
int pclose(FILE *), fork(void), kill(int, int), ftruncate(int, long);
int usleep(unsigned);
long syscall(long, ...);
static double hostile(const char *folder, int n)
{
  char path[1000];
  snprintf(path, sizeof path, "%s/kept", folder);
"""
MODEL = """model Hostile
  function f
    input String folder;
    input Integer n;
    output Real y;
    external "C" y = hostile(folder, n) annotation(Include = "%s
  return n;
}");
  end f;
  constant Real x = f("%s", 1), y = f("%s", 2);
end Hostile;
"""

# What the code does, and what is said of it.
HOSTILE = {
    "socket": (r"""
  if (socket(AF_INET, SOCK_STREAM, 0) < 0) ModelicaError("no socket");
""", "no socket"),
    # those of other programs: a display, a session bus
    "unix_socket": (r"""
  struct sockaddr_un to = {AF_UNIX, ""};
  int s = socket(AF_UNIX, SOCK_STREAM, 0);
  snprintf(to.sun_path, sizeof to.sun_path, "%s/bus", folder);
  if (s < 0) ModelicaError("no socket");
  if (connect(s, (struct sockaddr *)&to, sizeof to) != 0)
    ModelicaError("no connection");
""", "no socket"),
    "home": (r"""
  snprintf(path, sizeof path, "%s/.profile", getenv("HOME"));
  if (!fopen(path, "a")) ModelicaFormatError("no file: %s", strerror(errno));
""", "no file: "),
    "mode": (r"""
  if (chmod(path, 0777) != 0) ModelicaError("no mode");
""", "no mode"),
    "removes": (r"""
  if (unlink(path) != 0 && rename(path, "/tmp/taken") != 0)
    ModelicaError("nothing is removed");
""", "nothing is removed"),
    "temporary": (r"""
  snprintf(path, sizeof path, "%s/mine", getenv("TMPDIR"));
  FILE *mine = fopen(path, "w");
  if (!mine) ModelicaError("no folder of its own");
  mkfifo(strcat(path, "2"), 0600);
  ModelicaError("it has a folder of its own");
""", "it has a folder of its own"),
    "forks": (r"""
  for (;;) fork();
""", "it starts more than 200 processes (--limit external-processes)"),
    "allocates": (r"""
  for (;;) {
    char *block = malloc(1 << 22);
    if (!block) ModelicaError("no memory");
    memset(block, 1, 1 << 16); /* whole blocks take long beside other work */
  }
""", "no memory"),
    "some_processes": (r"""
  for (int k = 0; k < 30; k++) {
    if (fork() == 0) for (;;) pause();
  }
  while (wait(NULL) > 0) continue;
""", "it starts more than 20 processes (--limit external-processes)"),
    "children_allocate": (r"""
  for (int k = 0; k < 9; k++) {
    if (fork() == 0) {
      volatile char *block = malloc(300 << 20);
      for (int i = 0; i < 300 << 20; i += 1024) block[i] = 1;
      sleep(100);
      _exit(0);
    }
  }
  while (wait(NULL) > 0) continue;
""", "it uses more than 600 MB of memory (--limit external-memory)"),
    "files": (r"""
  for (int k = 0; k < 10000; k++) {
    if (!fopen("/dev/null", "r")) ModelicaFormatError("%d files", k);
  }
""", " files"),
    "large_file": (r"""
  snprintf(path, sizeof path, "%s/mine", getenv("TMPDIR"));
  ftruncate(open(path, O_CREAT | O_WRONLY, 0600), 2000000000L);
""", "it crashed: File size limit exceeded"),
    "loops": (r"""
  for (volatile int k = 0; k >= 0;) k = (k + 1) % 7;
""", "it does not return within 2 seconds (--limit external-seconds)"),
    "sleeps": (r"""
  signal(SIGTERM, SIG_IGN);
  for (;;) pause();
""", "it does not return within 10 seconds (--limit external-seconds)"),
    "kills": (r"""
  if (kill(getppid(), SIGKILL) != 0 && kill(-1, SIGKILL) != 0)
    ModelicaError("no signals");
""", "no signals"),
    "rights": (r"""
  int done = 0;
  done += ptrace(PTRACE_ATTACH, getppid(), NULL, NULL) == 0;
  done += mount("none", folder, "tmpfs", 0, NULL) == 0;
  done += syscall(SYS_unshare, 0x10000000 /* CLONE_NEWUSER */) == 0;
  done += syscall(SYS_chroot, folder) == 0;
  done += setuid(12345) == 0;
  done += syscall(SYS_setgroups, 0, NULL) == 0;
  done += setsid() > 0;
  done += ioctl(2, TIOCSTI, "x") == 0;
  done += syscall(SYS_init_module, "", 0, "") == 0 || errno != EPERM;
  done += syscall(SYS_kexec_load, 0, 0, NULL, 0) == 0 || errno != EPERM;
  done += syscall(SYS_bpf, 0, NULL, 0) >= 0 || errno != EPERM;
  done += syscall(425 /* io_uring_setup */, 1, NULL) >= 0 || errno != EPERM;
  if (done == 0) ModelicaError("none of it");
""", "none of it"),
    # a descriptor's owner gets a signal of one's choice
    "owner": (r"""
  int ends[2];
  pipe(ends);
  fcntl(ends[0], 8 /* F_SETOWN */, getppid());
  fcntl(ends[0], 10 /* F_SETSIG */, SIGKILL);
  fcntl(ends[0], F_SETFL, fcntl(ends[0], F_GETFL) | 020000 /* O_ASYNC */);
  if (write(ends[1], "x", 1) == 1 && usleep(300000) == 0)
    ModelicaError("nobody is killed");
""", "nobody is killed"),
    "slows": (r"""
  unsigned long first = 1;
  int done = syscall(SYS_setpriority, 0, getppid(), 19) == 0;
  done += syscall(SYS_sched_setaffinity, getppid(), sizeof first, &first) == 0;
  done += syscall(SYS_ioprio_set, 1, getppid(), 3 << 13) == 0;
  if (done == 0 && syscall(SYS_setpriority, 0, 0, 1) == 0)
    ModelicaError("only itself");
""", "only itself"),
    # memory that outlives it, or that is no process's
    "lasting": (r"""
  int done = syscall(SYS_shmget, 0, 1 << 20, 01600) >= 0;
  done += syscall(SYS_semget, 0, 1, 01600) >= 0;
  done += syscall(SYS_msgget, 0, 01600) >= 0;
  done += syscall(SYS_mq_open, "hostile", O_CREAT | O_RDWR, 0600, NULL) >= 0;
  done += syscall(SYS_memfd_create, "hostile", 0) >= 0;
  if (done == 0) ModelicaError("nothing lasts");
""", "nothing lasts"),
    "prints": (r"""
  for (;;) puts("and again, and again, and again, and again, and again");
""", "it prints more than 1 MiB (--limit output)"),
    # deeper than any path is long, and closed
    "deep": (r"""
  const char *name = "a folder in a folder in a folder in a folder";
  chdir(getenv("TMPDIR"));
  for (int k = 0; k < 2000; k++) {
    if (mkdir(name, 0700) != 0 || chdir(name) != 0) ModelicaError("flat");
    close(open("file", O_CREAT | O_WRONLY, 0600));
    chmod("..", 0);
  }
  ModelicaError("deep");
""", "deep"),
    "links": (r"""
  static const char *const name[] = {"arguments", "results", "call_1.c"};
  for (int k = 0; k < 3; k++) {
    char other[1000], self[900] = "";
    readlink("/proc/self/exe", self, sizeof self - 1);
    if (strrchr(self, '/')) *strrchr(self, '/') = 0;
    snprintf(other, sizeof other, "%s/%s", self, name[k]);
    unlink(other);
    symlink(path, other);
    snprintf(other, sizeof other, "%s/%s", getenv("TMPDIR"), name[k]);
    unlink(other);
    symlink(path, other);
  }
  if (n == 2) abort();
""", "it crashed: Aborted"),
    "fifo": (r"""
  snprintf(path, sizeof path, "%s/results", getenv("TMPDIR"));
  unlink(path);
  mkfifo(path, 0600);
  _exit(0);
""", "it ends the program"),
}


# These numbers can be set; the others have the usual ones.
SMALLER = {"loops": "external-seconds=2",
           "prints": "output=1",
           "children_allocate": "external-memory=600",
           "some_processes": "external-processes=20"}


def escaped(text):
    return text.replace("\\", "\\\\").replace('"', '\\"')


# Thousands of folders: where the disk is busy each takes a millisecond.
MEMORY = "/dev/shm"


@contextlib.contextmanager
def quick_folder():
    """In memory, where that is possible."""
    can = os.access(MEMORY, os.W_OK | os.X_OK) and \
        shutil.disk_usage(MEMORY).free > 100e6
    with tempfile.TemporaryDirectory(
            dir=MEMORY if can else None) as place:
        yield place


@contextlib.contextmanager
def hostile_model(body, many_folders=False):
    """The model; where it may write nothing; the environment."""
    elsewhere = (quick_folder() if many_folders else
                 contextlib.nullcontext())
    with folder() as place, elsewhere as other:
        kept, home = (os.path.join(place, n) for n in ("kept", "home"))
        temporary = os.path.join(other if many_folders else place, "t")
        os.mkdir(temporary)
        os.mkdir(home)
        write(kept, "kept")
        os.chmod(kept, 0o640)
        write(os.path.join(home, ".profile"), "")
        model = write(os.path.join(place, "m.mo"), MODEL % (
            escaped(HEAD + body), place, place))
        yield model, dict(os.environ, TMPDIR=temporary, HOME=home)
        need(read(kept) == "kept" and os.stat(kept).st_mode & 0o777 == 0o640,
             "a file was changed")
        need(read(os.path.join(home, ".profile")) == "" and
             os.listdir(home) == [".profile"], "the home was changed")
        need(set(os.listdir(place)) - {"t"} == {"home", "kept", "m.mo"},
             f"files are left: {os.listdir(place)}")
        need(is_emptied(temporary), "temporary files are left")
        need(ended(temporary), "processes are left")


def ended(temporary):
    for _ in range(50):
        if not check.processes_of(temporary):
            return True
        time.sleep(0.1)
    return False


def hostile(name):
    body, words = HOSTILE[name]
    options = ["--limit", SMALLER[name]] if name in SMALLER else []

    def test():
        with hostile_model(body, name == "deep") as (model, env):
            done = foucault("flatten", model, "--external", "--color",
                            "never", *options, status=1, env=env)
            for text in ("error E217", "'Hostile.f'", words):
                need(text in done.stderr, done.stderr[-1500:])
    return test


def left_running():
    """What a call has started ends with it, also where it goes well."""
    with hostile_model(r"""
  for (int k = 0; k < 20; k++) {
    if (fork() == 0) {
      setsid();
      if (fork() == 0) for (;;) pause();
      _exit(0);
    }
  }
""") as (model, env):
        done = foucault("flatten", model, "--external", env=env)
        need("constant Real y = 2" in done.stdout, done.stdout)


def useful():
    """What ordinary code does goes on: the shell, threads, its own files."""
    body = r"""
  snprintf(path, sizeof path, "%s/mine", getenv("TMPDIR"));
  FILE *mine = fopen(path, "w+");
  if (!mine || fputs("7", mine) < 0) ModelicaError("no file");
  fclose(mine);
  if (system("test \"$(cat \"$TMPDIR/mine\")\" = 7 && echo seen >&2") != 0)
    ModelicaError("no shell");
  FILE *words = popen("echo 4", "r");
  if (!words || fscanf(words, "%d", &n) != 1) ModelicaError("no pipe");
  pclose(words);
  signal(SIGUSR1, SIG_IGN);
  raise(SIGUSR1);
"""
    with hostile_model(body) as (model, env):
        done = foucault("flatten", model, "--external", env=env)
        need("constant Real y = 4" in done.stdout, done.stdout)
        need("seen" in done.stderr, done.stderr)


# --- the machine ------------------------------------------------------------

def cleaned():
    """What it prints moves no cursor, in no way that it may be said."""
    body = r"""
  fputs("\033[2J\r\177\302\2332J\302\260C\n", stderr);
  puts("\033]0;mine\007\tout");
  fflush(stdout);
  ModelicaMessage("\033[31mred\n");
"""
    with hostile_model(body) as (model, env):
        done = foucault("flatten", model, "--external", env=env)
        for text in ("?[2J???2J\u00b0C\n", "?]0;mine?\tout\n", "?[31mred\n"):
            need(text in done.stderr, repr(done.stderr[:400]))


def compiles_for_ever():
    """Macros of macros that are 1e12 numbers: the compiler gives up."""
    macros = "\n".join(f"#define A{k} " + "+".join([f"A{k - 1}"]*100)
                       for k in range(1, 7))
    with folder() as place:
        os.mkdir(os.path.join(place, "t"))
        model = write(os.path.join(place, "m.mo"), MODEL % (
            f"#define A0 1\n{macros}\nstatic double hostile(const char *a, "
            "int n)\n{\n  n = A6;", place, place))
        done = foucault("flatten", model, "--external", "--color", "never",
                        "--limit", "external-seconds=1",
                        "--limit", "external-memory=100", status=1,
                        env=dict(os.environ, TMPDIR=os.path.join(place, "t")))
        need("error E503" in done.stderr, done.stderr[:1000])
        need(is_emptied(os.path.join(place, "t")), "files are left")


def put_compiler(place, text):
    """An environment whose C compiler is this script."""
    path = write(os.path.join(place, "cc"), "#!/bin/sh\n" + text)
    os.chmod(path, 0o755)
    temporary = os.path.join(place, "t")
    os.mkdir(temporary)
    return dict(os.environ, CC=path, TMPDIR=temporary)


KILLED = {
    "at_once": "kill -9 $$\n",
    "with_half_a_file": "while [ $# -gt 1 ]; do [ \"$1\" = -o ] && "
                        "echo half > \"$2\"; shift; done\nkill -9 $$\n",
    "out_of_memory": "kill -6 $$\n",
    "without_a_file": "exit 0\n",
}


def killed_compiler(name):
    def test():
        with folder() as place:
            env = put_compiler(place, KILLED[name])
            model = write(os.path.join(place, "m.mo"), SMALL)
            for words in (["build", model, "-o", "m.fmu"],
                          ["simulate", model, "--no-cache", "-o", "m.csv"]):
                old = write(os.path.join(place, words[-1]), "old")
                words[-1] = old
                done = foucault(*words, status=1, env=env)
                need("error E50" in done.stderr, done.stderr)
                need(len(done.stderr) < 3000, "many words")
                need(read(old) == "old", "the old file is gone")
                need(is_emptied(env["TMPDIR"]), "temporary files are left")
            need(sorted(os.listdir(place)) ==
                 ["cc", "m.csv", "m.fmu", "m.mo", "t"],
                 f"files are left: {os.listdir(place)}")
    return test


def stopped_in_compiler(number):
    """The user stops the program while the C compiler runs."""
    def test():
        with folder() as place:
            begun = os.path.join(place, "begun")
            env = put_compiler(place, f"echo > {begun}\nexec sleep 60.25\n")
            model = write(os.path.join(place, "m.mo"), SMALL)
            old = write(os.path.join(place, "m.fmu"), "old")
            child = subprocess.Popen(
                [RELEASE, "build", model, "-o", old], env=env,
                start_new_session=True, stderr=subprocess.DEVNULL,
                # the tests may run where SIGINT is ignored
                preexec_fn=lambda: signal.signal(signal.SIGINT,
                                                 signal.SIG_DFL))
            try:
                for _ in range(200):
                    if os.path.exists(begun):
                        break
                    time.sleep(0.05)
                need(os.path.exists(begun), "no compiler was started")
                os.killpg(child.pid, number)
                child.wait(20)
            finally:
                child.kill()
            need(child.returncode != 0, "the status is 0")
            need(read(old) == "old", "the old file is gone")
            need(is_emptied(env["TMPDIR"]), "temporary files are left")
            need(sorted(os.listdir(place)) ==
                 ["begun", "cc", "m.fmu", "m.mo", "t"],
                 f"files are left: {os.listdir(place)}")
    return test


@contextlib.contextmanager
def disk(kilobytes):
    """A small disk; a limit for files where none can be made."""
    with folder() as place:
        done = run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k",
                    "foucault-test", place])
        need(done.returncode == 0, f"no disk: {done.stderr}")
        try:
            yield place
        finally:
            run(["umount", place])


def model_and_fmu(place):
    model = write(os.path.join(place, "m.mo"), SMALL)
    fmu = os.path.join(place, "m.fmu")
    foucault("build", model, "-o", fmu, "--compiler", "fast")
    return model, fmu


def full_temporary():
    """A disk for temporary files, from nothing to nearly enough."""
    with folder() as place:
        model, fmu = model_and_fmu(place)
        old = write(os.path.join(place, "old"), "old")
        n_failures = 0
        for size in 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048:
            with disk(size) as temporary:
                env = dict(os.environ, TMPDIR=temporary)
                for words in (["build", model, "-o", old],
                              ["simulate", model, "--no-cache", "-o", old],
                              ["simulate", fmu, "-o", old],
                              ["check", fmu]):
                    done = run([RELEASE, *words], env=env, cwd=place)
                    what = f"{size} kB, {words[0]}: {done.stderr[-600:]}"
                    need(done.returncode in (0, 1),
                         f"status {done.returncode}, {what}")
                    said = done.stderr + (done.stdout if words[0] == "check"
                                          else "")
                    need(done.returncode == 0 or
                         "error" in said or "No space" in said, what)
                    n_failures += done.returncode == 1
                    need(done.returncode == 0 or read(old) == "old", what)
                    need(is_emptied(temporary), f"files are left, {what}")
                    write(old, "old")
            left = sorted(os.listdir(place))
            need(left == ["m.fmu", "m.mo", "old"], f"files are left: {left}")
        need(n_failures >= 8, f"{n_failures} failures")


# Every file that a command makes, by its name.
MAKES = {
    "x.fmu": ["build", "MODEL", "-o"],
    "x.csv": ["simulate", "FMU", "--step", "1e-5", "-o"],
    "x.mat": ["simulate", "FMU", "--step", "1e-5", "-o"],
    "x.svg": ["simulate", "FMU", "--plot", "x", "--plot-file"],
    "x.html": ["explain", "MODEL", "--html"],
    "x.d": ["build", "MODEL", "-o", "OTHER", "--depfile"],
    "x.xml": ["check", "FMU", "--junit"],
    "y.csv": ["check", "FMU", "--csv"],
}


def make_into(place, name, target, **options):
    words = [{"MODEL": os.path.join(place, "m.mo"),
              "FMU": os.path.join(place, "m.fmu"),
              "OTHER": os.path.join(place, "other.fmu")}.get(w, w)
             for w in MAKES[name]]
    return run([RELEASE, *words, os.path.join(target, name)], **options)


def fails_into(place, name, target, done):
    """What came of a command whose file could not be made."""
    what = f"{name}: status {done.returncode}, {done.stderr[-800:]}"
    need(done.returncode == 1, what)
    said = done.stderr + (done.stdout if MAKES[name][0] == "check" else "")
    need("error E501" in said or "error E606" in said or
         "error run-files" in said, what)
    need(read(os.path.join(target, name)) == "old", f"the old file: {what}")


def full_output(name):
    def test():
        with folder() as place, disk(4) as target:
            model_and_fmu(place)
            write(os.path.join(target, name), "old")
            done = make_into(place, name, target)
            fails_into(place, name, target, done)
            need(os.listdir(target) == [name], str(os.listdir(target)))
    return test


def read_only_output(name):
    def test():
        with folder() as place, disk(1000) as target:
            model_and_fmu(place)
            write(os.path.join(target, name), "old")
            need(run(["mount", "-o", "remount,ro", target]).returncode == 0,
                 "no read-only disk")
            done = make_into(place, name, target)
            fails_into(place, name, target, done)
            need(os.listdir(target) == [name], str(os.listdir(target)))
    return test


def no_temporary():
    """A folder for temporary files that is read-only, is a file, is not."""
    with folder() as place, disk(100) as target:
        model, fmu = model_and_fmu(place)
        old = write(os.path.join(place, "old"), "old")
        need(run(["mount", "-o", "remount,ro", target]).returncode == 0, "ro")
        for root in target, old, os.path.join(place, "none"):
            env = dict(os.environ, TMPDIR=root)
            for words in (["build", model, "-o", old],
                          ["simulate", fmu, "-o", old],
                          ["simulate", model, "--no-cache"]):
                done = foucault(*words, status=1, env=env)
                need("error E501" in done.stderr and root in done.stderr,
                     done.stderr)
                need(read(old) == "old", "the old file")
            done = foucault("check", fmu, env=env, status=1)
            need("error run-files" in done.stdout, done.stdout)
        left = sorted(os.listdir(place))
        need(left == ["m.fmu", "m.mo", "old"], f"files are left: {left}")


def full_standard_output():
    with folder() as place, open("/dev/full", "w") as full:
        model, fmu = model_and_fmu(place)
        for words in (["flatten", model], ["flatten", model, "--json"],
                      ["explain", model], ["simulate", fmu, "--json"],
                      ["simulate", fmu, "-o", "-"], ["info", fmu],
                      ["check", fmu], ["check", fmu, "--json"]):
            done = subprocess.run([RELEASE, *words], stdout=full, cwd=place,
                                  stderr=subprocess.PIPE, text=True)
            need(done.returncode == 1 and done.stderr,
                 f"{words}: {done.returncode}, {done.stderr}")


RANDOM = {
    "simulate": (["simulate", "MODEL", "--no-cache", "--compiler", "fast",
                  "--step", "1e-4", "-o", "x"], 0.4),
    "simulate_fmu": (["simulate", "FMU", "--step", "1e-5", "-o", "x"], 0.4),
    "explain": (["explain", "MODEL", "--html", "x"], 0.2),
    "check": (["check", "FMU", "--junit", "x"], 1.0),
}


def killed_at_random(name):
    words, longest = RANDOM[name]

    def test():
        with folder() as place:
            model, fmu = model_and_fmu(place)
            temporary = os.path.join(place, "t")
            os.mkdir(temporary)
            old = write(os.path.join(place, "x"), "old")
            env = dict(os.environ, TMPDIR=temporary)
            chance = random.Random(7)
            command = [RELEASE] + [{"MODEL": model, "FMU": fmu}.get(w, w)
                                   for w in words]
            run(command, env=env, cwd=place)
            whole = os.path.getsize(old)
            for _ in range(20):
                child = subprocess.Popen(
                    command, env=env, cwd=place, stderr=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL)
                time.sleep(longest*chance.random())
                child.kill()
                child.wait()
                # the last moments are those after the file was replaced
                need(read(old) == "old" or os.path.getsize(old) >= 0.9*whole,
                     "neither the old file nor a complete new one")
                write(old, "old")
            need(is_emptied(temporary), "temporary files are left")
            need(ended(temporary), "processes are left")
            for _ in range(50):
                left = sorted(os.listdir(place))
                if left == ["m.fmu", "m.mo", "t", "x"]:
                    break
                time.sleep(0.1)
            need(left == ["m.fmu", "m.mo", "t", "x"],
                 f"files are left: {left}")
    return test


def collect(runner):
    for name in HOSTILE:
        runner.add(f"contain/code/{name}", hostile(name))
    runner.add("contain/code/left_running", left_running)
    runner.add("contain/code/useful", useful)
    runner.add("contain/code/cleaned", cleaned)
    runner.add("contain/code/compiles_for_ever", compiles_for_ever)
    for name in KILLED:
        runner.add(f"contain/compiler/{name}", killed_compiler(name))
    for number in signal.SIGINT, signal.SIGTERM, signal.SIGKILL:
        runner.add(f"contain/compiler/{number.name}",
                   stopped_in_compiler(number))
    for name in MAKES:
        runner.add(f"contain/full/{name}", full_output(name))
        runner.add(f"contain/read_only/{name}", read_only_output(name))
    runner.add("contain/full/temporary", full_temporary)
    runner.add("contain/full/standard_output", full_standard_output)
    runner.add("contain/read_only/temporary", no_temporary)
    for name in RANDOM:
        runner.add(f"contain/killed/{name}", killed_at_random(name))
