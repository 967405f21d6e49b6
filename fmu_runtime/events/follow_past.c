/* follow_past.c: see follow.h. The slope of a delayed value that is no state is
 * a difference along the way, of values a small part of a step apart. */
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../evaluate/evaluate.h"
#include "../evaluate/tangent.h"
#include "../vectors/direction_past.h"
#include "follow.h"
#include <math.h>
#include <stddef.h>

/* Where the values are looked at that say how the present ones change: before
 * the present time if the run comes from there without an event. As times are
 * rounded, not zero. */
static double follow_past_way(const Instance *inst, PastPlace place)
{
  double now = instance_time(inst), interval = direction_past_interval(inst);
  double longest = inst->values.real[inst->model->delay[0].longest];
  double way = fmax(DELAY_DIRECTION_WAY * interval, DELAY_WAY_LEAST * longest);
  if (place != PAST_AFTER && interval > 2 * way) way = -way;
  double moved = now + way - now;
  return moved != 0 ? moved : nextafter(now, HUGE_VAL) - now;
}

/* Of what is delayed along all directions; `rate`: how the parts of the states
 * change (NULL: not wanted). */
static bool follow_past_values(Instance *inst, const double *states,
                               double *value, double *rate, FollowRun *run)
{
  const Model *m = inst->model;
  int n = inst->followed->n;
  for (int j = 0; j < n; j++) {
    if (!run(inst, j, states + (ptrdiff_t)j * m->n_states)) return false;
    const double *d = tangent_of(inst)->d;
    for (int k = 0; k < m->n_delays; k++) value[k * n + j] = d[m->delay[k].x];
    for (int i = 0; rate && i < m->n_states; i++)
      rate[j * m->n_states + i] = d[inst->derivative[i]];
  }
  return true;
}

static bool follow_past_go_to(Instance *inst, double time, const double *states)
{
  evaluate_set_time(inst, time);
  evaluate_set_states(inst, states);
  return evaluate_model(inst);
}

/* The values a small way further, in place of slopes. */
static bool follow_past_values_near(Instance *inst, const double *states,
                                    double way, const PastWork *w,
                                    FollowRun *run)
{
  const Model *m = inst->model;
  double now = instance_time(inst);
  int n = m->n_states, all = n * inst->followed->n;
  double *here = w->state + all, *there = w->rate + all;
  evaluate_get_states(inst, here);
  for (int i = 0; i < all; i++) w->state[i] = states[i] + way * w->rate[i];
  for (int i = 0; i < n; i++)
    there[i] = here[i] + way * inst->values.real[inst->derivative[i]];
  bool good = follow_past_go_to(inst, now + way, there) &&
              follow_past_values(inst, w->state, w->slope, NULL, run);
  return follow_past_go_to(inst, now, here) && good;
}

bool follow_past_keep(Instance *inst, const double *states, PastPlace place,
                      FollowRun *run)
{
  const Model *m = inst->model;
  if (!direction_past_is_kept(inst)) return true;
  PastWork w = direction_past_work(inst);
  double way = follow_past_way(inst, place);
  int n = inst->followed->n;
  if (!follow_past_values(inst, states, w.value, w.rate, run) ||
      !follow_past_values_near(inst, states, way, &w, run)) {
    return false;
  }
  for (int k = 0; k < m->n_delays; k++) {
    ptrdiff_t first = (ptrdiff_t)k * n;
    double *slope = w.slope + first;
    bool stands = m->delay[k].is_constant_between_events;
    for (int j = 0; j < n; j++)
      slope[j] = stands ? 0 : (slope[j] - w.value[first + j]) / way;
    direction_past_add(inst, k, place, w.value + first, slope);
  }
  return true;
}
