/* time_events.c: see time_events.h. */
#include "time_events.h"
#include "../evaluate/delay.h"
#include "chatter.h"
#include "contact.h"
#include <float.h>
#include <math.h>

bool time_events_reached(double time, double event_time)
{
  return time >= event_time - 8 * DBL_EPSILON * fabs(event_time);
}

static double tick_time(const Instance *inst, int k)
{
  const SampleTimes *t = &inst->sample_times[k];
  return t->start + inst->sample_tick[k] * t->interval;
}

bool time_events_begin(Instance *inst)
{
  const Model *m = inst->model;
  double now = instance_time(inst);
  if (m->n_samples > 0) m->samples(&inst->values, inst->sample_times);
  for (int k = 0; k < m->n_samples; k++) {
    const SampleTimes *t = &inst->sample_times[k];
    if (!(t->interval > 0) || !isfinite(t->start)) {
      instance_note(inst, LOG_EVENTS,
                    "sample(%.15g, %.15g): the interval must be positive",
                    t->start, t->interval);
      return false;
    }
    double first = ceil((now - t->start) / t->interval);
    inst->sample_tick[k] = first > 0 ? first : 0;
    /* the division may have rounded to a tick that is past */
    while (inst->sample_tick[k] > 0 && tick_time(inst, k) > now) {
      inst->sample_tick[k]--;
    }
    while (!time_events_reached(tick_time(inst, k), now)) {
      inst->sample_tick[k]++;
    }
  }
  return true;
}

void time_events_fire(Instance *inst)
{
  const Model *m = inst->model;
  double now = instance_time(inst);
  for (int k = 0; k < m->n_samples; k++) {
    if (!time_events_reached(now, tick_time(inst, k))) continue;
    inst->values.boolean[m->sample[k]] = 1;
    inst->stale |= STALE_VALUES | STALE_RELATIONS;
    while (time_events_reached(now, tick_time(inst, k))) {
      inst->sample_tick[k]++;
    }
  }
}

bool time_events_extinguish(Instance *inst)
{
  const Model *m = inst->model;
  bool any = false;
  for (int k = 0; k < m->n_samples; k++) {
    int *value = &inst->values.boolean[m->sample[k]];
    if (!*value) continue;
    *value = 0;
    any = true;
  }
  return any;
}

void time_events_plan(Instance *inst)
{
  const Model *m = inst->model;
  double now = instance_time(inst), next = delay_next_event(inst);
  next = fmin(next, chatter_next_event(inst));
  next = fmin(next, contact_next_event(inst));
  for (int k = 0; k < m->n_samples; k++) {
    next = fmin(next, tick_time(inst, k));
  }
  for (int k = 0; k < m->n_relations; k++) {
    double moment = inst->crossing[k];
    if (!m->relation[k].timed || time_events_reached(now, moment)) continue;
    next = fmin(next, moment);
  }
  inst->next_event = next;
}
