/* quiet_relations.c: see quiet_relations.h. */
#include "reduce/simplify/quiet_relations.h"

#include <assert.h>

#include "base/vector.h"
#include "symbolic/walk.h"

static bool quiet_relations_varies(const System *sys, const ExprNode *n)
{
  if (n->op != EXPR_VAR) return false;
  VarKind kind = sys->var[n->var.i].kind;
  return kind == VAR_CONTINUOUS || kind == VAR_SELECTED;
}

static void quiet_relations_add(System *sys, const ExprNode *n, Span span)
{
  ExprTable *t = sys->exprs;
  bool is_sign = n->op == EXPR_SIGN;
  ExprId left = is_sign ? expr_const(t, 0) : n->arg[0];
  ExprId right = is_sign ? n->arg[0] : n->arg[1];
  bool or_equal = n->op == EXPR_LE;
  ExprId difference = expr_sub(t, left, right);
  sys->relation = vector_grow(sys->arena, sys->relation, &sys->cap_relations,
                              sys->n_relations + 1, sizeof sys->relation[0]);
  sys->relation[sys->n_relations++] = (EventRelation){.left = left,
                                                      .right = right,
                                                      .or_equal = or_equal,
                                                      .is_quiet = true,
                                                      .is_sign = is_sign,
                                                      .span = span,
                                                      .event_time = NO_EXPR,
                                                      .difference = difference};
}

static bool is_quiet_condition(const ExprNode *n)
{
  bool compares = n->op == EXPR_LT || n->op == EXPR_LE;
  return n->op == EXPR_SIGN || (compares && n->index < 0);
}

/* Those below all residuals, each once. A residual's span is that of the first
 * equation that holds the condition. */
static void quiet_relations_look_at(System *sys, Walk *walk, const Eq *eq,
                                    bool *is_listed, int n_listed)
{
  ArenaMark mark = arena_mark(walk->arena);
  walk_from(walk, eq->residual, true);
  int n = walk->n_nodes;
  bool *varies = arena_array(walk->arena, (size_t)n, sizeof varies[0]);
  ExprId *node = arena_array(walk->arena, (size_t)n, sizeof node[0]);
  for (int k = 0; k < n; k++) node[k] = walk->node[k];
  for (int k = 0; k < n; k++) {
    ExprNode at = *expr_node(sys->exprs, node[k]);
    varies[k] = quiet_relations_varies(sys, &at);
    for (int a = 0; !walk_is_event(&at) && a < at.n_args; a++) {
      int position = walk_position(walk, at.arg[a]);
      assert(position < k);
      varies[k] = varies[k] || (position >= 0 && varies[position]);
    }
    bool is_new = node[k].i < n_listed && !is_listed[node[k].i];
    if (!varies[k] || !is_new || !is_quiet_condition(&at)) continue;
    is_listed[node[k].i] = true;
    quiet_relations_add(sys, &at, eq->span);
  }
  arena_release(mark);
}

bool quiet_relations_find(System *sys, Session *s)
{
  ArenaMark mark = arena_mark(session_scratch(s));
  int n = expr_count(sys->exprs);
  bool *is_listed =
      arena_array(session_scratch(s), (size_t)n, sizeof is_listed[0]);
  Walk *walk = walk_create(sys->exprs, session_scratch(s));
  for (int k = 0; k < sys->n_eqs; k++) {
    if (sys->eq[k].residual.i < 0 || sys->eq[k].start_only) continue;
    quiet_relations_look_at(sys, walk, &sys->eq[k], is_listed, n);
  }
  arena_release(mark);
  return true;
}

int quiet_relations_count(const System *sys)
{
  int n = 0;
  for (int k = sys->n_relations - 1; k >= 0 && sys->relation[k].is_quiet; k--)
    n++;
  return n;
}

int quiet_relations_indicators(const System *sys)
{
  int n = quiet_relations_count(sys);
  return n < QUIET_MOST_AWAKE ? n : QUIET_MOST_AWAKE;
}
