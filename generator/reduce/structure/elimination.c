/* elimination.c: Gaussian elimination on linked rows and columns.
 *
 * Each entry is a cell in the list of its row and in that of its column;
 * cells that are gone stay linked until a list is walked again. Each column
 * knows its best pivot, and a heap orders the columns by these; where only the
 * rank is asked for, lists of columns with as much fill do. A step changes some
 * rows; only the columns of these are looked at again.
 */
#include "reduce/structure/elimination.h"

#include <assert.h>
#include <math.h>

#include "base/vector.h"

/* A pivot is at least this part of the largest entry of its row and of its
 * column. */
static const double GOOD_PIVOT = 0.1;
/* What is left of a row of size one where all else has cancelled. */
static const double ROUNDING = 1e-14;
/* Factors below this part of the largest one are rounding. */
static const double NO_FACTOR = 1e-9;

typedef struct Cell {
  int row, column;       /* row -1: gone */
  int in_row, in_column; /* the next cell, -1: none */
  double value;
} Cell;

typedef struct Pivot {
  int cell;   /* -1: the column has none now */
  float size; /* coarse: differences by rounding decide nothing */
  /* preference of the column, then at most so many new entries: lower comes
   * earlier */
  int64_t rank;
} Pivot;
enum { FILL_BITS = 43 }; /* of a rank: a million rows and columns, all filled */
enum { N_LISTS = 8 * FILL_BITS };

/* row -= factor * the row `by` */
typedef struct Operation {
  int row, by;
  double factor;
} Operation;

typedef struct Elimination {
  const SparseMatrix *a;
  Arena *arena;
  double tolerance;
  Cell *cell;
  int n_cells, cap_cells;
  int *row_first, *row_count;       /* [n_rows] */
  double *row_max;                  /* [n_rows] */
  int *column_first, *column_count; /* [n_columns] */
  Pivot *pivot;                     /* [n_columns] */
  bool in_lists;                    /* else in the heap */
  int *heap, *place;                /* [n_columns]; place -1: not in it */
  int n_heap;
  int first[N_LISTS]; /* column, -1: none; the last list has all others */
  int *next, *before; /* [n_columns] in its list; -1: none */
  int lowest;         /* lists before this one are empty */
  int *cell_at;       /* [n_columns] cell of the row at hand, -1 */
  int *changed;       /* [n_columns] columns to be looked at again */
  bool *is_changed;
  int n_changed;
  int64_t work; /* entries looked at */
  bool keeps_operations;
  Operation *operation;
  int n_operations, cap_operations;
} Elimination;

/* --- the matrix --- */

static void add_cell(Elimination *e, int row, int column, double value)
{
  e->cell = vector_grow(e->arena, e->cell, &e->cap_cells, e->n_cells + 1,
                        sizeof e->cell[0]);
  e->cell[e->n_cells] =
      (Cell){row, column, e->row_first[row], e->column_first[column], value};
  e->row_first[row] = e->column_first[column] = e->n_cells++;
  e->row_count[row]++;
  e->column_count[column]++;
}

static void drop_cell(Elimination *e, int k)
{
  assert(e->cell[k].row >= 0); /* once */
  Cell *cell = &e->cell[k];
  e->row_count[cell->row]--;
  e->column_count[cell->column]--;
  cell->row = -1;
}

/* The first living cell of a list; the dead ones before it are unlinked. */
static int living_in_row(Elimination *e, int *link)
{
  while (*link >= 0 && e->cell[*link].row < 0) *link = e->cell[*link].in_row;
  return *link;
}

static int living_in_column(Elimination *e, int *link)
{
  while (*link >= 0 && e->cell[*link].row < 0) {
    *link = e->cell[*link].in_column;
  }
  return *link;
}

static int *fill_ints(Arena *arena, int n, int value)
{
  int *item = arena_array(arena, (size_t)n, sizeof item[0]);
  for (int k = 0; k < n; k++) item[k] = value;
  return item;
}

/* Rows are scaled to a largest entry of one. */
static void elimination_load_matrix(Elimination *e)
{
  const SparseMatrix *a = e->a;
  double *largest = arena_array(e->arena, (size_t)a->n_rows, sizeof(double));
  for (int k = 0; k < a->n_entries; k++) {
    const SparseEntry *entry = &a->entry[k];
    assert(isfinite(entry->value));
    largest[entry->row] = fmax(largest[entry->row], fabs(entry->value));
  }
  for (int k = 0; k < a->n_entries; k++) {
    const SparseEntry *entry = &a->entry[k];
    if (entry->value == 0) continue;
    add_cell(e, entry->row, entry->column, entry->value / largest[entry->row]);
  }
  for (int r = 0; r < a->n_rows; r++) e->row_max[r] = e->row_first[r] >= 0;
}

