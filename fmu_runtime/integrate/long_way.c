/* long_way.c: see long_way.h. */
#include "long_way.h"
#include "../core/runtime_assert.h"
#include "../core/solver_memory.h"
#include "../core/thresholds.h"
#include "../evaluate/delay.h"
#include "../evaluate/evaluate.h"
#include "../events/contact_force.h"
#include "../states/constraint_watch.h"
#include "../states/scale.h"
#include "integrator_run.h"
#include <math.h>
#include <string.h>

/* --- memory -------------------------------------------------------------- */

enum { LONG_WAY_ARRAYS = ORDER_EIGHT_ALL + LONG_WAY_CURVE + 5 };

/* A nonlinear loop may jump where a branch of its solutions ends. */
static bool has_one_solution(const Model *m)
{
  for (int k = 0; k < m->n_blocks; k++) {
    if (!m->block[k].linear) return false;
  }
  return true;
}

/* Nothing happens on the way, and nothing has values beside the states. */
static bool long_way_suits(const Model *m)
{
  return m->n_states > 0 && m->n_states <= LONG_WAY_MOST_STATES &&
         m->method == METHOD_AUTO && m->is_smooth && has_one_solution(m) &&
         m->n_samples == 0 && m->n_delays == 0 && m->n_transports == 0 &&
         m->n_sets == 0 && m->n_coordinate_frames == 0 &&
         m->project == PROJECT_OFF;
}

static size_t count_long_way_numbers(const Model *m)
{
  return long_way_suits(m) ? LONG_WAY_ARRAYS * (size_t)m->n_states : 0;
}

size_t long_way_memory(const Model *m)
{
  size_t n = count_long_way_numbers(m);
  return n > 0 ? n * sizeof(double) + sizeof(LongWay) + 128 : 0;
}

bool long_way_create(IntegratorRun *run)
{
  const Model *m = run->inst->model;
  size_t n = (size_t)m->n_states;
  run->long_way = NULL;
  if (!long_way_suits(m) || run->inst->implicit) return true;
  LongWay *way = foucault_solver_calloc(1, sizeof *way);
  if (!way) return false;
  double *all =
      foucault_solver_calloc(count_long_way_numbers(m), sizeof all[0]);
  if (!all) return false;
  run->long_way = way;
  way->n = m->n_states;
  way->slopes = all;
  way->curves = all + ORDER_EIGHT_ALL * n;
  all = way->curves + LONG_WAY_CURVE * n;
  way->begin = all;
  way->end = all + n;
  way->late = all + 2 * n;
  way->point = all + 3 * n;
  way->weight = all + 4 * n;
  return true;
}

/* Those of a stage; a sum of the curve. */
static double *long_way_slope_at(const LongWay *way, int stage)
{
  return way->slopes + (size_t)stage * (size_t)way->n;
}

static double *long_way_sum(const LongWay *way, int k)
{
  return way->curves + (size_t)k * (size_t)way->n;
}

/* --- when it is used ------------------------------------------------------ */

void long_way_forget(LongWay *way)
{
  if (!way) return;
  way->is_used = way->gave_up = false;
  way->next = 0;
}

static void leave_long_way(IntegratorRun *run)
{
  run->long_way->is_used = false;
  run->solver = run->one_step.multistep;
}

bool long_way_begins(IntegratorRun *run)
{
  LongWay *way = run->long_way;
  const Instance *inst = run->inst;
  if (!way) return false;
  if (way->is_used) leave_long_way(run);
  if (way->gave_up || !inst->has_stop_time) return false;
  double whole = inst->stop_time - inst->start_time;
  if (!(run->communication_step >= LONG_WAY_PART * whole)) return false;
  if (delay_moves(inst) || constraint_watch_is_used(inst)) return false;
  way->is_used = true;
  run->solver = &long_way_calls;
  return true;
}

void long_way_ends(IntegratorRun *run)
{
  LongWay *way = run->long_way;
  if (!way || !way->is_used) return;
  way->gave_up = true;
  leave_long_way(run);
}

