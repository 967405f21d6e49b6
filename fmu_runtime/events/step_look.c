/* step_look.c: see step_look.h. */
#include "step_look.h"
#include "../core/runtime_assert.h"
#include "../carry/state_fit.h"
#include "../core/thresholds.h"
#include "../evaluate/input_motion.h"
#include "../evaluate/tape.h"
#include "../states/scale.h"
#include "chatter.h"
#include "contact.h"
#include "events.h"
#include "slide.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* A part of the instance; all arrays [n_states]. */
typedef struct StepLook {
  double *time; /* [2] of the ends */
  double *begin, *begin_slope, *middle, *end, *end_slope;
  unsigned char *known; /* [3] are there a beginning, a middle, tapes? */
  /* As long as states and time stay in here, items that are clear stay what
   * they are; time: low > high: nothing is known. */
  double *low, *high;
  double *window;       /* [2] of the time */
  unsigned char *clear; /* [n_relations + n_assertions] */
  /* What that was found with: [n_relations] values, [n_tape_operands] what does
   * not move. */
  unsigned char *relation;
  double *kept;
  int *n_looks;          /* [1] at single items since then */
  unsigned char *warned; /* the same: bounds did not decide, and it is said */
} StepLook;

static StepLook *look_of(const Instance *inst)
{
  return inst->part[PART_STEP_LOOK];
}

static bool tape_moves(const Tape *tape)
{
  for (int k = 0; k < tape->n_steps; k++) {
    if (tape->step[k].op == TAPE_STATE || tape->step[k].op == TAPE_INPUT)
      return true;
  }
  return false;
}

/* Relations of time alone are searched; of assertions each counts. */
static bool has_moving_tapes(const Model *m)
{
  for (int k = 0; m->tape_of && k < m->n_relations + m->n_assertions; k++) {
    int number = m->tape_of[k];
    if (number == 0) continue;
    if (k >= m->n_relations || tape_moves(&m->tape[number - 1])) return true;
  }
  return false;
}

bool step_look_is_used(const Instance *inst)
{
  return look_of(inst)->begin != NULL && look_of(inst)->known[2];
}

/* --- the step -------------------------------------------------------------- */

static void take_point(const Instance *inst, double *state, double *slope)
{
  const double *real = inst->values.real;
  for (int i = 0; i < inst->model->n_states; i++) {
    state[i] = real[inst->state[i]];
    slope[i] = real[inst->derivative[i]];
  }
}

static bool is_looked_at(const Instance *inst, int item);

/* An event may have changed what items take beside states and time: those are
 * looked at again. */
static void renew_window(Instance *inst)
{
  const Model *m = inst->model;
  StepLook *l = look_of(inst);
  if (!(l->window[0] <= l->window[1])) return;
  for (int k = 0; k < m->n_relations + m->n_assertions; k++) {
    bool changed = tape_renews(inst, k, l->kept);
    if (k < m->n_relations && l->relation[k] != inst->values.relation[k]) {
      l->relation[k] = inst->values.relation[k];
      changed = true;
    }
    if (changed && is_looked_at(inst, k)) l->clear[k] = 0;
  }
}

static void close_window(Instance *inst)
{
  StepLook *l = look_of(inst);
  l->window[0] = 1;
  l->window[1] = 0;
  *l->n_looks = 0;
}

void step_look_begin(Instance *inst)
{
  StepLook *l = look_of(inst);
  RUNTIME_ASSERT(step_look_is_used(inst));
  take_point(inst, l->begin, l->begin_slope);
  take_point(inst, l->end, l->end_slope); /* see step_look_go_on() */
  l->time[0] = l->time[1] = instance_time(inst);
  l->known[0] = 1;
  l->known[1] = 0;
  renew_window(inst);
}

void step_look_take_middle(Instance *inst)
{
  StepLook *l = look_of(inst);
  for (int i = 0; i < inst->model->n_states; i++) {
    l->middle[i] = inst->values.real[inst->state[i]];
  }
  l->known[1] = 1;
}

