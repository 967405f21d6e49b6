/* delay.c: see delay.h. */
#include "delay.h"
#include "../core/runtime_assert.h"
#include "../carry/state_fit.h"
#include "../core/thresholds.h"
#include "../vectors/direction_past.h"
#include "input_motion.h"
#include "tangent.h"
#include "transport.h"
#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

static DelayPoint *delay_points(const Instance *inst, int k)
{
  RUNTIME_ASSERT(k >= 0 && k < inst->model->n_delays);
  RUNTIME_ASSERT(delay_of(inst)->count[k] >= 0 &&
                 delay_of(inst)->count[k] <= DELAY_ROOM);
  return delay_of(inst)->point + (ptrdiff_t)k * DELAY_ROOM;
}

bool delay_is_used(const Instance *inst)
{
  return inst->model->n_delays > 0 || inst->model->n_transports > 0;
}

bool delay_moves(const Instance *inst)
{
  for (int k = 0; k < inst->model->n_delays; k++) {
    if (!inst->model->delay[k].is_constant_between_events) return true;
  }
  return inst->model->n_transports > 0;
}

void delay_reset(Instance *inst)
{
  transport_reset(inst);
  for (int k = 0; k < inst->model->n_delays; k++) {
    delay_of(inst)->count[k] = 0;
    delay_of(inst)->passed[k] = inst->start_time;
  }
}

void delay_arrive(Instance *inst)
{
  for (int k = 0; k < inst->model->n_delays; k++) {
    delay_of(inst)->passed[k] = instance_time(inst);
  }
}

/* --- reading ------------------------------------------------------------- */

/* The last point at or before the time; -1: all are later. With points of
 * equal time the last one counts: the value after the jump. */
