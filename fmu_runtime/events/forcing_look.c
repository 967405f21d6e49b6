/* forcing_look.c: see forcing_look.h. */
#include "forcing_look.h"
#include "../core/reference_name.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../evaluate/tape_series.h"
#include <float.h>
#include <math.h>

/* A part of the instance; arrays [n_forcings]. */
typedef struct ForcingLook {
  double *size;    /* largest value so far */
  double *allowed; /* distance times length of a step that was harmless */
  double *left;    /* looks for which that holds */
  /* Until this time no step of this length can hide something. */
  double *quiet_until, *quiet_step;
  double *ahead; /* how many steps a window is to last; below 1: none is tried
                    before it has grown to 1 */
  double *time, *value, *slope; /* at the end of the last step looked at */
  double *all;                  /* [2] the least of both */
  unsigned char *warned;        /* that it is not proved to be near */
} ForcingLook;

static ForcingLook *forcings_of(const Instance *inst)
{
  return inst->part[PART_FORCING_LOOK];
}

static int forcing_item(const Instance *inst, int k)
{
  return tape_first_forcing(inst->model) + k;
}

static bool model_has_forcings(const Model *m)
{
  return m->tape_of && m->n_forcings > 0;
}

bool forcing_look_is_used(const Instance *inst)
{
  return model_has_forcings(inst->model);
}

void forcing_look_begin(Instance *inst, bool is_new)
{
  ForcingLook *f = forcings_of(inst);
  for (int k = 0; k < inst->model->n_forcings; k++) {
    bool has_tape = tape_exists(inst, forcing_item(inst, k));
    f->quiet_until[k] = has_tape ? -HUGE_VAL : HUGE_VAL;
    f->quiet_step[k] = has_tape ? 0 : HUGE_VAL;
    f->time[k] = HUGE_VAL;
    f->ahead[k] = FORCING_AHEAD;
    if (is_new) f->left[k] = 0;
  }
  f->all[0] = -HUGE_VAL;
}

/* --- the polynomial ---------------------------------------------------------- */

/* Through values and slopes at both ends, around the middle of a part. */
typedef struct Cubic {
  double from, length;
  double term[4]; /* of (t - from) / length */
  double bend;    /* how far it is from a straight line */
} Cubic;

static double forcing_middle(Interval a)
{
  return a.low + (a.high - a.low) / 2;
}

/* Value and slope at one time; where a step has ended the next one begins. */
static void forcing_take_end(ForcingLook *f, const Instance *inst, int k,
                             double time)
{
  if (f->time[k] == time) return;
  TapeSeries s =
      tape_series_run(inst, forcing_item(inst, k), interval_of(time));
  f->time[k] = time;
  f->value[k] = forcing_middle(s.term[0]);
  f->slope[k] = forcing_middle(s.term[1]);
}

/* False: there are no values. Where there is no slope, that of the chord. */
static bool forcing_cubic(const Instance *inst, int k, const ForcingStep *step,
                          Cubic *c)
{
  ForcingLook *f = forcings_of(inst);
  double h = step->to - step->from;
  forcing_take_end(f, inst, k, step->from);
  double g0 = f->value[k], d0 = h * f->slope[k];
  forcing_take_end(f, inst, k, step->to);
  double g1 = f->value[k], d1 = h * f->slope[k];
  if (!isfinite(g0) || !isfinite(g1)) return false;
  double rise = g1 - g0;
  if (!isfinite(d0)) d0 = rise;
  if (!isfinite(d1)) d1 = rise;
  *c = (Cubic){.from = step->from, .length = h};
  c->term[0] = g0;
  c->term[1] = d0;
  c->term[2] = 3 * rise - 2 * d0 - d1;
  c->term[3] = d0 + d1 - 2 * rise;
  c->bend = fmin(fabs(d0 - rise), fabs(d1 - rise));
  f->size[k] = fmax(f->size[k], fmax(fabs(g0), fabs(g1)));
  return true;
}

/* Its series around `time`, by time. */
static void cubic_series(const Cubic *c, double time, double series[4])
{
  double s = (time - c->from) / c->length, h = c->length;
  const double *p = c->term;
  series[0] = p[0] + s * (p[1] + s * (p[2] + s * p[3]));
  series[1] = (p[1] + s * (2 * p[2] + s * 3 * p[3])) / h;
  series[2] = (p[2] + s * 3 * p[3]) / h / h;
  series[3] = p[3] / h / h / h;
}