/* --- the step ------------------------------------------------------------ */

/* Evaluates stage k at `point`. */
static bool long_way_evaluate(IntegratorRun *run, int k, const double *point)
{
  Instance *inst = run->inst;
  LongWay *way = run->long_way;
  double own = way->from + order_eight_time[k] * way->length;
  evaluate_set_time(inst, solver_clock_time(&run->clock, own));
  evaluate_set_states(inst, point);
  inst->statistics.rhs++;
  if (inst->stale & STALE_VALUES && !evaluate_model(inst)) return false;
  return contact_force_get_derivatives(inst, long_way_slope_at(way, k));
}

/* The sum of the slopes of the first `count` stages, with these factors. */
static void long_way_add(const LongWay *way, int n, const double *part,
                         int count, double *sum)
{
  for (int i = 0; i < n; i++) sum[i] = part[0] * long_way_slope_at(way, 0)[i];
  for (int k = 1; k < count; k++) {
    const double *slope = long_way_slope_at(way, k);
    double factor = part[k];
    if (factor == 0) continue;
    for (int i = 0; i < n; i++) sum[i] += factor * slope[i];
  }
}

/* From the beginning of the step by the slopes of the stages before. */
static void go_by_slopes(const LongWay *way, int n, int stage, double *point)
{
  long_way_add(way, n, order_eight_part[stage], stage, point);
  for (int i = 0; i < n; i++) point[i] = way->begin[i] + way->length * point[i];
}

static void long_way_set_weights(IntegratorRun *run)
{
  Instance *inst = run->inst;
  LongWay *way = run->long_way;
  double tolerance = inst->step_tolerance;
  int n = inst->model->n_states;
  scale_see(inst, way->begin);
  scale_sizes(inst, n, inst->state_nominal, way->weight);
  for (int i = 0; i < n; i++) {
    way->weight[i] = 1 / (tolerance * (fabs(way->begin[i]) + way->weight[i]));
  }
  scale_weigh_turns(inst, inst->state_nominal, tolerance, way->weight);
}

/* All stages of a step of way->length. False: one cannot be evaluated. */
static bool long_way_try(IntegratorRun *run)
{
  LongWay *way = run->long_way;
  int n = run->inst->model->n_states;
  const int end = ORDER_EIGHT_STAGES - 1;
  for (int k = 1; k <= end; k++) {
    double *point = k == end ? way->end : k == end - 1 ? way->late : way->point;
    go_by_slopes(way, n, k, point);
    if (!long_way_evaluate(run, k, point)) return false;
  }
  return true;
}

/* The largest of these, in parts of what is allowed; without end where one is
 * not a number. */
static double long_way_largest(const LongWay *way, int n, const double *value)
{
  double most = 0;
  for (int i = 0; i < n; i++) {
    double part = fabs(value[i]) * way->weight[i];
    if (isnan(part)) return HUGE_VAL;
    most = fmax(most, part);
  }
  return most;
}

/* The estimate of order 5, corrected by that of order 3. */
static double long_way_error(const LongWay *way, int n)
{
  double *sum = long_way_sum(way, 0);
  long_way_add(way, n, order_eight_fifth, ORDER_EIGHT_STAGES, sum);
  double fifth = long_way_largest(way, n, sum);
  long_way_add(way, n, order_eight_third, ORDER_EIGHT_STAGES, sum);
  double third = LONG_WAY_THIRD * long_way_largest(way, n, sum);
  if (!isfinite(fifth) || !isfinite(third)) return HUGE_VAL;
  if (fifth == 0) return 0;
  return way->length * fifth * fifth / sqrt(fifth * fifth + third * third);
}

/* Two stages are evaluated at the end of the step, at points that differ: how
 * fast the slope changes between them, beside the step. */
