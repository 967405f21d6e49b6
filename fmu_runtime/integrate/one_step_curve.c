/* one_step_curve.c: see one_step_curve.h. */
#include "one_step_curve.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../evaluate/evaluate.h"
#include "../events/events.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* --- the curve ----------------------------------------------------------- */

void one_step_add_slopes(const OneStep *one, int n_states, const double *part,
                         int n, double *sum)
{
  for (int i = 0; i < n_states; i++) sum[i] = part[0] * one->slope[0][i];
  for (int k = 1; k < n; k++) {
    const double *slope = one->slope[k];
    double factor = part[k];
    if (factor == 0) continue;
    for (int i = 0; i < n_states; i++) sum[i] += factor * slope[i];
  }
}

static void one_step_make_curve(OneStep *one, int n)
{
  static const double part[ONE_STEP_STAGES] = {
      -12715105075.0 / 11282082432,  0,
      87487479700.0 / 32700410799,   -10690763975.0 / 1880347072,
      701980252875.0 / 199316789632, -1453857185.0 / 822651844,
      69997945.0 / 29380423};
  double h = one->length;
  double *a = one->curve[0], *b = one->curve[1], *c = one->curve[2];
  if (one->has_curve) return;
  one->has_curve = true;
  one_step_add_slopes(one, n, part, ONE_STEP_STAGES, c);
  for (int i = 0; i < n; i++) {
    double way = one->end[i] - one->begin[i];
    a[i] = h * one->slope[0][i] - way;
    b[i] = way - h * one->slope[ONE_STEP_STAGES - 1][i] - a[i];
    c[i] = h * c[i];
  }
}

void one_step_point(OneStep *one, int n, double own, double *point)
{
  double s = (own - one->from) / one->length, r = 1 - s;
  const double *a = one->curve[0], *b = one->curve[1], *c = one->curve[2];
  if (own == one->from + one->length || !(one->length > 0)) {
    memcpy(point, one->end, (size_t)n * sizeof point[0]);
    return;
  }
  one_step_make_curve(one, n);
  for (int i = 0; i < n; i++) {
    double way = one->end[i] - one->begin[i];
    point[i] = one->begin[i] + s * (way + r * (a[i] + s * (b[i] + r * c[i])));
  }
}

void one_step_slope(OneStep *one, int n, double own, double *slope)
{
  double s = (own - one->from) / one->length, r = 1 - s;
  const double *a = one->curve[0], *b = one->curve[1], *c = one->curve[2];
  one_step_make_curve(one, n);
  for (int i = 0; i < n; i++) {
    double way = one->end[i] - one->begin[i];
    double inner = b[i] + r * c[i], middle = a[i] + s * inner;
    slope[i] = (way + r * middle + s * (-middle + r * (inner - s * c[i]))) /
               one->length;
  }
}

/* --- roots ----------------------------------------------------------------- */

/* What begins at zero has no sign to change. */
static bool one_step_changes_sign(double before, double after)
{
  if (before == 0) return false;
  return after == 0 || (before < 0) != (after < 0);
}

/* The stretch with a root in it, and the indicators at its ends: of those that
 * have another sign at the end of the step. What changes and changes back
 * within the step is for bounds to find (crossing_search.h). */
typedef struct RootStretch {
  double low, high;
  double *at_low, *at_high, *between;
  int *list, n;
} RootStretch;

static void list_changes(RootStretch *s, int n_indicators)
{
  for (int k = 0; k < n_indicators; k++) {
    if (one_step_changes_sign(s->at_low[k], s->at_high[k])) s->list[s->n++] = k;
  }
}

static bool has_root(const RootStretch *s, const double *after)
{
  for (int i = 0; i < s->n; i++) {
    if (one_step_changes_sign(s->at_low[s->list[i]], after[s->list[i]]))
      return true;
  }
  return false;
}

/* The first root by straight lines, as a part of the stretch; `weight` of the
 * values at the low end. */
static double first_by_lines(const RootStretch *s, double weight)
{
  double first = 1;
  for (int i = 0; i < s->n; i++) {
    int k = s->list[i];
    if (!one_step_changes_sign(s->at_low[k], s->at_high[k])) continue;
    double low = weight * s->at_low[k];
    first = fmin(first, low / (low - s->at_high[k]));
  }
  return first;
}

static bool look_between(IntegratorRun *run, const RootStretch *s, double own)
{
  Instance *inst = run->inst;
  OneStep *one = &run->one_step;
  one_step_point(one, inst->model->n_states, own, one->point);
  evaluate_set_time(inst, solver_clock_time(&run->clock, own));
  evaluate_set_states(inst, one->point);
  if (inst->stale & STALE_VALUES && !evaluate_model(inst)) return false;
  return events_some_indicators(inst, s->list, s->n, s->between);
}

static void swap(double **a, double **b)
{
  double *c = *a;
  *a = *b;
  *b = c;
}

/* Not nearer to an end than half of what is near enough: the next stretch is
 * then that short. */
static double place_within(const RootStretch *s, double part, double near)
{
  double length = s->high - s->low;
  double least = fmin(near / 2, length / 2);
  double place = s->low + part * length;
  return fmax(s->low + least, fmin(place, s->high - least));
}

static bool narrow(IntegratorRun *run, RootStretch *s, double near)
{
  double weight = 1;
  int side = 0; /* on which a root was last: 1 below, -1 above, 0 neither */
  for (int k = 0; k < ONE_STEP_MOST_LOOKS && s->high - s->low > near; k++) {
    double middle = place_within(s, first_by_lines(s, weight), near);
    if (!(middle > s->low && middle < s->high)) return true;
    if (!look_between(run, s, middle)) return false;
    int now = has_root(s, s->between) ? 1 : -1;
    if (now > 0) {
      s->high = middle;
      swap(&s->at_high, &s->between);
    } else {
      s->low = middle;
      swap(&s->at_low, &s->between);
    }
    if (now != side)
      weight = 1;
    else
      weight = now > 0 ? weight / 2 : weight * 2;
    side = now;
  }
  return true;
}

RootSearch one_step_root(IntegratorRun *run, double *end)
{
  OneStep *one = &run->one_step;
  RootStretch s = {one->from,    *end, one->g_begin, one->g_end, one->g_point,
                   one->changed, 0};
  list_changes(&s, run->crossings.n);
  if (s.n == 0) return ROOT_NONE;
  double near = CROSSING_ROOT * DBL_EPSILON * (fabs(*end) + fabs(one->length));
  bool good = narrow(run, &s, near);
  one->g_begin = s.at_low;
  one->g_end = s.at_high;
  one->g_point = s.between;
  *end = s.high;
  return good ? ROOT_FOUND : ROOT_UNKNOWN;
}
