/* one_step.c: see one_step.h. */
#include "one_step.h"
#include "../core/dormand_prince.h"
#include "../core/runtime_assert.h"
#include "../core/solver_memory.h"
#include "../core/thresholds.h"
#include "../evaluate/delay.h"
#include "../evaluate/evaluate.h"
#include "../events/contact_force.h"
#include "../events/events.h"
#include "../events/quiet.h"
#include "../states/constraint_watch.h"
#include "../states/scale.h"
#include "integrator_run.h"
#include "one_step_curve.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* --- memory -------------------------------------------------------------- */

enum { N_STATE_ARRAYS = ONE_STEP_STAGES + 4 + ONE_STEP_CURVE - 2 };

/* Delays and lines have histories, and the choice of states, drift and implicit
 * forms have values beside the states. */
static bool one_step_suits(const Model *m)
{
  return m->n_states > 0 && m->n_sets == 0 && m->n_coordinate_frames == 0 &&
         m->n_transports == 0 && m->project == PROJECT_OFF;
}

static size_t count_one_step_numbers(const Model *m)
{
  if (!one_step_suits(m)) return 0;
  return (size_t)N_STATE_ARRAYS * (size_t)m->n_states +
         4 * (size_t)m->n_indicators;
}

size_t one_step_memory(const Model *m)
{
  size_t n = count_one_step_numbers(m);
  return n > 0 ? n * sizeof(double) + 64 : 0;
}

bool one_step_create(IntegratorRun *run)
{
  const Model *m = run->inst->model;
  OneStep *one = &run->one_step;
  size_t n = (size_t)m->n_states;
  *one = (OneStep){.multistep = run->solver};
  if (!one_step_suits(m) || run->inst->implicit) return true;
  double *all =
      foucault_solver_calloc(count_one_step_numbers(m), sizeof all[0]);
  if (!all) return false;
  for (size_t k = 0; k < ONE_STEP_STAGES; k++, all += n) one->slope[k] = all;
  for (size_t k = 0; k + 2 < ONE_STEP_CURVE; k++, all += n) one->curve[k] = all;
  one->begin = all;
  one->end = all + n;
  one->point = all + 2 * n;
  one->weight = all + 3 * n;
  one->g_begin = all + 4 * n;
  one->g_end = one->g_begin + m->n_indicators;
  one->g_point = one->g_end + m->n_indicators;
  one->changed = (int *)(void *)(one->g_point + m->n_indicators);
  return true;
}

/* --- phases -------------------------------------------------------------- */

void one_step_forget(OneStep *one)
{
  one->next = one->phase = 0;
  one->is_used = one->gave_up = false;
  one->n_left_out = one->n_to_leave_out = 0;
}

/* Relations that bounds do not watch need steps that parabolas can follow. */
static bool is_watched_by_bounds(const IntegratorRun *run)
{
  return run->crossings.n == 0 || run->crossings.n_followed == 0;
}

static void leave_phases_out(OneStep *one)
{
  one->gave_up = false;
  one->n_to_leave_out = one->n_to_leave_out == 0 ? 1 : 2 * one->n_to_leave_out;
  if (one->n_to_leave_out > ONE_STEP_MOST_SKIPPED)
    one->n_to_leave_out = ONE_STEP_MOST_SKIPPED;
  one->n_left_out = one->n_to_leave_out;
}

/* What the phase says that has ended now. True: it was not one of those that
 * are short beside others, which say nothing of the method. */
static bool take_phase(OneStep *one, double now)
{
  double took = now - one->phase_begin, usual = one->phase;
  one->phase_begin = now;
  if (!(took > 0)) return false;
  one->phase = usual > 0 ? usual + ONE_STEP_NEWS * (took - usual) : took;
  return took > ONE_STEP_SHORT * usual;
}

