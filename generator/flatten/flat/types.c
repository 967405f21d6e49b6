/* types.c: each operator and function obeys the rule that its row names
 * (flat_function.h). */
#include "flatten/flat/types.h"

#include <assert.h>
#include <string.h>

#include "flatten/flat/types_leaf.h"

/* --- conversion --- */

static FlatExpr *types_make_call(const Typing *t, Span span,
                                 FlatFunction function, FlatType type,
                                 FlatExpr **arg, int n_args)
{
  FlatExpr *expr = types_make(t, span, FLAT_EXPR_CALL, type, FLAT_CONSTANT);
  expr->function = function;
  expr->arg = arena_array(t->arena, (size_t)n_args, sizeof expr->arg[0]);
  expr->n_args = n_args;
  for (int i = 0; i < n_args; i++) {
    expr->arg[i] = arg[i];
    if (type == FLAT_ENUMERATION && arg[i]->enumeration) {
      expr->enumeration = arg[i]->enumeration;
    }
    if (arg[i]->variability > expr->variability) {
      expr->variability = arg[i]->variability;
    }
  }
  return expr;
}

static FlatExpr *types_to_real(const Typing *t, FlatExpr *expr)
{
  if (expr->type == FLAT_REAL) return expr;
  assert(expr->type == FLAT_INTEGER);
  if (expr->kind == FLAT_EXPR_INTEGER) {
    return types_real(t, expr->span, (double)expr->integer);
  }
  return types_make_call(t, expr->span, FLAT_TO_REAL, FLAT_REAL, &expr, 1);
}

FlatExpr *types_convert(const Typing *t, FlatExpr *expr, FlatType type)
{
  if (!expr || expr->type == type) return expr;
  if (type == FLAT_REAL && expr->type == FLAT_INTEGER)
    return types_to_real(t, expr);
  return NULL;
}

bool types_unify(const Typing *t, FlatExpr **a, FlatExpr **b)
{
  if (!types_same_enumeration((*a)->enumeration, (*b)->enumeration)) {
    return false;
  }
  FlatExpr *left = types_convert(t, *a, (*b)->type);
  FlatExpr *right = left ? *b : types_convert(t, *b, (*a)->type);
  if (!right) return false;
  if (left) *a = left;
  *b = right;
  assert((*a)->type == (*b)->type);
  return true;
}

/* --- rules --- */

static bool types_is_number(const FlatExpr *expr)
{
  return expr->type == FLAT_REAL || expr->type == FLAT_INTEGER;
}

static void report_operand(const Typing *t, FlatFunction function,
                           const FlatExpr *operand, const char *needed)
{
  fault_error(t->faults, operand->span, E204, "'%s' needs %s, this is %s",
              flat_function_name(function), needed,
              types_a_name(operand->type));
}

static bool check_numbers(const Typing *t, FlatFunction function,
                          FlatExpr **arg, int n_args)
{
  bool good = true;
  for (int i = 0; i < n_args; i++) {
    if (types_is_number(arg[i])) continue;
    report_operand(t, function, arg[i], "a number");
    good = false;
  }
  return good;
}

static FlatExpr *numeric(const Typing *t, Span span, FlatFunction function,
                         FlatExpr **arg, int n_args)
{
  if (!check_numbers(t, function, arg, n_args)) return NULL;
  if (n_args == 2) types_unify(t, &arg[0], &arg[1]);
  assert(n_args != 2 || arg[0]->type == arg[1]->type);
  if (function == FLAT_NEGATE && arg[0]->kind == FLAT_EXPR_REAL) {
    return types_real(t, span, -arg[0]->real);
  }
  if (function == FLAT_NEGATE && arg[0]->kind == FLAT_EXPR_INTEGER) {
    return types_integer(t, span, -arg[0]->integer);
  }
  return types_make_call(t, span, function, arg[0]->type, arg, n_args);
}

static FlatExpr *types_real_call(const Typing *t, Span span,
                                 FlatFunction function, FlatExpr **arg,
                                 int n_args)
{
  if (!check_numbers(t, function, arg, n_args)) return NULL;
  for (int i = 0; i < n_args; i++) arg[i] = types_to_real(t, arg[i]);
  return types_make_call(t, span, function, FLAT_REAL, arg, n_args);
}

static FlatExpr *to_integer(const Typing *t, Span span, FlatFunction function,
                            bool of_real, FlatExpr **arg)
{
  if (!check_numbers(t, function, arg, 1)) return NULL;
  if (of_real) arg[0] = types_to_real(t, arg[0]);
  return types_make_call(t, span, function, FLAT_INTEGER, arg, 1);
}

