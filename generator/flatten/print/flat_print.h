/* flat_print.h: the flat model as valid Modelica text, stable.
 *
 * The room print/ writes what flat/ holds, and calls flat/ and base/ only.
 * Reading order: flat_print.c (the model), flat_expr_print.c (expressions),
 * printed_text.c (numbers, strings and names); printed_function.c (which
 * functions there are), printed_item.c (how they are asked for), printed_name.c
 * and printed_variable.c (what their variables are called, and declarations),
 * printed_expressions.c (all that is in the text); procedure_print.c,
 * statement_print.c and external_print.c (a function), algorithm_print.c (a
 * section). A when-statement holds statements: the last and statement_print.c
 * call each other.
 */
#ifndef FOUCAULT_FLATTEN_PRINT_FLAT_PRINT_H
#define FOUCAULT_FLATTEN_PRINT_FLAT_PRINT_H

#include <stdio.h>

#include "flatten/flat/flat.h"

/* true: the text flattens to itself. false after W208: of a function or section
 * that cannot be written only the head is there. */
bool flat_print(Session *s, const FlatModel *flat, FILE *out);
void flat_print_expr(const FlatModel *flat, const FlatExpr *expr, FILE *out);

#endif
