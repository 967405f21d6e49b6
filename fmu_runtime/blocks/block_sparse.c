/* block_sparse.c: one column after the other. */
#include "block_sparse.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

/* --- the pattern of a column --------------------------------------------- */

/* The rows of L that row r leads to once it is a pivot row. */
static int first_child(const SparseLu *lu, int r)
{
  int p = lu->position[r];
  return p < 0 ? 0 : lu->start[2 * p];
}

static int end_of_children(const SparseLu *lu, int r)
{
  int p = lu->position[r];
  return p < 0 ? 0 : lu->start[2 * p + 1];
}

/* Depth first from row r; what is found goes in front of `top`, each row
 * before those that it leads to. */
static int search_reach(const SparseLu *lu, const SparseWork *w, int r, int k,
                        int top)
{
  RUNTIME_ASSERT(top >= 0 && r >= 0);
  int depth = 0;
  w->stack[0] = r;
  w->at[0] = first_child(lu, r);
  w->mark[r] = k;
  while (depth >= 0) {
    int row = w->stack[depth], end = end_of_children(lu, row);
    int at = w->at[depth];
    while (at < end && w->mark[lu->index[at]] == k) at++;
    if (at < end) {
      int child = lu->index[at];
      w->at[depth] = at + 1;
      w->stack[++depth] = child;
      w->at[depth] = first_child(lu, child);
      w->mark[child] = k;
    } else {
      w->reach[--top] = row;
      depth--;
    }
  }
  return top;
}

/* All rows of column k of the factors: reach[top .. n-1]. */
static int block_sparse_find_pattern(const SparseMatrix *a, const SparseLu *lu,
                                     const SparseWork *w, int k)
{
  int top = a->n, j = a->column[k];
  for (int e = a->start[j]; e < a->start[j + 1]; e++) {
    int r = a->row[e];
    if (w->mark[r] != k) top = search_reach(lu, w, r, k, top);
  }
  return top;
}

/* --- the numbers of a column --------------------------------------------- */

/* Spreads column k; its largest number. */
static double spread_column(const SparseMatrix *a, const SparseWork *w, int k)
{
  RUNTIME_ASSERT(k >= 0 && k < a->n);
  int j = a->column[k];
  double largest = 0;
  for (int e = a->start[j]; e < a->start[j + 1]; e++) {
    w->x[a->row[e]] = a->value[e];
    largest = fmax(largest, fabs(a->value[e]));
  }
  return largest;
}

/* Subtracts x_p times column p of L. */
static void eliminate_sparse(const SparseLu *lu, const SparseWork *w, int p,
                             double factor)
{
  if (factor == 0) return;
  for (int e = lu->start[2 * p]; e < lu->start[2 * p + 1]; e++) {
    w->x[lu->index[e]] -= lu->value[e] * factor;
  }
}

/* The largest number of column k in rows that are not pivot rows yet. */
static double largest_left(const SparseMatrix *a, const SparseLu *lu,
                           const SparseWork *w, int top)
{
  double largest = 0;
  for (int i = top; i < a->n; i++) {
    int r = w->reach[i];
    if (lu->position[r] < 0) largest = fmax(largest, fabs(w->x[r]));
  }
  return largest;
}

/* Of the rows with large numbers the shortest one of the matrix, for a long one
 * would fill the columns that follow; of those the largest. */
static int shortest_row(const SparseMatrix *a, const SparseLu *lu,
                        const SparseWork *w, int top, double large)
{
  RUNTIME_ASSERT(large > 0);
  int best = -1;
  for (int i = top; i < a->n; i++) {
    int r = w->reach[i];
    double size = fabs(w->x[r]);
    if (lu->position[r] >= 0 || !(size >= large)) continue;
    bool is_better =
        best < 0 || w->length[r] < w->length[best] ||
        (w->length[r] == w->length[best] && size > fabs(w->x[best]));
    if (is_better) best = r;
  }
  return best;
}

