/* transport.c: see transport.h. */
#include "transport.h"
#include <math.h>
#include <stddef.h>
#include <string.h>

static const double spacing = 1.0 / 4000;
static const double longest_part = 1.0 / 200;

static TransportPoint *points_of(const Instance *inst, int k)
{
  return inst->transport_point + (ptrdiff_t)k * TRANSPORT_ROOM;
}

void transport_reset(Instance *inst)
{
  for (int k = 0; k < inst->model->n_transports; k++) {
    inst->transport_state[k] = (TransportState){.n_points = 0};
  }
}

/* --- reading ------------------------------------------------------------- */

typedef struct Reading {
  double value, slope; /* along the line, or time */
} Reading;

/* The last point at or below the place; -1: all are above. */
static int find_below(const TransportPoint *p, int n, double place)
{
  int low = -1, high = n; /* p[low].place <= place < p[high].place */
  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    if (p[middle].place <= place) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

static Reading read_straight(const TransportPoint *a, double place)
{
  double h = a[1].place - a[0].place;
  double slope = h > 0 ? (a[1].value - a[0].value) / h : 0;
  return (Reading){a[0].value + slope * (place - a[0].place), slope};
}

/* Four points in a row that were recorded, at different places. */
static bool is_smooth(const TransportPoint *p)
{
  for (int i = 0; i < 4; i++) {
    if (p[i].is_initial) return false;
    if (i > 0 && p[i].place == p[i - 1].place) return false;
  }
  return true;
}

/* Newton's form of the cubic polynomial through four points. */
static Reading read_cubic(const TransportPoint *p, double place)
{
  double c[4];
  for (int i = 0; i < 4; i++) c[i] = p[i].value;
  for (int order = 1; order < 4; order++) {
    for (int i = 3; i >= order; i--) {
      c[i] = (c[i] - c[i - 1]) / (p[i].place - p[i - order].place);
    }
  }
  Reading r = {c[3], 0};
  for (int i = 2; i >= 0; i--) {
    double from = place - p[i].place;
    r.slope = r.slope * from + r.value;
    r.value = r.value * from + c[i];
  }
  return r;
}

static Reading read_place(const TransportPoint *p, int n, double place)
{
  int at = find_below(p, n, place);
  if (at < 0) return (Reading){p[0].value, 0};
  if (at == n - 1) return (Reading){p[n - 1].value, 0};
  if (at > 0 && at + 2 < n && is_smooth(&p[at - 1])) {
    return read_cubic(&p[at - 1], place);
  }
  return read_straight(&p[at], place);
}

/* The value at 0 and its derivative. */
static Reading read_line(const Instance *inst, int k)
{
  const Transport *t = &inst->model->transport[k];
  const double *real = inst->values.real;
  const TransportState *s = &inst->transport_state[k];
  if (s->n_points == 0) return (Reading){real[t->value[0]], 0};
  if (real[t->positive] > 0) {
    double since = instance_time(inst) - s->time;
    return (Reading){s->value + s->rate * since, s->rate};
  }
  Reading r = read_place(points_of(inst, k), s->n_points, -real[t->x]);
  r.slope *= -s->speed;
  return r;
}

bool transport_refresh(Instance *inst)
{
  const Model *m = inst->model;
  bool changed = false;
  for (int k = 0; k < m->n_transports; k++) {
    double value = read_line(inst, k).value;
    double *place = &inst->values.real[m->transport[k].y];
    changed |= *place != value;
    *place = value;
  }
  return changed;
}

void transport_slopes(const Instance *inst, double *d)
{
  for (int k = 0; k < inst->model->n_transports; k++) {
    d[inst->model->transport[k].y] = read_line(inst, k).slope;
  }
}

/* --- writing ------------------------------------------------------------- */

/* The initial profile; more points than there is room for are not taken. */
static int begin(const Instance *inst, const Transport *t, TransportPoint *p)
{
  const double *real = inst->values.real;
  int n = t->n_points < TRANSPORT_ROOM / 2 ? t->n_points : TRANSPORT_ROOM / 2;
  for (int i = 0; i < n; i++) {
    p[i] = (TransportPoint){real[t->point[i]] - real[t->x], real[t->value[i]],
                            1};
  }
  return n;
}

static int drop_first(TransportPoint *p, int n, int n_dropped)
{
  memmove(p, p + n_dropped, (size_t)(n - n_dropped) * sizeof p[0]);
  return n - n_dropped;
}

/* What the line holds at a place between its points. */
static TransportPoint cut(const TransportPoint *p, int n, double place)
{
  int at = find_below(p, n, place);
  bool is_initial = p[at].is_initial || p[at + 1].is_initial;
  return (TransportPoint){place, read_place(p, n, place).value, is_initial};
}

/* Puts a point before all others. Those below it have left the line, or were
 * recorded before the integrator went back. */
static int enter_low(TransportPoint *p, int n, TransportPoint point)
{
  int below = 0;
  while (below < n && p[below].place < point.place) below++;
  if (below > 0 && below < n && p[below].place > point.place) {
    p[below - 1] = cut(p, n, point.place);
    below--;
  }
  n = drop_first(p, n, below);
  bool same = n > 0 && p[0].place == point.place;
  bool is_jump = n > 1 && p[1].place == p[0].place;
  bool is_close = n > 1 && !same && !is_jump &&
                  p[1].place - point.place < spacing;
  if (is_close || (same && (is_jump || p[0].value == point.value))) {
    p[0] = point;
    return n;
  }
  if (n == TRANSPORT_ROOM) n--;
  memmove(p + 1, p, (size_t)n * sizeof p[0]);
  p[0] = point;
  return n + 1;
}

/* The same behind all others. */
static int enter_high(TransportPoint *p, int n, TransportPoint point)
{
  int above = n;
  while (above > 0 && p[above - 1].place > point.place) above--;
  if (above > 0 && above < n && p[above - 1].place < point.place) {
    p[above] = cut(p, n, point.place);
    above++;
  }
  n = above;
  bool same = n > 0 && p[n - 1].place == point.place;
  bool is_jump = n > 1 && p[n - 2].place == p[n - 1].place;
  bool is_close = n > 1 && !same && !is_jump &&
                  point.place - p[n - 2].place < spacing;
  if (is_close || (same && (is_jump || p[n - 1].value == point.value))) {
    p[n - 1] = point;
    return n;
  }
  if (n == TRANSPORT_ROOM) n = drop_first(p, n, 1);
  p[n] = point;
  return n + 1;
}

/* What has left the line a step ago is not asked for any more; two points
 * stay for the interpolation. */
static int leave_high(const TransportPoint *p, int n, double end)
{
  while (n > 3 && p[n - 3].place > end) n--;
  return n;
}

static int leave_low(TransportPoint *p, int n, double end)
{
  int gone = 0;
  while (gone < n - 3 && p[gone + 2].place < end) gone++;
  return gone > 0 ? drop_first(p, n, gone) : n;
}

/* What had left the line at one end by the last point does not come back: it
 * turned since then, without an event. */
static int forget_gone(TransportPoint *p, int n, double low, bool positive)
{
  if (n < 2 || p[0].place > low || p[n - 1].place < low + 1) return n;
  if (positive && p[0].place < low) return enter_low(p, n, cut(p, n, low));
  if (!positive && p[n - 1].place > low + 1) {
    return enter_high(p, n, cut(p, n, low + 1));
  }
  return n;
}

/* The number of points then. */
static int record_point(const Instance *inst, int k)
{
  const Transport *t = &inst->model->transport[k];
  const TransportState *s = &inst->transport_state[k];
  const double *real = inst->values.real;
  TransportPoint *p = points_of(inst, k);
  double low = -real[t->x];
  bool begins = s->n_points == 0;
  bool positive = real[t->positive] > 0;
  int n = begins ? begin(inst, t, p) : s->n_points;
  bool moved = !begins && (positive ? low < -s->x : low > -s->x);
  if (moved) n = forget_gone(p, n, -s->x, positive);
  if (positive) {
    n = enter_low(p, n, (TransportPoint){low, real[t->in0], 0});
    return begins ? n : leave_high(p, n, 1 - s->x);
  }
  n = enter_high(p, n, (TransportPoint){low + 1, real[t->in1], 0});
  return begins ? n : leave_low(p, n, -s->x);
}

void transport_record(Instance *inst)
{
  const double *real = inst->values.real, *d = inst->tangent.d;
  for (int k = 0; k < inst->model->n_transports; k++) {
    const Transport *t = &inst->model->transport[k];
    TransportState *s = &inst->transport_state[k];
    int n_points = record_point(inst, k);
    *s = (TransportState){.n_points = n_points,
                          .x = real[t->x],
                          .speed = d[t->x],
                          .time = instance_time(inst),
                          .value = real[t->in0],
                          .rate = d[t->in0],
                          .fastest = fmax(s->fastest, fabs(d[t->x]))};
  }
}

double transport_longest_step(const Instance *inst)
{
  double longest = 0;
  for (int k = 0; k < inst->model->n_transports; k++) {
    double speed = inst->transport_state[k].fastest;
    double step = speed > 0 ? longest_part / speed : 0;
    if (step > 0 && (longest == 0 || step < longest)) longest = step;
  }
  return longest;
}
