/* block_dense.c: right-looking elimination, of large matrices in panels of a
 * few columns.
 *
 * A panel is eliminated column by column; then each column after it is read
 * and written once for all columns of the panel, with several rows at a time
 * where the processor can do that. Each number meets the same subtractions, in
 * the same order, as it does column by column. */
#include "block_dense.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* Columns of a panel; matrices with fewer than so many columns are eliminated
 * one by one. */
enum { PANEL = 4 };

/* Pivot columns first .. end-1, and the rows below pivots, top .. bottom-1, in
 * which they may differ from zero. */
typedef struct Panel {
  int first, end;
  int top, bottom;
} Panel;

static double *dense_matrix_column(double *matrix, int n, int j)
{
  RUNTIME_ASSERT(j >= 0 && j < n);
  return matrix + (size_t)n * (size_t)j;
}

static int largest_below(const double *column, int n, int from)
{
  RUNTIME_ASSERT(from >= 0 && from < n);
  int best = from;
  for (int i = from + 1; i < n; i++) {
    if (fabs(column[i]) > fabs(column[best])) best = i;
  }
  return best;
}

/* Exchanges the rows of the pivots first .. end-1 in one column. */
static void block_dense_swap_rows(double *column, const int *pivot, int first,
                                  int end)
{
  RUNTIME_ASSERT(first >= 0 && first <= end);
  for (int k = first; k < end; k++) {
    double value = column[k];
    column[k] = column[pivot[k]];
    column[pivot[k]] = value;
  }
}

/* x[i] -= factor a[i], of rows top .. bottom-1 */
static void block_dense_subtract(double *restrict x, const double *restrict a,
                                 double factor, int top, int bottom)
{
  int i = top;
  for (; i + 1 < bottom; i += 2) {
    x[i] -= a[i] * factor;
    x[i + 1] -= a[i + 1] * factor;
  }
  if (i < bottom) x[i] -= a[i] * factor;
}

/* The same for the four columns of a panel that begins at a, one after the
 * other for each row. */
static void subtract_panel(double *restrict x, const double *restrict a, int n,
                           const double *restrict factor, int top, int bottom)
{
  const double *restrict b = a + n, *restrict c = b + n, *restrict d = c + n;
  const double fa = factor[0], fb = factor[1], fc = factor[2], fd = factor[3];
  int i = top;
  for (; i + 1 < bottom; i += 2) {
    double even = x[i], odd = x[i + 1];
    even -= a[i] * fa;
    odd -= a[i + 1] * fa;
    even -= b[i] * fb;
    odd -= b[i + 1] * fb;
    even -= c[i] * fc;
    odd -= c[i + 1] * fc;
    even -= d[i] * fd;
    odd -= d[i + 1] * fd;
    x[i] = even;
    x[i + 1] = odd;
  }
  if (i < bottom) x[i] = x[i] - a[i] * fa - b[i] * fb - c[i] * fc - d[i] * fd;
}

/* Divides pivot column k below its pivot, and widens the rows of the panel. */
static void divide_column(double *column, int n, int k, Panel *p)
{
  for (int i = k + 1; i < n; i++) {
    if (column[i] == 0) continue;
    column[i] /= column[k];
    if (i < p->top) p->top = i;
    if (i >= p->bottom) p->bottom = i + 1;
  }
}

/* What the panel takes off column x, whose rows are exchanged already. */
static void update_by_panel(double *matrix, int n, const Panel *p, double *x)
{
  int count = 0;
  for (int k = p->first; k < p->end; k++) {
    const double *column = dense_matrix_column(matrix, n, k);
    if (x[k] == 0) continue;
    block_dense_subtract(x, column, x[k], k + 1, p->end);
    count++;
  }
  int top = p->top > p->end ? p->top : p->end;
  if (count == PANEL) {
    subtract_panel(x, dense_matrix_column(matrix, n, p->first), n, x + p->first,
                   top, p->bottom);
    return;
  }
  for (int k = p->first; count > 0 && k < p->end; k++) {
    if (x[k] == 0) continue;
    block_dense_subtract(x, dense_matrix_column(matrix, n, k), x[k], top,
                         p->bottom);
  }
}

/* Columns of the panel alone. -1, or the column without a usable pivot. */
static int factor_panel(double *matrix, int n, int *pivot, const double *size,
                        Panel *p)
{
  int end = p->end;
  for (int k = p->first; k < end; k++) {
    double *x = dense_matrix_column(matrix, n, k);
    p->end = k;
    block_dense_swap_rows(x, pivot, p->first, k);
    update_by_panel(matrix, n, p, x);
    int best = largest_below(x, n, k);
    pivot[k] = best;
    if (!block_dense_is_usable(x[best], n, size[k])) return k;
    for (int j = p->first; j <= k; j++) {
      block_dense_swap_rows(dense_matrix_column(matrix, n, j), pivot, k, k + 1);
    }
    divide_column(x, n, k, p);
    /* an exchange may have brought a number up from outside of the rows */
    if (best >= p->bottom) p->bottom = best + 1;
  }
  p->end = end;
  return -1;
}

