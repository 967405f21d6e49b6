/* alias.c: union-find with signs over the variables.
 *
 * While equations are collected, alias_of is the parent pointer; at the end
 * every alias points to its representative directly and the equations are
 * rewritten once. */
#include "reduce/simplify/alias.h"

#include <assert.h>
#include <stdlib.h>

#include "reduce/simplify/alias_conflict.h"
#include "reduce/system/system_visit.h"
#include "symbolic/walk.h"

/* var = sign * representative */
typedef struct Signed {
  VarId var;
  bool negative;
} Signed;

static Signed alias_find(System *sys, VarId v)
{
  Signed root = {v, false};
  while (sys->var[root.var.i].alias_of.i >= 0) {
    root.negative ^= sys->var[root.var.i].alias_negative;
    root.var = sys->var[root.var.i].alias_of;
  }
  /* path compression */
  bool negative = root.negative;
  while (sys->var[v.i].alias_of.i >= 0) {
    Var *var = &sys->var[v.i];
    VarId next = var->alias_of;
    bool own = var->alias_negative;
    var->alias_of = root.var;
    var->alias_negative = negative;
    negative ^= own;
    v = next;
  }
  return root;
}

/* The variable of v or -v; flips *negative for the latter. */
static VarId signed_var(const System *sys, ExprId e, bool *negative)
{
  const ExprNode *n = expr_node(sys->exprs, e);
  if (n->op == EXPR_NEG) {
    *negative = !*negative;
    n = expr_node(sys->exprs, n->arg[0]);
  }
  return n->op == EXPR_VAR ? n->var : NO_VAR;
}

/* -a = b and 0 = a + b give it with signs in other places. */
bool alias_pattern(const System *sys, ExprId residual, VarId *a, VarId *b,
                   bool *negative)
{
  const ExprNode *n = expr_node(sys->exprs, residual);
  if (n->op == EXPR_NEG) n = expr_node(sys->exprs, n->arg[0]);
  if (n->op != EXPR_SUB && n->op != EXPR_ADD) return false;
  *negative = n->op == EXPR_ADD;
  *a = signed_var(sys, n->arg[0], negative);
  *b = signed_var(sys, n->arg[1], negative);
  return a->i >= 0 && b->i >= 0;
}

static bool may_merge(const System *sys, VarId v)
{
  const Var *var = &sys->var[v.i];
  return var->kind == VAR_CONTINUOUS && var->type == VAR_REAL;
}

static VarId chain_root(System *sys, VarId v)
{
  v = alias_find(sys, v).var;
  while (sys->var[v.i].integral.i >= 0) {
    v = alias_find(sys, sys->var[v.i].integral).var;
  }
  return v;
}

/* Higher: better fit to represent the set. */
static int representative_rank(const Var *var)
{
  return 8 * (var->derivative.i >= 0) + 4 * var->fixed +
         2 * (var->start.i >= 0) + (var->integral.i < 0);
}

/* The preference that is further from the default counts, of two that are equally
 * far the one for a state. never and always contradict each other. */
static void merge_state_preferences(Session *s, Var *k, const Var *d)
{
  int keep = (int)k->state_select - STATE_DEFAULT;
  int drop = (int)d->state_select - STATE_DEFAULT;
  if (abs(drop) > abs(keep) || (abs(drop) == abs(keep) && drop > keep)) {
    k->state_select = d->state_select;
  }
  k->is_reset |= d->is_reset;
  if (keep * drop > -4) return;
  Diagnostic *w = diagnostic_warning(
      s, d->span, W305,
      "'%s' and '%s' are the same variable, but stateSelect is never for one "
      "and always for the other; always is used",
      d->name, k->name);
  diagnostic_note(s, w, k->span, "'%s' is declared here", k->name);
}

/* The one of two bounds that leaves less; of expressions the first. */
static ExprId tighter(const System *sys, ExprId a, ExprId b, bool lower)
{
  double x, y;
  if (a.i < 0) return b;
  if (b.i < 0 || !expr_is_const(sys->exprs, a, &x) ||
      !expr_is_const(sys->exprs, b, &y)) {
    return a;
  }
  return (lower ? y > x : y < x) ? b : a;
}

static bool leaves_no_value(const System *sys, ExprId min, ExprId max)
{
  double x, y;
  return min.i >= 0 && max.i >= 0 && expr_is_const(sys->exprs, min, &x) &&
         expr_is_const(sys->exprs, max, &y) && x > y;
}

static ExprId opposite(const System *sys, ExprId e)
{
  return e.i >= 0 ? expr_neg(sys->exprs, e) : e;
}

