/* test_cancellation.c: terms that change with time. */
#include "test.h"

#include "model_text.h"
#include "reduce/index/cancellation.h"

static void expect_terms(const char *equation, int n_terms)
{
  char text[300];
  snprintf(text, sizeof text,
           "model M parameter Real a = 2, b = 3; Real x, y, z; equation %s; "
           "y = cos(time); z = 1 + y^2; end M;",
           equation);
  ModelText *m = model_text_at(text, "lower");
  Walk *walk = walk_create(m->sys->exprs, session_scratch(m->s));
  int found = cancellation_terms(m->sys, walk, m->sys->eq[0].residual);
  assert_int_equal(found, n_terms);
  assert_int_equal(
      cancellation_is_constant(m->sys, walk, m->sys->eq[0].residual),
      n_terms == 0);
  model_text_free(m);
}

static void test_terms(void **state)
{
  (void)state;
  expect_terms("a*x = b*y", 2);
  expect_terms("a*x = b*y + a^2", 2);
  expect_terms("a*x + b*y = time", 3);
  expect_terms("a*(x + y) = z", 3);
  expect_terms("(x + y)/a = z*time", 3);
  expect_terms("a/(x + y) = z", 2);
  expect_terms("x*a = b*y*z", 2);
  expect_terms("x*(y + z) = a", 1);
  expect_terms("x = sin(y + z + time)", 2);
  expect_terms("x + y + z + sin(x) + cos(y) = 0", 3);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_terms)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
