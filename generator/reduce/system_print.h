/* system_print.h: the equation system as stable text, for --dump and tests. */
#ifndef FOUCAULT_REDUCE_SYSTEM_PRINT_H
#define FOUCAULT_REDUCE_SYSTEM_PRINT_H

#include <stdio.h>

#include "reduce/system.h"

void system_print(const System *sys, FILE *out);
void system_print_expr(const System *sys, ExprId e, FILE *out);
/* The same as text in the scratch arena. */
const char *system_expr_text(const System *sys, Session *s, ExprId e);
/* Name of a variable; usable as ExprVarName with the System as context. */
const char *system_var_name(const void *sys, VarId var);

#endif
