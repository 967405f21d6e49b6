/* sign.h: is the value of an expression zero anywhere?
 *
 * Nothing is known about variables: what is found holds for all their values.
 * 1 + x^2 and 2 + cosh(y) are never zero; x^2 + y^2 and exp(x), which may
 * become too small for a number, may be.
 *
 * cost    linear in the nodes of the expression
 */
#ifndef FOUCAULT_SYMBOLIC_SIGN_H
#define FOUCAULT_SYMBOLIC_SIGN_H

#include "symbolic/walk.h"

bool sign_is_never_zero(Walk *walk, ExprId e);

#endif
