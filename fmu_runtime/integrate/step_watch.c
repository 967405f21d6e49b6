/* step_watch.c: the watchers, in the order in which they are asked. */
#include "step_watch.h"
#include "../blocks/block_guess.h"
#include "../blocks/block_track.h"
#include "../vectors/extremes.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../evaluate/assertions.h"
#include "../evaluate/delay.h"
#include "../evaluate/evaluate.h"
#include "../evaluate/failure.h"
#include "../events/events.h"
#include "../events/loop_edge.h"
#include "../events/quiet.h"
#include "../events/refresh_values.h"
#include "../events/step_look.h"
#include "../states/constraint_watch.h"
#include "../states/coordinate_frame.h"
#include "../states/dummy_branch.h"
#include "../states/dummy_pivot.h"
#include "../states/dummy_watch.h"
#include "../states/gradient_watch.h"
#include "../states/scale.h"
#include "block_watch.h"
#include "crossing_search.h"
#include "defect_watch.h"
#include "integrator_run.h"
#include "run_limits.h"
#include "size_watch.h"
#include "step_undo.h"
#include <math.h>

static StepVerdict good_or(bool good, StepVerdict otherwise)
{
  RUNTIME_ASSERT(otherwise != STEP_ACCEPTED);
  return good ? STEP_ACCEPTED : otherwise;
}

/* --- the choice of states ------------------------------------------------- */

static bool step_watch_has_choice(const IntegratorRun *run)
{
  const Model *m = run->inst->model;
  return m->n_sets > 0 || m->n_coordinate_frames > 0;
}

/* An event may leave the states chosen badly, and a pivot waits for a start
 * like this one. */
static bool refresh_at_start(IntegratorRun *run, bool is_new)
{
  (void)is_new;
  return refresh_values(run->inst);
}

/* The values where the solver has arrived, or of a point next to it. */
static StepVerdict take_values(IntegratorRun *run, double before)
{
  Instance *inst = run->inst;
  (void)before;
  if (run->has_values) return STEP_ACCEPTED;
  run->solver->store(run, run->now);
  return good_or(!(inst->stale & STALE_VALUES) || evaluate_model(inst),
                 STEP_UNTRUSTED);
}

static bool has_coordinate_frames(const IntegratorRun *run)
{
  return run->inst->model->n_coordinate_frames > 0;
}

static bool renew_coordinate_frames(IntegratorRun *run, bool is_new)
{
  Instance *inst = run->inst;
  double length;
  (void)is_new;
  if (!coordinate_frame_measure(inst, &length)) return false;
  if (length <= COORDINATE_FRAME_RENEW) return true;
  inst->statistics.pivots++;
  return coordinate_frame_renew(inst);
}

static bool pivot_states(IntegratorRun *run);

/* What is to be done at run->now, before the solver goes on from there. */
static void step_watch_wait_for(IntegratorRun *run,
                                bool (*resume)(IntegratorRun *))
{
  run->waiting = WATCHER_WAITS;
  run->resume = resume;
}

static void wait_for_pivot(IntegratorRun *run)
{
  if (run->waiting == NOTHING_WAITS) step_watch_wait_for(run, pivot_states);
}

static StepVerdict watch_coordinate_frames(IntegratorRun *run, double before)
{
  double length;
  (void)before;
  if (!coordinate_frame_measure(run->inst, &length)) return STEP_UNTRUSTED;
  if (length > COORDINATE_FRAME_RENEW) wait_for_pivot(run);
  return STEP_ACCEPTED;
}

static bool has_sets(const IntegratorRun *run)
{
  return run->inst->model->n_sets > 0;
}

static bool renew_sets(IntegratorRun *run, bool is_new)
{
  Instance *inst = run->inst;
  (void)is_new;
  if (dummy_pivot_measure(inst) > dummy_pivot_limit(inst)) {
    return dummy_pivot_exchange(inst);
  }
  dummy_pivot_keep(inst);
  return true;
}

