/* crew.c: copies of the process. */
#define _GNU_SOURCE /* sched_getaffinity() */
#include "studies/crew.h"

#include <assert.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { MOST_WORKERS = 1000, WAIT_NANOSECONDS = 2000000, STATUS_DONE = 93 };

struct Crew {
  CrewWork work;
  void *context;
  int n_workers;
  pid_t *process; /* 0: not at work */
};

int crew_usual(bool is_thread_safe)
{
  (void)is_thread_safe;
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return 1;
  int n = CPU_COUNT(&allowed);
  return n > 0 ? n : 1;
}

int crew_most(bool is_thread_safe)
{
  (void)is_thread_safe;
  return MOST_WORKERS;
}

Crew *crew_create(int n_workers, CrewWork work, void *context)
{
  assert(n_workers > 0 && n_workers <= MOST_WORKERS && work);
  Crew *crew = calloc(1, sizeof *crew);
  pid_t *process = calloc((size_t)n_workers, sizeof *process);
  if (!crew || !process) {
    free(crew);
    free(process);
    return NULL;
  }
  *crew = (Crew){work, context, n_workers, process};
  return crew;
}

/* In the copy: it ends with the program, even where that is killed; Ctrl-C is
 * for the program to see; and what the work prints is no result. */
static _Noreturn void crew_work_and_leave(const Crew *crew, int worker,
                                          pid_t program)
{
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  if (getppid() != program) _exit(1);
  signal(SIGINT, SIG_IGN);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  crew->work(crew->context, worker);
  _exit(STATUS_DONE);
}

bool crew_start(Crew *crew, int worker)
{
  assert(worker >= 0 && worker < crew->n_workers && !crew->process[worker]);
  fflush(NULL);
  pid_t program = getpid(), process = fork();
  if (process == 0) crew_work_and_leave(crew, worker, program);
  if (process > 0) crew->process[worker] = process;
  return process > 0;
}

static CrewEnd how_it_ended(int worker, int status)
{
  CrewEnd end = {.worker = worker};
  if (WIFSIGNALED(status)) {
    end.signal = strsignal(WTERMSIG(status));
  } else if (WIFEXITED(status)) {
    end.status = WEXITSTATUS(status);
    end.is_done = end.status == STATUS_DONE;
  }
  return end;
}

CrewEnd crew_wait(Crew *crew)
{
  for (int k = 0; k < crew->n_workers; k++) {
    int status;
    if (!crew->process[k]) continue;
    if (waitpid(crew->process[k], &status, WNOHANG) != crew->process[k])
      continue;
    crew->process[k] = 0;
    return how_it_ended(k, status);
  }
  nanosleep(&(struct timespec){0, WAIT_NANOSECONDS}, NULL);
  return (CrewEnd){.worker = -1};
}

bool crew_kill(Crew *crew, int worker)
{
  pid_t process = crew->process[worker];
  return process > 0 && kill(process, SIGKILL) == 0;
}

void crew_destroy(Crew *crew)
{
  for (int k = 0; k < crew->n_workers; k++) assert(!crew->process[k]);
  free(crew->process);
  free(crew);
}
