/* input_table.c: one pass over the text; every field is looked at once. */
#include "results/input_table.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "base/vector.h"
#include "emit/text/read_file.h"
#include "fmu_file/run/input_spline.h"
#include "results/table_text.h"

#define MOST_NAMED 10   /* inputs in one warning */
#define MOST_QUOTED 200 /* bytes of a name or field in a message */

/* Where the reader stands. */
typedef struct Reader {
  Session *s;
  const char *path;
  const FmuDescription *description;
  const char *at, *end;
  char separator;
  int line;
  /* Per column of the file: its name, and the index of its curve in
   * inputs->column; -1: time. */
  const char **name;
  int *curve;
  int n_columns, cap_names, cap_curves;
  FmuInputs *inputs;
  int cap_rows;
} Reader;

static bool fail_at(const Reader *r, const char *column, const char *what)
{
  if (column) {
    diagnostic_file_error(r->s, r->path, E607, "line %d, column '%.*s': %s",
                          r->line, MOST_QUOTED, column, what);
  } else {
    diagnostic_file_error(r->s, r->path, E607, "line %d: %s", r->line, what);
  }
  return false;
}

/* --- fields --- */

static bool is_line_end(const Reader *r)
{
  return r->at == r->end || *r->at == '\n' ||
         (*r->at == '\r' && (r->at + 1 == r->end || r->at[1] == '\n'));
}

/* After the quote that closes the field; the end of the file without one. */
static const char *quoted_end(const Reader *r)
{
  assert(r->at < r->end && *r->at == '"');
  const char *c = r->at + 1;
  while (c < r->end) {
    if (*c++ != '"') continue;
    if (c == r->end || *c != '"') break;
    c++;
  }
  return c;
}

static const char *take_quoted(Reader *r)
{
  const char *end = quoted_end(r);
  char *text = arena_alloc(r->s->session_arena, (size_t)(end - r->at) + 1);
  char *to = text;
  for (r->at++; r->at < end; r->at++) {
    if (*r->at == '"' && ++r->at >= end) break; /* the second of two, or last */
    if (*r->at == '\n') r->line++;
    *to++ = *r->at;
  }
  r->at = end;
  *to = '\0';
  return text;
}

static const char *take_plain(Reader *r)
{
  const char *begin = r->at;
  while (!is_line_end(r) && *r->at != r->separator) r->at++;
  const char *end = r->at;
  while (begin < end && (*begin == ' ' || *begin == '\t')) begin++;
  while (end > begin && (end[-1] == ' ' || end[-1] == '\t')) end--;
  return arena_copy_text(r->s->session_arena, begin, (size_t)(end - begin));
}

/* The field at the front, without its separator. */
static const char *take_field(Reader *r)
{
  return r->at < r->end && *r->at == '"' ? take_quoted(r) : take_plain(r);
}

static bool skip_separator(Reader *r)
{
  if (r->at == r->end || *r->at != r->separator) return false;
  r->at++;
  return true;
}

static void skip_line_end(Reader *r)
{
  if (r->at < r->end && *r->at == '\r') r->at++;
  if (r->at < r->end && *r->at == '\n') r->at++;
  r->line++;
}

/* --- the first line --- */

static char find_separator(const char *line, const char *end)
{
  static const char known[] = ",;\t";
  for (const char *c = line; c < end && *c != '\n'; c++) {
    if (strchr(known, *c)) return *c;
  }
  return ',';
}

static const char *suggest_input(const Reader *r, const char *name)
{
  const FmuDescription *d = r->description;
  Suggestion near = suggest_for(r->s, name);
  for (int i = 0; i < d->n_variables; i++) {
    if (d->variable[i].causality == FMU_INPUT) {
      suggest_offer(&near, d->variable[i].name);
    }
  }
  return suggest_text(r->s, &near);
}

static bool add_curve(Reader *r, const char *name)
{
  Arena *arena = r->s->session_arena;
  int variable = description_find(r->description, name);
  const FmuVariable *v =
      variable < 0 ? NULL : &r->description->variable[variable];
  if (!v || v->causality != FMU_INPUT) {
    const char *why = arena_printf(arena, "%s%s",
                                   !v ? "the model has no such variable"
                                      : "this variable is not an input",
                                   suggest_input(r, name));
    return fail_at(r, name, why);
  }
  if (strcmp(v->type_name, "Clock") == 0)
    return fail_at(r, name, "this is a clock, and clocks have no values");
  FmuInputs *in = r->inputs;
  assert(in->n_columns <= r->description->n_variables);
  r->curve[r->n_columns] = in->n_columns;
  in->column[in->n_columns++] = (FmuInputColumn){.variable = variable};
  return true;
}

