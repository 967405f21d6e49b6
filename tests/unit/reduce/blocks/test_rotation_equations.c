/* test_rotation_equations.c: which derivatives come from rotations. */
#include "test.h"

#include "random_expr.h"
#include "reduce/blocks/rotation_equations.h"

static RandomWorld world;

static int begin(void **state)
{
  random_world_begin(&world, 49);
  *state = &world;
  return 0;
}

static void test_known_cases(void **state)
{
  RandomWorld *w = *state;
  ExprTable *t = w->t;
  ExprId x = expr_var(t, (VarId){0}), y = expr_var(t, (VarId){1});
  ExprId sine = expr_unary(t, EXPR_SIN, expr_add(t, x, y));
  ExprId product = expr_sub(t, expr_mul(t, x, y), expr_neg(t, x));
  assert_int_equal(rotation_kind_of(w->walk, x), ROTATION_PRODUCT);
  assert_int_equal(rotation_kind_of(w->walk, product), ROTATION_PRODUCT);
  assert_int_equal(rotation_kind_of(w->walk, sine), ROTATION_SINE);
  assert_int_equal(rotation_kind_of(w->walk, expr_mul(t, sine, product)),
                   ROTATION_SINE);
  assert_int_equal(rotation_kind_of(w->walk, expr_unary(t, EXPR_EXP, sine)),
                   ROTATION_NONE);
  assert_int_equal(rotation_kind_of(w->walk, expr_div(t, sine, x)),
                   ROTATION_NONE);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_known_cases, begin,
                                      random_world_tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
