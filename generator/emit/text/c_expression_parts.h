/* c_expression_parts.h: many temporaries of one C function.
 *
 * One C function would be too long for the compiler: they are computed in parts,
 * functions of their own that share an array.
 *
 * needs   a walk whose nodes with temporaries are chosen (c_expression_work.h);
 *         of a model, not of a function's body, and no holes or stops
 * gives   the functions in c->parts; in `out` the array and their calls
 */
#ifndef FOUCAULT_EMIT_TEXT_C_EXPRESSION_PARTS_H
#define FOUCAULT_EMIT_TEXT_C_EXPRESSION_PARTS_H

#include "emit/text/c_expression.h"

#define MANY_TEMPORARIES 60 /* more of them are computed in parts */

void c_expression_parts_write(CExpressions *c, FILE *out);
/* The value of this element of the array is not needed any more. */
void c_expression_parts_give_back(CExpressions *c, int element);

#endif
