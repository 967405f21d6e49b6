/* direction_past.c: see direction_past.h. In `past` stand the number of points
 * of each delay, the points, and PastWork. A point is its time, and for each
 * direction value, slope, and how the time of the event changes that it is
 * before. */
#include "direction_past.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { POINT_VALUE, POINT_SLOPE, POINT_MOVED, POINT_PARTS };

/* Where the parts of `past` begin. */
typedef struct PastParts {
  size_t point, state, rate, value, slope, size;
} PastParts;

static size_t point_size(int n)
{
  return 1 + POINT_PARTS * (size_t)n;
}

static PastParts past_parts(const Model *m, int n)
{
  size_t n_delays = (size_t)m->n_delays, n_states = (size_t)m->n_states;
  PastParts p = {.point = n_delays};
  p.state = p.point + n_delays * DELAY_DIRECTION_ROOM * point_size(n);
  p.rate = p.state + n_states * (1 + (size_t)n);
  p.value = p.rate + n_states * (1 + (size_t)n);
  p.slope = p.value + n_delays * (size_t)n;
  p.size = p.slope + n_delays * (size_t)n;
  return p;
}

size_t direction_past_size(const Model *m, int n)
{
  return m->n_delays > 0 ? past_parts(m, n).size : 0;
}

/* --- points --- */

static int count_points(const FollowedDirections *f, int k)
{
  RUNTIME_ASSERT(f->past[k] >= 0 && f->past[k] <= DELAY_DIRECTION_ROOM);
  return (int)f->past[k];
}

static double *past_point(const Instance *inst, int k, int i)
{
  const FollowedDirections *f = inst->followed;
  RUNTIME_ASSERT(i >= 0 && i < DELAY_DIRECTION_ROOM);
  size_t place = (size_t)k * DELAY_DIRECTION_ROOM + (size_t)i;
  return f->past + inst->model->n_delays + place * point_size(f->n);
}

static double time_of_point(const Instance *inst, int k, int i)
{
  return past_point(inst, k, i)[0];
}

static double *part_of_point(const Instance *inst, int k, int i, int part,
                             int j)
{
  RUNTIME_ASSERT(j >= 0 && j < inst->followed->n);
  return past_point(inst, k, i) + 1 + POINT_PARTS * j + part;
}

