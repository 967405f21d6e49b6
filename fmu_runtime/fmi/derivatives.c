/* derivatives.c: see derivatives.h. */
#include "derivatives.h"
#include "../core/instance.h"
#include "../core/runtime_assert.h"
#include "../evaluate/delay.h"
#include "../evaluate/evaluate.h"
#include "../evaluate/input_motion.h"
#include "../evaluate/tangent.h"
#include "../events/events.h"
#include "../events/follow.h"
#include "../events/refresh_values.h"
#include "../events/time_events.h"
#include "../states/adjoint.h"
#include "../states/drift.h"
#include "arguments.h"
#include <math.h>

/* What a derivative may be taken with respect to: inputs and states, or in
 * initialization mode inputs, parameters and exact starts (FMI 2.0 section
 * 2.1.9). is_state: by place. */
static bool derivatives_is_known(const Instance *inst, unsigned reference,
                                 const double *is_state)
{
  if (reference >= (unsigned)inst->model->n_real) return false;
  unsigned char kind = inst->model->real_kind[reference];
  if (kind == VARIABLE_INPUT || kind == VARIABLE_TIME) return true;
  if (inst->mode == MODE_INITIALIZATION) {
    return kind == VARIABLE_PARAMETER || kind == VARIABLE_TUNABLE ||
           kind == VARIABLE_EXACT;
  }
  return is_state[reference] != 0;
}

/* The direction at hand is lost: it serves to mark the states. */
static bool knowns_are_valid(Instance *inst, Call call,
                             const ValueReference *known, size_t n)
{
  double *is_state = tangent_begin(inst);
  for (int k = 0; k < inst->model->n_states; k++) {
    is_state[inst->model->shown_state[k]] = 1;
  }
  for (size_t k = 0; k < n; k++) {
    if (derivatives_is_known(inst, known[k], is_state)) continue;
    instance_refuse(inst, call,
                    "the variable with value "
                    "reference %u is neither an input nor a state",
                    known[k]);
    return false;
  }
  return true;
}

/* Are there derivatives, and are these good references? Values are fresh then.
 */
static Status prepare_derivatives(Instance *inst, Call call, const char *flag,
                                  const ValueReference unknown[],
                                  size_t n_unknown, const void *of_unknown,
                                  const ValueReference known[], size_t n_known,
                                  const void *of_known)
{
  int n = real_references(inst->model);
  if (!inst->model->tangent) {
    return instance_error(inst, "%s is not supported (%s is false)",
                          instance_call_name(inst, call), flag);
  }
  if (!references_are_valid(inst, call, unknown, n_unknown, of_unknown, n) ||
      !references_are_valid(inst, call, known, n_known, of_known, n) ||
      !knowns_are_valid(inst, call, known, n_known)) {
    return STATUS_ERROR;
  }
  return refresh_values(inst) ? STATUS_OK : evaluation_failed(inst, call, true);
}

/* What the direction at hand changes in an unknown. */
static double derivatives_change_of(const Instance *inst,
                                    ValueReference unknown)
{
  ValueReference place = place_of_reference(inst->model, unknown);
  return tangent_of(inst)->d[tangent_source(inst, place)] +
         drift_pull_on(inst, place);
}

Status derivatives_along(void *c, const char *flag,
                         const ValueReference unknown[], size_t n_unknown,
                         const ValueReference known[], size_t n_known,
                         const double d_known[], double d_unknown[])
{
  Call call = CALL_GET_DIRECTIONAL_DERIVATIVE;
  Instance *inst = instance_enter(c, call);
  if (!inst) return STATUS_ERROR;
  Status status = prepare_derivatives(inst, call, flag, unknown, n_unknown,
                                      d_unknown, known, n_known, d_known);
  if (status != STATUS_OK) return status;
  double *d = tangent_begin(inst);
  for (size_t k = 0; k < n_known; k++) {
    d[tangent_source(inst, known[k])] = d_known[k];
  }
  if (!follow_run(inst, inst->mode == MODE_INITIALIZATION))
    return evaluation_failed(inst, call, true);
  for (size_t k = 0; k < n_unknown; k++) {
    d_unknown[k] = derivatives_change_of(inst, unknown[k]);
  }
  return STATUS_OK;
}

