/* test_pantelides.c: how often is each equation differentiated? */
#include "test.h"

#include "model_text.h"
#include "random_dae.h"
#include "reduce/structure/pantelides.h"

/* The numbers of differentiations of the equations that aliases left. */
static ModelText *expect(const char *text, const int *nu, int n)
{
  ModelText *m = model_text_at(text, "pantelides");
  assert_int_equal(m->sys->n_given, n);
  for (int k = 0; k < n; k++) {
    if (model_text_nu(m, k) != nu[k]) {
      fail_msg("equation %d: %d times, not %d\n%s", k + 1, model_text_nu(m, k),
               nu[k], model_text_system(m));
    }
  }
  return m;
}

#define expect_nu(text, n, ...) expect(text, (const int[]){__VA_ARGS__}, n)

static void expect_refused(const char *text, const char *message)
{
  ModelText *m = model_text_run(text, "pantelides");
  assert_false(m->ok);
  if (!strstr(model_text_messages(m), message)) {
    fail_msg("%s", model_text_messages(m));
  }
  model_text_free(m);
}

static void test_nothing_to_do(void **state)
{
  (void)state;
  ModelText *m = expect_nu("model M Real x, y; equation der(x) = y; "
                           "y + sin(y) = x; end M;",
                           1, 0);
  assert_int_equal(m->sys->n_eqs, 1);
  model_text_free(m);
}

/* Second-order pendulum: the constraint twice. */
static void test_pendulum(void **state)
{
  (void)state;
  ModelText *m = expect_nu(
      "model M Real x, y, vx, vy, lam; equation der(x) = vx; der(y) = vy; "
      "der(vx) = -lam*x; der(vy) = -lam*y - 1; x^2 + y^2 = 1; end M;",
      3, 0, 0, 2);
  assert_int_equal(m->sys->n_eqs, 5);
  EqId d = m->sys->eq[2].derivative, dd = m->sys->eq[d.i].derivative;
  assert_string_equal(model_text_expr(m, m->sys->eq[d.i].residual),
                      "2*x*vx + 2*y*vy");
  assert_string_equal(model_text_expr(m, m->sys->eq[dd.i].residual),
                      "vx*(2*vx) + 2*x*der(vx) + (vy*(2*vy) + 2*y*der(vy))");
  assert_int_equal(m->sys->eq[dd.i].span.begin, m->sys->eq[2].span.begin);
  model_text_free(m);
}

static void test_derivative_chain(void **state)
{
  (void)state;
  /* with factors nothing is merged: der(x) = 2 y, der(y) = 3 z, x = f */
  ModelText *m = expect_nu("model M Real x, y, z; equation der(x) = 2*y; "
                           "der(y) = 3*z; x = sin(time); end M;",
                           3, 1, 0, 2);
  EqId d = m->sys->eq[2].derivative, dd = m->sys->eq[d.i].derivative;
  assert_string_equal(model_text_expr(m, m->sys->eq[d.i].residual),
                      "der(x) - cos(time)");
  assert_string_equal(model_text_expr(m, m->sys->eq[dd.i].residual),
                      "der(x,2) + sin(time)");
  model_text_free(m);
}

/* Mattsson and Soederlind's first example. */
static void test_linear_example(void **state)
{
  (void)state;
  model_text_free(
      expect_nu("model M Real x1, x2, x3, x4, w1, w2, w3; equation "
                "x1 + x2 + sin(time) = 0; x1 + x2 + x3 + cos(time) = 0; "
                "x1 + x4 + sin(2*time) = 0; "
                "2*der(w1) + der(w2) + der(w3) + der(x4) + exp(-time) = 0; "
                "der(x1) = w1; der(x2) = w2; der(x3) = w3; end M;",
                4, 2, 2, 1, 0));
}

static void test_every_top_is_matched(void **state)
{
  (void)state;
  ModelText *m = expect_nu("model M Real a, b, z; equation "
                           "der(a) = -a + 2*b + z; der(b) = -2*b + z; "
                           "a + time*b = cos(time); end M;",
                           3, 0, 0, 1);
  for (int k = 0; k < m->sys->n_eqs; k++) {
    bool top = m->sys->eq[k].derivative.i < 0;
    assert_int_equal(m->sys->eq_var[k].i >= 0, top);
  }
  model_text_free(m);
}

/* Parameters and discrete variables are constant between events. */
static void test_constants(void **state)
{
  (void)state;
  ModelText *m = expect_nu("model M parameter Real p = 1; Integer i; "
                           "Real x, z; equation i = 2; der(x) = z + x; "
                           "p*x + i*time = 1; end M;",
                           2, 0, 1);
  EqId d = m->sys->eq[1].derivative;
  assert_string_equal(model_text_expr(m, m->sys->eq[d.i].residual),
                      "p*der(x) + i");
  model_text_free(m);
}

static void test_inputs(void **state)
{
  (void)state;
  expect_refused("model M\n input Real u;\n Real x, z;\nequation\n"
                 " der(x) = z + x;\n x = 2*u;\nend M;",
                 "a.mo:6:2: error E303: this equation must be differentiated, "
                 "but it holds the input 'u'");
}

