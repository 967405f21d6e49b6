/* run_table.c: CSV, one pass over the text. */
#define _POSIX_C_SOURCE 200809L
#include "results/run_table.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/vector.h"
#include "emit/text/read_file.h"
#include "results/table_room.h"
#include "results/table_text.h"

typedef struct TableReader {
  Session *s;
  RunTable *table;
  const char *at, *end;
  char separator;
  int line;
  int cap_rows;
  bool *has_number; /* [n_columns] */
} TableReader;

static bool run_table_fail(const TableReader *r, const char *what)
{
  diagnostic_file_error(r->s, r->table->path, E609, "line %d: %s", r->line,
                        what);
  return false;
}

/* --- fields --- */

static bool table_line_ends(const TableReader *r)
{
  return r->at == r->end || *r->at == '\n' || *r->at == '\r';
}

/* Up to the quote that ends the field: as many bytes as it takes at most. */
static size_t table_quoted_length(const TableReader *r)
{
  const char *c = r->at + 1;
  for (; c < r->end; c++) {
    if (*c == '"' && (++c == r->end || *c != '"')) break;
  }
  return (size_t)(c - r->at);
}

/* A quote inside of quotes is doubled. */
static const char *table_quoted(TableReader *r)
{
  size_t n = table_quoted_length(r);
  char *text = arena_alloc(r->s->session_arena, n + 1);
  n = 0;
  for (r->at++; r->at < r->end; r->at++) {
    if (*r->at == '"' && (++r->at == r->end || *r->at != '"')) break;
    if (*r->at == '\n') r->line++;
    text[n++] = *r->at;
  }
  text[n] = '\0';
  return text;
}

static const char *table_field(TableReader *r)
{
  while (r->at < r->end && *r->at == ' ') r->at++;
  if (r->at < r->end && *r->at == '"') {
    const char *text = table_quoted(r);
    while (!table_line_ends(r) && *r->at != r->separator) r->at++;
    return text;
  }
  const char *begin = r->at;
  while (!table_line_ends(r) && *r->at != r->separator) r->at++;
  const char *end = r->at;
  while (end > begin && end[-1] == ' ') end--;
  return arena_copy_text(r->s->session_arena, begin, (size_t)(end - begin));
}

static bool table_next_field(TableReader *r)
{
  if (r->at == r->end || *r->at != r->separator) return false;
  r->at++;
  return true;
}

/* And empty lines after it. */
static void table_end_line(TableReader *r)
{
  while (r->at < r->end && (*r->at == '\n' || *r->at == '\r')) {
    r->line += *r->at == '\n';
    r->at++;
  }
}

static char table_separator(const char *at, const char *end)
{
  bool quoted = false;
  for (; at < end && *at != '\n'; at++) {
    if (*at == '"') quoted = !quoted;
    if (!quoted && (*at == ',' || *at == ';' || *at == '\t')) return *at;
  }
  return ',';
}

/* NaN: it is not one. Where the separator is not the comma, a comma may stand
 * for the point. */
static double table_number(const TableReader *r, char *text)
{
  if (strcasecmp(text, "true") == 0) return 1;
  if (strcasecmp(text, "false") == 0) return 0;
  char *comma = r->separator == ';' ? strchr(text, ',') : NULL;
  if (comma) *comma = '.';
  char *end;
  double value = strtod(text, &end);
  return end == text || *end ? NAN : value;
}

/* --- the table --- */

static bool looks_like_number(const char *text)
{
  char *end;
  strtod(text, &end);
  return end != text && !*end;
}

static bool run_table_names(TableReader *r)
{
  RunTable *t = r->table;
  int n_numbers = 0;
  do {
    const char *name = table_field(r);
    n_numbers += looks_like_number(name);
    t->column = vector_grow(r->s->session_arena, t->column, &t->cap_columns,
                            t->n_columns + 1, sizeof t->column[0]);
    t->column[t->n_columns++] = (RunColumn){.name = name};
  } while (table_next_field(r));
  if (n_numbers > 0 && n_numbers == t->n_columns)
    return run_table_fail(r, "numbers, where the names of the columns are "
                             "expected");
  table_end_line(r);
  return true;
}

/* A row has as many bytes as there are columns, or more. */
static int run_table_first_rows(const TableReader *r)
{
  const int usual = 256;
  ptrdiff_t most = (r->end - r->at) / r->table->n_columns + 1;
  return most < usual ? (int)most : usual;
}

