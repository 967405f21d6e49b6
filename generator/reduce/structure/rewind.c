/* rewind.c: generated variables stand after all others, so they are cut off;
 * those that the new residuals hold are made again under other numbers. */
#include "reduce/structure/rewind.h"

#include <assert.h>

#include "reduce/system/system_visit.h"

/* --- derivatives that differentiation introduced --- */

typedef struct Generated {
  VarId base; /* the variable before differentiation it derives from */
  int order;
  VarId now; /* made again; NO_VAR: not needed */
} Generated;

typedef struct Rewind {
  Session *s;
  System *sys;
  Generated *generated; /* [old n_vars - first] */
  int first;            /* number of variables that stay */
} Rewind;

static void remember_generated(Rewind *w, Arena *scratch)
{
  System *sys = w->sys;
  w->first = sys->n_undifferentiated_vars;
  w->generated =
      arena_array(scratch, (size_t)(sys->n_vars - w->first), sizeof(Generated));
  for (int i = w->first; i < sys->n_vars; i++) {
    Generated *g = &w->generated[i - w->first];
    g->now = NO_VAR;
    g->base = sys->var[i].integral;
    g->order = 1;
    if (g->base.i >= w->first) { /* derivatives are made in rising order */
      g->order += w->generated[g->base.i - w->first].order;
      g->base = w->generated[g->base.i - w->first].base;
    }
  }
}

static void cut_off(System *sys)
{
  for (int i = 0; i < sys->n_undifferentiated_vars; i++) {
    VarId d = sys->var[i].derivative;
    if (d.i >= sys->n_undifferentiated_vars) sys->var[i].derivative = NO_VAR;
  }
  sys->n_vars = sys->n_undifferentiated_vars;
  sys->n_eqs = sys->n_given;
  for (int k = 0; k < sys->n_given; k++) sys->eq[k].derivative = NO_EQ;
  sys->eq_var = NULL;
  sys->n_steps = 0;
}

static ExprId var_now(void *context, ExprTable *t, VarId var)
{
  Rewind *w = context;
  if (var.i < w->first) return expr_var(t, var);
  Generated *g = &w->generated[var.i - w->first];
  if (g->now.i < 0) {
    g->now = g->base;
    for (int k = 0; k < g->order; k++) {
      g->now = system_derivative(w->sys, w->s, g->now);
      w->sys->var[g->now.i].is_generated = true;
    }
  }
  return expr_var(t, g->now);
}

/* --- derivatives that nothing needs any more --- */

typedef struct Needs {
  const System *sys;
  Walk *walk;
  bool *needed; /* [n_vars] */
} Needs;

/* What is computed from, or reported at the start or while the model runs. */
static bool needs_expression(ExprPlace place)
{
  switch (place) {
  case PLACE_IN_EQUATION:
  case PLACE_IN_START_RESIDUAL:
  case PLACE_IN_INITIAL:
  case PLACE_DISCRETE_VALUE:
  case PLACE_INITIAL_DISCRETE_VALUE:
  case PLACE_IN_ASSERTION:
  case PLACE_REINIT_ACTIVE:
  case PLACE_REINIT_VALUE:
  case PLACE_IN_RELATION:
  case PLACE_IN_MONITOR: return true;
  case PLACE_RELATION_TIME:     /* of time alone */
  case PLACE_RELATION_DISTANCE: /* the sides again */
  case PLACE_AS_WRITTEN:        /* the residuals again */
  case PLACE_INITIAL_AS_WRITTEN:
  case PLACE_BEFORE_SPLIT:
  case PLACE_DISCRETE_VARIABLE: /* discrete: not a derivative */
  case PLACE_INITIAL_DISCRETE_VARIABLE:
  case PLACE_IN_SAMPLE: /* of parameters alone, like the attributes */
  case PLACE_BINDING:
  case PLACE_START:
  case PLACE_BOUND:
  case PLACE_NOMINAL:
  case PLACE_IN_SET:                       /* selection has not run */
  case PLACE_IN_COMBINATION: return false; /* for reports */
  }
  return false;
}

