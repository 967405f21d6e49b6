/* differentiate_again.c: the derivatives of the variables are what is given to
 * the replay, in the order in which the variables occur. */
#include "symbolic/differentiate_again.h"

/* The derivatives of all variables of the last walk; NULL: one has none. */
static ExprId *derivatives(const Walk *walk, DifferentiateVar var_derivative,
                           void *context, int *n)
{
  ExprId *given =
      arena_array(walk->arena, (size_t)walk->n_nodes, sizeof given[0]);
  *n = 0;
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *node = expr_node(walk->exprs, walk->node[k]);
    if (node->op != EXPR_VAR) continue;
    ExprId d = var_derivative(context, node->var);
    if (d.i < 0) return NULL;
    given[(*n)++] = d;
  }
  return given;
}

static void differentiate_again_keep(Replay *replay, Walk *walk, ExprId e,
                                     ExprId made,
                                     DifferentiateVar var_derivative,
                                     void *context)
{
  int n;
  walk_from(walk, e, true);
  if (!replay_is_plain(walk)) return;
  ReplayPart part = {walk->n_nodes - 1, made};
  const ExprId *given = derivatives(walk, var_derivative, context, &n);
  if (given) replay_keep(replay, walk, &part, 1, given, n);
}

ExprId differentiate_time_again(Replay *replay, Walk *walk, ReplayFrom from,
                                DifferentiateVar var_derivative, void *context)
{
  ArenaMark mark = arena_mark(walk->arena);
  ExprId made = NO_EXPR;
  if (replay_finds(replay, walk, from)) {
    int n;
    const ExprId *given = derivatives(walk, var_derivative, context, &n);
    const ReplayPart *part =
        given ? replay_parts(replay, walk, given, &n) : NULL;
    if (part) made = part->value;
  }
  if (made.i < 0) {
    made = differentiate_time(walk, from.e, var_derivative, context);
    if (made.i >= 0)
      differentiate_again_keep(replay, walk, from.e, made, var_derivative,
                               context);
  }
  arena_release(mark);
  return made;
}