void step_look_end(Instance *inst)
{
  StepLook *l = look_of(inst);
  take_point(inst, l->end, l->end_slope);
  l->time[1] = instance_time(inst);
}

void step_look_go_on(Instance *inst)
{
  StepLook *l = look_of(inst);
  size_t size = (size_t)inst->model->n_states * sizeof(double);
  if (size > 0) {
    memcpy(l->begin, l->end, size);
    memcpy(l->begin_slope, l->end_slope, size);
  }
  l->time[0] = l->time[1];
  l->known[1] = 0;
}

double step_look_begins(const Instance *inst)
{
  return look_of(inst)->time[0];
}

double step_look_ends(const Instance *inst)
{
  return look_of(inst)->time[1];
}

bool step_look_has_middle(const Instance *inst)
{
  return look_of(inst)->known[1];
}

/* --- the polynomials -------------------------------------------------------- */

/* In the form of Bernstein and Bezier: it lies between the least and the
 * largest of its points, its slope between those of their differences. */
enum { N_POINTS = 5 };
typedef struct Curve {
  double point[N_POINTS];
} Curve;

static Curve curve_of(const StepLook *l, int i, double *bend)
{
  double h = l->time[1] - l->time[0];
  double a = l->begin[i], d = l->end[i];
  double b = a + h * l->begin_slope[i] / 3, c = d - h * l->end_slope[i] / 3;
  *bend = l->known[1] ? l->middle[i] - (a + 3 * (b + c) + d) / 8 : 0;
  /* 16 s^2 (1-s)^2 is one in the middle, and the third point of six */
  return (Curve){
      {a, (a + 3 * b) / 4, (b + c) / 2 + *bend * 16 / 6, (3 * c + d) / 4, d}};
}

/* The part of the curve before s, or after it (de Casteljau). */
static Curve step_look_cut(Curve curve, double s, bool after)
{
  Curve part;
  double *p = curve.point;
  for (int level = 0; level < N_POINTS; level++) {
    int last = N_POINTS - 1 - level;
    part.point[after ? last : level] = p[after ? last : 0];
    for (int k = 0; k < last; k++) p[k] += s * (p[k + 1] - p[k]);
  }
  return part;
}

/* The stretch of the step that is looked at. */
typedef struct Stretch {
  const StepLook *look;
  double from, to;
  int point; /* of the curves there */
} Stretch;

static Interval step_look_range_of(const double *point, int n)
{
  Interval range = {point[0], point[0]};
  for (int k = 1; k < n; k++) {
    range.low = interval_less(range.low, point[k]);
    range.high = interval_more(range.high, point[k]);
  }
  return range;
}

static Interval widen_by(Interval a, double margin)
{
  return (Interval){a.low - margin, a.high + margin};
}

/* Of state i in the stretch; how far the state may be beside it, by rounding
 * and otherwise. */
static Curve step_look_part(const Stretch *s, int i, double *rounding,
                            double *doubt)
{
  const StepLook *l = s->look;
  double bend, h = l->time[1] - l->time[0];
  Curve curve = curve_of(l, i, &bend);
  if (s->to < l->time[1])
    curve = step_look_cut(curve, (s->to - l->time[0]) / h, false);
  double length = s->to - l->time[0];
  if (s->from > l->time[0])
    curve = step_look_cut(curve, (s->from - l->time[0]) / length, true);
  Interval value = step_look_range_of(curve.point, N_POINTS);
  *doubt = l->known[1] ? STEP_LOOK_MARGIN * fabs(bend)
                       : STEP_LOOK_LOOSE * (value.high - value.low);
  *rounding = STEP_LOOK_ROUNDINGS * DBL_EPSILON * interval_size(value);
  return curve;
}

