/* time_derivative.c: the derivatives of the variables, asked for by kind. */
#include "reduce/system/time_derivative.h"

#include "reduce/system/input_rate.h"
#include "symbolic/differentiate.h"

typedef struct Rates {
  System *sys;
  Session *s;
  bool inputs; /* may theirs be used? */
  VarId input; /* the one without a derivative */
} Rates;

static ExprId derivative_of_input(Rates *r, VarId var)
{
  VarId rate = r->inputs ? input_rate_of(r->sys, r->s, var) : NO_VAR;
  if (rate.i >= 0) return expr_var(r->sys->exprs, rate);
  r->input = var;
  return NO_EXPR;
}

static ExprId time_derivative_var_derivative(void *context, VarId var)
{
  Rates *r = context;
  switch (r->sys->var[var.i].kind) {
  case VAR_CONTINUOUS:
    return expr_var(r->sys->exprs, system_derivative(r->sys, r->s, var));
  case VAR_INPUT: return derivative_of_input(r, var);
  case VAR_CONSTANT:
  case VAR_PARAMETER:
  case VAR_MEMORY:
  case VAR_DISCRETE:
  case VAR_SELECTED:
  case VAR_MONITOR:
  case VAR_ABSENT: break; /* constant between events */
  }
  return expr_const(r->sys->exprs, 0);
}

ExprId time_derivative(System *sys, Session *s, Walk *walk, ExprId e,
                       bool inputs, VarId *input)
{
  Rates r = {sys, s, inputs, NO_VAR};
  ExprId rate = differentiate_time(walk, e, time_derivative_var_derivative, &r);
  *input = r.input;
  return rate;
}
