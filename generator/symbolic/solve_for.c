/* solve_for.c: residual = a x + b gives x = -b / a.
 *
 * b is the residual at x = 0. Where the residual is a difference with x alone
 * on one side the other side is returned as it stands. */
#include "symbolic/solve_for.h"

#include <assert.h>

#include "symbolic/invert.h"

static bool is_var(const ExprTable *t, ExprId e, VarId x)
{
  const ExprNode *n = expr_node(t, e);
  return n->op == EXPR_VAR && var_same(n->var, x);
}

static ExprId zero_for_x(void *context, ExprTable *t, VarId var)
{
  const VarId *x = context;
  return var_same(var, *x) ? expr_const(t, 0) : expr_var(t, var);
}

static bool want_x(const void *context, VarId var)
{
  return var_same(*(const VarId *)context, var);
}

/* The side that stands opposite to x in x - e, e - x; NO_EXPR: none. */
static ExprId solve_for_other_side(Walk *walk, ExprId residual, VarId x)
{
  const ExprNode *n = expr_node(walk->exprs, residual);
  if (n->op != EXPR_SUB) return NO_EXPR;
  ExprId left = n->arg[0], right = n->arg[1];
  if (is_var(walk->exprs, left, x) && !walk_contains(walk, right, x)) {
    return right;
  }
  if (is_var(walk->exprs, right, x) && !walk_contains(walk, left, x)) {
    return left;
  }
  return NO_EXPR;
}

/* d residual / d x; NO_EXPR: zero. */
static ExprId factor_of(Walk *walk, ExprId residual, VarId x,
                        const SolveKnown *known)
{
  ArenaMark mark = arena_mark(walk->arena);
  Gradient gradient = {0};
  if (known->factor)
    known->factor(known->context, walk, residual, want_x, &x, &gradient);
  else
    differentiate_gradient(walk, residual, want_x, &x, &gradient);
  assert(gradient.n_entries <= 1); /* one variable is wanted */
  ExprId a = gradient.n_entries == 1 ? gradient.entry[0].value : NO_EXPR;
  arena_release(mark);
  return a;
}

ExprId solve_for(Walk *walk, ExprId residual, VarId x, ExprId *divisor)
{
  return solve_for_known(walk, residual, x, &(SolveKnown){0}, divisor);
}

ExprId solve_for_known(Walk *walk, ExprId residual, VarId x,
                       const SolveKnown *known, ExprId *divisor)
{
  ExprTable *t = walk->exprs;
  *divisor = NO_EXPR;
  if (is_var(t, residual, x)) return expr_const(t, 0);
  ExprId other = solve_for_other_side(walk, residual, x);
  if (other.i >= 0) return other;
  ExprId inverted = invert(walk, residual, x, divisor);
  if (inverted.i >= 0) return inverted;

  ExprId a = factor_of(walk, residual, x, known);
  if (a.i < 0) return NO_EXPR;
  if (walk_contains(walk, a, x)) return NO_EXPR;
  if (!known->is_smooth && differentiate_hides(walk, residual, want_x, &x)) {
    return NO_EXPR;
  }
  ExprId b = walk_replace(walk, residual, true, zero_for_x, &x);
  if (!expr_is_const(t, a, NULL)) *divisor = a;
  return expr_neg(t, expr_div(t, b, a));
}
