/* test_float_mode.c: tiny numbers are zero for a while, then as before. */
#include "test.h"

#include <float.h>

#include "core/float_mode.h"

/* volatile: computed when the program runs, in its present mode */
static double tiny(void)
{
  volatile double smallest_normal = DBL_MIN, part = 0.25;
  return smallest_normal * part;
}

static void test_flushes_and_restores(void **state)
{
  (void)state;
  assert_true(tiny() > 0);
  FloatMode before = float_mode_flush();
#if defined(__SSE2__) || defined(__aarch64__)
  assert_true(tiny() == 0);
#endif
  float_mode_restore(before);
  assert_true(tiny() > 0);
}

/* An importer that has asked for it itself keeps it. */
static void test_restores_what_was(void **state)
{
  (void)state;
  FloatMode importer = float_mode_flush();
  double asked_for = tiny();
  float_mode_restore(float_mode_flush());
  assert_true(tiny() == asked_for);
  float_mode_restore(importer);
  assert_true(tiny() > 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_flushes_and_restores),
      cmocka_unit_test(test_restores_what_was),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
