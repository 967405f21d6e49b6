/* dependencies.c: depth-first search over blocks, marks by stamps. */
#include "reduce/blocks/dependencies.h"

#include <assert.h>
#include <limits.h>

#include "reduce/blocks/block_walk.h"
#include "reduce/system/incidence.h"
#include "reduce/system/reduced_visit.h"

typedef struct Node {
  VarId *leaf;
  int n_leaves;
  bool time;
  DependencyKind *kind; /* of each leaf; NULL: all depend freely */
  DependencyKind time_kind;
  bool is_too_large; /* it depends on more than is listed with kinds */
} Node;

struct Dependencies {
  const System *sys;
  Walk *walk;
  Arena *arena;
  Node *node; /* one per block */
  int n_nodes;
  int *node_of_var; /* [n_vars], -1: no block computes it */
  int *node_stamp, *var_stamp;
  DependencyKind *node_level, *var_level; /* where the stamp is current */
  bool *is_waiting;                       /* on the stack */
  int now;
  int effort; /* variables that may still be looked at */
  int *stack; /* [n_nodes] */
  VarId *found;
};

static int count_variables(const Walk *walk)
{
  int n = 0;
  for (int k = 0; k < walk->n_nodes; k++) {
    n += expr_node(walk->exprs, walk->node[k])->op == EXPR_VAR;
  }
  return n;
}

/* The variables of the last walk; room for some more. */
static void collect_leaves(Dependencies *d, Node *node, int n_more)
{
  const System *sys = d->sys;
  int n_most = count_variables(d->walk) + n_more;
  node->leaf = arena_array(d->arena, (size_t)n_most, sizeof(VarId));
  for (int k = 0; k < d->walk->n_nodes; k++) {
    const ExprNode *n = expr_node(sys->exprs, d->walk->node[k]);
    if (n->op == EXPR_TIME) node->time = true;
    if (n->op == EXPR_VAR) node->leaf[node->n_leaves++] = n->var;
  }
}

/* The leaves from what is noted of the residuals; false: not of all. A variable
 * is a leaf once. */
static bool take_noted(Dependencies *d, const ReducedBlock *b, Node *node,
                       int n_more)
{
  int n, n_most = n_more;
  bool time;
  if (b->kind == BLOCK_ASSIGN) return false;
  for (int k = 0; k < b->n; k++) {
    if (!incidence_noted(d->sys, b->residual[k], &n, &time)) return false;
    n_most += n;
  }
  node->leaf = arena_array(d->arena, (size_t)n_most, sizeof(VarId));
  d->now++;
  for (int k = 0; k < b->n; k++) {
    const int32_t *var = incidence_noted(d->sys, b->residual[k], &n, &time);
    node->time |= time;
    for (int i = 0; i < n; i++) {
      if (d->var_stamp[var[i]] == d->now) continue;
      d->var_stamp[var[i]] = d->now;
      node->leaf[node->n_leaves++] = (VarId){var[i]};
    }
  }
  return true;
}

static bool dependencies_is_unknown(BlockLink link)
{
  switch (link) {
  case BLOCK_COMPUTES:
  case BLOCK_SOLVES_FOR: return true;
  case BLOCK_VARIES_BY: return false;
  }
  return false;
}

/* The block that is being added computes it. */
static void dependencies_own(void *context, BlockLink link, int at, VarId v)
{
  const Dependencies *d = context;
  (void)link, (void)at;
  d->node_of_var[v.i] = d->n_nodes;
}

static void add_block(Dependencies *d, const ReducedBlock *b)
{
  Node *node = &d->node[d->n_nodes];
  int n_more = b->kind == BLOCK_SELECT ? d->sys->set[b->set].n_states : 0;
  if (!take_noted(d, b, node, n_more)) {
    block_walk(d->walk, b, false);
    collect_leaves(d, node, n_more);
  }
  for (int k = 0; k < n_more; k++) {
    node->leaf[node->n_leaves++] = d->sys->set[b->set].state[k];
  }
  block_read_variables(b, dependencies_is_unknown, dependencies_own, d);
  d->n_nodes++;
}

void dependencies_add(Dependencies *d, VarId var, const VarId *leaf, int n)
{
  assert(n >= 0 && d->node_of_var[var.i] < 0);
  Node *node = &d->node[d->n_nodes];
  node->leaf = arena_array(d->arena, (size_t)n, sizeof(VarId));
  for (int k = 0; k < n; k++) node->leaf[node->n_leaves++] = leaf[k];
  d->node_of_var[var.i] = d->n_nodes++;
}

