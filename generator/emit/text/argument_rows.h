/* argument_rows.h: the arguments of a function as an expression of C.
 *
 * (const double[]){v->real[3], 1.0}. Elements of the model's values that follow
 * each other in a long row are copied together, so that a table of a thousand
 * elements is not a thousand statements for the C compiler:
 * function_row((double[1002]){1.0, [1001] = 2.0}, 1, &v->real[7], 1000). Rows of
 * zeros are left out; long rows of numbers are tables that are copied.
 */
#ifndef FOUCAULT_EMIT_TEXT_ARGUMENT_ROWS_H
#define FOUCAULT_EMIT_TEXT_ARGUMENT_ROWS_H

#include <stdio.h>

#include "base/arena.h"

/* In the arena, as the operands are: operand[n] is what each of them is in C. */
const char *argument_rows_text(Arena *arena, const char *const *operand, int n);
/* The same as statements that fill an array. */
void argument_rows_write(Arena *arena, const char *array,
                         const char *const *operand, int n, FILE *out);

#endif