static TapeValue state_in(const void *context, int i)
{
  const Stretch *s = context;
  double rounding, doubt, difference[N_POINTS - 1];
  Curve curve = step_look_part(s, i, &rounding, &doubt);
  double margin = rounding + doubt;
  Interval value = step_look_range_of(curve.point, N_POINTS);
  if (!(s->to > s->from))
    return (TapeValue){widen_by(value, margin), interval_all()};
  for (int k = 0; k + 1 < N_POINTS; k++) {
    difference[k] = (N_POINTS - 1) * (curve.point[k + 1] - curve.point[k]) /
                    (s->to - s->from);
  }
  Interval slope = step_look_range_of(difference, N_POINTS - 1);
  /* the slope of 16 s^2 (1-s)^2 is below 4 */
  double h = s->look->time[1] - s->look->time[0];
  return (TapeValue){widen_by(value, margin), widen_by(slope, 4 * margin / h)};
}

static TapeValue state_at_point(const void *context, int i)
{
  const Stretch *s = context;
  double rounding, doubt;
  double at = step_look_part(s, i, &rounding, &doubt).point[s->point];
  double margin = rounding + (s->look->known[1] ? doubt : 0);
  return (TapeValue){widen_by((Interval){at, at}, margin), interval_all()};
}

static TapeValue step_look_look_at(const Instance *inst, int item, double from,
                                   double to)
{
  Stretch s = {look_of(inst), from, to, 0};
  TapeView view = {.time = {from, to}, .state = state_in, .context = &s};
  return tape_run(inst, item, &view);
}

/* Is it a sum of states and time with constant factors? */
static bool step_look_is_linear(const Tape *tape)
{
  bool moves[TAPE_MOST_STEPS];
  for (int k = 0; k < tape->n_steps; k++) {
    const TapeStep *step = &tape->step[k];
    bool a, b;
    moves[k] = step->op == TAPE_TIME || step->op == TAPE_STATE;
    if (step->op == TAPE_INPUT) return false;
    if (step->op < TAPE_ADD) continue;
    a = moves[step->a];
    b = step->op != TAPE_NEG && moves[step->b];
    moves[k] = a || b;
    bool is_linear =
        step->op == TAPE_ADD || step->op == TAPE_SUB || step->op == TAPE_NEG ||
        (step->op == TAPE_MUL && !(a && b)) || (step->op == TAPE_DIV && !b);
    if (!is_linear) return false;
  }
  return true;
}

/* Such a sum is a polynomial in the same form: its points are the sums of
 * those of the states. Terms that cancel each other do so here. What the middle
 * may change is a part of the extent of the sum, not of the states. */
static Interval step_look_hull(const Instance *inst, int item, double from,
                               double to)
{
  Interval hull = {0, 0};
  for (int k = 0; k < N_POINTS; k++) {
    double time = from + k * (to - from) / (N_POINTS - 1);
    Stretch s = {look_of(inst), from, to, k};
    TapeView view = {
        .time = {time, time}, .state = state_at_point, .context = &s};
    Interval at = tape_run(inst, item, &view).value;
    hull = k == 0 ? at : interval_hull(hull, at);
  }
  if (look_of(inst)->known[1]) return hull;
  return widen_by(hull, STEP_LOOK_LOOSE * (hull.high - hull.low));
}

/* As well as can be said. */
static Interval step_look_bounds(const Instance *inst, int item, Interval known,
                                 double from, double to)
{
  if (!step_look_is_linear(tape_of_item(inst, item))) return known;
  Interval both = interval_meet(known, step_look_hull(inst, item, from, to));
  return interval_is_empty(both) ? known : both;
}

/* --- what they say ----------------------------------------------------------- */

typedef enum Finding { SAME, OTHER, UNDECIDED } Finding;

/* Of a relation with its hysteresis, or of an assertion that holds. */
static Finding finding_of(const Instance *inst, int item, Interval z)
{
  int n = inst->model->n_relations;
  if (interval_is_empty(z)) return SAME;
  if (item >= n) return z.low >= 1 ? SAME : z.high < 1 ? OTHER : UNDECIDED;
  double side = inst->values.relation[item] ? -1 : 1;
  double band = events_band(inst, item);
  if (side > 0 ? z.low > -band : z.high < band) return SAME;
  return (side > 0 ? z.high < -band : z.low > band) ? OTHER : UNDECIDED;
}

