/* fuzz.c: see fuzz.h. */
#define _POSIX_C_SOURCE 200809L
#include "fuzz.h"

#include <stdlib.h>
#include <unistd.h>

static FILE *nowhere(void)
{
  static FILE *file;
  if (!file) file = fopen("/dev/null", "w");
  if (!file) abort();
  return file;
}

Session *fuzz_session(void)
{
  Session *s = session_create();
  s->messages = nowhere();
  return s;
}

void fuzz_session_end(Session *s)
{
  diagnostic_flush(s);
  session_destroy(s);
}

const char *fuzz_file(const char *ending, const uint8_t *data, size_t size)
{
  static char path[512];
  const char *folder = getenv("TMPDIR");
  snprintf(path, sizeof path, "%s/fuzz_%ld%s", folder ? folder : "/tmp",
           (long)getpid(), ending);
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0) {
    fuzz_fail("the disk takes a small file");
  }
  return path;
}

void fuzz_fail(const char *promise)
{
  fprintf(stderr, "fuzz: broken: %s\n", promise);
  abort();
}
