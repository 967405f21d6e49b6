/* expr_print.h: expressions as Modelica text; names come from a function. */
#ifndef FOUCAULT_SYMBOLIC_EXPR_PRINT_H
#define FOUCAULT_SYMBOLIC_EXPR_PRINT_H

#include <stdio.h>

#include "symbolic/expr_names.h"

typedef const char *(*ExprVarName)(const void *context, VarId var);

/* As a tree; cut with "..." at 200 levels, and after 5000 operands. */
void expr_print(const ExprTable *t, ExprId e, ExprVarName name,
                const void *context, FILE *out);

/* Whole: with the names that expr_names_find() gave where these apply. */
void expr_print_named(const ExprNames *names, ExprId e, ExprVarName var_name,
                      const void *context, FILE *out);
/* What name number k, from 1, stands for. */
void expr_print_meaning(const ExprNames *names, int k, ExprVarName var_name,
                        const void *context, FILE *out);

#endif
