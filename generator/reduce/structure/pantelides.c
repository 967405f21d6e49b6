/* pantelides.c: rows are equations, columns are variables; a variable that
 * has a derivative is excluded, so that only highest derivatives count. */
#include "reduce/structure/pantelides.h"

#include <assert.h>

#include "base/vector.h"
#include "reduce/structure/matching.h"
#include "reduce/structure/still.h"
#include "reduce/system/family.h"
#include "reduce/system/input_rate.h"
#include "symbolic/call.h"
#include "symbolic/differentiate_again.h"

enum { MAX_LISTED = 8 };

typedef struct Search {
  Session *s;
  System *sys;
  Walk *walk;
  Replay *replay;
  Matching *m;
  VarId input;      /* met while differentiating */
  StillGiven still; /* found when it is first asked for */
  VarId own;        /* of the equation that is differentiated; see
                       still_derivative() */
  EqId *pending;    /* derivatives that have lost their column */
  int n_pending, cap_pending;
} Search;

static void pantelides_add_row(Search *p, EqId e)
{
  matching_grow(p->m, p->sys->n_eqs, p->sys->n_vars);
  p->m->row[e.i] = incidence_solvable(p->sys, p->walk, p->sys->eq[e.i].residual,
                                      p->m->arena);
}

/* Excluded are variables with a derivative and all that are not unknowns. */
static void update_excluded(Search *p, int from)
{
  for (int i = from; i < p->sys->n_vars; i++) {
    VarId v = {i};
    p->m->excluded[i] = p->sys->var[i].kind != VAR_CONTINUOUS ||
                        !system_is_unknown(p->sys, v) ||
                        p->sys->var[i].derivative.i >= 0;
  }
}

static ExprId input_derivative(Search *p, VarId var)
{
  System *sys = p->sys;
  bool is_given = sys->choice.input_rates;
  VarId rate = is_given ? input_rate_of(sys, p->s, var) : NO_VAR;
  if (rate.i >= 0) return expr_var(sys->exprs, rate);
  p->input = var;
  return NO_EXPR;
}

static ExprId pantelides_var_derivative(void *context, VarId var)
{
  Search *p = context;
  System *sys = p->sys;
  switch (sys->var[var.i].kind) {
  case VAR_CONTINUOUS:
    if (sys->var[var.i].derivative.i < 0) {
      VarId d = system_derivative(sys, p->s, var);
      sys->var[d.i].is_generated = true;
    }
    return expr_var(sys->exprs, sys->var[var.i].derivative);
  case VAR_INPUT: return input_derivative(p, var);
  case VAR_CONSTANT:
  case VAR_PARAMETER:
  case VAR_MEMORY:
  case VAR_DISCRETE:
  case VAR_SELECTED:
  case VAR_MONITOR:
  case VAR_ABSENT: break; /* constant between events */
  }
  return expr_const(sys->exprs, 0);
}

/* What is given, or v differentiated, as in the equations that are given. */
static VarId given_of(const Search *p, VarId v)
{
  while (v.i >= p->sys->n_undifferentiated_vars) v = p->sys->var[v.i].integral;
  return v;
}

static bool pantelides_is_still(const Search *p, VarId v)
{
  return p->still.is_still && p->still.is_still[given_of(p, v).i];
}

/* As above; zero for what other equations determine by parameters alone. */
static ExprId still_derivative(void *context, VarId var)
{
  Search *p = context;
  if (pantelides_is_still(p, var) && given_of(p, var).i != p->own.i)
    return expr_const(p->sys->exprs, 0);
  return pantelides_var_derivative(p, var);
}

/* The derivative of an equation whose functions have none: it is needed only
 * where their arguments change. NO_EXPR: they do. */
static ExprId derivative_at_rest(Search *p, EqId e)
{
  System *sys = p->sys;
  EqId given = e;
  while (sys->eq[given.i].integral.i >= 0) given = sys->eq[given.i].integral;
  if (!p->still.is_still) {
    p->still = still_find_given(sys, p->walk, p->m->arena);
  }
  p->own = p->still.own[given.i];
  return differentiate_time(p->walk, sys->eq[e.i].residual, still_derivative,
                            p);
}

/* "once", "2 times" */
static const char *pantelides_how_often(Search *p, int n)
{
  return n == 1 ? "once" : arena_printf(session_scratch(p->s), "%d times", n);
}

