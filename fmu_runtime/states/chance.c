/* chance.c: see chance.h. */
#include "chance.h"
#include "../core/reference_name.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../evaluate/evaluate.h"
#include "scale.h"

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
  logging_write(&inst->logger, fmi2Warning, LOG_STATUS_WARNING,
                "at time %.12g %s grows by itself from less than the tolerance "
                "%g resolves: its sign is a matter of chance, and what follows "
                "may be wrong; a smaller tolerance, or a nominal value of the "
                "size that matters, decides it",
                instance_time(inst), name, inst->tolerance);
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
  double growth = *slope, value = inst->values.real[inst->state[k]];
  if (!(growth * value > 0)) return true;
  leave_out_lost(inst, k);
  bool good = evaluate_model(inst);
  bool is_forced = !good || *slope / growth > CHANCE_FORCED;
  evaluate_set_states(inst, scales->kept);
  if (!is_forced) {
    warn_of_chance(inst, k);
    scales->lost[k] = -1; /* it is not watched any longer */
  }
  return !(inst->stale & STALE_VALUES) || evaluate_model(inst);
}
