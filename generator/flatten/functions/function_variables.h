/* function_variables.h: what the text of a function says of its variables.
 *
 * Sizes and values in it are seen with the variables around them: a context
 * whose iteration is the chain of their names and Values. For calls that
 * become expressions (function_inline.h) and procedures (function_build.h).
 */
#ifndef FOUCAULT_FLATTEN_FUNCTIONS_FUNCTION_VARIABLES_H
#define FOUCAULT_FLATTEN_FUNCTIONS_FUNCTION_VARIABLES_H

#include "flatten/expressions/expressions.h"
#include "flatten/instances/instances.h"

bool function_is_input(const Instance *variable);
/* `:`, or left open. */
bool function_is_open_size(const Dimension *dimension);
bool function_has_open_size(const Instance *variable);
/* An open size that no declared value fixes (section 12.4.5). */
bool function_may_resize(const Instance *variable);
/* May the value be assigned to the whole variable, by its declared sizes? Those
 * that are not known yet are not looked at. False after E213. */
bool function_check_shape(const Flattening *f, Context context,
                          const Instance *variable, const Value *value);
/* A value with the declared sizes of a variable of a function; the names in
 * them are looked up with the variables of the context. Of a record only the
 * sizes are right: its elements are zeros. NULL after a diagnostic: E205 where
 * a size is open, E206 where it depends on itself. */
Value *function_declared_shape(const Flattening *f, Context context,
                               Instance *variable, Span span);

/* The same as numbers; dim has room for the rank of the variable. */
bool function_declared_sizes(const Flattening *f, Context context,
                             const Instance *variable, Span span, int *dim);
/* So that the sizes of outputs and protected variables can be asked for
 * before they are assigned. */
void function_bind_unassigned(const Flattening *f, const Components *variables,
                              Context *context);
/* The value with the element type of the variable; its sizes may depend on
 * other arguments and are left to the operations. */
Value *function_convert(const Flattening *f, const Instance *variable,
                        Value *value);
/* Is the declared value a text of the function? In function g = f(a = b) the
 * name b is one around g, whatever inputs f has. */
bool function_value_is_own(const Instance *variable);
/* Where the declared value is evaluated: with the variables of the function if
 * it is its own. */
Context function_value_context(const Instance *variable,
                               const Iteration *variables);
/* The value written in the declaration, seen with the variables of the
 * context; NULL: none, or after a diagnostic. */
Value *function_declared_value(const Flattening *f, Context inside,
                               const Instance *variable);
/* The algorithm of a function that has none, nor is external: its outputs have
 * the values of their declarations (section 12.4.4). */
const AstSection *function_no_algorithm(void);
/* The algorithm of the function or of a base, and the text it stands in;
 * NULL: none. */
const AstSection *function_find_algorithm(const Flattening *f, ClassPart *part,
                                          ClassPart **where);
/* Do the statements, or those inside of them, assign the variable or a part of
 * it? */
bool function_assigns(AstStatement *const *statement, int n, Name name);

/* Section 12.4.5: does the text read the variable before it assigns to it? */
bool function_reads_first(const AstSection *algorithm, Name name);
/* What a variable with `:` is before it is assigned to: of size zero. NULL: it
 * is a record, or another size is not known. */
Value *function_empty(const Flattening *f, Context context, Instance *variable);

#endif
