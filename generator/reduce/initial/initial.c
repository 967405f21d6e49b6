/* initial.c: which start values become conditions, and in which order the
 * rest is solved. */
#include "reduce/initial/initial.h"

#include <assert.h>
#include <stdio.h>

#include "reduce/index/state_preference.h"
#include "reduce/initial/initial_exchange.h"
#include "reduce/initial/initial_last.h"
#include "reduce/initial/initial_levels.h"
#include "reduce/initial/initial_surplus.h"
#include "reduce/initial/initial_zero.h"
#include "reduce/simplify/free_parameters.h"
#include "symbolic/differentiate.h"

enum { MAX_LISTED = 10 };

/* Lower: solved for earlier, so pinned to its start value later. */
enum { WISH_STATED = 3, N_WISHES = 9 };
static int preference_to_solve(const System *sys, int i)
{
  const Var *var = &sys->var[i];
  if (parameter_is_free(var)) return 2;
  if (var->derivative.i < 0) return 0; /* algebraic or highest derivative */
  if (var->fixed) return 1;
  bool is_state = var->role == ROLE_STATE;
  if (is_state && state_preference_keeps_start(sys, (VarId){i})) {
    return var->state_select == STATE_ALWAYS ? 8 : 7;
  }
  if (var->start.i >= 0) return is_state ? 6 : 5;
  return is_state ? 4 : 1;
}

static bool may_be_unknown(const System *sys, int i)
{
  const Var *var = &sys->var[i];
  if (parameter_is_unknown_at_start(var)) return true;
  return var->kind == VAR_CONTINUOUS && system_is_unknown(sys, (VarId){i});
}

/* Which variables are solved for if no more are pinned. */
static bool *find_unknowns(const System *sys, const bool *pinned, Arena *arena)
{
  bool *unknown = arena_array(arena, (size_t)sys->n_vars, sizeof(bool));
  for (int i = 0; i < sys->n_vars; i++) {
    unknown[i] = !pinned[i] && may_be_unknown(sys, i);
  }
  return unknown;
}

/* Rows are variables, columns are the plan's rows, whose variables are in
 * `lists`. */
