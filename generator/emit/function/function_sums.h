/* function_sums.h: long sums in the body of a function as loops of C.
 *
 *   double s3 = b_7[0];
 *   for (int turn4 = 0; turn4 < 99; turn4++) {
 *     s3 = s3 + (b_7[1 + turn4]);
 *   }
 *
 * Terms are added in their order, as without loops.
 *
 * cost    linear in the nodes below the root
 */
#ifndef FOUCAULT_EMIT_FUNCTION_FUNCTION_SUMS_H
#define FOUCAULT_EMIT_FUNCTION_FUNCTION_SUMS_H

#include "emit/function/function_writer.h"

/* Writes the long sums below e and makes them stops of the writer, until
 * function_sums_end(). */
void function_sums_begin(FunctionWriter *w, ExprId e);
void function_sums_end(FunctionWriter *w);
/* The text of e, with its long sums before it. */
const char *function_sums_expression(FunctionWriter *w, ExprId e, CType type);

#endif
