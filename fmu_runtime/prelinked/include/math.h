/* math.h: for models that TinyCC compiles. The functions are those of the
 * system's library; tests of a number are expressions. */
#ifndef FOUCAULT_MATH_H
#define FOUCAULT_MATH_H

double acos(double x);
double acosh(double x);
double asin(double x);
double asinh(double x);
double atan(double x);
double atan2(double y, double x);
double atanh(double x);
double cbrt(double x);
double ceil(double x);
double copysign(double x, double y);
double cos(double x);
double cosh(double x);
double erf(double x);
double erfc(double x);
double exp(double x);
double exp2(double x);
double expm1(double x);
double fabs(double x);
double floor(double x);
double fmax(double x, double y);
double fmin(double x, double y);
double fmod(double x, double y);
double frexp(double x, int *exponent);
double hypot(double x, double y);
double ldexp(double x, int exponent);
double lgamma(double x);
double log(double x);
double log10(double x);
double log1p(double x);
double log2(double x);
double modf(double x, double *whole);
double pow(double x, double y);
double remainder(double x, double y);
double rint(double x);
double round(double x);
double sin(double x);
double sinh(double x);
double sqrt(double x);
double tan(double x);
double tanh(double x);
double tgamma(double x);
double trunc(double x);

/* Constants for TinyCC: it divides by zero in initializers, and would not take
 * the negative of an infinite number there. Hence no parentheses: the sign
 * before HUGE_VAL is that of 1.0. */
#define HUGE_VAL 1.0 / 0.0
#define NAN (0.0 / 0.0)
#define INFINITY HUGE_VAL
#define M_E 2.7182818284590452354
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_SQRT2 1.41421356237309504880

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

static inline int foucault_is_infinite(double x)
{
  return x == x && x - x != 0;
}

static inline int foucault_sign_bit(double x)
{
  return copysign(1, x) < 0;
}

#define isfinite(x) foucault_is_finite(x)
#define isinf(x) foucault_is_infinite(x)
#define signbit(x) foucault_sign_bit(x)
#define isnan(x) foucault_is_nan(x)
#define isnormal(x) foucault_is_normal(x)

#endif