static Elimination *make_elimination(const SparseMatrix *a, double tolerance,
                                     bool in_lists, Arena *arena)
{
  Elimination *e = arena_alloc(arena, sizeof *e);
  size_t m = (size_t)a->n_rows, n = (size_t)a->n_columns;
  e->a = a;
  e->arena = arena;
  e->tolerance = tolerance;
  e->row_first = fill_ints(arena, a->n_rows, -1);
  e->row_count = fill_ints(arena, a->n_rows, 0);
  e->row_max = arena_array(arena, m, sizeof e->row_max[0]);
  e->column_first = fill_ints(arena, a->n_columns, -1);
  e->column_count = fill_ints(arena, a->n_columns, 0);
  e->pivot = arena_array(arena, n, sizeof e->pivot[0]);
  e->in_lists = in_lists;
  e->place = fill_ints(arena, a->n_columns, -1);
  if (in_lists) {
    e->next = arena_array(arena, n, sizeof e->next[0]);
    e->before = arena_array(arena, n, sizeof e->before[0]);
    for (int k = 0; k < N_LISTS; k++) e->first[k] = -1;
  } else {
    e->heap = arena_array(arena, n, sizeof e->heap[0]);
  }
  e->cell_at = fill_ints(arena, a->n_columns, -1);
  e->changed = fill_ints(arena, a->n_columns, -1);
  e->is_changed = arena_array(arena, n, sizeof e->is_changed[0]);
  elimination_load_matrix(e);
  return e;
}

/* --- the order of the columns --- */

/* Of a pivot without new entries. */
static int64_t least_rank(const Elimination *e, int column)
{
  bool counts = e->a->preference && !e->in_lists;
  int64_t preference = counts ? e->a->preference[column] : 0;
  assert(preference >= 0 && preference < 1 << 20);
  return preference * ((int64_t)1 << FILL_BITS);
}

static int tie_of(const Elimination *e, int column)
{
  return e->a->tie ? e->a->tie[column] : column;
}

static bool comes_before(const Elimination *e, int a, int b)
{
  const Pivot *p = &e->pivot[a], *q = &e->pivot[b];
  if (p->rank != q->rank) return p->rank < q->rank;
  if (p->size != q->size) return p->size > q->size;
  return tie_of(e, a) > tie_of(e, b);
}

static void elimination_put(Elimination *e, int at, int column)
{
  e->heap[at] = column;
  e->place[column] = at;
}

static void move_up(Elimination *e, int at)
{
  int column = e->heap[at];
  for (; at > 0; at = (at - 1) / 2) {
    int above = e->heap[(at - 1) / 2];
    if (!comes_before(e, column, above)) break;
    elimination_put(e, at, above);
  }
  elimination_put(e, at, column);
}

static void move_down(Elimination *e, int at)
{
  int column = e->heap[at];
  for (;;) {
    int below = 2 * at + 1;
    if (below >= e->n_heap) break;
    if (below + 1 < e->n_heap &&
        comes_before(e, e->heap[below + 1], e->heap[below])) {
      below++;
    }
    if (!comes_before(e, e->heap[below], column)) break;
    elimination_put(e, at, e->heap[below]);
    at = below;
  }
  elimination_put(e, at, column);
}

static void leave_heap(Elimination *e, int column)
{
  int at = e->place[column];
  assert(at >= 0 && at < e->n_heap && e->heap[at] == column);
  e->place[column] = -1;
  int last = e->heap[--e->n_heap];
  if (last == column) return;
  elimination_put(e, at, last);
  move_up(e, at);
  move_down(e, e->place[last]);
}

/* The pivot of a column of the heap was another one before. */
static void move_in_heap(Elimination *e, int column, const Pivot *before)
{
  const Pivot *now = &e->pivot[column];
  if (now->rank == before->rank && now->size == before->size) return;
  if (now->rank < before->rank ||
      (now->rank == before->rank && now->size > before->size)) {
    move_up(e, e->place[column]);
  } else {
    move_down(e, e->place[column]);
  }
}

/* --- lists in place of the order --- */

/* One for each number below 16, then eight for each power of two: the fill of
 * the columns in a list differs by an eighth at most. */
static int list_of(const Pivot *pivot)
{
  int shift = 0;
  while (pivot->rank >> shift >= 16) shift++;
  int list = 8 * shift + (int)(pivot->rank >> shift);
  return list < N_LISTS ? list : N_LISTS - 1;
}

