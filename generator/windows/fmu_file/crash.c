/* crash.c: fmu_file/crash.h on Windows: exceptions that nobody takes. */
#include "fmu_file/crash.h"

#include <io.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
#include <windows.h>

struct CrashWatch {
  LPTOP_LEVEL_EXCEPTION_FILTER before;
  void (*abort_before)(int);
};

static _Noreturn void end_as_crash(void)
{
  static const char text[] = "foucault: error E604: the FMU crashed\n";
  _write(STDERR_FILENO, text, sizeof text - 1);
  _exit(1); /* the FMU is at fault */
}

static LONG WINAPI take_exception(EXCEPTION_POINTERS *exception)
{
  (void)exception;
  end_as_crash();
}

static void take_abort(int signal_number)
{
  (void)signal_number;
  end_as_crash();
}

CrashWatch *crash_watch_begin(bool is_warded, CrashRescue rescue)
{
  (void)is_warded;
  (void)rescue;
  CrashWatch *watch = calloc(1, sizeof *watch);
  if (!watch) return NULL;
  watch->before = SetUnhandledExceptionFilter(take_exception);
  watch->abort_before = signal(SIGABRT, take_abort);
  return watch;
}

void crash_watch_end(CrashWatch *watch)
{
  if (!watch) return;
  SetUnhandledExceptionFilter(watch->before);
  signal(SIGABRT, watch->abort_before);
  free(watch);
}
