/* lint_values.c: divisors that may become zero, Reals compared by ==, parameters
 * without a unit. */
#include <assert.h>
#include <math.h>

#include "flatten/flat/flat_find.h"
#include "flatten/flat/flat_visit.h"
#include "lint/lint_rules.h"

enum { RANGE_DEEPEST = 60 }; /* below that any value is thought possible */

typedef struct Range {
  double least, most;
} Range;

static const Range anything = {-INFINITY, INFINITY};

static Range lint_range_of(const Lint *lint, const FlatExpr *e, int depth);

/* --- what values are possible --- */

static Range range_of_sum(Range a, Range b)
{
  return (Range){a.least + b.least, a.most + b.most};
}

static Range range_negative(Range a)
{
  return (Range){-a.most, -a.least};
}

/* 0 times infinity is 0 here: the bound is not reached. */
static double lint_bound_product(double a, double b)
{
  return a == 0 || b == 0 ? 0 : a * b;
}

static Range range_of_product(Range a, Range b)
{
  double p[] = {
      lint_bound_product(a.least, b.least), lint_bound_product(a.least, b.most),
      lint_bound_product(a.most, b.least), lint_bound_product(a.most, b.most)};
  return (Range){fmin(fmin(p[0], p[1]), fmin(p[2], p[3])),
                 fmax(fmax(p[0], p[1]), fmax(p[2], p[3]))};
}

static Range range_of_size(Range a)
{
  double most = fmax(fabs(a.least), fabs(a.most));
  bool passes_zero = a.least <= 0 && a.most >= 0;
  return (Range){passes_zero ? 0 : fmin(fabs(a.least), fabs(a.most)), most};
}

static Range range_of_power(const Lint *lint, const FlatExpr *e, int depth)
{
  Range base = lint_range_of(lint, e->arg[0], depth);
  Range n = lint_range_of(lint, e->arg[1], depth);
  if (n.least != n.most)
    return base.least > 0 ? (Range){0, INFINITY} : anything;
  bool is_even = fmod(n.least, 2) == 0;
  if (!is_even) return base.least >= 0 ? (Range){0, INFINITY} : anything;
  Range size = range_of_size(base);
  if (n.least <= 0) return (Range){0, INFINITY};
  return (Range){pow(size.least, n.least), pow(size.most, n.least)};
}

static Range range_of_call(const Lint *lint, const FlatExpr *e, int depth)
{
  Range a = e->n_args > 0 ? lint_range_of(lint, e->arg[0], depth) : anything;
  Range b = e->n_args > 1 ? lint_range_of(lint, e->arg[1], depth) : anything;
  int f = (int)e->function;
  switch (f) {
  case FLAT_ADD: return range_of_sum(a, b);
  case FLAT_SUBTRACT: return range_of_sum(a, range_negative(b));
  case FLAT_MULTIPLY: return range_of_product(a, b);
  case FLAT_DIVIDE:
    return a.least > 0 && b.least > 0 ? (Range){0, INFINITY} : anything;
  case FLAT_NEGATE: return range_negative(a);
  case FLAT_POWER: return range_of_power(lint, e, depth);
  case FLAT_ABS: return range_of_size(a);
  case FLAT_SQRT: return (Range){sqrt(fmax(a.least, 0)), sqrt(fmax(a.most, 0))};
  case FLAT_EXP: return (Range){exp(a.least), exp(a.most)};
  case FLAT_COSH: return (Range){1, INFINITY};
  case FLAT_SIN:
  case FLAT_COS: return (Range){-1, 1};
  case FLAT_MAX: return (Range){fmax(a.least, b.least), fmax(a.most, b.most)};
  case FLAT_MIN: return (Range){fmin(a.least, b.least), fmin(a.most, b.most)};
  case FLAT_TO_REAL:
  case FLAT_NO_EVENT:
  case FLAT_PRE: return a;
  case FLAT_SMOOTH: return b;
  default: return anything;
  }
}

static double lint_bound_of(const Lint *lint, const FlatExpr *e,
                            double otherwise, int depth)
{
  if (!e) return otherwise;
  Range r = lint_range_of(lint, e, depth);
  return r.least == r.most ? r.least : otherwise;
}

static Range range_of_variable(const Lint *lint, FlatVarId id, int depth)
{
  const FlatVar *v = &lint->flat->var[id.i];
  Range r = {lint_bound_of(lint, v->min, -INFINITY, depth),
             lint_bound_of(lint, v->max, INFINITY, depth)};
  bool is_given = v->variability <= FLAT_PARAMETER && v->binding;
  if (!is_given) return r;
  Range value = lint_range_of(lint, v->binding, depth);
  return (Range){fmax(r.least, value.least), fmin(r.most, value.most)};
}

static Range lint_range_of(const Lint *lint, const FlatExpr *e, int depth)
{
  if (depth > RANGE_DEEPEST) return anything;
  switch (e->kind) {
  case FLAT_EXPR_REAL: return (Range){e->real, e->real};
  case FLAT_EXPR_INTEGER:
    return (Range){(double)e->integer, (double)e->integer};
  case FLAT_EXPR_VARIABLE:
    return range_of_variable(lint, e->variable, depth + 1);
  case FLAT_EXPR_CALL: return range_of_call(lint, e, depth + 1);
  case FLAT_EXPR_IF: {
    Range a = lint_range_of(lint, e->arg[1], depth + 1);
    Range b = lint_range_of(lint, e->arg[2], depth + 1);
    return (Range){fmin(a.least, b.least), fmax(a.most, b.most)};
  }
  case FLAT_EXPR_TIME:
  case FLAT_EXPR_BOOLEAN:
  case FLAT_EXPR_STRING:
  case FLAT_EXPR_ENUMERATION:
  case FLAT_EXPR_RESULT:
  case FLAT_EXPR_LOCAL:
  case FLAT_EXPR_ELEMENT: break;
  }
  return anything;
}

