/* time_events.c: see time_events.h. */
#include "time_events.h"
#include "../carry/state_fit.h"
#include "../core/runtime_assert.h"
#include "../evaluate/delay.h"
#include "chatter.h"
#include "contact.h"
#include "events.h"
#include "time_reached.h"
#include "time_search.h"
#include <float.h>
#include <math.h>

/* The part of the instance. */
typedef struct SampleMemory {
  SampleTimes *times;    /* [n_samples] */
  double *tick;          /* [n_samples] number of the next tick */
  unsigned char *pauses; /* [1] at next_event a search is to go on */
} SampleMemory;

static SampleMemory *samples_of(const Instance *inst)
{
  return inst->part[PART_TIME_EVENTS];
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
    while (!time_reached(tick_time(inst, k), now)) {
      samples_of(inst)->tick[k]++;
    }
  }
  return true;
}

int time_events_ticking(const Instance *inst, double *tick)
{
  for (int k = 0; k < inst->model->n_samples; k++) {
    if (!time_reached(instance_time(inst), tick_time(inst, k))) continue;
    *tick = samples_of(inst)->tick[k];
    return k;
  }
  return -1;
}

void time_events_fire(Instance *inst)
{
  const Model *m = inst->model;
  double now = instance_time(inst);
  for (int k = 0; k < m->n_samples; k++) {
    if (!time_reached(now, tick_time(inst, k))) continue;
    inst->values.boolean[m->sample[k]] = 1;
    inst->stale |= STALE_VALUES | STALE_RELATIONS;
    while (time_reached(now, tick_time(inst, k))) {
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

/* When timed relation k changes; see time_search_next(). */
static double next_moment(Instance *inst, int k, bool *is_change)
{
  RUNTIME_ASSERT(inst->model->relation[k].timed);
  if (inst->model->relation[k].timed != RELATION_SEARCHED)
    return event_work_of(inst)->crossing[k];
  if (chatter_rests(inst, k)) return HUGE_VAL;
  return time_search_next(inst, k, is_change);
}

/* Times that differ by rounding are one event, at the last of them: all have
 * come then. */
static double join_events(Instance *inst, double next)
{
  const Model *m = inst->model;
  double now = instance_time(inst), last = next;
  bool is_change;
  for (int k = 0; k < m->n_samples; k++) {
    double tick = tick_time(inst, k);
    if (time_reached(next, tick)) last = fmax(last, tick);
  }
  for (int k = 0; k < m->n_relations; k++) {
    if (!m->relation[k].timed) continue;
    double moment = next_moment(inst, k, &is_change);
    if (time_reached(now, moment)) continue;
    if (time_reached(next, moment)) last = fmax(last, moment);
  }
  if (inst->has_stop_time && next <= inst->stop_time)
    last = fmin(last, inst->stop_time);
  return last;
}

void time_events_plan(Instance *inst)
{
  const Model *m = inst->model;
  double now = instance_time(inst), next = delay_next_event(inst);
  if (inst->type == MODEL_EXCHANGE) next = fmin(next, delay_known_until(inst));
  next = fmin(next, delay_next_arrival(inst));
  next = fmin(next, chatter_next_event(inst));
  next = fmin(next, contact_next_event(inst));
  for (int k = 0; k < m->n_samples; k++) {
    next = fmin(next, tick_time(inst, k));
  }
  double pause = HUGE_VAL;
  for (int k = 0; k < m->n_relations; k++) {
    if (!m->relation[k].timed) continue;
    bool is_change = true;
    double moment = next_moment(inst, k, &is_change);
    if (time_reached(now, moment)) continue;
    if (is_change)
      next = fmin(next, moment);
    else
      pause = fmin(pause, moment);
  }
  *samples_of(inst)->pauses = pause < next;
  next = fmin(next, pause);
  inst->next_event = next < HUGE_VAL ? join_events(inst, next) : next;
}

bool time_events_go_on(Instance *inst)
{
  if (!*samples_of(inst)->pauses) return false;
  time_events_plan(inst);
  return true;
}

/* --- its memory ---------------------------------------------------------- */

static void carve_samples(void *part, const Model *m, Carving *c)
{
  SampleMemory *s = part;
  s->times = carve(&c->arrays, m->n_samples, sizeof(SampleTimes));
  s->tick = carve(&c->arrays, m->n_samples, sizeof(double));
  s->pauses = carve(&c->arrays, 1, 1);
}

/* Before initialization there are none. Afterwards no tick lies behind, and the
 * next one is another time. */
static bool sample_fits(const Instance *inst, const SampleTimes *t, double tick)
{
  const double most = 9007199254740992.0; /* 2^53 */
  double now = instance_time(inst), next = t->start + tick * t->interval;
  if (!(tick >= 0 && tick < most) || floor(tick) != tick) return false;
  const Mode early =
      MODE_INSTANTIATED | MODE_CONFIGURATION | MODE_INITIALIZATION | MODE_ERROR;
  if (inst->mode & early) return true;
  return isfinite(t->start) && isfinite(t->interval) &&
         t->interval > 4 * DBL_EPSILON * fabs(now) && isfinite(next) &&
         (next > now - 2 * t->interval || time_reached(next, now));
}

static bool samples_fit(const StateFit *fit)
{
  const SampleMemory *s = samples_of(fit->inst);
  for (int k = 0; k < fit->inst->model->n_samples; k++) {
    if (!sample_fits(fit->inst, &s->times[k], s->tick[k])) return false;
  }
  return state_fit_bytes(s->pauses, 1, 1);
}

const Mechanism time_events_mechanism = {.name = "time_events",
                                         .size = PART_SIZE(SampleMemory),
                                         .carve = carve_samples,
                                         .fits = samples_fit};
