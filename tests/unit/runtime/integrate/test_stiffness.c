/* What failed iterations and damped corrections make of a model. */
#include "test.h"

#include "core/thresholds.h"
#include "integrate/stiffness.h"
#include <math.h>

static void test_failures(void **state)
{
  (void)state;
  Stiffness s = {0, 0};
  assert_false(stiffness_shows(&s, 1, 0));
  assert_false(stiffness_shows(&s, 1, 0));
  assert_true(stiffness_shows(&s, 1, 0)); /* 1 + 0.98 + 0.96 */
  s = (Stiffness){0, 0};
  for (int k = 0; k < 1000; k++) /* one in 100 steps: not stiff */
    assert_false(stiffness_shows(&s, k % 100 == 0, 0));
}

/* The mean comes up slowly; steps that say nothing leave it. */
static void test_damped(void **state)
{
  (void)state;
  Stiffness s = {0, 0};
  int n = 0;
  while (!stiffness_shows(&s, 0, 0.2) && n < 1000) {
    assert_false(stiffness_shows(&s, 0, 0));
    n++;
  }
  double steps = log(1 - CVODE_DAMPED / 0.2) / log(1 - CVODE_DAMPED_NEWS);
  assert_int_equal(n, (int)floor(steps));
  s = (Stiffness){0, 0};
  for (int k = 0; k < 1000; k++) /* it swings */
    assert_false(stiffness_shows(&s, 0, k % 2 ? 0.5 : -0.5));
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_failures),
                                     cmocka_unit_test(test_damped)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
