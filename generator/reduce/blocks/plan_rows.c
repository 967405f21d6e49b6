/* plan_rows.c: the equations of a sequence as rows of a matching. */
#include <assert.h>

#include "base/vector.h"
#include "reduce/blocks/plan.h"
#include "reduce/simplify/free_parameters.h"
#include "reduce/system/hybrid.h"
#include "reduce/system/incidence.h"
#include "reduce/system/system_visit.h"

static void plan_rows_add_row(Plan *plan, PlanRow row, Arena *arena)
{
  plan->row = vector_grow(arena, plan->row, &plan->cap_rows, plan->n_rows + 1,
                          sizeof row);
  plan->row[plan->n_rows++] = row;
}

static void add_real_row(Plan *plan, const Eq *eq, EqId id, Arena *arena)
{
  plan_rows_add_row(plan,
                    (PlanRow){.residual = eq->residual,
                              .assigned = NO_VAR,
                              .value = NO_EXPR,
                              .eq = id,
                              .span = eq->span,
                              .set = -1},
                    arena);
}

/* What depends on initial() is known: a when-equation that is not active in
 * initialization needs nothing of what it would assign. */
static void add_discrete_row(Plan *plan, const System *sys, Walk *walk,
                             const Eq *eq, bool initial, Arena *arena)
{
  ExprId value = hybrid_fold_initial(walk, eq->right, initial);
  plan_rows_add_row(plan,
                    (PlanRow){.residual = value,
                              .assigned = expr_node(sys->exprs, eq->left)->var,
                              .value = value,
                              .eq = NO_EQ,
                              .span = eq->span,
                              .set = -1},
                    arena);
}

/* --- which expressions are rows --- */

/* While rows are collected. */
typedef struct RowSearch {
  Plan *plan;
  const System *sys;
  Walk *walk;
  Arena *arena;
} RowSearch;

static void add_equation_row(const RowSearch *s, int at, bool at_start)
{
  Eq eq = s->sys->eq[at];
  bool has_other = s->plan->is_initial && eq.has_start_residual;
  if (has_other != at_start) return; /* the other residual is the row */
  if (at_start) eq.residual = eq.start_residual;
  add_real_row(s->plan, &eq, (EqId){at}, s->arena);
}

/* Parameters that depend on what initialization determines: Reals are
 * unknowns with an equation, others are assigned. */
static void add_parameter_row(const RowSearch *s, int at)
{
  const System *sys = s->sys;
  ExprTable *t = sys->exprs;
  const Var *var = &sys->var[at];
  if (var->kind != VAR_PARAMETER || !var->is_set_at_start) return;
  ExprId left = expr_var(t, (VarId){at});
  Eq eq = {.residual = expr_sub(t, left, var->binding),
           .span = var->span,
           .left = left,
           .right = var->binding};
  if (var->type == VAR_REAL)
    add_real_row(s->plan, &eq, NO_EQ, s->arena);
  else
    add_discrete_row(s->plan, sys, s->walk, &eq, true, s->arena);
}

/* In which sequences does an expression determine an unknown? */
typedef enum RowTime { ROW_NEVER, ROW_INITIAL, ROW_ALWAYS } RowTime;

static RowTime row_time(ExprPlace place)
{
  switch (place) {
  case PLACE_IN_EQUATION:
  case PLACE_DISCRETE_VALUE: return ROW_ALWAYS;
  case PLACE_IN_START_RESIDUAL:
  case PLACE_IN_INITIAL:
  case PLACE_INITIAL_DISCRETE_VALUE:
  case PLACE_BINDING: return ROW_INITIAL;
  case PLACE_DISCRETE_VARIABLE: /* with their values */
  case PLACE_INITIAL_DISCRETE_VARIABLE:
  case PLACE_AS_WRITTEN: /* the residuals again */
  case PLACE_INITIAL_AS_WRITTEN:
  case PLACE_BEFORE_SPLIT:
  case PLACE_START:        /* conditions that initial.c adds */
  case PLACE_IN_SET:       /* plan_join_levels() puts them into the rows */
  case PLACE_IN_MONITOR:   /* appended to the blocks */
  case PLACE_IN_ASSERTION: /* evaluated beside the blocks */
  case PLACE_REINIT_ACTIVE:
  case PLACE_REINIT_VALUE:
  case PLACE_IN_RELATION:
  case PLACE_RELATION_TIME:
  case PLACE_RELATION_DISTANCE:
  case PLACE_IN_SAMPLE:
  case PLACE_BOUND: /* numbers */
  case PLACE_NOMINAL:
  case PLACE_IN_COMBINATION: return ROW_NEVER; /* for reports */
  }
  return ROW_NEVER;
}

static bool is_initial_row(ExprPlace place)
{
  return row_time(place) != ROW_NEVER;
}

static bool is_running_row(ExprPlace place)
{
  return row_time(place) == ROW_ALWAYS;
}

