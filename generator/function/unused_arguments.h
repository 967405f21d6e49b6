/* unused_arguments.h: may the derivative of the text leave out a record?
 *
 * derivative(noDerivative = r) = g, MLS 12.7.1, is meant for redundant
 * arguments: in f(x, h(x)) the record h(x) follows from x, and g knows what
 * its change means. But a library may also write resolve(R, v) and take the
 * change of R from another part of R, its angular velocity. The derivative of
 * an equation then lacks that of R, while the choice of states relies on every
 * unknown of an equation being one of its derivative. So where the record
 * holds a variable that the other arguments do not hold, and that changes
 * between events, the function is differentiated as if nothing were written.
 */
#ifndef FOUCAULT_FUNCTION_UNUSED_ARGUMENTS_H
#define FOUCAULT_FUNCTION_UNUSED_ARGUMENTS_H

#include "function/function.h"

/* arg: the n arguments of a call; true, too, if no record is left out.
 * cost: the nodes of the arguments. */
bool unused_arguments_follow(FunctionTable *table, const GivenDerivative *given,
                             const ExprId *arg, int n);

#endif
