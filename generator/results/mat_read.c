/* mat_read.c: matrices of MATLAB (level 4): name, description, dataInfo,
 * data_1, data_2 (mat.h says what is in them). Nothing in the file is
 * believed before it is known to be inside of it. */
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "results/run_table.h"
#include "results/table_room.h"

enum { HEAD_SIZE = 20, LONGEST_MATRIX_NAME = 32 };

/* One matrix, column by column, as the file has it. */
typedef struct MatMatrix {
  int rows, columns;
  int kind; /* 0 double, 1 float, 2 int32, 3 int16, 4 uint16, 5 uint8 */
  const char *bytes; /* NULL: the file does not have it */
} MatMatrix;

typedef struct MatFile {
  MatMatrix aclass, name, description, info, data[2];
  bool is_transposed; /* binTrans: a column for each variable, or point */
} MatFile;

static const int kind_size[] = {8, 4, 4, 2, 2, 1};

static double mat_cell(const MatMatrix *m, int row, int column)
{
  assert(row >= 0 && row < m->rows && column >= 0 && column < m->columns);
  size_t at = (size_t)column * (size_t)m->rows + (size_t)row;
  const char *from = m->bytes + at * (size_t)kind_size[m->kind];
  double d;
  float f;
  int32_t i;
  int16_t h;
  uint16_t u;
  switch (m->kind) {
  case 0: memcpy(&d, from, sizeof d); return d;
  case 1: memcpy(&f, from, sizeof f); return f;
  case 2: memcpy(&i, from, sizeof i); return i;
  case 3: memcpy(&h, from, sizeof h); return h;
  case 4: memcpy(&u, from, sizeof u); return u;
  default: return (unsigned char)*from;
  }
}

/* An int of a number that may be any; beyond its range -1. */
static int mat_whole(double number)
{
  return number >= 0 && number < INT_MAX ? (int)number : -1;
}

/* Of item k and its part p, whichever way the matrix lies. */
static double mat_item(const MatFile *f, const MatMatrix *m, int k, int p)
{
  return f->is_transposed ? mat_cell(m, p, k) : mat_cell(m, k, p);
}

static int mat_n_items(const MatFile *f, const MatMatrix *m)
{
  return f->is_transposed ? m->columns : m->rows;
}

static int mat_n_parts(const MatFile *f, const MatMatrix *m)
{
  return f->is_transposed ? m->rows : m->columns;
}

static const char *mat_text(Session *s, const MatFile *f, const MatMatrix *m,
                            int k)
{
  int n = mat_n_parts(f, m);
  char *text = arena_alloc(s->session_arena, (size_t)n + 1);
  for (int p = 0; p < n; p++) text[p] = (char)mat_whole(mat_item(f, m, k, p));
  text[n] = '\0';
  n = (int)strlen(text);
  while (n > 0 && text[n - 1] == ' ') text[--n] = '\0';
  return text;
}

/* "[m/s]" at the end of a description, "[m/s|km/h]" of some tools. */
static const char *mat_unit(Session *s, const char *description)
{
  size_t n = strlen(description);
  const char *open = strrchr(description, '[');
  if (n == 0 || description[n - 1] != ']' || !open) return NULL;
  size_t length = strcspn(open + 1, "|]");
  return length > 0 ? arena_copy_text(s->session_arena, open + 1, length)
                    : NULL;
}

/* The matrix at the front; the number of bytes it takes, 0: it is faulty. */
static size_t mat_take(const char *at, size_t size, MatMatrix *m,
                       char name[LONGEST_MATRIX_NAME])
{
  int32_t head[5];
  if (size < HEAD_SIZE) return 0;
  memcpy(head, at, sizeof head);
  int kind = head[0] / 10 % 10;
  bool fits = head[0] >= 0 && head[0] < 1000 && kind <= 5 && head[1] >= 0 &&
              head[2] >= 0 && head[3] == 0 && head[4] > 0 &&
              head[4] <= LONGEST_MATRIX_NAME;
  if (!fits || size - HEAD_SIZE < (size_t)head[4]) return 0;
  memcpy(name, at + HEAD_SIZE, (size_t)head[4]);
  name[head[4] - 1] = '\0';
  size_t begin = HEAD_SIZE + (size_t)head[4];
  size_t cells = (size_t)head[1] * (size_t)head[2];
  if (cells > (size - begin) / (size_t)kind_size[kind]) return 0;
  /* without cells there are no rows either: nobody has to make room for them */
  *m = cells > 0 ? (MatMatrix){head[1], head[2], kind, at + begin}
                 : (MatMatrix){0, 0, kind, at + begin};
  return begin + cells * (size_t)kind_size[kind];
}

