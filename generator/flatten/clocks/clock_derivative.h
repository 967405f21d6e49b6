/* clock_derivative.h: the derivative by time of a flat expression.
 *
 * For constraints between the states of a clocked partition (clock_index.h),
 * which are differentiated before the partition is discretized; equations in
 * continuous time are differentiated by symbolic/differentiate.h.
 *
 * cost    linear in the expression; what is made is larger by a factor
 */
#ifndef FOUCAULT_FLATTEN_CLOCKS_CLOCK_DERIVATIVE_H
#define FOUCAULT_FLATTEN_CLOCKS_CLOCK_DERIVATIVE_H

#include "flatten/instances/instances.h"

/* The derivative of a Real variable that is not a parameter; NULL: it has
 * none. */
typedef FlatExpr *ClockDerivativeOf(void *context, const FlatExpr *variable);

/* NULL: `*missing` has no derivative: a value from another clock or from
 * continuous time, a function, a variable. */
FlatExpr *clock_derivative(const Flattening *f, FlatExpr *expr,
                           ClockDerivativeOf *of, void *context,
                           const FlatExpr **missing);

#endif
