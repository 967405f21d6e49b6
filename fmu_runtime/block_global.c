/* block_global.c: steps along the path, Newton's length where that is
 * moderate. */
#include "block_global.h"
#include <math.h>

static const int most_steps = 200;
static const double near = 1e-6;
/* The longest step, of each unknown or its nominal value. */
static const double longest = 1;

/* Largest correction relative to the unknown or its nominal value. */
static double step_size(const ModelValues *v, const Block *block,
                        const BlockWork *w)
{
  double largest = 0;
  for (int j = 0; j < block->n; j++) {
    int c = w->column[j];
    double scale = fmax(fabs(v->real[block->unknown[c]]), block->nominal[c]);
    double size = fabs(w->step[j]) / scale;
    if (!isfinite(size)) return HUGE_VAL;
    largest = fmax(largest, size);
  }
  return largest;
}

static void move(ModelValues *v, const Block *block, const BlockWork *w,
                 double part)
{
  for (int j = 0; j < block->n; j++) {
    v->real[block->unknown[w->column[j]]] += part * w->step[j];
  }
}

bool block_global_approach(ModelValues *v, const Block *block, BlockWork *w,
                           bool uphill_first)
{
  int first_sign = 0, column;
  for (int k = 0; k < most_steps; k++) {
    block->residual(v, w->residual);
    if (block_linear_factor(v, block, w, &column) != FACTOR_DONE) return false;
    int sign = block_linear_determinant_sign(block, w);
    if (first_sign == 0) first_sign = uphill_first ? -sign : sign;
    block_linear_backsolve(block, w, w->residual, w->step);
    double size = step_size(v, block, w);
    if (size == HUGE_VAL) return false;
    bool downhill = sign == first_sign;
    if (downhill && size <= near) return true;
    double part = size > longest ? longest / size : 1;
    move(v, block, w, downhill ? part : -part);
  }
  return false;
}
