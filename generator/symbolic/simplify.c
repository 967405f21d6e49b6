/* simplify.c: makes nodes, simplified locally while they are made.
 *
 * Only rules that hold for every value of the operands within their domain.
 * 0 * x becomes 0 although x might be infinite: without that no derivative
 * would ever get shorter. Operands are not reordered, so that a model's text
 * can be recognised in what is printed and generated.
 */
#include <assert.h>
#include <math.h>

#include "symbolic/call.h"
#include "symbolic/evaluate_op.h"
#include "symbolic/expr.h"

static ExprId intern(ExprTable *t, ExprOp op, ExprId a, ExprId b, ExprId c,
                     int index)
{
  ExprNode n = {.op = (uint8_t)op,
                .n_args = (uint8_t)expr_op_arity(op),
                .arg = {a, b, c}};
  if (n.n_args < 3) n.index = index;
  return expr_intern(t, &n);
}

static ExprOp op_of(const ExprTable *t, ExprId e)
{
  return (ExprOp)expr_node(t, e)->op;
}

static ExprId arg_of(const ExprTable *t, ExprId e, int k)
{
  return expr_node(t, e)->arg[k];
}

/* There is one node of each number. */
static bool simplify_is_one(const ExprTable *t, ExprId e)
{
  return expr_same(e, t->one);
}

static bool is_value(const ExprTable *t, ExprId e, double value)
{
  double v;
  return expr_is_const(t, e, &v) && v == value;
}

ExprId expr_time(ExprTable *t)
{
  return intern(t, EXPR_TIME, NO_EXPR, NO_EXPR, NO_EXPR, 0);
}

ExprId expr_initial(ExprTable *t)
{
  return intern(t, EXPR_INITIAL, NO_EXPR, NO_EXPR, NO_EXPR, 0);
}

/* The constant result of an operator on constants; false if an operand is
 * not constant or the result is not finite (left to run time, where it can
 * be reported with its time). */
static bool simplify_fold(ExprTable *t, ExprOp op, ExprId a, ExprId b,
                          ExprId *result)
{
  double x = 0, y = 0;
  if (!expr_is_const(t, a, &x)) return false;
  if (expr_op_arity(op) == 2 && !expr_is_const(t, b, &y)) return false;
  double value = evaluate_op(op, x, y, 0);
  if (!isfinite(value)) return false;
  *result = expr_const(t, value);
  return true;
}

ExprId expr_neg(ExprTable *t, ExprId a)
{
  ExprId folded;
  if (simplify_fold(t, EXPR_NEG, a, NO_EXPR, &folded)) return folded;
  ExprOp op = op_of(t, a);
  if (op == EXPR_NEG) return arg_of(t, a, 0);
  if (op == EXPR_SUB) return expr_sub(t, arg_of(t, a, 1), arg_of(t, a, 0));
  return intern(t, EXPR_NEG, a, NO_EXPR, NO_EXPR, 0);
}

/* e = -*positive: a negation or a negative constant. */
static bool is_negative(ExprTable *t, ExprId e, ExprId *positive)
{
  double value;
  if (expr_is_const(t, e, &value) && value < 0) {
    *positive = expr_const(t, -value);
    return true;
  }
  *positive = arg_of(t, e, 0);
  return op_of(t, e) == EXPR_NEG;
}

ExprId expr_add(ExprTable *t, ExprId a, ExprId b)
{
  ExprId folded, positive;
  if (expr_is_zero(t, a)) return b;
  if (expr_is_zero(t, b)) return a;
  if (simplify_fold(t, EXPR_ADD, a, b, &folded)) return folded;
  if (is_negative(t, b, &positive)) return expr_sub(t, a, positive);
  if (is_negative(t, a, &positive)) return expr_sub(t, b, positive);
  return intern(t, EXPR_ADD, a, b, NO_EXPR, 0);
}

ExprId expr_sub(ExprTable *t, ExprId a, ExprId b)
{
  ExprId folded, positive;
  if (expr_same(a, b)) return t->zero;
  if (expr_is_zero(t, b)) return a;
  if (expr_is_zero(t, a)) return expr_neg(t, b);
  if (simplify_fold(t, EXPR_SUB, a, b, &folded)) return folded;
  if (is_negative(t, b, &positive)) return expr_add(t, a, positive);
  return intern(t, EXPR_SUB, a, b, NO_EXPR, 0);
}

ExprId expr_mul(ExprTable *t, ExprId a, ExprId b)
{
  ExprId folded, positive;
  if (expr_is_zero(t, a) || expr_is_zero(t, b)) return t->zero;
  if (simplify_is_one(t, a)) return b;
  if (simplify_is_one(t, b)) return a;
  if (expr_same(a, t->minus_one)) return expr_neg(t, b);
  if (expr_same(b, t->minus_one)) return expr_neg(t, a);
  if (simplify_fold(t, EXPR_MUL, a, b, &folded)) return folded;
  if (is_negative(t, a, &positive)) {
    return expr_neg(t, expr_mul(t, positive, b));
  }
  if (is_negative(t, b, &positive)) {
    return expr_neg(t, expr_mul(t, a, positive));
  }
  return intern(t, EXPR_MUL, a, b, NO_EXPR, 0);
}

