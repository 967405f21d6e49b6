/* test_regular.c: dependent equations that the structure does not show. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model_text.h"

static void expect_good(const char *text)
{
  ModelText *m = model_text_run(text, STAGE_REGULAR);
  if (!m->ok) fail_msg("%s", model_text_messages(m));
  model_text_free(m);
}

static void expect_dependent(const char *text, const char *message)
{
  ModelText *m = model_text_run(text, STAGE_REGULAR);
  assert_false(m->ok);
  assert_int_equal(m->reached, STAGE_PANTELIDES);
  if (!strstr(model_text_messages(m), message)) {
    fail_msg("%s", model_text_messages(m));
  }
  model_text_free(m);
}

/* x' + t y' = f1, x + t y = f2: the second differentiated repeats the
 * first's highest derivatives. */
static void test_dependent_derivatives(void **state)
{
  (void)state;
  expect_dependent("model M\n Real x, y;\nequation\n"
                   " der(x) + time*der(y) = exp(-time);\n"
                   " x + time*y = sin(time);\nend M;",
                   "a.mo:4:2: error E305: these equations do not determine");
}

static void test_dependent_loop(void **state)
{
  (void)state;
  expect_dependent("model M Real x, y; equation x + y = 1; "
                   "2*x + 2*y = time; end M;",
                   "E305");
  expect_good("model M Real x, y; equation x + y = 1; 2*x - 2*y = time; "
              "end M;");
}

/* A parameter's value may be to blame. */
static void test_parameter_values(void **state)
{
  (void)state;
  static const char form[] =
      "model M parameter Real A = %s; Real u2, u3; equation "
      "2*der(u2) - der(u3) = sin(time) - u2; u3 = A*u2; end M;";
  char text[300];
  snprintf(text, sizeof text, form, "1");
  expect_good(text);
  snprintf(text, sizeof text, form, "1 + 1/1");
  expect_dependent(text, "E305");
}

/* Singular at the start values only: that is no reason to refuse. */
static void test_singular_points(void **state)
{
  (void)state;
  expect_good("model M Real x(start = 0), y(start = 0); equation "
              "x*y = sin(time); x^2 + y^2 = 1; end M;");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_dependent_derivatives),
      cmocka_unit_test(test_dependent_loop),
      cmocka_unit_test(test_parameter_values),
      cmocka_unit_test(test_singular_points),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
