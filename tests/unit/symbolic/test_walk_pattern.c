/* test_walk_pattern.c: a walk along a pattern is the walk, if the graph is the
 * same. */
#include "test.h"

#include "random_expr.h"
#include "symbolic/walk_pattern.h"

/* By two walks: operators and positions of operands are the same. */
static bool same_graph(const Walk *a, const Walk *b)
{
  if (a->n_nodes != b->n_nodes) return false;
  for (int k = 0; k < a->n_nodes; k++) {
    const ExprNode *x = expr_node(a->exprs, a->node[k]);
    const ExprNode *y = expr_node(b->exprs, b->node[k]);
    bool events = walk_is_event(x) && walk_is_event(y);
    if (x->op != y->op) return false;
    if (x->n_args == 0 || events) continue;
    if (expr_index(x) != expr_index(y)) return false;
    for (int i = 0; i < x->n_args; i++) {
      if (walk_position(a, x->arg[i]) != walk_position(b, y->arg[i]))
        return false;
    }
  }
  return true;
}

static void expect_same_walk(const Walk *a, const Walk *b)
{
  assert_int_equal(a->n_nodes, b->n_nodes);
  for (int k = 0; k < a->n_nodes; k++) {
    assert_int_equal(a->node[k].i, b->node[k].i);
    assert_int_equal(walk_position(a, b->node[k]), k);
  }
}

/* With other variables each, which may be fewer. */
static void test_random_pairs(void **state)
{
  (void)state;
  RandomWorld w;
  random_world_begin(&w, 31415);
  Walk *first = walk_create(w.t, w.scratch),
       *second = walk_create(w.t, w.scratch);
  WalkPattern pattern = {.arena = w.arena};
  int n_same = 0, n_other = 0;
  for (int k = 0; k < 3000; k++) {
    int size = 1 + random_below(&w.random, 6);
    ExprId a[2], b[2];
    for (int i = 0; i < 2; i++) {
      a[i] = random_raw(&w, size, true);
      b[i] = random_renamed(&w, second, a[i]);
    }
    walk_from_all(first, a, 2, true);
    walk_from_all(second, b, 2, true);
    walk_pattern_take(&pattern, first, a, 2);
    bool same = same_graph(first, second) &&
                walk_position(first, a[0]) == walk_position(second, b[0]) &&
                walk_position(first, a[1]) == walk_position(second, b[1]);
    assert_int_equal(walk_pattern_follow(&pattern, w.walk, b), same);
    if (same) expect_same_walk(w.walk, second);
    n_same += same;
    n_other += !same;
  }
  assert_true(n_same > 100 && n_other > 100);
  random_world_end(&w);
}

/* What it compares is below an event relation, and does not count. */
static void test_events(void **state)
{
  (void)state;
  RandomWorld w;
  random_world_begin(&w, 1);
  ExprId x = expr_var(w.t, (VarId){0}), y = expr_var(w.t, (VarId){1});
  ExprId first = expr_relation(w.t, EXPR_LT, x, y, 3);
  ExprId second = expr_relation(w.t, EXPR_LT, y, expr_neg(w.t, x), 4);
  ExprId no_event = expr_relation(w.t, EXPR_LT, x, y, -1);
  ExprId a = expr_if(w.t, first, x, y), b = expr_if(w.t, second, x, y);
  ExprId c = expr_if(w.t, no_event, x, y);
  WalkPattern pattern = {.arena = w.arena};
  walk_from_all(w.walk, &a, 1, true);
  walk_pattern_take(&pattern, w.walk, &a, 1);
  assert_true(walk_pattern_follow(&pattern, w.walk, &b));
  assert_int_equal(w.walk->n_nodes, 4);
  assert_false(walk_pattern_follow(&pattern, w.walk, &c));
  random_world_end(&w);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_pairs),
                                     cmocka_unit_test(test_events)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
