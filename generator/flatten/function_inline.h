/* function_inline.h: calls of functions whose result is an expression.
 *
 * needs   a function written in Modelica: assignments, if, for and while
 *         over what is known at translation
 * gives   the first output as a Value of the arguments: the body is carried
 *         out with Values in place of numbers (MLS 3.6, chapter 12)
 * fails   E208 wrong arguments, E204, E213; E290 external functions, loops
 *         with an open end, recursion, results that would be too large as
 *         expressions
 * cost    the number of statements carried out
 *
 * A function makes no events (section 12.2): relations in the result stand
 * inside of noEvent().
 */
#ifndef FOUCAULT_FLATTEN_FUNCTION_INLINE_H
#define FOUCAULT_FLATTEN_FUNCTION_INLINE_H

#include "flatten/instantiate.h"

/* A value with the declared sizes of a variable of a function; the names in
 * them are looked up with the variables of the context. NULL after a
 * diagnostic: E205 where a size is open, E206 where it depends on itself. */
Value *function_declared_shape(Flattening *f, Context context,
                               Instance *variable, Span span);

/* NULL after a diagnostic. */
Value *function_inline(Flattening *f, Context context, const AstExpr *call,
                       InstClass *function);

#endif
