/* write_file.c: see write_file.h. */
#include "emit/text/write_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

bool write_file_failed(Session *s, const char *path)
{
  diagnostic_file_error(s, path, E501, "the file cannot be written: %s",
                        strerror(errno));
  return false;
}

bool write_file(Session *s, const char *path, const char *bytes, size_t size)
{
  FILE *file = fopen(path, "wb");
  if (!file) return write_file_failed(s, path);
  bool ok = fwrite(bytes, 1, size, file) == size;
  ok = fclose(file) == 0 && ok;
  return ok || write_file_failed(s, path);
}
