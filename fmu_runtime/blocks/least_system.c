/* least_system.c: the matrix is small and dense. */
#include "least_system.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "block_dense.h"
#include "block_work.h"
#include <math.h>
#include <string.h>

LeastProblem least_problem(ModelValues *v, const Block *block)
{
  RUNTIME_ASSERT(block->n_columns >= block->n);
  Instance *inst = v->instance;
  for (int i = 0; i < block->n; i++) least_work_of(inst)->place[i] = i;
  return (LeastProblem){.v = v,
                        .block = block,
                        .w = block_work_of(inst),
                        .l = least_work_of(inst),
                        .n = block->n_columns,
                        .m = block->n};
}

double *least_unknown(const LeastProblem *p, int j)
{
  RUNTIME_ASSERT(j >= 0 && j < p->n);
  return &p->v->real[p->block->unknown[j]];
}

bool least_is_held(const LeastProblem *p, int j)
{
  RUNTIME_ASSERT(j >= 0 && j < p->n);
  return p->l->weight[j] < 0;
}

double least_residuals(const LeastProblem *p, double *r)
{
  double largest = 0;
  p->block->residual(p->v, r);
  for (int i = 0; i < p->block->n; i++) {
    double size = fabs(r[i]) * p->l->scale[i];
    if (p->l->place[i] < 0) continue;
    if (!isfinite(size)) return HUGE_VAL;
    if (size > largest) largest = size;
  }
  return largest;
}

void least_scale_rows(const LeastProblem *p)
{
  const Block *b = p->block;
  double *scale = p->l->scale;
  for (int i = 0; i < b->n; i++) scale[i] = 0;
  b->jacobian(p->v, p->w->entry);
  for (int j = 0; j < p->n; j++) {
    for (int k = b->column_start[j]; k < b->column_start[j + 1]; k++) {
      double size = fabs(p->w->entry[k]) * b->nominal[j];
      if (isfinite(size) && size > scale[b->row[k]]) scale[b->row[k]] = size;
    }
  }
  for (int i = 0; i < b->n; i++) scale[i] = scale[i] > 0 ? 1 / scale[i] : 1;
}

void least_pull(const LeastProblem *p, double *gradient)
{
  const Block *b = p->block;
  b->jacobian(p->v, p->w->entry);
  for (int j = 0; j < p->n; j++) {
    gradient[j] = 0;
    for (int k = b->column_start[j]; k < b->column_start[j + 1]; k++) {
      int i = b->row[k], at = p->l->place[i];
      if (at < 0) continue;
      gradient[j] +=
          p->w->entry[k] * b->nominal[j] * p->l->scale[i] * p->l->force[at];
    }
  }
}

static double *matrix_column(const LeastProblem *p, int j)
{
  return p->l->matrix + (size_t)(p->n + p->m) * (size_t)j;
}

/* H, by differences of J' force. */
static void add_curvature(const LeastProblem *p)
{
  double *lower = p->l->gradient, *upper = p->l->room;
  for (int j = 0; j < p->n; j++) {
    double *x = least_unknown(p, j), at = *x, nominal = p->block->nominal[j];
    double h = LEAST_DIFFERENCE * fmax(fabs(at), nominal);
    if (least_is_held(p, j)) continue;
    *x = at - h;
    least_pull(p, lower);
    *x = at + h;
    least_pull(p, upper);
    *x = at;
    for (int i = 0; i < p->n; i++) {
      if (least_is_held(p, i)) continue;
      matrix_column(p, j)[i] += (upper[i] - lower[i]) * nominal / (2 * h);
    }
  }
}

bool least_factor(const LeastProblem *p, bool curved)
{
  RUNTIME_ASSERT(p->n + p->m <= p->l->size);
  const Block *b = p->block;
  int size = p->n + p->m;
  memset(p->l->matrix, 0, (size_t)size * (size_t)size * sizeof p->l->matrix[0]);
  if (curved) add_curvature(p);
  b->jacobian(p->v, p->w->entry);
  for (int j = 0; j < p->n; j++) {
    double *column = matrix_column(p, j);
    column[j] += least_is_held(p, j) ? 1 : p->l->weight[j];
    if (least_is_held(p, j)) continue;
    for (int k = b->column_start[j]; k < b->column_start[j + 1]; k++) {
      int i = b->row[k], at = p->l->place[i];
      if (at < 0) continue;
      double entry = p->w->entry[k] * b->nominal[j] * p->l->scale[i];
      column[p->n + at] = entry;
      matrix_column(p, p->n + at)[j] = entry;
    }
  }
  for (int k = 0; k < size * size; k++) {
    if (!isfinite(p->l->matrix[k])) return false;
  }
  return block_dense_factor(p->l->matrix, size, p->l->pivot, p->l->room) < 0;
}

double least_distance_force(const LeastProblem *p, int j)
{
  double weight = p->l->weight[j];
  if (weight <= 0) return 0;
  return weight * (*least_unknown(p, j) - p->l->start[j]) /
         p->block->nominal[j];
}

void least_load_rows(const LeastProblem *p, const double *value)
{
  for (int i = 0; i < p->block->n; i++) {
    int at = p->l->place[i];
    if (at >= 0) p->l->right[p->n + at] = -value[i] * p->l->scale[i];
  }
}

double least_step(const LeastProblem *p, bool home)
{
  double *x = p->l->right, largest = 0;
  for (int j = 0; j < p->n; j++) x[j] = home ? -least_distance_force(p, j) : 0;
  least_load_rows(p, p->w->residual);
  block_dense_solve(p->l->matrix, p->n + p->m, p->l->pivot, x);
  for (int j = 0; j < p->n; j++) {
    double nominal = p->block->nominal[j];
    double size =
        fabs(x[j]) * nominal / fmax(fabs(*least_unknown(p, j)), nominal);
    if (!isfinite(size)) return HUGE_VAL;
    largest = fmax(largest, size);
  }
  return largest;
}
