/* sign_symmetry.h: loops of the initial system that cannot distinguish a solution from its
 * mirror image.
 *
 * x^2 + z^2 = L^2 has two solutions for z. With a start value the iteration
 * finds the nearer one. Without, it begins at zero, halfway between both: at
 * a point where the equation does not depend on z to first order, so that
 * chance decides.
 *
 * That is so where unknowns that begin at zero may change their signs together
 * without any equation of the loop losing more than its own sign (parity.h),
 * and fewer equations change their sign than unknowns do: at the beginning
 * those that stay do not depend on the ones that change, so these have too few
 * equations. (As many: zero is what they say. A mechanism in a plane does not
 * leave it.)
 *
 * needs   first values and guesses are found
 * gives   W404 for such unknowns; where bounds of one leave one sign, a guess
 *         of that sign instead
 * keeps   silent about loops with more than 64 unknowns that begin at zero,
 *         and where zero is the solution, given the start values and what is
 *         assigned from them
 * cost    one walk over the equations of each nonlinear loop, and over the
 *         assignments
 */
#ifndef FOUCAULT_REDUCE_INITIAL_SIGN_SYMMETRY_H
#define FOUCAULT_REDUCE_INITIAL_SIGN_SYMMETRY_H

#include "reduce/system/reduced.h"
#include "reduce/system/start_point.h"

/* guess: [n_vars], of guess_starts(). point: the start values. */
void sign_symmetry_find(Session *s, const System *sys, Walk *walk,
                        const BlockSequence *initial, const StartPoint *point,
                        ExprId *guess);

#endif
