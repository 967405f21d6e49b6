/* model_smooth.c: see model_smooth.h. */
#include "emit/model/model_smooth.h"

static bool model_smooth_is_plain(const ModelText *m, ExprId e)
{
  if (e.i < 0) return true;
  walk_from(m->walk, e, false);
  for (int k = 0; k < m->walk->n_nodes; k++) {
    const ExprNode *n = expr_node(m->reduced->exprs, m->walk->node[k]);
    if (!expr_op_is_plain((ExprOp)n->op)) return false;
  }
  return true;
}

bool model_is_smooth(const ModelText *m)
{
  const System *sys = m->reduced->sys;
  if (sys->n_relations > 0 || sys->n_assertions > 0 ||
      sys->n_discrete_eqs > 0) {
    return false;
  }
  for (int k = 0; k < sys->n_eqs; k++) {
    const Eq *eq = &sys->eq[k];
    if (!eq->start_only && !model_smooth_is_plain(m, eq->residual))
      return false;
  }
  return true;
}
