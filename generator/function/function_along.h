/* function_along.h: the call of a function becomes one of its derivatives.
 *
 * needs   a call whose arguments and results are those of the function; all
 *         functions that are called by way of it, complete
 * gives   the same results, differentiated by the inputs along[0], then
 *         along[1], ...: the call of the n-th derivative in unit directions
 * fails   false: an external function without a derivative is in the way, or
 *         the function itself has a call that waits for this; then the call
 *         is that of the function
 * cost    that of n derivatives; 2^n times the arguments
 */
#ifndef FOUCAULT_FUNCTION_FUNCTION_ALONG_H
#define FOUCAULT_FUNCTION_FUNCTION_ALONG_H

#include "function/function.h"

bool function_along(FunctionTable *table, Statement *call, int function,
                    const int *along, int n_along);

#endif
