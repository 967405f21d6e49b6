/* block_entry.c: the entry of generated code into the solvers of blocks
 * (block_solve(), block_tangent() and block_adjoint() of model.h): who solves
 * this one? */
#include "../blocks/block_newton.h"
#include "../blocks/block_note.h"
#include "../blocks/block_work.h"
#include "../core/runtime_assert.h"
#include "../evaluate/beyond_event.h"
#include "../events/least_change.h"
#include "../integrate/start_bracket.h"
#include "../states/block_edge.h"
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
  if (block_edge_is_looked_at(inst, block)) {
    return block_edge_visit(v, block, w);
  }
  if (implicit_form_takes(inst, block)) return implicit_form_solve(v, block);
  /* What fails at points tried on the way is none of the solution's. */
  bool failed_before = inst->function_failed;
  bool by_formula = block->formula && block->formula(v) == 0;
  int result = by_formula                ? 0
               : block->set > 0          ? dummy_level_solve(v, block)
               : block->start_preference ? least_change_solve(v, block)
               : block->linear           ? block_linear_solve(v, block, w)
                                         : block_newton_solve(v, block, w);
  if (result != 0 && start_bracket_solve(v, block, w)) result = 0;
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

/* 0, or 1 and noted: the block has no derivatives at the present values. What
 * an event holds does not change: *holds. */
static int prepare_tangent(ModelValues *v, const Block *block, BlockWork *w,
                           bool *holds)
{
  *holds = false;
  if (factor_for_tangent(v, block, w) == FACTOR_DONE) return 0;
  *holds = beyond_event_is_here(v->instance);
  if (*holds) return 0;
  block_note(v->instance, LOG_SINGULAR_LINEAR_SYSTEMS, block, NULL,
             "the equations do not determine a derivative here "
             "(singular Jacobian)");
  return 1;
}

/* J d_unknown = -(change of the residuals by everything else) */
int block_tangent(ModelValues *v, const Block *block, Tangent *t)
{
  RUNTIME_ASSERT(t->d && t->r);
  RUNTIME_ASSERT(block->n <= block_work_of(v->instance)->size);
  Instance *inst = v->instance;
  BlockWork *w = block_work_of(inst);
  bool holds;
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
  int result = prepare_tangent(v, block, w, &holds);
  if (result == 0 && !holds) {
    block_linear_backsolve(block, w, t->r, w->step);
    for (int j = 0; j < block->n; j++) {
      t->d[block->unknown[w->column[j]]] = w->step[j];
    }
  }
  w->column = w->identity;
  return result;
}

/* The weights of the unknowns become those of the residuals, and these are
 * spread over everything else. Candidates of a selection block that are solved
 * for are not part of that. */
static int spread_weights(ModelValues *v, const Block *block, BlockWork *w,
                          Tangent *t)
{
  bool holds;
  int k = 0;
  while (k < block->n && t->d[block->unknown[w->column[k]]] == 0) k++;
  if (k == block->n) return 0; /* no weights: there may be no derivative */
  v->block = block;
  if (prepare_tangent(v, block, w, &holds) != 0) return 1;
  if (!holds) {
    for (int j = 0; j < block->n; j++) {
      w->step[j] = t->d[block->unknown[w->column[j]]];
    }
    block_linear_backsolve_transposed(block, w, w->step, t->r);
    block->adjoint(v, t);
  }
  for (int j = 0; j < block->n; j++) {
    t->d[block->unknown[w->column[j]]] = 0;
  }
  return 0;
}

int block_adjoint(ModelValues *v, const Block *block, Tangent *t)
{
  RUNTIME_ASSERT(t->d && t->r && block->adjoint && !block->start_preference);
  Instance *inst = v->instance;
  BlockWork *w = block_work_of(inst);
  RUNTIME_ASSERT(block->n <= w->size && !implicit_form_takes(inst, block));
  w->column = block->set > 0 ? dummy_pivot_columns(inst, block) : w->identity;
  int result = spread_weights(v, block, w, t);
  w->column = w->identity;
  return result;
}