/* The equations that are differentiated together, and why they must be. */
static void note_reached(Search *p, Diagnostic *d, EqId e)
{
  const Matching *m = p->m;
  const System *sys = p->sys;
  const char *names = "";
  for (int k = 0; k < m->n_reached_cols && k < MAX_LISTED; k++) {
    names = arena_printf(session_scratch(p->s), "%s%s%s", names,
                         k > 0 ? ", " : "", sys->var[m->reached_col[k]].name);
  }
  if (m->n_reached_cols == 0) {
    diagnostic_note(p->s, d, NO_SPAN,
                    "because it determines no highest derivative: all it "
                    "holds are states and what is known");
    return;
  }
  diagnostic_note(p->s, d, NO_SPAN,
                  "because %d equations hold only %d highest derivative%s "
                  "(%s%s)",
                  m->n_reached_rows, m->n_reached_cols,
                  m->n_reached_cols == 1 ? "" : "s", names,
                  m->n_reached_cols > MAX_LISTED ? ", ..." : "");
  int listed = 0;
  for (int k = 0; k < m->n_reached_rows && listed < MAX_LISTED; k++) {
    EqId other = {m->reached_row[k]};
    if (eq_same(other, e)) continue;
    int order = system_eq_order(sys, other);
    diagnostic_note(p->s, d, sys->eq[other.i].span,
                    order == 0 ? "this is one of them"
                               : "this, differentiated %s, is one of them",
                    pantelides_how_often(p, order));
    listed++;
  }
}

/* The given equation that holds the variable or a derivative of it, and
 * which of them; NO_EQ: none. */
static EqId place_of_need(Search *p, VarId *v)
{
  const System *sys = p->sys;
  for (; v->i >= 0; *v = sys->var[v->i].derivative) {
    for (int q = 0; q < sys->n_given; q++) {
      if (walk_contains(p->walk, sys->eq[q].residual, *v)) return (EqId){q};
    }
  }
  return NO_EQ;
}

/* No equation holds a derivative of x, but it has one: der(x) = v made the
 * variable v its derivative, or stateSelect asked for it. */
static void note_chain(Search *p, Diagnostic *d, VarId x)
{
  const Var *var = p->sys->var, *of = &var[x.i];
  for (VarId v = of->derivative; v.i >= 0; v = var[v.i].derivative) {
    if (system_is_der(p->sys, v)) continue;
    diagnostic_note(p->s, d, var[v.i].span, "'%s' is a derivative of '%s'",
                    var[v.i].name, of->name);
  }
  if (of->state_select == STATE_ALWAYS) {
    diagnostic_note(p->s, d, of->span,
                    "'%s' has stateSelect = StateSelect.always: its derivative "
                    "is needed",
                    of->name);
  }
}

/* The variables of the equation whose derivatives occur elsewhere: they are
 * why the equation has no highest derivative of its own. */
static void note_wanted(Search *p, Diagnostic *d, EqId e)
{
  System *sys = p->sys;
  IntList list =
      incidence_solvable(sys, p->walk, sys->eq[e.i].residual, p->m->arena);
  for (int k = 0; k < list.n && k < MAX_LISTED; k++) {
    VarId x = {list.item[k]}, dx = sys->var[x.i].derivative;
    EqId q = place_of_need(p, &dx);
    if (q.i >= 0)
      diagnostic_note(p->s, d, sys->eq[q.i].span,
                      "'%s', a derivative of '%s', is needed here",
                      sys->var[dx.i].name, sys->var[x.i].name);
    else
      note_chain(p, d, x);
  }
}

static void report_input(Search *p, EqId e)
{
  System *sys = p->sys;
  const char *name = sys->var[p->input.i].name;
  int order = system_eq_order(sys, e);
  const char *already =
      order == 0
          ? ""
          : arena_printf(session_scratch(p->s), ", already differentiated %s,",
                         pantelides_how_often(p, order));
  Diagnostic *d = diagnostic_error(
      p->s, sys->eq[e.i].span, E303,
      "this equation%s must be differentiated, but it holds the input '%s', "
      "whose derivative is not known",
      already, name);
  diagnostic_note(p->s, d, sys->var[p->input.i].span,
                  "the input is declared here");
  note_reached(p, d, e);
  note_wanted(p, d, e);
  diagnostic_note(p->s, d, NO_SPAN,
                  "let a state follow '%s', as in T*der(y) = %s - y, and use "
                  "it instead; or make the derivative an input of its own and "
                  "state that it is one, as in der(y) = d%s with y in place "
                  "of '%s'",
                  name, name, name, name);
  if (input_rate_is(sys, p->input)) {
    input_rate_note_order(p->s, d);
  } else if (!sys->var[p->input.i].is_internal) {
    diagnostic_note(p->s, d, NO_SPAN,
                    "in Co-Simulation an importer can give the derivative: "
                    "--type cs");
  }
}

