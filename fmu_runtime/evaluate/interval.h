/* interval.h: arithmetic of intervals, rounded outward.
 *
 * gives   each function contains every value that its operation, computed
 *         exactly or in doubles, has for operands in the given intervals
 *         (where it has one: log of [-1, 1] is that of (0, 1])
 *         empty: the operation has no value for any operand
 * keeps   nothing; every function is free of state
 * cost    a few operations; those of the C library are trusted to
 *         INTERVAL_LIBRARY roundings
 *
 * Infinite bounds are allowed. What is not a number becomes the whole line.
 */
#ifndef FOUCAULT_INTERVAL_H
#define FOUCAULT_INTERVAL_H

#include "../core/runtime_assert.h"
#include <float.h>
#include <math.h>
#include <stdbool.h>

typedef struct Interval {
  double low, high; /* low > high: empty */
} Interval;

/* Calls of fmin() and fmax() are dear; bounds are numbers. */
static inline double interval_less(double a, double b)
{
  return a < b ? a : b;
}
static inline double interval_more(double a, double b)
{
  return a > b ? a : b;
}

static inline Interval interval_of(double x)
{
  return x == x ? (Interval){x, x} : (Interval){-HUGE_VAL, HUGE_VAL};
}
static inline Interval interval_all(void)
{
  return (Interval){-HUGE_VAL, HUGE_VAL};
}
static inline Interval interval_empty(void)
{
  return (Interval){HUGE_VAL, -HUGE_VAL};
}
static inline bool interval_is_empty(Interval a)
{
  return a.low > a.high;
}
static inline bool interval_has(Interval a, double x)
{
  return a.low <= x && x <= a.high;
}
static inline double interval_size(Interval a) /* largest |x| */
{
  return interval_more(fabs(a.low), fabs(a.high));
}
static inline bool interval_is_zero(Interval a)
{
  return a.low == 0 && a.high == 0;
}

static inline bool interval_one_is_empty(Interval a, Interval b)
{
  return interval_is_empty(a) || interval_is_empty(b);
}

/* Bounds that were computed with so many roundings. Numbers too small to be
 * normal may count as zero (float_mode.h). */
static inline Interval interval_widen(double low, double high, double roundings)
{
  if (low != low || high != high) return interval_all();
  RUNTIME_ASSERT(low <= high);
  double part = roundings * DBL_EPSILON;
  low = interval_less(low, DBL_MAX); /* beyond it lies a number, too */
  high = interval_more(high, -DBL_MAX);
  low -= fabs(low) * part + DBL_MIN; /* what is infinite stays so */
  high += fabs(high) * part + DBL_MIN;
  return (Interval){low, high};
}

Interval interval_hull(Interval a, Interval b);
Interval interval_meet(Interval a, Interval b); /* what both contain */

static inline Interval interval_negate(Interval a)
{
  return (Interval){-a.high, -a.low};
}

/* What is added to zero is exact. */
static inline Interval interval_add(Interval a, Interval b)
{
  if (interval_one_is_empty(a, b)) return interval_empty();
  if (interval_is_zero(a)) return b;
  if (interval_is_zero(b)) return a;
  return interval_widen(a.low + b.low, a.high + b.high, 1);
}
static inline Interval interval_subtract(Interval a, Interval b)
{
  return interval_add(a, interval_negate(b));
}
Interval interval_multiply(Interval a, Interval b);
Interval interval_divide(Interval a, Interval b);
Interval interval_power(Interval a, Interval b);

/* Functions of Modelica. */
Interval interval_sin(Interval a);
Interval interval_cos(Interval a);
Interval interval_tan(Interval a);
Interval interval_asin(Interval a);
Interval interval_acos(Interval a);
Interval interval_atan(Interval a);
Interval interval_atan2(Interval a, Interval b);
Interval interval_sinh(Interval a);
Interval interval_cosh(Interval a);
Interval interval_tanh(Interval a);
Interval interval_exp(Interval a);
Interval interval_log(Interval a);
Interval interval_log10(Interval a);
Interval interval_sqrt(Interval a);
Interval interval_abs(Interval a);
Interval interval_sign(Interval a);
Interval interval_min(Interval a, Interval b);
Interval interval_max(Interval a, Interval b);
Interval interval_floor(Interval a);
Interval interval_ceil(Interval a);

#endif
