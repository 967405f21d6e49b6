/* integrator_run.c: the run of a multistep solver, step by step. */
#include "integrator_run.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../evaluate/evaluate.h"
#include "../evaluate/failure.h"
#include "../events/quiet.h"
#include "../vectors/extremes.h"
#include "run_carried.h"
#include "run_limits.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* --- memory -------------------------------------------------------------- */

size_t integrator_run_memory(const Model *m)
{
  return crossing_watch_memory(m->n_indicators) + short_way_memory(m) +
         one_step_memory(m) + long_way_memory(m);
}

bool integrator_run_create(IntegratorRun *run)
{
  const Model *m = run->inst->model;
  return crossing_watch_create(&run->crossings, m->n_indicators) &&
         short_way_create(&run->short_way, m) && one_step_create(run) &&
         long_way_create(run);
}

/* --- messages ------------------------------------------------------------ */

int integrator_run_refuse(IntegratorRun *run)
{
  LogText text = {run->refusal, sizeof run->refusal, 0};
  run->refusal[0] = '\0';
  logging_append(&text, "%s", run->inst->reason);
  run->n_refused++;
  return 1;
}

void integrator_run_take_message(bool is_warning, const char *solver,
                                 const char *message, void *self)
{
  Instance *inst = ((IntegratorRun *)self)->inst;
  if (is_warning) {
    logging_write(&inst->logger, STATUS_OK, LOG_STATUS_WARNING, "%s: %s",
                  solver, message);
    return;
  }
  size_t length = strlen(inst->reason);
  LogText text = {inst->reason, sizeof inst->reason, length};
  logging_append(&text, "%s%s: %s", length > 0 ? "\n" : "", solver, message);
}

/* --- the watchers --------------------------------------------------------- */

static bool integrator_run_is_used(const StepWatcher *w,
                                   const IntegratorRun *run)
{
  return !w->is_used || w->is_used(run);
}

/* Steps may be very many: the watchers that have no say in this run are left
 * out of its lists. */
static void list_calls(IntegratorRun *run)
{
  int n_accept = 0, n_arrive = 0, n_leave = 0;
  StepCalls *calls = &run->watch;
  for (const StepWatcher *w = run->watcher; w->name; w++) {
    RUNTIME_ASSERT(w - run->watcher < WATCHERS_MOST);
    if (!integrator_run_is_used(w, run)) continue;
    if (w->accept) calls->accept[n_accept++] = w->accept;
    if (w->arrive) calls->arrive[n_arrive++] = w->arrive;
    if (w->leave) calls->leave[n_leave++] = w->leave;
  }
  calls->accept[n_accept] = NULL;
  calls->arrive[n_arrive] = NULL;
  calls->leave[n_leave] = NULL;
}

static bool begin_watchers(IntegratorRun *run, bool is_new)
{
  list_calls(run);
  for (const StepWatcher *w = run->watcher; w->name; w++) {
    if (w->begin && integrator_run_is_used(w, run) && !w->begin(run, is_new))
      return false;
  }
  return true;
}

static StepVerdict accept_step(IntegratorRun *run, double before)
{
  RUNTIME_ASSERT(run->now >= before);
  for (int k = 0; run->watch.accept[k]; k++) {
    StepVerdict verdict = run->watch.accept[k](run, before);
    if (verdict != STEP_ACCEPTED) return verdict;
  }
  return STEP_ACCEPTED;
}

static bool undo_step(IntegratorRun *run)
{
  RUNTIME_ASSERT(run->waiting == NOTHING_WAITS);
  for (const StepWatcher *w = run->watcher; w->name; w++) {
    if (w->undo && integrator_run_is_used(w, run)) return w->undo(run);
  }
  return false; /* nobody can: the reason is noted */
}

static void arrive_at(IntegratorRun *run, double end)
{
  RUNTIME_ASSERT(end <= run->now);
  for (int k = 0; run->watch.arrive[k]; k++) run->watch.arrive[k](run, end);
}

