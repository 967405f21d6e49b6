/* superfluous.h: differentiations that an implicit solver can do without.
 *
 * needs   dummy derivatives are chosen; with other methods of index reduction
 *         nothing is superfluous
 * gives   Eq.superfluous of the most differentiated version of equations,
 *         Var.superfluous of as many dummy derivatives, Var.is_slope of all
 *         unknowns of their blocks
 * cost    linear in the differentiated problem
 * paper   Mattsson, Soederlind 1993, section 3.3
 *
 * The contract for an implicit form F(t, y, y') = 0 of index 1 (IDA):
 * - Leave out the superfluous equations.
 * - A superfluous dummy derivative D is then no unknown of its own: where it
 *   occurs, y' of its integral (var[D].integral, itself an unknown, perhaps a
 *   dummy of lower order) stands in its place. So it is with the other
 *   unknowns of its block, which are derivatives of states.
 * - In a selection set the rows are marked, not the dummies: the ones chosen
 *   at level 1 at the moment are meant.
 * In an explicit form (Model Exchange, CVODE) all of them are needed, because
 * the derivatives of the states are solved for.
 *
 * A block of the differentiated problem may lose its differentiated rows if
 * all its unknowns are derivatives (no d_j = 0) and no algebraic unknown
 * depends on them, neither at once nor by way of other blocks: the index of
 * what is left would be 2.
 */
#ifndef FOUCAULT_REDUCE_INDEX_SUPERFLUOUS_H
#define FOUCAULT_REDUCE_INDEX_SUPERFLUOUS_H

#include "reduce/system/system.h"

bool superfluous_mark(System *sys, Session *s);

#endif
