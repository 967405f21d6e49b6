/* function_wanted.h: which functions the C text needs.
 *
 * needs   wanted[]: those that the model calls
 * gives   wanted[]: and those that they call, directly or not
 * cost    statements and expressions of the functions that are wanted
 */
#ifndef FOUCAULT_EMIT_FUNCTION_FUNCTION_WANTED_H
#define FOUCAULT_EMIT_FUNCTION_FUNCTION_WANTED_H

#include <stdbool.h>

#include "function/function.h"
#include "symbolic/walk.h"

void function_wanted(const FunctionTable *table, bool *wanted, Walk *walk,
                     Arena *arena);

#endif
