/* turning.c: what a derivative is made of. */
#include "reduce/turning.h"

Turning turning_of(Walk *walk, ExprId derivative)
{
  Turning found = TURNING_PRODUCT;
  walk_from(walk, derivative, true);
  for (int k = 0; k < walk->n_nodes; k++) {
    switch ((ExprOp)expr_node(walk->exprs, walk->node[k])->op) {
    case EXPR_CONST:
    case EXPR_VAR:
    case EXPR_NEG:
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_MUL: break;
    case EXPR_SIN:
    case EXPR_COS: found = TURNING_SINE; break;
    default: return TURNING_NOT;
    }
  }
  return found;
}
