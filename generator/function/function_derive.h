/* function_derive.h: the derivative of a function as a function.
 *
 * needs   a complete Function; those it calls may be incomplete
 * gives   the number of a function of the arguments and a direction for each
 *         that gives the derivatives of the results along them, exactly:
 *         every statement is preceded by that of its tangents (forward mode)
 * fails   -1: it calls an external function without a derivative
 * cost    proportional to the function; can be applied to its own result
 * paper   Griewank, Walther: Evaluating Derivatives, SIAM 2008, chapter 3
 */
#ifndef FOUCAULT_FUNCTION_FUNCTION_DERIVE_H
#define FOUCAULT_FUNCTION_FUNCTION_DERIVE_H

#include "function/function.h"

int function_derive(FunctionTable *table, int function);

#endif
