/* worker.c: copies of the process. */
#define _GNU_SOURCE /* sched_getaffinity() */
#include "base/worker.h"

#include <assert.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

bool worker_is_useful(void)
{
  cpu_set_t allowed;
  return sched_getaffinity(0, sizeof allowed, &allowed) == 0 &&
         CPU_COUNT(&allowed) > 1;
}

void *worker_shared(size_t size)
{
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

void worker_forget(void *shared, size_t size)
{
  if (shared) munmap(shared, size);
}

static size_t most_bytes(void)
{
  struct rusage used = {0};
  getrusage(RUSAGE_SELF, &used);
  return (size_t)used.ru_maxrss * 1024;
}

/* Now; 0 where the system does not say. */
static size_t resident_bytes(void)
{
  FILE *file = fopen("/proc/self/statm", "r");
  unsigned long pages = 0;
  if (!file) return 0;
  if (fscanf(file, "%*u %lu", &pages) != 1) pages = 0;
  fclose(file);
  return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}

static void worker_book(Session *s, size_t used)
{
  s->worker_bytes += used;
  size_t all = resident_bytes() + s->worker_bytes;
  if (all > s->shared_peak) s->shared_peak = all;
}

/* In the copy. Nothing of the program is ended here: its buffered output, its
 * temporary files are its own. */
static _Noreturn void work_and_leave(const Worker *w)
{
  size_t before = most_bytes();
  bool ok = w->work(w->context);
  *w->used = most_bytes() - before;
  _exit(ok ? 0 : 1);
}

Worker worker_begin(Session *s, Work work, void *context, bool beside)
{
  Worker w = {.work = work, .context = context};
  if (!beside) return w;
  w.used = worker_shared(sizeof *w.used);
  if (!w.used) return w;
  fflush(NULL);
  pid_t process = fork();
  if (process == 0) work_and_leave(&w);
  if (process > 0) {
    w.process = (int)process;
    s->n_workers++;
  }
  return w;
}

static bool worker_wait_for(int process)
{
  int status;
  pid_t done;
  do {
    done = waitpid(process, &status, 0);
  } while (done < 0 && errno == EINTR);
  return done == process && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* What workers use adds up as long as one of them is there. */
static void forget_process(Session *s, Worker *w)
{
  assert(w->process == 0 || s->n_workers > 0);
  if (w->process > 0 && --s->n_workers == 0) s->worker_bytes = 0;
  worker_forget(w->used, sizeof *w->used);
  w->used = NULL;
  w->process = 0;
}

bool worker_end(Session *s, Worker *w)
{
  assert(w->work);
  bool ok = w->process > 0 && worker_wait_for(w->process);
  if (ok) worker_book(s, *w->used);
  forget_process(s, w);
  return ok || w->work(w->context);
}

void worker_stop(Session *s, Worker *w)
{
  if (w->process > 0) {
    kill((pid_t)w->process, SIGKILL);
    worker_wait_for(w->process);
  }
  forget_process(s, w);
}
