/* flat_print.h: the flat model as valid Modelica text, stable.
 *
 * The room print/ writes what flat/ holds, and calls flat/ and base/ only.
 * Reading order: flat_print.c (the model), flat_expr_print.c (expressions),
 * printed_function.c and printed_name.c (which functions there are, and what
 * their variables are called), procedure_print.c, statement_print.c and
 * external_print.c (a function), algorithm_print.c (a section).
 */
#ifndef FOUCAULT_FLATTEN_PRINT_FLAT_PRINT_H
#define FOUCAULT_FLATTEN_PRINT_FLAT_PRINT_H

#include <stdio.h>

#include "flatten/flat/flat.h"

/* false after E290: a function that cannot be written. */
bool flat_print(Session *s, const FlatModel *flat, FILE *out);
void flat_print_expr(const FlatModel *flat, const FlatExpr *expr, FILE *out);

#endif
