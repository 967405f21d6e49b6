/* follow.c: see follow.h. */
#include "follow.h"
#include "../core/runtime_assert.h"
#include "../evaluate/delay.h"
#include "../evaluate/tangent.h"
#include "../states/adjoint.h"
#include "../states/drift.h"
#include <math.h>
#include <string.h>

static double *follow_direction_of(const Instance *inst, int k)
{
  const FollowedDirections *f = inst->followed;
  RUNTIME_ASSERT(k >= 0 && k <= f->n);
  return f->d + (size_t)k * (size_t)inst->model->n_real;
}

static size_t direction_size(const Instance *inst)
{
  return (size_t)inst->model->n_real * sizeof(double);
}

bool follow_run(Instance *inst, bool initial)
{
  if (drift_is_at_work(inst) && !drift_turn(inst)) return false;
  return delay_run_tangent(inst, initial);
}

/* The same, where it is direction k: with what its past makes of it. */
static bool follow_run_at(Instance *inst, int k, bool initial)
{
  FollowedDirections *f = inst->followed;
  f->at = k;
  bool good = initial ? delay_run_tangent(inst, true) : follow_run(inst, false);
  f->at = -1;
  return good;
}

/* Direction k, filled in again by the present values. */
static bool renew(Instance *inst, int k)
{
  double *d = tangent_begin(inst), *kept = follow_direction_of(inst, k);
  memcpy(d, kept, direction_size(inst));
  inst->followed->at = k;
  bool good = delay_run_tangent(inst, false);
  inst->followed->at = -1;
  if (!good) return false;
  memcpy(kept, d, direction_size(inst));
  return true;
}

/* --- begin --- */

void follow_sizes(const Instance *inst, FollowedDirections *f)
{
  const Model *m = inst->model;
  f->n_real = m->n_real;
  f->n_states = m->n_states;
  f->n_rows = m->n_relations > m->n_reinits ? m->n_relations : m->n_reinits;
  if (2 * m->n_samples > f->n_rows) f->n_rows = 2 * m->n_samples;
  if (m->follow && m->follow->n_starts > f->n_rows)
    f->n_rows = m->follow->n_starts;
  f->n_past = direction_past_size(m, f->n);
}

/* Start values that depend on parameters follow what they are computed from. */
static void take_starts(Instance *inst, FollowedDirections *f)
{
  const FollowProblem *p = inst->model->follow;
  Tangent t = {tangent_of(inst)->d, f->r};
  if (p->n_starts == 0) return;
  p->starts(&inst->values, &t);
  for (int k = 0; k < p->n_starts; k++) {
    if (!inst->keep[p->started[k]]) t.d[p->started[k]] = f->r[k];
  }
}

static bool start_direction(Instance *inst, FollowedDirections *f, int k)
{
  double *d = tangent_begin(inst);
  d[f->known[k]] = 1;
  if (!follow_run_at(inst, k, true)) return false;
  take_starts(inst, f);
  d[f->known[k]] = 1;
  if (!follow_run_at(inst, k, true)) return false;
  memcpy(follow_direction_of(inst, k), d, direction_size(inst));
  return true;
}

bool follow_start(Instance *inst, FollowedDirections *f)
{
  const Model *m = inst->model;
  RUNTIME_ASSERT(m->follow && inst->mode == MODE_INITIALIZATION);
  inst->followed = f;
  bool is_lost = m->n_transports > 0 || (m->n_delays > 0 && !f->past);
  f->lost = is_lost ? "what is delayed is not followed" : NULL;
  f->at = -1;
  direction_past_forget(inst);
  for (int k = 0; k < f->n; k++) {
    f->time[k] = 0;
    if (!start_direction(inst, f, k)) return false;
  }
  return true;
}

/* --- between events --- */

bool follow_at(Instance *inst, int k, const double *states)
{
  const Model *m = inst->model;
  double *d = tangent_begin(inst);
  memcpy(d, follow_direction_of(inst, k), direction_size(inst));
  for (int i = 0; i < m->n_states; i++) d[inst->state[i]] = states[i];
  d[0] = 0;
  return follow_run_at(inst, k, false);
}

