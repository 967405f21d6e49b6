/* function_calls.c: informs the expression table about functions: what calls
 * of them give, and their derivatives, which are made when they are needed. */
#include <assert.h>
#include <stdlib.h>

#include "function/costly_calls.h"
#include "function/function.h"
#include "function/function_depends.h"
#include "function/function_derive.h"
#include "function/function_evaluate.h"
#include "function/unused_arguments.h"

static const Function *function_calls_find(const void *context, int function)
{
  const FunctionTable *table = context;
  assert(function >= 0 && function < table->n_functions);
  return table->function[function];
}

static const char *function_calls_name_of(const void *context, int function)
{
  return function_calls_find(context, function)->name;
}

static int function_calls_n_results(const void *context, int function)
{
  return function_calls_find(context, function)->n_outputs;
}

static bool function_calls_has_effects(const void *context, int function)
{
  return function_calls_find(context, function)->has_effects;
}

static bool function_calls_is_real(const void *context, int function,
                                   int result)
{
  const Function *f = function_calls_find(context, function);
  assert(result >= 0 && result < f->n_outputs);
  return function_slot_type(f, f->output[result]) == SLOT_REAL;
}

static bool function_calls_holds(FunctionTable *table,
                                 const GivenDerivative *given,
                                 const ExprId *arg, int n)
{
  const ExprTable *t = table->exprs;
  for (int k = 0; k < n; k++) {
    ExprId direction = arg[n + k];
    int follows = given->follows[k];
    if (given->needs_fixed[k] && !expr_is_zero(t, direction)) return false;
    if (follows >= 0 && !expr_same(direction, arg[follows])) return false;
  }
  return unused_arguments_follow(table, given, arg, n);
}

/* A derivative is linear in its directions. What depends on arguments, but on
 * no direction, is none, whatever the text says; one by time may find what
 * moves among the arguments. */
static bool is_no_derivative(FunctionTable *table, const Function *f,
                             GivenDerivative *given)
{
  if (given->is_by_time || given->leaves_record) return false;
  if (given->is_checked) return given->is_wrong;
  const Function *d = table->function[given->function];
  const bool *depends = function_depends(table, given->function);
  int n = d->n_inputs - d->n_linear;
  bool by_argument = false, by_direction = false;
  for (int k = 0; k < d->n_inputs; k++)
    *(k < n ? &by_argument : &by_direction) |= depends[k];
  given->is_checked = true;
  given->is_wrong = d->n_linear > 0 && by_argument && !by_direction;
  if (given->is_wrong)
    diagnostic_warning(table->s, f->span, W210,
                       "the derivative that the text of '%s' gives does not "
                       "depend on the derivative of any argument (section "
                       "12.7.1): it is not used",
                       f->name);
  return given->is_wrong;
}

/* The first derivative of the text that holds for these arguments and
 * directions. */
static int function_calls_given_derivative(FunctionTable *table,
                                           const Function *f, bool exact,
                                           const ExprId *arg)
{
  for (int k = 0; k < f->n_given; k++) {
    GivenDerivative *given = &f->given[k];
    if (given->is_by_time && !exact) continue;
    if (is_no_derivative(table, f, given)) continue;
    if (function_calls_holds(table, given, arg, f->n_inputs))
      return given->function;
  }
  return -1;
}

/* A function that is given by the one whose differences it takes. */
static int make_difference(FunctionTable *table, int function)
{
  const Function *f = table->function[function];
  Function *d = function_add(
      table, arena_printf(table->arena, "difference(%s)", f->name), f->span);
  int number = table->n_functions - 1;
  int n = 2 * f->n_inputs;
  d->difference_of = function;
  d->n_inputs = n;
  d->input = arena_array(table->arena, (size_t)n + 1, sizeof d->input[0]);
  for (int k = 0; k < n; k++) {
    int local = function_add_local(table, d, session_name(table->s, "argument"),
                                   SLOT_REAL, false, 1);
    d->input[k] = d->local[local].first;
  }
  d->n_outputs = f->n_outputs;
  d->output =
      arena_array(table->arena, (size_t)f->n_outputs + 1, sizeof d->output[0]);
  for (int k = 0; k < f->n_outputs; k++) {
    int local = function_add_local(table, d, session_name(table->s, "result"),
                                   SLOT_REAL, false, 1);
    d->output[k] = d->local[local].first;
  }
  d->derivative = FUNCTION_CANNOT;
  d->is_external = f->is_external;
  d->is_impure = f->is_impure;
  d->has_effects = f->has_effects;
  return number;
}