/* Of an enumeration its own name. */
static const char *a_name(const FlatExpr *expr)
{
  return expr->enumeration ? expr->enumeration->name : types_a_name(expr->type);
}

/* Parameters of a library, set to 0 to say that something is not there: no
 * crossing is looked for. True after a warning. */
static bool is_clear_equality(const Typing *t, Span span, FlatFunction function,
                              FlatExpr **arg)
{
  if (arg[0]->variability > FLAT_PARAMETER ||
      arg[1]->variability > FLAT_PARAMETER ||
      !fault_is_in_library(t->faults, span))
    return false;
  fault_warning(t->faults, span, W210,
                "'%s' compares Real values (section 3.5)",
                flat_function_name(function));
  return true;
}

/* Section 3.5: Reals are compared for equality in functions only, because a
 * crossing is never met exactly. The result stands outside of the function,
 * so it is written without the equality. */
static FlatExpr *real_equality(const Typing *t, Span span,
                               FlatFunction function, FlatExpr **arg)
{
  bool is_section = t->outside && t->n_functions == 1;
  if ((t->n_functions == 0 || is_section) &&
      !is_clear_equality(t, span, function, arg)) {
    Diagnostic *d =
        fault_error(t->faults, span, E204, "'%s' cannot compare Real values",
                    flat_function_name(function));
    fault_note(t->faults, d, NO_SPAN,
               "compare with a tolerance: abs(a - b) < 1e-9");
    return NULL;
  }
  FlatExpr *both[2] = {
      types_make_call(t, span, FLAT_LESS_EQUAL, FLAT_BOOLEAN, arg, 2),
      types_make_call(t, span, FLAT_GREATER_EQUAL, FLAT_BOOLEAN, arg, 2)};
  FlatExpr *equal = types_make_call(t, span, FLAT_AND, FLAT_BOOLEAN, both, 2);
  return function == FLAT_EQUAL
             ? equal
             : types_make_call(t, span, FLAT_NOT, FLAT_BOOLEAN, &equal, 1);
}

static FlatExpr *types_relation(const Typing *t, Span span,
                                FlatFunction function, FlatExpr **arg)
{
  const char *name = flat_function_name(function);
  if (!types_unify(t, &arg[0], &arg[1])) {
    fault_error(t->faults, span, E204, "'%s' cannot compare %s with %s", name,
                a_name(arg[0]), a_name(arg[1]));
    return NULL;
  }
  if (arg[0]->type == FLAT_STRING) {
    fault_unsupported(t->faults, span, "comparing Strings");
    return NULL;
  }
  bool is_equality = function == FLAT_EQUAL || function == FLAT_NOT_EQUAL;
  if (is_equality && arg[0]->type == FLAT_REAL) {
    return real_equality(t, span, function, arg);
  }
  return types_make_call(t, span, function, FLAT_BOOLEAN, arg, 2);
}

static FlatExpr *logical(const Typing *t, Span span, FlatFunction function,
                         FlatExpr **arg, int n_args)
{
  bool good = true;
  for (int i = 0; i < n_args; i++) {
    if (arg[i]->type == FLAT_BOOLEAN) continue;
    report_operand(t, function, arg[i], "a Boolean");
    good = false;
  }
  return good ? types_make_call(t, span, function, FLAT_BOOLEAN, arg, n_args)
              : NULL;
}

/* What does not change in time has the derivative 0, time itself has 1. */
static FlatExpr *types_derivative(const Typing *t, Span span, FlatExpr **arg)
{
  if (!check_numbers(t, FLAT_DER, arg, 1)) return NULL;
  bool is_real = arg[0]->type == FLAT_REAL || arg[0]->kind == FLAT_EXPR_INTEGER;
  if (arg[0]->variability <= FLAT_PARAMETER && is_real)
    return types_real(t, span, 0.0);
  if (arg[0]->kind == FLAT_EXPR_TIME) return types_real(t, span, 1.0);
  if (arg[0]->variability < FLAT_CONTINUOUS || arg[0]->type != FLAT_REAL) {
    Diagnostic *d = fault_error(
        t->faults, arg[0]->span, E204,
        "'der' needs a continuous-time Real, this is a %s %s",
        types_variability_name(arg[0]->variability), types_name(arg[0]->type));
    if (arg[0]->type == FLAT_REAL) {
      fault_note(t->faults, d, NO_SPAN,
                 "what is declared discrete or assigned in a 'when' changes at "
                 "events only; reinit(x, value) sets a state there");
    }
    return NULL;
  }
  return types_make_call(t, span, FLAT_DER, FLAT_REAL, arg, 1);
}

