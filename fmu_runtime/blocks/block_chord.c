/* block_chord.c: corrections with kept factors, and when they end. */
#include "block_chord.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include <math.h>
#include <string.h>

bool block_chord_pays(const Block *block, const BlockWork *w)
{
  return block->n >= CHORD_FEWEST_UNKNOWNS && block_linear_has_kept(block, w);
}

bool block_chord_may_begin(const Block *block, BlockWork *w)
{
  RUNTIME_ASSERT(block->store >= 0 && block->store < w->n_stores);
  if (!block_chord_pays(block, w)) return false;
  return w->store[block->store].state->n_begun++ < CHORD_MOST_SOLUTIONS;
}

/* About as many corrections as cost half as much as new factors. */
static double most_corrections(const Block *block, const BlockWork *w)
{
  return fmin(CHORD_FEW_CORRECTIONS +
                  block_linear_width(block, w) / CHORD_WIDTH,
              CHORD_MOST_CORRECTIONS);
}

static bool leaves_bounds(const Block *block, const BlockWork *w)
{
  for (int j = 0; j < block->n; j++) {
    int c = w->column[j];
    double x = w->base[j] + w->step[j];
    if (block->minimum && x < block->minimum[c]) return true;
    if (block->maximum && x > block->maximum[c]) return true;
  }
  return false;
}

/* Whole steps only. False: residuals are not finite there. */
static bool take_step(ModelValues *v, const Block *block, BlockWork *w,
                      bool torn)
{
  block_linear_save(v, block, w, w->base);
  if (leaves_bounds(block, w)) return false;
  block_linear_move(v, block, w, 1, torn);
  block->residual(v, w->residual);
  for (int i = 0; i < block->n; i++) {
    if (!isfinite(w->residual[i])) return false;
  }
  return true;
}

static void step_back(ModelValues *v, const Block *block, BlockWork *w)
{
  block_linear_restore(v, block, w, w->base);
  block->residual(v, w->residual);
}

bool block_chord_solve(ModelValues *v, const Block *block, BlockWork *w,
                       bool torn, double before, double converged)
{
  RUNTIME_ASSERT(block_linear_has_kept(block, w));
  RUNTIME_ASSERT(converged > 0);
  bool has_moved = false;
  for (double size;; before = size) {
    block_linear_backsolve(block, w, w->residual, w->step);
    w->statistics->corrections++;
    size = block_linear_step_size(v, block, w, w->step);
    if (size == 0) return true;
    double rate = size / before; /* 0: not known */
    if (rate > CHORD_SLOWEST || size == HUGE_VAL) {
      if (has_moved && !(rate < CHORD_TURNED)) step_back(v, block, w);
      return false;
    }
    if (rate > 0 && rate * size <= CHORD_REMAINING * converged) {
      block_linear_save(v, block, w, w->base);
      block_linear_move(v, block, w, 1, torn);
      return true;
    }
    double n_more =
        rate > 0 ? log(CHORD_REMAINING * converged / size) / log(rate) : 1;
    if (n_more > most_corrections(block, w)) return false;
    if (!take_step(v, block, w, torn)) {
      step_back(v, block, w);
      return false;
    }
    has_moved = true;
  }
}
