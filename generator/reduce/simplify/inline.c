/* inline.c: every residual and every discrete value once. */
#include "reduce/simplify/inline.h"

#include <assert.h>

#include "function/function_expand.h"
#include "reduce/system/system_visit.h"
#include "symbolic/walk.h"

typedef struct Inlining {
  Walk *walk;
  FunctionExpander *expander;
  bool expanded; /* a call in this expression */
} Inlining;

/* Result k of a call that stays one, without what it does not look at. */
static ExprId trim_result(void *context, ExprTable *t, ExprId call, int k)
{
  const Inlining *x = context;
  return call_result(t, call_trim(t, call, x->walk->arena), k);
}

static ExprId replace_result(void *context, ExprTable *t, ExprId call, int k)
{
  Inlining *x = context;
  ExprId made = function_expand(x->expander, call, k);
  const ExprNode *n = expr_node(t, made);
  if (n->op == EXPR_RESULT && expr_same(n->arg[0], call))
    return trim_result(x, t, call, k);
  x->expanded = true;
  return made;
}

static bool has_calls(const Walk *walk)
{
  for (int k = 0; k < walk->n_nodes; k++) {
    if (expr_node(walk->exprs, walk->node[k])->op == EXPR_CALL) return true;
  }
  return false;
}

/* What is computed again and again. */
static bool is_inlined(ExprPlace place)
{
  switch (place) {
  case PLACE_IN_EQUATION:
  case PLACE_IN_START_RESIDUAL:
  case PLACE_IN_INITIAL:
  case PLACE_DISCRETE_VALUE:
  case PLACE_INITIAL_DISCRETE_VALUE: return true;
  case PLACE_AS_WRITTEN: /* for reports */
  case PLACE_INITIAL_AS_WRITTEN:
  case PLACE_BEFORE_SPLIT:
  case PLACE_IN_COMBINATION:
  case PLACE_DISCRETE_VARIABLE: /* without calls */
  case PLACE_INITIAL_DISCRETE_VARIABLE:
  case PLACE_IN_ASSERTION: /* seldom computed, or once */
  case PLACE_REINIT_ACTIVE:
  case PLACE_REINIT_VALUE:
  case PLACE_IN_SAMPLE:
  case PLACE_BINDING:
  case PLACE_START:
  case PLACE_BOUND:
  case PLACE_NOMINAL:
  case PLACE_IN_RELATION: /* their calls stay calls */
  case PLACE_RELATION_TIME:
  case PLACE_RELATION_DISTANCE:
  case PLACE_IN_MONITOR:
  case PLACE_IN_SET: return false; /* made later, from residuals */
  }
  return false;
}

static void replace(void *context, ExprPlace place, int at, ExprId *e)
{
  (void)place, (void)at;
  Inlining *x = context;
  walk_from(x->walk, *e, true);
  if (!has_calls(x->walk)) return;
  x->expanded = false;
  *e = walk_replace_results(x->walk, *e, replace_result, x);
  if (!x->expanded) return;
  /* calls in the bodies of those that were expanded */
  walk_from(x->walk, *e, true);
  if (has_calls(x->walk))
    *e = walk_replace_results(x->walk, *e, trim_result, x);
}

bool inline_calls(System *sys, Session *s)
{
  assert(sys->eq_var); /* derivatives of functions are taken */
  if (!sys->functions || sys->functions->n_functions == 0) return true;
  ArenaMark mark = arena_mark(session_scratch(s));
  Inlining x = {walk_create(sys->exprs, session_scratch(s)),
                function_expander_create(sys->functions), false};
  system_each_expression(sys, is_inlined, replace, &x);
  function_expander_free(x.expander);
  arena_release(mark);
  return true;
}
