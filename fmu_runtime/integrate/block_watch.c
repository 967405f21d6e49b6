/* block_watch.c: evaluations inside of a step. */
#include "block_watch.h"
#include "../blocks/block_guess.h"
#include "../blocks/block_track.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../evaluate/evaluate.h"
#include <math.h>

/* Are all loops on their branches? */
static bool is_good(IntegratorRun *run, double time)
{
  Instance *inst = run->inst;
  if (!integrator_run_look_back(run, time)) return false;
  run->solver->store(run, time);
  if (inst->implicit) block_guess_expect(inst);
  if (inst->stale & STALE_VALUES && !evaluate_model(inst)) return false;
  if (!inst->implicit) return true;
  if (!block_guess_is_met(inst)) return false;
  block_track_keep(inst);
  return true;
}

double block_watch_look(IntegratorRun *run, double seen, double end,
                        double interval, double *broken)
{
  RUNTIME_ASSERT(seen < end && end <= run->now);
  RUNTIME_ASSERT(interval > 0);
  double good = seen;
  double n = fmin(ceil((end - seen) / interval), SWITCH_MOST_POINTS);
  if (!block_guess_is_used(run->inst)) return end;
  for (double k = 1; k <= n; k++) {
    *broken = k < n ? seen + k / n * (end - seen) : end;
    if (*broken == run->now) break; /* the solver has been there */
    if (!is_good(run, *broken)) return good;
    good = *broken;
  }
  return end;
}
