/* known_operators.h: operators on Values whose sizes are known; as
 * value_operators.h has it for all.
 *
 * needs   no argument is an array of computed size (open_is())
 */
#ifndef FOUCAULT_FLATTEN_VALUES_KNOWN_OPERATORS_H
#define FOUCAULT_FLATTEN_VALUES_KNOWN_OPERATORS_H

#include "flatten/values/value.h"
#include "parse/ast.h"

/* .+ .- .* ./ .^ */
bool value_is_elementwise(AstOperator op);

Value *known_unary(const Typing *t, Span span, AstOperator op, const Value *a);
Value *known_binary(const Typing *t, Span span, AstOperator op, const Value *a,
                    const Value *b);
Value *known_map(const Typing *t, Span span, FlatFunction function, Value **arg,
                 int n_args);

#endif
