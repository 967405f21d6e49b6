/* call_values.h: calls that are not expressions: a function called by the
 * compiler itself, with Values, and all results of a function.
 *
 * needs   a function that is written, not a predefined type
 */
#ifndef FOUCAULT_FLATTEN_EXPRESSIONS_CALL_VALUES_H
#define FOUCAULT_FLATTEN_EXPRESSIONS_CALL_VALUES_H

#include "flatten/instances/instances.h"

/* function(value[0], value[1], ...) as if it were written at `span`; NULL
 * after a diagnostic. */
Value *call_values(const Flattening *f, Span span, InstClass *function,
                   Value *const *value, int n_values);
/* The results for (a, , b) = f(x), at least as many as the list `left` has.
 * False after a diagnostic, at `span` where the list is too long. */
bool call_results(const Flattening *f, Context context, Span span,
                  const AstExpr *left, const AstExpr *call, Value ***result);

#endif
