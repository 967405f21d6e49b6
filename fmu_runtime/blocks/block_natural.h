/* block_natural.h: Newton's method that looks at corrections, not residuals.
 *
 * Residuals of equations in many units say little about how far a solution is:
 * a step that leads to it may make the largest of them grow. The correction
 * that the next point needs, by the Jacobian of this one, has the units of the
 * unknowns. A step is accepted where that is smaller than the step itself
 * (natural monotonicity: Deuflhard, Newton Methods for Nonlinear Problems,
 * algorithm NLEQ-ERR).
 */
#ifndef FOUCAULT_BLOCK_NATURAL_H
#define FOUCAULT_BLOCK_NATURAL_H

#include "block_linear.h"
#include <stdbool.h>

/* needs   unknowns in v->real
 * gives   true: unknowns near a solution, which is to be corrected by Newton's
 *         method
 * fails   false: no step leads on, or one needs a value that does not exist;
 *         unknowns anywhere
 */
bool block_natural_approach(ModelValues *v, const Block *block, BlockWork *w,
                            bool torn);

#endif