/* Is the first derivative of the text the one by time for these arguments,
 * wherever they move? Others would need directions that it leaves out. */
static bool decides(FunctionTable *table, const Function *f, const ExprId *arg)
{
  if (f->n_given == 0 || !f->given[0].is_by_time) return false;
  for (int k = 0; k < f->n_inputs; k++) {
    if (f->given[0].needs_fixed[k]) return false;
  }
  return unused_arguments_follow(table, &f->given[0], arg, f->n_inputs);
}

static int derivative_of(void *context, int function, bool exact,
                         const ExprId *arg)
{
  FunctionTable *table = context;
  Function *f = table->function[function];
  int given = function_calls_given_derivative(table, f, exact, arg);
  if (given >= 0) return given;
  if (exact && decides(table, f, arg)) return -1;
  if (f->derivative == FUNCTION_NOT_MADE) {
    int made = function_derive(table, function);
    f->derivative = made >= 0 ? made : FUNCTION_CANNOT;
  }
  if (f->derivative >= 0 || exact) {
    return f->derivative >= 0 ? f->derivative : -1;
  }
  if (f->difference == FUNCTION_NOT_MADE && f->difference_of < 0) {
    f->difference = make_difference(table, function);
  }
  return f->difference;
}

static int n_linear(const void *context, int function)
{
  return function_calls_find(context, function)->n_linear;
}

static const bool *depends_on(void *context, int function)
{
  return function_depends(context, function);
}

/* May one of the text be used, if the directions are as it wants them? */
static bool may_be_given(FunctionTable *table, const Function *f,
                         const ExprId *arg)
{
  for (int k = 0; k < f->n_given; k++) {
    if (unused_arguments_follow(table, &f->given[k], arg, f->n_inputs))
      return true;
  }
  return false;
}

/* Where the text gives a derivative for all cases, it says it. */
static const bool *moves_with(void *context, int function, const ExprId *arg)
{
  const Function *f = function_calls_find(context, function);
  if (!may_be_given(context, f, arg)) {
    return function_depends(context, function);
  }
  return decides(context, f, arg) ? f->given[0].takes : NULL;
}

static const CallInverse *inverse_of(const void *context, int function,
                                     int input)
{
  const Function *f = function_calls_find(context, function);
  for (int k = 0; k < f->n_inverses; k++) {
    if (f->inverse[k].input == input) return &f->inverse[k];
  }
  return NULL;
}

static bool evaluate_call(void *context, int function, const double *arg, int k,
                          double *result)
{
  return function_evaluate(context, function, arg, k, result);
}

FunctionTable *function_table_create(Session *s, Arena *arena, ExprTable *exprs)
{
  FunctionTable *table = arena_alloc(arena, sizeof *table);
  *table = (FunctionTable){.s = s, .arena = arena, .exprs = exprs};
  table->costly = costly_calls_create(arena);
  table->calls = (CallFunctions){.context = table,
                                 .name = function_calls_name_of,
                                 .n_results = function_calls_n_results,
                                 .has_effects = function_calls_has_effects,
                                 .is_real = function_calls_is_real,
                                 .derivative = derivative_of,
                                 .n_linear = n_linear,
                                 .depends = depends_on,
                                 .moves = moves_with,
                                 .inverse = inverse_of,
                                 .evaluate = evaluate_call};
  expr_set_functions(exprs, &table->calls);
  return table;
}
