/* value_operators.h: operators on scalars, arrays and records
 * (MLS 3.6, sections 3.4 to 3.6 and 10.6).
 *
 * gives   the result element by element; matrix products and powers are sums
 *         of products, in which factors 0 and 1 that are written as literals
 *         are left out
 * fails   E204 wrong type, E213 shapes that do not go together (both shown)
 * cost    the number of scalar operations; no recursion over elements
 */
#ifndef FOUCAULT_FLATTEN_VALUES_VALUE_OPERATORS_H
#define FOUCAULT_FLATTEN_VALUES_VALUE_OPERATORS_H

#include "flatten/values/value.h"
#include "parse/ast.h"

Value *value_binary(const Typing *t, Span span, AstOperator op, const Value *a,
                    const Value *b);
Value *value_unary(const Typing *t, Span span, AstOperator op, const Value *a);

/* Both branches must be of the same shape (section 3.6.5). */
Value *value_if(const Typing *t, Span span, const Value *condition,
                const Value *a, const Value *b);

/* A function of scalars, applied to each element where an argument is an
 * array (section 12.4.6); all arrays must have the same shape. */
Value *value_map(const Typing *t, Span span, FlatFunction function, Value **arg,
                 int n_args);

#endif
