/* lint_events.c: events at which nothing jumps.
 *
 * `if x > 0 then x^2 else 0` makes an event whenever x passes zero, though the
 * value is continuous there: smooth(0, ...) spares it. Whether the branches
 * agree is tried: x takes the value at which the relation changes, everything
 * else some values; where they agree each time, they agree. */
#include <assert.h>
#include <math.h>

#include "flatten/flat/flat_find.h"
#include "flatten/flat/flat_visit.h"
#include "lint/lint_rules.h"

enum { EVENT_TRIALS = 4, EVENT_DEEPEST = 60 };
#define EVENT_SAME 1e-9

/* Values that are tried: of one variable a given one. */
typedef struct EventTrial {
  int number;
  int fixed; /* its variable, -1: none */
  double value;
} EventTrial;

static double trial_value(const EventTrial *t, const FlatExpr *e, int depth);

/* Between 0.5 and 1.5, the same for the same variable and trial. */
static double trial_of_variable(const EventTrial *t, int variable)
{
  if (variable == t->fixed) return t->value;
  double turn = 0.618033988749895 * (variable + 1) + 0.41421356 * t->number;
  return 0.5 + turn - floor(turn);
}

static double trial_of_call(const EventTrial *t, const FlatExpr *e, int depth)
{
  double a = e->n_args > 0 ? trial_value(t, e->arg[0], depth) : NAN;
  double b = e->n_args > 1 ? trial_value(t, e->arg[1], depth) : NAN;
  int f = (int)e->function;
  switch (f) {
  case FLAT_ADD: return a + b;
  case FLAT_SUBTRACT: return a - b;
  case FLAT_MULTIPLY: return a * b;
  case FLAT_DIVIDE: return a / b;
  case FLAT_POWER: return pow(a, b);
  case FLAT_NEGATE: return -a;
  case FLAT_TO_REAL: return a;
  case FLAT_ABS: return fabs(a);
  case FLAT_SQRT: return sqrt(a);
  case FLAT_EXP: return exp(a);
  case FLAT_LOG: return log(a);
  case FLAT_SIN: return sin(a);
  case FLAT_COS: return cos(a);
  case FLAT_TAN: return tan(a);
  case FLAT_TANH: return tanh(a);
  case FLAT_MIN: return fmin(a, b);
  case FLAT_MAX: return fmax(a, b);
  default: return NAN;
  }
}

/* NaN: it is not known how to compute it. */
static double trial_value(const EventTrial *t, const FlatExpr *e, int depth)
{
  if (depth > EVENT_DEEPEST) return NAN;
  switch (e->kind) {
  case FLAT_EXPR_REAL: return e->real;
  case FLAT_EXPR_INTEGER: return (double)e->integer;
  case FLAT_EXPR_TIME: return 0.7 + t->number;
  case FLAT_EXPR_VARIABLE: return trial_of_variable(t, e->variable.i);
  case FLAT_EXPR_CALL: return trial_of_call(t, e, depth + 1);
  case FLAT_EXPR_IF:
  case FLAT_EXPR_BOOLEAN:
  case FLAT_EXPR_STRING:
  case FLAT_EXPR_ENUMERATION:
  case FLAT_EXPR_RESULT:
  case FLAT_EXPR_LOCAL:
  case FLAT_EXPR_ELEMENT: break;
  }
  return NAN;
}

static FlatVerdict event_look_for(void *context, const FlatExpr *e)
{
  const int *variable = context;
  bool is_it = e->kind == FLAT_EXPR_VARIABLE && e->variable.i == *variable;
  return is_it ? FLAT_FOUND : FLAT_GO_ON;
}

/* One side of the relation is a variable that is not in the other. */
static bool event_find_moving(Session *s, const FlatExpr *relation,
                              int *variable, const FlatExpr **bound)
{
  for (int k = 0; k < 2; k++) {
    const FlatExpr *side = relation->arg[k];
    if (side->kind != FLAT_EXPR_VARIABLE) continue;
    if (side->variability != FLAT_CONTINUOUS) continue;
    *variable = side->variable.i;
    *bound = relation->arg[1 - k];
    if (!flat_find(s, *bound, event_look_for, variable)) return true;
  }
  return false;
}

static bool branches_agree(const FlatExpr *e, int variable,
                           const FlatExpr *bound)
{
  assert(e->kind == FLAT_EXPR_IF && variable >= 0);
  for (int k = 0; k < EVENT_TRIALS; k++) {
    EventTrial t = {k, -1, 0};
    double at = trial_value(&t, bound, 0);
    t.fixed = variable;
    t.value = at;
    double a = trial_value(&t, e->arg[1], 0);
    double b = trial_value(&t, e->arg[2], 0);
    if (!(fabs(a - b) <= EVENT_SAME * (1 + fabs(a)))) return false;
  }
  return true;
}

static bool is_order(const FlatExpr *e)
{
  return e->kind == FLAT_EXPR_CALL && e->arg && e->n_args == 2 &&
         (e->function == FLAT_LESS || e->function == FLAT_LESS_EQUAL ||
          e->function == FLAT_GREATER || e->function == FLAT_GREATER_EQUAL) &&
         e->arg[0]->type == FLAT_REAL;
}

static FlatVerdict look_at_event(void *context, const FlatExpr *e)
{
  Lint *lint = context;
  bool is_quiet = e->kind == FLAT_EXPR_CALL &&
                  (e->function == FLAT_NO_EVENT || e->function == FLAT_SMOOTH);
  if (is_quiet) return FLAT_LEAVE_OUT;
  if (e->kind != FLAT_EXPR_IF || e->type != FLAT_REAL || !is_order(e->arg[0]))
    return FLAT_GO_ON;
  int variable;
  const FlatExpr *bound;
  if (!event_find_moving(lint->s, e->arg[0], &variable, &bound) ||
      !branches_agree(e, variable, bound)) {
    return FLAT_GO_ON;
  }
  if (lint_is_new(lint, e->span, W706)) {
    diagnostic_warning(lint->s, e->span, W706,
                       "the value does not jump where '%s' passes the bound: "
                       "smooth(0, ...) around it needs no event",
                       lint->flat->var[variable].name);
  }
  return FLAT_GO_ON;
}

static bool takes_equations(FlatPlace place)
{
  return place == FLAT_AT_BINDING || place == FLAT_AT_SIDE;
}

static void read_equation(void *context, FlatPlace place, int at,
                          const FlatExpr *e)
{
  Lint *lint = context;
  (void)place, (void)at;
  flat_find(lint->s, e, look_at_event, lint);
}

void lint_events(Lint *lint)
{
  assert(lint->flat);
  flat_read_expressions(lint->flat, takes_equations, read_equation, lint);
}
