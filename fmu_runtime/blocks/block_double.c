/* block_double.c: see block_double.h. */
#include "block_double.h"
#include "../core/instance.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* The step p becomes as long as the unknowns are large. */
static bool scale_direction(const ModelValues *v, const Block *block,
                            BlockWork *w)
{
  double size = block_linear_step_size(v, block, w, w->step);
  if (!(size > 0) || size == HUGE_VAL) return false;
  for (int j = 0; j < block->n; j++) w->step[j] /= size;
  return true;
}

/* The unknowns are at w->base. Half of the second derivatives of the residuals
 * along p, into w->right. */
static bool measure_curvature(ModelValues *v, const Block *block, BlockWork *w)
{
  double h = DOUBLE_BESIDE;
  block->residual(v, w->residual);
  block_linear_move(v, block, w, h, false);
  block->residual(v, w->trial);
  block_linear_move(v, block, w, -h, false);
  block->residual(v, w->right);
  block_linear_restore(v, block, w, w->base);
  double largest = 0;
  for (int i = 0; i < block->n; i++) {
    double bend = w->trial[i] + w->right[i] - 2 * w->residual[i];
    w->right[i] = bend / (2 * h * h);
    if (!isfinite(w->right[i])) return false;
    largest = fmax(largest, fabs(w->right[i]));
  }
  return largest > 0;
}

/* At the present values: the residuals, the slope of row i along p into `slope`
 * and into `size` what its linear terms come to. */
static void measure_double_rows(ModelValues *v, const Block *block,
                                BlockWork *w, double *slope, double *size)
{
  size_t bytes = (size_t)block->n * sizeof(double);
  block->residual(v, w->residual);
  block->jacobian(v, w->entry);
  memset(slope, 0, bytes);
  memset(size, 0, bytes);
  for (int j = 0; j < block->n; j++) {
    double unit = fmax(fabs(v->real[block->unknown[j]]), block->nominal[j]);
    for (int k = block->column_start[j]; k < block->column_start[j + 1]; k++) {
      int i = block->row[k];
      slope[i] += w->entry[k] * w->step[j];
      size[i] = fmax(size[i], fabs(w->entry[k]) * unit);
    }
  }
}

/* To where the residuals are smallest along p, each in units of its terms;
 * false: they do not say. */
static bool move_to_vertex(ModelValues *v, const Block *block, BlockWork *w)
{
  const double *curvature = w->right, *slope = w->trial, *size = w->base;
  double slopes = 0, curvatures = 0;
  measure_double_rows(v, block, w, w->trial, w->base);
  for (int i = 0; i < block->n; i++) {
    double unit = size[i] + fabs(curvature[i]);
    if (unit == 0) continue;
    double c = curvature[i] / unit;
    slopes += c * slope[i] / unit;
    curvatures += c * c;
  }
  double part = -slopes / (2 * curvatures);
  if (!(fabs(part) <= 2 * DOUBLE_BESIDE)) return false;
  block_linear_save(v, block, w, w->base);
  block_linear_move(v, block, w, part, false);
  return true;
}

/* Are the residuals at the present values, in w->residual, no more than what
 * rounding makes of them? */
static bool is_met_nearly(const Block *block, const BlockWork *w)
{
  for (int i = 0; i < block->n; i++) {
    double most = 4 * DBL_EPSILON * (w->base[i] + fabs(w->right[i]));
    if (!(fabs(w->residual[i]) <= most)) return false;
  }
  return true;
}

bool block_double_settle(ModelValues *v, const Block *block, BlockWork *w)
{
  RUNTIME_ASSERT(v->instance && block->set == 0 && !block->linear);
  if (!scale_direction(v, block, w)) return false;
  block_linear_save(v, block, w, w->base);
  if (!measure_curvature(v, block, w)) return false;
  for (int k = 0; k < DOUBLE_STEPS; k++) {
    if (!move_to_vertex(v, block, w)) return false;
  }
  measure_double_rows(v, block, w, w->trial, w->base);
  return is_met_nearly(block, w);
}
