/* contact_force.c: see contact_force.h. */
#include "contact_force.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../evaluate/evaluate.h"
#include "contact.h"
#include "slide.h"

bool contact_force_is_active(const Instance *inst)
{
  return contact_is_active(inst) || slide_is_active(inst);
}

bool contact_force_sum(Instance *inst, const double **force)
{
  RUNTIME_ASSERT(force);
  RUNTIME_ASSERT(!(contact_is_active(inst) && slide_is_active(inst)));
  /* there are never both */
  return contact_is_active(inst) ? contact_find_force(inst, force)
                                 : slide_find_force(inst, force);
}

static void add_scaled_force(const Instance *inst, double factor,
                             const double *force, const int *at, double *sum)
{
  RUNTIME_ASSERT(force && sum);
  for (int i = 0; i < inst->model->n_states; i++) {
    sum[at ? at[i] : i] += factor * force[i];
  }
}

bool contact_force_add(Instance *inst, const int *at, double *derivative)
{
  const double *force;
  if (!contact_force_sum(inst, &force)) return false;
  if (force) add_scaled_force(inst, 1, force, at, derivative);
  return true;
}

bool contact_force_get_derivatives(Instance *inst, double *derivative)
{
  return evaluate_get_slopes(inst, inst->model->n_states, inst->derivative,
                             derivative) &&
         contact_force_add(inst, NULL, derivative);
}

/* The force where state j is moved. */
static bool force_at_moved_state(Instance *inst, int j, double step,
                                 const double **force)
{
  RUNTIME_ASSERT(j >= 0 && j < inst->model->n_states && step != 0);
  inst->values.real[inst->state[j]] += step;
  return evaluate_model(inst) && contact_force_sum(inst, force);
}

bool contact_force_add_change(Instance *inst, int j, const int *at,
                              double *column)
{
  RUNTIME_ASSERT(contact_force_is_active(inst));
  double step = CONTACT_FORCE_STEP * inst->state_nominal[j];
  const double *force;
  bool good = force_at_moved_state(inst, j, step, &force);
  if (good) add_scaled_force(inst, 1 / (2 * step), force, at, column);
  good = good && force_at_moved_state(inst, j, -2 * step, &force);
  if (good) add_scaled_force(inst, -1 / (2 * step), force, at, column);
  inst->values.real[inst->state[j]] += step;
  inst->stale |= STALE_VALUES;
  return good;
}
