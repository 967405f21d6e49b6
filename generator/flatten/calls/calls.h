/* calls.h: calls of built-in functions, conversions and record constructors.
 *
 * fails   E202 unknown function, E204, E208, E290 functions of the model
 */
#ifndef FOUCAULT_FLATTEN_CALLS_CALLS_H
#define FOUCAULT_FLATTEN_CALLS_CALLS_H

#include "flatten/expressions/expressions.h"
#include "flatten/values/array_functions.h"

Value *calls_value(const Flattening *f, Context context, const AstExpr *call);
/* The call of this function or record, whatever its name is there. */
Value *calls_function(const Flattening *f, Context context, const AstExpr *call,
                      InstClass *c);
/* function(e for i in r, ...), also {e for i in r}. */
Value *calls_reduction(const Flattening *f, Context context,
                       const AstExpr *call, ArrayFunction function);

#endif