static void add_row_at(void *context, ExprPlace place, int at, ExprId e)
{
  const RowSearch *s = context;
  const System *sys = s->sys;
  (void)e;
  if (place == PLACE_IN_EQUATION || place == PLACE_IN_START_RESIDUAL) {
    add_equation_row(s, at, place == PLACE_IN_START_RESIDUAL);
  } else if (place == PLACE_IN_INITIAL) {
    add_real_row(s->plan, &sys->initial_eq[at], NO_EQ, s->arena);
  } else if (place == PLACE_DISCRETE_VALUE) {
    add_discrete_row(s->plan, sys, s->walk, &sys->discrete_eq[at],
                     s->plan->is_initial, s->arena);
  } else if (place == PLACE_INITIAL_DISCRETE_VALUE) {
    add_discrete_row(s->plan, sys, s->walk, &sys->initial_discrete_eq[at], true,
                     s->arena);
  } else {
    assert(place == PLACE_BINDING);
    add_parameter_row(s, at);
  }
}

Plan *plan_begin(const System *sys, Walk *walk, bool with_initial, Arena *arena)
{
  Plan *plan = arena_alloc(arena, sizeof *plan);
  RowSearch search = {plan, sys, walk, arena};
  plan->is_initial = with_initial;
  system_read_expressions(sys, with_initial ? is_initial_row : is_running_row,
                          add_row_at, &search);
  Matching *m = matching_create(arena, plan->n_rows, sys->n_vars);
  for (int r = 0; r < plan->n_rows; r++) {
    m->row[r] =
        incidence_of_residual(sys, walk, plan->row[r].residual, true, arena);
    VarId assigned = plan->row[r].assigned;
    if (assigned.i < 0) continue;
    m->row_col[r] = assigned.i;
    m->col_row[assigned.i] = r;
  }
  for (int i = 0; i < sys->n_vars; i++) {
    m->excluded[i] = sys->var[i].kind != VAR_CONTINUOUS ||
                     !system_is_unknown(sys, (VarId){i});
    if (with_initial && parameter_is_unknown_at_start(&sys->var[i])) {
      m->excluded[i] = false;
    }
  }
  plan->m = m;
  return plan;
}

void plan_add_equation(Plan *plan, const System *sys, Walk *walk, const Eq *eq,
                       VarId unknown, Arena *arena)
{
  int r = plan->n_rows;
  add_real_row(plan, eq, NO_EQ, arena);
  Matching *m = plan->m;
  matching_grow(m, plan->n_rows, m->n_cols);
  m->row[r] = incidence_of_residual(sys, walk, eq->residual, true, arena);
  m->row_col[r] = unknown.i;
  m->col_row[unknown.i] = r;
}

/* What the rows of the level need with eliminated unknowns put in (eliminate_candidates.h). */
static void look_into_eliminated(const System *sys, Walk *walk, Plan *plan,
                                 const SelectionSet *set, int level,
                                 Arena *arena)
{
  int n = selection_rows(set, level);
  for (int r = 0; r < n && set->residual; r++) {
    int row = system_eq_integral(sys, set->row[r], level).i;
    plan->m->row[row] = incidence_of_residual(
        sys, walk, selection_residual(sys, set, level, r), true, arena);
  }
}

/* The leader takes over all that the rows of its level need. */
static void join_level(const System *sys, Plan *plan, int index, int level,
                       Arena *arena)
{
  const SelectionSet *set = &sys->set[index];
  Matching *m = plan->m;
  int n = selection_rows(set, level), total = 0;
  int leader = system_eq_integral(sys, set->row[0], level).i;
  for (int r = 0; r < n; r++) {
    total += m->row[system_eq_integral(sys, set->row[r], level).i].n;
  }
  IntList joined = {arena_array(arena, (size_t)total, sizeof(int)), 0};
  for (int r = 0; r < n; r++) {
    int row = system_eq_integral(sys, set->row[r], level).i;
    for (int k = 0; k < m->row[row].n; k++) {
      joined.item[joined.n++] = m->row[row].item[k];
    }
    m->row[row].n = 0;
    plan->row[row].absorbed = row != leader;
  }
  m->row[leader] = joined;
  plan->row[leader].set = index;
  plan->row[leader].level = level;
  for (int c = 0; c < set->n_columns; c++) {
    VarId v = system_integral(sys, set->column[c], level);
    if (v.i < 0) continue;
    m->col_row[v.i] = leader;
    m->excluded[v.i] = false;
  }
}

void plan_join_levels(const System *sys, Walk *walk, Plan *plan, Arena *arena)
{
  for (int k = 0; k < sys->n_sets; k++) {
    for (int level = 1; level <= sys->set[k].n_levels; level++) {
      look_into_eliminated(sys, walk, plan, &sys->set[k], level, arena);
      join_level(sys, plan, k, level, arena);
    }
  }
}
