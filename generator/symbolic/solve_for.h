/* solve_for.h: an equation solved for one of its variables.
 *
 * Only equations that are affine in the variable are solved, so the solution
 * is unique; the factor is divided by, whatever it is. */
#ifndef FOUCAULT_SYMBOLIC_SOLVE_FOR_H
#define FOUCAULT_SYMBOLIC_SOLVE_FOR_H

#include "symbolic/differentiate.h"

/* x from residual = 0; NO_EXPR: not affine in x, or x does not occur. */
ExprId solve_for(Walk *walk, ExprId residual, VarId x);

#endif