/* The last point at or before the time; -1: all are later. */
static int find_point(const Instance *inst, int k, double time)
{
  int low = -1, high = count_points(inst->followed, k);
  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    if (time_of_point(inst, k, middle) <= time)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* Is it the point after an event? */
static bool ends_pair(const Instance *inst, int k, int i)
{
  return i > 0 && time_of_point(inst, k, i) == time_of_point(inst, k, i - 1);
}

/* The event that arrives now, up to rounding: its point after it; -1: none. */
static int find_pair(const Instance *inst, int k, double time)
{
  int n = count_points(inst->followed, k);
  double now = instance_time(inst);
  double slack = TIME_EVENT_ROUNDINGS * DBL_EPSILON * (fabs(now) + fabs(time));
  int i = find_point(inst, k, time - slack) + 1;
  for (; i < n && time_of_point(inst, k, i) <= time + slack; i++) {
    if (ends_pair(inst, k, i)) return i;
  }
  return -1;
}

void direction_past_forget(const Instance *inst)
{
  const FollowedDirections *f = inst->followed;
  for (int k = 0; f->past && k < inst->model->n_delays; k++) f->past[k] = 0;
}

/* --- reading --- */

/* Cubic, between points i and i + 1. */
static double interpolate_direction(const Instance *inst, int k, int i, int j,
                                    double time)
{
  const double *a = part_of_point(inst, k, i, 0, j);
  const double *b = part_of_point(inst, k, i + 1, 0, j);
  double begin = time_of_point(inst, k, i);
  double h = time_of_point(inst, k, i + 1) - begin, s = (time - begin) / h;
  double rise = (b[POINT_VALUE] - a[POINT_VALUE]) / h;
  double d = a[POINT_SLOPE] + b[POINT_SLOPE] - 2 * rise;
  double c = rise - a[POINT_SLOPE] - d;
  return a[POINT_VALUE] + s * h * (a[POINT_SLOPE] + s * (c + s * d));
}

bool direction_past_read(const Instance *inst, int k, double time,
                         bool has_passed, double *value)
{
  const FollowedDirections *f = inst->followed;
  RUNTIME_ASSERT(direction_past_is_kept(inst) && f->at >= 0);
  int n = count_points(f, k), j = f->at, i = find_point(inst, k, time);
  int pair = find_pair(inst, k, time);
  if (n == 0) return false;
  if (pair >= 0) {
    i = has_passed ? pair : pair - 1;
    *value = *part_of_point(inst, k, i, POINT_VALUE, j);
  } else if (i < 0) { /* before the start */
    *value = *part_of_point(inst, k, 0, POINT_VALUE, j);
  } else if (i < n - 1) {
    *value = interpolate_direction(inst, k, i, j, time);
  } else {
    double since = time - time_of_point(inst, k, i);
    *value = *part_of_point(inst, k, i, POINT_VALUE, j) +
             since * *part_of_point(inst, k, i, POINT_SLOPE, j);
  }
  return true;
}

bool direction_past_has_event(const Instance *inst, int k, double time,
                              double *since)
{
  int i = direction_past_is_kept(inst) ? find_pair(inst, k, time) : -1;
  if (i >= 0) *since = time_of_point(inst, k, i);
  return i >= 0;
}

static bool differs_at_pair(const Instance *inst, int k, int i)
{
  for (int j = 0; j < inst->followed->n; j++) {
    double before = *part_of_point(inst, k, i - 1, POINT_VALUE, j);
    double after = *part_of_point(inst, k, i, POINT_VALUE, j);
    if (fabs(after - before) > DELAY_KINK * (fabs(after) + fabs(before)))
      return true;
  }
  return false;
}

bool direction_past_next_event(const Instance *inst, int k, double time,
                               double *since, bool *differs)
{
  RUNTIME_ASSERT(direction_past_is_kept(inst));
  int n = count_points(inst->followed, k), i = find_point(inst, k, time) + 1;
  while (i < n && !ends_pair(inst, k, i)) i++;
  if (i >= n) return false;
  *since = time_of_point(inst, k, i);
  *differs = differs_at_pair(inst, k, i);
  return true;
}

double direction_past_moved(const Instance *inst, int k, double since, int j)
{
  int i = inst->followed->past ? find_point(inst, k, since) : -1;
  if (i < 0 || time_of_point(inst, k, i) != since || !ends_pair(inst, k, i))
    return NAN;
  return *part_of_point(inst, k, i - 1, POINT_MOVED, j);
}

/* --- keeping --- */

/* What is older than the longest delay is not needed any more. */
static int drop_old_points(const Instance *inst, int k, int n, double oldest)
{
  int first = find_point(inst, k, oldest);
  if (first > 0 && ends_pair(inst, k, first)) first--;
  if (first <= 0) return n;
  memmove(past_point(inst, k, 0), past_point(inst, k, first),
          (size_t)(n - first) * point_size(inst->followed->n) * sizeof(double));
  return n - first;
}

/* The place of a new point at the present time; of events at one time the first
 * point before and the last one after count. -1: there is one already; where
 * there is no room the directions are lost. */
static int place_of_point(Instance *inst, int k, PastPlace place)
{
  FollowedDirections *f = inst->followed;
  double now = instance_time(inst);
  double longest = inst->values.real[inst->model->delay[k].longest];
  int n = count_points(f, k);
  if (n > DELAY_DIRECTION_ROOM / 2)
    n = drop_old_points(inst, k, n, now - longest);
  if (n == DELAY_DIRECTION_ROOM) {
    if (!f->lost) f->lost = "too many events within the time of a delay";
    n--;
  }
  if (n > 0 && time_of_point(inst, k, n - 1) == now) {
    bool is_pair = ends_pair(inst, k, n - 1);
    if (is_pair && place == PAST_BEFORE) return -1;
    return is_pair || place != PAST_AFTER ? n - 1 : n;
  }
  bool is_close = n > 1 && !ends_pair(inst, k, n - 1) &&
                  now - time_of_point(inst, k, n - 2) < longest / DELAY_POINTS;
  return is_close ? n - 1 : n;
}

double direction_past_interval(const Instance *inst)
{
  double now = instance_time(inst);
  for (int i = count_points(inst->followed, 0) - 1; i >= 0; i--) {
    double since = now - time_of_point(inst, 0, i);
    if (since > 0) return since;
  }
  return 0;
}

/* Before the start x was what it was there. */
void direction_past_add(Instance *inst, int k, PastPlace place,
                        const double *value, const double *slope)
{
  const FollowedDirections *f = inst->followed;
  if (count_points(f, k) == 0 && place == PAST_AFTER)
    direction_past_add(inst, k, PAST_BEFORE, value, NULL);
  int i = place_of_point(inst, k, place);
  if (i < 0) return;
  past_point(inst, k, i)[0] = instance_time(inst);
  f->past[k] = i + 1;
  for (int j = 0; j < f->n; j++) {
    double *part = part_of_point(inst, k, i, 0, j);
    part[POINT_VALUE] = value[j];
    part[POINT_SLOPE] = slope ? slope[j] : 0;
    part[POINT_MOVED] = place == PAST_BEFORE ? f->time[j] : 0;
  }
}

PastWork direction_past_work(const Instance *inst)
{
  const FollowedDirections *f = inst->followed;
  PastParts p = past_parts(inst->model, f->n);
  return (PastWork){f->past + p.state, f->past + p.rate, f->past + p.value,
                    f->past + p.slope};
}
