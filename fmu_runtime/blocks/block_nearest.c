/* block_nearest.c: see block_nearest.h. */
#include "block_nearest.h"
#include "../core/runtime_assert.h"
#include <math.h>

void block_nearest_begin(BlockWork *w)
{
  w->nearest_size = HUGE_VAL;
}

void block_nearest_note(const ModelValues *v, const Block *block, BlockWork *w)
{
  RUNTIME_ASSERT(!block->linear);
  double size = block_linear_residual_size(block, w, w->residual);
  if (!v->initial || size >= w->nearest_size) return;
  w->nearest_size = size;
  block_linear_save(v, block, w, w->nearest);
}
