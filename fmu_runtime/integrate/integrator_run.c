/* integrator_run.c: the run of a multistep solver, step by step. */
#include "integrator_run.h"
#include "../blocks/block_guess.h"
#include "../evaluate/assertions.h"
#include "../evaluate/delay.h"
#include "../evaluate/evaluate.h"
#include "../evaluate/failure.h"
#include "../evaluate/input_motion.h"
#include "../events/contact.h"
#include "../events/events.h"
#include "../events/refresh_values.h"
#include "../states/constraint_watch.h"
#include "../states/coordinate_frame.h"
#include "../states/dummy_branch.h"
#include "../states/dummy_pivot.h"
#include "../states/dummy_watch.h"
#include "block_watch.h"
#include <math.h>
#include <string.h>

/* Steps on the way to one target. */
static const long most_steps = 100000000;

/* Times that steps from one point are undone because the choice of states
 * went bad on the way; and from points as near as those of steps that creep. */
static const int most_undone = 5;
static const int most_undone_near = 20;

/* A solver may go on for ever with steps that are too short to change the
 * time: so many in a row are a failure. */
static const int most_still = 50;

/* Where constraints come to depend on each other, or a loop ceases to have a
 * solution, the steps become ever shorter. So many in a row, of this part of
 * the longest, are looked into. */
static const int most_creeping = 1000;
static const double creeping = 1e-5;
/* If trial points were refused at each tenth of them, or more often, the model
 * does not go on from here. */
static const long most_refused = 100;
/* Smallest pivots of the constraints, in parts of the largest: so small they
 * nearly depend on each other, which ends a run that does not get on; and so
 * small that no other choice of states helps: what comes behind the place is
 * not told by the constraints. */
static const double nearly_dependent = 1e-3;
static const double dependent = 1e-6;

/* With relations a run begins with steps no longer than this part of it; see
 * crossing_watch.h. */
static const double steps_per_run = 500;

/* Times that a failed step is tried again before time has gone past it. */
static const int most_rescues = 3;

/* Times that steps are shortened because a loop has switched, before time has
 * gone past the place. */
static const int most_returns = 10;

/* --- messages ------------------------------------------------------------ */

int integrator_run_refuse(IntegratorRun *run)
{
  memcpy(run->refusal, run->inst->reason, sizeof run->refusal);
  run->n_refused++;
  return 1;
}

void integrator_run_take_message(int code, const char *module,
                                 const char *function, char *message,
                                 void *self)
{
  Instance *inst = ((IntegratorRun *)self)->inst;
  (void)function;
  if (code > 0) { /* a warning */
    logging_write(&inst->logger, fmi2OK, LOG_STATUS_WARNING, "%s: %s", module,
                  message);
    return;
  }
  size_t length = strlen(inst->reason);
  LogText text = {inst->reason, sizeof inst->reason, length};
  logging_append(&text, "%s%s: %s", length > 0 ? "\n" : "", module, message);
}

/* --- starting ------------------------------------------------------------ */

void integrator_run_count(void *self)
{
  IntegratorRun *run = self;
  Statistics *total = &run->inst->statistics;
  SolverWork work = {0, 0, 0};
  if (!run->inst->has_started) return;
  run->solver->counters(run, &work);
  total->steps += work.steps - run->counted.steps;
  total->jacobians += work.jacobians - run->counted.jacobians;
  total->factorizations += work.factorizations - run->counted.factorizations;
  run->counted = work;
}

/* Events may come ever faster: after one, steps begin with a fiftieth of the
 * time that the last two have taken. Not with less than counts: a relation
 * that chatters would hold up the run. */
static double after_event(const IntegratorRun *run, double longest)
{
  double interval = fmax(run->event_interval[0], run->event_interval[1]);
  double shortest = 1e-9 * longest;
  longest = fmin(longest, contact_flight(run->inst) / 20);
  if (run->event_time != run->now || !(interval > 0)) return longest;
  return fmin(longest, fmax(interval / 50, shortest));
}

/* A small part of the run. */
static double usual_step(const IntegratorRun *run)
{
  const Instance *inst = run->inst;
  const Model *m = inst->model;
  double stop = inst->has_stop_time ? inst->stop_time : m->stop_time;
  bool known = inst->has_stop_time || m->has_stop_time;
  if (known && stop > inst->start_time) {
    return (stop - inst->start_time) / steps_per_run;
  }
  return run->communication_step;
}

/* With relations, at the start; 0 means no limit. */
static double first_longest_step(const IntegratorRun *run)
{
  if (run->inst->model->n_indicators == 0) return 0;
  return after_event(run, usual_step(run));
}

