/* inline.c: every residual once. */
#include "reduce/simplify/inline.h"

#include "function/function_expand.h"
#include "symbolic/walk.h"

typedef struct Inlining {
  Walk *walk;
  FunctionExpander *expander;
} Inlining;

/* Result k of a call that stays one, without what it does not look at. */
static ExprId replace_result(void *context, ExprTable *t, ExprId call, int k)
{
  const Inlining *x = context;
  ExprId made = function_expand(x->expander, call, k);
  const ExprNode *n = expr_node(t, made);
  if (n->op != EXPR_RESULT || !expr_same(n->arg[0], call)) return made;
  return call_result(t, call_trim(t, call, x->walk->arena), k);
}

static bool has_calls(const Walk *walk)
{
  for (int k = 0; k < walk->n_nodes; k++) {
    if (expr_node(walk->exprs, walk->node[k])->op == EXPR_CALL) return true;
  }
  return false;
}

static void replace(Inlining *x, ExprId *e)
{
  if (e->i < 0) return;
  walk_from(x->walk, *e, true);
  if (!has_calls(x->walk)) return;
  *e = walk_replace_results(x->walk, *e, replace_result, x);
}

static void replace_reals(Inlining *x, Eq *eq, int n)
{
  for (int k = 0; k < n; k++) {
    replace(x, &eq[k].residual);
    if (eq[k].has_start_residual) replace(x, &eq[k].start_residual);
  }
}

/* Those are assigned: left is the variable. */
static void replace_discrete(Inlining *x, Eq *eq, int n)
{
  for (int k = 0; k < n; k++) replace(x, &eq[k].right);
}

bool inline_calls(System *sys, Session *s)
{
  if (!sys->functions || sys->functions->n_functions == 0) return true;
  ArenaMark mark = arena_mark(session_scratch(s));
  Inlining x = {walk_create(sys->exprs, session_scratch(s)),
                function_expander_create(sys->functions)};
  replace_reals(&x, sys->eq, sys->n_eqs);
  replace_reals(&x, sys->initial_eq, sys->n_initial_eqs);
  replace_discrete(&x, sys->discrete_eq, sys->n_discrete_eqs);
  replace_discrete(&x, sys->initial_discrete_eq, sys->n_initial_discrete_eqs);
  function_expander_free(x.expander);
  arena_release(mark);
  return true;
}
