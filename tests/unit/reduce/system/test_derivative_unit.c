/* test_derivative_unit.c: units per second. */
#include "test.h"

#include "reduce/system/derivative_unit.h"

static const struct {
  const char *unit, *derivative;
} known[] = {{"m", "m/s"},
             {"m/s", "m/s2"},
             {"m/s2", "m/s3"},
             {"1", "1/s"},
             {"1/s", "1/s2"},
             {"N.m", "N.m/s"},
             {"N.m/rad", "N.m/(rad.s)"},
             {"J/(kg.K)", "J/(kg.K.s)"},
             {"W/(s.K)", "W/(s2.K)"},
             {"W/(m2.s9)", "W/(m2.s10)"},
             {"Pa/sr", "Pa/(sr.s)"}};

static void test_known(void **state)
{
  (void)state;
  Session *s = session_create();
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    assert_string_equal(derivative_unit(s, known[k].unit), known[k].derivative);
  }
  session_destroy(s);
}

static void test_none(void **state)
{
  (void)state;
  Session *s = session_create();
  assert_null(derivative_unit(s, NULL));
  assert_null(derivative_unit(s, ""));
  assert_null(derivative_unit(s, "m/"));
  assert_null(derivative_unit(s, "m/s/s"));
  session_destroy(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_known),
                                     cmocka_unit_test(test_none)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