static StepVerdict watch_sets(IntegratorRun *run, double before)
{
  Instance *inst = run->inst;
  (void)before;
  double size = dummy_watch_measure(inst);
  if (size > PIVOT_UNDO) {
    dummy_pivot_note_measure(inst);
    return STEP_UNTRUSTED;
  }
  if (!run->is_foretold && !dummy_branch_is_smooth(inst)) return STEP_UNTRUSTED;
  if (!dummy_branch_keeps_sign(inst) || !dummy_branch_is_continuous(inst) ||
      !dummy_branch_is_regular(inst)) {
    return STEP_UNTRUSTED;
  }
  dummy_pivot_keep(inst);
  if (run->has_values) run->solver->keep(run);
  if (size > dummy_pivot_limit(inst)) wait_for_pivot(run);
  return STEP_ACCEPTED;
}

/* States are chosen again where the solver is, which goes on with its history. */
static bool renew_choice(IntegratorRun *run)
{
  return refresh_at_start(run, false) &&
         (!has_sets(run) || renew_sets(run, false));
}

/* The states get another meaning where the solver is. */
static bool pivot_states(IntegratorRun *run)
{
  RUNTIME_ASSERT(step_watch_has_choice(run));
  if (!integrator_run_return_to_now(run)) return false;
  if (dummy_pivot_note_rank(run->inst, WHOLLY_DEPENDENT)) return false;
  if (!run->solver->exchange || has_coordinate_frames(run)) {
    return integrator_run_begin_again(run);
  }
  return renew_choice(run) && run->solver->exchange(run);
}

/* --- crossings ------------------------------------------------------------ */

static bool has_crossings(const IntegratorRun *run)
{
  return run->crossings.n > 0;
}

static bool begin_crossings(IntegratorRun *run, bool is_new)
{
  return !is_new || crossing_search_begin(run);
}

static StepVerdict watch_crossings(IntegratorRun *run, double before)
{
  (void)before;
  return good_or(crossing_search_accept(run), STEP_UNTRUSTED);
}

/* --- what hides between the ends of a step --------------------------------- */

static bool has_look(const IntegratorRun *run)
{
  return step_look_is_used(run->inst);
}

static bool begin_look(IntegratorRun *run, bool is_new)
{
  (void)is_new;
  if (!refresh_values(run->inst)) return false;
  step_look_begin(run->inst);
  return true;
}

static StepVerdict take_ends(IntegratorRun *run, double before)
{
  (void)before;
  step_look_go_on(run->inst);
  if (!integrator_run_return_to_now(run)) return STEP_UNTRUSTED;
  step_look_end(run->inst);
  return STEP_ACCEPTED;
}

/* --- formulas --------------------------------------------------------------- */

static bool may_be_stiff(const IntegratorRun *run)
{
  return run->inst->model->method == METHOD_AUTO &&
         run->one_step.multistep->change_method;
}

/* BDF goes on from where Adams' formulas are. */
static bool use_stiff_formulas(IntegratorRun *run)
{
  RUNTIME_ASSERT(may_be_stiff(run));
  if (!integrator_run_return_to_now(run)) return false;
  run->one_step.multistep->change_method(run);
  run->is_stiff = false;
  return integrator_run_begin_again(run);
}

static StepVerdict watch_formulas(IntegratorRun *run, double before)
{
  (void)before;
  if (run->is_stiff && run->waiting == NOTHING_WAITS)
    step_watch_wait_for(run, use_stiff_formulas);
  return STEP_ACCEPTED;
}

/* --- does time go on? ----------------------------------------------------- */

static bool begin_progress(IntegratorRun *run, bool is_new)
{
  run->n_still = 0;
  if (!is_new) return true;
  run->short_step = 0;
  run->n_undone = run->n_undone_near = 0;
  run->n_rescued = run->n_returns = run->n_refused_curves = 0;
  run->refusal[0] = '\0';
  return true;
}

