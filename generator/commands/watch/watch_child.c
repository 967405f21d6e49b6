/* watch_child.c: see watch_child.h. windows/commands/watch/ has the same for
 * Windows. */
#define _POSIX_C_SOURCE 200809L
#include "commands/watch/watch_child.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "commands/options/options.h"

enum { LOOKS = 500, LOOK_NANOSECONDS = 10000000 };

static void lead_into(int descriptor, const char *path)
{
  if (!path) return;
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0 || dup2(file, descriptor) < 0) _exit(EXIT_INTERNAL);
  close(file);
}

/* In the copy of the process. */
static _Noreturn void become(const WatchChild *child, const char *const *word,
                             const char *output, const char *errors)
{
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
  lead_into(STDOUT_FILENO, output);
  lead_into(STDERR_FILENO, errors);
  execv(child->program, (char *const *)word);
  _exit(EXIT_INTERNAL);
}

bool watch_child_start(WatchChild *child, const char *const *word,
                       const char *output, const char *errors)
{
  assert(child->process == 0 && child->program && word[0]);
  fflush(NULL);
  pid_t process = fork();
  if (process < 0) return false;
  if (process == 0) become(child, word, output, errors);
  child->process = (intptr_t)process;
  return true;
}

bool watch_child_has_ended(WatchChild *child)
{
  int status;
  assert(child->process >= 0);
  if (child->process == 0) return true;
  pid_t done = waitpid((pid_t)child->process, &status, WNOHANG);
  if (done == 0 || (done < 0 && errno == EINTR)) return false;
  child->process = 0;
  child->status =
      done > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_INTERNAL;
  return true;
}

void watch_child_stop(WatchChild *child, bool is_interrupt)
{
  if (child->process == 0) return;
  kill((pid_t)child->process, is_interrupt ? SIGINT : SIGTERM);
  for (int k = 0; k < LOOKS && !watch_child_has_ended(child); k++)
    nanosleep(&(struct timespec){0, LOOK_NANOSECONDS}, NULL);
  if (child->process == 0) return;
  kill((pid_t)child->process, SIGKILL);
  waitpid((pid_t)child->process, NULL, 0);
  child->process = 0;
}
