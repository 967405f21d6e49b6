/* dependencies.c: depth-first search over blocks, marks by stamps. */
#include "reduce/dependencies.h"

#include <assert.h>

typedef struct Node {
  VarId *leaf;
  int n_leaves;
  bool time;
} Node;

struct Dependencies {
  const System *sys;
  Walk *walk;
  Arena *arena;
  Node *node; /* one per block */
  int n_nodes;
  int *node_of_var; /* [n_vars], -1: no block computes it */
  int *node_stamp, *var_stamp;
  int now;
  int effort; /* variables that may still be looked at */
  int *stack; /* [n_nodes] */
  VarId *found;
};

/* The variables of the last walk; room for some more. */
static void collect_leaves(Dependencies *d, Node *node, int n_more)
{
  const System *sys = d->sys;
  node->leaf =
      arena_array(d->arena, (size_t)(d->walk->n_nodes + n_more), sizeof(VarId));
  for (int k = 0; k < d->walk->n_nodes; k++) {
    const ExprNode *n = expr_node(sys->exprs, d->walk->node[k]);
    if (n->op == EXPR_TIME) node->time = true;
    if (n->op == EXPR_VAR) node->leaf[node->n_leaves++] = n->var;
  }
}

void dependencies_walk_block(Walk *walk, const ReducedBlock *b, bool frozen)
{
  ExprId both[2] = {b->value, b->divisor};
  if (b->kind == BLOCK_ASSIGN)
    walk_from_all(walk, both, b->divisor.i >= 0 ? 2 : 1, frozen);
  else
    walk_from_all(walk, b->residual, b->n, frozen);
}

static void add_block(Dependencies *d, const ReducedBlock *b)
{
  Node *node = &d->node[d->n_nodes];
  dependencies_walk_block(d->walk, b, false);
  int n_more = b->kind == BLOCK_SELECT ? d->sys->set[b->set].n_states : 0;
  collect_leaves(d, node, n_more);
  for (int k = 0; k < n_more; k++) {
    node->leaf[node->n_leaves++] = d->sys->set[b->set].state[k];
  }
  for (int k = 0; k < b->n_columns; k++) {
    if (b->unknown[k].i >= 0) d->node_of_var[b->unknown[k].i] = d->n_nodes;
  }
  d->n_nodes++;
}

void dependencies_add(Dependencies *d, VarId var, const VarId *leaf, int n)
{
  Node *node = &d->node[d->n_nodes];
  node->leaf = arena_array(d->arena, (size_t)n, sizeof(VarId));
  for (int k = 0; k < n; k++) node->leaf[node->n_leaves++] = leaf[k];
  d->node_of_var[var.i] = d->n_nodes++;
}

void dependencies_add_same(Dependencies *d, VarId var, VarId other)
{
  assert(d->node_of_var[other.i] >= 0);
  d->node_of_var[var.i] = d->node_of_var[other.i];
}

Dependencies *dependencies_make(const System *sys, Walk *walk,
                                const BlockSequence *first,
                                const BlockSequence *second, Arena *arena)
{
  Dependencies *d = arena_alloc(arena, sizeof *d);
  size_t n_vars = (size_t)sys->n_vars;
  size_t n = (size_t)((first ? first->n_blocks : 0) + second->n_blocks) +
             n_vars; /* room for dependencies_add() */
  d->sys = sys;
  d->walk = walk;
  d->arena = arena;
  d->effort = DEPENDENCIES_EFFORT;
  d->node = arena_array(arena, n, sizeof(Node));
  d->node_stamp = arena_array(arena, n, sizeof(int));
  d->stack = arena_array(arena, n + 1, sizeof(int));
  d->node_of_var = arena_array(arena, n_vars, sizeof(int));
  d->var_stamp = arena_array(arena, n_vars, sizeof(int));
  d->found = arena_array(arena, n_vars, sizeof(VarId));
  for (size_t i = 0; i < n_vars; i++) d->node_of_var[i] = -1;
  for (int k = 0; first && k < first->n_blocks; k++) {
    add_block(d, &first->block[k]);
  }
  for (int k = 0; k < second->n_blocks; k++) add_block(d, &second->block[k]);
  return d;
}

/* Notes a variable; returns the new depth of the stack. */
static int meet(Dependencies *d, DependencyList *list, VarId v, int depth)
{
  if (d->var_stamp[v.i] == d->now) return depth;
  d->var_stamp[v.i] = d->now;
  int node = d->node_of_var[v.i];
  if (node < 0) {
    list->var[list->n_vars++] = v;
  } else if (d->node_stamp[node] != d->now) {
    d->node_stamp[node] = d->now;
    d->stack[depth++] = node;
  }
  return depth;
}

DependencyList dependencies_of(Dependencies *d, VarId var)
{
  DependencyList list = {d->found, 0, false, true};
  d->now++;
  int depth = meet(d, &list, var, 0);
  while (depth > 0) {
    const Node *node = &d->node[d->stack[--depth]];
    if (d->effort < node->n_leaves) {
      return (DependencyList){d->found, 0, false, false};
    }
    d->effort -= node->n_leaves;
    list.time |= node->time;
    for (int k = 0; k < node->n_leaves; k++) {
      depth = meet(d, &list, node->leaf[k], depth);
    }
  }
  return list;
}
