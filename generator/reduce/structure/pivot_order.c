/* pivot_order.c: elimination on patterns, cheapest pivot first.
 *
 * Rows and columns are lists that grow with the fill. A pivot at (r, c) adds
 * the columns of row r to all rows of column c; its cost is the product of
 * the other entries of r and of c. Rows and columns wait in buckets by their
 * number of entries, as long as they have an entry that may be a pivot. */
#include "reduce/structure/pivot_order.h"

#include <assert.h>

#include "base/vector.h"

enum {
  SEARCHED = 6,          /* rows and columns looked at for each pivot */
  MOST_WORK = 100000000, /* entries visited */
};

/* One row (its columns) or column (its rows). */
typedef struct Line {
  int *item;
  bool *may; /* rows: the entry may be a pivot */
  int n, cap, cap_may;
  int n_may; /* entries that may be pivots */
  bool done;
} Line;

/* Lines by length, in doubly linked lists. */
typedef struct Buckets {
  int *head;        /* [n_lengths + 1], -1 none */
  int *next, *prev; /* [n_lines] */
  int *length;      /* [n_lines] of the list it is in, -1: in none */
  int n_lengths, first;
} Buckets;

typedef struct State {
  Arena *scratch;
  Line *row, *column;
  int n_rows, n_columns;
  Buckets rows, columns;
  int *mark; /* [n_columns] stamp of the row that has the column */
  int stamp;
  bool fill_may; /* new entries may be pivots: all that are safe are done */
  long work;
  PivotOrder *result;
  int n_done;
} State;

/* --- buckets --- */

static Buckets buckets_make(int n_lines, int n_lengths, Arena *arena)
{
  Buckets b = {.n_lengths = n_lengths, .first = 0};
  b.head = arena_array(arena, (size_t)n_lengths + 1, sizeof(int));
  b.next = arena_array(arena, (size_t)n_lines, sizeof(int));
  b.prev = arena_array(arena, (size_t)n_lines, sizeof(int));
  b.length = arena_array(arena, (size_t)n_lines, sizeof(int));
  for (int k = 0; k <= n_lengths; k++) b.head[k] = -1;
  for (int k = 0; k < n_lines; k++) b.length[k] = -1;
  return b;
}

static void buckets_remove(Buckets *b, int line)
{
  if (b->length[line] < 0) return;
  if (b->prev[line] >= 0)
    b->next[b->prev[line]] = b->next[line];
  else
    b->head[b->length[line]] = b->next[line];
  if (b->next[line] >= 0) b->prev[b->next[line]] = b->prev[line];
  b->length[line] = -1;
}

static void buckets_place(Buckets *b, int line, const Line *what)
{
  buckets_remove(b, line);
  if (what->done || what->n_may == 0) return;
  int length = what->n;
  assert(length >= 0 && length <= b->n_lengths);
  b->length[line] = length;
  b->prev[line] = -1;
  b->next[line] = b->head[length];
  if (b->head[length] >= 0) b->prev[b->head[length]] = line;
  b->head[length] = line;
  if (length < b->first) b->first = length;
}

/* --- lines --- */

static void line_add(State *st, Line *line, int item, bool may)
{
  line->item = vector_grow(st->scratch, line->item, &line->cap, line->n + 1,
                           sizeof(int));
  line->may = vector_grow(st->scratch, line->may, &line->cap_may, line->n + 1,
                          sizeof(bool));
  line->may[line->n] = may;
  line->item[line->n++] = item;
  line->n_may += may;
}

/* For as many items as `cap` says. */
static void pivot_order_make_room(Line *line, int n, Arena *scratch)
{
  for (int k = 0; k < n; k++) {
    size_t cap = (size_t)line[k].cap;
    line[k].item = arena_array(scratch, cap, sizeof(int));
    line[k].may = arena_array(scratch, cap, sizeof(bool));
    line[k].cap_may = line[k].cap;
  }
}

static int line_find(const Line *line, int item)
{
  int k = 0;
  while (line->item[k] != item) k++;
  assert(k < line->n);
  return k;
}

static void line_remove(State *st, Line *line, int item)
{
  int k = line_find(line, item);
  st->work += k;
  line->n_may -= line->may[k];
  line->n--;
  line->item[k] = line->item[line->n];
  line->may[k] = line->may[line->n];
}

/* --- one pivot --- */

/* Row i takes over the columns of row r. */
static void pivot_order_add_row(State *st, int i, int r)
{
  Line *target = &st->row[i];
  const Line *source = &st->row[r];
  st->stamp++;
  for (int k = 0; k < target->n; k++) {
    st->mark[target->item[k]] = st->stamp;
  }
  st->work += target->n + source->n;
  for (int k = 0; k < source->n; k++) {
    int c = source->item[k];
    if (st->mark[c] == st->stamp) continue;
    line_add(st, target, c, st->fill_may);
    line_add(st, &st->column[c], i, st->fill_may);
  }
}

