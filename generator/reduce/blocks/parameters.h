/* parameters.h: dependent parameters in the order in which they are computed.
 *
 * needs   bindings of parameters hold parameters and constants only
 * gives   one assignment per parameter whose binding is not constant and
 *         that is not left to the initial system (free_parameters.h)
 * fails   E402 parameters that depend on each other in a cycle
 * cost    linear
 */
#ifndef FOUCAULT_REDUCE_BLOCKS_PARAMETERS_H
#define FOUCAULT_REDUCE_BLOCKS_PARAMETERS_H

#include "reduce/blocks/plan.h"

bool parameters_plan(Session *s, const System *sys, Walk *walk,
                     BlockSequence *sequence, Arena *arena);
/* Does the parameter get its value from an expression? */
bool parameter_is_dependent(const System *sys, VarId v);

#endif
