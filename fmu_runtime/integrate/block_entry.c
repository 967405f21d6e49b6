/* block_entry.c: the entry of generated code into the solvers of blocks
 * (block_solve() and block_tangent() of model.h): who solves this one? */
#include "../blocks/block_newton.h"
#include "../blocks/block_note.h"
#include "../blocks/block_work.h"
#include "../core/runtime_assert.h"
#include "../evaluate/beyond_event.h"
#include "../events/least_change.h"
#include "../states/dummy_level.h"
#include "../states/dummy_pivot.h"
#include "implicit_form.h"

int block_solve(ModelValues *v, const Block *block)
{
  RUNTIME_ASSERT(v->instance && block->n > 0);
  Instance *inst = v->instance;
  BlockWork *w = block_work_of(inst);
  if (block->n > w->size || block->n_columns > w->size ||
      block->n_nonzeros > w->n_nonzeros) {
    instance_note(inst, LOG_STATUS_ERROR,
                  "block %d has %d unknowns; the model announced %d at most",
                  block->number, block->n, w->size);
    return 1;
  }
  v->block = block;
  if (implicit_form_takes(inst, block)) return implicit_form_solve(v, block);
  /* What fails at points tried on the way is none of the solution's. */
  bool failed_before = inst->function_failed;
  bool by_formula = block->formula && block->formula(v) == 0;
  int result = by_formula                ? 0
               : block->set > 0          ? dummy_level_solve(v, block)
               : block->start_preference ? least_change_solve(v, block)
               : block->linear           ? block_linear_solve(v, block, w)
                                         : block_newton_solve(v, block, w);
  if (result != 0 && v->initial && block->set == 0 &&
      !block->start_preference) {
    result = least_change_dependent(v, block);
  }
  inst->function_failed = failed_before;
  if (result != 0 && beyond_event_hold(inst, block)) return 0;
  return result;
}

static FactorResult factor_for_tangent(ModelValues *v, const Block *block,
                                       BlockWork *w)
{
  int singular;
  if (block->linear) return block_linear_factor_affine(v, block, w, &singular);
  return block->may_open && block->set == 0
             ? block_linear_factor_open(v, block, w, &singular)
             : block_linear_factor(v, block, w, &singular);
}

/* J d_unknown = -(change of the residuals by everything else) */
int block_tangent(ModelValues *v, const Block *block, Tangent *t)
{
  RUNTIME_ASSERT(t->d && t->r);
  RUNTIME_ASSERT(block->n <= block_work_of(v->instance)->size);
  Instance *inst = v->instance;
  BlockWork *w = block_work_of(inst);
  if (implicit_form_takes(inst, block)) {
    return implicit_form_tangent(v, block, t);
  }
  if (block->start_preference) return least_change_tangent(v, block, t);
  w->column = block->set > 0 ? dummy_pivot_columns(inst, block) : w->identity;
  for (int j = 0; j < block->n; j++) {
    t->d[block->unknown[w->column[j]]] = 0;
  }
  v->block = block;
  block->tangent(v, t);
  int result = factor_for_tangent(v, block, w) != FACTOR_DONE;
  if (result == 0) {
    block_linear_backsolve(block, w, t->r, w->step);
    for (int j = 0; j < block->n; j++) {
      t->d[block->unknown[w->column[j]]] = w->step[j];
    }
  } else if (beyond_event_is_here(inst)) {
    result = 0; /* what is held does not change */
  } else {
    block_note(inst, LOG_SINGULAR_LINEAR_SYSTEMS, block, NULL,
               "the equations do not determine a derivative here "
               "(singular Jacobian)");
  }
  w->column = w->identity;
  return result;
}