/* The pivot row among those of the pattern; -1: all are zero. */
static int choose_pivot(const SparseMatrix *a, const SparseLu *lu,
                        const SparseWork *w, int k, int top)
{
  RUNTIME_ASSERT(top >= 0 && top <= a->n);
  double largest = largest_left(a, lu, w, top);
  if (!(largest > 0)) return -1;
  int preference = a->preferred ? a->preferred[a->column[k]] : -1;
  bool is_granted = preference >= 0 && lu->position[preference] < 0 &&
                    w->mark[preference] == k &&
                    fabs(w->x[preference]) >= SPARSE_PREFERRED * largest;
  return is_granted ? preference
                    : shortest_row(a, lu, w, top, SPARSE_LARGE * largest);
}

/* Moves the column from x into the factors. */
static void store_column(const SparseMatrix *a, SparseLu *lu,
                         const SparseWork *w, int k, int top)
{
  RUNTIME_ASSERT(lu->start[2 * k] <= lu->capacity);
  int at = lu->start[2 * k], row = lu->row[k];
  double pivot = w->x[row];
  lu->pivot[k] = pivot;
  for (int i = top; i < a->n; i++) {
    int r = w->reach[i];
    if (lu->position[r] >= 0 || r == row) continue;
    lu->index[at] = r;
    lu->value[at++] = w->x[r] / pivot;
  }
  lu->start[2 * k + 1] = at;
  for (int i = top; i < a->n; i++) {
    int r = w->reach[i];
    if (lu->position[r] < 0) continue;
    lu->index[at] = lu->position[r];
    lu->value[at++] = w->x[r];
  }
  lu->start[2 * k + 2] = at;
}

static void clear_column(const SparseMatrix *a, const SparseWork *w)
{
  memset(w->x, 0, (size_t)a->n * sizeof w->x[0]);
}

static bool sparse_pivot_is_usable(const SparseMatrix *a, double pivot,
                                   double size)
{
  return fabs(pivot) > 4 * a->n * DBL_EPSILON * size;
}

static bool has_grown(double pivot, double size)
{
  return fabs(pivot) > SPARSE_MOST_GROWTH * size;
}

static void begin_factors(const SparseMatrix *a, SparseLu *lu,
                          const SparseWork *w)
{
  for (int r = 0; r < a->n; r++) {
    lu->position[r] = -1;
    w->mark[r] = -1;
    w->length[r] = 0;
  }
  for (int k = 0; k < a->n; k++) {
    int j = a->column[k];
    for (int e = a->start[j]; e < a->start[j + 1]; e++) w->length[a->row[e]]++;
  }
  lu->start[0] = 0;
  clear_column(a, w);
}

/* The same, the largest pivot of each column being taken. */
static int factor_without_preferences(const SparseMatrix *a, SparseLu *lu,
                                      const SparseWork *w)
{
  SparseMatrix plain = *a;
  plain.preferred = NULL;
  return block_sparse_factor(&plain, lu, w);
}

int block_sparse_factor(const SparseMatrix *a, SparseLu *lu,
                        const SparseWork *w)
{
  RUNTIME_ASSERT(a->n > 0 && lu->capacity > 0);
  begin_factors(a, lu, w);
  for (int k = 0; k < a->n; k++) {
    int top = block_sparse_find_pattern(a, lu, w, k);
    if (lu->start[2 * k] + a->n - top - 1 > lu->capacity) {
      clear_column(a, w);
      return SPARSE_FULL;
    }
    double size = spread_column(a, w, k);
    for (int i = top; i < a->n; i++) {
      int r = w->reach[i];
      if (lu->position[r] >= 0)
        eliminate_sparse(lu, w, lu->position[r], w->x[r]);
    }
    int row = choose_pivot(a, lu, w, k, top);
    if (row < 0 || !sparse_pivot_is_usable(a, w->x[row], size)) {
      clear_column(a, w);
      return k;
    }
    if (a->preferred && has_grown(w->x[row], size)) {
      return factor_without_preferences(a, lu, w);
    }
    lu->row[k] = row;
    store_column(a, lu, w, k, top);
    lu->position[row] = k;
    for (int i = top; i < a->n; i++) w->x[w->reach[i]] = 0;
  }
  return SPARSE_DONE;
}

