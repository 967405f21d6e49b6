/* sign.h: is the value of an expression zero anywhere?
 *
 * The room symbolic/properties/ owns what is known of the value of an
 * expression before there is one: is it zero (this file), how large is it
 * (magnitude.h), what does a change of signs do (parity.h), which factors
 * vanish in a branch (branch_zero.h). It calls symbolic/ and base/; each file
 * stands by itself.
 *
 * Where no bounds are given, what is found holds for all values of variables.
 * 1 + x^2 and 2 + cosh(y) are never zero; x^2 + y^2 and exp(x), which may
 * become too small for a number, may be.
 *
 * cost    linear in the nodes of the expression
 */
#ifndef FOUCAULT_SYMBOLIC_PROPERTIES_SIGN_H
#define FOUCAULT_SYMBOLIC_PROPERTIES_SIGN_H

#include "symbolic/walk.h"

bool sign_is_never_zero(Walk *walk, ExprId e);

/* The same where variables keep to bounds: -INFINITY, INFINITY for none. */
typedef struct SignBounds {
  const void *context;
  void (*of)(const void *context, VarId var, double *min, double *max);
} SignBounds;

bool sign_is_never_zero_within(Walk *walk, ExprId e, const SignBounds *bounds);

#endif
