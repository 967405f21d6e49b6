/* test_solve_for.c: affine equations are solved, all others refused. */
#include "test.h"

#include "random_expr.h"
#include "symbolic/solve_for.h"

static RandomWorld world;
static const VarId X = {0};

static int begin(void **state)
{
  random_world_begin(&world, 31);
  *state = &world;
  return 0;
}

static ExprId solve(RandomWorld *w, ExprId residual)
{
  ExprId divisor;
  return solve_for(w->walk, residual, X, &divisor);
}

static void expect(RandomWorld *w, ExprId residual, ExprId wanted)
{
  assert_int_equal(solve(w, residual).i, wanted.i);
}

static void expect_refused(RandomWorld *w, ExprId residual)
{
  assert_int_equal(solve(w, residual).i, -1);
}

static void test_other_side(void **state)
{
  RandomWorld *w = *state;
  ExprTable *t = w->t;
  ExprId x = random_var(w, 0), e = expr_unary(t, EXPR_SIN, random_var(w, 1));
  expect(w, expr_sub(t, x, e), e);
  expect(w, expr_sub(t, e, x), e);
  expect(w, x, expr_const(t, 0));
}

static void test_affine(void **state)
{
  RandomWorld *w = *state;
  ExprTable *t = w->t;
  ExprId x = random_var(w, 0), y = random_var(w, 1), z = random_var(w, 2);
  /* x y + z = 0 */
  expect(w, expr_add(t, expr_mul(t, x, y), z), expr_neg(t, expr_div(t, z, y)));
  /* x + x = z */
  ExprId twice = expr_add(t, x, x);
  ExprId got = solve(w, expr_sub(t, twice, z));
  w->value[2] = 5;
  assert_true(random_value_of(w, got, 0) == 2.5);
}

static void test_not_affine(void **state)
{
  RandomWorld *w = *state;
  ExprTable *t = w->t;
  ExprId x = random_var(w, 0), y = random_var(w, 1), one = expr_const(t, 1);
  ExprId silent = expr_relation(t, EXPR_LT, x, one, -1);
  expect_refused(w, expr_sub(t, expr_mul(t, x, x), y));
  expect_refused(w, expr_sub(t, y, expr_unary(t, EXPR_SIN, x)));
  expect_refused(w, expr_sub(t, y, expr_div(t, one, x)));
  expect_refused(w, expr_sub(t, expr_unary(t, EXPR_ABS, x), y));
  expect_refused(w, expr_sub(t, expr_binary(t, EXPR_MIN, x, one), y));
  /* x alone on one side, but on the other too */
  expect_refused(w, expr_sub(t, x, expr_unary(t, EXPR_COS, x)));
  /* jumps with x although its slope does not depend on it */
  expect_refused(w, expr_add(t, x, expr_unary(t, EXPR_SIGN, x)));
  expect_refused(w, expr_add(t, x, expr_if(t, silent, y, one)));
}

static void test_not_there(void **state)
{
  RandomWorld *w = *state;
  ExprTable *t = w->t;
  ExprId x = random_var(w, 0), y = random_var(w, 1);
  expect_refused(w, expr_sub(t, y, expr_const(t, 1)));
  /* (x + y) - x has slope zero */
  expect_refused(w, expr_sub(t, expr_add(t, x, y), x));
}

/* Inside an event relation x does not count: the value is frozen. */
static void test_frozen_relation(void **state)
{
  RandomWorld *w = *state;
  ExprTable *t = w->t;
  ExprId x = random_var(w, 0), y = random_var(w, 1), one = expr_const(t, 1);
  ExprId event = expr_relation(t, EXPR_LT, x, one, 0);
  ExprId e = expr_if(t, event, y, one);
  expect(w, expr_sub(t, x, e), e);
  /* 2 x + (if x < 1 then y else 1): the relation stays inside */
  ExprId two_x = expr_mul(t, expr_const(t, 2), x);
  ExprId got = solve(w, expr_add(t, two_x, e));
  assert_int_equal(got.i, expr_neg(t, expr_div(t, e, expr_const(t, 2))).i);
}

/* a x + b with random a, b free of x: the solution satisfies the equation. */
static ExprId without_x(void *context, ExprTable *t, VarId v)
{
  (void)context;
  return expr_var(t, (VarId){v.i == 0 ? 1 : v.i});
}

static void test_random_affine(void **state)
{
  RandomWorld *w = *state;
  ExprTable *t = w->t;
  int solved = 0;
  for (int trial = 0; trial < 1500; trial++) {
    ExprId part[3];
    for (int k = 0; k < 3; k++) {
      part[k] =
          walk_replace(w->walk, random_raw(w, 4, true), false, without_x, NULL);
    }
    ExprId x = random_var(w, 0);
    ExprId product = expr_div(t, expr_mul(t, part[0], expr_add(t, x, part[1])),
                              expr_const(t, 3));
    ExprId residual = expr_sub(t, part[2], expr_sub(t, x, product));
    random_new_point(w);
    if (!random_is_ordinary(w, residual, 1)) continue;
    ExprId got = solve(w, residual);
    if (got.i < 0) continue; /* slope exactly zero */
    assert_false(walk_contains(w->walk, got, X));
    double slope = random_value_of(w, part[0], 1) / 3 - 1;
    w->value[0] = random_value_of(w, got, 1);
    double rest = random_value_of(w, residual, 1);
    double scale = 1 + fabs(random_value_of(w, part[2], 1)) +
                   fabs(slope) * (fabs(w->value[0]) +
                                  fabs(random_value_of(w, part[1], 1)));
    if (!(scale < 1e3) || fabs(slope) < 1e-3) continue;
    assert_true(fabs(rest) < 1e-10 * scale);
    solved++;
  }
  assert_true(solved > 500);
}

/* The gradient of one who has it, and how often it was asked for. */
static void give(void *context, Walk *walk, ExprId e, GradientWanted wanted,
                 const void *wanted_context, Gradient *gradient)
{
  ++*(int *)context;
  differentiate_gradient(walk, e, wanted, wanted_context, gradient);
}

static void test_known(void **state)
{
  RandomWorld *w = *state;
  ExprTable *t = w->t;
  ExprId x = random_var(w, 0), y = random_var(w, 1), z = random_var(w, 2),
         divisor;
  ExprId step = expr_unary(t, EXPR_FLOOR, x);
  ExprId affine = expr_add(t, expr_mul(t, x, y), z);
  ExprId hidden = expr_add(t, affine, step);
  int n_asked = 0;
  SolveKnown known = {.factor = give, .context = &n_asked};
  ExprId got = solve_for_known(w->walk, affine, X, &known, &divisor);
  assert_int_equal(got.i, solve(w, affine).i);
  assert_int_equal(divisor.i, y.i);
  assert_int_equal(n_asked, 1);
  got = solve_for_known(w->walk, hidden, X, &known, &divisor);
  assert_int_equal(got.i, -1);
  known.is_smooth = true; /* what is said is not looked at again */
  got = solve_for_known(w->walk, hidden, X, &known, &divisor);
  assert_true(got.i >= 0);
  got = solve_for_known(w->walk, affine, X, &known, &divisor);
  assert_int_equal(got.i, solve(w, affine).i);
}

int main(void)
{
#define WORLD(test)                                                            \
  cmocka_unit_test_setup_teardown(test, begin, random_world_tear_down)
  const struct CMUnitTest tests[] = {
      WORLD(test_other_side),      WORLD(test_affine),
      WORLD(test_not_affine),      WORLD(test_not_there),
      WORLD(test_frozen_relation), WORLD(test_random_affine),
      WORLD(test_known),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
