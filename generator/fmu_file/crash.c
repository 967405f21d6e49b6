/* crash.c: handlers for the signals of broken code. */
#define _XOPEN_SOURCE 700
#include "fmu_file/crash.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { N_CRASH_SIGNALS = 5, STACK_SIZE = 256 * 1024, RESCUE_SECONDS = 5 };

struct CrashWatch {
  struct sigaction before[N_CRASH_SIGNALS];
  stack_t stack_before;
  char stack[STACK_SIZE]; /* handlers run here: the FMU may have used up the
                             ordinary one */
};

static const int crash_signal[N_CRASH_SIGNALS] = {SIGSEGV, SIGBUS, SIGFPE,
                                                  SIGILL, SIGABRT};

/* A handler reaches nothing but what lives as long as the program. */
static CrashRescue crash_rescue;

/* Once: what crashes while it saves does not begin again. */
static void crash_save(void)
{
  CrashRescue rescue = crash_rescue;
  crash_rescue.save = NULL;
  if (!rescue.save) return;
  signal(SIGALRM, SIG_DFL);
  alarm(RESCUE_SECONDS);
  rescue.save(rescue.context);
  alarm(0);
}

static void report_signal(int signal_number)
{
  static const char text[] = "foucault: error E604: the FMU crashed\n";
  (void)signal_number;
  crash_save();
  /* Nobody would learn of it if this fails. */
  ssize_t n = write(STDERR_FILENO, text, sizeof text - 1);
  (void)n;
  _exit(1); /* the FMU is at fault */
}

/* As if nobody had a handler: the process that watches sees which one it
 * was. */
static void crash_end_by(int signal_number)
{
  struct sigaction plain;
  memset(&plain, 0, sizeof plain);
  plain.sa_handler = SIG_DFL;
  sigaction(signal_number, &plain, NULL);
  crash_save();
  raise(signal_number);
}

CrashWatch *crash_watch_begin(bool is_warded, CrashRescue rescue)
{
  static bool is_registered;
  CrashWatch *watch = calloc(1, sizeof *watch);
  if (!watch) return NULL;
  stack_t stack = {.ss_sp = watch->stack, .ss_size = STACK_SIZE};
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = is_warded ? crash_end_by : report_signal;
  if (sigaltstack(&stack, &watch->stack_before) == 0) {
    action.sa_flags = SA_ONSTACK;
  }
  for (int i = 0; i < N_CRASH_SIGNALS; i++) {
    sigaction(crash_signal[i], &action, &watch->before[i]);
  }
  crash_rescue = rescue;
  if (!is_registered) is_registered = atexit(crash_save) == 0;
  return watch;
}

void crash_watch_end(CrashWatch *watch)
{
  crash_rescue.save = NULL;
  if (!watch) return;
  for (int i = 0; i < N_CRASH_SIGNALS; i++) {
    sigaction(crash_signal[i], &watch->before[i], NULL);
  }
  sigaltstack(&watch->stack_before, NULL);
  free(watch);
}
