/* The share of one step in the tolerance of a run. */
#include "test.h"

#include "core/step_tolerance.h"
#include "core/thresholds.h"

static void test_steps_have_a_part_of_it(void **state)
{
  (void)state;
  assert_true(fabs(step_tolerance(1e-6) / 1e-7 - 1) < 1e-9);
  assert_true(fabs(step_tolerance(1e-3) / 1e-3 - pow(10, -0.5)) < 1e-9);
  double before = 0;
  for (double t = 1e-15; t < 2; t *= 1.5) {
    assert_true(step_tolerance(t) <= t);
    assert_true(step_tolerance(t) >= before);
    before = step_tolerance(t);
  }
}

static void test_rounding_has_the_last_word(void **state)
{
  (void)state;
  assert_true(step_tolerance(1e-12) == STEP_TOLERANCE_LEAST);
  assert_true(step_tolerance(1e-14) == 1e-14);
  assert_true(step_tolerance(1) == 1 && step_tolerance(10) == 10);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_steps_have_a_part_of_it),
      cmocka_unit_test(test_rounding_has_the_last_word),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
