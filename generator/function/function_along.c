/* function_along.c: see function_along.h. */
#include "function/function_along.h"

#include <assert.h>

/* The arguments, then a direction for each: 1 for `moving`, 0 for others. */
static ExprId *unit_direction(FunctionTable *table, const ExprId *arg, int n,
                              int moving)
{
  ExprId *all = arena_array(table->arena, 2 * (size_t)n + 1, sizeof all[0]);
  for (int k = 0; k < n; k++) {
    all[k] = arg[k];
    all[n + k] = expr_const(table->exprs, k == moving ? 1 : 0);
  }
  return all;
}

/* Derivatives by time only are not partial ones, and differences not exact. */
static int exact_derivative(FunctionTable *table, int function,
                            const ExprId *arg)
{
  const CallFunctions *calls = &table->calls;
  int made = calls->derivative(calls->context, function, false, arg);
  return made >= 0 && table->function[made]->difference_of < 0 ? made : -1;
}

bool function_along(FunctionTable *table, Statement *call, int function,
                    const int *along, int n_along)
{
  assert(call->kind == STATEMENT_CALL);
  assert(call->n_args == table->function[function]->n_inputs);
  ExprId *arg = call->arg;
  int n = call->n_args, made = function;
  for (int k = 0; k < n_along && made >= 0; k++) {
    arg = unit_direction(table, arg, n, along[k]);
    made = exact_derivative(table, made, arg);
    n *= 2;
  }
  call->function = made >= 0 ? made : function;
  if (made < 0) return false;
  call->arg = arg;
  call->n_args = n;
  return true;
}