/* Over one direction all the time there is no way back: the end decides. */
static Finding finding_over(const Instance *inst, int item, double from,
                            double to)
{
  TapeValue z = step_look_look_at(inst, item, from, to);
  Finding finding = finding_of(inst, item, z.value);
  if (finding != UNDECIDED) return finding;
  double half = (to - from) / 2;
  Interval middle =
      step_look_look_at(inst, item, from + half, from + half).value;
  Interval mean =
      interval_add(middle, interval_multiply(z.slope, (Interval){-half, half}));
  Interval both = interval_meet(mean, z.value);
  if (interval_is_empty(both)) both = z.value;
  both = step_look_bounds(inst, item, both, from, to);
  finding = finding_of(inst, item, both);
  if (finding != UNDECIDED) return finding;
  return z.slope.low > 0 || z.slope.high < 0
             ? finding_of(inst, item,
                          step_look_look_at(inst, item, to, to).value)
             : UNDECIDED;
}

/* Some relations keep their value for another reason than what they say. */
bool step_look_is_held(const Instance *inst, int k)
{
  return slide_holds(inst, k) || contact_holds(inst, k) ||
         chatter_rests(inst, k);
}

/* May it be another in this part, by more than an error of the integrator? */
static bool step_look_matters(const Instance *inst, int item, double from,
                              double to)
{
  if (item < inst->model->n_relations && step_look_is_held(inst, item))
    return false;
  Interval z = step_look_look_at(inst, item, from, to).value;
  if (interval_is_empty(z)) return false;
  z = step_look_bounds(inst, item, z, from, to);
  if (item >= inst->model->n_relations) return z.low < 1;
  double size = inst->tolerance * scale_of_relation(inst, item);
  return inst->values.relation[item] ? z.high > size : z.low < -size;
}

/* STEP_LOOK_WORK parts were not enough. */
static void step_look_warn(const Instance *inst, int item, double from,
                           double to)
{
  const Model *m = inst->model;
  unsigned char *warned = &look_of(inst)->warned[item];
  bool is_relation = item < m->n_relations;
  if (*warned) return;
  *warned = 1;
  logging_write(&inst->logger, STATUS_WARNING, LOG_STATUS_WARNING,
                "between time %.12g and %.12g, within one step, bounds do not "
                "decide whether %s %s; what lasts for less than the step may "
                "be missed",
                from, to,
                is_relation ? m->relation[item].text
                            : m->assertion[item - m->n_relations].text,
                is_relation ? "changes and changes back" : "holds");
}

/* Is a part that bounds do not decide, and that is not halved, one to worry
 * about? in_doubt: see step_look_try(). */
static void leave_part(const Instance *inst, int item, double from, double to,
                       bool *in_doubt)
{
  if (in_doubt && step_look_matters(inst, item, from, to)) *in_doubt = true;
}

/* The first part of [from, to] in which the item is another; its end. */
static bool find_other(const Instance *inst, int item, double from, double to,
                       double *time, bool *in_doubt)
{
  enum { DEEPEST = 32 };
  const StepLook *l = look_of(inst);
  double shortest = STEP_LOOK_NARROWEST * (l->time[1] - l->time[0]);
  double end[DEEPEST];
  int n = 0;
  end[n++] = to;
  for (int work = 0; n > 0 && work < STEP_LOOK_WORK; work++) {
    double till = end[n - 1], middle = from + (till - from) / 2;
    Finding finding = finding_over(inst, item, from, till);
    bool is_short = n == DEEPEST || till - from <= shortest;
    if (finding == UNDECIDED && is_short)
      finding = finding_of(inst, item,
                           step_look_look_at(inst, item, till, till).value);
    if (finding == OTHER) {
      *time = till;
      return true;
    }
    if (finding == UNDECIDED && is_short)
      leave_part(inst, item, from, till, in_doubt);
    if (finding == SAME || is_short) {
      from = till;
      n--;
    } else {
      end[n++] = middle;
    }
  }
  for (; n > 0; from = end[--n]) {
    if (!step_look_matters(inst, item, from, end[n - 1])) continue;
    if (in_doubt)
      *in_doubt = true;
    else
      step_look_warn(inst, item, from, end[n - 1]);
    break;
  }
  return false;
}

