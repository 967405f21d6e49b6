/* incidence.c: one walk per equation. */
#include "reduce/incidence.h"

#include "base/vector.h"
#include "symbolic/differentiate.h"

static bool counts(const System *sys, const ExprNode *node, bool discrete)
{
  if (node->op != EXPR_VAR) return false;
  if (sys->var[node->var.i].is_set_at_start) return discrete;
  if (!system_is_unknown(sys, node->var)) return false;
  return discrete || sys->var[node->var.i].kind == VAR_CONTINUOUS;
}

/* The variables of the visited nodes that count and are `in` (NULL: all). */
static IntList collect(const System *sys, const Walk *walk, const bool *in,
                       bool discrete, Arena *arena)
{
  int room = 0;
  for (int k = 0; k < walk->n_nodes; k++) {
    room += expr_node(sys->exprs, walk->node[k])->op == EXPR_VAR;
  }
  IntList list = {arena_array(arena, (size_t)room, sizeof(int)), 0};
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *node = expr_node(sys->exprs, walk->node[k]);
    if ((in && !in[k]) || !counts(sys, node, discrete)) continue;
    list.item[list.n++] = node->var.i;
  }
  vector_sort_ints(list.item, list.n);
  return list;
}

IntList incidence_of(const System *sys, Walk *walk, ExprId e, bool discrete,
                     Arena *arena)
{
  walk_from(walk, e, true);
  return collect(sys, walk, NULL, discrete, arena);
}

IntList incidence_solvable(const System *sys, Walk *walk, ExprId e,
                           Arena *arena)
{
  walk_from(walk, e, true);
  bool *in = arena_array(arena, (size_t)walk->n_nodes, sizeof(bool));
  in[walk->n_nodes - 1] = true;
  for (int k = walk->n_nodes - 1; k >= 0; k--) { /* users before operands */
    const ExprNode *n = expr_node(sys->exprs, walk->node[k]);
    for (int a = 0; in[k] && a < n->n_args; a++) {
      if (!differentiate_passes(sys->exprs, walk->node[k], a)) continue;
      in[walk_position(walk, n->arg[a])] = true;
    }
  }
  return collect(sys, walk, in, false, arena);
}