static bool long_way_is_stiff(LongWay *way, int n)
{
  const double *one = long_way_slope_at(way, ORDER_EIGHT_STAGES - 1);
  const double *other = long_way_slope_at(way, ORDER_EIGHT_STAGES - 2);
  double slopes = 0, points = 0;
  for (int i = 0; i < n; i++) {
    double w = way->weight[i], d = w * (one[i] - other[i]);
    double p = w * (way->end[i] - way->late[i]);
    slopes += d * d;
    points += p * p;
  }
  if (way->length * sqrt(slopes) > LONG_WAY_STABLE * sqrt(points)) {
    way->n_not_stiff = 0;
    way->n_stiff++;
  } else if (++way->n_not_stiff == LONG_WAY_NOT_STIFF) {
    way->n_stiff = 0;
  }
  return way->n_stiff >= LONG_WAY_STIFF;
}

/* --- its length ---------------------------------------------------------- */

/* A step of Euler's method says how the slope changes. */
static bool first_guess(IntegratorRun *run)
{
  LongWay *way = run->long_way;
  int n = run->inst->model->n_states;
  double size = long_way_largest(way, n, way->begin);
  double slope = long_way_largest(way, n, long_way_slope_at(way, 0));
  bool is_small = size < LONG_WAY_SMALL || slope < LONG_WAY_SMALL;
  double left = way->stop - way->from;
  double length = fmin(left, is_small ? LONG_WAY_FIRST * left
                                      : LONG_WAY_FIRST * size / slope);
  if (!(length > 0)) return false;
  way->length = length;
  for (int i = 0; i < n; i++)
    way->point[i] = way->begin[i] + length * long_way_slope_at(way, 0)[i];
  if (!long_way_evaluate(run, ORDER_EIGHT_STAGES - 1, way->point)) return false;
  for (int i = 0; i < n; i++) {
    way->late[i] = (long_way_slope_at(way, ORDER_EIGHT_STAGES - 1)[i] -
                    long_way_slope_at(way, 0)[i]) /
                   length;
  }
  double bend = fmax(slope, long_way_largest(way, n, way->late));
  way->next = bend > 0 ? pow(LONG_WAY_FIRST / bend, 1.0 / 8) : left;
  way->next = fmin(way->next, length / LONG_WAY_FIRST);
  return isfinite(way->next);
}

/* After a step with this error. */
static double long_way_next(double length, double error)
{
  if (!(error > 0)) return LONG_WAY_GROWTH * length;
  double factor = LONG_WAY_AIM * pow(error, -1.0 / 8);
  return length * fmax(LONG_WAY_SHRINKAGE, fmin(factor, LONG_WAY_GROWTH));
}

/* Up to `end`, and not almost; true: it is reached. */
static bool long_way_cut(LongWay *way, double end)
{
  double left = end - way->from;
  if (way->length < left * (1 - STEP_ROUNDING)) {
    if (2 * way->length > left) way->length = left / 2;
    return false;
  }
  way->length = left;
  return true;
}

/* --- what a run asks for -------------------------------------------------- */

static bool long_way_start(IntegratorRun *run)
{
  LongWay *way = run->long_way;
  evaluate_get_states(run->inst, way->end);
  memcpy(way->point, way->end,
         (size_t)run->inst->model->n_states * sizeof way->end[0]);
  way->from = run->clock.own;
  way->length = 0;
  way->next = 0;
  way->n_steps = 0;
  way->n_stiff = way->n_not_stiff = 0;
  way->target = run->now;
  way->is_first = true;
  way->has_curve = false;
  return true;
}

static bool long_way_begin_step(IntegratorRun *run)
{
  LongWay *way = run->long_way;
  size_t size = (size_t)run->inst->model->n_states * sizeof way->end[0];
  way->from = run->clock.own;
  way->length = 0;
  memcpy(way->begin, way->end, size);
  way->has_curve = false;
  long_way_set_weights(run);
  if (!way->is_first) {
    memcpy(long_way_slope_at(way, 0),
           long_way_slope_at(way, ORDER_EIGHT_STAGES - 1), size);
    return true;
  }
  way->is_first = false;
  return long_way_evaluate(run, 0, way->begin) && first_guess(run);
}