static void enter_list(Elimination *e, int column)
{
  int list = list_of(&e->pivot[column]), next = e->first[list];
  e->place[column] = list;
  e->next[column] = next;
  e->before[column] = -1;
  if (next >= 0) e->before[next] = column;
  e->first[list] = column;
  if (list < e->lowest) e->lowest = list;
}

static void leave_list(Elimination *e, int column)
{
  int next = e->next[column], before = e->before[column];
  if (next >= 0) e->before[next] = before;
  if (before >= 0)
    e->next[before] = next;
  else
    e->first[e->place[column]] = next;
  e->place[column] = -1;
}

static void move_to_list(Elimination *e, int column)
{
  if (list_of(&e->pivot[column]) == e->place[column]) return;
  leave_list(e, column);
  enter_list(e, column);
}

/* --- whichever it is --- */

static void elimination_enter(Elimination *e, int column)
{
  if (e->in_lists) {
    enter_list(e, column);
  } else {
    elimination_put(e, e->n_heap++, column);
    move_up(e, e->place[column]);
  }
}

static void elimination_leave(Elimination *e, int column)
{
  if (e->place[column] < 0) return;
  if (e->in_lists)
    leave_list(e, column);
  else
    leave_heap(e, column);
}

/* -1: no column has a pivot. */
static int first_column(Elimination *e)
{
  if (!e->in_lists) return e->n_heap > 0 ? e->heap[0] : -1;
  while (e->lowest < N_LISTS - 1 && e->first[e->lowest] < 0) e->lowest++;
  return e->first[e->lowest];
}

/* --- pivots --- */

static double column_max(Elimination *e, int column)
{
  double largest = 0;
  int *link = &e->column_first[column];
  for (int k; (k = living_in_column(e, link)) >= 0;
       link = &e->cell[k].in_column) {
    largest = fmax(largest, fabs(e->cell[k].value));
  }
  return largest;
}

/* The pivot with the least fill; the larger one of equals. */
static Pivot best_pivot(Elimination *e, int column)
{
  Pivot best = {.cell = -1};
  int64_t no_fill = least_rank(e, column);
  double least = fmax(GOOD_PIVOT * column_max(e, column), e->tolerance);
  int64_t others = e->column_count[column] - 1;
  for (int k = e->column_first[column]; k >= 0; k = e->cell[k].in_column) {
    const Cell *cell = &e->cell[k];
    if (cell->row < 0) continue;
    e->work++;
    double size = fabs(cell->value);
    if (size < least || size < GOOD_PIVOT * e->row_max[cell->row]) continue;
    int64_t fill = others * (e->row_count[cell->row] - 1);
    Pivot p = {k, (float)size, no_fill + fill};
    if (best.cell < 0 || p.rank < best.rank ||
        (p.rank == best.rank && p.size > best.size)) {
      best = p;
    }
  }
  return best;
}

static void elimination_look_again(Elimination *e, int column)
{
  Pivot before = e->pivot[column];
  e->pivot[column] = best_pivot(e, column);
  if (e->pivot[column].cell < 0)
    elimination_leave(e, column);
  else if (e->place[column] < 0)
    elimination_enter(e, column);
  else if (e->in_lists)
    move_to_list(e, column);
  else
    move_in_heap(e, column, &before);
}

static void note_change(Elimination *e, int column)
{
  if (e->is_changed[column]) return;
  e->is_changed[column] = true;
  e->changed[e->n_changed++] = column;
}

static void look_at_changed(Elimination *e)
{
  for (int k = 0; k < e->n_changed; k++) {
    e->is_changed[e->changed[k]] = false;
    elimination_look_again(e, e->changed[k]);
  }
  e->n_changed = 0;
}

/* --- one step --- */

/* Finds the largest entry again and notes the columns; drops what is rounding
 * only. */
static void close_row(Elimination *e, int row)
{
  double largest = 0;
  int *link = &e->row_first[row];
  for (int k; (k = living_in_row(e, link)) >= 0; link = &e->cell[k].in_row) {
    double size = fabs(e->cell[k].value);
    e->work++;
    note_change(e, e->cell[k].column);
    if (size < ROUNDING) drop_cell(e, k);
    largest = fmax(largest, size);
  }
  e->row_max[row] = largest;
}

