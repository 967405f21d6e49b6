/* homotopy.c: two residuals from one. */
#include "reduce/simplify/homotopy.h"

#include <assert.h>

#include "reduce/system/hybrid.h"
#include "reduce/system/system_visit.h"

typedef struct Separation {
  System *sys;
  Walk *walk;
} Separation;

static bool homotopy_is_discrete_var(const System *sys, ExprId e)
{
  const ExprNode *n = expr_node(sys->exprs, e);
  return n->op == EXPR_VAR && sys->var[n->var.i].kind == VAR_DISCRETE;
}

/* The sides of what may define a discrete variable are left as they are: its
 * value is folded where it is computed, at the start by what initial() gives
 * there. */
static void separate(System *sys, Walk *walk, Eq *eq)
{
  if (eq->is_discrete || !walk_contains(walk, eq->residual, sys->homotopy)) {
    return;
  }
  eq->has_start_residual = true;
  eq->start_residual = hybrid_fold_initial(walk, eq->residual, true);
  eq->residual = hybrid_fold_initial(walk, eq->residual, false);
  if (homotopy_is_discrete_var(sys, eq->left) ||
      homotopy_is_discrete_var(sys, eq->right))
    return;
  eq->left = hybrid_fold_initial(walk, eq->left, false);
  eq->right = hybrid_fold_initial(walk, eq->right, false);
}

/* Equations have a residual of each kind. Initial equations hold in
 * initialization alone; parameters and start values are computed before it,
 * by the actual value. */
static bool is_separated(ExprPlace place)
{
  switch (place) {
  case PLACE_IN_EQUATION:
  case PLACE_IN_INITIAL:
  case PLACE_BINDING:
  case PLACE_START: return true;
  case PLACE_AS_WRITTEN:         /* with the residual */
  case PLACE_INITIAL_AS_WRITTEN: /* for reports, and folded where it is used */
  case PLACE_BOUND:              /* read as numbers, by the actual value */
  case PLACE_NOMINAL:
  case PLACE_IN_ASSERTION: /* where homotopy() has come to its end */
  case PLACE_REINIT_ACTIVE:
  case PLACE_REINIT_VALUE:
  case PLACE_IN_RELATION: /* folded where they are evaluated */
  case PLACE_IN_SAMPLE:
  case PLACE_IN_START_RESIDUAL: /* these are made here or later */
  case PLACE_DISCRETE_VALUE:
  case PLACE_DISCRETE_VARIABLE:
  case PLACE_INITIAL_DISCRETE_VALUE:
  case PLACE_INITIAL_DISCRETE_VARIABLE:
  case PLACE_BEFORE_SPLIT:
  case PLACE_RELATION_TIME:
  case PLACE_RELATION_DISTANCE:
  case PLACE_IN_MONITOR:
  case PLACE_IN_SET:
  case PLACE_IN_COMBINATION: return false;
  }
  return false;
}

static void settle(void *context, ExprPlace place, int at, ExprId *e)
{
  const Separation *x = context;
  if (place == PLACE_IN_EQUATION) {
    separate(x->sys, x->walk, &x->sys->eq[at]);
  } else if (place == PLACE_IN_INITIAL) {
    *e = hybrid_fold_initial(x->walk, *e, true);
  } else if (walk_contains(x->walk, *e, x->sys->homotopy)) {
    *e = hybrid_fold_initial(x->walk, *e, false);
  }
}

bool homotopy_separate(System *sys, Session *s)
{
  assert(!sys->eq_var && sys->homotopy.i < sys->n_vars);
  if (sys->homotopy.i < 0) return true;
  ArenaMark mark = arena_mark(session_scratch(s));
  Separation x = {sys, walk_create(sys->exprs, session_scratch(s))};
  system_each_expression(sys, is_separated, settle, &x);
  arena_release(mark);
  return true;
}
