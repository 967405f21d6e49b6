/* reduction.h: function(e for i in r, ...) and {e for i in r}
 * (MLS 3.6, sections 10.3.4.1 and 10.4.1).
 *
 * needs   a call of array, sum, product, min or max with iterators, or an
 *         array with iterators
 * fails   E122 too many iterators, E208 not one expression before `for`,
 *         E214 too many elements, and what the expressions report
 * cost    the expression, once for each element
 */
#ifndef FOUCAULT_FLATTEN_EXPRESSIONS_REDUCTION_H
#define FOUCAULT_FLATTEN_EXPRESSIONS_REDUCTION_H

#include "flatten/expressions/expressions.h"
#include "flatten/values/array_functions.h"

Value *reduction_value(const Flattening *f, Context context,
                       const AstExpr *call, ArrayFunction function);

#endif
