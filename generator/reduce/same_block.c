/* same_block.c: a table of first unknowns. */
#include "reduce/same_block.h"

SameBlocks same_blocks_find(const System *sys, const BlockSequence *sequence,
                            Arena *arena)
{
  SameBlocks same = {sequence, NULL};
  if (!sequence) return same;
  same.number = arena_array(arena, (size_t)sys->n_vars, sizeof(int));
  for (int k = 0; k < sequence->n_blocks; k++) {
    const ReducedBlock *b = &sequence->block[k];
    bool is_plain = b->kind == BLOCK_ASSIGN || b->kind == BLOCK_SOLVE;
    if (is_plain) same.number[b->unknown[0].i] = k + 1;
  }
  return same;
}

const ReducedBlock *same_block_first(const SameBlocks *same, VarId unknown)
{
  int number = same->number ? same->number[unknown.i] : 0;
  return number > 0 ? &same->sequence->block[number - 1] : NULL;
}
