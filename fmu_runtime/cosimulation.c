/* cosimulation.c: fmi2DoStep. */
#include "cosimulation.h"
#include "assertions.h"
#include "evaluate.h"
#include "events.h"
#include "input_motion.h"
#include <float.h>
#include <math.h>

/* Events so close together, so many in a row: a relation chatters. */
static const double crowd_width = 1e-10;
static const int most_crowded = 1000;

/* Importers add up their steps: how far a time may be off by rounding. */
static double time_rounding(double time, double step)
{
  return 1e-6 * step + 1e-11 * fabs(time);
}

static bool step_is_valid(Instance *inst, double start, double step)
{
  double now = inst->communication_time;
  double slack = time_rounding(now, step);
  if (!(step > 0) || !isfinite(step)) {
    instance_error(inst, "fmi2DoStep: the step size %.17g is not positive",
                   step);
    return false;
  }
  if (!(fabs(start - now) <= slack)) {
    instance_error(inst,
                   "fmi2DoStep: the step begins at %.17g, but the last one "
                   "has ended at %.17g",
                   start, now);
    return false;
  }
  if (inst->has_stop_time && start + step > inst->stop_time + slack) {
    instance_error(inst,
                   "fmi2DoStep: the step ends at %.17g, past the stop time "
                   "%.17g",
                   start + step, inst->stop_time);
    return false;
  }
  return true;
}

/* Watches for events that follow each other without time going on. */
typedef struct Crowd {
  double last_time;
  int n;
} Crowd;

static bool is_chattering(Crowd *crowd, double time, double step)
{
  double width = crowd_width * fmax(fabs(time), step);
  crowd->n = time - crowd->last_time > width ? 0 : crowd->n + 1;
  crowd->last_time = time;
  return crowd->n > most_crowded;
}

/* Event iteration where the integrator has stopped. */
static bool pass_event(Instance *inst, Crowd *crowd, double step)
{
  double now = instance_time(inst);
  inst->statistics.events++;
  inst->restart_needed = true;
  if (is_chattering(crowd, now, step)) {
    int k = 0;
    if (evaluate_values(inst)) k = events_update_relations(inst, 0);
    instance_note(inst, LOG_EVENTS,
                  "more than %d events within a moment near time %.12g: this "
                  "relation chatters: %s",
                  most_crowded, now, inst->model->relation[k > 0 ? k : 0].text);
    return false;
  }
  return events_settle(inst);
}

/* Settles what has jumped and starts the integrator anew. */
static bool begin(Instance *inst, double step)
{
  if (!inst->restart_needed) return true;
  if (inst->stale & STALE_RELATIONS && !events_settle(inst)) return false;
  if (inst->method->restart(inst->integrator, step) != 0) return false;
  inst->restart_needed = false;
  return true;
}

static bool integrate_to(Instance *inst, double target, double step)
{
  Crowd crowd = {-HUGE_VAL, 0};
  for (;;) {
    double now = instance_time(inst);
    /* too short a way for an integrator to tell the two ends apart */
    if (target - now <= 100 * DBL_EPSILON * fmax(fabs(now), fabs(target))) {
      inst->restart_needed = true;
      evaluate_set_time(inst, target);
      return true;
    }
    if (!begin(inst, step)) return false;
    switch (inst->method->advance(inst->integrator, target)) {
    case INTEGRATOR_REACHED: return true;
    case INTEGRATOR_FAILED: inst->restart_needed = true; return false;
    case INTEGRATOR_EVENT:
      if (!pass_event(inst, &crowd, step)) return false;
    }
  }
}

fmi2Status cosimulation_step(Instance *inst, double start, double step)
{
  if (!step_is_valid(inst, start, step)) return fmi2Error;

  double target = start + step;
  inst->reason[0] = '\0';
  input_motion_begin(inst);
  /* what was computed ahead did not know how inputs move now */
  if (inst->motion.moves && inst->method->is_ahead(inst->integrator)) {
    inst->restart_needed = true;
  }
  if (!integrate_to(inst, target, step)) {
    return instance_fail(inst,
                         "fmi2DoStep from %.12g to %.12g failed at time %.12g",
                         start, target, instance_time(inst));
  }
  if (inst->model->n_assertions > 0 &&
      (!evaluate_values(inst) || !assertions_hold(inst, false))) {
    return instance_fail(inst, "fmi2DoStep from %.12g to %.12g", start, target);
  }
  inst->communication_time = target;
  return fmi2OK;
}
