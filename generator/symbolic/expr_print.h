/* expr_print.h: expressions as Modelica text; names come from a function. */
#ifndef FOUCAULT_SYMBOLIC_EXPR_PRINT_H
#define FOUCAULT_SYMBOLIC_EXPR_PRINT_H

#include <stdio.h>

#include "symbolic/expr.h"

typedef const char *(*ExprVarName)(const void *context, VarId var);

/* Deep expressions are cut with "..." at 200 levels. */
void expr_print(const ExprTable *t, ExprId e, ExprVarName name,
                const void *context, FILE *out);

#endif
