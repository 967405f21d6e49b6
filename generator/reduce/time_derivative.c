/* time_derivative.c: the derivatives of the variables, asked for by kind. */
#include "reduce/time_derivative.h"

#include "symbolic/differentiate.h"

typedef struct Rates {
  System *sys;
  Session *s;
  VarId input; /* the one without a derivative */
} Rates;

static ExprId var_derivative(void *context, VarId var)
{
  Rates *r = context;
  switch (r->sys->var[var.i].kind) {
  case VAR_CONTINUOUS:
    return expr_var(r->sys->exprs, system_derivative(r->sys, r->s, var));
  case VAR_INPUT: r->input = var; return NO_EXPR;
  default: return expr_const(r->sys->exprs, 0);
  }
}

ExprId time_derivative(System *sys, Session *s, Walk *walk, ExprId e,
                       VarId *input)
{
  Rates r = {sys, s, NO_VAR};
  ExprId rate = differentiate_time(walk, e, var_derivative, &r);
  *input = r.input;
  return rate;
}
