/* function_external.h: functions written in other languages.
 *
 * needs   a function that is being made and has no external clause yet
 */
#ifndef FOUCAULT_FLATTEN_FUNCTIONS_FUNCTION_EXTERNAL_H
#define FOUCAULT_FLATTEN_FUNCTIONS_FUNCTION_EXTERNAL_H

#include "flatten/functions/function_build.h"

/* The external clause of the function or of a base; NULL: none. */
const AstExternal *function_find_external(const Flattening *f, ClassPart *part,
                                          ClassPart **where);
/* The name of a variable as an expression. */
const AstExpr *function_external_name(const Flattening *f,
                                      const Instance *variable);
/* Is it written in FORTRAN 77? */
bool function_external_is_fortran(const AstExternal *external);
/* The name that it has for the linker: "dgesv_" of DGESV in Fortran. */
const char *function_external_symbol(const Flattening *f, FunctionBuild *b,
                                     const AstExternal *external);
/* Not "C" and not "FORTRAN 77": E290, and false. */
bool function_external_language(const Flattening *f, FunctionBuild *b,
                                const AstExternal *external);
/* The call of the external function as the body of the procedure. */
bool function_external(const Flattening *f, FunctionBuild *b,
                       const AstExternal *external);

#endif