void dependencies_add_time(Dependencies *d, VarId var)
{
  assert(d->node_of_var[var.i] >= 0);
  d->node[d->node_of_var[var.i]].time = true;
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
  d->node_level = arena_array(arena, n, sizeof d->node_level[0]);
  d->var_level = arena_array(arena, n_vars, sizeof d->var_level[0]);
  d->is_waiting = arena_array(arena, n, sizeof(bool));
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

void dependencies_allow(Dependencies *d, int effort)
{
  assert(effort >= 0);
  d->effort = effort;
}

void dependencies_add_kinds(Dependencies *d, const DependencyRules *rules,
                            const BlockSequence *first,
                            const BlockSequence *second)
{
  int n_first = first ? first->n_blocks : 0;
  for (int k = 0; k < n_first + second->n_blocks; k++) {
    Node *node = &d->node[k];
    const ReducedBlock *b =
        k < n_first ? &first->block[k] : &second->block[k - n_first];
    node->kind =
        arena_array(d->arena, (size_t)node->n_leaves, sizeof node->kind[0]);
    dependency_kinds(rules, b, node->leaf, node->n_leaves, node->kind,
                     &node->time_kind);
  }
}

/* A search; the level is the highest kind on the way, 0 if none is asked. */
typedef struct Search {
  Dependencies *d;
  DependencyList *list;
  bool kinds;
  int depth; /* of the stack */
} Search;

static DependencyKind highest(DependencyKind a, DependencyKind b)
{
  return a > b ? a : b;
}

/* Notes a variable; what was met on a way of a higher level counts. */
static void dependencies_meet(Search *s, VarId v, DependencyKind level)
{
  Dependencies *d = s->d;
  bool is_new = d->var_stamp[v.i] != d->now;
  if (!is_new && d->var_level[v.i] >= level) return;
  d->var_stamp[v.i] = d->now;
  d->var_level[v.i] = level;
  int node = d->node_of_var[v.i];
  if (node < 0) {
    if (is_new) s->list->var[s->list->n_vars++] = v;
    return;
  }
  bool is_new_node = d->node_stamp[node] != d->now;
  if (!is_new_node && d->node_level[node] >= level) return;
  d->node_stamp[node] = d->now;
  d->node_level[node] = level;
  if (d->is_waiting[node]) return;
  d->is_waiting[node] = true;
  assert(s->depth < d->n_nodes); /* a node waits once */
  d->stack[s->depth++] = node;
}

static void dependencies_enter(Search *s, int at)
{
  const Node *node = &s->d->node[at];
  DependencyKind level = s->d->node_level[at];
  DependencyList *list = s->list;
  if (node->time) {
    list->time = true;
    if (s->kinds) {
      DependencyKind kind = node->kind ? node->time_kind : DEPENDS_FREELY;
      list->time_kind = highest(list->time_kind, highest(level, kind));
    }
  }
  for (int k = 0; k < node->n_leaves; k++) {
    DependencyKind kind = node->kind ? node->kind[k] : DEPENDS_FREELY;
    dependencies_meet(s, node->leaf[k],
                      s->kinds ? highest(level, kind) : level);
  }
}

static DependencyList dependencies_give_up(Search *s)
{
  Dependencies *d = s->d;
  while (s->depth > 0) d->is_waiting[d->stack[--s->depth]] = false;
  return (DependencyList){.var = d->found};
}

/* Not known: more than `most` variables had to be looked at, or more than are
 * left for all searches. */
static DependencyList dependencies_search(Dependencies *d, VarId var,
                                          bool kinds, int most)
{
  DependencyList list = {.var = d->found, .is_known = true};
  Search s = {d, &list, kinds, 0};
  d->now++;
  list.kind = kinds ? d->var_level : NULL;
  dependencies_meet(&s, var, DEPENDS_CONSTANT);
  while (s.depth > 0) {
    int at = d->stack[--s.depth], n = d->node[at].n_leaves;
    d->is_waiting[at] = false;
    if (n > most || n > d->effort) return dependencies_give_up(&s);
    if (kinds && d->node[at].is_too_large) return dependencies_give_up(&s);
    d->effort -= n;
    most -= n;
    dependencies_enter(&s, at);
  }
  return list;
}

bool dependencies_go_on(const Dependencies *d, VarId var)
{
  return d->node_of_var[var.i] >= 0;
}

DependencyList dependencies_of(Dependencies *d, VarId var)
{
  return dependencies_search(d, var, false, INT_MAX);
}

/* What depends on a block that is too large is too large as well: in a large
 * coupled model all but a few searches end where they begin. */
DependencyList dependencies_with_kinds(Dependencies *d, VarId var)
{
  DependencyList list = dependencies_search(d, var, true, DEPENDENCIES_MOST);
  int node = d->node_of_var[var.i];
  if (!list.is_known && node >= 0) d->node[node].is_too_large = true;
  return list;
}
