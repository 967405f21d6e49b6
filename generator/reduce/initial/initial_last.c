/* initial_last.c: see initial_last.h. */
#include "reduce/initial/initial_last.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"

static bool lacks_unknown(const Plan *plan, int r)
{
  return plan->row[r].assigned.i < 0 && plan->m->row_col[r] < 0;
}

/* The row of pre(v) = start, where the start value depends on what is computed
 * at the start (free_parameters.h); -1: there is none. */
static int row_of_start(const Plan *plan, const Var *var)
{
  int r = plan->m->col_row[var->pre.i];
  if (r < 0 || var->start.i < 0) return -1;
  const PlanRow *row = &plan->row[r];
  bool is_start = expr_same(row->value, var->start) &&
                  memcmp(&row->span, &var->span, sizeof row->span) == 0;
  return is_start ? r : -1;
}

/* The row says v = pre(v), and nothing but a start value that is not fixed
 * says what that is. */
static bool keeps_loose_start(const System *sys, const Plan *plan, int r)
{
  const PlanRow *row = &plan->row[r];
  if (row->assigned.i < 0) return false;
  const Var *var = &sys->var[row->assigned.i];
  const ExprNode *value = expr_node(sys->exprs, row->value);
  return var->kind == VAR_DISCRETE && var->type == VAR_REAL && !var->fixed &&
         value->op == EXPR_VAR && var->pre.i >= 0 &&
         var_same(value->var, var->pre) &&
         (!sys->var[var->pre.i].is_set_at_start ||
          row_of_start(plan, var) >= 0);
}

/* The variables of such rows, for a while without their rows. */
static IntList offer_loose(const System *sys, Plan *plan, Arena *arena)
{
  Matching *m = plan->m;
  size_t n_rows = (size_t)plan->n_rows;
  IntList rows = {arena_array(arena, n_rows, sizeof(int)), 0};
  for (int r = 0; r < plan->n_rows; r++) {
    if (!keeps_loose_start(sys, plan, r)) continue;
    int v = plan->row[r].assigned.i;
    assert(m->row_col[r] == v && m->excluded[v]);
    m->row_col[r] = m->col_row[v] = -1;
    m->excluded[v] = false;
    rows.item[rows.n++] = r;
  }
  return rows;
}

static void take_back(Plan *plan, int row)
{
  int v = plan->row[row].assigned.i;
  plan->m->row_col[row] = v;
  plan->m->col_row[v] = row;
  plan->m->excluded[v] = true;
}

/* Of pre(v), which may have one already. */
static Eq *initial_last_equation(System *sys, VarId pre)
{
  for (int k = 0; k < sys->n_initial_discrete_eqs; k++) {
    Eq *eq = &sys->initial_discrete_eq[k];
    if (var_same(expr_node(sys->exprs, eq->left)->var, pre)) return eq;
  }
  sys->initial_discrete_eq = vector_grow(
      sys->arena, sys->initial_discrete_eq, &sys->cap_initial_discrete_eqs,
      sys->n_initial_discrete_eqs + 1, sizeof(Eq));
  return &sys->initial_discrete_eq[sys->n_initial_discrete_eqs++];
}

/* pre(v) := v */
static void turn_around(System *sys, Plan *plan, int row)
{
  Matching *m = plan->m;
  PlanRow *r = &plan->row[row];
  VarId v = r->assigned, pre = sys->var[v.i].pre;
  ExprId value = expr_var(sys->exprs, v);
  if (sys->var[pre.i].is_set_at_start) { /* the start value counts no more */
    int start = row_of_start(plan, &sys->var[v.i]);
    assert(start >= 0);
    plan->row[start].absorbed = true;
    m->row_col[start] = -1;
  }
  *initial_last_equation(sys, pre) = (Eq){.residual = NO_EXPR,
                                          .span = r->span,
                                          .derivative = NO_EQ,
                                          .integral = NO_EQ,
                                          .left = expr_var(sys->exprs, pre),
                                          .right = value};
  sys->var[pre.i].is_set_at_start = true;
  m->excluded[v.i] = true; /* as those of all discrete variables */
  r->residual = r->value = value;
  r->assigned = pre;
  m->row_col[row] = pre.i;
  m->col_row[pre.i] = row;
}

/* What is set at the start is to be computed before it is used. */
static void initial_last_read_rows(const System *sys, Walk *walk, Plan *plan,
                                   Arena *arena)
{
  for (int r = 0; r < plan->n_rows; r++) {
    ExprId residual = plan->row[r].residual;
    plan->m->row[r] =
        plan->row[r].absorbed
            ? (IntList){NULL, 0}
            : incidence_of_residual(sys, walk, residual, true, arena);
  }
}

void initial_last_match(System *sys, Walk *walk, Plan *plan, Arena *arena)
{
  bool any = false;
  for (int r = 0; r < plan->n_rows && !any; r++) any = lacks_unknown(plan, r);
  if (!any) return;
  IntList loose = offer_loose(sys, plan, arena);
  any = false;
  for (int r = 0; r < plan->n_rows && loose.n > 0; r++) {
    if (lacks_unknown(plan, r)) any |= matching_augment(plan->m, r);
  }
  for (int k = 0; k < loose.n; k++) {
    int row = loose.item[k];
    if (plan->m->col_row[plan->row[row].assigned.i] < 0)
      take_back(plan, row);
    else
      turn_around(sys, plan, row);
  }
  if (any) initial_last_read_rows(sys, walk, plan, arena);
}
