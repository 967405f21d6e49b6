/* function_external.h: functions written in other languages. */
#ifndef FOUCAULT_FLATTEN_FUNCTION_EXTERNAL_H
#define FOUCAULT_FLATTEN_FUNCTION_EXTERNAL_H

#include "flatten/function_build.h"

/* The external clause of the function or of a base; NULL: none. */
const AstExternal *function_find_external(Flattening *f, ClassPart *part,
                                          ClassPart **where);
/* The name of a variable as an expression. */
const AstExpr *function_external_name(FunctionBuild *b,
                                      const Instance *variable);
/* The call of the external function as the body of the procedure. */
bool function_external(FunctionBuild *b, const AstExternal *external);

#endif
