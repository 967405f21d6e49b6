/* function_effects.h: which functions act, besides giving results, where the
 * model calls them.
 *
 * needs   wanted[]: the functions that are written
 * gives   [n_functions] true for sections of algorithms that call a function
 *         without results or an impure one, also in functions that they call,
 *         and for impure functions of numbers: an event iteration calls them
 *         once (fmu_runtime/functions/event_effects.h)
 * owner   the arena
 * cost    nothing where no function acts; else what each section calls
 */
#ifndef FOUCAULT_EMIT_FUNCTION_FUNCTION_EFFECTS_H
#define FOUCAULT_EMIT_FUNCTION_FUNCTION_EFFECTS_H

#include <stdbool.h>

#include "function/function.h"
#include "symbolic/walk.h"

const bool *function_effects(const FunctionTable *table, const bool *wanted,
                             Walk *walk, Arena *arena);

#endif
