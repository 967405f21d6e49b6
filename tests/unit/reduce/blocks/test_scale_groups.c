/* test_scale_groups.c: which variables are of one size. */
#include "test.h"

#include "model_text.h"

static int group_of(const ModelText *m, const char *name)
{
  const System *sys = m->reduced->sys;
  for (int i = 0; i < sys->n_vars; i++) {
    if (strcmp(sys->var[i].name, name) == 0) {
      return m->reduced->scale.of_var[i];
    }
  }
  fail_msg("there is no %s", name);
  return -1;
}

static void expect_same(const ModelText *m, const char *a, const char *b)
{
  assert_int_not_equal(group_of(m, a), 0);
  assert_int_equal(group_of(m, a), group_of(m, b));
}

static void expect_other(const ModelText *m, const char *a, const char *b)
{
  assert_int_not_equal(group_of(m, a), 0);
  assert_int_not_equal(group_of(m, b), 0);
  assert_int_not_equal(group_of(m, a), group_of(m, b));
}

static double hint_of(const ModelText *m, const char *name)
{
  int group = group_of(m, name);
  assert_int_not_equal(group, 0);
  return m->reduced->scale.hint[group - 1];
}

/* States a, b, c with equations of which the slopes say nothing. */
#define STATES "model M parameter Real p = 3; Real a, b, c; "

static void test_sums(void **state)
{
  (void)state;
  ModelText *m = model_text_complete(
      STATES "equation der(a) = sin(a - b); der(b) = cos(3*a + b)*p; "
             "der(c) = exp(c); end M;");
  expect_same(m, "a", "b");
  expect_other(m, "a", "c");
  model_text_free(m);
}

/* Numbers count within a factor of ten, parameters not at all. */
static void test_factors(void **state)
{
  (void)state;
  ModelText *m = model_text_complete(
      STATES "equation der(a) = sin(a - 20*b); der(b) = sin(b - p*c); "
             "der(c) = exp(c); end M;");
  expect_other(m, "a", "b");
  expect_other(m, "b", "c");
  model_text_free(m);
}

static void test_products(void **state)
{
  (void)state;
  ModelText *m = model_text_complete(
      STATES "equation der(a) = sin(a*c + b*c); der(b) = exp(a^2/b); "
             "der(c) = exp(c); end M;");
  expect_same(m, "a", "b"); /* the common factor cancels */
  model_text_free(m);
}

/* a^3 + b*c^2: one group where b and c have become so, which is found later. */
static void test_products_that_wait(void **state)
{
  (void)state;
  ModelText *m = model_text_complete(
      STATES "equation der(a) = exp(a^3 + b*c^2); der(b) = sin(b - c); "
             "der(c) = exp(c); end M;");
  expect_same(m, "b", "c");
  expect_same(m, "a", "b");
  model_text_free(m);
}

static void test_hints(void **state)
{
  (void)state;
  ModelText *m = model_text_complete(
      "model M Real a, b, c, d(nominal = 2); "
      "equation der(a) = if a > 1e-9 then 1 else 2; "
      "der(b) = sin(b^2 - 16); der(c) = exp(c); der(d) = sin(d + 5); end M;");
  assert_true(fabs(hint_of(m, "a") - 1e-9) <= 1e-15);
  assert_true(fabs(hint_of(m, "b") - 4) <= 1e-5);
  assert_true(fabs(hint_of(m, "c") - 0) <= 0);
  assert_int_equal(group_of(m, "d"), 0); /* has a nominal value */
  assert_int_equal(m->reduced->scale.of_relation[0], group_of(m, "a"));
  model_text_free(m);
}

static void test_sources(void **state)
{
  (void)state;
  ModelText *m = model_text_complete(
      "model M parameter Real L = 3; input Real u; Real a, b; "
      "equation der(a) = sin(a - L); der(b) = sin(u - b); end M;");
  const ReducedScales *scale = &m->reduced->scale;
  assert_int_equal(scale->n_sources, 2);
  for (int k = 0; k < 2; k++) {
    const char *name = m->reduced->sys->var[scale->source[k].i].name;
    const char *of = strcmp(name, "L") == 0 ? "a" : "b";
    assert_int_equal(scale->source_group[k], group_of(m, of));
  }
  model_text_free(m);
}

/* Candidates of a selection set have groups, and these know their slopes. */
static void test_candidates(void **state)
{
  (void)state;
  ModelText *m = model_text_complete(
      "model M Real x(start = 0.6), y(start = -0.8), vx, vy, f; "
      "equation x^2 + y^2 = 1; der(x) = vx; der(y) = vy; der(vx) = -f*x; "
      "der(vy) = -f*y - 9.81; end M;");
  expect_same(m, "x", "y");
  expect_same(m, "vx", "vy");
  expect_other(m, "x", "vx");
  assert_int_equal(m->reduced->scale.slope[group_of(m, "x") - 1],
                   group_of(m, "vx"));
  model_text_free(m);
}

/* Members of families: some with another number, some whose variables are of
 * one group before the family is read, and products that wait. */
static const char families[] =
    "model M parameter Real k[40] = ones(40); Real x[40], y[40], z[40]; "
    "equation x[7] - x[9] + exp(z[1]) = der(z[1]); "
    "for i in 2:40 loop der(z[i]) = sin(z[i] - z[i - 1]/2); end for; "
    "for i in 1:40 loop der(x[i]) = exp(x[i]^3 + y[i]*z[i]^2) + k[i]; end for; "
    "for i in 1:39 loop der(y[i]) = exp((if i == 20 then 50 else 1)*y[i] - "
    "(if i == 31 then z[i] else y[i + 1])) - x[i]*y[i]; end for; "
    "der(y[40]) = sin(y[40] - z[3]) + sin(y[40]^2 - 1e-6); end M;";

/* What is found does not depend on what is known of families. */
static void test_families(void **state)
{
  (void)state;
  ModelText *m = model_text_complete(families);
  ModelText *plain = model_text_at(families, "expose");
  for (int k = 0; k < plain->sys->n_eqs; k++) plain->sys->eq[k].family = 0;
  model_text_continue(plain, "reduced");
  assert_true(plain->ok);
  const ReducedScales *a = &m->reduced->scale, *b = &plain->reduced->scale;
  assert_int_equal(a->n, b->n);
  assert_true(a->n > 1);
  for (int i = 0; i < m->sys->n_vars; i++) {
    assert_int_equal(a->of_var[i], b->of_var[i]);
  }
  for (int k = 0; k < a->n; k++) assert_true(a->hint[k] == b->hint[k]);
  expect_same(m, "x[30]", "x[25]"); /* by products that have waited */
  model_text_free(m);
  model_text_free(plain);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sums),
      cmocka_unit_test(test_factors),
      cmocka_unit_test(test_products),
      cmocka_unit_test(test_products_that_wait),
      cmocka_unit_test(test_hints),
      cmocka_unit_test(test_sources),
      cmocka_unit_test(test_candidates),
      cmocka_unit_test(test_families),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
