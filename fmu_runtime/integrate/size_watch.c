/* size_watch.c: see size_watch.h. */
#include "size_watch.h"
#include "../vectors/extremes.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../evaluate/evaluate.h"
#include "../states/chance.h"
#include "../states/scale.h"
#include "integrator_run.h"
#include "run_limits.h"
#include <float.h>

bool size_watch_has_scales(const IntegratorRun *run)
{
  return run->inst->model->n_scale_groups > 0;
}

bool size_watch_start(IntegratorRun *run, bool is_new)
{
  if (is_new) run->n_small_steps = 0;
  run->n_since_measure = 0;
  /* a run may be as short as numbers are */
  double longest = SCALE_LONGEST * run_limits_usual_step(run);
  return scale_start(run->inst, larger_of(longest, DBL_MIN));
}

/* What is rounding changes with the values. */
static bool size_watch_measure(IntegratorRun *run)
{
  if (++run->n_since_measure < SCALE_MEASURE) return true;
  run->n_since_measure = 0;
  return integrator_run_return_to_now(run) && scale_measure(run->inst);
}

/* Are steps short because of something that is very small? */
StepVerdict size_watch_scales(IntegratorRun *run, double before)
{
  RUNTIME_ASSERT(before <= run->now);
  double length = run->now - before;
  double elapsed = run->now - run->inst->start_time;
  double usual = smaller_of(run_limits_usual_step(run), elapsed);
  bool is_short = length < SCALE_SHORT_STEP * usual;
  scale_accept(run->inst, length);
  run->n_small_steps +=
      is_short ? 1 : -(run->n_small_steps + SCALE_FORGETS - 1) / SCALE_FORGETS;
  if (run->n_small_steps >= SCALE_MOST_SHORT) {
    run->n_small_steps = 0;
    if (scale_can_rise(run->inst)) scale_raise(run->inst);
  }
  return size_watch_measure(run) ? STEP_ACCEPTED : STEP_UNTRUSTED;
}

/* Does something grow whose sign nobody knows? */
StepVerdict size_watch_chance(IntegratorRun *run, double before)
{
  (void)before;
  if (!chance_is_to_be_looked_at(run->inst)) return STEP_ACCEPTED;
  bool good = integrator_run_return_to_now(run) && chance_look(run->inst);
  return good ? STEP_ACCEPTED : STEP_UNTRUSTED;
}

bool size_watch_has_growth(const IntegratorRun *run)
{
  return size_watch_has_scales(run) && run->solver->motion;
}

bool size_watch_begin_growth(IntegratorRun *run, bool is_new)
{
  (void)is_new;
  run->growth_step = 0;
  run->growth_pause = run->growth_skipped = 0;
  run->n_since_start = 0;
  return true;
}

/* Something else moves it: it is looked at more and more rarely. */
static void skip_growth(IntegratorRun *run)
{
  run->growth_step = 0;
  run->growth_skipped =
      run->growth_skipped == 0 ? CHANCE_TRUSTED : 2 * run->growth_skipped;
  if (run->growth_skipped > CHANCE_MOST_SKIPPED)
    run->growth_skipped = CHANCE_MOST_SKIPPED;
  run->growth_pause = run->growth_skipped;
}

/* State k grows at this rate, and steps may become long beside that. */
static bool look_at_growth(IntegratorRun *run, int k, double rate)
{
  bool by_itself;
  if (!integrator_run_return_to_now(run)) return false;
  if (!chance_grows(run->inst, k)) {
    run->growth_pause = CHANCE_TRUSTED;
    return true;
  }
  if (!chance_grows_by_itself(run->inst, k, &by_itself)) return false;
  if (!by_itself) {
    skip_growth(run);
    return true;
  }
  run->growth_skipped = 0;
  run->growth_pause = CHANCE_TRUSTED;
  run->growth_step = CHANCE_STEP / rate;
  return true;
}

/* The rate at which something grows that no error test looks at, and what it
 * is; 0: nothing does. */
static double rate_of_growth(IntegratorRun *run, int *k)
{
  const double *value, *slope;
  if (!run->solver->motion(run, &value, NULL)) return 0;
  if (!chance_has_tiny(run->inst, value)) return 0;
  if (!run->solver->motion(run, &value, &slope)) return 0;
  return chance_fastest(run->inst, value, slope, k);
}

/* After a step of this length. */
static bool find_growth(IntegratorRun *run, double length)
{
  int k = 0;
  bool is_first = run->n_since_start == 1;
  double ahead = is_first ? CHANCE_AHEAD_OF_FIRST : CHANCE_AHEAD;
  double rate = rate_of_growth(run, &k);
  run->growth_step = 0;
  if (!(rate * ahead * length > CHANCE_STEP)) return true;
  if (run->n_growth_steps < CHANCE_MOST_STEPS)
    return look_at_growth(run, k, rate);
  chance_give_up(run->inst, k);
  return true;
}

/* Limits have to be set for each step: see run_limits_set(). */
StepVerdict size_watch_growth(IntegratorRun *run, double before)
{
  bool is_limited = run->growth_step > 0, good = true;
  run->n_since_start++;
  if (is_limited) run->n_growth_steps++;
  if (run->waiting != NOTHING_WAITS) return STEP_ACCEPTED;
  if (run->growth_pause > 0) run->growth_pause--;
  if (run->growth_pause == 0) good = find_growth(run, run->now - before);
  if (is_limited || run->growth_step > 0) run_limits_set(run);
  return good ? STEP_ACCEPTED : STEP_UNTRUSTED;
}

/* A step has failed, or time stands still: with larger sizes it may not. */
bool size_watch_can_raise(const IntegratorRun *run)
{
  bool fails = run->step_failed || run->n_still >= STEP_MOST_STILL;
  return fails && scale_can_rise(run->inst);
}

bool size_watch_raise(IntegratorRun *run)
{
  double length =
      larger_of(run->last_step, RESCUE_SHORTEST * run->communication_step);
  scale_raise(run->inst);
  run->short_step = length / RESCUE_PARTS;
  run->short_until = run->now + length;
  run->solver->store(run, run->now);
  return evaluate_model(run->inst) && integrator_run_begin_again(run);
}
