/* test_decimal_shortest.c: digits and exponents; texts are in
 * test_decimal_text.c. */
#include "test.h"

#include <float.h>

#include "base/text/decimal_shortest.h"

static void check_decimal(double value, uint64_t number, int exponent)
{
  Decimal d = decimal_shortest(value);
  assert_true(d.number == number);
  assert_int_equal(d.exponent, exponent);
}

static void test_numbers(void **state)
{
  (void)state;
  check_decimal(1, 1, 0);
  check_decimal(0.1, 1, -1);
  check_decimal(1e16, 1, 16);
  check_decimal(123456789, 123456789, 0);
  check_decimal(1e23, 1, 23);
  check_decimal(DBL_MIN, 22250738585072014, -324);
  check_decimal(DBL_MAX, 17976931348623157, 292);
  check_decimal(5e-324, 5, -324);
}

/* 2^-44: the nearest number of 16 digits reads as the double below, which is
 * near; the next one reads back. */
static void test_power_of_two(void **state)
{
  (void)state;
  check_decimal(ldexp(1, -44), 5684341886080802, -29);
}

/* Decimal numbers lie in the middle of these doubles. */
static void test_middles(void **state)
{
  (void)state;
  check_decimal(18014398509481984.0, 18014398509481984, 0);
  check_decimal(9007199254740994.0, 9007199254740994, 0);
  check_decimal(9007199254740996.0, 9007199254740996, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_numbers),
                                     cmocka_unit_test(test_power_of_two),
                                     cmocka_unit_test(test_middles)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
