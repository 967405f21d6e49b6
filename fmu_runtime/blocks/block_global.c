/* block_global.c: steps along the path, Newton's length where that is
 * moderate. */
#include "block_global.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include <math.h>

/* The part of a Newton step of this size. */
static double block_global_part_of(double size, bool is_first)
{
  if (size > GLOBAL_LONGEST) return GLOBAL_LONGEST / size;
  return is_first && size > 0 && size < GLOBAL_FIRST ? GLOBAL_FIRST / size : 1;
}

static void move_global(ModelValues *v, const Block *block, const BlockWork *w,
                        double part)
{
  for (int j = 0; j < block->n; j++) {
    v->real[block->unknown[w->column[j]]] += part * w->step[j];
  }
}

bool block_global_approach(ModelValues *v, const Block *block, BlockWork *w,
                           bool uphill_first)
{
  RUNTIME_ASSERT(block->set == 0 && block->n > 0);
  int first_sign = 0, n_near = 0, column;
  for (int k = 0; k < GLOBAL_MOST_STEPS; k++) {
    block->residual(v, w->residual);
    if (block_linear_factor(v, block, w, &column) != FACTOR_DONE) return false;
    int sign = block_linear_determinant_sign(block, w);
    if (first_sign == 0) first_sign = uphill_first ? -sign : sign;
    block_linear_backsolve(block, w, w->residual, w->step);
    double size = block_linear_step_size(v, block, w, w->step);
    if (size == HUGE_VAL) return false;
    bool downhill = sign == first_sign;
    /* just beyond a fold the last solution seems near, but the step to it
     * leads across the singular point */
    n_near = downhill && size <= GLOBAL_NEAR ? n_near + 1 : 0;
    if (n_near == 2) return true;
    double part = block_global_part_of(size, k == 0);
    move_global(v, block, w, downhill ? part : -part);
  }
  return false;
}
