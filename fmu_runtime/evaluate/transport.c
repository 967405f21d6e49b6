/* transport.c: see transport.h. */
#include "transport.h"
#include "../core/runtime_assert.h"
#include "../carry/state_fit.h"
#include "../core/thresholds.h"
#include "tangent.h"
#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

static TransportPoint *transport_points(const Instance *inst, int k)
{
  RUNTIME_ASSERT(k >= 0 && k < inst->model->n_transports);
  RUNTIME_ASSERT(transport_of(inst)->state[k].n_points <= TRANSPORT_ROOM);
  return transport_of(inst)->point + (ptrdiff_t)k * TRANSPORT_ROOM;
}

void transport_reset(Instance *inst)
{
  for (int k = 0; k < inst->model->n_transports; k++) {
    transport_of(inst)->state[k] = (TransportState){.n_points = 0};
  }
}

/* --- reading ------------------------------------------------------------- */

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

/* A point between two others, on the straight line. */
static TransportPoint read_straight(const TransportPoint *a, double place)
{
  TransportPoint r = a[0];
  double h = a[1].place - a[0].place;
  double part = h > 0 ? (place - a[0].place) / h : 0;
  r.place = place;
  r.value += part * (a[1].value - a[0].value);
  r.is_initial = 1;
  return r;
}

/* Were they recorded one after another, while things moved one way? Then the
 * place has gone with the mean of the speeds. */
static bool is_one_motion(const TransportPoint *a)
{
  double way = a[1].place - a[0].place, h = a[1].time - a[0].time;
  double mean = -(a[0].speed + a[1].speed) / 2;
  if (a[0].is_initial || a[1].is_initial || way == 0 || h == 0) return false;
  return fabs(way - h * mean) < TRANSPORT_ONE_MOTION * fabs(way);
}

/* A cubic polynomial from 0 to 1, by its values and slopes there. */
typedef struct Cubic {
  double c[4];
} Cubic;

static Cubic cubic_through(double a, double b, double slope_a, double slope_b)
{
  double rise = b - a, bend = slope_a + slope_b - 2 * rise;
  return (Cubic){{a, slope_a, rise - slope_a - bend, bend}};
}

static double cubic_value(const Cubic *p, double s)
{
  return p->c[0] + s * (p->c[1] + s * (p->c[2] + s * p->c[3]));
}

static double cubic_slope(const Cubic *p, double s)
{
  return p->c[1] + s * (2 * p->c[2] + s * 3 * p->c[3]);
}

/* Where between 0 and 1 the polynomial, which rises, has the value: Newton's
 * method, kept inside of what encloses it. */
static double cubic_find(const Cubic *p, double value)
{
  double low = 0, high = 1, s = 0.5;
  for (int k = 0; k < TRANSPORT_MOST_SEARCHES && high - low > DBL_EPSILON;
       k++) {
    double miss = cubic_value(p, s) - value, slope = cubic_slope(p, s);
    if (miss == 0) break;
    if (miss > 0) {
      high = s;
    } else {
      low = s;
    }
    double next = s - miss / slope;
    if (!(next > low && next < high)) next = (low + high) / 2;
    if (fabs(next - s) < DBL_EPSILON) break;
    s = next;
  }
  return s;
}

/* What entered between two points: place and value as polynomials of time. */
static TransportPoint read_motion(const TransportPoint *a, double place)
{
  RUNTIME_ASSERT(a[1].time != a[0].time);
  double h = a[1].time - a[0].time;
  Cubic way =
      cubic_through(a[0].place, a[1].place, -a[0].speed * h, -a[1].speed * h);
  Cubic what =
      cubic_through(a[0].value, a[1].value, a[0].rate * h, a[1].rate * h);
  double s = cubic_find(&way, place);
  return (TransportPoint){.place = place,
                          .value = cubic_value(&what, s),
                          .time = a[0].time + s * h,
                          .speed = -cubic_slope(&way, s) / h,
                          .rate = cubic_slope(&what, s) / h};
}

/* What is at the place; beyond the points the outermost value. */
static TransportPoint read_place(const TransportPoint *p, int n, double place)
{
  RUNTIME_ASSERT(n > 0 && n <= TRANSPORT_ROOM);
  int at = find_below(p, n, place);
  if (at >= 0 && at < n - 1) {
    return is_one_motion(&p[at]) ? read_motion(&p[at], place)
                                 : read_straight(&p[at], place);
  }
  TransportPoint end = p[at < 0 ? 0 : n - 1];
  end.place = place;
  end.is_initial = 1;
  return end;
}