/* Bounds guide the solution of nonlinear equations: what one alias has counts
 * for all. */
static void merge_bounds(const System *sys, Var *k, const Var *d, bool negative)
{
  assert(k != d);
  ExprId min = negative ? opposite(sys, d->max) : d->min;
  ExprId max = negative ? opposite(sys, d->min) : d->max;
  min = tighter(sys, k->min, min, true);
  max = tighter(sys, k->max, max, false);
  if (leaves_no_value(sys, min, max)) return;
  k->min = min;
  k->max = max;
}

/* Attributes of the set: what is given wins, then what is stronger.
 * alias_conflict.c reports what was lost. */
static void merge_attributes(Session *s, System *sys, VarId keep, VarId drop,
                             bool negative)
{
  Var *k = &sys->var[keep.i], *d = &sys->var[drop.i];
  ExprId start = negative ? opposite(sys, d->start) : d->start;
  /* A fixed variable without a start value is fixed at zero. */
  bool is_better =
      d->start.i >= 0 && (k->start.i < 0 || d->start_depth < k->start_depth);
  if (!k->fixed && (is_better || d->fixed)) {
    k->start = start;
    k->start_depth = d->start_depth;
  }
  if (k->nominal.i < 0 ||
      (!var_has_own_nominal(sys, k) && var_has_own_nominal(sys, d))) {
    k->nominal = d->nominal;
  }
  if (d->fixed) k->fixed = k->has_fixed = true;
  merge_state_preferences(s, k, d);
  merge_bounds(sys, k, d, negative);
}

/* The derivative of `drop` becomes that of `keep`. True: both have one, and
 * these are to be merged next. */
static bool join_chains(Session *s, System *sys, VarId *keep, VarId *drop,
                        bool negative)
{
  VarId dd = sys->var[drop->i].derivative;
  if (dd.i < 0) return false;
  VarId root = alias_find(sys, dd).var;
  if (sys->var[keep->i].derivative.i < 0 && !negative) {
    sys->var[keep->i].derivative = root;
    sys->var[root.i].integral = *keep;
    return false;
  }
  VarId kd = alias_find(sys, system_derivative(sys, s, *keep)).var;
  sys->var[root.i].integral = NO_VAR;
  *keep = kd;
  *drop = root;
  return !var_same(kd, root);
}

static void alias_merge(Session *s, System *sys, VarId keep, VarId drop,
                        bool negative)
{
  assert(!var_same(keep, drop));
  do {
    merge_attributes(s, sys, keep, drop, negative);
    VarId integral = sys->var[drop.i].integral;
    sys->var[drop.i].alias_of = keep;
    sys->var[drop.i].alias_negative = negative;
    if (integral.i >= 0) { /* der(x) = keep: keep is the derivative now */
      assert(!negative && sys->var[keep.i].integral.i < 0);
      sys->var[integral.i].derivative = keep;
      sys->var[keep.i].integral = integral;
    }
  } while (join_chains(s, sys, &keep, &drop, negative));
}

/* Which of two representatives stays? */
static bool keeps_first(const System *sys, VarId a, VarId b)
{
  int rank_a = representative_rank(&sys->var[a.i]);
  int rank_b = representative_rank(&sys->var[b.i]);
  return rank_a != rank_b ? rank_a > rank_b : a.i < b.i;
}

/* Merges two representatives if that is possible; false: the equation has to
 * stay. Two derivatives cannot be merged, nor two of one chain (der(x) = x).
 * A variable of the model takes the place of der(x), but not that of
 * -der(x). */
static bool try_merge(Session *s, System *sys, VarId a, VarId b, bool negative)
{
  if (!may_merge(sys, a) || !may_merge(sys, b)) return false;
  bool a_der = sys->var[a.i].integral.i >= 0;
  bool b_der = sys->var[b.i].integral.i >= 0;
  if (a_der && b_der) return false;
  if (var_same(chain_root(sys, a), chain_root(sys, b))) return false;
  VarId keep = keeps_first(sys, a, b) ? a : b;
  if (a_der || b_der) {
    VarId derivative = a_der ? a : b, other = a_der ? b : a;
    bool is_named = !system_is_der(sys, derivative);
    if (negative && !is_named) return false;
    if (!is_named) keep = other;
    if (negative) keep = derivative; /* a chain has no signs inside */
  }
  alias_merge(s, sys, keep, var_same(keep, a) ? b : a, negative);
  return true;
}

