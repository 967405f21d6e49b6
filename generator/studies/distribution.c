/* distribution.c: see distribution.h. */
#include "studies/distribution.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct DistributionRow {
  const char *name;
  int n;
  const char *form;
} DistributionRow;

/* In step with DistributionKind. */
static const DistributionRow known[N_DISTRIBUTIONS] = {
    [DISTRIBUTION_UNIFORM] = {"uniform", 2, "uniform(low,high)"},
    [DISTRIBUTION_NORMAL] = {"normal", 2, "normal(mean,deviation)"},
    [DISTRIBUTION_LOGNORMAL] = {"lognormal", 2, "lognormal(mean,deviation)"},
    [DISTRIBUTION_LOGUNIFORM] = {"loguniform", 2, "loguniform(low,high)"},
    [DISTRIBUTION_TRIANGULAR] = {"triangular", 3, "triangular(low,mode,high)"}};

static const char *list_forms(Arena *arena)
{
  const char *list = known[0].form;
  for (int k = 1; k < N_DISTRIBUTIONS; k++) {
    list = arena_printf(arena, "%s, %s", list, known[k].form);
  }
  return list;
}

static const char *distribution_skip_blanks(const char *c)
{
  while (isspace((unsigned char)*c)) c++;
  return c;
}

/* The numbers between parentheses; how many, or -1: they are not numbers. */
static int distribution_read_numbers(const char *text, double *number, int most)
{
  int n = 0;
  const char *c = distribution_skip_blanks(text);
  if (*c++ != '(') return -1;
  for (;;) {
    char *end;
    double value = strtod(c, &end);
    if (end == c || !isfinite(value)) return -1;
    if (n < most) number[n] = value;
    n++;
    c = distribution_skip_blanks(end);
    if (*c == ',') {
      c++;
      continue;
    }
    return c[0] == ')' && *distribution_skip_blanks(c + 1) == 0 ? n : -1;
  }
}

/* NULL: these arguments make a distribution. */
static const char *distribution_fault(const Distribution *d)
{
  const double *a = d->argument;
  switch (d->kind) {
  case DISTRIBUTION_UNIFORM:
    return a[0] < a[1] ? NULL : "the low end is not below the high one";
  case DISTRIBUTION_NORMAL:
  case DISTRIBUTION_LOGNORMAL:
    return a[1] > 0 ? NULL : "the deviation is not greater than zero";
  case DISTRIBUTION_LOGUNIFORM:
    if (!(a[0] > 0)) return "the low end is not greater than zero";
    return a[0] < a[1] ? NULL : "the low end is not below the high one";
  case DISTRIBUTION_TRIANGULAR:
    if (!(a[0] < a[2])) return "the low end is not below the high one";
    return a[0] <= a[1] && a[1] <= a[2] ? NULL
                                        : "the mode is not between both ends";
  case N_DISTRIBUTIONS: break;
  }
  return "unknown";
}

const char *distribution_read(Arena *arena, const char *text, Distribution *out)
{
  text = distribution_skip_blanks(text);
  size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyz");
  for (int k = 0; k < N_DISTRIBUTIONS; k++) {
    if (strlen(known[k].name) != n || memcmp(text, known[k].name, n) != 0)
      continue;
    *out = (Distribution){.kind = (DistributionKind)k};
    if (distribution_read_numbers(text + n, out->argument, 3) != known[k].n) {
      return arena_printf(arena, "'%s' is written %s, with numbers", text,
                          known[k].form);
    }
    const char *fault = distribution_fault(out);
    if (!fault) return NULL;
    return arena_printf(arena, "'%s' is not a distribution: %s", text, fault);
  }
  return arena_printf(arena, "'%s' is not a distribution; known are %s", text,
                      list_forms(arena));
}

/* Of the lower half, u <= 0.5: an approximation (Abramowitz and Stegun,
 * 26.2.23) that Halley's method makes exact. */
static double lower_normal_quantile(double u)
{
  const double root_two_pi = 2.50662827463100050242,
               root_half = 0.70710678118654752440;
  double t = sqrt(-2 * log(u));
  double x = (2.515517 + t * (0.802853 + t * 0.010328)) /
                 (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) -
             t;
  for (int k = 0; k < 3; k++) {
    double error = 0.5 * erfc(-x * root_half) - u;
    double step = error * root_two_pi * exp(x * x / 2);
    x -= step / (1 + x * step / 2);
  }
  return x;
}

static double normal_quantile(double u)
{
  return u <= 0.5 ? lower_normal_quantile(u) : -lower_normal_quantile(1 - u);
}

static double triangular_quantile(const double *a, double u)
{
  double span = a[2] - a[0], rising = (a[1] - a[0]) / span;
  if (u < rising) return a[0] + sqrt(u * span * (a[1] - a[0]));
  return a[2] - sqrt((1 - u) * span * (a[2] - a[1]));
}

double distribution_quantile(const Distribution *d, double u)
{
  assert(u > 0 && u < 1);
  const double *a = d->argument;
  switch (d->kind) {
  case DISTRIBUTION_UNIFORM: return a[0] + (a[1] - a[0]) * u;
  case DISTRIBUTION_NORMAL: return a[0] + a[1] * normal_quantile(u);
  case DISTRIBUTION_LOGNORMAL: return exp(a[0] + a[1] * normal_quantile(u));
  case DISTRIBUTION_LOGUNIFORM: return a[0] * pow(a[1] / a[0], u);
  case DISTRIBUTION_TRIANGULAR: return triangular_quantile(a, u);
  case N_DISTRIBUTIONS: break;
  }
  return NAN;
}
