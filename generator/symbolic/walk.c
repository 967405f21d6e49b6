/* walk.c: post-order over the expression graph with an explicit stack. */
#include "symbolic/walk.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

#include "base/vector.h"

/* A node whose operands are being visited. */
typedef struct WalkFrame {
  const ExprNode *node;
  ExprId e;
  int next_arg;
} WalkFrame;

Walk *walk_create(ExprTable *exprs, Arena *arena)
{
  Walk *walk = arena_alloc(arena, sizeof *walk);
  walk->exprs = exprs;
  walk->arena = arena;
  walk->own = arena_child(arena, "walk");
  walk->base = 1;
  walk->root = NO_EXPR;
  return walk;
}

WalkStops *walk_stops_create(Arena *arena)
{
  WalkStops *stops = arena_alloc(arena, sizeof *stops);
  stops->arena = arena;
  return stops;
}

void walk_stop_at(WalkStops *stops, ExprId e, int number)
{
  stops->number = vector_grow(stops->arena, stops->number, &stops->cap_numbers,
                              e.i + 1, sizeof stops->number[0]);
  stops->node = vector_grow(stops->arena, stops->node, &stops->cap_nodes,
                            stops->n_nodes + 1, sizeof stops->node[0]);
  assert(number != 0 && stops->number[e.i] == 0);
  stops->number[e.i] = number;
  stops->node[stops->n_nodes++] = e;
}

void walk_stops_cut(WalkStops *stops, int n)
{
  assert(n >= 0 && n <= stops->n_nodes);
  while (stops->n_nodes > n) {
    stops->number[stops->node[--stops->n_nodes].i] = 0;
  }
}

void walk_stops_clear(WalkStops *stops)
{
  walk_stops_cut(stops, 0);
}

/* A quarter more than there are nodes now: a table that is all there would
 * pay for twice as much. */
static void enlarge_marks(Walk *walk, int n_nodes)
{
  size_t size = sizeof walk->mark[0];
  int cap = n_nodes < INT_MAX / 2 ? n_nodes + n_nodes / 4 : n_nodes;
  walk->mark = arena_regrow(walk->own, walk->mark,
                            (size_t)walk->cap_marks * size, (size_t)cap * size);
  walk->cap_marks = cap;
}

static void walk_forget_nodes(Walk *walk)
{
  int n = expr_count(walk->exprs);
  assert(walk->base > 0 && walk->n_nodes <= n);
  if (n > walk->cap_marks) enlarge_marks(walk, n);
  walk->base += walk->n_nodes;
  walk->n_nodes = 0;
  if (walk->base <= INT32_MAX - n) return;
  memset(walk->mark, 0, (size_t)walk->cap_marks * sizeof walk->mark[0]);
  walk->base = 1;
}

/* Walks are what most passes do most of: these three have no calls in them
 * but where room is short. */
static inline void finish_node(Walk *walk, ExprId e)
{
  int n = walk->n_nodes++;
  if (n == walk->cap_nodes) {
    walk->node = vector_enlarge(walk->own, walk->node, &walk->cap_nodes, n + 1,
                                sizeof walk->node[0]);
  }
  walk->mark[e.i] = walk->base + n;
  walk->node[n] = e;
}

static inline bool is_leaf(const Walk *walk, ExprId e, const ExprNode *n,
                           bool frozen)
{
  if (n->n_args == 0) return true;
  if (frozen && walk_is_event(n)) return true;
  return walk->stops && walk_stop_number(walk->stops, e) != 0;
}

static inline void walk_push_frame(Walk *walk, int depth, WalkFrame frame)
{
  if (depth == walk->cap_stack) {
    walk->stack = vector_enlarge(walk->own, walk->stack, &walk->cap_stack,
                                 depth + 1, sizeof walk->stack[0]);
  }
  walk->stack[depth] = frame;
}

/* A node is marked when it is finished: nothing below it leads back to it. */
static inline bool is_finished(const Walk *walk, ExprId e)
{
  return walk->mark[e.i] >= walk->base;
}

/* Everything below a node that is not a leaf, then the node itself. */
static void visit_below(Walk *walk, ExprId root, const ExprNode *n, bool frozen)
{
  WalkFrame at = {n, root, 0};
  for (int depth = 0;;) {
    if (at.next_arg < at.node->n_args) {
      ExprId arg = at.node->arg[at.next_arg++];
      if (is_finished(walk, arg)) continue;
      const ExprNode *below = expr_node(walk->exprs, arg);
      if (is_leaf(walk, arg, below, frozen)) {
        finish_node(walk, arg);
      } else {
        walk_push_frame(walk, depth++, at);
        at = (WalkFrame){below, arg, 0};
      }
    } else {
      finish_node(walk, at.e);
      if (depth == 0) return;
      at = walk->stack[--depth];
    }
  }
}

