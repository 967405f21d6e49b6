/* initial_surplus.c: sets of too many conditions, found by the matching and
 * judged by numbers. */
#include "reduce/initial/initial_surplus.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/vector.h"
#include "reduce/initial/initial_trial.h"
#include "reduce/system/initial_check.h"

enum { MAX_LISTED = 10 };

/* --- the sets --- */

static SurplusSet find_set(Matching *m, int row, Arena *arena)
{
  matching_reach_begin(m);
  matching_reach(m, row);
  SurplusSet set = {.row = row, .n_unknowns = m->n_reached_cols};
  set.other = arena_array(arena, (size_t)m->n_reached_rows, sizeof(int));
  for (int k = 0; k < m->n_reached_rows; k++) {
    if (m->reached_row[k] == row) continue;
    set.other[set.n_others++] = m->reached_row[k];
  }
  assert(set.n_others == set.n_unknowns); /* one row too many */
  vector_sort_ints(set.other, set.n_others);
  return set;
}

/* Others have been left out before (initial_last.h). */
static bool is_surplus(const Plan *plan, int r)
{
  return plan->m->row_col[r] < 0 && !plan->row[r].absorbed;
}

Surplus initial_surplus_take(Plan *plan, Arena *arena)
{
  Matching *m = plan->m;
  int n = 0;
  for (int r = 0; r < plan->n_rows; r++) n += is_surplus(plan, r);
  Surplus surplus = {arena_array(arena, (size_t)n, sizeof(SurplusSet)), 0};
  for (int r = 0; r < plan->n_rows; r++) {
    if (!is_surplus(plan, r)) continue;
    surplus.set[surplus.n_sets++] = find_set(m, r, arena);
  }
  for (int k = 0; k < surplus.n_sets; k++) {
    plan->row[surplus.set[k].row].absorbed = true;
    m->row[surplus.set[k].row].n = 0;
  }
  return surplus;
}

/* --- reports --- */

/* An equation and its derivatives are one line of the text. */
static bool initial_surplus_is_listed(const Plan *plan, const SurplusSet *set,
                                      int k)
{
  const Span *span = &plan->row[set->other[k]].span;
  bool listed = memcmp(span, &plan->row[set->row].span, sizeof *span) == 0;
  for (int i = 0; i < k && !listed; i++) {
    listed = memcmp(span, &plan->row[set->other[i]].span, sizeof *span) == 0;
  }
  return listed;
}

static void list_equations(Session *s, Diagnostic *d, const Plan *plan,
                           const SurplusSet *set)
{
  for (int k = 0; k < set->n_others && k < MAX_LISTED; k++) {
    if (initial_surplus_is_listed(plan, set, k)) continue;
    diagnostic_note(s, d, plan->row[set->other[k]].span,
                    "this equation is one of them");
  }
}

/* The fixed start values in the equations of a set, each once. */
static void list_fixed(Session *s, Diagnostic *d, const System *sys, Walk *walk,
                       const Plan *plan, const SurplusSet *set,
                       const StartPoint *point)
{
  ExprId *residual = arena_array(session_scratch(s), (size_t)set->n_others + 1,
                                 sizeof(ExprId));
  residual[0] = plan->row[set->row].residual;
  for (int k = 0; k < set->n_others; k++) {
    residual[k + 1] = plan->row[set->other[k]].residual;
  }
  walk_from_all(walk, residual, set->n_others + 1, true);
  int listed = 0;
  for (int k = 0; k < walk->n_nodes && listed < MAX_LISTED; k++) {
    const ExprNode *n = expr_node(sys->exprs, walk->node[k]);
    if (n->op != EXPR_VAR || !sys->var[n->var.i].fixed) continue;
    const Var *var = &sys->var[n->var.i];
    if (var->kind != VAR_CONTINUOUS || var->alias_of.i >= 0) continue;
    if (point)
      diagnostic_note(s, d, var->span, "'%s' is fixed at its start value %.9g",
                      var->name, point->value[n->var.i]);
    else
      diagnostic_note(s, d, var->span, "'%s' is fixed at its start value",
                      var->name);
    listed++;
  }
}

static Diagnostic *initial_surplus_report_contradiction(Session *s,
                                                        const Plan *plan,
                                                        const SurplusSet *set,
                                                        double off)
{
  int n = set->n_others + 1;
  return diagnostic_error(
      s, plan->row[set->row].span, E401,
      "too many initial conditions: %d equation%s for %d unknown%s at the "
      "start; with the others this one is off by %.3g",
      n, n == 1 ? "" : "s", set->n_unknowns, set->n_unknowns == 1 ? "" : "s",
      off);
}

static Diagnostic *report_redundant(Session *s, const Plan *plan,
                                    const SurplusSet *set, bool is_known)
{
  return diagnostic_warning(
      s, plan->row[set->row].span, W403,
      is_known ? "at the start this equation follows from the other conditions "
                 "and is left out"
               : "at the start this equation has no unknown left and is only "
                 "checked");
}

/* False: a contradiction. */
static bool initial_surplus_judge_row(Session *s, System *sys, Walk *walk,
                                      const Plan *plan, const SurplusSet *set,
                                      const StartPoint *point)
{
  const PlanRow *row = &plan->row[set->row];
  Diagnostic *d;
  bool good = true;
  if (point) {
    ExprId met = initial_check_met(sys, row->residual, session_scratch(s));
    good = start_point_number(point, walk, met) != 0;
  }
  if (good) {
    d = report_redundant(s, plan, set, point != NULL);
    initial_check_add(sys, s, row->residual, row->span,
                      "the other initial conditions contradict this equation");
  } else {
    double off = start_point_number(point, walk, row->residual);
    d = initial_surplus_report_contradiction(s, plan, set, off);
  }
  list_fixed(s, d, sys, walk, plan, set, point);
  list_equations(s, d, plan, set);
  return good;
}

bool initial_surplus_judge(Session *s, System *sys, Walk *walk,
                           const Plan *plan, const Surplus *surplus,
                           const BlockSequence *sequence, const bool *pinned,
                           Arena *arena)
{
  if (surplus->n_sets == 0) return true;
  const StartPoint *point = initial_trial(sys, walk, sequence, pinned, arena);
  bool good = true;
  for (int k = 0; k < surplus->n_sets; k++) {
    good &=
        initial_surplus_judge_row(s, sys, walk, plan, &surplus->set[k], point);
  }
  return good;
}
