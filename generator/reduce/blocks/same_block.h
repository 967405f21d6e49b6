/* same_block.h: blocks that another sequence has already.
 *
 * The initial and the continuous system share most of their equations, and
 * solve many of them for the same unknowns: such a block is made once, in
 * whichever order its equations and unknowns were found.
 *
 * cost    linear to create, constant for each question
 */
#ifndef FOUCAULT_REDUCE_BLOCKS_SAME_BLOCK_H
#define FOUCAULT_REDUCE_BLOCKS_SAME_BLOCK_H

#include "reduce/system/reduced.h"

typedef struct SameBlocks {
  const BlockSequence *sequence; /* NULL: there are none */
  int *of_unknown;               /* [n_vars] 1 + block, 0: none */
  int *of_equation;              /* [n_eqs] the same */
} SameBlocks;

SameBlocks same_blocks_find(const System *sys, const BlockSequence *sequence,
                            Arena *arena);
/* The assignment or loop for this unknown, or NULL. */
const ReducedBlock *same_block_of(const SameBlocks *same, VarId unknown);
/* Is the equation one of those that the block of the sequence solves? */
bool same_block_solves(const SameBlocks *same, const ReducedBlock *block,
                       EqId equation);

#endif
