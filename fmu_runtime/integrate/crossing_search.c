/* crossing_search.c: see crossing_search.h. */
#include "crossing_search.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../evaluate/evaluate.h"
#include "../events/events.h"
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

/* Has an indicator another sign than at the beginning of the last step? */
static bool has_crossed(IntegratorRun *run, double time)
{
  CrossingWatch *w = &run->crossings;
  if (!indicators_at(run, time, w->next)) return false;
  for (int k = 0; k < w->n; k++) {
    if (w->g[1][k] * w->next[k] < 0) return true;
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

/* Looks for a pair of crossings that hides in the step just done: then there
 * is an event on the way. */
bool crossing_search_accept(IntegratorRun *run)
{
  RUNTIME_ASSERT(run->crossings.n > 0);
  CrossingWatch *w = &run->crossings;
  Suspect suspect;
  if (run->waiting == EVENT_WAITS) return true;
  if (!indicators_at(run, run->now, w->next)) return false;
  if (crossing_watch_accept(w, run->now, &suspect) &&
      find_crossing(run, &suspect)) {
    run->now = bisect_crossing(run, w->time[1], suspect.time);
    run->at_stop = false;
    run->waiting = EVENT_WAITS;
    return true;
  }
  run_limits_set(run);
  return integrator_run_look_back(run, run->now);
}
