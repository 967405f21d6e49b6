/* bounded_child.c: see bounded_child.h.
 *
 * Between this program and the work stands a keeper. The work and what it
 * starts are its group of processes, which it ends when the time is over or
 * this program has ended: the kernel tells it. So a compiler that was started
 * by another one is not left behind.
 */
#define _DEFAULT_SOURCE
#include "base/system/bounded_child.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/system/clock.h"

static bool bounded_child_wait(pid_t process, int *status)
{
  while (waitpid(process, status, 0) < 0) {
    if (errno != EINTR) return false;
  }
  return true;
}

/* --- in the keeper --- */

static void bounded_child_end_all(int number)
{
  (void)number;
  kill(0, SIGKILL); /* itself, too */
}

static void bounded_child_usually(int number)
{
  sigset_t none;
  signal(number, SIG_DFL);
  sigemptyset(&none);
  sigaddset(&none, number);
  sigprocmask(SIG_UNBLOCK, &none, NULL);
}

/* The address sanitizer holds more addresses than any limit already: it could
 * not get a page more, as execvp() may need. */
static void bounded_child_limit(double megabytes)
{
#ifdef __SANITIZE_ADDRESS__
  (void)megabytes;
#else
  struct rlimit limit = {(rlim_t)(1e6 * megabytes), (rlim_t)(1e6 * megabytes)};
  if (megabytes > 0) setrlimit(RLIMIT_AS, &limit);
#endif
}

static _Noreturn void bounded_child_work(const BoundedChild *child)
{
  bounded_child_usually(SIGTERM);
  bounded_child_usually(SIGALRM);
  bounded_child_limit(child->megabytes);
  int status = child->work(child->context);
  fflush(NULL);
  _exit(status);
}

/* What is ended by a signal ends the keeper likewise. */
static _Noreturn void bounded_child_keep(const BoundedChild *child,
                                         pid_t program)
{
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = bounded_child_end_all;
  setpgid(0, 0);
  bounded_child_usually(SIGCHLD);
  bounded_child_usually(SIGTERM); /* not blocked */
  bounded_child_usually(SIGALRM);
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGALRM, &action, NULL);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != program) _exit(1); /* it has ended meanwhile */
#else
  (void)program;
#endif
  pid_t process = fork();
  if (process == 0) bounded_child_work(child);
  int status;
  alarm((unsigned)child->seconds);
  bool has_ended = process > 0 && bounded_child_wait(process, &status);
  if (has_ended && WIFEXITED(status)) _exit(WEXITSTATUS(status));
  raise(SIGKILL);
  _exit(1);
}

/* --- in the program --- */

int bounded_child(const BoundedChild *child)
{
  double begin = clock_now();
  int status;
  pid_t program = getpid();
  fflush(NULL);
  pid_t keeper = fork();
  if (keeper == 0) bounded_child_keep(child, program);
  if (keeper < 0 || !bounded_child_wait(keeper, &status))
    return BOUNDED_CHILD_DIED;
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  bool is_late = child->seconds > 0 && clock_now() - begin >= child->seconds;
  return is_late ? BOUNDED_CHILD_LATE : BOUNDED_CHILD_DIED;
}