static StepVerdict time_moves(IntegratorRun *run, double before)
{
  double least = solver_clock_least_step(&run->clock);
  run->n_still = run->now > before + least ? 0 : run->n_still + 1;
  if (run->n_still < STEP_MOST_STILL) return STEP_ACCEPTED;
  if (scale_can_rise(run->inst)) { /* something very small jumps */
    scale_raise(run->inst);
    run->n_still = 0;
    return STEP_ACCEPTED;
  }
  char why[1000] = "";
  LogText text = {why, sizeof why, 0};
  if (run->refusal[0])
    logging_append(&text, ": %s", run->refusal);
  else if (integrator_run_return_to_now(run))
    failure_append_fastest(run->inst, &text);
  instance_note(run->inst, LOG_STATUS_ERROR,
                "at time %.12g no step is short enough to continue%s", run->now,
                why);
  return STEP_UNTRUSTED;
}

/* --- constraints and guesses ---------------------------------------------- */

static bool has_constraints(const IntegratorRun *run)
{
  return constraint_watch_is_used(run->inst);
}

static bool begin_constraints(IntegratorRun *run, bool is_new)
{
  if (!is_new) return true;
  if (!refresh_values(run->inst)) return false;
  constraint_watch_begin(run->inst);
  return true;
}

/* Where a constraint is singular there is no way on. */
static StepVerdict watch_constraints(IntegratorRun *run, double before)
{
  (void)before;
  return good_or(integrator_run_return_to_now(run) &&
                     constraint_watch_accept(run->inst),
                 STEP_ENDS_RUN);
}

/* Constraints that are left to their derivatives. */
static bool has_gradients(const IntegratorRun *run)
{
  return gradient_watch_is_used(run->inst);
}

static bool begin_gradients(IntegratorRun *run, bool is_new)
{
  (void)is_new;
  gradient_watch_begin(run->inst);
  return true;
}

static StepVerdict watch_gradients(IntegratorRun *run, double before)
{
  (void)before;
  return good_or(integrator_run_return_to_now(run) &&
                     gradient_watch_look(run->inst),
                 STEP_UNTRUSTED);
}

static bool has_guesses(const IntegratorRun *run)
{
  return block_guess_is_used(run->inst);
}

/* The implicit form has better guesses: its own. A solver that begins again
 * at the last point goes on with what is kept. */
static bool begin_guesses(IntegratorRun *run, bool is_new)
{
  if (is_new || !block_guess_is_at_kept(run->inst))
    block_guess_forget(run->inst);
  if (is_new) block_track_forget(run->inst);
  if (!run->inst->implicit) block_guess_keep(run->inst);
  block_track_keep(run->inst);
  return true;
}

/* The point is accepted. Where a block has switched it will do so again, after
 * a curve that is as short. */
static StepVerdict keep_guesses(IntegratorRun *run, double before)
{
  (void)before;
  loop_edge_keep(run->inst);
  if (run->inst->implicit) return STEP_ACCEPTED;
  if (block_guess_keep(run->inst)) run->switches = true;
  block_track_keep(run->inst);
  return STEP_ACCEPTED;
}

/* --- the pace -------------------------------------------------------------- */

/* The run may be past the place where a step was undone, or failed. */
static void lift_short_steps(IntegratorRun *run, double before)
{
  if (run->now > before) run->last_step = run->now - before;
  if (run->short_step == 0 || run->now < run->short_until) return;
  run->short_step = 0;
  run->n_rescued = run->n_returns = run->n_refused_curves = 0;
  run_limits_set(run);
}

/* Many short steps in a row. False, reason noted: constraints come to depend
 * on each other, or the model cannot be evaluated ahead. */
static bool creeps_on(IntegratorRun *run, long n_refused)
{
  if (run->inst->model->n_sets > 0 && integrator_run_return_to_now(run) &&
      dummy_pivot_note_rank(run->inst, NEARLY_DEPENDENT)) {
    return false;
  }
  if (n_refused < STEP_MOST_REFUSED) return true;
  instance_note(run->inst, LOG_STATUS_ERROR,
                "at time %.12g steps become ever shorter: %.1000s", run->now,
                run->refusal);
  return false;
}

