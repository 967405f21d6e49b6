/* lower_when.c: see lower_when.h. */
#include "reduce/lower/lower_when.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "reduce/system/hybrid.h"

typedef struct When {
  Lower *lo;
  System *sys;
  Session *s;
  const FlatWhen *flat;
  ExprId *active; /* [n_branches]; no branch before it is active */
  bool *initial;  /* [n_branches] initial() is one of its conditions */
} When;

static ExprId and_(System *sys, ExprId a, ExprId b)
{
  return expr_binary(sys->exprs, EXPR_AND, a, b);
}

static ExprId or_(System *sys, ExprId a, ExprId b)
{
  return expr_binary(sys->exprs, EXPR_OR, a, b);
}

static ExprId not_(System *sys, ExprId a)
{
  return expr_unary(sys->exprs, EXPR_NOT, a);
}

/* One of its conditions becomes true; in initialization initial() alone
 * counts. */
static ExprId becomes_true(When *w, int b)
{
  const FlatWhenBranch *branch = &w->flat->branch[b];
  ExprId *value = arena_array(session_scratch(w->s),
                              (size_t)branch->n_conditions, sizeof value[0]);
  for (int k = 0; k < branch->n_conditions; k++)
    value[k] = lower_expression(w->lo, branch->condition[k], false);
  return lower_active(w->lo, branch->condition, value, branch->n_conditions,
                      &w->initial[b]);
}

/* Of several active branches the first one counts. */
static void find_active(When *w)
{
  ExprId none = expr_const(w->sys->exprs, 1);
  for (int b = 0; b < w->flat->n_branches; b++) {
    ExprId now = becomes_true(w, b);
    w->active[b] = and_(w->sys, now, none);
    none = and_(w->sys, none, not_(w->sys, now));
  }
}

static ExprId guarded(When *w, const FlatAction *action, ExprId active)
{
  if (!action->guard) return active;
  return and_(w->sys, active, lower_body(w->lo, action->guard));
}

/* --- variables --- */

/* Of a variable that is assigned twice in one branch, under different
 * guards, the first that holds counts: the flattening makes them exclude
 * each other. */
static ExprId assigned_value(When *w, VarId v, bool *runs_initially)
{
  ExprTable *t = w->sys->exprs;
  ExprId value = expr_var(t, hybrid_pre(w->sys, w->s, v));
  for (int b = w->flat->n_branches - 1; b >= 0; b--) {
    const FlatWhenBranch *branch = &w->flat->branch[b];
    for (int k = branch->n_actions - 1; k >= 0; k--) {
      const FlatAction *action = &branch->action[k];
      if (action->kind != FLAT_ACTION_ASSIGN) continue;
      if (!var_same(lower_var_of(w->lo, action->target->variable), v)) continue;
      ExprId active = guarded(w, action, w->active[b]);
      ExprId given = lower_guarded(w->lo, action->value, false, active);
      value = expr_if(t, active, given, value);
      *runs_initially |= w->initial[b];
    }
  }
  return value;
}

static bool lower_when_is_listed(const VarId *list, int n, VarId v)
{
  for (int k = 0; k < n; k++) {
    if (var_same(list[k], v)) return true;
  }
  return false;
}

static void define_variables(When *w)
{
  VarId *done = NULL;
  int n = 0, cap = 0;
  for (int b = 0; b < w->flat->n_branches; b++) {
    const FlatWhenBranch *branch = &w->flat->branch[b];
    for (int k = 0; k < branch->n_actions; k++) {
      const FlatAction *action = &branch->action[k];
      if (action->kind != FLAT_ACTION_ASSIGN) continue;
      VarId v = lower_var_of(w->lo, action->target->variable);
      assert(v.i >= 0);
      if (lower_when_is_listed(done, n, v)) continue;
      done =
          vector_grow(session_scratch(w->s), done, &cap, n + 1, sizeof done[0]);
      done[n++] = v;
      bool runs_initially = false;
      ExprId value = assigned_value(w, v, &runs_initially);
      hybrid_define_when(w->sys, v, value, action->span, runs_initially);
    }
  }
}

/* --- what else happens --- */

static void add_reinit(When *w, const FlatAction *action, ExprId active)
{
  System *sys = w->sys;
  VarId x = lower_var_of(w->lo, action->target->variable);
  assert(x.i >= 0);
  ExprId value = lower_guarded(w->lo, action->value, false, active);
  sys->reinit = vector_grow(sys->arena, sys->reinit, &sys->cap_reinits,
                            sys->n_reinits + 1, sizeof sys->reinit[0]);
  sys->reinit[sys->n_reinits++] = (Reinit){x, active, value, action->span};
  sys->var[x.i].state_select = STATE_ALWAYS; /* MLS 8.3.6 */
  sys->var[x.i].is_reset = true;
}

