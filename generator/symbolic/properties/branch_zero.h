/* branch_zero.h: factors that are zero in some branch of if-expressions.
 *
 * a = if locked then 0 else s: the factor of s is -1, or nothing at all. An
 * unknown with such a factor drops out of its equation for as long as the
 * branch is taken, whatever the values of variables are.
 *
 * cost    linear in the nodes of the expression
 */
#ifndef FOUCAULT_SYMBOLIC_PROPERTIES_BRANCH_ZERO_H
#define FOUCAULT_SYMBOLIC_PROPERTIES_BRANCH_ZERO_H

#include "symbolic/walk.h"

/* Is e the number 0 for some choice of the branches, but not for all? */
bool branch_zero_may_be(Walk *walk, ExprId e);

#endif
