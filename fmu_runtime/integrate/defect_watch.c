/* defect_watch.c: slopes of the curve and of the model inside of a step. */
#include "defect_watch.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../evaluate/evaluate.h"
#include <math.h>

/* What cannot be evaluated at this point is not a matter of accuracy. */
static bool follows_model(IntegratorRun *run, double time)
{
  Instance *inst = run->inst;
  double defect;
  if (!integrator_run_look_back(run, time)) return true;
  run->solver->store(run, time);
  if (inst->stale & STALE_VALUES && !evaluate_model(inst)) return true;
  return !run->solver->defect(run, &defect) || defect <= DEFECT_MOST;
}

double defect_watch_look(IntegratorRun *run, double seen, double end,
                         double interval, double *broken)
{
  RUNTIME_ASSERT(seen < end && end <= run->now);
  RUNTIME_ASSERT(interval > 0);
  double good = seen;
  double parts = (end - seen) / interval;
  double n = fmin(ceil(parts - STEP_ROUNDING), DEFECT_MOST_POINTS);
  for (double k = 1; k <= n; k++) {
    *broken = k < n ? seen + k / n * (end - seen) : end;
    if (*broken == run->now) break; /* the solver has been there */
    if (!follows_model(run, *broken)) return good;
    good = *broken;
  }
  return end;
}