static int factor_in_panels(double *matrix, int n, int *pivot,
                            const double *size)
{
  for (int first = 0; first < n; first += PANEL) {
    int end = n - first > PANEL ? first + PANEL : n;
    Panel p = {.first = first, .end = end, .top = n, .bottom = 0};
    int singular = factor_panel(matrix, n, pivot, size, &p);
    if (singular >= 0) return singular;
    for (int j = 0; j < first; j++) {
      block_dense_swap_rows(dense_matrix_column(matrix, n, j), pivot, first,
                            end);
    }
    for (int j = end; j < n; j++) {
      double *x = dense_matrix_column(matrix, n, j);
      block_dense_swap_rows(x, pivot, first, end);
      update_by_panel(matrix, n, &p, x);
    }
  }
  return -1;
}

/* Column k is taken off all columns after it: only from the first to the last
 * row in which it differs from zero. */
static void eliminate_dense(double *matrix, int n, int k)
{
  double *pivot_column = dense_matrix_column(matrix, n, k);
  int first = n, last = k;
  for (int i = k + 1; i < n; i++) {
    if (pivot_column[i] == 0) continue;
    pivot_column[i] /= pivot_column[k];
    if (first == n) first = i;
    last = i;
  }
  if (first == n) return;
  for (int j = k + 1; j < n; j++) {
    double *column = dense_matrix_column(matrix, n, j);
    double factor = column[k];
    if (factor == 0) continue;
    for (int i = first; i <= last; i++) {
      column[i] -= pivot_column[i] * factor;
    }
  }
}

static void swap_whole_rows(double *matrix, int n, int a, int b)
{
  for (int j = 0; j < n; j++) {
    double *column = dense_matrix_column(matrix, n, j);
    double value = column[a];
    column[a] = column[b];
    column[b] = value;
  }
}

static int factor_one_by_one(double *matrix, int n, int *pivot,
                             const double *size)
{
  for (int k = 0; k < n; k++) {
    const double *a = dense_matrix_column(matrix, n, k);
    int best = largest_below(a, n, k);
    pivot[k] = best;
    if (!block_dense_is_usable(a[best], n, size[k])) return k;
    if (best != k) swap_whole_rows(matrix, n, k, best);
    eliminate_dense(matrix, n, k);
  }
  return -1;
}

int block_dense_factor(double *matrix, int n, int *pivot, double *size)
{
  RUNTIME_ASSERT(n >= 0 && (n == 0 || (matrix && pivot)));
  /* Size of each column before elimination: what cancellation is measured
   * against. */
  for (int j = 0; j < n; j++) {
    const double *a = dense_matrix_column(matrix, n, j);
    size[j] = fabs(a[largest_below(a, n, 0)]);
  }
  return n < DENSE_PANELS_PAY ? factor_one_by_one(matrix, n, pivot, size)
                              : factor_in_panels(matrix, n, pivot, size);
}

void block_dense_solve(const double *matrix, int n, const int *pivot, double *x)
{
  RUNTIME_ASSERT(n >= 0 && (n == 0 || (matrix && pivot && x)));
  block_dense_swap_rows(x, pivot, 0, n);
  for (int k = 0; k < n; k++) {
    const double *column = matrix + (size_t)n * (size_t)k;
    if (x[k] != 0) block_dense_subtract(x, column, x[k], k + 1, n);
  }
  for (int k = n - 1; k >= 0; k--) {
    const double *column = matrix + (size_t)n * (size_t)k;
    if (x[k] == 0) continue;
    x[k] /= column[k];
    block_dense_subtract(x, column, x[k], 0, k);
  }
}

/* U' first, then L', then the exchanges of rows from the last to the first. */
void block_dense_solve_transposed(const double *matrix, int n, const int *pivot,
                                  double *x)
{
  RUNTIME_ASSERT(n >= 0 && (n == 0 || (matrix && pivot && x)));
  for (int k = 0; k < n; k++) {
    const double *column = matrix + (size_t)n * (size_t)k;
    for (int i = 0; i < k; i++) x[k] -= column[i] * x[i];
    x[k] /= column[k];
  }
  for (int k = n - 1; k >= 0; k--) {
    const double *column = matrix + (size_t)n * (size_t)k;
    for (int i = k + 1; i < n; i++) x[k] -= column[i] * x[i];
  }
  for (int k = n - 1; k >= 0; k--) {
    double value = x[k];
    x[k] = x[pivot[k]];
    x[pivot[k]] = value;
  }
}

int block_dense_sign(const double *matrix, int n, const int *pivot)
{
  int sign = 1;
  for (int k = 0; k < n; k++) {
    if (pivot[k] != k) sign = -sign;
    if (matrix[(size_t)n * (size_t)k + (size_t)k] < 0) sign = -sign;
  }
  return sign;
}
