/* range_count.h: how many numbers first:step:last stands for.
 *
 * Section 10.4.3: floor((last - first)/step) + 1. A quotient of Reals that
 * misses an integer by rounding means the integer: (2.4 - -2.4)/0.2 is
 * 23.999999999999996. The runtime has the same bound (core/thresholds.h), so
 * that loops and arrays of the same range are of one length.
 */
#ifndef FOUCAULT_FUNCTION_RANGE_COUNT_H
#define FOUCAULT_FUNCTION_RANGE_COUNT_H

#include <math.h>

#define RANGE_ROUNDING 1e-9

/* Negative for less than nothing; not a number, or infinite, for a step of
 * zero. */
static inline double range_count(double first, double step, double last)
{
  return floor((last - first) / step + RANGE_ROUNDING) + 1;
}

#endif
