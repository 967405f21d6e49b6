/* test_expr_evaluate.c: symbolic/evaluate.c (fmu_runtime/ has an evaluate.c
 * of its own): the value of each operator, of leaves, of shared nodes. */
#include "test.h"

#include "random_expr.h"
#include "symbolic/evaluate_op.h"

static void expect(ExprOp op, double a, double b, double wanted)
{
  double got = evaluate_op(op, a, b, 0);
  if (fabs(got - wanted) > 1e-15 * fabs(wanted)) {
    fail_msg("%s(%g, %g) is %.17g, not %.17g", expr_op_name(op), a, b, got,
             wanted);
  }
}

static void test_arithmetic(void **state)
{
  (void)state;
  expect(EXPR_ADD, 3, 4, 7);
  expect(EXPR_SUB, 3, 4, -1);
  expect(EXPR_MUL, 3, 4, 12);
  expect(EXPR_DIV, 3, 4, 0.75);
  expect(EXPR_POW, 3, 4, 81);
  expect(EXPR_POW, -2, 3, -8);
  expect(EXPR_NEG, 3, 0, -3);
}

static void test_functions(void **state)
{
  (void)state;
  expect(EXPR_SIN, 0.5, 0, 0.479425538604203);
  expect(EXPR_COS, 0.5, 0, 0.8775825618903728);
  expect(EXPR_TAN, 0.5, 0, 0.5463024898437905);
  expect(EXPR_ASIN, 0.5, 0, 0.5235987755982989);
  expect(EXPR_ACOS, 0.5, 0, 1.0471975511965979);
  expect(EXPR_ATAN, 0.5, 0, 0.4636476090008061);
  expect(EXPR_ATAN2, 1, -1, 2.356194490192345);
  expect(EXPR_SINH, 0.5, 0, 0.5210953054937474);
  expect(EXPR_COSH, 0.5, 0, 1.1276259652063807);
  expect(EXPR_TANH, 0.5, 0, 0.46211715726000973);
  expect(EXPR_EXP, 1, 0, 2.718281828459045);
  expect(EXPR_LOG, 10, 0, 2.302585092994046);
  expect(EXPR_LOG10, 1000, 0, 3);
  expect(EXPR_SQRT, 2, 0, 1.4142135623730951);
}

static void test_steps(void **state)
{
  (void)state;
  expect(EXPR_ABS, -3, 0, 3);
  expect(EXPR_SIGN, -3, 0, -1);
  expect(EXPR_SIGN, 0, 0, 0);
  expect(EXPR_SIGN, 3, 0, 1);
  expect(EXPR_MIN, 3, -4, -4);
  expect(EXPR_MAX, 3, -4, 3);
  expect(EXPR_FLOOR, -1.5, 0, -2);
  expect(EXPR_CEIL, -1.5, 0, -1);
}

static void test_logic(void **state)
{
  (void)state;
  static const double pair[][2] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  for (int k = 0; k < 4; k++) {
    double a = pair[k][0], b = pair[k][1];
    expect(EXPR_LT, a, b, a < b);
    expect(EXPR_LE, a, b, a <= b);
    expect(EXPR_EQ, a, b, a == b);
    expect(EXPR_NE, a, b, a != b);
    expect(EXPR_AND, a, b, k == 3);
    expect(EXPR_OR, a, b, k > 0);
    expect(EXPR_NOT, a, 0, a == 0);
  }
  assert_true(evaluate_op(EXPR_IF, 1, 5, 7) == 5);
  assert_true(evaluate_op(EXPR_IF, 0, 5, 7) == 7);
}

static void test_leaves(void **state)
{
  (void)state;
  RandomWorld w;
  random_world_begin(&w, 1);
  w.value[2] = 42;
  assert_true(random_value_of(&w, expr_var(w.t, (VarId){2}), 0) == 42);
  assert_true(random_value_of(&w, expr_time(w.t), 1.5) == 1.5);
  assert_true(random_value_of(&w, expr_const(w.t, -3), 0) == -3);
  EvaluatePoint point = {random_var_value, &w, 0, true, NULL, NULL};
  assert_true(evaluate(w.walk, expr_initial(w.t), &point) == 1);
  point.initial = false;
  assert_true(evaluate(w.walk, expr_initial(w.t), &point) == 0);
  random_world_end(&w);
}

/* Relations are compared here even when the generated code freezes them. */
static void test_event_relations_are_compared(void **state)
{
  (void)state;
  RandomWorld w;
  random_world_begin(&w, 1);
  ExprId x = expr_var(w.t, (VarId){0});
  ExprId e = expr_if(w.t, expr_relation(w.t, EXPR_LT, x, expr_time(w.t), 0),
                     expr_const(w.t, 10), expr_const(w.t, 20));
  w.value[0] = 1;
  assert_true(random_value_of(&w, e, 2) == 10);
  assert_true(random_value_of(&w, e, 0) == 20);
  random_world_end(&w);
}

/* A tree of 2^60 leaves as a graph of 61 nodes: each is evaluated once. */
static void test_shared_nodes(void **state)
{
  (void)state;
  RandomWorld w;
  random_world_begin(&w, 1);
  ExprId e = expr_var(w.t, (VarId){0});
  for (int k = 0; k < 60; k++) e = expr_add(w.t, e, e);
  w.value[0] = 3;
  assert_true(random_value_of(&w, e, 0) == 3 * ldexp(1, 60));
  random_world_end(&w);
}

static double one(const void *context, VarId var)
{
  (void)context;
  return var.i % 2 ? 1 : 2;
}

static void test_deep_sum(void **state)
{
  (void)state;
  enum { N = 200000 };
  RandomWorld w;
  random_world_begin(&w, 1);
  ExprId e = expr_const(w.t, 0);
  for (int i = 0; i < N; i++) e = expr_add(w.t, e, expr_var(w.t, (VarId){i}));
  EvaluatePoint point = {one, NULL, 0, false, NULL, NULL};
  assert_true(evaluate(w.walk, e, &point) == 1.5 * N);
  size_t used = arena_used(w.scratch);
  evaluate(w.walk, e, &point);
  assert_int_equal(arena_used(w.scratch), used); /* nothing is left behind */
  random_world_end(&w);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_arithmetic),
      cmocka_unit_test(test_functions),
      cmocka_unit_test(test_steps),
      cmocka_unit_test(test_logic),
      cmocka_unit_test(test_leaves),
      cmocka_unit_test(test_event_relations_are_compared),
      cmocka_unit_test(test_shared_nodes),
      cmocka_unit_test(test_deep_sum),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
