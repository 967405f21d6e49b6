/* jacobian_pattern.h: the structure of the integrator's matrix, and which of
 * its columns one direction may serve.
 *
 * Rows and columns are the states; for the implicit form (IDA) behind them
 * the unknowns of those loops that the form takes (implicit_form.h of the
 * runtime), and dependencies end there.
 *
 * needs   states, derivatives and the continuous sequence of the reduced
 *         system
 * gives   the structure column by column, diagonal included, and a colouring
 *         of the columns (Curtis, Powell and Reid, J. Inst. Maths Applics 13,
 *         1974): columns of one colour share no row
 * cost    the dependencies of all rows; given up, as not sparse, when they
 *         are more than a quarter of the matrix or 200 a column. The implicit
 *         form of a model with selection sets counts as dense: its structure
 *         changes with every exchange.
 */
#ifndef FOUCAULT_REDUCE_JACOBIAN_PATTERN_H
#define FOUCAULT_REDUCE_JACOBIAN_PATTERN_H

#include "reduce/dependencies.h"
#include "reduce/reduced.h"

/* From this number of unknowns on a sparse matrix may pay. */
#define SPARSE_UNKNOWNS 32
/* Linear loops smaller than this are solved inside of the implicit form; in
 * step with fmu_runtime/implicit_form.c. */
#define IMPLICIT_LARGE_LOOP 10

/* Fills r->jacobian and r->sparse, as r->experiment asks. `now` are the
 * dependencies of r->continuous. */
void jacobian_pattern_make(ReducedSystem *r, Dependencies *now, Walk *walk,
                           Arena *arena, Arena *scratch);

#endif
