/* time_search.c: see time_search.h. */
#include "time_search.h"
#include "../core/runtime_assert.h"
#include "../carry/state_fit.h"
#include "../core/thresholds.h"
#include "../evaluate/tape.h"
#include "time_reached.h"
#include <float.h>
#include <math.h>

/* What was found for relations. A part of the instance. */
typedef struct SearchMemory {
  double *moment;           /* [n_relations] see time_search_next() */
  unsigned char *is_change; /* [n_relations] */
  unsigned char *value;     /* [n_relations] up to that moment; or: */
  double *operand;          /* [n_tape_operands] while these are the same */
} SearchMemory;

enum { NOT_KNOWN = 2 }; /* SearchMemory.value */

static SearchMemory *search_of(const Instance *inst)
{
  return inst->part[PART_TIME_SEARCH];
}

/* --- what a relation says about an interval ------------------------------- */

typedef struct Search {
  const Instance *inst;
  int relation;
  int value;        /* the change away from this value is looked for */
  double run;       /* its length, for what is short */
  double narrowest; /* see TIME_SEARCH_NARROWEST */
  int work;         /* runs of the tape that are left */
} Search;

static TapeValue look(Search *s, double from, double to)
{
  RUNTIME_ASSERT(from <= to);
  TapeView view = {.time = {from, to}};
  s->work--;
  return tape_run(s->inst, s->relation, &view);
}

enum { NOT_DECIDED = -1 };

/* The relation of all crossings in z. */
static int time_search_decide(const Search *s, Interval z)
{
  bool or_equal = s->inst->model->relation[s->relation].or_equal;
  if (or_equal ? z.high <= 0 : z.high < 0) return 1;
  if (or_equal ? z.low > 0 : z.low >= 0) return 0;
  return NOT_DECIDED;
}

typedef enum Verdict {
  KEEPS,   /* its value in the whole time */
  CHANGED, /* it has the other value in the whole time */
  CHANGES, /* once */
  MAY_CHANGE
} Verdict;

static Verdict verdict_of(const Search *s, Interval z)
{
  int decided = time_search_decide(s, z);
  if (interval_is_empty(z) || decided == s->value) return KEEPS;
  return decided == NOT_DECIDED ? MAY_CHANGE : CHANGED;
}

/* z in one direction all the time: it has its value at the beginning. Where it
 * ends within rounding of zero it may only touch it: what follows shows. */
static Verdict verdict_of_motion(Search *s, bool rises, double to)
{
  bool gets_true = !rises;
  if (gets_true == s->value) return KEEPS;
  Interval end = look(s, to, to).value;
  return verdict_of(s, end) == CHANGED ? CHANGES : KEEPS;
}

/* z over the time by its value in the middle and its slope, */
static Interval mean_value(Interval middle, Interval slope, double half)
{
  return interval_add(middle,
                      interval_multiply(slope, (Interval){-half, half}));
}

/* which is within rounding of zero. */
static bool is_rounding(Interval z, Interval middle)
{
  return interval_size(z) <= TIME_SEARCH_NOISE * (middle.high - middle.low);
}

/* Where no enclosure is narrow enough the end decides. */
static Verdict verdict_of_end(Search *s, double to)
{
  return verdict_of(s, look(s, to, to).value) == CHANGED ? CHANGES : KEEPS;
}

static Verdict time_search_examine(Search *s, double from, double to,
                                   bool *is_monotone)
{
  TapeValue z = look(s, from, to);
  Verdict verdict = verdict_of(s, z.value);
  *is_monotone = z.slope.low > 0 || z.slope.high < 0;
  if (verdict != MAY_CHANGE) return verdict;
  if (*is_monotone) return verdict_of_motion(s, z.slope.low > 0, to);
  double half = (to - from) / 2;
  Interval middle = look(s, from + half, from + half).value;
  if (interval_is_empty(middle)) return MAY_CHANGE;
  Interval mean = mean_value(middle, z.slope, half);
  Interval both = interval_meet(z.value, mean);
  if (!interval_is_empty(both)) z.value = both;
  verdict = verdict_of(s, z.value);
  if (verdict != MAY_CHANGE) return verdict;
  if (is_rounding(z.value, middle)) return KEEPS;
  return to - from <= s->narrowest ? verdict_of_end(s, to) : MAY_CHANGE;
}

/* --- the root -------------------------------------------------------------- */

typedef struct Stretch {
  double from, to;
} Stretch;

static bool is_shortest(const Search *s, Stretch t)
{
  double size = fmax(fmax(fabs(t.from), fabs(t.to)), s->run);
  return t.to - t.from <= TIME_SEARCH_ROUNDINGS * DBL_EPSILON * size;
}

