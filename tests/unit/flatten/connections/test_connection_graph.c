/* test_connection_graph.c: trees, broken edges, roots, distances. */
#include "test.h"

#include "flatten/connections/connection_graph.h"

typedef struct Drawing {
  Arena *arena;
  ConnectionGraph g;
} Drawing;

static Drawing draw(int n_nodes)
{
  Drawing d = {.arena = arena_create("graph")};
  d.g.arena = d.arena;
  for (int i = 0; i < n_nodes; i++)
    assert_int_equal(connection_graph_node(&d.g), i);
  return d;
}

static void solve(Drawing *d)
{
  connection_graph_solve(&d->g, d->arena);
}

static int depth(const Drawing *d, int node)
{
  return d->g.node[node].depth;
}

/* Two branches side by side: the last connection closes the ring. */
static void test_ring(void **state)
{
  (void)state;
  Drawing d = draw(4);
  d.g.node[0].is_definite = true;
  connection_graph_edge(&d.g, 0, 1, true);
  connection_graph_edge(&d.g, 2, 3, true);
  connection_graph_edge(&d.g, 1, 2, false);
  connection_graph_edge(&d.g, 3, 0, false);
  solve(&d);
  assert_int_equal(d.g.edge[2].state, GRAPH_TREE);
  assert_int_equal(d.g.edge[3].state, GRAPH_BROKEN);
  assert_int_equal(depth(&d, 2), 2);
  assert_int_equal(depth(&d, 3), 3);
  arena_destroy(d.arena);
}

static void test_repeated(void **state)
{
  (void)state;
  Drawing d = draw(3);
  d.g.node[0].is_potential = true;
  connection_graph_edge(&d.g, 0, 1, false);
  connection_graph_edge(&d.g, 1, 2, false);
  connection_graph_edge(&d.g, 0, 2, false);
  solve(&d);
  assert_int_equal(d.g.edge[2].state, GRAPH_REPEATED);
  assert_true(d.g.node[0].is_root);
  arena_destroy(d.arena);
}

/* Each definite root keeps its tree: the connection between is broken. */
static void test_two_roots(void **state)
{
  (void)state;
  Drawing d = draw(4);
  d.g.node[0].is_definite = d.g.node[3].is_definite = true;
  d.g.node[1].is_potential = true;
  connection_graph_edge(&d.g, 0, 1, true);
  connection_graph_edge(&d.g, 2, 3, true);
  connection_graph_edge(&d.g, 1, 2, false);
  solve(&d);
  assert_int_equal(d.g.edge[2].state, GRAPH_BROKEN);
  assert_false(d.g.node[1].is_root);
  assert_int_equal(depth(&d, 2), 1);
  arena_destroy(d.arena);
}

/* The lowest priority number, the first of equals; nothing without any. */
static void test_potential_roots(void **state)
{
  (void)state;
  Drawing d = draw(5);
  for (int i = 0; i < 3; i++) {
    d.g.node[i].is_potential = true;
    d.g.node[i].priority = i == 0 ? 2 : 1;
  }
  connection_graph_edge(&d.g, 0, 1, false);
  connection_graph_edge(&d.g, 1, 2, false);
  connection_graph_edge(&d.g, 3, 4, true);
  solve(&d);
  assert_true(d.g.node[1].is_root);
  assert_false(d.g.node[2].is_root);
  assert_int_equal(depth(&d, 0), 1);
  assert_int_equal(depth(&d, 4), -1);
  arena_destroy(d.arena);
}

static void test_branch_loop(void **state)
{
  (void)state;
  Drawing d = draw(2);
  d.g.node[0].is_definite = true;
  connection_graph_edge(&d.g, 0, 1, true);
  connection_graph_edge(&d.g, 1, 0, true);
  solve(&d);
  assert_int_equal(d.g.edge[1].state, GRAPH_BROKEN);
  arena_destroy(d.arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ring),
      cmocka_unit_test(test_repeated),
      cmocka_unit_test(test_two_roots),
      cmocka_unit_test(test_potential_roots),
      cmocka_unit_test(test_branch_loop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
