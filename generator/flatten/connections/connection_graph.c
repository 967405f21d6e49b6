/* connection_graph.c: see connection_graph.h. */
#include "flatten/connections/connection_graph.h"

#include <assert.h>

#include "base/vector.h"

int connection_graph_node(ConnectionGraph *g)
{
  g->node = vector_grow(g->arena, g->node, &g->cap_nodes, g->n_nodes + 1,
                        sizeof g->node[0]);
  g->node[g->n_nodes] = (GraphNode){.depth = -1};
  return g->n_nodes++;
}

int connection_graph_edge(ConnectionGraph *g, int a, int b, bool is_branch)
{
  assert(a >= 0 && a < g->n_nodes && b >= 0 && b < g->n_nodes);
  g->edge = vector_grow(g->arena, g->edge, &g->cap_edges, g->n_edges + 1,
                        sizeof g->edge[0]);
  g->edge[g->n_edges] = (GraphEdge){a, b, is_branch, GRAPH_TREE};
  return g->n_edges++;
}

/* --- union-find --- */

static int connection_graph_find(int *parent, int node)
{
  while (parent[node] != node) {
    parent[node] = parent[parent[node]]; /* path halving */
    node = parent[node];
  }
  return node;
}

/* False: they were together already. */
static bool connection_graph_unite(int *parent, int a, int b)
{
  a = connection_graph_find(parent, a);
  b = connection_graph_find(parent, b);
  parent[b] = a;
  return a != b;
}

static int *singletons(const ConnectionGraph *g, Arena *scratch)
{
  int *parent = arena_array(scratch, (size_t)g->n_nodes + 1, sizeof parent[0]);
  for (int i = 0; i <= g->n_nodes; i++) parent[i] = i;
  return parent;
}

/* --- trees --- */

/* A connection between what is connected anyway says nothing new. */
static void mark_repeated(ConnectionGraph *g, Arena *scratch)
{
  int *parent = singletons(g, scratch);
  for (int i = 0; i < g->n_edges; i++) {
    GraphEdge *edge = &g->edge[i];
    if (edge->is_branch || connection_graph_unite(parent, edge->a, edge->b))
      continue;
    edge->state = GRAPH_REPEATED;
  }
}

/* All definite roots count as one node, the last: so none reaches another. */
static void choose_edges(ConnectionGraph *g, int *parent)
{
  for (int i = 0; i < g->n_nodes; i++) {
    if (g->node[i].is_definite) connection_graph_unite(parent, g->n_nodes, i);
  }
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < g->n_edges; i++) {
      GraphEdge *edge = &g->edge[i];
      if (edge->is_branch != (pass == 0) || edge->state == GRAPH_REPEATED)
        continue;
      if (!connection_graph_unite(parent, edge->a, edge->b))
        edge->state = GRAPH_BROKEN;
    }
  }
}

static bool is_better(const GraphNode *a, const GraphNode *b)
{
  return a->is_potential && (!b || a->priority < b->priority);
}

/* Each part without a definite root gets its potential root of the lowest
 * priority number, the first of equals. */
static void choose_roots(ConnectionGraph *g, int *parent, Arena *scratch)
{
  GraphNode **best =
      arena_array(scratch, (size_t)g->n_nodes + 1, sizeof best[0]);
  int rooted = connection_graph_find(parent, g->n_nodes);
  for (int i = 0; i < g->n_nodes; i++) {
    GraphNode *node = &g->node[i];
    int part = connection_graph_find(parent, i);
    if (node->is_definite) node->is_root = true;
    if (part != rooted && is_better(node, best[part])) best[part] = node;
  }
  for (int i = 0; i < g->n_nodes; i++) {
    if (best[i]) best[i]->is_root = true;
  }
}

/* --- depths --- */

/* The tree edges of each node, one after the other: first[i] to first[i+1]. */
static int *neighbours(const ConnectionGraph *g, Arena *scratch, int *first)
{
  int *list = arena_array(scratch, 2 * (size_t)g->n_edges, sizeof list[0]);
  for (int i = 0; i < g->n_edges; i++) {
    if (g->edge[i].state != GRAPH_TREE) continue;
    first[g->edge[i].a + 1]++;
    first[g->edge[i].b + 1]++;
  }
  for (int i = 0; i < g->n_nodes; i++) first[i + 1] += first[i];
  assert(first[g->n_nodes] <= 2 * g->n_edges);
  int *fill = arena_array(scratch, (size_t)g->n_nodes, sizeof fill[0]);
  for (int i = 0; i < g->n_edges; i++) {
    const GraphEdge *edge = &g->edge[i];
    if (edge->state != GRAPH_TREE) continue;
    list[first[edge->a] + fill[edge->a]++] = edge->b;
    list[first[edge->b] + fill[edge->b]++] = edge->a;
  }
  return list;
}

static void connection_graph_measure(ConnectionGraph *g, Arena *scratch)
{
  int *first = arena_array(scratch, (size_t)g->n_nodes + 1, sizeof first[0]);
  const int *list = neighbours(g, scratch, first);
  int *queue = arena_array(scratch, (size_t)g->n_nodes, sizeof queue[0]);
  int n = 0;
  for (int i = 0; i < g->n_nodes; i++) {
    if (!g->node[i].is_root) continue;
    g->node[i].depth = 0;
    queue[n++] = i;
  }
  for (int k = 0; k < n; k++) {
    for (int i = first[queue[k]]; i < first[queue[k] + 1]; i++) {
      GraphNode *next = &g->node[list[i]];
      if (next->depth >= 0) continue;
      next->depth = g->node[queue[k]].depth + 1;
      queue[n++] = list[i];
    }
  }
  assert(n <= g->n_nodes); /* each is reached once */
}

void connection_graph_solve(ConnectionGraph *g, Arena *scratch)
{
  ArenaMark mark = arena_mark(scratch);
  mark_repeated(g, scratch);
  int *parent = singletons(g, scratch);
  choose_edges(g, parent);
  choose_roots(g, parent, scratch);
  connection_graph_measure(g, scratch);
  arena_release(mark);
}
