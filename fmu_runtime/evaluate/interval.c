/* interval.c: see interval.h. */
#include "interval.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include <float.h>

static const double pi = 3.14159265358979323846;

Interval interval_hull(Interval a, Interval b)
{
  return (Interval){interval_less(a.low, b.low), interval_more(a.high, b.high)};
}

Interval interval_meet(Interval a, Interval b)
{
  Interval both = {interval_more(a.low, b.low), interval_less(a.high, b.high)};
  return both.low <= both.high ? both : interval_empty();
}

/* --- arithmetic ---------------------------------------------------------- */

/* A bound that is zero stays zero whatever it is multiplied by. */
static double bound_product(double a, double b)
{
  return a == 0 || b == 0 ? 0 : a * b;
}

Interval interval_multiply(Interval a, Interval b)
{
  if (interval_one_is_empty(a, b)) return interval_empty();
  if (interval_is_zero(a) || interval_is_zero(b)) return (Interval){0, 0};
  if (a.low > 0 && b.low > 0) /* infinite bounds are not multiplied by zero */
    return interval_widen(a.low * b.low, a.high * b.high, 1);
  double p = bound_product(a.low, b.low), q = bound_product(a.low, b.high);
  double r = bound_product(a.high, b.low), s = bound_product(a.high, b.high);
  return interval_widen(interval_less(interval_less(p, q), interval_less(r, s)),
                        interval_more(interval_more(p, q), interval_more(r, s)),
                        1);
}

static Interval interval_inverse(Interval b)
{
  RUNTIME_ASSERT(!interval_is_empty(b));
  if (interval_is_zero(b)) return interval_empty();
  if (b.low < 0 && b.high > 0) return interval_all();
  double low = b.high == 0 ? -HUGE_VAL : 1 / b.high;
  double high = b.low == 0 ? HUGE_VAL : 1 / b.low;
  return interval_widen(low, high, 1);
}

Interval interval_divide(Interval a, Interval b)
{
  if (interval_one_is_empty(a, b)) return interval_empty();
  return interval_multiply(a, interval_inverse(b));
}

/* --- functions that rise ------------------------------------------------- */

/* f of both ends, within [least, most]. */
static Interval rising(Interval a, double (*f)(double), double least,
                       double most)
{
  if (interval_is_empty(a)) return a;
  Interval all = interval_widen(f(a.low), f(a.high), INTERVAL_LIBRARY);
  return interval_meet(all, (Interval){least, most});
}

static Interval within(Interval a, double least, double most)
{
  return interval_meet(a, (Interval){least, most});
}

Interval interval_asin(Interval a)
{
  return rising(within(a, -1, 1), asin, -2, 2);
}

Interval interval_acos(Interval a)
{
  Interval half = interval_widen(pi / 2, pi / 2, 1);
  return interval_subtract(half, interval_asin(a));
}

Interval interval_atan(Interval a)
{
  return rising(a, atan, -2, 2);
}

Interval interval_sinh(Interval a)
{
  return rising(a, sinh, -HUGE_VAL, HUGE_VAL);
}

Interval interval_tanh(Interval a)
{
  return rising(a, tanh, -1, 1);
}

Interval interval_exp(Interval a)
{
  return rising(a, exp, 0, HUGE_VAL);
}

Interval interval_log(Interval a)
{
  return rising(within(a, 0, HUGE_VAL), log, -HUGE_VAL, HUGE_VAL);
}

Interval interval_log10(Interval a)
{
  return rising(within(a, 0, HUGE_VAL), log10, -HUGE_VAL, HUGE_VAL);
}

Interval interval_sqrt(Interval a)
{
  return rising(within(a, 0, HUGE_VAL), sqrt, 0, HUGE_VAL);
}

/* Exact. */
Interval interval_floor(Interval a)
{
  if (interval_is_empty(a)) return a;
  return (Interval){floor(a.low), floor(a.high)};
}

Interval interval_ceil(Interval a)
{
  if (interval_is_empty(a)) return a;
  return (Interval){ceil(a.low), ceil(a.high)};
}

Interval interval_sign(Interval a)
{
  if (interval_is_empty(a)) return a;
  return (Interval){(a.low > 0) - (a.low < 0), (a.high > 0) - (a.high < 0)};
}

Interval interval_min(Interval a, Interval b)
{
  if (interval_one_is_empty(a, b)) return interval_empty();
  return (Interval){interval_less(a.low, b.low), interval_less(a.high, b.high)};
}

