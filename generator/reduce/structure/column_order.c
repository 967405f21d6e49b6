/* column_order.c: rows that are merged, and columns in a heap of scores. */
#include "reduce/structure/column_order.h"

#include <assert.h>

#include "base/vector.h"

enum {
  LONG_ROW = 60, /* rows that are left out: a pivot in one is the last */
  MOST_WORK = 100000000, /* entries visited */
};

/* Row or column: what it meets. */
typedef struct Meeting {
  int *item;
  int n, cap;
} Meeting;

typedef struct Merging {
  Arena *scratch;
  Meeting *row;    /* [n_rows + n_columns] given ones, then merged ones */
  bool *counts;    /* the same: false when it is gone */
  bool has_choice; /* columns may be left out: no row is used up */
  Meeting *column; /* [n_columns] rows; some are gone */
  long *score;     /* [n_columns] */
  int *heap;       /* [n_heap] the column with the lowest score first */
  int *place;      /* [n_columns] in the heap */
  int *mark;       /* [n_columns] 1 + the merged row that has it */
  int n_heap;
  long work;
} Merging;

/* --- the heap --- */

static bool column_order_before(const Merging *m, int a, int b)
{
  return m->score[a] != m->score[b] ? m->score[a] < m->score[b] : a < b;
}

static void column_order_put(Merging *m, int at, int c)
{
  m->heap[at] = c;
  m->place[c] = at;
}

static void column_order_up(Merging *m, int at)
{
  int c = m->heap[at];
  for (; at > 0; at = (at - 1) / 2) {
    int above = m->heap[(at - 1) / 2];
    if (!column_order_before(m, c, above)) break;
    column_order_put(m, at, above);
  }
  column_order_put(m, at, c);
}

static void column_order_down(Merging *m, int at)
{
  int c = m->heap[at];
  for (int below; (below = 2 * at + 1) < m->n_heap; at = below) {
    if (below + 1 < m->n_heap &&
        column_order_before(m, m->heap[below + 1], m->heap[below])) {
      below++;
    }
    if (!column_order_before(m, m->heap[below], c)) break;
    column_order_put(m, at, m->heap[below]);
  }
  column_order_put(m, at, c);
}

static int column_order_first(Merging *m)
{
  int c = m->heap[0], last = m->heap[--m->n_heap];
  if (m->n_heap > 0) {
    column_order_put(m, 0, last);
    column_order_down(m, 0);
  }
  return c;
}

/* --- rows and columns --- */

static void column_order_meet(Meeting *line, int item, Arena *scratch)
{
  line->item =
      vector_grow(scratch, line->item, &line->cap, line->n + 1, sizeof(int));
  line->item[line->n++] = item;
}

/* The columns that column c would leave in a row, some of them counted more
 * than once; rows that are gone are left out of its list. */
static long column_order_score(Merging *m, int c)
{
  Meeting *column = &m->column[c];
  long score = 0;
  int n = 0;
  for (int k = 0; k < column->n; k++) {
    int r = column->item[k];
    if (!m->counts[r]) continue;
    column->item[n++] = r;
    score += m->row[r].n - 1;
  }
  m->work += column->n;
  column->n = n;
  return score;
}

static Merging merging_make(const Pattern *p, Arena *scratch)
{
  size_t n_rows = (size_t)p->n_rows, n_columns = (size_t)p->n_columns;
  Merging m = {.scratch = scratch,
               .row = arena_array(scratch, n_rows + n_columns, sizeof(Meeting)),
               .counts = arena_array(scratch, n_rows + n_columns, sizeof(bool)),
               .column = arena_array(scratch, n_columns, sizeof(Meeting)),
               .score = arena_array(scratch, n_columns, sizeof(long)),
               .heap = arena_array(scratch, n_columns, sizeof(int)),
               .place = arena_array(scratch, n_columns, sizeof(int)),
               .mark = arena_array(scratch, n_columns, sizeof(int)),
               .has_choice = p->n_columns > p->n_rows};
  for (int k = 0; k < p->n_entries; k++) {
    column_order_meet(&m.row[p->entry[k].row], p->entry[k].column, scratch);
  }
  for (int r = 0; r < p->n_rows; r++) m.counts[r] = m.row[r].n <= LONG_ROW;
  for (int k = 0; k < p->n_entries; k++) {
    column_order_meet(&m.column[p->entry[k].column], p->entry[k].row, scratch);
  }
  for (int c = 0; c < p->n_columns; c++) {
    m.score[c] = column_order_score(&m, c);
    column_order_put(&m, m.n_heap++, c);
    column_order_up(&m, m.n_heap - 1);
  }
  return m;
}

