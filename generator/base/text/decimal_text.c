/* decimal_text.c: the layout of a number's text is that of %g. */
#include "base/text/decimal_text.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/text/decimal_shortest.h"

enum { FEWEST_DIGITS = 15, MOST_DIGITS = 17 };

/* 00, 01, ..., 99 */
#define TEN_PAIRS(t) t "0" t "1" t "2" t "3" t "4" t "5" t "6" t "7" t "8" t "9"
static const char pairs[] = TEN_PAIRS("0") TEN_PAIRS("1") TEN_PAIRS("2")
    TEN_PAIRS("3") TEN_PAIRS("4") TEN_PAIRS("5") TEN_PAIRS("6") TEN_PAIRS("7")
        TEN_PAIRS("8") TEN_PAIRS("9");

/* Ends before `end`; returns the first digit. */
static char *decimal_text_digits(uint64_t number, char *end)
{
  for (; number >= 100; number /= 100) {
    end -= 2;
    memcpy(end, pairs + 2 * (number % 100), 2);
  }
  if (number < 10) {
    *--end = (char)('0' + number);
    return end;
  }
  end -= 2;
  return memcpy(end, pairs + 2 * number, 2);
}

static char *decimal_text_exponent(int place, char *at)
{
  unsigned size = (unsigned)(place < 0 ? -place : place);
  assert(size < 1000);
  *at++ = 'e';
  *at++ = place < 0 ? '-' : '+';
  if (size >= 100) *at++ = (char)('0' + size / 100);
  memcpy(at, pairs + 2 * (size % 100), 2);
  return at + 2;
}

static char *decimal_text_bytes(const char *bytes, int n, char *at)
{
  memcpy(at, bytes, (size_t)n);
  return at + n;
}

/* `place` is that of the first digit: 0 before the point, -1 after it. */
static char *decimal_text_plain(const char *digit, int n, int place, char *at)
{
  if (place < 0) {
    at = decimal_text_bytes("0.000", 1 - place, at);
    return decimal_text_bytes(digit, n, at);
  }
  if (n > place + 1) {
    at = decimal_text_bytes(digit, place + 1, at);
    *at++ = '.';
    return decimal_text_bytes(digit + place + 1, n - place - 1, at);
  }
  at = decimal_text_bytes(digit, n, at);
  memset(at, '0', (size_t)(place + 1 - n));
  return at + (place + 1 - n);
}

static char *decimal_text_scientific(const char *digit, int n, int place,
                                     char *at)
{
  *at++ = digit[0];
  if (n > 1) *at++ = '.';
  at = decimal_text_bytes(digit + 1, n - 1, at);
  return decimal_text_exponent(place, at);
}

static char *decimal_text_number(double size, char *at)
{
  Decimal d = decimal_shortest(size);
  char text[MOST_DIGITS + 3];
  char *end = text + sizeof text, *digit = decimal_text_digits(d.number, end);
  int n = (int)(end - digit), place = d.exponent + n - 1;
  assert(n <= MOST_DIGITS);
  bool is_plain =
      place >= -4 && place < (n > FEWEST_DIGITS ? n : FEWEST_DIGITS);
  return is_plain ? decimal_text_plain(digit, n, place, at)
                  : decimal_text_scientific(digit, n, place, at);
}

const char *decimal_text(double value, char buffer[DECIMAL_TEXT_SIZE],
                         int *length)
{
  char *end = buffer;
  if (signbit(value) && !isnan(value)) *end++ = '-';
  if (value == 0)
    *end++ = '0';
  else if (isfinite(value))
    end = decimal_text_number(fabs(value), end);
  else
    end = decimal_text_bytes(isnan(value) ? "nan" : "inf", 3, end);
  *end = '\0';
  if (length) *length = (int)(end - buffer);
  return buffer;
}