bool follow_step(Instance *inst, const double *states)
{
  return follow_past_keep(inst, states, PAST_STEP, follow_at);
}

/* --- events --- */

/* How everything moves with time. */
static bool follow_time(Instance *inst)
{
  if (!delay_run_along_time(inst)) return false;
  memcpy(follow_direction_of(inst, inst->followed->n), tangent_of(inst)->d,
         direction_size(inst));
  return true;
}

/* Of direction k (f->n: time) the change of what relation `which` compares. */
static double change_of_crossing(Instance *inst, int k, int which)
{
  const FollowedDirections *f = inst->followed;
  Tangent t = {follow_direction_of(inst, k), f->r};
  inst->model->follow->crossings(&inst->values, &t);
  return f->r[which];
}

/* A tick of sample() is start + tick*interval. */
static void find_times_of_tick(Instance *inst, int which, double tick)
{
  const FollowedDirections *f = inst->followed;
  for (int k = 0; k < f->n; k++) {
    Tangent t = {follow_direction_of(inst, k), f->r};
    inst->model->follow->samples(&inst->values, &t);
    f->time[k] = f->r[2 * which] + tick * f->r[2 * which + 1];
  }
}

static void find_times_of_crossing(Instance *inst, int which)
{
  const FollowedDirections *f = inst->followed;
  int timed = inst->model->relation[which].timed;
  bool is_known = timed != 0 && timed != RELATION_SEARCHED;
  double speed = is_known ? -1 : change_of_crossing(inst, f->n, which);
  for (int k = 0; k < f->n; k++) {
    double change = change_of_crossing(inst, k, which);
    f->time[k] = change == 0 ? 0 : -change / speed;
    if (!isfinite(f->time[k]))
      follow_lose(inst, "a relation is touched and not crossed");
  }
}

/* A jump that was delayed arrives: t - T(t) is when it was. */
static void find_times_of_arrival(Instance *inst, int k, double since)
{
  const FollowedDirections *f = inst->followed;
  int T = inst->model->delay[k].T;
  double speed = 1 - follow_direction_of(inst, f->n)[T];
  for (int j = 0; j < f->n; j++) {
    double moved = direction_past_moved(inst, k, since, j);
    f->time[j] = (moved + follow_direction_of(inst, j)[T]) / speed;
    if (!isfinite(f->time[j]))
      follow_lose(inst, "a jump arrives whose time is not followed");
  }
}

/* f->time: how the time of this event changes; zero where it is given. */
static void find_times(Instance *inst, const FollowCause *cause)
{
  const FollowedDirections *f = inst->followed;
  for (int k = 0; k < f->n; k++) f->time[k] = 0;
  if (cause->sample >= 0)
    find_times_of_tick(inst, cause->sample, cause->tick);
  else if (cause->relation >= 0)
    find_times_of_crossing(inst, cause->relation);
  else if (cause->delay >= 0)
    find_times_of_arrival(inst, cause->delay, cause->since);
}

/* From a fixed time to the moving one of the event, or back. */
static void shift(Instance *inst, int k, double by)
{
  const double *along = follow_direction_of(inst, inst->followed->n);
  double *d = follow_direction_of(inst, k);
  if (by == 0) return;
  for (int i = 0; i < inst->model->n_real; i++) d[i] += by * along[i];
}

static void remember(Instance *inst, bool continuous_only)
{
  const Model *m = inst->model;
  for (int k = 0; k < inst->followed->n; k++) {
    double *d = follow_direction_of(inst, k);
    for (int i = 0; i < m->n_real_pre; i++) {
      const PrePair *pair = &m->real_pre[i];
      if (pair->is_continuous || !continuous_only)
        d[pair->before] = d[pair->now];
    }
  }
}

