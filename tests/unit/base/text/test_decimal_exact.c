/* test_decimal_exact.c: decimal beside binary numbers. */
#include "test.h"

#include "base/text/decimal_exact.h"

static void test_small(void **state)
{
  (void)state;
  assert_int_equal(decimal_exact_compare(5, -1, 1, -1), 0);
  assert_int_equal(decimal_exact_compare(1, -1, 1, -3), -1);
  assert_int_equal(decimal_exact_compare(1, 3, 125, 3), 0);
  assert_int_equal(decimal_exact_compare(1, 3, 999, 0), 1);
  assert_int_equal(decimal_exact_compare(0, 3, 0, 1), 0);
  assert_int_equal(decimal_exact_compare(0, 3, 1, 1), -1);
  assert_int_equal(decimal_exact_compare(1, 3, 0, 1), 1);
}

/* A unit in the last place of a thousand bits. */
static void test_large(void **state)
{
  (void)state;
  const uint64_t five27 = 7450580596923828125u;
  assert_int_equal(decimal_exact_compare(five27, -27, 1, -27), 0);
  assert_int_equal(decimal_exact_compare(five27 + 1, -27, 1, -27), 1);
  assert_int_equal(decimal_exact_compare(five27 - 1, -27, 1, -27), -1);
  assert_int_equal(decimal_exact_compare(UINT64_MAX, 350, 1, 1100), 1);
  assert_int_equal(decimal_exact_compare(1, -350, UINT64_MAX, -1100), -1);
  assert_int_equal(decimal_exact_compare(1, -350, UINT64_MAX, 1100), -1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_small),
                                     cmocka_unit_test(test_large)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