/* A relation that keeps its value whatever it says is not looked at. In Model
 * Exchange nobody knows how inputs move. */
static bool is_looked_at(const Instance *inst, int item)
{
  const Model *m = inst->model;
  if (!tape_exists(inst, item)) return false;
  if (inst->type == MODEL_EXCHANGE && tape_has_inputs(inst, item)) return false;
  return item >= m->n_relations || !m->relation[item].timed;
}

bool step_look_covers(const Instance *inst, int item)
{
  RUNTIME_ASSERT(item >= 0);
  return step_look_is_used(inst) && is_looked_at(inst, item);
}

/* --- a window in which most items stay what they are ------------------------ */

/* Values of state i in the step, the middle not known. */
static Interval extent_of(const StepLook *l, int i)
{
  double h = (l->time[1] - l->time[0]) / 3;
  double a = l->begin[i], d = l->end[i];
  double point[4] = {a, a + h * l->begin_slope[i], d - h * l->end_slope[i], d};
  Interval range = step_look_range_of(point, 4);
  return widen_by(range,
                  STEP_LOOK_LOOSE * (range.high - range.low) +
                      STEP_LOOK_ROUNDINGS * DBL_EPSILON * interval_size(range));
}

static bool is_in_window(const Instance *inst)
{
  const StepLook *l = look_of(inst);
  if (!(l->window[0] <= l->time[0] && l->time[1] <= l->window[1])) return false;
  for (int i = 0; i < inst->model->n_states; i++) {
    Interval x = extent_of(l, i);
    if (!(l->low[i] <= x.low && x.high <= l->high[i])) return false;
  }
  return true;
}

static TapeValue state_in_window(const void *context, int i)
{
  const StepLook *l = context;
  return (TapeValue){{l->low[i], l->high[i]}, interval_all()};
}

/* Around the step, as far as the next steps may go. */
static void open_window(Instance *inst)
{
  const Model *m = inst->model;
  StepLook *l = look_of(inst);
  double h = l->time[1] - l->time[0];
  l->window[0] = l->time[0];
  l->window[1] = l->time[1] + STEP_LOOK_AHEAD * h;
  for (int i = 0; i < m->n_states; i++) {
    Interval x = extent_of(l, i);
    double beside = STEP_LOOK_AHEAD * (x.high - x.low) +
                    STEP_LOOK_BESIDE * interval_size(x);
    l->low[i] = x.low - beside;
    l->high[i] = x.high + beside;
  }
  TapeView view = {.time = {l->window[0], l->window[1]},
                   .state = state_in_window,
                   .context = l};
  for (int k = 0; k < m->n_relations + m->n_assertions; k++) {
    l->clear[k] = !is_looked_at(inst, k) ||
                  finding_of(inst, k, tape_run(inst, k, &view).value) == SAME;
    tape_renews(inst, k, l->kept);
  }
  *l->n_looks = 0;
  if (m->n_relations > 0)
    memcpy(l->relation, inst->values.relation, (size_t)m->n_relations);
}

/* Items that have moved away since it was opened would be clear in another one.
 * That costs less than to look at them again and again. */
static bool is_window_worn(const Instance *inst)
{
  int n_items = inst->model->n_relations + inst->model->n_assertions;
  return STEP_LOOK_WORTH * *look_of(inst)->n_looks > n_items;
}

/* Inputs that move are known for one communication step at a time. */
static bool is_clear_item(const Instance *inst, int item)
{
  if (!look_of(inst)->clear[item]) return false;
  return !input_motion_is_given(inst) || !tape_exists(inst, item) ||
         !tape_has_inputs(inst, item);
}

bool step_look_is_clear(Instance *inst, int first, int end)
{
  const StepLook *l = look_of(inst);
  RUNTIME_ASSERT(!l->known[1]);
  if (!l->known[0] || !(l->time[0] < l->time[1])) return true;
  if (!is_in_window(inst) || is_window_worn(inst)) open_window(inst);
  for (int k = first; k < end; k++) {
    if (is_clear_item(inst, k)) continue;
    ++*l->n_looks;
    if (finding_over(inst, k, l->time[0], l->time[1]) != SAME) return false;
  }
  return true;
}