bool one_step_begins(IntegratorRun *run, long n_steps)
{
  OneStep *one = &run->one_step;
  const Instance *inst = run->inst;
  bool was_used = one->is_used;
  if (!one->begin) return false;
  bool counts = take_phase(one, run->now);
  one->is_used = false;
  if (one->gave_up)
    leave_phases_out(one);
  else if (was_used && counts && one->n_to_leave_out > 0)
    one->n_to_leave_out--;
  if (one->n_left_out > 0) {
    one->n_left_out--;
    return false;
  }
  if (!was_used && !(n_steps > 0 && n_steps <= ONE_STEP_FEW)) return false;
  if (!is_watched_by_bounds(run) || delay_moves(inst) ||
      constraint_watch_is_used(inst)) {
    return false;
  }
  one->is_used = true;
  run->solver = &one_step_calls;
  one->usual = run->crossings.longest;
  one->last = 0;
  run->crossings.longest = 0; /* what is for starts of low order */
  return true;
}

void one_step_ends(IntegratorRun *run, bool gives_up)
{
  OneStep *one = &run->one_step;
  if (!one->begin) return;
  if (gives_up && one->is_used && !one->gave_up) {
    one->gave_up = true;
    bool has_limit = one->usual > 0; /* 0: any length is allowed */
    run->crossings.longest = has_limit ? fmax(one->usual, one->last) : 0;
  }
  run->solver = one->multistep;
}

void one_step_resume(IntegratorRun *run)
{
  const OneStep *one = &run->one_step;
  bool is_at_work = one->begin && one->is_used && !one->gave_up;
  run->solver = is_at_work ? &one_step_calls : one->multistep;
}

/* --- the step ------------------------------------------------------------ */

/* Evaluates stage k at one->point. */
static bool one_step_evaluate(IntegratorRun *run, int k, double own)
{
  Instance *inst = run->inst;
  OneStep *one = &run->one_step;
  evaluate_set_time(inst, solver_clock_time(&run->clock, own));
  evaluate_set_states(inst, one->point);
  inst->statistics.rhs++;
  if (inst->stale & STALE_VALUES && !evaluate_model(inst)) return false;
  return contact_force_get_derivatives(inst, one->slope[k]);
}

/* One over the error that is allowed for each state. */
static void one_step_set_weights(IntegratorRun *run)
{
  Instance *inst = run->inst;
  OneStep *one = &run->one_step;
  double tolerance = inst->step_tolerance;
  int n = inst->model->n_states;
  scale_see(inst, one->begin);
  scale_sizes(inst, n, inst->state_nominal, one->weight);
  for (int i = 0; i < n; i++) {
    one->weight[i] = 1 / (tolerance * (fabs(one->begin[i]) + one->weight[i]));
  }
  scale_weigh_turns(inst, inst->state_nominal, tolerance, one->weight);
}

static void go_to_stage(OneStep *one, int n_states, int k, double length)
{
  one_step_add_slopes(one, n_states, dormand_prince_part[k], k, one->point);
  for (int i = 0; i < n_states; i++)
    one->point[i] = one->begin[i] + length * one->point[i];
}

/* In parts of what is allowed; the largest of all states. */
static double error_of_step(OneStep *one, int n_states)
{
  double most = 0;
  one_step_add_slopes(one, n_states, dormand_prince_error, ONE_STEP_STAGES,
                      one->curve[0]);
  for (int i = 0; i < n_states; i++) {
    double part = fabs(one->curve[0][i]) * one->weight[i];
    if (isnan(part)) return HUGE_VAL;
    most = fmax(most, part);
  }
  return one->length * most;
}

/* All stages of a step of one->length. False: one cannot be evaluated. The last
 * stage is the end of the step. */
static bool try_step(IntegratorRun *run)
{
  OneStep *one = &run->one_step;
  int n = run->inst->model->n_states;
  for (int k = 1; k < ONE_STEP_STAGES; k++) {
    go_to_stage(one, n, k, one->length);
    if (!one_step_evaluate(run, k,
                           one->from + dormand_prince_time[k] * one->length))
      return false;
  }
  memcpy(one->end, one->point, (size_t)n * sizeof one->end[0]);
  return true;
}

/* --- its length ---------------------------------------------------------- */

