/* temporary.c: temporary folders and files by name. */
#define _XOPEN_SOURCE 700
#include "base/temporary.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/system/guard.h"
#include "base/text/path.h"

int temporary_guard(Session *s)
{
  if (!s->temporary) s->temporary = guard_begin();
  return guard_process(s->temporary);
}

/* FOLDER/BEGINXXXXXXXXXXXXXXXX, absolute; NULL: errno. There is a guard then. */
static char *temporary_pattern(Session *s, const char *folder,
                               const char *begin)
{
  temporary_guard(s);
  char *real = s->temporary ? realpath(folder, NULL) : NULL;
  if (!real) return NULL;
  const char *between = real[strlen(real) - 1] == '/' ? "" : "/";
  char *pattern = arena_printf(s->session_arena, "%s%s%sXXXXXXXXXXXXXXXX", real,
                               between, begin);
  free(real);
  return pattern;
}

const char *temporary_folder(Session *s)
{
  const char *root = getenv("TMPDIR");
  if (!root || !*root) root = "/tmp";
  char *pattern = temporary_pattern(s, root, "foucault-");
  if (pattern && guard_make_folder(s->temporary, pattern)) return pattern;
  diagnostic_file_error(s, root, E501, "no temporary folder can be made: %s",
                        strerror(errno));
  return NULL;
}

/* The guard makes files for their owner only; an output is an ordinary file.
 * umask() can only be read by setting it. */
static void use_ordinary_mode(int fd)
{
  mode_t mask = umask(0);
  umask(mask);
  fchmod(fd, 0666 & ~mask);
}

/* A device, pipe or socket is written to, never replaced. */
static bool temporary_is_special(const char *path)
{
  struct stat info;
  return stat(path, &info) == 0 && !S_ISREG(info.st_mode) &&
         !S_ISDIR(info.st_mode);
}

/* For what goes to a special file: a place among the temporary folders. */
static const char *temporary_elsewhere(Session *s)
{
  const char *folder = temporary_folder(s);
  return folder ? arena_printf(s->session_arena, "%s/out", folder) : NULL;
}

/* FOLDER/.NAME.XXXXXXXXXXXXXXXX */
static char *temporary_pattern_beside(Session *s, const char *path)
{
  const char *slash = strrchr(path, '/');
  const char *folder =
      slash ? arena_printf(s->session_arena, "%.*s/", (int)(slash - path), path)
            : ".";
  const char *begin =
      arena_printf(s->session_arena, ".%s.", slash ? slash + 1 : path);
  return temporary_pattern(s, folder, begin);
}

const char *temporary_folder_beside(Session *s, const char *path)
{
  char *pattern = temporary_pattern_beside(s, path);
  if (pattern && guard_make_folder(s->temporary, pattern)) return pattern;
  diagnostic_file_error(s, path, E501, "the folder cannot be written: %s",
                        strerror(errno));
  return NULL;
}

const char *temporary_beside(Session *s, const char *path)
{
  if (temporary_is_special(path)) return temporary_elsewhere(s);
  char *pattern = temporary_pattern_beside(s, path);
  int fd = pattern ? guard_make_file(s->temporary, pattern) : -1;
  if (fd < 0) {
    diagnostic_file_error(s, path, E501, "the file cannot be written: %s",
                          strerror(errno));
    return NULL;
  }
  use_ordinary_mode(fd);
  close(fd);
  return pattern;
}

/* Copies the bytes of one file into another that exists. */
static bool copy_into(const char *from, const char *path)
{
  char bytes[16384];
  FILE *in = fopen(from, "rb"), *out = fopen(path, "wb");
  bool good = in && out;
  size_t n;
  while (good && (n = fread(bytes, 1, sizeof bytes, in)) > 0) {
    good = fwrite(bytes, 1, n, out) == n;
  }
  if (good && ferror(in)) good = false;
  if (in) fclose(in);
  if (out && fclose(out) != 0) good = false;
  return good;
}

bool temporary_publish(Session *s, const char *from, const char *path)
{
  assert(path_is_absolute(from)); /* of temporary_beside() */
  if (temporary_is_special(path) ? copy_into(from, path)
                                 : rename(from, path) == 0) {
    return true;
  }
  diagnostic_file_error(s, path, E501, "the file cannot be written: %s",
                        strerror(errno));
  return false;
}

void temporary_end(Session *s)
{
  if (!s->temporary) return;
  guard_end(s->temporary);
  s->temporary = NULL;
}
