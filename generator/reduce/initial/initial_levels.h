/* initial_levels.h: freedom at the start, settled by the smallest change.
 *
 * Where conditions are missing, some variables keep their start values
 * (pinned). A constraint that ties one of them to others with start values
 * should not leave all of the change to these: the start values of all
 * together are changed as little as possible.
 *
 * That is done level by level (Estevez Schwarz, Consistent initialization for
 * index-2 differential algebraic equations and its application to circuit
 * simulation, 2000; the same for higher index): a variable that is l
 * derivatives below its highest one has level l, and so has an equation that
 * is solved for it. At each level, positions before velocities, the equations
 * of that level decide about the variables of that level, those above are
 * known.
 *
 * needs   every row of the plan is matched; pinned[]: what keeps its start
 *         value, var.fixed or not; rows_of: the rows of each variable
 * gives   rows of one level that a pinned variable, not fixed, can influence
 *         are joined to one block (PlanRow.freed), and the variable is no
 *         longer pinned; only where another unknown of them has a start
 *         value; what stateSelect prefers stays pinned
 * keeps   the matching
 * cost    linear in the entries of the rows
 */
#ifndef FOUCAULT_REDUCE_INITIAL_INITIAL_LEVELS_H
#define FOUCAULT_REDUCE_INITIAL_INITIAL_LEVELS_H

#include "reduce/blocks/plan.h"

void initial_levels_join(const System *sys, Walk *walk, Plan *plan,
                         const IntList *rows_of, bool *pinned, Arena *arena);

#endif
