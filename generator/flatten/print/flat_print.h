/* flat_print.h: the flat model as valid Modelica text, stable. */
#ifndef FOUCAULT_FLATTEN_PRINT_FLAT_PRINT_H
#define FOUCAULT_FLATTEN_PRINT_FLAT_PRINT_H

#include <stdio.h>

#include "flatten/flat/flat.h"

/* false after E290: a function that cannot be written. */
bool flat_print(Session *s, const FlatModel *flat, FILE *out);
void flat_print_expr(const FlatModel *flat, const FlatExpr *expr, FILE *out);

#endif
