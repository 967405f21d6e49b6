/* step_undo.c: see step_undo.h. */
#include "step_undo.h"
#include "../blocks/block_guess.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../evaluate/evaluate.h"
#include "../events/contact_force.h"
#include "../states/dummy_pivot.h"
#include "../states/scale.h"
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
  if (!dummy_pivot_has_kept(inst, run->now)) return false; /* a forged state */
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

/* How long an explicit step may be that changes states by a small part of what
 * the tolerance allows. Shorter ones are tried first. */
static double stride_length(const IntegratorRun *run, const double *slope)
{
  const Instance *inst = run->inst;
  double length = run->short_step;
  double part = RESCUE_STRIDE * fmax(inst->tolerance, RESCUE_TOLERANCE);
  for (int k = 0; k < inst->model->n_states; k++) {
    double size =
        fabs(inst->values.real[inst->state[k]]) + scale_of_state(inst, k);
    double most = part * size;
    if (length * fabs(slope[k]) > most) length = most / fabs(slope[k]);
  }
  return length;
}

/* For a solver that has loops among its unknowns. Where the solution of a loop
 * ceases to exist no step of it arrives, however short. A stride leads past
 * such a place, where the loop is solved by itself. False: no solution jumps
 * there, and the instance is where it was. */
static bool step_undo_stride(IntegratorRun *run)
{
  Instance *inst = run->inst;
  ShortWay *way = &run->short_way;
  int n = inst->model->n_states;
  if (!inst->implicit || !block_guess_is_used(inst) || !evaluate_model(inst) ||
      !contact_force_get_derivatives(inst, way->slope[0])) {
    return false;
  }
  evaluate_get_states(inst, way->begin);
  double longest = stride_length(run, way->slope[0]);
  for (int part = RESCUE_STRIDES - 1; part >= 0; part--) {
    double length = ldexp(longest, -2 * part);
    if (!(run->now + length > run->now)) continue;
    for (int k = 0; k < n; k++)
      way->point[k] = way->begin[k] + length * way->slope[0][k];
    block_guess_expect(inst);
    evaluate_set_time(inst, run->now + length);
    evaluate_set_states(inst, way->point);
    if (evaluate_model(inst) && !block_guess_is_met(inst)) {
      logging_write(&inst->logger, STATUS_OK, LOG_STATUS_WARNING,
                    "at time %.12g the solution of a loop jumps: the one that "
                    "was followed has ceased to exist",
                    instance_time(inst));
      return true;
    }
    run->solver->store(run, run->now);
    if (!evaluate_model(inst)) break;
  }
  run->solver->store(run, run->now);
  return false;
}

/* A step of Adams' formulas fails where a model is so stiff that no step is
 * short enough for their iteration. BDF tries it, from the last good point. A
 * model that cannot be evaluated ahead cannot be for BDF either. */
static bool use_other_formulas(IntegratorRun *run)
{
  if (run->inst->model->method != METHOD_AUTO || run->method_changed ||
      !run->solver->change_method || run->n_refused > 0) {
    return false;
  }
  run->solver->store(run, run->now);
  run->solver->change_method(run);
  return evaluate_model(run->inst) && integrator_run_begin_again(run);
}

/* A step has failed, and there are no states to be chosen otherwise: from the
 * last good point with steps of a hundredth, then by another method. */
bool step_undo_rescue(IntegratorRun *run)
{
  RUNTIME_ASSERT(run->n_rescued >= 0 && run->n_rescued <= RESCUE_MOST);
  Instance *inst = run->inst;
  char why[sizeof inst->reason];
  if (use_other_formulas(run)) return true;
  if (run->n_rescued == RESCUE_MOST) return false;
  run->n_rescued++;
  memcpy(why, inst->reason, sizeof why);
  logging_write(&inst->logger, STATUS_OK, LOG_STATUS_WARNING,
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
  if (run->n_rescued > 1 && step_undo_stride(run))
    return integrator_run_begin_again(run);
  bool good = evaluate_model(inst) && integrator_run_begin_again(run);
  if (!good) memcpy(inst->reason, why, sizeof why);
  return good;
}
