/* least_change.h: unknowns that equations leave free, as near as possible to
 * their start values.
 *
 * minimize  sum_j weight_j ((x_j - start_j) / nominal_j)^2
 * such that residual(x) = 0, more unknowns than equations.
 *
 * Weights: 1 where the block has a preference, else 0. What the importer has
 * set stays as it is, if the equations leave room for that; if they do not, it
 * counts, and what he has not set hardly does.
 *
 * needs   block->start_preference; LeastWork.begin_real
 * gives   the solution in v->real, residuals to rounding level; returns 0
 * fails   non-zero, unknowns as before, reason noted in the instance with
 *         equations, residuals and values
 * cost    per iteration one elimination of n + n_columns equations, and where
 *         the equations are not affine two Jacobians an unknown
 *
 * Newton's method with the shortest steps leads to the equations, then
 * Newton's method for the conditions of the smallest change along them
 * (Nocedal and Wright, Numerical Optimization, section 18.1). Where the second
 * part does not converge the result of the first one stays.
 */
#ifndef FOUCAULT_LEAST_CHANGE_H
#define FOUCAULT_LEAST_CHANGE_H

#include "../model.h"

int least_change_solve(ModelValues *v, const Block *block);

/* The same for a block without freedom, in initialization, whose equations
 * turn out to depend on each other at the start values: those that follow from
 * the others are left out, reported in the category logStatusWarning.
 * fails   also where the equations are independent, or contradict each other;
 *         or the model has not announced a block of this size */
int least_change_dependent(ModelValues *v, const Block *block);

/* As block_tangent(); start values do not move. Second derivatives of the
 * residuals, which count where start values do not satisfy the equations, are
 * differences of the exact Jacobian. */
int least_change_tangent(ModelValues *v, const Block *block, Tangent *t);

#endif
