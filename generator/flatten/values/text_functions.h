/* text_functions.h: Strings that are known only while the model runs.
 *
 * There a String is a number (fmu_runtime/string_pool.h); what is done with it is
 * done by external functions of the runtime, which are procedures like those
 * of the model: a statement inside of functions, a result elsewhere.
 *
 * needs   arguments of the types that the function takes
 */
#ifndef FOUCAULT_FLATTEN_VALUES_TEXT_FUNCTIONS_H
#define FOUCAULT_FLATTEN_VALUES_TEXT_FUNCTIONS_H

#include "flatten/flat/types.h"

typedef enum TextFunction {
  TEXT_JOIN,       /* a + b */
  TEXT_COMPARE,    /* -1, 0, 1: a is before, equal to, behind b */
  TEXT_OF_REAL,    /* String(x), with a format of printf */
  TEXT_OF_INTEGER, /* the same */
  N_TEXT_FUNCTIONS
} TextFunction;

/* The procedures of one model, each made when it is first needed. */
typedef struct TextProcedures {
  FlatModel *flat;
  int made[N_TEXT_FUNCTIONS]; /* 1 + procedure; 0: not made yet */
} TextProcedures;

/* Both arguments are there and of their types. */
FlatExpr *text_function(const Typing *t, Span span, TextFunction function,
                        FlatExpr *a, FlatExpr *b);
/* Is the expression left to the running model? Parameters are known at
 * translation, unless functions compute them. */
bool text_is_open(const FlatExpr *expr);

#endif