/* No input: a function has no derivative. */
static void report_function(Search *p, EqId e)
{
  System *sys = p->sys;
  const CallFunctions *functions = expr_functions(sys->exprs);
  Diagnostic *d = diagnostic_error(
      p->s, sys->eq[e.i].span, E304,
      "this equation must be differentiated, but it calls a function that has "
      "no derivative");
  walk_from(p->walk, sys->eq[e.i].residual, true);
  for (int k = 0; k < p->walk->n_nodes; k++) {
    const ExprNode *n = expr_node(sys->exprs, p->walk->node[k]);
    if (n->op != EXPR_CALL) continue;
    diagnostic_note(p->s, d, NO_SPAN, "it calls '%s'",
                    functions->name(functions->context, n->index));
  }
  note_reached(p, d, e);
  note_wanted(p, d, e);
}

/* The derivative of an equation, appended; false after E303, E304. */
static bool differentiate_equation(Search *p, EqId e)
{
  System *sys = p->sys;
  if (sys->eq[e.i].derivative.i >= 0) return true;
  p->input = NO_VAR;
  ExprId residual = differentiate_time_again(
      p->replay, p->walk, family_from(sys, e, sys->eq[e.i].residual),
      pantelides_var_derivative, p);
  if (residual.i < 0 && p->input.i < 0) residual = derivative_at_rest(p, e);
  if (residual.i < 0) {
    if (p->input.i >= 0) {
      report_input(p, e);
    } else {
      report_function(p, e);
    }
    return false;
  }
  EqId d = system_add_eq(sys, residual, sys->eq[e.i].span);
  sys->eq[d.i].integral = e;
  sys->eq[e.i].derivative = d;
  family_derive(sys, e, d);
  return true;
}

/* Differentiating ends when a lower derivative has become a highest one. Is
 * there one in the reached equations? singular.c says so, but what cancels
 * out, as x does in (x + 1) - x, is lost: then there would be no end. */
static bool can_end(const Search *p)
{
  const Matching *m = p->m;
  for (int k = 0; k < m->n_reached_rows; k++) {
    const IntList *list = &m->row[m->reached_row[k]];
    for (int i = 0; i < list->n; i++) {
      VarId top = {list->item[i]};
      while (p->sys->var[top.i].derivative.i >= 0) {
        top = p->sys->var[top.i].derivative;
      }
      if (m->stamp[top.i] != m->now) return true;
    }
  }
  return false;
}

static void report_endless(Search *p)
{
  const Matching *m = p->m;
  const Eq *eq = p->sys->eq;
  Diagnostic *d = diagnostic_error(
      p->s, eq[m->reached_row[0]].span, E305,
      "differentiated as often as needed, %d equation%s too few unknowns: "
      "they are dependent, although their structure is not",
      m->n_reached_rows, m->n_reached_rows == 1 ? " holds" : "s hold");
  for (int k = 1; k < m->n_reached_rows && k < 8; k++) {
    diagnostic_note(p->s, d, eq[m->reached_row[k]].span,
                    "together with this equation");
  }
  diagnostic_note(p->s, d, NO_SPAN,
                  "what cancels out, as x in (x + 1) - x, does not count");
}

static bool pantelides_holds(const IntList *list, int col)
{
  for (int i = 0; i < list->n; i++) {
    if (list->item[i] == col) return true;
  }
  return false;
}

static void pantelides_report_lost(Search *p, int row, int col)
{
  Diagnostic *d = diagnostic_error(
      p->s, p->sys->eq[row].span, E304,
      "this equation must be differentiated, but its derivative does not "
      "hold the derivative of '%s'",
      p->sys->var[col].name);
  diagnostic_note(p->s, d, NO_SPAN,
                  "what cancels out, as x in (x + 1) - x, does not count");
}

/* Is the derivative that the text gives for a function one that leaves out
 * arguments that change? */
static bool leaves_arguments(Search *p, int row)
{
  const System *sys = p->sys;
  const Walk *walk = p->walk;
  walk_from(p->walk, sys->eq[row].residual, true);
  for (int k = 0; k < walk->n_nodes; k++) {
    if (expr_node(sys->exprs, walk->node[k])->op != EXPR_CALL) continue;
    if (call_moves(sys->exprs, walk->node[k], walk->arena)) return true;
  }
  return false;
}

static void pantelides_add_pending(Search *p, int row)
{
  p->pending = vector_grow(p->m->arena, p->pending, &p->cap_pending,
                           p->n_pending + 1, sizeof p->pending[0]);
  p->pending[p->n_pending++] = (EqId){row};
}

