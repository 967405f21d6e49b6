/* function_arguments.h: the arguments of one call of a function of the model.
 *
 * By position, by name, bound before (function f(a = 1)) or by default: one
 * Value for each input, in their order (MLS 3.6, section 12.4.1). For
 * function_call.c and what makes functions.
 *
 * needs   a function that is written; function_arguments_complete() needs the
 *         values of function_arguments_written()
 */
#ifndef FOUCAULT_FLATTEN_FUNCTIONS_FUNCTION_ARGUMENTS_H
#define FOUCAULT_FLATTEN_FUNCTIONS_FUNCTION_ARGUMENTS_H

#include "flatten/functions/function_build.h"

typedef struct FunctionCall {
  const Flattening *f;
  InstClass *function;
  const AstExpr *written;
  const FunctionValue *bound; /* NULL: none */
  const Instance *caller;     /* where the call stands; NULL: in no model */
  Components variables;
  int n_inputs, n_outputs;
} FunctionCall;

FunctionCall function_arguments_begin(const Flattening *f,
                                      const Instance *caller,
                                      const AstExpr *written,
                                      InstClass *function,
                                      const FunctionValue *bound);
/* What is written at the call; NULL in value[k]: the default. False after
 * E208 or a fault in an argument. */
bool function_arguments_written(const FunctionCall *c, Context context,
                                Value **value);
/* Defaults, which see the arguments before them; all get their types and
 * have the dimensions of their inputs. False after E213 or E204. */
bool function_arguments_complete(const FunctionCall *c, Value **value);

/* Tells functions of other bound values apart, in the scratch arena. */
const char *function_value_signature(const Flattening *f, const Value *value);
/* function f(...) as an expression. */
Value *function_partial(const Flattening *f, Context context,
                        const AstExpr *expr);

#endif
