/* gradient_watch.h: do branches of a constraint meet where it is left to its
 * derivatives?
 *
 * Where two branches of a constraint g = 0 cross, its gradient vanishes. States
 * that have drifted away from g = 0 (drift.h) do not come to that place: they
 * follow g = e, which passes it on a sharp bend from one branch to the other.
 * Nothing is wrong there for an integrator, which takes short steps.
 *
 * Newton's method tells it (Kantorovich): the constraint is |g| / |g'| away, and
 * its gradient vanishes |g'| / |g''| away, where g'' is how much g' has changed
 * since the last point. Where the second is not many times the first, and the
 * error of the states, which branch the states are on is not known. A step may
 * also lead from one branch to the other: then the gradient does not go on as
 * it did, through zero, but turns round. A warning says so, once at each place.
 *
 * needs   Model.constraint and tangents
 * cost    a tangent for each accepted point, or a few; where gradients are small
 *         one for each state
 */
#ifndef FOUCAULT_GRADIENT_WATCH_H
#define FOUCAULT_GRADIENT_WATCH_H

#include "../core/instance.h"
#include <stdbool.h>

/* A part of the instance. n: states, m: constraints. */
typedef struct GradientWatch {
  bool is_used;
  int *n_kept, *is_near; /* [1] points, up to 2; has it been reported? */
  /* at the last points that were looked at, the last one first: */
  double *row[2];          /* [m * n] gradients */
  double *point[2];        /* [n] states, in units of nominals */
  double *largest, *mixed; /* gradients so far, [m]; in directions */
} GradientWatch;

static inline GradientWatch *gradient_watch_of(const Instance *inst)
{
  return inst->part[PART_GRADIENT_WATCH];
}

/* Is there anything to be watched? */
static inline bool gradient_watch_is_used(const Instance *inst)
{
  return gradient_watch_of(inst)->is_used;
}

/* Something may have jumped: what was kept does not count. */
void gradient_watch_begin(Instance *inst);

/* A step has been accepted, and the present point is looked at. Needs fresh
 * values. False: a tangent does not exist (noted). */
bool gradient_watch_look(Instance *inst);

#endif
