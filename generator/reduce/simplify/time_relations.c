/* time_relations.c: see time_relations.h. */
#include "reduce/simplify/time_relations.h"

#include <assert.h>

#include "symbolic/differentiate.h"
#include "symbolic/walk.h"

static bool is_discrete_leaf(const System *sys, const ExprNode *n)
{
  if (n->op != EXPR_VAR) return true;
  const Var *var = &sys->var[n->var.i];
  if (var->kind == VAR_CONTINUOUS || var->kind == VAR_SELECTED) return false;
  return var->kind != VAR_INPUT || var->is_held;
}

static bool keeps_affine(ExprOp op)
{
  return op == EXPR_TIME || op == EXPR_ADD || op == EXPR_SUB ||
         op == EXPR_NEG || op == EXPR_MUL || op == EXPR_DIV;
}

/* Holds nothing but time, below operators that can keep it affine, and what
 * is constant between events; and time at all. */
static bool depends_on_time_only(const System *sys, Walk *walk, ExprId z)
{
  walk_from(walk, z, true);
  ArenaMark mark = arena_mark(walk->arena);
  bool *has_time =
      arena_array(walk->arena, (size_t)walk->n_nodes, sizeof has_time[0]);
  bool good = true;
  for (int k = 0; k < walk->n_nodes && good; k++) {
    const ExprNode *n = expr_node(sys->exprs, walk->node[k]);
    has_time[k] = n->op == EXPR_TIME;
    for (int a = 0; !walk_is_event(n) && a < n->n_args; a++) {
      has_time[k] |= has_time[walk_position(walk, n->arg[a])];
    }
    good = is_discrete_leaf(sys, n) &&
           (!has_time[k] || keeps_affine((ExprOp)n->op));
  }
  good = good && has_time[walk->n_nodes - 1];
  arena_release(mark);
  return good;
}

static ExprId zero_derivative(void *context, VarId var)
{
  (void)var;
  return expr_const(context, 0);
}

/* z at time = 0, without time in it. */
static ExprId constant_part(Walk *walk, ExprId z)
{
  ExprTable *t = walk->exprs;
  walk_from(walk, z, true);
  ArenaMark mark = arena_mark(walk->arena);
  ExprId *made =
      arena_array(walk->arena, (size_t)walk->n_nodes, sizeof made[0]);
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *n = expr_node(t, walk->node[k]);
    made[k] = n->op == EXPR_TIME ? expr_const(t, 0) : walk->node[k];
    if (walk_is_event(n) || n->n_args == 0) continue;
    ExprId arg[3] = {NO_EXPR, NO_EXPR, NO_EXPR};
    for (int a = 0; a < n->n_args; a++) {
      arg[a] = made[walk_position(walk, n->arg[a])];
    }
    made[k] = expr_rebuild(t, walk->node[k], arg);
  }
  ExprId result = made[walk->n_nodes - 1];
  arena_release(mark);
  return result;
}

static bool time_relations_is_time(const System *sys, ExprId e)
{
  return expr_node(sys->exprs, e)->op == EXPR_TIME;
}

/* Where time stands alone the other side is the moment, without rounding. */
static ExprId moment_of(System *sys, Walk *walk, const EventRelation *r,
                        ExprId z, double c)
{
  ExprTable *t = sys->exprs;
  if (time_relations_is_time(sys, r->left)) return r->right;
  if (time_relations_is_time(sys, r->right)) return r->left;
  return expr_div(t, constant_part(walk, z), expr_const(t, -c));
}

static void time_relations_look_at(System *sys, Walk *walk, EventRelation *r)
{
  assert(r->left.i >= 0 && r->right.i >= 0);
  ExprTable *t = sys->exprs;
  ExprId z = r->difference = expr_sub(t, r->left, r->right);
  double c;
  if (!depends_on_time_only(sys, walk, z)) return;
  ExprId slope = differentiate_time(walk, z, zero_derivative, t);
  if (slope.i < 0 || !expr_is_const(t, slope, &c) || c == 0) return;
  r->event_time = moment_of(sys, walk, r, z, c);
  r->is_true_before = c > 0;
}

bool time_relations_find(System *sys, Session *s)
{
  ArenaMark mark = arena_mark(session_scratch(s));
  Walk *walk = walk_create(sys->exprs, session_scratch(s));
  for (int k = 0; k < sys->n_relations; k++) {
    time_relations_look_at(sys, walk, &sys->relation[k]);
  }
  arena_release(mark);
  return true;
}

int time_relations_watched(const System *sys)
{
  int n = 0;
  for (int k = 0; k < sys->n_relations; k++) {
    const EventRelation *r = &sys->relation[k];
    n += r->event_time.i < 0 && !r->is_searched && !r->is_quiet;
  }
  return n;
}