/* Where nothing is known: states change by a small part of what they are. */
static double length_by_slopes(const OneStep *one, int n_states,
                               double tolerance)
{
  double size = 0, slope = 0;
  for (int i = 0; i < n_states; i++) {
    size = fmax(size, fabs(one->begin[i]) * one->weight[i]);
    slope = fmax(slope, fabs(one->slope[0][i]) * one->weight[i]);
  }
  size = fmax(size, 1 / tolerance);
  return slope > 0 ? ONE_STEP_FIRST * size / slope : HUGE_VAL;
}

static double first_length(const IntegratorRun *run)
{
  const OneStep *one = &run->one_step;
  double length = one->next;
  if (!(length > 0)) {
    length = length_by_slopes(one, run->inst->model->n_states,
                              run->inst->step_tolerance);
    length = fmax(length, run->last_step);
  }
  if (one->phase > 0) length = fmin(length, ONE_STEP_REACH * one->phase);
  if (one->longest > 0) length = fmin(length, one->longest);
  return length;
}

/* Up to the stop time, and not almost; true: it is reached. */
static bool cut_length(OneStep *one)
{
  double left = one->stop - one->from;
  if (one->length < left * (1 - STEP_ROUNDING)) {
    if (2 * one->length > left) one->length = left / 2;
    return false;
  }
  one->length = left;
  return true;
}

/* After a step with this error. */
static double next_length(double length, double error)
{
  if (!(error > 0)) return ONE_STEP_GROWTH * length;
  double factor = pow(ONE_STEP_AIM / error, 0.2);
  return length * fmax(ONE_STEP_SHRINKAGE, fmin(factor, ONE_STEP_GROWTH));
}

/* --- what a run asks for -------------------------------------------------- */

/* Watchers have refreshed the values. */
static bool one_step_start(IntegratorRun *run)
{
  OneStep *one = &run->one_step;
  evaluate_get_states(run->inst, one->end);
  memcpy(one->point, one->end,
         (size_t)run->inst->model->n_states * sizeof one->end[0]);
  one->from = run->clock.own;
  one->length = 0;
  one->n_steps = 0;
  one->is_first = true;
  one->has_curve = false;
  return true;
}

/* The beginning of the next step: slopes and indicators. */
static bool begin_step(IntegratorRun *run)
{
  OneStep *one = &run->one_step;
  size_t n = (size_t)run->inst->model->n_states;
  one->from = run->clock.own;
  memcpy(one->begin, one->end, n * sizeof one->begin[0]);
  one->has_curve = false;
  one_step_set_weights(run);
  if (one->is_first) {
    memcpy(one->point, one->begin, n * sizeof one->begin[0]);
    if (!one_step_evaluate(run, 0, one->from)) return false;
    if (run->crossings.n > 0)
      memcpy(one->g_begin, run->crossings.at_start,
             (size_t)run->crossings.n * sizeof one->g_begin[0]);
    one->is_first = false;
    return true;
  }
  memcpy(one->slope[0], one->slope[ONE_STEP_STAGES - 1],
         n * sizeof one->begin[0]);
  double *g = one->g_begin;
  one->g_begin = one->g_end;
  one->g_end = g;
  return true;
}

/* Where the indicators at the end have another sign, the first root. */
static StepEnd end_step(IntegratorRun *run, bool at_stop)
{
  OneStep *one = &run->one_step;
  double end = at_stop ? one->stop : one->from + one->length;
  StepEnd how = at_stop ? STEP_AT_STOP : STEP_DONE;
  if (run->crossings.n > 0) {
    if (!events_indicators(run->inst, one->g_end)) return STEP_UNSUITED;
    switch (one_step_root(run, &end)) {
    case ROOT_NONE: break;
    case ROOT_FOUND: how = STEP_AT_ROOT; break;
    case ROOT_UNKNOWN: return STEP_UNSUITED;
    }
  }
  one_step_point(one, run->inst->model->n_states, end, one->point);
  run->now = solver_clock_arrive(&run->clock, end);
  one->n_steps++;
  one->last = one->length;
  return how;
}

