/* magnitude.c: see magnitude.h. */
#include "symbolic/properties/magnitude.h"

#include <assert.h>
#include <math.h>

#include "base/arena.h"

/* size_of: of the operands. */
static double node_size(const ExprNode *n, const double size_of[3],
                        MagnitudeOf size, const void *context)
{
  double a = size_of[0], b = size_of[1];
  switch ((ExprOp)n->op) {
  case EXPR_CONST: return fabs(n->value);
  case EXPR_VAR: return size(context, n->var);
  case EXPR_ADD:
  case EXPR_SUB: return fmax(a, b);
  case EXPR_IF: return fmax(b, size_of[2]);
  case EXPR_MUL: return a * b;
  case EXPR_DIV: return a / b;
  case EXPR_POW: return pow(a, b);
  case EXPR_NEG: return a;
#define MATH_FUNCTION(NAME, name, n_args, type, kind, facts)                   \
  case EXPR_##NAME:                                                            \
    return facts;
#define SIZE(size) size
#include "base/builtin_functions.def"
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
  return 1;
}

double magnitude_of(Walk *walk, ExprId e, MagnitudeOf size, const void *context)
{
  walk_from(walk, e, true);
  ArenaMark mark = arena_mark(walk->arena);
  double *known =
      arena_array(walk->arena, (size_t)walk->n_nodes, sizeof known[0]);
  double last = 1;
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *n = expr_node(walk->exprs, walk->node[k]);
    double a[3] = {1, 1, 1};
    for (int i = 0; i < n->n_args; i++) {
      int at = walk_position(walk, n->arg[i]);
      if (at >= 0) a[i] = known[at];
    }
    last = known[k] = node_size(n, a, size, context);
    assert(!(last < 0));
  }
  arena_release(mark);
  return last > 0 && isfinite(last) ? last : 1;
}
