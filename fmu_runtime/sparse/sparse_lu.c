/* sparse_lu.c: see sparse_lu.h. While a block is factored its rows are known by
 * the places that the order gave them, since their pivots are still unknown;
 * after it they are known by the places of their pivots. */
#include "sparse_lu.h"
#include "../core/runtime_assert.h"
#include "../core/solver_memory.h"
#include <limits.h>
#include <math.h>
#include <string.h>

/* The diagonal is the pivot if it is at least this part of the largest. */
#define DIAGONAL_SHARE 1e-3
/* Pivots of other values are given up below this part. */
#define PIVOT_SHARE 1e-6

/* --- life --- */

static int *lu_integers(int n)
{
  return foucault_solver_numbers((size_t)n + 1, sizeof(int));
}

static double *lu_numbers(int n)
{
  return foucault_solver_numbers((size_t)n + 1, sizeof(double));
}

bool sparse_lu_create(SparseLu *lu, int n)
{
  *lu = (SparseLu){0};
  bool good = sparse_order_create(&lu->order, n);
  lu->lower.start = lu_integers(n);
  lu->upper.start = lu_integers(n);
  lu->beside.start = lu_integers(n);
  lu->pivot = lu_numbers(n);
  lu->scale = lu_numbers(n);
  lu->work = lu_numbers(n);
  lu->place = lu_integers(n);
  lu->stack = lu_integers(n);
  lu->at = lu_integers(n);
  lu->mark = lu_integers(n);
  lu->pattern = lu_integers(n);
  return good && lu->lower.start && lu->upper.start && lu->beside.start &&
         lu->pivot && lu->scale && lu->work && lu->place && lu->stack &&
         lu->at && lu->mark && lu->pattern;
}

static void columns_free(SparseColumns *columns)
{
  foucault_solver_free(columns->start);
  foucault_solver_free(columns->row);
  foucault_solver_free(columns->value);
}

void sparse_lu_free(SparseLu *lu)
{
  void *const array[] = {lu->order.row, lu->order.column, lu->order.block,
                         lu->pivot,     lu->scale,        lu->work,
                         lu->place,     lu->stack,        lu->at,
                         lu->mark,      lu->pattern};
  columns_free(&lu->lower);
  columns_free(&lu->upper);
  columns_free(&lu->beside);
  for (size_t k = 0; k < sizeof array / sizeof array[0]; k++) {
    foucault_solver_free(array[k]);
  }
  *lu = (SparseLu){0};
}

/* Room for `more` entries after the first `n`, by doubling. */
static bool columns_grow(SparseColumns *columns, int n, int more)
{
  if (more <= columns->room - n) return true;
  if (more > INT_MAX / 4 - n) return false;
  int room = 2 * (n + more);
  int *row = lu_integers(room);
  double *value = lu_numbers(room);
  if (!row || !value) {
    foucault_solver_free(row);
    foucault_solver_free(value);
    return false;
  }
  if (n > 0) {
    memcpy(row, columns->row, (size_t)n * sizeof row[0]);
    memcpy(value, columns->value, (size_t)n * sizeof value[0]);
  }
  foucault_solver_free(columns->row);
  foucault_solver_free(columns->value);
  columns->row = row;
  columns->value = value;
  columns->room = room;
  return true;
}

double sparse_lu_fill(const SparseLu *lu)
{
  int n = lu->order.n;
  return (double)lu->lower.start[n] + (double)lu->upper.start[n] + n;
}

LuResult sparse_lu_analyze(SparseLu *lu, const SparseStructure *matrix,
                           SparseOrdering how)
{
  bool good = sparse_order_find(&lu->order, matrix, how) &&
              columns_grow(&lu->beside, 0, matrix->start[matrix->n]);
  return good ? LU_GOOD : LU_NO_MEMORY;
}

/* --- pivots are searched --- */

/* What a column of a block is computed by. */
typedef struct LuColumn {
  const SparseStructure *matrix;
  const double *value;
  int first, end;                 /* of the block */
  int k;                          /* its place */
  int n_lower, n_upper, n_beside; /* entries so far */
} LuColumn;

/* By the places that the order gives. Empty rows get 0, and are no pivots. */
static void sparse_lu_scale(SparseLu *lu, const SparseStructure *matrix,
                            const double *value)
{
  int n = matrix->n;
  for (int k = 0; k < n; k++) {
    lu->place[lu->order.row[k]] = k;
    lu->scale[k] = 0;
  }
  for (int e = 0; e < matrix->start[n]; e++) {
    int place = lu->place[matrix->row[e]];
    double size = fabs(value[e]);
    if (size > lu->scale[place]) lu->scale[place] = size;
  }
  for (int k = 0; k < n; k++) {
    lu->scale[k] = lu->scale[k] > 0 ? 1 / lu->scale[k] : 0;
  }
}

