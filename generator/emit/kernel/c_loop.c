/* c_loop.c: what belongs into the holes of repeated items, and loops over it. */
#include "emit/kernel/c_loop.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "emit/kernel/hole_cells.h"
#include "emit/text/c_text.h"
#include "emit/text/memory_stream.h"

/* At most so many stretches of a repeat are loops of their own because their
 * indices rise evenly. */
#define EVEN_STRETCHES 8
#define TEXT_SIZE                                                              \
  48 /* "-2147483648+index_2147483647[k]": no blanks, where
                        lines are broken */

/* A hole of the body. */
typedef struct Column {
  bool is_number;
  int cell;             /* among those of an iteration */
  char text[TEXT_SIZE]; /* "": the number is written as it is */
} Column;

struct CLoopBody {
  ModelText *m;
  const Routine *r;
  Repeat repeat;
  Column *column;
  int n_columns;
  const int32_t *cell; /* of all iterations, `stride` of each */
  int stride;
  int *first_column; /* [period + 1] of each item of the body */
  int item;          /* of the body, being written */
  FILE *tables;
};

/* --- columns --- */

static KernelItem item_at(const CLoopBody *b, int k)
{
  assert(k >= 0 && k < b->repeat.count * b->repeat.period);
  KernelItem item = {0};
  b->r->describe(b->m, b->r, b->repeat.begin + k, &item);
  return item;
}

static void make_columns(CLoopBody *b)
{
  Arena *scratch = session_scratch(b->m->s);
  int period = b->repeat.period, n = 0, cap = 0;
  b->first_column =
      arena_array(scratch, (size_t)period + 1, sizeof b->first_column[0]);
  for (int i = 0; i < period; i++) {
    KernelItem item = item_at(b, i);
    int n_holes;
    const Hole *hole = kernels_holes(b->m->kernels, &item, &n_holes);
    b->first_column[i] = n;
    b->column =
        vector_grow(scratch, b->column, &cap, n + n_holes, sizeof b->column[0]);
    for (int h = 0; h < n_holes; h++) {
      b->column[n++] =
          (Column){.is_number = hole[h].is_number, .cell = b->stride};
      b->stride += hole_cells_size(&hole[h]);
    }
  }
  b->first_column[period] = b->n_columns = n;
}

static const int32_t *find_cells(CLoopBody *b)
{
  Arena *scratch = session_scratch(b->m->s);
  HoleCells cells = {.arena = arena_child(scratch, "cells")};
  for (int k = 0; k < b->repeat.count * b->repeat.period; k++) {
    ArenaMark mark = arena_mark(scratch);
    KernelItem item = item_at(b, k);
    int n_holes;
    const Hole *hole = kernels_holes(b->m->kernels, &item, &n_holes);
    hole_cells_put(&cells, hole, n_holes);
    arena_release(mark);
  }
  assert(cells.n_cells == b->stride * b->repeat.count);
  return cells.cell;
}

static const int32_t *cell_at(const CLoopBody *b, const Column *c,
                              int iteration)
{
  return b->cell + (size_t)iteration * (size_t)b->stride + c->cell;
}

static int index_at(const CLoopBody *b, const Column *c, int iteration)
{
  return *cell_at(b, c, iteration);
}

/* --- what a stretch of iterations writes into the holes --- */

typedef struct Stretch {
  int begin, end; /* iterations */
} Stretch;

static long step_at(const CLoopBody *b, const Column *c, int iteration)
{
  return (long)index_at(b, c, iteration) - index_at(b, c, iteration - 1);
}

static bool is_even(const CLoopBody *b, const Column *c, Stretch s)
{
  for (int k = s.begin + 2; k < s.end; k++) {
    if (step_at(b, c, k) != step_at(b, c, s.begin + 1)) return false;
  }
  return true;
}

