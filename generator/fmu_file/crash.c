/* crash.c: handlers for the signals of broken code. */
#define _XOPEN_SOURCE 700
#include "fmu_file/crash.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STACK_SIZE ((size_t)64 * 1024)

static const int crash_signal[N_CRASH_SIGNALS] = {SIGSEGV, SIGBUS, SIGFPE,
                                                  SIGILL, SIGABRT};

static void tell(int signal_number)
{
  static const char text[] = "foucault: error E604: the FMU crashed\n";
  (void)signal_number;
  /* There is nobody to tell if this fails. */
  ssize_t n = write(STDERR_FILENO, text, sizeof text - 1);
  (void)n;
  _exit(1); /* the FMU is at fault */
}

void crash_watch_begin(CrashWatch *watch)
{
  memset(watch, 0, sizeof *watch);
  watch->stack = malloc(STACK_SIZE);
  stack_t stack = {.ss_sp = watch->stack, .ss_size = STACK_SIZE};
  int flags = 0;
  if (watch->stack && sigaltstack(&stack, &watch->stack_before) == 0) {
    flags = SA_ONSTACK;
  }
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = tell;
  action.sa_flags = flags;
  for (int i = 0; i < N_CRASH_SIGNALS; i++) {
    sigaction(crash_signal[i], &action, &watch->before[i]);
  }
}

void crash_watch_end(CrashWatch *watch)
{
  for (int i = 0; i < N_CRASH_SIGNALS; i++) {
    sigaction(crash_signal[i], &watch->before[i], NULL);
  }
  if (watch->stack) sigaltstack(&watch->stack_before, NULL);
  free(watch->stack);
}
