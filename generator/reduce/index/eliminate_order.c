/* eliminate_order.c: greedy elimination on the pattern, cheap pairs first. */
#include "reduce/index/eliminate_order.h"

#include <assert.h>

#include "base/vector.h"
#include "reduce/system/pattern_lists.h"

/* Other columns of a pivot's row times other rows of its column; and how often
 * something may be put into one row. */
enum { MOST_PRODUCT = 256, MOST_ROUNDS = 200 };

typedef struct Spot {
  int column;
  bool safe;
} Spot;

typedef struct Row {
  Spot *spot; /* by rising column */
  int n;
  int rounds; /* how often something was put in */
  bool gone, waits;
} Row;

/* Rows that held the column at some time. */
typedef struct Held {
  int *row;
  int n, cap;
  int n_left; /* that hold it now */
} Held;

typedef struct State {
  Arena *arena; /* of the result; everything else is there too */
  Row *row;
  Held *column;
  int n_rows, n_columns;
  int *waiting; /* rows to be looked at */
  int n_waiting;
  EliminateOrder result;
} State;

/* --- the pattern --- */

static void add_to_column(State *st, int c, int r)
{
  Held *column = &st->column[c];
  column->row = vector_grow(st->arena, column->row, &column->cap, column->n + 1,
                            sizeof(int));
  column->row[column->n++] = r;
  column->n_left++;
}

static void eliminate_order_load(State *st, const Pattern *p)
{
  PatternLists by_column =
      pattern_by_column(p->entry, p->n_entries, p->n_columns, st->arena);
  for (int k = 0; k < p->n_entries; k++) st->row[p->entry[k].row].n++;
  for (int r = 0; r < p->n_rows; r++) {
    Row *row = &st->row[r];
    row->spot = arena_array(st->arena, (size_t)row->n, sizeof(Spot));
    row->n = 0;
  }
  for (int c = 0; c < p->n_columns; c++) {
    for (int k = by_column.start[c]; k < by_column.start[c + 1]; k++) {
      int e = by_column.entry[k], r = p->entry[e].row;
      st->row[r].spot[st->row[r].n++] = (Spot){c, p->safe[e]};
      add_to_column(st, c, r);
    }
  }
}

static bool eliminate_order_holds(const Row *row, int column)
{
  int low = 0, high = row->n;
  while (low < high) {
    int middle = (low + high) / 2;
    if (row->spot[middle].column < column)
      low = middle + 1;
    else
      high = middle;
  }
  return low < row->n && row->spot[low].column == column;
}

static bool eliminate_order_is_other(const State *st, int r, int pivot_row,
                                     int column)
{
  return r != pivot_row && !st->row[r].gone &&
         eliminate_order_holds(&st->row[r], column);
}

/* --- what an elimination would cost --- */

static int product_of(const State *st, const Row *row, int column)
{
  int64_t product = (int64_t)(row->n - 1) * (st->column[column].n_left - 1);
  return product > MOST_PRODUCT ? MOST_PRODUCT + 1 : (int)product;
}

static int new_spots(const Row *from, const Row *into, int column)
{
  int n = 0;
  for (int k = 0; k < from->n; k++) {
    int c = from->spot[k].column;
    n += c != column && !eliminate_order_holds(into, c);
  }
  return n;
}

/* Does the number of entries stay, or fall? */
static bool is_cheap(const State *st, int r, int column)
{
  const Row *row = &st->row[r];
  const Held *c = &st->column[column];
  int n_gone = row->n + c->n_left - 1, n_new = 0;
  for (int k = 0; k < c->n && n_new <= n_gone; k++) {
    int i = c->row[k];
    if (!eliminate_order_is_other(st, i, r, column)) continue;
    const Row *into = &st->row[i];
    if (row->rounds >= MOST_ROUNDS || into->rounds >= MOST_ROUNDS) return false;
    n_new += new_spots(row, into, column);
  }
  return n_new <= n_gone;
}

/* The column that the row is best solved for, -1: none. */
static int pivot_of(const State *st, int r, int most_product)
{
  const Row *row = &st->row[r];
  int best = -1, best_product = most_product + 1;
  for (int k = 0; k < row->n; k++) {
    if (!row->spot[k].safe) continue;
    int c = row->spot[k].column, product = product_of(st, row, c);
    if (product >= best_product || !is_cheap(st, r, c)) continue;
    best = c;
    best_product = product;
  }
  return best;
}

/* --- elimination --- */

static void eliminate_order_look_at(State *st, int r)
{
  Row *row = &st->row[r];
  if (row->gone || row->waits) return;
  assert(st->n_waiting < st->n_rows); /* a row waits once */
  row->waits = true;
  st->waiting[st->n_waiting++] = r;
}

/* The row without the column, and with what the pivot's row holds. */
static void eliminate_order_put_in(State *st, int r, int pivot_row, int column)
{
  Row *into = &st->row[r];
  const Row *from = &st->row[pivot_row];
  size_t room = (size_t)(into->n + from->n);
  Spot *spot = arena_array(st->arena, room, sizeof(Spot));
  int n = 0, i = 0, k = 0;
  while (i < into->n || k < from->n) {
    bool own = k == from->n ||
               (i < into->n && into->spot[i].column <= from->spot[k].column);
    bool both =
        own && k < from->n && into->spot[i].column == from->spot[k].column;
    Spot next = own ? into->spot[i] : from->spot[k];
    i += own;
    k += both || !own;
    if (next.column == column) continue;
    if (!own) add_to_column(st, next.column, r);
    next.safe &= own && !both;
    spot[n++] = next;
  }
  into->spot = spot;
  into->n = n;
  int most = into->rounds > from->rounds ? into->rounds : from->rounds;
  into->rounds = most + 1;
}

