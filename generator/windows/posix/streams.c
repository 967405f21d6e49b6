/* streams.c: streams whose text is wanted in memory.
 *
 * Windows has none: the text goes to a file that vanishes with the program, and
 * is read when the stream is flushed or closed. Such files are kept for the
 * next stream: one is made as often as streams are open at once.
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

#include "windows/posix/posix.h"

typedef struct MemoryStream {
  FILE *file;
  char **text; /* NULL: the file is free */
  size_t *size;
  struct MemoryStream *next;
} MemoryStream;

/* Streams are known by nothing but their FILE. They are opened and closed by
 * the first thread alone. */
static MemoryStream *memory_streams;

/* T: kept in memory, if there is room; D: removed when it is closed. */
FILE *posix_tmpfile(void)
{
  char folder[MAX_PATH + 1], path[MAX_PATH + 1];
  if (!GetTempPathA(sizeof folder, folder) ||
      !GetTempFileNameA(folder, "fou", 0, path)) {
    posix_fail();
    return NULL;
  }
  return (fopen)(path, "w+bTDN");
}

static MemoryStream *free_stream(void)
{
  for (MemoryStream *m = memory_streams; m; m = m->next) {
    if (!m->text) return m;
  }
  MemoryStream *m = calloc(1, sizeof *m);
  if (!m) return NULL;
  m->file = posix_tmpfile();
  if (!m->file) {
    free(m);
    return NULL;
  }
  setvbuf(m->file, NULL, _IOFBF, 1 << 16);
  m->next = memory_streams;
  return memory_streams = m;
}

FILE *open_memstream(char **text, size_t *size)
{
  assert(text && size);
  MemoryStream *m = free_stream();
  if (!m) return NULL;
  m->text = text;
  m->size = size;
  *text = NULL;
  *size = 0;
  return m->file;
}

static MemoryStream *stream_of(const FILE *file)
{
  for (MemoryStream *m = memory_streams; m; m = m->next) {
    if (m->file == file && m->text) return m;
  }
  return NULL;
}

/* The text so far; more may follow. */
static int stream_show(MemoryStream *m)
{
  if ((fflush)(m->file) != 0) return EOF;
  long long n = _ftelli64(m->file);
  char *text = n >= 0 ? realloc(*m->text, (size_t)n + 1) : NULL;
  if (!text) return EOF;
  *m->text = text;
  rewind(m->file);
  size_t got = fread(text, 1, (size_t)n, m->file);
  text[got] = '\0';
  *m->size = got;
  _fseeki64(m->file, n, SEEK_SET);
  return got == (size_t)n ? 0 : EOF;
}

int posix_fflush(FILE *file)
{
  MemoryStream *m = file ? stream_of(file) : NULL;
  return m ? stream_show(m) : (fflush)(file);
}

int posix_fclose(FILE *file)
{
  MemoryStream *m = stream_of(file);
  if (!m) return (fclose)(file);
  int result = stream_show(m);
  rewind(m->file);
  if (_chsize_s(_fileno(m->file), 0) != 0) result = EOF;
  m->text = NULL;
  return result;
}

ssize_t getdelim(char **text, size_t *size, int end, FILE *file)
{
  size_t n = 0;
  for (int c = 0; c != end && (c = fgetc(file)) != EOF; n++) {
    if (n + 2 > *size) {
      char *more = realloc(*text, 2 * n + 128);
      if (!more) return -1;
      *text = more;
      *size = 2 * n + 128;
    }
    (*text)[n] = (char)c;
  }
  if (n == 0) return -1;
  (*text)[n] = '\0';
  return (ssize_t)n;
}
