/* cosimulation.c: see cosimulation.h. */
#include "cosimulation.h"
#include "../core/float_mode.h"
#include "../core/runtime_assert.h"
#include "../core/solver_clock.h"
#include "../core/thresholds.h"
#include "../evaluate/assertions.h"
#include "../evaluate/clocks.h"
#include "../evaluate/evaluate.h"
#include "../evaluate/finite.h"
#include "../evaluate/input_motion.h"
#include "../events/chatter.h"
#include "../events/events.h"
#include "../events/jump.h"
#include "../events/quiet.h"
#include "../events/refresh_values.h"
#include "../events/time_events.h"
#include "../states/drift.h"
#include "../states/nominal_watch.h"
#include <float.h>
#include <math.h>

/* Importers add up their steps: how far a time may be off by rounding. */
static double time_rounding(double time, double step)
{
  return STEP_ROUNDING * step + STEP_TIME_ROUNDING * fabs(time);
}

static bool step_is_valid(Instance *inst, double start, double step)
{
  double now = inst->communication_time;
  double slack = time_rounding(now, step);
  if (!(step > 0) || !isfinite(step)) {
    instance_refuse(inst, CALL_DO_STEP, "the step size %.17g is not positive",
                    step);
    return false;
  }
  if (step < STEP_SHORTEST) {
    instance_refuse(inst, CALL_DO_STEP,
                    "the step size %.17g is too small for an integrator", step);
    return false;
  }
  /* steps past it are numbers, too */
  if (!isfinite(4 * (start + step))) {
    instance_refuse(inst, CALL_DO_STEP,
                    "the step from %.17g by %.17g is too long", start, step);
    return false;
  }
  if (!(fabs(start - now) <= slack)) {
    instance_refuse(inst, CALL_DO_STEP,
                    "the step begins at %.17g, but the last one "
                    "has ended at %.17g",
                    start, now);
    return false;
  }
  if (inst->has_stop_time && start + step > inst->stop_time + slack) {
    instance_refuse(inst, CALL_DO_STEP,
                    "the step ends at %.17g, past the stop time "
                    "%.17g",
                    start + step, inst->stop_time);
    return false;
  }
  return true;
}

/* While the logger has this message the values of that side of the event can
 * be read: foucault simulate writes a row for each. */
static void report_side(Instance *inst, const char *side)
{
  logging_write(&inst->logger, STATUS_OK, LOG_EVENTS,
                "event at time %.17g: %s it", instance_time(inst), side);
}

/* Event iteration where the integrator has stopped. */
static bool pass_event(Instance *inst)
{
  inst->statistics.events++;
  inst->restart_needed = true;
  report_side(inst, "before");
  if (!events_enter(inst) || !events_settle(inst)) return false;
  report_side(inst, "after");
  return assertions_after_event(inst) && finite_check(inst, false);
}

/* Settles what has jumped. */
static bool settle_jumps(Instance *inst)
{
  if (!inst->restart_needed || !(inst->stale & STALE_RELATIONS)) return true;
  if (!events_settle(inst)) return false;
  report_side(inst, "after");
  return true;
}

/* Starts the integrator again where something has jumped. A way that is too
 * short for it to distinguish the two ends is gone in one jump. */
static IntegratorResult advance_integrator(Instance *inst, double target,
                                           double step)
{
  RUNTIME_ASSERT(inst->method && inst->integrator);
  double now = instance_time(inst), origin = solver_clock_origin(inst);
  if (target - now <= STEP_AT_ONCE * DBL_EPSILON *
                          fmax(fabs(now - origin), fabs(target - origin))) {
    inst->restart_needed = true;
    evaluate_set_time(inst, target);
    return INTEGRATOR_REACHED;
  }
  if (inst->restart_needed) {
    if (inst->method->go_short_way(inst->integrator, target))
      return INTEGRATOR_REACHED;
    if (inst->method->restart(inst->integrator, step) != 0) {
      return INTEGRATOR_FAILED;
    }
    inst->restart_needed = false;
  }
  return inst->method->advance(inst->integrator, target);
}

/* The importer handles events in its event mode, where it lets a step end
 * before its target, or where the event is at the target. */
static bool leaves_event(const Instance *inst, double target)
{
  if (!inst->has_event_mode) return false;
  return inst->may_return_early || instance_time(inst) >= target;
}

/* What is true of an event that the integrator has found, or that time has
 * come for. */
static bool meet_event(Instance *inst, double target)
{
  if (!leaves_event(inst, target)) return pass_event(inst);
  inst->restart_needed = true;
  inst->event_waits = inst->returns_early = true;
  return true;
}

/* The input may have jumped through constraints. */
static void look_for_jump(Instance *inst)
{
  if (!jump_is_due(inst)) return;
  inst->stale |= STALE_RELATIONS;
  inst->restart_needed = true;
}

/* The importer may want the step to end here, and may set inputs, which rest
 * until the next point. False: the model cannot be evaluated. */
static bool update_in_between(Instance *inst)
{
  if (inst->sets_intermediate) {
    if (!refresh_values(inst)) return false;
    jump_keep(inst);
  }
  inst->returns_early = inst->intermediate(inst);
  if (inst->sets_intermediate) look_for_jump(inst);
  return true;
}

