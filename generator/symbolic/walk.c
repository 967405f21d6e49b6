/* walk.c: post-order over the expression graph with an explicit stack. */
#include "symbolic/walk.h"

#include <assert.h>

#include "base/vector.h"

typedef struct WalkFrame {
  ExprId e;
  int next_arg;
} WalkFrame;

Walk *walk_create(ExprTable *exprs, Arena *arena)
{
  Walk *walk = arena_alloc(arena, sizeof *walk);
  walk->exprs = exprs;
  walk->arena = arena;
  walk->own = arena_child(arena, "walk");
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
  stops->number[e.i] = number;
  stops->node[stops->n_nodes++] = e;
}

void walk_stops_clear(WalkStops *stops)
{
  while (stops->n_nodes > 0) {
    stops->number[stops->node[--stops->n_nodes].i] = 0;
  }
}

int walk_stop_number(const WalkStops *stops, ExprId e)
{
  return stops && e.i < stops->cap_numbers ? stops->number[e.i] : 0;
}

static void begin(Walk *walk)
{
  int n = expr_count(walk->exprs);
  if (n > walk->cap_marks) {
    int cap = walk->cap_marks;
    walk->position =
        vector_grow(walk->own, walk->position, &cap, n, sizeof(int32_t));
    walk->stamp = vector_grow(walk->own, walk->stamp, &walk->cap_marks, n,
                              sizeof(int32_t));
  }
  walk->now++;
  walk->n_nodes = 0;
}

static void finish_node(Walk *walk, ExprId e)
{
  if (walk->n_nodes == walk->cap_nodes) {
    walk->node = vector_grow(walk->own, walk->node, &walk->cap_nodes,
                             walk->n_nodes + 1, sizeof walk->node[0]);
  }
  walk->position[e.i] = walk->n_nodes;
  walk->node[walk->n_nodes++] = e;
}

bool walk_is_event(const ExprNode *n)
{
  return n->op >= EXPR_LT && n->op <= EXPR_NE && n->index >= 0;
}

static bool is_leaf(const Walk *walk, ExprId e, const ExprNode *n, bool frozen)
{
  return n->n_args == 0 || (frozen && walk_is_event(n)) ||
         walk_stop_number(walk->stops, e) > 0;
}

/* Enters a node that was not met before: a leaf is finished at once. */
static int enter(Walk *walk, int depth, ExprId e, bool frozen)
{
  const ExprNode *n = expr_node(walk->exprs, e);
  walk->stamp[e.i] = walk->now;
  if (is_leaf(walk, e, n, frozen)) {
    finish_node(walk, e);
    return depth;
  }
  if (depth == walk->cap_stack) {
    walk->stack = vector_grow(walk->own, walk->stack, &walk->cap_stack,
                              depth + 1, sizeof walk->stack[0]);
  }
  walk->stack[depth] = (WalkFrame){e, 0};
  return depth + 1;
}

static void visit(Walk *walk, ExprId root, bool frozen)
{
  if (walk->stamp[root.i] == walk->now) return;
  int depth = enter(walk, 0, root, frozen);
  while (depth > 0) {
    WalkFrame *top = &walk->stack[depth - 1];
    const ExprNode *n = expr_node(walk->exprs, top->e);
    if (top->next_arg < n->n_args) {
      ExprId arg = n->arg[top->next_arg++];
      if (walk->stamp[arg.i] != walk->now) {
        depth = enter(walk, depth, arg, frozen);
      }
    } else {
      finish_node(walk, top->e);
      depth--;
    }
  }
}

void walk_from(Walk *walk, ExprId e, bool frozen)
{
  walk_from_all(walk, &e, 1, frozen);
}

void walk_from_all(Walk *walk, const ExprId *root, int n, bool frozen)
{
  begin(walk);
  for (int k = 0; k < n; k++) visit(walk, root[k], frozen);
}

int walk_position(const Walk *walk, ExprId e)
{
  if (e.i >= walk->cap_marks || walk->stamp[e.i] != walk->now) return -1;
  return walk->position[e.i];
}

ExprId walk_replace(Walk *walk, ExprId e, bool frozen, WalkReplace map,
                    void *context)
{
  ExprTable *t = walk->exprs;
  walk_from(walk, e, frozen);
  ArenaMark mark = arena_mark(walk->arena);
  ExprId *made =
      arena_array(walk->arena, (size_t)walk->n_nodes, sizeof made[0]);
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *n = expr_node(t, walk->node[k]);
    if (n->op == EXPR_VAR) {
      made[k] = map(context, t, n->var);
      continue;
    }
    if (frozen && walk_is_event(n)) {
      made[k] = walk->node[k];
      continue;
    }
    ExprId arg[3] = {NO_EXPR, NO_EXPR, NO_EXPR};
    for (int a = 0; a < n->n_args; a++) {
      arg[a] = made[walk->position[n->arg[a].i]];
    }
    made[k] = expr_rebuild(t, walk->node[k], arg);
  }
  ExprId result = made[walk->n_nodes - 1];
  arena_release(mark);
  return result;
}

bool walk_contains(Walk *walk, ExprId e, VarId var)
{
  walk_from(walk, e, true);
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *n = expr_node(walk->exprs, walk->node[k]);
    if (n->op == EXPR_VAR && var_same(n->var, var)) return true;
  }
  return false;
}
