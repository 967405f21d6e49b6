/* tool.c: see tool.h. */
#define _POSIX_C_SOURCE 200809L
#include "emit/package/tool.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/vector.h"
#include "emit/text/read_file.h"

#define LONGEST_OUTPUT 4096
#define LOG_NAME "compiler.log"
#define LOG_LINES 12 /* shown to the user */

/* --- words --- */

void tool_add(Tool *tool, const char *word)
{
  tool->word =
      vector_grow(session_scratch(tool->s), tool->word, &tool->cap_words,
                  tool->n_words + 1, sizeof tool->word[0]);
  tool->word[tool->n_words++] = word;
}

void tool_add_words(Tool *tool, const char *text)
{
  for (;;) {
    text += strspn(text, " \t");
    size_t n = strcspn(text, " \t");
    if (n == 0) return;
    tool_add(tool, arena_copy_text(session_scratch(tool->s), text, n));
    text += n;
  }
}

/* --- finding --- */

static bool is_program(const char *path)
{
  struct stat info;
  return stat(path, &info) == 0 && S_ISREG(info.st_mode) &&
         access(path, X_OK) == 0;
}

const char *tool_find(Session *s, const char *name)
{
  if (strchr(name, '/')) return is_program(name) ? name : NULL;
  const char *at = getenv("PATH");
  while (at && *at) {
    size_t n = strcspn(at, ":");
    const char *path =
        n == 0 ? name
               : arena_printf(session_scratch(s), "%.*s/%s", (int)n, at, name);
    if (is_program(path)) return path;
    at += n;
    if (*at) at++;
  }
  return NULL;
}

bool tool_can_run(Session *s, const char *name)
{
  return tool_find(s, name) != NULL;
}

/* --- running --- */

/* Without a home zig has no place for its cache, and stops. */
static void give_zig_a_cache(const Tool *tool)
{
  if (getenv("HOME") || getenv("XDG_CACHE_HOME")) return;
  setenv("ZIG_GLOBAL_CACHE_DIR", tool->folder, 0);
}

/* In the child: its output goes to the log, its temporary files into the
 * work folder, where they are removed with it. */
static _Noreturn void tool_become(const Tool *tool)
{
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGTERM); /* nobody would wait for the result */
#endif
  if (chdir(tool->folder) != 0) _exit(127);
  int input = open(tool->input ? tool->input : "/dev/null", O_RDONLY);
  int log = open(LOG_NAME, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (input < 0 || log < 0) _exit(127);
  dup2(input, STDIN_FILENO);
  dup2(log, STDOUT_FILENO);
  dup2(log, STDERR_FILENO);
  setenv("TMPDIR", tool->folder, 1);
  give_zig_a_cache(tool);
  setenv("LC_ALL", "C", 1);
  execvp(tool->word[0], (char *const *)tool->word);
  _exit(127);
}

/* The exit status; -1 if it could not be started or was killed. */
static int tool_start_and_wait(const Tool *tool)
{
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) tool_become(tool);
  if (child < 0) return -1;
  int status;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
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

const char *tool_output(Tool *tool)
{
  assert(tool->n_words > 0 && tool->folder);
  int end[2], status = -1;
  char *text = arena_alloc(session_scratch(tool->s), LONGEST_OUTPUT + 1);
  tool_add(tool, NULL);
  if (pipe(end) != 0) return NULL;
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) tool_speak(tool, end[1]);
  close(end[1]);
  text[tool_read_all(end[0], text, LONGEST_OUTPUT)] = '\0';
  close(end[0]);
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  bool good = child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return good ? text : NULL;
}

static void tool_report_failure(const Tool *tool, const char *what)
{
  FileBytes log;
  Arena *arena = session_scratch(tool->s);
  const char *path = arena_printf(arena, "%s/" LOG_NAME, tool->folder);
  Diagnostic *d = diagnostic_error(tool->s, NO_SPAN, E503, "%s %s failed", what,
                                   tool->word[0]);
  if (!tool_can_run(tool->s, tool->word[0])) {
    diagnostic_note(tool->s, d, NO_SPAN, "it is not in PATH");
    return;
  }
  if (!read_file(arena, path, &log)) return;
  const char *at = log.bytes;
  for (int k = 0; k < LOG_LINES && *at; k++) {
    size_t n = strcspn(at, "\n");
    diagnostic_note(tool->s, d, NO_SPAN, "%.*s", (int)n, at);
    at += n;
    if (*at) at++;
  }
}

bool tool_run(Tool *tool, const char *what)
{
  assert(tool->n_words > 0 && tool->folder && tool->folder[0] == '/');
  tool_add(tool, NULL);
  if (tool_start_and_wait(tool) == 0) return true;
  tool_report_failure(tool, what);
  return false;
}
