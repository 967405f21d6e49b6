/* points.h: the second call beside FMI (the first: followed.h): the reduced
 * system at many points, in one call.
 *
 *   dx/dt = f(x, u, t), y = g(x, u, t), and their derivatives along directions
 *
 * Parameters, events and the choice of states are those of the instance. Where
 * the model was built for it (ModelPoints), points are evaluated side by side:
 * number k of real[] is POINT_LANES numbers, and each statement a loop over
 * them, which the C compiler makes vector instructions of.
 */
#ifndef FOUCAULT_POINTS_H
#define FOUCAULT_POINTS_H

#include "status.h"

/* Owned by the importer. Arrays have a row for each point. */
typedef struct Points {
  int n; /* points; 0: n_needed is filled in, and nothing else happens */
  int n_states, n_inputs, n_outputs;
  const ValueReference *known;   /* [n_states + n_inputs] */
  const ValueReference *unknown; /* [n_states + n_outputs] slopes, outputs */
  const double *time;            /* [n] */
  const double *states;          /* [n * n_states] */
  const double *inputs;          /* [n * n_inputs] */
  /* Along each of them there is a row of derivatives in place of the values.
   * Rows are as `known`; with `has_own` each point has its own ones. */
  int n_directions, has_own;
  const double *direction;
  double *value;          /* [n * (n_directions or 1) * n_unknown] */
  double *work;           /* [n_work]; may be NULL, which is slower */
  unsigned long n_work;   /* at least n_needed, or it is not used */
  unsigned long n_needed; /* doubles */
  int n_done;             /* the point that failed, or n */
} Points;

/* In continuous-time mode; time, states and inputs of the instance are some
 * ones afterwards. A Status; where it is not STATUS_OK the reason is logged as
 * that of the FMI call that does the same at one point. */
typedef unsigned PointsFunction(void *c, Points *p);

/* See follow_function(). */
static inline PointsFunction *points_function(void *c)
{
  PointsFunction *const *const *instance = c;
  return (*instance)[1];
}

#endif