/* The value that reinit() gives x in the branch. Of several, under guards that
 * exclude each other, one is active (MLS 8.6): the last needs no guard. */
static ExprId reset_value(When *w, const FlatWhenBranch *branch, VarId x)
{
  ExprId value = NO_EXPR;
  for (int k = branch->n_actions - 1; k >= 0; k--) {
    const FlatAction *action = &branch->action[k];
    if (action->kind != FLAT_ACTION_REINIT || action->not_initially) continue;
    if (!var_same(lower_var_of(w->lo, action->target->variable), x)) continue;
    ExprId given = lower_body(w->lo, action->value);
    if (value.i < 0 || !action->guard) {
      value = given;
    } else {
      ExprId guard = lower_body(w->lo, action->guard);
      value = expr_if(w->sys->exprs, guard, given, value);
    }
  }
  return value;
}

static void add_initial(When *w, VarId x, ExprId value, Span span)
{
  assert(value.i >= 0); /* of a reinit() of the branch */
  System *sys = w->sys;
  ExprId left = expr_var(sys->exprs, x);
  sys->initial_eq =
      vector_grow(sys->arena, sys->initial_eq, &sys->cap_initial_eqs,
                  sys->n_initial_eqs + 1, sizeof sys->initial_eq[0]);
  sys->initial_eq[sys->n_initial_eqs++] =
      (Eq){.residual = expr_sub(sys->exprs, left, value),
           .span = span,
           .derivative = NO_EQ,
           .integral = NO_EQ,
           .left = left,
           .right = value};
}

/* Where initial() is a condition, reinit(x, e) is the initial equation x = e
 * (MLS 8.6), unless it is under a condition that is false then. The first such
 * branch counts. */
static void add_initial_equations(When *w)
{
  int b = 0, n = 0, cap = 0;
  VarId *done = NULL;
  while (b < w->flat->n_branches && !w->initial[b]) b++;
  if (b == w->flat->n_branches) return;
  const FlatWhenBranch *branch = &w->flat->branch[b];
  for (int k = 0; k < branch->n_actions; k++) {
    const FlatAction *action = &branch->action[k];
    if (action->kind != FLAT_ACTION_REINIT || action->not_initially) continue;
    VarId x = lower_var_of(w->lo, action->target->variable);
    if (lower_when_is_listed(done, n, x)) continue;
    done =
        vector_grow(session_scratch(w->s), done, &cap, n + 1, sizeof done[0]);
    done[n++] = x;
    add_initial(w, x, reset_value(w, branch, x), action->span);
  }
}

static void add_assertion(When *w, const FlatAction *action, ExprId active)
{
  System *sys = w->sys;
  bool ends = action->kind == FLAT_ACTION_TERMINATE;
  AssertionLevel level = ends                 ? ASSERTION_TERMINATE
                         : action->is_warning ? ASSERTION_WARNING
                                              : ASSERTION_ERROR;
  ExprId holds = not_(sys, active);
  if (!ends) {
    holds = or_(sys, holds, lower_guarded(w->lo, action->value, true, active));
  }
  sys->assertion = vector_grow(sys->arena, sys->assertion, &sys->cap_assertions,
                               sys->n_assertions + 1, sizeof sys->assertion[0]);
  sys->assertion[sys->n_assertions++] =
      (Assertion){.condition = holds,
                  .message = arena_copy_text(sys->arena, action->message,
                                             strlen(action->message)),
                  .level = level,
                  .moment = ASSERTION_EVENT,
                  .span = action->span};
}

static void add_actions(When *w, int b)
{
  const FlatWhenBranch *branch = &w->flat->branch[b];
  for (int k = 0; k < branch->n_actions; k++) {
    const FlatAction *action = &branch->action[k];
    if (action->kind == FLAT_ACTION_ASSIGN) continue;
    ExprId active = guarded(w, action, w->active[b]);
    if (action->kind == FLAT_ACTION_REINIT) {
      add_reinit(w, action, active);
    } else {
      add_assertion(w, action, active);
    }
  }
}

void lower_when(Lower *lo, const FlatWhen *when)
{
  assert(when->n_branches > 0);
  When w = {.lo = lo, .sys = lo->sys, .s = lo->s, .flat = when};
  Arena *scratch = session_scratch(w.s);
  size_t n = (size_t)when->n_branches;
  w.active = arena_array(scratch, n, sizeof w.active[0]);
  w.initial = arena_array(scratch, n, sizeof w.initial[0]);
  find_active(&w);
  define_variables(&w);
  for (int b = 0; b < when->n_branches; b++) add_actions(&w, b);
  add_initial_equations(&w);
}
