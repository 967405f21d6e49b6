/* index_ggl.c: a constraint of order nu gives nu-1 further equations and as
 * many multipliers; the broken chains give kinematic equations. */
#include "reduce/index/index_ggl.h"

#include <assert.h>

#include "base/vector.h"
#include "reduce/index/index_again.h"
#include "reduce/system/generated_root.h"
#include "symbolic/differentiate.h"

/* What is added to der(x): the sum of the multipliers of one level. */
typedef struct Split {
  VarId x, velocity; /* velocity stood for der(x) */
  ExprId push;
  Span span; /* of a constraint that it comes from */
} Split;

/* A constraint that becomes an equation of its own. */
typedef struct Hidden {
  ExprId residual;
  Span span;
} Hidden;

typedef struct Ggl {
  System *sys;
  Session *s;
  Arena *scratch;
  Walk *walk;
  Name root;
  int n_multipliers, n_velocities;
  Split *split;
  int n_splits, cap_splits;
  int *split_of; /* [old n_vars] that breaks after the variable; -1 */
  Hidden *hidden;
  int n_hidden, cap_hidden;
} Ggl;

/* --- what is to be added --- */

static bool index_ggl_is_top(const void *context, VarId var)
{
  const System *sys = context;
  const Var *v = &sys->var[var.i];
  return v->kind == VAR_CONTINUOUS && v->integral.i >= 0 && v->derivative.i < 0;
}

static VarId add_multiplier(Ggl *g)
{
  char *name =
      arena_printf(g->scratch, "%s.mu[%d]", g->root, ++g->n_multipliers);
  VarId v = system_add_var(g->sys, session_name(g->s, name));
  Var *var = &g->sys->var[v.i];
  var->is_generated = true;
  var->attributes = system_attributes(
      g->sys,
      (VarAttributes){.description =
                          "multiplier of a constraint; zero but for errors"});
  var->start = expr_const(g->sys->exprs, 0);
  return v;
}

static Split *split_behind(Ggl *g, VarId x, Span span)
{
  int *at = &g->split_of[x.i];
  if (*at < 0) {
    g->split = vector_grow(g->scratch, g->split, &g->cap_splits,
                           g->n_splits + 1, sizeof g->split[0]);
    *at = g->n_splits++;
    g->split[*at] = (Split){x, g->sys->var[x.i].derivative,
                            expr_const(g->sys->exprs, 0), span};
  }
  return &g->split[*at];
}

/* The multipliers of one constraint; `top` is its highest version. */
static void add_pushes(Ggl *g, EqId top, int order)
{
  assert(order >= 2);
  System *sys = g->sys;
  Gradient gradient = {0};
  Span span = sys->eq[top.i].span;
  differentiate_gradient(g->walk, sys->eq[top.i].residual, index_ggl_is_top,
                         sys, &gradient);
  for (int p = order; p >= 2; p--) {
    ExprId mu = expr_var(sys->exprs, add_multiplier(g));
    for (int k = 0; k < gradient.n_entries; k++) {
      VarId x = system_integral(sys, gradient.entry[k].var, p);
      if (x.i < 0) continue;
      Split *split = split_behind(g, x, span);
      ExprId push = expr_mul(sys->exprs, gradient.entry[k].value, mu);
      split->push = expr_add(sys->exprs, split->push, push);
    }
  }
}

/* The versions of a given equation between the first and the last. */
static void add_hidden(Ggl *g, EqId given)
{
  System *sys = g->sys;
  EqId e = sys->eq[given.i].derivative;
  int order = 1;
  if (e.i < 0) return;
  while (sys->eq[e.i].derivative.i >= 0) {
    const Eq *eq = &sys->eq[e.i];
    g->hidden = vector_grow(g->scratch, g->hidden, &g->cap_hidden,
                            g->n_hidden + 1, sizeof g->hidden[0]);
    g->hidden[g->n_hidden++] = (Hidden){eq->residual, eq->span};
    e = eq->derivative;
    order++;
  }
  if (order >= 2) add_pushes(g, e, order);
}

/* --- the system is changed --- */

/* Where the model has no variable for der(x), der(x) itself was the velocity:
 * it gets another name. */
static void name_velocity(Ggl *g, VarId v)
{
  Var *var = &g->sys->var[v.i];
  if (!system_is_der(g->sys, v)) return;
  char *name = arena_printf(g->scratch, "%s.v[%d]", g->root, ++g->n_velocities);
  var->name = session_name(g->s, name);
  var->is_generated = true;
  VarAttributes attributes = *var->attributes;
  attributes.description = "derivative, but for the multipliers";
  var->attributes = system_attributes(g->sys, attributes);
}

/* der(x) as a variable of its own: the alias that it was, or a new one. */
static VarId make_derivative(Ggl *g, VarId x, VarId velocity, VarId alias)
{
  assert(var_same(g->sys->var[x.i].derivative, velocity));
  System *sys = g->sys;
  sys->var[velocity.i].integral = NO_VAR;
  sys->var[x.i].derivative = alias;
  if (alias.i < 0) return system_derivative(sys, g->s, x);
  sys->var[alias.i].alias_of = NO_VAR;
  sys->var[alias.i].integral = x;
  return alias;
}

/* For each variable the alias der(x) of its derivative; -1: none. */
static int *find_aliases(const System *sys, Arena *scratch)
{
  size_t n = (size_t)sys->n_vars;
  int *alias = arena_array(scratch, n, sizeof(int));
  for (int i = 0; i < sys->n_vars; i++) alias[i] = -1;
  for (int i = 0; i < sys->n_vars; i++) {
    const Var *var = &sys->var[i];
    VarId of = var->alias_of;
    if (of.i < 0 || var->alias_negative) continue;
    if (!system_is_der(sys, (VarId){i})) continue;
    VarId x = sys->var[of.i].integral;
    if (x.i >= 0 && var_same(x, var->integral)) alias[x.i] = i;
  }
  return alias;
}

static void add_equations(Ggl *g)
{
  System *sys = g->sys;
  ExprTable *t = sys->exprs;
  const int *alias = find_aliases(sys, g->scratch);
  for (int k = 0; k < g->n_splits; k++) {
    const Split *split = &g->split[k];
    name_velocity(g, split->velocity);
    VarId der = make_derivative(g, split->x, split->velocity,
                                (VarId){alias[split->x.i]});
    ExprId sum = expr_add(t, expr_var(t, split->velocity), split->push);
    system_add_eq(sys, expr_sub(t, expr_var(t, der), sum), split->span);
  }
  for (int k = 0; k < g->n_hidden; k++) {
    system_add_eq(sys, g->hidden[k].residual, g->hidden[k].span);
  }
}

static bool index_ggl_change_system(System *sys, Session *s)
{
  Arena *scratch = session_scratch(s);
  Ggl g = {.sys = sys,
           .s = s,
           .scratch = scratch,
           .walk = walk_create(sys->exprs, scratch),
           .root = generated_root(sys, s, "ggl")};
  g.split_of = arena_array(scratch, (size_t)sys->n_vars, sizeof(int));
  for (int i = 0; i < sys->n_vars; i++) g.split_of[i] = -1;
  for (int k = 0; k < sys->n_given; k++) add_hidden(&g, (EqId){k});
  if (g.n_hidden == 0) return false;
  index_again_begin(sys);
  add_equations(&g);
  return true;
}

bool index_ggl_change(System *sys, Session *s)
{
  assert(sys->eq_var && sys->n_eqs > sys->n_given);
  ArenaMark mark = arena_mark(session_scratch(s));
  bool changed = index_ggl_change_system(sys, s);
  arena_release(mark);
  return changed;
}