/* Loops may have branches that end, which the states tell by the way they
 * move. Without states nothing does. */
static bool has_blocks_alone(const Instance *inst)
{
  return inst->model->n_states == 0 && block_guess_is_used(inst);
}

/* The smaller one, where 0 means no limit. */
static double shorter(double a, double b)
{
  if (a == 0 || b == 0) return a + b;
  return fmin(a, b);
}

static double longest_step(const IntegratorRun *run)
{
  double usual = shorter(run->crossings.longest, delay_longest_step(run->inst));
  if (run->switches || has_blocks_alone(run->inst)) {
    usual = shorter(usual, usual_step(run));
  }
  return shorter(usual, run->short_step);
}

static bool renew_coordinate_frames(Instance *inst)
{
  double length;
  if (!coordinate_frame_measure(inst, &length)) return false;
  if (length <= COORDINATE_FRAME_RENEW) return true;
  inst->statistics.pivots++;
  return coordinate_frame_renew(inst);
}

/* An event may leave the states chosen badly, and a pivot waits for a start
 * like this one. */
static bool renew_choice(Instance *inst)
{
  const Model *m = inst->model;
  if (m->n_sets == 0 && m->n_coordinate_frames == 0) return true;
  if (!refresh_values(inst) || !renew_coordinate_frames(inst)) return false;
  if (m->n_sets == 0) return true;
  if (dummy_pivot_measure(inst) > dummy_pivot_limit(inst)) {
    return dummy_pivot_exchange(inst);
  }
  dummy_pivot_keep(inst);
  return true;
}

/* The solver is never to step past this; infinite: anywhere. */
static double last_time(const Instance *inst)
{
  double last = inst->has_stop_time ? inst->stop_time : HUGE_VAL;
  return fmin(last, inst->next_event);
}

/* The same for a start at `now`. Inputs that move are known up to the target
 * only, and without states it is as good a point as any. A time that no solver
 * reaches switches off an older stop time. */
static double stop_after(const IntegratorRun *run, double now)
{
  double last = last_time(run->inst);
  bool halts = input_motion_moves(run->inst) || has_blocks_alone(run->inst);
  if (halts && run->target > now && run->target < last) last = run->target;
  return last > now ? last : HUGE_VAL;
}

/* A solver has chosen its next step already when it returns: a limit on the
 * length comes too late for it, but not a stop time. */
static void set_limits(IntegratorRun *run)
{
  double stop = stop_after(run, run->now);
  if (run->crossings.longest > 0) {
    stop = fmin(stop, run->now + run->crossings.longest);
  }
  run->solver->limit(run, longest_step(run), stop);
}

static bool begin_constraints(Instance *inst)
{
  if (!constraint_watch_is_used(inst)) return true;
  if (!refresh_values(inst)) return false;
  constraint_watch_begin(inst);
  return true;
}

static int restart(IntegratorRun *run, double step)
{
  Instance *inst = run->inst;
  double now = instance_time(inst);
  integrator_run_count(run);
  if (inst->has_started) inst->statistics.restarts++;
  if (!inst->has_started) { /* at first, or after a reset */
    run->method_changed = false;
    run->longest_step = 0;
    run->switches = false;
    run->event_time = inst->start_time;
    run->event_interval[0] = run->event_interval[1] = 0;
  }
  inst->has_started = true;
  inst->reason[0] = '\0';
  if (step > 0) { /* not after a pivot */
    run->communication_step = step;
    run->short_step = 0;
    run->n_undone = run->n_undone_near = 0;
    run->n_rescued = run->n_returns = 0;
    run->refusal[0] = '\0';
    crossing_watch_begin(&run->crossings, first_longest_step(run));
  }
  if (!renew_choice(inst)) return 1;
  if (step > 0 && !begin_constraints(inst)) return 1;
  block_guess_forget(inst);
  if (!inst->implicit) block_guess_keep(inst);
  run->counted = (SolverWork){0, 0, 0};
  run->now = run->point_time = run->seen = run->asserted = now;
  run->at_stop = false;
  run->waiting = NOTHING_WAITS;
  run->n_still = 0;
  if (!run->solver->start(run)) return 1;
  set_limits(run);
  return 0;
}

/* --- selection sets ------------------------------------------------------ */

/* Goes back to the last good point, and on with other states (or the same, if
 * they are the best there) and shorter steps. */
