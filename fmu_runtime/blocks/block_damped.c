/* block_damped.c: the matrices are small and dense, in the memory of
 * least_change.c. */
#include "block_damped.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "block_dense.h"
#include "least_system.h"
#include <math.h>
#include <string.h>

/* A is the Jacobian in units of its rows and unknowns, r are the residuals. */
typedef struct Damped {
  LeastProblem p;
  double *product;  /* [n * n] A'A, damped on its diagonal */
  double *gradient; /* [n] A'r */
  double *unit;     /* [n] of the unknowns */
  double damping, growth;
} Damped;

/* Half of the sum of squares, of w->residual. */
static double damped_loss(const Damped *d)
{
  double sum = 0;
  for (int i = 0; i < d->p.block->n; i++) {
    double size = d->p.w->residual[i] * d->p.l->scale[i];
    sum += size * size / 2;
  }
  return isfinite(sum) ? sum : HUGE_VAL;
}

static void set_damped_units(const Damped *d)
{
  for (int j = 0; j < d->p.n; j++) {
    d->unit[j] = fmax(fabs(*least_unknown(&d->p, j)), d->p.block->nominal[j]);
  }
}

/* Entry k of the Jacobian, in column j. */
static double damped_entry(const Damped *d, int j, int k)
{
  return d->p.w->entry[k] * d->unit[j] * d->p.l->scale[d->p.block->row[k]];
}

/* The units of the rows, A'A and A'r at the present values. */
static bool load_damped(Damped *d)
{
  const Block *b = d->p.block;
  size_t n = (size_t)b->n;
  double *dense = d->p.l->room;
  set_damped_units(d);
  least_scale_rows(&d->p);
  for (int j = 0; j < b->n; j++) {
    memset(dense, 0, n * sizeof dense[0]);
    d->gradient[j] = 0;
    for (int k = b->column_start[j]; k < b->column_start[j + 1]; k++) {
      int i = b->row[k];
      dense[i] = damped_entry(d, j, k);
      if (!isfinite(dense[i])) return false;
      d->gradient[j] += dense[i] * d->p.w->residual[i] * d->p.l->scale[i];
    }
    for (int c = 0; c < b->n; c++) {
      double sum = 0;
      for (int k = b->column_start[c]; k < b->column_start[c + 1]; k++) {
        sum += damped_entry(d, c, k) * dense[b->row[k]];
      }
      d->product[(size_t)j * n + (size_t)c] = sum;
    }
  }
  return true;
}

/* (A'A + damping) step = -A'r, into l->right. */
static bool find_damped_step(const Damped *d)
{
  size_t n = (size_t)d->p.n;
  double *matrix = d->p.l->matrix, *step = d->p.l->right;
  memcpy(matrix, d->product, n * n * sizeof matrix[0]);
  for (size_t j = 0; j < n; j++) {
    matrix[j * n + j] += d->damping;
    step[j] = -d->gradient[j];
  }
  if (block_dense_factor(matrix, d->p.n, d->p.l->pivot, d->p.l->found) >= 0) {
    return false;
  }
  block_dense_solve(matrix, d->p.n, d->p.l->pivot, step);
  return true;
}

/* By how much the loss should fall. */
static double damped_promise(const Damped *d)
{
  double sum = 0;
  for (int j = 0; j < d->p.n; j++) {
    double step = d->p.l->right[j];
    sum += step * (d->damping * step - d->gradient[j]) / 2;
  }
  return sum;
}

static void move_damped(const Damped *d, const double *base, bool back)
{
  for (int j = 0; j < d->p.n; j++) {
    double step = back ? 0 : d->p.l->right[j] * d->unit[j];
    *least_unknown(&d->p, j) = base[j] + step;
  }
  d->p.block->residual(d->p.v, d->p.w->residual);
}

/* One step, as long as it makes the loss smaller; false: none does. */
static bool take_damped_step(Damped *d)
{
  double before = damped_loss(d), *base = d->p.l->base;
  for (int j = 0; j < d->p.n; j++) base[j] = *least_unknown(&d->p, j);
  for (int k = 0; k < DAMPED_MOST_TRIALS; k++) {
    double share = -1;
    if (find_damped_step(d)) {
      double promise = damped_promise(d);
      move_damped(d, base, false);
      share = promise > 0 ? (before - damped_loss(d)) / promise : -1;
    }
    if (share > DAMPED_DECREASE) {
      double cube = (2 * share - 1) * (2 * share - 1) * (2 * share - 1);
      d->damping *= fmax(1.0 / 3, 1 - cube);
      d->growth = 2;
      return true;
    }
    d->damping *= d->growth;
    d->growth *= 2;
  }
  move_damped(d, base, true);
  return false;
}

bool block_damped_approach(ModelValues *v, const Block *block, BlockWork *w)
{
  RUNTIME_ASSERT(v->initial && block->set == 0 && !block->start_preference);
  LeastWork *l = least_work_of(v->instance);
  int n = block->n;
  if (2 * n > l->size || n != block->n_columns) return false;
  Damped d = {.p = least_problem(v, block),
              .product = l->matrix + (size_t)n * (size_t)n,
              .gradient = l->gradient,
              .unit = l->force,
              .damping = DAMPED_FIRST,
              .growth = 2};
  bool is_near = false, goes_on = true;
  block->residual(v, w->residual);
  for (int k = 0; k < DAMPED_MOST_STEPS && goes_on && !is_near; k++) {
    if (!load_damped(&d)) return false;
    is_near = sqrt(2 * damped_loss(&d)) <= DAMPED_NEAR;
    goes_on = is_near || take_damped_step(&d);
  }
  block_work_note_nearest(v, block, w);
  return is_near;
}