/* Does time go on at a pace that is worth while? */
static StepVerdict watch_pace(IntegratorRun *run, double before)
{
  double length = run->now - before;
  lift_short_steps(run, before);
  run->longest_step = larger_of(run->longest_step, length);
  if (length < STEP_CREEPING * run->longest_step)
    run->n_creeping++;
  else
    run->n_creeping = 0;
  if (run->n_creeping > 0 && run->n_creeping < STEP_MOST_CREEPING)
    return STEP_ACCEPTED;
  bool good = run->n_creeping == 0 || creeps_on(run, run->n_refused);
  run->n_creeping = 0;
  run->n_refused = 0;
  return good_or(good, STEP_ENDS_RUN);
}

/* --- conditions that make no events ----------------------------------------- */

/* Where stability limits the steps of Adams' formulas, and each takes one
 * correction, their corrections do not show it (stiffness.h), but derivatives
 * do. */
static void suspect_formulas(IntegratorRun *run)
{
  if (may_be_stiff(run) && !run->method_changed) run->is_stiff = true;
}

/* Where one is woken an event follows: at a root there is one already. */
static StepVerdict watch_quiet(IntegratorRun *run, double before)
{
  Instance *inst = run->inst;
  (void)before;
  if (!quiet_count(inst, run->now)) return STEP_ACCEPTED;
  if (!integrator_run_return_to_now(run)) return STEP_UNTRUSTED;
  switch (quiet_look(inst)) {
  case QUIET_NOTHING: break;
  case QUIET_WOKEN: run->waiting = EVENT_WAITS; break;
  case QUIET_JUMPS: suspect_formulas(run); break;
  case QUIET_LOST: return STEP_ENDS_RUN;
  }
  return STEP_ACCEPTED;
}

/* --- history --------------------------------------------------------------- */

static bool has_history(const IntegratorRun *run)
{
  return delay_moves(run->inst);
}

/* What delay() will ask for. */
static StepVerdict record_history(IntegratorRun *run, double before)
{
  (void)before;
  if (!integrator_run_return_to_now(run)) return STEP_ENDS_RUN;
  delay_record(run->inst);
  return STEP_ACCEPTED;
}

/* --- branches of loops ----------------------------------------------------- */

/* What has entered a line (transport.h) cannot be taken back. */
static bool step_watch_has_branches(const IntegratorRun *run)
{
  return block_guess_is_used(run->inst) && run->inst->model->n_transports == 0;
}

static bool begin_branches(IntegratorRun *run, bool is_new)
{
  (void)is_new;
  run->seen = instance_time(run->inst);
  return true;
}

/* Goes on with steps that are short enough to find where the block switches. */
static bool approach_switch(IntegratorRun *run)
{
  RUNTIME_ASSERT(run->switched > run->now);
  run->short_step = (run->switched - run->now) / UNDO_PARTS;
  run->short_until = run->switched;
  if (!integrator_run_return_to_now(run)) return false;
  if (has_history(run)) delay_record(run->inst);
  return integrator_run_begin_again(run);
}

/* Looks for blocks that have switched, and perhaps back, before `end` in the
 * last step: then it ends before that. */
static void look_for_switches(IntegratorRun *run, double end)
{
  double broken, seen = run->seen;
  if (!(seen < end)) return;
  run->seen = end;
  double good =
      block_watch_look(run, seen, end, run_limits_usual_step(run), &broken);
  if (good == end || run->n_returns == SWITCH_MOST_RETURNS) return;
  run->n_returns++;
  run->now = run->seen = good;
  run->at_stop = false;
  run->switched = broken;
  step_watch_wait_for(run, approach_switch);
}

/* --- forcing --------------------------------------------------------------- */

/* What has entered a line cannot be taken back; a curve without states has
 * no slope. */
static bool follows_curves(const IntegratorRun *run)
{
  const Model *m = run->inst->model;
  return run->solver->defect && m->n_states > 0 && m->n_transports == 0;
}

static bool begin_curve(IntegratorRun *run, bool is_new)
{
  run->followed = instance_time(run->inst);
  if (is_new) {
    run->in_burst = false;
    run->long_step = 0;
  }
  return true;
}

/* Steps that become short between long ones show that something happens, and
 * how long it takes. */