Interval interval_max(Interval a, Interval b)
{
  if (interval_one_is_empty(a, b)) return interval_empty();
  return (Interval){interval_more(a.low, b.low), interval_more(a.high, b.high)};
}

/* --- functions that fall and rise ---------------------------------------- */

Interval interval_abs(Interval a)
{
  if (interval_is_empty(a) || a.low >= 0) return a;
  if (a.high <= 0) return interval_negate(a);
  return (Interval){0, interval_size(a)};
}

Interval interval_cosh(Interval a)
{
  return rising(interval_abs(a), cosh, 1, HUGE_VAL);
}

/* May the interval contain place + k * period? */
static bool contains_one_of(Interval a, double place, double period)
{
  double low = (a.low - place) / period, high = (a.high - place) / period;
  double slack = INTERVAL_LIBRARY * DBL_EPSILON * (interval_size(a) + period);
  return !(floor(high + slack) < ceil(low - slack));
}

/* The values at both ends of f, which is -1 and 1 at these places. */
static Interval wave(Interval a, double (*f)(double), double least, double most)
{
  if (interval_is_empty(a)) return a;
  if (!(a.high - a.low < 2 * pi) || !isfinite(a.low) || !isfinite(a.high))
    return (Interval){-1, 1};
  double from = f(a.low), to = f(a.high);
  Interval v = interval_widen(interval_less(from, to), interval_more(from, to),
                              INTERVAL_LIBRARY);
  if (contains_one_of(a, least, 2 * pi)) v.low = -1;
  if (contains_one_of(a, most, 2 * pi)) v.high = 1;
  return interval_meet(v, (Interval){-1, 1});
}

Interval interval_sin(Interval a)
{
  return wave(a, sin, -pi / 2, pi / 2);
}

Interval interval_cos(Interval a)
{
  return wave(a, cos, pi, 0);
}

Interval interval_tan(Interval a)
{
  if (interval_is_empty(a)) return a;
  if (!(a.high - a.low < pi) || contains_one_of(a, pi / 2, pi))
    return interval_all();
  double low = tan(a.low), high = tan(a.high);
  return low <= high ? interval_widen(low, high, INTERVAL_LIBRARY)
                     : interval_all();
}

/* Behind the origin, where the angle jumps: all angles. */
Interval interval_atan2(Interval a, Interval b)
{
  if (interval_one_is_empty(a, b)) return interval_empty();
  if (b.low <= 0 && interval_has(a, 0)) return interval_widen(-pi, pi, 1);
  double p = atan2(a.low, b.low), q = atan2(a.low, b.high);
  double r = atan2(a.high, b.low), s = atan2(a.high, b.high);
  return interval_widen(interval_less(interval_less(p, q), interval_less(r, s)),
                        interval_more(interval_more(p, q), interval_more(r, s)),
                        INTERVAL_LIBRARY);
}

/* --- powers -------------------------------------------------------------- */

/* n: a whole number above 0. */
static Interval whole_power(Interval a, double n)
{
  RUNTIME_ASSERT(n > 0 && n == floor(n));
  if (n == 2) { /* by far the most frequent one; pow() is dear */
    a = interval_abs(a);
    Interval square = interval_widen(a.low * a.low, a.high * a.high, 1);
    return interval_meet(square, (Interval){0, HUGE_VAL});
  }
  if (fmod(n, 2) == 0) a = interval_abs(a);
  Interval v = interval_widen(pow(a.low, n), pow(a.high, n), INTERVAL_LIBRARY);
  return a.low >= 0 ? interval_meet(v, (Interval){0, HUGE_VAL}) : v;
}

Interval interval_power(Interval a, Interval b)
{
  if (interval_one_is_empty(a, b)) return interval_empty();
  if (b.low == b.high && b.low == floor(b.low) &&
      fabs(b.low) < INTERVAL_WHOLE) {
    if (b.low == 0) return interval_of(1);
    if (b.low > 0) return whole_power(a, b.low);
    return interval_divide(interval_of(1), whole_power(a, -b.low));
  }
  if (a.low < 0 && !(b.low == b.high)) return interval_all();
  Interval positive = within(a, 0, HUGE_VAL);
  if (interval_is_empty(positive)) return positive;
  Interval v = interval_exp(interval_multiply(b, interval_log(positive)));
  return positive.low == 0 ? interval_hull(v, interval_of(0)) : v;
}
