/* sign.c: the set of signs that each node may have, from the leaves up. */
#include "symbolic/properties/sign.h"

#include <assert.h>
#include <math.h>

enum { NEGATIVE = 1, ZERO = 2, POSITIVE = 4, ANY = 7 };

static int of_number(double value)
{
  if (value == 0) return ZERO;
  return value > 0 ? POSITIVE : value < 0 ? NEGATIVE : ANY;
}

static int of_opposite(int a)
{
  int sign = a & ZERO;
  if (a & NEGATIVE) sign |= POSITIVE;
  if (a & POSITIVE) sign |= NEGATIVE;
  return sign;
}

static int of_sum(int a, int b)
{
  int sign = (a | b) & (NEGATIVE | POSITIVE);
  if (a & b & ZERO || a & of_opposite(b) & (NEGATIVE | POSITIVE)) sign |= ZERO;
  return sign;
}

static int of_product(int a, int b)
{
  int sign = (a | b) & ZERO;
  if (b & POSITIVE) sign |= a & (NEGATIVE | POSITIVE);
  if (b & NEGATIVE) sign |= of_opposite(a) & (NEGATIVE | POSITIVE);
  return sign;
}

static int of_size(int a)
{
  return a & NEGATIVE ? (a & ZERO) | POSITIVE : a;
}

/* A negative number has no power but of whole numbers. */
static int of_power(int a, bool is_number, double exponent)
{
  if (is_number && fmod(exponent, 2) == 0) return of_size(a);
  if (is_number && exponent == floor(exponent)) return a;
  return a == POSITIVE ? POSITIVE : ZERO | POSITIVE;
}

/* a, b: signs of the first two operands. */
static int of_operator(const ExprTable *t, const ExprNode *n, int a, int b)
{
  double exponent = 0;
  switch ((ExprOp)n->op) {
  case EXPR_ADD: return of_sum(a, b);
  case EXPR_SUB: return of_sum(a, of_opposite(b));
  case EXPR_MUL:
    return expr_same(n->arg[0], n->arg[1]) ? of_size(a) : of_product(a, b);
  case EXPR_DIV: return of_product(a, b);
  case EXPR_NEG: return of_opposite(a);
  case EXPR_POW: {
    bool is_number = expr_is_const(t, n->arg[1], &exponent);
    return of_power(a, is_number, exponent);
  }
#define MATH_FUNCTION(NAME, name, n_args, type, kind, facts)                   \
  case EXPR_##NAME:                                                            \
    return facts;
#define SIGNS(signs) signs
#include "base/builtin_functions.def"
  case EXPR_CONST: /* these three: by the caller */
  case EXPR_VAR:
  case EXPR_IF:
  case EXPR_TIME:
  case EXPR_DIRECTION:
  case EXPR_LT:
  case EXPR_LE:
  case EXPR_EQ:
  case EXPR_NE:
  case EXPR_AND:
  case EXPR_OR:
  case EXPR_NOT:
  case EXPR_INITIAL:
  case EXPR_ARG:
  case EXPR_CALL:
  case EXPR_RESULT:
  case N_EXPR_OPS: break;
  }
  return ANY;
}

static int of_variable(const SignBounds *bounds, VarId var)
{
  double min = -INFINITY, max = INFINITY;
  if (bounds) bounds->of(bounds->context, var, &min, &max);
  int sign = 0;
  if (!(min >= 0)) sign |= NEGATIVE;
  if (!(max <= 0)) sign |= POSITIVE;
  if (!(min > 0 || max < 0)) sign |= ZERO;
  return sign ? sign : ANY;
}

bool sign_is_never_zero(Walk *walk, ExprId e)
{
  return sign_is_never_zero_within(walk, e, NULL);
}

bool sign_is_never_zero_within(Walk *walk, ExprId e, const SignBounds *bounds)
{
  const ExprTable *t = walk->exprs;
  ArenaMark mark = arena_mark(walk->arena);
  walk_from(walk, e, true);
  size_t n_nodes = (size_t)walk->n_nodes;
  unsigned char *sign = arena_array(walk->arena, n_nodes, sizeof sign[0]);
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *n = expr_node(t, walk->node[k]);
    int operand[3] = {ANY, ANY, ANY};
    for (int a = 0; a < n->n_args; a++) {
      int at = walk_position(walk, n->arg[a]);
      if (at >= 0) operand[a] = sign[at];
    }
    int result = of_operator(t, n, operand[0], operand[1]);
    if (n->op == EXPR_CONST) result = of_number(n->value);
    if (n->op == EXPR_VAR) result = of_variable(bounds, n->var);
    if (n->op == EXPR_IF) result = operand[1] | operand[2];
    assert(result > 0 && result <= ANY); /* never without any sign */
    sign[k] = (unsigned char)result;
  }
  bool never = walk->n_nodes > 0 && !(sign[n_nodes - 1] & ZERO);
  arena_release(mark);
  return never;
}
