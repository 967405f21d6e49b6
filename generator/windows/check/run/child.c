/* child.c: check/run/child.h on Windows.
 *
 * A process cannot be copied there. So the program is started once more with
 * the same words, and does all that it has done here until it comes to the
 * part that is wanted: it passes by the parts before, whose marks it is told,
 * and ends after the part (windows/check/run/replay.h).
 */
#include "check/run/child.h"

#include <assert.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/vector.h"
#include "windows/check/run/replay.h"
#include "windows/process.h"

#include <psapi.h>

enum { POLL_MILLISECONDS = 10, MOST_BYTES = 1 << 22 };

#define PATIENCE 3.0

/* Bytes that arrived through a pipe. */
typedef struct PipeBytes {
  HANDLE end; /* NULL: at its end */
  char *bytes;
  int n, cap;
} PipeBytes;

typedef struct ChildWatch {
  Findings *f;
  const char *name;
  const ChildLimits *limits;
  ChildMark *mark;
  HANDLE process;
  PipeBytes report, printed;
  double begin, last_call_at;
  double cpu_at_last_call;
  long last_calls;
  bool killed; /* a finding says why */
} ChildWatch;

static double tick_seconds(void)
{
  return 1e-3 * (double)GetTickCount64();
}

/* --- in the child --- */

static _Noreturn void
replay_stage(Findings *f, ReplayPlace place,
             void (*stage)(void *, Findings *, ChildMark *), void *context)
{
  int report = _open_osfhandle((intptr_t)place.report, _O_BINARY);
  /* Only what is found here: the parent has the rest. */
  Findings own = {.s = f->s, .echo = _fdopen(report, "wb")};
  memcpy(own.ignore, f->ignore, sizeof own.ignore);
  stage(context, &own, place.mark);
  fflush(stdout);
  if (own.echo) fflush(own.echo);
  place.mark->done = true;
  _exit(0);
}

/* --- what arrives --- */

static void child_take_bytes(Findings *f, PipeBytes *p)
{
  char piece[4096];
  DWORD waiting = 0, n = 0;
  while (p->end) {
    if (!PeekNamedPipe(p->end, NULL, 0, NULL, &waiting, NULL)) {
      CloseHandle(p->end);
      p->end = NULL;
    }
    if (!p->end || waiting == 0) return;
    if (!ReadFile(p->end, piece, sizeof piece, &n, NULL)) continue;
    if (p->n > MOST_BYTES) continue; /* an FMU that floods us */
    p->bytes =
        vector_grow(f->s->session_arena, p->bytes, &p->cap, p->n + (int)n, 1);
    memcpy(p->bytes + p->n, piece, n);
    p->n += (int)n;
  }
}

/* --- limits --- */

static double child_megabyte(HANDLE process)
{
  PROCESS_MEMORY_COUNTERS memory = {.cb = sizeof memory};
  if (!GetProcessMemoryInfo(process, &memory, sizeof memory)) return 0;
  return 1e-6 * (double)memory.WorkingSetSize;
}

static double file_time_seconds(FILETIME t)
{
  return 1e-7 *
         (double)((unsigned long long)t.dwHighDateTime << 32 | t.dwLowDateTime);
}

static double child_cpu_seconds(HANDLE process)
{
  FILETIME begin, end, system, user;
  if (!GetProcessTimes(process, &begin, &end, &system, &user)) return 0;
  return file_time_seconds(system) + file_time_seconds(user);
}

static void stop_child(ChildWatch *w, RuleId rule, const char *what,
                       double amount, const char *unit)
{
  assert(!w->killed);
  finding_at(w->f, rule, w->mark->call[0] ? w->mark->call : w->name,
             "%s %g %s (%s, time %g)", what, amount, unit, w->name,
             w->mark->time);
  w->killed = true;
  TerminateProcess(w->process, 1);
}

