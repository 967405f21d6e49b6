/* exchange.c: see exchange.h. */
#include "exchange.h"
#include "../blocks/block_guess.h"
#include "../blocks/block_meeting.h"
#include "../blocks/block_track.h"
#include "../core/instance.h"
#include "../core/thresholds.h"
#include "../evaluate/assertions.h"
#include "../evaluate/clocks.h"
#include "../evaluate/delay.h"
#include "../evaluate/evaluate.h"
#include "../evaluate/finite.h"
#include "../events/contact_force.h"
#include "../events/events.h"
#include "../events/follow.h"
#include "../events/loop_edge.h"
#include "../events/missed_change.h"
#include "../events/quiet.h"
#include "../events/refresh_values.h"
#include "../states/constraint_watch.h"
#include "../states/coordinate_frame.h"
#include "../states/drift.h"
#include "../states/dummy_branch.h"
#include "../states/dummy_pivot.h"
#include "../states/gradient_watch.h"
#include "../states/nominal_watch.h"
#include "../states/scale.h"
#include "arguments.h"
#include "importer_watch.h"
#include <math.h>
#include <string.h>

/* Beside relations and sets: has a branch of nonlinear equations ended? */
static bool has_branch_indicator(const Instance *inst)
{
  return block_guess_is_used(inst);
}

/* The states are moved to their constraints. */
static bool land(Instance *inst, bool *moved)
{
  if (!drift_is_projected(inst->model)) return true;
  return refresh_values(inst) && drift_land(inst, moved);
}

Status exchange_enter_event_mode(void *c)
{
  Instance *inst = instance_enter(c, CALL_ENTER_EVENT_MODE);
  bool moved = false;
  if (!inst) return STATUS_ERROR;
  bool was_continuous = inst->mode == MODE_CONTINUOUS;
  clocks_update(inst);
  if (was_continuous) inst->statistics.events++;
  if ((was_continuous && !land(inst, &moved)) || !events_enter(inst)) {
    return evaluation_failed(inst, CALL_ENTER_EVENT_MODE, false);
  }
  if (moved) inst->states_changed = true;
  if (block_guess_is_held(inst)) inst->stale |= STALE_VALUES;
  inst->mode = MODE_EVENT;
  inst->pivoted = inst->nominals_changed = false;
  return STATUS_OK;
}

/* In event mode states may change their meaning (FMI 2.0 section 3.2.2). */
static bool exchange_states(Instance *inst)
{
  double length;
  if (!coordinate_frame_measure(inst, &length)) return false;
  if (length > COORDINATE_FRAME_RENEW) {
    if (!coordinate_frame_renew(inst)) return false;
    follow_lose(inst, "the coordinates along a constraint are chosen again");
    inst->statistics.pivots++;
    inst->pivoted = true;
  }
  if (dummy_pivot_measure(inst) <= PIVOT_EXCHANGE) return true;
  if (!dummy_pivot_exchange(inst)) return false;
  inst->pivoted = true;
  return true;
}

Status exchange_update_discrete_states(void *c, EventOutcome *outcome)
{
  Instance *inst = instance_enter(c, CALL_NEW_DISCRETE_STATES);
  if (!inst) return STATUS_ERROR;
  if (!outcome) {
    return instance_refuse(inst, CALL_NEW_DISCRETE_STATES,
                           "an argument is missing");
  }
  memset(outcome, 0, sizeof *outcome);
  if (!refresh_values(inst) || !exchange_states(inst) ||
      !assertions_hold(inst, false) || !finite_check(inst, false)) {
    return evaluation_failed(inst, CALL_NEW_DISCRETE_STATES, false);
  }
  /* kept up in every call of one event: some importers read only the last */
  outcome->states_changed = inst->pivoted || inst->states_changed;
  scale_learn(inst);
  inst->nominals_changed |= scale_report(inst);
  outcome->nominals_changed = inst->nominals_changed;
  outcome->ends = inst->ends;
  outcome->next_event = inst->next_event;
  clocks_update(inst);
  return STATUS_OK;
}

Status exchange_enter_continuous_time(void *c)
{
  Instance *inst = instance_enter(c, CALL_ENTER_CONTINUOUS_TIME_MODE);
  if (!inst) return STATUS_ERROR;
  /* inputs may have been set after the last update of discrete states */
  if (!refresh_values(inst)) {
    return evaluation_failed(inst, CALL_ENTER_CONTINUOUS_TIME_MODE, false);
  }
  constraint_watch_begin(inst);
  dummy_pivot_keep(inst);
  block_guess_forget(inst);
  block_track_forget(inst);
  block_track_keep(inst);
  drift_begin(inst);
  gradient_watch_begin(inst);
  missed_change_begin(inst);
  importer_watch_begin(inst);
  clocks_update(inst);
  inst->mode = MODE_CONTINUOUS;
  return STATUS_OK;
}