static StepEnd long_way_end_step(IntegratorRun *run, double end)
{
  LongWay *way = run->long_way;
  memcpy(way->point, way->end,
         (size_t)run->inst->model->n_states * sizeof way->end[0]);
  run->now = solver_clock_arrive(&run->clock, end);
  way->n_steps++;
  return end >= way->stop ? STEP_AT_STOP : STEP_DONE;
}

/* Shorter and shorter, until the error is small enough. */
static StepEnd long_way_try_lengths(IntegratorRun *run, double target)
{
  LongWay *way = run->long_way;
  int n = run->inst->model->n_states;
  double goal = fmin(target, way->stop);
  if (!long_way_begin_step(run)) return STEP_UNSUITED;
  way->length = way->next;
  if (way->longest > 0) way->length = fmin(way->length, way->longest);
  for (int k = 0; k < LONG_WAY_MOST_ATTEMPTS; k++) {
    bool arrives = long_way_cut(way, goal);
    if (!(way->from + way->length > way->from)) break;
    bool good = long_way_try(run);
    double error = good ? long_way_error(way, n) : HUGE_VAL;
    double next = long_way_next(way->length, error);
    if (error <= 1) {
      if (long_way_is_stiff(way, n)) break;
      way->next = next;
      return long_way_end_step(run, arrives ? goal : way->from + way->length);
    }
    way->length = isfinite(next) ? next : LONG_WAY_SHRINKAGE * way->length;
  }
  return STEP_UNSUITED;
}

/* Is the next communication point so near that it breaks steps off? */
static bool comes_too_soon(IntegratorRun *run)
{
  LongWay *way = run->long_way;
  if (run->target == way->target) return false;
  way->target = run->target;
  return way->next > 0 && run->target - run->now < LONG_WAY_LEAST * way->next;
}

static StepEnd long_way_step(IntegratorRun *run, double asked)
{
  LongWay *way = run->long_way;
  size_t size = (size_t)run->inst->model->n_states * sizeof way->end[0];
  (void)asked;
  run->is_foretold = run->has_values = false;
  if (comes_too_soon(run)) return STEP_UNSUITED;
  double target = solver_clock_ahead(&run->clock, run->target);
  StepEnd end = long_way_try_lengths(run, target);
  if (end != STEP_UNSUITED) return end;
  memcpy(way->end, way->begin, size); /* where it began */
  memcpy(way->point, way->begin, size);
  way->length = 0;
  return end;
}

static void long_way_limit(IntegratorRun *run, double longest, double stop)
{
  RUNTIME_ASSERT(longest >= 0 && stop > run->now);
  run->long_way->longest = longest;
  run->long_way->stop = solver_clock_ahead(&run->clock, stop);
}

/* --- its curve ------------------------------------------------------------- */

/* y = begin + s(c0 + r(c1 + s(c2 + r(c3 + s(c4 + r(c5 + s c6)))))), r = 1 - s.
 * False: one of the three more points cannot be evaluated. */
static bool long_way_make_curve(IntegratorRun *run)
{
  LongWay *way = run->long_way;
  int n = run->inst->model->n_states;
  double h = way->length;
  if (way->has_curve) return true;
  for (int k = ORDER_EIGHT_STAGES; k < ORDER_EIGHT_ALL; k++) {
    go_by_slopes(way, n, k, way->late);
    if (!long_way_evaluate(run, k, way->late)) return false;
  }
  for (int k = 0; k < ORDER_EIGHT_CURVE; k++) {
    double *sum = long_way_sum(way, k + 3);
    long_way_add(way, n, order_eight_curve[k], ORDER_EIGHT_ALL, sum);
    for (int i = 0; i < n; i++) sum[i] *= h;
  }
  for (int i = 0; i < n; i++) {
    double gone = way->end[i] - way->begin[i];
    double first = h * long_way_slope_at(way, 0)[i];
    double last = h * long_way_slope_at(way, ORDER_EIGHT_STAGES - 1)[i];
    long_way_sum(way, 0)[i] = gone;
    long_way_sum(way, 1)[i] = first - gone;
    long_way_sum(way, 2)[i] = 2 * gone - (first + last);
  }
  way->has_curve = true;
  return true;
}

