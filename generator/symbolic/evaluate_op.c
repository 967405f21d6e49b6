/* evaluate_op.c: the meaning of every operator, in one switch; functions have
 * theirs from base/builtin_functions.def. */
#include "symbolic/evaluate_op.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>

double evaluate_op(ExprOp op, double a, double b, double c)
{
  switch (op) {
  case EXPR_ADD: return a + b;
  case EXPR_SUB: return a - b;
  case EXPR_MUL: return a * b;
  case EXPR_DIV: return a / b;
  case EXPR_POW: return pow(a, b);
  case EXPR_NEG: return -a;
#define MATH_FUNCTION(NAME, name, n_args, type, kind, facts)                   \
  case EXPR_##NAME:                                                            \
    return facts;
#define VALUE(value) value
#include "base/builtin_functions.def"
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
  case EXPR_DIRECTION:
  case EXPR_INITIAL:
  case EXPR_ARG:
  case EXPR_CALL:
  case EXPR_RESULT:
  case N_EXPR_OPS: break;
  }
  assert(false); /* an operator without operands */
  return NAN;
}
