/* run_carried.c: see run_carried.h. Members in the order of integrator_run.h;
 * where lists and arrays lie is the run's own affair. */
#include "run_carried.h"
#include "../core/image.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../events/quiet.h"
#include <math.h>

typedef bool (*RunResume)(IntegratorRun *run);

/* Counters that begin again now and then. */
enum { COUNT_MOST = 1 << 28 };

/* Targets of steps are sums. */
#define ROUNDING_OF_TIMES 1e-9

static bool take_counters(const Carried *c, int *own, size_t n)
{
  return carried_take_ints(c, own, n, 0, COUNT_MOST);
}

static bool run_carried_take_times(const Carried *c, IntegratorRun *run)
{
  return carried_take_numbers(c, &run->clock.origin, 3) &&
         carried_take_numbers(c, &run->now, 2) &&
         carried_take_flags(c, &run->at_stop, 1) &&
         carried_take_flags(c, &run->has_values, 1) &&
         carried_take_flags(c, &run->is_foretold, 1) &&
         carried_take_numbers(c, &run->communication_step, 2) &&
         carried_take_numbers(c, &run->last_step, 1) &&
         carried_take_numbers(c, &run->event_time, 3);
}

/* --- what waits ------------------------------------------------------------ */

/* One of those that the watchers name; NULL: none is meant. */
static RunResume resume_at(const Carried *c, const IntegratorRun *run)
{
  Image image;
  int64_t at = carried_offset(c, &run->resume);
  if (at < 0 || !image_find(&image)) return NULL;
  for (const StepWatcher *w = run->watcher; w->name; w++) {
    bool is_it =
        w->resume && (uintptr_t)w->resume - image.region.base == (uintptr_t)at;
    if (is_it) return w->resume;
  }
  return NULL;
}

static bool take_what_waits(const Carried *c, IntegratorRun *run)
{
  int waiting = NOTHING_WAITS;
  const void *own = &run->waiting;
  if (!carried_read_int(c, own, &waiting)) return false;
  if (waiting < NOTHING_WAITS || waiting > WATCHER_WAITS) return false;
  run->resume = waiting == WATCHER_WAITS ? resume_at(c, run) : NULL;
  if (waiting == WATCHER_WAITS && !run->resume) return false;
  run->waiting = waiting == NOTHING_WAITS ? NOTHING_WAITS
                 : waiting == EVENT_WAITS ? EVENT_WAITS
                                          : WATCHER_WAITS;
  return true;
}

/* --- what watchers know ---------------------------------------------------- */

static bool take_looks(const Carried *c, IntegratorRun *run)
{
  return carried_take_numbers(c, &run->switched, 1) &&
         carried_take_flags(c, &run->switches, 1) &&
         take_counters(c, &run->n_returns, 1) &&
         carried_take_numbers(c, &run->seen, 2) &&
         take_counters(c, &run->n_refused_curves, 1) &&
         carried_take_flags(c, &run->gave_up, 1) &&
         carried_take_flags(c, &run->in_burst, 1) &&
         carried_take_numbers(c, &run->burst_begin, 5) &&
         carried_take_numbers(c, &run->growth_step, 1) &&
         take_counters(c, &run->growth_pause, 2) &&
         carried_take_counts(c, &run->n_growth_steps, 2);
}

static bool take_failures(const Carried *c, IntegratorRun *run)
{
  return carried_take_flags(c, &run->step_failed, 1) &&
         take_counters(c, &run->n_small_steps, 2) &&
         carried_take_numbers(c, &run->undone_at, 1) &&
         take_counters(c, &run->n_undone, 2) &&
         carried_take_numbers(c, &run->short_step, 3) &&
         take_counters(c, &run->n_creeping, 1) &&
         carried_take_counts(c, &run->n_refused, 1) &&
         carried_take_ints(c, &run->n_rescued, 1, 0, RESCUE_MOST) &&
         take_counters(c, &run->n_still, 1) &&
         carried_take_counts(c, &run->counted.steps, 3);
}

/* --- crossings ------------------------------------------------------------- */

/* Its rows change places: each is found by the address that it has there. */
static bool run_carried_take_rows(const Carried *c, CrossingWatch *w, size_t n)
{
  for (int k = 0; k < 3; k++) {
    if (n > 0 && !carried_follow(c, &w->g[k], w->g[k], n * sizeof w->g[k][0]))
      return false;
  }
  return carried_take(c, w->rounding, n * sizeof w->rounding[0]) &&
         carried_take(c, w->at_start, n * sizeof w->at_start[0]);
}

static bool times_fall(const CrossingWatch *w)
{
  for (int k = 1; k < w->n_points; k++) {
    if (!(w->time[k] < w->time[k - 1])) return false;
  }
  return true;
}

static bool take_crossings(const Carried *c, CrossingWatch *w,
                           const Instance *inst)
{
  int most = inst->model->n_indicators;
  return carried_take_ints(c, &w->n, 1, 0, most) &&
         (w->n == 0 || w->n == most) &&
         carried_take_ints(c, &w->n_followed, 1, 0, most) &&
         carried_take_ints(c, w->followed, (size_t)w->n_followed, 0,
                           most - 1) &&
         carried_take_ints(c, &w->n_points, 1, 0, 3) &&
         carried_take_ints(c, &w->unrest, 1, 0, CROSSING_UNREST) &&
         carried_take_numbers(c, w->time, 3) && times_fall(w) &&
         run_carried_take_rows(c, w, (size_t)most) &&
         carried_take_numbers(c, &w->longest, 2);
}

