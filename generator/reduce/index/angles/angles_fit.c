/* angles_fit.c: see angles_fit.h. */
#include "reduce/index/angles/angles_fit.h"

#include "reduce/index/angles/circles.h"
#include "reduce/structure/matching.h"
#include "reduce/system/incidence.h"
#include "symbolic/differentiate.h"

/* One look at the constraints. */
typedef struct Fit {
  const System *sys;
  Arena *scratch;
  Walk *walk;
  const Circle *circle; /* [n_given] */
  IntList *row;         /* unknowns of each equation that there will be */
  int n_rows;
} Fit;

/* Does a user or an event say which variables are states? */
static bool has_wishes(const System *sys)
{
  if (sys->n_reinits > 0) return true;
  for (int k = 0; k < sys->n_vars; k++) {
    if (sys->var[k].state_select > STATE_DEFAULT) return true;
  }
  return false;
}

/* Is it the same as long as the model runs? */
static bool angles_fit_is_fixed(const Fit *f, ExprId e)
{
  walk_from(f->walk, e, false);
  for (int k = 0; k < f->walk->n_nodes; k++) {
    const ExprNode *n = expr_node(f->sys->exprs, f->walk->node[k]);
    if (expr_op_is_call((ExprOp)n->op)) return false;
    if (!system_is_fixed(f->sys, n)) return false;
  }
  return true;
}

static bool angles_fit_is_unknown(const void *context, VarId v)
{
  return system_is_unknown(context, v);
}

/* A sum of unknowns with fixed factors, and of something else that is fixed or
 * depends on time alone. */
static bool is_plain_sum(const Fit *f, ExprId e)
{
  const System *sys = f->sys;
  walk_from(f->walk, e, false);
  for (int k = 0; k < f->walk->n_nodes; k++) {
    const ExprNode *n = expr_node(sys->exprs, f->walk->node[k]);
    bool is_variable = n->op == EXPR_VAR;
    if (!expr_op_is_plain((ExprOp)n->op)) return false;
    if (is_variable && sys->var[n->var.i].kind == VAR_INPUT) return false;
    if (is_variable && sys->var[n->var.i].kind == VAR_DISCRETE) return false;
  }
  Gradient gradient = {0};
  differentiate_gradient(f->walk, e, angles_fit_is_unknown, sys, &gradient);
  ExprId *factor =
      arena_array(f->scratch, (size_t)gradient.n_entries + 1, sizeof(ExprId));
  int n = gradient.n_entries;
  for (int k = 0; k < n; k++) factor[k] = gradient.entry[k].value;
  for (int k = 0; k < n; k++) {
    if (!angles_fit_is_fixed(f, factor[k])) return false;
  }
  return true;
}

static void angles_fit_add_row(Fit *f, ExprId e)
{
  f->row[f->n_rows++] = incidence_of(f->sys, f->walk, e, false, f->scratch);
}

static bool have_starts(const Fit *f, ExprId e)
{
  IntList list = incidence_of(f->sys, f->walk, e, false, f->scratch);
  for (int k = 0; k < list.n; k++) {
    if (!var_has_own_start(f->sys, &f->sys->var[list.item[k]])) return false;
  }
  return true;
}

static bool takes_circle(Fit *f, const Circle *c)
{
  if (!angles_fit_is_fixed(f, c->r) || !have_starts(f, c->a) ||
      !have_starts(f, c->b) || !is_plain_sum(f, c->a) ||
      !is_plain_sum(f, c->b)) {
    return false;
  }
  angles_fit_add_row(f, c->a);
  angles_fit_add_row(f, c->b);
  return true;
}

static bool takes_constraint(Fit *f, int k)
{
  const Eq *eq = &f->sys->eq[k];
  if (eq->has_start_residual) return false;
  if (f->circle[k].a.i >= 0) return takes_circle(f, &f->circle[k]);
  if (!is_plain_sum(f, eq->residual)) return false;
  angles_fit_add_row(f, eq->residual);
  return true;
}

/* Has each row an unknown of its own? */
static bool rows_match(const Fit *f)
{
  Matching *m = matching_create(f->scratch, f->n_rows, f->sys->n_vars);
  for (int r = 0; r < f->n_rows; r++) {
    m->row[r] = f->row[r];
    if (!matching_augment(m, r)) return false;
  }
  return true;
}

static bool angles_fit_constraints(const System *sys, Session *s)
{
  Arena *scratch = session_scratch(s);
  Fit f = {.sys = sys, .scratch = scratch};
  int n;
  f.walk = walk_create(sys->exprs, scratch);
  f.circle = circles_find(sys, f.walk, scratch, &n);
  if (n == 0) return false;
  f.row = arena_array(scratch, 2 * (size_t)sys->n_given, sizeof f.row[0]);
  for (int k = 0; k < sys->n_given; k++) {
    if (sys->eq[k].derivative.i >= 0 && !takes_constraint(&f, k)) return false;
  }
  return rows_match(&f);
}

bool angles_fit(const System *sys, Session *s)
{
  if (has_wishes(sys)) return false;
  ArenaMark mark = arena_mark(session_scratch(s));
  bool fits = angles_fit_constraints(sys, s);
  arena_release(mark);
  return fits;
}
