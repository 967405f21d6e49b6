/* step_undo.c: see step_undo.h. */
#include "step_undo.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../evaluate/evaluate.h"
#include "../states/dummy_pivot.h"
#include <math.h>
#include <string.h>

/* Goes back to the last good point, and on with other states (or the same, if
 * they are the best there) and shorter steps. */
bool step_undo_choice(IntegratorRun *run)
{
  RUNTIME_ASSERT(run->inst->model->n_sets > 0);
  Instance *inst = run->inst;
  char why[sizeof inst->reason];
  memcpy(why, inst->reason, sizeof why);
  dummy_pivot_restore(inst);
  double time = instance_time(inst);
  double on = time - run->undone_at; /* since the last time */
  bool is_near = on >= 0 && on <= STEP_CREEPING * run->longest_step;
  run->n_undone = on == 0 ? run->n_undone + 1 : 1;
  run->n_undone_near = is_near ? run->n_undone_near + 1 : 1;
  run->undone_at = time;
  run->short_step = (run->now - time) / UNDO_PARTS;
  run->short_until = run->now;
  bool good = evaluate_model(inst);
  if (good && dummy_pivot_note_rank(inst, WHOLLY_DEPENDENT)) return false;
  bool is_stuck =
      run->n_undone > UNDO_MOST || run->n_undone_near > UNDO_MOST_NEAR;
  if (is_stuck || !good) {
    if (!good || !dummy_pivot_note_rank(inst, NEARLY_DEPENDENT)) {
      memcpy(inst->reason, why, sizeof why);
    }
    return false;
  }
  if (!dummy_pivot_start(inst)) return false;
  inst->statistics.pivots++;
  return integrator_run_begin_again(run);
}

/* A step has failed, and there are no states to be chosen otherwise: from the
 * last good point with steps of a hundredth, then by another method. */
bool step_undo_rescue(IntegratorRun *run)
{
  RUNTIME_ASSERT(run->n_rescued >= 0 && run->n_rescued <= RESCUE_MOST);
  Instance *inst = run->inst;
  char why[sizeof inst->reason];
  if (run->n_rescued == RESCUE_MOST) return false;
  run->n_rescued++;
  memcpy(why, inst->reason, sizeof why);
  logging_write(&inst->logger, fmi2OK, LOG_STATUS_WARNING,
                "at time %.12g a step fails and is tried again: %.1000s",
                run->now, why);
  run->solver->store(run, run->now);
  if (run->n_rescued > 1 && run->solver->change_method) {
    run->solver->change_method(run);
  }
  /* the last steps may have been very short already */
  double length =
      fmax(run->last_step, RESCUE_SHORTEST * run->communication_step);
  run->short_step = length / RESCUE_PARTS;
  run->short_until = run->now + length;
  bool good = evaluate_model(inst) && integrator_run_begin_again(run);
  if (!good) memcpy(inst->reason, why, sizeof why);
  return good;
}
