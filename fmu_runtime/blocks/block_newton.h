/* block_newton.h: solves one nonlinear block by damped Newton iteration.
 *
 * The room blocks/ owns the solution of one algebraic loop (Block of model.h):
 * factors, Newton's method, guesses, branches, and the smallest change from
 * start values. It calls core/ and evaluate/. Begin with block_linear.h, then
 * this file, then block_guess.h.
 *
 * needs   v->instance; guesses in v->real (the present values)
 * gives   the solution in v->real, to rounding level: the last correction is
 *         below 1e-13 of each unknown (or its nominal value), or corrections
 *         below 1e-8 no longer shrink, or residuals are rounding errors
 *         of nominal values and no longer shrink; returns 0
 * fails   non-zero, unknowns as before, reason noted in the instance with
 *         equations, residuals and values
 * cost    at most 4 x 50 iterations, each one exact Jacobian and one LU, unless
 *         the factors that are there will do (block_chord.h); no allocation
 *
 * Where the block is torn, the step that Newton's method gives for all
 * unknowns is taken by the torn ones only; the inner ones are computed from
 * them (which is Newton's method for the torn unknowns alone). That is tried
 * first, then the iteration for all unknowns.
 *
 * In initialization and events the iteration begins beside a guess at which
 * a residual or derivative does not exist, or the Jacobian is singular, unless
 * the guess satisfies the equations. At the beginning of initialization
 * start values are carried to the other unknowns before (Block.first).
 *
 * While integrating a solution counts only if it belongs to the branch of the
 * last accepted one: Newton's corrections shrink at once, or it lies close to
 * the guess, and the determinant has kept its sign and has not fallen much.
 * Else the branch is followed (block_walk.h, block_follow.h). Where it ends
 * another solution is taken if a jump is allowed (block_guess.h); in Model
 * Exchange the last one is held until the importer comes to event mode.
 *
 * minimum and maximum guide: a step is shortened so as not to leave them.
 * When no solution is found that way the iteration is tried without them.
 */
#ifndef FOUCAULT_BLOCK_NEWTON_H
#define FOUCAULT_BLOCK_NEWTON_H

#include "block_linear.h"
#include <stdbool.h>

int block_newton_solve(ModelValues *v, const Block *block, BlockWork *w);
/* The same from the present values alone, whatever branch they belong to. */
bool block_newton_from_here(ModelValues *v, const Block *block, BlockWork *w);

#endif
