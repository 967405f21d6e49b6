/* flat_move.c: see flat_move.h. */
#include "flatten/flat/flat_move.h"

#include <assert.h>

#define MOST_DEPTH 200 /* of an expression: the walks below are recursive */

static bool flat_move_can_move(const FlatExpr *e, int depth)
{
  bool is_local = e->kind == FLAT_EXPR_LOCAL || e->kind == FLAT_EXPR_ELEMENT;
  if (is_local || depth > MOST_DEPTH) return false;
  for (int i = 0; i < e->n_args; i++) {
    if (!flat_move_can_move(e->arg[i], depth + 1)) return false;
  }
  return true;
}

bool flat_can_move(const FlatExpr *e)
{
  return !e || flat_move_can_move(e, 0);
}

static FlatExpr *copy_node(Arena *arena, const FlatExpr *e)
{
  FlatExpr *made = arena_alloc(arena, sizeof *made);
  *made = *e;
  return made;
}

/* Nodes are copied from the first operand that moves on. */
FlatExpr *flat_move(Arena *arena, FlatExpr *e, FlatRange range, int by)
{
  if (!e) return NULL;
  assert(e->kind != FLAT_EXPR_LOCAL && e->kind != FLAT_EXPR_ELEMENT);
  if (e->kind == FLAT_EXPR_VARIABLE) {
    if (!flat_range_has(range, e->variable.i)) return e;
    FlatExpr *moved = copy_node(arena, e);
    moved->variable.i += by;
    assert(moved->variable.i >= 0);
    return moved;
  }
  FlatExpr *made = e;
  for (int i = 0; i < e->n_args; i++) {
    FlatExpr *arg = flat_move(arena, e->arg[i], range, by);
    if (arg == e->arg[i]) continue;
    if (made == e) {
      made = copy_node(arena, e);
      made->arg = arena_array(arena, (size_t)e->n_args, sizeof made->arg[0]);
      for (int k = 0; k < e->n_args; k++) made->arg[k] = e->arg[k];
    }
    made->arg[i] = arg;
  }
  return made;
}
