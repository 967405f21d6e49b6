/* system_print.h: the equation system as stable text, for --dump and tests. */
#ifndef FOUCAULT_REDUCE_SYSTEM_SYSTEM_PRINT_H
#define FOUCAULT_REDUCE_SYSTEM_SYSTEM_PRINT_H

#include <stdio.h>

#include "reduce/system/system.h"
#include "symbolic/expr_names.h"

void system_print(const System *sys, FILE *out);
void system_print_expr(const System *sys, ExprId e, FILE *out);
/* The same as text in the scratch arena. */
const char *system_expr_text(const System *sys, Session *s, ExprId e);
/* Name of a variable; usable as ExprVarName with the System as context. */
const char *system_var_name(const void *sys, VarId var);

/* Many expressions, in which what they share has names (expr_names.h). */
typedef struct SystemDump {
  const System *sys;
  FILE *out;
  Arena *arena;
  ExprNames *names;
} SystemDump;

SystemDump system_dump_begin(const System *sys, FILE *out);
void system_dump_end(SystemDump *dump);
/* Before the line that holds them: a line for each name that is new. Negative
 * ids are left out. */
void system_dump_names(SystemDump *dump, const ExprId *e, int n);
void system_dump_expr(const SystemDump *dump, ExprId e);

#endif
