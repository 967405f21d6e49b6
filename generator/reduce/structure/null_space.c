/* null_space.c: minors, or row by row. */
#include "reduce/structure/null_space.h"

#include <assert.h>
#include <math.h>

enum { MOST_MINOR_ROWS = 4, MOST_ROWS = 60 };

static ExprId *null_space_at(const SymbolicMatrix *m, int row, int column)
{
  return &m->entry[row * m->n_columns + column];
}

static ExprId product(ExprTable *t, ExprId a, ExprId b)
{
  if (a.i < 0 || b.i < 0) return NO_EXPR;
  return expr_mul(t, a, b);
}

static ExprId null_space_sum(ExprTable *t, ExprId a, ExprId b)
{
  if (a.i < 0) return b;
  return b.i < 0 ? a : expr_add(t, a, b);
}

static ExprId negative(ExprTable *t, ExprId a)
{
  return a.i < 0 ? a : expr_neg(t, a);
}

static SymbolicMatrix null_space_make_matrix(int n_rows, int n_columns,
                                             Arena *arena)
{
  SymbolicMatrix m = {n_rows, n_columns, NULL};
  m.entry = arena_array(arena, (size_t)(n_rows * n_columns), sizeof(ExprId));
  for (int k = 0; k < n_rows * n_columns; k++) m.entry[k] = NO_EXPR;
  return m;
}

/* --- minors --- */

/* Determinant of the rows from `row` on and of the columns not yet used;
 * MOST_MINOR_ROWS calls deep at most. */
static ExprId determinant(ExprTable *t, const SymbolicMatrix *c, int row,
                          bool *used)
{
  if (row == c->n_rows) return expr_const(t, 1);
  ExprId total = NO_EXPR;
  bool minus = false;
  for (int j = 0; j < c->n_columns; j++) {
    if (used[j]) continue;
    ExprId factor = *null_space_at(c, row, j);
    if (factor.i >= 0) {
      used[j] = true;
      ExprId term = product(t, factor, determinant(t, c, row + 1, used));
      used[j] = false;
      total = null_space_sum(t, total, minus ? negative(t, term) : term);
    }
    minus = !minus;
  }
  return total;
}

static SymbolicMatrix from_minors(ExprTable *t, const SymbolicMatrix *c,
                                  Arena *arena)
{
  SymbolicMatrix d = null_space_make_matrix(c->n_columns, 1, arena);
  bool used[MOST_MINOR_ROWS + 1] = {false};
  for (int j = 0; j < c->n_columns; j++) {
    used[j] = true;
    ExprId minor = determinant(t, c, 0, used);
    used[j] = false;
    *null_space_at(&d, j, 0) = j % 2 ? minor : negative(t, minor);
  }
  return d;
}

/* --- row by row --- */

typedef struct RowWork {
  ExprTable *t;
  const SymbolicMatrix *c;
  SymbolicMatrix d;
  int n;      /* directions so far */
  bool *seen; /* [n_columns] by an earlier row */
} RowWork;

/* What the row still lacks along a direction: minus C_row d. */
static ExprId missing(const RowWork *w, int row, int direction)
{
  ExprId total = NO_EXPR;
  for (int j = 0; j < w->c->n_columns; j++) {
    if (!w->seen[j]) continue;
    ExprId term = product(w->t, *null_space_at(w->c, row, j),
                          *null_space_at(&w->d, j, direction));
    total = null_space_sum(w->t, total, term);
  }
  return negative(w->t, total);
}

static bool null_space_is_number(const ExprTable *t, ExprId e)
{
  double value;
  return e.i >= 0 && expr_is_const(t, e, &value) && fabs(value) > 0;
}

/* The new columns of the row; which of them has a number for its factor: -1
 * none. */
static int new_columns(const RowWork *w, int row, int *column, int *solved)
{
  int n = 0;
  *solved = -1;
  for (int j = 0; j < w->c->n_columns; j++) {
    ExprId factor = *null_space_at(w->c, row, j);
    if (w->seen[j] || factor.i < 0) continue;
    if (null_space_is_number(w->t, factor)) *solved = j;
    column[n++] = j;
  }
  return n;
}