/* The rows of column c become row `merged`; how many columns that has. */
static int column_order_merge(Merging *m, int c, int merged)
{
  const Meeting *column = &m->column[c];
  Meeting *row = &m->row[merged];
  m->mark[c] = merged + 1;
  for (int k = 0; k < column->n; k++) {
    int r = column->item[k];
    for (int i = 0; i < m->row[r].n; i++) {
      int j = m->row[r].item[i];
      if (m->mark[j] == merged + 1) continue;
      m->mark[j] = merged + 1;
      column_order_meet(row, j, m->scratch);
    }
    m->work += m->row[r].n;
    m->counts[r] = false;
  }
  m->counts[merged] = m->has_choice || column->n > 1;
  for (int k = 0; k < row->n; k++) {
    int j = row->item[k];
    if (m->counts[merged]) column_order_meet(&m->column[j], merged, m->scratch);
    m->score[j] = column_order_score(m, j);
    column_order_up(m, m->place[j]);
    column_order_down(m, m->place[j]);
  }
  return row->n;
}

PivotOrder column_order(const Pattern *pattern, Arena *arena, Arena *scratch)
{
  assert(pattern->n_columns >= pattern->n_rows);
  ArenaMark mark = arena_mark(scratch);
  size_t n = (size_t)pattern->n_columns;
  PivotOrder order = {.column = arena_array(arena, n, sizeof(int))};
  Merging m = merging_make(pattern, scratch);
  for (int k = 0; k < pattern->n_columns; k++) {
    int c = column_order_first(&m);
    order.column[k] = c;
    order.n_fill += m.work < MOST_WORK
                        ? 2 * column_order_merge(&m, c, pattern->n_rows + k)
                        : m.column[c].n;
  }
  arena_release(mark);
  return order;
}

/* --- what the factors would have --- */

typedef struct Trial {
  const Pattern *pattern;
  Arena *scratch;
  int *start, *row;       /* by columns of the matrix */
  int *length, *position; /* [n] of each row: entries; its pivot, or -1 */
  Meeting *lower;         /* [n] rows of each column of L */
  int *reached, *mark;    /* [n] rows of the column at hand */
  long work;
} Trial;

static Trial trial_make(const Pattern *p, Arena *scratch)
{
  size_t n = (size_t)p->n_rows;
  Trial t = {.pattern = p,
             .scratch = scratch,
             .start = arena_array(scratch, n + 1, sizeof(int)),
             .row = arena_array(scratch, (size_t)p->n_entries, sizeof(int)),
             .length = arena_array(scratch, n, sizeof(int)),
             .position = arena_array(scratch, n, sizeof(int)),
             .lower = arena_array(scratch, n, sizeof(Meeting)),
             .reached = arena_array(scratch, n, sizeof(int)),
             .mark = arena_array(scratch, n, sizeof(int))};
  int *next = arena_array(scratch, n + 1, sizeof(int));
  for (int k = 0; k < p->n_entries; k++) t.start[p->entry[k].column + 1]++;
  for (int c = 0; c < p->n_rows; c++) t.start[c + 1] += t.start[c];
  for (int c = 0; c < p->n_rows; c++) next[c] = t.start[c];
  for (int k = 0; k < p->n_entries; k++) {
    t.row[next[p->entry[k].column]++] = p->entry[k].row;
    t.length[p->entry[k].row]++;
  }
  for (int r = 0; r < p->n_rows; r++) t.position[r] = -1;
  return t;
}

/* All rows that column k of the factors has: those of the matrix, and those
 * that pivots lead to. */
static int trial_reach(Trial *t, int c, int k)
{
  int n = 0;
  for (int e = t->start[c]; e < t->start[c + 1]; e++) {
    t->mark[t->row[e]] = k + 1;
    t->reached[n++] = t->row[e];
  }
  for (int i = 0; i < n; i++) {
    int pivot = t->position[t->reached[i]];
    if (pivot < 0) continue;
    const Meeting *lower = &t->lower[pivot];
    t->work += lower->n;
    for (int e = 0; e < lower->n; e++) {
      int r = lower->item[e];
      if (t->mark[r] == k + 1) continue;
      t->mark[r] = k + 1;
      t->reached[n++] = r;
    }
  }
  return n;
}

static int trial_pivot(const Trial *t, int n)
{
  int best = -1;
  for (int i = 0; i < n; i++) {
    int r = t->reached[i];
    if (t->position[r] >= 0) continue;
    if (best < 0 || t->length[r] < t->length[best]) best = r;
  }
  return best;
}

int column_order_fill(const Pattern *pattern, const int *column, int most,
                      Arena *scratch)
{
  assert(pattern->n_columns == pattern->n_rows);
  ArenaMark mark = arena_mark(scratch);
  Trial t = trial_make(pattern, scratch);
  long fill = 0;
  for (int k = 0; k < pattern->n_rows && fill < most; k++) {
    int n = trial_reach(&t, column[k], k), pivot = trial_pivot(&t, n);
    fill += n - 1;
    if (pivot < 0 || t.work > MOST_WORK) fill = most;
    for (int i = 0; i < n && fill < most; i++) {
      int r = t.reached[i];
      if (t.position[r] < 0 && r != pivot)
        column_order_meet(&t.lower[k], r, scratch);
    }
    if (pivot >= 0) t.position[pivot] = k;
  }
  arena_release(mark);
  return fill < most ? (int)fill : most;
}
