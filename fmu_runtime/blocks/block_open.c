/* block_open.c: Newton's method by the shortest steps. */
#include "block_open.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "block_track.h"
#include <math.h>
#include <string.h>

/* The part of the step that makes the residual smaller; false: none does. */
static bool block_open_advance(ModelValues *v, const Block *block, BlockWork *w,
                               double size)
{
  double before = block_linear_residual_size(block, w, w->residual), part = 1;
  block_linear_save(v, block, w, w->base);
  for (int k = 0; k < NEWTON_MOST_HALVINGS; k++, part /= 2) {
    block_linear_move(v, block, w, part, false);
    block->residual(v, w->trial);
    double after = block_linear_residual_size(block, w, w->trial);
    bool good = after <= (1 - NEWTON_DECREASE * part) * before;
    if (!good && !(size <= NEWTON_SMALL && after < HUGE_VAL)) continue;
    memcpy(w->residual, w->trial, (size_t)block->n * sizeof w->residual[0]);
    return true;
  }
  return false;
}

bool block_open_solve(ModelValues *v, const Block *block, BlockWork *w)
{
  RUNTIME_ASSERT(!block->linear && v->instance);
  if (!block->may_open) return false;
  double before = HUGE_VAL;
  block_linear_restore(v, block, w, w->guess);
  block->residual(v, w->residual);
  for (int k = 0; k < NEWTON_MOST_ITERATIONS; k++) {
    int column;
    if (block_linear_factor_open(v, block, w, &column) != FACTOR_DONE) break;
    block_linear_backsolve(block, w, w->residual, w->step);
    double size = block_linear_step_size(v, block, w, w->step);
    if (size == HUGE_VAL) break;
    bool is_last =
        size <= NEWTON_CONVERGED || (size <= NEWTON_SMALL && size > before / 2);
    if (!block_open_advance(v, block, w, size)) break;
    if (is_last) return block_linear_is_met(v, block, w);
    before = size;
  }
  return false;
}

/* Do the equations hold at the guess, in parts of what they are beside it? */
static bool block_open_is_guess(ModelValues *v, const Block *block,
                                BlockWork *w)
{
  block_linear_restore(v, block, w, w->guess);
  block->residual(v, w->residual);
  for (int j = 0; j < block->n; j++) {
    double part = 1 - NEWTON_BESIDE_CHANGE * (j % NEWTON_BESIDE_ROUND);
    v->real[block->unknown[j]] += part * block->nominal[j];
  }
  block->residual(v, w->trial);
  block_linear_restore(v, block, w, w->guess);
  for (int i = 0; i < block->n; i++) {
    double change = fabs(w->trial[i] - w->residual[i]);
    if (!(fabs(w->residual[i]) <= NEWTON_SMALL * change)) return false;
  }
  return true;
}

bool block_open_rests(ModelValues *v, const Block *block, BlockWork *w)
{
  Instance *inst = v->instance;
  block_linear_restore(v, block, w, w->guess);
  if (!block_track_rests(inst, block)) return false;
  return block_open_is_guess(v, block, w) ||
         (block_open_solve(v, block, w) && block_track_rests(inst, block));
}
