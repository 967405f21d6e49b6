/* block_global.h: Newton's method that continues beyond singular points.
 *
 * Where Newton's method finds no solution near its guess, the last one may
 * have ceased to exist: a Schmitt trigger that switches. The path
 *
 *   dx/ds = -c sign(det J) J^-1 r(x),   c = sign(det J) at the guess,
 *
 * is Newton's at first. Beyond a point where J is singular it continues in the
 * same direction, with residuals that grow, until another such point leads
 * down to another solution (Branin, IBM J. Res. Develop. 16(5), 1972; Smale,
 * J. Math. Econ. 3(2), 1976). Kinks of piecewise smooth equations are passed
 * like smooth folds. A guess may already lie beyond such a point: the other
 * way is with -c (uphill_first).
 *
 * needs   a square block; guesses in v->real
 * gives   values near a solution in v->real, and true; still to be iterated
 * fails   false: not within 200 steps
 */
#ifndef FOUCAULT_BLOCK_GLOBAL_H
#define FOUCAULT_BLOCK_GLOBAL_H

#include "block_linear.h"
#include <stdbool.h>

bool block_global_approach(ModelValues *v, const Block *block, BlockWork *w,
                           bool uphill_first);

#endif
