/* lower_function.h: procedures of the flat model to functions.
 *
 * gives   one Function for each procedure, with the same number; derivative
 *         annotations as functions of arguments and directions
 * fails   what lower_function_expr() fails with
 */
#ifndef FOUCAULT_REDUCE_LOWER_LOWER_FUNCTION_H
#define FOUCAULT_REDUCE_LOWER_LOWER_FUNCTION_H

#include "flatten/flat/procedure.h"
#include "function/function.h"

/* The expressions of statements; made by lower_expression.c, which knows how. */
typedef ExprId (*LowerSlotExpr)(void *context, const FlatExpr *e);

FunctionTable *lower_functions(Session *s, const FlatModel *flat, Arena *arena,
                               ExprTable *exprs, LowerSlotExpr lower,
                               void *context);

#endif
