/* walk_pattern.c: from the roots to the leaves, position by position. */
#include "symbolic/walk_pattern.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"

static WalkPatternNode pattern_node(const Walk *walk, ExprId e)
{
  const ExprNode *n = expr_node(walk->exprs, e);
  WalkPatternNode made = {.op = n->op, .is_event = walk_is_event(n)};
  if (made.is_event || n->n_args == 0) return made;
  made.n_args = n->n_args;
  made.index = expr_index(n);
  for (int a = 0; a < n->n_args; a++) {
    made.arg[a] = walk_position(walk, n->arg[a]);
    assert(made.arg[a] >= 0);
  }
  return made;
}

void walk_pattern_take(WalkPattern *pattern, const Walk *walk,
                       const ExprId *root, int n)
{
  assert(!walk_has_stops(walk));
  pattern->node =
      vector_grow(pattern->arena, pattern->node, &pattern->cap_nodes,
                  walk->n_nodes, sizeof pattern->node[0]);
  pattern->root = vector_grow(pattern->arena, pattern->root,
                              &pattern->cap_roots, n, sizeof pattern->root[0]);
  pattern->n_nodes = walk->n_nodes;
  pattern->n_roots = n;
  for (int k = 0; k < walk->n_nodes; k++) {
    pattern->node[k] = pattern_node(walk, walk->node[k]);
  }
  for (int k = 0; k < n; k++) {
    pattern->root[k] = walk_position(walk, root[k]);
    assert(pattern->root[k] >= 0); /* the last walk was from these */
  }
}

/* Different nodes have different positions, and the other way round. */
static inline bool walk_pattern_put(Walk *walk, int position, ExprId e)
{
  if (walk->node[position].i >= 0) return expr_same(walk->node[position], e);
  if (walk->mark[e.i] >= walk->base) return false;
  walk->node[position] = e;
  walk->mark[e.i] = walk->base + position;
  return true;
}

/* Is it such a node? Then its operands have their positions. */
static inline bool follow_node(const WalkPatternNode *p, Walk *walk,
                               const ExprNode *n)
{
  if (n->op != p->op) return false;
  if (p->is_event) return walk_is_event(n);
  if (p->n_args == 0) return true;
  if (expr_index(n) != p->index) return false;
  for (int a = 0; a < p->n_args; a++) {
    if (!walk_pattern_put(walk, p->arg[a], n->arg[a])) return false;
  }
  return true;
}

static bool follow(const WalkPattern *pattern, Walk *walk, const ExprId *root)
{
  for (int k = 0; k < pattern->n_roots; k++) {
    if (!walk_pattern_put(walk, pattern->root[k], root[k])) return false;
  }
  for (int k = pattern->n_nodes - 1; k >= 0; k--) { /* users first */
    const ExprNode *n = expr_node(walk->exprs, walk->node[k]);
    if (!follow_node(&pattern->node[k], walk, n)) return false;
  }
  return true;
}

bool walk_pattern_follow(const WalkPattern *pattern, Walk *walk,
                         const ExprId *root)
{
  assert(!walk_has_stops(walk));
  walk_begin(walk, pattern->n_nodes);
  if (pattern->n_nodes > 0) {
    memset(walk->node, -1, (size_t)pattern->n_nodes * sizeof walk->node[0]);
  }
  return follow(pattern, walk, root);
}
