/* block_double.h: a double root that rounding has taken away.
 *
 * r^2 = d has no solution where d should be zero and is -1e-17 by rounding. Of
 * the values where Newton's method gets stuck, those are taken at which the
 * residuals are smallest along its last step: r = 0. They count if the
 * equations hold there but for rounding: of their terms, and of the parabolas
 *
 *   F(x + s p) = F(x) + s J p + s^2 c
 *
 * that the equations are along the step p. Beyond that they have no solution:
 * where a branch ends as time goes on, as that of a rope that is pulled
 * straight, a tolerance here would be a way on that does not exist.
 *
 * needs   a square block at which Newton's method was stuck: unknowns in
 *         v->real, its last step in w->step
 * gives   true: the unknowns at the double root in v->real; the Jacobian is
 *         singular there
 * fails   false: there is none; unknowns near where they were
 * cost    three Jacobians and six residuals
 */
#ifndef FOUCAULT_BLOCK_DOUBLE_H
#define FOUCAULT_BLOCK_DOUBLE_H

#include "block_linear.h"
#include <stdbool.h>

bool block_double_settle(ModelValues *v, const Block *block, BlockWork *w);

#endif
