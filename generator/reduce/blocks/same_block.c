/* same_block.c: a table of unknowns, and one of equations. */
#include "reduce/blocks/same_block.h"

#include <assert.h>

SameBlocks same_blocks_find(const System *sys, const BlockSequence *sequence,
                            Arena *arena)
{
  SameBlocks same = {.sequence = sequence};
  if (!sequence) return same;
  same.of_unknown = arena_array(arena, (size_t)sys->n_vars, sizeof(int));
  same.of_equation = arena_array(arena, (size_t)sys->n_eqs, sizeof(int));
  for (int k = 0; k < sequence->n_blocks; k++) {
    const ReducedBlock *b = &sequence->block[k];
    if (b->kind != BLOCK_ASSIGN && b->kind != BLOCK_SOLVE) continue;
    for (int i = 0; i < b->n; i++) {
      same.of_unknown[b->unknown[i].i] = k + 1;
      if (b->equation[i].i >= 0) same.of_equation[b->equation[i].i] = k + 1;
    }
  }
  return same;
}

const ReducedBlock *same_block_of(const SameBlocks *same, VarId unknown)
{
  int number = same->of_unknown ? same->of_unknown[unknown.i] : 0;
  return number > 0 ? &same->sequence->block[number - 1] : NULL;
}

bool same_block_solves(const SameBlocks *same, const ReducedBlock *block,
                       EqId equation)
{
  assert(same->sequence && block >= same->sequence->block &&
         block < same->sequence->block + same->sequence->n_blocks);
  int number = (int)(block - same->sequence->block) + 1;
  return equation.i >= 0 && same->of_equation[equation.i] == number;
}