static void walk_visit(Walk *walk, ExprId root, bool frozen)
{
  if (is_finished(walk, root)) return;
  const ExprNode *n = expr_node(walk->exprs, root);
  if (is_leaf(walk, root, n, frozen)) {
    finish_node(walk, root);
  } else {
    visit_below(walk, root, n, frozen);
  }
}

void walk_from(Walk *walk, ExprId e, bool frozen)
{
  /* Nodes never change: what was found below them holds as long as the walk
   * goes nowhere else. Stops do change. */
  if (expr_same(walk->root, e) && walk->root_frozen == frozen && !walk->stops) {
    return;
  }
  walk_forget_nodes(walk);
  walk_visit(walk, e, frozen);
  walk->root = walk->stops ? NO_EXPR : e;
  walk->root_frozen = frozen;
}

void walk_from_all(Walk *walk, const ExprId *root, int n, bool frozen)
{
  assert(n >= 0);
  walk_forget_nodes(walk);
  for (int k = 0; k < n; k++) walk_visit(walk, root[k], frozen);
  walk->root = NO_EXPR;
}

void walk_begin(Walk *walk, int n_nodes)
{
  walk_forget_nodes(walk);
  walk->root = NO_EXPR;
  walk->node = vector_grow(walk->own, walk->node, &walk->cap_nodes, n_nodes,
                           sizeof walk->node[0]);
  walk->n_nodes = n_nodes;
}

/* What the rebuilt expression has in place of variables and of rebuilt
 * calls; NULL: the same. */
typedef struct Rebuild {
  WalkReplace var;
  WalkReplaceCall call;
  WalkReplaceResult result;
  void *context;
} Rebuild;

/* A node with other operands. */
static ExprId rebuild_node(ExprTable *t, ExprId e, const ExprId arg[3],
                           const Rebuild *by)
{
  const ExprNode *n = expr_node(t, e);
  if (n->op == EXPR_RESULT && by->result) {
    return by->result(by->context, t, arg[0], n->index);
  }
  ExprId made = expr_rebuild(t, e, arg);
  bool is_call = n->op == EXPR_CALL;
  return is_call && by->call ? by->call(by->context, t, made) : made;
}

static ExprId rebuild(Walk *walk, ExprId e, bool frozen, const Rebuild *by)
{
  ExprTable *t = walk->exprs;
  assert(!walk_has_stops(walk)); /* all operands are made again */
  walk_from(walk, e, frozen);
  ArenaMark mark = arena_mark(walk->arena);
  ExprId *made =
      arena_array(walk->arena, (size_t)walk->n_nodes, sizeof made[0]);
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *n = expr_node(t, walk->node[k]);
    if (n->op == EXPR_VAR && by->var) {
      made[k] = by->var(by->context, t, n->var);
      continue;
    }
    if (frozen && walk_is_event(n)) {
      made[k] = walk->node[k];
      continue;
    }
    ExprId arg[3] = {NO_EXPR, NO_EXPR, NO_EXPR};
    for (int a = 0; a < n->n_args; a++) {
      arg[a] = made[walk_position(walk, n->arg[a])];
    }
    made[k] = rebuild_node(t, walk->node[k], arg, by);
  }
  ExprId result = made[walk->n_nodes - 1];
  arena_release(mark);
  return result;
}

ExprId walk_replace(Walk *walk, ExprId e, bool frozen, WalkReplace map,
                    void *context)
{
  return rebuild(walk, e, frozen, &(Rebuild){.var = map, .context = context});
}

ExprId walk_replace_calls(Walk *walk, ExprId e, WalkReplaceCall map,
                          void *context)
{
  return rebuild(walk, e, true, &(Rebuild){.call = map, .context = context});
}

ExprId walk_replace_results(Walk *walk, ExprId e, WalkReplaceResult map,
                            void *context)
{
  return rebuild(walk, e, true, &(Rebuild){.result = map, .context = context});
}

bool walk_contains(Walk *walk, ExprId e, VarId var)
{
  const ExprNode *top = expr_node(walk->exprs, e);
  if (top->n_args == 0) return top->op == EXPR_VAR && var_same(top->var, var);
  walk_from(walk, e, true);
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *n = expr_node(walk->exprs, walk->node[k]);
    if (n->op == EXPR_VAR && var_same(n->var, var)) return true;
  }
  return false;
}

void walk_mark_arguments(const Walk *walk, ExprId call, const bool *is_wanted,
                         bool *marked)
{
  const ExprNode *n = expr_node(walk->exprs, call);
  assert(n->op == EXPR_CALL);
  const ExprNode *list = expr_node(walk->exprs, n->arg[0]);
  for (int k = 0; list->op == EXPR_ARG; k++) {
    int position = walk_position(walk, list->arg[0]);
    if (position >= 0 && (!is_wanted || is_wanted[k])) marked[position] = true;
    list = expr_node(walk->exprs, list->arg[1]);
  }
}
