/* constant_between_events.c: see constant_between_events.h. */
#include "reduce/blocks/constant_between_events.h"

#include "reduce/blocks/block_walk.h"

static bool is_known_constant_between_events(const Var *var)
{
  switch (var->kind) {
  case VAR_CONSTANT:
  case VAR_PARAMETER:
  case VAR_MEMORY:
  case VAR_DISCRETE: return true;
  case VAR_INPUT: return var->is_held;
  case VAR_CONTINUOUS:
  case VAR_SELECTED:
  case VAR_MONITOR:
  case VAR_ABSENT: break;
  }
  return false;
}

/* Unknowns of a loop are counted as steady while it is looked at. */
static bool reads_constants(Walk *walk, const ReducedBlock *b,
                            const bool *steady)
{
  block_walk(walk, b, true);
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *node = expr_node(walk->exprs, walk->node[k]);
    if (node->op == EXPR_TIME) return false;
    if (node->op == EXPR_VAR && !steady[node->var.i]) return false;
  }
  return true;
}

static void set_unknowns(const ReducedBlock *b, bool value, bool *steady)
{
  for (int k = 0; k < b->n_columns; k++) {
    if (b->unknown[k].i >= 0) steady[b->unknown[k].i] = value;
  }
}

static void mark_constant_block(const ReducedBlock *b, Walk *walk, bool *steady)
{
  if (b->kind == BLOCK_SELECT) return; /* its candidates move */
  if (b->kind == BLOCK_ASSIGN && steady[b->unknown[0].i]) return;
  set_unknowns(b, true, steady);
  if (!reads_constants(walk, b, steady)) set_unknowns(b, false, steady);
}

static void look_at_blocks(const ReducedSystem *r, Walk *walk, bool *steady)
{
  for (int i = 0; i < r->sys->n_vars; i++) {
    if (r->sys->var[i].kind == VAR_INPUT) continue; /* delayed values */
    steady[i] = is_known_constant_between_events(&r->sys->var[i]);
  }
  for (int k = 0; k < r->continuous.n_blocks; k++) {
    mark_constant_block(&r->continuous.block[k], walk, steady);
  }
}

/* Delayed values are steady until one of them turns out to move. */
bool *constant_between_events_find(const ReducedSystem *r, Arena *arena)
{
  const System *sys = r->sys;
  bool *steady = arena_array(arena, (size_t)sys->n_vars, sizeof steady[0]);
  Walk *walk = walk_create(r->exprs, arena);
  for (int i = 0; i < sys->n_vars; i++) {
    steady[i] = is_known_constant_between_events(&sys->var[i]);
  }
  for (int k = 0; k < sys->n_delays; k++) steady[sys->delay[k].y.i] = true;
  for (bool again = true; again;) {
    look_at_blocks(r, walk, steady);
    again = false;
    for (int k = 0; k < sys->n_delays; k++) {
      const Delay *d = &sys->delay[k];
      if (!steady[d->y.i] || (steady[d->x.i] && steady[d->T.i])) continue;
      steady[d->y.i] = false;
      again = true;
    }
  }
  return steady;
}
