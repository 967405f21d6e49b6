/* steady.h: a point at which a model rests: all derivatives of the states are
 * zero, and chosen variables have chosen values.
 *
 * The room studies/point/ has what is asked of a model at one point. It calls
 * studies/ and the rooms below. Reading order: this file, least_squares.h.
 *
 * Unknown are the states and the inputs that are free. Newton's method takes
 * the FMU's own derivatives (linearize.h) and the shortest step that the linear
 * equations allow (least_squares.h): there may be more unknowns than equations,
 * or fewer, and a system that is singular has a family of equilibria, of which
 * the one next to the start is found. KINSOL, which the FMUs have, wants a
 * square and regular matrix. A step is shortened until the next one would be
 * shorter than it (Deuflhard's natural monotonicity test, which does not depend
 * on units). After each step the FMU handles its events, which may choose other
 * states: a pendulum has x and vx where it hangs, y and vy where it is level.
 *
 * Where that halts, and all states but nothing else is unknown, the model is
 * followed by implicit Euler with steps that grow as long as states change
 * little, which comes to where the model would come to rest; Newton's method
 * ends it.
 *
 * needs   an instance of Model Exchange in continuous-time mode
 * gives   the instance at the point
 * fails   E604 a call of the FMU has failed; E611 there is no equilibrium near
 *         the start
 * cost    per step one directional derivative a state and 2 n^3 operations
 * paper   Deuflhard, Newton Methods for Nonlinear Problems, section 4.4
 */
#ifndef FOUCAULT_STUDIES_POINT_STEADY_H
#define FOUCAULT_STUDIES_POINT_STEADY_H

#include "studies/linearize.h"

typedef struct SteadyRequest {
  const int *fixed;    /* indices of Real variables that are to have a value */
  const double *value; /* NaN: the one that it has at the start */
  int n_fixed;
  const int *free; /* indices of Real inputs */
  int n_free;
} SteadyRequest;

typedef struct SteadyPoint {
  LinearModel model; /* its inputs are the free ones, its outputs the fixed */
  int n_steps;       /* of Newton's method */
  int n_moves;       /* of implicit Euler; 0: it was not needed */
  /* A family of equilibria: n_directions vectors of changes of the states, then
   * of the free inputs, the largest of which is 1 */
  double *direction;
  int n_directions;
} SteadyPoint;

/* Everything is in the session arena. */
bool steady_find(Session *s, const Fmu *fmu, fmi2Component component,
                 const SteadyRequest *request, double time, SteadyPoint *point);

#endif
