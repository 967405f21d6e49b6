/* function_inline.h: calls of functions whose result is an expression.
 *
 * needs   a function written in Modelica: assignments, if, for and while
 *         over what is known at translation
 * gives   the outputs as Values of the arguments: the body is carried
 *         out with Values in place of numbers (MLS 3.6, chapter 12)
 * fails   E208 wrong arguments, E204, E213; E290 external functions, loops
 *         with an open end, recursion, results that would be too large as
 *         expressions
 * cost    the number of statements carried out
 *
 * A function makes no events (section 12.2): relations in the result stand
 * inside of noEvent().
 */
#ifndef FOUCAULT_FLATTEN_CALLS_FUNCTION_INLINE_H
#define FOUCAULT_FLATTEN_CALLS_FUNCTION_INLINE_H

#include "flatten/instances/instances.h"

/* arg[]: the inputs in their order, all there and of their types; output[]
 * gets the outputs. False after a diagnostic. */
bool function_inline(const Flattening *f, InstClass *function,
                     const AstExpr *call, const Components *variables,
                     Value **arg, Value **output, int n_outputs);

#endif
