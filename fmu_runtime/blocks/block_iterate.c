/* block_iterate.c: see block_iterate.h. */
#include "block_iterate.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "block_chord.h"
#include "block_track.h"
#include <float.h>
#include <math.h>

/* The part of the step up to just before the first bound it would cross. */
static double part_within_bounds(const Block *block, const BlockWork *w)
{
  double part = 1;
  for (int j = 0; j < block->n; j++) {
    const double *bounds = w->step[j] < 0 ? block->minimum : block->maximum;
    if (!bounds || w->step[j] == 0) continue;
    double most = (bounds[w->column[j]] - w->base[j]) / w->step[j];
    /* a guess on or outside its bound must not stop the iteration */
    if (most > NEWTON_SHORTEST_TO_BOUND && NEWTON_PART_TO_BOUND * most < part)
      part = NEWTON_PART_TO_BOUND * most;
  }
  return part;
}

bool block_iterate_is_rounding(const Block *block, const BlockWork *w,
                               const double *residual)
{
  return block_linear_residual_size(block, w, residual) <= 4 * DBL_EPSILON;
}

/* Shortens the step to the part of it that the way allows. */
static double limit_step(const Block *block, const BlockWork *w, double size,
                         NewtonWay *way)
{
  RUNTIME_ASSERT(way->longest > 0);
  double part = size > way->longest ? way->longest / size : 1;
  way->longest *= 2;
  for (int j = 0; j < block->n; j++) w->step[j] *= part;
  return part * size;
}

/* Moves along the step until the residual has become smaller. In the region
 * of quadratic convergence the full step is taken: rounding of the residual
 * would mislead the search. So it is where rounding is all that is left of
 * the residuals (free). Leaves the residual of the new point. The part of the
 * step that was taken; 0: none makes the residual smaller. */
static double advance_newton(ModelValues *v, const Block *block, BlockWork *w,
                             double size, NewtonWay way, bool is_free)
{
  RUNTIME_ASSERT(size >= 0);
  double before = block_linear_residual_size(block, w, w->residual);
  double part = way.bounded ? part_within_bounds(block, w) : 1;
  block_linear_save(v, block, w, w->base);
  for (int k = 0; k < NEWTON_MOST_HALVINGS; k++, part /= 2) {
    block_linear_move(v, block, w, part, way.torn);
    block->residual(v, w->trial);
    double after = block_linear_residual_size(block, w, w->trial);
    bool better = after <= (1 - NEWTON_DECREASE * part) * before;
    bool full = size <= NEWTON_SMALL && after < HUGE_VAL;
    full |= is_free && block_iterate_is_rounding(block, w, w->trial);
    if (better || full) {
      for (int i = 0; i < block->n; i++) {
        w->residual[i] = w->trial[i];
      }
      return part;
    }
  }
  block_linear_move(v, block, w, 0, way.torn);
  return 0;
}

/* No more can be asked for, whatever the Jacobian is like: sqrt(x^2 + y^2) has
 * none where it is zero. */
static bool is_exact(const Block *block, const double *residual)
{
  for (int i = 0; i < block->n; i++) {
    if (residual[i] != 0) return false;
  }
  return true;
}

/* With the factors that there are, if that is enough; `before` is the last
 * step with them. */
static bool finish_with_kept(ModelValues *v, const Block *block, BlockWork *w,
                             NewtonWay way, double before, NewtonCourse *course)
{
  if (!block_chord_solve(v, block, w, way.torn, before, NEWTON_CONVERGED)) {
    return false;
  }
  course->sign = block_linear_determinant_sign(block, w);
  return true;
}

NewtonEnd block_iterate(ModelValues *v, const Block *block, BlockWork *w,
                        NewtonWay way, NewtonCourse *course)
{
  double before = HUGE_VAL;
  int n_free = 0;        /* steps without line search, from 1 on */
  bool is_whole = false; /* was the last step? */
  *course = (NewtonCourse){.contracts = true};
  if (way.torn) block->inner(v);
  block->residual(v, w->residual);
  for (int k = 0; k < NEWTON_MOST_ITERATIONS; k++) {
    bool keep = k == 0 ? way.kept : is_whole && block_chord_pays(block, w);
    if (keep && finish_with_kept(v, block, w, way, before, course)) {
      return NEWTON_SOLVED;
    }
    FactorResult factored = block_linear_factor(v, block, w, &course->column);
    if (factored == FACTOR_NOT_FINITE) {
      return is_exact(block, w->residual) ? NEWTON_ROUNDED : NEWTON_NOT_FINITE;
    }
    if (factored == FACTOR_TOO_LARGE) return NEWTON_TOO_LARGE;
    if (block_linear_residual_size(block, w, w->residual) == HUGE_VAL) {
      return NEWTON_NOT_FINITE;
    }
    if (factored == FACTOR_SINGULAR) return NEWTON_SINGULAR;

    course->sign = block_linear_determinant_sign(block, w);
    block_linear_backsolve(block, w, w->residual, w->step);
    w->statistics->corrections++;
    double size = block_linear_step_size(v, block, w, w->step);
    if (size == HUGE_VAL) return NEWTON_NOT_FINITE;
    if (k == 0) course->first = size;
    course->longest = fmax(course->longest, size);
    if (k == 1) course->second = size;
    course->floats |=
        size > TRACK_SAME && block_iterate_is_rounding(block, w, w->residual);
    if (size <= NEWTON_CONVERGED) {
      block_linear_save(v, block, w, w->base);
      block_linear_move(v, block, w, 1, way.torn);
      return NEWTON_SOLVED;
    }
    /* Rounding in the residual is all that is left to correct. */
    if (size <= NEWTON_SMALL && size > before / 2) return NEWTON_ROUNDED;
    if (n_free > 0 && n_free++ > NEWTON_MOST_FREE) return NEWTON_ROUNDED;
    if (size > NEWTON_SMALL) course->rate = fmax(course->rate, size / before);
    if (size > NEWTON_SMALL && size > before / 2) course->contracts = false;
    if (way.longest > 0) size = limit_step(block, w, size, &way);
    double part = advance_newton(v, block, w, size, way, n_free > 0);
    if (part == 0 && size > 1) { /* a slope of almost zero, as of r*abs(r) */
      NewtonWay shorter = {.longest = 1};
      size = limit_step(block, w, size, &shorter);
      part = advance_newton(v, block, w, size, way, n_free > 0);
    }
    if (part < 1) course->contracts = n_free > 0;
    if (way.quick && !course->contracts) return NEWTON_SLOW;
    is_whole = part == 1;
    if (part == 0) {
      if (size <= NEWTON_SMALL || n_free > 0) return NEWTON_ROUNDED;
      if (!block_iterate_is_rounding(block, w, w->residual))
        return NEWTON_STUCK;
      if (way.torn) return NEWTON_ROUNDED;
      n_free = 1;
    }
    before = size;
  }
  return NEWTON_SLOW;
}
