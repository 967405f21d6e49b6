/* extremes.h: the larger and the smaller of two numbers, as fmax() and fmin()
 * have them: what is no number is left out. Those are calls of functions, which
 * are dear where they are made in every step.
 */
#ifndef FOUCAULT_EXTREMES_H
#define FOUCAULT_EXTREMES_H

static inline double larger_of(double a, double b)
{
  return a > b || b != b ? a : b;
}

static inline double smaller_of(double a, double b)
{
  return a < b || b != b ? a : b;
}

#endif
