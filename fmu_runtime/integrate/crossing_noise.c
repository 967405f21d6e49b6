/* crossing_noise.c: see crossing_noise.h. */
#include "crossing_noise.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../evaluate/evaluate.h"
#include "../events/events.h"
#include <math.h>

static void shake_for_indicators(Instance *inst)
{
  for (int k = 0; k < inst->model->n_states; k++) {
    double *x = &inst->values.real[inst->state[k]];
    *x += (k % 2 == 0 ? *x : -*x) * SCALE_SHAKE;
  }
  inst->stale |= STALE_VALUES;
}

/* The relation of indicator n, as wide as what has been seen of it. A large
 * change is none of rounding: something else has become of a loop. */
static void widen_band(Instance *inst, int n, double noise)
{
  EventWork *work = event_work_of(inst);
  int k = work->relation_of[n];
  if (k < 0 || !(noise > events_band(inst, k))) return;
  if (noise > CROSSING_MOST_NOISE * scale_of_relation(inst, k)) return;
  work->band[k] = noise;
}

bool crossing_noise_look(IntegratorRun *run)
{
  CrossingWatch *w = &run->crossings;
  Instance *inst = run->inst;
  RUNTIME_ASSERT(w->n > 0 && w->unrest >= 0);
  if (w->unrest < CROSSING_UNREST || w->n_points == 0) return true;
  w->unrest = 0;
  if (!integrator_run_return_to_now(run)) return false;
  shake_for_indicators(inst);
  bool good = evaluate_model(inst) && events_indicators(inst, w->next);
  if (good) {
    for (int n = 0; n < w->n; n++)
      widen_band(inst, n, fabs(w->next[n] - w->g[0][n]));
    events_bands(inst, w->rounding);
    for (int n = 0; n < w->n; n++) w->rounding[n] *= CROSSING_ROUNDING;
  }
  return integrator_run_return_to_now(run);
}