/* The row is solved for one column; the other new ones are free. */
static void null_space_solve_row(RowWork *w, int row, const int *column, int n,
                                 int solved)
{
  ExprTable *t = w->t;
  ExprId divisor = *null_space_at(w->c, row, solved);
  for (int k = 0; k < w->n; k++) {
    ExprId rest = missing(w, row, k);
    if (rest.i < 0) continue;
    *null_space_at(&w->d, solved, k) = expr_div(t, rest, divisor);
  }
  for (int i = 0; i < n; i++) {
    if (column[i] == solved) continue;
    assert(w->n < w->d.n_columns);
    int k = w->n++;
    ExprId share = expr_div(t, *null_space_at(w->c, row, column[i]), divisor);
    *null_space_at(&w->d, column[i], k) = expr_const(t, 1);
    *null_space_at(&w->d, solved, k) = expr_neg(t, share);
  }
}

static void turn_row(RowWork *w, int row, int a, int b)
{
  ExprTable *t = w->t;
  ExprId ca = *null_space_at(w->c, row, a), cb = *null_space_at(w->c, row, b);
  ExprId square = expr_add(t, expr_mul(t, ca, ca), expr_mul(t, cb, cb));
  for (int k = 0; k < w->n; k++) {
    ExprId rest = missing(w, row, k);
    if (rest.i < 0) continue;
    ExprId share = expr_div(t, rest, square);
    *null_space_at(&w->d, a, k) = expr_mul(t, ca, share);
    *null_space_at(&w->d, b, k) = expr_mul(t, cb, share);
  }
  assert(w->n < w->d.n_columns);
  int k = w->n++;
  *null_space_at(&w->d, a, k) = expr_neg(t, cb);
  *null_space_at(&w->d, b, k) = ca;
}

static bool take_row(RowWork *w, int row, int *column)
{
  int solved, n = new_columns(w, row, column, &solved);
  /* rows that come later would find no columns of their own */
  if (w->n + n - 1 > w->d.n_columns) return false;
  if (solved >= 0)
    null_space_solve_row(w, row, column, n, solved);
  else if (n == 2)
    turn_row(w, row, column[0], column[1]);
  else
    return false;
  for (int i = 0; i < n; i++) w->seen[column[i]] = true;
  return true;
}

/* The next row: one that has fewest new columns, but enough. */
static int next_row(const RowWork *w, const bool *done, int *column)
{
  int best = -1, fewest = 0;
  for (int r = 0; r < w->c->n_rows; r++) {
    int solved, n;
    if (done[r]) continue;
    n = new_columns(w, r, column, &solved);
    if (solved < 0 && n != 2) continue;
    if (best >= 0 && n >= fewest) continue;
    best = r;
    fewest = n;
  }
  return best;
}

static bool from_rows(ExprTable *t, const SymbolicMatrix *c, SymbolicMatrix *d,
                      Arena *arena)
{
  size_t n_columns = (size_t)c->n_columns;
  RowWork w = {.t = t, .c = c};
  w.d = null_space_make_matrix(c->n_columns, c->n_columns - c->n_rows, arena);
  w.seen = arena_array(arena, n_columns, sizeof(bool));
  bool *done = arena_array(arena, (size_t)c->n_rows, sizeof(bool));
  int *column = arena_array(arena, n_columns, sizeof(int));
  for (int k = 0; k < c->n_rows; k++) {
    int row = next_row(&w, done, column);
    if (row < 0 || !take_row(&w, row, column)) return false;
    done[row] = true;
  }
  *d = w.d;
  return w.n == w.d.n_columns;
}

bool null_space_make(ExprTable *t, const SymbolicMatrix *c, SymbolicMatrix *d,
                     Arena *arena)
{
  assert(c->n_rows < c->n_columns);
  if (c->n_rows > MOST_ROWS) return false;
  if (c->n_columns == c->n_rows + 1 && c->n_rows <= MOST_MINOR_ROWS) {
    *d = from_minors(t, c, arena);
    return true;
  }
  return from_rows(t, c, d, arena);
}
