/* tool_find.c: tool_find() of tool.h. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emit/package/tool.h"

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
