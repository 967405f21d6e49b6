/* magnitude.c: see magnitude.h. */
#include "symbolic/magnitude.h"

#include <math.h>

#include "base/arena.h"

static double node_size(const ExprNode *n, const double a[3], MagnitudeOf size,
                        const void *context)
{
  switch (n->op) {
  case EXPR_CONST: return fabs(n->value);
  case EXPR_VAR: return size(context, n->var);
  case EXPR_ADD:
  case EXPR_SUB:
  case EXPR_MIN:
  case EXPR_MAX: return fmax(a[0], a[1]);
  case EXPR_IF: return fmax(a[1], a[2]);
  case EXPR_MUL: return a[0] * a[1];
  case EXPR_DIV: return a[0] / a[1];
  case EXPR_POW: return pow(a[0], a[1]);
  case EXPR_SQRT: return sqrt(a[0]);
  case EXPR_NEG:
  case EXPR_ABS:
  case EXPR_FLOOR:
  case EXPR_CEIL: return a[0];
  default: return 1;
  }
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
  }
  arena_release(mark);
  return last > 0 && isfinite(last) ? last : 1;
}
