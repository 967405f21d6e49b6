/* root_kink.h: roots of what is never negative.
 *
 * sqrt(x^2 + y^2) has a kink where it is zero, as abs(x) has: its slopes to the
 * two sides differ in sign, and their mean is 0. The chain rule gives 0/0
 * there. It does so as well where the root stays zero: sqrt(max(0, x)) for
 * x < 0. In both cases the derivative is taken as 0.
 *
 * sqrt(x) is not one of them: its derivative at 0 is infinite.
 *
 * What is looked at are operators, numbers and equal nodes (see replay.h).
 */
#ifndef FOUCAULT_SYMBOLIC_ROOT_KINK_H
#define FOUCAULT_SYMBOLIC_ROOT_KINK_H

#include "symbolic/expr.h"

/* Is e a root of something that may be zero, but is negative nowhere? */
bool root_kink_has(const ExprTable *t, ExprId e);

/* 0 where e is zero, else the derivative. */
ExprId root_kink_guard(ExprTable *t, ExprId e, ExprId derivative);

#endif