/* --- a part of the step -------------------------------------------------------- */

typedef struct Look {
  double distance; /* between forcing and polynomial: at most */
  double middle;   /* the same in the middle of the part: at least */
  double rest;     /* what a polynomial of the third degree leaves open */
} Look;

static double least_size(Interval a)
{
  if (interval_has(a, 0)) return 0;
  return fmin(fabs(a.low), fabs(a.high));
}

/* Where it is not defined there is nothing to be seen. */
static double forcing_bound(double a)
{
  return a == a ? a : HUGE_VAL;
}

static Look forcing_look_at(const Instance *inst, int k, const Cubic *c,
                            double from, double to)
{
  int item = forcing_item(inst, k);
  double r = (to - from) / 2, middle = from + r, p[4], by_series = 0, by_value;
  TapeSeries part = tape_series_run(inst, item, (Interval){from, to});
  TapeSeries point = tape_series_run(inst, item, interval_of(middle));
  cubic_series(c, middle, p);
  if (interval_is_empty(part.term[0])) return (Look){0, 0, 0};
  Look look = {.rest = interval_size(part.term[4]) * r * r * r * r};
  double power = 1, extent = 0;
  for (int i = 0; i < 4; i++) {
    Interval off = interval_subtract(point.term[i], interval_of(p[i]));
    if (i == 0 && !interval_is_empty(off)) look.middle = least_size(off);
    by_series += interval_size(off) * power;
    power *= r;
    if (i > 0) extent += fabs(p[i]) * power;
  }
  Interval value = interval_subtract(part.term[0], interval_of(p[0]));
  by_value = interval_size(value) + extent;
  by_series = forcing_bound(by_series + look.rest);
  look.rest = forcing_bound(look.rest);
  look.distance = fmin(by_series, forcing_bound(by_value));
  return look;
}

/* --- near enough? ---------------------------------------------------------------- */

/* A distance that matters in no step of this length. */
static double harmless_distance(const Instance *inst, int k, double length)
{
  const ForcingLook *f = forcings_of(inst);
  double most = FORCING_NOTHING;
  most = fmax(most, FORCING_ERRORS * inst->tolerance * f->size[k]);
  if (f->left[k] > 0) most = fmax(most, f->allowed[k] / length);
  return most;
}

/* A cubic polynomial through both ends of a step of length h is off by the
 * fourth term times h^4/16. */
static double cubic_error(double fourth, double h)
{
  return fourth == 0 ? 0 : fourth * (h * h * h * h) / 16;
}

/* Are steps of length h, from here to `until`, near to their polynomials? */
static bool proves_quiet(Instance *inst, int k, double from, double until,
                         double h)
{
  ForcingLook *f = forcings_of(inst);
  TapeSeries s =
      tape_series_run(inst, forcing_item(inst, k), (Interval){from, until});
  double most = harmless_distance(inst, k, h);
  double off = cubic_error(interval_size(s.term[4]), h);
  bool is_flat = s.term[0].high - s.term[0].low <= most;
  if (!is_flat && !(off <= most)) return false;
  f->quiet_until[k] = until;
  f->quiet_step[k] =
      is_flat ? HUGE_VAL
              : h * fmin(FORCING_LONGER, sqrt(sqrt(most / fmax(off, DBL_MIN))));
  return true;
}

/* Is there a stretch ahead in which steps of this length are near? The next one
 * is tried longer, or after more steps. */
static bool open_quiet_window(Instance *inst, int k, const ForcingStep *step)
{
  double *ahead = &forcings_of(inst)->ahead[k];
  double h = step->to - step->from, wide = *ahead;
  if (wide < 1) {
    *ahead *= 2;
    return false;
  }
  if (forcings_of(inst)->left[k] > 0) wide = fmin(wide, FORCING_AHEAD);
  if (proves_quiet(inst, k, step->from, step->to + wide * h, h)) {
    *ahead = fmin(2 * *ahead, FORCING_MOST_AHEAD);
    return true;
  }
  bool was_wide = wide > FORCING_AHEAD;
  *ahead = was_wide ? FORCING_AHEAD : FORCING_WAIT;
  return was_wide &&
         proves_quiet(inst, k, step->from, step->to + FORCING_AHEAD * h, h);
}

int forcing_look_next(const Instance *inst, int k, const ForcingStep *step)
{
  const ForcingLook *f = forcings_of(inst);
  int n = inst->model->n_forcings;
  double length = step->to - step->from;
  RUNTIME_ASSERT(k >= 0 && k <= n);
  while (k < n && step->to <= f->quiet_until[k] && length <= f->quiet_step[k]) {
    k++;
  }
  return k;
}