/* How the value changes along the line. */
static double slope_at(const TransportPoint *p, int n, double place)
{
  int at = find_below(p, n, place);
  if (at < 0 || at == n - 1) return 0;
  if (is_one_motion(&p[at])) {
    TransportPoint r = read_motion(&p[at], place);
    return r.speed == 0 ? 0 : r.rate / -r.speed;
  }
  double h = p[at + 1].place - p[at].place;
  return h > 0 ? (p[at + 1].value - p[at].value) / h : 0;
}

/* The value at 0. */
static double read_line(const Instance *inst, int k)
{
  const Transport *t = &inst->model->transport[k];
  const double *real = inst->values.real;
  const TransportState *s = &transport_of(inst)->state[k];
  if (s->n_points == 0) return real[t->value[0]];
  if (real[t->positive] > 0) {
    return s->value + s->rate * (instance_time(inst) - s->time);
  }
  return read_place(transport_points(inst, k), s->n_points, -real[t->x]).value;
}

/* How it moves in a direction: what enters, with time; what leaves, with the
 * line; before there is a past, with the profile. */
static double turn_of_line(const Instance *inst, int k, const double *d)
{
  const Transport *t = &inst->model->transport[k];
  const double *real = inst->values.real;
  const TransportState *s = &transport_of(inst)->state[k];
  if (s->n_points == 0) return d[t->value[0]];
  if (real[t->positive] > 0) return s->rate * d[0];
  return -d[t->x] *
         slope_at(transport_points(inst, k), s->n_points, -real[t->x]);
}

bool transport_refresh(Instance *inst)
{
  const Model *m = inst->model;
  bool changed = false;
  for (int k = 0; k < m->n_transports; k++) {
    double value = read_line(inst, k);
    double *place = &inst->values.real[m->transport[k].y];
    changed |= *place != value;
    *place = value;
  }
  return changed;
}

bool transport_turn(const Instance *inst, double *d)
{
  bool changed = false;
  for (int k = 0; k < inst->model->n_transports; k++) {
    double turn = turn_of_line(inst, k, d);
    double *place = &d[inst->model->transport[k].y];
    changed |= *place != turn;
    *place = turn;
  }
  return changed;
}

/* --- writing ------------------------------------------------------------- */

/* The initial profile; more points than there is room for are not taken. */
static int begin_line(const Instance *inst, const Transport *t,
                      TransportPoint *p)
{
  RUNTIME_ASSERT(t->n_points >= 2);
  const double *real = inst->values.real;
  int n = t->n_points < TRANSPORT_ROOM / 2 ? t->n_points : TRANSPORT_ROOM / 2;
  for (int i = 0; i < n; i++) {
    p[i] = (TransportPoint){.place = real[t->point[i]] - real[t->x],
                            .value = real[t->value[i]],
                            .is_initial = 1};
  }
  return n;
}

static int drop_first(TransportPoint *p, int n, int n_dropped)
{
  RUNTIME_ASSERT(n_dropped >= 0 && n_dropped <= n);
  memmove(p, p + n_dropped, (size_t)(n - n_dropped) * sizeof p[0]);
  return n - n_dropped;
}

/* Puts a point before all others. Those below it have left the line, or were
 * recorded before the integrator went back. */
static int enter_low(TransportPoint *p, int n, TransportPoint point)
{
  RUNTIME_ASSERT(n >= 0 && n <= TRANSPORT_ROOM);
  int below = 0;
  while (below < n && p[below].place < point.place) below++;
  if (below > 0 && below < n && p[below].place > point.place) {
    p[below - 1] = read_place(p, n, point.place);
    below--;
  }
  n = drop_first(p, n, below);
  bool same = n > 0 && p[0].place == point.place;
  bool is_jump = n > 1 && p[1].place == p[0].place;
  bool is_close = n > 1 && !same && !is_jump &&
                  p[1].place - point.place < TRANSPORT_SPACING;
  if (is_close || (same && (is_jump || p[0].value == point.value))) {
    p[0] = point;
    return n;
  }
  if (n == TRANSPORT_ROOM) n--;
  memmove(p + 1, p, (size_t)n * sizeof p[0]);
  p[0] = point;
  return n + 1;
}

