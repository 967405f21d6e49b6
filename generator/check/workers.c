/* workers.c: fork and collect; results travel through temporary files. */
#define _POSIX_C_SOURCE 200809L
#include "check/workers.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/temporary.h"

typedef struct Worker {
  pid_t pid;
  FILE *result;
} Worker;

/* An FMU has the files of its process: what is found in others stays. */
static void workers_leave(const Worker *worker, int n)
{
  for (int i = 0; i < n; i++) {
    if (worker[i].result) close(fileno(worker[i].result));
  }
}

static void work(Session *s, const char *path, const CheckOptions *options,
                 Findings *f, FILE *result)
{
  signal(SIGABRT, SIG_DFL);
  /* What the readers would say is reported as findings. */
  FILE *nowhere = fopen("/dev/null", "w");
  if (nowhere) s->messages = nowhere;
  f->echo = result;
  check_fmu(f, path, options);
  fflush(result);
  temporary_end(s);
  _exit(0);
}

static void workers_start(Session *s, const char *path,
                          const CheckOptions *options, Findings *f,
                          Worker *worker, int k)
{
  Worker *w = &worker[k];
  assert(f->s == s && f->n == 0 && !f->echo);
  w->result = tmpfile();
  if (w->result) {
    fflush(NULL);
    w->pid = fork();
    if (w->pid == 0) workers_leave(worker, k);
    if (w->pid == 0) work(s, path, options, f, w->result);
    if (w->pid > 0) return;
    fclose(w->result);
    w->result = NULL;
  }
  finding_at(f, RULE_ARCHIVE_UNREADABLE, path,
             "the checker cannot look at this file: %s", strerror(errno));
}

static void collect(Findings *f, const char *path, Worker *w, int status)
{
  assert(w->result);
  fseek(w->result, 0, SEEK_END);
  long length = ftell(w->result);
  rewind(w->result);
  char *bytes = malloc((size_t)length + 1);
  if (bytes && fread(bytes, 1, (size_t)length, w->result) == (size_t)length) {
    findings_read(f, bytes, (size_t)length);
  }
  free(bytes);
  fclose(w->result);
  w->result = NULL;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    finding_at(f, RULE_ARCHIVE_UNREADABLE, path,
               "the checker itself failed on this file (%s %d)",
               WIFSIGNALED(status) ? "signal" : "status",
               WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
  }
}

static int wait_for_one(Worker *worker, int n, int *status)
{
  pid_t pid = wait(status);
  for (int i = 0; i < n; i++) {
    if (worker[i].result && worker[i].pid == pid) return i;
  }
  return -1;
}

void workers_check(Session *s, const char *const *path, int n,
                   const CheckOptions *options, int n_jobs, Findings *findings)
{
  assert(n_jobs > 0);
  Worker *worker = arena_array(s->session_arena, (size_t)n, sizeof worker[0]);
  int started = 0, running = 0;
  while (started < n || running > 0) {
    if (started < n && running < n_jobs) {
      workers_start(s, path[started], options, &findings[started], worker,
                    started);
      running += worker[started].result != NULL;
      started++;
      continue;
    }
    int status = 0, i = wait_for_one(worker, started, &status);
    if (i < 0) continue;
    collect(&findings[i], path[i], &worker[i], status);
    running--;
  }
}
