/* function_depends.h: which inputs the results of a function depend on.
 *
 * needs   a complete Function; so are those it calls
 * gives   [n_inputs] false: with any number in its place the results are the
 *         same, and so is whether the function fails. Branches not taken
 *         count, and so does every input of a function in C or with side
 *         effects
 * owner   the arena of the table; the same array for the same question
 * cost    a few passes over the statements, once for each function
 */
#ifndef FOUCAULT_FUNCTION_FUNCTION_DEPENDS_H
#define FOUCAULT_FUNCTION_FUNCTION_DEPENDS_H

#include "function/function.h"

const bool *function_depends(FunctionTable *table, int function);

#endif
