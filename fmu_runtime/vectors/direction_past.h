/* direction_past.h: how what delay() has kept changes with parameters.
 *
 * y(t) = x(t - T) changes with a parameter p by
 *
 *   dy/dp = S(t - T) - x'(t - T) dT/dp,   S(s) = how x(s) changes, s fixed
 *
 * S is kept for each direction that is followed (../events/follow.h) as points
 * of value and slope, beside those of x (../evaluate/delay.h), where a step or
 * an event is completed (../events/follow_past.c), and read with cubic Hermite
 * interpolation. An event has two points, before and after it, since S jumps
 * where the slope of x does. It arrives T later, at a time that changes by
 * (dt + dT) / (1 - T') if its own changes by dt, T' being how T moves with time.
 *
 * The points are the importer's: FollowedDirections.past. They are no part of a
 * saved state.
 */
#ifndef FOUCAULT_DIRECTION_PAST_H
#define FOUCAULT_DIRECTION_PAST_H

#include "../core/followed.h"
#include "../core/instance.h"

/* Numbers of `past` for so many directions. */
size_t direction_past_size(const Model *m, int n);
/* No points. */
void direction_past_forget(const Instance *inst);
/* Are there directions that have a past? */
static inline bool direction_past_is_kept(const Instance *inst)
{
  return inst->followed && inst->followed->past && inst->model->n_delays > 0;
}

/* S of delay k at a time, in the direction at hand (FollowedDirections.at). Of
 * an event at that time, up to rounding, the side after it counts if it has
 * passed. False: nothing is kept yet. */
bool direction_past_read(const Instance *inst, int k, double time,
                         bool has_passed, double *value);
/* Is there an event at that time, up to rounding? Then it was at `since`. */
bool direction_past_has_event(const Instance *inst, int k, double time,
                              double *since);
/* The first event after that time, and does S differ there? False: none. */
bool direction_past_next_event(const Instance *inst, int k, double time,
                               double *since, bool *differs);
/* How the time of the event at `since` changes in direction j; NAN: there was
 * none. */
double direction_past_moved(const Instance *inst, int k, double since, int j);
/* The time since the last point; 0: there is none. */
double direction_past_interval(const Instance *inst);

typedef enum PastPlace {
  PAST_STEP,   /* the end of a step */
  PAST_BEFORE, /* an event is about to come: FollowedDirections.time is known */
  PAST_AFTER   /* ... has passed; the first of all points is of this kind */
} PastPlace;
/* A point at the present time: values and slopes of all directions. */
void direction_past_add(Instance *inst, int k, PastPlace place,
                        const double *value, const double *slope);

/* Room to find them; all but `state` and `rate` have a number for each delay
 * and direction. */
typedef struct PastWork {
  double *state, *rate; /* [(n + 1) * n_states] */
  double *value, *slope;
} PastWork;
PastWork direction_past_work(const Instance *inst);

#endif
