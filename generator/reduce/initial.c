/* initial.c: which start values become conditions, and in which order the
 * rest is solved. */
#include "reduce/initial.h"

#include <stdio.h>

#include "reduce/free_parameters.h"
#include "reduce/initial_levels.h"

enum { MAX_LISTED = 10 };

/* Lower: solved for earlier, so pinned to its start value later. */
static int wish_to_solve(const Var *var)
{
  if (parameter_is_free(var)) return 2;
  if (var->derivative.i < 0) return 0; /* algebraic or highest derivative */
  if (var->fixed) return 1;
  bool is_state = var->role == ROLE_STATE;
  if (is_state && var->state_select == STATE_ALWAYS) return 7;
  if (is_state && var->state_select == STATE_PREFER) return 6;
  if (var->start.i >= 0) return is_state ? 5 : 4;
  return is_state ? 3 : 1;
}
enum { N_WISHES = 8 };

static bool is_unknown(const System *sys, int i, const bool *pinned)
{
  const Var *var = &sys->var[i];
  if (pinned[i]) return false;
  if (parameter_is_unknown_at_start(var)) return true;
  return var->kind == VAR_CONTINUOUS && system_is_unknown(sys, (VarId){i});
}

/* Rows are variables, columns are the plan's rows. */
static Matching *variable_graph(const Plan *plan, const System *sys,
                                const bool *pinned, Arena *arena)
{
  Matching *tr = matching_create(arena, sys->n_vars, plan->n_rows);
  int *count = arena_array(arena, (size_t)sys->n_vars, sizeof(int));
  for (int pass = 0; pass < 2; pass++) {
    for (int r = 0; r < plan->n_rows; r++) {
      if (plan->row[r].assigned.i >= 0) continue;
      const IntList *list = &plan->m->row[r];
      for (int k = 0; k < list->n; k++) {
        int v = list->item[k];
        if (!is_unknown(sys, v, pinned)) continue;
        if (pass == 0)
          count[v]++;
        else
          tr->row[v].item[tr->row[v].n++] = r;
      }
    }
    for (int v = 0; pass == 0 && v < sys->n_vars; v++) {
      tr->row[v].item = arena_array(arena, (size_t)count[v], sizeof(int));
    }
  }
  return tr;
}

/* A start value that depends on free parameters is an equation. */
static void pin_fixed(const System *sys, Walk *walk, bool *pinned)
{
  for (int i = 0; i < sys->n_vars; i++) {
    const Var *var = &sys->var[i];
    pinned[i] = var->fixed && var->kind == VAR_CONTINUOUS &&
                var->alias_of.i < 0 &&
                !free_parameters_decide(sys, walk, var->start);
  }
}

/* What stands in for the conditions that are missing. */
typedef struct Missing {
  int n_conditions, n_named;
  char *names; /* of variables whose start values count, in scratch memory */
} Missing;

static void name_missing(Session *s, const Var *var, Missing *missing)
{
  if (missing->n_named++ >= MAX_LISTED) return;
  missing->names =
      arena_printf(session_scratch(s), "%s%s%s", missing->names,
                   missing->n_named > 1 ? ", " : "", var->name);
}

/* Needs pinned[] before start values are moved to equations or blocks. */
static Missing find_missing(Session *s, const System *sys, const bool *pinned)
{
  Missing missing = {.names = ""};
  for (int i = 0; i < sys->n_vars; i++) {
    if (!pinned[i] || sys->var[i].fixed) continue;
    missing.n_conditions++;
    name_missing(s, &sys->var[i], &missing);
  }
  return missing;
}

/* Start values that count beside those of the variables that are pinned. */
static void name_others(Session *s, const System *sys,
                        const BlockSequence *sequence, Missing *missing)
{
  for (int k = 0; k < sequence->n_blocks; k++) {
    const ReducedBlock *b = &sequence->block[k];
    for (int c = 0; b->kind == BLOCK_LEAST && c < b->n; c++) {
      if (b->is_wish[c]) name_missing(s, &sys->var[b->unknown[c].i], missing);
    }
  }
}

static void note_least_changes(Session *s, Diagnostic *d,
                               const BlockSequence *sequence)
{
  int listed = 0;
  for (int k = 0; k < sequence->n_blocks && listed < MAX_LISTED; k++) {
    const ReducedBlock *b = &sequence->block[k];
    if (b->kind != BLOCK_LEAST) continue;
    const char *more =
        b->n == 1 ? ""
                  : arena_printf(session_scratch(s), " and %d more", b->n - 1);
    diagnostic_note(s, d, b->span[0],
                    "where they do not satisfy this equation%s they are "
                    "changed as little as possible",
                    more);
    listed++;
  }
}

