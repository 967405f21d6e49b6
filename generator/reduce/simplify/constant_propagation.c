/* constant_propagation.c: a queue of equations that hold variables found to be numbers. */
#include "reduce/simplify/constant_propagation.h"

#include <assert.h>

#include "base/vector.h"
#include "reduce/simplify/alias.h"
#include "reduce/simplify/constant_results.h"
#include "reduce/system/incidence.h"
#include "symbolic/walk.h"

/* What has been found, and what is still to be looked at. */
typedef struct Known {
  System *sys;
  Walk *walk;
  Arena *scratch;
  ExprId *value;    /* [n_vars] NO_EXPR: not known */
  bool *is_source;  /* [n_eqs] makes its variable known, is kept */
  int *first, *use; /* equations by variable: use[first[v]..first[v + 1]) */
  int32_t *held;    /* of the residual that was asked for last */
  int cap_held;
  int *queue; /* equations to be looked at */
  bool *is_queued;
  int n_queue, cap_queue;
} Known;

/* --- x = number --- */

/* One step from `e = *target` to its operand with the unknown; NO_EXPR: it is
 * not of that kind. */
static ExprId step_inside(const ExprTable *t, ExprId e, double *target)
{
  const ExprNode *n = expr_node(t, e);
  double c;
  if (n->op == EXPR_NEG) {
    *target = -*target;
    return n->arg[0];
  }
  if (n->op != EXPR_ADD && n->op != EXPR_SUB && n->op != EXPR_MUL) {
    return NO_EXPR;
  }
  bool is_first = expr_is_const(t, n->arg[0], &c);
  if (!is_first && !expr_is_const(t, n->arg[1], &c)) return NO_EXPR;
  if (n->op == EXPR_MUL && c == 0) return NO_EXPR;
  if (n->op == EXPR_MUL)
    *target /= c;
  else if (n->op == EXPR_ADD)
    *target -= c;
  else
    *target = is_first ? c - *target : c + *target;
  return n->arg[is_first ? 1 : 0];
}

/* The variable that `residual = 0` makes a number; NO_VAR: none. */
static VarId determined(const System *sys, ExprId residual, double *value)
{
  const ExprTable *t = sys->exprs;
  *value = 0;
  while (residual.i >= 0 && expr_node(t, residual)->op != EXPR_VAR) {
    residual = step_inside(t, residual, value);
  }
  if (residual.i < 0) return NO_VAR;
  VarId v = expr_node(t, residual)->var;
  const Var *var = &sys->var[v.i];
  bool is_algebraic = var->derivative.i < 0 && var->integral.i < 0;
  return var->kind == VAR_CONTINUOUS && is_algebraic ? v : NO_VAR;
}

static bool may_be_source(const Eq *eq)
{
  return !eq->is_discrete && !eq->is_when && !eq->has_start_residual;
}

/* --- the queue --- */

static void enqueue_uses(Known *k, VarId v)
{
  for (int i = k->first[v.i]; i < k->first[v.i + 1]; i++) {
    int eq = k->use[i];
    if (k->is_queued[eq] || k->is_source[eq]) continue;
    k->is_queued[eq] = true;
    k->queue = vector_grow(k->scratch, k->queue, &k->cap_queue, k->n_queue + 1,
                           sizeof k->queue[0]);
    k->queue[k->n_queue++] = eq;
  }
}

/* Equation i, if it makes a variable known that is not known yet. */
static void try_source(Known *k, int i)
{
  const Eq *eq = &k->sys->eq[i];
  double value;
  if (!may_be_source(eq)) return;
  VarId v = determined(k->sys, eq->residual, &value);
  if (v.i < 0 || k->value[v.i].i >= 0) return;
  k->is_source[i] = true;
  k->value[v.i] = expr_const(k->sys->exprs, value == 0 ? 0 : value); /* no -0 */
  enqueue_uses(k, v);
}