static bool undo_step(IntegratorRun *run)
{
  Instance *inst = run->inst;
  char why[sizeof inst->reason];
  memcpy(why, inst->reason, sizeof why);
  dummy_pivot_restore(inst);
  double time = instance_time(inst);
  double on = time - run->undone_at; /* since the last time */
  bool is_near = on >= 0 && on <= creeping * run->longest_step;
  run->n_undone = on == 0 ? run->n_undone + 1 : 1;
  run->n_undone_near = is_near ? run->n_undone_near + 1 : 1;
  run->undone_at = time;
  run->short_step = (run->now - time) / 4;
  run->short_until = run->now;
  bool good = evaluate_model(inst);
  if (good && dummy_pivot_note_rank(inst, dependent)) return false;
  bool is_stuck =
      run->n_undone > most_undone || run->n_undone_near > most_undone_near;
  if (is_stuck || !good) {
    if (!good || !dummy_pivot_note_rank(inst, nearly_dependent)) {
      memcpy(inst->reason, why, sizeof why);
    }
    return false;
  }
  if (!dummy_pivot_start(inst)) return false;
  inst->statistics.pivots++;
  return restart(run, 0) == 0;
}

/* The place where a step was undone, or failed, lies behind. */
static void lift_short_steps(IntegratorRun *run)
{
  if (run->short_step == 0 || run->now < run->short_until) return;
  run->short_step = 0;
  run->n_rescued = run->n_returns = 0;
  set_limits(run);
}

/* The same of coordinate frames. */
static bool watch_coordinate_frames(IntegratorRun *run)
{
  double length;
  if (!coordinate_frame_measure(run->inst, &length)) return false;
  if (length > COORDINATE_FRAME_RENEW && run->waiting == NOTHING_WAITS) {
    run->waiting = PIVOT_WAITS;
  }
  return true;
}

/* Looks at the choice of states where the solver has arrived. False: the step was
 * not to be trusted. */
static bool watch_states(IntegratorRun *run)
{
  Instance *inst = run->inst;
  if (inst->model->n_sets == 0 && inst->model->n_coordinate_frames == 0)
    return true;
  if (!run->has_values) {
    run->solver->store(run, run->now);
    if (inst->stale & STALE_VALUES && !evaluate_model(inst)) return false;
  }
  if (!watch_coordinate_frames(run)) return false;
  if (inst->model->n_sets == 0) return true;
  double size = dummy_watch_measure(inst);
  if (size > PIVOT_UNDO) {
    dummy_pivot_note_measure(inst);
    return false;
  }
  if (!run->is_foretold && !dummy_branch_is_smooth(inst)) return false;
  if (!dummy_branch_keeps_sign(inst)) return false;
  dummy_pivot_keep(inst);
  if (run->has_values) run->solver->keep(run);
  if (size > dummy_pivot_limit(inst) && run->waiting == NOTHING_WAITS) {
    run->waiting = PIVOT_WAITS;
  }
  return true;
}

bool integrator_run_look_back(IntegratorRun *run, double time)
{
  if (time == run->point_time) return true;
  run->point_time = time;
  return run->solver->look_back(run, time);
}

/* The values where the solver is. */
static bool return_to_now(IntegratorRun *run)
{
  if (!integrator_run_look_back(run, run->now)) return false;
  run->solver->store(run, run->now);
  return !(run->inst->stale & STALE_VALUES) || evaluate_model(run->inst);
}

/* The states get another meaning where the solver is. */
static bool pivot_states(IntegratorRun *run)
{
  run->waiting = NOTHING_WAITS;
  if (!return_to_now(run)) return false;
  if (dummy_pivot_note_rank(run->inst, dependent)) return false;
  bool keeps_history =
      run->solver->exchange && run->inst->model->n_coordinate_frames == 0;
  if (!keeps_history) return restart(run, 0) == 0;
  return renew_choice(run->inst) && run->solver->exchange(run);
}

/* --- crossings within a step --------------------------------------------- */