/* Section 4.8.5.2: Integer(e). */
static FlatExpr *types_ordinal(const Typing *t, Span span, FlatExpr **arg)
{
  if (arg[0]->type != FLAT_ENUMERATION) {
    report_operand(t, FLAT_ORDINAL, arg[0], "an enumeration");
    return NULL;
  }
  if (arg[0]->kind == FLAT_EXPR_ENUMERATION) {
    return types_integer(t, span, arg[0]->integer);
  }
  return types_make_call(t, span, FLAT_ORDINAL, FLAT_INTEGER, arg, 1);
}

static FlatExpr *smooth(const Typing *t, Span span, FlatExpr **arg)
{
  if (arg[0]->type != FLAT_INTEGER || arg[0]->variability > FLAT_PARAMETER) {
    fault_error(t->faults, arg[0]->span, E204,
                "the first argument of 'smooth' must be an Integer "
                "parameter expression");
    return NULL;
  }
  const FlatExpr *order =
      arg[0]->variability == FLAT_CONSTANT ? types_constant(t, arg[0]) : NULL;
  if (order && order->integer < 0) {
    fault_error(t->faults, arg[0]->span, E204,
                "the first argument of 'smooth' is a number of derivatives, "
                "not %lld",
                (long long)order->integer);
    return NULL;
  }
  if (!check_numbers(t, FLAT_SMOOTH, &arg[1], 1)) return NULL;
  arg[1] = types_to_real(t, arg[1]);
  return types_make_call(t, span, FLAT_SMOOTH, FLAT_REAL, arg, 2);
}

/* Section 3.7.5: pre(v), edge(b), change(v). What never changes is its own
 * left limit. */
static FlatExpr *types_left_limit(const Typing *t, Span span,
                                  FlatFunction function, FlatExpr **arg)
{
  FlatExpr *v = arg[0];
  const char *name = flat_function_name(function);
  if (function == FLAT_EDGE && v->type != FLAT_BOOLEAN) {
    report_operand(t, function, v, "a Boolean");
    return NULL;
  }
  if (v->variability <= FLAT_PARAMETER) {
    return function == FLAT_PRE ? v : types_boolean(t, span, false);
  }
  if (v->kind != FLAT_EXPR_VARIABLE) {
    fault_error(t->faults, v->span, E204,
                "'%s' needs a variable, not an expression", name);
    return NULL;
  }
  if (v->variability == FLAT_CONTINUOUS && t->n_whens == 0) {
    Diagnostic *d = fault_error(
        t->faults, v->span, E209,
        "'%s' needs a discrete-time variable, this one changes continuously",
        name);
    fault_note(t->faults, d, NO_SPAN,
               "inside of a when-equation 'pre' of it is allowed");
    return NULL;
  }
  FlatType type = function == FLAT_PRE ? v->type : FLAT_BOOLEAN;
  return types_make_call(t, span, function, type, arg, 1);
}

FlatExpr *types_active(const Typing *t, Span span, FlatExpr **condition, int n)
{
  assert(n > 0);
  FlatExpr *expr =
      types_make_call(t, span, FLAT_ACTIVE, FLAT_BOOLEAN, condition, n);
  expr->variability = FLAT_DISCRETE;
  return expr;
}

FlatExpr *types_clock(const Typing *t, Span span, FlatFunction function,
                      FlatType type, const FlatEnumeration *enumeration,
                      FlatExpr **arg, int n)
{
  assert(flat_function(function)->rule == FLAT_RULE_CLOCK);
  FlatExpr *expr = types_make_call(t, span, function, type, arg, n);
  expr->enumeration = enumeration;
  expr->variability = FLAT_DISCRETE;
  return expr;
}

/* sample(start, interval). */
static FlatExpr *sampling(const Typing *t, Span span, FlatExpr **arg)
{
  if (!check_numbers(t, FLAT_SAMPLE, arg, 2)) return NULL;
  for (int i = 0; i < 2; i++) {
    if (arg[i]->variability > FLAT_PARAMETER) {
      fault_error(t->faults, arg[i]->span, E209,
                  "start and interval of 'sample' must not change in time");
      return NULL;
    }
    arg[i] = types_to_real(t, arg[i]);
  }
  const FlatExpr *interval =
      arg[1]->variability == FLAT_CONSTANT ? types_constant(t, arg[1]) : NULL;
  if (interval && interval->real <= 0) {
    fault_error(t->faults, arg[1]->span, E216,
                "the interval of 'sample' must be above 0, this is %g",
                interval->real);
    return NULL;
  }
  return types_make_call(t, span, FLAT_SAMPLE, FLAT_BOOLEAN, arg, 2);
}

