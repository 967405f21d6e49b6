/* start_preference.c: the list of start preferences. */
#include "reduce/blocks/start_preference.h"

#include <assert.h>

#include "reduce/simplify/free_parameters.h"

bool start_is_preferred(const System *sys, Walk *walk, VarId v)
{
  ExprId start = sys->var[v.i].start;
  return system_level(sys, v) > 0 && start.i >= 0 &&
         !free_parameters_decide(sys, walk, start);
}

static bool start_preference_is_preferred_start(const System *sys, Walk *walk,
                                                const bool *pinned, int i)
{
  const Var *var = &sys->var[i];
  return var->kind == VAR_CONTINUOUS && var->alias_of.i < 0 && !pinned[i] &&
         !var->fixed && start_is_preferred(sys, walk, (VarId){i});
}

/* Unknowns of blocks that leave freedom. */
static void start_preference_mark_free(const BlockSequence *sequence,
                                       bool *is_free)
{
  for (int k = 0; k < sequence->n_blocks; k++) {
    const ReducedBlock *block = &sequence->block[k];
    for (int c = 0; block->kind == BLOCK_LEAST && c < block->n_columns; c++) {
      is_free[block->unknown[c].i] = true;
    }
  }
}

void start_preference_find(const System *sys, Walk *walk, const bool *pinned,
                           ReducedSystem *r, Arena *arena)
{
  assert(r->n_start_preferences == 0);
  bool *is_free = arena_array(walk->arena, (size_t)sys->n_vars, sizeof(bool));
  bool *preference =
      arena_array(walk->arena, (size_t)sys->n_vars, sizeof(bool));
  int n = 0;
  start_preference_mark_free(&r->initial, is_free);
  for (int i = 0; i < sys->n_vars; i++) {
    preference[i] = start_preference_is_preferred_start(sys, walk, pinned, i);
    n += preference[i];
  }
  r->start_preference =
      arena_array(arena, (size_t)n, sizeof r->start_preference[0]);
  r->start_preference_is_free = arena_array(arena, (size_t)n, sizeof(bool));
  for (int i = 0; i < sys->n_vars; i++) {
    if (!preference[i]) continue;
    r->start_preference_is_free[r->n_start_preferences] = is_free[i];
    r->start_preference[r->n_start_preferences++] = (VarId){i};
  }
}
