/* crossing_search.c: see crossing_search.h. */
#include "crossing_search.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../evaluate/evaluate.h"
#include "../events/events.h"
#include "../events/quiet.h"
#include "../events/refresh_values.h"
#include "../events/step_look.h"
#include "crossing_noise.h"
#include "run_limits.h"
#include <float.h>
#include <math.h>

/* The indicators at a time within the last step. */
static bool indicators_at(IntegratorRun *run, double time, double *g)
{
  RUNTIME_ASSERT(time <= run->now && g);
  Instance *inst = run->inst;
  if (!integrator_run_look_back(run, time)) return false;
  run->solver->store(run, time);
  if (inst->stale & STALE_VALUES && !evaluate_model(inst)) return false;
  return events_indicators(inst, g);
}

/* Has an indicator another sign than at the start? None has at the beginning
 * of a step. */
static bool has_crossed(IntegratorRun *run, double time)
{
  CrossingWatch *w = &run->crossings;
  if (!indicators_at(run, time, w->next)) return false;
  for (int k = 0; k < w->n; k++) {
    if (w->at_start[k] * w->next[k] < 0) return true;
  }
  return false;
}

/* Time of the first change of a sign: between `low`, where all are as at the
 * beginning of the step, and `high`, where one is not. */
static double bisect_crossing(IntegratorRun *run, double low, double high)
{
  RUNTIME_ASSERT(low <= high);
  for (int k = 0; k < CROSSING_MOST_BISECTIONS; k++) {
    double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    if (has_crossed(run, middle))
      high = middle;
    else
      low = middle;
  }
  return high;
}

/* Goes to where the suspect is nearest to zero, or beyond. */
static bool find_crossing(IntegratorRun *run, Suspect *suspect)
{
  for (int k = 0; k < CROSSING_MOST_LOOKS; k++) {
    if (has_crossed(run, suspect->time)) return true;
    if (!crossing_watch_refine(&run->crossings, suspect)) return false;
  }
  return false;
}

bool crossing_search_is_worth(IntegratorRun *run, int first, int end)
{
  Instance *inst = run->inst;
  if (!step_look_is_used(inst)) return false;
  if (step_look_has_middle(inst)) return true;
  if (step_look_is_clear(inst, first, end)) return false;
  double begin = step_look_begins(inst);
  double middle = begin + (step_look_ends(inst) - begin) / 2;
  if (!(middle > begin && middle < run->now)) return false;
  if (!integrator_run_look_back(run, middle)) return false;
  run->solver->store(run, middle);
  step_look_take_middle(inst);
  return true;
}

/* What bounds of what relations compare say of a step. */
typedef enum Enclosure {
  ENCLOSES_NOTHING,
  ENCLOSES_CROSSING,
  IN_DOUBT
} Enclosure;

/* Where an event ends the step, its relations are a little past zero there: as
 * near as solvers find it. */
static double end_of_look(const IntegratorRun *run)
{
  double step = run->now - step_look_begins(run->inst);
  double root = CROSSING_ROOT * DBL_EPSILON * (fabs(run->now) + step);
  if (run->waiting != EVENT_WAITS) return run->now;
  return run->now - fmax(STEP_LOOK_NARROWEST * step, root);
}

/* What the polynomials say is checked with the solver's own curve; where the two
 * disagree the step is too long. One whose length parabolas have limited is as
 * short as it can be. */
static Enclosure crossing_search_look_inside(IntegratorRun *run, double *high)
{
  Instance *inst = run->inst;
  int n = inst->model->n_relations;
  StepSuspect suspect;
  double from = step_look_begins(inst), to = end_of_look(run);
  bool is_free = run->crossings.n_followed == 0, in_doubt = false;
  if (!(from < to)) return ENCLOSES_NOTHING;
  if (!crossing_search_is_worth(run, 0, n)) return ENCLOSES_NOTHING;
  for (int k = 0; k < CROSSING_MOST_LOOKS; k++) {
    if (!step_look_try(inst, 0, n, from, to, &suspect,
                       is_free ? &in_doubt : NULL)) {
      return in_doubt || (is_free && k > 0) ? IN_DOUBT : ENCLOSES_NOTHING;
    }
    *high = from = suspect.time;
    if (from < run->now && has_crossed(run, from)) return ENCLOSES_CROSSING;
  }
  return is_free ? IN_DOUBT : ENCLOSES_NOTHING;
}

