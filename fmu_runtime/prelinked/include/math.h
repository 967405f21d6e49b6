/* math.h: for models that TinyCC compiles. The functions are those of the
 * system's library; tests of a number are expressions. */
#ifndef FOUCAULT_MATH_H
#define FOUCAULT_MATH_H

double acos(double x);
double asin(double x);
double atan(double x);
double atan2(double y, double x);
double ceil(double x);
double cos(double x);
double cosh(double x);
double exp(double x);
double fabs(double x);
double floor(double x);
double fmax(double x, double y);
double fmin(double x, double y);
double fmod(double x, double y);
double hypot(double x, double y);
double log(double x);
double log10(double x);
double pow(double x, double y);
double round(double x);
double sin(double x);
double sinh(double x);
double sqrt(double x);
double tan(double x);
double tanh(double x);
double trunc(double x);

/* Constants for TinyCC: it divides by zero in initializers, and would not take
 * the negative of an infinite number there. Hence no parentheses: the sign
 * before HUGE_VAL is that of 1.0. */
#define HUGE_VAL 1.0 / 0.0
#define NAN (0.0 / 0.0)
#define M_PI 3.14159265358979323846

static inline int foucault_is_finite(double x)
{
  return x - x == 0;
}

static inline int foucault_is_nan(double x)
{
  return x != x;
}

static inline int foucault_is_normal(double x)
{
  return x - x == 0 && (x >= 0x1p-1022 || x <= -0x1p-1022);
}

#define isfinite(x) foucault_is_finite(x)
#define isnan(x) foucault_is_nan(x)
#define isnormal(x) foucault_is_normal(x)

#endif
