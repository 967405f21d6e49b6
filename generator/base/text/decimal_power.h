/* decimal_power.h: powers of ten to 128 bits.
 *
 * gives   10^p is at least bits * 2^exponent and below (bits + 4) *
 *         2^exponent, for DECIMAL_POWER_LEAST <= p <= DECIMAL_POWER_MOST; the
 *         first bit is set
 * cost    two multiplications: a table of every 27th power, and powers of five
 *         in between, which are exact in 64 bits
 */
#ifndef FOUCAULT_BASE_TEXT_DECIMAL_POWER_H
#define FOUCAULT_BASE_TEXT_DECIMAL_POWER_H

#include <stdint.h>

enum { DECIMAL_POWER_LEAST = -297, DECIMAL_POWER_MOST = 350 };

/* An integer of 128 bits: not every compiler has one. */
typedef struct WideInteger {
  uint64_t high, low;
} WideInteger;

typedef struct DecimalPower {
  WideInteger bits;
  int exponent;
} DecimalPower;

DecimalPower decimal_power(int p);

static inline WideInteger wide_product(uint64_t a, uint64_t b)
{
  const uint64_t half = 0xffffffff;
  uint64_t a1 = a >> 32, a0 = a & half;
  uint64_t b1 = b >> 32, b0 = b & half, low = a0 * b0;
  uint64_t middle = a1 * b0 + (low >> 32);
  uint64_t other = a0 * b1 + (middle & half);
  return (WideInteger){a1 * b1 + (middle >> 32) + (other >> 32),
                       other << 32 | (low & half)};
}

/* a * b / 2^64, rounded down; it fits. */
static inline WideInteger wide_scaled(WideInteger a, uint64_t b)
{
  WideInteger high = wide_product(a.high, b), low = wide_product(a.low, b);
  uint64_t sum = high.low + low.high;
  return (WideInteger){high.high + (sum < low.high), sum};
}

#endif
