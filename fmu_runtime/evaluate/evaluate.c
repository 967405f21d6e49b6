/* evaluate.c: one evaluation of the model, and what belongs to it. */
#include "evaluate.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../string_pool.h"
#include "beyond_event.h"
#include "bounds.h"
#include "delay.h"
#include "finite.h"
#include "input_motion.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

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
  RUNTIME_ASSERT(run);
  delay_refresh(inst);
  if (!run(context)) return false;
  for (int k = 0; k < DELAY_MOST_ROUNDS && delay_refresh(inst); k++) {
    if (!run(context)) return false;
  }
  return true;
}

static void call_all(Instance *inst, const InstanceCall *call)
{
  for (; *call; call++) (*call)(inst);
}

/* Factors that were computed once hold no more. */
static bool evaluate_parameters(Instance *inst)
{
  RUNTIME_ASSERT(inst->stale & STALE_PARAMETERS);
  call_all(inst, inst->mechanisms->parameters_changed);
  inst->function_failed = false;
  if (inst->model->parameters(&inst->values) != 0 || inst->function_failed)
    return false;
  inst->stale &= ~(unsigned)STALE_PARAMETERS;
  if (inst->mode & (MODE_EVENT | MODE_CONTINUOUS | MODE_STEP_COMPLETE))
    bounds_look_at_parameters(inst);
  return true;
}

bool evaluate_model(Instance *inst)
{
  RUNTIME_ASSERT(inst->values.instance == inst);
  RUNTIME_ASSERT(inst->model->evaluate);
  inst->stale |= STALE_VALUES; /* in case it fails half-way */
  inst->reason[0] = '\0';
  call_all(inst, inst->mechanisms->before_evaluation);
  if (inst->stale & STALE_PARAMETERS && !evaluate_parameters(inst))
    return false;
  bool good = evaluate_with_delays(inst, evaluate_once, inst);
  inst->is_guessed = false;
  if (!good) return false;
  call_all(inst, inst->mechanisms->after_evaluation);
  inst->stale &= ~(unsigned)STALE_VALUES;
  return true;
}

static void store_value(Instance *inst, int reference, double value)
{
  RUNTIME_ASSERT(reference >= 0 && reference < inst->model->n_real);
  double *place = &inst->values.real[reference];
  if (memcmp(place, &value, sizeof value) == 0) return;
  *place = value;
  inst->stale |= STALE_VALUES;
}

void evaluate_set_time(Instance *inst, double time)
{
  store_value(inst, 0, time);
  if (input_motion_moves(inst)) input_motion_follow(inst, time);
}

static uint64_t bits_of(double value)
{
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

void evaluate_set_states(Instance *inst, const double *x)
{
  RUNTIME_ASSERT(x || inst->model->n_states == 0);
  double *real = inst->values.real;
  uint64_t difference = 0;
  for (int i = 0; i < inst->model->n_states; i++) {
    double *place = &real[inst->state[i]];
    difference |= bits_of(*place) ^ bits_of(x[i]);
    *place = x[i];
  }
  if (difference != 0) inst->stale |= STALE_VALUES;
}

void evaluate_get_states(const Instance *inst, double *x)
{
  RUNTIME_ASSERT(x || inst->model->n_states == 0);
  for (int i = 0; i < inst->model->n_states; i++) {
    x[i] = inst->values.real[inst->state[i]];
  }
}

bool evaluate_get_slopes(Instance *inst, int n, const int *derivative,
                         double *slope)
{
  RUNTIME_ASSERT(n >= 0 && (n == 0 || (derivative && slope)));
  for (int i = 0; i < n; i++) {
    slope[i] = inst->values.real[derivative[i]];
    if (isfinite(slope[i])) continue;
    finite_note(inst, derivative[i]);
    return false;
  }
  return true;
}