/* delay(expression, time) with a time that does not change, or delay(
 * expression, time, longest time). */
static FlatExpr *delayed(const Typing *t, Span span, FlatExpr **arg, int n_args)
{
  assert(n_args == 2 || n_args == 3);
  FlatExpr *all[3] = {arg[0], arg[1], arg[n_args - 1]};
  if (!check_numbers(t, FLAT_DELAY, all, 3)) return NULL;
  for (int i = 0; i < 3; i++) all[i] = types_to_real(t, all[i]);
  if (all[2]->variability > FLAT_PARAMETER) {
    fault_error(t->faults, all[2]->span, E209,
                n_args == 2 ? "a delay time that changes needs its largest "
                              "value as a third argument"
                            : "the longest delay must not change in time");
    return NULL;
  }
  if (all[0]->variability <= FLAT_PARAMETER) return all[0];
  FlatExpr *call = types_make_call(t, span, FLAT_DELAY, FLAT_REAL, all, 3);
  call->variability = FLAT_CONTINUOUS; /* jumps arrive later */
  if (t->delay_made && t->n_functions == 0) {
    t->delay_made(t->constant_context, call);
  }
  return call;
}

FlatExpr *types_spatial(const Typing *t, Span span, FlatExpr **arg, int n_args)
{
  assert(n_args >= 8 && n_args % 2 == 0); /* as many points as values */
  FlatExpr *call =
      types_make_call(t, span, FLAT_SPATIAL, FLAT_REAL, arg, n_args);
  call->variability = FLAT_CONTINUOUS;
  return call;
}

/* semiLinear(x, a, b) = smooth(0, if x >= 0 then a*x else b*x). */
static FlatExpr *semi_linear(const Typing *t, Span span, FlatExpr **arg)
{
  if (!check_numbers(t, FLAT_SEMI_LINEAR, arg, 3)) return NULL;
  for (int i = 0; i < 3; i++) arg[i] = types_to_real(t, arg[i]);
  FlatExpr *zero = types_real(t, span, 0.0);
  FlatExpr *positive = types_binary(t, span, FLAT_GREATER_EQUAL, arg[0], zero);
  FlatExpr *up = types_binary(t, span, FLAT_MULTIPLY, arg[1], arg[0]);
  FlatExpr *down = types_binary(t, span, FLAT_MULTIPLY, arg[2], arg[0]);
  FlatExpr *value[] = {types_integer(t, span, 0),
                       types_if(t, span, positive, up, down)};
  return types_call(t, span, FLAT_SMOOTH, value, 2);
}

/* clang-format off */
static FlatExpr *apply_rule(const Typing *t, Span span, FlatFunction function,
                            FlatExpr **arg, int n_args)
{
  switch (flat_function(function)->rule) {
  case FLAT_RULE_NUMERIC: return numeric(t, span, function, arg, n_args);
  case FLAT_RULE_REAL: return types_real_call(t, span, function, arg, n_args);
  case FLAT_RULE_TO_INTEGER: return to_integer(t, span, function, false, arg);
  case FLAT_RULE_REAL_TO_INTEGER:
    return to_integer(t, span, function, true, arg);
  case FLAT_RULE_RELATION: return types_relation(t, span, function, arg);
  case FLAT_RULE_LOGICAL: return logical(t, span, function, arg, n_args);
  case FLAT_RULE_DER: return types_derivative(t, span, arg);
  case FLAT_RULE_SAME: return types_make_call(t, span, function, arg[0]->type, arg, 1);
  case FLAT_RULE_SMOOTH: return smooth(t, span, arg);
  case FLAT_RULE_ORDINAL: return types_ordinal(t, span, arg);
  case FLAT_RULE_NO_ARGUMENT:
    return types_make_call(t, span, function, FLAT_BOOLEAN, arg, 0);
  case FLAT_RULE_PRE:
  case FLAT_RULE_EDGE: return types_left_limit(t, span, function, arg);
  case FLAT_RULE_SAMPLE: return sampling(t, span, arg);
  case FLAT_RULE_DELAY: return delayed(t, span, arg, n_args);
  case FLAT_RULE_SEMI_LINEAR: return semi_linear(t, span, arg);
  case FLAT_RULE_TO_REAL: /* types_to_real() */
  case FLAT_RULE_SPATIAL: /* types_spatial() */
  case FLAT_RULE_CLOCK:   /* types_clock() */
    break;
  }
  assert(false);
  return NULL;
}
/* clang-format on */