/* The indicators at a time within the last step. */
static bool indicators_at(IntegratorRun *run, double time, double *g)
{
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
  for (int k = 0; k < 100; k++) {
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
  for (int k = 0; k < 4; k++) {
    if (has_crossed(run, suspect->time)) return true;
    if (!crossing_watch_refine(&run->crossings, suspect)) return false;
  }
  return false;
}

/* Looks for a pair of crossings that hides in the step just done: then there
 * is an event on the way. */
static bool watch_crossings(IntegratorRun *run)
{
  CrossingWatch *w = &run->crossings;
  Suspect suspect;
  if (w->n == 0 || run->waiting == EVENT_WAITS) return true;
  if (!indicators_at(run, run->now, w->next)) return false;
  if (crossing_watch_accept(w, run->now, &suspect) &&
      find_crossing(run, &suspect)) {
    run->now = bisect_crossing(run, w->time[1], suspect.time);
    run->at_stop = false;
    run->waiting = EVENT_WAITS;
    return true;
  }
  set_limits(run);
  return integrator_run_look_back(run, run->now);
}

/* What delay() will ask for. */
static bool keep_history(IntegratorRun *run)
{
  if (!delay_moves(run->inst)) return true;
  if (!return_to_now(run)) return false;
  delay_record(run->inst);
  return true;
}

/* --- loops within a step ------------------------------------------------- */

/* Looks for loops that have switched, and perhaps back, before `end` in the
 * last step: then it ends before that. What has entered a line (transport.h)
 * cannot be taken back. */
static void watch_blocks(IntegratorRun *run, double end)
{
  double broken, seen = run->seen;
  if (run->inst->model->n_transports > 0 || !(seen < end)) return;
  run->seen = end;
  double good = block_watch_look(run, seen, end, usual_step(run), &broken);
  if (good == end || run->n_returns == most_returns) return;
  run->n_returns++;
  run->now = run->seen = good;
  run->at_stop = false;
  run->waiting = SWITCH_WAITS;
  run->switched = broken;
}

/* The point is accepted. Where a loop has switched it will do so again, after a
 * curve that is as short. The implicit form has better guesses: its own. */
static void keep_guesses(IntegratorRun *run)
{
  if (run->inst->implicit || !block_guess_keep(run->inst)) return;
  run->switches = true;
}

/* False, reason noted: a constraint is singular, there is no way on. */
static bool keeps_constraints(IntegratorRun *run)
{
  if (!constraint_watch_is_used(run->inst)) return true;
  return return_to_now(run) && constraint_watch_accept(run->inst);
}

/* Goes on with steps that are short enough to find where the loop switches. */
static bool approach_switch(IntegratorRun *run)
{
  run->waiting = NOTHING_WAITS;
  run->short_step = (run->switched - run->now) / 4;
  run->short_until = run->switched;
  return return_to_now(run) && keep_history(run) && restart(run, 0) == 0;
}

/* --- stepping ------------------------------------------------------------ */

/* A step has failed, and there are no states to be chosen otherwise: from the
 * last good point with steps of a hundredth, then by another method. */
static bool rescue_step(IntegratorRun *run)
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
  bool good = evaluate_model(inst) && restart(run, 0) == 0;
  if (!good) memcpy(inst->reason, why, sizeof why);
  return good;
}

/* Does time go on? */
static bool time_moves(IntegratorRun *run, double before)
{
  run->n_still = run->now > before ? 0 : run->n_still + 1;
  if (run->n_still < most_still) return true;
  char why[1000] = "";
  LogText text = {why, sizeof why, 0};
  if (run->refusal[0])
    logging_append(&text, ": %s", run->refusal);
  else if (return_to_now(run))
    failure_append_fastest(run->inst, &text);
  instance_note(run->inst, LOG_STATUS_ERROR,
                "at time %.12g no step is short enough to continue%s", run->now,
                why);
  return false;
}

/* Many short steps in a row. False, reason noted: constraints come to depend
 * on each other, or the model cannot be evaluated ahead. */
static bool creeps_on(IntegratorRun *run, long n_refused)
{
  if (run->inst->model->n_sets > 0 && return_to_now(run) &&
      dummy_pivot_note_rank(run->inst, nearly_dependent)) {
    return false;
  }
  if (n_refused < most_refused) return true;
  instance_note(run->inst, LOG_STATUS_ERROR,
                "at time %.12g steps become ever shorter: %.1000s", run->now,
                run->refusal);
  return false;
}

/* Does time go on at a pace that is worth while? */
static bool gets_on(IntegratorRun *run, double before)
{
  double length = run->now - before;
  run->longest_step = fmax(run->longest_step, length);
  if (length < creeping * run->longest_step)
    run->n_creeping++;
  else
    run->n_creeping = 0;
  if (run->n_creeping > 0 && run->n_creeping < most_creeping) return true;
  bool good = run->n_creeping == 0 || creeps_on(run, run->n_refused);
  run->n_creeping = 0;
  run->n_refused = 0;
  return good;
}

/* One step of the solver, to a root at most. What is asked for matters only
 * for the size of the first step. */
