/* circles.c: constraints are taken apart into squares and a radius. */
#include "reduce/index/angles/circles.h"

#include <assert.h>

#include "reduce/system/incidence.h"
#include "symbolic/collect.h"

/* Where circles are looked for. */
typedef struct Search {
  const System *sys;
  Arena *scratch;
  Walk *walk;
} Search;

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
static ExprId circles_value_of(const Search *g, const Parts *parts)
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
  ExprId value = circles_value_of(g, parts);
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
static bool circles_is_wanted(const Search *g, ExprId e)
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
  ExprId value = circles_value_of(g, &parts);
  if (expr_is_const(t, value, &number) && !(number > 0)) return false;
  circle->r = squared_by(t, value);
  if (circle->r.i < 0) circle->r = expr_unary(t, EXPR_SQRT, value);
  return unknowns_of(g, residual).n > 1 && !circles_is_wanted(g, residual);
}

Circle *circles_find(const System *sys, Walk *walk, Arena *scratch, int *n)
{
  Search search = {sys, scratch, walk}, *g = &search;
  Circle *c = arena_array(scratch, (size_t)sys->n_given, sizeof c[0]);
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

int circles_count(const System *sys, Session *s)
{
  ArenaMark mark = arena_mark(session_scratch(s));
  int n;
  circles_find(sys, walk_create(sys->exprs, session_scratch(s)),
               session_scratch(s), &n);
  arena_release(mark);
  return n;
}
