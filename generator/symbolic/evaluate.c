/* evaluate.c: from the leaves to the root, a value for each node. */
#include "symbolic/evaluate.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>

#include "symbolic/call.h"
#include "symbolic/evaluate_op.h"

static double leaf_value(const ExprNode *n, const EvaluatePoint *point)
{
  if (n->op == EXPR_CONST) return n->value;
  if (n->op == EXPR_VAR) return point->var(point->context, n->var);
  if (n->op == EXPR_TIME) return point->time;
  assert(n->op == EXPR_INITIAL);
  return point->initial;
}

/* An EXPR_RESULT from the values of all nodes before it. */
static double result_value(Walk *walk, ExprId e, const double *value,
                           const EvaluatePoint *point)
{
  const ExprTable *t = walk->exprs;
  ExprId call = expr_node(t, e)->arg[0];
  ArenaMark mark = arena_mark(walk->arena);
  size_t n_args = (size_t)call_n_args(t, call);
  ExprId *arg = arena_array(walk->arena, n_args + 1, sizeof arg[0]);
  double *given = arena_array(walk->arena, n_args + 1, sizeof given[0]);
  call_args(t, call, arg);
  for (size_t k = 0; k < n_args; k++) {
    given[k] = value[walk_position(walk, arg[k])];
  }
  double result = call_value(t, e, given);
  arena_release(mark);
  bool is_made = value[walk_position(walk, expr_node(t, call)->arg[1])] != 0;
  if (point->failed && is_made && isnan(result)) *point->failed = true;
  return result;
}

/* Lists and calls have no value of their own. */
static double node_value(Walk *walk, ExprId e, const double *value,
                         const EvaluatePoint *point)
{
  const ExprNode *n = expr_node(walk->exprs, e);
  double arg[3] = {0, 0, 0};
  if (n->n_args == 0) return leaf_value(n, point);
  if (point->relation && walk_is_event(n)) {
    return point->relation(point->context, n->index);
  }
  if (n->op == EXPR_ARG || n->op == EXPR_CALL) return 0;
  if (n->op == EXPR_RESULT) return result_value(walk, e, value, point);
  for (int a = 0; a < n->n_args; a++) {
    arg[a] = value[walk_position(walk, n->arg[a])];
  }
  return evaluate_op((ExprOp)n->op, arg[0], arg[1], arg[2]);
}

/* The value of an expression of a few operators, which needs no walk; false:
 * it has more, or calls. What is shared is computed again. */
static bool evaluate_few(const ExprTable *t, ExprId e,
                         const EvaluatePoint *point, int most_depth,
                         double *value)
{
  const ExprNode *n = expr_node(t, e);
  double arg[3] = {0, 0, 0};
  if (n->n_args == 0) {
    *value = leaf_value(n, point);
    return true;
  }
  if (point->relation && walk_is_event(n)) {
    *value = point->relation(point->context, n->index);
    return true;
  }
  if (most_depth == 0 || expr_op_is_call((ExprOp)n->op)) return false;
  for (int a = 0; a < n->n_args; a++) {
    if (!evaluate_few(t, n->arg[a], point, most_depth - 1, &arg[a]))
      return false;
  }
  *value = evaluate_op((ExprOp)n->op, arg[0], arg[1], arg[2]);
  return true;
}

double evaluate(Walk *walk, ExprId e, const EvaluatePoint *point)
{
  enum { FEW_LEVELS = 3 };
  double few;
  assert(!walk_has_stops(walk) && point->var);
  if (evaluate_few(walk->exprs, e, point, FEW_LEVELS, &few)) return few;
  walk_from(walk, e, false);
  ArenaMark mark = arena_mark(walk->arena);
  double *value =
      arena_array(walk->arena, (size_t)walk->n_nodes, sizeof value[0]);
  for (int k = 0; k < walk->n_nodes; k++) {
    value[k] = node_value(walk, walk->node[k], value, point);
  }
  double result = value[walk->n_nodes - 1];
  arena_release(mark);
  return result;
}