static bool leave_now(IntegratorRun *run)
{
  for (int k = 0; run->watch.leave[k]; k++) {
    if (!run->watch.leave[k](run)) return false;
  }
  return true;
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

/* The solver of the phase that begins, after one of so many steps. */
static void choose_solver(IntegratorRun *run, bool is_new, long n_steps)
{
  if (is_new && long_way_begins(run)) return;
  long_way_ends(run);
  if (is_new && one_step_begins(run, n_steps)) return;
  one_step_ends(run, !is_new);
}

/* step: the communication step; 0: after a pivot, or a step that was undone. */
static int restart(IntegratorRun *run, double step)
{
  RUNTIME_ASSERT(step >= 0 && isfinite(step));
  Instance *inst = run->inst;
  double now = instance_time(inst);
  integrator_run_count(run);
  if (inst->has_started) inst->statistics.restarts++;
  if (!inst->has_started) { /* at first, or after a reset */
    run->method_changed = false;
    run->n_careful_steps = 0;
    run->stiffness = (Stiffness){0, 0};
    run->is_stiff = false;
    run->n_growth_steps = 0;
    run->burst_length = 0;
    run->longest_step = 0;
    run->switches = run->gave_up = false;
    run->event_time = inst->start_time;
    run->event_interval[0] = run->event_interval[1] = 0;
    run->counted = (SolverWork){0, 0, 0};
    one_step_forget(&run->one_step);
    long_way_forget(run->long_way);
  }
  solver_clock_begin(&run->clock, inst, now, !inst->has_started);
  inst->has_started = true;
  inst->reason[0] = '\0';
  if (step > 0) run->communication_step = step;
  run->crossings.n = quiet_watched(inst);
  if (!begin_watchers(run, step > 0)) return 1;
  run->now = run->point_time = now;
  /* a state that others have written may put it ahead */
  run->event_time = smaller_of(run->event_time, now);
  choose_solver(run, step > 0, run->counted.steps);
  run->counted = (SolverWork){0, 0, 0};
  run->at_stop = false;
  run->waiting = NOTHING_WAITS;
  if (!run->solver->start(run)) return 1;
  run_limits_set(run);
  return 0;
}

bool integrator_run_begin_again(IntegratorRun *run)
{
  return restart(run, 0) == 0;
}

bool integrator_run_take(void *self, const Carried *c)
{
  IntegratorRun *run = self;
  RUNTIME_ASSERT(run->one_step.multistep);
  SolverMemory *before = solver_memory_use(run->inst->solver_memory);
  run->solver = run->one_step.multistep;
  bool good = run_carried_take(run, c) && run->solver->take &&
              run->solver->take(run, c);
  list_calls(run);
  one_step_resume(run);
  solver_memory_use(before);
  return good;
}

/* --- where the solver is -------------------------------------------------- */

bool integrator_run_look_back(IntegratorRun *run, double time)
{
  /* beyond it by rounding (run_carried.c, solver_has_come()) */
  time = smaller_of(time, run->now);
  if (time == run->point_time) return true;
  run->point_time = time;
  return run->solver->look_back(run, time);
}

bool integrator_run_return_to_now(IntegratorRun *run)
{
  if (!integrator_run_look_back(run, run->now)) return false;
  run->solver->store(run, run->now);
  return !(run->inst->stale & STALE_VALUES) || evaluate_model(run->inst);
}

/* --- stepping ------------------------------------------------------------ */

/* The multistep solver goes on from where the other one is. */
static StepEnd integrator_run_hand_over(IntegratorRun *run, double asked)
{
  run->inst->reason[0] = '\0';
  if (!integrator_run_look_back(run, run->now)) return STEP_FAILED;
  if (!integrator_run_return_to_now(run) || restart(run, 0) != 0)
    return STEP_FAILED;
  return run->solver->step(run, asked);
}

/* What is asked for matters only for the size of the first step. That has none
 * where the target is the present, but for roundings. */
static double asked_for(const IntegratorRun *run, double target)
{
  const Instance *inst = run->inst;
  double asked = inst->has_stop_time ? inst->stop_time : target;
  double origin = run->clock.origin;
  double least = STEP_AT_ONCE * DBL_EPSILON *
                 fmax(fabs(run->now - origin), fabs(asked - origin));
  RUNTIME_ASSERT(run->communication_step >= 0);
  if (asked - run->now > least) return asked;
  return run->now + run->communication_step;
}

/* One step of the solver, to a root at most. */
static bool step_solver(IntegratorRun *run, double target)
{
  RUNTIME_ASSERT(run->waiting == NOTHING_WAITS);
  Instance *inst = run->inst;
  double asked = asked_for(run, target);
  double before = run->now;
  inst->reason[0] = '\0';
  StepEnd end = run->solver->step(run, asked);
  if (end == STEP_UNSUITED) end = integrator_run_hand_over(run, asked);
  run->point_time = run->now;
  run->at_stop = end == STEP_AT_STOP && run->now >= run_limits_last_time(inst);
  if (end == STEP_AT_ROOT) run->waiting = EVENT_WAITS;
  StepVerdict verdict =
      end == STEP_FAILED ? STEP_UNTRUSTED : accept_step(run, before);
  if (verdict != STEP_UNTRUSTED) return verdict == STEP_ACCEPTED;
  run->step_failed = end == STEP_FAILED;
  run->waiting = NOTHING_WAITS;
  return undo_step(run);
}

static void note_event(IntegratorRun *run)
{
  RUNTIME_ASSERT(run->now >= run->event_time);
  run->event_interval[1] = run->event_interval[0];
  run->event_interval[0] = run->now - run->event_time;
  run->event_time = run->now;
}

/* Does what waits where the solver is, or lets it step on. */
static bool do_what_waits(IntegratorRun *run, double target)
{
  if (run->waiting == NOTHING_WAITS) return step_solver(run, target);
  RUNTIME_ASSERT(run->waiting == WATCHER_WAITS && run->resume);
  run->waiting = NOTHING_WAITS;
  return run->resume(run);
}

/* The same, or reports that there is an event. */
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
  RUNTIME_ASSERT(run->inst && run->solver);
  SolverMemory *before = solver_memory_use(run->inst->solver_memory);
  int failed = restart(run, step);
  solver_memory_use(before);
  return failed;
}

