/* test_call.c: derivatives of calls along directions of their arguments. */
#include "test.h"

#include "random_expr.h"
#include "symbolic/call.h"

/* G(x, dx) is linear in dx, F(x, y) in nothing; the derivatives of both are
 * after them. */
enum { F, G, DER };

static RandomWorld world;

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

static int derivative(void *context, int function, bool exact,
                      const ExprId *arg)
{
  (void)context;
  (void)exact;
  (void)arg;
  return DER + function;
}

static int n_linear(const void *context, int function)
{
  (void)context;
  return function == G ? 1 : 0;
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
                                        .derivative = derivative,
                                        .n_linear = n_linear,
                                        .evaluate = unknown};

static int begin(void **state)
{
  random_world_begin(&world, 37);
  expr_set_functions(world.t, &functions);
  *state = &world;
  return 0;
}

static ExprId call(RandomWorld *w, int function, const ExprId *arg, int n)
{
  ExprId made = call_make(w->t, function, arg, n, expr_const(w->t, 1));
  return call_result(w->t, made, 0);
}

/* Of function(a, b) along (da, db). */
static ExprId along(RandomWorld *w, int function, ExprId da, ExprId db)
{
  ExprId arg[] = {expr_var(w->t, (VarId){0}), expr_var(w->t, (VarId){1})};
  ExprId direction[] = {da, db};
  return call_derivative(w->t, call(w, function, arg, 2), direction, true,
                         w->walk->arena);
}

static void test_linear(void **state)
{
  RandomWorld *w = *state;
  ExprId a = expr_var(w->t, (VarId){0}), b = expr_var(w->t, (VarId){1});
  ExprId c = expr_var(w->t, (VarId){2}), zero = expr_const(w->t, 0);
  ExprId itself[] = {a, c}, of_f[] = {a, b, zero, c}, of_g[] = {a, b, c, c};
  assert_int_equal(along(w, G, zero, c).i, call(w, G, itself, 2).i);
  assert_int_equal(along(w, F, zero, c).i, call(w, DER + F, of_f, 4).i);
  assert_int_equal(along(w, G, c, c).i, call(w, DER + G, of_g, 4).i);
  assert_int_equal(along(w, G, zero, zero).i, zero.i);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(
      test_linear, begin, random_world_tear_down)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
