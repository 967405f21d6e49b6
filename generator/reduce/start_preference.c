/* initial_wishes.c: the list of wishes. */
#include "reduce/initial_wishes.h"

#include "reduce/initial_levels.h"

static bool is_wish(const System *sys, Walk *walk, const bool *pinned, int i)
{
  const Var *var = &sys->var[i];
  return var->kind == VAR_CONTINUOUS && var->alias_of.i < 0 && !pinned[i] &&
         !var->fixed && initial_start_is_wish(sys, walk, (VarId){i});
}

/* Unknowns of blocks that leave freedom. */
static void mark_free(const BlockSequence *sequence, bool *is_free)
{
  for (int k = 0; k < sequence->n_blocks; k++) {
    const ReducedBlock *block = &sequence->block[k];
    for (int c = 0; block->kind == BLOCK_LEAST && c < block->n_columns; c++) {
      is_free[block->unknown[c].i] = true;
    }
  }
}

void initial_wishes_find(const System *sys, Walk *walk, const bool *pinned,
                         ReducedSystem *r, Arena *arena)
{
  bool *is_free = arena_array(walk->arena, (size_t)sys->n_vars, sizeof(bool));
  bool *wish = arena_array(walk->arena, (size_t)sys->n_vars, sizeof(bool));
  int n = 0;
  mark_free(&r->initial, is_free);
  for (int i = 0; i < sys->n_vars; i++) {
    wish[i] = is_wish(sys, walk, pinned, i);
    n += wish[i];
  }
  r->wish = arena_array(arena, (size_t)n, sizeof r->wish[0]);
  r->wish_is_free = arena_array(arena, (size_t)n, sizeof(bool));
  for (int i = 0; i < sys->n_vars; i++) {
    if (!wish[i]) continue;
    r->wish_is_free[r->n_wishes] = is_free[i];
    r->wish[r->n_wishes++] = (VarId){i};
  }
}
