/* rewind.c: generated variables stand behind all others, so they are cut off;
 * those that the new residuals hold are made again under other numbers. */
#include "reduce/structure/rewind.h"

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

static void mark(const System *sys, Walk *walk, ExprId e, bool *needed)
{
  if (e.i < 0) return;
  walk_from(walk, e, false);
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *n = expr_node(sys->exprs, walk->node[k]);
    if (n->op == EXPR_VAR) needed[n->var.i] = true;
  }
}

static void mark_needed(const System *sys, Walk *walk, bool *needed)
{
  for (int k = 0; k < sys->n_eqs; k++) {
    mark(sys, walk, sys->eq[k].residual, needed);
    if (sys->eq[k].has_start_residual) {
      mark(sys, walk, sys->eq[k].start_residual, needed);
    }
  }
  for (int k = 0; k < sys->n_discrete_eqs; k++) {
    mark(sys, walk, sys->discrete_eq[k].right, needed);
  }
  for (int k = 0; k < sys->n_initial_eqs; k++) {
    mark(sys, walk, sys->initial_eq[k].residual, needed);
  }
  for (int k = 0; k < sys->n_assertions; k++) {
    mark(sys, walk, sys->assertion[k].condition, needed);
  }
  for (int k = 0; k < sys->n_reinits; k++) {
    mark(sys, walk, sys->reinit[k].active, needed);
    mark(sys, walk, sys->reinit[k].value, needed);
  }
  for (int k = 0; k < sys->n_relations; k++) {
    mark(sys, walk, sys->relation[k].left, needed);
    mark(sys, walk, sys->relation[k].right, needed);
  }
  for (int i = 0; i < sys->n_vars; i++) {
    VarId other = sys->var[i].alias_of;
    if (other.i >= 0) needed[other.i] = true;
  }
}

/* From the end of each chain down to the first that is needed. */
void rewind_drop_unneeded(System *sys, Walk *walk, Arena *scratch)
{
  bool *needed = arena_array(scratch, (size_t)sys->n_vars, sizeof(bool));
  mark_needed(sys, walk, needed);
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
