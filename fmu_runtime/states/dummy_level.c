/* dummy_level.c: Newton's method that stays on its branch. */
#include "dummy_level.h"
#include "../blocks/block_note.h"
#include "../blocks/block_work.h"
#include "../vectors/extremes.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "dummy_pivot.h"
#include <math.h>

/* How long ago the kept point was. */
static double time_since_kept(const Instance *inst)
{
  return inst->values.real[0] - selection_of(inst)->kept_real[0];
}

/* x + h x' + h^2/2 x'' from the kept point. */
static double extrapolate_candidate(const Instance *inst, const Block *block,
                                    int c, double h)
{
  RUNTIME_ASSERT(c >= 0 && c < block->n_columns);
  const SelectionSet *set = &inst->model->set[block->set - 1];
  const double *kept = selection_of(inst)->kept_real;
  double factor = 1;
  double x = kept[block->unknown[c]];
  for (int up = 1; up <= 2 && up <= block->level; up++) {
    int level = block->level - up;
    int higher = level == 0 ? set->top[c] : set->level[level - 1]->unknown[c];
    factor *= h / up;
    x += factor * kept[higher];
  }
  return x;
}

static void set_guess(Instance *inst, const Block *block, double h)
{
  RUNTIME_ASSERT(block->set > 0 && block->set <= inst->model->n_sets);
  const BlockWork *w = block_work_of(inst);
  if (!*selection_of(inst)->has_kept || inst->is_guessed) return;
  for (int j = 0; j < block->n; j++) {
    int c = w->column[j];
    double guess = extrapolate_candidate(inst, block, c, h);
    if (isfinite(guess)) inst->values.real[block->unknown[c]] = guess;
  }
}

static bool factor_here(ModelValues *v, const Block *block, BlockWork *w)
{
  int singular;
  return block_linear_factor(v, block, w, &singular) == FACTOR_DONE;
}

/* At the start: do the values of initialization satisfy the constraints as well
 * as a correction could make them? Then they stay what they are to the last
 * bit, and so does a start value that was fixed, though it is not a state. */
static bool holds_already(ModelValues *v, const Block *block, BlockWork *w)
{
  Instance *inst = v->instance;
  if (!*selection_of(inst)->has_kept || v->real[0] != inst->start_time)
    return false;
  block_linear_save(v, block, w, w->guess);
  set_guess(inst, block, time_since_kept(inst));
  if (factor_here(v, block, w)) {
    block->residual(v, w->residual);
    block_linear_backsolve(block, w, w->residual, w->step);
    if (block_linear_step_size(v, block, w, w->step) <= LEVEL_CONVERGED)
      return true;
  }
  block_linear_restore(v, block, w, w->guess);
  return false;
}

/* Adds the correction to the unknowns; its largest size relative to the first
 * guess or the nominal value. */
static double correct(ModelValues *v, const Block *block, const BlockWork *w)
{
  double size = 0;
  for (int j = 0; j < block->n; j++) {
    int c = w->column[j];
    double part =
        fabs(w->step[j]) / larger_of(fabs(w->guess[j]), block->nominal[c]);
    if (!isfinite(part)) return HUGE_VAL;
    size = larger_of(size, part);
    v->real[block->unknown[c]] += w->step[j];
  }
  return size;
}

/* Newton's method without line search: it has to contract from the first
 * step on, else it might reach another branch of the constraints. */
static bool iterate_level(ModelValues *v, const Block *block, BlockWork *w)
{
  double before = HUGE_VAL;
  bool factors_serve = false;
  block_linear_save(v, block, w, w->guess);
  for (int k = 0; k < LEVEL_MOST_ITERATIONS; k++) {
    if (!factors_serve && !factor_here(v, block, w)) return false;
    block->residual(v, w->residual);
    block_linear_backsolve(block, w, w->residual, w->step);
    double size = correct(v, block, w);
    if (size == HUGE_VAL) return false;
    double rate = size / before; /* 0 in the first round */
    /* the next correction would be about rate * size, or, by the factors of
     * the guess itself, its square */
    if (size <= (k == 0 ? LEVEL_SMALL : LEVEL_CONVERGED)) return true;
    if (k > 0 && rate * size <= LEVEL_CONVERGED) return true;
    if (rate > LEVEL_CONTRACTION) return size <= LEVEL_SMALL;
    factors_serve =
        rate * rate * size <= LEVEL_CONVERGED; /* once more is enough */
    before = size;
  }
  return false;
}

/* From the kept point as it would move on; in Model Exchange, where importers
 * may ask for any states at any time, else from that point as it was. */
static bool solve_level(ModelValues *v, const Block *block, BlockWork *w)
{
  Instance *inst = v->instance;
  set_guess(inst, block, time_since_kept(inst));
  if (iterate_level(v, block, w)) return true;
  if (inst->type != MODEL_EXCHANGE || !*selection_of(inst)->has_kept)
    return false;
  set_guess(inst, block, 0);
  return iterate_level(v, block, w);
}

int dummy_level_solve(ModelValues *v, const Block *block)
{
  RUNTIME_ASSERT(block->set > 0);
  RUNTIME_ASSERT(block->level >= 1);
  Instance *inst = v->instance;
  BlockWork *w = block_work_of(inst);
  int result = 0;
  w->column = dummy_pivot_columns(inst, block);
  if (holds_already(v, block, w)) {
    result = 0;
  } else if (block->linear) {
    result = block_linear_solve(v, block, w);
  } else if (!solve_level(v, block, w)) {
    result = 1;
    block_note(inst, LOG_DYNAMIC_STATE_SELECTION, block, w->residual,
               "no solution of the constraints near the last "
               "accepted point");
  }
  w->column = w->identity;
  return result;
}
