/* test_decimal_text.c: the same text as printf gives, for all kinds of
 * numbers. */
#include "test.h"

#include "base/text/decimal_text.h"

static void check_number(double value)
{
  char text[DECIMAL_TEXT_SIZE], wanted[64];
  int length;
  decimal_text(value, text, &length);
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(wanted, sizeof wanted, "%.*g", digits, value);
    if (strtod(wanted, NULL) == value) break;
  }
  assert_string_equal(text, wanted);
  assert_int_equal(length, (int)strlen(wanted));
  assert_true(strtod(text, NULL) == value);
}

static void test_plain(void **state)
{
  (void)state;
  static const double value[] = {0.7,
                                 12.25,
                                 -0.1,
                                 1e-4,
                                 0.00012345,
                                 3.3,
                                 1e8 + 0.1,
                                 1.0 / 3,
                                 2.0 / 3,
                                 999999999.9999999,
                                 0.30000000000000004,
                                 2.0999999999999996,
                                 120.0,
                                 0.5,
                                 99.99999999999999};
  for (size_t k = 0; k < sizeof value / sizeof value[0]; k++) {
    check_number(value[k]);
  }
}

/* Beside powers of ten the number of digits before the point changes. */
static void test_neighbours(void **state)
{
  (void)state;
  for (int place = -45; place <= 45; place++) {
    double low = pow(10, place), high = low;
    for (int k = 0; k < 100; k++) {
      low = nextafter(low, 0);
      high = nextafter(high, INFINITY);
      check_number(low);
      check_number(-high);
    }
  }
}

static void test_many(void **state)
{
  (void)state;
  uint64_t x = 88172645463325252u;
  for (int k = 1; k <= 60000; k++) {
    x ^= x << 13; /* Marsaglia's xorshift */
    x ^= x >> 7;
    x ^= x << 17;
    double part = (double)(x >> 11) / 9007199254740992.0;
    check_number(part * pow(10, (int)(x % 13) - 3));
    check_number(part * pow(10, (int)(x % 81) - 40));
    check_number(0.7 * k);
    check_number(-(double)(x % 1000003) / 7);
    check_number((double)(x % 100000 + 1) / 1000);
    check_number((double)x);
    check_number(floor(part * 1e17) * 100);
  }
}

/* The next number below is nearer than the one above. */
static void test_powers_of_two(void **state)
{
  (void)state;
  for (int k = -150; k < 150; k++) {
    check_number(ldexp(1, k));
    check_number(ldexp(3, k));
  }
}

/* Digits in the middle of two doubles: the even one is read. */
static void test_middles(void **state)
{
  (void)state;
  for (int k = 54; k < 100; k++) {
    for (int i = 0; i < 2000; i++)
      check_number(ldexp(4503599627370496.0 + 7 * i, k - 52));
  }
}

static void test_others(void **state)
{
  (void)state;
  static const double value[] = {0,      -0.0,     1e9,       9.9e-5,
                                 1e15,   1e16,     1e-5,      123456789012345.0,
                                 1e300,  2.5e-300, 5e-324,    INFINITY,
                                 1e-100, 1e37,     -INFINITY, 1.5e17};
  char text[DECIMAL_TEXT_SIZE];
  for (size_t k = 0; k < sizeof value / sizeof value[0]; k++)
    check_number(value[k]);
  assert_string_equal(decimal_text(-0.0, text, NULL), "-0");
  assert_string_equal(decimal_text(NAN, text, NULL), "nan");
  assert_string_equal(decimal_text(0.05, text, NULL), "0.05");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_plain),   cmocka_unit_test(test_neighbours),
      cmocka_unit_test(test_many),    cmocka_unit_test(test_powers_of_two),
      cmocka_unit_test(test_middles), cmocka_unit_test(test_others)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
