/* decimal_shortest.c: the value m 2^e has neighbours 2^e away, and reads back
 * from what lies up to half of that away, the range. With 10^k <= width of the
 * range < 10^(k+1) there is a multiple of 10^k in it, and of 10^(k+1) at most
 * one: this one is the shortest, or else those of 10^k around the value are.
 *
 * The value and half the distance are divided by 10^k with 64 bits behind the
 * point. They are short of the truth by less than SLACK of the last one of
 * these bits; what is nearer than that is compared exactly. */
#include "base/text/decimal_shortest.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/text/decimal_exact.h"
#include "base/text/decimal_power.h"

enum {
  MANTISSA_BITS = 52, /* behind the first one, which is not stored */
  EXPONENT_BITS = 0x7ff,
  EXPONENT_OF_ONE = 1075, /* of the last bit */
  /* The value is short by 1 + 4 / 2^7, half the distance by 1 + 4 / 2^60. */
  SLACK = 4
};

/* m 2^e; the double below a power of two is nearer than the one above. */
typedef struct BinaryNumber {
  uint64_t m;
  int e;
  bool is_power;
} BinaryNumber;

/* By 10^k: the value, and the ends of the range. */
typedef struct ScaledRange {
  BinaryNumber b;
  int k;
  WideInteger value, low, high;
} ScaledRange;

static BinaryNumber binary_of(double value)
{
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  uint64_t m = bits & (((uint64_t)1 << MANTISSA_BITS) - 1);
  int e = (int)(bits >> MANTISSA_BITS) & EXPONENT_BITS;
  if (e == 0) return (BinaryNumber){m, 1 - EXPONENT_OF_ONE, false};
  return (BinaryNumber){m | (uint64_t)1 << MANTISSA_BITS, e - EXPONENT_OF_ONE,
                        m == 0 && e > 1};
}

/* The whole part of log10 of the width of the range, which is 2^e, or 3/4 of it
 * where the double below is nearer: by log10(2) 2^22 and log10(4/3) 2^22, which
 * are exact enough for all e of doubles. */
static int scale_of(BinaryNumber b)
{
  enum { ABOVE = 400, SHIFT = 22 }; /* no negative number is shifted */
  int64_t scaled = (int64_t)b.e * 1262611 - (b.is_power ? 524031 : 0);
  return (int)((scaled + ((int64_t)ABOVE << SHIFT)) >> SHIFT) - ABOVE;
}

static WideInteger wide_shifted(WideInteger a, int by)
{
  assert(by > 0 && by < 64);
  return (WideInteger){a.high >> by, a.high << (64 - by) | a.low >> by};
}

static WideInteger wide_sum(WideInteger a, WideInteger b)
{
  uint64_t low = a.low + b.low;
  return (WideInteger){a.high + b.high + (low < a.low), low};
}

static WideInteger wide_difference(WideInteger a, WideInteger b)
{
  return (WideInteger){a.high - b.high - (a.low < b.low), a.low - b.low};
}

static ScaledRange scaled_range(BinaryNumber b)
{
  int k = scale_of(b);
  DecimalPower power = decimal_power(-k);
  /* 2^e / 10^k is between 1 and 40/3: so many bits of the product go */
  int shift = -(b.e + power.exponent) - 64;
  assert(shift >= 60 && shift < 64);
  WideInteger value = wide_scaled(power.bits, b.m << (64 - shift));
  WideInteger half = wide_shifted(power.bits, shift);
  half = wide_shifted(half, 1);
  WideInteger down = b.is_power ? wide_shifted(half, 1) : half;
  return (ScaledRange){.b = b,
                       .k = k,
                       .value = value,
                       .low = wide_difference(value, down),
                       .high = wide_sum(value, half)};
}

/* The sign of number - end; `quarters`: what the end is, in 2^(e-2). */
static int side_of_end(const ScaledRange *r, uint64_t number, WideInteger end,
                       uint64_t quarters)
{
  bool is_near = number == end.high
                     ? end.low <= SLACK
                     : number == end.high + 1 && end.low > UINT64_MAX - SLACK;
  if (is_near) return decimal_exact_compare(number, r->k, quarters, r->b.e - 2);
  return number > end.high ? 1 : -1;
}

/* Of two doubles as near as each other the even one is read. */
static bool reads_back(const ScaledRange *r, uint64_t number)
{
  uint64_t m = r->b.m, below = r->b.is_power ? 1 : 2;
  int above_low = side_of_end(r, number, r->low, 4 * m - below);
  if (above_low < 0) return false;
  int above_high = side_of_end(r, number, r->high, 4 * m + 2);
  if (above_high > 0) return false;
  return (above_low != 0 && above_high != 0) || m % 2 == 0;
}

/* Is the value above number + 1/2, or there with an odd number? */
static bool rounds_up(const ScaledRange *r, uint64_t number)
{
  const uint64_t middle = (uint64_t)1 << 63;
  uint64_t rest = r->value.low;
  if (rest - middle + SLACK > 2 * SLACK) return rest > middle;
  int above = decimal_exact_compare(2 * number + 1, r->k, r->b.m, r->b.e + 1);
  return above < 0 || (above == 0 && number % 2 == 1);
}

static uint64_t number_in_range(const ScaledRange *r)
{
  uint64_t below = r->value.high, tens = below - below % 10;
  if (reads_back(r, tens)) return tens;
  if (reads_back(r, tens + 10)) return tens + 10;
  bool down = reads_back(r, below), up = reads_back(r, below + 1);
  assert(down || up);
  if (down && up) up = rounds_up(r, below);
  return below + up;
}

static Decimal without_zeros(Decimal d)
{
  assert(d.number > 0);
  for (; d.number % 100000000 == 0; d.exponent += 8) d.number /= 100000000;
  for (; d.number % 10000 == 0; d.exponent += 4) d.number /= 10000;
  for (; d.number % 10 == 0; d.exponent++) d.number /= 10;
  return d;
}

/* The others of its digits belong to it alone. */
static bool decimal_shortest_is_whole(BinaryNumber b)
{
  return b.e <= 0 && b.e >= -MANTISSA_BITS &&
         (b.m & (((uint64_t)1 << -b.e) - 1)) == 0;
}

Decimal decimal_shortest(double value)
{
  assert(value > 0 && isfinite(value));
  BinaryNumber b = binary_of(value);
  if (decimal_shortest_is_whole(b))
    return without_zeros((Decimal){b.m >> -b.e, 0});
  ScaledRange r = scaled_range(b);
  return without_zeros((Decimal){number_in_range(&r), r.k});
}
