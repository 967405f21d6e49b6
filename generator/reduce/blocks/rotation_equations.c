/* rotation_equations.c: what a derivative is made of. */
#include "reduce/blocks/rotation_equations.h"

static bool is_of_product(ExprOp op)
{
  return op == EXPR_CONST || op == EXPR_VAR || op == EXPR_NEG ||
         op == EXPR_ADD || op == EXPR_SUB || op == EXPR_MUL;
}

RotationKind rotation_kind_of(Walk *walk, ExprId derivative)
{
  RotationKind found = ROTATION_PRODUCT;
  walk_from(walk, derivative, true);
  for (int k = 0; k < walk->n_nodes; k++) {
    ExprOp op = (ExprOp)expr_node(walk->exprs, walk->node[k])->op;
    if (op == EXPR_SIN || op == EXPR_COS) {
      found = ROTATION_SINE;
    } else if (!is_of_product(op)) {
      return ROTATION_NONE;
    }
  }
  return found;
}
