/* crash.c: handlers for the signals of broken code.
 *
 * A handler is given no context. It finds its watch by the stack that it runs
 * on, whose first bytes are the watch; the exit has one by on_exit().
 */
#define _GNU_SOURCE
#include "fmu_file/crash.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { N_CRASH_SIGNALS = 5, STACK_SIZE = 256 * 1024, RESCUE_SECONDS = 5 };

/* Stays until the program ends, for on_exit() cannot be taken back. */
typedef struct CrashExit {
  CrashRescue rescue;
  pid_t process; /* those that the FMU starts have nothing to save */
} CrashExit;

struct CrashWatch {
  const CrashWatch *self; /* this: the stack is that of a watch */
  CrashExit *exit;        /* NULL: there is nothing to save */
  struct sigaction before[N_CRASH_SIGNALS];
  stack_t stack_before;
  char stack[STACK_SIZE]; /* handlers run here, from its end down: the FMU may
                             have used up the ordinary one */
};

static const int crash_signal[N_CRASH_SIGNALS] = {SIGSEGV, SIGBUS, SIGFPE,
                                                  SIGILL, SIGABRT};

/* Once: what crashes while it saves does not begin again. */
static void crash_save(CrashExit *e)
{
  if (!e) return;
  CrashRescue rescue = e->rescue;
  e->rescue.save = NULL;
  if (!rescue.save || e->process != getpid()) return;
  signal(SIGALRM, SIG_DFL);
  alarm(RESCUE_SECONDS);
  rescue.save(rescue.context);
  alarm(0);
}

static void crash_save_at_exit(int status, void *context)
{
  (void)status;
  crash_save(context);
}

/* Of the thread that the signal has come to; NULL: it has none, since it is
 * one of the FMU, or the FMU has given it another stack. */
static CrashWatch *crash_find(void)
{
  stack_t now;
  if (sigaltstack(NULL, &now) != 0 || now.ss_flags & SS_DISABLE ||
      now.ss_size != sizeof(CrashWatch))
    return NULL;
  CrashWatch *watch = now.ss_sp;
  return watch->self == watch ? watch : NULL;
}

/* The first thread has the watch: it takes the signal in place of this one,
 * which waits for the end. */
static void crash_hand_on(int signal_number)
{
  pid_t first = getpid();
  if (syscall(SYS_gettid) == first) return;
  signal(SIGALRM, SIG_DFL);
  alarm(2 * RESCUE_SECONDS);
  if (syscall(SYS_tgkill, first, first, signal_number) != 0) return;
  for (;;) pause();
}

static void crash_report(void)
{
  static const char text[] = "foucault: error E604: the FMU crashed\n";
  /* Nobody would learn of it if this fails. */
  ssize_t n = write(STDERR_FILENO, text, sizeof text - 1);
  (void)n;
  _exit(1); /* the FMU is at fault */
}

/* Where a process watches: as if nobody had a handler, so that it sees which
 * signal it was. */
static void crash_end_by(int signal_number)
{
  CrashWatch *watch = crash_find();
  struct sigaction plain;
  if (!watch) crash_hand_on(signal_number);
  memset(&plain, 0, sizeof plain);
  plain.sa_handler = SIG_DFL;
  sigaction(signal_number, &plain, NULL);
  if (watch) crash_save(watch->exit);
  raise(signal_number);
}

static void crash_end_and_say(int signal_number)
{
  CrashWatch *watch = crash_find();
  if (!watch) crash_hand_on(signal_number);
  if (watch) crash_save(watch->exit);
  crash_report();
}

static CrashExit *crash_prepare_exit(CrashRescue rescue)
{
  CrashExit *e = calloc(1, sizeof *e);
  if (e && on_exit(crash_save_at_exit, e) != 0) {
    free(e);
    return NULL;
  }
  if (e) *e = (CrashExit){rescue, getpid()};
  return e;
}

CrashWatch *crash_watch_begin(bool is_warded, CrashRescue rescue)
{
  CrashWatch *watch = calloc(1, sizeof *watch);
  if (!watch) return NULL;
  watch->self = watch;
  /* of millions of runs in a sweep none saves anything */
  watch->exit = rescue.save ? crash_prepare_exit(rescue) : NULL;
  stack_t stack = {.ss_sp = watch, .ss_size = sizeof *watch};
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = is_warded ? crash_end_by : crash_end_and_say;
  if (sigaltstack(&stack, &watch->stack_before) == 0) {
    action.sa_flags = SA_ONSTACK;
  }
  for (int i = 0; i < N_CRASH_SIGNALS; i++) {
    sigaction(crash_signal[i], &action, &watch->before[i]);
  }
  return watch;
}

void crash_watch_end(CrashWatch *watch)
{
  if (!watch) return;
  if (watch->exit) watch->exit->rescue.save = NULL;
  for (int i = 0; i < N_CRASH_SIGNALS; i++) {
    sigaction(crash_signal[i], &watch->before[i], NULL);
  }
  sigaltstack(&watch->stack_before, NULL);
  free(watch);
}
