/* solve_for.h: an equation solved for one of its variables.
 *
 * Only equations that are affine in the variable are solved, so the solution
 * is unique, and those of a function with a written inverse (invert.h). The
 * factor is divided by: the caller learns what it is, because it may become
 * zero. */
#ifndef FOUCAULT_SYMBOLIC_SOLVE_FOR_H
#define FOUCAULT_SYMBOLIC_SOLVE_FOR_H

#include "symbolic/differentiate.h"

/* x from residual = 0; NO_EXPR: not affine in x, or x does not occur.
 * divisor: what the result divides by, if it is no number; else NO_EXPR. */
ExprId solve_for(Walk *walk, ExprId residual, VarId x, ExprId *divisor);

#endif