ExprId expr_div(ExprTable *t, ExprId a, ExprId b)
{
  ExprId folded, positive;
  if (simplify_is_one(t, b)) return a;
  if (simplify_fold(t, EXPR_DIV, a, b, &folded)) return folded;
  if (expr_is_zero(t, a) && !expr_is_const(t, b, NULL)) return t->zero;
  if (is_negative(t, a, &positive)) {
    return expr_neg(t, expr_div(t, positive, b));
  }
  if (is_negative(t, b, &positive)) {
    return expr_neg(t, expr_div(t, a, positive));
  }
  return intern(t, EXPR_DIV, a, b, NO_EXPR, 0);
}

ExprId expr_pow(ExprTable *t, ExprId a, ExprId b)
{
  ExprId folded;
  if (simplify_fold(t, EXPR_POW, a, b, &folded)) return folded;
  if (simplify_is_one(t, b)) return a;
  if (expr_is_zero(t, b)) return t->one; /* MLS: x^0 is 1 */
  if (simplify_is_one(t, a)) return a;
  return intern(t, EXPR_POW, a, b, NO_EXPR, 0);
}

static ExprId make_and(ExprTable *t, ExprId a, ExprId b)
{
  if (is_value(t, a, 0) || is_value(t, b, 0)) return expr_const(t, 0);
  if (expr_is_const(t, a, NULL)) return b;
  if (expr_is_const(t, b, NULL) || expr_same(a, b)) return a;
  return intern(t, EXPR_AND, a, b, NO_EXPR, 0);
}

static ExprId make_or(ExprTable *t, ExprId a, ExprId b)
{
  if (is_value(t, a, 0)) return b;
  if (is_value(t, b, 0) || expr_same(a, b)) return a;
  if (expr_is_const(t, a, NULL) || expr_is_const(t, b, NULL)) {
    return expr_const(t, 1);
  }
  return intern(t, EXPR_OR, a, b, NO_EXPR, 0);
}

ExprId expr_unary(ExprTable *t, ExprOp op, ExprId a)
{
  ExprId folded;
  assert(expr_op_arity(op) == 1);
  if (op == EXPR_NEG) return expr_neg(t, a);
  if (simplify_fold(t, op, a, NO_EXPR, &folded)) return folded;
  if (op == EXPR_NOT && op_of(t, a) == EXPR_NOT) return arg_of(t, a, 0);
  return intern(t, op, a, NO_EXPR, NO_EXPR, 0);
}

ExprId expr_binary(ExprTable *t, ExprOp op, ExprId a, ExprId b)
{
  ExprId folded;
  assert(expr_op_arity(op) == 2);
  switch (op) {
  case EXPR_ADD: return expr_add(t, a, b);
  case EXPR_SUB: return expr_sub(t, a, b);
  case EXPR_MUL: return expr_mul(t, a, b);
  case EXPR_DIV: return expr_div(t, a, b);
  case EXPR_POW: return expr_pow(t, a, b);
  case EXPR_AND: return make_and(t, a, b);
  case EXPR_OR: return make_or(t, a, b);
  case EXPR_LT:
  case EXPR_LE:
  case EXPR_EQ:
  case EXPR_NE: return expr_relation(t, op, a, b, -1);
#define MATH_FUNCTION(NAME, ...) case EXPR_##NAME:
#include "base/builtin_functions.def"
    if (simplify_fold(t, op, a, b, &folded)) return folded;
    return intern(t, op, a, b, NO_EXPR, 0);
  case EXPR_CONST:
  case EXPR_VAR:
  case EXPR_TIME:
  case EXPR_DIRECTION:
  case EXPR_NEG:
  case EXPR_NOT:
  case EXPR_IF:
  case EXPR_INITIAL:
  case EXPR_ARG:
  case EXPR_CALL:
  case EXPR_RESULT:
  case N_EXPR_OPS: break;
  }
  assert(false); /* of two operands, or made by call.c */
  return NO_EXPR;
}

ExprId expr_relation(ExprTable *t, ExprOp op, ExprId a, ExprId b, int index)
{
  ExprId folded;
  assert(expr_op_is_relation(op) && index >= -1);
  if (simplify_fold(t, op, a, b, &folded)) return folded;
  return intern(t, op, a, b, NO_EXPR, index);
}

ExprId expr_if(ExprTable *t, ExprId condition, ExprId then_, ExprId else_)
{
  double value;
  if (expr_is_const(t, condition, &value)) return value != 0 ? then_ : else_;
  if (expr_same(then_, else_)) return then_;
  return intern(t, EXPR_IF, condition, then_, else_, 0);
}

ExprId expr_rebuild(ExprTable *t, ExprId e, const ExprId arg[3])
{
  const ExprNode *n = expr_node(t, e);
  ExprOp op = (ExprOp)n->op;
  if (n->n_args == 0) return e;
  if (n->arg[0].i == arg[0].i && (n->n_args < 2 || n->arg[1].i == arg[1].i) &&
      (n->n_args < 3 || n->arg[2].i == arg[2].i)) {
    return e;
  }
  if (op == EXPR_IF) return expr_if(t, arg[0], arg[1], arg[2]);
  if (op == EXPR_RESULT) return call_result(t, arg[0], n->index);
  if (op == EXPR_ARG || op == EXPR_CALL) {
    return intern(t, op, arg[0], arg[1], NO_EXPR, n->index);
  }
  if (expr_op_is_relation(op)) {
    return expr_relation(t, op, arg[0], arg[1], n->index);
  }
  if (n->n_args == 1) return expr_unary(t, op, arg[0]);
  return expr_binary(t, op, arg[0], arg[1]);
}
