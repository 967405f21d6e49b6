/* solver_clock.c: see solver_clock.h. */
#include "solver_clock.h"
#include "runtime_assert.h"
#include "thresholds.h"
#include <float.h>
#include <math.h>

double solver_clock_origin(const Instance *inst)
{
  double start = inst->start_time;
  if (fabs(start) < CLOCK_FAR) return 0;
  bool is_long =
      inst->has_stop_time && inst->stop_time - start > fabs(start) / 2;
  return is_long ? 0 : start;
}

/* At an event the solver was nearer to it than the time says. */
void solver_clock_begin(SolverClock *clock, const Instance *inst, double now,
                        bool is_new)
{
  double origin = solver_clock_origin(inst);
  bool is_known = !is_new && clock->shown == now && clock->origin == origin;
  if (!is_known) clock->own = now - origin;
  clock->origin = origin;
  clock->shown = now;
}

bool solver_clock_goes_on(const SolverClock *clock, double *own, double step)
{
  double least =
      CLOCK_ROOT_ROUNDINGS * DBL_EPSILON * (fabs(clock->own) + fabs(step));
  if (!(*own >= clock->own - least)) return false;
  if (*own < clock->own) *own = clock->own;
  return true;
}

double solver_clock_arrive(SolverClock *clock, double own)
{
  RUNTIME_ASSERT(own >= clock->own);
  clock->own = own;
  clock->shown = fmax(clock->shown, clock->origin + own);
  return clock->shown;
}

double solver_clock_time(const SolverClock *clock, double own)
{
  return clock->origin + own;
}

double solver_clock_own(const SolverClock *clock, double time)
{
  return time == clock->shown ? clock->own : time - clock->origin;
}

double solver_clock_least_step(const SolverClock *clock)
{
  if (clock->origin == 0) return 0;
  return CLOCK_ROUNDINGS * DBL_EPSILON * fabs(clock->origin);
}

/* A way that the times cannot resolve is as short as the solver can go. */
double solver_clock_ahead(const SolverClock *clock, double time)
{
  double own = time - clock->origin;
  if (clock->origin == 0 || own > clock->own) return own;
  return clock->own + STEP_AT_ONCE * DBL_EPSILON * (1 + fabs(clock->own));
}

double solver_clock_within(const SolverClock *clock, double time, double end,
                           double step)
{
  double own = solver_clock_own(clock, time);
  if (clock->origin == 0) return own;
  return fmax(fmin(own, end), end - step);
}
