/* vector_short.h: arithmetic of short serial vectors.
 *
 * In a model of a few states an integrator spends its time in the calls inside
 * of the serial operations, not on the numbers. Here an operation is one loop,
 * four numbers at a time; all numbers of a group are read before one is
 * written, so that results may be one of the operands. What is not done in
 * every step is that of vector_operations.h.
 */
#ifndef FOUCAULT_VECTOR_SHORT_H
#define FOUCAULT_VECTOR_SHORT_H

#include <sundials/sundials_nvector.h>

/* Replaces entries of the table of a vector made by N_VNewEmpty_Serial(). */
void vector_short_set(N_Vector v);

#endif
