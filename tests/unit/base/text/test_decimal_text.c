/* test_decimal_text.c: the fewest digits that read back, as printf and strtod
 * know them, for all kinds of numbers. */
#include "test.h"

#include <float.h>

#include "base/text/decimal_text.h"

/* value = 0.ddd * 10^place of so many digits, cut off. */
static uint64_t cut_digits(double value, int n, int *exponent)
{
  char text[100];
  uint64_t digits = 0;
  snprintf(text, sizeof text, "%.60e", value);
  for (int k = 0, at = 0; k < n; at++) {
    if (text[at] == '.') continue;
    digits = 10 * digits + (uint64_t)(text[at] - '0');
    k++;
  }
  *exponent = atoi(strchr(text, 'e') + 1) - n + 1;
  return digits;
}

static bool reads_as(uint64_t digits, int exponent, double value)
{
  char text[60];
  snprintf(text, sizeof text, "%llue%d", (unsigned long long)digits, exponent);
  return strtod(text, NULL) == value;
}

/* The fewest digits, and of two such numbers the one that printf rounds to. */
static uint64_t fewest_digits(double value, int *exponent)
{
  for (int n = 1;; n++) {
    uint64_t down = cut_digits(value, n, exponent), near = 0;
    char text[60];
    snprintf(text, sizeof text, "%.*e", n - 1, value);
    for (const char *at = text; *at != 'e'; at++) {
      if (*at != '.') near = 10 * near + (uint64_t)(*at - '0');
    }
    if (near < down) near *= 10; /* 9.9 is rounded to 10 */
    uint64_t other = near == down ? down + 1 : down;
    if (reads_as(near, *exponent, value)) return near;
    if (reads_as(other, *exponent, value)) return other;
    assert_true(n < 17);
  }
}

/* Digits without zeros at their ends. */
static void only_digits(const char *text, char digits[64])
{
  int n = 0;
  for (; *text && *text != 'e'; text++) {
    if (*text >= '0' + (n == 0) && *text <= '9') digits[n++] = *text;
  }
  while (n > 0 && digits[n - 1] == '0') n--;
  digits[n] = '\0';
}

static void check_number(double value)
{
  char text[DECIMAL_TEXT_SIZE], wanted[64], found[64], usual[64];
  int length, exponent, precision = 15;
  decimal_text(value, text, &length);
  assert_int_equal(length, (int)strlen(text));
  assert_true(strtod(text, NULL) == value);
  for (; precision < 17; precision++) {
    snprintf(usual, sizeof usual, "%.*g", precision, value);
    if (strtod(usual, NULL) == value) break;
  }
  snprintf(usual, sizeof usual, "%.*g", precision, value);
  if (value == 0 || !isfinite(value)) {
    assert_string_equal(text, usual);
    return;
  }
  snprintf(found, sizeof found, "%llu",
           (unsigned long long)fewest_digits(fabs(value), &exponent));
  only_digits(found, wanted);
  only_digits(text, found);
  assert_string_equal(found, wanted);
  only_digits(usual, found);
  if (strcmp(found, wanted) == 0) assert_string_equal(text, usual);
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
  for (int place = -323; place <= 308; place++) {
    double low = pow(10, place), high = low;
    for (int k = 0; k < 4; k++) {
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
  for (int k = 1; k <= 6000; k++) {
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
    double any;
    memcpy(&any, &x, sizeof any);
    if (!isnan(any)) check_number(any);
  }
}

/* The next number below is nearer than the one above. */
static void test_powers_of_two(void **state)
{
  (void)state;
  for (int k = -1074; k < 1022; k++) {
    check_number(ldexp(1, k));
    check_number(ldexp(3, k));
  }
}

/* These have few bits, and so few digits. */
static void test_denormals(void **state)
{
  (void)state;
  for (int k = 1; k < 3000; k++) check_number(ldexp(k, -1074));
  for (int k = 1; k < 300; k++) {
    check_number(DBL_MIN - ldexp(k, -1074));
    check_number(DBL_MAX - ldexp(k, 971));
  }
}

/* Digits in the middle of two doubles: the even one is read. */
static void test_middles(void **state)
{
  (void)state;
  for (int k = 54; k < 100; k++) {
    for (int i = 0; i < 200; i++)
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
  assert_string_equal(decimal_text(5e-324, text, NULL), "5e-324");
  assert_string_equal(decimal_text(1e-142, text, NULL), "1e-142");
  assert_string_equal(decimal_text(-1e23, text, NULL), "-1e+23");
  assert_string_equal(decimal_text(ldexp(1, -44), text, NULL),
                      "5.684341886080802e-14");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_plain),   cmocka_unit_test(test_neighbours),
      cmocka_unit_test(test_many),    cmocka_unit_test(test_powers_of_two),
      cmocka_unit_test(test_middles), cmocka_unit_test(test_denormals),
      cmocka_unit_test(test_others)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
