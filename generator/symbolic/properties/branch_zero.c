/* branch_zero.c: which nodes may be a written zero, from the leaves up. */
#include "symbolic/properties/branch_zero.h"

static bool may_be(const ExprNode *n, const bool *operand)
{
  switch ((ExprOp)n->op) {
  case EXPR_CONST: return n->value == 0;
  case EXPR_NEG:
  case EXPR_DIV: return operand[0];
  case EXPR_ADD:
  case EXPR_SUB: return operand[0] && operand[1];
  case EXPR_MUL: return operand[0] || operand[1];
  case EXPR_IF: return operand[1] || operand[2];
#define MATH_FUNCTION(NAME, ...) case EXPR_##NAME:
#include "base/builtin_functions.def"
  case EXPR_VAR:
  case EXPR_TIME:
  case EXPR_DIRECTION:
  case EXPR_POW:
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
  return false;
}

bool branch_zero_may_be(Walk *walk, ExprId e)
{
  const ExprTable *t = walk->exprs;
  double number;
  if (expr_is_const(t, e, &number)) return false;
  walk_from(walk, e, true);
  ArenaMark mark = arena_mark(walk->arena);
  bool *zero = arena_array(walk->arena, (size_t)walk->n_nodes, sizeof zero[0]);
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *n = expr_node(t, walk->node[k]);
    bool operand[3] = {false, false, false};
    for (int a = 0; a < n->n_args && a < 3; a++) {
      int place = walk_position(walk, n->arg[a]);
      operand[a] = place >= 0 && zero[place];
    }
    zero[k] = may_be(n, operand);
  }
  bool result = zero[walk->n_nodes - 1];
  arena_release(mark);
  return result;
}