static bool add_column(Reader *r, const char *name)
{
  Arena *arena = r->s->session_arena;
  int n = r->n_columns + 1;
  r->name = vector_grow(arena, r->name, &r->cap_names, n, sizeof r->name[0]);
  r->curve =
      vector_grow(arena, r->curve, &r->cap_curves, n, sizeof r->curve[0]);
  if (!*name) return fail_at(r, NULL, "a column has no name");
  for (int i = 0; i < r->n_columns; i++) {
    if (strcmp(r->name[i], name) == 0) {
      return fail_at(r, name, "the column occurs twice");
    }
  }
  r->name[r->n_columns] = name;
  r->curve[r->n_columns] = -1;
  if (strcmp(name, "time") != 0 && !add_curve(r, name)) return false;
  r->n_columns++;
  return true;
}

static bool has_time(const Reader *r)
{
  for (int i = 0; i < r->n_columns; i++) {
    if (r->curve[i] < 0) return true;
  }
  return false;
}

static bool read_names(Reader *r)
{
  r->separator = find_separator(r->at, r->end);
  do {
    if (!add_column(r, take_field(r))) return false;
  } while (skip_separator(r));
  if (!has_time(r)) return fail_at(r, NULL, "there is no column 'time'");
  skip_line_end(r);
  return true;
}

/* --- rows --- */

static bool input_table_read_number(const char *field, double *value)
{
  char *end;
  *value = strtod(field, &end);
  return end != field && *end == '\0' && isfinite(*value);
}

static bool read_boolean(const char *field, double *value)
{
  bool is_true = strcmp(field, "true") == 0 || strcmp(field, "1") == 0;
  *value = is_true;
  return is_true || strcmp(field, "false") == 0 || strcmp(field, "0") == 0;
}

/* What is wrong with the field, NULL: nothing. */
static const char *read_value(FmuType type, const char *field, double *value)
{
  switch (type) {
  case FMU_STRING: return NULL;
  case FMU_BOOLEAN:
    return read_boolean(field, value) ? NULL : "is not true or false";
  case FMU_INTEGER:
  case FMU_ENUMERATION:
    return input_table_read_number(field, value) && *value == floor(*value) &&
                   fabs(*value) <= INT_MAX
               ? NULL
               : "is not an Integer";
  case FMU_REAL:
    return input_table_read_number(field, value) ? NULL : "is not a number";
  case N_FMU_TYPES: break;
  }
  return "has no type";
}

static bool fail_field(const Reader *r, int k, const char *field,
                       const char *what)
{
  Arena *scratch = session_scratch(r->s);
  if (!*field) return fail_at(r, r->name[k], "the field is empty");
  return fail_at(r, r->name[k],
                 arena_printf(scratch, "'%.*s' %s", MOST_QUOTED, field, what));
}

static bool read_time(Reader *r, int k, const char *field)
{
  FmuInputs *in = r->inputs;
  double time;
  const char *what = read_value(FMU_REAL, field, &time);
  if (what) return fail_field(r, k, field, what);
  in->time[in->n_rows] = time;
  if (in->n_rows == 0 || time >= in->time[in->n_rows - 1]) return true;
  Arena *scratch = session_scratch(r->s);
  return fail_at(r, r->name[k],
                 arena_printf(scratch, "time goes back from %.15g to %.15g",
                              in->time[in->n_rows - 1], time));
}

static bool read_field(Reader *r, int k, const char *field)
{
  assert(r->curve[k] < r->inputs->n_columns && r->inputs->n_rows < r->cap_rows);
  FmuInputs *in = r->inputs;
  if (r->curve[k] < 0) return read_time(r, k, field);
  FmuInputColumn *column = &in->column[r->curve[k]];
  FmuType type = r->description->variable[column->variable].type;
  const char *what = read_value(type, field, &column->number[in->n_rows]);
  if (what) return fail_field(r, k, field, what);
  column->text[in->n_rows] = field;
  return true;
}

/* Room for one more row in every curve. */
static void *input_table_grow(Reader *r, void *list, int capacity, size_t size)
{
  return vector_grow(r->s->session_arena, list, &capacity,
                     r->inputs->n_rows + 1, size);
}