void integrator_run_begin_step(void *self, bool inputs_changed)
{
  IntegratorRun *run = self;
  run->second = 0;
  short_way_begin(&run->short_way, inputs_changed);
}

bool integrator_run_go_short_way(void *self, double target)
{
  IntegratorRun *run = self;
  RUNTIME_ASSERT(run->inst->restart_needed);
  return short_way_go(&run->short_way, run->inst, target);
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
  arrive_at(run, smaller_of(run->now, target));
  return is_there(run, target);
}

/* The point that the solver has reached is the last one. */
static IntegratorResult stop_here(IntegratorRun *run, IntegratorResult why)
{
  bool good = integrator_run_look_back(run, run->now);
  run->solver->store(run, run->now);
  return good ? why : INTEGRATOR_FAILED;
}

/* Once a second, for who asks for it: a step may take long. */
static void integrator_run_report(IntegratorRun *run)
{
  Instance *inst = run->inst;
  if (!logging_enabled(&inst->logger, LOG_PROGRESS)) return;
  time_t second = time(NULL);
  if (run->second == 0) run->second = second + 1; /* not yet */
  if (second <= run->second) return;
  run->second = second;
  integrator_run_count(run);
  logging_write(&inst->logger, STATUS_OK, LOG_PROGRESS,
                "progress time=%.17g step=%.3g steps=%ld", run->now,
                run->last_step, inst->statistics.steps);
}

/* A target that no number of steps reaches, like 1e300 s: time would stand still
 * long before. */
static bool is_out_of_reach(const IntegratorRun *run, double begin, long steps)
{
  if (steps != RUN_LOOK_STEPS) return false;
  double covered = run->now - begin;
  if (run->target - run->now <= RUN_FARTHEST * covered) return false;
  instance_note(run->inst, LOG_STATUS_ERROR,
                "%ld integrator steps have covered %.3g s of %.3g s", steps,
                covered, run->target - begin);
  return true;
}

static IntegratorResult advance_solver(IntegratorRun *run, double target)
{
  RUNTIME_ASSERT(target >= instance_time(run->inst));
  double begin = run->now;
  run->target = target;
  run_limits_set(run);
  for (long k = 0; !arrives(run, target); k++) {
    if (run->inst->is_cancelled && run->waiting == NOTHING_WAITS)
      return stop_here(run, INTEGRATOR_CANCELLED);
    if (k > 0 && run->inst->intermediate && run->waiting == NOTHING_WAITS)
      return stop_here(run, INTEGRATOR_PAUSED);
    integrator_run_report(run);
    if (!leave_now(run)) return INTEGRATOR_FAILED;
    IntegratorResult result = proceed(run, target);
    if (result != INTEGRATOR_REACHED) return result;
    if (is_out_of_reach(run, begin, k)) return INTEGRATOR_FAILED;
    if (k == RUN_MOST_STEPS) {
      instance_note(run->inst, LOG_STATUS_ERROR,
                    "more than %ld integrator steps in one step",
                    RUN_MOST_STEPS);
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