/* The same after all others. */
static int enter_high(TransportPoint *p, int n, TransportPoint point)
{
  RUNTIME_ASSERT(n >= 0 && n <= TRANSPORT_ROOM);
  int above = n;
  while (above > 0 && p[above - 1].place > point.place) above--;
  if (above > 0 && above < n && p[above - 1].place < point.place) {
    p[above] = read_place(p, n, point.place);
    above++;
  }
  n = above;
  bool same = n > 0 && p[n - 1].place == point.place;
  bool is_jump = n > 1 && p[n - 2].place == p[n - 1].place;
  bool is_close = n > 1 && !same && !is_jump &&
                  point.place - p[n - 2].place < TRANSPORT_SPACING;
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
  if (positive && p[0].place < low)
    return enter_low(p, n, read_place(p, n, low));
  if (!positive && p[n - 1].place > low + 1) {
    return enter_high(p, n, read_place(p, n, low + 1));
  }
  return n;
}

/* What enters at one end now. */
static TransportPoint entering(const Instance *inst, const Transport *t,
                               bool positive)
{
  const double *real = inst->values.real, *d = tangent_of(inst)->d;
  int in = positive ? t->in0 : t->in1;
  return (TransportPoint){.place = (positive ? 0 : 1) - real[t->x],
                          .value = real[in],
                          .time = instance_time(inst),
                          .speed = d[t->x],
                          .rate = d[in]};
}

/* The number of points then. */
static int record_point(const Instance *inst, int k)
{
  const Transport *t = &inst->model->transport[k];
  const TransportState *s = &transport_of(inst)->state[k];
  TransportPoint *p = transport_points(inst, k);
  bool begins = s->n_points == 0;
  bool positive = inst->values.real[t->positive] > 0;
  TransportPoint point = entering(inst, t, positive);
  int n = begins ? begin_line(inst, t, p) : s->n_points;
  double x = inst->values.real[t->x];
  bool moved = !begins && (positive ? x > s->x : x < s->x);
  if (moved) n = forget_gone(p, n, -s->x, positive);
  if (positive) {
    n = enter_low(p, n, point);
    return begins ? n : leave_high(p, n, 1 - s->x);
  }
  n = enter_high(p, n, point);
  return begins ? n : leave_low(p, n, -s->x);
}

void transport_record(Instance *inst)
{
  const double *real = inst->values.real, *d = tangent_of(inst)->d;
  for (int k = 0; k < inst->model->n_transports; k++) {
    const Transport *t = &inst->model->transport[k];
    TransportState *s = &transport_of(inst)->state[k];
    int n_points = record_point(inst, k);
    *s = (TransportState){.n_points = n_points,
                          .x = real[t->x],
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
    double speed = transport_of(inst)->state[k].fastest;
    double step = speed > 0 ? TRANSPORT_LONGEST / speed : 0;
    if (step > 0 && (longest == 0 || step < longest)) longest = step;
  }
  return longest;
}

double transport_room(const Instance *inst)
{
  double longest = transport_longest_step(inst);
  return longest > 0 ? TRANSPORT_ROOMY * longest : HUGE_VAL;
}

/* --- its memory ---------------------------------------------------------- */

static void carve_transports(void *part, const Model *m, Carving *c)
{
  TransportMemory *t = part;
  t->point = carve(&c->arrays, m->n_transports,
                   TRANSPORT_ROOM * sizeof(TransportPoint));
  t->state = carve(&c->arrays, m->n_transports, sizeof(TransportState));
}

/* Places rise, as searches need them. */
static bool points_fit(const TransportPoint *p, int n)
{
  for (int k = 0; k < n; k++) {
    if (isnan(p[k].place) || p[k].is_initial < 0 || p[k].is_initial > 1)
      return false;
    if (k > 0 && !(p[k].place >= p[k - 1].place)) return false;
  }
  return true;
}

static bool transport_fits(const StateFit *fit)
{
  const TransportMemory *t = transport_of(fit->inst);
  for (int k = 0; k < fit->inst->model->n_transports; k++) {
    int n = t->state[k].n_points;
    if (n < 0 || n > TRANSPORT_ROOM) return false;
    if (!points_fit(t->point + (ptrdiff_t)k * TRANSPORT_ROOM, n)) return false;
  }
  return true;
}

const Mechanism transport_mechanism = {.name = "transport",
                                       .size = PART_SIZE(TransportMemory),
                                       .carve = carve_transports,
                                       .fits = transport_fits};
