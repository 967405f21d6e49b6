/* equilibrate.h: a matrix without units.
 *
 * needs   finite entries, in different places
 * gives   rows and columns multiplied by powers of two such that the geometric
 *         mean of each is about one: capacitors in farads and in picofarads
 *         give the same matrix. Rank and dependent rows are as before, to the
 *         last bit. An entry that may be rounding (not is_exact) and is as
 *         small as that beside the others of its row becomes zero: it would
 *         grow into a number
 * cost    a few sums over all entries
 * paper   Curtis and Reid, J. Inst. Maths Applics 10, 1972
 */
#ifndef FOUCAULT_REDUCE_STRUCTURE_EQUILIBRATE_H
#define FOUCAULT_REDUCE_STRUCTURE_EQUILIBRATE_H

#include "reduce/structure/elimination.h"
#include "symbolic/expr.h"
#include "symbolic/walk.h"

void equilibrate(SparseMatrix *a, Arena *scratch);

/* Are the digits of a value of this expression right, however small it is? So
 * are numbers, variables, their products and quotients; a sum may be what
 * rounding has left. */
bool equilibrate_is_exact(const ExprTable *exprs, Walk *walk, ExprId e);

#endif
