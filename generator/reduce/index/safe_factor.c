/* safe_factor.c: numbers, and what parameters make of them. */
#include "reduce/index/safe_factor.h"

#include <math.h>

bool safe_factor_is_fixed(const SafeFactor *f, ExprId e)
{
  walk_from(f->walk, e, true);
  for (int i = 0; i < f->walk->n_nodes; i++) {
    const ExprNode *n = expr_node(f->sys->exprs, f->walk->node[i]);
    if (!system_is_fixed(f->sys, n)) return false;
  }
  return true;
}

double safe_factor_number(SafeFactor *f, ExprId e)
{
  double value;
  if (expr_is_const(f->sys->exprs, e, &value)) return value;
  if (!safe_factor_is_fixed(f, e)) return NAN;
  if (!f->point) f->point = start_point_make(f->sys, f->walk, 0, f->scratch);
  return start_point_number(f->point, f->walk, e);
}

bool safe_factor(SafeFactor *f, ExprId e)
{
  double value = safe_factor_number(f, e);
  return isfinite(value) && value != 0;
}