static StepVerdict watch_bursts(IntegratorRun *run, double before)
{
  double length = run->now - before;
  bool is_short = length < BURST_SHORT * run->long_step;
  if (is_short && !run->in_burst) run->burst_begin = before;
  if (!is_short && run->in_burst) {
    run->burst_length = before - run->burst_begin;
    run->burst_end = before;
  }
  run->in_burst = is_short;
  run->long_step = larger_of(length, BURST_FADING * run->long_step);
  return STEP_ACCEPTED;
}

/* How far apart slopes are looked at, from `seen` on. What has happened may
 * happen again, as fast; the longer ago it was the less. */
static double interval_of_looks(const IntegratorRun *run, double seen)
{
  double usual = run_limits_look_interval(run);
  if (run->solver->gap) {
    double gap = run->solver->gap(run);
    return gap <= usual ? HUGE_VAL : gap; /* seen by the solver itself */
  }
  if (!(run->burst_length > 0) || seen < run->burst_end) return usual;
  double since = (seen - run->burst_end) / BURST_LOOKS_SINCE;
  return smaller_of(usual, larger_of(run->burst_length / BURST_LOOKS, since));
}

/* The step is good up to a point, and something happens after it. */
static void step_watch_go_back(IntegratorRun *run, double good, double broken)
{
  run->n_refused_curves++;
  run->now = run->followed = good;
  run->seen = smaller_of(run->seen, good);
  run->at_stop = false;
  run->switched = broken;
  step_watch_wait_for(run, approach_switch);
}

/* Steps have become shorter again and again, and the curve still does not follow
 * the model at this time: the step is taken, and the user is warned. */
static void step_watch_give_up(IntegratorRun *run, double time)
{
  Instance *inst = run->inst;
  char why[1000] = "";
  LogText text = {why, sizeof why, 0};
  if (run->gave_up) return;
  run->gave_up = true;
  if (!(inst->stale & STALE_VALUES)) failure_append_fastest(inst, &text);
  logging_write(&inst->logger, STATUS_WARNING, LOG_STATUS_WARNING,
                "at time %.12g the solution does not follow the model: %d "
                "shorter steps have not made the error of one as small as %g "
                "times what the tolerance allows%s",
                time, DEFECT_MOST_RETURNS, DEFECT_MOST, why);
}

/* Looks at the slope of the curve before `end` in the last step: where it is
 * not that of the model the step ends before that. */
static void look_at_slopes(IntegratorRun *run, double end)
{
  double broken, seen = run->followed;
  if (!(seen < end)) return;
  run->followed = end;
  double good =
      defect_watch_look(run, seen, end, interval_of_looks(run, seen), &broken);
  if (good == end) return;
  if (run->n_refused_curves == DEFECT_MOST_RETURNS)
    step_watch_give_up(run, broken);
  else
    step_watch_go_back(run, good, broken);
}

/* --- forcing of time alone -------------------------------------------------- */

static bool has_forcing(const IntegratorRun *run)
{
  return follows_curves(run) && forcing_look_is_used(run->inst);
}

static bool begin_forcing(IntegratorRun *run, bool is_new)
{
  forcing_look_begin(run->inst, is_new);
  return true;
}

/* Where something hides in the step it ends before that. */
static StepVerdict watch_forcing(IntegratorRun *run, double before)
{
  double good, broken;
  bool is_last = run->n_refused_curves == DEFECT_MOST_RETURNS;
  if (!(run->now > before) || (is_last && run->gave_up)) return STEP_ACCEPTED;
  double end = run->now;
  if (defect_watch_forcing(run, before, &good, &broken)) {
    RUNTIME_ASSERT(good < broken && broken <= end);
    if (is_last)
      step_watch_give_up(run, broken);
    else
      step_watch_go_back(run, good, broken);
  }
  if (run->point_time == run->now) return STEP_ACCEPTED; /* nobody has looked */
  return good_or(integrator_run_return_to_now(run), STEP_UNTRUSTED);
}

/* --- assertions ------------------------------------------------------------ */

static bool has_assertions(const IntegratorRun *run)
{
  return assertions_move(run->inst);
}

static bool begin_assertions(IntegratorRun *run, bool is_new)
{
  (void)is_new;
  run->asserted = instance_time(run->inst);
  return true;
}