/* Columns that have become short may have a pair now. */
static void eliminate_order_look_again(State *st, const Row *row)
{
  for (int k = 0; k < row->n; k++) {
    const Held *c = &st->column[row->spot[k].column];
    if (c->n_left > MOST_PRODUCT) continue;
    for (int i = 0; i < c->n; i++) eliminate_order_look_at(st, c->row[i]);
  }
}

static void eliminate_order_eliminate(State *st, int r, int column)
{
  assert(!st->row[r].gone && eliminate_order_holds(&st->row[r], column));
  Row *row = &st->row[r];
  Held *c = &st->column[column];
  for (int k = 0; k < c->n; k++) {
    int i = c->row[k];
    if (!eliminate_order_is_other(st, i, r, column)) continue;
    eliminate_order_put_in(st, i, r, column);
    eliminate_order_look_at(st, i);
  }
  row->gone = true;
  for (int k = 0; k < row->n; k++) st->column[row->spot[k].column].n_left--;
  c->n_left = 0;
  eliminate_order_look_again(st, row);
  EliminateOrder *p = &st->result;
  p->row[p->n] = r;
  p->column[p->n++] = column;
}

static void eliminate_up_to(State *st, int most_product)
{
  for (int r = st->n_rows - 1; r >= 0; r--) eliminate_order_look_at(st, r);
  while (st->n_waiting > 0) {
    int r = st->waiting[--st->n_waiting];
    st->row[r].waits = false;
    if (st->row[r].gone) continue;
    int column = pivot_of(st, r, most_product);
    if (column >= 0) eliminate_order_eliminate(st, r, column);
  }
}

/* --- order of computation --- */

typedef struct Waiting {
  PatternLists by_column;
  int *pair_of_row, *pair_of_column; /* -1: stays */
  int *n_missing;                    /* [pairs] columns not computed yet */
  int *ready;
  int n_ready;
} Waiting;

static Waiting wait_for_columns(const Pattern *p, const EliminateOrder *found,
                                Arena *arena)
{
  size_t n = (size_t)found->n + 1;
  Waiting w = {
      .by_column =
          pattern_by_column(p->entry, p->n_entries, p->n_columns, arena),
      .pair_of_row = arena_array(arena, (size_t)p->n_rows, sizeof(int)),
      .pair_of_column = arena_array(arena, (size_t)p->n_columns, sizeof(int)),
      .n_missing = arena_array(arena, n, sizeof(int)),
      .ready = arena_array(arena, n, sizeof(int))};
  for (int r = 0; r < p->n_rows; r++) w.pair_of_row[r] = -1;
  for (int c = 0; c < p->n_columns; c++) w.pair_of_column[c] = -1;
  for (int k = 0; k < found->n; k++) {
    w.pair_of_row[found->row[k]] = k;
    w.pair_of_column[found->column[k]] = k;
  }
  for (int e = 0; e < p->n_entries; e++) {
    int pair = w.pair_of_row[p->entry[e].row];
    if (pair < 0 || p->entry[e].column == found->column[pair]) continue;
    w.n_missing[pair] += w.pair_of_column[p->entry[e].column] >= 0;
  }
  for (int k = found->n - 1; k >= 0; k--) {
    if (w.n_missing[k] == 0) w.ready[w.n_ready++] = k;
  }
  return w;
}

static void put_in_order(const Pattern *p, EliminateOrder *found, Arena *arena)
{
  Waiting w = wait_for_columns(p, found, arena);
  size_t room = (size_t)found->n + 1;
  int *row = arena_array(arena, room, sizeof(int));
  int *column = arena_array(arena, room, sizeof(int));
  int n = 0;
  while (w.n_ready > 0) {
    int pair = w.ready[--w.n_ready], c = found->column[pair];
    row[n] = found->row[pair];
    column[n++] = c;
    for (int k = w.by_column.start[c]; k < w.by_column.start[c + 1]; k++) {
      int user = w.pair_of_row[p->entry[w.by_column.entry[k]].row];
      if (user < 0 || user == pair) continue;
      if (--w.n_missing[user] == 0) w.ready[w.n_ready++] = user;
    }
  }
  assert(n == found->n && "fill is not solved for: there is no circle");
  found->row = row;
  found->column = column;
}

static IntList eliminate_order_columns_of(const State *st, int r)
{
  const Row *row = &st->row[r];
  IntList list = {NULL, 0};
  if (row->gone) return list;
  list.item = arena_array(st->arena, (size_t)row->n + 1, sizeof(int));
  for (int k = 0; k < row->n; k++) {
    list.item[list.n++] = row->spot[k].column;
  }
  return list;
}

EliminateOrder eliminate_order(const Pattern *pattern, Arena *arena)
{
  size_t n_rows = (size_t)pattern->n_rows;
  State st = {.arena = arena,
              .n_rows = pattern->n_rows,
              .n_columns = pattern->n_columns,
              .row = arena_array(arena, n_rows, sizeof(Row)),
              .column =
                  arena_array(arena, (size_t)pattern->n_columns, sizeof(Held)),
              .waiting = arena_array(arena, n_rows + 1, sizeof(int))};
  st.result.row = arena_array(arena, n_rows + 1, sizeof(int));
  st.result.column = arena_array(arena, n_rows + 1, sizeof(int));
  st.result.left = arena_array(arena, n_rows + 1, sizeof(IntList));
  eliminate_order_load(&st, pattern);
  eliminate_up_to(&st, 0);
  for (int most = 1; most <= MOST_PRODUCT; most *= 2) {
    eliminate_up_to(&st, most);
  }
  for (int r = 0; r < pattern->n_rows; r++) {
    st.result.left[r] = eliminate_order_columns_of(&st, r);
  }
  put_in_order(pattern, &st.result, arena);
  return st.result;
}
