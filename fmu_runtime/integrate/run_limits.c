/* run_limits.c: see run_limits.h. */
#include "run_limits.h"
#include "../blocks/block_guess.h"
#include "../vectors/extremes.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../evaluate/delay.h"
#include "../evaluate/input_motion.h"
#include "../events/contact.h"
#include "../events/quiet.h"
#include <math.h>

/* Events may come ever faster: after one, steps begin with a fiftieth of the
 * time that the last two have taken. Not with less than counts: a relation
 * that chatters would hold up the run. */
static double after_event(const IntegratorRun *run, double longest)
{
  RUNTIME_ASSERT(longest >= 0);
  double interval = larger_of(run->event_interval[0], run->event_interval[1]);
  double shortest = RUN_SHORTEST_AFTER_EVENT * longest;
  longest =
      smaller_of(longest, contact_flight(run->inst) / RUN_STEPS_PER_FLIGHT);
  if (run->event_time != run->now || !(interval > 0)) return longest;
  return smaller_of(longest,
                    larger_of(interval / RUN_STEPS_AFTER_EVENT, shortest));
}

/* A small part of the run. */
double run_limits_usual_step(const IntegratorRun *run)
{
  const Instance *inst = run->inst;
  const Model *m = inst->model;
  double stop = inst->has_stop_time ? inst->stop_time : m->stop_time;
  bool known = inst->has_stop_time || m->has_stop_time;
  if (known && stop > inst->start_time) {
    return (stop - inst->start_time) / RUN_STEPS;
  }
  return run->communication_step;
}

double run_limits_look_interval(const IntegratorRun *run)
{
  const Instance *inst = run->inst;
  const Model *m = inst->model;
  double stop = run->target;
  if (inst->has_stop_time)
    stop = larger_of(stop, inst->stop_time);
  else if (m->has_stop_time)
    stop = larger_of(stop, m->stop_time);
  return (stop - inst->start_time) / RUN_STEPS;
}

/* A bounce may be lower than what the tolerance resolves, and has to be seen:
 * what bounces would fall through what it bounces on. 0: nothing bounces. */
static double part_of_flight(const IntegratorRun *run)
{
  double flight = contact_flight(run->inst);
  return flight < HUGE_VAL ? flight / RUN_STEPS_PER_FLIGHT : 0;
}

/* With relations, at the start; 0 means no limit. */
double run_limits_first_step(const IntegratorRun *run)
{
  if (quiet_watched(run->inst) == 0) return 0;
  return after_event(run, run_limits_usual_step(run));
}

/* Loops may have branches that end, which the states show by the way they
 * move. Without states nothing does. */
static bool has_blocks_alone(const Instance *inst)
{
  return inst->model->n_states == 0 && block_guess_is_used(inst);
}

/* The smaller one, where 0 means no limit. */
static double shorter(double a, double b)
{
  RUNTIME_ASSERT(a >= 0 && b >= 0);
  if (a == 0 || b == 0) return a + b;
  return smaller_of(a, b);
}

/* What events ask for. */
static double longest_for_events(const IntegratorRun *run)
{
  return shorter(run->crossings.longest, part_of_flight(run));
}

static double longest_step(const IntegratorRun *run)
{
  double usual =
      shorter(longest_for_events(run), delay_longest_step(run->inst));
  if (run->switches || has_blocks_alone(run->inst)) {
    usual = shorter(usual, run_limits_usual_step(run));
  }
  return shorter(shorter(usual, run->growth_step), run->short_step);
}

/* The solver is never to step past this; infinite: anywhere. */
double run_limits_last_time(const Instance *inst)
{
  double last = inst->has_stop_time ? inst->stop_time : HUGE_VAL;
  return smaller_of(last, inst->next_event);
}

/* The same for a start at `now`. Inputs that move are known up to the target
 * only, and without states it is as good a point as any. A time that no solver
 * reaches switches off an older stop time. */
static double stop_after(const IntegratorRun *run, double now)
{
  double last = run_limits_last_time(run->inst);
  bool halts = input_motion_moves(run->inst) || has_blocks_alone(run->inst);
  if (halts && run->target > now && run->target < last) last = run->target;
  return last > now ? last : HUGE_VAL;
}

/* The time a step later, but not `now` itself where the step is lost in it. */
static double time_after(double now, double step)
{
  double later = now + step;
  return later > now ? later : nextafter(now, HUGE_VAL);
}

/* A solver has chosen its next step already when it returns: a limit on the
 * length comes too late for it, but not a stop time. */
void run_limits_set(IntegratorRun *run)
{
  double stop = stop_after(run, run->now);
  double longest =
      shorter(longest_for_events(run), delay_exact_step(run->inst));
  if (longest > 0) stop = smaller_of(stop, time_after(run->now, longest));
  if (run->growth_step > 0)
    stop = smaller_of(stop, time_after(run->now, run->growth_step));
  run->solver->limit(run, longest_step(run), stop);
}
