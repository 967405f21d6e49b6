/* incidence.c: one walk per equation. */
#include "reduce/incidence.h"

#include "base/vector.h"
#include "symbolic/call.h"
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

static bool has_calls(const System *sys, const Walk *walk)
{
  for (int k = 0; k < walk->n_nodes; k++) {
    if (expr_node(sys->exprs, walk->node[k])->op == EXPR_CALL) return true;
  }
  return false;
}

/* The nodes whose value has a part in that of the last one; with `solvable` a
 * continuous part. Of a call the arguments that its results depend on. */
static bool *mark_parts(const System *sys, const Walk *walk, bool solvable,
                        Arena *arena)
{
  const ExprTable *t = sys->exprs;
  bool *in = arena_array(arena, (size_t)walk->n_nodes, sizeof(bool));
  in[walk->n_nodes - 1] = true;
  for (int k = walk->n_nodes - 1; k >= 0; k--) { /* users before operands */
    ExprId e = walk->node[k];
    const ExprNode *n = expr_node(t, e);
    bool is_call = n->op == EXPR_CALL;
    if (!in[k] || walk_is_event(n)) continue;
    if (is_call) walk_mark_arguments(walk, e, call_depends(t, e), in);
    for (int a = is_call ? 1 : 0; a < n->n_args; a++) {
      if (solvable && !differentiate_passes(t, e, a)) continue;
      in[walk_position(walk, n->arg[a])] = true;
    }
  }
  return in;
}

IntList incidence_of(const System *sys, Walk *walk, ExprId e, bool discrete,
                     Arena *arena)
{
  walk_from(walk, e, true);
  bool *in = has_calls(sys, walk) ? mark_parts(sys, walk, false, arena) : NULL;
  return collect(sys, walk, in, discrete, arena);
}

IntList incidence_solvable(const System *sys, Walk *walk, ExprId e,
                           Arena *arena)
{
  walk_from(walk, e, true);
  bool *in = mark_parts(sys, walk, true, arena);
  return collect(sys, walk, in, false, arena);
}
