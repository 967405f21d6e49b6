/* memory_stream.c: open_memstream() that does not fail. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "emit/text/memory_stream.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

static _Noreturn void memory_stream_fail(void)
{
  fputs("foucault: out of memory while writing model.c\n", stderr);
  exit(3);
}

FILE *memory_stream(char **text, size_t *size)
{
  assert(text && size);
  FILE *stream = open_memstream(text, size);
  if (!stream) memory_stream_fail();
  return stream;
}

/* glibc closes a stream without memory, too, and leaves no text. */
void memory_stream_end(FILE *stream, char *const *text)
{
  bool good = !ferror(stream);
  if (fclose(stream) != 0 || !good || !*text) memory_stream_fail();
}