static ModelText *differentiate_inputs(const char *text)
{
  ModelText *m = model_text_run(text, "singular");
  assert_true(m->ok);
  m->sys->choice.input_rates = true;
  m->ok = pantelides(m->sys, m->s);
  return m;
}

/* Where the FMU is for Co-Simulation alone; three times at most. */
static void test_inputs_with_derivatives(void **state)
{
  (void)state;
  ModelText *m =
      differentiate_inputs("model M input Real u; Real x, z; equation "
                           "der(x) = z + x; x = u*u; end M;");
  assert_true(m->ok);
  EqId d = m->sys->eq[1].derivative;
  assert_string_equal(model_text_expr(m, m->sys->eq[d.i].residual),
                      "der(x) - (u*der(u) + u*der(u))");
  const Var *rate = model_text_info(m, "der(u)");
  assert_int_equal(rate->kind, VAR_INPUT);
  assert_true(rate->is_internal);
  model_text_free(m);
  m = differentiate_inputs("model M input Real u; Real x, z; equation "
                           "der(der(der(der(x)))) = z + x; x = u; end M;");
  assert_false(m->ok);
  const char *reported = model_text_messages(m);
  assert_non_null(strstr(reported, "it holds the input 'der(u,3)'"));
  assert_non_null(strstr(reported, "give derivatives of inputs up to order 3"));
  model_text_free(m);
}

/* What cancels out would be differentiated for ever. */
static void test_lost_unknowns(void **state)
{
  (void)state;
  expect_refused("model M Real x, y, z; equation der(x) = z; der(y) = 1; "
                 "(x + 1) - x + y = 2; end M;",
                 "E305: differentiated as often as needed, 2 equations hold "
                 "too few unknowns");
  expect_refused("model M Real x, w, v, z, u; equation "
                 "(x + 1) - x + w = 2; x + v = 5; der(w) = z; der(v) = u; "
                 "z = 1; end M;",
                 "E304: this equation must be differentiated, but its "
                 "derivative does not hold the derivative of 'x'");
}

/* An unknown in a condition is not an unknown to differentiate by. */
static void test_conditions(void **state)
{
  (void)state;
  model_text_free(
      expect_nu("model M Real x, y, z, s; equation s = sin(time) + 0.1*x; "
                "der(x) = z + y; der(y) = 2*z - x; "
                "noEvent(if s > 0 then x + y else x + 2*y) = time; end M;",
                4, 0, 0, 0, 1));
}

static void test_random_known_index(void **state)
{
  (void)state;
  static RandomDae d;
  Random random = {1993};
  for (int trial = 0; trial < 120; trial++) {
    random_dae_make(&random, &d);
    ModelText *m = model_text_run(d.text, "pantelides");
    if (!m->ok) fail_msg("%s\n%s", d.text, model_text_messages(m));
    int sum = 0, n = 0; /* n: equations left */
    for (int k = 0; k < d.n_lines; k++) {
      if (d.is_merged[k]) continue;
      int nu = model_text_nu(m, n++);
      sum += nu;
      if (d.is_constraint[k]) assert_int_equal(nu, d.r - 1);
    }
    assert_int_equal(m->sys->n_given, n);
    /* level i of the chain is differentiated r-1-i times where reached */
    assert_int_equal(m->sys->n_eqs, n + sum);
    int orders = 0;
    for (int k = 0; k < m->sys->n_eqs; k++) {
      VarId v = m->sys->eq_var[k];
      if (v.i >= 0) orders += system_order(m->sys, v);
    }
    assert_int_equal(orders - sum, d.n_states);
    model_text_free(m);
  }
}

/* x1 = f, der(x1) = 2 x2, ... of length 60: index 60, 1770 derivatives. */
static void test_long_chain(void **state)
{
  (void)state;
  enum { N = 60 };
  char text[4000], *at = text;
  at += sprintf(at, "model M Real x1");
  for (int k = 2; k <= N; k++) at += sprintf(at, ", x%d", k);
  at += sprintf(at, "; equation x1 = time^3;");
  for (int k = 1; k < N; k++) {
    at += sprintf(at, " der(x%d) = 2*x%d;", k, k + 1);
  }
  sprintf(at, " end M;");
  ModelText *m = model_text_run(text, "pantelides");
  assert_true(m->ok);
  for (int k = 0; k < N; k++) {
    assert_int_equal(model_text_nu(m, k), k == 0 ? N - 1 : N - 1 - k);
  }
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_nothing_to_do),
      cmocka_unit_test(test_pendulum),
      cmocka_unit_test(test_derivative_chain),
      cmocka_unit_test(test_linear_example),
      cmocka_unit_test(test_every_top_is_matched),
      cmocka_unit_test(test_constants),
      cmocka_unit_test(test_inputs),
      cmocka_unit_test(test_inputs_with_derivatives),
      cmocka_unit_test(test_lost_unknowns),
      cmocka_unit_test(test_conditions),
      cmocka_unit_test(test_random_known_index),
      cmocka_unit_test(test_long_chain),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