static ExprId alias_representative(void *context, ExprTable *t, VarId var)
{
  System *sys = context;
  Signed root = alias_find(sys, var);
  ExprId e = expr_var(t, root.var);
  return root.negative ? expr_neg(t, e) : e;
}

/* What is to be rewritten. */
typedef struct Rewrite {
  System *sys;
  Walk *walk;
  bool *holds_alias; /* by ExprId, of those that were there before */
} Rewrite;

/* Operands come before their users: one look at each node answers it for all. */
static bool *find_holders(const System *sys, Arena *scratch)
{
  const ExprTable *t = sys->exprs;
  int n = expr_count(t);
  bool *holds = arena_array(scratch, (size_t)n, sizeof holds[0]);
  for (int i = 0; i < n; i++) {
    const ExprNode *node = expr_node(t, (ExprId){i});
    if (node->op == EXPR_VAR) {
      /* nodes of functions have numbers of locals there */
      holds[i] =
          node->var.i < sys->n_vars && sys->var[node->var.i].alias_of.i >= 0;
    }
    for (int a = 0; a < node->n_args; a++) holds[i] |= holds[node->arg[a].i];
  }
  return holds;
}

/* All that was made from the text of the model. */
static bool alias_is_rewritten(ExprPlace place)
{
  switch (place) {
  case PLACE_IN_EQUATION:
  case PLACE_IN_START_RESIDUAL:
  case PLACE_AS_WRITTEN:
  case PLACE_IN_INITIAL:
  case PLACE_INITIAL_AS_WRITTEN:
  case PLACE_DISCRETE_VALUE:
  case PLACE_DISCRETE_VARIABLE:
  case PLACE_INITIAL_DISCRETE_VALUE:
  case PLACE_INITIAL_DISCRETE_VARIABLE:
  case PLACE_BEFORE_SPLIT:
  case PLACE_IN_ASSERTION:
  case PLACE_REINIT_ACTIVE:
  case PLACE_REINIT_VALUE:
  case PLACE_IN_RELATION: return true;
  case PLACE_IN_SAMPLE: /* of parameters alone, which are never merged */
  case PLACE_BINDING:
  case PLACE_START:
  case PLACE_BOUND:
  case PLACE_NOMINAL:
  case PLACE_RELATION_TIME: /* these are made later */
  case PLACE_RELATION_DISTANCE:
  case PLACE_IN_MONITOR:
  case PLACE_IN_SET:
  case PLACE_IN_COMBINATION: return false;
  }
  return false;
}

/* reinit(v, e) with v = -r sets r to -e. */
static void alias_rewrite(void *context, ExprPlace place, int at, ExprId *e)
{
  const Rewrite *r = context;
  System *sys = r->sys;
  if (r->holds_alias[e->i]) {
    *e = walk_replace(r->walk, *e, false, alias_representative, sys);
  }
  if (place != PLACE_REINIT_VALUE) return;
  Reinit *reinit = &sys->reinit[at];
  Signed root = alias_find(sys, reinit->state);
  reinit->state = root.var;
  if (root.negative) *e = expr_neg(sys->exprs, *e);
}

static void rewrite_all(System *sys, Walk *walk, Arena *scratch)
{
  Rewrite r = {sys, walk, find_holders(sys, scratch)};
  for (int i = 0; i < sys->n_vars; i++) alias_find(sys, (VarId){i});
  system_each_expression(sys, alias_is_rewritten, alias_rewrite, &r);
}

bool alias_eliminate(System *sys, Session *s)
{
  assert(!sys->eq_var && sys->n_discrete_eqs == 0);
  ArenaMark mark = arena_mark(session_scratch(s));
  Walk *walk = walk_create(sys->exprs, session_scratch(s));
  int kept = 0;
  bool any = false;
  for (int k = 0; k < sys->n_eqs; k++) {
    VarId a, b;
    bool negative;
    bool merged = false;
    if (!sys->eq[k].is_discrete && !sys->eq[k].has_start_residual &&
        alias_pattern(sys, sys->eq[k].residual, &a, &b, &negative)) {
      Signed ra = alias_find(sys, a), rb = alias_find(sys, b);
      merged = try_merge(s, sys, ra.var, rb.var,
                         negative ^ ra.negative ^ rb.negative);
    }
    any |= merged;
    if (!merged) sys->eq[kept++] = sys->eq[k];
  }
  sys->n_eqs = sys->n_given = kept;
  if (any) rewrite_all(sys, walk, session_scratch(s));
  bool ok = !any || alias_conflict_report(sys, s);
  arena_release(mark);
  return ok;
}
