/* block_linear.c: Gaussian elimination with partial pivoting (Golub and
 * Van Loan, Matrix Computations, section 3.4) on a scaled dense matrix. */
#include "block_linear.h"
#include "instance.h"
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

static double *column_of(const BlockWork *w, int n, int j)
{
  return w->matrix + (size_t)n * (size_t)j;
}

/* Row scales from the entries; false when an entry is not finite. A row of
 * zeros keeps the scale 1: elimination finds it. */
static bool scale_rows(const Block *block, BlockWork *w)
{
  for (int i = 0; i < block->n; i++) {
    w->row_scale[i] = 0;
  }
  for (int j = 0; j < block->n; j++) {
    int c = w->column[j];
    for (int k = block->column_start[c]; k < block->column_start[c + 1]; k++) {
      double size = fabs(w->entry[k]) * block->nominal[c];
      if (!isfinite(size)) return false;
      double *scale = &w->row_scale[block->row[k]];
      if (size > *scale) *scale = size;
    }
  }
  for (int i = 0; i < block->n; i++) {
    w->row_scale[i] = w->row_scale[i] > 0 ? 1 / w->row_scale[i] : 1;
  }
  return true;
}

static void load_matrix(const Block *block, BlockWork *w)
{
  size_t n = (size_t)block->n;
  memset(w->matrix, 0, n * n * sizeof w->matrix[0]);
  for (int j = 0; j < block->n; j++) {
    double *column = column_of(w, block->n, j);
    int c = w->column[j];
    for (int k = block->column_start[c]; k < block->column_start[c + 1]; k++) {
      int i = block->row[k];
      column[i] = w->entry[k] * block->nominal[c] * w->row_scale[i];
    }
  }
}

static void swap_rows(const BlockWork *w, int n, int a, int b)
{
  for (int j = 0; j < n; j++) {
    double *column = column_of(w, n, j);
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

/* Only from the first to the last row of the pivot column: blocks are sparse
 * and often nearly banded. */
static void eliminate(const BlockWork *w, int n, int k)
{
  double *pivot_column = column_of(w, n, k);
  int first = n, last = k;
  for (int i = k + 1; i < n; i++) {
    if (pivot_column[i] == 0) continue;
    pivot_column[i] /= pivot_column[k];
    if (first == n) first = i;
    last = i;
  }
  if (first == n) return;
  for (int j = k + 1; j < n; j++) {
    double *column = column_of(w, n, j);
    double factor = column[k];
    if (factor == 0) continue;
    for (int i = first; i <= last; i++) {
      column[i] -= pivot_column[i] * factor;
    }
  }
}

FactorResult block_linear_factor(const Block *block, BlockWork *w, int *column)
{
  int n = block->n;
  if (!scale_rows(block, w)) return FACTOR_NOT_FINITE;
  load_matrix(block, w);

  /* Size of each column before elimination: what cancellation is measured
   * against. The step is free until the factors are used. */
  for (int j = 0; j < n; j++) {
    const double *a = column_of(w, n, j);
    w->step[j] = fabs(a[largest_below(a, n, 0)]);
  }
  for (int k = 0; k < n; k++) {
    const double *a = column_of(w, n, k);
    int p = largest_below(a, n, k);
    w->pivot[k] = p;
    if (!(fabs(a[p]) > 4 * n * DBL_EPSILON * w->step[k])) {
      *column = k;
      return FACTOR_SINGULAR;
    }
    if (p != k) swap_rows(w, n, k, p);
    eliminate(w, n, k);
  }
  return FACTOR_DONE;
}

void block_linear_backsolve(const Block *block, const BlockWork *w,
                            const double *right, double *x)
{
  int n = block->n;
  for (int i = 0; i < n; i++) {
    x[i] = -right[i] * w->row_scale[i];
  }
  for (int k = 0; k < n; k++) {
    int p = w->pivot[k];
    double value = x[p];
    x[p] = x[k];
    x[k] = value;
  }
  for (int k = 0; k < n; k++) {
    const double *column = column_of(w, n, k);
    if (x[k] == 0) continue;
    for (int i = k + 1; i < n; i++) {
      x[i] -= column[i] * x[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    const double *column = column_of(w, n, k);
    if (x[k] == 0) continue;
    x[k] /= column[k];
    for (int i = 0; i < k; i++) {
      x[i] -= column[i] * x[k];
    }
  }
  for (int j = 0; j < n; j++) {
    x[j] *= block->nominal[w->column[j]];
  }
}

int block_linear_determinant_sign(const Block *block, const BlockWork *w)
{
  int sign = 1;
  for (int k = 0; k < block->n; k++) {
    if (w->pivot[k] != k) sign = -sign;
    if (column_of(w, block->n, k)[k] < 0) sign = -sign;
  }
  return sign;
}

void block_linear_save(const ModelValues *v, const Block *block,
                       const BlockWork *w, double *x)
{
  for (int j = 0; j < block->n; j++) {
    x[j] = v->real[block->unknown[w->column[j]]];
  }
}

void block_linear_restore(ModelValues *v, const Block *block,
                          const BlockWork *w, const double *x)
{
  for (int j = 0; j < block->n; j++) {
    v->real[block->unknown[w->column[j]]] = x[j];
  }
}

static bool all_finite(const double *x, int n)
{
  for (int j = 0; j < n; j++) {
    if (!isfinite(x[j])) return false;
  }
  return true;
}

int block_linear_solve(ModelValues *v, const Block *block, BlockWork *w)
{
  Instance *inst = v->instance;
  block_linear_save(v, block, w, w->guess);
  for (int j = 0; j < block->n; j++) {
    v->real[block->unknown[w->column[j]]] = 0;
  }
  block->residual(v, w->residual);
  block->jacobian(v, w->entry);

  int column = 0;
  FactorResult result = block_linear_factor(block, w, &column);
  if (result == FACTOR_DONE) {
    block_linear_backsolve(block, w, w->residual, w->step);
    if (all_finite(w->step, block->n)) {
      block_linear_restore(v, block, w, w->step);
      return 0;
    }
  }
  block_linear_restore(v, block, w, w->guess);
  if (result == FACTOR_SINGULAR) {
    instance_note_block(inst, LOG_SINGULAR_LINEAR_SYSTEMS, block, NULL,
                        "the linear equations do not determine %s",
                        block->name[w->column[column]]);
  } else {
    instance_note_block(inst, LOG_SINGULAR_LINEAR_SYSTEMS, block, NULL,
                        "a coefficient or right-hand side is not a finite "
                        "number");
  }
  return 1;
}
