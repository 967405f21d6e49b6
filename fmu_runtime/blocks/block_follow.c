/* block_follow.c: steps along Newton's path. */
#include "block_follow.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include <math.h>

/* How far the point is from the path, by the correction it would get; in units
 * of the step. */
static double distance_from_path(ModelValues *v, const Block *block,
                                 BlockWork *w, double part)
{
  double size = block_linear_step_size(v, block, w, w->step);
  block->residual(v, w->trial);
  block_linear_backsolve(block, w, w->trial, w->trial);
  for (int j = 0; j < block->n; j++) w->trial[j] -= (1 - part) * w->step[j];
  return block_linear_step_size(v, block, w, w->trial) / size;
}

/* Takes `part` of a step of this size, or less. The part that the next step
 * may begin with; 0, nothing changed: residuals are not finite. */
static double advance_on_path(ModelValues *v, const Block *block, BlockWork *w,
                              double size, double part)
{
  RUNTIME_ASSERT(part > 0 && part <= 1);
  block_linear_save(v, block, w, w->base);
  for (; part >= FOLLOW_SHORTEST; part /= 4) {
    block_linear_move(v, block, w, part, false);
    double off = distance_from_path(v, block, w, part);
    if (off <= part / 2) return off > 0 ? fmin(part * part / (2 * off), 1) : 1;
    if (off < HUGE_VAL && part * size <= FOLLOW_HARMLESS) return 1;
  }
  block_linear_move(v, block, w, 0, false);
  return 0;
}

bool block_follow_path(ModelValues *v, const Block *block, BlockWork *w,
                       int sign)
{
  RUNTIME_ASSERT(block->set == 0 && block->n > 0);
  RUNTIME_ASSERT(sign >= -1 && sign <= 1);
  int column;
  double part = 1;
  for (int k = 0; k < FOLLOW_MOST_STEPS; k++) {
    block->residual(v, w->residual);
    if (block_linear_factor(v, block, w, &column) != FACTOR_DONE) return false;
    int present = block_linear_determinant_sign(block, w);
    if (sign == 0) sign = present;
    if (present != sign) return false;
    block_linear_backsolve(block, w, w->residual, w->step);
    double size = block_linear_step_size(v, block, w, w->step);
    if (size == HUGE_VAL) return false;
    if (size <= FOLLOW_NEAR) return true;
    part = advance_on_path(v, block, w, size, part);
    if (part == 0) return false;
  }
  return false;
}
