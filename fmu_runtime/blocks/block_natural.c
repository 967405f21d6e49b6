/* block_natural.c: see block_natural.h. */
#include "block_natural.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include <math.h>

/* Root of the mean square of a correction, in units of the unknowns at w->base
 * or of their nominal values; HUGE_VAL if one is not finite. */
static double natural_size(const Block *block, const BlockWork *w,
                           const double *step)
{
  double sum = 0;
  for (int j = 0; j < block->n; j++) {
    double unit = fmax(fabs(w->base[j]), block->nominal[w->column[j]]);
    sum += step[j] / unit * (step[j] / unit);
  }
  return isfinite(sum) ? sqrt(sum / block->n) : HUGE_VAL;
}

/* How much of the step is as straight as the correction `next` says that it
 * is, where `part` of it was tried. */
static double straight_part(const Block *block, BlockWork *w, double part,
                            double size)
{
  for (int j = 0; j < block->n; j++) {
    w->trial[j] -= (1 - part) * w->step[j];
  }
  double bend = natural_size(block, w, w->trial);
  return bend > 0 ? size * part * part / (2 * bend) : 1;
}

/* One step from w->base along w->step, of the size that is given; the part
 * that was taken, 0: none. *next: the correction that is needed there. */
static double take_natural_step(ModelValues *v, const Block *block,
                                BlockWork *w, bool torn, double part,
                                double size, double *next)
{
  while (part >= NATURAL_SHORTEST) {
    block_linear_move(v, block, w, part, torn);
    block->residual(v, w->trial);
    block_linear_backsolve(block, w, w->trial, w->trial);
    *next = natural_size(block, w, w->trial);
    if (*next == HUGE_VAL) {
      part /= 2;
      continue;
    }
    bool is_good = *next <= (1 - part / 4) * size;
    double straight = straight_part(block, w, part, size);
    if (is_good) return part;
    part = fmin(part / 2, straight);
  }
  return 0;
}

bool block_natural_approach(ModelValues *v, const Block *block, BlockWork *w,
                            bool torn)
{
  RUNTIME_ASSERT(block->set == 0 && block->n > 0);
  double part = NATURAL_FIRST;
  int column;
  if (torn) block->inner(v);
  for (int k = 0; k < NATURAL_MOST_STEPS; k++) {
    double next;
    block->residual(v, w->residual);
    if (block_linear_factor(v, block, w, &column) != FACTOR_DONE) return false;
    block_linear_backsolve(block, w, w->residual, w->step);
    block_linear_save(v, block, w, w->base);
    double size = natural_size(block, w, w->step);
    if (size == HUGE_VAL) return false;
    if (size <= NATURAL_NEAR) return true;
    part = take_natural_step(v, block, w, torn, part, size, &next);
    if (part == 0) return false;
    if (part == 1 && next <= NATURAL_NEAR) return true;
    part = fmin(1, part * (next < size / 2 ? 4 : 2));
  }
  return false;
}
