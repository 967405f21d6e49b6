/* child.c: fork, watch, collect. */
#define _GNU_SOURCE
#include "check/run/child.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "base/system/descendants.h"
#include "base/system/guard.h"
#include "base/system/ward_gate.h"
#include "base/vector.h"

enum {
  POLL_MILLISECONDS = 20,
  MOST_BYTES = 1 << 22,
  PATIENCE = 3,
  MOST_PROCESSES = 64 /* that an FMU may start */
};

/* Bytes that arrived through a pipe. */
typedef struct Stream {
  int fd; /* -1: at its end */
  char *bytes;
  int n, cap;
  double total; /* bytes, also those that were not kept */
} Stream;

typedef struct Watch {
  Findings *f;
  const char *name;
  const ChildLimits *limits;
  ChildMark *mark;
  pid_t pid;
  Stream report, printed;
  WardGate gate;
  double begin, last_call_at, counted_at;
  double cpu_at_last_call;
  long last_calls;
  bool killed; /* a finding says why */
} Watch;

/* --- in the child --- */

static void behave_as_child(int report, int printed)
{
  static const int ordinary[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
  for (size_t i = 0; i < sizeof ordinary / sizeof ordinary[0]; i++) {
    signal(ordinary[i], SIG_DFL);
  }
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  int nothing = open("/dev/null", O_RDONLY);
  if (nothing >= 0) dup2(nothing, STDIN_FILENO);
  dup2(printed, STDOUT_FILENO);
  dup2(printed, STDERR_FILENO);
  fcntl(report, F_SETFD, FD_CLOEXEC);
}

/* What the FMU has closed or replaced is another file, or none. */
static bool is_report(FILE *out, const struct stat *before)
{
  struct stat now;
  return fflush(out) == 0 && !ferror(out) && fstat(fileno(out), &now) == 0 &&
         now.st_dev == before->st_dev && now.st_ino == before->st_ino;
}

/* --- what arrives --- */

static void receive(Findings *f, Stream *s)
{
  assert(s->fd >= 0);
  char piece[4096];
  ssize_t n = read(s->fd, piece, sizeof piece);
  if (n < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (n <= 0) {
    close(s->fd);
    s->fd = -1;
    return;
  }
  s->total += (double)n;
  if (s->n > MOST_BYTES) return; /* an FMU that floods us */
  s->bytes =
      vector_grow(f->s->session_arena, s->bytes, &s->cap, s->n + (int)n, 1);
  memcpy(s->bytes + s->n, piece, (size_t)n);
  s->n += (int)n;
}

static void wait_for_bytes(Watch *w)
{
  struct pollfd p[3] = {{w->report.fd, POLLIN, 0}, {w->printed.fd, POLLIN, 0}};
  ward_gate_poll(&w->gate, &p[2]);
  if (poll(p, 3, POLL_MILLISECONDS) <= 0) return;
  if (p[0].revents && w->report.fd >= 0) receive(w->f, &w->report);
  if (p[1].revents && w->printed.fd >= 0) receive(w->f, &w->printed);
  ward_gate_pass(&w->gate, &p[2]);
}

/* --- limits --- */

static double resident_megabyte(pid_t pid)
{
  char path[64];
  snprintf(path, sizeof path, "/proc/%ld/statm", (long)pid);
  FILE *file = fopen(path, "r");
  long size = 0, resident = 0;
  if (!file) return 0;
  if (fscanf(file, "%ld %ld", &size, &resident) != 2) resident = 0;
  fclose(file);
  return (double)resident * (double)sysconf(_SC_PAGESIZE) / 1e6;
}

/* Of the child so far: another process that is busy does not count. */
static double cpu_seconds(pid_t pid)
{
  clockid_t clock;
  struct timespec t;
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &t) != 0)
    return 0;
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void end_child(Watch *w, RuleId rule, const char *what, double amount,
                      const char *unit)
{
  assert(!w->killed);
  finding_at(w->f, rule, w->mark->call[0] ? w->mark->call : w->name,
             "%s %g %s (%s, time %g)", what, amount, unit, w->name,
             w->mark->time);
  w->killed = true;
  kill(w->pid, SIGKILL);
}

/* What the FMU has started counts, too; looked at twice a second, and where
 * one more would be too many. */
static void watch_descendants(Watch *w, double t)
{
  if (t - w->counted_at < 0.5 && !w->gate.is_full) return;
  w->counted_at = t;
  Descendants all = descendants_measure(guard_process(w->f->s->temporary));
  int room = MOST_PROCESSES + 1 - all.n;
  if (room < 0 || (room == 0 && w->gate.is_full))
    end_child(w, RULE_RUN_PROCESSES, "has started more than", MOST_PROCESSES,
              "processes");
  else if (all.megabytes > w->limits->memory_megabyte)
    end_child(w, RULE_RUN_HUNGRY, "with all it starts it uses more than",
              w->limits->memory_megabyte, "MB");
  else if (w->gate.is_full)
    ward_gate_open(&w->gate, room);
}

static void watch_limits(Watch *w)
{
  double t = clock_now();
  if (w->mark->calls != w->last_calls) {
    w->last_calls = w->mark->calls;
    w->last_call_at = t;
    w->cpu_at_last_call = cpu_seconds(w->pid);
  }
  /* A call that computes may take its limit of CPU time; one that waits, or a
   * machine that is busy, PATIENCE times as long. */
  double cpu = cpu_seconds(w->pid) - w->cpu_at_last_call;
  bool lasts = cpu > w->limits->call_seconds ||
               t - w->last_call_at > PATIENCE * w->limits->call_seconds;
  double memory = resident_megabyte(w->pid);
  if (lasts) {
    end_child(w, RULE_RUN_HANG, "does not return within",
              w->limits->call_seconds, "s");
  } else if (cpu_seconds(w->pid) > w->limits->total_seconds ||
             t - w->begin > PATIENCE * w->limits->total_seconds) {
    end_child(w, RULE_RUN_HANG, "the part takes longer than",
              w->limits->total_seconds, "s");
  } else if (memory > w->limits->memory_megabyte) {
    end_child(w, RULE_RUN_HUNGRY, "uses more than", w->limits->memory_megabyte,
              "MB");
  } else {
    watch_descendants(w, t);
  }
}

/* --- the end --- */

static void report_end(Watch *w, int status)
{
  if (w->killed) return;
  const char *call = w->mark->call[0] ? w->mark->call : w->name;
  if (WIFSIGNALED(status)) {
    finding_at(w->f, RULE_RUN_CRASH, call, "crashed with %s (%s, time %g)",
               strsignal(WTERMSIG(status)), w->name, w->mark->time);
  } else if (!w->mark->done) {
    finding_at(w->f, RULE_RUN_CRASH, call,
               "ended the process with status %d (%s, time %g)",
               WEXITSTATUS(status), w->name, w->mark->time);
  } else if (w->mark->is_mute) {
    finding_at(w->f, RULE_RUN_PROCESS, w->name,
               "files of the process were closed or replaced: what was found "
               "in this part is lost");
  }
}

static void report_left(Watch *w, int n)
{
  if (n == 0 || w->killed) return;
  finding_at(w->f, RULE_RUN_PROCESSES, w->name,
             "left %d process%s running, which %s ended", n, n == 1 ? "" : "es",
             n == 1 ? "was" : "were");
}

static void report_printed(Watch *w)
{
  if (w->printed.n == 0) return;
  int n = 0;
  while (n < w->printed.n && n < 60 && w->printed.bytes[n] >= ' ') n++;
  finding_at(w->f, RULE_RUN_PRINTS, w->name, "printed %.0f bytes: '%.*s'",
             w->printed.total, n, w->printed.bytes);
}

static void watch_child(Watch *w)
{
  assert(w->pid > 0);
  int status = 0, n_left = 0;
  bool ended = false;
  while (!ended || w->report.fd >= 0 || w->printed.fd >= 0) {
    wait_for_bytes(w);
    if (w->gate.is_ending) ward_gate_open(&w->gate, w->gate.room);
    if (!ended) {
      ended = waitpid(w->pid, &status, WNOHANG) == w->pid;
      /* they may hold the pipes open */
      if (ended) n_left = descendants_end(guard_process(w->f->s->temporary));
      if (!ended && !w->killed) watch_limits(w);
    } else if (clock_now() - w->begin >
               PATIENCE * w->limits->total_seconds + 5) {
      break; /* a grandchild holds the pipes */
    }
  }
  findings_read(w->f, w->report.bytes, (size_t)w->report.n);
  report_end(w, status);
  report_left(w, n_left);
  report_printed(w);
}

static bool open_pipes(int report[2], int printed[2])
{
  if (pipe(report) != 0) return false;
  if (pipe(printed) == 0) return true;
  close(report[0]);
  close(report[1]);
  return false;
}

static void be_child(Findings *f, const int report[2], const int printed[2],
                     const int talk[2],
                     void (*stage)(void *, Findings *, ChildMark *),
                     void *context, ChildMark *mark)
{
  close(report[0]);
  close(printed[0]);
  behave_as_child(report[1], printed[1]);
  /* Only what is found here: the parent has the rest. */
  Findings own = {.s = f->s, .echo = fdopen(report[1], "w")};
  struct stat before;
  bool has_report = own.echo && fstat(report[1], &before) == 0;
  memcpy(own.ignore, f->ignore, sizeof own.ignore);
  if (talk[0] >= 0) close(talk[0]);
  if (talk[1] >= 0) ward_gate_enter(talk[1]);
  if (f->echo) close(fileno(f->echo)); /* what was found before stays */
  stage(context, &own, mark);
  fflush(stdout);
  mark->is_mute = !has_report || !is_report(own.echo, &before);
  mark->done = true;
  _exit(0);
}

/* Nothing is known of the FMU then. */
static void report_no_child(Findings *f, const char *name)
{
  finding_at(f, RULE_NOT_RUN, name, "this part was left out: %s",
             strerror(errno));
}

void child_run(Findings *f, const char *name, const ChildLimits *limits,
               void (*stage)(void *, Findings *, ChildMark *), void *context,
               ChildMark *left)
{
  ChildMark *mark = mmap(NULL, sizeof *mark, PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (mark == MAP_FAILED) {
    report_no_child(f, name);
    return;
  }
  int report[2], printed[2];
  if (!open_pipes(report, printed)) {
    report_no_child(f, name);
    munmap(mark, sizeof *mark);
    return;
  }
  int talk[2];
  ward_gate_make(talk);
  descendants_adopt();
  fflush(NULL);
  pid_t pid = fork();
  if (pid == 0) be_child(f, report, printed, talk, stage, context, mark);
  if (pid < 0) report_no_child(f, name);
  close(report[1]);
  close(printed[1]);
  Watch w = {.f = f,
             .name = name,
             .limits = limits,
             .mark = mark,
             .pid = pid,
             .report.fd = report[0],
             .printed.fd = printed[0],
             .begin = clock_now(),
             .last_call_at = clock_now()};
  if (talk[1] >= 0) close(talk[1]);
  if (pid > 0) {
    w.gate = ward_gate_begin(talk[0], pid, MOST_PROCESSES);
    watch_child(&w);
    ward_gate_end(&w.gate);
  } else {
    close(report[0]);
    close(printed[0]);
    if (talk[0] >= 0) close(talk[0]);
  }
  *left = *mark;
  munmap(mark, sizeof *mark);
}