static bool step_solver(IntegratorRun *run, double target)
{
  Instance *inst = run->inst;
  double asked = inst->has_stop_time ? inst->stop_time : target;
  double before = run->now;
  inst->reason[0] = '\0';
  StepEnd end = run->solver->step(run, asked);
  run->point_time = run->now;
  run->at_stop = end == STEP_AT_STOP && run->now >= last_time(inst);
  if (end == STEP_AT_ROOT) run->waiting = EVENT_WAITS;
  if (end != STEP_FAILED && watch_states(run) && watch_crossings(run) &&
      time_moves(run, before)) {
    if (!keeps_constraints(run)) return false;
    keep_guesses(run);
    if (run->now > before) run->last_step = run->now - before;
    lift_short_steps(run);
    return gets_on(run, before) && keep_history(run);
  }
  run->waiting = NOTHING_WAITS;
  return inst->model->n_sets > 0 ? undo_step(run) : rescue_step(run);
}

static void note_event(IntegratorRun *run)
{
  run->event_interval[1] = run->event_interval[0];
  run->event_interval[0] = run->now - run->event_time;
  run->event_time = run->now;
}

/* Does what waits where the solver is, or lets it step on. */
static bool do_what_waits(IntegratorRun *run, double target)
{
  if (run->waiting == PIVOT_WAITS) return pivot_states(run);
  if (run->waiting == SWITCH_WAITS) return approach_switch(run);
  return step_solver(run, target);
}

/* The same, or tells that there is an event. */
static IntegratorResult proceed(IntegratorRun *run, double target)
{
  if (run->waiting == EVENT_WAITS) {
    run->waiting = NOTHING_WAITS;
    note_event(run);
    bool good = integrator_run_look_back(run, run->now);
    run->solver->store(run, run->now);
    return good ? INTEGRATOR_EVENT : INTEGRATOR_FAILED;
  }
  if (do_what_waits(run, target)) return INTEGRATOR_REACHED;
  if (run->inst->implicit) {
    run->solver->store(run, run->now);
    failure_look_ahead(run->inst, run->longest_step);
  }
  run->solver->store(run, run->now);
  return INTEGRATOR_FAILED;
}

/* Solvers may allocate while they run: a new factorization. */
int integrator_run_restart(void *self, double step)
{
  IntegratorRun *run = self;
  SolverMemory *before = solver_memory_use(run->inst->solver_memory);
  int failed = restart(run, step);
  solver_memory_use(before);
  return failed;
}

bool integrator_run_is_ahead(const void *self)
{
  const IntegratorRun *run = self;
  return run->now > instance_time(run->inst);
}

/* A target past the stop time is so by rounding. An event at the target belongs
 * to the way there. */
static bool is_there(const IntegratorRun *run, double target)
{
  if (run->waiting == EVENT_WAITS) return run->now > target;
  return run->now >= target || run->at_stop;
}

/* Is everything done up to the target? */
static bool arrives(IntegratorRun *run, double target)
{
  watch_blocks(run, fmin(run->now, target));
  return is_there(run, target);
}

/* Before the target: what comes behind it may change with the inputs. */
static bool assertions_hold_here(IntegratorRun *run)
{
  if (run->waiting == EVENT_WAITS || !(run->now > run->asserted)) return true;
  run->asserted = run->now;
  if (!assertions_move(run->inst)) return true;
  return return_to_now(run) && assertions_after_step(run->inst);
}

static IntegratorResult advance_solver(IntegratorRun *run, double target)
{
  run->target = target;
  set_limits(run);
  for (long k = 0; !arrives(run, target); k++) {
    if (!assertions_hold_here(run)) return INTEGRATOR_FAILED;
    IntegratorResult result = proceed(run, target);
    if (result != INTEGRATOR_REACHED) return result;
    if (k == most_steps) {
      instance_note(run->inst, LOG_STATUS_ERROR,
                    "more than %ld integrator steps in one step", most_steps);
      return INTEGRATOR_FAILED;
    }
  }
  if (!integrator_run_look_back(run, target < run->now ? target : run->now)) {
    return INTEGRATOR_FAILED;
  }
  run->solver->store(run, target);
  return INTEGRATOR_REACHED;
}

IntegratorResult integrator_run_advance(void *self, double target)
{
  IntegratorRun *run = self;
  SolverMemory *before = solver_memory_use(run->inst->solver_memory);
  run->inst->can_shorten = true;
  IntegratorResult result = advance_solver(run, target);
  run->inst->can_shorten = false;
  solver_memory_use(before);
  return result;
}