/* row -= factor * the pivot's row, without the pivot's column. */
static void subtract_row(Elimination *e, int row, int pivot, double factor)
{
  int *link = &e->row_first[row];
  for (int k; (k = living_in_row(e, link)) >= 0; link = &e->cell[k].in_row) {
    e->cell_at[e->cell[k].column] = k;
  }
  int source = e->cell[pivot].row;
  for (int k = e->row_first[source]; k >= 0; k = e->cell[k].in_row) {
    if (k == pivot || e->cell[k].row < 0) continue;
    e->work++;
    int column = e->cell[k].column;
    double change = -factor * e->cell[k].value;
    if (e->cell_at[column] >= 0)
      e->cell[e->cell_at[column]].value += change;
    else
      add_cell(e, row, column, change);
  }
  for (int k = e->row_first[row]; k >= 0; k = e->cell[k].in_row) {
    e->cell_at[e->cell[k].column] = -1;
  }
}

static void keep_operation(Elimination *e, int row, int by, double factor)
{
  if (!e->keeps_operations) return;
  e->operation = vector_grow(e->arena, e->operation, &e->cap_operations,
                             e->n_operations + 1, sizeof e->operation[0]);
  e->operation[e->n_operations++] = (Operation){row, by, factor};
}

static void elimination_eliminate(Elimination *e, int pivot)
{
  int column = e->cell[pivot].column;
  double value = e->cell[pivot].value;
  for (int k = e->column_first[column]; k >= 0; k = e->cell[k].in_column) {
    int row = e->cell[k].row;
    if (row < 0 || k == pivot) continue;
    double factor = e->cell[k].value / value;
    drop_cell(e, k);
    keep_operation(e, row, e->cell[pivot].row, factor);
    subtract_row(e, row, pivot, factor);
    close_row(e, row);
  }
}

/* The pivot's row and column take no further part. */
static void retire(Elimination *e, int pivot)
{
  int row = e->cell[pivot].row;
  elimination_leave(e, e->cell[pivot].column);
  for (int k = e->row_first[row]; k >= 0; k = e->cell[k].in_row) {
    if (e->cell[k].row < 0) continue;
    if (k != pivot) note_change(e, e->cell[k].column);
    drop_cell(e, k);
  }
}

/* --- all steps --- */

/* used[row]: it had a pivot; chosen: as elimination_choose(). Either may be
 * NULL. */
static int elimination_run(Elimination *e, int *chosen, bool *used)
{
  for (int c = 0; c < e->a->n_columns; c++) elimination_look_again(e, c);
  int rank = 0;
  for (int column; (column = first_column(e)) >= 0;) {
    int pivot = e->pivot[column].cell;
    assert(pivot >= 0 && e->cell[pivot].row >= 0 && rank < e->a->n_rows);
    if (chosen) chosen[rank] = column;
    if (used) used[e->cell[pivot].row] = true;
    rank++;
    elimination_eliminate(e, pivot);
    retire(e, pivot);
    look_at_changed(e);
  }
  return rank;
}

int elimination_choose(SparseMatrix *a, double tolerance, Arena *scratch,
                       int *chosen)
{
  ArenaMark mark = arena_mark(scratch);
  Elimination *e = make_elimination(a, tolerance, !chosen, scratch);
  int rank = elimination_run(e, chosen, NULL);
  a->work = e->work;
  arena_release(mark);
  return rank;
}

/* What is left of `row` is a sum of the given rows: the operations backwards
 * give their factors. */
static void mark_sum(const Elimination *e, int row, double *u, bool *takes_part)
{
  int n = e->a->n_rows;
  double largest = 0;
  for (int r = 0; r < n; r++) u[r] = r == row;
  for (int k = e->n_operations - 1; k >= 0; k--) {
    const Operation *o = &e->operation[k];
    u[o->by] -= o->factor * u[o->row];
  }
  for (int r = 0; r < n; r++) largest = fmax(largest, fabs(u[r]));
  for (int r = 0; r < n; r++) {
    if (fabs(u[r]) > NO_FACTOR * largest) takes_part[r] = true;
  }
}

int elimination_dependent(SparseMatrix *a, double tolerance, Arena *scratch,
                          bool *takes_part)
{
  ArenaMark mark = arena_mark(scratch);
  Elimination *e = make_elimination(a, tolerance, false, scratch);
  e->keeps_operations = true;
  bool *used = arena_array(scratch, (size_t)a->n_rows, sizeof(bool));
  double *u = arena_array(scratch, (size_t)a->n_rows, sizeof(double));
  int rank = elimination_run(e, NULL, used);
  for (int r = 0; r < a->n_rows; r++) takes_part[r] = false;
  for (int r = 0; r < a->n_rows; r++) {
    if (!used[r]) mark_sum(e, r, u, takes_part);
  }
  arena_release(mark);
  return a->n_rows - rank;
}