static bool mat_find_all(const char *bytes, size_t size, MatFile *f)
{
  const struct {
    const char *name;
    MatMatrix *matrix;
  } wanted[] = {{"Aclass", &f->aclass},           {"name", &f->name},
                {"description", &f->description}, {"dataInfo", &f->info},
                {"data_1", &f->data[0]},          {"data_2", &f->data[1]}};
  for (size_t at = 0; at < size;) {
    MatMatrix m;
    char name[LONGEST_MATRIX_NAME];
    size_t n = mat_take(bytes + at, size - at, &m, name);
    if (n == 0) return false;
    for (size_t k = 0; k < sizeof wanted / sizeof wanted[0]; k++) {
      if (strcmp(name, wanted[k].name) == 0) *wanted[k].matrix = m;
    }
    at += n;
  }
  return f->name.bytes && f->info.bytes && f->data[1].bytes;
}

/* The fourth text of Aclass says how the matrices lie. */
static bool mat_lies_transposed(const MatFile *f)
{
  const MatMatrix *a = &f->aclass;
  if (!a->bytes || a->rows < 4) return true;
  static const char normal[] = "binNormal";
  for (int p = 0; p < (int)sizeof normal - 1; p++) {
    if (p >= a->columns || mat_whole(mat_cell(a, 3, p)) != normal[p])
      return true;
  }
  return false;
}

static bool mat_fill(const MatFile *f, int k, RunColumn *column, int n_rows)
{
  int which = mat_whole(mat_item(f, &f->info, k, 0));
  double row = mat_item(f, &f->info, k, 1);
  const MatMatrix *m = &f->data[which == 1 ? 0 : 1];
  int part = mat_whole(fabs(row)) - 1, n = m->bytes ? mat_n_items(f, m) : 0;
  if (part < 0 || n == 0 || part >= mat_n_parts(f, m)) return false;
  bool is_constant = which == 1;
  for (int i = 0; i < n_rows; i++) {
    double value = mat_item(f, m, is_constant || i >= n ? 0 : i, part);
    column->value[i] = row < 0 ? -value : value;
  }
  return true;
}

bool run_table_read_mat(Session *s, RunTable *table, const char *bytes,
                        size_t size)
{
  MatFile f = {0};
  if (!mat_find_all(bytes, size, &f)) {
    diagnostic_file_error(s, table->path, E609,
                          "this is not a result file of MATLAB's level 4, as "
                          "Modelica tools write it");
    return false;
  }
  f.is_transposed = mat_lies_transposed(&f);
  int n = mat_n_items(&f, &f.name);
  table->n_rows = mat_n_items(&f, &f.data[1]);
  if (!table_room_is_enough(s, table, n)) return false;
  bool good = n > 0 && table->n_rows > 0 && n == mat_n_items(&f, &f.info) &&
              mat_n_parts(&f, &f.info) >= 2;
  table->column =
      arena_array(s->session_arena, (size_t)n + 1, sizeof table->column[0]);
  for (int k = 0; good && k < n; k++) {
    RunColumn *c = &table->column[table->n_columns++];
    c->name = mat_text(s, &f, &f.name, k);
    if (f.description.bytes && k < mat_n_items(&f, &f.description))
      c->unit = mat_unit(s, mat_text(s, &f, &f.description, k));
    c->value = arena_array(s->session_arena, (size_t)table->n_rows + 1,
                           sizeof c->value[0]);
    if (k == 0) { /* time is in both matrices */
      for (int i = 0; i < table->n_rows; i++)
        c->value[i] = mat_item(&f, &f.data[1], i, 0);
    } else {
      good = mat_fill(&f, k, c, table->n_rows);
    }
  }
  if (!good)
    diagnostic_file_error(s, table->path, E609,
                          "the matrices of the file do not fit together");
  return good;
}