/* The matched pairs of what was reached, differentiated, are pairs again;
 * only where a given derivative leaves out arguments (MLS 12.7.1), or those
 * that do not change are left out, the derivative of the equation has to look
 * for another column. */
static bool match_derivatives(Search *p)
{
  Matching *m = p->m;
  for (int k = 0; k < m->n_reached_cols; k++) {
    int col = m->reached_col[k], row = m->col_row[col];
    assert(row >= 0);
    int dcol = p->sys->var[col].derivative.i;
    int drow = p->sys->eq[row].derivative.i;
    if (!pantelides_holds(&m->row[drow], dcol)) {
      if (leaves_arguments(p, row) || pantelides_is_still(p, (VarId){col})) {
        pantelides_add_pending(p, drow);
        continue;
      }
      pantelides_report_lost(p, row, col);
      return false;
    }
    m->col_row[dcol] = drow;
    m->row_col[drow] = dcol;
  }
  return true;
}

/* Notes what the search reached. */
static void note_step(Search *p)
{
  System *sys = p->sys;
  const Matching *m = p->m;
  DifferentiationStep step = {
      arena_array(sys->arena, (size_t)m->n_reached_rows, sizeof(EqId)),
      m->n_reached_rows,
      arena_array(sys->arena, (size_t)m->n_reached_cols, sizeof(VarId)),
      m->n_reached_cols, NO_VAR};
  for (int k = 0; k < step.n_eqs; k++) step.eq[k] = (EqId){m->reached_row[k]};
  for (int k = 0; k < step.n_vars; k++) {
    step.var[k] = (VarId){m->reached_col[k]};
  }
  sys->step = vector_grow(sys->arena, sys->step, &sys->cap_steps,
                          sys->n_steps + 1, sizeof step);
  sys->step[sys->n_steps++] = step;
}

/* The search reached these equations, and they have too few highest
 * derivatives: differentiate them and what they reached. */
static bool differentiate_reached(Search *p)
{
  Matching *m = p->m;
  System *sys = p->sys;
  int old_vars = sys->n_vars, old_eqs = sys->n_eqs;
  note_step(p);
  if (!can_end(p)) {
    report_endless(p);
    return false;
  }
  for (int k = 0; k < m->n_reached_cols; k++) {
    VarId v = {m->reached_col[k]};
    VarId d = system_derivative(sys, p->s, v);
    sys->var[d.i].is_generated = true;
  }
  for (int k = 0; k < m->n_reached_rows; k++) {
    if (!differentiate_equation(p, (EqId){m->reached_row[k]})) return false;
  }
  matching_grow(m, sys->n_eqs, sys->n_vars);
  for (int k = 0; k < m->n_reached_cols; k++) {
    m->excluded[m->reached_col[k]] = true;
  }
  update_excluded(p, old_vars);
  for (int e = old_eqs; e < sys->n_eqs; e++) pantelides_add_row(p, (EqId){e});
  return match_derivatives(p);
}

static void keep_matching(System *sys, const Matching *m)
{
  sys->eq_var = arena_array(sys->arena, (size_t)sys->n_eqs, sizeof(VarId));
  for (int e = 0; e < sys->n_eqs; e++) {
    bool top = sys->eq[e].derivative.i < 0;
    assert(!top || m->row_col[e] >= 0); /* the matching is perfect */
    sys->eq_var[e] = top ? (VarId){m->row_col[e]} : NO_VAR;
  }
}

/* For the equation, or for a derivative of it. */
static bool find_column(Search *p, EqId e)
{
  while (!matching_augment(p->m, e.i)) {
    if (!differentiate_reached(p)) return false;
    e = p->sys->eq[e.i].derivative;
  }
  return true;
}

bool pantelides(System *sys, Session *s)
{
  ArenaMark mark = arena_mark(session_scratch(s));
  Arena *scratch = session_scratch(s);
  Search p = {.s = s,
              .sys = sys,
              .walk = walk_create(sys->exprs, scratch),
              .replay = replay_create(scratch),
              .m = matching_create(scratch, sys->n_eqs, sys->n_vars),
              .input = NO_VAR};
  bool ok = true;
  sys->n_undifferentiated_vars = sys->n_vars;
  for (int e = 0; e < sys->n_eqs; e++) pantelides_add_row(&p, (EqId){e});
  update_excluded(&p, 0);

  for (int k = 0; ok && k < sys->n_given; k++) {
    ok = find_column(&p, (EqId){k});
    while (ok && p.n_pending > 0) {
      ok = find_column(&p, p.pending[--p.n_pending]);
    }
  }
  if (ok) keep_matching(sys, p.m);
  arena_release(mark);
  return ok;
}
