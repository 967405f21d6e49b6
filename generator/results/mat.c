/* mat.c: matrices of MATLAB's level 4, column by column. */
#include "results/mat.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/temporary.h"

/* The two last digits of a matrix's type. */
enum { MAT_DOUBLE = 0, MAT_INT32 = 20, MAT_TEXT = 51 };

/* --- matrices --- */

static bool is_big_endian(void)
{
  const uint16_t one = 1;
  unsigned char first;
  memcpy(&first, &one, 1);
  return first == 0;
}

static void mat_put_head(FILE *out, const char *name, int32_t type,
                         int32_t rows, int32_t columns)
{
  assert(rows >= 0 && columns >= 0 &&
         (type == MAT_DOUBLE || type == MAT_INT32 || type == MAT_TEXT));
  int32_t head[5] = {type + (is_big_endian() ? 1000 : 0), rows, columns, 0,
                     (int32_t)strlen(name) + 1};
  fwrite(head, sizeof head[0], 5, out);
  fwrite(name, 1, strlen(name) + 1, out);
}

static void put_class(FILE *out)
{
  static const char *const line[4] = {"Atrajectory", "1.1        ",
                                      "           ", "binTrans   "};
  mat_put_head(out, "Aclass", MAT_TEXT, 4, 11);
  for (int k = 0; k < 11; k++) {
    for (int i = 0; i < 4; i++) fputc(line[i][k], out);
  }
}

/* Texts as the columns of a matrix of characters, filled up with spaces. */
static void put_texts(FILE *out, const char *name, const char *const *text,
                      int n)
{
  size_t longest = 1;
  for (int i = 0; i < n; i++) {
    if (strlen(text[i]) > longest) longest = strlen(text[i]);
  }
  mat_put_head(out, name, MAT_TEXT, (int32_t)longest, (int32_t)n);
  for (int i = 0; i < n; i++) {
    size_t length = strlen(text[i]);
    fwrite(text[i], 1, length, out);
    for (size_t k = length; k < longest; k++) fputc(' ', out);
  }
}

/* --- columns --- */

static bool never_changes(const FmuVariable *v)
{
  return v->variability == FMU_CONSTANT || v->variability == FMU_FIXED ||
         v->causality == FMU_PARAMETER ||
         v->causality == FMU_CALCULATED_PARAMETER;
}

/* One more value of a curve. Zeros of both signs count as one. */
static uint64_t mat_mix(uint64_t hash, double value)
{
  uint64_t bits;
  value += 0.0;
  memcpy(&bits, &value, sizeof bits);
  hash = (hash ^ bits) * UINT64_C(0x9E3779B97F4A7C15);
  return hash ^ hash >> 29;
}

static int by_hash(const void *a, const void *b)
{
  const MatColumn *x = *(const MatColumn *const *)a;
  const MatColumn *y = *(const MatColumn *const *)b;
  uint64_t left = x->same < x->negated ? x->same : x->negated;
  uint64_t right = y->same < y->negated ? y->same : y->negated;
  if (left != right) return left < right ? -1 : 1;
  return x->position < y->position ? -1 : x->position > y->position;
}

static bool mat_is_shared(const MatColumn *first, const MatColumn *c)
{
  return first && first->is_constant == c->is_constant &&
         (first->same == c->same || first->same == c->negated);
}

/* Gives every column its row; those with equal curves, which stand together
 * when sorted by hash, that of the first of them. Rows are numbered in the
 * order of the variables. */
static void mat_share_rows(MatWriter *mat)
{
  int n = mat->n_columns;
  MatColumn **sorted =
      arena_array(mat->s->session_arena, (size_t)n + 1, sizeof(MatColumn *));
  MatColumn **leader =
      arena_array(mat->s->session_arena, (size_t)n + 1, sizeof(MatColumn *));
  for (int i = 0; i < n; i++) sorted[i] = &mat->column[i];
  qsort(sorted, (size_t)n, sizeof sorted[0], by_hash);
  MatColumn *first[2] = {NULL, NULL}; /* of those that change, of the others */
  for (int i = 0; i < n; i++) {
    MatColumn *c = sorted[i], **f = &first[c->is_constant];
    if (!mat_is_shared(*f, c)) *f = c;
    leader[c - mat->column] = *f;
  }
  mat->n_rows[0] = mat->n_rows[1] = 1;
  for (int i = 0; i < n; i++) {
    MatColumn *c = &mat->column[i], *f = leader[i];
    assert(f <= c); /* the first of them has its row */
    if (f == c)
      c->row = ++mat->n_rows[c->is_constant ? 0 : 1];
    else
      c->row = f->same == c->same ? f->row : -f->row;
  }
}

/* --- writing --- */

