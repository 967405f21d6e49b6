/* block_follow.h: Newton's method that does not leave its branch.
 *
 * A nonlinear block may have several solutions: a rope of length l and one of
 * length -l. Newton's method with a line search finds one of them, from a poor
 * guess not always the one that the last solution leads to. Here the path
 *
 *   F(x) = (1 - s) F(x_0),   s = 0 ... 1
 *
 * is followed from the last solution x_0: each step is short enough that the
 * correction with the Jacobian of before, which would be 1 - s of the last one
 * on the path, is off by no more than half the step (Deuflhard, Newton Methods
 * for Nonlinear Problems, Springer 2004, section 3.3: restricted natural
 * monotonicity). It ends where the Jacobian becomes singular: that branch has
 * no solution any more, and which one comes instead is not for Newton's method
 * to say.
 *
 * needs   a square block; the last solution in v->real; `sign` of the
 *         determinant there, 0: not known
 * gives   values near the solution in v->real, and true; still to be iterated
 * fails   false: the path has a singular point, or more than 100 steps
 * cost    a Jacobian, its factors and two or more solutions a step
 */
#ifndef FOUCAULT_BLOCK_FOLLOW_H
#define FOUCAULT_BLOCK_FOLLOW_H

#include "block_linear.h"
#include <stdbool.h>

bool block_follow_path(ModelValues *v, const Block *block, BlockWork *w,
                       int sign);

#endif
