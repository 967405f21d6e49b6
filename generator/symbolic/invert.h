/* invert.h: an equation f(..., e, ...) = y solved for a variable in e, by the
 * inverse function that the model has written for f (MLS 3.6, section 12.8).
 *
 * gives   x such that e is what the inverse gives; NO_EXPR: the residual is
 *         not of this form, the variable occurs elsewhere too, or f has no
 *         inverse for that argument. divisor: as solve_for()
 */
#ifndef FOUCAULT_SYMBOLIC_INVERT_H
#define FOUCAULT_SYMBOLIC_INVERT_H

#include "symbolic/solve_for.h"

ExprId invert(Walk *walk, ExprId residual, VarId x, ExprId *divisor);

#endif
