/* test_constant_propagation.c: unknowns that are numbers. */
#include "test.h"

#include "model_text.h"
#include "reduce/simplify/constant_propagation.h"

/* The residuals after the pass, in the order of the equations. */
static void expect(const char *text, const char *const *residual, int n)
{
  ModelText *m = model_text_at(text, "lower");
  assert_true(constant_propagation(m->sys, m->s));
  assert_int_equal(m->sys->n_eqs, n);
  for (int k = 0; k < n; k++) {
    assert_string_equal(model_text_expr(m, m->sys->eq[k].residual),
                        residual[k]);
  }
  model_text_free(m);
}

#define EXPECT(text, ...)                                                      \
  do {                                                                         \
    static const char *const residual[] = {__VA_ARGS__};                       \
    expect(text, residual, sizeof residual / sizeof *residual);                \
  } while (0)

static void test_chain(void **state)
{
  (void)state;
  /* a = 0, so b = 2, so c is the same as x */
  EXPECT("model M Real a, b, c, x; equation a*x + 2*b = 4; a = 0; "
         "c = (b - 1)*x; der(x) = c; end M;",
         "2*b - 4", "a", "c - x", "der(x) - c");
}

static void test_signs_and_factors(void **state)
{
  (void)state;
  EXPECT("model M Real a, b, c, x; equation 3 - a = 1; -b = 5; 4*c + 2 = 0; "
         "der(x) = a + b*time + c*x; end M;",
         "3 - a - 1", "-b - 5", "4*c + 2", "der(x) - (2 - 5*time - 0.5*x)");
}

/* What would lose its last unknown stays: two values for one variable, and
 * an equation that says nothing, are reported as they are written. */
static void test_last_unknown_stays(void **state)
{
  (void)state;
  EXPECT("model M Real a, x; equation a = 1; a = 2; end M;", "a - 1", "a - 2");
}

static void test_differentiated_ones_stay(void **state)
{
  (void)state;
  EXPECT("model M Real x, y; equation x = 1; y = der(x) + x; end M;", "x - 1",
         "y - (der(x) + x)");
}

static void test_parameters_are_no_numbers(void **state)
{
  (void)state;
  EXPECT("model M parameter Real p = 0; Real a, x; equation a = p; "
         "der(x) = a*x; end M;",
         "a - p", "der(x) - a*x");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_chain),
      cmocka_unit_test(test_signs_and_factors),
      cmocka_unit_test(test_last_unknown_stays),
      cmocka_unit_test(test_differentiated_ones_stay),
      cmocka_unit_test(test_parameters_are_no_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
