/* lsp_job.c: see lsp_job.h. */
#define _DEFAULT_SOURCE /* setpriority() */
#include "lsp/lsp_job.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system/clock.h"

enum { JOB_MOST_JOBS = 64, JOB_CHUNK = 65536 };
#define JOB_MOST_BYTES ((size_t)256 * 1024 * 1024)

/* --- in the copy --- */

static void job_set_limit(int resource, double most)
{
  struct rlimit limit = {(rlim_t)most, (rlim_t)most};
  setrlimit((__rlimit_resource_t)resource, &limit);
}

/* The address sanitizer reserves more memory than there is. */
static void job_limit(LspLimits limits)
{
  struct rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  job_set_limit(RLIMIT_CPU, limits.seconds + 2);
#ifndef __SANITIZE_ADDRESS__
  if (limits.bytes > 0) job_set_limit(RLIMIT_DATA, limits.bytes);
#endif
}

/* Messages of the protocol are none of its business. */
static void job_leave_streams(void)
{
  int nothing = open("/dev/null", O_RDWR);
  if (nothing < 0) _exit(1);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
}

/* A server that was killed waits for nothing any more. */
static void job_end_with(pid_t server)
{
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  if (getppid() != server) _exit(1);
}

static _Noreturn void job_run(Session *s, LspWork work, const void *context,
                              LspLimits limits, bool is_urgent, int fd)
{
  signal(SIGPIPE, SIG_DFL); /* nobody wants the answer any more */
  job_leave_streams();
  job_limit(limits);
  if (!is_urgent) setpriority(PRIO_PROCESS, 0, 5);
  FILE *out = fdopen(fd, "wb");
  if (!out) _exit(1);
  work(context, s, out);
  _exit(fclose(out) == 0 ? 0 : 1);
}

/* --- in the server --- */

static void job_end(LspJob *job, const char *why)
{
  job->is_over = true;
  job->has_failed = why != NULL;
  job->why = why;
}

LspJob *lsp_job_begin(Session *s, LspWork work, const void *context,
                      LspLimits limits, bool is_urgent)
{
  LspJob *job = calloc(1, sizeof *job);
  if (!job) abort();
  int ends[2];
  job->fd = -1;
  job->ends_at = clock_now() + limits.seconds;
  if (pipe(ends) != 0) {
    job_end(job, "no process can be started");
    return job;
  }
  fflush(NULL);
  pid_t server = getpid(), process = fork();
  if (process == 0) {
    job_end_with(server);
    close(ends[0]);
    job_run(s, work, context, limits, is_urgent, ends[1]);
  }
  close(ends[1]);
  job->fd = ends[0];
  job->process = process > 0 ? (int)process : 0;
  if (process < 0) job_end(job, "no process can be started");
  fcntl(job->fd, F_SETFD, FD_CLOEXEC);
  fcntl(job->fd, F_SETFL, O_NONBLOCK);
  return job;
}

static int job_wait_for(const LspJob *job)
{
  int status = 0;
  pid_t done;
  do {
    done = waitpid((pid_t)job->process, &status, 0);
  } while (done < 0 && errno == EINTR);
  return done > 0 ? status : -1;
}

static void job_stop(LspJob *job, const char *why)
{
  if (job->process > 0) {
    kill((pid_t)job->process, SIGKILL);
    job_wait_for(job);
  }
  job->process = 0;
  job_end(job, why);
}

void lsp_job_forget(LspJob *job)
{
  if (!job) return;
  if (!job->is_over) job_stop(job, "it was not wanted any more");
  if (job->fd >= 0) close(job->fd);
  free(job->bytes);
  free(job);
}

static const char *job_reason(int status)
{
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return NULL;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
    return "it takes too long";
  if (WIFEXITED(status) && WEXITSTATUS(status) == 3)
    return "it needs more memory than it may take, or met an internal error";
  return "it met an internal error";
}

static bool job_make_room(LspJob *job)
{
  if (job->room - job->n >= JOB_CHUNK) return true;
  size_t room = 2 * job->room + JOB_CHUNK;
  char *more = room <= JOB_MOST_BYTES ? realloc(job->bytes, room) : NULL;
  if (!more) return false;
  job->bytes = more;
  job->room = room;
  return true;
}

/* What has come; at the end of its output it is over. */
static void job_read(LspJob *job)
{
  for (;;) {
    if (!job_make_room(job)) {
      job_stop(job, "its answer is too long");
      return;
    }
    ssize_t n = read(job->fd, job->bytes + job->n, job->room - job->n);
    if (n > 0) {
      job->n += (size_t)n;
    } else if (n == 0) {
      const char *why = job_reason(job_wait_for(job));
      job->process = 0;
      job_end(job, why);
      return;
    } else if (errno != EINTR) {
      return;
    }
  }
}

static double job_time_left(LspJob *const *job, int n_jobs, double seconds)
{
  for (int k = 0; k < n_jobs; k++) {
    double left = job[k]->ends_at - clock_now();
    if (left < 0) left = 0;
    if (seconds < 0 || left < seconds) seconds = left;
  }
  return seconds;
}

static bool job_look(LspJob *const *job, int n_jobs, const struct pollfd *file)
{
  bool is_any_over = false;
  for (int k = 0; k < n_jobs; k++) {
    if (!job[k]->is_over && file[k].revents) job_read(job[k]);
    if (!job[k]->is_over && clock_now() > job[k]->ends_at)
      job_stop(job[k], "it takes too long");
    is_any_over |= job[k]->is_over;
  }
  return is_any_over;
}

LspEvent lsp_wait(LspJob *const *job, int n_jobs, double seconds, char *buffer,
                  size_t room, size_t *n_read)
{
  assert(n_jobs <= JOB_MOST_JOBS);
  struct pollfd file[JOB_MOST_JOBS + 1];
  for (int k = 0; k < n_jobs; k++)
    file[k] = (struct pollfd){.fd = job[k]->fd, .events = POLLIN};
  file[n_jobs] = (struct pollfd){.fd = STDIN_FILENO, .events = POLLIN};
  seconds = job_time_left(job, n_jobs, seconds);
  int wait = seconds < 0 ? -1 : (int)(seconds * 1000 + 0.999);
  if (poll(file, (nfds_t)n_jobs + 1, wait) < 0 && errno != EINTR)
    return LSP_CLOSED;
  if (file[n_jobs].revents) {
    ssize_t n = read(STDIN_FILENO, buffer, room);
    if (n < 0 && errno == EINTR) return LSP_NOTHING;
    *n_read = n > 0 ? (size_t)n : 0;
    return n > 0 ? LSP_INPUT : LSP_CLOSED;
  }
  return job_look(job, n_jobs, file) ? LSP_DONE : LSP_NOTHING;
}
