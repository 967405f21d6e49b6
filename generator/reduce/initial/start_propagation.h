/* start_propagation.h: where the iteration of a loop of the initial system
 * begins.
 *
 * Some unknowns of a nonlinear loop have a start value, most have none, or
 * that of a library's class. Newton's method would begin with zeros there: far
 * from what the start values of the model mean, and at points where nothing
 * exists (a spring whose ends are both at zero has no direction).
 *
 * needs   a nonlinear block of the initial system, BLOCK_SOLVE
 * gives   block->first: unknowns in an order in which each follows from one
 *         equation of the block; the others in it are not part of the block,
 *         came before, or have a start value that is trusted more than its
 *         own (Var.start_depth). NULL: none does. Where that ends at a limiter,
 *         x = if x0 > most then most else x0 with `most` not known, x begins
 *         with the branch that is known
 * cost    linear in the entries of the Jacobian and in the equations, for
 *         each depth that start values have
 */
#ifndef FOUCAULT_REDUCE_INITIAL_START_PROPAGATION_H
#define FOUCAULT_REDUCE_INITIAL_START_PROPAGATION_H

#include "reduce/system/reduced.h"
#include "symbolic/walk.h"

void start_propagation_find(const System *sys, Walk *walk, ReducedBlock *block,
                            Arena *arena, Arena *scratch);

#endif
