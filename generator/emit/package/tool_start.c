/* tool_start.c: see tool_start.h. */
#define _POSIX_C_SOURCE 200809L
#include "emit/package/tool_start.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system/bounded_child.h"

/* Without a home zig has no place for its cache, and stops. */
static void give_zig_a_cache(const Tool *tool)
{
  if (getenv("HOME") || getenv("XDG_CACHE_HOME")) return;
  setenv("ZIG_GLOBAL_CACHE_DIR", tool->folder, 0);
}

/* In the child: its output goes to the log, its temporary files into the
 * work folder, where they are removed with it. */
static int tool_become(void *context)
{
  const Tool *tool = context;
  if (chdir(tool->folder) != 0) return 127;
  int input = open(tool->input ? tool->input : "/dev/null", O_RDONLY);
  int log = open(TOOL_LOG, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (input < 0 || log < 0) return 127;
  dup2(input, STDIN_FILENO);
  dup2(log, STDOUT_FILENO);
  dup2(log, STDERR_FILENO);
  setenv("TMPDIR", tool->folder, 1);
  give_zig_a_cache(tool);
  setenv("LC_ALL", "C", 1);
  execvp(tool->word[0], (char *const *)tool->word);
  return 127;
}

int tool_start(const Tool *tool)
{
  BoundedChild child = {tool_become, (void *)tool, tool->seconds,
                        tool->megabytes};
  return bounded_child(&child);
}

/* In the child. */
static _Noreturn void tool_speak(const Tool *tool, int out)
{
  int nothing = open("/dev/null", O_RDWR);
  if (nothing < 0 || chdir(tool->folder) != 0) _exit(127);
  dup2(nothing, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(nothing, STDERR_FILENO);
  setenv("LC_ALL", "C", 1);
  execvp(tool->word[0], (char *const *)tool->word);
  _exit(127);
}

/* What comes after the first bytes is read and dropped. */
static size_t tool_read_all(int in, char *text, size_t size)
{
  size_t n = 0;
  char more[512];
  for (;;) {
    ssize_t got = read(in, more, sizeof more);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return n;
    size_t kept = (size_t)got < size - n ? (size_t)got : size - n;
    memcpy(text + n, more, kept);
    n += kept;
  }
}

bool tool_listen(const Tool *tool, char *text, size_t size)
{
  int end[2], status = -1;
  if (pipe(end) != 0) return false;
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) tool_speak(tool, end[1]);
  close(end[1]);
  text[tool_read_all(end[0], text, size)] = '\0';
  close(end[0]);
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
