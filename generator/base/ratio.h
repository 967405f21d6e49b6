/* ratio.h: fractions of integers, in lowest terms.
 *
 * Nothing is checked for overflow: with numbers up to 1e9 nothing overflows.
 */
#ifndef FOUCAULT_BASE_RATIO_H
#define FOUCAULT_BASE_RATIO_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Ratio {
  int64_t n, d; /* d > 0, no common divisor */
} Ratio;

/* Not negative. */
static inline int64_t ratio_gcd(int64_t a, int64_t b)
{
  while (b != 0) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}

static inline Ratio ratio_make(int64_t n, int64_t d)
{
  int64_t g = ratio_gcd(n, d);
  return g > 0 ? (Ratio){n / g, d / g} : (Ratio){n, d};
}

static inline Ratio ratio_times(Ratio a, Ratio b)
{
  Ratio x = ratio_make(a.n, b.d), y = ratio_make(b.n, a.d);
  return (Ratio){x.n * y.n, x.d * y.d};
}

static inline Ratio ratio_plus(Ratio a, Ratio b)
{
  return ratio_make(a.n * b.d + b.n * a.d, a.d * b.d);
}

static inline bool ratio_is_same(Ratio a, Ratio b)
{
  return a.n == b.n && a.d == b.d;
}

#endif
