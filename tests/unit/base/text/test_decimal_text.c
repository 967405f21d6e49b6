/* test_decimal_text.c: the same text as printf gives, for all kinds of
 * numbers. */
#include "test.h"

#include "base/text/decimal_text.h"

/* True: written; then it is what printf writes. */
static bool is_written(double value)
{
  char text[DECIMAL_TEXT_SIZE], wanted[64];
  if (!decimal_text(value, text)) return false;
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(wanted, sizeof wanted, "%.*g", digits, value);
    if (strtod(wanted, NULL) == value) break;
  }
  assert_string_equal(text, wanted);
  assert_true(strtod(text, NULL) == value);
  return true;
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
    assert_true(is_written(value[k]));
  }
}

/* Beside powers of ten the number of digits before the point changes. */
static void test_neighbours(void **state)
{
  (void)state;
  int n_written = 0;
  for (int place = -4; place <= 9; place++) {
    double low = pow(10, place), high = low;
    for (int k = 0; k < 200; k++) {
      low = nextafter(low, 0);
      high = nextafter(high, 1e10);
      n_written += is_written(low) + is_written(high);
    }
  }
  assert_true(n_written >= 13 * 400);
}

static void test_many(void **state)
{
  (void)state;
  uint64_t x = 88172645463325252u;
  int n_written = 0;
  for (int k = 1; k <= 60000; k++) {
    x ^= x << 13; /* Marsaglia's xorshift */
    x ^= x >> 7;
    x ^= x << 17;
    double part = (double)(x >> 11) / 9007199254740992.0;
    n_written += is_written(part * pow(10, (int)(x % 13) - 3));
    n_written += is_written(0.7 * k) + is_written(-(double)(x % 1000003) / 7);
    n_written += is_written((double)(x % 100000 + 1) / 1000);
  }
  assert_true(n_written > 4 * 60000 - 2000);
}

/* The next number below is nearer than the one above. */
static void test_powers_of_two(void **state)
{
  (void)state;
  for (int k = -13; k < 30; k++) assert_true(is_written(ldexp(1, k)));
}

static void test_others(void **state)
{
  (void)state;
  static const double value[] = {0, -0.0, 1e9, 9.9e-5, INFINITY, -INFINITY};
  char text[DECIMAL_TEXT_SIZE] = "as it was";
  for (size_t k = 0; k < sizeof value / sizeof value[0]; k++) {
    assert_false(decimal_text(value[k], text));
  }
  assert_false(decimal_text(NAN, text));
  assert_string_equal(text, "as it was");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_plain), cmocka_unit_test(test_neighbours),
      cmocka_unit_test(test_many), cmocka_unit_test(test_powers_of_two),
      cmocka_unit_test(test_others)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
