/* decimal_text.c: value = m / 2^s with a whole m. Its first digits are the
 * number value 10^k, rounded: m 5^k / 2^(s-k), or m 2^(k-s) / 5^-k where k is
 * negative. All of it is exact, in 192 bits. The digits read back as the value
 * if they are nearer to it than half of the distance to the next double. */
#include "base/text/decimal_text.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEWEST_DIGITS = 15, MOST_DIGITS = 17 };

static int by_printf(double value, char buffer[DECIMAL_TEXT_SIZE])
{
  int length = 0;
  for (int digits = FEWEST_DIGITS; digits <= MOST_DIGITS; digits++) {
    length = snprintf(buffer, DECIMAL_TEXT_SIZE, "%.*g", digits, value);
    if (!isfinite(value) || strtod(buffer, NULL) == value) break;
  }
  return length;
}

#ifdef __SIZEOF_INT128__

__extension__ typedef unsigned __int128 Wide;

enum { MANTISSA_BITS = 53, FIVES_IN_64_BITS = 27, MOST_FIVES = 55 };

/* clang-format off */
static const uint64_t power_of_ten[] = {
    1u, 10u, 100u, 1000u, 10000u, 100000u, 1000000u, 10000000u, 100000000u,
    1000000000u, 10000000000u, 100000000000u, 1000000000000u, 10000000000000u,
    100000000000000u, 1000000000000000u, 10000000000000000u,
    100000000000000000u, 1000000000000000000u};

static const uint64_t power_of_five[FIVES_IN_64_BITS + 1] = {
    1u, 5u, 25u, 125u, 625u, 3125u, 15625u, 78125u, 390625u, 1953125u,
    9765625u, 48828125u, 244140625u, 1220703125u, 6103515625u, 30517578125u,
    152587890625u, 762939453125u, 3814697265625u, 19073486328125u,
    95367431640625u, 476837158203125u, 2384185791015625u, 11920928955078125u,
    59604644775390625u, 298023223876953125u, 1490116119384765625u,
    7450580596923828125u};
/* clang-format on */

/* m / 2^s; the double below a power of two is nearer than the one above. */
typedef struct Binary {
  uint64_t m;
  int s;
  bool is_power;
} Binary;

/* The first digits of the number as an integer, and the place of the first
 * one: 0 before the point, -1 after it. */
typedef struct Digits {
  uint64_t number;
  int place;
  bool reads_back;
} Digits;

static Wide five_to(int k)
{
  assert(k >= 0 && k <= MOST_FIVES);
  if (k <= FIVES_IN_64_BITS) return power_of_five[k];
  if (k <= 2 * FIVES_IN_64_BITS)
    return (Wide)power_of_five[FIVES_IN_64_BITS] *
           power_of_five[k - FIVES_IN_64_BITS];
  return 5 * five_to(2 * FIVES_IN_64_BITS);
}

/* (number + rest / whole) rounded to the nearest, of two to the even one. What
 * is lost is compared with half the distance of doubles, `distance` / 2. */
static Digits rounded_by(Binary b, uint64_t number, Wide rest, Wide whole,
                         Wide distance)
{
  Wide left = whole - rest;
  bool up = rest > left || (rest == left && number % 2 == 1);
  Wide error = up ? left : rest;
  if (b.is_power && !up) error *= 2; /* the distance below is half of it */
  return (Digits){.number = number + up,
                  .reads_back = 2 * error < distance ||
                                (2 * error == distance && b.m % 2 == 0)};
}

/* m 5^k / 2^(s-k) */
static Digits with_fives(Binary b, int k)
{
  int t = b.s - k;
  Wide five = five_to(k), low = (Wide)b.m * (uint64_t)five;
  Wide high = (Wide)b.m * (uint64_t)(five >> 64) + (low >> 64);
  assert(t < 128);
  if (t <= 0) { /* no more than 17 digits: 64 bits hold it */
    return (Digits){.number = (uint64_t)low << -t, .reads_back = true};
  }
  Wide bottom = high << 64 | (uint64_t)low; /* of high, the lower half */
  uint64_t top = (uint64_t)(high >> 64);
  uint64_t number = (uint64_t)(bottom >> t);
  if (top > 0) number |= (uint64_t)((Wide)top << (128 - t));
  Wide whole = (Wide)1 << t;
  return rounded_by(b, number, bottom & (whole - 1), whole, five);
}