static int find_before(const DelayPoint *p, int n, double time)
{
  int low = -1, high = n; /* p[low].time <= time < p[high].time */
  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    if (p[middle].time <= time) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

typedef struct Reading {
  double value, slope;
} Reading;

static Reading interpolate(const DelayPoint *a, const DelayPoint *b,
                           double time)
{
  RUNTIME_ASSERT(b->time > a->time && time >= a->time && time <= b->time);
  double h = b->time - a->time, s = (time - a->time) / h;
  double rise = (b->value - a->value) / h;
  /* a + s h (a' + s (c + s d)): fits values and slopes at both ends */
  double d = a->slope + b->slope - 2 * rise;
  double c = rise - a->slope - d;
  return (Reading){a->value + s * h * (a->slope + s * (c + s * d)),
                   a->slope + s * (2 * c + 3 * s * d)};
}

/* Two points of one time: a jump of the value, or of its slope alone. */
static bool is_pair(const DelayPoint *p, int at)
{
  return at > 0 && p[at].time == p[at - 1].time;
}

static bool is_jump(const DelayPoint *p, int at)
{
  return is_pair(p, at) && p[at].value != p[at - 1].value;
}

/* At a jump, up to rounding: the index of its side that counts now; else -1.
 * `at` is the last point before the time. */
static int side_of_jump(const Instance *inst, int k, int at, double time)
{
  RUNTIME_ASSERT(at >= -1 && at < delay_of(inst)->count[k]);
  const DelayPoint *p = delay_points(inst, k);
  int n = delay_of(inst)->count[k];
  double now = instance_time(inst);
  double slack = TIME_EVENT_ROUNDINGS * DBL_EPSILON * (fabs(now) + fabs(time));
  for (int i = at < 0 ? 0 : at; i < n && p[i].time <= time + slack; i++) {
    if (!is_jump(p, i) || p[i].time < time - slack) continue;
    return now > delay_of(inst)->passed[k] ? i - 1 : i;
  }
  return -1;
}

static Reading delay_read_at(const Instance *inst, int k, double time)
{
  const DelayPoint *p = delay_points(inst, k);
  int n = delay_of(inst)->count[k];
  if (n == 0) return (Reading){inst->values.real[inst->model->delay[k].x], 0};
  int at = find_before(p, n, time);
  int side = side_of_jump(inst, k, at, time);
  if (side >= 0) return (Reading){p[side].value, p[side].slope};
  if (at < 0) return (Reading){p[0].value, 0};
  if (at < n - 1) return interpolate(&p[at], &p[at + 1], time);
  /* beyond what is known: a straight line */
  const DelayPoint *last = &p[n - 1];
  return (Reading){last->value + (time - last->time) * last->slope,
                   last->slope};
}

static double delay_time(const Instance *inst, int k)
{
  double T = inst->values.real[inst->model->delay[k].T];
  return T > 0 ? T : 0;
}

bool delay_refresh(Instance *inst)
{
  const Model *m = inst->model;
  if (m->n_delays == 0 && m->n_transports == 0) return false;
  double now = instance_time(inst);
  bool changed = transport_refresh(inst);
  for (int k = 0; k < m->n_delays; k++) {
    double value = delay_read_at(inst, k, now - delay_time(inst, k)).value;
    double *place = &inst->values.real[m->delay[k].y];
    changed |= *place != value;
    *place = value;
  }
  return changed;
}

/* --- how the past changes with parameters --- */

/* Has what arrives now arrived? */
static bool delay_has_passed(const Instance *inst, int k)
{
  return instance_time(inst) <= delay_of(inst)->passed[k];
}

/* How x moved then. Where directions are followed the side of an event counts,
 * like that of a jump. */
static double slope_of_past(const Instance *inst, int k, double time)
{
  const DelayPoint *p = delay_points(inst, k);
  double since = time;
  bool is_event = direction_past_has_event(inst, k, time, &since);
  int at = find_before(p, delay_of(inst)->count[k], since);
  if (!is_event || at < 0 || p[at].time != since)
    return delay_read_at(inst, k, time).slope;
  if (delay_has_passed(inst, k)) return p[at].slope;
  if (since <= inst->start_time) return 0;
  return p[is_pair(p, at) ? at - 1 : at].slope;
}

/* How what x was then changes with the parameter that is followed. */
static double turn_of_past(const Instance *inst, int k, double time,
                           const double *d)
{
  double value;
  if (!direction_past_is_kept(inst) || inst->followed->at < 0) return 0;
  bool has_passed = delay_has_passed(inst, k);
  if (direction_past_read(inst, k, time, has_passed, &value)) return value;
  return d[inst->model->delay[k].x];
}

/* A delay time below zero counts as zero. */
static double turn_of_delay(const Instance *inst, int k, const double *d)
{
  const Delay *delay = &inst->model->delay[k];
  if (delay_of(inst)->count[k] == 0) return d[delay->x];
  double T = delay_time(inst, k), time = instance_time(inst) - T;
  return slope_of_past(inst, k, time) * (d[0] - (T > 0 ? d[delay->T] : 0)) +
         turn_of_past(inst, k, time, d);
}

int delay_arriving(const Instance *inst, double *since)
{
  for (int k = 0; k < inst->model->n_delays; k++) {
    double time = instance_time(inst) - delay_time(inst, k);
    if (direction_past_has_event(inst, k, time, since) &&
        !delay_has_passed(inst, k))
      return k;
  }
  return -1;
}

/* A jump of the value or the slope at this time? */
static bool is_pair_at(const Instance *inst, int k, double time)
{
  const DelayPoint *p = delay_points(inst, k);
  int at = find_before(p, delay_of(inst)->count[k], time);
  return at >= 0 && p[at].time == time &&
         (is_pair(p, at) || time <= inst->start_time);
}

/* Many events only let an integrator start again: what is smooth there arrives
 * without one. */
static double next_arrival_of(const Instance *inst, int k)
{
  double now = instance_time(inst), T = delay_time(inst, k), since = now - T;
  double at = now;
  bool differs, is_now = direction_past_has_event(inst, k, since, &at);
  while (direction_past_next_event(inst, k, since, &since, &differs)) {
    if (is_now && since == at) continue;
    if (since + T > now && (differs || is_pair_at(inst, k, since)))
      return since + T;
  }
  return HUGE_VAL;
}

double delay_next_arrival(const Instance *inst)
{
  double next = HUGE_VAL;
  if (!direction_past_is_kept(inst)) return next;
  for (int k = 0; k < inst->model->n_delays; k++)
    next = fmin(next, next_arrival_of(inst, k));
  return next;
}

/* --- directions --- */

/* Into the direction; true: one of them has changed. */
static bool turn_delays(const Instance *inst, double *d)
{
  bool changed = transport_turn(inst, d);
  for (int k = 0; k < inst->model->n_delays; k++) {
    double turn = turn_of_delay(inst, k, d);
    double *place = &d[inst->model->delay[k].y];
    changed |= *place != turn;
    *place = turn;
  }
  return changed;
}

bool delay_run_tangent(Instance *inst, bool initial)
{
  double *d = tangent_of(inst)->d;
  if (delay_is_used(inst)) turn_delays(inst, d);
  for (int k = 0; k < DELAY_MOST_ROUNDS; k++) {
    if (!tangent_run(inst, initial)) return false;
    if (!delay_is_used(inst) || !turn_delays(inst, d)) return true;
  }
  return true;
}

bool delay_run_along_time(Instance *inst)
{
  double *d = tangent_begin(inst);
  const double *real = inst->values.real;
  d[0] = 1;
  input_motion_slopes(inst, d);
  for (int k = 0; k < inst->model->n_states; k++) {
    d[inst->state[k]] = real[inst->derivative[k]];
  }
  return delay_run_tangent(inst, false);
}

/* --- writing ------------------------------------------------------------- */

/* How the x move with time; zero where the model has no tangents. */
static void find_slopes(Instance *inst)
{
  const Model *m = inst->model;
  double *d = tangent_begin(inst);
  if (!m->tangent) return;
  d[0] = 1;
  for (int k = 0; k < m->n_states; k++) {
    d[inst->state[k]] = inst->values.real[inst->derivative[k]];
  }
  if (delay_run_tangent(inst, false)) return;
  memset(d, 0, (size_t)m->n_real * sizeof d[0]);
}

/* What is older than the longest delay is not needed any more, but for one
 * point to interpolate from. */
static int drop_old(DelayPoint *p, int n, double oldest)
{
  RUNTIME_ASSERT(n > 0 && n <= DELAY_ROOM);
  int first = find_before(p, n, oldest);
  if (first <= 0) return n;
  memmove(p, p + first, (size_t)(n - first) * sizeof p[0]);
  return n - first;
}

/* Is the point, of the same time as the last one, another side of it? Where
 * only the slope jumps the side before counts for the curve to there, unless
 * that is short. */
static bool is_other_side(const DelayPoint *p, int n, DelayPoint point,
                          double spacing)
{
  RUNTIME_ASSERT(n > 0 && p[n - 1].time == point.time);
  const DelayPoint *last = &p[n - 1];
  if (is_pair(p, n - 1)) return false;
  if (last->value != point.value) return true;
  double change = fabs(point.slope - last->slope);
  bool is_kink = change > DELAY_KINK * (fabs(point.slope) + fabs(last->slope));
  return is_kink && n > 1 && point.time - p[n - 2].time >= spacing;
}

static int append_delay_point(DelayPoint *p, int n, DelayPoint point,
                              double spacing)
{
  RUNTIME_ASSERT(n >= 0 && n <= DELAY_ROOM);
  RUNTIME_ASSERT(n == 0 || p[n - 1].time <= point.time);
  bool same_time = n > 0 && p[n - 1].time == point.time;
  if (same_time && !is_other_side(p, n, point, spacing)) {
    p[n - 1] = point;
    return n;
  }
  bool is_close = n > 1 && !same_time && !is_pair(p, n - 1) &&
                  point.time - p[n - 2].time < spacing;
  if (is_close || n == DELAY_ROOM) n--;
  p[n] = point;
  return n + 1;
}

void delay_record(Instance *inst)
{
  const Model *m = inst->model;
  double now = instance_time(inst);
  if (!delay_is_used(inst)) return;
  if (delay_moves(inst)) find_slopes(inst);
  transport_record(inst);
  for (int k = 0; k < m->n_delays; k++) {
    DelayPoint *p = delay_points(inst, k);
    int n = delay_of(inst)->count[k];
    double longest = inst->values.real[m->delay[k].longest];
    while (n > 0 && p[n - 1].time > now) n--;
    if (n > DELAY_ROOM / 2) n = drop_old(p, n, now - longest);
    int x = m->delay[k].x;
    double slope =
        m->delay[k].is_constant_between_events ? 0 : tangent_of(inst)->d[x];
    DelayPoint point = {now, inst->values.real[x], slope};
    delay_of(inst)->count[k] =
        append_delay_point(p, n, point, longest / DELAY_POINTS);
  }
}

/* --- limits -------------------------------------------------------------- */

double delay_next_event(const Instance *inst)
{
  double now = instance_time(inst), next = HUGE_VAL;
  for (int k = 0; k < inst->model->n_delays; k++) {
    const DelayPoint *p = delay_points(inst, k);
    double T = delay_time(inst, k);
    int at = find_before(p, delay_of(inst)->count[k], now - T) + 1;
    while (at < delay_of(inst)->count[k] && !is_jump(p, at)) at++;
    if (at < delay_of(inst)->count[k] && p[at].time + T > now) {
      next = fmin(next, p[at].time + T);
    }
  }
  return next;
}

/* Half of a delay time that may become shorter meanwhile; where it vanishes no
 * event is closer than points are. */
double delay_known_until(const Instance *inst)
{
  const Model *m = inst->model;
  double room = transport_room(inst);
  for (int k = 0; k < m->n_delays; k++) {
    if (m->delay[k].is_constant_between_events) continue; /* jumps are events */
    double T = delay_time(inst, k);
    if (m->delay[k].T != m->delay[k].longest)
      T = fmax(T / 2, inst->values.real[m->delay[k].longest] / DELAY_POINTS);
    if (T > 0) room = fmin(room, T);
  }
  return instance_time(inst) + room;
}

/* The cubic through points of distance h is off by at most f4 h^4 / 384, f4
 * being the fourth derivative, and that over two intervals a and b at the point
 * between them by f4 (a b)^2 / 24: f4 follows from three points. */
static double fourth_derivative(const DelayPoint *p)
{
  double a = p[1].time - p[0].time, b = p[2].time - p[1].time;
  double off = fabs(interpolate(&p[0], &p[2], p[1].time).value - p[1].value);
  return 24 * off / (a * b * a * b);
}

/* By the largest one since the last jump, but not of more than some points: it
 * may have passed through zero. HUGE_VAL: nothing is known. */
static double exact_step_of(const Instance *inst, int k, double T)
{
  int n = delay_of(inst)->count[k];
  const DelayPoint *p = delay_points(inst, k);
  double f4 = 0, size = 0;
  for (int at = n - 1; at > 1 && at >= n - DELAY_LOOKED_AT; at--) {
    if (is_pair(p, at) || is_pair(p, at - 1)) break;
    size = fmax(size, fmax(fabs(p[at].value), fabs(p[at].slope) * T));
    f4 = fmax(f4, fourth_derivative(&p[at - 2]));
  }
  double allowed = DELAY_TOLERANCES * inst->tolerance * size;
  return f4 > 0 ? pow(384 * allowed / f4, 0.25) : HUGE_VAL;
}

double delay_exact_step(const Instance *inst)
{
  double exact = 0;
  for (int k = 0; k < inst->model->n_delays; k++) {
    if (inst->model->delay[k].is_constant_between_events)
      continue; /* jumps are events */
    double T = delay_time(inst, k);
    double step = fmax(exact_step_of(inst, k, T), T / DELAY_MOST_STEPS);
    if (step >= T / DELAY_FEWEST_STEPS) continue;
    if (exact == 0 || step < exact) exact = step;
  }
  return exact;
}

double delay_longest_step(const Instance *inst)
{
  double longest = transport_longest_step(inst);
  for (int k = 0; k < inst->model->n_delays; k++) {
    if (inst->model->delay[k].is_constant_between_events) continue;
    double T = delay_time(inst, k) / DELAY_FEWEST_STEPS;
    if (T > 0 && (longest == 0 || T < longest)) longest = T;
  }
  return longest;
}

/* --- its memory ---------------------------------------------------------- */

static void carve_delays(void *part, const Model *m, Carving *c)
{
  DelayMemory *d = part;
  d->point = carve(&c->arrays, m->n_delays, DELAY_ROOM * sizeof(DelayPoint));
  d->count = carve(&c->arrays, m->n_delays, sizeof(int));
  d->passed = carve(&c->arrays, m->n_delays, sizeof(double));
}

/* Times rise, two of a jump being the same. */
static bool delay_points_fit(const DelayPoint *p, int n)
{
  for (int k = 0; k < n; k++) {
    if (!isfinite(p[k].time)) return false;
    if (k > 0 && !(p[k].time >= p[k - 1].time)) return false;
    if (k > 1 && p[k].time == p[k - 2].time) return false;
  }
  return true;
}

static bool delay_fits(const StateFit *fit)
{
  const DelayMemory *d = delay_of(fit->inst);
  for (int k = 0; k < fit->inst->model->n_delays; k++) {
    if (d->count[k] < 0 || d->count[k] > DELAY_ROOM) return false;
    if (!delay_points_fit(d->point + (ptrdiff_t)k * DELAY_ROOM, d->count[k]))
      return false;
  }
  return true;
}

const Mechanism delay_mechanism = {.name = "delay",
                                   .size = PART_SIZE(DelayMemory),
                                   .carve = carve_delays,
                                   .fits = delay_fits};
