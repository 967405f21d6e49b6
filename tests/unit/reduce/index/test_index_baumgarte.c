/* test_index_baumgarte.c: the highest version of each constraint as a sum
 * of all versions. */
#include "test.h"

#include "model_text.h"

static ModelText *reduced(const char *text)
{
  return model_text_by_method(text, REDUCTION_BAUMGARTE);
}

/* x is given nu times too often. */
static const char *const order_text[] = {
    "model M Real x, y; equation der(x) = y; x^2 = 2 + sin(time); end M;",
    "model M Real x, y, z; equation der(x) = y; der(y) = z; "
    "x^2 = 2 + sin(time); end M;",
    "model M Real x, y, z, w; equation der(x) = y; der(y) = z; der(z) = w; "
    "x^2 = 2 + sin(time); end M;",
    "model M Real x, y, z, w, u; equation der(x) = y; der(y) = z; "
    "der(z) = w; der(w) = u; x^2 = 2 + sin(time); end M;",
};

/* Of D^k in (D^2 + 2 a D + b^2)^(nu/2) (D + a)^(nu mod 2), by hand. */
static double wanted(int nu, int k, double a, double b)
{
  const double table[4][4] = {
      {a},
      {b * b, 2 * a},
      {a * b * b, 2 * a * a + b * b, 3 * a},
      {b * b * b * b, 4 * a * b * b, 4 * a * a + 2 * b * b, 4 * a}};
  return table[nu - 1][k];
}

static EqId constraint_of(const ModelText *m)
{
  for (int k = 0; k < m->sys->n_given; k++) {
    if (model_text_nu(m, k) > 0) return (EqId){k};
  }
  fail_msg("nothing was differentiated");
  return NO_EQ;
}

static double rate(const ModelText *m, const char *name)
{
  VarId v = model_text_var(m, name);
  return model_text_value(m, expr_var(m->sys->exprs, v), 0);
}

static void check_order(int nu)
{
  ModelText *plain = model_text_method(order_text[nu - 1], REDUCTION_NONE);
  ModelText *m = reduced(order_text[nu - 1]);
  double a = rate(m, "baumgarte.alpha"), b = rate(m, "baumgarte.beta");
  EqId e = constraint_of(plain), made = constraint_of(m);
  double sum = 0;
  for (int k = 0; k <= nu; k++) {
    const Eq *eq = &plain->sys->eq[e.i];
    double g = model_text_value(plain, eq->residual, 0.7);
    sum += (k < nu ? wanted(nu, k, a, b) : 1) * g;
    if (k < nu) {
      e = eq->derivative;
      made = m->sys->eq[made.i].derivative;
    }
  }
  double got = model_text_value(m, m->sys->eq[made.i].residual, 0.7);
  assert_true(fabs(got - sum) < 1e-12 * (1 + fabs(sum)));
  model_text_free(plain);
  model_text_free(m);
}

static void test_polynomials(void **state)
{
  (void)state;
  for (int nu = 1; nu <= 4; nu++) check_order(nu);
}

/* Both rates are parameters of the FMU, not below zero. */
static void test_rates(void **state)
{
  (void)state;
  ModelText *m = reduced(order_text[1]);
  const Var *alpha = model_text_info(m, "baumgarte.alpha");
  assert_int_equal(alpha->kind, VAR_PARAMETER);
  assert_string_equal(alpha->attributes->unit, "1/s");
  assert_string_equal(model_text_expr(m, alpha->binding), "10");
  assert_string_equal(model_text_expr(m, alpha->min), "0");
  model_text_free(m);
}

/* At the start all versions hold as they are. */
static void test_start(void **state)
{
  (void)state;
  ModelText *plain = model_text_method(order_text[1], REDUCTION_NONE);
  ModelText *m = reduced(order_text[1]);
  assert_int_equal(m->sys->n_eqs, plain->sys->n_eqs);
  for (int k = 0; k < m->sys->n_eqs; k++) {
    const Eq *eq = &m->sys->eq[k];
    if (eq->derivative.i >= 0 || eq->integral.i < 0) continue;
    assert_true(eq->has_start_residual);
    assert_string_equal(model_text_expr(m, eq->start_residual),
                        model_text_expr(plain, plain->sys->eq[k].residual));
  }
  model_text_free(plain);
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_polynomials),
      cmocka_unit_test(test_rates),
      cmocka_unit_test(test_start),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