/* m 2^-(s+j) / 5^j */
static Digits without_fives(Binary b, int j)
{
  int t = -b.s - j;
  Wide five = five_to(j), over = b.m, under = five, distance = 1;
  assert(t < 128 - MANTISSA_BITS && t > -64);
  if (t >= 0) {
    over <<= t;
    distance <<= t;
  } else {
    under <<= -t;
  }
  return rounded_by(b, (uint64_t)(over / under), over % under, under, distance);
}

static Digits decimal_text_scaled(Binary b, int k)
{
  return k >= 0 ? with_fives(b, k) : without_fives(b, -k);
}

/* So many digits; `place` is that of the first one, or one too low. */
static Digits rounded(Binary b, int n_digits, int place)
{
  Digits d = decimal_text_scaled(b, n_digits - 1 - place);
  if (d.number >= power_of_ten[n_digits]) {
    d = decimal_text_scaled(b, n_digits - 1 - ++place);
  }
  d.place = place;
  return d;
}

static char *decimal_text_exponent(int place, char *at)
{
  *at++ = 'e';
  *at++ = place < 0 ? '-' : '+';
  *at++ = (char)('0' + abs(place) / 10);
  *at++ = (char)('0' + abs(place) % 10);
  return at;
}

/* Zeros at the end are left out. With an exponent where %g has one: `precision`
 * is its number of digits. */
static int write_digits(Digits d, int precision, bool is_negative, char *buffer)
{
  assert(d.number > 0 && abs(d.place) < 100);
  char digit[MOST_DIGITS], *at = buffer;
  int n = 0, first = 0;
  while (d.number % 10 == 0) d.number /= 10;
  for (; d.number > 0; d.number /= 10) {
    digit[MOST_DIGITS - ++n] = (char)('0' + d.number % 10);
  }
  const char *next = digit + MOST_DIGITS - n;
  bool has_exponent = d.place < -4 || d.place >= precision;
  int shown = has_exponent ? 0 : d.place; /* of the first digit */
  if (is_negative) *at++ = '-';
  if (shown < 0) {
    memcpy(at, "0.000", 5);
    at += 1 - shown;
  }
  for (; n > 0 || first <= shown; first++) {
    if (first == shown + 1 && shown >= 0) *at++ = '.';
    *at++ = n-- > 0 ? *next++ : '0';
  }
  if (has_exponent) at = decimal_text_exponent(d.place, at);
  *at = '\0';
  return (int)(at - buffer);
}

static int by_integers(double value, char buffer[DECIMAL_TEXT_SIZE])
{
  int exponent;
  double part = frexp(fabs(value), &exponent); /* in [0.5, 1) */
  Binary b = {.m = (uint64_t)ldexp(part, MANTISSA_BITS),
              .s = MANTISSA_BITS - exponent,
              .is_power = part == 0.5};
  int place = (int)floor((exponent - 1) * 0.30102999566398119521);
  for (int n = FEWEST_DIGITS;; n++) {
    Digits d = rounded(b, n, place);
    if (d.reads_back || n == MOST_DIGITS)
      return write_digits(d, n, value < 0, buffer);
  }
}

static int decimal_text_write(double value, char buffer[DECIMAL_TEXT_SIZE])
{
  double size = fabs(value);
  if (size >= 1e-37 && size <= 1e37) return by_integers(value, buffer);
  if (size == 0) {
    strcpy(buffer, signbit(value) ? "-0" : "0");
    return (int)strlen(buffer);
  }
  return by_printf(value, buffer);
}

#else

static int decimal_text_write(double value, char buffer[DECIMAL_TEXT_SIZE])
{
  return by_printf(value, buffer);
}

#endif

const char *decimal_text(double value, char buffer[DECIMAL_TEXT_SIZE],
                         int *length)
{
  int n = decimal_text_write(value, buffer);
  if (length) *length = n;
  return buffer;
}