/* Shorter and shorter, until the error is small enough. */
static StepEnd try_lengths(IntegratorRun *run)
{
  OneStep *one = &run->one_step;
  if (!begin_step(run)) return STEP_UNSUITED;
  one->length = first_length(run);
  for (int k = 0; k < ONE_STEP_MOST_ATTEMPTS; k++) {
    bool at_stop = cut_length(one);
    if (!(one->from + one->length > one->from)) break;
    if (!try_step(run)) {
      one->length *= ONE_STEP_SHRINKAGE;
      continue;
    }
    double error = error_of_step(one, run->inst->model->n_states);
    double next = next_length(one->length, error);
    if (error <= ONE_STEP_ERROR) {
      one->next = next;
      return end_step(run, at_stop);
    }
    one->length = isfinite(next) ? next : ONE_STEP_SHRINKAGE * one->length;
  }
  return STEP_UNSUITED;
}

/* Where it began. */
static void stay_there(OneStep *one, size_t n_states)
{
  memcpy(one->end, one->begin, n_states * sizeof one->end[0]);
  memcpy(one->point, one->begin, n_states * sizeof one->end[0]);
  one->length = 0;
}

static StepEnd one_step_step(IntegratorRun *run, double asked)
{
  OneStep *one = &run->one_step;
  (void)asked;
  run->is_foretold = run->has_values = false;
  if (one->n_steps == ONE_STEP_MOST) return STEP_UNSUITED;
  StepEnd end = try_lengths(run);
  if (end == STEP_UNSUITED) stay_there(one, (size_t)run->inst->model->n_states);
  return end;
}

static void one_step_limit(IntegratorRun *run, double longest, double stop)
{
  RUNTIME_ASSERT(longest >= 0 && stop > run->now);
  run->one_step.longest = longest;
  run->one_step.stop = solver_clock_ahead(&run->clock, stop);
}

static bool one_step_look_back(IntegratorRun *run, double time)
{
  OneStep *one = &run->one_step;
  RUNTIME_ASSERT(time <= run->now);
  if (!(one->length > 0)) return true; /* no step yet */
  double own = solver_clock_within(&run->clock, time, one->from + one->length,
                                   one->length);
  one_step_point(one, run->inst->model->n_states, own, one->point);
  return true;
}

static void one_step_store(IntegratorRun *run, double time)
{
  evaluate_set_time(run->inst, time);
  evaluate_set_states(run->inst, run->one_step.point);
}

static bool one_step_defect(IntegratorRun *run, double *size)
{
  OneStep *one = &run->one_step;
  int n = run->inst->model->n_states;
  double most = 0;
  if (!(one->length > 0)) return false;
  double own = solver_clock_within(&run->clock, run->point_time,
                                   one->from + one->length, one->length);
  one_step_slope(one, n, own, one->slope[1]);
  /* slopes 1 and 2 are in the curve already */
  if (!contact_force_get_derivatives(run->inst, one->slope[2])) return false;
  for (int i = 0; i < n; i++) {
    most =
        fmax(most, fabs(one->slope[1][i] - one->slope[2][i]) * one->weight[i]);
  }
  *size = ONE_STEP_DEFECT * one->length * most;
  return true;
}

static bool one_step_motion(IntegratorRun *run, const double **value,
                            const double **slope)
{
  OneStep *one = &run->one_step;
  *value = one->point;
  if (!slope) return true;
  if (!(one->length > 0)) return false;
  double own = solver_clock_within(&run->clock, run->point_time,
                                   one->from + one->length, one->length);
  one_step_slope(one, run->inst->model->n_states, own, one->slope[1]);
  *slope = one->slope[1];
  return true;
}

/* Of the points at which stages were evaluated. */
static double one_step_gap(const IntegratorRun *run)
{
  const double *time = dormand_prince_time;
  return (time[3] - time[2]) * run->one_step.length;
}

static void one_step_counters(IntegratorRun *run, SolverWork *work)
{
  work->steps = run->one_step.n_steps;
}

const SolverCalls one_step_calls = {
    .start = one_step_start,
    .step = one_step_step,
    .limit = one_step_limit,
    .look_back = one_step_look_back,
    .store = one_step_store,
    .defect = one_step_defect,
    .motion = one_step_motion,
    .gap = one_step_gap,
    .counters = one_step_counters,
};