/* `at` of a row that is a pivot already: 1 + its place; else 0. `mark`: the
 * last column whose pattern has the row, plus 1. */

/* Rows that an entry of this row leads to are put into the pattern from its
 * end on, each before those that it leads to. */
static int sparse_lu_reach(SparseLu *lu, const LuColumn *c, int row, int top)
{
  const SparseColumns *lower = &lu->lower;
  int depth = 0, mark = c->k + 1, *next = lu->pattern; /* the front part */
  lu->stack[0] = row;
  lu->mark[row] = mark;
  next[0] = lu->at[row] ? lower->start[lu->at[row] - 1] : 0;
  while (depth >= 0) {
    int r = lu->stack[depth], pivot = lu->at[r] - 1;
    int end = pivot < 0 ? 0 : lower->start[pivot + 1];
    int found = -1;
    while (pivot >= 0 && next[depth] < end && found < 0) {
      int other = lower->row[next[depth]++];
      if (lu->mark[other] != mark) found = other;
    }
    if (found < 0) {
      depth--;
      lu->pattern[--top] = r;
      continue;
    }
    lu->mark[found] = mark;
    lu->stack[++depth] = found;
    next[depth] = lu->at[found] ? lower->start[lu->at[found] - 1] : 0;
  }
  return top;
}

/* The column itself; what it leads to is in the pattern from the result on. */
static int begin_column(SparseLu *lu, LuColumn *c)
{
  const SparseStructure *a = c->matrix;
  int j = lu->order.column[c->k], top = a->n;
  for (int e = a->start[j]; e < a->start[j + 1]; e++) {
    int place = lu->place[a->row[e]];
    if (place < c->first) {
      lu->beside.row[c->n_beside] = place;
      lu->beside.value[c->n_beside++] = c->value[e];
      continue;
    }
    RUNTIME_ASSERT(place < c->end);
    if (lu->mark[place] != c->k + 1) top = sparse_lu_reach(lu, c, place, top);
    lu->work[place] = c->value[e];
  }
  return top;
}

static void subtract_columns(SparseLu *lu, LuColumn *c, int top)
{
  const SparseColumns *lower = &lu->lower;
  for (int t = top; t < c->matrix->n; t++) {
    int row = lu->pattern[t], pivot = lu->at[row] - 1;
    if (pivot < 0) continue;
    double factor = lu->work[row];
    lu->work[row] = 0;
    lu->upper.row[c->n_upper] = pivot;
    lu->upper.value[c->n_upper++] = factor;
    for (int e = lower->start[pivot]; e < lower->start[pivot + 1]; e++) {
      lu->work[lower->row[e]] -= lower->value[e] * factor;
    }
  }
}

/* The row of the pivot; -1: there is none. */
static int sparse_lu_choose(const SparseLu *lu, const LuColumn *c, int top)
{
  double largest = 0, sum = 0;
  int found = -1;
  for (int t = top; t < c->matrix->n; t++) {
    int row = lu->pattern[t];
    if (lu->at[row]) continue;
    double size = fabs(lu->work[row]) * lu->scale[row];
    sum += size;
    if (size <= largest) continue;
    largest = size;
    found = row;
  }
  if (!isfinite(sum)) return -1;
  bool has_diagonal = !lu->at[c->k] && lu->mark[c->k] == c->k + 1;
  double diagonal = has_diagonal ? fabs(lu->work[c->k]) * lu->scale[c->k] : 0;
  return diagonal > 0 && diagonal >= DIAGONAL_SHARE * largest ? c->k : found;
}

static void divide_by_pivot(SparseLu *lu, LuColumn *c, int top, int chosen)
{
  double pivot = lu->work[chosen];
  lu->pivot[c->k] = pivot;
  lu->work[chosen] = 0;
  lu->at[chosen] = c->k + 1;
  for (int t = top; t < c->matrix->n; t++) {
    int row = lu->pattern[t];
    if (lu->at[row]) continue;
    lu->lower.row[c->n_lower] = row;
    lu->lower.value[c->n_lower++] = lu->work[row] / pivot;
    lu->work[row] = 0;
  }
}

static LuResult factor_column(SparseLu *lu, LuColumn *c)
{
  int top = begin_column(lu, c), n = c->matrix->n;
  if (!columns_grow(&lu->upper, c->n_upper, n - top) ||
      !columns_grow(&lu->lower, c->n_lower, n - top)) {
    return LU_NO_MEMORY;
  }
  subtract_columns(lu, c, top);
  int chosen = sparse_lu_choose(lu, c, top);
  if (chosen < 0) return LU_SINGULAR;
  divide_by_pivot(lu, c, top, chosen);
  lu->upper.start[c->k + 1] = c->n_upper;
  lu->lower.start[c->k + 1] = c->n_lower;
  lu->beside.start[c->k + 1] = c->n_beside;
  return LU_GOOD;
}