/* Says which start values were used as conditions. */
static void report_missing(Session *s, const System *sys,
                           const BlockSequence *sequence, Missing *missing)
{
  int n = missing->n_conditions;
  if (n == 0) return;
  name_others(s, sys, sequence, missing);
  int n_named = missing->n_named;
  Diagnostic *d = diagnostic_warning(
      s, sys->span, W401,
      "%d initial condition%s missing; the start value%s of %s%s %s used", n,
      n == 1 ? " is" : "s are", n_named == 1 ? "" : "s", missing->names,
      n_named > MAX_LISTED ? ", ..." : "", n_named == 1 ? "is" : "are");
  note_least_changes(s, d, sequence);
  diagnostic_note(s, d, NO_SPAN, "set fixed = true on %s to make this explicit",
                  n == n_named ? "them" : "some of them");
}

/* Start values are taken before the initial system is solved: one that is not
 * known then becomes an equation. */
static void pin_by_equation(const System *sys, Walk *walk, Plan *plan,
                            bool *pinned, Arena *arena)
{
  ExprTable *t = sys->exprs;
  for (int i = 0; i < sys->n_vars; i++) {
    const Var *var = &sys->var[i];
    if (!pinned[i] || !free_parameters_decide(sys, walk, var->start)) continue;
    VarId v = {i};
    Eq eq = {.residual = expr_sub(t, expr_var(t, v), var->start),
             .span = var->span};
    pinned[i] = plan->m->excluded[i] = false;
    plan_add_equation(plan, sys, walk, &eq, v, arena);
  }
}

static void list_fixed(Session *s, Diagnostic *d, const System *sys,
                       const Plan *plan, Matching *m)
{
  int listed = 0;
  for (int k = 0; k < m->n_reached_rows && listed < MAX_LISTED; k++) {
    const IntList *list = &plan->m->row[m->reached_row[k]];
    for (int i = 0; i < list->n && listed < MAX_LISTED; i++) {
      const Var *var = &sys->var[list->item[i]];
      if (!var->fixed || var->alias_of.i >= 0) continue;
      diagnostic_note(s, d, var->span, "'%s' is fixed at its start value",
                      var->name);
      listed++;
    }
  }
}

/* A row that no unknown is left for: name it, what it competes with, and the
 * start values fixed in there. */
static void report_surplus(Session *s, const System *sys, const Plan *plan,
                           Matching *m)
{
  int first = -1;
  matching_reach_begin(m);
  for (int r = 0; r < plan->n_rows; r++) {
    if (m->row_col[r] >= 0) continue;
    if (first < 0) first = r;
    matching_reach(m, r);
  }
  Diagnostic *d = diagnostic_error(
      s, plan->row[first].span, E401,
      "too many initial conditions: %d equation%s for %d unknown%s at the "
      "start",
      m->n_reached_rows, m->n_reached_rows == 1 ? "" : "s", m->n_reached_cols,
      m->n_reached_cols == 1 ? "" : "s");
  int listed = 0;
  for (int k = 0; k < m->n_reached_rows && listed < MAX_LISTED; k++) {
    if (m->reached_row[k] == first) continue;
    diagnostic_note(s, d, plan->row[m->reached_row[k]].span,
                    "this equation is one of them");
    listed++;
  }
  list_fixed(s, d, sys, plan, m);
}

bool initial_plan(Session *s, const System *sys, Walk *walk, bool *pinned,
                  BlockSequence *sequence, Arena *arena)
{
  Arena *scratch = session_scratch(s);
  Plan *plan = plan_begin(sys, walk, true, scratch);
  pin_fixed(sys, walk, pinned);
  Matching *tr = variable_graph(plan, sys, pinned, scratch);
  for (int wish = 0; wish < N_WISHES; wish++) {
    for (int i = 0; i < sys->n_vars; i++) {
      if (!is_unknown(sys, i, pinned)) continue;
      if (wish_to_solve(&sys->var[i]) == wish) matching_augment_last(tr, i);
    }
  }
  Matching *m = plan->m;
  int unmatched = 0;
  for (int i = 0; i < sys->n_vars; i++) {
    m->excluded[i] |= pinned[i];
    if (!is_unknown(sys, i, pinned)) continue;
    m->col_row[i] = tr->row_col[i];
    if (tr->row_col[i] >= 0) m->row_col[tr->row_col[i]] = i;
  }
  for (int r = 0; r < plan->n_rows; r++) unmatched += m->row_col[r] < 0;
  if (unmatched > 0) {
    report_surplus(s, sys, plan, m);
    return false;
  }
  for (int i = 0; i < sys->n_vars; i++) {
    if (is_unknown(sys, i, pinned) && m->col_row[i] < 0) {
      pinned[i] = m->excluded[i] = true;
    }
  }
  Missing missing = find_missing(s, sys, pinned);
  pin_by_equation(sys, walk, plan, pinned, scratch);
  initial_levels_join(sys, walk, plan, tr->row, pinned, scratch);
  if (!plan_blocks(s, sys, walk, plan, sequence, arena)) return false;
  report_missing(s, sys, sequence, &missing);
  return true;
}