/* Newton's method: the root is middle - z(middle) / slope. */
static Stretch newton(Search *s, Stretch t, double middle, Interval z)
{
  Interval slope = look(s, t.from, t.to).slope;
  if (interval_has(slope, 0)) return t;
  Interval root =
      interval_subtract(interval_of(middle), interval_divide(z, slope));
  root = interval_meet(root, (Interval){t.from, t.to});
  return interval_is_empty(root) ? t : (Stretch){root.low, root.high};
}

/* Time of the change that lies in t, once. */
static double refine(Search *s, Stretch t, bool is_monotone)
{
  RUNTIME_ASSERT(t.from <= t.to);
  for (int k = 0; k < TIME_SEARCH_MOST_STEPS && !is_shortest(s, t); k++) {
    double middle = t.from + (t.to - t.from) / 2;
    Interval z = look(s, middle, middle).value;
    Verdict verdict = verdict_of(s, z);
    if (verdict == MAY_CHANGE) return middle; /* zero up to rounding */
    if (is_monotone) t = newton(s, t, middle, z);
    if (verdict == KEEPS)
      t.from = fmax(t.from, middle);
    else
      t.to = fmin(t.to, middle);
    if (t.to < t.from) return t.from;
  }
  return t.to;
}

/* --- the search ------------------------------------------------------------ */

/* From t.from on; *reached: up to where it does not change. True: there is a
 * change, at *reached. */
static bool search_stretch(Search *s, Stretch t, double *reached)
{
  enum { DEEPEST = 128 };
  double end[DEEPEST];
  int n = 0;
  bool is_monotone;
  end[n++] = t.to;
  *reached = t.from;
  while (n > 0 && s->work > 0) {
    double from = *reached, to = end[n - 1];
    double middle = from + (to - from) / 2;
    switch (time_search_examine(s, from, to, &is_monotone)) {
    case KEEPS:
      *reached = to;
      n--;
      break;
    case CHANGED:
      if (from == t.from) *reached = fmin(to, from + s->narrowest);
      return true;
    case CHANGES:
      *reached = refine(s, (Stretch){from, to}, is_monotone);
      return true;
    case MAY_CHANGE:
      if (n == DEEPEST || middle <= from || middle >= to) {
        *reached = to; /* two neighbouring numbers */
        n--;
      } else {
        end[n++] = middle;
      }
    }
  }
  return false;
}

/* Where the end of the run is not known: ever longer stretches. */
static bool search_without_end(Search *s, double now, double *reached)
{
  double length = s->run;
  Interval ahead = look(s, now, HUGE_VAL).value;
  if (verdict_of(s, ahead) == KEEPS) {
    *reached = HUGE_VAL;
    return false;
  }
  for (*reached = now; s->work > 0 && isfinite(*reached); length *= 2) {
    if (search_stretch(s, (Stretch){*reached, *reached + length}, reached))
      return true;
  }
  return false;
}

static bool search_ahead(Search *s, double now, double *reached)
{
  const Instance *inst = s->inst;
  if (!inst->has_stop_time || !(inst->stop_time > now))
    return search_without_end(s, now, reached);
  /* an event at the stop time belongs to the run */
  double slack = TIME_SEARCH_ROUNDINGS * DBL_EPSILON * fabs(inst->stop_time);
  Stretch run = {now, inst->stop_time + slack};
  if (search_stretch(s, run, reached)) return true;
  if (*reached >= run.to) *reached = HUGE_VAL;
  return false;
}

/* --- what is known --------------------------------------------------------- */

static bool operands_are_kept(const Instance *inst, int k)
{
  const double *kept = search_of(inst)->operand + tape_first_operand(inst, k);
  for (int i = 0; i < tape_n_operands(inst, k); i++) {
    double value = tape_operand_value(inst, k, i);
    if (!(kept[i] == value)) return false;
  }
  return true;
}

static void time_search_keep_operands(Instance *inst, int k)
{
  double *kept = search_of(inst)->operand + tape_first_operand(inst, k);
  for (int i = 0; i < tape_n_operands(inst, k); i++) {
    kept[i] = tape_operand_value(inst, k, i);
  }
}

static bool is_known(const Instance *inst, int k)
{
  return search_of(inst)->value[k] != NOT_KNOWN && operands_are_kept(inst, k);
}

/* The time of the run. */
static double time_search_run_length(const Instance *inst)
{
  const Model *m = inst->model;
  double stop = inst->has_stop_time ? inst->stop_time : m->stop_time;
  bool known = inst->has_stop_time || m->has_stop_time;
  double length = known ? stop - inst->start_time : 0;
  return length > 0 ? length : fmax(1, fabs(instance_time(inst)));
}