bool follow_before_event(Instance *inst, const double *states,
                         const FollowCause *cause)
{
  FollowedDirections *f = inst->followed;
  RUNTIME_ASSERT(f && inst->mode == MODE_CONTINUOUS);
  size_t n = (size_t)inst->model->n_states;
  for (int k = 0; k < f->n; k++) {
    if (!follow_at(inst, k, states + (size_t)k * n)) return false;
    memcpy(follow_direction_of(inst, k), tangent_of(inst)->d,
           direction_size(inst));
  }
  if (!follow_time(inst)) return false;
  find_times(inst, cause);
  if (!follow_past_keep(inst, states, PAST_BEFORE, follow_at)) return false;
  for (int k = 0; k < f->n; k++) shift(inst, k, f->time[k]);
  remember(inst, true);
  return true;
}

bool follow_settled(Instance *inst)
{
  if (!inst->followed) return true;
  for (int k = 0; k < inst->followed->n; k++) {
    if (!renew(inst, k)) return false;
  }
  return true;
}

void follow_reinit(Instance *inst, const ReinitValue *reinit)
{
  const FollowedDirections *f = inst->followed;
  const Model *m = inst->model;
  for (int k = 0; f && k < f->n; k++) {
    Tangent t = {follow_direction_of(inst, k), f->r};
    m->follow->reinits(&inst->values, &t);
    for (int i = 0; i < m->n_reinits; i++) {
      if (reinit[i].active) t.d[m->reinit[i]] = f->r[i];
    }
  }
}

void follow_remember(Instance *inst)
{
  if (inst->followed) remember(inst, false);
}

bool follow_finish(Instance *inst)
{
  const FollowedDirections *f = inst->followed;
  bool moves = false;
  for (int k = 0; f && k < f->n; k++) moves = moves || f->time[k] != 0;
  if (!moves) return true;
  if (!follow_time(inst)) return false;
  for (int k = 0; k < f->n; k++) {
    shift(inst, k, -f->time[k]);
    follow_direction_of(inst, k)[0] = f->time[k] = 0;
  }
  return true;
}

bool follow_after_event(Instance *inst, double *states)
{
  int n = inst->model->n_states;
  RUNTIME_ASSERT(inst->followed);
  for (int k = 0; k < inst->followed->n; k++) {
    const double *d = follow_direction_of(inst, k);
    for (int i = 0; i < n; i++) states[k * n + i] = d[inst->state[i]];
  }
  return inst->mode != MODE_CONTINUOUS ||
         follow_past_keep(inst, states, PAST_AFTER, follow_at);
}

/* --- from the end to the start --- */

/* A number of its own for each: what is computed from others gets another. */
static double follow_mark(int place)
{
  double turn = 0.618033988749894848 * ((double)place + 1);
  return 1 + turn - floor(turn);
}

bool follow_find_roles(Instance *inst, FollowedDirections *f)
{
  const Model *m = inst->model;
  double *d = tangent_begin(inst);
  for (int i = 0; i < m->n_real; i++) d[i] = follow_mark(i);
  if (!tangent_run(inst, false)) return false;
  for (int i = 0; i < m->n_real; i++)
    f->role[i] = d[i] == follow_mark(i) ? FOLLOW_GIVEN : FOLLOW_COMPUTED;
  for (int i = 0; i < m->n_real_pre; i++) {
    const PrePair *pair = &m->real_pre[i];
    if (f->role[pair->before]) f->role[pair->before] = FOLLOW_REMEMBERED;
    if (f->role[pair->now]) f->role[pair->now] = FOLLOW_REMEMBERED;
  }
  for (int i = 0; i < m->n_states; i++)
    f->role[inst->state[i]] = FOLLOW_COMPUTED;
  return true;
}

bool follow_back(Instance *inst, FollowedDirections *f, double *states)
{
  const Model *m = inst->model;
  RUNTIME_ASSERT(inst->followed == f);
  if (!adjoint_is_backward(inst, false)) {
    follow_lose(inst, "derivatives do not go backward in this model");
    return true;
  }
  if (!adjoint_run(inst, false)) return false;
  const double *d = tangent_of(inst)->d;
  for (int i = 0; i < m->n_states; i++) states[i] = d[inst->state[i]];
  memcpy(f->d, d, direction_size(inst));
  return true;
}