bool forcing_look_is_clear(const Instance *inst, const ForcingStep *step)
{
  const double *all = forcings_of(inst)->all;
  return step->to <= all[0] && step->to - step->from <= all[1];
}

void forcing_look_end(Instance *inst)
{
  ForcingLook *f = forcings_of(inst);
  f->all[0] = f->all[1] = HUGE_VAL;
  for (int k = 0; k < inst->model->n_forcings; k++) {
    f->all[0] = interval_less(f->all[0], f->quiet_until[k]);
    f->all[1] = interval_less(f->all[1], f->quiet_step[k]);
  }
}

/* --- the farthest place ------------------------------------------------------------ */

typedef struct Piece {
  double from, to, distance;
} Piece;

/* The one in which it may be farthest; of several the shortest. */
static int farthest_piece(const Piece *piece, int n)
{
  int best = 0;
  for (int k = 1; k < n; k++) {
    const Piece *p = &piece[k], *q = &piece[best];
    if (p->distance > q->distance ||
        (p->distance == q->distance && p->to - p->from < q->to - q->from)) {
      best = k;
    }
  }
  return best;
}

/* A forcing has no name of its own: it is known by what it is made of. */
static void append_made_of(const Instance *inst, int item, LogText *text)
{
  const int *operand = tape_operands(inst, item);
  const Tape *tape = tape_of_item(inst, item);
  char name[REFERENCE_NAME_SIZE];
  int n = 0;
  for (int i = 0; i < tape->n_steps; i++) {
    const TapeStep *step = &tape->step[i];
    if (step->op != TAPE_REAL || n == FORCING_NAMES) continue;
    reference_name(inst->model, operand[step->a], name);
    if (name[0])
      logging_append(text, "%s%s", n++ == 0 ? " and of " : ", ", name);
  }
}

/* Samples are left, which may miss what is short. */
static void forcing_look_warn(const Instance *inst, int k,
                              const ForcingStep *step)
{
  unsigned char *warned = &forcings_of(inst)->warned[k];
  char made_of[500] = "";
  LogText text = {made_of, sizeof made_of, 0};
  if (*warned) return;
  *warned = 1;
  append_made_of(inst, forcing_item(inst, k), &text);
  logging_write(&inst->logger, STATUS_WARNING, LOG_STATUS_WARNING,
                "between time %.12g and %.12g bounds do not prove that a "
                "function of time%s does nothing unseen within a step; samples "
                "find only what lasts for a five hundredth of the run",
                step->from, step->to, made_of);
}

/* Halves the step until the distance is known to a factor of two, or is below
 * `near`. False: it is below, or nothing above it was found. */
static bool find_farthest(const Instance *inst, int k, const ForcingStep *step,
                          const Cubic *c, double near, ForcingSuspect *suspect)
{
  Piece piece[FORCING_WORK + 1];
  int n = 0;
  *suspect = (ForcingSuspect){k, step->from, 0};
  piece[n++] = (Piece){step->from, step->until, HUGE_VAL};
  while (n < FORCING_WORK) {
    int at = farthest_piece(piece, n);
    Piece whole = piece[at];
    if (whole.distance <= near) return false;
    if (whole.distance <= FORCING_KNOWN * suspect->distance) return true;
    double middle = whole.from + (whole.to - whole.from) / 2;
    if (!(middle > whole.from && middle < whole.to)) break; /* as short as */
    piece[at] = (Piece){whole.from, middle, 0};
    piece[n] = (Piece){middle, whole.to, 0};
    for (int i = 0; i < 2; i++) {
      Piece *p = i == 0 ? &piece[at] : &piece[n];
      Look look = forcing_look_at(inst, k, c, p->from, p->to);
      p->distance = fmin(look.distance, whole.distance);
      if (look.middle > suspect->distance) {
        suspect->distance = look.middle;
        suspect->time = p->from + (p->to - p->from) / 2;
      }
    }
    n++;
  }
  if (suspect->distance > near) return true;
  forcing_look_warn(inst, k, step);
  return false;
}

