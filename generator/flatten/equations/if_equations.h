/* if_equations.h: if, elseif and else of equations (MLS 8.3.4).
 *
 * needs   the equation is of interest in this pass
 * gives   the equations of the branch that holds, where the condition is known
 *         at translation or branches differ in their number of equations and
 *         parameters decide, which become constants; else the equations of
 *         all branches, joined by if-expressions
 * fails   E204 the condition is not a Boolean, E205 connect under a condition
 *         that changes, E236 branches that cannot be joined
 * cost    linear in the scalar equations, but for branches that determine the
 *         same variables in different order
 */
#ifndef FOUCAULT_FLATTEN_EQUATIONS_IF_EQUATIONS_H
#define FOUCAULT_FLATTEN_EQUATIONS_IF_EQUATIONS_H

#include "flatten/equations/equation_context.h"

void if_flatten(const EquationContext *here, const AstEquation *equation);

#endif
