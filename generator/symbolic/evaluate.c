/* evaluate.c: the meaning of every operator, in one switch. */
#include "symbolic/evaluate.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>

#include "symbolic/call.h"

double evaluate_op(ExprOp op, double a, double b, double c)
{
  switch (op) {
  case EXPR_ADD: return a + b;
  case EXPR_SUB: return a - b;
  case EXPR_MUL: return a * b;
  case EXPR_DIV: return a / b;
  case EXPR_POW: return pow(a, b);
  case EXPR_NEG: return -a;
  case EXPR_SIN: return sin(a);
  case EXPR_COS: return cos(a);
  case EXPR_TAN: return tan(a);
  case EXPR_ASIN: return asin(a);
  case EXPR_ACOS: return acos(a);
  case EXPR_ATAN: return atan(a);
  case EXPR_ATAN2: return atan2(a, b);
  case EXPR_SINH: return sinh(a);
  case EXPR_COSH: return cosh(a);
  case EXPR_TANH: return tanh(a);
  case EXPR_EXP: return exp(a);
  case EXPR_LOG: return log(a);
  case EXPR_LOG10: return log10(a);
  case EXPR_SQRT: return sqrt(a);
  case EXPR_ABS: return fabs(a);
  case EXPR_SIGN: return (a > 0) - (a < 0);
  case EXPR_MIN: return a < b ? a : b;
  case EXPR_MAX: return a > b ? a : b;
  case EXPR_FLOOR: return floor(a);
  case EXPR_CEIL: return ceil(a);
  case EXPR_LT: return a < b;
  case EXPR_LE: return a <= b;
  case EXPR_EQ: return a == b;
  case EXPR_NE: return a != b;
  case EXPR_AND: return a != 0 && b != 0;
  case EXPR_OR: return a != 0 || b != 0;
  case EXPR_NOT: return a == 0;
  case EXPR_IF: return a != 0 ? b : c;
  case EXPR_CONST:
  case EXPR_VAR:
  case EXPR_TIME:
  case EXPR_INITIAL:
  case EXPR_ARG:
  case EXPR_CALL:
  case EXPR_RESULT:
  case N_EXPR_OPS: break;
  }
  assert(false); /* an operator without operands */
  return NAN;
}

static double leaf_value(const ExprNode *n, const EvaluatePoint *point)
{
  switch (n->op) {
  case EXPR_CONST: return n->value;
  case EXPR_VAR: return point->var(point->context, n->var);
  case EXPR_TIME: return point->time;
  default: return point->initial;
  }
}

/* An EXPR_RESULT from the values of all nodes before it. */
static double result_value(Walk *walk, ExprId e, const double *value)
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
  double result = call_value(t, e, given, walk->arena);
  arena_release(mark);
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
  if (n->op == EXPR_RESULT) return result_value(walk, e, value);
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
  if (most_depth == 0 || n->op >= EXPR_ARG) return false;
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
