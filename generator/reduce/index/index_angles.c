/* index_angles.c: constraints are taken apart into squares and a radius. */
#include "reduce/index/index_angles.h"

#include <assert.h>

#include "reduce/index/index_again.h"
#include "reduce/system/generated_root.h"
#include "reduce/system/guess.h"
#include "reduce/system/incidence.h"
#include "symbolic/collect.h"

/* Where circles are looked for. */
typedef struct Search {
  const System *sys;
  Arena *scratch;
  Walk *walk;
} Search;

/* a^2 + b^2 = r^2 */
typedef struct Circle {
  ExprId a, b, r;
} Circle;

/* --- what is a circle ----------------------------------------------------- */

static IntList unknowns_of(const Search *g, ExprId e)
{
  return incidence_of(g->sys, g->walk, e, true, g->scratch);
}

/* What is squared; NO_EXPR: nothing. */
static ExprId squared_by(const ExprTable *t, ExprId e)
{
  const ExprNode *n = expr_node(t, e);
  double power;
  bool is_power =
      n->op == EXPR_POW && expr_is_const(t, n->arg[1], &power) && power == 2;
  bool is_product = n->op == EXPR_MUL && expr_same(n->arg[0], n->arg[1]);
  return is_power || is_product ? n->arg[0] : NO_EXPR;
}

/* factor * (sum of what has unknowns) + rest */
typedef struct Parts {
  ExprId with[2];
  int n_with;
  double factor;
  ExprId rest;
} Parts;

/* False: more than two terms have unknowns, or different factors. */
static bool take_apart(const Search *g, ExprId e, Parts *parts)
{
  ExprTable *t = g->sys->exprs;
  CollectedSum sum = collect_list(t, e, g->scratch);
  *parts = (Parts){.rest = expr_const(t, sum.constant)};
  for (int k = 0; k < sum.n; k++) {
    const CollectedTerm *term = &sum.term[k];
    if (unknowns_of(g, term->e).n == 0) {
      ExprId factor = expr_const(t, term->factor);
      parts->rest = expr_add(t, parts->rest, expr_mul(t, factor, term->e));
      continue;
    }
    if (parts->n_with == 2) return false;
    if (parts->n_with == 1 && term->factor != parts->factor) return false;
    parts->factor = term->factor;
    parts->with[parts->n_with++] = term->e;
  }
  return parts->n_with > 0;
}

/* What the sum of the terms with unknowns is equal to, by `e = 0`. */
static ExprId index_angles_value_of(const Search *g, const Parts *parts)
{
  assert(parts->n_with > 0 && parts->factor != 0);
  ExprTable *t = g->sys->exprs;
  ExprId scale = expr_const(t, -1 / parts->factor);
  return collect_terms(t, expr_mul(t, scale, parts->rest), g->scratch);
}

/* sqrt(e) = value as a residual without the root; NO_EXPR: it is not a root. */
static ExprId without_root(const Search *g, const Parts *parts)
{
  ExprTable *t = g->sys->exprs;
  const ExprNode *n = expr_node(t, parts->with[0]);
  if (parts->n_with > 1 || n->op != EXPR_SQRT) return NO_EXPR;
  ExprId value = index_angles_value_of(g, parts);
  return expr_sub(t, n->arg[0], expr_mul(t, value, value));
}

/* Two terms with unknowns. */
static bool find_two(const Search *g, ExprId residual, Parts *parts)
{
  if (!take_apart(g, residual, parts)) return false;
  if (parts->n_with == 2) return true;
  ExprId inside = without_root(g, parts);
  return inside.i >= 0 && take_apart(g, inside, parts) && parts->n_with == 2;
}

/* The user wants something else as states. */
static bool index_angles_is_wanted(const Search *g, ExprId e)
{
  IntList list = unknowns_of(g, e);
  for (int k = 0; k < list.n; k++) {
    if (g->sys->var[list.item[k]].state_select > STATE_DEFAULT) return true;
  }
  return false;
}

static bool find_circle(const Search *g, ExprId residual, Circle *circle)
{
  ExprTable *t = g->sys->exprs;
  Parts parts;
  double number = 1;
  if (!find_two(g, residual, &parts)) return false;
  circle->a = squared_by(t, parts.with[0]);
  circle->b = squared_by(t, parts.with[1]);
  if (circle->a.i < 0 || circle->b.i < 0) return false;
  ExprId value = index_angles_value_of(g, &parts);
  if (expr_is_const(t, value, &number) && !(number > 0)) return false;
  circle->r = squared_by(t, value);
  if (circle->r.i < 0) circle->r = expr_unary(t, EXPR_SQRT, value);
  return unknowns_of(g, residual).n > 1 && !index_angles_is_wanted(g, residual);
}

/* The circles among the differentiated constraints; c->a is NO_EXPR for all
 * other equations. */
