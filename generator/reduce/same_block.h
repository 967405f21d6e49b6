/* same_block.h: blocks that another sequence has already.
 *
 * The initial and the continuous system share most of their equations, and
 * solve many of them for the same unknowns: such a block is made once. Blocks
 * are found by their first unknown.
 *
 * cost    linear to create, constant for a block that differs in its first
 *         equation, else linear in the block
 */
#ifndef FOUCAULT_REDUCE_SAME_BLOCK_H
#define FOUCAULT_REDUCE_SAME_BLOCK_H

#include "reduce/reduced.h"

typedef struct SameBlocks {
  const BlockSequence *sequence; /* NULL: there are none */
  int *number;                   /* [n_vars] 1 + block, 0: none */
} SameBlocks;

SameBlocks same_blocks_find(const System *sys, const BlockSequence *sequence,
                            Arena *arena);
/* The block that begins with this unknown, or NULL. */
const ReducedBlock *same_block_first(const SameBlocks *same, VarId unknown);

#endif
