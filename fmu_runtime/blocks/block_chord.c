/* block_chord.c: corrections with kept factors, and when they end. */
#include "block_chord.h"
#include <math.h>
#include <string.h>

/* Fewer unknowns are factored as fast as residuals are computed. */
static const int fewest_unknowns = 10;
static const int most_solutions = 20; /* that begin with the same factors */
static const double slowest = 0.2;    /* part of the correction before */
/* What is left may be this part of what counts as converged. */
static const double remaining = 0.1;

bool block_chord_pays(const Block *block, const BlockWork *w)
{
  return block->n >= fewest_unknowns && block_linear_has_kept(block, w);
}

bool block_chord_may_begin(const Block *block, BlockWork *w)
{
  if (!block_chord_pays(block, w)) return false;
  return w->store[block->store].state->n_begun++ < most_solutions;
}

/* About as many corrections as cost half as much as new factors. */
static double most_corrections(const Block *block, const BlockWork *w)
{
  return fmin(4 + block_linear_width(block, w) / 8, 20);
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
  bool has_moved = false;
  for (double size;; before = size) {
    block_linear_backsolve(block, w, w->residual, w->step);
    w->statistics->corrections++;
    size = block_linear_step_size(v, block, w, w->step);
    if (size == 0) return true;
    double rate = size / before; /* 0: not known */
    if (rate > slowest || size == HUGE_VAL) {
      if (has_moved && !(rate < 0.5)) step_back(v, block, w);
      return false;
    }
    if (rate > 0 && rate * size <= remaining * converged) {
      block_linear_save(v, block, w, w->base);
      block_linear_move(v, block, w, 1, torn);
      return true;
    }
    double n_more =
        rate > 0 ? log(remaining * converged / size) / log(rate) : 1;
    if (n_more > most_corrections(block, w)) return false;
    if (!take_step(v, block, w, torn)) {
      step_back(v, block, w);
      return false;
    }
    has_moved = true;
  }
}
