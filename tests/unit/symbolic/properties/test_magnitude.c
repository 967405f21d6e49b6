/* test_magnitude.c: sizes of sums, products and functions. */
#include "test.h"

#include "random_expr.h"
#include "symbolic/properties/magnitude.h"

static RandomWorld world;

static int begin(void **state)
{
  random_world_begin(&world, 99);
  *state = &world;
  return 0;
}

/* x is about 1e5, y about 1e-3. */
static double size(const void *context, VarId var)
{
  (void)context;
  return var.i == 0 ? 1e5 : 1e-3;
}

static double magnitude(RandomWorld *w, ExprId e)
{
  return magnitude_of(w->walk, e, size, NULL);
}

static void test_sizes(void **state)
{
  RandomWorld *w = *state;
  ExprId x = expr_var(w->t, (VarId){0}), y = expr_var(w->t, (VarId){1});
  ExprId large = expr_const(w->t, -3e7), zero = expr_const(w->t, 0);
  assert_true(magnitude(w, expr_sub(w->t, x, zero)) == 1e5);
  assert_true(magnitude(w, expr_sub(w->t, x, large)) == 3e7);
  assert_true(magnitude(w, expr_sub(w->t, y, x)) == 1e5);
  assert_true(magnitude(w, expr_mul(w->t, x, y)) == 100);
  assert_true(magnitude(w, expr_unary(w->t, EXPR_SIN, x)) == 1);
  assert_true(magnitude(w, expr_time(w->t)) == 1);
}

/* Never zero, never infinite. */
static void test_nothing_is_known(void **state)
{
  RandomWorld *w = *state;
  ExprId x = expr_var(w->t, (VarId){0});
  assert_true(magnitude(w, expr_const(w->t, 0)) == 1);
  ExprId infinite = expr_div(w->t, x, expr_mul(w->t, x, expr_const(w->t, 0)));
  assert_true(magnitude(w, infinite) == 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_sizes, begin,
                                      random_world_tear_down),
      cmocka_unit_test_setup_teardown(test_nothing_is_known, begin,
                                      random_world_tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
