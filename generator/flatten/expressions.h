/* expressions.h: what was written to typed flat expressions.
 *
 * needs   the model is instantiated
 * gives   expressions with names resolved to variables; a constant of a
 *         package becomes a variable behind the visible ones and a use that
 *         is replaced by its value in the end
 * fails   E202 unknown name, E204, E208, E209, E290; NULL
 * cost    linear; recursion follows the nesting of the text, which the parser
 *         limits, but not long chains a + b + c + ...
 */
#ifndef FOUCAULT_FLATTEN_EXPRESSIONS_H
#define FOUCAULT_FLATTEN_EXPRESSIONS_H

#include "flatten/instantiate.h"

/* NULL after a diagnostic. */
FlatExpr *expression_flatten(Flattening *f, Context context,
                             const AstExpr *expr);

#endif