static Search begin_search(const Instance *inst, int k)
{
  RUNTIME_ASSERT(inst->model->relation[k].timed == RELATION_SEARCHED);
  double run = time_search_run_length(inst);
  double rounding = DBL_EPSILON * fabs(instance_time(inst));
  return (Search){.inst = inst,
                  .relation = k,
                  .value = inst->values.relation[k],
                  .run = run,
                  .narrowest = fmax(TIME_SEARCH_NARROWEST * run,
                                    2 * TIME_EVENT_ROUNDINGS * rounding),
                  .work = TIME_SEARCH_WORK};
}

/* A little after t, where z is no longer zero up to rounding: its slope jumps
 * at t, as where a condition inside of noEvent() changes there too. */
static int value_later(Search *s, double t, double shortest)
{
  for (double h = shortest; h <= s->narrowest; h *= 4) {
    Interval z = look(s, t + h, t + h).value;
    int decided = time_search_decide(s, z);
    if (!interval_is_empty(z) && decided != NOT_DECIDED) return decided;
  }
  return s->value;
}

/* Right after t: by the slope of z where that is zero. */
static int value_after(Search *s, double t)
{
  Interval z = look(s, t, t).value;
  if (interval_is_empty(z)) return s->value;
  if (z.low > 0) return 0;
  if (z.high < 0) return 1;
  double size = fmax(fabs(t), s->run);
  Interval slope =
      look(s, t, t + TIME_SEARCH_ROUNDINGS * DBL_EPSILON * size).slope;
  if (slope.low > 0) return 0;
  if (slope.high < 0) return 1;
  if (interval_is_zero(slope) && interval_is_zero(z))
    return s->inst->model->relation[s->relation].or_equal;
  return value_later(s, t, TIME_SEARCH_ROUNDINGS * DBL_EPSILON * size);
}

/* A change that this time has reached, to relations that do not know it, too:
 * floor(x) goes on to the next number at the change that x >= pre(n) + 1
 * knows, and x < pre(n) must not call it back. */
int time_search_value(const Instance *inst, int k)
{
  const SearchMemory *m = search_of(inst);
  Search s = begin_search(inst, k);
  double t = instance_time(inst);
  if (is_known(inst, k)) {
    if (!time_reached(t, m->moment[k])) return m->value[k];
    if (m->is_change[k]) return value_after(&s, fmax(t, m->moment[k]));
  }
  return value_after(&s, time_reached_last(t));
}

double time_search_next(Instance *inst, int k, bool *is_change)
{
  SearchMemory *m = search_of(inst);
  Search s = begin_search(inst, k);
  double now = instance_time(inst);
  bool is_kept = is_known(inst, k) && m->value[k] == s.value &&
                 !time_reached(now, m->moment[k]);
  if (!is_kept) {
    m->is_change[k] = search_ahead(&s, now, &m->moment[k]);
    m->value[k] = (unsigned char)s.value;
    time_search_keep_operands(inst, k);
  }
  *is_change = m->is_change[k];
  return m->moment[k];
}

/* --- its memory ------------------------------------------------------------ */

static int count_searched(const Model *m)
{
  int n = 0;
  for (int k = 0; k < m->n_relations; k++) {
    n += m->relation[k].timed == RELATION_SEARCHED;
  }
  return n;
}

static void carve_search(void *part, const Model *m, Carving *c)
{
  SearchMemory *s = part;
  bool is_used = count_searched(m) > 0;
  int n = is_used ? m->n_relations : 0;
  s->moment = carve(&c->arrays, n, sizeof(double));
  s->is_change = carve(&c->arrays, n, 1);
  s->value = carve(&c->arrays, n, 1);
  s->operand =
      carve(&c->arrays, is_used ? m->n_tape_operands : 0, sizeof(double));
}

static void reset_search(Instance *inst)
{
  SearchMemory *s = search_of(inst);
  int n = count_searched(inst->model) > 0 ? inst->model->n_relations : 0;
  for (int k = 0; k < n; k++) {
    s->moment[k] = HUGE_VAL;
    s->is_change[k] = 0;
    s->value[k] = NOT_KNOWN;
  }
}

static bool time_search_fits(const StateFit *fit)
{
  const Model *m = fit->inst->model;
  const SearchMemory *s = search_of(fit->inst);
  int n = count_searched(m) > 0 ? m->n_relations : 0;
  return state_fit_bytes(s->is_change, n, 1) &&
         state_fit_bytes(s->value, n, NOT_KNOWN) &&
         state_fit_numbers(s->moment, n);
}

const Mechanism time_search_mechanism = {.name = "time_search",
                                         .size = PART_SIZE(SearchMemory),
                                         .carve = carve_search,
                                         .reset = reset_search,
                                         .fits = time_search_fits};