/* Rows are known by the places of their pivots from now on. */
static void name_rows_by_pivots(SparseLu *lu, const LuColumn *c)
{
  SparseOrder *order = &lu->order;
  for (int e = lu->lower.start[c->first]; e < c->n_lower; e++) {
    lu->lower.row[e] = lu->at[lu->lower.row[e]] - 1;
  }
  for (int k = c->first; k < c->end; k++) {
    int place = lu->at[k] - 1;
    lu->stack[place] = order->row[k];
    lu->work[place] = lu->scale[k];
  }
  for (int k = c->first; k < c->end; k++) {
    order->row[k] = lu->stack[k];
    lu->place[order->row[k]] = k;
    lu->scale[k] = lu->work[k];
    lu->work[k] = 0;
  }
}

LuResult sparse_lu_factor(SparseLu *lu, const SparseStructure *matrix,
                          const double *value)
{
  int n = matrix->n;
  LuColumn c = {.matrix = matrix, .value = value};
  RUNTIME_ASSERT(n == lu->order.n && lu->beside.room >= matrix->start[n]);
  sparse_lu_scale(lu, matrix, value);
  memset(lu->at, 0, (size_t)n * sizeof lu->at[0]);
  memset(lu->mark, 0, (size_t)n * sizeof lu->mark[0]);
  lu->lower.start[0] = lu->upper.start[0] = lu->beside.start[0] = 0;
  LuResult result = LU_GOOD;
  for (int b = 0; b < lu->order.n_blocks && result == LU_GOOD; b++) {
    c.first = lu->order.block[b];
    c.end = lu->order.block[b + 1];
    for (c.k = c.first; c.k < c.end && result == LU_GOOD; c.k++) {
      result = factor_column(lu, &c);
    }
    if (result == LU_GOOD) name_rows_by_pivots(lu, &c);
  }
  if (result != LU_GOOD) memset(lu->work, 0, (size_t)n * sizeof lu->work[0]);
  return result;
}

/* --- the pivots are known --- */

/* Where the entries of one block begin. */
static void fill_column_again(SparseLu *lu, const LuColumn *c)
{
  const SparseStructure *a = c->matrix;
  int j = lu->order.column[c->k], n_beside = lu->beside.start[c->k];
  for (int e = a->start[j]; e < a->start[j + 1]; e++) {
    int place = lu->place[a->row[e]];
    if (place < c->first)
      lu->beside.value[n_beside++] = c->value[e];
    else
      lu->work[place] = c->value[e];
  }
}

static bool factor_column_again(SparseLu *lu, const LuColumn *c)
{
  const SparseColumns *lower = &lu->lower, *upper = &lu->upper;
  double *work = lu->work;
  int k = c->k;
  fill_column_again(lu, c);
  for (int t = upper->start[k]; t < upper->start[k + 1]; t++) {
    int place = upper->row[t];
    double factor = work[place];
    work[place] = 0;
    upper->value[t] = factor;
    for (int e = lower->start[place]; e < lower->start[place + 1]; e++) {
      work[lower->row[e]] -= lower->value[e] * factor;
    }
  }
  double pivot = work[k], largest = fabs(pivot) * lu->scale[k];
  bool good = isfinite(pivot) && largest > 0;
  double least = largest / PIVOT_SHARE;
  work[k] = 0;
  lu->pivot[k] = pivot;
  for (int e = lower->start[k]; e < lower->start[k + 1]; e++) {
    double entry = work[lower->row[e]];
    work[lower->row[e]] = 0;
    good = good && fabs(entry) * lu->scale[lower->row[e]] <= least;
    lower->value[e] = entry / pivot;
  }
  return good;
}

LuResult sparse_lu_factor_again(SparseLu *lu, const SparseStructure *matrix,
                                const double *value)
{
  LuColumn c = {.matrix = matrix, .value = value};
  bool good = true;
  for (int b = 0; b < lu->order.n_blocks && good; b++) {
    c.first = lu->order.block[b];
    c.end = lu->order.block[b + 1];
    for (c.k = c.first; c.k < c.end && good; c.k++) {
      good = factor_column_again(lu, &c);
    }
  }
  if (good) return LU_GOOD;
  memset(lu->work, 0, (size_t)matrix->n * sizeof lu->work[0]);
  return LU_SINGULAR;
}

/* --- solution --- */

static void subtract_column(const SparseColumns *columns, int k, double factor,
                            double *y)
{
  for (int e = columns->start[k]; e < columns->start[k + 1]; e++) {
    y[columns->row[e]] -= columns->value[e] * factor;
  }
}

