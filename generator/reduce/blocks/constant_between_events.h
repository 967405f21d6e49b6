/* constant_between_events.h: which variables are constant between events.
 *
 * needs   the blocks of the continuous system in the order of evaluation
 * gives   discrete variables, and what is computed from nothing but such, from
 *         event relations and from delayed values of such
 * cost    linear in the occurrences of variables, times the length of chains
 *         in which a delayed value that moves is delayed again
 */
#ifndef FOUCAULT_REDUCE_BLOCKS_CONSTANT_BETWEEN_EVENTS_H
#define FOUCAULT_REDUCE_BLOCKS_CONSTANT_BETWEEN_EVENTS_H

#include "reduce/system/reduced.h"

/* [sys->n_vars], in the arena. */
bool *constant_between_events_find(const ReducedSystem *r, Arena *arena);

#endif
