/* abort_between.c: see abort_between.h. */
#define _GNU_SOURCE
#include "base/system/abort_between.h"

#include <assert.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

enum { MOST_TRIES = 100 };

static void abort_between_wait(void)
{
  nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

/* True: it stands still; false: it has ended, or does not stop in time. */
static bool abort_between_stop(pid_t child)
{
  kill(child, SIGSTOP);
  for (int k = 0; k < MOST_TRIES; k++) {
    siginfo_t seen = {.si_pid = 0};
    int flags = WSTOPPED | WEXITED | WNOHANG | WNOWAIT;
    if (waitid(P_PID, (id_t)child, &seen, flags) != 0) return false;
    if (seen.si_pid == child) return seen.si_code == CLD_STOPPED;
    abort_between_wait();
  }
  return false;
}

/* Of the first thread; -1: none, or it cannot be read. */
static long abort_between_call(pid_t child)
{
  char path[64];
  long number = -1;
  snprintf(path, sizeof path, "/proc/%ld/syscall", (long)child);
  FILE *in = fopen(path, "r");
  if (!in) return -1;
  if (fscanf(in, "%ld", &number) != 1) number = -1; /* "running" */
  fclose(in);
  return number;
}

/* fork() has the lock, too. */
static bool abort_between_allocates(pid_t child)
{
  static const long calls[] = {SYS_mmap, SYS_munmap,  SYS_mremap, SYS_mprotect,
                               SYS_brk,  SYS_madvise, SYS_clone};
  long now = abort_between_call(child);
  for (size_t k = 0; k < sizeof calls / sizeof calls[0]; k++) {
    if (now == calls[k]) return true;
  }
  return false;
}

void abort_between(pid_t child)
{
  assert(child > 0);
  for (int k = 0; k < MOST_TRIES; k++) {
    if (!abort_between_stop(child)) break;
    if (!abort_between_allocates(child)) break;
    /* the report of this stop is taken, so that the next one is seen */
    waitid(P_PID, (id_t)child, &(siginfo_t){.si_pid = 0}, WSTOPPED | WNOHANG);
    kill(child, SIGCONT);
    abort_between_wait();
  }
  kill(child, SIGABRT);
  kill(child, SIGCONT);
}