static void input_table_make_room(Reader *r)
{
  FmuInputs *in = r->inputs;
  int capacity = r->cap_rows;
  if (in->n_rows < capacity) return;
  for (int i = 0; i < in->n_columns; i++) {
    FmuInputColumn *c = &in->column[i];
    c->number = input_table_grow(r, c->number, capacity, sizeof c->number[0]);
    c->text = input_table_grow(r, c->text, capacity, sizeof c->text[0]);
  }
  in->time = vector_grow(r->s->session_arena, in->time, &r->cap_rows,
                         in->n_rows + 1, sizeof in->time[0]);
}

static bool read_row(Reader *r)
{
  input_table_make_room(r);
  for (int k = 0; k < r->n_columns; k++) {
    if (k > 0 && !skip_separator(r)) {
      return fail_at(r, r->name[k], "the row ends before this column");
    }
    if (!read_field(r, k, take_field(r))) return false;
  }
  if (!is_line_end(r)) {
    return fail_at(r, NULL, "the row has more fields than the first line");
  }
  r->inputs->n_rows++;
  skip_line_end(r);
  return true;
}

static bool input_table_read_rows(Reader *r)
{
  while (r->at < r->end) {
    if (is_line_end(r)) { /* an empty line */
      skip_line_end(r);
    } else if (!read_row(r)) {
      return false;
    }
  }
  return r->inputs->n_rows > 0 || fail_at(r, NULL, "the table has no rows");
}

/* --- curves --- */

/* Inputs that the FMU differentiates. */
static void make_splines(Reader *r)
{
  FmuInputs *in = r->inputs;
  for (int i = 0; i < in->n_columns; i++) {
    FmuInputColumn *c = &in->column[i];
    const FmuVariable *v = &r->description->variable[c->variable];
    if (v->n_derivatives == 0 || v->variability != FMU_CONTINUOUS) continue;
    c->second =
        input_spline_make(r->s->session_arena, in->time, c->number, in->n_rows);
  }
}

/* --- the whole --- */

static bool has_column(const FmuInputs *in, int variable)
{
  for (int i = 0; i < in->n_columns; i++) {
    if (in->column[i].variable == variable) return true;
  }
  return false;
}

static void warn_about_rest(const Reader *r)
{
  const FmuDescription *d = r->description;
  Arena *scratch = session_scratch(r->s);
  const char *names = "";
  int n = 0;
  for (int i = 0; i < d->n_variables; i++) {
    const FmuVariable *v = &d->variable[i];
    if (v->causality != FMU_INPUT || strcmp(v->type_name, "Clock") == 0 ||
        has_column(r->inputs, i)) {
      continue;
    }
    if (n++ >= MOST_NAMED) continue;
    names = arena_printf(scratch, "%s%s%s", names, *names ? ", " : "",
                         d->variable[i].name);
  }
  if (n == 0) return;
  diagnostic_file_warning(r->s, r->path, W602,
                          "there is no column for %s%s: start values are kept",
                          names, n > MOST_NAMED ? ", ..." : "");
}

const FmuInputs *input_table_read(Session *s, const char *path,
                                  const FmuDescription *description)
{
  FileBytes text;
  if (!table_text_is_small(s, path, E607)) return NULL;
  if (!read_file(s->session_arena, path, &text)) {
    diagnostic_file_error(s, path, E607, "the file cannot be read: %s",
                          strerror(errno));
    return NULL;
  }
  Reader r = {.s = s,
              .path = path,
              .description = description,
              .at = text.bytes,
              .end = text.bytes + text.size,
              .line = 1};
  if (text.size >= 3 && memcmp(r.at, "\xEF\xBB\xBF", 3) == 0) r.at += 3;
  if (!table_text_is_sound(s, path, E607, r.at, r.end)) return NULL;
  r.inputs = arena_alloc(s->session_arena, sizeof *r.inputs);
  r.inputs->column =
      arena_array(s->session_arena, (size_t)description->n_variables + 1,
                  sizeof r.inputs->column[0]);
  if (!read_names(&r) || !input_table_read_rows(&r)) return NULL;
  assert(r.inputs->n_rows > 0 && r.inputs->n_columns < r.n_columns);
  make_splines(&r);
  warn_about_rest(&r);
  return r.inputs;
}
