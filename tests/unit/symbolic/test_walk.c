/* test_walk.c: operands before users, frozen relations, replacement. */
#include "test.h"

#include "random_expr.h"

static RandomWorld world;

static int begin(void **state)
{
  random_world_begin(&world, 99);
  *state = &world;
  return 0;
}

static void test_order_and_sharing(void **state)
{
  RandomWorld *w = *state;
  ExprId x = random_var(w, 0), y = random_var(w, 1);
  ExprId sum = expr_add(w->t, x, y);
  ExprId e = expr_mul(w->t, sum, expr_unary(w->t, EXPR_SIN, sum));
  walk_from(w->walk, e, false);
  assert_int_equal(w->walk->n_nodes, 5); /* x, y, x+y once, sin, product */
  assert_int_equal(w->walk->node[4].i, e.i);
  assert_true(walk_position(w->walk, x) < walk_position(w->walk, sum));
  assert_int_equal(walk_position(w->walk, e), 4);
}

static void test_position_of_the_last_walk_only(void **state)
{
  RandomWorld *w = *state;
  ExprId x = random_var(w, 0), y = random_var(w, 1);
  walk_from(w->walk, x, false);
  walk_from(w->walk, y, false);
  assert_int_equal(walk_position(w->walk, x), -1);
  assert_int_equal(walk_position(w->walk, y), 0);
  ExprId later = expr_add(w->t, x, expr_const(w->t, 8)); /* made after it */
  assert_int_equal(walk_position(w->walk, later), -1);
}

/* As after two thousand million nodes: the marks begin again. */
static void test_marks_begin_anew(void **state)
{
  RandomWorld *w = *state;
  ExprId x = random_var(w, 0), y = random_var(w, 1);
  ExprId sum = expr_add(w->t, x, y);
  walk_from(w->walk, x, false);
  w->walk->base = INT32_MAX - 5;
  walk_from(w->walk, sum, false);
  assert_int_equal(w->walk->n_nodes, 3);
  assert_int_equal(walk_position(w->walk, sum), 2);
  walk_from(w->walk, y, false);
  assert_int_equal(walk_position(w->walk, y), 0);
  assert_int_equal(walk_position(w->walk, sum), -1);
}

/* What has a number is a leaf, for every walk that knows of the stops. */
static void test_stops(void **state)
{
  RandomWorld *w = *state;
  ExprId x = random_var(w, 0), y = random_var(w, 1);
  ExprId sine = expr_unary(w->t, EXPR_SIN, x);
  ExprId e = expr_mul(w->t, sine, y);
  WalkStops *stops = walk_stops_create(w->walk->arena);
  assert_int_equal(walk_stop_number(NULL, sine), 0);
  assert_int_equal(walk_stop_number(stops, sine), 0);
  walk_stop_at(stops, sine, 7);
  assert_int_equal(walk_stop_number(stops, sine), 7);
  w->walk->stops = stops;
  walk_from(w->walk, e, false);
  assert_int_equal(w->walk->n_nodes, 3); /* sin, y, product */
  assert_int_equal(walk_position(w->walk, x), -1);
  walk_stops_clear(stops);
  walk_from(w->walk, e, false);
  assert_int_equal(w->walk->n_nodes, 4);
  w->walk->stops = NULL;
}

static void test_several_roots(void **state)
{
  RandomWorld *w = *state;
  ExprId x = random_var(w, 0);
  ExprId root[3] = {expr_unary(w->t, EXPR_SIN, x), x,
                    expr_unary(w->t, EXPR_COS, x)};
  walk_from_all(w->walk, root, 3, false);
  assert_int_equal(w->walk->n_nodes, 3);
  walk_from_all(w->walk, root, 0, false);
  assert_int_equal(w->walk->n_nodes, 0);
}