bool mat_begin(Session *s, MatWriter *mat, const char *path,
               const FmuDescription *description, const int *variable, int n)
{
  Arena *arena = s->session_arena;
  *mat = (MatWriter){.s = s, .path = path};
  mat->column = arena_array(arena, (size_t)n + 1, sizeof mat->column[0]);
  for (int i = 0; i < n; i++) {
    const FmuVariable *v = &description->variable[variable[i]];
    if (v->type == FMU_STRING) continue;
    mat->column[mat->n_columns++] = (MatColumn){
        .position = i, .variable = v, .is_constant = never_changes(v)};
  }
  size_t size = (size_t)mat->n_columns + 1;
  mat->value = arena_array(arena, size, sizeof(double));
  mat->first = arena_array(arena, size, sizeof(double));
  mat->partial = temporary_beside(s, path);
  mat->points_path = mat->partial ? temporary_beside(s, path) : NULL;
  if (!mat->points_path) return false;
  mat->points = fopen(mat->points_path, "w+b");
  if (mat->points) return true;
  diagnostic_file_error(s, path, E501, "the file cannot be written: %s",
                        strerror(errno));
  return false;
}

bool mat_row(MatWriter *mat, double time, const FmuValues *values)
{
  assert(mat->points);
  mat->value[0] = time;
  for (int i = 0; i < mat->n_columns; i++) {
    MatColumn *c = &mat->column[i];
    double value = values->number[c->position];
    mat->value[i + 1] = value;
    c->same = mat_mix(c->same, value);
    c->negated = mat_mix(c->negated, -value);
  }
  size_t n = (size_t)mat->n_columns + 1;
  if (mat->n_points == 0) memcpy(mat->first, mat->value, n * sizeof(double));
  mat->n_points++;
  return fwrite(mat->value, sizeof(double), n, mat->points) == n;
}

static void mat_put_names(MatWriter *mat, FILE *out)
{
  Arena *arena = mat->s->session_arena;
  int n = mat->n_columns + 1;
  const char **text = arena_array(arena, (size_t)n, sizeof text[0]);
  text[0] = "time";
  for (int i = 1; i < n; i++) text[i] = mat->column[i - 1].variable->name;
  put_texts(out, "name", text, n);
  text[0] = "time [s]";
  for (int i = 1; i < n; i++) {
    const FmuVariable *v = mat->column[i - 1].variable;
    const char *words = v->description ? v->description : "";
    text[i] = v->unit ? arena_printf(arena, "%s%s[%s]", words,
                                     *words ? " " : "", v->unit)
                      : words;
  }
  put_texts(out, "description", text, n);
}

/* Third and fourth row: linear between points, nothing known outside. */
static void put_info(const MatWriter *mat, FILE *out)
{
  int32_t info[4] = {0, 1, 0, -1};
  mat_put_head(out, "dataInfo", MAT_INT32, 4, mat->n_columns + 1);
  fwrite(info, sizeof info[0], 4, out);
  for (int i = 0; i < mat->n_columns; i++) {
    info[0] = mat->column[i].is_constant ? 1 : 2;
    info[1] = mat->column[i].row;
    fwrite(info, sizeof info[0], 4, out);
  }
}

/* One point of a matrix: time and the curves that have a row of their own. */
static void put_point(const MatWriter *mat, FILE *out, const double *value,
                      bool constant)
{
  fwrite(value, sizeof(double), 1, out);
  for (int i = 0, next = 2; i < mat->n_columns; i++) {
    const MatColumn *c = &mat->column[i];
    if (c->is_constant != constant || c->row != next) continue;
    fwrite(&value[i + 1], sizeof(double), 1, out);
    next++;
  }
}

static void mat_put_data(MatWriter *mat, FILE *out)
{
  assert(mat->n_rows[0] + mat->n_rows[1] <= mat->n_columns + 2);
  size_t n = (size_t)mat->n_columns + 1;
  mat_put_head(out, "data_1", MAT_DOUBLE, mat->n_rows[0], 2);
  put_point(mat, out, mat->first, true);
  put_point(mat, out, mat->value, true);
  mat_put_head(out, "data_2", MAT_DOUBLE, mat->n_rows[1],
               (int32_t)mat->n_points);
  rewind(mat->points);
  for (long k = 0; k < mat->n_points; k++) {
    if (fread(mat->value, sizeof(double), n, mat->points) != n) break;
    put_point(mat, out, mat->value, false);
  }
}

static bool mat_write_file(MatWriter *mat)
{
  if (mat->n_points > INT32_MAX) {
    errno = EFBIG;
    return false;
  }
  FILE *out = fopen(mat->partial, "wb");
  if (!out) return false;
  mat_share_rows(mat);
  put_class(out);
  mat_put_names(mat, out);
  put_info(mat, out);
  mat_put_data(mat, out);
  bool good = !ferror(out) && !ferror(mat->points);
  return fclose(out) == 0 && good;
}

bool mat_end(MatWriter *mat)
{
  bool good = !ferror(mat->points) && fflush(mat->points) == 0;
  good = good && mat_write_file(mat);
  if (!good) {
    diagnostic_file_error(mat->s, mat->path, E501,
                          "the results cannot be written: %s", strerror(errno));
  }
  mat_abandon(mat);
  return good && temporary_publish(mat->s, mat->partial, mat->path);
}

void mat_abandon(MatWriter *mat)
{
  assert(mat->points_path);
  if (mat->points) fclose(mat->points);
  mat->points = NULL;
  remove(mat->points_path);
}
