/* cache_folder.c: see cache_folder.h. */
#define _POSIX_C_SOURCE 200809L
#include "emit/package/cache_folder.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text/path.h"

static bool make_folder(const char *path)
{
  return mkdir(path, 0777) == 0 || errno == EEXIST;
}

const char *cache_folder(Arena *arena)
{
  const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  if (!base || !path_is_absolute(base)) {
    if (!home || !path_is_absolute(home)) return NULL;
    base = arena_printf(arena, "%s/.cache", home);
  }
  const char *folder = arena_printf(arena, "%s/foucault", base);
  if (!make_folder(base) || !make_folder(folder)) return NULL;
  return access(folder, W_OK) == 0 ? folder : NULL;
}
