/* test_decimal_power.c: powers of ten to 128 bits, beside exact ones. */
#include "test.h"

#include "base/text/decimal_power.h"

enum { PARTS = 60 }; /* of 32 bits, the lowest first */

typedef struct Big {
  uint32_t part[PARTS];
} Big;

static void times(Big *b, uint32_t by, int how_often)
{
  for (; how_often > 0; how_often--) {
    uint64_t carry = 0;
    for (int k = 0; k < PARTS; k++) {
      carry += (uint64_t)b->part[k] * by;
      b->part[k] = (uint32_t)carry;
      carry >>= 32;
    }
    assert_true(carry == 0);
  }
}

static int sign_of_difference(const Big *a, const Big *b)
{
  for (int k = PARTS - 1; k >= 0; k--) {
    if (a->part[k] != b->part[k]) return a->part[k] > b->part[k] ? 1 : -1;
  }
  return 0;
}

/* The sign of 10^p - (bits + more) 2^exponent. */
static int beside_power(int p, const DecimalPower *power, uint64_t more)
{
  uint64_t low = power->bits.low + more, high = power->bits.high + (low < more);
  assert_true(high != 0);
  Big ten = {{1}};
  Big two = {{(uint32_t)low, (uint32_t)(low >> 32), (uint32_t)high,
              (uint32_t)(high >> 32)}};
  times(p > 0 ? &ten : &two, 5, abs(p));
  int shift = power->exponent - p; /* the twos of 10^p */
  times(shift > 0 ? &two : &ten, 2, abs(shift));
  return sign_of_difference(&ten, &two);
}

static void test_bounds(void **state)
{
  (void)state;
  for (int p = DECIMAL_POWER_LEAST; p <= DECIMAL_POWER_MOST; p++) {
    DecimalPower power = decimal_power(p);
    assert_true(power.bits.high >> 63);
    assert_true(beside_power(p, &power, 0) >= 0);
    assert_true(beside_power(p, &power, 4) < 0);
  }
}

static void test_wide_products(void **state)
{
  (void)state;
  WideInteger most = wide_product(UINT64_MAX, UINT64_MAX);
  assert_true(most.high == UINT64_MAX - 1 && most.low == 1);
  WideInteger some = wide_product(0x123456789abcdef0u, 0xfedcba9876543210u);
  assert_true(some.high == 0x121fa00ad77d7422u);
  assert_true(some.low == 0x236d88fe5618cf00u);
  WideInteger scaled = wide_scaled((WideInteger){1, UINT64_MAX}, UINT64_MAX);
  assert_true(scaled.high == 1 && scaled.low == UINT64_MAX - 2);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_bounds),
                                     cmocka_unit_test(test_wide_products)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
