/* lower_when.h: when-equations of the flat model to discrete equations.
 *
 * needs   all variables are declared
 * gives   for each variable that a when-equation determines one equation
 *         (hybrid.h); reinit() as System.reinit, and as an initial equation
 *         where initial() is a condition; assert() and terminate() as
 *         assertions that are looked at while an event is worked on
 * cost    linear in the actions, for each when-equation quadratic in the
 *         number of its branches
 */
#ifndef FOUCAULT_REDUCE_LOWER_LOWER_WHEN_H
#define FOUCAULT_REDUCE_LOWER_LOWER_WHEN_H

#include "reduce/lower/lower_expression.h"

void lower_when(Lower *lo, const FlatWhen *when);

#endif