static Circle *find_circles(const Search *g, int *n)
{
  const System *sys = g->sys;
  Circle *c = arena_array(g->scratch, (size_t)sys->n_given, sizeof c[0]);
  *n = 0;
  for (int k = 0; k < sys->n_given; k++) {
    const Eq *eq = &sys->eq[k];
    bool is_constraint = eq->derivative.i >= 0 && !eq->has_start_residual;
    if (is_constraint && find_circle(g, eq->residual, &c[k]))
      ++*n;
    else
      c[k].a = NO_EXPR;
  }
  return c;
}

static Search make_search(const System *sys, Session *s)
{
  Arena *scratch = session_scratch(s);
  return (Search){sys, scratch, walk_create(sys->exprs, scratch)};
}

int index_angles_count(const System *sys, Session *s)
{
  ArenaMark mark = arena_mark(session_scratch(s));
  Search g = make_search(sys, s);
  int n;
  find_circles(&g, &n);
  arena_release(mark);
  return n;
}

/* --- start values --------------------------------------------------------- */

typedef struct Angles {
  System *sys;
  Session *s;
  Search search;
  Name root;
  int n;         /* angles made */
  ExprId *guess; /* [old n_vars] where no start value is given; NO_EXPR */
} Angles;

static ExprId index_angles_start_of(const Angles *g, ExprId e)
{
  return guess_value(g->sys, g->search.walk, g->guess, e);
}

/* The other side of the triangle; without both, half of the square. */
static ExprId index_angles_other_side(ExprTable *t, ExprId r, ExprId side)
{
  ExprId square = expr_mul(t, r, r);
  ExprId rest = side.i < 0 ? expr_mul(t, expr_const(t, 0.5), square)
                           : expr_sub(t, square, expr_mul(t, side, side));
  ExprId zero = expr_const(t, 0);
  return expr_unary(t, EXPR_SQRT, expr_binary(t, EXPR_MAX, rest, zero));
}

/* r may be negative. */
static ExprId start_angle(const Angles *g, const Circle *c)
{
  ExprTable *t = g->sys->exprs;
  ExprId r = index_angles_start_of(g, c->r);
  ExprId a = index_angles_start_of(g, c->a);
  ExprId b = index_angles_start_of(g, c->b);
  if (r.i < 0) r = expr_const(t, 1); /* an input */
  if (a.i < 0) a = index_angles_other_side(t, r, b);
  if (b.i < 0) b = index_angles_other_side(t, r, a);
  return expr_binary(t, EXPR_ATAN2, expr_mul(t, r, b), expr_mul(t, r, a));
}

/* --- the system is changed ------------------------------------------------ */

static VarId add_angle(Angles *g, const Circle *c, Span span)
{
  char *name =
      arena_printf(session_scratch(g->s), "%s.phi[%d]", g->root, ++g->n);
  ExprId start = start_angle(g, c);
  VarId v = system_add_var(g->sys, session_name(g->s, name));
  Var *var = &g->sys->var[v.i];
  var->is_generated = true;
  var->attributes = system_attributes(
      g->sys,
      (VarAttributes){.description = "angle on the circle of a constraint",
                      .unit = "rad"});
  var->span = span;
  var->start = start;
  var->state_select = STATE_PREFER;
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

static void use_angle(Angles *g, EqId e, const Circle *c)
{
  assert(c->a.i >= 0 && c->b.i >= 0 && c->r.i >= 0);
  System *sys = g->sys;
  ExprTable *t = sys->exprs;
  Span span = sys->eq[e.i].span;
  ExprId phi = expr_var(t, add_angle(g, c, span));
  ExprId x = expr_mul(t, c->r, expr_unary(t, EXPR_COS, phi));
  ExprId y = expr_mul(t, c->r, expr_unary(t, EXPR_SIN, phi));
  EqId second = system_add_eq(sys, x, span);
  set_sides(sys, e, c->a, x);
  set_sides(sys, second, c->b, y);
}

/* What a and b are made of may have no start values, but equations. */
static ExprId *guess_missing(const Search *g, const Circle *circle)
{
  const System *sys = g->sys;
  bool *wanted = arena_array(g->scratch, (size_t)sys->n_vars, sizeof(bool));
  for (int k = 0; k < sys->n_given; k++) {
    if (circle[k].a.i < 0) continue;
    IntList list = unknowns_of(g, sys->eq[k].residual);
    for (int i = 0; i < list.n; i++) wanted[list.item[i]] = true;
  }
  return guess_starts(sys, g->walk, wanted, g->scratch);
}

static bool index_angles_change_system(System *sys, Session *s)
{
  Angles g = {.sys = sys, .s = s, .search = make_search(sys, s)};
  int n, n_given = sys->n_given;
  const Circle *circle = find_circles(&g.search, &n);
  if (n == 0) return false;
  g.root = generated_root(sys, s, "angles");
  g.guess = guess_missing(&g.search, circle);
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