static ExprId value_or_var(void *context, ExprTable *t, VarId var)
{
  const Known *k = context;
  ExprId value = var.i < k->sys->n_vars ? k->value[var.i] : NO_EXPR;
  return value.i >= 0 ? value : expr_var(t, var);
}

/* b = x > 0 and the like, where x is a number: b has its value from its own
 * equation, and is a number in continuous ones. */
static void try_discrete(Known *k, int i)
{
  const System *sys = k->sys;
  const Eq *eq = &sys->eq[i];
  double value;
  if (eq->is_when || eq->has_start_residual || eq->left.i < 0 ||
      eq->right.i < 0)
    return;
  const ExprNode *left = expr_node(sys->exprs, eq->left);
  if (left->op != EXPR_VAR || sys->var[left->var.i].kind != VAR_DISCRETE ||
      k->value[left->var.i].i >= 0)
    return;
  VarId v = left->var;
  ExprId right = walk_replace(k->walk, eq->right, false, value_or_var, k);
  if (!expr_is_const(sys->exprs, right, &value)) return;
  k->is_source[i] = true;
  k->value[v.i] = right;
  enqueue_uses(k, v);
}

/* --- rewriting --- */

static bool constant_propagation_has_start(const System *sys, VarId v)
{
  return sys->var[v.i].derivative.i >= 0 && sys->var[v.i].start.i >= 0;
}

/* Differentiated variables that would become one: what is known of their start
 * values is more than one of these, so they stay two. */
static bool loses_start(const System *sys, ExprId residual)
{
  VarId a, b;
  bool negative;
  if (!alias_pattern(sys, residual, &a, &b, &negative)) return false;
  return constant_propagation_has_start(sys, a) &&
         constant_propagation_has_start(sys, b) &&
         sys->var[a.i].start.i != sys->var[b.i].start.i;
}

/* Does e hold event relations? */
static bool has_relation(Walk *walk, ExprId e)
{
  walk_from(walk, e, true);
  for (int i = 0; i < walk->n_nodes; i++) {
    if (walk_is_event(expr_node(walk->exprs, walk->node[i]))) return true;
  }
  return false;
}

/* e with the event relations that numbers decide; others stay as they are. */
static ExprId decide_relations(Known *k, ExprId e)
{
  ExprTable *t = k->sys->exprs;
  if (!has_relation(k->walk, e)) return e;
  int n = k->walk->n_nodes;
  ExprId *node = arena_array(k->scratch, (size_t)n, sizeof node[0]);
  ExprId *made = arena_array(k->scratch, (size_t)n, sizeof made[0]);
  for (int i = 0; i < n; i++) node[i] = made[i] = k->walk->node[i];
  for (int i = 0; i < n; i++) {
    if (!walk_is_event(expr_node(t, node[i]))) continue;
    ExprId value = walk_replace(k->walk, node[i], false, value_or_var, k);
    if (expr_is_const(t, value, NULL)) made[i] = value;
  }
  walk_from(k->walk, e, true);
  for (int i = 0; i < n; i++) {
    ExprNode at = *expr_node(t, node[i]);
    ExprId arg[3] = {NO_EXPR, NO_EXPR, NO_EXPR};
    if (walk_is_event(&at) || at.n_args == 0) continue;
    for (int a = 0; a < at.n_args; a++)
      arg[a] = made[walk_position(k->walk, at.arg[a])];
    made[i] = expr_rebuild(t, node[i], arg);
  }
  return made[n - 1];
}

static ExprId with_numbers(Known *k, ExprId e)
{
  return decide_relations(k, walk_replace(k->walk, e, true, value_or_var, k));
}

static void constant_propagation_rewrite(Known *k, Eq *eq)
{
  ExprId now = with_numbers(k, eq->residual);
  if (incidence_of(k->sys, k->walk, now, true, k->scratch).n == 0) return;
  if (loses_start(k->sys, now)) return;
  eq->residual = now;
  if (eq->has_start_residual) {
    eq->start_residual = with_numbers(k, eq->start_residual);
  }
}

