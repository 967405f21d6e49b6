/* test_expr.c: equal means same id; nodes never move. */
#include "test.h"

#include "symbolic/expr.h"

typedef struct Table {
  Arena *arena;
  ExprTable *t;
} Table;

static int begin(void **state)
{
  static Table table;
  table.arena = arena_create("test");
  table.t = expr_table_create(table.arena);
  *state = &table;
  return 0;
}

static int end(void **state)
{
  arena_destroy(((Table *)*state)->arena);
  return 0;
}

static ExprTable *table_of(void **state)
{
  return ((Table *)*state)->t;
}

static void test_same_node_same_id(void **state)
{
  ExprTable *t = table_of(state);
  ExprId x = expr_var(t, (VarId){0}), y = expr_var(t, (VarId){1});
  assert_true(expr_same(x, expr_var(t, (VarId){0})));
  assert_false(expr_same(x, y));
  assert_true(expr_same(expr_mul(t, x, y), expr_mul(t, x, y)));
  assert_false(expr_same(expr_mul(t, x, y), expr_mul(t, y, x)));
  assert_true(expr_same(expr_const(t, 2.5), expr_const(t, 2.5)));
  assert_false(expr_same(expr_const(t, 1), expr_const(t, 2)));
}

/* A variable with the bits of a constant is not that constant. */
static void test_kinds_stay_apart(void **state)
{
  ExprTable *t = table_of(state);
  ExprId ids[] = {expr_const(t, 0), expr_var(t, (VarId){0}), expr_time(t),
                  expr_initial(t)};
  for (int i = 0; i < 4; i++) {
    for (int k = 0; k < i; k++) assert_false(expr_same(ids[i], ids[k]));
  }
}

static void test_relations_keep_their_event(void **state)
{
  ExprTable *t = table_of(state);
  ExprId x = expr_var(t, (VarId){0}), one = expr_const(t, 1);
  ExprId event = expr_relation(t, EXPR_LT, x, one, 3);
  ExprId silent = expr_relation(t, EXPR_LT, x, one, -1);
  assert_false(expr_same(event, silent));
  assert_int_equal(expr_node(t, event)->index, 3);
  assert_int_equal(expr_node(t, silent)->index, -1);
  ExprId arg[3] = {x, expr_const(t, 2), NO_EXPR};
  ExprId moved = expr_rebuild(t, event, arg);
  assert_int_equal(expr_node(t, moved)->index, 3);
}

static void test_operands_come_first(void **state)
{
  ExprTable *t = table_of(state);
  ExprId x = expr_var(t, (VarId){0});
  ExprId e = expr_unary(t, EXPR_SIN, expr_add(t, x, expr_time(t)));
  for (int i = 0; i < expr_count(t); i++) {
    const ExprNode *n = expr_node(t, (ExprId){i});
    assert_int_equal(n->n_args, expr_op_arity((ExprOp)n->op));
    for (int k = 0; k < n->n_args; k++) assert_true(n->arg[k].i < i);
  }
  assert_int_equal(expr_node(t, e)->op, EXPR_SIN);
}

/* Several pages and several sizes of the hash table. */
static void test_many_nodes_do_not_move(void **state)
{
  enum { N = 100000 };
  ExprTable *t = table_of(state);
  ExprId first = expr_const(t, 0.5);
  const ExprNode *place = expr_node(t, first);
  for (int i = 0; i < N; i++) expr_const(t, i + 0.5);
  int count = expr_count(t);
  assert_ptr_equal(place, expr_node(t, first));
  for (int i = 0; i < N; i++) {
    double value = -1;
    assert_true(expr_is_const(t, expr_const(t, i + 0.5), &value));
    assert_true(value == i + 0.5);
  }
  assert_int_equal(expr_count(t), count);
}

/* Far more users than a node has slots, and neighbours that have some. */
static void test_many_users_of_one_node(void **state)
{
  enum { N = 1000 };
  ExprTable *t = table_of(state);
  ExprId product[N], sine[N];
  for (int i = 0; i < N; i++) expr_var(t, (VarId){i});
  ExprId last = expr_var(t, (VarId){N});
  for (int i = 0; i < N; i++) {
    ExprId x = expr_var(t, (VarId){i});
    product[i] = expr_mul(t, last, x);
    sine[i] = expr_unary(t, EXPR_SIN, x);
  }
  expr_table_seal(t); /* and found again */
  int count = expr_count(t);
  for (int i = 0; i < N; i++) {
    ExprId x = expr_var(t, (VarId){i});
    assert_true(expr_same(expr_mul(t, last, x), product[i]));
    assert_true(expr_same(expr_unary(t, EXPR_SIN, x), sine[i]));
  }
  assert_int_equal(expr_count(t), count);
}

static void test_questions(void **state)
{
  ExprTable *t = table_of(state);
  ExprId x = expr_var(t, (VarId){0});
  assert_true(expr_is_zero(t, expr_const(t, -0.0)));
  assert_false(expr_is_zero(t, x));
  assert_false(expr_is_const(t, x, NULL));
  assert_true(expr_is_boolean(t, expr_relation(t, EXPR_EQ, x, x, -1)));
  assert_true(expr_is_boolean(t, expr_initial(t)));
  assert_false(expr_is_boolean(t, x));
}

static void test_names_and_arity(void **state)
{
  (void)state;
  for (int op = 0; op < N_EXPR_OPS; op++) {
    assert_non_null(expr_op_name((ExprOp)op));
    assert_in_range(expr_op_arity((ExprOp)op), 0, 3);
  }
  assert_string_equal(expr_op_name(EXPR_ATAN2), "atan2");
  assert_string_equal(expr_op_name(EXPR_NE), "<>");
  assert_int_equal(expr_op_arity(EXPR_IF), 3);
  assert_int_equal(expr_op_arity(EXPR_NEG), 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_same_node_same_id, begin, end),
      cmocka_unit_test_setup_teardown(test_kinds_stay_apart, begin, end),
      cmocka_unit_test_setup_teardown(test_relations_keep_their_event, begin,
                                      end),
      cmocka_unit_test_setup_teardown(test_operands_come_first, begin, end),
      cmocka_unit_test_setup_teardown(test_many_nodes_do_not_move, begin, end),
      cmocka_unit_test_setup_teardown(test_many_users_of_one_node, begin, end),
      cmocka_unit_test_setup_teardown(test_questions, begin, end),
      cmocka_unit_test(test_names_and_arity),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
