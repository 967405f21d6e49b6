/* start_preference.h: start values that are no initial conditions, but meant to
 * count.
 *
 * needs   the initial sequence of r; pinned[]
 * gives   r->start_preference and r->start_preference_is_free
 */
#ifndef FOUCAULT_REDUCE_INITIAL_WISHES_H
#define FOUCAULT_REDUCE_INITIAL_WISHES_H

#include "reduce/reduced.h"
#include "symbolic/walk.h"

void start_preference_find(const System *sys, Walk *walk, const bool *pinned,
                           ReducedSystem *r, Arena *arena);

#endif