static void work_off(Known *k)
{
  for (int i = 0; i < k->n_queue; i++) {
    int eq = k->queue[i];
    k->is_queued[eq] = false;
    if (k->sys->eq[eq].is_discrete) {
      try_discrete(k, eq);
      continue;
    }
    ArenaMark mark = arena_mark(k->scratch);
    constant_propagation_rewrite(k, &k->sys->eq[eq]);
    arena_release(mark);
    try_source(k, eq);
  }
}

/* --- all together --- */

static bool has_source(const System *sys)
{
  double value;
  for (int i = 0; i < sys->n_eqs; i++) {
    if (may_be_source(&sys->eq[i]) &&
        determined(sys, sys->eq[i].residual, &value).i >= 0) {
      return true;
    }
  }
  return false;
}

/* The variables of a residual, once each, those that relations compare, too: an
 * earlier pass has noted them of most (incidence.h). Good until the next
 * call. */
static const int32_t *held_vars(Known *k, const Eq *eq, int *n)
{
  const System *sys = k->sys;
  bool time;
  const int32_t *noted =
      eq->is_discrete ? NULL : incidence_noted(sys, eq->residual, n, &time);
  if (noted) return noted;
  walk_from(k->walk, eq->residual, false);
  k->held = vector_grow(k->scratch, k->held, &k->cap_held, k->walk->n_nodes,
                        sizeof k->held[0]);
  *n = 0;
  for (int j = 0; j < k->walk->n_nodes; j++) {
    const ExprNode *node = expr_node(sys->exprs, k->walk->node[j]);
    if (node->op == EXPR_VAR) k->held[(*n)++] = node->var.i;
  }
  return k->held;
}

/* Which equations hold which variables: counted, then listed. */
static void list_uses(Known *k)
{
  const System *sys = k->sys;
  int n = sys->n_vars;
  k->first = arena_array(k->scratch, (size_t)n + 2, sizeof(int));
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < sys->n_eqs; i++) {
      if (sys->eq[i].is_when) continue;
      int n_held;
      const int32_t *held = held_vars(k, &sys->eq[i], &n_held);
      for (int j = 0; j < n_held; j++) {
        int *next = &k->first[held[j] + 2 - pass];
        if (pass == 1) k->use[*next] = i;
        ++*next;
      }
    }
    if (pass == 1) break;
    for (int v = 0; v < n; v++) k->first[v + 2] += k->first[v + 1];
    k->use = arena_array(k->scratch, (size_t)k->first[n + 1] + 1, sizeof(int));
  }
}

static Known *make_known(System *sys, Session *s)
{
  Arena *scratch = session_scratch(s);
  Known *k = arena_alloc(scratch, sizeof *k);
  *k = (Known){.sys = sys, .scratch = scratch};
  k->walk = walk_create(sys->exprs, scratch);
  k->value = arena_array(scratch, (size_t)sys->n_vars, sizeof(ExprId));
  for (int i = 0; i < sys->n_vars; i++) k->value[i] = NO_EXPR;
  k->is_source = arena_array(scratch, (size_t)sys->n_eqs, sizeof(bool));
  k->is_queued = arena_array(scratch, (size_t)sys->n_eqs, sizeof(bool));
  list_uses(k);
  return k;
}

bool constant_propagation(System *sys, Session *s)
{
  assert(!sys->eq_var); /* nothing is differentiated yet */
  constant_results(sys, s);
  if (!has_source(sys)) return true;
  ArenaMark mark = arena_mark(session_scratch(s));
  Known *k = make_known(sys, s);
  int n_eqs = sys->n_eqs;
  for (int i = 0; i < n_eqs; i++) try_source(k, i);
  work_off(k);
  arena_release(mark);
  return true;
}
