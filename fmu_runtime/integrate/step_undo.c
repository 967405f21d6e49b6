/* step_undo.c: see step_undo.h. */
#include "step_undo.h"
#include "../evaluate/evaluate.h"
#include "../states/dummy_pivot.h"
#include <math.h>
#include <string.h>

/* Times that steps from one point are undone because the choice of states
 * went bad on the way; and from points as near as those of steps that creep. */
static const int most_undone = 5;
static const int most_undone_near = 20;

/* Times that a failed step is tried again before time has gone past it. */
static const int most_rescues = 3;

/* Goes back to the last good point, and on with other states (or the same, if
 * they are the best there) and shorter steps. */
bool step_undo_choice(IntegratorRun *run)
{
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
  run->short_step = (run->now - time) / 4;
  run->short_until = run->now;
  bool good = evaluate_model(inst);
  if (good && dummy_pivot_note_rank(inst, WHOLLY_DEPENDENT)) return false;
  bool is_stuck =
      run->n_undone > most_undone || run->n_undone_near > most_undone_near;
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
  Instance *inst = run->inst;
  char why[sizeof inst->reason];
  if (run->n_rescued == most_rescues) return false;
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
  double length = fmax(run->last_step, 1e-3 * run->communication_step);
  run->short_step = length / 100;
  run->short_until = run->now + length;
  bool good = evaluate_model(inst) && integrator_run_begin_again(run);
  if (!good) memcpy(inst->reason, why, sizeof why);
  return good;
}
