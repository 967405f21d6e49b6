/* invert.c: see invert.h. The recursion with solve_for() follows the calls
 * that are arguments of calls. */
#include "symbolic/invert.h"

#include <assert.h>

#include "symbolic/call.h"

static bool invert_is_result(const ExprTable *t, ExprId e)
{
  return expr_node(t, e)->op == EXPR_RESULT;
}

/* The two sides of f(...) - y or y - f(...); false: it is neither. */
static bool sides(Walk *walk, ExprId residual, VarId x, ExprId *result,
                  ExprId *other)
{
  ExprTable *t = walk->exprs;
  const ExprNode *n = expr_node(t, residual);
  ExprId left = n->arg[0], right = n->arg[1];
  if (n->op == EXPR_RESULT || n->op == EXPR_NEG) {
    *result = n->op == EXPR_NEG ? left : residual;
    *other = expr_const(t, 0);
    return invert_is_result(t, *result);
  }
  if (n->op != EXPR_SUB) return false;
  bool is_left = invert_is_result(t, left) && !walk_contains(walk, right, x);
  *result = is_left ? left : right;
  *other = is_left ? right : left;
  return is_left ||
         (invert_is_result(t, right) && !walk_contains(walk, left, x));
}

/* The only argument that holds x; -1: none, or several. */
static int argument_with(Walk *walk, ExprId call, VarId x, ExprId *argument)
{
  ExprTable *t = walk->exprs;
  int n = call_n_args(t, call), found = -1;
  ArenaMark mark = arena_mark(walk->arena);
  ExprId *arg = arena_array(walk->arena, (size_t)n + 1, sizeof arg[0]);
  call_args(t, call, arg);
  for (int k = 0; k < n; k++) {
    if (!walk_contains(walk, arg[k], x)) continue;
    if (found >= 0) {
      found = -1;
      break;
    }
    found = k;
    *argument = arg[k];
  }
  arena_release(mark);
  return found;
}

ExprId invert(Walk *walk, ExprId residual, VarId x, ExprId *divisor)
{
  ExprTable *t = walk->exprs;
  ExprId result, other, argument;
  if (!sides(walk, residual, x, &result, &other)) return NO_EXPR;
  ExprId call = expr_node(t, result)->arg[0];
  if (walk_contains(walk, expr_node(t, call)->arg[1], x)) return NO_EXPR;
  int input = argument_with(walk, call, x, &argument);
  if (input < 0) return NO_EXPR;
  assert(argument.i >= 0 && input < call_n_args(t, call));
  ExprId value = call_inverse(t, call, input, other, walk->arena);
  if (value.i < 0) return NO_EXPR;
  return solve_for(walk, expr_sub(t, argument, value), x, divisor);
}
