/* initial_wishes.h: start values that are no initial conditions, but meant to
 * count.
 *
 * needs   the initial sequence of r; pinned[]
 * gives   r->wish and r->wish_is_free
 */
#ifndef FOUCAULT_REDUCE_INITIAL_WISHES_H
#define FOUCAULT_REDUCE_INITIAL_WISHES_H

#include "reduce/reduced.h"
#include "symbolic/walk.h"

void initial_wishes_find(const System *sys, Walk *walk, const bool *pinned,
                         ReducedSystem *r, Arena *arena);

#endif