void sparse_lu_solve(SparseLu *lu, const double *b, double *x)
{
  const SparseOrder *order = &lu->order;
  double *y = lu->work;
  for (int k = 0; k < order->n; k++) y[k] = b[order->row[k]];
  for (int s = order->n_blocks - 1; s >= 0; s--) {
    int first = order->block[s], end = order->block[s + 1];
    for (int k = first; k < end; k++) subtract_column(&lu->lower, k, y[k], y);
    for (int k = end - 1; k >= first; k--) {
      y[k] /= lu->pivot[k];
      subtract_column(&lu->upper, k, y[k], y);
      subtract_column(&lu->beside, k, y[k], y);
    }
  }
  for (int k = 0; k < order->n; k++) {
    x[order->column[k]] = y[k];
    y[k] = 0;
  }
}

/* --- factors of others --- */

static bool sparse_lu_is_order(const int *place, int n, int *mark)
{
  memset(mark, 0, (size_t)n * sizeof mark[0]);
  for (int k = 0; k < n; k++) {
    if (mark[place[k]]) return false;
    mark[place[k]] = 1;
  }
  return true;
}

/* Numbers that never fall, from 0 to at most `most`. */
static bool rises(const int *start, int n, int most)
{
  if (start[0] != 0 || start[n] > most) return false;
  for (int k = 0; k < n; k++) {
    if (start[k] > start[k + 1]) return false;
  }
  return true;
}

static bool take_order(SparseLu *lu, const Carried *from)
{
  SparseOrder *o = &lu->order;
  size_t n = (size_t)o->n;
  return carried_take_ints(from, &o->n_blocks, 1, 0, o->n) &&
         carried_take_ints(from, o->row, n, 0, o->n - 1) &&
         carried_take_ints(from, o->column, n, 0, o->n - 1) &&
         carried_take_ints(from, o->block, n + 1, 0, o->n) &&
         rises(o->block, o->n_blocks, o->n) && o->block[o->n_blocks] == o->n &&
         sparse_lu_is_order(o->row, o->n, lu->mark) &&
         sparse_lu_is_order(o->column, o->n, lu->mark);
}

/* Where the rows and values of others lie their addresses say. */
static bool sparse_lu_take_columns(SparseColumns *columns, int n, int least,
                                   const Carried *from)
{
  if (!carried_take_ints(from, columns->start, (size_t)n + 1, 0, INT_MAX / 8) ||
      !rises(columns->start, n, INT_MAX / 8)) {
    return false;
  }
  int n_entries = columns->start[n];
  if (!columns_grow(columns, 0, n_entries > least ? n_entries : least))
    return false;
  size_t entries = (size_t)n_entries;
  if (entries == 0) return true;
  if (!carried_follow(from, &columns->row, columns->row,
                      entries * sizeof columns->row[0]) ||
      !carried_follow(from, &columns->value, columns->value,
                      entries * sizeof columns->value[0])) {
    return false;
  }
  for (int e = 0; e < n_entries; e++) {
    if (columns->row[e] < 0 || columns->row[e] >= n) return false;
  }
  return true;
}

/* Nothing lies below a block, and what lies above it has its place. */
static bool blocks_fit(const SparseLu *lu, const SparseStructure *a)
{
  const SparseOrder *o = &lu->order;
  for (int b = 0; b < o->n_blocks; b++) {
    for (int k = o->block[b]; k < o->block[b + 1]; k++) {
      int n_above = 0, j = o->column[k];
      for (int e = a->start[j]; e < a->start[j + 1]; e++) {
        int place = lu->place[a->row[e]];
        if (place >= o->block[b + 1]) return false;
        n_above += place < o->block[b];
      }
      if (lu->beside.start[k + 1] - lu->beside.start[k] != n_above)
        return false;
    }
  }
  return true;
}

bool sparse_lu_take(SparseLu *lu, const SparseStructure *matrix,
                    const Carried *from)
{
  int n = matrix->n;
  size_t size = (size_t)n * sizeof(double);
  RUNTIME_ASSERT(n == lu->order.n);
  if (!take_order(lu, from) ||
      !sparse_lu_take_columns(&lu->lower, n, 0, from) ||
      !sparse_lu_take_columns(&lu->upper, n, 0, from) ||
      !sparse_lu_take_columns(&lu->beside, n, matrix->start[n], from)) {
    return false;
  }
  for (int k = 0; k < n; k++) lu->place[lu->order.row[k]] = k;
  memset(lu->work, 0, size);
  return carried_take(from, lu->pivot, size) &&
         carried_take(from, lu->scale, size) && blocks_fit(lu, matrix);
}
