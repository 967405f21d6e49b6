/* time_events.c: see time_events.h. */
#include "time_events.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../evaluate/delay.h"
#include "chatter.h"
#include "contact.h"
#include "events.h"
#include <float.h>
#include <math.h>

/* The part of the instance. */
typedef struct SampleMemory {
  SampleTimes *times; /* [n_samples] */
  double *tick;       /* [n_samples] number of the next tick */
} SampleMemory;

static SampleMemory *samples_of(const Instance *inst)
{
  return inst->part[PART_TIME_EVENTS];
}

bool time_events_reached(double time, double event_time)
{
  return time >=
         event_time - TIME_EVENT_ROUNDINGS * DBL_EPSILON * fabs(event_time);
}

static double tick_time(const Instance *inst, int k)
{
  RUNTIME_ASSERT(k >= 0 && k < inst->model->n_samples);
  RUNTIME_ASSERT(samples_of(inst)->tick[k] >= 0);
  const SampleTimes *t = &samples_of(inst)->times[k];
  return t->start + samples_of(inst)->tick[k] * t->interval;
}

bool time_events_begin(Instance *inst)
{
  const Model *m = inst->model;
  double now = instance_time(inst);
  if (m->n_samples > 0) m->samples(&inst->values, samples_of(inst)->times);
  for (int k = 0; k < m->n_samples; k++) {
    const SampleTimes *t = &samples_of(inst)->times[k];
    if (!(t->interval > 0) || !isfinite(t->start)) {
      instance_note(inst, LOG_EVENTS,
                    "sample(%.15g, %.15g): the interval must be positive",
                    t->start, t->interval);
      return false;
    }
    double first = ceil((now - t->start) / t->interval);
    samples_of(inst)->tick[k] = first > 0 ? first : 0;
    /* the division may have rounded to a tick that is past */
    while (samples_of(inst)->tick[k] > 0 && tick_time(inst, k) > now) {
      samples_of(inst)->tick[k]--;
    }
    while (!time_events_reached(tick_time(inst, k), now)) {
      samples_of(inst)->tick[k]++;
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
      samples_of(inst)->tick[k]++;
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
    double moment = event_work_of(inst)->crossing[k];
    if (!m->relation[k].timed || time_events_reached(now, moment)) continue;
    next = fmin(next, moment);
  }
  inst->next_event = next;
}

/* --- its memory ---------------------------------------------------------- */

static void carve_samples(void *part, const Model *m, Carving *c)
{
  SampleMemory *s = part;
  s->times = carve(&c->arrays, m->n_samples, sizeof(SampleTimes));
  s->tick = carve(&c->arrays, m->n_samples, sizeof(double));
}

const Mechanism time_events_mechanism = {.name = "time_events",
                                         .size = PART_SIZE(SampleMemory),
                                         .carve = carve_samples};
