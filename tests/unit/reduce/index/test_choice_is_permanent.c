/* test_choice_is_permanent.c: choices that stay regular need no watch. */
#include "test.h"

#include "model_text.h"
#include "reduce/index/choice_is_permanent.h"

static void expect_sets(const char *text, int n_sets)
{
  ModelText *m = model_text_at(text, "index");
  assert_int_equal(m->sys->n_sets, n_sets);
  model_text_free(m);
}

#define WISH(w) "(stateSelect = StateSelect." w ")"

/* c is chosen, its factors are x and 1: triangular, with numbers as pivots. */
static void test_triangular(void **state)
{
  (void)state;
  expect_sets(
      "model M Real x(start = 1), a" WISH("never") ", c" WISH(
          "never") "; equation der(x) = -x + 0*der(a) + 0*der(c); a = x*c; "
                   "c = sin(x); end M;",
      0);
}

/* x is solved for, by the factor b. */
static void test_bounds(void **state)
{
  (void)state;
  static const char form[] = "model M Real x(start = 1), a" WISH(
      "prefer") ", b(start = 1%s, "
                "stateSelect = StateSelect.prefer); equation der(x) = -x; "
                "der(a) = -1; "
                "a = x*b; end M;";
  char text[400];
  snprintf(text, sizeof text, form, "");
  expect_sets(text, 1);
  snprintf(text, sizeof text, form, ", min = 0.1");
  expect_sets(text, 0);
  snprintf(text, sizeof text, form, ", min = 0");
  expect_sets(text, 1);
}

/* One block, two constraints that share nothing: a set each. */
static void test_parts(void **state)
{
  (void)state;
  static const char form[] =
      "model M Real x(start = 0.6), y(start = -0.8), u, v, a, p(start = 0.6), "
      "q(start = 0.8), r, s, b; equation der(x) = u; der(y) = v; der(p) = r; "
      "der(q) = s; der(u) = -a*x + b; der(v) = -a*y - 1; der(r) = -b*p + a; "
      "der(s) = -b*q - 1; x^2 + y^2 = 1; p^2 + q^2 = 1; end M;";
  expect_sets(form, 2);
}

/* Of two terms a factor is a unit; among three a small one, or one that can be
 * set, makes a difference of large terms. */
static void test_factors(void **state)
{
  (void)state;
  static const char form[] =
      "model M parameter Real a = 1, b = 1; Real x(start = 1), y, f; equation "
      "der(x) = -x + f; der(y) = -y + 2*f; %s end M;";
  static const struct {
    const char *constraint;
    int n_sets;
  } cases[] = {
      {"a*x = b*y;", 0},        {"1e-9*x = y;", 0},
      {"x + y = time;", 0},     {"x + 0.01*y = time;", 0},
      {"a*x + b*y = time;", 1}, {"a*x = b*y + 3*b;", 0},
      {"a*(x + y) = time;", 1},
  };
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    char text[400];
    snprintf(text, sizeof text, form, cases[k].constraint);
    expect_sets(text, cases[k].n_sets);
  }
}

/* y is solved for as it is not wanted as a state, but its factor is small. */
static void test_small_number(void **state)
{
  (void)state;
  expect_sets("model M Real x(start = 1), y" WISH(
                  "never") ", f; equation der(x) = -x + f; der(y) = -y + 2*f; "
                           "x + 1e-6*y = time; end M;",
              1);
}

static void expect_bounds(const ModelText *m, const char *name, double low,
                          double high)
{
  SignBounds bounds = choice_is_permanent_bounds(m->sys);
  double min = NAN, max = NAN;
  bounds.of(bounds.context, model_text_var(m, name), &min, &max);
  assert_true(min == low && max == high);
}

/* A constant is its value; a parameter may be set to any within its bounds. */
static void test_bounds_of_kinds(void **state)
{
  (void)state;
  ModelText *m = model_text_at(
      "model M constant Real c = 3; parameter Real p(max = 2) = 1; "
      "Real x(min = -1); equation der(x) = -p*c*x; end M;",
      "index");
  expect_bounds(m, "c", 3, 3);
  expect_bounds(m, "p", -INFINITY, 2);
  expect_bounds(m, "x", -1, INFINITY);
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_triangular), cmocka_unit_test(test_bounds),
      cmocka_unit_test(test_factors),    cmocka_unit_test(test_small_number),
      cmocka_unit_test(test_parts),      cmocka_unit_test(test_bounds_of_kinds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
