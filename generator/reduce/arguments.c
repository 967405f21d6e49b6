/* arguments.c: every residual once. */
#include "reduce/arguments.h"

#include "function/function.h"
#include "symbolic/walk.h"

static ExprId trim_call(void *context, ExprTable *t, ExprId call)
{
  Walk *walk = context;
  return call_trim(t, call, walk->arena);
}

static bool has_calls(const Walk *walk)
{
  for (int k = 0; k < walk->n_nodes; k++) {
    if (expr_node(walk->exprs, walk->node[k])->op == EXPR_CALL) return true;
  }
  return false;
}

static void trim(Walk *walk, ExprId *e)
{
  if (e->i < 0) return;
  walk_from(walk, *e, true);
  if (has_calls(walk)) *e = walk_replace_calls(walk, *e, trim_call, walk);
}

static void trim_reals(Walk *walk, Eq *eq, int n)
{
  for (int k = 0; k < n; k++) {
    trim(walk, &eq[k].residual);
    if (eq[k].has_start_residual) trim(walk, &eq[k].start_residual);
  }
}

/* Those are assigned: left is the variable. */
static void trim_discrete(Walk *walk, Eq *eq, int n)
{
  for (int k = 0; k < n; k++) trim(walk, &eq[k].right);
}

bool arguments_trim(System *sys, Session *s)
{
  if (!sys->functions || sys->functions->n_functions == 0) return true;
  ArenaMark mark = arena_mark(session_scratch(s));
  Walk *walk = walk_create(sys->exprs, session_scratch(s));
  trim_reals(walk, sys->eq, sys->n_eqs);
  trim_reals(walk, sys->initial_eq, sys->n_initial_eqs);
  trim_discrete(walk, sys->discrete_eq, sys->n_discrete_eqs);
  trim_discrete(walk, sys->initial_discrete_eq, sys->n_initial_discrete_eqs);
  arena_release(mark);
  return true;
}
