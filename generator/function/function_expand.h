/* function_expand.h: calls of functions as the expressions they compute.
 *
 * needs   complete Functions; nothing is differentiated by time any more:
 *         a derivative that the text gives belongs to the function as a whole
 *         (MLS 3.6, section 12.8, InlineAfterIndexReduction)
 * gives   the results of a call as expressions of its arguments: the body is
 *         carried out with these in place of numbers. What the arguments
 *         leave out (zeros of a rotation) is left out of the results, and a
 *         result that is affine in an argument is seen to be so
 * keeps   the call of a function that shall stay one (Inline = false), that
 *         has an inverse, side effects or C, whose way depends on what
 *         is not known at translation, or that would take more than 500
 *         operations; a call that is made under a condition
 * cost    one execution for each different call
 *
 * Functions make no events: relations in the results are not event relations.
 */
#ifndef FOUCAULT_FUNCTION_FUNCTION_EXPAND_H
#define FOUCAULT_FUNCTION_FUNCTION_EXPAND_H

#include "function/function.h"

typedef struct FunctionExpander FunctionExpander;

/* Keeps what it has made until it is freed. */
FunctionExpander *function_expander_create(FunctionTable *table);
void function_expander_free(FunctionExpander *x);

/* Result k of the EXPR_CALL: an expression without this call, or
 * call_result() of it as it is. */
ExprId function_expand(FunctionExpander *x, ExprId call, int k);

#endif
