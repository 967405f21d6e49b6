/* tool_find.c: emit/package/tool_find.h on Windows: PATH is divided by
 * semicolons, programs end in .exe. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "emit/package/tool.h"
#include "windows/posix/posix.h"

static bool tool_find_is_file(const char *path)
{
  struct stat info;
  return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

/* With the ending that it lacks; NULL: there is no such file. */
static const char *as_program(Session *s, const char *path)
{
  const char *whole = arena_printf(session_scratch(s), "%s.exe", path);
  if (tool_find_is_file(whole)) return whole;
  return tool_find_is_file(path) ? path : NULL;
}

const char *tool_find(Session *s, const char *name)
{
  Arena *arena = session_scratch(s);
  if (strpbrk(name, "/\\")) return as_program(s, name);
  const char *at = getenv("PATH");
  while (at && *at) {
    size_t n = strcspn(at, ";");
    char *path = arena_printf(arena, "%.*s/%s", (int)n, at, name);
    posix_slashes(path);
    const char *found = n > 0 ? as_program(s, path) : NULL;
    if (found) return found;
    at += n;
    if (*at) at++;
  }
  return NULL;
}
