/* function_call.h: calls of functions of the model.
 *
 * gives   the outputs as Values: expressions where the function can be
 *         carried out with them (function_inline.h), otherwise results of a
 *         procedure (function_build.h). With an argument that has more
 *         dimensions than its input, the call is made for each element
 *         (MLS 3.6, section 12.4.6).
 * fails   E208 wrong arguments, E213, and what the two report
 */
#ifndef FOUCAULT_FLATTEN_CALLS_FUNCTION_CALL_H
#define FOUCAULT_FLATTEN_CALLS_FUNCTION_CALL_H

#include "flatten/functions/function_build.h"

/* The first output; NULL after a diagnostic. */
Value *function_call_value(const Flattening *f, Context context,
                           const AstExpr *call, InstClass *function);
/* What the name of a call without a value stands for; NULL after a diagnostic
 * that offers functions, too. */
InstClass *function_call_class(const Flattening *f, Context context,
                               const AstExpr *call);
/* All outputs of a call of a function of the model. */
bool function_call_outputs(const Flattening *f, Context context,
                           const AstExpr *call, Value ***output,
                           int *n_outputs);
/* The procedure of a function for these arguments, which need no conversion;
 * -1 after a diagnostic. */
int function_call_procedure(const Flattening *f, const AstExpr *call,
                            InstClass *function, Value **arg, int n_args);
/* The call of an input that is a function; NULL in *value after a
 * diagnostic. False: the name is no such input. */
bool function_call_input(const Flattening *f, Context context,
                         const AstExpr *call, Value **value);

#endif
