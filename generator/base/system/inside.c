/* inside.c: see inside.h. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "base/system/inside.h"

#include <stdlib.h>
#include <string.h>

static bool begins_with_folder(const char *path, const char *folder)
{
  size_t n = strlen(folder);
  if (strncmp(path, folder, n) != 0) return false;
  bool ends_open = n > 0 && (folder[n - 1] == '/' || folder[n - 1] == '\\');
  return ends_open || path[n] == '\0' || path[n] == '/' || path[n] == '\\';
}

bool inside_folder(const char *path, const char *folder)
{
  char *real_path = realpath(path, NULL);
  char *real_folder = realpath(folder, NULL);
  bool is_inside =
      real_path && real_folder && begins_with_folder(real_path, real_folder);
  free(real_path);
  free(real_folder);
  return is_inside;
}
