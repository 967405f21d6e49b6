/* root_kink.c: see root_kink.h. */
#include "symbolic/root_kink.h"

#include <math.h>

/* Operands of operands that are looked into. */
enum { ROOT_DEEPEST = 6 };

static bool is_even_number(const ExprTable *t, ExprId e)
{
  double value;
  return expr_is_const(t, e, &value) && fmod(value, 2) == 0;
}

/* Negative nowhere. A sum may have any number of terms. */
static bool is_never_negative(const ExprTable *t, ExprId e, int depth)
{
  double value;
  const ExprNode *n = expr_node(t, e);
  for (; n->op == EXPR_ADD && depth > 0; n = expr_node(t, e)) {
    if (!is_never_negative(t, n->arg[1], depth - 1)) return false;
    e = n->arg[0];
  }
  if (expr_is_const(t, e, &value)) return value >= 0;
  if (depth == 0) return false;
  ExprId a = n->arg[0], b = n->arg[1];
  switch ((int)n->op) {
  case EXPR_ABS:
  case EXPR_SQRT:
  case EXPR_EXP: return true;
  case EXPR_POW: return is_even_number(t, b);
  case EXPR_MUL:
    if (expr_same(a, b)) return true;
    return is_never_negative(t, a, depth - 1) &&
           is_never_negative(t, b, depth - 1);
  case EXPR_DIV:
    return is_never_negative(t, a, depth - 1) &&
           is_never_negative(t, b, depth - 1);
  case EXPR_MAX:
    return is_never_negative(t, a, depth - 1) ||
           is_never_negative(t, b, depth - 1);
  default: return false;
  }
}

/* A term that keeps the sum away from zero. */
static bool has_positive_term(const ExprTable *t, ExprId e)
{
  double value;
  const ExprNode *n = expr_node(t, e);
  for (; n->op == EXPR_ADD; n = expr_node(t, e)) {
    if (expr_is_const(t, n->arg[1], &value) && value > 0) return true;
    e = n->arg[0];
  }
  return expr_is_const(t, e, &value) && value > 0;
}

/* What e is the root of; NO_EXPR: it is none. */
static ExprId root_base(const ExprTable *t, ExprId e)
{
  const ExprNode *n = expr_node(t, e);
  double power;
  if (n->op == EXPR_SQRT) return n->arg[0];
  bool is_root = n->op == EXPR_POW && expr_is_const(t, n->arg[1], &power) &&
                 power > 0 && power < 1;
  return is_root ? n->arg[0] : NO_EXPR;
}

bool root_kink_has(const ExprTable *t, ExprId e)
{
  ExprId base = root_base(t, e);
  return base.i >= 0 && is_never_negative(t, base, ROOT_DEEPEST) &&
         !has_positive_term(t, base);
}

ExprId root_kink_guard(ExprTable *t, ExprId e, ExprId derivative)
{
  ExprId zero = expr_const(t, 0);
  ExprId rests = expr_relation(t, EXPR_EQ, e, zero, -1);
  return expr_if(t, rests, zero, derivative);
}