static void write_even(const CLoopBody *b, Column *c, Stretch s)
{
  assert(s.begin < s.end);
  int first = index_at(b, c, s.begin);
  int step = s.end - s.begin > 1 ? index_at(b, c, s.begin + 1) - first : 0;
  int n = 0;
  if (step == 0 || first != 0) n = snprintf(c->text, TEXT_SIZE, "%d", first);
  if (step == 0) return;
  const char *sign = step < 0 ? "-" : "+";
  if (n > 0) n += snprintf(c->text + n, (size_t)(TEXT_SIZE - n), "%s", sign);
  snprintf(c->text + n, (size_t)(TEXT_SIZE - n), "k");
  if (step == 1 || step == -1) return;
  snprintf(c->text + n, (size_t)(TEXT_SIZE - n), "%d*k", abs(step));
}

static void write_index_table(CLoopBody *b, Column *c, Stretch s)
{
  Arena *scratch = session_scratch(b->m->s);
  const char *series = index_tables_series(b->m->tables);
  ArenaMark mark = arena_mark(scratch);
  int n = s.end - s.begin, first = index_at(b, c, s.begin);
  int *relative = arena_array(scratch, (size_t)n, sizeof relative[0]);
  for (int k = 0; k < n; k++) relative[k] = index_at(b, c, s.begin + k) - first;
  int number = index_tables_of_ints(b->m->tables, relative, n, b->tables);
  arena_release(mark);
  if (first == 0) {
    snprintf(c->text, TEXT_SIZE, "index_%s%d[k]", series, number);
  } else {
    snprintf(c->text, TEXT_SIZE, "%d+index_%s%d[k]", first, series, number);
  }
}

/* By their bits: 0 and -0 are two numbers. */
static bool is_same_number(const CLoopBody *b, const Column *c, Stretch s)
{
  const int32_t *first = cell_at(b, c, s.begin);
  for (int k = s.begin + 1; k < s.end; k++) {
    if (memcmp(cell_at(b, c, k), first, sizeof(double)) != 0) return false;
  }
  return true;
}

static void write_number_table(CLoopBody *b, Column *c, Stretch s)
{
  Arena *scratch = session_scratch(b->m->s);
  ArenaMark mark = arena_mark(scratch);
  int n = s.end - s.begin;
  double *value = arena_array(scratch, (size_t)n, sizeof value[0]);
  for (int k = 0; k < n; k++) {
    value[k] = hole_cells_number(cell_at(b, c, s.begin + k));
  }
  int number = index_tables_of_numbers(b->m->tables, value, n, b->tables);
  arena_release(mark);
  snprintf(c->text, TEXT_SIZE, "number_%s%d[k]",
           index_tables_series(b->m->tables), number);
}

static void write_texts(CLoopBody *b, Stretch s)
{
  for (int k = 0; k < b->n_columns; k++) {
    Column *c = &b->column[k];
    if (!c->is_number && is_even(b, c, s)) {
      write_even(b, c, s);
    } else if (!c->is_number) {
      write_index_table(b, c, s);
    } else if (is_same_number(b, c, s)) {
      c->text[0] = '\0';
    } else {
      write_number_table(b, c, s);
    }
  }
}

/* --- the loop --- */

const char *model_text_index(ModelText *m, int place, int index)
{
  const CLoopBody *b = m->loop;
  if (!b) {
    const char *format = m->has_lanes ? LANE_INDEX : "%d";
    return arena_printf(session_scratch(m->s), format, index);
  }
  assert(b->first_column[b->item] + place < b->first_column[b->item + 1]);
  return b->column[b->first_column[b->item] + place].text;
}

const char *model_text_comment(const ModelText *m, const char *text)
{
  return m->loop ? NULL : text;
}

static const char *c_loop_leaf_text(const void *context, ExprId leaf)
{
  const CLoopBody *b = context;
  int hole = kernels_hole_of(b->m->kernels, leaf);
  if (hole < 0) return NULL;
  const Column *c = &b->column[b->first_column[b->item] + hole];
  return c->text[0] ? c->text : NULL;
}

/* The statements of one iteration, that of `stretch.begin`, with holes. */
static void write_statements(CLoopBody *b, Stretch s, FILE *out)
{
  assert(!b->m->loop); /* loops are not nested */
  ModelText *m = b->m;
  m->loop = b;
  c_expression_holes(m->c, c_loop_leaf_text, b);
  for (b->item = 0; b->item < b->repeat.period; b->item++) {
    int k = s.begin * b->repeat.period + b->item, n_holes;
    KernelItem item = item_at(b, k);
    kernels_holes(m->kernels, &item, &n_holes); /* for c_loop_leaf_text() */
    b->r->write(m, b->r, b->repeat.begin + k, b->repeat.begin + k + 1, out);
  }
  c_expression_holes(m->c, NULL, NULL);
  m->loop = NULL;
}

