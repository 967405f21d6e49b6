/* flat_print.h: the flat model as valid Modelica text, stable. */
#ifndef FOUCAULT_FLATTEN_FLAT_PRINT_H
#define FOUCAULT_FLATTEN_FLAT_PRINT_H

#include <stdio.h>

#include "flatten/flat.h"

void flat_print(const FlatModel *flat, FILE *out);
void flat_print_expr(const FlatModel *flat, const FlatExpr *expr, FILE *out);

#endif