bool step_look_differs_at_end(const Instance *inst, int item)
{
  double end = step_look_ends(inst);
  RUNTIME_ASSERT(item >= 0);
  return is_looked_at(inst, item) &&
         finding_of(inst, item,
                    step_look_look_at(inst, item, end, end).value) == OTHER;
}

bool step_look_find(Instance *inst, int first, int end, double from, double to,
                    StepSuspect *suspect)
{
  return step_look_try(inst, first, end, from, to, suspect, NULL);
}

bool step_look_try(Instance *inst, int first, int end, double from, double to,
                   StepSuspect *suspect, bool *in_doubt)
{
  const StepLook *l = look_of(inst);
  RUNTIME_ASSERT(first >= 0 &&
                 end <= inst->model->n_relations + inst->model->n_assertions);
  bool found = false;
  from = fmax(from, l->time[0]);
  to = fmin(to, l->time[1]);
  for (int k = first; k < end && l->known[0] && from < to; k++) {
    double time;
    if (is_clear_item(inst, k) || !is_looked_at(inst, k)) continue;
    if (!find_other(inst, k, from, to, &time, in_doubt)) continue;
    *suspect = (StepSuspect){time, k};
    found = true;
    to = time;
  }
  return found;
}

/* --- its memory --------------------------------------------------------------- */

static void carve_look(void *part, const Model *m, Carving *c)
{
  StepLook *l = part;
  int n = has_moving_tapes(m) ? m->n_states : 0;
  l->time = carve(&c->arrays, 2, sizeof(double));
  l->known = carve(&c->arrays, 3, 1);
  l->begin = carve(&c->arrays, n, sizeof(double));
  l->begin_slope = carve(&c->arrays, n, sizeof(double));
  l->middle = carve(&c->arrays, n, sizeof(double));
  l->end = carve(&c->arrays, n, sizeof(double));
  l->end_slope = carve(&c->arrays, n, sizeof(double));
  l->low = carve(&c->arrays, n, sizeof(double));
  l->high = carve(&c->arrays, n, sizeof(double));
  l->window = carve(&c->arrays, 2, sizeof(double));
  l->clear = carve(&c->arrays, m->n_relations + m->n_assertions, 1);
  l->relation = carve(&c->arrays, m->n_relations, 1);
  l->n_looks = carve(&c->arrays, 1, sizeof(int));
  l->kept = carve(&c->arrays, has_moving_tapes(m) ? m->n_tape_operands : 0,
                  sizeof(double));
  l->warned = carve(&c->arrays, m->n_relations + m->n_assertions, 1);
}

static void reset_look(Instance *inst)
{
  StepLook *l = look_of(inst);
  int n_items = inst->model->n_relations + inst->model->n_assertions;
  l->known[0] = l->known[1] = 0;
  l->known[2] = has_moving_tapes(inst->model);
  close_window(inst);
  if (n_items > 0) memset(l->warned, 0, (size_t)n_items);
}

static bool step_look_fits(const StateFit *fit)
{
  const Model *m = fit->inst->model;
  const StepLook *l = look_of(fit->inst);
  int n_items = m->n_relations + m->n_assertions;
  return state_fit_bytes(l->known, 2, 1) &&
         state_fit_same(fit, &l->known[2], 1) &&
         state_fit_bytes(l->clear, n_items, 1) &&
         state_fit_bytes(l->relation, m->n_relations, 1) &&
         state_fit_bytes(l->warned, n_items, 1) &&
         state_fit_ints(l->n_looks, 1, 0, STATE_FIT_COUNT);
}

const Mechanism step_look_mechanism = {.name = "step_look",
                                       .size = PART_SIZE(StepLook),
                                       .carve = carve_look,
                                       .reset = reset_look,
                                       .fits = step_look_fits};
