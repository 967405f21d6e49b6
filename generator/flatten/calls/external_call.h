/* external_call.h: external functions whose values are needed at translation:
 * sizes, conditions, constants (MLS 3.6, section 12.9).
 *
 * needs   arguments that are known; Flattening.foreign, who calls C
 * gives   the outputs as literals; objects as numbers of FlattenTables.made: C
 *         makes them again for each call that they are passed to
 * fails   E244 whose code it is may not run (functions/code_trust.h);
 *         E217 the function fails, crashes or does not return; E220 its
 *         library is missing; E290 records, objects but those
 *         that a constructor returns, and other languages;
 *         what the compiler says
 */
#ifndef FOUCAULT_FLATTEN_CALLS_EXTERNAL_CALL_H
#define FOUCAULT_FLATTEN_CALLS_EXTERNAL_CALL_H

#include "flatten/functions/function_build.h"

/* b: function, call, variables, and the context in which the inputs and all
 * other variables that have a value are bound. False after a diagnostic. */
bool external_call(const Flattening *f, FunctionBuild *b,
                   const AstExternal *external, Value **output);

#endif