/* The operands of event relations are closed, those of others are not. */
static void test_frozen(void **state)
{
  RandomWorld *w = *state;
  ExprId x = random_var(w, 0), y = random_var(w, 1), z = random_var(w, 2);
  ExprId event = expr_relation(w->t, EXPR_LT, x, y, 0);
  ExprId silent = expr_relation(w->t, EXPR_LT, x, y, -1);
  ExprId one = expr_const(w->t, 1);
  ExprId with_event = expr_if(w->t, event, z, one);
  ExprId without = expr_if(w->t, silent, z, one);
  walk_from(w->walk, with_event, true);
  assert_int_equal(walk_position(w->walk, x), -1);
  assert_true(walk_position(w->walk, event) >= 0);
  walk_from(w->walk, with_event, false);
  assert_true(walk_position(w->walk, x) >= 0);
  walk_from(w->walk, without, true);
  assert_true(walk_position(w->walk, x) >= 0);
  assert_false(walk_contains(w->walk, with_event, (VarId){0}));
  assert_true(walk_contains(w->walk, without, (VarId){0}));
  assert_true(walk_contains(w->walk, with_event, (VarId){2}));
  assert_false(walk_contains(w->walk, with_event, (VarId){3}));
}

/* x becomes 0, y becomes z. */
static ExprId map(void *context, ExprTable *t, VarId v)
{
  (*(int *)context)++;
  if (v.i == 0) return expr_const(t, 0);
  return expr_var(t, (VarId){v.i == 1 ? 2 : v.i});
}

static void test_replace(void **state)
{
  RandomWorld *w = *state;
  ExprTable *t = w->t;
  ExprId x = random_var(w, 0), y = random_var(w, 1), z = random_var(w, 2);
  ExprId e = expr_add(t, expr_mul(t, x, y), expr_mul(t, y, y));
  int calls = 0;
  ExprId got = walk_replace(w->walk, e, false, map, &calls);
  assert_int_equal(got.i, expr_mul(t, z, z).i); /* simplified on the way */
  assert_int_equal(calls, 2);                   /* each variable once */
}

static void test_replace_in_relations(void **state)
{
  RandomWorld *w = *state;
  ExprTable *t = w->t;
  ExprId y = random_var(w, 1), z = random_var(w, 2), one = expr_const(t, 1);
  ExprId e = expr_if(t, expr_relation(t, EXPR_LT, y, one, 4), y, one);
  int calls = 0;
  ExprId open = walk_replace(w->walk, e, false, map, &calls);
  ExprId frozen = walk_replace(w->walk, e, true, map, &calls);
  assert_int_equal(open.i,
                   expr_if(t, expr_relation(t, EXPR_LT, z, one, 4), z, one).i);
  assert_int_equal(frozen.i,
                   expr_if(t, expr_relation(t, EXPR_LT, y, one, 4), z, one).i);
}

/* Every node of random graphs comes once, after its operands. */
static void test_random_graphs(void **state)
{
  RandomWorld *w = *state;
  for (int trial = 0; trial < 300; trial++) {
    ExprId e = random_raw(w, 20, false);
    walk_from(w->walk, e, false);
    for (int k = 0; k < w->walk->n_nodes; k++) {
      const ExprNode *n = expr_node(w->t, w->walk->node[k]);
      assert_int_equal(walk_position(w->walk, w->walk->node[k]), k);
      for (int a = 0; a < n->n_args; a++) {
        assert_in_range(walk_position(w->walk, n->arg[a]), 0, k - 1);
      }
    }
    assert_int_equal(w->walk->node[w->walk->n_nodes - 1].i, e.i);
  }
}

static void test_deep_chain(void **state)
{
  RandomWorld *w = *state;
  enum { N = 200000 };
  ExprId e = random_var(w, 0);
  for (int i = 0; i < N; i++) e = expr_unary(w->t, EXPR_SIN, e);
  walk_from(w->walk, e, false);
  assert_int_equal(w->walk->n_nodes, N + 1);
  int calls = 0;
  ExprId at_zero = walk_replace(w->walk, e, false, map, &calls);
  assert_true(expr_is_zero(w->t, at_zero)); /* sin(sin(... 0)) */
}

int main(void)
{
#define WORLD(test)                                                            \
  cmocka_unit_test_setup_teardown(test, begin, random_world_tear_down)
  const struct CMUnitTest tests[] = {
      WORLD(test_order_and_sharing), WORLD(test_position_of_the_last_walk_only),
      WORLD(test_marks_begin_anew),  WORLD(test_stops),
      WORLD(test_several_roots),     WORLD(test_frozen),
      WORLD(test_replace),           WORLD(test_replace_in_relations),
      WORLD(test_random_graphs),     WORLD(test_deep_chain),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
