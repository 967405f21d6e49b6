/* inline.h: calls of small functions become expressions.
 *
 * needs   the index is reduced: nothing is differentiated by time any more,
 *         so that derivatives which the text gives have been taken
 * gives   equations without the calls that function_expand.h takes apart: what
 *         they do not read does not count, what is linear is seen to be so,
 *         derivatives are formulas. In calls that stay 0 in place of arguments
 *         that no result depends on, so that what incidence.h leaves out is
 *         not read either
 * keeps   the sides of equations as they were written, event relations
 * cost    one walk for each equation that has calls, one execution for each
 *         different call
 */
#ifndef FOUCAULT_REDUCE_SIMPLIFY_INLINE_H
#define FOUCAULT_REDUCE_SIMPLIFY_INLINE_H

#include "reduce/system/system.h"

bool inline_calls(System *sys, Session *s);

#endif
