/* time_derivative.h: the derivative that der() of an expression means.
 *
 * MLS 3.6, section 3.7.4.2: der(expr) is the time derivative of the
 * expression. By the chain rule it is one of the variables' derivatives, so
 * der(m*v) gives m*der(v) + der(m)*v and makes no variable of its own.
 */
#ifndef FOUCAULT_REDUCE_SYSTEM_TIME_DERIVATIVE_H
#define FOUCAULT_REDUCE_SYSTEM_TIME_DERIVATIVE_H

#include "base/session.h"
#include "reduce/system/system.h"
#include "symbolic/walk.h"

/* needs   all variables of the expression, with their kinds
 * gives   d e / d time; the der() variables it holds are there afterwards.
 *         What is constant between events has the derivative 0; those of
 *         inputs are used where `inputs` says so (input_rate.h).
 * fails   NO_EXPR: *input is a variable whose derivative is not known;
 *         nothing is reported
 * cost    the size of the expression
 */
ExprId time_derivative(System *sys, Session *s, Walk *walk, ExprId e,
                       bool inputs, VarId *input);

#endif
