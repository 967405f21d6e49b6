/* initial_zero.h: unknowns that parameters take out of their equations.
 *
 * y = c*x + d*u contains u, but where the parameter d is zero it cannot be
 * solved for u. Such places are left out when unknowns are chosen for the
 * equations of the initial system, as long as there is another choice; in the
 * order of the blocks they count as before, so that d may be set.
 *
 * needs   rows of the initial system with their incidence lists
 * gives   the variables of a row without those whose factor is zero at the
 *         values of the parameters, whatever the unknowns are
 * cost    one gradient per row with a parameter in it; none where a function
 *         is called
 */
#ifndef FOUCAULT_REDUCE_INITIAL_INITIAL_ZERO_H
#define FOUCAULT_REDUCE_INITIAL_INITIAL_ZERO_H

#include "reduce/blocks/plan.h"

/* The lists of all rows, in `arena`; those in which nothing is left out are
 * shared with the plan. */
IntList *initial_zero_leave_out(const Plan *plan, const System *sys, Walk *walk,
                                const bool *unknown, Arena *arena);

#endif
