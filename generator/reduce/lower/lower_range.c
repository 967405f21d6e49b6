/* lower_range.c: see lower_range.h. */
#include "reduce/lower/lower_range.h"

#include <assert.h>
#include <math.h>

#define RANGE_ROUNDING 1e-12 /* of a value that was computed */

static bool number_of(const System *sys, ExprId e, double *value)
{
  return e.i >= 0 && expr_is_const(sys->exprs, e, value);
}

static void warn_of_range(Session *s, const Var *var, double value,
                          const char *where, double bound)
{
  assert(value != bound);
  diagnostic_warning(s, var->span, W207, "the value %.9g of '%s' is %s %.9g",
                     value, var->name, where, bound);
}

/* Elements of an array stand one after the other, and are alike. */
static bool is_repeated_value(const System *sys, int i, double value)
{
  double before;
  const Var *var = &sys->var[i];
  return i > 0 && var[-1].kind == VAR_CONSTANT &&
         var[-1].span.source == var->span.source &&
         var[-1].span.begin == var->span.begin &&
         number_of(sys, var[-1].binding, &before) && before == value;
}

void lower_range_report(Session *s, const System *sys)
{
  for (int i = 0; i < sys->n_vars; i++) {
    const Var *var = &sys->var[i];
    double value, bound;
    if (var->kind != VAR_CONSTANT || !number_of(sys, var->binding, &value) ||
        is_repeated_value(sys, i, value)) {
      continue;
    }
    double rounding = RANGE_ROUNDING * fabs(value);
    if (number_of(sys, var->min, &bound) && value < bound - rounding)
      warn_of_range(s, var, value, "below its min", bound);
    if (number_of(sys, var->max, &bound) && value > bound + rounding)
      warn_of_range(s, var, value, "above its max", bound);
  }
}
