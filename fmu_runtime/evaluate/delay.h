/* delay.h: delay(x, T), the value that x had a time T ago.
 *
 * The history of x is kept as points of value and slope where a step or an
 * event is completed, and read with cubic Hermite interpolation: steps are
 * short enough that it is off by no more than about the tolerance. Where x jumps, or its slope alone,
 * two points have the same time. A jump of x arrives T later as a time event:
 * until that event the value before the jump is read, afterwards that after
 * it. Before the start x was
 * what it was at the start. Points closer than a 2000th of the longest delay
 * take the place of the one before, so that the room for them suffices. An x
 * that changes at events only needs no more points than these, and no limit of
 * the steps.
 *
 * The points lie in the instance's block: a saved state holds them. How they
 * change with parameters is in ../vectors/direction_past.h.
 */
#ifndef FOUCAULT_DELAY_H
#define FOUCAULT_DELAY_H

#include "../core/instance.h"

/* One point of the history of a delayed value. */
typedef struct DelayPoint {
  double time, value, slope;
} DelayPoint;

/* A part of the instance. */
typedef struct DelayMemory {
  DelayPoint *point; /* [n_delays * DELAY_ROOM] */
  int *count;        /* [n_delays] points that are known */
  double *passed;    /* [n_delays] time of the last event: a jump that arrives
                        then has arrived */
} DelayMemory;

static inline DelayMemory *delay_of(const Instance *inst)
{
  return inst->part[PART_DELAY];
}

/* Has the model something to be kept, by delay() or spatialDistribution()
 * (transport.h)? */
bool delay_is_used(const Instance *inst);

/* The same of what changes between events too. */
bool delay_moves(const Instance *inst);

/* Forgets all points; to be called when initialization begins. */
void delay_reset(Instance *inst);

/* Stores the delayed values for the present time into the values; the model
 * is evaluated afterwards. Returns whether one of them changed. */
bool delay_refresh(Instance *inst);

/* At the beginning of an event: jumps that arrive now have arrived. */
void delay_arrive(Instance *inst);

/* Keeps the present values of all x. Points later than now are dropped first:
 * an integrator may have gone back. Needs fresh values. */
void delay_record(Instance *inst);

/* The time when the next jump arrives; HUGE_VAL: none. */
double delay_next_event(const Instance *inst);
/* Where directions are followed (../vectors/direction_past.h): before an event
 * the delay where one of the past arrives with it, and when that was; -1: none.
 * And the time of the next arrival; HUGE_VAL: none. */
int delay_arriving(const Instance *inst, double *since);
double delay_next_arrival(const Instance *inst);
/* How long what is delayed is known for, from points up to now; HUGE_VAL: for
 * ever. An importer that integrates knows nothing of delay_longest_step(): the
 * end of this time is an event, so that no step asks for what is after it. */
double delay_known_until(const Instance *inst);
/* No step of an integrator may be longer, so that what is asked for is known,
 * from points that are close enough; 0: no limit. */
double delay_longest_step(const Instance *inst);
/* A step that is shorter than that, since what has moved last would not be read
 * exactly with longer ones; 0: there is none. */
double delay_exact_step(const Instance *inst);
/* Follows the direction that is set (tangent.h), the delayed values with it: by
 * their slopes as far as time and the delay time move, or before there is a
 * past with what is delayed. A delay time may itself be computed, so that this
 * is repeated until nothing changes. False: a run of the model has failed. */
bool delay_run_tangent(Instance *inst, bool initial);
/* The same of how everything moves with time now: states along their
 * derivatives, inputs along theirs. Into tangent_of(inst)->d. */
bool delay_run_along_time(Instance *inst);

#endif
