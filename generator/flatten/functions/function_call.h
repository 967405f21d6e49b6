/* function_call.h: calls of functions of the model.
 *
 * gives   the outputs as Values: expressions where the function can be
 *         carried out with them (function_inline.h), otherwise results of a
 *         procedure (function_build.h). With an argument that has more
 *         dimensions than its input, the call is made for each element
 *         (MLS 3.6, section 12.4.6).
 * fails   E208 wrong arguments, E213, and what the two report
 *
 * The room functions/ has the functions of the model: their arguments, calls
 * as expressions or as procedures, records made by calls, external functions.
 * It calls flat/, classes/, values/, instances/ and expressions/; calls inside
 * of a function come back by Flattening.calls. Reading order: function_call.c
 * and function_arguments.c; function_inline.c (the call as an expression) with
 * replace_part.c; function_build.h (the call as a procedure), which lists its
 * files; function_annotations.c, partial_derivative.c, unassigned_reads.c;
 * then function_external.c, external_call.c, external_object.c,
 * function_library.c and resource.c (C and Fortran); record_constructor.c.
 */
#ifndef FOUCAULT_FLATTEN_FUNCTIONS_FUNCTION_CALL_H
#define FOUCAULT_FLATTEN_FUNCTIONS_FUNCTION_CALL_H

#include "flatten/functions/function_build.h"

/* The first output; NULL after a diagnostic. */
Value *function_call_value(const Flattening *f, Context context,
                           const AstExpr *call, InstClass *function);
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

/* function_arguments.c: tells functions of other bound values apart, in the
 * scratch arena. */
const char *function_value_signature(const Flattening *f, const Value *value);
/* The same: function f(...) as an expression. */
Value *function_partial(const Flattening *f, Context context,
                        const AstExpr *expr);

/* The derivative and inverse annotations of a function that is complete
 * (function_annotations.c). */
void function_annotations(const Flattening *f, FunctionBuild *b,
                          BuiltFunction *built, Value **arg);

#endif