/* --- nodes --- */

/* Only what varies: the value of a parameter is what it is. A branch that is
 * taken where the divisor is not zero is not looked at. */
static void look_at_divisor(Lint *lint, const FlatExpr *e)
{
  assert(e->function == FLAT_DIVIDE && e->n_args == 2);
  const FlatExpr *by = e->arg[1];
  if (by->variability <= FLAT_PARAMETER) return;
  Range r = lint_range_of(lint, by, 0);
  if (r.least > 0 || r.most < 0) return;
  if (!lint_is_new(lint, by->span, W708)) return;
  Diagnostic *d = diagnostic_warning(lint->s, by->span, W708,
                                     "this divisor may become zero");
  if (by->kind == FLAT_EXPR_VARIABLE) {
    const FlatVar *v = &lint->flat->var[by->variable.i];
    diagnostic_note(lint->s, d, v->span,
                    "a bound of '%s' that excludes zero would say that it "
                    "does not, as min = 1e-6",
                    v->name);
  }
}

static bool is_relation_of_reals(const FlatExpr *e)
{
  return e->kind == FLAT_EXPR_CALL && e->n_args == 2 &&
         flat_function(e->function)->rule == FLAT_RULE_RELATION &&
         e->arg[0]->type == FLAT_REAL;
}

/* a == b, which flattening writes as a <= b and a >= b. */
static bool is_equality(const FlatExpr *e)
{
  if (e->function == FLAT_EQUAL || e->function == FLAT_NOT_EQUAL)
    return e->arg[0]->type == FLAT_REAL;
  if (e->function != FLAT_AND && e->function != FLAT_OR) return false;
  const FlatExpr *a = e->arg[0], *b = e->arg[1];
  return is_relation_of_reals(a) && is_relation_of_reals(b) &&
         a->span.source == b->span.source && a->span.begin == b->span.begin &&
         a->span.end == b->span.end;
}

static FlatVerdict look_at_value(void *context, const FlatExpr *e)
{
  Lint *lint = context;
  if (e->kind == FLAT_EXPR_IF) { /* branches may be guarded */
    flat_find(lint->s, e->arg[0], look_at_value, lint);
    return FLAT_LEAVE_OUT;
  }
  if (e->kind != FLAT_EXPR_CALL) return FLAT_GO_ON;
  if (e->function == FLAT_DIVIDE) look_at_divisor(lint, e);
  if (is_equality(e) && lint_is_new(lint, e->arg[0]->span, W704)) {
    diagnostic_warning(lint->s, e->arg[0]->span, W704,
                       "Reals are compared for equality: rounding decides");
  }
  return FLAT_GO_ON;
}

static bool takes_values(FlatPlace place)
{
  switch (place) {
  case FLAT_AT_BINDING:
  case FLAT_AT_SIDE:
  case FLAT_AT_INITIAL_SIDE:
  case FLAT_AT_WHEN_CONDITION:
  case FLAT_AT_GUARD:
  case FLAT_AT_VALUE:
  case FLAT_AT_ASSERTION:
  case FLAT_AT_STATEMENT:
  case FLAT_AT_WRITTEN_CONDITION:
  case FLAT_AT_SHOWN: return true;
  case FLAT_AT_START:
  case FLAT_AT_NOMINAL:
  case FLAT_AT_BOUND:
  case FLAT_AT_FIXED:
  case FLAT_AT_RESULT_SIDE:
  case FLAT_AT_CLOCK:
  case FLAT_AT_TARGET:
  case FLAT_AT_SUBSCRIPT:
  case FLAT_AT_TABLE:
  case FLAT_AT_EXTERNAL: return false;
  }
  return false;
}

static void lint_read_value(void *context, FlatPlace place, int at,
                            const FlatExpr *e)
{
  Lint *lint = context;
  (void)place, (void)at;
  flat_find(lint->s, e, look_at_value, lint);
}

/* --- units that are missing --- */

static void look_at_parameters(Lint *lint)
{
  for (int k = 0; k < lint->flat->n_vars; k++) {
    const FlatVar *v = &lint->flat->var[k];
    bool is_own = v->variability == FLAT_PARAMETER && v->type == FLAT_REAL &&
                  !v->is_internal && !v->is_protected && v->component == 0;
    if (!is_own || (v->unit && *v->unit)) continue;
    if (!lint_is_new(lint, v->span, W707)) continue;
    diagnostic_warning(lint->s, v->span, W707,
                       "the parameter '%s' has no unit; unit = \"1\" says that "
                       "it is a number",
                       v->name);
  }
}

void lint_values(Lint *lint)
{
  assert(lint->flat);
  flat_read_expressions(lint->flat, takes_values, lint_read_value, lint);
  look_at_parameters(lint);
}