static void rewind_mark_expression(void *context, ExprPlace place, int at,
                                   ExprId e)
{
  (void)place, (void)at;
  Needs *n = context;
  walk_from(n->walk, e, false);
  for (int k = 0; k < n->walk->n_nodes; k++) {
    const ExprNode *node = expr_node(n->sys->exprs, n->walk->node[k]);
    if (node->op == EXPR_VAR) n->needed[node->var.i] = true;
  }
}

/* Which variables are read without an expression that holds them? */
static bool needs_variable(VarLink link)
{
  switch (link) {
  case LINK_REPRESENTATIVE:
  case LINK_REINIT_STATE:
  case LINK_DELAYED:
  case LINK_DELAY_TIME:
  case LINK_TRANSPORTED:
  case LINK_TRANSPORT_MOTION:
  case LINK_FRAME_TIED:
  case LINK_FRAME_ALONG: return true;
  case LINK_IN_CHAIN: /* what is to be ended */
  case LINK_MATCHED:
  case LINK_IN_PRE: /* not derivatives */
  case LINK_SAMPLED:
  case LINK_DELAY_LONGEST:
  case LINK_DELAY_RESULT:
  case LINK_TRANSPORT_PROFILE:
  case LINK_TRANSPORT_RESULT:
  case LINK_FRAME_ENTRY:
  case LINK_OF_MONITOR:
  case LINK_IMPULSE:
  case LINK_DECIDED:
  case LINK_OF_SYSTEM:
  case LINK_TOLERANCE:
  case LINK_SET_CANDIDATE: /* selection has not run */
  case LINK_SET_STATE:
  case LINK_IN_STEP: return false; /* for reports */
  }
  return false;
}

static void rewind_mark_variable(void *context, VarLink link, int at, VarId v)
{
  (void)link, (void)at;
  ((Needs *)context)->needed[v.i] = true;
}

/* From the end of each chain down to the first that is needed. */
void rewind_drop_unneeded(System *sys, Walk *walk, Arena *scratch)
{
  assert(sys->n_sets == 0);
  bool *needed = arena_array(scratch, (size_t)sys->n_vars, sizeof(bool));
  Needs needs = {sys, walk, needed};
  system_read_expressions(sys, needs_expression, rewind_mark_expression,
                          &needs);
  system_read_variables(sys, needs_variable, rewind_mark_variable, &needs);
  for (int i = 0; i < sys->n_vars; i++) {
    if (sys->var[i].derivative.i >= 0 || sys->var[i].alias_of.i >= 0) continue;
    VarId v = {i};
    while (system_is_der(sys, v) && !needed[v.i]) {
      VarId below = sys->var[v.i].integral;
      sys->var[below.i].derivative = NO_VAR;
      sys->var[v.i].integral = NO_VAR;
      sys->var[v.i].kind = VAR_ABSENT;
      v = below;
    }
  }
}

void rewind_system(System *sys, Session *s, Walk *walk,
                   Combination *combination, int n)
{
  assert(sys->eq_var && sys->n_sets == 0); /* not selected yet */
  assert(n >= 0 && sys->n_undifferentiated_vars <= sys->n_vars);
  Arena *scratch = session_scratch(s);
  Rewind w = {s, sys, NULL, 0};
  remember_generated(&w, scratch);
  cut_off(sys);
  for (int k = 0; k < n; k++) {
    Combination *c = &combination[k];
    Eq *eq = &sys->eq[c->replaced.i];
    c->residual = walk_replace(walk, c->residual, false, var_now, &w);
    for (int i = 0; i < c->n_terms; i++) { /* for reports */
      ExprId *factor = &c->term[i].factor;
      *factor = walk_replace(walk, *factor, false, var_now, &w);
    }
    eq->residual = c->residual;
    eq->has_start_residual = false;
    eq->left = eq->right = NO_EXPR;
  }
  rewind_drop_unneeded(sys, walk, scratch);
}
