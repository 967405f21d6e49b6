/* flat.c: the words of the flat model. */
#include "flatten/flat.h"

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
  };
  static_assert(sizeof name / sizeof name[0] == N_FLAT_FUNCTIONS,
                "one name for each FlatFunction");
  assert((int)function >= 0 && function < N_FLAT_FUNCTIONS);
  return name[function];
}

void flat_add_assertion(FlatModel *flat, Arena *arena, FlatAssertion assertion)
{
  flat->assertion =
      vector_grow(arena, flat->assertion, &flat->cap_assertions,
                  flat->n_assertions + 1, sizeof flat->assertion[0]);
  flat->assertion[flat->n_assertions++] = assertion;
}