/* One known after the other, where weights do not go backward. */
static bool gradient_by_columns(Instance *inst, const ValueReference unknown[],
                                size_t n_unknown, const ValueReference known[],
                                size_t n_known, const double weight[],
                                double gradient[])
{
  for (size_t k = 0; k < n_known; k++) {
    double sum = 0;
    tangent_begin(inst)[tangent_source(inst, known[k])] = 1;
    if (!follow_run(inst, inst->mode == MODE_INITIALIZATION)) return false;
    for (size_t i = 0; i < n_unknown; i++) {
      if (weight[i] != 0)
        sum += weight[i] * derivatives_change_of(inst, unknown[i]);
    }
    gradient[k] = sum;
  }
  return true;
}

/* In the direction at hand. */
static const double *derivatives_set_weights(Instance *inst,
                                             const ValueReference unknown[],
                                             size_t n, const double weight[])
{
  double *d = tangent_begin(inst);
  for (size_t i = 0; i < n; i++) {
    ValueReference place = place_of_reference(inst->model, unknown[i]);
    d[tangent_source(inst, place)] += weight[i];
  }
  return d;
}

static bool gradient_by_weights(Instance *inst, const ValueReference unknown[],
                                size_t n_unknown, const ValueReference known[],
                                size_t n_known, const double weight[],
                                double gradient[])
{
  const double *d = derivatives_set_weights(inst, unknown, n_unknown, weight);
  if (!adjoint_run(inst, inst->mode == MODE_INITIALIZATION)) return false;
  for (size_t k = 0; k < n_known; k++) {
    gradient[k] = d[tangent_source(inst, known[k])];
  }
  return true;
}

Status derivatives_back(void *c, Call call, const char *flag,
                        const ValueReference unknown[], size_t n_unknown,
                        const ValueReference known[], size_t n_known,
                        const double weight[], double gradient[])
{
  Instance *inst = instance_enter(c, call);
  if (!inst) return STATUS_ERROR;
  Status status = prepare_derivatives(inst, call, flag, unknown, n_unknown,
                                      weight, known, n_known, gradient);
  if (status != STATUS_OK) return status;
  bool backward = adjoint_is_backward(inst, inst->mode == MODE_INITIALIZATION);
  bool good = (backward ? gradient_by_weights : gradient_by_columns)(
      inst, unknown, n_unknown, known, n_known, weight, gradient);
  return good ? STATUS_OK : evaluation_failed(inst, call, true);
}

/* --- directions that follow parameters: ../events/follow.h --- */

/* Of all directions, one after the other; states are [n * n_states]. */
static bool follow_values(Instance *inst, const FollowedDirections *f,
                          const double *states, const ValueReference *unknown,
                          size_t n, double *value)
{
  const Model *m = inst->model;
  for (int k = 0; k < f->n; k++) {
    if (!follow_at(inst, k, states + (size_t)k * (size_t)m->n_states))
      return false;
    for (size_t i = 0; i < n; i++) {
      value[(size_t)k * n + i] = derivatives_change_of(inst, unknown[i]);
    }
  }
  return true;
}

static bool pass_followed_event(Instance *inst, const double *states)
{
  FollowCause cause = {.relation = -1, .delay = -1};
  cause.sample = time_events_ticking(inst, &cause.tick);
  if (cause.sample < 0) cause.relation = events_first_due(inst);
  if (cause.sample < 0 && cause.relation < 0)
    cause.delay = delay_arriving(inst, &cause.since);
  return follow_before_event(inst, states, &cause);
}

static bool start_to_follow(Instance *inst, FollowedDirections *f)
{
  return inst->mode == MODE_INITIALIZATION &&
         knowns_are_valid(inst, CALL_GET_DIRECTIONAL_DERIVATIVE, f->known,
                          (size_t)f->n) &&
         follow_start(inst, f);
}