/* Section 3.8.4: relations and roundings of what varies continuously change
 * at events only, unless noEvent() is around them. */
static void set_variability(const Typing *t, FlatExpr *expr)
{
  const FlatFunctionRow *row = flat_function(expr->function);
  if (row->rule == FLAT_RULE_NO_ARGUMENT || row->rule == FLAT_RULE_PRE ||
      row->rule == FLAT_RULE_EDGE || row->rule == FLAT_RULE_SAMPLE) {
    expr->variability = FLAT_DISCRETE;
    return;
  }
  if (row->events != FLAT_EVENTS_STEPS || t->no_events > 0) return;
  if (expr->arg[0]->type != FLAT_REAL) return;
  if (expr->variability == FLAT_CONTINUOUS) expr->variability = FLAT_DISCRETE;
}

static bool types_check_count(const Typing *t, Span span, FlatFunction function,
                              int n_args)
{
  const FlatFunctionRow *row = flat_function(function);
  int needed = row->most;
  const char *name = row->name;
  if (n_args >= row->least && n_args <= row->most) return true;
  if (n_args == 1 && (function == FLAT_MIN || function == FLAT_MAX)) {
    fault_error(t->faults, span, E290, "'%s' of an array is not supported yet",
                name);
    return false;
  }
  fault_error(t->faults, span, E208, "'%s' takes %d argument%s, %d given", name,
              needed, needed == 1 ? "" : "s", n_args);
  return false;
}

FlatExpr *types_call(const Typing *t, Span span, FlatFunction function,
                     FlatExpr **arg, int n_args)
{
  for (int i = 0; i < n_args; i++) {
    if (!arg[i]) return NULL;
  }
  if (!types_check_count(t, span, function, n_args)) return NULL;
  FlatExpr *expr = apply_rule(t, span, function, arg, n_args);
  if (expr && expr->kind == FLAT_EXPR_CALL) set_variability(t, expr);
  return expr;
}

FlatExpr *types_binary(const Typing *t, Span span, FlatFunction function,
                       FlatExpr *left, FlatExpr *right)
{
  FlatExpr *arg[] = {left, right};
  return types_call(t, span, function, arg, 2);
}

FlatExpr *types_unary(const Typing *t, Span span, FlatFunction function,
                      FlatExpr *operand)
{
  return types_call(t, span, function, &operand, 1);
}

FlatExpr *types_if(const Typing *t, Span span, FlatExpr *condition,
                   FlatExpr *then_value, FlatExpr *else_value)
{
  if (condition && condition->type != FLAT_BOOLEAN) {
    fault_error(t->faults, condition->span, E204,
                "the condition after 'if' must be a Boolean, this is %s",
                types_a_name(condition->type));
    return NULL;
  }
  if (!condition || !then_value || !else_value) return NULL;
  if (!types_unify(t, &then_value, &else_value)) {
    fault_error(t->faults, span, E204,
                "the branches of 'if' differ in type: %s and %s",
                types_name(then_value->type), types_name(else_value->type));
    return NULL;
  }
  FlatExpr *arg[] = {condition, then_value, else_value};
  FlatExpr *expr =
      types_make_call(t, span, FLAT_ADD /* unused */, then_value->type, arg, 3);
  expr->kind = FLAT_EXPR_IF;
  return expr;
}

FlatType types_result(FlatFunction function, FlatType operand)
{
  switch (flat_function(function)->rule) {
  case FLAT_RULE_REAL:
  case FLAT_RULE_TO_REAL:
  case FLAT_RULE_DELAY:
  case FLAT_RULE_SEMI_LINEAR:
  case FLAT_RULE_SPATIAL:
  case FLAT_RULE_DER: return FLAT_REAL;
  case FLAT_RULE_TO_INTEGER:
  case FLAT_RULE_REAL_TO_INTEGER:
  case FLAT_RULE_ORDINAL: return FLAT_INTEGER;
  case FLAT_RULE_RELATION:
  case FLAT_RULE_LOGICAL:
  case FLAT_RULE_SAMPLE:
  case FLAT_RULE_EDGE:
  case FLAT_RULE_NO_ARGUMENT: return FLAT_BOOLEAN;
  case FLAT_RULE_PRE:
  case FLAT_RULE_NUMERIC:
  case FLAT_RULE_SAME:
  case FLAT_RULE_SMOOTH:
  case FLAT_RULE_CLOCK: break;
  }
  return operand;
}
