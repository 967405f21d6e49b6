/* decimal_power.c: 10^p = 10^(27 i) 5^j 2^j. What is cut off is below one in
 * the last place of the table, and one of the product: with the bit that the
 * product may lack in front, below four. */
#include "base/text/decimal_power.h"

#include <assert.h>
#include <stdbool.h>

enum { SPACING = 27 };

/* clang-format off */
static const uint64_t power_of_five[SPACING] = {
    1u, 5u, 25u, 125u, 625u, 3125u, 15625u, 78125u, 390625u, 1953125u,
    9765625u, 48828125u, 244140625u, 1220703125u, 6103515625u, 30517578125u,
    152587890625u, 762939453125u, 3814697265625u, 19073486328125u,
    95367431640625u, 476837158203125u, 2384185791015625u, 11920928955078125u,
    59604644775390625u, 298023223876953125u, 1490116119384765625u};

/* 10^-297, 10^-270, ..., rounded down. */
static const DecimalPower coarse[] = {
    {{0xa76c582338ed2621, 0xaf2af2b80af6f24e}, -1114},
    {{0x873e4f75e2224e68, 0x5a7744a6e804a291}, -1024},
    {{0xda7f5bf590966848, 0xaf39a475506a899e}, -935},
    {{0xb080392cc4349dec, 0xbd8d794d96aacfb3}, -845},
    {{0x8e938662882af53e, 0x547eb47b7282ee9c}, -755},
    {{0xe65829b3046b0afa, 0x0cb4a5a3112a5112}, -666},
    {{0xba121a4650e4ddeb, 0x92f34d62616ce413}, -576},
    {{0x964e858c91ba2655, 0x3a6a07f8d510f86f}, -486},
    {{0xf2d56790ab41c2a2, 0xfae27299423fb9c3}, -397},
    {{0xc428d05aa4751e4c, 0xaa97e14c3c26b886}, -307},
    {{0x9e74d1b791e07e48, 0x775ea264cf55347d}, -217},
    {{0x8000000000000000, 0x0000000000000000}, -127},
    {{0xcecb8f27f4200f3a, 0x0000000000000000}, -38},
    {{0xa70c3c40a64e6c51, 0x999090b65f67d924}, 52},
    {{0x86f0ac99b4e8dafd, 0x69a028bb3ded71a3}, 142},
    {{0xda01ee641a708de9, 0xe80e6f4820cc9495}, 231},
    {{0xb01ae745b101e9e4, 0x5ec05dcff72e7f8f}, 321},
    {{0x8e41ade9fbebc27d, 0x14588f13be847307}, 411},
    {{0xe5d3ef282a242e81, 0x8f1668c8a86da5fa}, 500},
    {{0xb9a74a0637ce2ee1, 0x6d953e2bd7173692}, 590},
    {{0x95f83d0a1fb69cd9, 0x4abdaf101564f98e}, 680},
    {{0xf24a01a73cf2dccf, 0xbc633b39673c8cec}, 769},
    {{0xc3b8358109e84f07, 0x0a862f80ec4700c8}, 859},
    {{0x9e19db92b4e31ba9, 0x6c07a2c26a8346d1}, 949}};
/* clang-format on */

/* The first bit of b is set after so many shifts. */
static int leading_zeros(uint64_t b)
{
  int n = 0;
  assert(b != 0);
  for (int step = 32; step > 0; step /= 2) {
    if (b >> (64 - step) != 0) continue;
    b <<= step;
    n += step;
  }
  return n;
}

DecimalPower decimal_power(int p)
{
  assert(p >= DECIMAL_POWER_LEAST && p <= DECIMAL_POWER_MOST);
  int place = (p - DECIMAL_POWER_LEAST) / SPACING;
  int j = (p - DECIMAL_POWER_LEAST) % SPACING;
  const DecimalPower *near = &coarse[place];
  if (j == 0) return *near;
  int free = leading_zeros(power_of_five[j]);
  WideInteger bits = wide_scaled(near->bits, power_of_five[j] << free);
  int exponent = near->exponent + 64 - free + j;
  if (bits.high >> 63) return (DecimalPower){bits, exponent};
  bits = (WideInteger){bits.high << 1 | bits.low >> 63, bits.low << 1};
  return (DecimalPower){bits, exponent - 1};
}
