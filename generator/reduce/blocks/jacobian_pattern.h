/* jacobian_pattern.h: the structure of the integrator's matrix, and which of
 * its columns one direction may serve.
 *
 * Rows and columns are the states. For the implicit form (implicit_form.h of
 * the runtime) the columns are its unknowns: states outside of selection sets,
 * candidates, and the unknowns of those loops that the form takes; there
 * dependencies end. Which candidates are states changes. So there are more
 * rows than columns: of states and of all candidates the row that they have as
 * states, then the constraints of all levels, then the loops. At any time as
 * many of them count as there are columns. Without superfluous derivatives
 * (implicit.h) its dummies are columns too and its rows the last ones; states
 * whose derivatives the solver has itself then have no row of their own.
 *
 * needs   states, derivatives and the continuous sequence of the reduced
 *         system
 * gives   the structure column by column, with the diagonal of states and
 *         candidates, and a colouring of the columns (Curtis, Powell and Reid,
 *         J. Inst. Maths Applics 13, 1974): columns of one colour share no row
 * cost    the dependencies of all rows; given up, as not sparse, when they
 *         are more than a quarter of the matrix or 200 a column
 */
#ifndef FOUCAULT_REDUCE_BLOCKS_JACOBIAN_PATTERN_H
#define FOUCAULT_REDUCE_BLOCKS_JACOBIAN_PATTERN_H

#include "reduce/system/reduced.h"
#include "symbolic/walk.h"

/* From this number of unknowns on a sparse matrix may pay. */
#define SPARSE_UNKNOWNS 32
/* --solver auto: from this number of states on IDA is chosen, if the matrix of
 * the states is not sparse but that of the implicit form is. Chains of links
 * take the same time by both at 100 states, twice and four times as long by
 * CVODE at 200 and 400. */
#define MANY_STATES 150
/* Linear loops smaller than this are solved inside of the implicit form; in
 * step with fmu_runtime/integrators/implicit_form.c. */
#define IMPLICIT_LARGE_LOOP 10

/* Fills r->jacobian and r->sparse, as r->choice asks, and settles
 * r->choice.ida where the user leaves the choice. */
void jacobian_pattern_make(ReducedSystem *r, Walk *walk, Arena *arena,
                           Arena *scratch);

#endif
