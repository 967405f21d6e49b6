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
#ifndef FOUCAULT_FLATTEN_FUNCTION_INLINE_H
#define FOUCAULT_FLATTEN_FUNCTION_INLINE_H

#include "flatten/instantiate.h"

/* A value with the declared sizes of a variable of a function; the names in
 * them are looked up with the variables of the context. NULL after a
 * diagnostic: E205 where a size is open, E206 where it depends on itself. */
Value *function_declared_shape(Flattening *f, Context context,
                               Instance *variable, Span span);

/* The same as numbers; dim has room for the rank of the variable. */
bool function_declared_sizes(Flattening *f, Context context,
                             const Instance *variable, Span span, int *dim);
/* So that the sizes of outputs and protected variables can be asked for
 * before they are assigned. */
void function_bind_unassigned(Flattening *f, const Components *variables,
                              Context *context);
/* The value with the element type of the variable; its sizes may depend on
 * other arguments and are left to the operations. */
Value *function_convert(Flattening *f, const Instance *variable, Value *value);
/* A record whose declaration gives each field a value: result(re = x, ...).
 * NULL, without a diagnostic of its own: it is none, or some field has no
 * value. */
Value *function_field_values(Flattening *f, Context context, Instance *variable,
                             Span span);
/* The algorithm of the function or of a base, and the text it stands in;
 * NULL: none. */
const AstSection *function_find_algorithm(Flattening *f, ClassPart *part,
                                          ClassPart **where);

/* arg[]: the inputs in their order, all there and of their types; output[]
 * gets the outputs. False after a diagnostic. */
bool function_inline(Flattening *f, InstClass *function, const AstExpr *call,
                     const Components *variables, Value **arg, Value **output,
                     int n_outputs);

#endif
