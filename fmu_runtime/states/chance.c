/* chance.c: see chance.h. */
#include "chance.h"
#include "../core/reference_name.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../evaluate/evaluate.h"
#include "scale.h"
#include <math.h>

bool chance_is_to_be_looked_at(const Instance *inst)
{
  return inst->model->n_scale_groups > 0 && *scales_of(inst)->returned > 0;
}

/* States whose number (scale.h) is that of their slot. */
static int n_outside_sets(const Model *m)
{
  return m->n_sets > 0 ? m->set[0].first_state : m->n_states;
}

/* Without what is lost, and without state k. */
static void leave_out_lost(Instance *inst, int k)
{
  const Scales *scales = scales_of(inst);
  int n = n_outside_sets(inst->model);
  RUNTIME_ASSERT(k >= 0 && k < n);
  for (int i = 0; i < inst->model->n_states; i++) {
    double *x = &inst->values.real[inst->state[i]];
    scales->kept[i] = *x;
    bool is_lost = i < n && scales->lost[i] > CHANCE_STEPS;
    if (is_lost || i == k) *x = 0;
  }
  inst->stale |= STALE_VALUES;
}

static void warn_of_chance(Instance *inst, int k)
{
  char name[REFERENCE_NAME_SIZE];
  reference_name(inst->model, inst->state[k], name);
  logging_write(&inst->logger, STATUS_WARNING, LOG_STATUS_WARNING,
                "at time %.12g %s grows by itself from less than the tolerance "
                "%g resolves: its sign is a matter of chance, and what follows "
                "may be wrong; a smaller tolerance, or a nominal value of the "
                "size that matters, decides it",
                instance_time(inst), name, inst->tolerance);
}

/* Is what state k is left to grow by itself, and not lost for good? */
static bool chance_is_tiny(const Instance *inst, int k, double value)
{
  const Scales *scales = scales_of(inst);
  int group = inst->model->scale_group[k];
  if (group == 0 || value == 0 || scales->lost[k] < 0) return false;
  return fabs(value) < CHANCE_LEAVES * scales->resolved[group - 1];
}

bool chance_has_tiny(const Instance *inst, const double *value)
{
  int n = n_outside_sets(inst->model);
  for (int k = 0; k < n; k++) {
    if (chance_is_tiny(inst, k, value[k])) return true;
  }
  return false;
}

double chance_fastest(const Instance *inst, const double *value,
                      const double *slope, int *fastest)
{
  int n = n_outside_sets(inst->model);
  double most = 0;
  for (int k = 0; k < n; k++) {
    if (!chance_is_tiny(inst, k, value[k])) continue;
    double rate = slope[k] / value[k];
    if (!(rate > most) || !isfinite(rate)) continue;
    most = rate;
    *fastest = k;
  }
  return most;
}

bool chance_grows(const Instance *inst, int k)
{
  RUNTIME_ASSERT(k >= 0 && k < n_outside_sets(inst->model));
  RUNTIME_ASSERT(!(inst->stale & STALE_VALUES));
  double slope = inst->values.real[inst->model->derivative[k]];
  double value = inst->values.real[inst->state[k]];
  return value < 0 ? slope < 0 : value > 0 && slope > 0;
}

bool chance_grows_by_itself(Instance *inst, int k, bool *by_itself)
{
  RUNTIME_ASSERT(k >= 0 && k < n_outside_sets(inst->model));
  RUNTIME_ASSERT(!(inst->stale & STALE_VALUES));
  const double *slope = &inst->values.real[inst->model->derivative[k]];
  double growth = *slope;
  evaluate_get_states(inst, scales_of(inst)->kept);
  inst->values.real[inst->state[k]] = 0;
  inst->stale |= STALE_VALUES;
  bool good = evaluate_model(inst);
  *by_itself = good && growth != 0 && *slope / growth < CHANCE_FORCED;
  evaluate_set_states(inst, scales_of(inst)->kept);
  return !(inst->stale & STALE_VALUES) || evaluate_model(inst);
}

void chance_give_up(Instance *inst, int k)
{
  warn_of_chance(inst, k);
  scales_of(inst)->lost[k] = -1; /* it is not watched any longer */
}

bool chance_look(Instance *inst)
{
  RUNTIME_ASSERT(chance_is_to_be_looked_at(inst));
  RUNTIME_ASSERT(!(inst->stale & STALE_VALUES));
  Scales *scales = scales_of(inst);
  int k = *scales->returned - 1;
  *scales->returned = 0;
  if (k >= n_outside_sets(inst->model)) return true;
  const double *slope = &inst->values.real[inst->model->derivative[k]];
  double growth = *slope;
  if (!chance_grows(inst, k)) return true;
  leave_out_lost(inst, k);
  bool good = evaluate_model(inst);
  bool is_forced = !good || *slope / growth > CHANCE_FORCED;
  evaluate_set_states(inst, scales->kept);
  if (!is_forced) {
    chance_give_up(inst, k);
  }
  return !(inst->stale & STALE_VALUES) || evaluate_model(inst);
}