static void take_pivot(State *st, int r, int c, bool is_safe)
{
  assert(!st->row[r].done && !st->column[c].done);
  Line *row = &st->row[r], *column = &st->column[c];
  PivotOrder *e = st->result;
  e->column[st->n_done++] = c;
  e->row[c] = r;
  e->n_fill += row->n - 1 + column->n - 1;
  e->n_safe += is_safe;
  line_remove(st, row, c);
  line_remove(st, column, r);
  for (int k = 0; k < column->n; k++) {
    int i = column->item[k];
    line_remove(st, &st->row[i], c);
    pivot_order_add_row(st, i, r);
    buckets_place(&st->rows, i, &st->row[i]);
  }
  row->done = column->done = true;
  buckets_remove(&st->rows, r);
  buckets_remove(&st->columns, c);
  for (int k = 0; k < row->n; k++) {
    int j = row->item[k];
    line_remove(st, &st->column[j], r);
    buckets_place(&st->columns, j, &st->column[j]);
  }
}

/* --- the search --- */

typedef struct Candidate {
  long cost; /* -1: none */
  int row, column;
} Candidate;

static void consider(const State *st, Candidate *best, int r, int c)
{
  long cost = (long)(st->row[r].n - 1) * (st->column[c].n - 1);
  if (best->cost >= 0 && best->cost <= cost) return;
  *best = (Candidate){cost, r, c};
}

static void pivot_order_look_at(State *st, const Line *line, int index,
                                bool is_row, Candidate *best)
{
  for (int k = 0; k < line->n; k++) {
    if (!line->may[k]) continue;
    if (is_row)
      consider(st, best, index, line->item[k]);
    else
      consider(st, best, line->item[k], index);
  }
  st->work += line->n;
}

/* Looks at the shortest lines. */
static void pivot_order_search(State *st, Buckets *b, bool are_rows,
                               Candidate *best)
{
  int n_seen = 0;
  while (b->first < b->n_lengths && b->head[b->first] < 0) b->first++;
  for (int length = b->first; length <= b->n_lengths; length++) {
    if (best->cost >= 0 && best->cost <= (long)(length - 1) * (length - 1)) {
      return;
    }
    for (int k = b->head[length]; k >= 0; k = b->next[k]) {
      pivot_order_look_at(st, are_rows ? &st->row[k] : &st->column[k], k,
                          are_rows, best);
      if (++n_seen >= SEARCHED || best->cost == 0) return;
    }
  }
}

static bool take_pivots(State *st, bool are_safe)
{
  while (st->work < MOST_WORK) {
    Candidate best = {-1, -1, -1};
    pivot_order_search(st, &st->rows, true, &best);
    pivot_order_search(st, &st->columns, false, &best);
    if (best.cost < 0) return true;
    take_pivot(st, best.row, best.column, are_safe);
  }
  return false;
}

/* --- the whole --- */

static void allow_all(Line *line)
{
  line->n_may = line->n;
  for (int k = 0; k < line->n; k++) line->may[k] = true;
}

static void place_all(State *st)
{
  for (int r = 0; r < st->n_rows; r++) {
    buckets_place(&st->rows, r, &st->row[r]);
  }
  for (int c = 0; c < st->n_columns; c++) {
    buckets_place(&st->columns, c, &st->column[c]);
  }
}

static State *state_make(const Pattern *p, PivotOrder *result, Arena *arena,
                         Arena *scratch)
{
  State *st = arena_alloc(scratch, sizeof *st);
  size_t n_rows = (size_t)p->n_rows, n_columns = (size_t)p->n_columns;
  *st = (State){.scratch = scratch,
                .row = arena_array(scratch, n_rows, sizeof(Line)),
                .column = arena_array(scratch, n_columns, sizeof(Line)),
                .n_rows = p->n_rows,
                .n_columns = p->n_columns,
                .rows = buckets_make(p->n_rows, p->n_columns, scratch),
                .columns = buckets_make(p->n_columns, p->n_rows, scratch),
                .mark = arena_array(scratch, n_columns, sizeof(int)),
                .result = result};
  *result = (PivotOrder){.column = arena_array(arena, n_columns, sizeof(int)),
                         .row = arena_array(arena, n_columns, sizeof(int))};
  for (int c = 0; c < p->n_columns; c++) result->row[c] = -1;
  for (int k = 0; k < p->n_entries; k++) {
    st->row[p->entry[k].row].cap++;
    st->column[p->entry[k].column].cap++;
  }
  pivot_order_make_room(st->row, p->n_rows, scratch);
  pivot_order_make_room(st->column, p->n_columns, scratch);
  for (int k = 0; k < p->n_entries; k++) {
    const JacobianEntry *e = &p->entry[k];
    line_add(st, &st->row[e->row], e->column, p->safe[k]);
    line_add(st, &st->column[e->column], e->row, p->safe[k]);
  }
  return st;
}

/* Columns that are left keep their order. */
static void append_rest(State *st)
{
  for (int c = 0; c < st->n_columns; c++) {
    if (st->column[c].done) continue;
    st->result->column[st->n_done++] = c;
    st->result->n_fill += st->column[c].n;
  }
}

PivotOrder pivot_order(const Pattern *pattern, Arena *arena, Arena *scratch)
{
  assert(pattern->n_columns >= pattern->n_rows && pattern->safe);
  ArenaMark mark = arena_mark(scratch);
  PivotOrder result;
  State *st = state_make(pattern, &result, arena, scratch);
  place_all(st);
  if (take_pivots(st, true)) {
    for (int r = 0; r < st->n_rows; r++) allow_all(&st->row[r]);
    for (int c = 0; c < st->n_columns; c++) allow_all(&st->column[c]);
    place_all(st);
    st->fill_may = true;
    take_pivots(st, false);
  }
  append_rest(st);
  assert(st->n_done == st->n_columns);
  arena_release(mark);
  return result;
}
