/* assertion_kinds.c: see assertion_kinds.h. */
#include "reduce/blocks/assertion_kinds.h"

#include <assert.h>
#include <math.h>

#include "symbolic/properties/magnitude.h"

/* Ten times the band of a crossing. */
static const double slack_part = 1e-11;

typedef struct Search {
  System *sys;
  const bool *steady;
  const StartPoint *point;
  Walk *walk;   /* of the condition at hand */
  Walk *part;   /* of an inequality in it */
  Walk *number; /* of a nominal value */
} Search;

/* --- what moves --- */

static bool moves_by_itself(const Search *s, const ExprNode *n)
{
  if (n->op == EXPR_TIME) return true;
  return n->op == EXPR_VAR && !s->steady[n->var.i];
}

/* [n_nodes] of the walk. */
static bool *find_moving(const Search *s, Arena *arena)
{
  const Walk *walk = s->walk;
  bool *moves = arena_array(arena, (size_t)walk->n_nodes, sizeof moves[0]);
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *n = expr_node(walk->exprs, walk->node[k]);
    moves[k] = moves_by_itself(s, n);
    if (walk_is_event(n)) continue; /* frozen */
    for (int i = 0; i < n->n_args; i++) {
      moves[k] |= moves[walk_position(walk, n->arg[i])];
    }
  }
  return moves;
}

/* --- inequalities --- */

/* A parameter is what it is, a variable as large as its nominal value. */
static double assertion_kinds_size_of(const void *context, VarId v)
{
  const Search *s = context;
  const Var *var = &s->sys->var[v.i];
  bool is_known = var->kind == VAR_PARAMETER || var->kind == VAR_CONSTANT;
  ExprId e = is_known ? expr_var(s->sys->exprs, v) : var->nominal;
  if (e.i < 0) return 1;
  double value = fabs(start_point_number(s->point, s->number, e));
  return isfinite(value) && (is_known || value > 0) ? value : 1;
}

/* left <= right + slack, or with another sign. */
static ExprId shifted(Search *s, const ExprNode *n, double sign)
{
  ExprTable *t = s->sys->exprs;
  ExprId difference = expr_sub(t, n->arg[0], n->arg[1]);
  double size = magnitude_of(s->part, difference, assertion_kinds_size_of, s);
  ExprId right =
      expr_add(t, n->arg[1], expr_const(t, sign * slack_part * size));
  return expr_relation(t, n->op, n->arg[0], right, n->index);
}

/* An expression that is true a little too often, and one a little too
 * seldom. */
typedef struct Pair {
  ExprId wide, narrow;
} Pair;

static Pair pair_of(Search *s, const Pair *pair, const bool *moves, int k)
{
  ExprTable *t = s->sys->exprs;
  ExprId e = s->walk->node[k];
  const ExprNode *n = expr_node(t, e);
  const Pair *part[2] = {NULL, NULL};
  for (int i = 0; i < n->n_args && i < 2 && !walk_is_event(n); i++) {
    part[i] = &pair[walk_position(s->walk, n->arg[i])];
  }
  switch ((ExprOp)n->op) {
  case EXPR_LT:
  case EXPR_LE:
    if (walk_is_event(n) || !moves[k]) return (Pair){e, e};
    return (Pair){shifted(s, n, 1), shifted(s, n, -1)};
  case EXPR_AND:
  case EXPR_OR:
    return (Pair){expr_binary(t, n->op, part[0]->wide, part[1]->wide),
                  expr_binary(t, n->op, part[0]->narrow, part[1]->narrow)};
  case EXPR_NOT:
    return (Pair){expr_unary(t, EXPR_NOT, part[0]->narrow),
                  expr_unary(t, EXPR_NOT, part[0]->wide)};
#define MATH_FUNCTION(NAME, ...) case EXPR_##NAME:
#include "base/builtin_functions.def"
  case EXPR_CONST:
  case EXPR_VAR:
  case EXPR_TIME:
  case EXPR_DIRECTION:
  case EXPR_ADD:
  case EXPR_SUB:
  case EXPR_MUL:
  case EXPR_DIV:
  case EXPR_POW:
  case EXPR_NEG:
  case EXPR_EQ:
  case EXPR_NE:
  case EXPR_IF:
  case EXPR_INITIAL:
  case EXPR_ARG:
  case EXPR_CALL:
  case EXPR_RESULT:
  case N_EXPR_OPS: break;
  }
  return (Pair){e, e};
}

/* The condition of the last walk with wider inequalities. */
static ExprId widened(Search *s, const bool *moves, Arena *arena)
{
  int n = s->walk->n_nodes;
  Pair *pair = arena_array(arena, (size_t)n, sizeof pair[0]);
  for (int k = 0; k < n; k++) pair[k] = pair_of(s, pair, moves, k);
  return pair[n - 1].wide;
}

static void assertion_kinds_look_at(Search *s, Assertion *a, Arena *arena)
{
  walk_from(s->walk, a->condition, true);
  assert(expr_same(s->walk->node[s->walk->n_nodes - 1], a->condition));
  const bool *moves = find_moving(s, arena);
  if (moves[s->walk->n_nodes - 1]) {
    a->condition = widened(s, moves, arena);
  } else if (a->moment == ASSERTION_ALWAYS) {
    a->moment = ASSERTION_STEADY;
  }
}

void assertion_kinds_find(System *sys, const bool *steady,
                          const StartPoint *point, Arena *scratch)
{
  ArenaMark mark = arena_mark(scratch);
  Search s = {.sys = sys,
              .steady = steady,
              .point = point,
              .walk = walk_create(sys->exprs, scratch),
              .part = walk_create(sys->exprs, scratch),
              .number = walk_create(sys->exprs, scratch)};
  for (int k = 0; k < sys->n_assertions; k++) {
    Assertion *a = &sys->assertion[k];
    ArenaMark one = arena_mark(scratch);
    if (a->moment != ASSERTION_INITIAL && a->level != ASSERTION_TERMINATE) {
      assertion_kinds_look_at(&s, a, scratch);
    }
    arena_release(one);
  }
  arena_release(mark);
}
