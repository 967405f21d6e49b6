/* homotopy.c: two residuals from one. */
#include "reduce/simplify/homotopy.h"

#include "reduce/system/hybrid.h"

static void separate(System *sys, Walk *walk, Eq *eq)
{
  if (!walk_contains(walk, eq->residual, sys->homotopy)) return;
  eq->has_start_residual = true;
  eq->start_residual = hybrid_fold_initial(walk, eq->residual, true);
  eq->residual = hybrid_fold_initial(walk, eq->residual, false);
  eq->left = hybrid_fold_initial(walk, eq->left, false);
  eq->right = hybrid_fold_initial(walk, eq->right, false);
}

/* Parameters and start values are computed before: by the actual value. */
static void settle_values(System *sys, Walk *walk, Var *var)
{
  ExprId *value[] = {&var->binding, &var->start};
  for (int k = 0; k < 2; k++) {
    if (value[k]->i < 0) continue;
    if (!walk_contains(walk, *value[k], sys->homotopy)) continue;
    *value[k] = hybrid_fold_initial(walk, *value[k], false);
  }
}

bool homotopy_separate(System *sys, Session *s)
{
  if (sys->homotopy.i < 0) return true;
  ArenaMark mark = arena_mark(session_scratch(s));
  Walk *walk = walk_create(sys->exprs, session_scratch(s));
  for (int k = 0; k < sys->n_eqs; k++) {
    if (!sys->eq[k].is_discrete) separate(sys, walk, &sys->eq[k]);
  }
  for (int k = 0; k < sys->n_initial_eqs; k++) {
    Eq *eq = &sys->initial_eq[k];
    eq->residual = hybrid_fold_initial(walk, eq->residual, true);
  }
  for (int i = 0; i < sys->n_vars; i++) {
    settle_values(sys, walk, &sys->var[i]);
  }
  arena_release(mark);
  return true;
}