Status exchange_completed_step(void *c, bool has_arguments, bool *enters_event)
{
  Instance *inst = instance_enter(c, CALL_COMPLETED_INTEGRATOR_STEP);
  if (!inst) return STATUS_ERROR;
  if (!has_arguments) {
    return instance_refuse(inst, CALL_COMPLETED_INTEGRATOR_STEP,
                           "an argument is missing");
  }
  inst->statistics.steps++;
  *enters_event = false;
  const Model *m = inst->model;
  bool is_far;
  double length;
  if (!refresh_values(inst) || !assertions_hold(inst, false) ||
      !finite_check(inst, false) || !drift_measure(inst, &is_far) ||
      !drift_watch(inst) || !coordinate_frame_measure(inst, &length) ||
      !constraint_watch_accept(inst)) {
    return evaluation_failed(inst, CALL_COMPLETED_INTEGRATOR_STEP, false);
  }
  if (delay_moves(inst)) delay_record(inst);
  block_meeting_report(inst);
  loop_edge_keep(inst);
  if (gradient_watch_is_used(inst) && !gradient_watch_look(inst)) {
    return evaluation_failed(inst, CALL_COMPLETED_INTEGRATOR_STEP, false);
  }
  missed_change_look(inst);
  importer_watch_look(inst);
  nominal_watch_see(inst);
  *enters_event = is_far || length > COORDINATE_FRAME_RENEW ||
                  block_guess_is_held(inst) || scale_learn(inst);
  if (m->n_sets == 0) return STATUS_OK;
  if (dummy_pivot_measure(inst) > PIVOT_EXCHANGE) *enters_event = true;
  if (!dummy_branch_keeps_sign(inst)) {
    return evaluation_failed(inst, CALL_COMPLETED_INTEGRATOR_STEP, false);
  }
  dummy_pivot_keep(inst);
  return STATUS_OK;
}

Status exchange_set_time(void *c, double time)
{
  Instance *inst = instance_enter(c, CALL_SET_TIME);
  if (!inst) return STATUS_ERROR;
  if (!isfinite(time)) {
    return instance_refuse(inst, CALL_SET_TIME, "not a finite number");
  }
  evaluate_set_time(inst, time);
  return STATUS_OK;
}

Status exchange_set_states(void *c, const double x[], size_t nx)
{
  Instance *inst = instance_enter(c, CALL_SET_CONTINUOUS_STATES);
  if (!inst || !length_is_valid(inst, CALL_SET_CONTINUOUS_STATES, x, nx,
                                inst->model->n_states, "states")) {
    return STATUS_ERROR;
  }
  if (drift_is_at_work(inst))
    drift_set_states(inst, x);
  else
    evaluate_set_states(inst, x);
  return STATUS_OK;
}

/* Importers do not report the steps that their solver takes: evaluations are
 * counted. What is woken keeps the value that it has; its indicator shows when
 * it changes. */
static bool goes_on(Instance *inst)
{
  if (inst->mode != MODE_CONTINUOUS) return true;
  if (!quiet_count(inst, instance_time(inst))) return true;
  return quiet_look(inst) != QUIET_LOST;
}

Status exchange_get_derivatives(void *c, double derivatives[], size_t nx)
{
  Instance *inst = instance_enter(c, CALL_GET_DERIVATIVES);
  if (!inst || !length_is_valid(inst, CALL_GET_DERIVATIVES, derivatives, nx,
                                inst->model->n_states, "derivatives")) {
    return STATUS_ERROR;
  }
  inst->statistics.rhs++;
  if (!refresh_values(inst)) {
    return evaluation_failed(inst, CALL_GET_DERIVATIVES, true);
  }
  if (!goes_on(inst)) {
    return evaluation_failed(inst, CALL_GET_DERIVATIVES, false);
  }
  if (!contact_force_get_derivatives(inst, derivatives) &&
      inst->mode != MODE_ERROR) {
    return evaluation_failed(inst, CALL_GET_DERIVATIVES, true);
  }
  if (drift_is_at_work(inst)) drift_add_pull(inst, derivatives);
  return STATUS_OK;
}

int exchange_count_indicators(const Instance *inst)
{
  const Model *m = inst->model;
  return m->n_indicators + m->n_sets + has_branch_indicator(inst);
}

Status exchange_read_indicators(Instance *inst, Call call, double indicators[],
                                size_t ni)
{
  if (!length_is_valid(inst, call, indicators, ni,
                       exchange_count_indicators(inst), "event indicators")) {
    return STATUS_ERROR;
  }
  if (!refresh_values(inst) || !events_indicators(inst, indicators)) {
    return evaluation_failed(inst, call, true);
  }
  if (inst->model->n_sets > 0) {
    dummy_pivot_indicators(inst, indicators + inst->model->n_indicators);
  }
  if (has_branch_indicator(inst)) {
    indicators[ni - 1] = block_guess_is_held(inst) ? -1 : 1;
  }
  return STATUS_OK;
}

Status exchange_get_indicators(void *c, double indicators[], size_t ni)
{
  Instance *inst = instance_enter(c, CALL_GET_EVENT_INDICATORS);
  if (!inst) return STATUS_ERROR;
  return exchange_read_indicators(inst, CALL_GET_EVENT_INDICATORS, indicators,
                                  ni);
}

Status exchange_get_states(void *c, double x[], size_t nx)
{
  Instance *inst = instance_enter(c, CALL_GET_CONTINUOUS_STATES);
  if (!inst || !length_is_valid(inst, CALL_GET_CONTINUOUS_STATES, x, nx,
                                inst->model->n_states, "states")) {
    return STATUS_ERROR;
  }
  /* before initialization ends the states themselves are unknowns */
  if (inst->mode == MODE_INITIALIZATION && !refresh_values(inst)) {
    return evaluation_failed(inst, CALL_GET_CONTINUOUS_STATES, false);
  }
  if (drift_is_at_work(inst))
    memcpy(x, drift_of(inst)->given, nx * sizeof x[0]);
  else
    evaluate_get_states(inst, x);
  return STATUS_OK;
}

Status exchange_get_nominals(void *c, double x_nominal[], size_t nx)
{
  Instance *inst = instance_enter(c, CALL_GET_NOMINALS);
  if (!inst || !length_is_valid(inst, CALL_GET_NOMINALS, x_nominal, nx,
                                inst->model->n_states, "nominal values")) {
    return STATUS_ERROR;
  }
  for (size_t i = 0; i < nx; i++) {
    double reported = scales_of(inst)->reported[i]; /* 0: too early */
    x_nominal[i] = reported > 0 ? reported : inst->state_nominal[i];
  }
  return STATUS_OK;
}