static void write_indented(const char *text, FILE *out)
{
  while (*text) {
    size_t n = strcspn(text, "\n");
    fprintf(out, "  %.*s\n", (int)n, text);
    text += n;
    if (*text) text++;
  }
}

static void c_loop_write_head(const CLoopBody *b, Stretch s, FILE *out)
{
  const ModelText *m = b->m;
  int period = b->repeat.period, begin = b->repeat.begin;
  if (b->r->label) {
    fputs("  /* ", out);
    c_text_comment(out, b->r->label(m, b->r, begin + s.begin * period));
    fputs(" ... ", out);
    c_text_comment(out, b->r->label(m, b->r, begin + s.end * period - 1));
    fputs(" */\n", out);
  }
  fprintf(out, "  for (int k = 0; k < %d; k++) {\n", s.end - s.begin);
}

static void write_stretch(CLoopBody *b, Stretch s, FILE *out)
{
  char *text = NULL;
  size_t size = 0;
  FILE *body = memory_stream(&text, &size);
  write_texts(b, s);
  write_statements(b, s, body);
  memory_stream_end(body, &text);
  c_loop_write_head(b, s, out);
  write_indented(text, out);
  fputs("  }\n", out);
  free(text);
}

static void write_plain(CLoopBody *b, Stretch s, FILE *out)
{
  int begin = b->repeat.begin, period = b->repeat.period;
  for (int k = s.begin * period; k < s.end * period; k++) {
    b->r->write(b->m, b->r, begin + k, begin + k + 1, out);
  }
}

static void write_uneven(CLoopBody *b, Stretch s, FILE *out)
{
  if (s.end - s.begin >= REPEAT_COUNT) {
    write_stretch(b, s, out);
  } else {
    write_plain(b, s, out);
  }
}

static bool is_even_at(const CLoopBody *b, int begin, int k)
{
  for (int i = 0; i < b->n_columns; i++) {
    const Column *c = &b->column[i];
    if (c->is_number) continue;
    if (step_at(b, c, k) != step_at(b, c, begin + 1)) return false;
  }
  return true;
}

/* The end of the stretch from `begin` on in which all indices rise evenly. */
static int even_end(const CLoopBody *b, int begin)
{
  assert(begin < b->repeat.count);
  int k = begin + 2;
  while (k < b->repeat.count && is_even_at(b, begin, k)) k++;
  return k < b->repeat.count ? k : b->repeat.count;
}

/* Long even stretches become loops; what lies between them another form. */
static void write_stretches(CLoopBody *b, FILE *out)
{
  int count = b->repeat.count, uneven = 0, begin = 0;
  int enough = count / EVEN_STRETCHES;
  if (enough < REPEAT_COUNT) enough = REPEAT_COUNT;
  while (begin < count) {
    int end = even_end(b, begin);
    if (end - begin >= enough) {
      write_uneven(b, (Stretch){uneven, begin}, out);
      write_stretch(b, (Stretch){begin, end}, out);
      uneven = end;
    }
    /* two of them are always even: the second may begin another stretch */
    begin = end - begin == 2 && end < count ? begin + 1 : end;
  }
  write_uneven(b, (Stretch){uneven, count}, out);
}

void c_loop_write(ModelText *m, const Routine *r, Repeat repeat,
                  const int32_t *cell, FILE *tables, FILE *out)
{
  assert(repeat.begin + repeat.period * repeat.count <= r->n_items);
  assert(repeat.period > 0 && repeat.count > 0);
  ArenaMark mark = arena_mark(session_scratch(m->s));
  CLoopBody b = {.m = m, .r = r, .repeat = repeat, .tables = tables};
  make_columns(&b);
  b.cell = cell ? cell : find_cells(&b);
  write_stretches(&b, out);
  arena_release(mark);
}