static void run_table_grow(TableReader *r)
{
  RunTable *t = r->table;
  if (t->n_rows < r->cap_rows) return;
  int old = r->cap_rows;
  r->cap_rows = old > 0 ? 2 * old : run_table_first_rows(r);
  for (int k = 0; k < t->n_columns; k++) {
    double *more =
        arena_array(r->s->session_arena, (size_t)r->cap_rows, sizeof more[0]);
    if (old > 0) memcpy(more, t->column[k].value, (size_t)old * sizeof more[0]);
    t->column[k].value = more;
  }
}

static bool run_table_row(TableReader *r)
{
  RunTable *t = r->table;
  int k = 0;
  ArenaMark mark = arena_mark(session_scratch(r->s));
  run_table_grow(r);
  do {
    if (k == t->n_columns) return run_table_fail(r, "more fields than names");
    bool quoted = r->at < r->end && *r->at == '"';
    char plain[64];
    const char *begin = r->at;
    char *text = plain;
    if (!quoted) { /* most are short, and need no memory */
      while (!table_line_ends(r) && *r->at != r->separator) r->at++;
      size_t n = (size_t)(r->at - begin);
      while (n > 0 && *begin == ' ') begin++, n--;
      while (n > 0 && begin[n - 1] == ' ') n--;
      if (n >= sizeof plain) n = sizeof plain - 1;
      memcpy(plain, begin, n);
      plain[n] = '\0';
    } else {
      const char *field = table_field(r);
      text = arena_copy_text(session_scratch(r->s), field, strlen(field));
    }
    double value = table_number(r, text);
    if (!isnan(value)) r->has_number[k] = true;
    t->column[k++].value[t->n_rows] = value;
  } while (table_next_field(r));
  arena_release(mark);
  if (k < t->n_columns) return run_table_fail(r, "fewer fields than names");
  t->n_rows++;
  table_end_line(r);
  return table_room_is_enough(r->s, t, t->n_columns);
}

static bool read_csv(TableReader *r)
{
  RunTable *t = r->table;
  if (r->end - r->at >= 3 && memcmp(r->at, "\xEF\xBB\xBF", 3) == 0) r->at += 3;
  if (memchr(r->at, '\0', (size_t)(r->end - r->at)))
    return run_table_fail(r, "this is not a text file");
  table_end_line(r);
  if (r->at == r->end) return run_table_fail(r, "the file is empty");
  if (!table_text_is_sound(r->s, t->path, E609, r->at, r->end)) return false;
  r->separator = table_separator(r->at, r->end);
  if (!run_table_names(r)) return false;
  r->has_number = arena_array(r->s->session_arena, (size_t)t->n_columns,
                              sizeof r->has_number[0]);
  while (r->at < r->end) {
    if (t->n_rows == INT_MAX / 4) return run_table_fail(r, "too many lines");
    if (!run_table_row(r)) return false;
  }
  if (t->n_rows == 0) return run_table_fail(r, "there are names, but no rows");
  for (int k = 0; k < t->n_columns; k++)
    t->column[k].is_text = !r->has_number[k];
  return true;
}

RunTable *run_table_read(Session *s, const char *path)
{
  RunTable *table = arena_alloc(s->session_arena, sizeof *table);
  table->path = path;
  FileBytes file;
  if (!table_text_is_small(s, path, E609)) return NULL;
  if (!read_file(s->session_arena, path, &file)) {
    diagnostic_file_error(s, path, E609, "the results cannot be read: %s",
                          strerror(errno));
    return NULL;
  }
  size_t n = strlen(path);
  bool is_mat = n > 4 && strcasecmp(path + n - 4, ".mat") == 0;
  TableReader r = {.s = s,
                   .table = table,
                   .at = file.bytes,
                   .end = file.bytes + file.size,
                   .line = 1};
  bool good = is_mat ? run_table_read_mat(s, table, file.bytes, file.size)
                     : read_csv(&r);
  assert(!good || table->n_columns > 0);
  return good ? table : NULL;
}

int run_table_find(const RunTable *table, const char *name)
{
  for (int k = 0; k < table->n_columns; k++) {
    if (strcmp(table->column[k].name, name) == 0) return k;
  }
  return -1;
}

int run_table_time(const RunTable *table)
{
  int exact = run_table_find(table, "time");
  for (int k = 0; exact < 0 && k < table->n_columns; k++) {
    if (strcasecmp(table->column[k].name, "time") == 0) return k;
  }
  return exact;
}
