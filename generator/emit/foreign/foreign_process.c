/* foreign_process.c: see foreign_process.h. */
#define _POSIX_C_SOURCE 200809L
#include "emit/foreign/foreign_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/system/confine.h"

enum { MOST_MEGABYTES = 2000, MOST_FILES = 256, MOST_FILE_MEGABYTES = 1000 };

/* In the child. Standard output is for results of ours. */
static _Noreturn void foreign_run_become(const char *program, const char *input,
                                         const char *output, const char *folder)
{
  ConfineLimits limits = {MOST_MEGABYTES, FOREIGN_SECONDS + 1, MOST_FILES,
                          MOST_FILE_MEGABYTES, folder};
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  setpgid(0, 0);
  int null = open("/dev/null", O_RDONLY);
  if (null >= 0) dup2(null, STDIN_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  confine(&limits);
  execl(program, program, input, output, (char *)NULL);
  _exit(127);
}

/* The pipe ends when the child does. */
static bool ends_in_time(int pipe_end)
{
  struct pollfd p = {pipe_end, POLLIN, 0};
  int n;
  do {
    n = poll(&p, 1, FOREIGN_SECONDS * 1000);
  } while (n < 0 && errno == EINTR);
  return n != 0;
}

const char *foreign_process(Arena *arena, const char *program,
                            const char *input, const char *output)
{
  int end[2], status = 0;
  const char *last = strrchr(output, '/');
  const char *folder =
      last ? arena_printf(arena, "%.*s", (int)(last - output), output) : ".";
  if (pipe(end) != 0) return "there is no pipe for it";
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    close(end[0]);
    foreign_run_become(program, input, output, folder);
  }
  close(end[1]);
  bool in_time = child < 0 || ends_in_time(end[0]);
  close(end[0]);
  if (child < 0) return "no process can be started";
  if (!in_time) kill(child, SIGKILL);
  kill(-child, SIGKILL); /* what it has started */
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (!in_time) {
    return arena_printf(arena, "it does not return within %d seconds",
                        FOREIGN_SECONDS);
  }
  if (WIFSIGNALED(status)) {
    return arena_printf(arena, "it crashed: %s", strsignal(WTERMSIG(status)));
  }
  return WEXITSTATUS(status) == 0
             ? NULL
             : arena_printf(arena, "it ends the program with status %d",
                            WEXITSTATUS(status));
}
