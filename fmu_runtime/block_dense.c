/* block_dense.c: right-looking elimination, column by column. */
#include "block_dense.h"
#include <float.h>
#include <math.h>
#include <stddef.h>

static double *column_of(double *matrix, int n, int j)
{
  return matrix + (size_t)n * (size_t)j;
}

static void swap_rows(double *matrix, int n, int a, int b)
{
  for (int j = 0; j < n; j++) {
    double *column = column_of(matrix, n, j);
    double value = column[a];
    column[a] = column[b];
    column[b] = value;
  }
}

static int largest_below(const double *column, int n, int from)
{
  int best = from;
  for (int i = from + 1; i < n; i++) {
    if (fabs(column[i]) > fabs(column[best])) best = i;
  }
  return best;
}

/* Only from the first to the last row of the pivot column. */
static void eliminate(double *matrix, int n, int k)
{
  double *pivot_column = column_of(matrix, n, k);
  int first = n, last = k;
  for (int i = k + 1; i < n; i++) {
    if (pivot_column[i] == 0) continue;
    pivot_column[i] /= pivot_column[k];
    if (first == n) first = i;
    last = i;
  }
  if (first == n) return;
  for (int j = k + 1; j < n; j++) {
    double *column = column_of(matrix, n, j);
    double factor = column[k];
    if (factor == 0) continue;
    for (int i = first; i <= last; i++) {
      column[i] -= pivot_column[i] * factor;
    }
  }
}

int block_dense_factor(double *matrix, int n, int *pivot, double *size)
{
  /* Size of each column before elimination: what cancellation is measured
   * against. */
  for (int j = 0; j < n; j++) {
    const double *a = column_of(matrix, n, j);
    size[j] = fabs(a[largest_below(a, n, 0)]);
  }
  for (int k = 0; k < n; k++) {
    const double *a = column_of(matrix, n, k);
    int p = largest_below(a, n, k);
    pivot[k] = p;
    if (!(fabs(a[p]) > 4 * n * DBL_EPSILON * size[k])) return k;
    if (p != k) swap_rows(matrix, n, k, p);
    eliminate(matrix, n, k);
  }
  return -1;
}

void block_dense_solve(const double *matrix, int n, const int *pivot, double *x)
{
  for (int k = 0; k < n; k++) {
    int p = pivot[k];
    double value = x[p];
    x[p] = x[k];
    x[k] = value;
  }
  for (int k = 0; k < n; k++) {
    const double *column = matrix + (size_t)n * (size_t)k;
    if (x[k] == 0) continue;
    for (int i = k + 1; i < n; i++) {
      x[i] -= column[i] * x[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    const double *column = matrix + (size_t)n * (size_t)k;
    if (x[k] == 0) continue;
    x[k] /= column[k];
    for (int i = 0; i < k; i++) {
      x[i] -= column[i] * x[k];
    }
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
