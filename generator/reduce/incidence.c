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

/* What the visited nodes are. */
typedef struct Summary {
  int n_vars;
  bool has_calls;
  bool is_plain; /* every variable has a continuous part in the value */
} Summary;

static Summary summarize(const System *sys, const Walk *walk)
{
  Summary found = {.is_plain = true};
  for (int k = 0; k < walk->n_nodes; k++) {
    uint8_t op = expr_node(sys->exprs, walk->node[k])->op;
    if (op > EXPR_ABS) found.is_plain = false; /* in the order of ExprOp */
    found.n_vars += op == EXPR_VAR;
    found.has_calls = found.has_calls || op == EXPR_CALL;
  }
  return found;
}

/* The variables of the visited nodes that count and are `in` (NULL: all);
 * n_vars: as many or more. */
static IntList collect(const System *sys, const Walk *walk, int n_vars,
                       const bool *in, bool discrete, Arena *arena)
{
  IntList list = {arena_array(arena, (size_t)n_vars, sizeof(int)), 0};
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *node = expr_node(sys->exprs, walk->node[k]);
    if ((in && !in[k]) || !counts(sys, node, discrete)) continue;
    list.item[list.n++] = node->var.i;
  }
  vector_sort_ints(list.item, list.n);
  return list;
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
  Summary found = summarize(sys, walk);
  bool *in = found.has_calls ? mark_parts(sys, walk, false, arena) : NULL;
  return collect(sys, walk, found.n_vars, in, discrete, arena);
}

IntList incidence_solvable(const System *sys, Walk *walk, ExprId e,
                           Arena *arena)
{
  walk_from(walk, e, true);
  Summary found = summarize(sys, walk);
  bool *in = found.is_plain ? NULL : mark_parts(sys, walk, true, arena);
  return collect(sys, walk, found.n_vars, in, false, arena);
}