/* As in check/run/child.c. */
static void look_at_limits(ChildWatch *w)
{
  double t = tick_seconds(), cpu_now = child_cpu_seconds(w->process);
  if (w->mark->calls != w->last_calls) {
    w->last_calls = w->mark->calls;
    w->last_call_at = t;
    w->cpu_at_last_call = cpu_now;
  }
  bool lasts = cpu_now - w->cpu_at_last_call > w->limits->call_seconds ||
               t - w->last_call_at > PATIENCE * w->limits->call_seconds;
  if (lasts) {
    stop_child(w, RULE_RUN_HANG, "does not return within",
               w->limits->call_seconds, "s");
  } else if (cpu_now > w->limits->total_seconds ||
             t - w->begin > PATIENCE * w->limits->total_seconds) {
    stop_child(w, RULE_RUN_HANG, "the part takes longer than",
               w->limits->total_seconds, "s");
  } else if (child_megabyte(w->process) > w->limits->memory_megabyte) {
    stop_child(w, RULE_RUN_HUNGRY, "uses more than", w->limits->memory_megabyte,
               "MB");
  }
}

/* --- the end --- */

static void say_end(ChildWatch *w, DWORD status)
{
  if (w->killed) return;
  const char *call = w->mark->call[0] ? w->mark->call : w->name;
  const char *crash = process_crash(status);
  if (crash) {
    finding_at(w->f, RULE_RUN_CRASH, call, "crashed with %s (%s, time %g)",
               crash, w->name, w->mark->time);
  } else if (!w->mark->done) {
    finding_at(w->f, RULE_RUN_CRASH, call,
               "ended the process with status %d (%s, time %g)", (int)status,
               w->name, w->mark->time);
  }
}

static void say_printed(ChildWatch *w)
{
  if (w->printed.n == 0) return;
  int n = 0;
  while (n < w->printed.n && n < 60 && w->printed.bytes[n] >= ' ') n++;
  finding_at(w->f, RULE_RUN_PRINTS, w->name, "printed %d bytes: '%.*s'",
             w->printed.n, n, w->printed.bytes);
}

static void watch_process(ChildWatch *w)
{
  assert(w->process && w->mark);
  bool ended = false;
  while (!ended) {
    ended = WaitForSingleObject(w->process, POLL_MILLISECONDS) == WAIT_OBJECT_0;
    child_take_bytes(w->f, &w->report);
    child_take_bytes(w->f, &w->printed);
    if (!ended && !w->killed) look_at_limits(w);
  }
  findings_read(w->f, w->report.bytes, (size_t)w->report.n);
  say_end(w, process_end(w->process));
  say_printed(w);
}

static void say_no_child(Findings *f, const char *name)
{
  finding_at(f, RULE_NOT_RUN, name,
             "this part was left out: Windows gives error %d",
             (int)GetLastError());
}

/* The child of a part whose place is made. */
static void start_and_watch(ChildWatch *w, HANDLE report)
{
  HANDLE printed, nothing = process_file("/dev/null", false);
  if (!process_pipe(&w->printed.end, &printed)) {
    say_no_child(w->f, w->name);
    return;
  }
  w->process = process_start_again(&(ProcessFiles){nothing, printed, printed});
  CloseHandle(printed);
  CloseHandle(report);
  if (nothing) CloseHandle(nothing);
  w->begin = w->last_call_at = tick_seconds();
  if (w->process) {
    watch_process(w);
  } else {
    say_no_child(w->f, w->name);
  }
}

void child_run(Findings *f, const char *name, const ChildLimits *limits,
               void (*stage)(void *, Findings *, ChildMark *), void *context,
               ChildMark *left)
{
  ReplayPlace place = replay_next();
  if (place.kind == REPLAY_PASS) {
    *left = *place.mark;
    return;
  }
  if (place.kind == REPLAY_THIS) replay_stage(f, place, stage, context);
  *left = (ChildMark){0};
  ChildWatch w = {.f = f, .name = name, .limits = limits, .mark = place.mark};
  HANDLE report;
  if (!place.mark || !process_pipe(&w.report.end, &report)) {
    say_no_child(f, name);
    return;
  }
  replay_tell(report);
  start_and_watch(&w, report);
  if (w.report.end) CloseHandle(w.report.end);
  if (w.printed.end) CloseHandle(w.printed.end);
  *left = *place.mark;
}
