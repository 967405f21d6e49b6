/* block_walk.h: the nodes of all expressions that a block reads. */
#ifndef FOUCAULT_REDUCE_BLOCKS_BLOCK_WALK_H
#define FOUCAULT_REDUCE_BLOCKS_BLOCK_WALK_H

#include "reduce/system/reduced.h"
#include "symbolic/walk.h"

/* See walk_from(). */
void block_walk(Walk *walk, const ReducedBlock *b, bool frozen);

#endif
