/* math_functions.h: the functions of base/builtin_functions.def, so that tests
 * walk all of them, and points inside of their domains. */
#ifndef FOUCAULT_TESTS_MATH_FUNCTIONS_H
#define FOUCAULT_TESTS_MATH_FUNCTIONS_H

#include <math.h>

#include "symbolic/expr.h"

typedef struct MathFunction {
  ExprOp op;
  const char *name;
  int n_args;
  double least, most; /* argument */
} MathFunction;

static const MathFunction math_functions[] = {
#define MATH_FUNCTION(NAME, name, n_args, type, kind, facts)                   \
  {EXPR_##NAME, name, n_args, facts},
#define DOMAIN(least, most) least, most
#include "base/builtin_functions.def"
};

enum { N_MATH_FUNCTIONS = sizeof math_functions / sizeof math_functions[0] };

/* A point inside of the domain, for each part between 0 and 1. */
static inline double math_function_point(const MathFunction *f, double part)
{
  double low = isinf(f->least) ? fmin(f->most, 1.25) - 2.5 : f->least;
  double high = isinf(f->most) ? low + 2.5 : f->most;
  return low + (high - low) * part;
}

#endif