/* --- one-step methods ------------------------------------------------------ */

/* These change places, too. */
static bool take_indicators(const Carried *c, OneStep *one, size_t size)
{
  return size == 0 || (carried_follow(c, &one->g_begin, one->g_begin, size) &&
                       carried_follow(c, &one->g_end, one->g_end, size) &&
                       carried_follow(c, &one->g_point, one->g_point, size));
}

static bool take_one_step_arrays(const Carried *c, OneStep *one, const Model *m)
{
  size_t n = (size_t)m->n_states * sizeof(double);
  size_t n_g = (size_t)m->n_indicators * sizeof(double);
  for (int k = 0; k < ONE_STEP_STAGES; k++) {
    if (!carried_take(c, one->slope[k], n)) return false;
  }
  for (int k = 0; k + 2 < ONE_STEP_CURVE; k++) {
    if (!carried_take(c, one->curve[k], n)) return false;
  }
  return carried_take(c, one->begin, n) && carried_take(c, one->end, n) &&
         carried_take(c, one->point, n) && carried_take(c, one->weight, n) &&
         take_indicators(c, one, n_g) &&
         carried_take_ints(c, one->changed, (size_t)m->n_indicators, 0, 1);
}

static bool take_one_step(const Carried *c, OneStep *one, const Model *m)
{
  if (!one->begin) return true; /* never used */
  return take_one_step_arrays(c, one, m) &&
         carried_take_numbers(c, &one->from, 2) &&
         carried_take_flags(c, &one->has_curve, 1) &&
         carried_take_flags(c, &one->is_first, 1) &&
         carried_take_numbers(c, &one->longest, 7) &&
         carried_take_counts(c, &one->n_steps, 1) &&
         carried_take_flags(c, &one->is_used, 1) &&
         carried_take_flags(c, &one->gave_up, 1) &&
         take_counters(c, &one->n_left_out, 2);
}

/* The run begins again where it was on a long way: long_way.h. */
static bool take_long_way(const Carried *c, LongWay *way)
{
  if (!way) return true;
  return carried_take_flags(c, &way->is_used, 1) && !way->is_used &&
         carried_take_flags(c, &way->gave_up, 1);
}

/* --- the run --------------------------------------------------------------- */

/* The solver goes on from where the importer is, up to rounding. Where it has
 * to start again first it may be anywhere: short ways (short_way.h) leave it
 * behind. */
static bool solver_has_come(const IntegratorRun *run)
{
  double time = instance_time(run->inst);
  double slack = ROUNDING_OF_TIMES * (fabs(time) + run->communication_step);
  return run->inst->restart_needed || run->now >= time - slack;
}

/* What waits may be before the end of the solver's last step, not after it. */
static bool clock_fits(const IntegratorRun *run)
{
  const SolverClock *clock = &run->clock;
  double shown = clock->origin + clock->own;
  double slack = ROUNDING_OF_TIMES * (fabs(clock->origin) + fabs(clock->own));
  return isfinite(clock->origin) && isfinite(clock->own) &&
         fabs(clock->shown - shown) <= slack && run->now <= clock->shown;
}

static bool times_fit(const IntegratorRun *run)
{
  return clock_fits(run) && isfinite(run->now) && solver_has_come(run) &&
         isfinite(run->point_time) && run->point_time <= run->now &&
         run->event_time <= run->now && run->communication_step >= 0 &&
         isfinite(run->communication_step);
}

/* 0 where there is no limit, or none is known. */
static bool lengths_fit(const IntegratorRun *run)
{
  const OneStep *one = &run->one_step;
  const double length[] = {run->growth_step,
                           run->short_step,
                           run->longest_step,
                           run->last_step,
                           run->burst_length,
                           run->long_step,
                           run->crossings.longest,
                           run->crossings.shortest,
                           one->longest,
                           one->usual,
                           one->last,
                           one->next};
  for (size_t k = 0; k < sizeof length / sizeof length[0]; k++) {
    if (!(length[k] >= 0)) return false;
  }
  return true;
}

bool run_carried_take(IntegratorRun *run, const Carried *c)
{
  const Model *m = run->inst->model;
  return run_carried_take_times(c, run) && take_what_waits(c, run) &&
         take_looks(c, run) && take_failures(c, run) &&
         carried_take_flags(c, &run->method_changed, 1) &&
         carried_take_counts(c, &run->n_newton_failures, 1) &&
         take_counters(c, &run->n_careful_steps, 1) &&
         carried_take_numbers(c, &run->stiffness.failures, 2) &&
         carried_take_flags(c, &run->is_stiff, 1) &&
         take_crossings(c, &run->crossings, run->inst) &&
         take_counters(c, &run->short_way.n_left_out, 4) &&
         take_one_step(c, &run->one_step, m) &&
         take_long_way(c, run->long_way) && times_fit(run) &&
         lengths_fit(run);
}
