/* crossing_search.c: see crossing_search.h. */
#include "crossing_search.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../evaluate/evaluate.h"
#include "../events/events.h"
#include "../events/step_look.h"
#include "run_limits.h"

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

/* Has an indicator another sign than at the end of the last step, where none
 * was reported? */
static bool has_crossed(IntegratorRun *run, double time)
{
  CrossingWatch *w = &run->crossings;
  if (!indicators_at(run, time, w->next)) return false;
  for (int k = 0; k < w->n; k++) {
    if (w->g[0][k] * w->next[k] < 0) return true;
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

/* The same by bounds of what relations compare. What the polynomials say is
 * checked with the solver's own curve. */
static bool find_enclosed(IntegratorRun *run, double *high)
{
  Instance *inst = run->inst;
  StepSuspect suspect;
  double from = step_look_begins(inst);
  if (!crossing_search_is_worth(run, 0, inst->model->n_relations)) return false;
  for (int k = 0; k < CROSSING_MOST_LOOKS; k++) {
    if (!step_look_find(inst, 0, inst->model->n_relations, from, run->now,
                        &suspect)) {
      return false;
    }
    *high = from = suspect.time;
    if (from < run->now && has_crossed(run, from)) return true;
  }
  return false;
}

/* The event on the way, between `low` and `high`. */
static bool crossing_search_go_back(IntegratorRun *run, double low, double high)
{
  run->now = bisect_crossing(run, low, high);
  run->at_stop = false;
  run->waiting = EVENT_WAITS;
  return true;
}

/* Looks for a pair of crossings that hides in the step just done: then there
 * is an event on the way. */
bool crossing_search_accept(IntegratorRun *run)
{
  RUNTIME_ASSERT(run->crossings.n > 0);
  CrossingWatch *w = &run->crossings;
  Suspect suspect;
  if (run->waiting == EVENT_WAITS) return true;
  if (!indicators_at(run, run->now, w->next)) return false;
  double high;
  if (crossing_watch_accept(w, run->now, &suspect) &&
      find_crossing(run, &suspect)) {
    return crossing_search_go_back(run, w->time[1], suspect.time);
  }
  if (find_enclosed(run, &high))
    return crossing_search_go_back(run, step_look_begins(run->inst), high);
  run_limits_set(run);
  return integrator_run_look_back(run, run->now);
}