bool forcing_look_find(Instance *inst, int k, const ForcingStep *step,
                       ForcingSuspect *suspect)
{
  ForcingLook *f = forcings_of(inst);
  RUNTIME_ASSERT(k >= 0 && k < inst->model->n_forcings);
  RUNTIME_ASSERT(step->from < step->to && step->until <= step->to);
  if (f->left[k] > 0) f->left[k]--;
  if (open_quiet_window(inst, k, step)) return false;
  Cubic c;
  if (!forcing_cubic(inst, k, step, &c)) return false;
  double h = step->to - step->from;
  double near = fmax(harmless_distance(inst, k, h), FORCING_SEEN * c.bend);
  TapeSeries s = tape_series_run(inst, forcing_item(inst, k),
                                 (Interval){step->from, step->to});
  if (cubic_error(interval_size(s.term[4]), h) <= near) return false;
  return find_farthest(inst, k, step, &c, near, suspect);
}

bool forcing_look_is_near(Instance *inst, double from, double to)
{
  ForcingStep step = {from, to, to};
  ForcingSuspect suspect;
  if (!forcing_look_is_used(inst) || forcing_look_is_clear(inst, &step))
    return true;
  for (int k = 0;; k++) {
    k = forcing_look_next(inst, k, &step);
    if (k == inst->model->n_forcings) break;
    if (forcing_look_find(inst, k, &step, &suspect)) return false;
  }
  forcing_look_end(inst);
  return true;
}

void forcing_look_allow(Instance *inst, const ForcingStep *step,
                        const ForcingSuspect *suspect, double part)
{
  ForcingLook *f = forcings_of(inst);
  RUNTIME_ASSERT(part >= 0);
  double times = 1 / fmax(FORCING_KNOWN * part, FORCING_LEAST_PART);
  f->allowed[suspect->forcing] =
      suspect->distance * times * (step->to - step->from);
  f->left[suspect->forcing] = FORCING_ALLOWED_STEPS;
}

/* From the left, by halves: a part in which the forcing is all but a polynomial
 * of its own is not halved any more. */
ForcingPart forcing_look_first(const Instance *inst, const ForcingStep *step,
                               int k, double distance)
{
  enum { DEEPEST = 60 };
  Cubic c;
  double end[DEEPEST], from = step->from;
  int n = 0;
  ForcingPart all = {step->from, step->until};
  if (!forcing_cubic(inst, k, step, &c)) return all;
  end[n++] = step->until;
  for (int work = 0; n > 0 && work < FORCING_WORK; work++) {
    double till = end[n - 1], middle = from + (till - from) / 2;
    Look look = forcing_look_at(inst, k, &c, from, till);
    bool is_short = n == DEEPEST || !(middle > from && middle < till) ||
                    look.rest <= FORCING_RESOLVED * look.distance;
    if (look.distance <= distance) {
      from = till;
      n--;
    } else if (is_short) {
      return (ForcingPart){from, till};
    } else {
      end[n++] = middle;
    }
  }
  return n > 0 ? (ForcingPart){from, end[n - 1]} : all;
}

/* --- its memory ------------------------------------------------------------------ */

static void carve_forcings(void *part, const Model *m, Carving *c)
{
  ForcingLook *f = part;
  int n = model_has_forcings(m) ? m->n_forcings : 0;
  f->size = carve(&c->arrays, n, sizeof(double));
  f->allowed = carve(&c->arrays, n, sizeof(double));
  f->left = carve(&c->arrays, n, sizeof(double));
  f->quiet_until = carve(&c->arrays, n, sizeof(double));
  f->quiet_step = carve(&c->arrays, n, sizeof(double));
  f->ahead = carve(&c->arrays, n, sizeof(double));
  f->time = carve(&c->arrays, n, sizeof(double));
  f->value = carve(&c->arrays, n, sizeof(double));
  f->slope = carve(&c->arrays, n, sizeof(double));
  f->all = carve(&c->arrays, n > 0 ? 2 : 0, sizeof(double));
  f->warned = carve(&c->arrays, n, 1);
}

static void reset_forcings(Instance *inst)
{
  ForcingLook *f = forcings_of(inst);
  if (!forcing_look_is_used(inst)) return;
  for (int k = 0; k < inst->model->n_forcings; k++) {
    f->size[k] = f->allowed[k] = 0;
    f->value[k] = f->slope[k] = 0;
    f->warned[k] = 0;
  }
  forcing_look_begin(inst, true);
}

const Mechanism forcing_look_mechanism = {.name = "forcing_look",
                                          .size = PART_SIZE(ForcingLook),
                                          .carve = carve_forcings,
                                          .reset = reset_forcings};