static Matching *variable_graph(const Plan *plan, const System *sys,
                                const IntList *lists, const bool *unknown,
                                Arena *arena)
{
  Matching *tr = matching_create(arena, sys->n_vars, plan->n_rows);
  int *count = arena_array(arena, (size_t)sys->n_vars, sizeof(int));
  for (int pass = 0; pass < 2; pass++) {
    for (int r = 0; r < plan->n_rows; r++) {
      if (plan->row[r].assigned.i >= 0) continue;
      const IntList *list = &lists[r];
      for (int k = 0; k < list->n; k++) {
        int v = list->item[k];
        if (!unknown[v]) continue;
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

static bool is_only(const void *only, VarId v)
{
  return ((const VarId *)only)->i == v.i;
}

/* The variable that an initial equation gives a value to: the only one in it
 * beside parameters, with a number for a factor; -1: there is none. */
static int stated_by(const Plan *plan, const System *sys, Walk *walk,
                     const bool *unknown, int row)
{
  const IntList *list = &plan->m->row[row];
  VarId only = NO_VAR;
  double factor;
  for (int k = 0; k < list->n; k++) {
    int v = list->item[k];
    if (!unknown[v] || sys->var[v].kind != VAR_CONTINUOUS) continue;
    if (only.i >= 0) return -1;
    only.i = v;
  }
  if (only.i < 0) return -1;
  Gradient gradient = {0};
  differentiate_gradient(walk, plan->row[row].residual, is_only, &only,
                         &gradient);
  bool is_stated =
      gradient.n_entries == 1 &&
      expr_is_const(sys->exprs, gradient.entry[0].value, &factor) &&
      factor != 0;
  return is_stated ? only.i : -1;
}

/* x = p, with a parameter p that is still to be found, says what x is, and so
 * does der(x) = 0: if a condition is missing, it is that of another variable. */
static void mark_stated(const Plan *plan, const System *sys, Walk *walk,
                        const bool *unknown, signed char *preference)
{
  for (int r = 0; r < plan->n_rows; r++) {
    if (plan->row[r].eq.i >= 0 || plan->row[r].assigned.i >= 0) continue;
    int v = stated_by(plan, sys, walk, unknown, r);
    if (v >= 0 && sys->var[v].integral.i >= 0) v = sys->var[v].integral.i;
    if (v >= 0 && preference[v] > WISH_STATED) preference[v] = WISH_STATED;
  }
}

/* A variable after its derivatives, where these have the same preference: an
 * equation of velocities decides about a velocity rather than a position. */
static void match_chain(const System *sys, const signed char *preference, int i,
                        Matching *tr)
{
  int v = i;
  for (int d; (d = sys->var[v].derivative.i) >= 0; v = d) {
    if (preference[d] != preference[i]) break;
  }
  for (;; v = sys->var[v].integral.i) {
    if (tr->row_col[v] < 0) matching_augment_last(tr, v);
    if (v == i) return;
  }
}

/* Those that are to be pinned last come last. */
static void match_by_preference(const Plan *plan, const System *sys, Walk *walk,
                                const bool *unknown, bool stated, Matching *tr,
                                Arena *arena)
{
  size_t n_vars = (size_t)sys->n_vars;
  signed char *preference = arena_array(arena, n_vars, sizeof preference[0]);
  for (int i = 0; i < sys->n_vars; i++) {
    preference[i] =
        (signed char)(unknown[i] ? preference_to_solve(sys, i) : -1);
  }
  if (stated) mark_stated(plan, sys, walk, unknown, preference);
  for (int now = 0; now < N_WISHES; now++) {
    for (int i = 0; i < sys->n_vars; i++) {
      if (preference[i] == now) match_chain(sys, preference, i, tr);
    }
  }
}

/* Without the places that parameters take out (initial_zero.h), then with them
 * for what has no other unknown. */
static Matching *match_with_zeros_last(const Plan *plan, const System *sys,
                                       Walk *walk, const bool *unknown,
                                       Arena *arena)
{
  const IntList *lists =
      initial_zero_leave_out(plan, sys, walk, unknown, arena);
  Matching *some = variable_graph(plan, sys, lists, unknown, arena);
  match_by_preference(plan, sys, walk, unknown, true, some, arena);
  Matching *all = variable_graph(plan, sys, plan->m->row, unknown, arena);
  for (int i = 0; i < sys->n_vars; i++) {
    int row = some->row_col[i];
    all->row_col[i] = row;
    if (row >= 0) all->col_row[row] = i;
  }
  match_by_preference(plan, sys, walk, unknown, true, all, arena);
  return all;
}

/* Is there a variable without a row? */
static bool leaves_freedom(const Matching *tr, const bool *unknown)
{
  for (int i = 0; i < tr->n_rows; i++) {
    if (unknown[i] && tr->row_col[i] < 0) return true;
  }
  return false;
}

static bool have_same_unknowns(const Matching *one, const Matching *other)
{
  for (int i = 0; i < one->n_rows; i++) {
    if ((one->row_col[i] >= 0) != (other->row_col[i] >= 0)) return false;
  }
  return true;
}

/* What factors of zero and initial equations say counts where it leads to other
 * unknowns: with the same ones all matchings have the same blocks. */
static Matching *match_unknowns(const Plan *plan, const System *sys, Walk *walk,
                                const bool *unknown, Arena *arena)
{
  Matching *plain = variable_graph(plan, sys, plan->m->row, unknown, arena);
  match_by_preference(plan, sys, walk, unknown, false, plain, arena);
  if (!leaves_freedom(plain, unknown)) return plain;
  Matching *other = match_with_zeros_last(plan, sys, walk, unknown, arena);
  return have_same_unknowns(plain, other) ? plain : other;
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
  int n_conditions;
  bool *counts; /* [n_vars] the start value counts */
} Missing;

/* Needs pinned[] before start values are moved to equations or blocks. */
static Missing find_missing(const System *sys, const bool *pinned, Arena *arena)
{
  Missing missing = {0, arena_array(arena, (size_t)sys->n_vars, sizeof(bool))};
  for (int i = 0; i < sys->n_vars; i++) {
    missing.counts[i] = pinned[i] && !sys->var[i].fixed;
    missing.n_conditions += missing.counts[i];
  }
  return missing;
}

/* Names of marked variables, in the scratch arena; *n: how many there are. */
static const char *list_names(Session *s, const System *sys, const bool *marked,
                              int *n)
{
  const char *names = "";
  *n = 0;
  for (int i = 0; i < sys->n_vars; i++) {
    if (!marked[i] || (*n)++ >= MAX_LISTED) continue;
    names = arena_printf(session_scratch(s), "%s%s%s", names,
                         *n > 1 ? ", " : "", sys->var[i].name);
  }
  if (*n <= MAX_LISTED) return names;
  return arena_printf(session_scratch(s), "%s, ...", names);
}

static void note_least_change(Session *s, const System *sys, Diagnostic *d,
                              const ReducedBlock *b)
{
  assert(b->kind == BLOCK_LEAST && b->how->is_preferred_start);
  Arena *scratch = session_scratch(s);
  bool *marked = arena_array(scratch, (size_t)sys->n_vars, sizeof(bool));
  int n, order = 0;
  for (int c = 0; c < b->n_columns; c++) {
    marked[b->unknown[c].i] = b->how->is_preferred_start[c];
  }
  if (b->equation[0].i >= 0) order = system_eq_order(sys, b->equation[0]);
  const char *derived =
      order == 0 ? ""
                 : arena_printf(scratch, ", differentiated %s,",
                                order == 1 ? "once" : "more than once");
  const char *more =
      b->n == 1 ? "" : arena_printf(scratch, " and %d more", b->n - 1);
  diagnostic_note(s, d, b->span[0],
                  "where this equation%s%s does not hold, %s are changed as "
                  "little as possible",
                  derived, more, list_names(s, sys, marked, &n));
}

/* Says which start values were used as conditions. */
static void initial_report_missing(Session *s, const System *sys,
                                   const BlockSequence *sequence,
                                   Missing *missing)
{
  int n = missing->n_conditions, n_named;
  if (n == 0) return;
  for (int k = 0; k < sequence->n_blocks; k++) {
    const ReducedBlock *b = &sequence->block[k];
    for (int c = 0; b->kind == BLOCK_LEAST && c < b->n_columns; c++) {
      missing->counts[b->unknown[c].i] |= b->how->is_preferred_start[c];
    }
  }
  const char *names = list_names(s, sys, missing->counts, &n_named);
  Diagnostic *d = diagnostic_warning(
      s, sys->span, W401,
      "%d initial condition%s missing; the start value%s of %s %s used", n,
      n == 1 ? " is" : "s are", n_named == 1 ? "" : "s", names,
      n_named == 1 ? "is" : "are");
  int listed = 0;
  for (int k = 0; k < sequence->n_blocks && listed < MAX_LISTED; k++) {
    if (sequence->block[k].kind != BLOCK_LEAST) continue;
    note_least_change(s, sys, d, &sequence->block[k]);
    listed++;
  }
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

/* What stands in the event relations of a row: these are what they were found
 * to be before (docs/runtime.md), best of values that are right already. */
static IntList in_relations(const System *sys, Walk *walk, ExprId e,
                            Arena *arena)
{
  walk_from(walk, e, false);
  IntList list = {arena_array(arena, (size_t)walk->n_nodes, sizeof(int)), 0};
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *n = expr_node(sys->exprs, walk->node[k]);
    if (n->op == EXPR_VAR) list.item[list.n++] = n->var.i;
  }
  return list;
}

static void wish_relations(const System *sys, Walk *walk, Plan *plan,
                           Arena *arena)
{
  IntList *wished = arena_array(arena, (size_t)plan->n_rows, sizeof wished[0]);
  for (int r = 0; r < plan->n_rows; r++) {
    const PlanRow *row = &plan->row[r];
    if (row->absorbed || row->set >= 0) continue;
    if (row->assigned.i < 0 && incidence_is_smooth(sys, row->residual))
      continue;
    ExprId e = row->assigned.i >= 0 ? row->value : row->residual;
    wished[r] = in_relations(sys, walk, e, arena);
  }
  plan->wished = wished;
}

bool initial_plan(Session *s, System *sys, Walk *walk, bool *pinned,
                  BlockSequence *sequence, Arena *arena)
{
  assert(sequence->n_blocks == 0 && sys->eq_var);
  Arena *scratch = session_scratch(s);
  Plan *plan = plan_begin(sys, walk, true, scratch);
  pin_fixed(sys, walk, pinned);
  const bool *unknown = find_unknowns(sys, pinned, scratch);
  Matching *tr = match_unknowns(plan, sys, walk, unknown, scratch);
  Matching *m = plan->m;
  for (int i = 0; i < sys->n_vars; i++) {
    m->excluded[i] |= pinned[i];
    if (!unknown[i]) continue;
    m->col_row[i] = tr->row_col[i];
    if (tr->row_col[i] >= 0) m->row_col[tr->row_col[i]] = i;
  }
  initial_exchange(sys, walk, plan, unknown, scratch);
  initial_last_match(sys, walk, plan, scratch);
  Surplus surplus = initial_surplus_take(plan, scratch);
  for (int i = 0; i < sys->n_vars; i++) {
    if (unknown[i] && m->col_row[i] < 0) {
      pinned[i] = m->excluded[i] = true;
    }
  }
  Missing missing = find_missing(sys, pinned, scratch);
  pin_by_equation(sys, walk, plan, pinned, scratch);
  initial_levels_join(sys, walk, plan, tr->row, pinned, scratch);
  wish_relations(sys, walk, plan, scratch);
  if (!plan_blocks(s, sys, walk, plan, sequence, arena)) return false;
  initial_report_missing(s, sys, sequence, &missing);
  return initial_surplus_judge(s, sys, walk, plan, &surplus, sequence, pinned,
                               scratch);
}
