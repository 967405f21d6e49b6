/* fmi2_model_exchange.c: the exported calls of Model Exchange alone. */
#include "../blocks/block_guess.h"
#include "../blocks/block_meeting.h"
#include "../blocks/block_track.h"
#include "../core/instance.h"
#include "../core/thresholds.h"
#include "../evaluate/assertions.h"
#include "../evaluate/delay.h"
#include "../evaluate/evaluate.h"
#include "../evaluate/finite.h"
#include "../events/contact_force.h"
#include "../events/events.h"
#include "../events/follow.h"
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
#include "fmi2_arguments.h"
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

fmi2Status fmi2EnterEventMode(fmi2Component c)
{
  Instance *inst = instance_enter(c, CALL_ENTER_EVENT_MODE);
  bool moved = false;
  if (!inst) return fmi2Error;
  bool was_continuous = inst->mode == MODE_CONTINUOUS;
  if (was_continuous) inst->statistics.events++;
  if ((was_continuous && !land(inst, &moved)) || !events_enter(inst)) {
    return evaluation_failed(inst, CALL_ENTER_EVENT_MODE, false);
  }
  if (moved) inst->states_changed = true;
  if (block_guess_is_held(inst)) inst->stale |= STALE_VALUES;
  inst->mode = MODE_EVENT;
  inst->pivoted = inst->nominals_changed = false;
  return fmi2OK;
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

fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *eventInfo)
{
  Instance *inst = instance_enter(c, CALL_NEW_DISCRETE_STATES);
  if (!inst) return fmi2Error;
  if (!eventInfo) {
    return instance_error(inst, "fmi2NewDiscreteStates: no fmi2EventInfo");
  }
  memset(eventInfo, 0, sizeof *eventInfo);
  if (!refresh_values(inst) || !exchange_states(inst) ||
      !assertions_hold(inst, false) || !finite_check(inst, false)) {
    return evaluation_failed(inst, CALL_NEW_DISCRETE_STATES, false);
  }
  /* kept up in every call of one event: some importers read only the last */
  eventInfo->valuesOfContinuousStatesChanged =
      inst->pivoted || inst->states_changed;
  scale_learn(inst);
  inst->nominals_changed |= scale_report(inst);
  eventInfo->nominalsOfContinuousStatesChanged = inst->nominals_changed;
  eventInfo->terminateSimulation = inst->ends;
  eventInfo->nextEventTimeDefined = inst->next_event < HUGE_VAL;
  if (eventInfo->nextEventTimeDefined) {
    eventInfo->nextEventTime = inst->next_event;
  }
  return fmi2OK;
}

fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c)
{
  Instance *inst = instance_enter(c, CALL_ENTER_CONTINUOUS_TIME_MODE);
  if (!inst) return fmi2Error;
  /* inputs may have been set after the last fmi2NewDiscreteStates */
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
  inst->mode = MODE_CONTINUOUS;
  return fmi2OK;
}

fmi2Status fmi2CompletedIntegratorStep(
    fmi2Component c, fmi2Boolean noSetFMUStatePriorToCurrentPoint,
    fmi2Boolean *enterEventMode, fmi2Boolean *terminateSimulation)
{
  Instance *inst = instance_enter(c, CALL_COMPLETED_INTEGRATOR_STEP);
  (void)noSetFMUStatePriorToCurrentPoint;
  if (!inst) return fmi2Error;
  if (!enterEventMode || !terminateSimulation) {
    return instance_error(inst, "fmi2CompletedIntegratorStep: an argument is "
                                "missing");
  }
  inst->statistics.steps++;
  *enterEventMode = fmi2False;
  *terminateSimulation = fmi2False;
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
  if (gradient_watch_is_used(inst) && !gradient_watch_look(inst)) {
    return evaluation_failed(inst, CALL_COMPLETED_INTEGRATOR_STEP, false);
  }
  missed_change_look(inst);
  importer_watch_look(inst);
  nominal_watch_see(inst);
  *enterEventMode = is_far || length > COORDINATE_FRAME_RENEW ||
                    block_guess_is_held(inst) || scale_learn(inst);
  if (m->n_sets == 0) return fmi2OK;
  if (dummy_pivot_measure(inst) > PIVOT_EXCHANGE) *enterEventMode = fmi2True;
  if (!dummy_branch_keeps_sign(inst)) {
    return evaluation_failed(inst, CALL_COMPLETED_INTEGRATOR_STEP, false);
  }
  dummy_pivot_keep(inst);
  return fmi2OK;
}

fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time)
{
  Instance *inst = instance_enter(c, CALL_SET_TIME);
  if (!inst) return fmi2Error;
  if (!isfinite(time)) {
    return instance_error(inst, "fmi2SetTime: not a finite number");
  }
  evaluate_set_time(inst, time);
  return fmi2OK;
}

fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[],
                                   size_t nx)
{
  Instance *inst = instance_enter(c, CALL_SET_CONTINUOUS_STATES);
  if (!inst || !length_is_valid(inst, CALL_SET_CONTINUOUS_STATES, x, nx,
                                inst->model->n_states, "states")) {
    return fmi2Error;
  }
  if (drift_is_at_work(inst))
    drift_set_states(inst, x);
  else
    evaluate_set_states(inst, x);
  return fmi2OK;
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

fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real derivatives[],
                              size_t nx)
{
  Instance *inst = instance_enter(c, CALL_GET_DERIVATIVES);
  if (!inst || !length_is_valid(inst, CALL_GET_DERIVATIVES, derivatives, nx,
                                inst->model->n_states, "derivatives")) {
    return fmi2Error;
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
  return fmi2OK;
}

static int count_indicators(const Instance *inst)
{
  const Model *m = inst->model;
  return m->n_indicators + m->n_sets + has_branch_indicator(inst);
}

fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real eventIndicators[],
                                  size_t ni)
{
  Instance *inst = instance_enter(c, CALL_GET_EVENT_INDICATORS);
  if (!inst ||
      !length_is_valid(inst, CALL_GET_EVENT_INDICATORS, eventIndicators, ni,
                       count_indicators(inst), "event indicators")) {
    return fmi2Error;
  }
  if (!refresh_values(inst) || !events_indicators(inst, eventIndicators)) {
    return evaluation_failed(inst, CALL_GET_EVENT_INDICATORS, true);
  }
  if (inst->model->n_sets > 0) {
    dummy_pivot_indicators(inst, eventIndicators + inst->model->n_indicators);
  }
  if (has_branch_indicator(inst)) {
    eventIndicators[ni - 1] = block_guess_is_held(inst) ? -1 : 1;
  }
  return fmi2OK;
}

fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t nx)
{
  Instance *inst = instance_enter(c, CALL_GET_CONTINUOUS_STATES);
  if (!inst || !length_is_valid(inst, CALL_GET_CONTINUOUS_STATES, x, nx,
                                inst->model->n_states, "states")) {
    return fmi2Error;
  }
  /* before initialization ends the states themselves are unknowns */
  if (inst->mode == MODE_INITIALIZATION && !refresh_values(inst)) {
    return evaluation_failed(inst, CALL_GET_CONTINUOUS_STATES, false);
  }
  if (drift_is_at_work(inst))
    memcpy(x, drift_of(inst)->given, nx * sizeof x[0]);
  else
    evaluate_get_states(inst, x);
  return fmi2OK;
}

fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c,
                                             fmi2Real x_nominal[], size_t nx)
{
  Instance *inst = instance_enter(c, CALL_GET_NOMINALS);
  if (!inst || !length_is_valid(inst, CALL_GET_NOMINALS, x_nominal, nx,
                                inst->model->n_states, "nominal values")) {
    return fmi2Error;
  }
  for (size_t i = 0; i < nx; i++) {
    double reported = scales_of(inst)->reported[i]; /* 0: too early */
    x_nominal[i] = reported > 0 ? reported : inst->state_nominal[i];
  }
  return fmi2OK;
}
