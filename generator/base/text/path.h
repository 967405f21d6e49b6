/* path.h: names of files, where systems differ. */
#ifndef FOUCAULT_BASE_TEXT_PATH_H
#define FOUCAULT_BASE_TEXT_PATH_H

#include <stdbool.h>
#include <string.h>
#include <strings.h>

/* Names in lists of them (PATH, MODELICAPATH) are divided by these. */
#ifdef _WIN32
#define PATH_DIVIDER ";"
#else
#define PATH_DIVIDER ":"
#endif

/* From the root of the file system, or of a drive. */
static inline bool path_is_absolute(const char *path)
{
#ifdef _WIN32
  return path[0] == '/' || path[0] == '\\' || (path[0] && path[1] == ':');
#else
  return path[0] == '/';
#endif
}

/* Something, and then `ending`, in letters of any size? */
static inline bool path_has_ending(const char *path, const char *ending)
{
  size_t n = strlen(path), m = strlen(ending);
  return n > m && strcasecmp(path + n - m, ending) == 0;
}

#endif
