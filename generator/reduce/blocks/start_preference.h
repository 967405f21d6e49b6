/* start_preference.h: start values that are not initial conditions, but meant
 * to count.
 *
 * needs   the initial sequence of r; pinned[]
 * gives   r->start_preference and r->start_preference_is_free
 */
#ifndef FOUCAULT_REDUCE_BLOCKS_START_PREFERENCE_H
#define FOUCAULT_REDUCE_BLOCKS_START_PREFERENCE_H

#include "reduce/system/reduced.h"
#include "symbolic/walk.h"

/* Is the start value of a variable a preference, or just where an iteration
 * begins, or not known beforehand? */
bool start_is_preferred(const System *sys, Walk *walk, VarId v);

void start_preference_find(const System *sys, Walk *walk, const bool *pinned,
                           ReducedSystem *r, Arena *arena);

#endif
