/* partial_derivative.h: functions that are partial derivatives of others,
 * function df = der(f, x, y) (MLS 3.6, section 12.7.2).
 *
 * needs   a call of such a function, or of a short class of one
 * gives   a procedure with the inputs and outputs of f. Its one statement
 *         calls the procedure of f and names the inputs by which the results
 *         are differentiated (FlatStatement.along); the derivative itself is
 *         made when f is a Function (function/function_along.h)
 * fails   E202 f has no such input, E204 it is not a Real scalar, f is no
 *         function; E290 f has results that are not Real, or calls the
 *         derivative; it is extended or modified; the order is too high
 */
#ifndef FOUCAULT_FLATTEN_FUNCTIONS_PARTIAL_DERIVATIVE_H
#define FOUCAULT_FLATTEN_FUNCTIONS_PARTIAL_DERIVATIVE_H

#include "flatten/functions/function_build.h"

/* Is the algorithm of the function that of one whose derivative it is? */
bool partial_derivative_is(const Flattening *f, InstClass *function);
/* False after a diagnostic: what would be differentiated is not a function. */
bool partial_derivative_check(const Flattening *f, InstClass *function);
/* As function_build.c makes other functions: built->is_broken after a
 * diagnostic. */
void partial_derivative_build(const Flattening *f, FunctionBuild *b,
                              BuiltFunction *built, Value **arg);

#endif
