/* connection_graph.h: spanning trees of overdetermined connectors.
 *
 * needs   nodes numbered from 0; required edges (branches), optional ones
 *         (connections), roots and potential roots (MLS 3.6, section 9.4)
 * gives   trees, each with one root, that hold all branches: which optional
 *         edges are in none of them (broken), which only repeat others, the
 *         roots, and how far each node is from its root
 * fails   a branch that closes a loop of branches or joins two roots; nodes
 *         that no root reaches: marked, for the caller to report
 * cost    near-linear (union-find, breadth-first search); no recursion
 *
 * Edges are taken in the order in which they were added: the same model has
 * the same trees.
 */
#ifndef FOUCAULT_FLATTEN_CONNECTIONS_CONNECTION_GRAPH_H
#define FOUCAULT_FLATTEN_CONNECTIONS_CONNECTION_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

typedef enum GraphEdgeState {
  GRAPH_TREE,
  GRAPH_BROKEN,  /* it would close a loop */
  GRAPH_REPEATED /* other optional edges alone join its ends */
} GraphEdgeState;

typedef struct GraphEdge {
  int a, b;
  bool is_branch;
  GraphEdgeState state; /* of a branch GRAPH_BROKEN is a fault */
} GraphEdge;

typedef struct GraphNode {
  bool is_definite;  /* root */
  bool is_potential; /* root, with the priority */
  int priority;
  bool is_root; /* chosen */
  int depth;    /* edges to the root; -1: no root reaches it */
} GraphNode;

typedef struct ConnectionGraph {
  Arena *arena;
  GraphNode *node;
  int n_nodes, cap_nodes;
  GraphEdge *edge;
  int n_edges, cap_edges;
} ConnectionGraph;

/* Gives the number of the new node or edge. */
int connection_graph_node(ConnectionGraph *g);
int connection_graph_edge(ConnectionGraph *g, int a, int b, bool is_branch);

/* Once, when all is added. */
void connection_graph_solve(ConnectionGraph *g, Arena *scratch);

#endif