/* Point and slope at this time of the solver's clock; slope may be NULL. */
static void long_way_at(const LongWay *way, int n, double own, double *point,
                        double *slope)
{
  double s = (own - way->from) / way->length, r = 1 - s;
  for (int i = 0; i < n; i++) {
    double value = 0, change = 0;
    for (int k = LONG_WAY_CURVE - 1; k >= 0; k--) {
      double factor = k % 2 == 0 ? s : r, grows = k % 2 == 0 ? 1 : -1;
      value += long_way_sum(way, k)[i];
      change = change * factor + value * grows;
      value *= factor;
    }
    point[i] = way->begin[i] + value;
    if (slope) slope[i] = change / way->length;
  }
}

static double long_way_own(const IntegratorRun *run, double time)
{
  const LongWay *way = run->long_way;
  return solver_clock_within(&run->clock, time, way->from + way->length,
                             way->length);
}

static bool long_way_look_back(IntegratorRun *run, double time)
{
  LongWay *way = run->long_way;
  int n = run->inst->model->n_states;
  RUNTIME_ASSERT(time <= run->now);
  if (!(way->length > 0)) return true; /* no step yet */
  double own = long_way_own(run, time);
  if (own == way->from + way->length) {
    memcpy(way->point, way->end, (size_t)n * sizeof way->end[0]);
    return true;
  }
  if (!long_way_make_curve(run)) return false;
  long_way_at(way, n, own, way->point, NULL);
  return true;
}

static void long_way_store(IntegratorRun *run, double time)
{
  evaluate_set_time(run->inst, time);
  evaluate_set_states(run->inst, run->long_way->point);
}

/* The slope of the curve at the present point, in late[]. */
static bool long_way_slope(IntegratorRun *run)
{
  LongWay *way = run->long_way;
  int n = run->inst->model->n_states;
  if (!(way->length > 0)) return false;
  double own = long_way_own(run, run->point_time);
  if (own == way->from + way->length) {
    memcpy(way->late, long_way_slope_at(way, ORDER_EIGHT_STAGES - 1),
           (size_t)n * sizeof way->late[0]);
    return true;
  }
  if (!long_way_make_curve(run)) return false;
  long_way_at(way, n, own, way->point, way->late);
  return true;
}

static bool long_way_defect(IntegratorRun *run, double *size)
{
  LongWay *way = run->long_way;
  int n = run->inst->model->n_states;
  double most = 0;
  /* those of the curve are in its sums already */
  double *model = long_way_slope_at(way, ORDER_EIGHT_ALL - 1);
  if (!way->has_curve || !contact_force_get_derivatives(run->inst, model) ||
      !long_way_slope(run)) {
    return false;
  }
  for (int i = 0; i < n; i++) {
    most = fmax(most, fabs(way->late[i] - model[i]) * way->weight[i]);
  }
  *size = LONG_WAY_DEFECT * way->length * most;
  return true;
}

static bool long_way_motion(IntegratorRun *run, const double **value,
                            const double **slope)
{
  LongWay *way = run->long_way;
  *value = way->point;
  if (!slope) return true;
  if (!long_way_slope(run)) return false;
  *slope = way->late;
  return true;
}

static double long_way_gap(const IntegratorRun *run)
{
  return ORDER_EIGHT_GAP * run->long_way->length;
}

static void long_way_counters(IntegratorRun *run, SolverWork *work)
{
  work->steps = run->long_way->n_steps;
}

const SolverCalls long_way_calls = {
    .start = long_way_start,
    .step = long_way_step,
    .limit = long_way_limit,
    .look_back = long_way_look_back,
    .store = long_way_store,
    .defect = long_way_defect,
    .motion = long_way_motion,
    .gap = long_way_gap,
    .counters = long_way_counters,
};