/* Column k with its pattern and pivot as they are. */
static bool compute_column(SparseLu *lu, const SparseWork *w, int k)
{
  for (int e = lu->start[2 * k + 1]; e < lu->start[2 * k + 2]; e++) {
    int p = lu->index[e], r = lu->row[p];
    double factor = w->x[r];
    lu->value[e] = factor;
    w->x[r] = 0;
    eliminate_sparse(lu, w, p, factor);
  }
  double pivot = w->x[lu->row[k]], largest = 0;
  w->x[lu->row[k]] = 0;
  lu->pivot[k] = pivot;
  for (int e = lu->start[2 * k]; e < lu->start[2 * k + 1]; e++) {
    double x = w->x[lu->index[e]];
    w->x[lu->index[e]] = 0;
    largest = fmax(largest, fabs(x));
    lu->value[e] = x / pivot;
  }
  return fabs(pivot) >= SPARSE_KEPT * largest;
}

int block_sparse_refactor(const SparseMatrix *a, SparseLu *lu,
                          const SparseWork *w)
{
  clear_column(a, w);
  for (int k = 0; k < a->n; k++) {
    double size = spread_column(a, w, k);
    if (!compute_column(lu, w, k) ||
        !sparse_pivot_is_usable(a, lu->pivot[k], size) ||
        has_grown(lu->pivot[k], size)) {
      clear_column(a, w);
      return 0;
    }
  }
  return 1;
}

void block_sparse_solve(const SparseMatrix *a, const SparseLu *lu, double *b,
                        double *x)
{
  RUNTIME_ASSERT(b != x);
  int n = a->n;
  for (int k = 0; k < n; k++) {
    double y = b[lu->row[k]];
    if (y == 0) continue;
    for (int e = lu->start[2 * k]; e < lu->start[2 * k + 1]; e++) {
      b[lu->index[e]] -= lu->value[e] * y;
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    double y = b[lu->row[k]];
    if (y != 0) y /= lu->pivot[k];
    x[a->unknown[k]] = y;
    if (y == 0) continue;
    for (int e = lu->start[2 * k + 1]; e < lu->start[2 * k + 2]; e++) {
      b[lu->row[lu->index[e]]] -= lu->value[e] * y;
    }
  }
}

void block_sparse_solve_transposed(const SparseMatrix *a, const SparseLu *lu,
                                   const double *b, double *x)
{
  RUNTIME_ASSERT(b != x);
  for (int k = 0; k < a->n; k++) {
    double y = b[a->unknown[k]];
    for (int e = lu->start[2 * k + 1]; e < lu->start[2 * k + 2]; e++) {
      y -= lu->value[e] * x[lu->row[lu->index[e]]];
    }
    x[lu->row[k]] = y / lu->pivot[k];
  }
  for (int k = a->n - 1; k >= 0; k--) {
    double y = x[lu->row[k]];
    for (int e = lu->start[2 * k]; e < lu->start[2 * k + 1]; e++) {
      y -= lu->value[e] * x[lu->index[e]];
    }
    x[lu->row[k]] = y;
  }
}

/* Of the permutation that takes unknown[k] to row[k], by its cycles. */
static int permutation_sign(const SparseMatrix *a, const SparseLu *lu,
                            const SparseWork *w)
{
  int sign = 1, n = a->n;
  int *image = w->stack;
  for (int k = 0; k < n; k++) {
    image[a->unknown[k]] = lu->row[k];
    w->mark[k] = 0;
  }
  for (int k = 0; k < n; k++) {
    int length = 0;
    for (int i = k; !w->mark[i]; i = image[i]) {
      w->mark[i] = 1;
      length++;
    }
    if (length > 0 && length % 2 == 0) sign = -sign;
  }
  return sign;
}

int block_sparse_sign(const SparseMatrix *a, const SparseLu *lu,
                      const SparseWork *w)
{
  int sign = permutation_sign(a, lu, w);
  for (int k = 0; k < a->n; k++) {
    if (lu->pivot[k] < 0) sign = -sign;
  }
  return sign;
}
