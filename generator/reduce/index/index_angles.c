/* index_angles.c: circles are replaced by their angles. */
#include "reduce/index/index_angles.h"

#include <assert.h>

#include "reduce/index/angles/circles.h"
#include "reduce/index/index_again.h"
#include "reduce/index/index_dummy.h"
#include "reduce/system/generated_root.h"
#include "symbolic/differentiate.h"

typedef struct Angles {
  System *sys;
  Session *s;
  Name root;
  int n; /* angles made */
} Angles;

/* --- the system is changed ------------------------------------------------ */

static VarId add_angle(Angles *g, Span span)
{
  char *name =
      arena_printf(session_scratch(g->s), "%s.phi[%d]", g->root, ++g->n);
  VarId v = system_add_var(g->sys, session_name(g->s, name));
  Var *var = &g->sys->var[v.i];
  var->is_generated = true;
  var->attributes = system_attributes(
      g->sys,
      (VarAttributes){.description = "angle on the circle of a constraint",
                      .unit = "rad"});
  var->span = span;
  var->state_select = STATE_PREFER;
  var->nominal = expr_const(g->sys->exprs, 1);
  var->counts_turns = true;
  return v;
}

static void set_sides(System *sys, EqId e, ExprId left, ExprId right)
{
  Eq *eq = &sys->eq[e.i];
  eq->left = left;
  eq->right = right;
  eq->residual = expr_sub(sys->exprs, left, right);
  eq->is_rewritten = true;
}

/* In initialization the equation says this instead. */
static void set_start(System *sys, EqId e, ExprId residual)
{
  sys->eq[e.i].start_residual = residual;
  sys->eq[e.i].has_start_residual = true;
}

/* The angle of (a, b); r may be negative. */
static ExprId angle_of(ExprTable *t, const Circle *c)
{
  return expr_binary(t, EXPR_ATAN2, expr_mul(t, c->r, c->b),
                     expr_mul(t, c->r, c->a));
}

static void use_angle(Angles *g, EqId e, const Circle *c)
{
  assert(c->a.i >= 0 && c->b.i >= 0 && c->r.i >= 0);
  System *sys = g->sys;
  ExprTable *t = sys->exprs;
  Span span = sys->eq[e.i].span;
  ExprId constraint = sys->eq[e.i].residual;
  ExprId phi = expr_var(t, add_angle(g, span));
  ExprId x = expr_mul(t, c->r, expr_unary(t, EXPR_COS, phi));
  ExprId y = expr_mul(t, c->r, expr_unary(t, EXPR_SIN, phi));
  EqId second = system_add_eq(sys, x, span);
  set_sides(sys, e, c->a, x);
  set_sides(sys, second, c->b, y);
  set_start(sys, e, constraint);
  set_start(sys, second, expr_sub(t, phi, angle_of(t, c)));
}

static bool index_angles_change_system(System *sys, Session *s)
{
  Angles g = {.sys = sys, .s = s};
  Arena *scratch = session_scratch(s);
  int n, n_given = sys->n_given;
  const Circle *circle =
      circles_find(sys, walk_create(sys->exprs, scratch), scratch, &n);
  if (n == 0) return false;
  g.root = generated_root(sys, s, "angles");
  index_again_begin(sys);
  for (int k = 0; k < n_given; k++) {
    if (circle[k].a.i >= 0) use_angle(&g, (EqId){k}, &circle[k]);
  }
  return true;
}

bool index_angles_change(System *sys, Session *s)
{
  assert(sys->eq_var);
  ArenaMark mark = arena_mark(session_scratch(s));
  bool changed = index_angles_change_system(sys, s);
  arena_release(mark);
  if (changed) return true;
  diagnostic_warning(s, sys->span, W306,
                     "no constraint is a circle a^2 + b^2 = r^2: --reduction "
                     "angles makes no difference for this model");
  return false;
}

/* --- initialization ------------------------------------------------------- */

static ExprId index_angles_var_rate(void *context, VarId v)
{
  const System *sys = context;
  const Var *var = &sys->var[v.i];
  if (var->kind != VAR_CONTINUOUS) return expr_const(sys->exprs, 0);
  return var->derivative.i < 0 ? NO_EXPR
                               : expr_var(sys->exprs, var->derivative);
}

/* What is said instead at the start is differentiated with the equation; but
 * its most differentiated version, which is regular with any angle, stays. */
static void differentiate_start(System *sys, Walk *walk, EqId e)
{
  ExprId start = sys->eq[e.i].start_residual;
  for (;;) {
    e = sys->eq[e.i].derivative;
    if (e.i < 0 || sys->eq[e.i].derivative.i < 0) return;
    start = differentiate_time(walk, start, index_angles_var_rate, sys);
    if (start.i < 0) return;
    set_start(sys, e, start);
  }
}

bool index_angles_select(System *sys, Session *s)
{
  if (!index_dummy_select(sys, s)) return false;
  ArenaMark mark = arena_mark(session_scratch(s));
  Walk *walk = walk_create(sys->exprs, session_scratch(s));
  for (int k = 0; k < sys->n_given; k++) {
    const Eq *eq = &sys->eq[k];
    if (eq->has_start_residual && eq->is_rewritten)
      differentiate_start(sys, walk, (EqId){k});
  }
  arena_release(mark);
  return true;
}
