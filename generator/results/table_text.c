/* table_text.c: see table_text.h. */
#define _POSIX_C_SOURCE 200809L
#include "results/table_text.h"

#include <assert.h>
#include <sys/stat.h>

#define BYTES_OF_NUMBER 32.0 /* as text, with what is around it */

enum { LONGEST_FIELD = 1 << 20 };

bool table_text_is_small(Session *s, const char *path, DiagnosticCode code)
{
  struct stat info;
  double most = BYTES_OF_NUMBER * s->limit[LIMIT_CELLS];
  if (stat(path, &info) != 0 || (double)info.st_size <= most) return true;
  Diagnostic *d = diagnostic_file_error(
      s, path, code, "the file has %.0f MB, more than %d numbers take",
      (double)info.st_size / 1e6, s->limit[LIMIT_CELLS]);
  diagnostic_note(s, d, NO_SPAN, "--limit %s=N permits more",
                  limits_row(LIMIT_CELLS)->name);
  return false;
}

typedef enum FieldPlace {
  FIELD_BEGINS, /* blanks so far */
  FIELD_PLAIN,
  FIELD_QUOTED,
  FIELD_CLOSED /* a quote has ended it, or is the first of two */
} FieldPlace;

/* Quotes count where a field begins with one. */
static FieldPlace place_after(FieldPlace place, char c)
{
  switch (place) {
  case FIELD_BEGINS:
    if (c == '"') return FIELD_QUOTED;
    return c == ' ' ? FIELD_BEGINS : FIELD_PLAIN;
  case FIELD_QUOTED: return c == '"' ? FIELD_CLOSED : FIELD_QUOTED;
  case FIELD_CLOSED: return c == '"' ? FIELD_QUOTED : FIELD_PLAIN;
  case FIELD_PLAIN: break;
  }
  return FIELD_PLAIN;
}

static bool too_long(Session *s, const char *path, DiagnosticCode code,
                     int line)
{
  diagnostic_file_error(s, path, code,
                        "line %d: a field has more than %d bytes", line,
                        LONGEST_FIELD);
  return false;
}

static bool too_wide(Session *s, const char *path, DiagnosticCode code)
{
  Diagnostic *d = diagnostic_file_error(
      s, path, code, "line 1: more than %d columns", s->limit[LIMIT_VARIABLES]);
  diagnostic_note(s, d, NO_SPAN, "--limit %s=N permits more",
                  limits_row(LIMIT_VARIABLES)->name);
  return false;
}

bool table_text_is_sound(Session *s, const char *path, DiagnosticCode code,
                         const char *at, const char *end)
{
  assert(at <= end);
  const char *begin = at;
  FieldPlace place = FIELD_BEGINS;
  int line = 1, n_columns = 1;
  for (; at < end; at++) {
    bool ends_line = *at == '\n';
    bool ends = ends_line || *at == ',' || *at == ';' || *at == '\t';
    line += ends_line;
    if (!ends || place == FIELD_QUOTED) {
      place = place_after(place, *at);
      if (at - begin >= LONGEST_FIELD) return too_long(s, path, code, line);
      continue;
    }
    if (line == 1 && ++n_columns > s->limit[LIMIT_VARIABLES])
      return too_wide(s, path, code);
    place = FIELD_BEGINS;
    begin = at + 1;
  }
  return true;
}