/* From event to event. A time event at the target belongs to this step. */
static bool integrate_to(Instance *inst, double target, double step)
{
  RUNTIME_ASSERT(step > 0);
  if (inst->event_waits) { /* the importer did not handle it */
    inst->event_waits = false;
    if (!pass_event(inst)) return false;
  }
  while (!inst->ends && !inst->returns_early) {
    if (!settle_jumps(inst)) return false;
    bool is_event = inst->next_event <= target;
    double end = is_event ? inst->next_event : target;
    switch (advance_integrator(inst, end, step)) {
    case INTEGRATOR_REACHED:
      if (!is_event) return true;
      if (!time_events_go_on(inst) && !meet_event(inst, target)) return false;
      break;
    case INTEGRATOR_FAILED: inst->restart_needed = true; return false;
    case INTEGRATOR_CANCELLED: inst->restart_needed = true; return true;
    case INTEGRATOR_PAUSED:
      if (!update_in_between(inst)) return false;
      break;
    case INTEGRATOR_EVENT:
      if (!meet_event(inst, target)) return false;
    }
  }
  return true;
}

/* Has somebody ended the step before its target? */
static bool is_cut_short(const Instance *inst, double target)
{
  return inst->is_cancelled && instance_time(inst) < target;
}

/* Past the stop time nobody looks for crossings any more. What has reached
 * zero there, to the last bit, is an event of the last step. */
static bool finish_run(Instance *inst, double target, double step)
{
  double slack = time_rounding(target, step);
  if (quiet_watched(inst) == 0 || inst->ends) return true;
  if (is_cut_short(inst, target) || inst->returns_early) return true;
  if (!inst->has_stop_time || target < inst->stop_time - slack) return true;
  if (!refresh_values(inst)) return false;
  return !events_are_due(inst) || pass_event(inst);
}

static Status make_step(Instance *inst, double start, double step)
{
  if (!step_is_valid(inst, start, step)) return STATUS_ERROR;

  double target = start + step;
  inst->reason[0] = '\0';
  inst->returns_early = false;
  *chatter_of(inst)->step = step;
  input_motion_begin(inst);
  inst->method->begin_step(inst->integrator, inst->inputs_changed);
  inst->inputs_changed = false;
  /* what was computed ahead did not know how inputs move now */
  if (input_motion_moves(inst) && inst->method->is_ahead(inst->integrator)) {
    inst->restart_needed = true;
  }
  look_for_jump(inst);
  if (!integrate_to(inst, target, step) || !finish_run(inst, target, step)) {
    return instance_fail(inst, "%s from %.12g to %.12g failed at time %.12g",
                         instance_call_name(inst, CALL_DO_STEP), start, target,
                         instance_time(inst));
  }
  if (!refresh_values(inst) || !assertions_hold(inst, false) ||
      !finite_check(inst, false) || !drift_watch(inst)) {
    return instance_fail(inst, "%s from %.12g to %.12g",
                         instance_call_name(inst, CALL_DO_STEP), start, target);
  }
  nominal_watch_see(inst);
  /* terminate(): the importer is told */
  if (inst->ends || is_cut_short(inst, target)) {
    inst->communication_time = instance_time(inst);
    return STATUS_DISCARD;
  }
  inst->communication_time = inst->returns_early ? instance_time(inst) : target;
  jump_keep(inst); /* inputs may jump here */
  return STATUS_OK;
}

Status cosimulation_step(Instance *inst, double start, double step)
{
  RUNTIME_ASSERT(inst->type == CO_SIMULATION);
  RUNTIME_ASSERT(inst->mode == MODE_STEP_COMPLETE);
  FloatMode before = float_mode_flush();
  inst->is_cancelled = 0;
  inst->is_stepping = 1;
  Status status = make_step(inst, start, step);
  inst->is_stepping = 0;
  float_mode_restore(before);
  return status;
}

Status cosimulation_enter_event(Instance *inst)
{
  RUNTIME_ASSERT(inst->type == CO_SIMULATION && inst->has_event_mode);
  RUNTIME_ASSERT(inst->mode == MODE_STEP_COMPLETE);
  inst->statistics.events++;
  inst->restart_needed = true;
  inst->event_waits = false;
  inst->states_changed = false;
  clocks_update(inst); /* what ticked within steps is over */
  report_side(inst, "before");
  /* inputs that were set before belong to the time before a tick */
  bool is_jump = inst->model->n_clocks > 0 && inst->stale & STALE_RELATIONS;
  if ((is_jump && !events_settle(inst)) || !events_enter(inst)) {
    return instance_fail(inst, "%s",
                         instance_call_name(inst, CALL_ENTER_EVENT_MODE));
  }
  inst->mode = MODE_EVENT;
  return STATUS_OK;
}

Status cosimulation_settle_event(Instance *inst)
{
  RUNTIME_ASSERT(inst->mode == MODE_EVENT);
  if (refresh_values(inst) && assertions_after_event(inst) &&
      finite_check(inst, false)) {
    return STATUS_OK;
  }
  return instance_fail(inst, "%s",
                       instance_call_name(inst, CALL_NEW_DISCRETE_STATES));
}

Status cosimulation_leave_event(Instance *inst)
{
  RUNTIME_ASSERT(inst->mode == MODE_EVENT);
  if (!refresh_values(inst)) {
    return instance_fail(inst, "%s",
                         instance_call_name(inst, CALL_ENTER_STEP_MODE));
  }
  report_side(inst, "after");
  jump_keep(inst);
  clocks_update(inst);
  inst->mode = MODE_STEP_COMPLETE;
  return STATUS_OK;
}
