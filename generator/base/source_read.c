/* source_read.c: a file is looked at as a stranger's. Size, kind and encoding
 * are checked before the first byte reaches the lexer. */
#define _POSIX_C_SOURCE 200809L
#include "base/source_read.h"

#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text/utf8.h"

#define FIRST_READ ((size_t)64 * 1024)

typedef struct Bytes {
  char *data; /* from malloc */
  size_t n;
} Bytes;

/* Reads to the end of the stream or one byte beyond the limit. The size the
 * file system reports is only a first guess: pipes have none. */
static bool read_all(FILE *in, size_t guess, size_t most, Bytes *bytes)
{
  size_t room = guess < FIRST_READ ? FIRST_READ : guess + 1;
  if (room > most + 1) room = most + 1;
  *bytes = (Bytes){malloc(room), 0};
  while (bytes->data) {
    bytes->n += fread(bytes->data + bytes->n, 1, room - bytes->n, in);
    if (bytes->n < room || room > most) return !ferror(in);
    room = room * 2 < most ? room * 2 : most + 1;
    char *more = realloc(bytes->data, room);
    if (!more) break;
    bytes->data = more;
  }
  errno = ENOMEM;
  return false;
}

/* E102, with the line and the reason, unless all bytes are text. */
static bool check_text(Session *s, const char *path, const Bytes *bytes)
{
  size_t good = utf8_valid_prefix(bytes->data, bytes->n);
  if (good == bytes->n) return true;

  size_t line = 1;
  for (size_t i = 0; i < good; i++) line += bytes->data[i] == '\n';
  unsigned byte = (unsigned char)bytes->data[good];
  if (bytes->n > 4 && memcmp(bytes->data, "PK\003\004", 4) == 0) {
    diagnostic_file_error(s, path, E102,
                          "this is not Modelica text, but an archive: an FMU "
                          "must be named .fmu, and is for simulate, info and "
                          "check");
  } else if (bytes->n > 1 && (memcmp(bytes->data, "\377\376", 2) == 0 ||
                              memcmp(bytes->data, "\376\377", 2) == 0)) {
    diagnostic_file_error(s, path, E102,
                          "this is UTF-16, Modelica text is UTF-8: convert it, "
                          "as by iconv -f UTF-16 -t UTF-8");
  } else if (byte == 0) {
    diagnostic_file_error(
        s, path, E102,
        "this is not Modelica text: it holds a zero byte (line %zu)", line);
  } else {
    diagnostic_file_error(
        s, path, E102,
        "this is not Modelica text: byte 0x%02X in line %zu is not UTF-8; if "
        "it is Latin-1, convert it, as by iconv -f ISO-8859-1 -t UTF-8",
        byte, line);
  }
  return false;
}

static size_t source_read_most(const Session *s)
{
  return (size_t)s->limit[LIMIT_FILE] * 1024 * 1024;
}

static bool check_size(Session *s, const char *path, uintmax_t size)
{
  if (size <= source_read_most(s)) return true;
  diagnostic_file_error(s, path, E103,
                        "the file is too large: at most %d MiB are read",
                        s->limit[LIMIT_FILE]);
  return false;
}

int source_read_stream(Session *s, const char *path, FILE *in)
{
  struct stat status;
  bool known = fstat(fileno(in), &status) == 0;
  if (known && S_ISDIR(status.st_mode)) {
    diagnostic_file_error(s, path, E101,
                          "this is a folder; name the .mo file inside it");
    return -1;
  }
  size_t size = 0;
  if (known && S_ISREG(status.st_mode)) {
    if (!check_size(s, path, (uintmax_t)status.st_size)) return -1;
    size = (size_t)status.st_size;
  }

  int index = -1;
  Bytes bytes;
  if (!read_all(in, size, source_read_most(s), &bytes)) {
    diagnostic_file_error(s, path, E101, "the file cannot be read: %s",
                          strerror(errno));
  } else if (check_size(s, path, bytes.n) && check_text(s, path, &bytes)) {
    index = session_add_source(s, path, bytes.data, (int32_t)bytes.n);
  }
  free(bytes.data);
  return index;
}

int source_read(Session *s, const char *path)
{
  assert(path);
  int kept = s->kept_source ? s->kept_source(s, path) : -1;
  if (kept >= 0) return kept;
  FILE *in = fopen(path, "rb");
  if (!in) {
    diagnostic_file_error(s, path, E101, "the file cannot be read: %s",
                          strerror(errno));
    return -1;
  }
  int index = source_read_stream(s, path, in);
  fclose(in);
  return index;
}