/* What does not hold within the step, by its bounds: is it so? They are all that
 * is known where the model has no values, since a loop has no solution there.
 * Where an event is, what moves is a little past it. */
static bool look_between_ends(IntegratorRun *run)
{
  Instance *inst = run->inst;
  int first = inst->model->n_relations;
  int end = first + inst->model->n_assertions;
  double from = run->asserted, to = run->now;
  StepSuspect suspect;
  if (!crossing_search_is_worth(run, first, end)) return true;
  if (run->waiting == EVENT_WAITS)
    to -= STEP_LOOK_NARROWEST * (to - step_look_begins(inst));
  for (int k = 0; k < CROSSING_MOST_LOOKS; k++) {
    if (!step_look_find(inst, first, end, from, to, &suspect)) break;
    from = suspect.time;
    if (!integrator_run_look_back(run, from)) return false;
    run->solver->store(run, from);
    bool has_values = !(inst->stale & STALE_VALUES) || evaluate_model(inst);
    if (!(has_values ? assertions_after_step(inst)
                     : assertions_broken(inst, suspect.item - first)))
      return false;
  }
  return true;
}

/* Before the target: what comes after it may change with the inputs. A solver
 * does not need the model where its step has ended: where a loop has no
 * solution just there the next step shows whether there is a way on, and its
 * end is looked at. */
static bool step_watch_look_at_assertions(IntegratorRun *run)
{
  if (!(run->now > run->asserted)) return true;
  if (!look_between_ends(run)) return false;
  if (run->waiting == EVENT_WAITS) return true;
  if (!integrator_run_return_to_now(run)) return true;
  run->asserted = run->now;
  return assertions_after_step(run->inst);
}

/* clang-format off */
const StepWatcher step_watchers[] = {
  {"values", step_watch_has_choice, .begin = refresh_at_start, .accept = take_values},
  {"coordinate frames", has_coordinate_frames,
   .begin = renew_coordinate_frames, .accept = watch_coordinate_frames,
   .resume = pivot_states},
  {"scales", size_watch_has_scales, .begin = size_watch_start, .accept = size_watch_scales},
  {"chance", size_watch_has_scales, .accept = size_watch_chance},
  {"growth", size_watch_has_growth, .begin = size_watch_begin_growth, .accept = size_watch_growth},
  {"larger scales", size_watch_can_raise, .undo = size_watch_raise},
  {"selection sets", has_sets, .begin = renew_sets, .accept = watch_sets,
   .undo = step_undo_choice},
  {"look", has_look, .begin = begin_look, .accept = take_ends},
  {"crossings", has_crossings, .begin = begin_crossings,
   .accept = watch_crossings, .resume = crossing_search_begin_again},
  {"forcing of time", has_forcing, .begin = begin_forcing,
   .accept = watch_forcing},
  {"progress", .begin = begin_progress, .accept = time_moves,
   .undo = step_undo_rescue},
  {"formulas", may_be_stiff, .accept = watch_formulas,
   .resume = use_stiff_formulas},
  {"constraints", has_constraints, .begin = begin_constraints,
   .accept = watch_constraints},
  {"gradients", has_gradients, .begin = begin_gradients,
   .accept = watch_gradients},
  {"guesses", has_guesses, .begin = begin_guesses, .accept = keep_guesses},
  {"pace", .accept = watch_pace},
  {"quiet", .accept = watch_quiet},
  {"history", has_history, .accept = record_history},
  {"branches", step_watch_has_branches, .begin = begin_branches,
   .arrive = look_for_switches, .resume = approach_switch},
  {"forcing", follows_curves, .begin = begin_curve, .accept = watch_bursts,
   .arrive = look_at_slopes},
  {"assertions", has_assertions, .begin = begin_assertions,
   .leave = step_watch_look_at_assertions},
  {.name = NULL},
};
/* clang-format on */

/* A table that has grown beyond the lists of a run does not compile. */
typedef char step_watchers_fit[sizeof step_watchers / sizeof step_watchers[0] <=
                                       WATCHERS_MOST + 1
                                   ? 1
                                   : -1];