/* The event on the way, between `low` and `high`. */
static bool crossing_search_go_back(IntegratorRun *run, double low, double high)
{
  run->now = bisect_crossing(run, low, high);
  run->at_stop = false;
  run->waiting = EVENT_WAITS;
  return true;
}

/* --- what parabolas are for ------------------------------------------------- */

/* Bounds find every change of a relation that has a tape: parabolas are for
 * the others, and for what holds a relation instead of its own value. */
static bool is_covered(const Instance *inst, int k)
{
  return step_look_covers(inst, k) && !step_look_is_held(inst, k);
}

/* Numbers as events_indicators() has them. */
static void follow_uncovered(IntegratorRun *run)
{
  const Model *m = run->inst->model;
  CrossingWatch *w = &run->crossings;
  int n = 0;
  w->n_followed = 0;
  for (int k = 0; k < m->n_relations - m->n_quiet; k++) {
    if (m->relation[k].timed) continue;
    if (!is_covered(run->inst, k)) crossing_watch_follow(w, n);
    n++;
  }
  for (int s = 0; s < m->n_quiet_indicators; s++, n++) {
    if (quiet_awake(run->inst, s) >= 0) crossing_watch_follow(w, n);
  }
  RUNTIME_ASSERT(n == w->n);
}

bool crossing_search_begin(IntegratorRun *run)
{
  Instance *inst = run->inst;
  CrossingWatch *w = &run->crossings;
  follow_uncovered(run);
  crossing_watch_begin(w, run_limits_first_step(run));
  events_bands(inst, w->rounding);
  for (int k = 0; k < w->n; k++) w->rounding[k] *= CROSSING_ROUNDING;
  return refresh_values(inst) && events_indicators(inst, w->at_start);
}

bool crossing_search_begin_again(IntegratorRun *run)
{
  return integrator_run_return_to_now(run) && integrator_run_begin_again(run);
}

/* Something may hide in the step: it is made again. Up to the next event steps
 * are short, and parabolas limit them. */
static bool make_steps_short(IntegratorRun *run)
{
  CrossingWatch *w = &run->crossings;
  double begin = step_look_begins(run->inst);
  double part = (run->now - begin) / CROSSING_PARTS;
  crossing_watch_follow_all(w);
  crossing_watch_begin(w, w->shortest);
  w->longest = fmin(w->longest, part);
  run->now = begin;
  run->at_stop = false;
  run->waiting = WATCHER_WAITS;
  run->resume = crossing_search_begin_again;
  return integrator_run_return_to_now(run);
}

/* --- a step has ended ----------------------------------------------------- */

/* Looks for a pair of crossings that hides in the step just done, by parabolas:
 * then there is an event on the way. False, reason noted: the model cannot be
 * evaluated. */
static bool look_by_parabolas(IntegratorRun *run)
{
  CrossingWatch *w = &run->crossings;
  Suspect suspect;
  if (w->n_followed == 0 || run->waiting == EVENT_WAITS) return true;
  if (!indicators_at(run, run->now, w->next)) return false;
  if (crossing_watch_accept(w, run->now, &suspect) &&
      find_crossing(run, &suspect)) {
    return crossing_search_go_back(run, w->time[1], suspect.time);
  }
  return crossing_noise_look(run);
}

/* Where there are no parabolas, no indicator says how long steps may be: they
 * grow from what a start begins with, which errors of low orders ask for where
 * events are many. */
static void let_steps_grow(IntegratorRun *run)
{
  CrossingWatch *w = &run->crossings;
  double step = run->now - step_look_begins(run->inst);
  if (w->n_followed == 0 && step > CROSSING_LONG_STEP * w->longest)
    w->longest *= CROSSING_GROWTH;
  run_limits_set(run);
}

bool crossing_search_accept(IntegratorRun *run)
{
  RUNTIME_ASSERT(run->crossings.n > 0);
  double high;
  if (!look_by_parabolas(run)) return false;
  switch (crossing_search_look_inside(run, &high)) {
  case ENCLOSES_NOTHING: break;
  case ENCLOSES_CROSSING:
    return crossing_search_go_back(run, step_look_begins(run->inst), high);
  case IN_DOUBT: return make_steps_short(run);
  }
  if (run->waiting == NOTHING_WAITS) let_steps_grow(run);
  return integrator_run_look_back(run, run->now);
}
