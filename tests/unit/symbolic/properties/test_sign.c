/* test_sign.c: what is found to be never zero is not zero anywhere. */
#include "test.h"

#include "random_expr.h"
#include "symbolic/properties/sign.h"

static RandomWorld world;

static int begin(void **state)
{
  random_world_begin(&world, 47);
  *state = &world;
  return 0;
}

static void test_known_cases(void **state)
{
  RandomWorld *w = *state;
  ExprTable *t = w->t;
  ExprId x = expr_var(t, (VarId){0}), y = expr_var(t, (VarId){1});
  ExprId one = expr_const(t, 1), x2 = expr_mul(t, x, x);
  ExprId y4 = expr_binary(t, EXPR_POW, y, expr_const(t, 4));
  ExprId never[] = {one,
                    expr_const(t, -2),
                    expr_add(t, one, x2),
                    expr_neg(t, expr_add(t, y4, one)),
                    expr_sub(t, expr_const(t, -3), x2),
                    expr_unary(t, EXPR_COSH, x),
                    expr_add(t, one, expr_unary(t, EXPR_EXP, y)),
                    expr_unary(t, EXPR_SQRT, expr_add(t, one, x2)),
                    expr_div(t, one, expr_add(t, one, y4))};
  ExprId maybe[] = {x,
                    expr_const(t, 0),
                    expr_add(t, x2, y4),
                    expr_sub(t, x2, one),
                    expr_unary(t, EXPR_SIN, x),
                    expr_unary(t, EXPR_EXP, x),
                    expr_mul(t, expr_add(t, one, x2), y),
                    expr_unary(t, EXPR_SQRT, x)};
  for (size_t k = 0; k < sizeof never / sizeof never[0]; k++) {
    assert_true(sign_is_never_zero(w->walk, never[k]));
  }
  for (size_t k = 0; k < sizeof maybe / sizeof maybe[0]; k++) {
    assert_false(sign_is_never_zero(w->walk, maybe[k]));
  }
}

/* x between -2 and -1, y not below 0. */
static void known_bounds(const void *context, VarId v, double *min, double *max)
{
  (void)context;
  if (v.i == 0) *max = -1;
  if (v.i == 0) *min = -2;
  if (v.i == 1) *min = 0;
}

static void test_bounds(void **state)
{
  RandomWorld *w = *state;
  ExprTable *t = w->t;
  SignBounds bounds = {NULL, known_bounds};
  ExprId x = expr_var(t, (VarId){0}), y = expr_var(t, (VarId){1});
  ExprId z = expr_var(t, (VarId){2});
  assert_true(sign_is_never_zero_within(w->walk, x, &bounds));
  assert_true(sign_is_never_zero_within(w->walk, expr_sub(t, x, y), &bounds));
  assert_false(sign_is_never_zero_within(w->walk, y, &bounds));
  assert_false(sign_is_never_zero_within(w->walk, expr_add(t, x, y), &bounds));
  assert_false(sign_is_never_zero_within(w->walk, z, &bounds));
  assert_false(sign_is_never_zero(w->walk, x));
}

static void test_branches(void **state)
{
  RandomWorld *w = *state;
  ExprTable *t = w->t;
  ExprId x = expr_var(t, (VarId){0}), one = expr_const(t, 1);
  ExprId c = expr_relation(t, EXPR_LT, x, one, 0);
  assert_true(
      sign_is_never_zero(w->walk, expr_if(t, c, one, expr_const(t, -1))));
  assert_false(
      sign_is_never_zero(w->walk, expr_if(t, c, one, expr_const(t, 0))));
}

/* Random expressions at random points, whole numbers among them. */
static void test_random(void **state)
{
  RandomWorld *w = *state;
  int found = 0;
  for (int trial = 0; trial < 20000; trial++) {
    ExprId e = random_raw(w, 4, true);
    if (expr_is_const(w->t, e, NULL)) continue;
    if (!sign_is_never_zero(w->walk, e)) continue;
    found++;
    for (int point = 0; point < 20; point++) {
      random_new_point(w);
      if (point % 2) {
        for (int k = 0; k < RANDOM_VARS; k++) w->value[k] = round(w->value[k]);
      }
      if (!random_is_ordinary(w, e, point % 3)) continue;
      double value = random_value_of(w, e, point % 3);
      if (fabs(value) < 1e-300) {
        fail_msg("trial %d: value %g at point %d", trial, value, point);
      }
    }
  }
  assert_true(found > 100);
}

int main(void)
{
#define WORLD(test)                                                            \
  cmocka_unit_test_setup_teardown(test, begin, random_world_tear_down)
  const struct CMUnitTest tests[] = {
      WORLD(test_known_cases),
      WORLD(test_bounds),
      WORLD(test_branches),
      WORLD(test_random),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
