/* evaluate.c: order of evaluation and the entry of generated code into the
 * block solvers. */
#include "evaluate.h"
#include "../blocks/block_guess.h"
#include "../blocks/block_newton.h"
#include "../blocks/least_change.h"
#include "../events/contact_force.h"
#include "../events/events.h"
#include "../events/initialize.h"
#include "../integrate/implicit_form.h"
#include "../states/drift.h"
#include "../states/dummy_level.h"
#include "../states/dummy_pivot.h"
#include "beyond_event.h"
#include "delay.h"
#include "finite.h"
#include "input_motion.h"
#include <math.h>
#include <string.h>

static const int most_delay_rounds = 20;

bool evaluate_values(Instance *inst)
{
  if (inst->mode == MODE_ERROR) return true;
  if (inst->stale & STALE_INITIAL) return initialize_solve(inst);
  if (inst->stale & STALE_RELATIONS) return events_settle(inst);
  if (!(inst->stale & STALE_VALUES)) return true;
  if (!(drift_is_at_work(inst) ? drift_refresh(inst) : evaluate_model(inst))) {
    return false;
  }
  if (inst->mode == MODE_CONTINUOUS) dummy_pivot_keep_values(inst);
  return true;
}

/* Functions of the model that fail say so beside the result. */
static bool evaluate_once(void *instance)
{
  Instance *inst = instance;
  inst->function_failed = false;
  strings_begin_evaluation(inst);
  beyond_event_begin(inst);
  bool good = inst->model->evaluate(&inst->values) == 0;
  return beyond_event_end(inst, good && !inst->function_failed);
}

/* A delay time may itself have changed. */
bool evaluate_with_delays(Instance *inst, bool (*run)(void *context),
                          void *context)
{
  delay_refresh(inst);
  if (!run(context)) return false;
  for (int k = 0; k < most_delay_rounds && delay_refresh(inst); k++) {
    if (!run(context)) return false;
  }
  return true;
}

/* Factors that were computed once hold no more. */
static bool evaluate_parameters(Instance *inst)
{
  block_linear_forget(&inst->work);
  inst->function_failed = false;
  if (inst->model->parameters(&inst->values) != 0 || inst->function_failed)
    return false;
  inst->stale &= ~(unsigned)STALE_PARAMETERS;
  return true;
}

bool evaluate_model(Instance *inst)
{
  inst->stale |= STALE_VALUES; /* in case it fails half-way */
  inst->reason[0] = '\0';
  contact_force_forget(inst);
  block_guess_begin(inst);
  if (inst->stale & STALE_PARAMETERS && !evaluate_parameters(inst))
    return false;
  bool good = evaluate_with_delays(inst, evaluate_once, inst);
  inst->is_guessed = false;
  if (!good) return false;
  block_guess_evaluated(inst);
  dummy_pivot_show(inst);
  inst->stale &= ~(unsigned)STALE_VALUES;
  return true;
}

static void store_value(Instance *inst, int reference, double value)
{
  double *place = &inst->values.real[reference];
  if (memcmp(place, &value, sizeof value) == 0) return;
  *place = value;
  inst->stale |= STALE_VALUES;
}

void evaluate_set_time(Instance *inst, double time)
{
  store_value(inst, 0, time);
  if (inst->motion.moves) input_motion_follow(inst, time);
}

void evaluate_set_states(Instance *inst, const double *x)
{
  for (int i = 0; i < inst->model->n_states; i++) {
    store_value(inst, inst->state[i], x[i]);
  }
}

void evaluate_get_states(const Instance *inst, double *x)
{
  for (int i = 0; i < inst->model->n_states; i++) {
    x[i] = inst->values.real[inst->state[i]];
  }
}

bool evaluate_get_slopes(Instance *inst, int n, const int *derivative,
                         double *slope)
{
  for (int i = 0; i < n; i++) {
    slope[i] = inst->values.real[derivative[i]];
    if (isfinite(slope[i])) continue;
    finite_note(inst, derivative[i]);
    return false;
  }
  return true;
}

bool evaluate_get_derivatives(Instance *inst, double *derivative)
{
  return evaluate_get_slopes(inst, inst->model->n_states, inst->derivative,
                             derivative) &&
         contact_force_add(inst, NULL, derivative);
}

int block_solve(ModelValues *v, const Block *block)
{
  Instance *inst = v->instance;
  BlockWork *w = &inst->work;
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
