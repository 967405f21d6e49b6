/* test_branch_zero.c: zeros that a branch of an if-expression brings. */
#include "test.h"

#include "random_expr.h"
#include "symbolic/properties/branch_zero.h"

static RandomWorld world;

static int begin(void **state)
{
  random_world_begin(&world, 48);
  *state = &world;
  return 0;
}

static void test_known_cases(void **state)
{
  RandomWorld *w = *state;
  ExprTable *t = w->t;
  ExprId x = expr_var(t, (VarId){0}), y = expr_var(t, (VarId){1});
  ExprId zero = expr_const(t, 0), one = expr_const(t, 1);
  ExprId locked = expr_relation(t, EXPR_LT, x, one, 0);
  ExprId free = expr_relation(t, EXPR_LT, y, one, 1);
  ExprId brake = expr_if(t, locked, zero, one);
  ExprId clutch = expr_if(t, free, x, zero);
  ExprId always = expr_if(t, free, x, one);
  ExprId may_be[] = {brake,
                     clutch,
                     expr_neg(t, brake),
                     expr_mul(t, brake, always),
                     expr_div(t, brake, always),
                     expr_add(t, brake, clutch),
                     expr_if(t, locked, always, brake)};
  ExprId is_not[] = {zero,
                     one,
                     x,
                     always,
                     expr_mul(t, x, y),
                     expr_add(t, brake, always),
                     expr_sub(t, x, clutch),
                     expr_div(t, one, brake),
                     expr_unary(t, EXPR_SIN, brake)};
  for (size_t k = 0; k < sizeof may_be / sizeof may_be[0]; k++) {
    assert_true(branch_zero_may_be(w->walk, may_be[k]));
  }
  for (size_t k = 0; k < sizeof is_not / sizeof is_not[0]; k++) {
    assert_false(branch_zero_may_be(w->walk, is_not[k]));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_known_cases, begin,
                                      random_world_tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
