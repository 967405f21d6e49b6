/* block_walk.c: the roots of a block, one after another. */
#include "reduce/blocks/block_walk.h"

#include <assert.h>

#include "reduce/system/reduced_visit.h"

/* All others are made from these. */
static bool is_read_by_block(BlockPlace place)
{
  switch (place) {
  case IN_BLOCK_VALUE:
  case IN_BLOCK_DIVISOR:
  case IN_BLOCK_RESIDUAL: return true;
  case IN_BLOCK_ENTRY:
  case IN_BLOCK_INNER:
  case IN_BLOCK_FIRST:
  case IN_BLOCK_REST:
  case IN_BLOCK_TANGENT:
  case IN_BLOCK_ALONG: return false;
  }
  return false;
}

typedef struct Roots {
  ExprId *root;
  int n;
} Roots;

static void block_walk_put_root(void *context, BlockPlace place, int at,
                                ExprId e)
{
  Roots *roots = context;
  (void)place, (void)at;
  roots->root[roots->n++] = e;
}

void block_walk(Walk *walk, const ReducedBlock *b, bool frozen)
{
  assert(b->n >= 0);
  ArenaMark mark = arena_mark(walk->arena);
  size_t n_most = (size_t)b->n + 2; /* residuals, or value and divisor */
  Roots roots = {arena_array(walk->arena, n_most, sizeof(ExprId)), 0};
  block_read_expressions(b, is_read_by_block, block_walk_put_root, &roots);
  walk_from_all(walk, roots.root, roots.n, frozen);
  arena_release(mark);
}