unsigned derivatives_follow(void *c, FollowCall what, FollowedDirections *f,
                            double *states, const ValueReference *unknown,
                            size_t n_unknown, double *value)
{
  Call call = CALL_GET_DIRECTIONAL_DERIVATIVE;
  Instance *inst = c;
  if (what != FOLLOW_SIZES) inst = instance_enter(c, call);
  if (!inst || !f || !inst->model->follow) return STATUS_ERROR;
  bool good = inst->followed == f || what < FOLLOW_AT;
  if (what != FOLLOW_SIZES && good && !refresh_values(inst)) good = false;
  if (!good) return evaluation_failed(inst, call, true);
  switch (what) {
  case FOLLOW_SIZES: follow_sizes(inst, f); break;
  case FOLLOW_START: good = start_to_follow(inst, f); break;
  case FOLLOW_ATTACH: inst->followed = f; break;
  case FOLLOW_AT:
    good = follow_values(inst, f, states, unknown, n_unknown, value);
    break;
  case FOLLOW_STEP: good = follow_step(inst, states); break;
  case FOLLOW_BEFORE_EVENT: good = pass_followed_event(inst, states); break;
  case FOLLOW_AFTER_EVENT: good = follow_after_event(inst, states); break;
  case FOLLOW_ROLES: good = follow_find_roles(inst, f); break;
  case FOLLOW_BACK:
    derivatives_set_weights(inst, unknown, n_unknown, value);
    good = follow_back(inst, f, states);
    break;
  }
  return good ? STATUS_OK : evaluation_failed(inst, call, true);
}

static bool motion_is_valid(Instance *inst, ValueReference vr, int order,
                            double value)
{
  const char *name = instance_call_name(inst, CALL_SET_REAL_INPUT_DERIVATIVES);
  const Model *m = inst->model;
  if (vr >= (unsigned)m->n_real || m->real_kind[vr] != VARIABLE_INPUT) {
    instance_error(inst,
                   "%s: the variable with value reference %u is not an input",
                   name, vr);
    return false;
  }
  if (order < 1 || order > INPUT_ORDERS || !isfinite(value)) {
    instance_error(inst,
                   "%s: a finite derivative of order 1 to %d is expected, not "
                   "%g of order %d",
                   name, INPUT_ORDERS, value, order);
    return false;
  }
  return true;
}

Status derivatives_set_inputs(void *c, const ValueReference vr[], size_t nvr,
                              const int order[], const double value[])
{
  Call call = CALL_SET_REAL_INPUT_DERIVATIVES;
  Instance *inst = instance_enter(c, call);
  if (!inst || !references_are_valid(inst, call, vr, nvr, value,
                                     real_references(inst->model))) {
    return STATUS_ERROR;
  }
  if (nvr > 0 && !order) {
    return instance_error(inst, "%s: no orders",
                          instance_call_name(inst, call));
  }
  for (size_t k = 0; k < nvr; k++) {
    if (!motion_is_valid(inst, vr[k], order[k], value[k])) return STATUS_ERROR;
  }
  for (size_t k = 0; k < nvr; k++) {
    input_motion_set(inst, vr[k], order[k], value[k]);
  }
  return STATUS_OK;
}

Status derivatives_get_outputs(void *c, const ValueReference vr[], size_t nvr,
                               const int order[], double value[])
{
  Call call = CALL_GET_REAL_OUTPUT_DERIVATIVES;
  Instance *inst = instance_enter(c, call);
  if (!inst || !references_are_valid(inst, call, vr, nvr, value,
                                     real_references(inst->model))) {
    return STATUS_ERROR;
  }
  if (nvr > 0 && (!order || !inst->model->tangent)) {
    return instance_error(inst, "%s: %s", instance_call_name(inst, call),
                          order ? "not supported by this model" : "no orders");
  }
  if (nvr == 0 || inst->mode == MODE_ERROR)
    return nvr ? STATUS_ERROR : STATUS_OK;
  if (!refresh_values(inst) || !delay_run_along_time(inst)) {
    return evaluation_failed(inst, call, true);
  }
  for (size_t k = 0; k < nvr; k++) {
    if (order[k] < 1) {
      return instance_error(inst, "%s: the order %d is below 1",
                            instance_call_name(inst, call), order[k]);
    }
    /* derivatives above the offered order are 0 (FMI 2.0 section 4.2.1) */
    ValueReference place = place_of_reference(inst->model, vr[k]);
    value[k] =
        order[k] == 1 ? tangent_of(inst)->d[tangent_source(inst, place)] : 0;
  }
  return STATUS_OK;
}
