/* test_invert.c: calls are solved for an argument by a written inverse. */
#include "test.h"

#include "random_expr.h"
#include "symbolic/call.h"
#include "symbolic/invert.h"

/* f(a, b) = y, and b = g(y, a) */
enum { F, G };

static RandomWorld world;
static const VarId X = {0};

static const CallInverse *inverse(const void *context, int function, int input)
{
  static const int argument[] = {-1, 0};
  static const CallInverse of_f = {G, 1, argument, 2};
  (void)context;
  return function == F && input == 1 ? &of_f : NULL;
}

static int n_results(const void *context, int function)
{
  (void)context;
  (void)function;
  return 1;
}

static bool is_real(const void *context, int function, int result)
{
  (void)context;
  (void)function;
  (void)result;
  return true;
}

static bool unknown(void *context, int function, const double *arg, int k,
                    double *result)
{
  (void)context;
  (void)function;
  (void)arg;
  (void)k;
  (void)result;
  return false;
}

static const CallFunctions functions = {.n_results = n_results,
                                        .is_real = is_real,
                                        .inverse = inverse,
                                        .evaluate = unknown};

static int begin(void **state)
{
  random_world_begin(&world, 31);
  expr_set_functions(world.t, &functions);
  *state = &world;
  return 0;
}

static ExprId call(RandomWorld *w, int function, ExprId a, ExprId b)
{
  ExprId arg[] = {a, b};
  ExprId made = call_make(w->t, function, arg, 2, expr_const(w->t, 1));
  return call_result(w->t, made, 0);
}

static ExprId solve(RandomWorld *w, ExprId residual)
{
  ExprId divisor;
  return invert(w->walk, residual, X, &divisor);
}

static void test_both_sides(void **state)
{
  RandomWorld *w = *state;
  ExprId x = expr_var(w->t, X), a = expr_var(w->t, (VarId){1});
  ExprId y = expr_var(w->t, (VarId){2}), f = call(w, F, a, x);
  ExprId wanted = call(w, G, y, a);
  assert_int_equal(solve(w, expr_sub(w->t, f, y)).i, wanted.i);
  assert_int_equal(solve(w, expr_sub(w->t, y, f)).i, wanted.i);
  assert_int_equal(solve(w, f).i, call(w, G, expr_const(w->t, 0), a).i);
}

static void test_affine_argument(void **state)
{
  RandomWorld *w = *state;
  ExprId x = expr_var(w->t, X), a = expr_var(w->t, (VarId){1});
  ExprId y = expr_var(w->t, (VarId){2});
  ExprId f = call(w, F, a, expr_sub(w->t, a, x));
  ExprId solved = solve(w, expr_sub(w->t, f, y));
  assert_true(solved.i >= 0);
  assert_false(walk_contains(w->walk, solved, X));
}

static void test_refused(void **state)
{
  RandomWorld *w = *state;
  ExprId x = expr_var(w->t, X), a = expr_var(w->t, (VarId){1});
  /* no inverse for this argument, x twice, x on both sides, no call */
  assert_int_equal(solve(w, expr_sub(w->t, call(w, F, x, a), a)).i, -1);
  assert_int_equal(solve(w, expr_sub(w->t, call(w, F, x, x), a)).i, -1);
  assert_int_equal(solve(w, expr_sub(w->t, call(w, F, a, x), x)).i, -1);
  assert_int_equal(solve(w, expr_sub(w->t, x, a)).i, -1);
  assert_int_equal(solve(w, expr_sub(w->t, call(w, G, a, x), a)).i, -1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_both_sides, begin,
                                      random_world_tear_down),
      cmocka_unit_test_setup_teardown(test_affine_argument, begin,
                                      random_world_tear_down),
      cmocka_unit_test_setup_teardown(test_refused, begin,
                                      random_world_tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
