/* stiffness.h: is a model stiff, by what the steps of Adams' formulas show?
 *
 * Their fixed-point iteration converges for short steps only where a model is
 * stiff: steps grow until it does not, again and again. Other models have no
 * such failures. Where stability limits the steps before that, what is damped
 * is most of each correction (integrators/damping.h).
 *
 * gives   the same answer to the integrator inside an FMU and to the one around
 *         a Model Exchange FMU: BDF is to go on
 */
#ifndef FOUCAULT_STIFFNESS_H
#define FOUCAULT_STIFFNESS_H

#include <stdbool.h>

typedef struct Stiffness {
  double failures; /* of the iteration, the last ones most */
  double damping;  /* mean part of a correction that is damped */
} Stiffness;

/* After a step in which so many iterations have failed, and this part of a
 * correction was damped (0: not known). True: the model is stiff. */
bool stiffness_shows(Stiffness *s, long n_failures, double part);

#endif
