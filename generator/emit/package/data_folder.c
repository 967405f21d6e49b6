/* data_folder.c: looks for the program's own files. */
#define _XOPEN_SOURCE 700 /* realpath, readlink */
#include "emit/package/data_folder.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool data_folder_is_folder(const char *path)
{
  struct stat info;
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* The compiler runs in another folder: paths given to it must be absolute. */
static const char *data_folder_absolute(Session *s, const char *path)
{
  char *full = realpath(path, NULL);
  if (!full) {
    diagnostic_file_error(s, path, E504, "the folder cannot be used: %s",
                          strerror(errno));
    return NULL;
  }
  const char *copy = arena_copy_text(s->session_arena, full, strlen(full));
  free(full);
  return copy;
}

const char *data_folder_of_program(Arena *arena)
{
  char path[PATH_MAX];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  if (n <= 0) return NULL;
  path[n] = '\0';
  char *slash = strrchr(path, '/');
  return slash ? arena_copy_text(arena, path, (size_t)(slash - path)) : NULL;
}

static const char *named_by_user(Session *s, const char *home)
{
  if (data_folder_is_folder(home)) return data_folder_absolute(s, home);
  diagnostic_file_error(s, home, E504, "FOUCAULT_HOME does not name a folder");
  return NULL;
}

const char *data_folder_find(Session *s)
{
  static const char *const places[] = {"share/foucault", "../share/foucault"};
  const char *home = getenv("FOUCAULT_HOME");
  if (home && home[0]) return named_by_user(s, home);

  const char *program = data_folder_of_program(s->session_arena);
  for (size_t k = 0; program && k < sizeof places / sizeof places[0]; k++) {
    const char *path =
        arena_printf(s->session_arena, "%s/%s", program, places[k]);
    if (data_folder_is_folder(path)) return data_folder_absolute(s, path);
  }
  diagnostic_error(s, NO_SPAN, E504,
                   "the folder share/foucault (templates, headers, runtime) "
                   "is not beside the program; install it again or set "
                   "FOUCAULT_HOME");
  return NULL;
}
