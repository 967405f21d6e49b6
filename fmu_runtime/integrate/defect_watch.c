/* defect_watch.c: slopes of the curve and of the model inside of a step. */
#include "defect_watch.h"
#include "../blocks/block_guess.h"
#include "../vectors/extremes.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../evaluate/evaluate.h"
#include <math.h>

/* What cannot be evaluated at this point is not a matter of accuracy, unless a
 * loop has left the way on which its solution was: something has happened
 * there. */
static bool follows_model(IntegratorRun *run, double time)
{
  Instance *inst = run->inst;
  double defect;
  if (!integrator_run_look_back(run, time)) return true;
  run->solver->store(run, time);
  if (inst->stale & STALE_VALUES && !evaluate_model(inst))
    return !block_guess_is_used(inst);
  return !run->solver->defect(run, &defect) || defect <= DEFECT_MOST;
}

double defect_watch_look(IntegratorRun *run, double seen, double end,
                         double interval, double *broken)
{
  RUNTIME_ASSERT(seen < end && end <= run->now);
  RUNTIME_ASSERT(interval > 0);
  double good = seen;
  double parts = (end - seen) / interval;
  /* the solver has been at the end */
  if (parts - STEP_ROUNDING <= 1 && end == run->now) return end;
  double n = smaller_of(ceil(parts - STEP_ROUNDING), DEFECT_MOST_POINTS);
  for (double k = 1; k <= n; k++) {
    *broken = k < n ? seen + k / n * (end - seen) : end;
    if (*broken == run->now) break; /* the solver has been there */
    if (!follows_model(run, *broken)) return good;
    good = *broken;
  }
  return end;
}

/* --- forcing of time alone ---------------------------------------------- */

/* What comes of the slope there, in parts of what may be. Where the model cannot
 * be evaluated a loop may not have followed what happens. */
static double forcing_defect(IntegratorRun *run, double time)
{
  Instance *inst = run->inst;
  double defect;
  if (!integrator_run_look_back(run, time)) return 0;
  run->solver->store(run, time);
  if (inst->stale & STALE_VALUES && !evaluate_model(inst)) return FORCING_FAR;
  return run->solver->defect(run, &defect) ? defect / DEFECT_MOST : 0;
}

/* Forcing k: is what the bounds have found more than the tolerance allows? */
static bool forcing_breaks(IntegratorRun *run, int k, ForcingStep *step,
                           double *broken)
{
  Instance *inst = run->inst;
  ForcingSuspect suspect;
  if (!forcing_look_find(inst, k, step, &suspect)) return false;
  double part = forcing_defect(run, suspect.time);
  if (!(part > 1)) {
    forcing_look_allow(inst, step, &suspect, part);
    return false;
  }
  ForcingPart first =
      forcing_look_first(inst, step, k, suspect.distance / part);
  step->until = first.begin;
  *broken = first.end;
  return true;
}

bool defect_watch_forcing(IntegratorRun *run, double before, double *good,
                          double *broken)
{
  Instance *inst = run->inst;
  ForcingStep step = {before, run->now, run->now};
  bool breaks = false;
  RUNTIME_ASSERT(before < run->now);
  if (forcing_look_is_clear(inst, &step)) return false;
  for (int k = 0; step.until > before; k++) {
    k = forcing_look_next(inst, k, &step);
    if (k == inst->model->n_forcings) break;
    if (forcing_breaks(run, k, &step, broken)) breaks = true;
  }
  forcing_look_end(inst);
  *good = step.until;
  return breaks;
}
