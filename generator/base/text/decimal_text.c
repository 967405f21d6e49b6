/* decimal_text.c: value = m / 2^s with a whole m, so that m 10^k / 2^s rounded
 * is the number of its first digits: exact in 128 bits. The digits read back as
 * the value if they are nearer to it than half of the distance to the next
 * double: |n / 10^k - m / 2^s| < 1 / 2^(s+1). Powers of two, whose lower
 * neighbour is nearer than that, have 15 digits at most here: no error. */
#include "base/text/decimal_text.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#ifdef __SIZEOF_INT128__

__extension__ typedef unsigned __int128 Wide;

enum { FEWEST_DIGITS = 15, MOST_DIGITS = 17, MANTISSA_BITS = 53 };

/* clang-format off */
static const uint64_t power_of_ten[] = {
    1u, 10u, 100u, 1000u, 10000u, 100000u, 1000000u, 10000000u, 100000000u,
    1000000000u, 10000000000u, 100000000000u, 1000000000000u, 10000000000000u,
    100000000000000u, 1000000000000000u, 10000000000000000u,
    100000000000000000u, 1000000000000000000u, 10000000000000000000u};
/* clang-format on */

/* The first digits of the number as an integer, and the place of the first
 * one: 0 before the point, -1 after it. */
typedef struct Digits {
  uint64_t number;
  int place;
  bool reads_back;
} Digits;

/* 10^k for k up to 20. */
static Wide ten_to(int k)
{
  assert(k >= 0 && k <= 20);
  return k < 20 ? power_of_ten[k] : (Wide)power_of_ten[19] * 10;
}

/* m 10^k / 2^s, to the nearest, of two the even one. */
static Digits decimal_text_scaled(uint64_t m, int s, int k)
{
  assert(s > 0 && s < 128); /* bits of Wide */
  Wide ten = ten_to(k), product = m * ten;
  Wide rest = product & (((Wide)1 << s) - 1), half = (Wide)1 << (s - 1);
  Digits d = {.number = (uint64_t)(product >> s)};
  bool up = rest > half || (rest == half && d.number % 2 == 1);
  Wide error = up ? ((Wide)1 << s) - rest : rest;
  d.number += up;
  d.reads_back = 2 * error < ten;
  return d;
}

/* So many digits; `place` is that of the first one, or one too low. */
static Digits rounded(uint64_t m, int s, int n_digits, int place)
{
  Digits d = decimal_text_scaled(m, s, n_digits - 1 - place);
  if (d.number >= power_of_ten[n_digits]) {
    d = decimal_text_scaled(m, s, n_digits - 1 - ++place);
  }
  d.place = place;
  return d;
}

static int decimal_text_place_of(double size)
{
  static const double least[] = {1e-3, 1e-2, 1e-1, 1e0, 1e1, 1e2,
                                 1e3,  1e4,  1e5,  1e6, 1e7, 1e8};
  int place = -4;
  for (size_t k = 0; k < sizeof least / sizeof least[0]; k++) {
    if (size >= least[k]) place++;
  }
  return place;
}

/* Zeros at the end are left out. */
static void write_digits(Digits d, bool is_negative, char *at)
{
  assert(d.number > 0 && d.place >= -4);
  char digit[MOST_DIGITS];
  int n = 0, first = 0;
  while (d.number % 10 == 0) d.number /= 10;
  for (; d.number > 0; d.number /= 10) {
    digit[MOST_DIGITS - ++n] = (char)('0' + d.number % 10);
  }
  const char *next = digit + MOST_DIGITS - n;
  if (is_negative) *at++ = '-';
  if (d.place < 0) {
    memcpy(at, "0.000", 5);
    at += 1 - d.place;
  }
  for (; n > 0 || first <= d.place; first++) {
    if (first == d.place + 1 && d.place >= 0) *at++ = '.';
    *at++ = n-- > 0 ? *next++ : '0';
  }
  *at = '\0';
}

bool decimal_text(double value, char buffer[DECIMAL_TEXT_SIZE])
{
  double size = fabs(value);
  if (!(size >= 1e-4 && size < 1e9)) return false;
  int exponent;
  double part = frexp(size, &exponent); /* in [0.5, 1) */
  uint64_t m = (uint64_t)ldexp(part, MANTISSA_BITS);
  int s = MANTISSA_BITS - exponent, place = decimal_text_place_of(size);
  for (int n = FEWEST_DIGITS; n <= MOST_DIGITS; n++) {
    Digits d = rounded(m, s, n, place);
    if (!d.reads_back && n < MOST_DIGITS) continue;
    write_digits(d, value < 0, buffer);
    break;
  }
  return true;
}

#else

bool decimal_text(double value, char buffer[DECIMAL_TEXT_SIZE])
{
  (void)value;
  (void)buffer;
  return false;
}

#endif
