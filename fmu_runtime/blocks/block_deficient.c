/* block_deficient.c: see block_deficient.h.
 *
 * Reflection k is 1 - 2 u u' / u'u with u = (0, ..., 0, 1, v...); v stands
 * below the diagonal of column k, the triangle on and above it. */
#include "block_deficient.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include <math.h>
#include <stddef.h>

static double norm_of_rest(const double *x, int from, int n)
{
  double sum = 0;
  for (int i = from; i < n; i++) sum += x[i] * x[i];
  return sqrt(sum);
}

static int largest_column(const double *matrix, int n, int from, double *size)
{
  RUNTIME_ASSERT(from >= 0 && from <= n);
  int best = from;
  *size = -1;
  for (int j = from; j < n; j++) {
    double left = norm_of_rest(matrix + (size_t)n * (size_t)j, from, n);
    if (left <= *size) continue;
    *size = left;
    best = j;
  }
  return best;
}

static void swap_matrix_columns(double *matrix, int n, int *order, int a, int b)
{
  RUNTIME_ASSERT(a >= 0 && a < n && b >= 0 && b < n);
  double *left = matrix + (size_t)n * (size_t)a;
  double *right = matrix + (size_t)n * (size_t)b;
  for (int i = 0; i < n; i++) {
    double value = left[i];
    left[i] = right[i];
    right[i] = value;
  }
  int equation = order[a];
  order[a] = order[b];
  order[b] = equation;
}

/* x := x reflected by the reflection in column k */
static void reflect(const double *column, int k, int n, double *x)
{
  double square = 1, product = x[k];
  for (int i = k + 1; i < n; i++) {
    square += column[i] * column[i];
    product += column[i] * x[i];
  }
  double part = 2 * product / square;
  x[k] -= part;
  for (int i = k + 1; i < n; i++) x[i] -= part * column[i];
}

/* Column k becomes its reflection, which leaves nothing below `k`. */
static void make_reflection(double *column, int k, int n, double size)
{
  double end = column[k] > 0 ? -size : size;
  double first = column[k] - end;
  for (int i = k + 1; i < n; i++) column[i] /= first;
  column[k] = end;
}

int block_deficient_factor(double *matrix, int n, int *order)
{
  RUNTIME_ASSERT(matrix && order && n > 0);
  double first = 0, size;
  for (int k = 0; k < n; k++) order[k] = k;
  for (int k = 0; k < n; k++) {
    int best = largest_column(matrix, n, k, &size);
    if (k == 0) first = size;
    if (!(size > DEFICIENT_NOTHING_LEFT * first)) return k;
    if (best != k) swap_matrix_columns(matrix, n, order, k, best);
    double *column = matrix + (size_t)n * (size_t)k;
    make_reflection(column, k, n, size);
    for (int j = k + 1; j < n; j++) {
      reflect(column, k, n, matrix + (size_t)n * (size_t)j);
    }
  }
  return n;
}

void block_deficient_solve(const double *matrix, int n, int rank,
                           const int *order, const double *right, double *x)
{
  RUNTIME_ASSERT(rank >= 0 && rank <= n);
  for (int k = 0; k < rank; k++) {
    const double *column = matrix + (size_t)n * (size_t)k;
    double value = right[order[k]];
    for (int i = 0; i < k; i++) value -= column[i] * x[i];
    x[k] = value / column[k];
  }
  for (int k = rank; k < n; k++) x[k] = 0;
  for (int k = rank - 1; k >= 0; k--) {
    reflect(matrix + (size_t)n * (size_t)k, k, n, x);
  }
}

void block_deficient_solve_transposed(const double *matrix, int n, int rank,
                                      const int *order, double *x,
                                      double *right)
{
  RUNTIME_ASSERT(rank >= 0 && rank <= n && x != right);
  for (int k = 0; k < rank; k++) {
    reflect(matrix + (size_t)n * (size_t)k, k, n, x);
  }
  for (int k = 0; k < n; k++) right[k] = 0;
  for (int k = rank - 1; k >= 0; k--) {
    const double *column = matrix + (size_t)n * (size_t)k;
    double value = x[k] / column[k];
    right[order[k]] = value;
    for (int i = 0; i < k; i++) x[i] -= column[i] * value;
  }
}
