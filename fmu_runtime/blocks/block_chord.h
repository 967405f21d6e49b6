/* block_chord.h: Newton's method with the factors of an earlier point.
 *
 * Between two evaluations a Jacobian changes little. As long as each correction
 * is a small part of the one before it, a solution costs residuals and
 * substitutions only; how small is measured, and so is what is left of the
 * error: after corrections d0, d1 = q d0 it is about q d1. Where it would take
 * so many of them that new factors are cheaper, new ones are made.
 *
 * paper   Deuflhard, Newton Methods for Nonlinear Problems, Springer 2004,
 *         section 2.1.2 (simplified Newton); Hairer and Wanner, Solving
 *         Ordinary Differential Equations II, section IV.8 (rates)
 *
 * Where the corrections shrink so fast the Jacobian has not become singular on
 * the way: the determinant has the sign of that of the factors. Factors that
 * have begun 20 solutions are made again nevertheless.
 */
#ifndef FOUCAULT_BLOCK_CHORD_H
#define FOUCAULT_BLOCK_CHORD_H

#include "block_linear.h"
#include <stdbool.h>

/* May a solution of the block begin with the factors it has kept? Counts. */
bool block_chord_may_begin(const Block *block, BlockWork *w);

/* Does it pay for this block to continue with the same factors? They are kept
 * for as many columns as make them dear. */
bool block_chord_pays(const Block *block, const BlockWork *w);

/* Corrects the unknowns, `torn` ones alone where the others follow from them,
 * until the next correction would be below `converged`.
 *
 * needs   the residual of the present values in w->residual, factors of the
 *         block's store; `before`: the correction that was made with the same
 *         factors before (block_linear_step_size()), HUGE_VAL: none
 * gives   the solution in v->real, and true
 * fails   false: new factors are needed, at the present values, which are no
 *         farther from the solution than they were; their residual is in
 *         w->residual
 */
bool block_chord_solve(ModelValues *v, const Block *block, BlockWork *w,
                       bool torn, double before, double converged);

#endif
