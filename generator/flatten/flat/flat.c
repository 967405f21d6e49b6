/* flat.c: the words of the flat model. */
#include "flatten/flat/flat.h"

#include <assert.h>

#include "base/vector.h"

const char *flat_function_name(FlatFunction function)
{
  static const char *const name[] = {
      [FLAT_ADD] = "+",
      [FLAT_SUBTRACT] = "-",
      [FLAT_MULTIPLY] = "*",
      [FLAT_DIVIDE] = "/",
      [FLAT_POWER] = "^",
      [FLAT_NEGATE] = "-",
      [FLAT_TO_REAL] = "Real",
      [FLAT_LESS] = "<",
      [FLAT_LESS_EQUAL] = "<=",
      [FLAT_GREATER] = ">",
      [FLAT_GREATER_EQUAL] = ">=",
      [FLAT_EQUAL] = "==",
      [FLAT_NOT_EQUAL] = "<>",
      [FLAT_AND] = "and",
      [FLAT_OR] = "or",
      [FLAT_NOT] = "not",
      [FLAT_SIN] = "sin",
      [FLAT_COS] = "cos",
      [FLAT_TAN] = "tan",
      [FLAT_ASIN] = "asin",
      [FLAT_ACOS] = "acos",
      [FLAT_ATAN] = "atan",
      [FLAT_ATAN2] = "atan2",
      [FLAT_SINH] = "sinh",
      [FLAT_COSH] = "cosh",
      [FLAT_TANH] = "tanh",
      [FLAT_EXP] = "exp",
      [FLAT_LOG] = "log",
      [FLAT_LOG10] = "log10",
      [FLAT_ABS] = "abs",
      [FLAT_SIGN] = "sign",
      [FLAT_SQRT] = "sqrt",
      [FLAT_MIN] = "min",
      [FLAT_MAX] = "max",
      [FLAT_DIV] = "div",
      [FLAT_MOD] = "mod",
      [FLAT_REM] = "rem",
      [FLAT_CEIL] = "ceil",
      [FLAT_FLOOR] = "floor",
      [FLAT_INTEGER_OF] = "integer",
      [FLAT_ORDINAL] = "Integer",
      [FLAT_DER] = "der",
      [FLAT_NO_EVENT] = "noEvent",
      [FLAT_SMOOTH] = "smooth",
      [FLAT_INITIAL_CALL] = "initial",
      [FLAT_HOMOTOPY] = "homotopy",
      [FLAT_PRE] = "pre",
      [FLAT_EDGE] = "edge",
      [FLAT_CHANGE] = "change",
      [FLAT_SAMPLE] = "sample",
      [FLAT_TERMINAL_CALL] = "terminal",
      [FLAT_DELAY] = "delay",
      [FLAT_SPATIAL] = "spatialDistribution",
      [FLAT_ACTIVE] = "when",
      [FLAT_CLOCK_INFERRED] = "Clock",
      [FLAT_CLOCK_INTERVAL] = "Clock",
      [FLAT_CLOCK_EVENT] = "Clock",
      [FLAT_CLOCK_SOLVER] = "Clock",
      [FLAT_CLOCK_SUB] = "subSample",
      [FLAT_CLOCK_SUPER] = "superSample",
      [FLAT_CLOCK_SHIFT] = "shiftSample",
      [FLAT_CLOCK_BACK] = "backSample",
      [FLAT_CLOCK_SAMPLE] = "sample",
      [FLAT_CLOCK_HOLD] = "hold",
      [FLAT_CLOCK_PREVIOUS] = "previous",
      [FLAT_CLOCK_NO] = "noClock",
      [FLAT_CLOCK_INTERVAL_OF] = "interval",
      [FLAT_CLOCK_FIRST] = "firstTick",
      [FLAT_SEMI_LINEAR] = "semiLinear",
  };
  static_assert(sizeof name / sizeof name[0] == N_FLAT_FUNCTIONS,
                "one name for each FlatFunction");
  assert(function < N_FLAT_FUNCTIONS);
  return name[function];
}

void flat_add_assertion(FlatModel *flat, Arena *arena, FlatAssertion assertion)
{
  flat->assertion =
      vector_grow(arena, flat->assertion, &flat->cap_assertions,
                  flat->n_assertions + 1, sizeof flat->assertion[0]);
  flat->assertion[flat->n_assertions++] = assertion;
}

/* Branches are short: each target is looked for among those before it. */
static bool is_first(const FlatWhen *when, int branch, int action)
{
  const FlatAction *at = &when->branch[branch].action[action];
  for (int b = 0; b <= branch; b++) {
    int n = b < branch ? when->branch[b].n_actions : action;
    for (int k = 0; k < n; k++) {
      const FlatAction *other = &when->branch[b].action[k];
      if (other->kind == FLAT_ACTION_ASSIGN &&
          other->target->variable.i == at->target->variable.i) {
        return false;
      }
    }
  }
  return true;
}

int flat_when_unknowns(const FlatWhen *when)
{
  int n = 0;
  for (int b = 0; b < when->n_branches; b++) {
    for (int k = 0; k < when->branch[b].n_actions; k++) {
      const FlatAction *action = &when->branch[b].action[k];
      n += action->kind == FLAT_ACTION_ASSIGN && is_first(when, b, k);
    }
  }
  return n;
}

void flat_add_equation(FlatModel *flat, Arena *arena, FlatEquation equation)
{
  flat->equation = vector_grow(arena, flat->equation, &flat->cap_equations,
                               flat->n_equations + 1, sizeof equation);
  flat->equation[flat->n_equations++] = equation;
}
